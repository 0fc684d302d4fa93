"""The optimum of a small penalised logistic regression, by scipy, for LimitedMemoryBfgsTest.

Run: python3 logistic.py > logistic.json   (numpy 1.24, scipy 1.10)
"""
import json

import numpy as np
from scipy.optimize import minimize

rng = np.random.default_rng(20201206)
x = np.round(np.c_[np.ones(40), rng.normal(size=(40, 3)) * [1, 10, 0.1]], 3)
y = np.where(rng.random(40) < 1 / (1 + np.exp(-(x @ [0.3, 1.0, -0.2, 2.0]))), 1, -1)
penalty = 0.05


def loss(b):
    return np.logaddexp(0, -y * (x @ b)).sum() + penalty / 2 * b @ b


def gradient(b):
    return -x.T @ (y / (1 + np.exp(y * (x @ b)))) + penalty * b


def hessian(b):
    p = 1 / (1 + np.exp(-(x @ b)))
    return x.T * (p * (1 - p)) @ x + penalty * np.eye(4)


found = minimize(loss, np.zeros(4), jac=gradient, hess=hessian, method="trust-exact", options={"gtol": 1e-10})
at = found.x
for _ in range(3):
    at = at - np.linalg.solve(hessian(at), gradient(at))
assert np.linalg.norm(gradient(at)) < 1e-12
print(json.dumps({"x": x.tolist(), "y": y.tolist(), "penalty": penalty, "at": at.tolist(), "value": float(loss(at))}))
