#!/usr/bin/env python3
"""Prints C source with the contents of files as constants.

make-texts.py PREFIX FILE...

The constant of NAME.c is the array of char PREFIX_NAME, with a zero at its end."""

import pathlib
import sys

prefix, *files = sys.argv[1:]
print('#include "model-code-texts.h"\n')
for name in files:
    path = pathlib.Path(name)
    print(f"const char {prefix}_{path.stem.lower().replace('-', '_')}[] = {{")
    data = path.read_bytes() + b"\0"
    for k in range(0, len(data), 24):
        print("  " + ", ".join(str(byte) for byte in data[k:k + 24]) + ",")
    print("};")
