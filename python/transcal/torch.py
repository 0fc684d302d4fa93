"""PyTorch: collects arrays from a model, and makes a module output calibrated probabilities.

>>> from transcal.torch import CalibratedModule, collect                     # doctest: +SKIP
>>> source = collect(model, source_loader, features="avgpool")                # doctest: +SKIP
>>> target = collect(model, target_loader, features="avgpool", mixup=True)    # doctest: +SKIP
"""

from __future__ import annotations

import difflib
import sys
import time
from typing import Any, Iterable, List, NamedTuple, Optional, Union

import numpy as np
import torch

from ._errors import InputError
from ._model import Model
from ._results import Fit

__all__ = ["CalibratedModule", "Collected", "collect"]

_MIXUP_SHARE = 0.65
_REDRAW_SECONDS = 0.2


class Collected(NamedTuple):
    """Outputs of a model on all rows of a loader, as numpy arrays; None if not asked for."""

    logits: np.ndarray
    features: Optional[np.ndarray]
    labels: Optional[np.ndarray]
    mixup_logits: Optional[np.ndarray]
    mixup_partner: Optional[np.ndarray]


def collect(
    model: torch.nn.Module,
    loader: Iterable[Any],
    *,
    features: Union[None, str, torch.nn.Module] = None,
    mixup: bool = False,
    device: Any = None,
    progress: bool = True,
    seed: int = 0,
) -> Collected:
    """Runs a model over a loader, without gradients and in evaluation mode.

    A batch is inputs, or a pair of inputs and labels; inputs may be a dictionary of arguments.

    :param features: the module whose output is the representation, or its name, such as "layer4";
        feature maps are averaged over positions
    :param mixup: also collect logits of inputs mixed in pairs, evidence for ``recommended`` and needed
        by ``pseudocal``; partners come from the same batch, so shuffle the loader to mix classes
    :param device: default: the device of the model's parameters
    """
    device = device if device is not None else _device(model)
    kept: List[torch.Tensor] = []
    hook = None
    if features is not None:
        module = _module(model, features) if isinstance(features, str) else features
        hook = module.register_forward_hook(lambda _, __, output: kept.append(_representation(output)))
    generator = torch.Generator().manual_seed(seed)
    logits: List[np.ndarray] = []
    labels: List[np.ndarray] = []
    mixed: List[np.ndarray] = []
    partners: List[np.ndarray] = []
    representations: List[np.ndarray] = []
    bar = _Progress(loader) if progress else None
    training = model.training
    model.eval()
    rows = 0
    try:
        with torch.no_grad():
            for batch in loader:
                inputs, truth = _unpacked(batch)
                inputs = _to(inputs, device)
                kept.clear()
                output = _logits(_forward(model, inputs))
                logits.append(_numpy(output))
                if hook is not None:
                    if len(kept) != 1:
                        raise InputError(
                            f"the features module ran {len(kept)} times per batch; it must run once"
                        )
                    representations.append(_numpy(kept[0]))
                if truth is not None:
                    labels.append(np.asarray(torch.as_tensor(truth).cpu()))
                if mixup:
                    partner = _partners(len(output), generator)
                    mixed.append(_numpy(_logits(_forward(model, _mix(inputs, partner)))))
                    partners.append(rows + partner.numpy())
                rows += len(output)
                if bar is not None:
                    bar.advance()
    finally:
        model.train(training)
        if hook is not None:
            hook.remove()
        if bar is not None:
            bar.close()
    if not logits:
        raise InputError("the loader has no batches")
    return Collected(
        np.concatenate(logits),
        np.concatenate(representations) if representations else None,
        np.concatenate(labels) if labels else None,
        np.concatenate(mixed) if mixed else None,
        np.concatenate(partners) if partners else None,
    )


