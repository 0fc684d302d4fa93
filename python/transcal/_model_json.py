"""Reads model files as strictly as Java does: both accept and refuse the same files."""

from __future__ import annotations

import json
from typing import Any, Dict, List, Tuple

from ._errors import InputError

LARGEST_FILE = 256 << 20
_SCHEMA = "transcal.model/1"
_PARAMETERS = ("temperature", "weights", "bias", "slope", "offset", "thresholds", "values")
_MOST_CLASSES = 1_000_000
_DEEPEST = 16
_LONGEST_NUMBER = 400
_LONGEST_NAME = 10_000
_LONGEST_QUOTE = 60
_LARGEST_DOUBLE = float.fromhex("0x1.fffffffffffffp+1023")


def parse(data: bytes, where: str) -> Any:
    """The value of a JSON text; nesting and numbers are bounded, and names must not repeat."""
    try:
        data.decode("utf-8")
        value = json.loads(
            data,
            object_pairs_hook=_object,
            parse_int=lambda text: int(_number(text)),
            parse_float=lambda text: float(_number(text)),
            parse_constant=_no_constant,
        )
        _check_depth(value)
    except RecursionError:
        problem = "it is nested too deeply"
    except UnicodeError:
        problem = "it is not UTF-8 text"
    except ValueError as failure:
        problem = str(failure)
    else:
        return value
    raise InputError(f"{where}: is not valid JSON: {problem}")


def _object(pairs: List[Tuple[str, Any]]) -> Dict[str, Any]:
    fields: Dict[str, Any] = {}
    for name, value in pairs:
        if len(name) > _LONGEST_NAME:
            raise ValueError(f"a name has more than {_LONGEST_NAME:,} characters")
        name.encode("utf-8")  # fails for half a surrogate pair
        if name in fields:
            raise ValueError(f"duplicate field {quote(name)}")
        fields[name] = value
    return fields


def _number(text: str) -> str:
    # As Java counts: without signs, the point, and a 0 before it.
    if len(text) > _LONGEST_NUMBER and sum(map(str.isdigit, text.lstrip("-0"))) > _LONGEST_NUMBER:
        raise ValueError(f"a number has more than {_LONGEST_NUMBER} digits")
    return text


def _no_constant(text: str) -> Any:
    raise ValueError(f"{text} is not a number of JSON")


def _check_depth(value: Any) -> None:
    level = [value]
    for _ in range(_DEEPEST):
        level = [
            inner
            for outer in level
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, (dict, list))
        ]
    if level:
        raise ValueError(f"it is nested more than {_DEEPEST} levels deep")


def check(fields: Any, where: str) -> None:
    """Refuses what is not a model; the values of its parameters are left to the model's kind."""

    def refuse(problem: str) -> None:
        raise InputError(f"{where}: {problem}")

    def require(parent: Dict[str, Any], name: str, is_right: Any, form: str) -> None:
        path = name if parent is fields else "provenance." + name
        if name not in parent:
            refuse(f'"{path}" is missing')
        if not is_right(parent[name]):
            refuse(f'"{path}" must be {form}')

    if not isinstance(fields, dict):
        refuse("is not a JSON object; a model file is one")
    require(fields, "schema", _is_text, "a text")
    if fields["schema"] != _SCHEMA:
        refuse(f"schema is {quote(fields['schema'])}; only {quote(_SCHEMA)} is understood")
    require(fields, "kind", _is_text, "a text")
    require(fields, "classes", _is_long, "an integer")
    if "provenance" in fields:
        require(fields, "provenance", _is_object, "an object")
        provenance = fields["provenance"]
        require(provenance, "method", _is_text, "a text")
        require(provenance, "seed", _is_long, "an integer")
        require(provenance, "version", _is_text, "a text")
        require(provenance, "inputs", _is_object, "an object")
        if not all(map(_is_text, provenance["inputs"].values())):
            refuse('"provenance.inputs" must be made of texts')
    for name in _PARAMETERS:
        if name in fields:
            _check_numbers(fields[name], name, refuse)
    if not 2 <= fields["classes"] <= _MOST_CLASSES:
        refuse(f'"classes" is {fields["classes"]}; it must be an integer in 2 … {_MOST_CLASSES}')


def _check_numbers(value: Any, name: str, refuse: Any) -> None:
    """Numbers, lists of numbers, and lists of such lists hold finite numbers and nothing else."""
    is_table = isinstance(value, list) and bool(value) and isinstance(value[0], list)
    if not isinstance(value, list) and not is_number(value):
        refuse(f'"{name}" must be a number or a list of numbers')
    rows = value if is_table else [value if isinstance(value, list) else [value]]
    for row in rows:
        if not isinstance(row, list) or not all(map(is_number, row)):
            refuse(f'"{name}" must be {"a list of lists of numbers" if is_table else "a list of numbers"}')
        # Python compares integers of any size with floats, exactly; NaN fails, too.
        if not all(-_LARGEST_DOUBLE <= number <= _LARGEST_DOUBLE for number in row):
            refuse(f'"{name}" must be made of numbers within the range of a double')


def is_number(value: Any) -> bool:
    """Whether a value is a number as JSON knows them, which a boolean is not."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_long(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and -(1 << 63) <= value < 1 << 63


def _is_object(value: Any) -> bool:
    return isinstance(value, dict)


def quote(text: str) -> str:
    """Text from a file as a message shows it: one printable line of a readable length."""
    shown = "".join(c if c.isprintable() else "\ufffd" for c in text[:_LONGEST_QUOTE])
    return f'"{shown}…"' if len(text) > _LONGEST_QUOTE else f'"{shown}"'
