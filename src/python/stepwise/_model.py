"""Models: their values, and what is computed from them."""

from collections.abc import MutableMapping

from ._ensemble import Ensemble
from ._errors import InputError, RunFailed
from ._run import Run, Step
from ._study import Study

_GROUPS = ("settings", "parameters", "initial", "constants")
_OTHERS = ("events_off", "random", "start", "end")


def _plain(value):
    """Returns a value that JSON can have: numbers of numpy become numbers of Python."""
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (str, bytes, bool)) or value is None:
        return value
    if hasattr(value, "item") and not hasattr(value, "__len__"):
        return value.item()
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, (list, tuple, set, range)):
        return [_plain(item) for item in value]
    return value


def change_keys(changes):
    """Turns keyword arguments into keys of a request: the groups and times by their names, every other one is a setting."""
    keys = {}
    for key, value in changes.items():
        if key in _GROUPS or key in _OTHERS:
            keys[key] = _plain(value)
    settings = dict(keys.get("settings") or {})
    for key, value in changes.items():
        if key not in _GROUPS and key not in _OTHERS:
            settings[key] = _plain(value)
    if settings:
        keys["settings"] = settings
    return keys


class _Values(MutableMapping):
    """Numbers of a model by name: its parameters, or its initial values. A change applies to all later runs; del restores the value of the model's file."""

    def __init__(self, model, group, names, value):
        self._model = model
        self._group = group
        self._names = names
        self._value = value

    def __getitem__(self, name):
        value = self._value(name)
        if value is None:
            raise KeyError(name)
        return value

    def __setitem__(self, name, value):
        self._model.set(**{self._group: {name: value}})

    def __delitem__(self, name):
        self._model.set(**{self._group: {name: None}})

    def __iter__(self):
        return iter(self._names())

    def __len__(self):
        return len(self._names())

    def __repr__(self):
        return repr(dict(self))


