# %% [markdown]
# # PyTorch, end to end
# Train a small network on clean images, use it on noisy ones, and calibrate it for them without labels.

# %%
import numpy as np
import torch
import transcal
from transcal.torch import CalibratedModule, collect

torch.manual_seed(0)
torch.set_num_threads(1)
random = np.random.default_rng(0)
patterns = random.normal(0, 1, (4, 1, 12, 12))


def images(rows, noise):
    labels = random.integers(0, 4, rows)
    pixels = patterns[labels] + random.normal(0, noise, (rows, 1, 12, 12))
    data = torch.utils.data.TensorDataset(
        torch.tensor(pixels, dtype=torch.float32), torch.tensor(labels)
    )
    return torch.utils.data.DataLoader(data, batch_size=100)


train, validation = images(1000, 5.0), images(600, 5.0)
target = images(1000, 6.0)  # the camera got worse

# %% [markdown]
# ## Train on the source domain

# %%
network = torch.nn.Sequential()
network.add_module("conv", torch.nn.Conv2d(1, 16, 5))
network.add_module("relu", torch.nn.ReLU())
network.add_module("flatten", torch.nn.Flatten())
network.add_module("hidden", torch.nn.Linear(16 * 64, 32))
network.add_module("hidden_relu", torch.nn.ReLU())
network.add_module("head", torch.nn.Linear(32, 4))
optimizer = torch.optim.Adam(network.parameters(), 1e-3)
for epoch in range(8):
    for x, y in train:
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(network(x), y).backward()
        optimizer.step()

# %% [markdown]
# ## Collect what TransCal needs
# Logits, features and labels; mixed inputs are further evidence about the target.

# %%
of_train = collect(network, train, features="hidden_relu")
of_validation = collect(network, validation, features="hidden_relu")
of_target = collect(network, target, features="hidden_relu", mixup=True)
of_target.logits.shape, of_target.features.shape

# %% [markdown]
# ## Calibrate
# The labels of the target go to `target_labels`, which only the scores see; leave it out if you have none.

# %%
fit = transcal.fit(
    source_val_logits=of_validation.logits,
    source_val_labels=of_validation.labels,
    target_logits=of_target.logits,
    target_labels=of_target.labels,
    features=(of_train.features, of_validation.features, of_target.features),
    mixup_logits=of_target.mixup_logits,
    mixup_partner=of_target.mixup_partner,
)
fit

# %%
before = transcal.evaluate(of_target.logits, of_target.labels)
print(f"ECE {100 * before.ece.value:.1f} % before, {100 * fit.scores['ece']:.1f} % after")
assert fit.scores["ece"] < before.ece.value

# %% [markdown]
# ## Serve
# `CalibratedModule` is the network with calibrated probabilities as its output.

# %%
calibrated = CalibratedModule(network.eval(), fit)
with torch.no_grad():
    probabilities = calibrated(next(iter(target))[0])
probabilities[:3]
