"""The same jobs in numpy, scipy and scikit-learn, for comparison.

Usage: peer.py JOB ARGUMENT... ; prints one JSON object on the last line.
"""
import json
import sys
import time

import numpy as np


def confidence(logits, temperature):
    """max_k softmax(z / T)_k of each row, in the precision of the logits."""
    scaled = logits / logits.dtype.type(temperature)
    scaled -= scaled.max(axis=1, keepdims=True)
    np.exp(scaled, out=scaled)
    return 1.0 / scaled.sum(axis=1)


def kernel(rows, classes, repeats):
    rng = np.random.default_rng(0)
    logits = (4 * rng.standard_normal((rows, classes))).astype(np.float32)
    seconds = []
    for _ in range(repeats):
        start = time.perf_counter()
        confidence(logits, 2.1)
        seconds.append(time.perf_counter() - start)
    return {"seconds": seconds}


def torch_kernel(rows, classes, repeats, threads):
    import torch

    torch.set_num_threads(threads)
    rng = np.random.default_rng(0)
    logits = torch.from_numpy((4 * rng.standard_normal((rows, classes))).astype(np.float32))
    seconds = []
    for _ in range(repeats):
        start = time.perf_counter()
        torch.softmax(logits / 2.1, dim=1).max(dim=1)
        seconds.append(time.perf_counter() - start)
    return {"seconds": seconds}


def domains(task):
    """Rows of both domains, which is which, and how much each counts."""
    train, target = task["source_train_features"], task["target_features"]
    x = np.concatenate([train, target])
    d = np.concatenate([np.ones(len(train)), np.zeros(len(target))])
    larger = max(len(train), len(target))
    return x, d, np.where(d == 1, larger / len(train), larger / len(target))


# The usual call, and the scikit-learn solver that is fastest to the definition's 1e-6 of the first gradient.
SOLVERS = {
    "default": dict(),
    "converged": dict(solver="newton-cholesky", tol=1e-6),
}


def gradient_left(task, classifier):
    """Norm of the classifier's gradient where it stopped, as a share of the one at 0."""
    x, d, balance = domains(task)
    x = x.astype(np.float64)

    def norm(coefficients, intercept):
        p = 1 / (1 + np.exp(-(x @ coefficients + intercept)))
        residual = balance * (p - d)
        return np.linalg.norm(np.append(x.T @ residual + coefficients, residual.sum()))

    found = classifier.coef_[0].astype(np.float64)
    return float(norm(found, float(classifier.intercept_[0])) / norm(0 * found, 0.0))


def transcal(task, solver="default"):
    """Weights by logistic regression, then the released objective by SLSQP from (2.0, 0.5).

    Returns the temperature and the classifier.
    """
    from scipy.optimize import minimize, minimize_scalar
    from sklearn.linear_model import LogisticRegression

    x, d, balance = domains(task)
    if solver != "default":
        x = x.astype(np.float64)  # In single precision it stops short of the definition.
    classifier = LogisticRegression(C=1.0, max_iter=1000, **SOLVERS[solver]).fit(x, d, sample_weight=balance)
    p = classifier.predict_proba(task["source_val_features"])
    weights = p[:, 0] / p[:, 1]

    # In single precision, finite differences of the objective vanish and SLSQP stays at its start.
    z, y = task["source_val_logits"].astype(np.float64), task["source_val_labels"]
    correct = (z.argmax(axis=1) == y).astype(float)
    error = 1 - correct

    def nll(log_t):
        scaled = z / np.exp(log_t)
        m = scaled.max(axis=1)
        lse = m + np.log(np.exp(scaled - m[:, None]).sum(axis=1))
        return float((lse - scaled[np.arange(len(y)), y]).mean())

    source_t = np.exp(minimize_scalar(nll, bounds=(-4, 5), method="bounded").x)
    source_confidence = confidence(z, source_t).mean()
    target_logits = task["target_logits"].astype(np.float64)

    def objective(point):
        t, exponent = point
        u = weights ** max(exponent, 1e-9)
        cov = np.cov(u * error, u, ddof=1)
        eta1 = -cov[0, 1] / cov[1, 1]
        g = u * error + eta1 * (u - 1)
        cov = np.cov(g, correct, ddof=1)
        eta2 = -cov[0, 1] / cov[1, 1]
        risk = (u * error).mean() + eta1 * (u.mean() - 1) + eta2 * (correct.mean() - source_confidence)
        return abs(confidence(target_logits, t).mean() - (1 - risk))

    found = minimize(
        objective, np.array([2.0, 0.5]), method="SLSQP", bounds=[(1.0, None), (0.0, 1.0)], options={"disp": False}
    )
    return float(found.x[0]), classifier


def softmax(logits, temperature):
    scaled = logits / logits.dtype.type(temperature)
    scaled -= scaled.max(axis=1, keepdims=True)
    np.exp(scaled, out=scaled)
    scaled /= scaled.sum(axis=1, keepdims=True)
    return scaled


