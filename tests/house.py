"""Reads the source tree and the compiler options of its files. The tests of the suite "house" share this module."""

import functools
import json
import os
import re
import shlex
from pathlib import Path

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]+(["<])([^">]+)[">]', re.M)
# Comments, strings and character constants. One expression finds all of them, so that a quote in a comment does not begin a string.
TOKENS = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)

# Macros that have no semicolon after them, or that precede a declaration.
MACRO = re.compile(r'^[ \t]*(G_(BEGIN|END)_DECLS|G_DECLARE_\w+\s*\([^)]*\)|G_DEFINE_AUTOPTR_CLEANUP_FUNC\s*\([^)]*\)|extern\s+"C"\s*\{);?', re.M)
DIRECTIVE = re.compile(r'^[ \t]*#(?:\\\n|[^\n])*', re.M)
NAME = re.compile(r'\b([a-z_]\w*)\s*\(')
# A word of a command line with its quotes.
WORD = re.compile(r"""(?:[^\s'"\\]|'[^']*'|"(?:\\.|[^"\\])*"|\\.)+""", re.S)


@functools.lru_cache(maxsize=None)
def unquoted(word):
    """Returns a word of a command line without its quotes. All commands have nearly the same words, so that each is read once."""
    return shlex.split(word)[0]


@functools.lru_cache(maxsize=None)
def folder_of(directory, folder):
    """Returns the path of a folder that is relative to a directory."""
    return Path(os.path.normpath(directory / folder))


class Folder:
    """A folder of src/: its files, the folders from which it may include headers, and its entries in compile_commands.json."""

    def __init__(self, name, may_see, optional):
        self.name = name
        self.layer = name.split('/')[0]
        self.may_see = may_see
        self.optional = optional
        self.files = []
        self.entries = []

    @property
    def prefix(self):
        return 'wb' if self.layer == 'app' else self.layer

    def sources(self):
        return [f for f in self.files if f.suffix == '.c']

    def headers(self):
        return [f for f in self.files if f.suffix == '.h']


class Entry:
    """A source file with the command that compiles it."""

    def __init__(self, entry):
        self.directory = Path(entry['directory'])
        self.source = Path(os.path.normpath(self.directory / entry['file']))
        self.object = Path(os.path.normpath(self.directory / entry['output']))
        self.command = [unquoted(word) for word in WORD.findall(entry['command'])]

    def include_folders(self):
        folders = [word.removeprefix('-iquote').removeprefix('-I') for word in self.command if word.startswith(('-iquote', '-I'))]
        return [folder_of(self.directory, folder) for folder in folders]

    def compiler(self):
        """Returns the command without the source, the output and ccache."""
        words = []
        skip = False
        for word in self.command:
            if skip:
                skip = False
            elif word in ('-o', '-MQ', '-MF', '-c'):
                skip = True
            elif word != '-MD' and os.path.basename(word) != 'ccache':
                words.append(word)
        return words