class Model:
    """A model with its values and settings.

    model["mu"] is a parameter, model.initial["x"] an initial value. Functions that compute take changes for that computation alone: the times start and end,
    parameters={…}, initial={…}, constants={…}, events_off=[…], random=True, and every setting by its name, such as integrator="radau5", accuracy=1e-8 or
    fixed_step=0.01. `set` makes such changes for good.
    """

    def __init__(self, server, answer):
        self.server = server
        self._number = answer.result["model"]
        self._take(answer)
        self.parameters = _Values(self, "parameters", lambda: [p["name"] for p in self._about["parameters"]], self._parameter)
        self.initial = _Values(self, "initial", lambda: self.states + self.discrete_states, self._initial)

    def __del__(self):
        if hasattr(self, "_number"):
            self.server.drop(self._number)

    def _take(self, answer):
        self._about = answer.result
        self._x = list(answer.arrays["x"]) + list(answer.arrays["d"])

    def _parameter(self, name):
        for parameter in self._about["parameters"]:
            if parameter["name"] == name:
                return parameter["value"]
        return None

    def _initial(self, name):
        names = self.states + self.discrete_states
        return float(self._x[names.index(name)]) if name in names else None

    # ---- what the model has ----

    id = property(lambda self: self._about["id"], doc="The id, such as \"van-der-pol\".")
    name = property(lambda self: self._about["name"], doc="The name.")
    summary = property(lambda self: self._about["summary"], doc="A sentence about the model.")
    description = property(lambda self: self._about["description"], doc="What the model shows.")
    source = property(lambda self: self._about["source"], doc="The source in the literature.")
    text = property(lambda self: self._about["text"], doc="The YAML text of the model.")
    start = property(lambda self: self._about["start"], doc="The start time.")
    end = property(lambda self: self._about["end"], doc="The end time.")

    @property
    def states(self):
        """The names of the states."""
        return [c["name"] for c in self._about["columns"] if c["type"] == "state"]

    @property
    def discrete_states(self):
        """The names of the discrete states."""
        return [c["name"] for c in self._about["columns"] if c["type"] == "discrete"]

    @property
    def columns(self):
        """The names of all columns of a run: states, discrete states, multipliers, outputs and noise."""
        return [c["name"] for c in self._about["columns"]]

    @property
    def units(self):
        """The units of columns and parameters by name; "" if there is none."""
        return {q["name"]: q["unit"] for q in self._about["columns"] + self._about["parameters"] + self._about["constants"]}

    @property
    def constants(self):
        """The constants by name. Other values are set with set(constants={…})."""
        return {c["name"]: c["value"] for c in self._about["constants"]}

    @property
    def events(self):
        """The names of the events."""
        return [event["name"] for event in self._about["events"]]

    @property
    def equations(self):
        """The equations as texts."""
        return [f"{e['left']} = {e['right']}" if e["right"] else e["left"] for e in self._about["equations"]]

    @property
    def settings(self):
        """The settings as texts by name."""
        return dict(self._about["settings"])

    def __getitem__(self, name):
        return self.parameters[name]

    def __setitem__(self, name, value):
        self.parameters[name] = value

    def __repr__(self):
        values = ", ".join(f"{name}={value!r}" for name, value in list(self.parameters.items())[:6])
        return f"<Model {self.id}" + (f", {values}>" if values else ">")

    def _repr_html_(self):
        from html import escape

        lines = "<br>".join(f"<code>{escape(equation)}</code>" for equation in self.equations)
        return f"<p><b>{escape(self.name)}</b></p><p>{escape(self.summary)}</p><p>{lines}</p>"

    # ---- changes and computations ----

    def set(self, **changes):
        """Changes values, times and settings for all later computations. A value of None restores that of the model's file."""
        self._take(self.server.request("set", model=self._number, **change_keys(changes)))

    def copy(self):
        """Returns the model once more, with the present values and settings; changes of one do not change the other."""
        return Model(self.server, self.server.request("copy", model=self._number))

    def rhs(self, t, x, **changes):
        """Returns the right-hand side at the time t and the states x, or, for lists of times and states, at each of them. For a model with a mass matrix M it is
        the f of M x' = f."""
        many = hasattr(t, "__len__")
        times = list(t) if many else [t]
        points = [list(point) for point in x] if many else [list(x)]
        if len(points) != len(times):
            raise InputError(f"there are {len(times)} times and {len(points)} points")
        flat = [float(value) for point in points for value in point]
        values = self.server.request("rhs", model=self._number, t=[float(at) for at in times], x=flat, **change_keys(changes)).arrays["rhs"]
        n = len(self.states)
        return [values[k * n:(k + 1) * n] for k in range(len(times))] if many else values

    def run(self, *, samples=None, every=None, dense=None, tape=True, on_step=None, on_progress=None, **changes):
        """Simulates the model and returns a Run. Its rows are the accepted steps; or, with samples=N, N equally spaced times; with every=DT, times with this
        interval; with dense=N, N rows inside each step.

        on_step gets a Step after each accepted step, and ends the run if it returns False. on_progress gets the completed fraction, and cancels the run if it
        returns False. tape=False keeps no attempts. Raises RunFailed if a step fails; its `run` has the rows up to there."""
        keys = change_keys(changes)
        for key, value in (("samples", samples), ("every", every), ("dense", dense)):
            if value is not None:
                keys[key] = _plain(value)
        if not tape:
            keys["tape"] = False
        step = None
        if on_step is not None:
            keys["steps"] = True
            columns = self.columns

            def step(message, arrays):
                return on_step(Step(message, columns, arrays["values"]))
        answer = self.server.request("run", model=self._number, on_step=step, on_progress=on_progress, **keys)
        run = Run(self, answer)
        if run.status == "failed":
            raise RunFailed(" ".join(text for text in (answer.result["message"], answer.result["advice"]) if text), run)
        return run

    def study(self, name, *, changes=None, on_progress=None, **options):
        """Computes a study (stepwise.studies lists them) and returns a Study. The keyword arguments are the options of the study, with an underscore for a dash;
        changes={…} has changes of the model, times and settings for this computation."""
        keys = change_keys(changes or {})
        keys["options"] = {key.replace("_", "-") if key.replace("_", "-") in self.server.study_keys(name) else key: _option_text(_plain(value))
                           for key, value in options.items() if value is not None}
        return Study(self, name, self.server.request("study", model=self._number, study=name, on_progress=on_progress, **keys))

    def ensemble(self, members=100, *, vary=None, record=None, fan=None, jobs=None, on_progress=None, **changes):
        """Runs the model many times and returns an Ensemble. vary={"a": "normal(1, 0.1)"} draws parameters or initial values, record={"top": "maximum:x"} records
        a number of each run (final, minimum, maximum, mean, first, last, ever, count), fan={"x": 50} records values at 50 times."""
        return self._many("ensemble", dict(members=members, vary=vary, record=record, fan=fan, jobs=jobs), on_progress, changes)

    def sweep(self, vary, *, record=None, fan=None, jobs=None, on_progress=None, **changes):
        """Runs the model at each point of a grid and returns an Ensemble. vary={"a": (0, 1, 11)} has 11 values from 0 to 1; it may have two quantities, of which
        the last varies fastest."""
        axes = {name: axis if isinstance(axis, str) else ":".join(repr(_plain(part)) for part in axis) for name, axis in vary.items()}
        return self._many("sweep", dict(vary=axes, record=record, fan=fan, jobs=jobs), on_progress, changes)

    def _many(self, call, keys, on_progress, changes):
        keys = {key: _plain(value) for key, value in keys.items() if value is not None}
        return Ensemble(self, self.server.request(call, model=self._number, on_progress=on_progress, **keys, **change_keys(changes)))


def _option_text(value):
    """Returns an option as the program reads it: (0, 1) becomes "0:1", a list "a,b"."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return ":".join(str(part) for part in value)
    if isinstance(value, list):
        return ",".join(str(part) for part in value)
    return value
