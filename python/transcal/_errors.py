"""Exceptions and the warning category; messages are those of the command line."""


class TransCalError(Exception):
    """Base class of the package's exceptions."""


class InputError(TransCalError, ValueError):
    """An argument, array or file is invalid; the message names it and says what would be right."""


class DataError(TransCalError, ValueError):
    """The data are valid but cannot be calibrated; the message says why."""


class WorkerError(TransCalError, RuntimeError):
    """Java is missing, the Java process ended, or it reported an internal error."""


class TransCalWarning(UserWarning):
    """Something the user should know about the data or a result."""
