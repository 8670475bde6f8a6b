#!/usr/bin/env -S python3 -B
"""Checks that each public function has its own comment, that each .c file begins with its purpose, and that the numerical folders have
enough comments.

Usage: check-documentation.py SOURCE_ROOT [FOLDER...]     FOLDER: src/ode, plot/views, ...; all of src/ by default

A public function is declared, or defined inline, in a header of src/ whose name does not end in -private.h. Its comment must end on the
line directly above the declaration, begin with a verb with a capital letter ("Returns", "Appends"), and have at least three words. Two
functions cannot share a comment. Macros, types, and functions that GObject macros declare (_get_type) need no comment.

The fraction of comment is the number of lines in .c files that contain a comment or a part of one, divided by the number of all lines
that are not blank. It is checked for src/ode as a whole and for five folders of src/lab, unless only a part of such a folder is chosen.

Each .c file begins, in its first line, with a comment of at least three words about its purpose.
"""

import re
import sys
from pathlib import Path

import house

LEAST_SHARE = {'ode': 20, 'lab/certificates': 10, 'lab/dynamics': 10, 'lab/linear': 10, 'lab/maps': 10, 'lab/methods': 10}
NOT_VERBS = set('This Its Always Whether Towards Besides Times Units Numbers Values Rows Columns Names Others Sometimes Perhaps Thus '
                'Less Unless Various Across Errors States Steps Events Options Settings Runs Plots Functions Series Axis As Is Has Was '
                'Texts Words Lines Bytes Methods Results Points Marks Colours Labels Keys'.split())


def comment_above(source, position):
    """Returns the text of the comment that ends on the line above a position, or None."""
    before = source[:position]
    gap = before[len(before.rstrip()):]
    if gap.count('\n') != 1 or not before.rstrip().endswith('*/'):
        return None
    comment = [m for m in house.TOKENS.finditer(before) if m.group().startswith('/*')][-1]
    if source[source.rfind('\n', 0, comment.start()) + 1:comment.start()].strip():
        return None
    return ' '.join(re.sub(r'^\s*\*', '', line).strip() for line in comment.group()[2:-2].splitlines()).strip()


def fault(comment):
    """Returns a message about the fault of a comment, or None if the comment is right."""
    if comment is None:
        return 'no comment directly above'
    words = comment.split()
    if len(words) < 3:
        return 'fewer than three words'
    if not re.match(r'[A-Z][a-z-]*s[,:]?$', words[0]) or words[0] in NOT_VERBS:
        return f"does not begin with a verb: '{' '.join(words[:4])} ...'"
    return None


def has_purpose(source):
    """Returns whether a file begins with a comment of at least three words."""
    first = house.TOKENS.match(source)
    return first is not None and first.group().startswith('/*') and len(re.findall(r'[^\W\d_]{2,}', first.group())) >= 3


def comment_lines(path):
    """Returns the number of lines that contain comment and the number of lines that are not blank."""
    text = path.read_text()
    pairs = list(zip(text.splitlines(), house.without_comments(text).splitlines()))
    return sum(raw != code for raw, code in pairs if raw.strip()), sum(bool(raw.strip()) for raw, _ in pairs)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    root = Path(sys.argv[1]).resolve()
    chosen = [re.sub(r'^(\./)?src/', '', name).rstrip('/') for name in sys.argv[2:]]
    folders = sorted({path.parent for path in (root / 'src').rglob('*.[ch]')})
    total = missing = without_purpose = n_files = 0
    summary = []
    share = {}
    for folder in folders:
        name = str(folder.relative_to(root / 'src'))
        if chosen and not any(name == other or name.startswith(other + '/') for other in chosen):
            continue
        count = faults = 0
        for header in sorted(folder.glob('*.h')):
            if header.name.endswith('-private.h'):
                continue
            source = header.read_text()
            for position, function in house.functions(source):
                if function.endswith('_get_type'):
                    continue
                count += 1
                reason = fault(comment_above(source, position))
                if reason:
                    faults += 1
                    print(f'{header.relative_to(root)}:{source.count(chr(10), 0, position) + 1}: {function}: {reason}')
        for path in sorted(folder.glob('*.c')):
            n_files += 1
            if not has_purpose(path.read_text()):
                without_purpose += 1
                print(f'{path.relative_to(root)}:1: the file does not begin with a comment about its purpose')
        comment, lines = map(sum, zip(*[(0, 0)] + [comment_lines(path) for path in folder.glob('*.c')]))
        summary.append(f'{name:24} {count:5} public functions, {faults:4} without a sentence; {100 * comment / max(lines, 1):5.1f} % comment')
        total += count
        missing += faults
        for place in LEAST_SHARE:
            if name == place or name.startswith(place + '/'):
                share[place] = tuple(map(sum, zip(share.get(place, (0, 0)), (comment, lines))))
    print('\n'.join(summary))
    print(f'{total} public functions, {missing} without a sentence')
    print(f'{n_files} .c files, {without_purpose} without a purpose')
    bad = missing > 0 or without_purpose > 0 or total == 0
    for place, least in LEAST_SHARE.items():
        # The required fraction is defined for the whole of a place, not for a part of it.
        if chosen and not any(place == other or place.startswith(other + '/') for other in chosen):
            continue
        if share.get(place, (0, 0))[1] == 0:
            print(f'src/{place}: has no .c file')
            bad = True
            continue
        percent = 100 * share[place][0] / share[place][1]
        if percent < least:
            more = -(-least * share[place][1] // 100) - share[place][0]
            print(f'src/{place}: {percent:.1f} % of the lines hold comment; at least {least} % are required ({more} more lines)')
            bad = True
    sys.exit(1 if bad else 0)


main()
