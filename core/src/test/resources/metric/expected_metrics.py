"""Expected values of every metric on small weighted cases, by definition and brute force.

Writes expected_metrics.json beside this script. Rows are repeated by their frequency first, so no
formula here knows about weights. Needs numpy and scipy.
"""
import json
import pathlib

import numpy as np
from scipy.special import logsumexp
from scipy.stats import beta

BINS = 15


def width_bins(values, bins):
    """Bins (lo, hi] with edges b/B; 0 goes into the first, values within 1e-6 of an edge are on it."""
    return np.searchsorted(np.arange(1, bins + 1) / bins + 1e-6, values, side="left").clip(0, bins - 1)


def groups_of(bins):
    return [bins == b for b in np.unique(bins)]


def l1(c, r, bins):
    return sum(abs((c[g] - r[g]).sum()) for g in groups_of(bins)) / len(c)


def mass_bins(c, bins):
    parts = np.array_split(np.sort(c), min(bins, len(c)))
    edges = [(a[-1] + b[0]) / 2 for a, b in zip(parts, parts[1:])] + [1.0]
    return np.searchsorted(np.unique(edges), c, side="left")


def l2_debiased(c, r):
    total = 0.0
    for g in groups_of(mass_bins(c, BINS)):
        n = g.sum()
        if n >= 2:
            acc = r[g].mean()
            total += n / len(c) * ((c[g].mean() - acc) ** 2 - acc * (1 - acc) / (n - 1))
    return np.sqrt(max(total, 0))


def sweep_bins(c, r):
    used = 1
    for b in range(2, len(c) + 1):
        acc = [r[g].mean() for g in groups_of(mass_bins(c, b))]
        if any(later < earlier - 1e-12 for earlier, later in zip(acc, acc[1:])):
            break
        used = b
    return used


def ks(c, r):
    order = np.argsort(c, kind="stable")
    s, cumulative = c[order], np.cumsum((c - r)[order]) / len(c)
    ends = np.append(s[1:] != s[:-1], True)
    return np.abs(cumulative[ends]).max()


def smooth_at(c, r, sigma, nodes=200_000):
    t = (np.arange(nodes) + 0.5) / nodes
    gap, mass = np.zeros(nodes), np.zeros(nodes)
    for value in np.unique(c):
        same = c == value
        kernel = sum(np.exp(-0.5 * (d / sigma) ** 2) for d in (t - value, t + value, 2 - t - value))
        gap += (c[same] - r[same]).sum() * kernel
        mass += same.sum() * kernel
    return np.abs(gap).sum() / mass.sum()


def smooth(c, r):
    low, high = 0.0, 1.0
    for _ in range(10):
        middle = (low + high) / 2
        if middle < 1e-3 or middle < smooth_at(c, r, middle):
            low = middle
        else:
            high = middle
    return smooth_at(c, r, high)


def case(name, labels, frequencies, logits=None, probabilities=None):
    given = np.array(probabilities if logits is None else logits, dtype=float)
    if logits is None:
        p = given
        with np.errstate(divide="ignore"):
            log_p = np.log(p)
    else:
        log_p = given - logsumexp(given, axis=1, keepdims=True)
        p = np.exp(log_p)
    rows = np.repeat(np.arange(len(p)), frequencies)
    y = np.array(labels)[rows]
    p, log_p = p[rows], log_p[rows]
    n, k = p.shape
    c = p.max(axis=1)
    r = (p.argmax(axis=1) == y).astype(float)
    one_hot = np.eye(k)[y]
    wide = width_bins(c, BINS)
    used = sweep_bins(c, r)
    return {
        "name": name,
        "kind": "logits" if probabilities is None else "probabilities",
        "values": given.tolist(),
        "labels": [int(v) for v in labels],
        "frequencies": [int(v) for v in frequencies],
        "expected": {
            "accuracy": r.mean(),
            "ece": l1(c, r, wide),
            "nll": -log_p[np.arange(n), y].mean(),
            "brier": ((p - one_hot) ** 2).sum(axis=1).mean(),
            "eceEqualMass": l1(c, r, mass_bins(c, BINS)),
            "eceClasswise": np.mean(
                [l1(p[:, j], one_hot[:, j], width_bins(p[:, j], BINS)) for j in range(k)]),
            "maxCe": max(abs((c[g] - r[g]).mean()) for g in groups_of(wide)),
            "l2Debiased": l2_debiased(c, r),
            "eceSweep": l1(c, r, mass_bins(c, used)),
            "ks": ks(c, r),
            "smoothEce": smooth(c, r),
        },
        "sweepBins": used,
        "smoothAt": {str(s): smooth_at(c, r, s) for s in (0.9, 0.3, 0.11, 0.04, 0.01, 0.002)},
    }


