"""What the functions of the package return."""

from __future__ import annotations

import html
from typing import Any, Callable, Dict, Iterator, List, Mapping, NamedTuple, Optional, Tuple

import numpy as np

from ._errors import InputError
from ._model import Model, PathLike, save_text
from ._worker import Answer


class Interval(NamedTuple):
    """A value and the ends of its interval: ``value``, ``low``, ``high``."""

    value: float
    low: float
    high: float

    @staticmethod
    def of(fields: Mapping[str, float]) -> "Interval":
        return Interval(fields["value"], fields["low"], fields["high"])

    def __str__(self) -> str:
        return f"{self.value:.4g} ({self.low:.4g} to {self.high:.4g})"


class Report:
    """A self-contained HTML page, made on first use.

    >>> fit.report.save("report.html")      # doctest: +SKIP
    """

    def __init__(self, make: Callable[[], str]) -> None:
        self._make: Optional[Callable[[], str]] = make
        self._html: Optional[str] = None

    @property
    def html(self) -> str:
        """The whole page."""
        if self._html is None:
            if self._make is None:
                raise InputError("a report cannot be made after pickling; read .report.html before")
            self._html = self._make()
        return self._html

    def save(self, path: PathLike) -> None:
        """Writes the page to a file, whole or not at all."""
        save_text(path, self.html)

    def __getstate__(self) -> Dict[str, Any]:
        # The arrays that the report is made from are not pickled.
        return {"_make": None, "_html": self._html}

    def _repr_html_(self) -> str:
        page = html.escape(self.html, quote=True)
        return f'<iframe srcdoc="{page}" style="width:100%;height:40em;border:1px solid #ccc"></iframe>'


class Fit:
    """A fitted calibration, its estimated target accuracy, and whether to trust it.

    :ivar result: the content of result.json
    :ivar method: the method whose model this is
    :ivar model: the :class:`Model`, for serving; None for mc-dropout, ensemble and svi, which give
        probabilities of the target only
    :ivar findings: what the result means: ``headline``, ``verdict``, ``why``, ``next``, ``warnings``
    :ivar reasons: reasons for the verdict, or for doubting the result, one sentence each
    :ivar target_probabilities: calibrated probabilities of the target rows
    :ivar warnings: warnings about the data and the results, one line each
    :ivar report: the HTML :class:`Report`
    """

    def __init__(self, answer: Answer, report: Callable[[], str]) -> None:
        self.result: Dict[str, Any] = answer.json("result.json")
        self.method: str = answer.text("method")
        self.model: Optional[Model] = Model(answer.json("model.json")) if "model.json" in answer else None
        self.findings: Dict[str, Any] = self.result["findings"]
        self.reasons: List[str] = self.findings["why"]
        self.target_probabilities: Optional[np.ndarray] = (
            answer.array("target_probabilities.npy") if "target_probabilities.npy" in answer else None
        )
        self.warnings: List[str] = answer.warnings
        self.report = Report(report)

    @property
    def results(self) -> List[Dict[str, Any]]:
        """One dictionary per method, as in result.json; a method that could not run has ``error``."""
        return self.result["results"]

    def _own(self) -> Dict[str, Any]:
        return next(result for result in self.results if result["method"] == self.method)

    @property
    def temperature(self) -> Optional[float]:
        """The temperature; None if the model is not a temperature."""
        return self._own().get("temperature")

    @property
    def accuracy(self) -> Optional[float]:
        """Estimated accuracy on the target; None if the method could not run."""
        own = self._own()
        return own["accuracy"]["value"] if "accuracy" in own else own.get("estimatedTargetAccuracy")

    @property
    def interval(self) -> Optional[Tuple[float, float]]:
        """90 % interval of the target accuracy; None unless the method gives one."""
        own = self._own()
        return (own["accuracy"]["low"], own["accuracy"]["high"]) if "accuracy" in own else None

    @property
    def verdict(self) -> Optional[str]:
        """trustworthy, doubtful or untrustworthy; None unless the method gives a verdict."""
        return self._own().get("verdict")

    @property
    def scores(self) -> Optional[Dict[str, float]]:
        """accuracy, ece, nll and brier on the target, if target labels were given."""
        return self._own().get("target")

    def calibrate(
        self, logits: Any = None, *, probabilities: Any = None, out: Optional[np.ndarray] = None
    ) -> np.ndarray:
        """Calibrated probabilities of any rows; see :meth:`Model.calibrate`."""
        if self.model is None:
            raise InputError(
                self._own().get("error")
                or f"{self.method} gives probabilities of the target only, in target_probabilities"
            )
        return self.model.calibrate(logits, probabilities=probabilities, out=out)

    def _summary(self) -> List[Tuple[str, str]]:
        lines = [("method", self.method)]
        if self.temperature is not None:
            lines.append(("temperature", f"{self.temperature:.4g}"))
        if self.accuracy is None:
            return [*lines, ("error", self._own()["error"])]
        accuracy = f"{100 * self.accuracy:.1f} %"
        if self.interval is not None:
            low, high = self.interval
            accuracy += f" (90 % interval {100 * low:.1f} to {100 * high:.1f} %)"
        lines.append(("estimated target accuracy", accuracy))
        if self.verdict is not None:
            lines.append(("verdict", self.verdict))
        if self.scores is not None:
            lines.append(("measured ECE", f"{100 * self.scores['ece']:.2f} %"))
        return lines

    def __repr__(self) -> str:
        return "Fit(" + ", ".join(f"{name}: {value}" for name, value in self._summary()) + ")"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><th style='text-align:left'>{html.escape(name)}</th>"
            f"<td style='text-align:left'>{html.escape(value)}</td></tr>"
            for name, value in self._summary()
        )
        reasons = "".join(f"<li>{html.escape(reason)}</li>" for reason in self.reasons)
        return f"<table>{rows}</table>" + (f"<ul>{reasons}</ul>" if reasons else "")


