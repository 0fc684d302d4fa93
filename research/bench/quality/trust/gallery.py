#!/usr/bin/python3
"""Generates the gallery: tasks SUITE__SHIFT-strength__MODEL.npz with shifts from none to severe.

    /usr/bin/python3 research/bench/quality/trust/gallery.py OUT_DIR [SUITE]...

Suites: gauss (closed-form posterior), rings and blobs (non-linear), digits8 and cancer (bundled with scikit-learn),
table (census-like, synthetic), many (100 to 1,000 classes), user (predict_proba and raw inputs, as a new user saves them).
OUT_DIR/gallery.csv lists the tasks; for gauss it has the closed-form accuracy, too. Seeds are fixed. One core, under 3 minutes.
"""
import csv
import os
import pathlib
import sys
import warnings
import zlib

for threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[threads] = "1"  # the order of sums, and so every bit, is then fixed

import numpy as np
from scipy.ndimage import rotate
from sklearn.datasets import load_breast_cancer, load_digits, load_wine
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.ensemble import GradientBoostingClassifier, RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.neural_network import MLPClassifier

warnings.filterwarnings("ignore")  # networks stop early on purpose
STRENGTHS = {"none": 0, "mild": 1, "medium": 2, "severe": 3}
ALL = ("mild", "medium", "severe")
AMOUNTS = {  # by kind of shift: mild, medium, severe
    "mean": (0.2, 0.5, 1.1),  # standard deviations of each feature
    "noise": (0.15, 0.4, 1.0),  # the same
    "gain": (0.04, 0.1, 0.25),  # by how much every value grows
    "centres": (0.3, 0.7, 1.2),  # the same; every class moves on its own
    "rotation": (5, 12, 30),  # degrees
    "dropout": (0.05, 0.2, 0.5),  # share of values set to 0
    "concept": (0.06, 0.18, 0.4),  # share of rows with another label
    "label": (1.0, 2.2, 4.5),  # log ratio of the largest to the smallest class
    "subpopulation": (0.7, 1.5, 3.0),  # log odds of being chosen per standard deviation
}


def random_for(*key):
    return np.random.RandomState(zlib.crc32("/".join(map(str, key)).encode()))


def balanced(random, rows, classes):
    return random.permutation(np.arange(rows) % classes)


def scale_of(x):
    """Standard deviations; those of nearly constant features are raised."""
    deviations = x.std(axis=0)
    return np.maximum(deviations, 0.3 * np.median(deviations))


