#!/usr/bin/env -S python3 -B
"""Checks that includes follow the order of the folders in tests/layers.txt, and rules that a compiler does not check.

Usage: check-layers.py SOURCE_ROOT BUILD_ROOT [nogtk]
       check-layers.py SOURCE_ROOT --diagram    prints for each folder the folders it includes from
"""

import re
import subprocess
import sys
from collections import defaultdict

import house

# Patterns of the headers of libraries, and the layers that may include them.
LIBRARIES = [
    (r'(klu|amd|btf|colamd|cvode|nvector|sun|sundials|cblas|lapack)', ['ode']),
    (r'(glib|gio|gmodule|gobject)', ['expr', 'model', 'sim', 'lab', 'plot', 'page', 'serve', 'cli', 'app']),
    (r'yaml\.h', ['model', 'app']),
    (r'(cairo|pango|gif_lib|webp)', ['plot', 'app']),
    (r'(gtk|gdk|gsk)', ['app']),
]
CORE = ['ode', 'expr', 'model', 'sim', 'lab', 'plot']
OUTPUT = re.compile(r'\b(printf|puts|putchar|g_print|g_printerr|perror|exit|abort) ?\(')
# Calls that create a file. Only the files in CREATORS may contain them; see "Files that are written" in src/DESIGN.md.
CREATE = re.compile(r'\b(g_?fopen ?\([^;]*"[wa]|fopen ?\([^;]*"[wa]|O_CREAT|creat ?\(|g_file_set_contents|g_mkstemp|mkstemp|g_file_replace|'
                    r'g_file_create|g_key_file_save_to_file|cairo_surface_write_to_png ?\(|cairo_(pdf|svg)_surface_create ?\()')
CREATORS = {'sim-output-file.c': 'the writer', 'sim-blocks.c': 'memory of a trajectory, unlinked', 'model-library-index.c': 'a cache',
            'wb-recovery-copy.c': 'a lock file', 'lab-results.c': 'appended to, and continued after a kill'}
# Ids of studies that are also names of other things: of a view, a setting, a plot layer, a thread, a column, a limit of the step, a reducer.
STUDY_WORDS = {'basin', 'compare', 'controller', 'ensemble', 'fit', 'lyapunov', 'orbit', 'sensitivity', 'stability', 'sweep', 'tableau'}
# Lines in which such a word is the id of a study.
STUDY_USE = re.compile(r'registry_find|lab_result_json|wb_lab_studies|wb_laboratory_\w*(axis|error)|strcmp0? \([^"]*(study|kind)|kind->id')
STUDY_NAMERS = {'main.c': 'the table of commands, some of which have the name of a study',
                'model-code-c.c': 'words of C', 'model-code-julia.c': 'words of Julia', 'model-code-octave.c': 'words of Octave', 'model-code-python.c': 'words of Python'}
TOP = {'meson.build', 'meson_options.txt', 'README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'LICENSE', 'dev',
       'src', 'ui', 'data', 'models', 'tests', 'po'}
# Functions of the C library of which a program has its own version, with the reason in its comment.
REPLACED = {'vasprintf'}
MOST_HEADER_LINES = 200
MOST_FILES = 42


def check_includes(tree):
    """Compares every #include with the table. Returns, for each folder, the folders from which it includes headers."""
    headers = tree.header_folders()
    edges = defaultdict(set)
    for folder in tree.folders.values():
        for path in folder.files:
            for line, quote, name in house.includes(path):
                place = f'{tree.where(path)}:{line}'
                if quote == '<' and name.split('/')[-1] in headers:
                    tree.error(f'{place}: <{name}> is a header of src/; its include needs quotes')
                elif quote == '<':
                    for pattern, layers in LIBRARIES:
                        if re.match(pattern, name) and folder.layer not in layers:
                            tree.error(f'{place}: {folder.layer} may not include <{name}>')
                elif '/' in name:
                    tree.error(f'{place}: "{name}" names a folder; the include paths find the header by its name')
                elif name in headers:
                    other = headers[name].name
                    if other != folder.name:
                        edges[folder.name].add(other)
                        if other not in folder.may_see:
                            tree.error(f'{place}: includes {name} of {other}, which {folder.name} may not see')
                elif name not in ('config.h', 'wb-resources.h'):
                    tree.error(f'{place}: {name} is not in src/')
    return edges


