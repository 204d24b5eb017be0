"""Compares the ratings of a league with those of choix (PyPI), which shares nothing with ours but the games.

    hexfray league report league.jsonl --csv tables
    python benches/ratings_by_choix.py league.jsonl tables/ratings.csv
"""

import csv
import json
import math
import sys

import choix


def main(results, ratings):
    header, *games = [json.loads(line) for line in open(results, encoding="utf-8")]
    names = [entrant["name"] for entrant in header["spec"]["entrants"]]
    wins = []
    for game in games:
        first, second = game["seats"]
        # A win is two half wins, a draw one for each.
        halves = {0: [(first, second)] * 2, 1: [(second, first)] * 2, None: [(first, second), (second, first)]}
        wins += halves[game["winner"]]
    scale = 400 / math.log(10)
    theirs = {name: scale * value for name, value in zip(names, choix.opt_pairwise(len(names), wins))}
    mean = sum(theirs.values()) / len(theirs)
    ours = {row["entrant"]: float(row["Elo"]) for row in csv.DictReader(open(ratings, encoding="utf-8"))}
    worst = 0.0
    for name in ours:
        off = abs(ours[name] - (theirs[name] - mean))
        worst = max(worst, off)
        print(f"{name:24} {ours[name]:+9.1f} {theirs[name] - mean:+9.1f}")
    print(f"largest difference {worst:.2f} Elo")
    return worst < 0.1


if __name__ == "__main__":
    sys.exit(0 if main(*sys.argv[1:]) else 1)
