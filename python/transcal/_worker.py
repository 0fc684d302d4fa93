"""The Java process that serves calls: started on first use, one per Python process.

A message is the length of a JSON header (8 bytes, big-endian), the header, then the length and the
bytes of each part. Arrays are ``.npy`` parts, written from and read into their own memory.
"""

from __future__ import annotations

import atexit
import io
import json
import os
import struct
import subprocess
import sys
import tempfile
import threading
import warnings
from typing import Any, List, Mapping, Optional, Sequence, Union

import numpy as np

from . import _java
from ._errors import DataError, InputError, TransCalWarning, WorkerError

Part = Union[np.ndarray, bytes]

_LENGTH = struct.Struct(">q")
_AT_ONCE = 1 << 30
_LONGEST_HEADER = 1 << 20
_LONGEST_ARGUMENT = 10_000
_LAST_LINES = 10
_SECONDS_TO_END = 5
_USAGE, _INPUT, _DATA = 2, 3, 4


class Answer:
    """The parts of an answer by name."""

    def __init__(self, notes: str, parts: Mapping[str, np.ndarray]) -> None:
        self.warnings: List[str] = []
        for line in notes.splitlines():
            if line.startswith("warning: "):
                self.warnings.append(line[len("warning: ") :])
        self._parts = parts

    def __contains__(self, name: str) -> bool:
        return name in self._parts

    def text(self, name: str) -> str:
        return self._parts[name].tobytes().decode("utf-8")

    def json(self, name: str) -> Any:
        return json.loads(self.text(name))

    def array(self, name: str) -> np.ndarray:
        """A ``.npy`` part as an array over the memory it was read into."""
        data = self._parts[name]
        start = io.BytesIO(data[:4096].tobytes())
        np.lib.format.read_magic(start)
        shape, _, dtype = np.lib.format.read_array_header_1_0(start)
        return data[start.tell() :].view(dtype).reshape(shape)


