"""Runs, studies and ensembles of differential equations with the program stepwise-cli.

    import stepwise
    model = stepwise.load("van-der-pol")
    model["mu"] = 5
    run = model.run(end=20, integrator="radau5", accuracy=1e-8)
    print(run.t[-1], run["x"][-1])

`load` opens a model of the library by its name, a file by its path, or a text. A `Model` is run (`run`), studied (`study`), and run many times
(`ensemble`, `sweep`). A `Run` has its rows as arrays, values at any times (`at`), all attempted steps (`tape`), events, and plots.

Each function that fails raises a `StepwiseError` with the words of the program.
"""

from ._ensemble import Ensemble
from ._errors import (Cancelled, ComputeError, FileError, InputError, MemoryRanOut, ModelError, RequestError, RunFailed, ServerError,
                      StepwiseError)
from ._model import Model
from ._picture import Picture
from ._run import Event, Run, Step
from ._server import Server, default_server
from ._study import Grid, Study, Table
from ._version import VERSION as __version__

__all__ = [
    "Cancelled", "ComputeError", "Ensemble", "Event", "FileError", "Grid", "InputError", "MemoryRanOut", "Model", "ModelError", "Picture",
    "RequestError", "Run", "RunFailed", "Server", "ServerError", "Step", "StepwiseError", "Study", "Table", "default_server", "integrators",
    "load", "models", "settings", "studies", "views",
]


def load(model=None, *, text=None, name=None, **changes):
    """Opens a model: a name of the library ("lorenz"), a path ("./my.yaml"), or, with text=, the YAML of a model. Further arguments are those of
    Model.set."""
    return default_server().load(model, text=text, name=name, **changes)


def models():
    """Returns the models of the library, a list of dictionaries with the keys id, name, category, traits and summary."""
    return default_server().list("models")


def integrators():
    """Returns the integrators, a list of dictionaries with the keys id, name, order, adaptive, implicit and source."""
    return default_server().list("integrators")


def studies():
    """Returns the studies, a list of dictionaries with the keys id, name, summary and options."""
    return default_server().list("studies")


def settings():
    """Returns the settings of runs, a list of dictionaries with the keys id, name, summary, standard and choices."""
    return default_server().list("settings")


def views():
    """Returns the plots of runs, a list of dictionaries with the keys id and name."""
    return default_server().list("views")
