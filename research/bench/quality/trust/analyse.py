"""Reads what TrustStudy measured and writes docs/results/trust.md.

Everything that could be tuned is reported for suites that it was not tuned on: leave one suite out.
Usage: analyse.py STUDY.csv PAGE.md
"""
import csv
import sys

import numpy as np
from scipy.optimize import linprog

REAL = ["adult", "amazon", "digit", "letter", "office"]
CLOSED = ["gaussians", "known-shift"]
METHODS = ["vanilla", "temperature", "transcal", "pseudocal", "label-shift", "recommended"]
ESTIMATORS = ["ac", "doc", "atc", "iw", "dr", "neighbours", "dis2", "bbse", "mlls"]
SHARES = {"as it is": lambda s: 1.0, "relative": lambda s: 0.0, "linear": lambda s: s, "root": lambda s: s**0.5}
WEIGHTS = {"1:1:1:1": (1, 1, 1, 1), "1:2:2:2": (1, 2, 2, 2), "1:2:3:2": (1, 2, 3, 2), "1:3:2:2": (1, 3, 2, 2)}
TAIL = 0.05  # Share of tasks beyond each end.


def number(text):
    return float(text) if text else np.nan


def read(path):
    with open(path, encoding="utf-8") as file:
        rows = []
        for line in csv.DictReader(file):
            row = {k: (v if k in ("task", "verdict", "curve") or k.endswith("status") else number(v)) for k, v in line.items()}
            row["suite"] = row["task"].split("__")[0]
            row["error"] = row["truth"] - row["estimate"]
            rows.append(row)
        return rows


def odds(p, rows):
    edge = 0.5 / (rows + 1)
    p = min(max(p, edge), 1 - edge)
    return np.log(p / (1 - p))


def accuracy(x):
    return 1 / (1 + np.exp(-x))


def pooled(row, share, weights):
    """The pool with another share of the raw neighbours, or other weights; none is needed if no shift is seen."""
    if not np.isnan(row["validation"]):
        return row["estimate"]
    rows = row["rows"]
    cap = min(row["confidence"], row["source"])
    parts = [(cap, weights[0])]
    if not np.isnan(row["neighbours"]):
        used = row["separation"] ** 0.5
        raw = odds(row["by neighbours"], rows)
        relative = (odds(row["neighbours"], rows) - used * raw) / (1 - used) if used < 0.999 else raw
        s = SHARES[share](row["separation"])
        per_class = rows / row["classes"]
        parts.append((min(cap, accuracy(s * raw + (1 - s) * relative)), weights[1] * per_class / (per_class + 20)))
    if not np.isnan(row["mixup"]) and row["mixup status"] != "dropped":
        parts.append((min(cap, row["mixup"]), weights[2]))
    if not np.isnan(row["second-model"]):
        parts.append((min(cap, row["second-model"]), weights[3]))
    return accuracy(sum(w * odds(v, rows) for v, w in parts) / sum(w for _, w in parts))


def ece(row, estimate):
    """The ECE after matching mean confidence to an estimate, from the curve of the study."""
    curve = np.array([float(x) for x in row["curve"].split(";")])
    levels = (np.arange(len(curve)) + 0.5) / len(curve)
    return np.interp(estimate, levels, curve)


def mean(values):
    values = [v for v in values if not np.isnan(v)]
    return np.mean(values) if values else np.nan


def by_suite(rows, suites, value):
    return [mean([value(r) for r in rows if r["suite"] == s]) for s in suites]


def quantile_fit(x, y, weights, tail):
    """Nonnegative coefficients that a share `tail` of the weighted residuals exceeds."""
    n, d = x.shape
    cost = np.r_[np.zeros(d), (1 - tail) * weights, tail * weights]
    return linprog(cost, A_eq=np.c_[x, np.eye(n), -np.eye(n)], b_eq=y, bounds=[(0, None)] * (d + 2 * n)).x[:d]


def terms(row):
    doubt = float(row["verdict"] != "trustworthy")
    return [1 - doubt, doubt, doubt * max(0, row["source"] - row["estimate"])], [1, row["separation"]]


def bias(rows):
    """Coefficients of the terms downwards and upwards. Every suite counts the same."""
    count = {s: sum(r["suite"] == s for r in rows) for s in {r["suite"] for r in rows}}
    weights = np.array([1 / count[r["suite"]] for r in rows])
    error = np.array([r["error"] for r in rows])
    down, up = (np.array([terms(r)[i] for r in rows], float) for i in (0, 1))
    return quantile_fit(down, -error, weights, TAIL), quantile_fit(up, error, weights, TAIL)


def interval(row, fitted):
    down, up = (np.dot(t, c) for t, c in zip(terms(row), fitted))
    return max(0, row["estimate"] - down), min(1, row["estimate"] + up)


def table(head, lines):
    out = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(out + ["| " + " | ".join(line) + " |" for line in lines]) + "\n"


def points(value, digits=1):
    return "–" if np.isnan(value) else f"{100 * value:.{digits}f}"


def suites_table(label, rows, suites, lines):
    body = []
    for name, value in lines:
        means = by_suite(rows, suites, value)
        body.append([name] + [points(m) for m in means] + [points(mean(means))])
    return table([label] + [f"{s} ({sum(r['suite'] == s for r in rows)})" for s in suites] + ["mean of suites"], body)


def held_out_rule(tasks, suites):
    """For each suite the share and weights that are best on the others; the ECE on the suite itself."""
    cache = {}
    for share in SHARES:
        for weights in WEIGHTS:
            for r in tasks:
                cache[share, weights, r["task"]] = ece(r, pooled(r, share, WEIGHTS[weights]))
    chosen = {}
    for suite in suites:
        def score(rule):
            others = [s for s in suites if s != suite]
            return mean([mean([cache[(*rule, r["task"])] for r in tasks if r["suite"] == s]) for s in others])
        chosen[suite] = min(((a, b) for a in SHARES for b in WEIGHTS), key=score)
    return chosen, lambda r: cache[(*chosen[r["suite"]], r["task"])]


