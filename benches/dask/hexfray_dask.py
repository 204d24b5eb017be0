"""Fights a league on the workers of a Dask cluster.

    python -m hexfray_dask SPEC.ron --shards 16 --out league.jsonl [--scheduler tcp://...:8786] [--hexfray PATH]

The league is cut into shards, as `hexfray league run --shard i/n` plays them; Dask runs them wherever there is a worker,
and again elsewhere where a worker is lost. The files come back and are merged to the very league that one machine would
have written. Without --scheduler the workers are processes on this machine. Every worker needs the program (--hexfray)
and the files that the spec names, at the same paths.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

from dask.distributed import Client, LocalCluster, as_completed


def shard(hexfray, spec, name, part, parts, options):
    """Plays one shard and returns its results. A worker that is killed leaves nothing behind that matters."""
    with tempfile.TemporaryDirectory(prefix="hexfray-") as folder:
        source = pathlib.Path(folder, name)
        source.write_bytes(spec)
        out = pathlib.Path(folder, "shard.jsonl")
        command = [hexfray, *options, "league", "run", str(source), "--shard", f"{part}/{parts}", "--out", str(out)]
        command += ["--threads", "1"]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"shard {part}/{parts}: {done.stderr.strip() or done.stdout.strip()}")
        return out.read_bytes()


def run(client, hexfray, spec, out, parts, options=()):
    """Plays all shards on a cluster and merges them into a file; `options` stand before the command."""
    spec = pathlib.Path(spec)
    text, retries = spec.read_bytes(), 2
    futures = {
        client.submit(
            shard, hexfray, text, spec.name, part, parts, list(options),
            pure=False, retries=retries, key=f"hexfray-{spec.stem}-{part}-of-{parts}",
        ): part
        for part in range(1, parts + 1)
    }
    with tempfile.TemporaryDirectory(prefix="hexfray-") as folder:
        files = []
        for future in as_completed(futures):
            path = pathlib.Path(folder, f"{futures[future]}.jsonl")
            path.write_bytes(future.result())
            files.append(str(path))
            print(f"{len(files)} of {parts} shards", file=sys.stderr)
        subprocess.run([hexfray, "league", "merge", *sorted(files), "--out", str(out)], check=True)


def main():
    parser = argparse.ArgumentParser(prog="hexfray_dask", description=__doc__.split("\n")[0])
    parser.add_argument("spec", help="the league's spec")
    parser.add_argument("--out", required=True, help="the file for the merged results")
    parser.add_argument("--shards", type=int, default=16, help="parts to cut the league into (default 16)")
    parser.add_argument("--scheduler", help="address of a Dask scheduler; by default workers are started here")
    parser.add_argument("--workers", type=int, help="workers to start here (default: one for each core)")
    parser.add_argument("--hexfray", default="hexfray", help="the program, as the workers find it")
    parser.add_argument("--content", help="a folder with content, as for the program")
    given = parser.parse_args()
    options = ["--content", given.content] if given.content else []
    if given.scheduler:
        with Client(given.scheduler) as client:
            run(client, given.hexfray, given.spec, given.out, given.shards, options)
    else:
        with LocalCluster(n_workers=given.workers, threads_per_worker=1) as cluster, Client(cluster) as client:
            run(client, given.hexfray, given.spec, given.out, given.shards, options)


if __name__ == "__main__":
    main()
