#!/usr/bin/env -S python3 -B
"""Checks that each public function is called in src/, or is listed in tests/uncalled.txt with the reason why it exists.

Usage: check-callers.py SOURCE_ROOT [--list]     --list: prints all functions without a caller in src/

A public function is declared in a header of src/ whose name does not end in -private.h. A caller is any use of its name besides the
declarations and the definition. tests/uncalled.txt has one name or pattern (sim_time_stepper_*) on each line, below a comment that gives the
reason. A line without a function that has no caller is an error too, so that the list stays complete and short.
"""

import fnmatch
import re
import sys
from collections import Counter
from pathlib import Path

import house

WORD = re.compile(r'\w+')
# A definition begins in the first column, with the type on the line above or on the same line.
DEFINITION = re.compile(r'^(?:[A-Za-z_][\w *]*[ *])?([a-z]\w*) \([^;{}]*\)\s*\{', re.M)


def main():
    root = Path(sys.argv[1]).resolve()
    uses = Counter()
    where = {}
    for path in sorted((root / 'src').rglob('*')):
        if path.suffix not in ('.c', '.cpp', '.h', '.def', '.inc', '.ui', '.in'):
            continue
        source = path.read_text()
        uses.update(WORD.findall(house.without_comments(source)))
        if path.suffix == '.h':
            for position, name in house.functions(source):
                uses[name] -= 1
                if not path.name.endswith('-private.h'):
                    where[name] = f'{path.relative_to(root)}:{source.count(chr(10), 0, position) + 1}'
        elif path.suffix == '.c':
            uses.subtract(DEFINITION.findall(house.without_comments(source, strings=True)))
    uncalled = {name for name in where if uses[name] <= 0}
    if '--list' in sys.argv:
        print('\n'.join(sorted(uncalled)))
        return
    errors = 0
    listed = set()
    for number, line in enumerate((root / 'tests' / 'uncalled.txt').read_text().splitlines(), 1):
        pattern = line.strip()
        if not pattern or pattern.startswith('#'):
            continue
        matches = fnmatch.filter(uncalled, pattern)
        if not matches:
            print(f'tests/uncalled.txt:{number}: {pattern}: no function without a caller has this name')
            errors += 1
        listed.update(matches)
    for name in sorted(uncalled - listed):
        print(f'{where[name]}: {name} has no caller in src/; remove it, or add it to tests/uncalled.txt with a reason')
        errors += 1
    print(f'{len(where)} public functions, {len(uncalled)} without a caller in src/, {len(uncalled & listed)} of them listed')
    raise SystemExit(1 if errors or not where else 0)


main()