def find_cycle(edges):
    """Returns a cycle in the includes of the folders as a list of names, or None."""
    done = set()

    def visit(name, path):
        if name in path:
            return path[path.index(name):] + [name]
        if name in done:
            return None
        for other in sorted(edges[name]):
            cycle = visit(other, path + [name])
            if cycle:
                return cycle
        done.add(name)
        return None

    for name in sorted(edges):
        cycle = visit(name, [])
        if cycle:
            return cycle
    return None


def check_files(tree):
    for folder in tree.folders.values():
        n_files = len(folder.sources()) + len(folder.headers())
        if n_files > MOST_FILES:
            tree.error(f'src/{folder.name}: {n_files} files; more than {MOST_FILES} need sub-folders')
        for path in folder.files:
            where = tree.where(path)
            text = path.read_text()
            if path.name != 'main.c' and not re.match(rf'{folder.prefix}(-.*)?\.(c|cpp|h|def|inc)$', path.name):
                tree.error(f"{where}: the file's name does not begin with '{folder.prefix}-'")
            if path.suffix == '.h':
                if not re.search(r'^#pragma once', text, re.M):
                    tree.error(f'{where}: no #pragma once')
                if text.count('\n') > MOST_HEADER_LINES:
                    tree.error(f'{where}: more than {MOST_HEADER_LINES} lines')
            if path.name not in CREATORS:
                for number, line in enumerate(house.without_comments(text).splitlines(), 1):
                    if CREATE.search(line):
                        tree.error(f'{where}:{number}: creates a file without sim-output-file.h')
            if folder.layer in CORE:
                for number, line in enumerate(house.without_comments(text, strings=True).splitlines(), 1):
                    if OUTPUT.search(line):
                        tree.error(f'{where}:{number}: the core never prints and never exits')


def check_compile_lines(tree, skipped):
    """Checks that each source is compiled, and only with include paths that the table allows."""
    for folder in tree.folders.values():
        if folder.layer in skipped:
            continue
        if folder.sources() and not folder.entries:
            tree.error(f'src/{folder.name}: nothing is built from it')
        compiled = {entry.source for entry in folder.entries}
        meson = ''.join((tree.root / 'src' / part / 'meson.build').read_text() for part in (folder.layer, folder.name)
                        if (tree.root / 'src' / part / 'meson.build').exists())
        for source in folder.sources():
            if source not in compiled and f"{source.name}'" not in meson:
                tree.error(f'{tree.where(source)}: no target compiles it')
        wrong = set()
        for path in {path for entry in folder.entries for path in entry.include_folders()}:
            if path.suffix == '.p':
                continue
            for base in (tree.build, tree.root):
                if path.is_relative_to(base):
                    name = str(path.relative_to(base))
                    name = name[len('src/'):] if name.startswith('src/') else f'../{name}'
                    if name != folder.name and name not in folder.may_see:
                        wrong.add(name)
                    break
        for name in sorted(wrong):
            # A parent folder that has only sub-folders contains no headers.
            if name not in tree.folders and any(other.startswith(name + '/') for other in tree.folders):
                continue
            tree.error(f'src/{folder.name}: its compile line sees src/{name}, which tests/layers.txt does not allow')


def check_public_names(tree, skipped):
    """Checks that the names exported by an object file have the prefix of its layer."""
    for folder in tree.folders.values():
        if folder.layer in skipped:
            continue
        # A generated source of stubs defines the names of a library.
        objects = [str(entry.object) for entry in folder.entries if entry.source.is_relative_to(tree.root / 'src')]
        if not objects:
            continue
        names = subprocess.run(['nm', '-g', '--defined-only', '-A', *objects], capture_output=True, text=True)
        if names.returncode != 0:
            tree.error(f'src/{folder.name}: nm fails: {names.stderr.strip().splitlines()[0]}')
        for line in names.stdout.splitlines():
            kind, name = line.split()[-2:]
            if kind in 'TDBRVW' and name != 'main' and name not in REPLACED and not name.startswith((f'{folder.prefix}_', '_')) and '.' not in name:
                tree.error(f"src/{folder.name}: public name '{name}' has not the prefix '{folder.prefix}_'")