def softmax(z):
    e = np.exp(z - z.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


# ---- worlds: source rows, and a pool from which the target is made -------------------------------------------------


class Clusters:
    """Gaussian classes around random centres, in groups of similar classes, with features that carry no class."""

    def __init__(self, name, classes, features, separation, rows, groups=1, idle=0):
        random = random_for(name)
        family = random.normal(size=(groups, features))
        own = random.normal(size=(classes, features))
        self.centres = separation * (family[np.arange(classes) % groups] * (groups > 1) + own)
        self.centres[:, features - idle:] = 0
        self.name, self.classes, self.sizes = name, classes, rows

    def draw(self, random, rows, strength):
        labels = balanced(random, rows, self.classes)
        return self.centres[labels] + random.normal(size=(rows, self.centres.shape[1])), labels

    def posterior(self, x, centres):
        """Logits of the exact posterior."""
        return x @ centres.T - 0.5 * (centres**2).sum(axis=1)


class Rings:
    """Concentric rings of alternating class, rotated into eight dimensions."""

    name, classes, sizes = "rings", 3, (2500, 600, 2000)

    def draw(self, random, rows, strength):
        labels = balanced(random, rows, 3)
        radius = 1 + labels + 3 * random.randint(2, size=rows) + 0.25 * random.normal(size=rows)
        angle = random.uniform(0, 2 * np.pi, size=rows)
        plane = np.c_[radius * np.cos(angle), radius * np.sin(angle) * 0.7]
        basis = np.linalg.qr(random_for("rings").normal(size=(8, 8)))[0][:2]
        return plane @ basis + 0.1 * random.normal(size=(rows, 8)), labels


class Blobs:
    """Classes of four subclasses each; the target has other subclasses than the source."""

    name, classes, sizes = "blobs", 12, (1500, 800, 2500)

    def draw(self, random, rows, strength):
        labels = balanced(random, rows, 12)
        unseen = random.uniform(size=rows) < (0.04, 0.2, 0.5, 0.95)[strength]
        part = random.randint(2, size=rows) + 2 * unseen
        shape = random_for("blobs")
        centres = 1.1 * shape.normal(size=(12, 1, 10)) + 0.9 * shape.normal(size=(12, 4, 10))
        return centres[labels, part] + 0.8 * random.normal(size=(rows, 10)), labels


class Table:
    """A census-like table: skewed numbers, a category, interactions and noise."""

    classes = 2

    def __init__(self, name="table", rows=(1500, 800, 3000), classes=2):
        self.name, self.sizes, self.classes = name, rows, classes

    def draw(self, random, rows, strength, year=0.0):
        age = 18 + 60 * random.beta(1.6, 2.4, size=rows)
        hours = np.clip(random.normal(38, 11, size=rows), 1, 90)
        schooling = np.clip(np.round(random.normal(11 - 0.03 * (age - 40), 2.5)), 1, 18)
        capital = np.where(random.uniform(size=rows) < 0.12, random.lognormal(8, 1.2, size=rows), 0)
        region = random.choice(5, p=(0.4, 0.25, 0.2, 0.1, 0.05), size=rows)
        tenure = random.exponential(6, size=rows)
        score = 0.35 * (schooling - 11) + 0.04 * (hours - 38) - 0.002 * (age - 50) ** 2 + 0.0001 * capital
        score += np.array((0.4, 0, -0.5, 0.8, -1.0))[region] * (1 - year) + 0.05 * tenure + year * 0.25 * (schooling - 11)
        score = score + 0.5 * random.logistic(size=rows)
        labels = np.digitize(score, (0.7,) if self.classes == 2 else (-1.2, 0.3, 1.6))
        return np.c_[age, hours, schooling, capital, tenure, np.eye(5)[region]], labels


class Bundled:
    """Real rows bundled with scikit-learn, split at random."""

    def __init__(self, name, loader, sizes):
        self.name, self.sizes = name, sizes
        data = loader()
        self.x, self.y = data.data.astype(float), data.target
        self.classes = len(data.target_names)

    def split(self, random):
        order = random.permutation(len(self.x))
        train, validation, _ = self.sizes
        parts = np.split(order, (train, train + validation))
        return [(self.x[part], self.y[part]) for part in parts]


def split(world, random, strength_of_target, pool):
    if hasattr(world, "split"):
        return world.split(random)
    train, validation, target = world.sizes
    return [world.draw(random, train, 0), world.draw(random, validation, 0),
            world.draw(random, target * pool, strength_of_target)]


# ---- shifts ----------------------------------------------------------------------------------------------------------


def class_prior(amount, classes, random):
    return np.exp(-amount * np.arange(classes) / (classes - 1))[random.permutation(classes)]


def direction(random, x, scale):
    z = (x / scale) @ random.normal(size=x.shape[1])
    return (z - z.mean()) / z.std()


def shift(world, kind, amount, random, x, y, scale):
    """The target rows made from the pool (x, y)."""
    rows = world.sizes[2] if world.sizes[2] < len(x) else len(x) // 2
    if kind == "label":
        prior = class_prior(amount, world.classes, random) * np.bincount(y, minlength=world.classes)
        counts = random.multinomial(rows, prior / prior.sum())
        chosen = np.concatenate([np.flatnonzero(y == c)[:n] for c, n in enumerate(counts)])
        return x[chosen], y[chosen]
    if kind == "subpopulation" and world.name != "blobs":
        weights = np.exp(amount * direction(random, x, scale))
        chosen = random.choice(len(x), size=rows, replace=False, p=weights / weights.sum())
        return x[chosen], y[chosen]
    x, y = x[:world.sizes[2]], y[:world.sizes[2]]
    if kind == "mean":
        x = x + amount * scale * random.normal(size=x.shape[1])
    elif kind == "noise":
        x = x + amount * scale * random.normal(size=x.shape)
    elif kind == "gain":
        x = x * (1 + amount)
    elif kind == "dropout":
        x = np.where(random.uniform(size=x.shape) < amount, 0, x)
    elif kind == "rotation" and world.name == "digits8":
        images = rotate(x.reshape(-1, 8, 8), amount, axes=(1, 2), reshape=False, order=1)
        x = images.reshape(x.shape)
    elif kind == "rotation":
        angle = np.deg2rad(amount)
        basis = np.linalg.qr(random.normal(size=(x.shape[1], x.shape[1])))[0]
        turn = np.eye(x.shape[1])
        for i in range(0, x.shape[1] - 1, 2):
            turn[i:i + 2, i:i + 2] = [[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]
        x = (x / scale) @ basis @ turn @ basis.T * scale
    elif kind == "centres":
        x = x + amount * scale * random.normal(size=(world.classes, x.shape[1]))[y]
    elif kind == "concept":
        z = direction(random, x, scale)
        y = np.where(z > np.quantile(z, 1 - amount), (y + 1) % world.classes, y)
    return x, y


# ---- models ----------------------------------------------------------------------------------------------------------


class Model:
    """A classifier on standardised inputs: outputs on the scale of its suffix, and features."""

    def __init__(self, kind, x, y, classes, seed, world):
        self.kind, self.world = kind, world
        self.suffix = "probabilities" if kind == "forest" else "logits"
        self.mean, self.scale = x.mean(axis=0), scale_of(x)
        wide = classes >= 100
        self.fitted = {
            "linear": lambda: LogisticRegression(max_iter=300),
            "lda": lambda: LinearDiscriminantAnalysis(),
            "forest": lambda: RandomForestClassifier(60, min_samples_leaf=2, random_state=seed),
            "mlp": lambda: MLPClassifier((128, 64) if wide else (64, 32), max_iter=20 if wide else 150, alpha=1e-4,
                                         learning_rate_init=3e-3, random_state=seed),
        }.get(kind, lambda: None)()
        if self.fitted is not None:
            self.fitted.fit(self.inputs(x), y)
            assert len(self.fitted.classes_) == classes, (world.name, kind)

    def inputs(self, x):
        return (x - self.mean) / self.scale

    def outputs(self, x):
        if self.kind == "posterior":
            return 2.0 * self.world.posterior(x, self.world.centres)
        if self.kind == "forest":
            return self.fitted.predict_proba(self.inputs(x))
        if self.kind == "mlp":
            z = self.features(x) @ self.fitted.coefs_[-1] + self.fitted.intercepts_[-1]
        else:
            z = self.fitted.decision_function(self.inputs(x))
            z = z[:, None] if z.ndim == 1 else z
        return np.c_[-z / 2, z / 2] if z.shape[1] == 1 else z

    def features(self, x):
        h = self.inputs(x)
        if self.kind == "mlp":
            for weights, bias in zip(self.fitted.coefs_[:-1], self.fitted.intercepts_[:-1]):
                h = np.maximum(h @ weights + bias, 0)
        return h


def second(kind, ordinal, x, y, classes, world, random):
    """Another model: the same kind on a resample with another seed, or for every fifth task another kind."""
    other = {"posterior": "lda", "linear": "forest", "forest": "linear", "mlp": "linear"}
    if kind == "posterior" or (ordinal % 5 == 4 and kind in other and classes < 100):
        kind = other[kind]
    rows = np.concatenate([np.flatnonzero(y == c)[:2] for c in range(classes)])
    rows = np.concatenate([rows, random.randint(len(x), size=len(x) - len(rows))])
    return Model(kind, x[rows], y[rows], classes, 1, world)


# ---- tasks -----------------------------------------------------------------------------------------------------------


class Gallery:
    def __init__(self, folder, suites):
        self.folder, self.suites, self.lines, self.models, self.ordinal = folder, suites, [], {}, 0

    def task(self, world, kind, strength, model, tag="", suite=None):
        """One task; training rows and models are shared by the strengths of a kind."""
        suite = suite or world.name
        self.ordinal, ordinal = self.ordinal + 1, self.ordinal
        if self.suites and suite not in self.suites:
            return
        subclasses = world.name == "blobs" and kind == "subpopulation"
        pool = 5 if kind in ("label", "subpopulation") and not subclasses else 1
        (xs, ys), (xv, yv), (xt, yt) = split(world, random_for(world.name, kind, model), subclasses * STRENGTHS[strength], pool)
        amount = AMOUNTS[kind][STRENGTHS[strength] - 1] if kind != "none" else 0
        scale = scale_of(xs)
        # The same direction for every strength.
        xt, yt = shift(world, kind, amount, random_for(world.name, kind, "shift"), xt, yt, scale)
        key = (world.name, "" if world.classes >= 300 else kind, model)
        if key[1] == "":  # training is expensive: one training split for all shifts
            (xs, ys), (xv, yv), _ = split(world, random_for(world.name, model), 0, 1)
        if key not in self.models:
            first = Model(model, xs, ys, world.classes, 0, world)
            self.models[key] = first, second(model, ordinal, xs, ys, world.classes, world, random_for(key))
        first, other = self.models[key]
        small = np.float16 if world.classes >= 300 else np.float32
        arrays = {"source_val_labels": yv, "target_labels": yt}
        arrays[f"source_val_{first.suffix}"] = first.outputs(xv).astype(small)
        arrays[f"target_{first.suffix}"] = first.outputs(xt).astype(small)
        if ordinal % 7 != 3:  # every seventh task has outputs only
            for name, x in (("source_train", xs), ("source_val", xv), ("target", xt)):
                arrays[f"{name}_features"] = first.features(x).astype(np.float32)
            if ordinal % 4 != 1:
                arrays[f"source_train_{first.suffix}"] = first.outputs(xs).astype(small)
            if model in ("mlp", "linear", "posterior"):
                partner = random_for(world.name, kind, "partner").permutation(len(xt))
                arrays["mixup_partner"] = partner
                arrays["mixup_logits"] = first.outputs(0.65 * xt + 0.35 * xt[partner]).astype(small)
        if ordinal % 6 != 2:
            arrays[f"second_source_val_{other.suffix}"] = other.outputs(xv).astype(small)
            arrays[f"second_target_{other.suffix}"] = other.outputs(xt).astype(small)
        exact = closed_form(world, kind, amount, xt, scale, first) if model == "posterior" else None
        shifted = kind if kind == "none" else f"{kind}-{strength}"
        self.write(f"{suite}__{shifted}__{model}{tag}", arrays, exact)

    def user(self, name, estimator, source, target, classes, label):
        """A new user's task: predict_proba, and the raw inputs as features."""
        if self.suites and "user" not in self.suites:
            return
        random = random_for("user", name)
        (x, y), (xt, yt) = source, target
        order = random.permutation(len(x))
        held_out = order[:min(len(x) * 3 // 10, 3000)]
        rest = order[len(held_out):]
        held_out = held_out[np.isin(y[held_out], y[rest])]
        model = estimator.fit(x[rest], y[rest])
        assert len(model.classes_) == classes, name
        self.write(f"user__{name}__{label}", {
            "source_train_features": x[rest], "source_val_features": x[held_out], "target_features": xt,
            "source_val_probabilities": model.predict_proba(x[held_out]), "source_val_labels": y[held_out],
            "target_probabilities": model.predict_proba(xt), "target_labels": yt}, None)

    def write(self, name, arrays, exact):
        np.savez(self.folder / f"{name}.npz", **arrays)
        by = lambda part: next(arrays[f"{part}_{s}"] for s in ("logits", "probabilities") if f"{part}_{s}" in arrays)
        correct = lambda part: (by(part).argmax(axis=1) == arrays[f"{part}_labels"]).mean()
        confidence = by("target").astype(float)
        confidence = softmax(confidence) if "target_logits" in arrays else confidence
        suite, shifted, model = name.split("__")
        self.lines.append([name, suite, shifted, model, confidence.shape[1], len(by("source_val")), len(confidence),
                           *(f"{v:.4f}" for v in (correct("source_val"), correct("target"), confidence.max(axis=1).mean())),
                           "" if exact is None else f"{exact:.4f}"])
        print(*self.lines[-1], flush=True)

    def finish(self):
        with open(self.folder / "gallery.csv", "w", newline="") as file:
            csv.writer(file).writerows([("task", "suite", "shift", "model", "classes", "validation_rows", "target_rows",
                                         "source_accuracy", "target_accuracy", "target_confidence", "closed_form"),
                                        *self.lines])


def closed_form(world, kind, amount, xt, scale, model):
    """The expected accuracy of the predictions given the target rows, from the exact target posterior."""
    random = random_for(world.name, kind, "shift")
    centres, prior = world.centres, np.ones(world.classes)
    if kind == "mean":
        centres = centres + amount * scale * random.normal(size=xt.shape[1])
    elif kind == "centres":
        centres = centres + amount * scale * random.normal(size=centres.shape)
    elif kind == "label":
        prior = class_prior(amount, world.classes, random)
    elif kind == "concept":
        return None
    exact = softmax(world.posterior(xt, centres) + np.log(prior))
    return exact[np.arange(len(xt)), model.outputs(xt).argmax(axis=1)].mean()


def gauss(gallery):
    two = Clusters("gauss2", 2, 6, 0.55, (800, 500, 3000))
    five = Clusters("gauss5", 5, 8, 0.75, (800, 600, 3000))
    ten = Clusters("gauss10", 10, 10, 0.85, (1500, 1000, 3000))
    for world, kinds in ((two, ("mean", "concept")), (five, ("label", "centres")), (ten, ("subpopulation", "mean"))):
        gallery.task(world, "none", "none", "posterior", str(world.classes), "gauss")
        for kind in kinds:
            for strength in ALL[:2] if kind == "concept" else ALL:
                gallery.task(world, kind, strength, "posterior", str(world.classes), "gauss")


def synthetic(gallery):
    rings, blobs, table = Rings(), Blobs(), Table()
    for model in ("mlp", "forest"):
        gallery.task(rings, "none", "none", model)
    for strength in ALL:
        gallery.task(rings, "rotation", strength, "mlp")
        gallery.task(rings, "noise", strength, "forest")
    for model in ("mlp", "linear"):
        gallery.task(blobs, "none", "none", model)
        for strength in ALL:
            gallery.task(blobs, "subpopulation", strength, model)
    gallery.task(blobs, "label", "severe", "mlp")
    gallery.task(Table("table", (2000, 1000, 20000)), "none", "none", "linear")
    for strength in ALL:
        gallery.task(table, "subpopulation", strength, "forest")
        gallery.task(table, "label", strength, "linear")
    for strength in ("mild", "medium"):
        gallery.task(table, "concept", strength, "mlp")
        gallery.task(table, "dropout", strength, "mlp")


def bundled(gallery):
    digits = Bundled("digits8", load_digits, (700, 400, 697))
    cancer = Bundled("cancer", load_breast_cancer, (220, 150, 199))
    for model in ("mlp", "forest", "linear"):
        gallery.task(digits, "none", "none", model)
    for strength in ALL:
        gallery.task(digits, "rotation", strength, "mlp")
        gallery.task(digits, "noise", strength, "forest")
        gallery.task(digits, "dropout", strength, "linear")
    gallery.task(digits, "label", "severe", "mlp")
    for model in ("linear", "forest"):
        gallery.task(cancer, "none", "none", model)
    for strength in ALL:
        gallery.task(cancer, "gain", strength, "linear")
        gallery.task(cancer, "noise", strength, "forest")
    gallery.task(cancer, "concept", "medium", "linear")


def many(gallery):
    worlds = {
        100: Clusters("many100", 100, 40, 0.6, (4000, 1500, 3000), groups=10, idle=10),
        300: Clusters("many300", 300, 48, 0.62, (6000, 2000, 3000), groups=30, idle=12),
        1000: Clusters("many1000", 1000, 64, 0.64, (10000, 3000, 3000), groups=50, idle=16),
    }
    for classes, kind, strength, model in (
        (100, "none", "none", "mlp"), (100, "mean", "mild", "mlp"), (100, "mean", "severe", "mlp"),
        (100, "noise", "medium", "lda"), (100, "subpopulation", "severe", "lda"),
        (300, "none", "none", "lda"), (300, "mean", "medium", "mlp"), (300, "mean", "severe", "mlp"),
        (300, "noise", "mild", "mlp"), (300, "label", "severe", "lda"),
        (1000, "none", "none", "mlp"), (1000, "mean", "mild", "mlp"), (1000, "mean", "medium", "lda"),
        (1000, "mean", "severe", "lda"), (1000, "mean", "severe", "mlp"), (1000, "noise", "medium", "lda"),
    ):
        gallery.task(worlds[classes], kind, strength, model, str(classes), "many")


def user(gallery):
    logistic, forest, boosting = (lambda: LogisticRegression(max_iter=2000), lambda: RandomForestClassifier(random_state=0),
                                  lambda: GradientBoostingClassifier(n_estimators=40, random_state=0))
    neighbours, bayes, network = KNeighborsClassifier, GaussianNB, lambda: MLPClassifier(random_state=0, max_iter=80)

    digits = load_digits()
    x, y = digits.data, digits.target
    part = lambda rows: (x[rows], y[rows])
    ink = x.sum(axis=1) > np.quantile(x.sum(axis=1), 0.6)
    writers = np.arange(len(x)) < 1100
    turned = rotate(digits.images, 20, axes=(1, 2), reshape=False, order=1).reshape(len(x), 64)
    inverted = np.where(digits.images[:, ::-1, :].reshape(len(x), 64) > 4, 16.0, 0.0)
    thin = np.where(x > 8, x, 0)
    for label, model in (("logistic", logistic), ("forest", forest), ("bayes", bayes)):
        gallery.user("digit-writers", model(), part(writers), part(~writers), 10, label)
    for label, model in (("boosting", boosting), ("knn", neighbours)):
        gallery.user("digit-ink", model(), part(~ink), part(ink), 10, label)
    for label, model in (("logistic", logistic), ("mlp", network)):
        gallery.user("digit-turned", model(), part(writers), (turned[~writers], y[~writers]), 10, label)
    gallery.user("digit-flipped", forest(), part(writers), (inverted[~writers], y[~writers]), 10, "forest")
    gallery.user("digit-thin", network(), part(writers), (thin[~writers], y[~writers]), 10, "mlp")

    data = load_breast_cancer()
    texture, smooth = data.data[:, 1] > np.quantile(data.data[:, 1], 0.55), data.data[:, 4] > np.quantile(data.data[:, 4], 0.6)
    for name, rows, label, model in (("cancer-texture", texture, "logistic", logistic), ("cancer-smooth", smooth, "forest", forest)):
        gallery.user(name, model(), (data.data[~rows], data.target[~rows]), (data.data[rows], data.target[rows]), 2, label)
    wine = load_wine()
    strong = np.random.RandomState(0).uniform(size=178) < np.where(wine.data[:, 0] > 13, 0.75, 0.15)
    gallery.user("wine-alcohol", bayes(), (wine.data[~strong], wine.target[~strong]), (wine.data[strong], wine.target[strong]), 3, "bayes")

    table = Table("user-table", classes=4)
    x, y = table.draw(random_for("user-table"), 7000, 0)
    later = table.draw(random_for("user-later"), 3000, 0, year=1.0)
    old, poor = x[:, 0] > 50, x[:, 7] + x[:, 9] > 0
    for name, source, target, label, model in (
        ("table-random", slice(4000), slice(4000, 7000), "boosting", boosting),
        ("table-age", ~old, old, "boosting", boosting), ("table-age", ~old, old, "forest", forest),
        ("table-region", ~poor, poor, "logistic", logistic),
    ):
        gallery.user(name, model(), (x[source], y[source]), (x[target][:3000], y[target][:3000]), 4, label)
    gallery.user("table-later", forest(), (x[:4000], y[:4000]), later, 4, "forest")

    for classes, amount, label, model in ((300, 0.7, "bayes", bayes), (1000, 0.5, "bayes", bayes),
                                          (1000, 1.2, "lda", LinearDiscriminantAnalysis), (1000, 2.0, "bayes", bayes)):
        world = Clusters(f"user{classes}", classes, 48, 0.95, None, idle=12)
        random = random_for("user-many", classes, amount)
        x, y = world.draw(random, 13 * classes, 0)
        xt, yt = world.draw(random, 3000, 0)
        gallery.user(f"many-moved{amount}", model(), (x, y), (xt + amount * random.normal(size=48), yt), classes, f"{label}{classes}")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    gallery = Gallery(folder, sys.argv[2:])
    for suite in (gauss, synthetic, bundled, many, user):
        suite(gallery)
    gallery.finish()
