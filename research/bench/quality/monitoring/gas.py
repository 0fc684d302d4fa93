"""Chemical sensors that drift over three years: trains a linear model on the first two batches and writes its
logits for the later ones, as one task and the number of the batch of each target row.

  gas.py DATA.npz TASK.npz BATCHES.npy
"""
import sys

import numpy
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import StandardScaler

data = numpy.load(sys.argv[1])
x = numpy.sign(data["x"]) * numpy.log1p(numpy.abs(data["x"].astype(float)))
y = data["y"].astype(int)
names = [str(name) for name in data["domain_names"]]
batch = numpy.array([int(names[d].removeprefix("batch")) for d in data["domain"]])

rng = numpy.random.default_rng(0)
source = rng.permutation(numpy.flatnonzero(batch <= 2))
train, validation = source[: len(source) * 6 // 10], source[len(source) * 6 // 10 :]
# Files list a batch by gas; within a batch the order in time is not known.
target = numpy.concatenate([rng.permutation(numpy.flatnonzero(batch == b)) for b in numpy.unique(batch) if b > 2])
scaler = StandardScaler().fit(x[train])
model = LogisticRegression(C=1.0, max_iter=5000).fit(scaler.transform(x[train]), y[train])


def features(rows):
    # Standardised readings; far outliers of drifted sensors stay finite and large.
    return scaler.transform(x[rows]).astype(numpy.float32)


def logits(rows):
    return model.decision_function(scaler.transform(x[rows])).astype(numpy.float32)


numpy.savez(
    sys.argv[2],
    source_train_features=features(train),
    source_val_features=features(validation),
    source_val_logits=logits(validation),
    source_val_labels=y[validation],
    target_features=features(target),
    target_logits=logits(target),
    target_labels=y[target],
)
numpy.save(sys.argv[3], batch[target].astype(numpy.int64))
print("validation accuracy", model.score(scaler.transform(x[validation]), y[validation]))
for b in numpy.unique(batch[target]):
    rows = target[batch[target] == b]
    print("batch", b, len(rows), "accuracy", round(model.score(scaler.transform(x[rows]), y[rows]), 3))
