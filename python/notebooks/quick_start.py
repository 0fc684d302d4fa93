# %% [markdown]
# # Quick start
# A classifier was trained on a *source* domain and now sees a *target* domain for which you have no
# labels. Its confidence is wrong there. This notebook corrects it and says whether to trust the result.

# %%
import numpy as np
import transcal

task = transcal.example()
{name: getattr(array, "shape", "source training, source validation, target") for name, array in task.items()}

# %% [markdown]
# These are a model's logits on labelled source validation rows and on unlabelled target rows, and the
# features (the representation before the last layer) of both domains. Yours may be numpy arrays, pandas
# objects or torch tensors. `target_labels` is for the scores at the end only: no method but `oracle` sees it.

# %%
fit = transcal.fit(**task)
fit

# %% [markdown]
# The temperature divides the logits. The interval is for the target accuracy, 90 %. The verdict has reasons:

# %%
fit.temperature, fit.interval, fit.verdict

# %%
for reason in fit.reasons:
    print("-", reason)

# %% [markdown]
# ## Use it
# `calibrate` works on any number of rows. A saved model serves in pure numpy, without Java.

# %%
fit.model.save("model.json")
probabilities = transcal.read_model("model.json").calibrate(task["target_logits"])
probabilities[:3].round(3)

# %% [markdown]
# ## Was it worth it?
# Here the target labels are known, so the calibration error can be measured before and after.

# %%
before = transcal.evaluate(task["target_logits"], task["target_labels"])
after = transcal.evaluate(task["target_logits"], task["target_labels"], model=fit.model)
print(f"ECE before {before.ece}")
print(f"ECE after  {after.ece}")
assert after.ece.value < before.ece.value

# %% [markdown]
# ## Other methods, and a report

# %%
comparison = transcal.compare(**task, methods=["vanilla", "temperature", "transcal", "recommended"])
print(comparison)

# %%
fit.report.save("report.html")

# %% [markdown]
# ## A few labels settle doubts
# `label_rows` chooses the target rows that are most worth labelling. Fill in as many as you like, and the
# estimate becomes a measurement with a valid interval.

# %%
rows = transcal.label_rows(**task, budget=100)
answers = {int(row): int(task["target_labels"][row]) for row in rows.row}  # a person's work
measured = transcal.estimate(**task, labels=rows.fill(answers))
print(measured.accuracy, measured.verdict)
print("true accuracy", np.mean(task["target_logits"].argmax(axis=1) == task["target_labels"]))