def check_studies(tree):
    """Finds ids of studies as text outside of the file of the study (others have the constant, or compare the fields of LabStudyKind), and errors of
    options without the key of the option."""
    sources = {path: path.read_text(encoding='utf-8') for folder in tree.folders.values() for path in folder.files}
    own = {}
    for path, text in sources.items():
        for body in re.findall(r'const LabStudyKind lab_study_\w+ = \{(.*?)^\};', text, re.S | re.M):
            own[re.search(r'\.id = "([^"]+)"', body).group(1)] = path
    listed = (tree.root / 'src/lab/registry/lab-studies.def').read_text(encoding='utf-8').count('\nLAB_STUDY (')
    if len(own) != listed:
        tree.error(f'lab-studies.def lists {listed} studies, and {len(own)} constants were found')
    for path, text in sources.items():
        code = house.TOKENS.sub(lambda token: token[0] if token[0][0] in '"\'' else re.sub(r'[^\n]', '', token[0]), text)
        if path.name != 'lab-option.c' and re.search(r'(set_error|error_new)\w* \([^;]*LAB_STUDY_ERROR_OPTION', code):
            tree.error(f'{tree.where(path)}: errors of options are set with lab_option_set_error, which takes the key of the option')
        for number, line in enumerate(code.split('\n'), 1):
            for literal in re.findall(r'"((?:[^"\\]|\\.)*)"', line):
                id = literal.removeprefix('studies:')
                if own.get(id, path) != path and (id != literal or id not in STUDY_WORDS or STUDY_USE.search(line)) \
                        and path.name not in STUDY_NAMERS:
                    tree.error(f'{tree.where(path)}:{number}: "{literal}" is the id of a study; use its constant or a field of LabStudyKind; '
                               'a word with another meaning is listed in STUDY_WORDS')


def check_views(tree):
    """Finds names of views as text in calls that show or compare a view: they are the constants of wb-session-layout.h, or fields of WbView."""
    ids = re.findall(r'#define WB_VIEW_ID_\w+ "(\w+)"', (tree.root / 'src/app/session/wb-session-layout.h').read_text(encoding='utf-8'))
    named = re.compile(rf'(_view \(|win\.view|sidebars|->view\b).*"({"|".join(ids)})"|\.id = "({"|".join(ids)})"')
    for folder in tree.folders.values():
        for path in folder.files if folder.layer == 'app' else ():
            for number, line in enumerate(house.without_comments(path.read_text(encoding='utf-8')).splitlines(), 1):
                if named.search(line):
                    tree.error(f'{tree.where(path)}:{number}: the name of a view as text; use its constant')


def check_top(tree):
    listed = subprocess.run(['git', 'ls-files'], cwd=tree.root, capture_output=True, text=True)
    for entry in sorted({line.split('/')[0].strip('"') for line in listed.stdout.splitlines()}):
        if entry not in TOP and not entry.startswith('.'):
            tree.error(f"top level: '{entry}' does not belong there")


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    diagram = sys.argv[2] == '--diagram'
    tree = house.Tree(sys.argv[1], None if diagram else sys.argv[2])
    edges = check_includes(tree)
    cycle = find_cycle(edges)
    if cycle:
        tree.error('folders include each other: ' + ' -> '.join(cycle))
    if diagram:
        for name in tree.folders:
            print(f'{name} -> {" ".join(other for other in tree.folders if other in edges[name]) or "(none)"}')
        return
    skipped = ['app'] if 'nogtk' in sys.argv[3:] else []
    check_files(tree)
    check_compile_lines(tree, skipped)
    check_public_names(tree, skipped)
    check_studies(tree)
    check_views(tree)
    check_top(tree)
    tree.finish()


main()
