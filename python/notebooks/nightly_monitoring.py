# %% [markdown]
# # Nightly monitoring
# A deployed model scores new rows every night, and labels come late or never. Learn from nights known to
# be fine what is normal, then let each night be checked against that.

# %%
import os
import tempfile

import numpy as np
import transcal

folder = tempfile.mkdtemp()
task = transcal.example()
features = task["features"][2]
random = np.random.default_rng(1)


def night(drift=0.0):
    """Rows of one night: a sample of the target, drifted more or less."""
    rows = random.choice(len(features), 600)
    return {
        "target_logits": task["target_logits"][rows] * (1 - drift),
        "target_features": features[rows] + 3 * drift,
        "camera": np.where(rows % 2 == 0, "east", "west"),
    }


# %% [markdown]
# ## What is normal?

# %%
reference = transcal.reference(
    **task,
    period={f"2026-08-{day:02}": night() for day in range(1, 11)},
    segments=["camera"],
    out=os.path.join(folder, "ref.npz"),
)

# %% [markdown]
# ## Every night
# One call, from cron or a scheduler. The history is a table of all nights; the dashboard is one HTML page.

# %%
history, dashboard = os.path.join(folder, "history.jsonl"), os.path.join(folder, "dashboard.html")
for day in range(1, 6):
    drift = 0.0 if day < 4 else 0.4
    found = transcal.monitor(
        reference,
        night(drift),
        at=f"2026-09-{day:02}",
        segments=["camera"],
        history=history,
        dashboard=dashboard,
    )
    print(found)

# %% [markdown]
# The last nights drifted, and they alert without a single label:

# %%
assert found.alerts
for alert in found.alerts[:5]:
    print("-", alert)
