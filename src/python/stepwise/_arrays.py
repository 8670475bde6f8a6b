"""Arrays of numbers: of numpy if it is installed, otherwise of the module array."""

import array
import sys

try:
    import numpy
except ImportError:
    numpy = None

_NUMPY_TYPES = {"f64": "<f8", "i32": "<i4", "u8": "u1"}
_CODES = {"f64": "d", "i32": "i", "u8": "B"}
SIZES = {"f64": 8, "i32": 4, "u8": 1}


def from_bytes(kind, data):
    """Returns the numbers in little-endian bytes."""
    if numpy is not None:
        return numpy.frombuffer(data, dtype=_NUMPY_TYPES[kind])
    values = array.array(_CODES[kind])
    values.frombytes(data)
    if sys.byteorder == "big":
        values.byteswap()
    return values


def column(values, index, width):
    """Returns every width-th number from index on: a column of rows that are stored one after another."""
    return values[index::width]


def rows(values, width):
    """Returns rows of equal width: a matrix of numpy, or a list of arrays."""
    if numpy is not None:
        return values.reshape(-1, width) if width else values.reshape(0, 0)
    return [values[k:k + width] for k in range(0, len(values), width)] if width else []
