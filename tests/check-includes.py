#!/usr/bin/env -S python3 -B
"""Tries one wrong include in each folder: including a header of a folder that tests/layers.txt does not allow must fail.

Usage: check-includes.py SOURCE_ROOT BUILD_ROOT [nogtk]

Each try uses the compiler options of the first source in the folder. A header of the folder itself must be found with the same options.
Otherwise options with which no header is found would pass.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import house


def preprocess(entry, header, scratch):
    file = Path(scratch) / 'try.c'
    file.write_text(f'#include "{header}"\n')
    return subprocess.run([*entry.compiler(), '-E', '-o', '/dev/null', str(file)], cwd=entry.directory, capture_output=True, text=True)


def main():
    tree = house.Tree(sys.argv[1], sys.argv[2])
    skipped = ['app'] if 'nogtk' in sys.argv[3:] else []
    order = list(tree.folders)
    tried = 0
    with tempfile.TemporaryDirectory() as scratch:
        for folder in tree.folders.values():
            if folder.layer in skipped or not folder.entries or not folder.headers():
                continue
            hidden = [name for name in order if name != folder.name and name not in folder.may_see and tree.folders[name].headers()]
            if not hidden:
                continue
            # Try the next higher folder, which is the one most easily included by mistake.
            above = [name for name in hidden if order.index(name) > order.index(folder.name)]
            other = tree.folders[(above or hidden)[0]]
            entry = folder.entries[0]
            right = preprocess(entry, folder.headers()[0].name, scratch)
            if right.returncode != 0:
                tree.error(f'src/{folder.name}: does not find its own {folder.headers()[0].name}\n{right.stderr}')
            wrong = preprocess(entry, other.headers()[0].name, scratch)
            if wrong.returncode == 0 or 'o such file' not in wrong.stderr and 'not found' not in wrong.stderr:
                tree.error(f'src/{folder.name}: an include of {other.headers()[0].name} of src/{other.name} compiles\n{wrong.stderr}')
            tried += 1
            print(f'{folder.name} does not find {other.headers()[0].name} of {other.name}')
    if tried < 5:
        tree.error(f'only {tried} wrong includes were tried; five are required')
    tree.finish()


main()
