"""The exceptions. Their text is the message of the program."""


class StepwiseError(Exception):
    """The base class of all exceptions of this package."""


class RequestError(StepwiseError):
    """The request is not one that the program knows; the package and the program may be of different versions."""


class ModelError(StepwiseError):
    """A model cannot be read. The text has a line for each error, with file, line and column."""


class InputError(StepwiseError, ValueError):
    """A name, a value or an option is wrong."""


class ComputeError(StepwiseError):
    """The computation failed, or the model is not of the kind that a study needs."""


class RunFailed(ComputeError):
    """A run ended before its end because a step failed. `run` is the run as far as it came."""

    def __init__(self, message, run):
        super().__init__(message)
        self.run = run


class FileError(StepwiseError, OSError):
    """A file cannot be read or written."""


class MemoryRanOut(StepwiseError, MemoryError):
    """The program had too little memory."""


class Cancelled(StepwiseError):
    """The request was cancelled."""


class ServerError(StepwiseError):
    """The program stepwise-cli is missing, or it ended."""


_KINDS = {"request": RequestError, "model": ModelError, "value": InputError, "compute": ComputeError, "file": FileError, "memory": MemoryRanOut,
          "cancelled": Cancelled}


def error_of(kind, message):
    """Returns the exception for an error of the program."""
    return _KINDS.get(kind, StepwiseError)(message)
