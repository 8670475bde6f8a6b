"""Results of studies: numbers, tables, grids and curves."""

from collections.abc import Mapping

from . import _arrays
from ._picture import Picture, format_of


class Table(Mapping):
    """A table: columns by name, arrays of numbers or lists of texts."""

    def __init__(self, name, columns, units):
        self.name = name
        self._columns = columns
        self.units = units

    def __getitem__(self, name):
        return self._columns[name]

    def __iter__(self):
        return iter(self._columns)

    def __len__(self):
        return len(self._columns)

    def rows(self):
        """Returns the rows as dictionaries."""
        names = list(self._columns)
        return [dict(zip(names, row)) for row in zip(*self._columns.values())]

    def __repr__(self):
        n = len(next(iter(self._columns.values()), ()))
        return f"<Table {self.name}: {', '.join(self._columns)}; {n} rows>"

    def _repr_html_(self):
        from html import escape

        head = "".join(f"<th>{escape(name)}</th>" for name in self._columns)
        body = "".join("<tr>" + "".join(f"<td>{escape(str(value))}</td>" for value in row) + "</tr>" for row in zip(*self._columns.values()))
        return f"<table><tr>{head}</tr>{body}</table>"


class Grid:
    """Numbers on a grid of nx × ny cells from x_low to x_high and y_low to y_high, row by row from y_low upwards. `values` is a matrix; `classes`, if the cells have
    one, a list of texts, one for each row, with a letter for each cell."""

    def __init__(self, about, values, classes):
        for key in ("name", "unit", "x", "y", "nx", "ny", "x_low", "x_high", "y_low", "y_high"):
            setattr(self, key, about[key])
        self.values = _arrays.rows(values, about["nx"])
        self.classes = classes

    def __repr__(self):
        return f"<Grid {self.name}, {self.nx} × {self.ny}>"


class Study(Mapping):
    """The result of a study: numbers by name, and `tables`, `grids` and `curves`. `sentence` says what the most important number means."""

    def __init__(self, model, name, answer):
        result, arrays = answer.result, answer.arrays
        self.model = model
        self.name = name
        self._server = model.server
        self._number = result["result"]
        self.label = result["label"]
        self.sentence = result["sentence"]
        self.remark = result["remark"]
        self.failed_check = result["failed_check"]
        self._numbers = {number: float(value) for (number, _), value in zip(result["numbers"], arrays["numbers"])}
        self.units = {number: unit for number, unit in result["numbers"]}
        self.tables = {}
        for table in result["tables"]:
            columns, units = {}, {}
            for k, column in enumerate(table["columns"]):
                numbers = arrays[f"table {table['name']} {k}"]
                texts = column.get("texts")
                columns[column["name"]] = [text if text is not None else float(number) for text, number in zip(texts, numbers)] if texts else numbers
                units[column["name"]] = column["unit"]
            self.tables[table["name"]] = Table(table["name"], columns, units)
        self.grids = {}
        for k, about in enumerate(result["grids"]):
            letters = bytes(arrays[f"grid {k} classes"]).decode("ascii") if about["has_classes"] else None
            classes = [letters[j:j + about["nx"]] for j in range(0, len(letters), about["nx"])] if letters else None
            self.grids[about["name"]] = Grid(about, arrays[f"grid {k}"], classes)
        self.curves = [(curve, arrays[f"curve {k} x"], arrays[f"curve {k} y"]) for k, curve in enumerate(result["curves"])]

    def __getitem__(self, name):
        return self._numbers[name]

    def __iter__(self):
        return iter(self._numbers)

    def __len__(self):
        return len(self._numbers)

    def __repr__(self):
        return f"<Study {self.name}: {self.sentence or self._numbers}>"

    def __del__(self):
        if hasattr(self, "_number"):
            self._server.drop(self._number)

    def plot(self, *, path=None, format=None, theme="light"):
        """Returns a Picture of the result, and writes it if a path is given. Raises ComputeError if the study has no picture."""
        wanted = format_of(path, format)
        picture = Picture(wanted, self._server.request("plot", result=self._number, format=wanted, theme=theme).arrays["file"])
        if path is not None:
            picture.save(path)
        return picture
