#!/usr/bin/env python3
"""Independent values for the calibration tests: numpy, scipy and scikit-learn only.

Writes expected_values.json beside itself: small tasks with the answers of METHODS' definitions.
Frequencies are worked out by repeating rows, so they are checked too.

    python3 expected_values.py        (about a minute; numpy 1.24, scipy 1.10, scikit-learn 1.2)
"""
import json
import pathlib

import numpy as np
from scipy.optimize import brentq, minimize, minimize_scalar
from scipy.special import expit, log_softmax, logsumexp, softmax
from sklearn.calibration import _SigmoidCalibration
from sklearn.isotonic import IsotonicRegression

LOW, HIGH = 1.0, 1e6

# Bins are (lo, hi]; values within 1e-6 of an edge are on it.
EDGES = np.arange(1, 15) / 15 + 1e-6


def draw(seed, classes, rows_v, rows_t, scale=1.0, step=None, wrong=0.15, spread=0.7, shrunk=1.0):
    """An over-confident classifier; the weights depend on what makes rows hard."""
    rng = np.random.default_rng(seed)

    def rows(n, shift):
        hard = rng.normal(shift, 1, n)
        y = rng.integers(classes, size=n)
        z = 2 * rng.normal(size=(n, classes))
        z[np.arange(n), y] += 2 * (1.8 - 0.8 * hard)
        flip = rng.random(n) < wrong
        y = np.where(flip, rng.integers(classes, size=n), y)
        z = scale * z
        return (np.round(z / step) * step if step else np.round(z, 6)), y, hard

    zv, yv, hard = rows(rows_v, 0)
    zt, _, _ = rows(rows_t, 0.7)
    w = np.round(np.exp(spread * hard - spread**2 / 2), 6)
    return zv, yv, w, (zt if shrunk == 1 else np.round(shrunk * zt, 9))


def confidence(z, t):
    return softmax(z / t, axis=1).max(axis=1)


def nll(z, y, t=1.0):
    return -np.mean(log_softmax(z / t, axis=1)[np.arange(len(y)), y])


def minimum(f, low, high, points=4001):
    """Global minimum: a fine grid, then a bounded search around its best point."""
    grid = np.linspace(low, high, points)
    values = np.array([f(x) for x in grid])
    i = int(np.argmin(values))
    found = minimize_scalar(
        f,
        bounds=(grid[max(0, i - 1)], grid[min(points - 1, i + 1)]),
        method="bounded",
        options={"xatol": 1e-12, "maxiter": 500},
    )
    return (found.x, found.fun) if found.fun < values[i] else (grid[i], values[i])


def temperature(zv, yv):
    """Convex in 1/T: the zero of the slope, which is far sharper than the minimum."""
    truth = zv[np.arange(len(yv)), yv].mean()
    slope = lambda x: (softmax(zv * np.exp(-x), axis=1) * zv).sum(axis=1).mean() - truth
    t = float(np.exp(brentq(slope, -4, 5, xtol=1e-14)))
    return {"temperature": t, "objective": float(nll(zv, yv, t))}


def affine(zv, yv, zt, full):
    k = zv.shape[1]
    hot = np.eye(k)[yv]

    def unpack(p):
        w = p[:-k].reshape(k, k) if full else np.diag(p[:-k])
        return w, p[-k:]

    def loss(p):
        w, b = unpack(p)
        s = zv @ w.T + b
        value = np.mean(logsumexp(s, axis=1) - s[np.arange(len(yv)), yv])
        residual = (softmax(s, axis=1) - hot) / len(yv)
        gw = residual.T @ zv
        return value, np.concatenate([gw.ravel() if full else np.diag(gw), residual.sum(0)])

    start = np.concatenate([np.eye(k).ravel() if full else np.ones(k), np.zeros(k)])
    best = minimize(loss, start, jac=True, method="BFGS", options={"gtol": 1e-11, "maxiter": 20000})
    assert np.abs(loss(best.x)[1]).max() < 1e-7
    w, b = unpack(best.x)
    return {"objective": float(best.fun), "probabilities": softmax(zt @ w.T + b, axis=1).tolist()}


def log_odds(z):
    k = z.shape[1]
    return np.stack(
        [z[:, j] - logsumexp(np.delete(z, j, axis=1), axis=1) for j in range(k)], axis=1
    )


def platt(f, y, at):
    positives, negatives = y.sum(), len(y) - y.sum()
    target = np.where(y > 0, (positives + 1) / (positives + 2), 1 / (negatives + 2))

    def loss(p):
        s = p[0] * f + p[1]
        residual = expit(s) - target
        return np.sum(np.logaddexp(0, s) - target * s), np.array([residual @ f, residual.sum()])

    best = minimize(loss, [0, 0], jac=True, method="BFGS", options={"gtol": 1e-10}).x
    assert np.abs(loss(best)[1]).max() < 1e-6
    theirs = _SigmoidCalibration().fit(f, y)
    assert np.allclose(best, [-theirs.a_, -theirs.b_], atol=1e-3), (best, theirs.a_, theirs.b_)
    return expit(best[0] * at + best[1])