class _Worker:
    """A Java process and its pipes; not safe for several threads at once."""

    def __init__(self) -> None:
        # Unlike a pipe, a file does not fill up and needs no thread to empty it.
        self._errors = tempfile.TemporaryFile()
        try:
            # In its own session: Ctrl-C in a terminal is for Python alone.
            self._process = subprocess.Popen(
                _java.command_line(),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as failure:
            raise WorkerError(f"Java cannot be started: {failure}") from None

    @property
    def pid(self) -> int:
        return self._process.pid

    def ask(self, arguments: Sequence[str], parts: Mapping[str, Part]) -> Any:
        try:
            self._send(arguments, parts)
        except BrokenPipeError:
            raise self._ended() from None
        return self._receive()

    def _send(self, arguments: Sequence[str], parts: Mapping[str, Part]) -> None:
        header = json.dumps({"arguments": list(arguments), "parts": list(parts)}).encode()
        self._write(_LENGTH.pack(len(header)) + header)
        for part in parts.values():
            if isinstance(part, bytes):
                self._write(_LENGTH.pack(len(part)))
                self._write(part)
            else:
                start = _npy_header(part)
                self._write(_LENGTH.pack(len(start) + part.nbytes) + start)
                if part.nbytes:
                    self._write(part.reshape(-1).view(np.uint8))

    def _write(self, data: Any) -> None:
        assert self._process.stdin is not None
        view = memoryview(data)
        while view:
            view = view[self._process.stdin.write(view[:_AT_ONCE]) :]

    def _receive(self) -> Any:
        start = self._read(_LENGTH.size).tobytes()
        length = _LENGTH.unpack(start)[0]
        if not 0 <= length <= _LONGEST_HEADER:
            self._process.kill()
            assert self._process.stdout is not None
            said = (start + self._process.stdout.read(_LONGEST_HEADER)).decode(errors="replace")
            raise WorkerError(f"the Java process did not answer but said: {said.strip()}")
        header = json.loads(self._read(length).tobytes())
        parts = {name: self._read_part() for name in header["parts"]}
        return header["status"], header["notes"], parts

    def _read_part(self) -> np.ndarray:
        return self._read(_LENGTH.unpack(self._read(_LENGTH.size).tobytes())[0])

    def _read(self, count: int) -> np.ndarray:
        assert self._process.stdout is not None
        data = np.empty(count, np.uint8)
        view = memoryview(data)
        while view:
            done = self._process.stdout.readinto(view[:_AT_ONCE])  # type: ignore[attr-defined]
            if not done:
                raise self._ended()
            view = view[done:]
        return data

    def _ended(self) -> WorkerError:
        try:
            status: Optional[int] = self._process.wait(_SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            status = None
        self._errors.seek(0)
        lines = self._errors.read().decode(errors="replace").strip().splitlines()
        how = "closed its output" if status is None else f"ended with status {status}"
        said = ": " + " | ".join(lines[-_LAST_LINES:]) if lines else ""
        return WorkerError(
            f"the Java process {how} during the call{said}; the next call starts another"
        )

    def end(self) -> None:
        """Ends the process by closing its input, and waits for it."""
        self._close()
        try:
            self._process.wait(_SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            self.kill()

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()
        self._close()

    def leave(self) -> None:
        """In a forked process: closes its copies of the pipes; the process belongs to the parent."""
        self._close()
        self._process.returncode = 0

    def _close(self) -> None:
        for stream in (self._process.stdin, self._process.stdout, self._errors):
            if stream is not None:
                stream.close()


def _npy_header(array: np.ndarray) -> bytes:
    start = io.BytesIO()
    np.lib.format.write_array_header_1_0(start, np.lib.format.header_data_from_array_1_0(array))
    return start.getvalue()


_calls = threading.RLock()
# Held while a process is started, so that no fork comes between its start and _worker.
_starts = threading.Lock()
_worker: Optional[_Worker] = None


def call(arguments: Sequence[str], parts: Mapping[str, Part], also: int = 0) -> Answer:
    """Runs a request; raises the exception that fits its status, and issues its warnings.

    :param also: a status besides 0 that is not a failure
    """
    global _worker
    for argument in arguments:
        # As Java counts: a character beyond U+FFFF is two.
        length = len(argument.encode("utf-16-le", "surrogatepass")) // 2
        if length > _LONGEST_ARGUMENT:
            raise InputError(
                f"{argument[:40]}… has {length:,} characters; at most {_LONGEST_ARGUMENT:,} are possible"
            )
    with _calls:
        try:
            status, notes, answered = _started().ask(arguments, parts)
        except BaseException:
            # An interrupt, too: what the process would still write belongs to no call.
            failed, _worker = _worker, None
            if failed is not None:
                failed.kill()
            raise
    if status not in (0, also):
        _fail(status, notes)
    answer = Answer(notes, answered)
    for warning in answer.warnings:
        warnings.warn(warning, TransCalWarning, stacklevel=callers_level())
    return answer


def callers_level() -> int:
    """The level of the first caller outside the package, as warnings.warn counts in our caller."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__package__") == __package__:
        level, frame = level + 1, frame.f_back
    return level


def _fail(status: int, notes: str) -> None:
    lines = [line for line in notes.splitlines() if not line.startswith("warning: ")]
    errors = [line[len("error: ") :] for line in lines if line.startswith("error: ")]
    message = "\n".join(errors) or notes.strip() or f"the command ended with status {status}"
    if status in (_USAGE, _INPUT):
        raise InputError(message)
    if status == _DATA:
        raise DataError(message)
    raise WorkerError(message)


def _started() -> _Worker:
    global _worker
    if _worker is None:
        with _starts:
            _worker = _Worker()
        _end_with_multiprocessing()
    return _worker


def _end_with_multiprocessing() -> None:
    """Processes started by multiprocessing exit without running atexit functions."""
    util = sys.modules.get("multiprocessing.util")
    if util is not None and sys.modules["multiprocessing"].parent_process() is not None:
        util.Finalize(None, shutdown, exitpriority=1)


def shutdown() -> None:
    """Ends the Java process; the next call starts another."""
    global _worker
    with _calls:
        ended, _worker = _worker, None
        if ended is not None:
            ended.end()


def worker_pid() -> Optional[int]:
    """The process id of the Java process; None if none is running."""
    return None if _worker is None else _worker.pid


def set_java_options(*options: str) -> None:
    """Sets the options of the Java process in place of ``TRANSCAL_JAVA_OPTIONS``.

    Ends a running Java process, so that the next call uses them.

    >>> transcal.set_java_options("-Xmx8g")   # doctest: +SKIP
    """
    _java.use_options(list(options))
    shutdown()


def _after_fork() -> None:
    global _calls, _starts, _worker
    # Another thread of the parent may have held these locks.
    _calls = threading.RLock()
    _starts = threading.Lock()
    left, _worker = _worker, None
    if left is not None:
        left.leave()


def _at_exit() -> None:
    # A daemon thread may still be in a call.
    if _calls.acquire(blocking=False):
        shutdown()
        _calls.release()
    elif _worker is not None:
        _worker.kill()


atexit.register(_at_exit)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=lambda: _starts.acquire(),
        after_in_parent=lambda: _starts.release(),
        after_in_child=_after_fork,
    )
