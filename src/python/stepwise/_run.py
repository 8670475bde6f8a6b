"""Runs: rows, dense output, attempts, events and plots."""

from collections.abc import Mapping

from . import _arrays
from ._picture import Picture, format_of


class Step:
    """A step during a run: its number, the time t at its end, its size h, the number of attempts so far, and the value of each column."""

    __slots__ = ("number", "t", "h", "attempts", "_columns", "values")

    def __init__(self, message, columns, values):
        self.number = message["number"]
        self.t = message["t"]
        self.h = message["h"]
        self.attempts = message["attempts"]
        self._columns = columns
        self.values = values

    def __getitem__(self, name):
        if name not in self._columns:
            raise KeyError(name)
        return float(self.values[self._columns.index(name)])

    def __repr__(self):
        return f"<Step {self.number}, t={self.t!r}, h={self.h!r}>"


class Event:
    """An event of a run: its time, its name (None for a change of a parameter), what caused it, and the states and discrete states before and after it."""

    __slots__ = ("t", "name", "kind", "pending", "iterations", "overwritten", "before", "after")

    def __init__(self, t, about, before, after):
        self.t = t
        self.name = about["name"]
        self.kind = about["kind"]
        self.pending = about["pending"]
        self.iterations = about["iterations"]
        self.overwritten = about["overwritten"]
        self.before = before
        self.after = after

    def __repr__(self):
        return f"<Event {self.name}, t={self.t!r}>"


class Columns(Mapping):
    """Arrays by name."""

    def __init__(self, arrays):
        self._arrays = arrays

    def __getitem__(self, name):
        return self._arrays[name]

    def __iter__(self):
        return iter(self._arrays)

    def __len__(self):
        return len(self._arrays)

    def __repr__(self):
        return f"<{', '.join(self._arrays)}>"


class Run(Mapping):
    """A run that has ended. run.t has the times of its rows and run["x"] a column; both are loaded at the first use.

    status is "reached_end", "terminated" (by an event, or by on_step) or "failed"; message says it in words. notes are sentences about what the result may miss.
    statistics has all counters by name.
    """

    def __init__(self, model, answer):
        result = answer.result
        self.model = model
        self._server = model.server
        self._number = result["run"]
        self.columns = result["columns"]
        self.statistics = result["statistics"]
        self.warnings = self.statistics.pop("warnings", [])
        self.status = self.statistics["status"]
        self.message = result["message"]
        self.advice = result["advice"]
        self.notes = result["notes"]
        self.n_rows = result["n_rows"]
        self._rows = None
        self._tape = None
        self._events = None

    def __del__(self):
        if hasattr(self, "_number"):
            self._server.drop(self._number)

    def _column(self, index):
        if self._rows is None:
            self._rows = self._server.request("rows", run=self._number).arrays["rows"]
        return _arrays.column(self._rows, index, len(self.columns) + 1)

    @property
    def t(self):
        """The times of the rows."""
        return self._column(0)

    def __getitem__(self, name):
        if name == "t":
            return self.t
        if name not in self.columns:
            raise KeyError(f"{name}; the columns are {', '.join(self.columns)}")
        return self._column(1 + self.columns.index(name))

    def __iter__(self):
        return iter(self.columns)

    def __len__(self):
        return len(self.columns)

    def __repr__(self):
        return f"<Run of {self.model.id}, {self.n_rows} rows, {self.message}>"

    def at(self, times):
        """Returns all columns at given times, from the dense output of the method, as a mapping of names to arrays; for a single time, to numbers."""
        single = not hasattr(times, "__len__")
        wanted = [float(times)] if single else [float(t) for t in times]
        values = self._server.request("at", run=self._number, times=wanted).arrays["values"]
        width = len(self.columns)
        return Columns({name: float(values[c]) if single else _arrays.column(values, c, width) for c, name in enumerate(self.columns)})

    @property
    def tape(self):
        """All attempted steps: a mapping of names to arrays. outcome and limit are words; worst has for each attempt the names of the states with the largest
        errors; rhs_stages, rhs_rejected, … count evaluations of the right-hand side."""
        if self._tape is None:
            answer = self._server.request("tape", run=self._number)
            result, arrays = answer.result, answer.arrays
            columns = {name: arrays[name] for name in ("t", "h", "error")}
            columns["outcome"] = [result["outcomes"][k] for k in arrays["outcome"]]
            columns["limit"] = [result["limits"][k] for k in arrays["limit"]]
            for name in ("h_proposed", "h_next", "order", "newton_iterations", "jacobian_age", "contraction"):
                columns[name] = arrays[name]
            states = result["states"]
            columns["worst"] = [[states[k] for k in row if k >= 0] for row in _arrays.rows(arrays["worst"], 3)]
            columns["worst_error"] = _arrays.rows(arrays["worst_error"], 3)
            width = len(result["purposes"])
            for k, purpose in enumerate(result["purposes"]):
                columns["rhs_" + purpose] = _arrays.column(arrays["evaluations"], k, width)
            self._tape = Columns(columns)
        return self._tape

    @property
    def events(self):
        """The events in order, a list of Event."""
        if self._events is None:
            answer = self._server.request("events", run=self._number)
            names, values = answer.result["columns"], answer.arrays["states"]
            width = len(names)
            self._events = [
                Event(float(answer.arrays["t"][k]), about,
                      dict(zip(names, (float(v) for v in values[2 * k * width:(2 * k + 1) * width]))),
                      dict(zip(names, (float(v) for v in values[(2 * k + 1) * width:(2 * k + 2) * width]))))
                for k, about in enumerate(answer.result["events"])]
        return self._events

    def plot(self, view="all", *, path=None, format=None, theme="light"):
        """Returns a Picture of the run, and writes it if a path is given. stepwise.views lists the views."""
        wanted = format_of(path, format)
        picture = Picture(wanted, self._server.request("plot", run=self._number, view=view, format=wanted, theme=theme).arrays["file"])
        if path is not None:
            picture.save(path)
        return picture

    def _repr_html_(self):
        from html import escape

        return f"<p>{escape(self.model.name)}: {escape(self.message)}</p>" + self.plot()._repr_svg_()
