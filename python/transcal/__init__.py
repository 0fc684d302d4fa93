"""Calibrates classifiers under domain shift, without target labels.

>>> import transcal
>>> fit = transcal.fit(source_val_logits=zv, source_val_labels=yv, target_logits=zt,
...                    features=(fs, fv, ft))      # doctest: +SKIP
>>> fit.calibrate(new_logits)                      # doctest: +SKIP

The computations run in a Java process (17 or newer), started on first use. ``read_model`` and
``calibrate`` need numpy only. ``transcal.sklearn``, ``transcal.torch`` and ``transcal.spark`` are for users
of these libraries.
"""

from ._calls import compare, estimate, evaluate, fit, label_rows
from ._errors import DataError, InputError, TransCalError, TransCalWarning, WorkerError
from ._example import example
from ._labels import LabelRows
from ._model import Model, read_model
from ._monitoring import Monitoring, monitor, reference
from ._results import Comparison, Estimate, Evaluation, Fit, Interval, PositiveClass, Report
from ._version import __version__
from ._worker import set_java_options, shutdown, worker_pid

__all__ = [
    "Comparison",
    "DataError",
    "Estimate",
    "Evaluation",
    "Fit",
    "InputError",
    "Interval",
    "LabelRows",
    "Model",
    "Monitoring",
    "PositiveClass",
    "Report",
    "TransCalError",
    "TransCalWarning",
    "WorkerError",
    "__version__",
    "compare",
    "estimate",
    "evaluate",
    "example",
    "fit",
    "label_rows",
    "monitor",
    "read_model",
    "reference",
    "set_java_options",
    "shutdown",
    "worker_pid",
]
