"""Generalised Pareto shapes of the largest fifth of weights, for ParetoTailTest.

Zhang and Stephens (2009), with the weakly informative prior of Pareto-smoothed importance sampling:
ten pseudo-observations of k = 0.5. The tail is the ceil(n / 5) largest values above the next one.
Run: python3 pareto.py > pareto.json   (numpy 1.24)
"""
import json

import numpy as np

rng = np.random.default_rng(11)


def shape(weights):
    x = np.sort(weights)
    tail = -(-len(x) // 5)
    excess = x[-tail:] - x[-tail - 1]
    n = len(excess)
    grid = 30 + int(np.floor(np.sqrt(n)))
    j = np.arange(1, grid + 1)
    quartile = excess[int(np.floor(n / 4 + 0.5)) - 1]
    theta = 1 / excess[-1] + (1 - np.sqrt(grid / (j - 0.5))) / (3 * quartile)
    k = np.log1p(-theta[:, None] * excess).mean(axis=1)
    profile = n * (np.log(-theta / k) - k - 1)
    posterior = 1 / np.exp(profile[None, :] - profile[:, None]).sum(axis=1)
    estimate = np.log1p(-(posterior * theta).sum() * excess).mean()
    return (n * estimate + 10 * 0.5) / (n + 10)


def case(name, weights):
    weights = np.round(weights, 6)
    return {"name": name, "weights": weights.tolist(), "shape": float(shape(weights))}


print(json.dumps([
    case("shortest tail", rng.exponential(size=21)),
    case("log-normal", rng.lognormal(sigma=1.5, size=100)),
    case("exponential", rng.exponential(size=203)),
    case("uniform", rng.uniform(size=150)),
    case("heavy", rng.uniform(size=250) ** -1.1),
    case("logistic scores", np.exp(rng.normal(size=333) * 2 - 1)),
]))