class Comparison(Fit):
    """Several methods on one task; attributes of :class:`Fit` are those of ``method``.

    Iterating gives one dictionary per method, as in result.json; ``comparison["transcal"]`` gives one.

    :ivar result: the content of result.json
    :ivar method: the method that the other attributes belong to
    :ivar model: its :class:`Model`, if it has one
    :ivar findings: what its result means: ``headline``, ``verdict``, ``why``, ``next``, ``warnings``
    :ivar reasons: reasons for its verdict, or for doubting its result, one sentence each
    :ivar target_probabilities: its calibrated probabilities of the target rows
    :ivar warnings: warnings about the data and the results, one line each
    :ivar report: the HTML :class:`Report` of all methods
    """

    def __iter__(self) -> Iterator[Dict[str, Any]]:
        return iter(self.results)

    def __len__(self) -> int:
        return len(self.results)

    def __getitem__(self, method: str) -> Dict[str, Any]:
        for result in self.results:
            if result["method"] == method:
                return result
        raise KeyError(method)

    def to_pandas(self) -> Any:
        """A table with one row per method and columns named as in result.json.

        ``estimatedTargetAccuracy`` and ``accuracy.…`` are estimates; ``target.…`` is measured with the
        target labels, if they were given.
        """
        import pandas

        return pandas.DataFrame(_flat(result) for result in self.results).set_index("method")

    def __repr__(self) -> str:
        return "\n".join("  ".join(cells) for cells in self._table())

    def _table(self) -> List[List[str]]:
        rows = [["method", "temperature", "estimated accuracy", "measured accuracy", "measured ECE"]]
        for result in self.results:
            if "error" in result:
                rows.append([result["method"], "", "", "", result["error"]])
                continue
            target = result.get("target", {})
            rows.append(
                [
                    result["method"],
                    f"{result['temperature']:.4g}" if result.get("temperature") is not None else "",
                    f"{result['estimatedTargetAccuracy']:.4f}",
                    f"{target['accuracy']:.4f}" if target else "",
                    f"{target['ece']:.4f}" if target else "",
                ]
            )
        widths = [max(len(row[i]) for row in rows) for i in range(4)] + [0]
        return [[cell.ljust(width) for cell, width in zip(row, widths)] for row in rows]

    def _repr_html_(self) -> str:
        lines = "".join(
            "<tr>" + "".join(f"<td style='text-align:left'>{html.escape(cell)}</td>" for cell in row) + "</tr>"
            for row in self._table()
        )
        return f"<table>{lines}</table>"


def _flat(result: Mapping[str, Any]) -> Dict[str, Any]:
    flat: Dict[str, Any] = {}
    for name, value in result.items():
        if isinstance(value, dict):
            flat.update({f"{name}.{inner}": inner_value for inner, inner_value in value.items()})
        else:
            flat[name] = value
    return flat


