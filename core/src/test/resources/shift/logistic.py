"""Domain classifiers by scikit-learn on small fixed features, for DomainClassifierTest.

The smaller domain is balanced by sample_weight. Run: python3 logistic.py > logistic.json
(numpy 1.24, scikit-learn 1.2)
"""
import json

import numpy as np
from sklearn.linear_model import LogisticRegression

rng = np.random.default_rng(7)


def case(name, n_source, n_target):
    source = np.round(rng.normal(size=(n_source, 3)) * [1, 4, 0.3], 3)
    target = np.round(rng.normal(size=(n_target, 3)) * [1, 4, 0.3] + [0.8, -1.5, 0.1], 3)
    x = np.r_[source, target]
    d = np.r_[np.ones(n_source), np.zeros(n_target)]
    larger = max(n_source, n_target)
    weight = np.where(d == 1, larger / n_source, larger / n_target)
    model = LogisticRegression(C=1.0, solver="newton-cholesky", tol=1e-12, max_iter=1000).fit(x, d, sample_weight=weight)
    beta, intercept = model.coef_[0], model.intercept_[0]
    score = x @ beta + intercept
    objective = (weight * np.logaddexp(0, np.where(d == 1, -score, score))).sum() + beta @ beta / 2
    gradient = x.T @ (weight * (1 / (1 + np.exp(-score)) - d)) + beta
    assert np.linalg.norm(gradient) < 1e-9, gradient
    return {"name": name, "source": source.tolist(), "target": target.tolist(), "coefficients": beta.tolist(),
            "intercept": float(intercept), "objective": float(objective)}


print(json.dumps([case("source larger", 40, 25), case("target larger", 15, 45), case("equal sizes", 30, 30),
                  case("fifty times", 250, 5)]))