def isotonic(f, y, at):
    p = expit(f)
    values, place, count = np.unique(p, return_inverse=True, return_counts=True)
    means = np.bincount(place, weights=y) / count
    fit = IsotonicRegression(y_min=0, y_max=1, out_of_bounds="clip")
    return fit.fit(values, means, sample_weight=count).predict(expit(at))


def histogram(f, y, at):
    bins = np.digitize(expit(f), EDGES, right=True)
    count = np.bincount(bins, minlength=15)
    means = np.bincount(bins, weights=y, minlength=15) / np.maximum(count, 1)
    values = np.where(count > 0, means, (np.arange(15) + 0.5) / 15)
    return values[np.digitize(expit(at), EDGES, right=True)]


def one_vs_rest(binary, zv, yv, zt):
    k = zv.shape[1]
    fv, ft = log_odds(zv), log_odds(zt)
    if k == 2:
        p = binary(fv[:, 1], (yv == 1).astype(float), ft[:, 1])
        return np.stack([1 - p, p], axis=1)
    p = np.stack([binary(fv[:, j], (yv == j).astype(float), ft[:, j]) for j in range(k)], axis=1)
    total = p.sum(axis=1, keepdims=True)
    return np.where(total > 0, p / np.where(total > 0, total, 1), 1 / k)


def cpcs(zv, yv, w):
    hot = np.eye(zv.shape[1])[yv]

    def brier(x):
        return np.mean(w * ((softmax(zv / np.exp(x), axis=1) - hot) ** 2).sum(axis=1))

    x, value = minimum(brier, -4, 5)
    return {"temperature": float(np.exp(x)), "objective": float(value)}


def class_ratios(zv, yv, zt):
    """Saerens' EM on posteriors with a temperature and a bias per class, biases N(0, 1)."""
    n, classes = zv.shape

    def posterior(z, x):
        return log_softmax(x[0] * z + x[1:], axis=1)

    def loss(x):
        log_p = posterior(zv, x)
        gap = np.exp(log_p) - np.eye(classes)[yv]
        value = -log_p[np.arange(n), yv].mean() + x[1:] @ x[1:] / (2 * n)
        return value, np.concatenate([[(gap * zv).sum() / n], gap.mean(0) + x[1:] / n])

    start = np.concatenate([[1.0], np.zeros(classes)])
    x = minimize(loss, start, jac=True, method="BFGS", options={"gtol": 1e-10}).x
    prior, p = np.exp(posterior(zv, x)).mean(0), np.exp(posterior(zt, x))
    ratio, change = np.ones(classes), np.inf
    for _ in range(100):
        if change <= 1e-6:
            break
        share = (p * ratio / (p @ ratio)[:, None]).mean(0)
        change = np.abs(share - ratio * prior).max()
        ratio = share / prior
    return ratio


def label_shift(zv, yv, zt):
    weights = class_ratios(zv, yv, zt)[yv] + 0.5
    weights = weights / weights.sum()

    def loss(log_t):
        return -weights @ log_softmax(zv / np.exp(log_t), axis=1)[np.arange(len(yv)), yv]

    at, value = minimum(loss, -4, 5)
    return {"temperature": float(np.exp(at)), "objective": float(value)}


def utdc(zv, yv, zt):
    right = (zv.argmax(axis=1) == yv).astype(float)
    ts = temperature(zv, yv)["temperature"]
    cv, ct = confidence(zv, ts), confidence(zt, ts)
    errors = int(round(len(right) - right.sum()))
    accuracy = np.mean(ct >= np.sort(cv)[errors])
    ratio = accuracy / right.mean()
    groups_v = np.array_split(np.argsort(confidence(zv, 1), kind="stable"), 15)
    groups_t = np.array_split(np.argsort(confidence(zt, 1), kind="stable"), 15)

    def tied(z, values):
        """Rows of equal confidence at T = 1 share their mean value."""
        _, group = np.unique(confidence(z, 1), return_inverse=True)
        return (np.bincount(group, values) / np.bincount(group))[group]

    shared = tied(zv, right)
    goal = np.clip(ratio * np.array([shared[g].mean() for g in groups_v]), 0.01, 0.99)

    def loss(t):
        c = tied(zt, confidence(zt, t))
        return np.mean([abs(a - c[g].mean()) for a, g in zip(goal, groups_t)])

    t, value = minimum(loss, 0.5, 8, 7501)
    return {"temperature": float(t), "objective": float(value), "accuracy": float(accuracy)}


