"""Ensembles and sweeps: many runs of a model."""

from collections.abc import Mapping

from . import _arrays

OUTCOMES = ("reached end", "terminated", "failed")


class Ensemble(Mapping):
    """Many runs: ensemble["top"] has a column, one number for each member. The columns are t (the time at which the member ended), the varied quantities, the
    recorded numbers, and the values of fans, named "x@0", "x@1", …

    summary has for each column n, mean, sd, min, max and the quantiles q05, q25, q50, q75 and q95, over the members whose value is finite.
    """

    def __init__(self, model, answer):
        result = answer.result
        self.model = model
        self._server = model.server
        self._number = result["ensemble"]
        self.columns = result["columns"]
        self.varied = self.columns[1:1 + result["n_varied"]]
        self.records = self.columns[1 + result["n_varied"]:1 + result["n_varied"] + result["n_records"]]
        self.n_members = result["members"]
        self.n_failed = result["failed"]
        self.n_terminated = result["terminated"]
        self.passed_over = result["passed_over"]
        names, values = result["summary"], answer.arrays["summaries"]
        self.summary = {column: dict(zip(names, (float(v) for v in values[k * len(names):(k + 1) * len(names)])))
                        for k, column in enumerate(self.columns)}
        self._members = None

    def __del__(self):
        if hasattr(self, "_number"):
            self._server.drop(self._number)

    def _load(self):
        if self._members is None:
            self._members = self._server.request("members", ensemble=self._number)
        return self._members

    def __getitem__(self, name):
        if name not in self.columns:
            raise KeyError(f"{name}; the columns are {', '.join(self.columns)}")
        return _arrays.column(self._load().arrays["values"], self.columns.index(name), len(self.columns))

    def __iter__(self):
        return iter(self.columns)

    def __len__(self):
        return len(self.columns)

    @property
    def outcomes(self):
        """How each member ended: "reached end", "terminated" or "failed"."""
        return [OUTCOMES[k] for k in self._load().arrays["outcomes"]]

    @property
    def reasons(self):
        """Why members ended early, by the number of the member."""
        return dict(self._load().result["reasons"])

    def __repr__(self):
        return f"<Ensemble of {self.model.id}, {self.n_members} members: {', '.join(self.records)}>"
