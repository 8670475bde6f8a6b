#!/usr/bin/env -S python3 -B
"""Makes allocations, reads, writes and thread creations of stepwise-cli fail, one after the other, and limits its memory.

Usage: fault.py STEPWISE_CLI FAULT_LIBRARY [--points N] [--every N] [--commands N] [--kinds KIND,…]

Each command is run once to count its calls of a kind. Then call 1, 1 + N, … fails, alone and together with all later ones (--every N), or as many calls as
--points says, spread over the run. Allowed are the result of an undisturbed run with status 0, or a message and a status that says what happened. A
signal, a status without a message, and a changed result with status 0 are faults. The kind limit refuses all allocations beyond a part of the memory that the
command needs, at a twelfth, two twelfths, and so on.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

MODEL = ('format: 1\nname: T\ntime: {end: 2}\nparameters: {mu: 1}\nstates:\n  x: {initial: 1, derivative: v}\n'
         '  v: {initial: 0, derivative: "mu*(1 - x^2)*v - x"}\nevents: {turn: {crossing: x, direction: rising}}\n')

# Commands and the files that they write.
COMMANDS = [
    ('run model.yaml --output o.csv --events e.csv --quiet', ['o.csv', 'e.csv']),
    ('run model.yaml --integrator radau5 --plot p.svg --quiet', ['p.svg']),
    ('run model.yaml --integrator cvode_bdf --final', []),
    ('ensemble model.yaml --members 600 --end 0.2 --output e.results --quiet', ['e.results']),
    ('sweep model.yaml --vary mu=1:2:3 --plot s.svg --quiet', ['s.svg']),
    ('batch-eval model.yaml --points points.csv --output b.csv', ['b.csv']),
    ('study equilibria model.yaml', []),
    ('study lyapunov-function model.yaml --option basis=x^2,x*v,v^2 --option samples=x=-1:1:3,v=-1:1:3', []),
    ('lyapunov model.yaml --time 2', []),
    ('stability --integrator rodas4', []),
    ('check model.yaml', []),
    ('export model.yaml --to c --output m.c', ['m.c']),
    ('microscope model.yaml --attempt 5 --trial range', []),
]

# Commands that need much memory, which is limited.
LIMITED = [
    ('check large.yaml', []),
    ('run model.yaml --fixed-step 1e-4 --end 100 --events e.csv --tape t.csv --quiet', ['e.csv', 't.csv']),
    ('run large.yaml --integrator radau5 --final --quiet', []),
    ('ensemble model.yaml --members 20000 --end 0.01 --output e.results --quiet', ['e.results']),
    ('study step-limits model.yaml --end 5000', []),
]

# Fontconfig, which finds the fonts of pictures, does not check its allocations.
PICTURES = ('--plot', 'lesson export')

# Largest number of the first allocations that are made before the program can report anything.
BEFORE_MAIN = 40


class Campaign:
    def __init__(self, cli, library, folder):
        self.cli = cli
        # A name in LD_PRELOAD cannot contain spaces.
        self.library = str(folder / 'fault.so')
        os.symlink(library, self.library)
        self.folder = folder
        self.runs = 0
        self.faults = []

    def run(self, line, fault=None):
        environment = dict(os.environ, LC_ALL='C.UTF-8')
        if fault:
            environment.update(LD_PRELOAD=self.library, FAULT=fault, FAULT_COUNT=str(self.folder / 'count'))
        self.runs += 1
        try:
            done = subprocess.run([self.cli, *line.split()], cwd=self.folder, env=environment, capture_output=True, timeout=120)
        except subprocess.TimeoutExpired:
            return 'timeout', b'', ''
        return done.returncode, done.stdout, done.stderr.decode(errors='replace')

    def contents(self, names):
        """Returns the contents of files. A file of results has the time at which it was made, so only its size is compared."""
        found = [(self.folder / name).read_bytes() if (self.folder / name).exists() else None for name in names]
        return [len(data) if data and name.endswith('.results') else data for name, data in zip(names, found)]

    def clear(self, names):
        for name in names:
            (self.folder / name).unlink(missing_ok=True)

    def disturb(self, line, names, kind, points, every):
        self.clear(names)
        status, out, _ = self.run(line)
        files = self.contents(names)
        self.clear(names)
        self.run(line, kind + ':0')
        n = int((self.folder / 'count').read_text())
        first = BEFORE_MAIN if kind == 'memory' else 1
        step = every or max(1, (n - first) // points)
        for k in range(1, 12) if kind == 'limit' else range(first, n + 1, step):
            if kind == 'limit':
                k = n * k // 12
            for rest in ('',) if kind == 'limit' else ('', '+'):
                self.clear(names)
                got, text, message = self.run(line, f'{kind}:{k}{rest}')
                same = text == out and self.contents(names) == files
                reported = isinstance(got, int) and 2 <= got <= 6 and message.strip()
                # The C library ends a program with 127 that has no memory for the variables of a thread.
                reported = reported or (got == 127 and 'memory for thread-local data' in message)
                if not reported and not (got == status and (same or kind in ('memory', 'read'))):
                    self.faults.append(f'{kind}:{k}{rest} {line}: status {got}: {message.strip()[-200:]}')
        return n


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('cli')
    parser.add_argument('library')
    parser.add_argument('--points', type=int, default=3)
    parser.add_argument('--every', type=int, default=0)
    parser.add_argument('--commands', type=int, default=len(COMMANDS))
    parser.add_argument('--kinds', default='memory,read,write,thread,limit')
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / 'model.yaml').write_text(MODEL)
        (Path(folder) / 'points.csv').write_text('t,x,v\n' + '0,1,0\n' * 40)
        campaign = Campaign(os.path.abspath(arguments.cli), os.path.abspath(arguments.library), Path(folder))
        (Path(folder) / 'large.yaml').write_text('format: 1\nname: T\ntime: {end: 0.1}\nstates:\n  q: {size: 100000, initial: "sin(i)", derivative: "-q[i]"}\n')
        if 'limit' in arguments.kinds.split(','):
            for line, names in LIMITED[:arguments.commands]:
                n = campaign.disturb(line, names, 'limit', 1, 0)
                print(f'{n} KiB: {line}', flush=True)
        for line, names in COMMANDS[:arguments.commands]:
            for kind in arguments.kinds.split(','):
                if kind == 'limit':
                    continue
                if kind == 'memory' and any(word in line for word in PICTURES):
                    continue
                n = campaign.disturb(line, names, kind, arguments.points, arguments.every)
                if arguments.every:
                    print(f'{n} calls of {kind}: {line}', flush=True)
    for fault in campaign.faults:
        print(fault)
    print(f'{campaign.runs} runs, {len(campaign.faults)} faults')
    sys.exit(1 if campaign.faults else 0)


main()
