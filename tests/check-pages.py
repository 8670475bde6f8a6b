#!/usr/bin/env -S python3 -B
"""Checks that the files, functions and types that README.md, CONTRIBUTING.md and src/DESIGN.md name exist.

Usage: check-pages.py SOURCE_ROOT
"""

import re
import sys
from pathlib import Path

PAGES = ['README.md', 'CONTRIBUTING.md', 'src/DESIGN.md']
FENCE = re.compile(r'```.*?```', re.S)
CODE = re.compile(r'`([^`\n]+)`')
FILE = re.compile(r'[\w./-]+\.(?:c|h|def|py|sh|txt|md|build|yaml)\b')
# A word in capital letters is a placeholder for a name; my-... is an example.
EXAMPLE = re.compile(r'\b[A-Z]{4,}\b|(^|/)my-')
SYMBOL = re.compile(r'\b(?:(?:ode|expr|model|sim|lab|plot|cli|wb)_[a-z0-9_]*[a-z0-9]\b(?!\w|\*)|(?:Ode|Expr|Model|Sim|Lab|Plot|Cli|Wb)[A-Z]\w+)\b')


def main():
    root = Path(sys.argv[1])
    files = [p.relative_to(root).as_posix() for folder in ('src', 'tests', 'models', 'data', 'po') for p in (root / folder).rglob('*') if p.is_file()]
    files += [p.name for p in root.iterdir() if p.is_file()]
    symbols = set()
    for name in files:
        if name.startswith('src/') and name.endswith(('.c', '.h', '.def')):
            symbols.update(re.findall(r'\w+', (root / name).read_text()))
    faults = []
    for page in PAGES:
        text = (root / page).read_text()
        for code in CODE.findall(FENCE.sub('', text)):
            for name in FILE.findall(code):
                if not EXAMPLE.search(name) and not any(('/' + file).endswith('/' + name.lstrip('./')) for file in files):
                    faults.append(f'{page}: there is no file {name}')
        faults += [f'{page}: the source has no {symbol}' for symbol in sorted(set(SYMBOL.findall(text)) - symbols)]
    print('\n'.join(faults) or f'{len(PAGES)} pages')
    return 1 if faults else 0


if __name__ == '__main__':
    sys.exit(main())