class Tree:
    """The folders of src/ in the order of tests/layers.txt."""

    def __init__(self, root, build=None):
        self.root = Path(root).resolve()
        self.build = Path(build).resolve() if build else None
        self.errors = []
        self.folders = {}
        self._read_table()
        self._read_files()
        if self.build:
            self._read_entries()

    def error(self, text):
        self.errors.append(text)

    def finish(self):
        """Prints the errors and exits. The exit status is 1 if there are errors."""
        for text in self.errors:
            print(text)
        raise SystemExit(1 if self.errors else 0)

    def where(self, path):
        return path.relative_to(self.root)

    def header_folders(self):
        """Returns the folder of each file that can be included: headers, tables (.def) and templates (.inc)."""
        return {file.name: folder for folder in self.folders.values() for file in folder.files if file.suffix not in ('.c', '.cpp')}

    def _read_table(self):
        table = self.root / 'tests' / 'layers.txt'
        for number, line in enumerate(table.read_text().splitlines(), 1):
            line = line.split('#')[0].strip()
            if not line:
                continue
            name, _, seen = line.partition(':')
            name = name.strip()
            optional = name.endswith('?')
            name = name.rstrip('?')
            may_see = []
            for word in seen.split():
                matches = [f for f in self.folders if f == word.rstrip('/') or (word.endswith('/') and f.startswith(word))]
                if not matches:
                    self.error(f'tests/layers.txt:{number}: {name} names {word}, which is not above it')
                may_see += matches
            if name in self.folders:
                self.error(f'tests/layers.txt:{number}: {name} is listed twice')
            self.folders[name] = Folder(name, may_see, optional)

    def _read_files(self):
        owner = {}
        for path in sorted((self.root / 'src').rglob('*.*')):
            # The compiler includes the header of the first folder before each file. The others have the names of the libraries for which they stand in live
            # pages.
            if str(path.relative_to(self.root / 'src')).startswith(('elementary/', 'page/glib/', 'page/yaml/')):
                continue
            if path.suffix not in ('.c', '.cpp', '.h', '.def', '.inc'):
                continue
            name = str(path.parent.relative_to(self.root / 'src'))
            if name not in self.folders:
                self.error(f'{self.where(path)}: the folder {name} is not in tests/layers.txt')
                self.folders[name] = Folder(name, [], False)
            self.folders[name].files.append(path)
            if path.name in owner and path.name != 'main.c':
                self.error(f'{self.where(path)}: {self.where(owner[path.name])} has the same name')
            owner[path.name] = path
        for name, folder in list(self.folders.items()):
            if not folder.files:
                if not folder.optional:
                    self.error(f'tests/layers.txt: src/{name} does not exist')
                del self.folders[name]
        for folder in self.folders.values():
            folder.may_see = [name for name in folder.may_see if name in self.folders]

    def _read_entries(self):
        for entry in map(Entry, json.loads((self.build / 'compile_commands.json').read_text())):
            source = entry.source
            for base in (self.build / 'src', self.root / 'src'):
                if source.is_relative_to(base):
                    folder = self.folders.get(str(source.parent.relative_to(base)))
                    if folder:
                        folder.entries.append(entry)
                    break
        for folder in self.folders.values():
            folder.entries.sort(key=lambda entry: entry.source.suffix != '.c')  # checks use the command of the first entry, that of a C file


def without_comments(text, strings=False):
    """Returns the text with spaces instead of comments and, if `strings` is true, of strings. Line numbers do not change."""
    def blank(match):
        token = match.group()
        if token[0] == '/' or strings:
            return re.sub(r'[^\n]', ' ', token)
        return token
    return TOKENS.sub(blank, text)


def includes(path):
    """Yields the line number, the quote or angle bracket, and the name of each #include of a file."""
    text = without_comments(path.read_text())
    return [(text.count('\n', 0, m.start()) + 1, m.group(1), m.group(2)) for m in INCLUDE.finditer(text)]


def spaces_for(match):
    """Returns the text of a match with spaces instead of all characters but line ends."""
    return re.sub(r'[^\n]', ' ', match.group())


def statements(code):
    """Yields the position and the text of each statement at brace depth 0. The text lacks the bodies of functions."""
    depth = 0
    start = 0
    text = []
    for position, char in enumerate(code):
        if char == '{':
            depth += 1
            if depth == 1:
                text.append(' {')
        elif char == '}':
            depth -= 1
            if depth == 0 and NAME.search(''.join(text)) and not re.match(r'\s*(typedef|struct|union|enum)\b[^(]*\{', ''.join(text)):
                yield start, ''.join(text)
                start, text = position + 1, []
        elif depth == 0:
            if char == ';':
                yield start, ''.join(text)
                start, text = position + 1, []
            else:
                text.append(char)


def functions(source):
    """Yields the position of the declaration and the name of each function that a header declares or defines."""
    code = without_comments(source, strings=True)
    code = MACRO.sub(spaces_for, DIRECTIVE.sub(spaces_for, code))
    for start, text in statements(code):
        text = text.split('{')[0]
        found = [m.group(1) for m in NAME.finditer(text) if not m.group(1).startswith('__attribute') and m.group(1) != '_Alignas']
        if not found or re.match(r'\s*(typedef|struct\s+\w+\s*\{|enum)\b', text) or '=' in text.split('(')[0]:
            continue
        yield start + len(text) - len(text.lstrip()), found[0]
