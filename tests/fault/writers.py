#!/usr/bin/env -S python3 -B
"""Lets each writer of stepwise-cli meet each obstacle.

Usage: writers.py STEPWISE_CLI FAULT_LIBRARY|none [--all|--some]

The table `WRITERS` has the commands that write a file, `OBSTACLES` what is at the place of the file. After each the old content must be there unchanged, or
the new content complete, nothing else may be left in the folder, and a failure has a status and a message. With --all the program is killed at every call
that writes, and the size of files is limited at many more places. With --some only the writers of `SOME` take part.
"""

import os
import resource
import shutil
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

MODEL = ('format: 1\nname: T\ntime: {end: 2}\nparameters: {mu: 1}\nstates:\n  x: {initial: 1, derivative: v}\n'
         '  v: {initial: 0, derivative: "mu*(1 - x^2)*v - x"}\nevents: {turn: {crossing: x, direction: rising}}\n')
RUN = 'run model.yaml --fixed-step 0.02 --integrator runge_kutta4 --quiet '

# Command and suffix of the file: {} is the path of the output.
WRITERS = {
    'run --output': (RUN + '--output {}', '.csv'),
    'run --events': (RUN + '--events {}', '.csv'),
    'run --tape': (RUN + '--tape {}', '.csv'),
    'run --plot': (RUN + '--plot {}', '.svg'),
    'run --stats': (RUN + '--stats json:{}', '.json'),
    'sweep --output': ('sweep model.yaml --vary mu=1:2:2 --quiet --output {}', '.results'),
    'sweep --plot': ('sweep model.yaml --vary mu=1:2:2 --quiet --plot {}', '.svg'),
    'ensemble --output': ('ensemble model.yaml --members 3 --quiet --output {}', '.results'),
    'export': ('export model.yaml --to c --quiet --output {}', '.c'),
    'ensemble export': ('ensemble export members.results --output {}', '.csv'),
    'ensemble merge': ('ensemble merge members.results --output {}', '.results'),
    'study --plot': ('lyapunov model.yaml --time 1 --quiet --plot {}', '.svg'),
    'study --output': ('basin rest.yaml --x x=-2:2 --grid 4 --quiet --output {}', '.csv'),
    'basin --keep': ('basin rest.yaml --x x=-2:2 --grid 4 --quiet --keep {}', '.cells'),
    'batch-eval --output': ('batch-eval model.yaml --points points.csv --output {}', '.csv'),
    'lesson export': ('lesson export along-the-line --output {}', '.html'),
}
# Results are appended in place, so that a study goes on after a kill: a cut file is complete up to its last block, and the same command continues it.
APPENDERS = ('sweep --output', 'ensemble --output')
# These outputs differ in each run by their times.
TIMED = ('run --stats', 'sweep --output', 'ensemble --output', 'ensemble merge')
# What appears as "old" is not a file of cells or results, so that these commands refuse it before they compute.
REFUSES_OLD = ('basin --keep', *APPENDERS)


SOME = ('run --output', 'basin --keep', 'batch-eval --output')


