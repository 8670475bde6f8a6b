#!/usr/bin/env -S python3 -B
"""Checks that each header compiles alone, with the compiler options of its folder.

Usage: check-headers.py SOURCE_ROOT BUILD_ROOT [nogtk]

If the source of the same name includes a header first, the build has already compiled the header alone. This script compiles the other
headers, with one call of the compiler for each folder: a third of them, or all if STEPWISE_TEST_ALL is set.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import house


def is_first_include(header, folder):
    source = header.with_suffix('.c')
    if source not in {entry.source for entry in folder.entries}:
        return False
    found = house.includes(source)
    return bool(found) and found[0][1:] == ('"', header.name)


def main():
    tree = house.Tree(sys.argv[1], sys.argv[2])
    skipped = ['app'] if 'nogtk' in sys.argv[3:] else []
    checked = built = seen = 0
    share = 1 if 'STEPWISE_TEST_ALL' in os.environ else 3
    with tempfile.TemporaryDirectory() as scratch:
        for folder in tree.folders.values():
            if folder.layer in skipped:
                continue
            if not folder.entries:
                tree.error(f'src/{folder.name}: nothing is built from it')
                continue
            files = []
            for header in folder.headers():
                if is_first_include(header, folder):
                    built += 1
                    continue
                seen += 1
                if seen % share != 0:
                    continue
                file = Path(scratch) / f'alone-{header.stem}.c'
                file.write_text(f'#include "{header.name}"\n')
                files.append(str(file))
            if not files:
                continue
            checked += len(files)
            # A program that makes a source at build time may see fewer folders than the others.
            entry = max(folder.entries, key=lambda entry: len(entry.include_folders()))
            done = subprocess.run([*entry.compiler(), '-fsyntax-only', *files], cwd=entry.directory, capture_output=True, text=True)
            if done.returncode != 0:
                tree.error(f'src/{folder.name}: a header does not compile alone\n{done.stderr}')
    print(f'{built} headers compiled alone by the build, {checked} here')
    if built + checked == 0:
        tree.error('no header was found')
    tree.finish()


main()
