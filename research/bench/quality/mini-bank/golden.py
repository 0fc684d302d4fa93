#!/usr/bin/python3
"""Golden values of the mini-bank from numpy, scipy and scikit-learn: core/src/test/resources/mini-bank/golden.json.

    /usr/bin/python3 research/bench/quality/mini-bank/golden.py      (about a minute and a half; numpy 1.24, scipy 1.10, scikit-learn 1.2)

The methods are those of expected_values.py, which the small tests use too. No Java code is involved. A method that
has no finite optimum on a task, or none that scipy reaches (matrix scaling on few rows), is left out, and so is an infinite NLL.
"""
import json
import math
import pathlib
import sys

import numpy as np
from scipy.special import log_softmax, softmax
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

RESOURCES = pathlib.Path(__file__).resolve().parents[4] / "core/src/test/resources"
sys.path.insert(0, str(RESOURCES / "calibration"))
import expected_values as methods  # noqa: E402

SMALLEST_FLOAT = 2.0**-126
FEWEST_ROWS_PER_PARAMETER = 3


def logits(task, split):
    if f"{split}_logits" in task:
        return task[f"{split}_logits"].astype(float)
    return np.log(np.maximum(task[f"{split}_probabilities"].astype(float), SMALLEST_FLOAT))


def scores(log_p, y):
    p = np.exp(log_p)
    confidence, right = p.max(axis=1), (p.argmax(axis=1) == y).astype(float)
    bins = np.digitize(confidence, methods.EDGES, right=True)
    gap = np.abs(np.bincount(bins, weights=right - confidence, minlength=15)).sum() / len(y)
    hot = np.eye(p.shape[1])[y]
    return {
        "accuracy": right.mean(),
        "ece": gap,
        "nll": -log_p[np.arange(len(y)), y].mean(),
        "brier": ((p - hot) ** 2).sum(axis=1).mean(),
    }


def domain_classifier(task):
    source, target = (task[f"{split}_features"].astype(float) for split in ("source_train", "target"))
    x = np.r_[source, target]
    d = np.r_[np.ones(len(source)), np.zeros(len(target))]
    larger = max(len(source), len(target))
    balance = np.where(d == 1, larger / len(source), larger / len(target))
    model = LogisticRegression(C=1.0, solver="newton-cholesky", tol=1e-12, max_iter=1000).fit(x, d, sample_weight=balance)
    beta, intercept = model.coef_[0], model.intercept_[0]
    score = x @ beta + intercept
    w = np.exp(-(task["source_val_features"].astype(float) @ beta + intercept))
    return w, {
        "objective": (balance * np.logaddexp(0, np.where(d == 1, -score, score))).sum() + beta @ beta / 2,
        "domain_auc": roc_auc_score(d, score),
        "mean": w.mean(),
        "max": w.max(),
        "ess": w.sum() ** 2 / (w**2).sum(),
    }


def pseudocal(task, zt):
    predicted, partner = zt.argmax(axis=1), task["mixup_partner"]
    kept = predicted != predicted[partner]
    return methods.temperature(task["mixup_logits"].astype(float)[kept], predicted[kept])


def oracle(zt, y):
    grid = np.exp(np.linspace(-2, 3.5, 20001))
    ece = [scores(log_softmax(zt / t, axis=1), y)["ece"] for t in grid]
    return {"temperature": grid[int(np.argmin(ece))]}


def estimators(zv, yv, zt, w, temperature):
    right = (zv.argmax(axis=1) == yv).astype(float)
    cv, ct = methods.confidence(zv, temperature), methods.confidence(zt, temperature)
    threshold = np.sort(cv)[int(len(right) - right.sum())]
    found = {
        "ac": ct.mean(),
        "doc": right.mean() + ct.mean() - cv.mean(),
        "atc": np.mean(ct >= threshold),
        "iw": (w * right).sum() / w.sum(),
        "dr": ct.mean() + np.mean(w / w.mean() * (right - cv)),
    }
    return {key: min(1.0, max(0.0, value)) for key, value in found.items()}


def golden(task):
    zv, yv, zt, y = logits(task, "source_val"), task["source_val_labels"].astype(int), logits(task, "target"), task["target_labels"]
    w, weights = domain_classifier(task)
    found = {
        "vanilla": {"temperature": 1.0},
        "temperature": methods.temperature(zv, yv),
        "cpcs": methods.cpcs(zv, yv, w),
        "cpcs-original": methods.cpcs(zv, yv, w + 0.5),
        "transcal": methods.transcal(zv, yv, w, zt, "serial"),
        "transcal-no-bias": methods.transcal(zv, yv, w, zt, "serial", 1.0),
        "oracle": oracle(zt, y),
    }
    for variates in ("none", "weight", "correctness", "parallel"):
        name = "transcal-no-variance" if variates == "none" else f"transcal-cv-{variates}"
        found[name] = methods.transcal(zv, yv, w, zt, variates)
    if "target_logits" in task:  # in coarse probabilities, rounding decides which tied rows share one of utdc's bins
        found["utdc"] = methods.utdc(zv, yv, zt)
    if "mixup_logits" in task:
        found["pseudocal"] = pseudocal(task, zt)
    result = {}
    for name, fit in found.items():
        kept = {key: fit[key] for key in ("temperature", "lambda", "gap") if key in fit}
        result[name] = {**kept, **scores(log_softmax(zt / fit["temperature"], axis=1), y)}
    # The paper's objective has many equal minima, so that only its value is compared.
    result["transcal-paper"] = {"objective": methods.transcal_paper(zv, yv, w)["least"]}
    for name, p in probabilities(task, zv, yv, zt):
        with np.errstate(divide="ignore"):
            result[name] = scores(np.log(p), y)
    rows = {split: len(task[f"{split}_features"]) for split in ("source_train", "source_val", "target")}
    estimates = estimators(zv, yv, zt, w, found["temperature"]["temperature"])
    return {"classes": zv.shape[1], "rows": rows, "weights": weights, "estimators": estimates, "methods": result}


def probabilities(task, zv, yv, zt):
    for name, fit in [("platt", methods.platt), ("isotonic", methods.isotonic), ("histogram", methods.histogram)]:
        yield name, methods.one_vs_rest(fit, zv, yv, zt)
    for name, array in [("mc-dropout", "mcdropout_probs"), ("ensemble", "ensemble_probs")]:
        if array in task:
            yield name, task[array].astype(float)
    k = zv.shape[1]
    for name, full, parameters in [("vector", False, 2 * k), ("matrix", True, k * (k + 1))]:
        if len(yv) >= FEWEST_ROWS_PER_PARAMETER * parameters:
            try:
                p = np.array(methods.affine(zv, yv, zt, full)["probabilities"])
            except AssertionError:  # scipy did not converge
                continue
            yield name, p


def rounded(value):
    """Ten significant digits; infinite values are dropped."""
    if isinstance(value, dict):
        return {k: rounded(v) for k, v in value.items() if not (isinstance(v, float) and math.isinf(v))}
    return float(f"{value:.10g}") if isinstance(value, float) else value


def main():
    result = {}
    for path in sorted((RESOURCES / "mini-bank").glob("*.npz")):
        with np.load(path) as file:
            result[path.stem] = rounded(golden(dict(file)))
        print(path.stem, result[path.stem]["weights"], flush=True)
        for name, values in result[path.stem]["methods"].items():
            print("  ", name, values, flush=True)
    (RESOURCES / "mini-bank/golden.json").write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
