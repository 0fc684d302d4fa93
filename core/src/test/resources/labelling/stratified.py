"""Expected values of LabelledAccuracyTest: python3 stratified.py (needs SciPy)."""

from math import log, sqrt, exp
from scipy.stats import norm


def interval(size, labelled, right):
    rows, n = sum(size), sum(labelled)
    a = sum(N / rows * x / m for N, m, x in zip(size, labelled, right))
    b = min(max(a, 0.5 / (n + 1)), 1 - 0.5 / (n + 1))
    near = []
    for h in range(len(size)):
        reach = next(r for r in range(len(size)) if sum(labelled[max(0, h - r) : h + r + 1]) >= 5)
        window = slice(max(0, h - reach), h + reach + 1)
        near.append((sum(labelled[window]), sum(right[window])))
    p = [(x + 0.1 * b) / (m + 0.1) for m, x in near]
    variance = sum(
        (N / rows) ** 2 * (1 - m / N if n > 0.1 * rows else 1) * q * (1 - q) / m * k / (k - 1)
        for N, m, q, (k, _) in zip(size, labelled, p, near)
    )
    smooth = sum(N / rows * q for N, q in zip(size, p))
    trials = smooth * (1 - smooth) / variance
    z = norm.ppf(0.95)
    centre = (a + z * z / 2 / trials) / (1 + z * z / trials)
    half = z * sqrt(a * (1 - a) / trials + z * z / 4 / trials**2) / (1 + z * z / trials)
    return a, centre - half, centre + half


def pooled(labelled, n, free, low, high):
    logit = lambda q: log(q / (1 - q))
    a, lo, hi = labelled
    mid, v = (logit(lo) + logit(hi)) / 2, ((logit(hi) - logit(lo)) / 2) ** 2
    f = ((logit(high) - logit(low)) / 2) ** 2
    w = f / (v + f)
    value, half = w * mid + (1 - w) * logit(free), sqrt(w * v)
    return tuple(1 / (1 + exp(-x)) for x in (value, value - half, value + half))


for case in (([100, 300, 600], [20, 20, 20], [8, 15, 20]), ([500, 500], [10, 30], [10, 30]), ([100, 300, 600], [2, 3, 1], [1, 3, 1]), ([50, 60, 70], [20, 20, 20], [8, 15, 20])):
    print(case, interval(*case))
print("pooled", pooled(interval([100, 300, 600], [20, 20, 20], [8, 15, 20]), 60, 0.8, 0.7, 0.9))