class Estimate:
    """Target accuracy, ECE and temperature with 90 % intervals, and a verdict.

    :ivar accuracy: estimated accuracy on the target, an :class:`Interval`
    :ivar ece: estimated calibration error of the uncalibrated model on the target
    :ivar temperature: the temperature that calibrates it there
    :ivar verdict: trustworthy, doubtful or untrustworthy
    :ivar findings: what the result means: ``headline``, ``verdict``, ``why``, ``next``, ``warnings``
    :ivar reasons: reasons for the verdict, one sentence each
    :ivar labels_needed: number of random target labels that would give the accuracy to ±3 points at 90 %
    :ivar fields: the content of estimate.json
    :ivar warnings: warnings about the data, one line each
    :ivar report: the HTML :class:`Report`
    """

    def __init__(self, answer: Answer, report: Callable[[], str]) -> None:
        self.fields: Dict[str, Any] = answer.json("estimate.json")
        self.warnings: List[str] = answer.warnings
        self.report = Report(report)
        self.accuracy = Interval.of(self.fields["accuracy"])
        self.ece = Interval.of(self.fields["ece"])
        self.temperature = Interval.of(self.fields["temperature"])
        self.verdict: str = self.fields["verdict"]
        self.findings: Dict[str, Any] = self.fields["findings"]
        self.reasons: List[str] = self.fields["reasons"]
        self.labels_needed: int = self.fields["labelsNeeded"]

    def __repr__(self) -> str:
        return f"Estimate(accuracy={self.accuracy}, ece={self.ece}, verdict={self.verdict!r})"

    def _repr_html_(self) -> str:
        reasons = "".join(f"<li>{html.escape(reason)}</li>" for reason in self.reasons)
        return (
            f"<p>Estimated target accuracy {self.accuracy}, ECE {self.ece}: "
            f"<b>{html.escape(self.verdict)}</b></p><ul>{reasons}</ul>"
        )


class _Measured:
    """Metrics with 95 % intervals and the bins of a reliability diagram."""

    def __init__(self, fields: Dict[str, Any]) -> None:
        self.fields = fields
        self.metrics: Dict[str, Interval] = {
            name: Interval.of(value) for name, value in fields["metrics"].items()
        }
        self.reliability: List[Dict[str, float]] = fields["reliability"]

    @property
    def ece(self) -> Interval:
        """Expected calibration error."""
        return self.metrics["ece"]

    def __repr__(self) -> str:
        metrics = ", ".join(f"{name}={value}" for name, value in self.metrics.items())
        return f"{type(self).__name__}({metrics})"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{html.escape(name)}</td><td>{html.escape(str(value))}</td></tr>"
            for name, value in self.metrics.items()
        )
        return f"<table>{rows}</table>"


class PositiveClass(_Measured):
    """Metrics of the probability of one class.

    :ivar label: the class, from 0
    :ivar prevalence: its share of the rows
    :ivar metrics: every metric by its name, with its 95 % :class:`Interval`
    :ivar reliability: the bins of the reliability diagram
    :ivar fields: the content as JSON
    """

    def __init__(self, fields: Dict[str, Any]) -> None:
        super().__init__(fields)
        self.label: int = fields["class"]
        self.prevalence: float = fields["prevalence"]

    @property
    def auroc(self) -> Interval:
        """Area under the ROC curve."""
        return self.metrics["auroc"]

    @property
    def log_loss(self) -> Interval:
        """Log loss of the probability of the class."""
        return self.metrics["logLoss"]

    @property
    def brier(self) -> Interval:
        """Brier score."""
        return self.metrics["brier"]


class Evaluation(_Measured):
    """Metrics of labelled predictions with 95 % intervals.

    :ivar metrics: every metric by its name, with its 95 % :class:`Interval`
    :ivar reliability: the bins of the reliability diagram
    :ivar fields: the content as JSON
    :ivar by_class: count, precision, recall, F1 and ECE of each class
    :ivar positive: metrics of the positive class, if one was named: a :class:`PositiveClass`
    :ivar findings: what the result means: ``headline`` and ``warnings``
    :ivar warnings: warnings about the data, one line each
    :ivar report: the HTML :class:`Report`
    """

    def __init__(self, answer: Answer, report: Callable[[], str]) -> None:
        super().__init__(answer.json("evaluation.json"))
        self.warnings: List[str] = answer.warnings
        self.findings: Dict[str, Any] = self.fields["findings"]
        self.by_class: List[Dict[str, Any]] = self.fields["byClass"]
        self.positive: Optional[PositiveClass] = (
            PositiveClass(self.fields["positive"]) if "positive" in self.fields else None
        )
        self.report = Report(report)

    @property
    def accuracy(self) -> Interval:
        """Accuracy."""
        return self.metrics["accuracy"]

    @property
    def nll(self) -> Interval:
        """Negative log-likelihood."""
        return self.metrics["nll"]

    @property
    def brier(self) -> Interval:
        """Brier score."""
        return self.metrics["brier"]
