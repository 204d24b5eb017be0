"""A league on a local cluster of several processes, one of them killed in the run: the same league all the same.

    HEXFRAY=target/release/hexfray python -m pytest benches/dask      (or: python benches/dask/test_hexfray_dask.py)
"""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time

from dask.distributed import Client, LocalCluster

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import hexfray_dask  # noqa: E402

HEXFRAY = str(pathlib.Path(os.environ.get("HEXFRAY", "target/release/hexfray")).absolute())
SPEC = """(
    name: "Dask", seed: 3, format: RoundRobin, pairs: 12,
    entrants: [(name: "random"), (name: "recruit"), (name: "utility")],
    battles: [(scenario: "crossroads"), (scenario: "gun_line")],
)"""


def timeless(path):
    """The lines of a file of results without what differs from run to run."""
    lines = [json.loads(line) for line in pathlib.Path(path).read_text().splitlines()]
    for line in lines:
        line.pop("times", None)
        line.pop("crc", None)
    return lines


def kill_one_soon(client, killed):
    """Kills a worker that is at work."""
    def kill():
        end = time.monotonic() + 60
        while time.monotonic() < end:
            busy = [worker for worker, tasks in client.processing().items() if tasks]
            if busy:
                pid = client.run(os.getpid, workers=[busy[0]])[busy[0]]
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)
                return
            time.sleep(0.01)
    thread = threading.Thread(target=kill)
    thread.start()
    return thread


def test_a_worker_is_killed_and_the_league_is_the_same():
    with tempfile.TemporaryDirectory() as folder:
        spec, whole, merged = (pathlib.Path(folder, name) for name in ("dask.ron", "whole.jsonl", "merged.jsonl"))
        spec.write_text(SPEC)
        subprocess.run([HEXFRAY, "league", "run", str(spec), "--out", str(whole)], check=True, capture_output=True)
        killed = []
        with LocalCluster(n_workers=3, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
            thread = kill_one_soon(client, killed)
            hexfray_dask.run(client, HEXFRAY, spec, merged, 8)
            thread.join()
        assert killed, "no worker was killed"
        assert timeless(merged) == timeless(whole)


if __name__ == "__main__":
    test_a_worker_is_killed_and_the_league_is_the_same()
    print("fine: one worker killed, the same league")