class CalibratedModule(torch.nn.Module):
    """A model followed by its calibration: returns calibrated probabilities.

    >>> probabilities = CalibratedModule(model, fit)(images)      # doctest: +SKIP

    Temperature, vector and matrix models run in PyTorch, with gradients and on any device; others
    run in numpy.
    """

    def __init__(self, model: torch.nn.Module, fit: Union[Fit, Model]) -> None:
        super().__init__()
        calibration = fit.model if isinstance(fit, Fit) else fit
        if calibration is None:
            raise InputError("the fit has no model: its method gives probabilities of the target only")
        self.model = model
        self.calibration = calibration
        fields = calibration._fields
        for name in ("weights", "bias", "temperature"):
            value = fields.get(name) if calibration.kind in ("temperature", "vector", "matrix") else None
            self.register_buffer(name, None if value is None else torch.tensor(value, dtype=torch.float64))

    def forward(self, *args: Any, **kwargs: Any) -> torch.Tensor:
        logits = _logits(self.model(*args, **kwargs))
        kind = self.calibration.kind
        if kind in ("platt", "isotonic", "histogram"):
            return torch.from_numpy(self.calibration.calibrate(logits)).to(logits.device)
        if logits.shape[-1] != self.calibration.classes:
            raise InputError(
                f"the model was fitted for {self.calibration.classes} classes "
                f"but the logits have {logits.shape[-1]}"
            )
        z = logits
        if kind == "temperature":
            z = logits / self.temperature.to(logits.dtype)
        elif kind == "vector":
            z = logits * self.weights.to(logits.dtype) + self.bias.to(logits.dtype)
        elif kind == "matrix":
            z = logits @ self.weights.to(logits.dtype).T + self.bias.to(logits.dtype)
        return torch.softmax(z, dim=-1)


def _device(model: torch.nn.Module) -> torch.device:
    first = next(model.parameters(), None)
    return torch.device("cpu") if first is None else first.device


def _module(model: torch.nn.Module, name: str) -> torch.nn.Module:
    modules = dict(model.named_modules())
    modules.pop("", None)
    if name not in modules:
        near = difflib.get_close_matches(name, modules, 1)
        question = f"did you mean {near[0]}?" if near else f"its modules are {', '.join(list(modules)[:20])}"
        raise InputError(f'the model has no module "{name}"; {question}')
    return modules[name]


def _unpacked(batch: Any) -> Any:
    if isinstance(batch, (tuple, list)):
        return batch[0], batch[1] if len(batch) > 1 else None
    return batch, None


def _to(inputs: Any, device: Any) -> Any:
    if isinstance(inputs, dict):
        return {name: _to(value, device) for name, value in inputs.items()}
    return inputs.to(device) if hasattr(inputs, "to") else inputs


def _forward(model: torch.nn.Module, inputs: Any) -> Any:
    return model(**inputs) if isinstance(inputs, dict) else model(inputs)


def _logits(output: Any) -> torch.Tensor:
    if hasattr(output, "logits"):
        return output.logits
    return output[0] if isinstance(output, (tuple, list)) else output


def _representation(output: Any) -> torch.Tensor:
    output = _logits(output)
    return output.flatten(2).mean(dim=2) if output.dim() > 2 else output


def _partners(rows: int, generator: torch.Generator) -> torch.Tensor:
    """For each row a different other row: a random cycle."""
    order = torch.randperm(rows, generator=generator)
    partner = torch.empty(rows, dtype=torch.int64)
    partner[order] = order.roll(1)
    return partner


def _mix(inputs: Any, partner: torch.Tensor) -> Any:
    if not torch.is_tensor(inputs) or not inputs.is_floating_point():
        raise InputError("mixup needs inputs that are one tensor of floats")
    return _MIXUP_SHARE * inputs + (1 - _MIXUP_SHARE) * inputs[partner.to(inputs.device)]


def _numpy(tensor: torch.Tensor) -> np.ndarray:
    tensor = tensor.detach().cpu()
    return (tensor if tensor.dtype == torch.float64 else tensor.float()).numpy()


class _Progress:
    """A line on standard error, if that is a terminal."""

    def __init__(self, loader: Any) -> None:
        self._total = len(loader) if hasattr(loader, "__len__") else None
        self._done = 0
        self._drawn = 0.0
        self._shown = sys.stderr is not None and sys.stderr.isatty()

    def advance(self) -> None:
        self._done += 1
        now = time.monotonic()
        if self._shown and now - self._drawn >= _REDRAW_SECONDS:
            self._drawn = now
            of = "" if self._total is None else f" of {self._total}"
            print(f"\rcollecting: batch {self._done}{of}", end="", file=sys.stderr, flush=True)

    def close(self) -> None:
        if self._shown:
            print("\r" + " " * 40 + "\r", end="", file=sys.stderr, flush=True)
