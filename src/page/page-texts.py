#!/usr/bin/env -S python3 -B
"""Writes the translations that a live page contains as two files of JSON: the messages of its scripts with the labels of methods, which the page needs at
once, and those of its numerical core.

Usage: page-texts.py SOURCE_ROOT PAGE.json CORE.json

{"de": {MESSAGE: TRANSLATION or [ONE, MANY], …}, …}: all languages of po/LINGUAS. Messages with a context have the key CONTEXT\\4MESSAGE, as in
catalogues of gettext. Which messages the files have is found by xgettext.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

PAGE_PARTS = ('data/page/', 'src/ode/methods/')
CORE_PARTS = ('src/ode/', 'src/expr/', 'src/model/', 'src/sim/')
KEYWORDS = ['_', 'N_', 'C_:1c,2', 'NC_:1c,2', 'ngettext:1,2', 'g_dngettext:2,3', 'ODE_N_', 'ode_integrator_fail_message:3', 'ode_message_refuse:4',
            'ode_message_format:4']
ESCAPES = {'n': '\n', 't': '\t', '"': '"', '\\': '\\', 'r': '\r', 'a': '\a', 'v': '\v', 'f': '\f', 'b': '\b'}


def entries(text):
    """Yields the fields of each entry of a file of gettext: {'msgid': …, 'msgstr': …, 'msgid_plural': …, 'msgstr[0]': …}."""
    for block in re.split(r'\n\s*\n', text):
        fields = {}
        name = None
        if re.search(r'^#,.*fuzzy', block, re.M) or re.search(r'^#~', block, re.M):
            continue
        for line in block.splitlines():
            match = re.match(r'(msg\w+(?:\[\d\])?)?\s*"(.*)"$', line)
            if not match:
                continue
            name = match.group(1) or name
            part = re.sub(r'\\(.)', lambda escape: ESCAPES[escape.group(1)], match.group(2))
            fields[name] = fields.get(name, '') + part
        if 'msgid' in fields:
            yield fields


def key_of(fields):
    return fields['msgctxt'] + '\4' + fields['msgid'] if 'msgctxt' in fields else fields['msgid']


def messages(root, parts):
    """Returns the keys of the messages in these parts of the tree."""
    files = [line for line in (root / 'po' / 'POTFILES.in').read_text().splitlines() if line.startswith(parts)]
    template = subprocess.run(['xgettext', '--from-code=UTF-8', '--no-location', *[f'--keyword={word}' for word in KEYWORDS], '-o', '-', *files],
                              cwd=root, capture_output=True, text=True, check=True).stdout
    return {key_of(fields) for fields in entries(template)} - {''}


def write(root, out, wanted):
    result = {}
    for language in (root / 'po' / 'LINGUAS').read_text().split():
        texts = {}
        for fields in entries((root / 'po' / f'{language}.po').read_text(encoding='utf-8')):
            key = key_of(fields)
            if key not in wanted:
                continue
            if 'msgid_plural' in fields:
                texts[key] = [fields['msgstr[0]'], fields['msgstr[1]']]
            elif fields.get('msgstr'):
                texts[key] = fields['msgstr']
        result[language] = texts
    out.write_text(json.dumps(result, ensure_ascii=False, sort_keys=True, separators=(',', ':')), encoding='utf-8')


def main():
    root, page, core = (Path(word) for word in sys.argv[1:4])
    write(root, page, messages(root, PAGE_PARTS))
    write(root, core, messages(root, CORE_PARTS))


main()
