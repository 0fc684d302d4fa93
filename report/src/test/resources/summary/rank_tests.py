"""Expected values of the tests on ranks, from scipy. Run with its folder as the working directory."""
import numpy as np
from scipy import stats

rng = np.random.default_rng(5)
lines = []


def case(name, losses):
    lines.append(f"{name} losses {losses.shape[0]} {losses.shape[1]} " + " ".join(map(repr, losses.ravel().tolist())))
    friedman = stats.friedmanchisquare(*losses.T)
    lines.append(f"{name} friedman {friedman.statistic!r} {friedman.pvalue!r}")
    p = []
    for m in range(1, losses.shape[1]):
        d = losses[:, m] - losses[:, 0]
        d = d[d != 0]
        tied = len(np.unique(np.abs(d))) < len(d)
        mode = "approx" if tied or len(d) > 50 else "exact"
        w = stats.wilcoxon(d, mode=mode, correction=False)
        lines.append(f"{name} wilcoxon {m} {float(w.statistic)!r} {float(w.pvalue)!r}")
        p.append(float(w.pvalue))
    # Holm: the largest of the scaled p-values so far, in increasing order.
    order = np.argsort(p)
    holm = np.empty(len(p))
    running = 0.0
    for i, at in enumerate(order):
        running = max(running, min(1.0, (len(p) - i) * p[at]))
        holm[at] = running
    lines.append(f"{name} holm " + " ".join(map(repr, holm.tolist())))


case("small", rng.random((7, 3)))
case("bank", rng.random((71, 5)) + np.array([0, 0.05, 0.2, 0.4, 0.01]))
case("exact", rng.random((40, 4)) + np.array([0, 0.1, 0.0, 0.3]))
case("ties", np.round(rng.random((30, 4)), 1))
open("rank_tests.txt", "w").write("\n".join(lines) + "\n")