def edges(rng, parts, bins):
    """Three classes in whole parts, as a forest gives: exact bins by integers, then what binary numbers make of them."""
    counts = rng.multinomial(parts, [0.6, 0.25, 0.15], 60)
    counts = np.concatenate([counts, [[k, parts - k, 0] for k in range(parts + 1)]])
    y = rng.integers(0, 3, len(counts))
    exact = np.maximum(-(-counts * bins // parts) - 1, 0)
    p = counts / parts
    logs = np.log(np.maximum(p, 2.0**-126))
    softmax = np.exp(logs - logsumexp(logs, axis=1, keepdims=True))
    for stored in (p, p.astype(np.float32), softmax, np.exp(logs.astype(np.float32))):
        assert (width_bins(stored.astype(float), bins) == exact).all()
    top = counts.argmax(axis=1)
    c, wide = p.max(axis=1), exact.max(axis=1)
    r = (top == y).astype(float)
    return {
        "parts": parts,
        "bins": bins,
        "counts": counts.tolist(),
        "labels": y.tolist(),
        "expected": {
            "ece": l1(c, r, wide),
            "eceClasswise": np.mean([l1(p[:, j], (y == j).astype(float), exact[:, j]) for j in range(3)]),
            "maxCe": max(abs((c[g] - r[g]).mean()) for g in groups_of(wide)),
        },
    }


def random_logits(rng, n, k, signal, scale):
    """Labels follow softmax(z / scale), so the model promises too much where scale > 1."""
    z = rng.normal(0, signal, (n, k))
    truth = np.exp(z / scale - logsumexp(z / scale, axis=1, keepdims=True))
    labels = [rng.choice(k, p=row) for row in truth]
    return np.round(z, 4), labels


def main():
    rng = np.random.default_rng(20201206)
    cases = []
    z, y = random_logits(rng, 80, 5, 2.0, 1.0)
    cases.append(case("near calibrated", y, rng.integers(0, 4, 80), logits=z))
    z, y = random_logits(rng, 60, 3, 4.0, 3.0)
    cases.append(case("over-confident", y, rng.integers(0, 5, 60), logits=z))
    # Tenths and twentieths: ties, confidences on bin edges, exact 0 and 1.
    p = np.array([[20 - a - b, a, b] for a, b in rng.integers(0, 8, (50, 2))]) / 20
    p[:6] = [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 0, 0], [0.4, 0.4, 0.2], [0.2, 0.4, 0.4]]
    y = [0, 1, 2, 0, 1, 1] + [int(v) for v in rng.integers(0, 2, 44)]
    f = rng.integers(0, 4, 50)
    f[:6] = [2, 1, 3, 1, 1, 2]
    # Rows whose true class has probability 0 are absent, so that the NLL is finite.
    f = np.where(p[np.arange(50), y] == 0, 0, f)
    cases.append(case("ties and edges", y, f, probabilities=p))
    z, y = random_logits(rng, 7, 4, 2.0, 1.0)
    cases.append(case("fewer rows than bins", y, [1, 0, 2, 1, 1, 0, 1], logits=z))
    cases.append(case("one row", [1], [1], logits=[[0.3, -0.2]]))
    out = {
        "cases": cases,
        "edges": [edges(rng, parts, bins) for parts in (10, 15, 20, 100) for bins in (10, 15, 20)],
        "clopperPearson": [
            {"successes": k, "trials": n, "level": level,
             "low": 0.0 if k == 0 else beta.ppf((1 - level) / 2, k, n - k + 1),
             "high": 1.0 if k == n else beta.ppf((1 + level) / 2, k + 1, n - k)}
            for k, n, level in [(0, 10, .95), (10, 10, .95), (5, 10, .95), (1, 37, .9),
                                (5308, 10000, .95), (9999, 10000, .99)]],
    }
    target = pathlib.Path(__file__).with_name("expected_metrics.json")
    target.write_text(json.dumps(out, indent=None, separators=(",", ":")).replace("},{", "},\n{") + "\n")


if __name__ == "__main__":
    main()