class Risk:
    """1 - risk(lambda) of METHODS, for each choice of control variates."""

    def __init__(self, zv, yv, w):
        self.r = (zv.argmax(axis=1) == yv).astype(float)
        self.log_w = np.log(w)
        self.mean_confidence = confidence(zv, temperature(zv, yv)["temperature"]).mean()

    def accuracy(self, lam, variates):
        e, r = 1 - self.r, self.r
        u = np.exp(lam * self.log_w)
        # u - 1 over lambda, in the limit ln w: the factor cancels in every coefficient.
        v = self.log_w if lam == 0 else np.expm1(lam * self.log_w) / lam
        q = r - self.mean_confidence
        g = u * e
        cov = lambda a, b: np.cov(a, b)[0, 1]
        if variates in ("weight", "serial"):
            g = g - cov(g, v) / np.var(v, ddof=1) * v
        if variates in ("correctness", "serial"):
            g = g - cov(g, q) / np.var(q, ddof=1) * q
        if variates == "parallel":
            both = np.cov(np.stack([v, q]))
            eta = np.linalg.solve(both, [cov(g, v), cov(g, q)])
            g = g - eta[0] * v - eta[1] * q
        return 1 - g.mean()


def transcal(zv, yv, w, zt, variates, fixed_lambda=None):
    risk = Risk(zv, yv, w)
    mean = lambda x: confidence(zt, np.exp(x)).mean()
    highest, lowest = mean(np.log(LOW)), mean(np.log(HIGH))

    def solve(lam):
        goal = risk.accuracy(lam, variates)
        if goal > highest:
            return LOW, goal - highest
        if goal < lowest:
            return HIGH, lowest - goal
        return np.exp(brentq(lambda x: mean(x) - goal, np.log(LOW), np.log(HIGH), xtol=1e-13)), 0.0

    def best_of(lambdas):
        points = [(lam, *solve(lam)) for lam in lambdas]
        zeros = [p for p in points if p[2] == 0]
        if zeros:
            return min(zeros, key=lambda p: np.hypot(p[1] - 2.0, p[0] - 0.5))
        return min(points, key=lambda p: p[2])

    if fixed_lambda is None:
        # Zeros may fill less than a thousandth of the lambdas: first find where they are.
        goals = np.array([risk.accuracy(lam, variates) for lam in np.linspace(0, 1, 20001)])
        inside = np.flatnonzero((goals <= highest) & (goals >= lowest)) / 20000
        best = best_of(inside[:: 1 + len(inside) // 1000] if len(inside) else np.linspace(0, 1, 1001))
        for reach in (2e-3, 1e-5, 5e-8):
            low, high = max(0, best[0] - reach), min(1, best[0] + reach)
            best = best_of(np.append(np.linspace(low, high, 401), best[0]))
    else:
        best = best_of([fixed_lambda])
    lam, t, gap = best
    return {
        "temperature": float(t),
        "lambda": float(lam),
        "gap": float(gap),
        "distance": float(np.hypot(t - 2.0, lam - 0.5)),
        "accuracies": [risk.accuracy(l, variates) for l in np.linspace(0, 1, 11)],
    }


class Paper:
    """The objective of transcal-paper, for many lambdas at one temperature."""

    def __init__(self, zv, yv, w, lambdas):
        self.z, self.r = zv, (zv.argmax(axis=1) == yv).astype(float)
        log_w = np.log(w)
        self.ts = temperature(zv, yv)["temperature"]
        self.q = self.r - confidence(zv, self.ts).mean()
        self.w = np.exp(np.outer(lambdas, log_w))
        safe = np.where(lambdas == 0, 1, lambdas)[:, None]
        variate = np.expm1(np.outer(lambdas, log_w)) / safe
        self.variate = np.where(lambdas[:, None] == 0, log_w, variate)

    @staticmethod
    def reduce(terms, variate):
        centred = variate - variate.mean(axis=-1, keepdims=True)
        slope = (terms * centred).sum(-1) / (centred**2).sum(-1)
        return terms - slope[:, None] * variate

    def at(self, t):
        c = confidence(self.z, t)
        bins = np.digitize(c, EDGES, right=True)
        gap = c - self.r
        signs = np.sign((self.w * gap) @ np.eye(15)[bins])
        u = self.w * signs[:, bins] * gap
        u = self.reduce(u, self.variate)
        u = self.reduce(u, np.broadcast_to(self.q, u.shape))
        return np.maximum(0, u.mean(axis=1))


def transcal_paper(zv, yv, w):
    lambdas = np.linspace(0, 1, 201)
    temperatures = np.exp(np.linspace(np.log(0.1), np.log(100), 3001))
    paper = Paper(zv, yv, w, lambdas)
    grid = np.stack([paper.at(t) for t in temperatures])
    distance = np.hypot(temperatures[:, None] - np.clip(paper.ts, 0.1, 100), lambdas[None] - 1)
    least = grid.min()
    nearest = np.where(grid == least, distance, np.inf)
    i, j = np.unravel_index(nearest.argmin(), grid.shape)
    # A few values on the grid that the landscape shows: 121 temperatures, 41 lambdas.
    shown = Paper(zv, yv, w, np.linspace(0, 1, 41)[::10])
    log_step = np.log(100 / 0.1) / 120
    return {
        "least": float(least),
        "temperature": float(temperatures[i]),
        "lambda": float(lambdas[j]),
        "distance": float(nearest.min()),
        "landscape": [shown.at(0.1 * np.exp(8 * j * log_step)).tolist() for j in range(16)],
    }


def answers(zv, yv, w, zt):
    binary = {"platt": platt, "isotonic": isotonic, "histogram": histogram}
    result = {
        "temperature": temperature(zv, yv),
        "vector": affine(zv, yv, zt, False),
        "matrix": affine(zv, yv, zt, True),
        "cpcs": cpcs(zv, yv, w),
        "cpcs-original": cpcs(zv, yv, w + 0.5),
        "utdc": utdc(zv, yv, zt),
        "label-shift": label_shift(zv, yv, zt),
        "transcal": transcal(zv, yv, w, zt, "serial"),
        "transcal-no-bias": transcal(zv, yv, w, zt, "serial", 1.0),
        "transcal-no-variance": transcal(zv, yv, w, zt, "none"),
        "transcal-cv-weight": transcal(zv, yv, w, zt, "weight"),
        "transcal-cv-correctness": transcal(zv, yv, w, zt, "correctness"),
        "transcal-cv-parallel": transcal(zv, yv, w, zt, "parallel"),
        "transcal-paper": transcal_paper(zv, yv, w),
    }
    for name, fit in binary.items():
        result[name] = {"probabilities": one_vs_rest(fit, zv, yv, zt).tolist()}
    return result


def case(zv, yv, w, zt, counts_v=None, counts_t=None):
    counts_v = np.ones(len(zv), int) if counts_v is None else counts_v
    counts_t = np.ones(len(zt), int) if counts_t is None else counts_t
    rows_v, rows_t = np.repeat(np.arange(len(zv)), counts_v), np.repeat(np.arange(len(zt)), counts_t)
    expected = answers(zv[rows_v], yv[rows_v], w[rows_v], zt[rows_t])
    first = np.concatenate([[0], np.cumsum(counts_t)[:-1]])
    for value in expected.values():
        if "probabilities" in value:
            p = value["probabilities"]
            value["probabilities"] = [
                p[f] if c > 0 else None for f, c in zip(first, counts_t)
            ]
    return {
        "classes": zv.shape[1],
        "validationLogits": zv.tolist(),
        "validationLabels": yv.tolist(),
        "validationCounts": counts_v.tolist(),
        "weights": w.tolist(),
        "targetLogits": zt.tolist(),
        "targetCounts": counts_t.tolist(),
        "expected": expected,
    }


def counts(n):
    return np.array([0, 1, 2, 3, 1])[np.arange(n) % 5]


def rounded(value):
    """Twelve significant digits are plenty and keep the file small."""
    if isinstance(value, float):
        return float(f"{value:.12g}")
    if isinstance(value, dict):
        return {key: rounded(each) for key, each in value.items()}
    return [rounded(each) for each in value] if isinstance(value, list) else value


def main():
    ternary = draw(3, 3, 90, 60)
    cases = {
        "binary": case(*draw(2, 2, 80, 60)),
        "ternary": case(*ternary),
        "counted": case(*draw(7, 3, 75, 50), counts(75), counts(50)),
        "tied": case(*draw(4, 2, 100, 60, step=1.0)),
        "ternary-tied": case(*draw(5, 3, 100, 60, step=1.0)),
        "timid": case(*draw(6, 3, 90, 60, scale=0.25)),
        "wild-weights": case(*draw(8, 3, 90, 60, spread=1.8)),
        "narrow": case(*draw(25, 3, 90, 60, wrong=0.95, spread=2.0, shrunk=0.001)),
        "four-classes": case(*draw(9, 4, 140, 60, wrong=0.3)),
    }
    path = pathlib.Path(__file__).with_name("expected_values.json")
    path.write_text(json.dumps(rounded(cases), separators=(",", ":")) + "\n")
    for name, each in cases.items():
        fits = each["expected"]
        print(
            name,
            {k: round(fits[k]["temperature"], 4) for k in fits if "temperature" in fits[k]},
            "gap %.3g" % fits["transcal"]["gap"],
            "paper least %.3g" % fits["transcal-paper"]["least"],
        )


if __name__ == "__main__":
    main()