def main():
    rows = read(sys.argv[1])
    tasks = [r for r in rows if r["suite"] not in CLOSED]
    closed = [r for r in rows if r["suite"] in CLOSED]
    suites = sorted({r["suite"] for r in tasks})
    made = [s for s in suites if s not in REAL]
    real = [r for r in tasks if r["suite"] in REAL]
    out = ["# How far estimates without labels can be trusted\n"]
    out.append("Written by `research/bench/quality/trust/run`; do not edit. Real tasks: " + ", ".join(REAL) + "; generated tasks"
               " (`gallery.py`): " + ", ".join(made) + ". In brackets: number of tasks. Target labels were used to measure the"
               " errors below and to choose the rule and the constants; what is marked *held out* was chosen without the suite it is"
               " reported for. Tasks on which a method cannot run are left out of its mean. The models of the generated tasks are"
               " trained by scikit-learn, whose last digits depend on the processor.\n")
    chosen, held_out = held_out_rule(tasks, suites)
    for title, names in (("Real suites", REAL), ("Generated suites", made)):
        out.append(f"## Target ECE (%): {title.lower()}\n")
        lines = [(f"`{m}`", lambda r, m=m: r.get("ece " + m, np.nan)) for m in METHODS]
        lines.append(("`recommended`, rule held out", held_out))
        lines.append(("true accuracy matched", lambda r: ece(r, r["truth"])))
        out.append(suites_table("method", tasks, names, lines))
    out.append("Held out: for each suite the rule for neighbours (" + ", ".join(SHARES) + ") and the weights confidence : neighbours :"
               " mixup : second model (" + ", ".join(WEIGHTS) + ") with the smallest mean ECE on all other suites; chosen most often: "
               + ", ".join(max(set(chosen.values()), key=list(chosen.values()).count)) + ". The product uses root and 1:2:2:2.\n")
    for title, names in (("real suites", REAL), ("generated suites", made)):
        out.append(f"## |estimated − true accuracy| (points): {title}\n")
        lines = [(f"`{e}`", lambda r, e=e: abs(r.get("by " + e, np.nan) - r["truth"])) for e in ESTIMATORS]
        lines.append(("`recommended`", lambda r: abs(r["error"])))
        out.append(suites_table("estimate", tasks, names, lines))
    out.append("## 90 % intervals\n")
    lines = []
    covered, widths = [], []
    for s in suites:
        fitted = bias([r for r in tasks if r["suite"] != s])
        inside = [r for r in tasks if r["suite"] == s]
        ends = [interval(r, fitted) for r in inside]
        share = np.mean([a <= r["truth"] <= b for r, (a, b) in zip(inside, ends)])
        width = np.mean([b - a for a, b in ends])
        covered.append(share)
        widths.append(width)
        product = np.mean([r["low"] <= r["truth"] <= r["high"] for r in inside])
        lines.append([s, str(len(inside)), f"{100 * share:.0f} %", points(width), f"{100 * product:.0f} %",
                      points(np.mean([r["high"] - r["low"] for r in inside]))])
    lines.append(["mean of suites", str(len(tasks)), f"{100 * np.mean(covered):.0f} %", points(np.mean(widths)),
                  f"{100 * mean(by_suite(tasks, suites, lambda r: r['low'] <= r['truth'] <= r['high'])):.0f} %",
                  points(mean(by_suite(tasks, suites, lambda r: r["high"] - r["low"])))])
    out.append(table(["suite", "tasks", "held out: covered", "width (points)", "product: covered", "width (points)"], lines))
    down, up = bias(tasks)
    out.append("Held out: the bias is set on all other suites, and there is no sampling noise in the interval. Product: the interval"
               " that users get, whose bias is set on all suites and which adds sampling noise. Fitted to all suites, the bias is "
               f"{down[0]:.3f} if the verdict is trustworthy, else {down[1]:.3f} + {down[2]:.3f}·(source accuracy − estimate) downwards, and "
               f"{up[0]:.3f} + {up[1]:.3f}·separation upwards; the product keeps the constants of an earlier fit"
               " ([estimating](../guide/estimating.md#the-evidence)).\n")
    for name in CLOSED:
        some = [r for r in closed if r["suite"] == name]
        held = sum(r["low"] <= r["truth"] <= r["high"] for r in some)
        out.append(f"Closed form `{name}`: {held} of {len(some)} intervals contain the truth.\n")
    out.append("## The verdict\n")
    lines = []
    for verdict in ("trustworthy", "doubtful", "untrustworthy"):
        for what, some in (("real", real), ("all", tasks)):
            group = [r for r in some if r["verdict"] == verdict]
            if group:
                error = np.abs([r["error"] for r in group])
                lines.append([verdict, what, f"{len(group)} of {len(some)} ({100 * len(group) / len(some):.0f} %)",
                              points(np.median(error)), points(np.quantile(error, 0.9)), f"{100 * np.mean(error > 0.1):.0f} %"])
    out.append(table(["verdict", "tasks", "how many", "median error (points)", "90 % are within (points)", "more than 10 points off"], lines))
    trusted = [r["suite"] for r in real if r["verdict"] == "trustworthy"]
    out.append("The trustworthy real tasks are of: " + ", ".join(f"{s} ({trusted.count(s)})" for s in sorted(set(trusted))) + ".\n")
    out.append("`Verdict` shows users the numbers of the real tasks: how many, and the points within which 90 % are, rounded up.\n")
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write("\n".join(out))


if __name__ == "__main__":
    main()