class Table:
    def __init__(self, cli, library, folder):
        self.cli = cli
        # A name in LD_PRELOAD cannot contain spaces.
        self.library = library
        if library != 'none':
            self.library = str(folder / 'fault.so')
            os.symlink(library, self.library)
        self.folder = folder
        self.place = folder / 'place'
        self.rows = 0
        self.faults = []

    def run(self, line, path, fault=None, limit=None):
        environment = dict(os.environ, LC_ALL='C.UTF-8')
        if fault:
            environment.update(LD_PRELOAD=self.library, FAULT=fault, FAULT_COUNT=str(self.folder / 'count'))

        def prepare():
            if limit is not None:
                resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

        done = subprocess.run([self.cli, *line.format(path).split()], cwd=self.folder, env=environment, capture_output=True, timeout=120,
                              preexec_fn=prepare, stdin=subprocess.DEVNULL)
        return done.returncode, done.stderr.decode(errors='replace')

    def fresh(self):
        shutil.rmtree(self.place, ignore_errors=True)
        self.place.mkdir()

    def check(self, fine, what, answer):
        self.rows += 1
        if not fine:
            self.faults.append(f'{what}: status {answer[0]}: {answer[1].strip()[-200:]}')

    def failed(self, answer):
        return 2 <= answer[0] <= 6 and answer[1].strip() != ''

    def only(self, *names):
        return sorted(path.name for path in self.place.iterdir()) == sorted(names)

    def complete(self, name, path, whole):
        data = path.read_bytes()
        return abs(len(data) - len(whole)) < 100 if name in TIMED else data == whole

    def writer(self, name, line, suffix, every):
        path = self.place / ('out' + suffix)
        other = self.place / ('other' + suffix)
        old = b'old content\n'
        self.fresh()
        answer = self.run(line, path)
        self.check(answer[0] in (0, 5) and self.only(path.name), f'{name}, new file', answer)
        if not path.exists():
            return
        whole = path.read_bytes()
        good = answer[0]

        self.fresh()
        other.write_bytes(old)
        path.symlink_to(other.name)
        answer = self.run(line, path)
        if name in REFUSES_OLD:
            self.check(self.failed(answer) and other.read_bytes() == old, f'{name}, link to an old file', answer)
        else:
            self.check(answer[0] == good and path.is_symlink() and self.complete(name, other, whole), f'{name}, link to an old file', answer)

        self.fresh()
        path.symlink_to(other.name)
        answer = self.run(line, path)
        self.check(answer[0] == good and path.is_symlink() and self.complete(name, other, whole), f'{name}, dangling link', answer)

        self.fresh()
        path.mkdir()
        answer = self.run(line, path)
        self.check(self.failed(answer) and self.only(path.name) and not any(path.iterdir()), f'{name}, folder', answer)

        self.fresh()
        path.write_bytes(old)
        path.chmod(0o444)
        answer = self.run(line, path)
        self.check(self.failed(answer) and path.read_bytes() == old, f'{name}, read-only file', answer)

        self.fresh()
        os.mkfifo(path)
        got = self.folder / 'got'
        with open(got, 'wb') as sink:
            reader = subprocess.Popen(['cat', path], stdout=sink)
            answer = self.run(line, path)
            if answer[0] != good or name in APPENDERS:
                reader.kill()
            reader.wait()
        if name in APPENDERS or name == 'basin --keep':
            self.check(self.failed(answer) and stat.S_ISFIFO(path.stat().st_mode), f'{name}, FIFO', answer)
        else:
            self.check(answer[0] == good and self.complete(name, got, whole) and stat.S_ISFIFO(path.stat().st_mode), f'{name}, FIFO', answer)

        self.fresh()
        full = self.place / ('full' + suffix)
        full.symlink_to('/dev/full')
        answer = self.run(line, full)
        self.check(self.failed(answer) and Path('/dev/full').is_char_device(), f'{name}, full device', answer)

        size = len(whole)
        for limit in range(0, size, max(1, size // 60)) if every else (0, 1, size // 2 if name in TIMED else size - 1):
            self.fresh()
            if name not in REFUSES_OLD:
                path.write_bytes(old)
            answer = self.run(line, path, limit=limit)
            if name in APPENDERS:
                self.check(self.failed(answer), f'{name}, limit of {limit} bytes', answer)
            elif name in REFUSES_OLD:
                self.check(self.failed(answer) and not path.exists(), f'{name}, limit of {limit} bytes', answer)
            else:
                self.check(self.failed(answer) and self.only(path.name) and path.read_bytes() == old, f'{name}, limit of {limit} bytes', answer)

        if self.library == 'none':
            return
        self.fresh()
        self.run(line, path, fault='kill:0')
        n = int((self.folder / 'count').read_text())
        for k in range(1, n + 1) if every else (1, n):
            self.fresh()
            if name not in REFUSES_OLD:
                path.write_bytes(old)
            answer = self.run(line, path, fault=f'kill:{k}')
            left = [p for p in self.place.iterdir() if p != path and not p.name.startswith('.stepwise-')]
            if name in APPENDERS:
                answer = self.run(line, path)
                self.check(answer[0] == good and self.complete(name, path, whole) and not left, f'{name}, continued after kill {k} of {n}', answer)
            elif name in REFUSES_OLD:
                self.check((not path.exists() or self.complete(name, path, whole)) and not left, f'{name}, kill {k} of {n}', answer)
            else:
                self.check((path.read_bytes() == old or self.complete(name, path, whole)) and not left, f'{name}, kill {k} of {n}', answer)


def main():
    cli, library = (word if word == 'none' else os.path.abspath(word) for word in sys.argv[1:3])
    every = '--all' in sys.argv
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / 'model.yaml').write_text(MODEL)
        (folder / 'rest.yaml').write_text('format: 1\nname: R\ntime: {end: 20}\nstates:\n  x: {initial: 1, derivative: v}\n'
                                          '  v: {initial: 0, derivative: x - x^3 - 0.5*v}\n')
        (folder / 'points.csv').write_text('t,x,v\n' + '0,1,0\n' * 4)
        table = Table(cli, library, folder)
        made = table.run('ensemble model.yaml --members 3 --quiet --output {}', folder / 'members.results')
        assert made[0] == 0, made
        for name, (line, suffix) in WRITERS.items():
            if '--some' in sys.argv and name not in SOME:
                continue
            table.writer(name, line, suffix, every)
    for fault in table.faults:
        print(fault)
    print(f'{table.rows} rows, {len(table.faults)} faults')
    sys.exit(1 if table.faults else 0)


main()
