"""A picture of a run or a study as the bytes of a file."""

import os


class Picture:
    """The bytes of an SVG, PNG or PDF file. A notebook shows SVG and PNG by itself."""

    def __init__(self, format, data):
        self.format = format
        self.data = bytes(data)

    def save(self, path):
        """Writes the file."""
        with open(os.fspath(path), "wb") as file:
            file.write(self.data)

    def __repr__(self):
        return f"<Picture {self.format}, {len(self.data)} bytes>"

    def _repr_svg_(self):
        return self.data.decode("utf-8") if self.format == "svg" else None

    def _repr_png_(self):
        return self.data if self.format == "png" else None


def format_of(path, format):
    """Returns the format for a path and a format, either of which may be None."""
    if format is not None:
        return format
    ending = os.path.splitext(os.fspath(path))[1][1:].lower() if path is not None else ""
    return ending or "svg"