def fit(path, repeats, out=None):
    """Fits; with a path, also writes calibrated probabilities, as the command does."""
    task = dict(np.load(path))
    seconds = []
    for _ in range(repeats):
        start = time.perf_counter()
        temperature, _ = transcal(task)
        seconds.append(time.perf_counter() - start)
    if out:
        np.save(out, softmax(task["target_logits"], temperature))
    return {"seconds": seconds, "temperature": temperature}


def default(path, out):
    """What the default of `transcal fit` does, by the usual calls: an accuracy from confidence and from nearest
    neighbours, blended by the AUC of a domain classifier, with a 90 % interval over 200 resamples, and the temperature
    that matches it. Writes calibrated probabilities, no report."""
    from scipy.optimize import brentq, minimize_scalar
    from sklearn.linear_model import LogisticRegression
    from sklearn.metrics import roc_auc_score
    from sklearn.model_selection import cross_val_predict
    from sklearn.neighbors import NearestNeighbors

    start = time.perf_counter()
    task = dict(np.load(path))
    x, d, balance = domains(task)
    p = cross_val_predict(LogisticRegression(max_iter=1000), x, d, cv=2, method="predict_proba")[:, 1]
    auc = roc_auc_score(d, p)
    z, y = task["source_val_logits"].astype(np.float64), task["source_val_labels"]
    correct = (z.argmax(axis=1) == y).astype(float)

    def nll(log_t):
        scaled = z / np.exp(log_t)
        m = scaled.max(axis=1)
        return float((m + np.log(np.exp(scaled - m[:, None]).sum(axis=1)) - scaled[np.arange(len(y)), y]).mean())

    source_t = np.exp(minimize_scalar(nll, bounds=(-4, 5), method="bounded").x)
    target = task["target_logits"].astype(np.float64)
    ours = confidence(target, source_t)
    k = max(1, len(y) // z.shape[1])
    near = NearestNeighbors(n_neighbors=k).fit(task["source_val_features"]).kneighbors(task["target_features"], return_distance=False)
    share = max(0.0, 2 * auc - 1)
    rng = np.random.default_rng(0)
    estimates = []
    for i in range(201):
        rows = rng.integers(0, len(target), len(target)) if i else np.arange(len(target))
        counts = np.bincount(rng.integers(0, len(y), len(y)), minlength=len(y)) if i else np.ones(len(y))
        weights = counts[near[rows]]
        local = (weights * correct[near[rows]]).sum(axis=1) / np.maximum(weights.sum(axis=1), 1)
        estimates.append((1 - share) * ours[rows].mean() + share * local.mean())
    accuracy, (low, high) = estimates[0], np.quantile(estimates[1:], [0.05, 0.95])
    temperature = brentq(lambda t: confidence(target, t).mean() - accuracy, 0.05, 50)
    np.save(out, softmax(task["target_logits"], temperature))
    return {"seconds": [time.perf_counter() - start], "temperature": temperature, "accuracy": [accuracy, low, high]}


def warm_fit(path, repeats, solver):
    """Fits inside one process, and how far the classifier's gradient fell."""
    task = dict(np.load(path))
    transcal(task, solver)
    seconds = []
    for _ in range(repeats):
        start = time.perf_counter()
        temperature, classifier = transcal(task, solver)
        seconds.append(time.perf_counter() - start)
    return {"seconds": seconds, "temperature": temperature, "gradient": gradient_left(task, classifier)}


def apply(logits_path, out_path, temperature, block, way):
    """Softmax block by block into a mapped file ("mapped") or appended to a plain one ("appended")."""
    start = time.perf_counter()
    logits = np.load(logits_path, mmap_mode="r")
    if way == "mapped":
        out = np.lib.format.open_memmap(out_path, mode="w+", dtype=np.float32, shape=logits.shape)
        for begin in range(0, len(logits), block):
            out[begin : begin + block] = softmax(logits[begin : begin + block], temperature)
        del out
    else:
        with open(out_path, "wb") as file:
            header = {"descr": "<f4", "fortran_order": False, "shape": logits.shape}
            np.lib.format.write_array_header_1_0(file, header)
            for begin in range(0, len(logits), block):
                softmax(logits[begin : begin + block], temperature).tofile(file)
    return {"seconds": [time.perf_counter() - start]}


if __name__ == "__main__":
    job, arguments = sys.argv[1], sys.argv[2:]
    if job == "kernel":
        result = kernel(*map(int, arguments))
    elif job == "torch":
        result = torch_kernel(*map(int, arguments))
    elif job == "fit":
        result = fit(arguments[0], int(arguments[1]), *arguments[2:])
    elif job == "default":
        result = default(*arguments)
    elif job == "warm":
        result = warm_fit(arguments[0], int(arguments[1]), arguments[2])
    elif job == "apply":
        result = apply(arguments[0], arguments[1], float(arguments[2]), int(arguments[3]), arguments[4])
    else:
        sys.exit(f"unknown job {job}")
    print(json.dumps(result))
