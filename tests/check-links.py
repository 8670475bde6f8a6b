#!/usr/bin/env -S python3 -B
"""Compares the references between object files with tests/layers.txt, and finds circles of files.

Usage: check-links.py SOURCE_ROOT BUILD_ROOT [nogtk]
       check-links.py SOURCE_ROOT BUILD_ROOT --circles         prints all circles of files
       check-links.py SOURCE_ROOT BUILD_ROOT --between A B      prints the references from file A to file B

A file refers to another one if its object uses a function or a constant that the object of the other one defines. An include only
declares such a name, so check-layers.py does not see where it is defined. Two rules:

1. A file refers only to its own folder and to folders that tests/layers.txt allows it to see.
2. Files that refer to each other in a circle are at most MOST_IN_CIRCLE, or they are one object in several files: all include the same
   private header, whose comment names each of them.
"""

import os
import re
import subprocess
import sys
from collections import defaultdict

import house

MOST_IN_CIRCLE = 5


class Links:
    """The references between the object files of the build folder."""

    def __init__(self, tree, skipped):
        self.folder = {}   # name of a source -> its folder
        self.path = {}     # name of a source -> its path
        self.defined = {}  # public name -> name of the source that defines it
        self.uses = defaultdict(set)
        objects = {}
        for folder in tree.folders.values():
            if folder.layer in skipped:
                continue
            for entry in folder.entries:
                if not entry.source.is_relative_to(tree.root / 'src'):
                    continue
                name = self._name(folder, entry.source)
                if not entry.source.exists() or not entry.object.exists():
                    tree.error(f'{tree.where(entry.source)}: it is not compiled; build all before this test')
                    continue
                objects[os.path.relpath(entry.object, tree.build)] = name
                self.folder[name] = folder
                self.path[name] = entry.source
        self._read(tree, objects)
        # name of a source -> names of the sources it refers to -> the names it uses of them
        self.edges = {name: defaultdict(set) for name in self.folder}
        for name, used in self.uses.items():
            for symbol in used:
                other = self.defined.get((self._program(name), symbol), self.defined.get(('', symbol)))
                if other and other != name:
                    self.edges[name][other].add(symbol)

    @staticmethod
    def _name(folder, source):
        return source.name if source.name != 'main.c' else f'{folder.name}/main.c'

    def _program(self, name):
        """Returns the folder of a program: what two programs define is not a reference between them."""
        layer = self.folder[name].layer
        return layer if layer in ('cli', 'app') else ''

    def _read(self, tree, objects):
        if not objects:
            return
        arguments = ['nm', '-g', '-P', '-A', '--', *sorted(objects)]
        listed = subprocess.run(arguments, capture_output=True, text=True, cwd=tree.build)
        if listed.returncode != 0:
            tree.error(f'nm fails: {listed.stderr.strip().splitlines()[0]}')
        for line in listed.stdout.splitlines():
            place, _, rest = line.partition(': ')
            words = rest.split()
            name = objects[place]
            if words[1] in 'Uwv':
                self.uses[name].add(words[0])
            else:
                self.defined[(self._program(name), words[0])] = name

    def circles(self):
        """Returns the strongly connected components with more than one file, the largest first (Tarjan 1972, without recursion)."""
        index, low, stack, on_stack, found = {}, {}, [], set(), []
        for root in sorted(self.edges):
            if root in index:
                continue
            work = [(root, iter(sorted(self.edges[root])))]
            index[root] = low[root] = len(index)
            stack.append(root)
            on_stack.add(root)
            while work:
                name, others = work[-1]
                for other in others:
                    if other not in index:
                        index[other] = low[other] = len(index)
                        stack.append(other)
                        on_stack.add(other)
                        work.append((other, iter(sorted(self.edges[other]))))
                        break
                    if other in on_stack:
                        low[name] = min(low[name], index[other])
                else:
                    work.pop()
                    if work:
                        low[work[-1][0]] = min(low[work[-1][0]], low[name])
                    if low[name] == index[name]:
                        circle = stack[stack.index(name):]
                        del stack[stack.index(name):]
                        on_stack.difference_update(circle)
                        if len(circle) > 1:
                            found.append(sorted(circle))
        return sorted(found, key=lambda circle: (-len(circle), circle))


def private_header(links, circle):
    """Returns the private header that says that the files of a circle are one object, or None."""
    common = None
    for name in circle:
        own = {header for _, _, header in house.includes(links.path[name]) if header.endswith('-private.h')}
        common = own if common is None else common & own
    for header in sorted(common):
        for folder in {links.folder[name] for name in circle}:
            for path in folder.headers():
                if path.name == header:
                    comments = ' '.join(re.findall(r'/\*.*?\*/', path.read_text(), re.S))
                    if all(re.search(rf'(?<![\w-]){re.escape(name)}', comments) for name in circle):
                        return header
    return None


def check_layers(tree, links):
    for name, others in sorted(links.edges.items()):
        folder = links.folder[name]
        for other, symbols in sorted(others.items()):
            seen = links.folder[other]
            if seen is not folder and seen.name not in folder.may_see:
                tree.error(f'{tree.where(links.path[name])}: uses {min(symbols)} of {other} in {seen.name}, which {folder.name} may not see')


def check_circles(tree, links):
    for circle in links.circles():
        if len(circle) > MOST_IN_CIRCLE and not private_header(links, circle):
            tree.error(f'{len(circle)} files refer to each other in a circle, and no private header that all include names them: ' + ' '.join(circle))


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    tree = house.Tree(sys.argv[1], sys.argv[2])
    links = Links(tree, ['app'] if 'nogtk' in sys.argv[3:] else [])
    if '--between' in sys.argv:
        print('\n'.join(sorted(links.edges[sys.argv[4]][sys.argv[5]])))
        return
    if '--circles' in sys.argv:
        for circle in links.circles():
            print(f'{len(circle)} files, {private_header(links, circle) or "no private header"}: {" ".join(circle)}')
        return
    check_layers(tree, links)
    check_circles(tree, links)
    tree.finish()


main()
