"""Target rows to label, and labels that someone filled in."""

from __future__ import annotations

import csv
import io
from typing import Any, List, Mapping

import numpy as np

from ._errors import InputError
from ._model import PathLike, save_text


class LabelRows:
    """Target rows worth labelling, in the order to label them; you may stop after any row."""

    def __init__(self, text: str) -> None:
        self._rows = list(csv.DictReader(io.StringIO(text)))
        self._columns = list(csv.DictReader(io.StringIO(text)).fieldnames or [])

    @property
    def row(self) -> np.ndarray:
        """Numbers of the target rows."""
        return np.array([int(row["row"]) for row in self._rows], dtype=np.int64)

    @property
    def prediction(self) -> List[str]:
        """The predicted class of each row: its number, or its name if the task has class names."""
        return [row["prediction"] for row in self._rows]

    @property
    def confidence(self) -> np.ndarray:
        """Confidence of each row's prediction."""
        return np.array([float(row["confidence"]) for row in self._rows])

    def fill(self, labels: Any) -> "LabelRows":
        """A copy with labels: a mapping from target row to label, or one label per row of this table.

        >>> rows = rows.fill({17: 3, 204: 0})      # doctest: +SKIP
        """
        filled = LabelRows(self.to_csv())
        if isinstance(labels, Mapping):
            unknown = set(labels) - {int(row) for row in self.row}
            if unknown:
                raise InputError(f"labels has row {min(unknown)}, which is not among the rows to label")
            for row in filled._rows:
                row["label"] = _cell(labels.get(int(row["row"]), row["label"]))
        else:
            if len(labels) != len(filled._rows):
                raise InputError(f"labels has {len(labels)} values; {len(filled._rows)} are needed")
            for row, label in zip(filled._rows, labels):
                row["label"] = _cell(label)
        return filled

    def to_csv(self) -> str:
        """The table as ``transcal label`` writes it."""
        text = io.StringIO()
        writer = csv.DictWriter(text, self._columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(self._rows)
        return text.getvalue()

    def save(self, path: PathLike) -> None:
        """Writes the table, whole or not at all."""
        save_text(path, self.to_csv())

    def to_pandas(self) -> Any:
        """The table as a data frame."""
        import pandas

        return pandas.read_csv(io.StringIO(self.to_csv()))

    def __len__(self) -> int:
        return len(self._rows)

    def __repr__(self) -> str:
        labelled = sum(1 for row in self._rows if row["label"] not in ("", "-1"))
        return f"LabelRows({len(self)} rows, {labelled} labelled)"


def _cell(label: Any) -> str:
    return "" if label is None else str(label)


def labels_csv(labels: Any) -> bytes:
    """The table of labelled rows that was given: a file, a LabelRows, a mapping or a data frame."""
    if isinstance(labels, LabelRows):
        return labels.to_csv().encode()
    if isinstance(labels, Mapping):
        text = io.StringIO()
        csv.writer(text).writerows([("row", "label"), *labels.items()])
        return text.getvalue().encode()
    if hasattr(labels, "to_csv"):
        return labels.to_csv(index=False).encode()
    try:
        with open(labels, "rb") as file:
            return file.read()
    except FileNotFoundError:
        raise InputError(f"{labels}: cannot be read: there is no such file") from None
    except OSError as failure:
        raise InputError(f"{labels}: cannot be read: {failure.strerror}") from None
    except TypeError:
        raise InputError(
            "labels must be a file of transcal label, a LabelRows, or a mapping from row to label"
        ) from None
