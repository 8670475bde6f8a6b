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


def finds(entry, header, scratch):
    """Returns whether an include of a header would find a file. The header itself is not read, which would take a second with those of GTK."""
    file = Path(scratch) / 'try.c'
    file.write_text(f'#if __has_include("{header}")\nfound\n#endif\n')
    done = subprocess.run([*entry.compiler(), '-E', '-P', str(file)], cwd=entry.directory, capture_output=True, text=True, check=True)
    return 'found' in done.stdout.split()


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
            if not finds(entry, folder.headers()[0].name, scratch):
                tree.error(f'src/{folder.name}: does not find its own {folder.headers()[0].name}')
            if finds(entry, other.headers()[0].name, scratch):
                tree.error(f'src/{folder.name}: an include of {other.headers()[0].name} of src/{other.name} compiles')
            tried += 1
            print(f'{folder.name} does not find {other.headers()[0].name} of {other.name}')
    if tried < 5:
        tree.error(f'only {tried} wrong includes were tried; five are required')
    tree.finish()


main()
