#!/usr/bin/env -S python3 -B
"""Interrupts stepwise-cli at random moments and measures the processor time from the signal to the end of the program.

Usage: cancel.py STEPWISE_CLI [--times N] [--seed N] [--only WORD] [--limit MS] [--longest S] [--verbose]

Each command is interrupted N times, at moments that are random in processor time. An end that takes more than the limit, and a status that is neither that
of an interruption nor that of the undisturbed command are faults. A slow end is measured three times more with the same moment; the shortest time counts,
because other programs on the machine disturb the measurement. An interrupted run draws the picture of its part, so its limit is five times as large.
"""

import argparse
import base64
import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HEAD = 'format: 1\nname: T\ntime: {end: 2}\n'



def sealed_session(model):
    """Returns a session with a run of a model, whose seal belongs to model and settings, so that the run is computed again."""
    def text(value):
        return f'{len(value)}:{value}'

    def digest(value):
        return hashlib.sha256(value.encode()).hexdigest()

    settings = text('steps') + 's0 ' + text('0') + text('finished') + 's0 ' + text('true')
    seal = {'run': '1', 'version': '1', 'arithmetic': 'none', 'end': 'reached', 'model': digest(model), 'settings': digest(settings), 'columns': '1', 'rows': '1',
            'events': '0', 'stride': '1', 'rows_hash': '0' * 64, 'events_hash': '0' * 64, 'blocks': base64.b64encode(bytes(8)).decode()}
    seal['check'] = digest(''.join(text(key) + text(value) for key, value in seal.items()))
    return ('stepwise_session: 1\nruns:\n  - {name: a, number: 1, steps: 0, finished: true}\nseals:\n  - {'
            + ', '.join(f'{key}: {value}' for key, value in seal.items()) + '}\nmodel:\n  file: none.yaml\n'
            '  text: ' + json.dumps(model) + '\n')


# Models by name of the file: small ones with many steps, large ones with long steps, and long texts.
FILES = {
    'chain.yaml': HEAD + 'states:\n  q: {size: 400, initial: 0.1*i, derivative: "-q[i] - q[i]^3 + 0.1"}\n',
    'coupled.yaml': HEAD + 'states:\n  q: {size: 300, initial: 0.1*i, derivative: "-q[i] + 0.1*sum(j, 1, 300, sin(q[j] - q[i]))"}\n',
    'shared.yaml': HEAD + 'states:\n  q: {size: 600, initial: 0.1*i, derivative: "-q[i] + 0.1*sin(sum(j, 1, 600, q[j]))"}\n',
    'many.yaml': HEAD + 'states:\n  q: {size: 200000, initial: "sin(i)", derivative: "-q[i]"}\n',
    'names.yaml': HEAD + 'states:\n' + ''.join(f'  q{k}: {{initial: "sin({k})", derivative: -q{k}}}\n' for k in range(30000)),
    'list.yaml': HEAD + 'states: {x: {initial: 0, derivative: -x}}\nevents:\n  e: {at: [' + ', '.join(str(k * 1e-6) for k in range(200000))
                 + '], set: {x: x + 1}}\n',
    'long.stepwise': sealed_session('format: 1\nname: T\ntime: {end: 100000}\nstates:\n  x: {initial: 1, derivative: v}\n  v: {initial: 0, derivative: -sin(x)}\n'),
    'coupled.stepwise': sealed_session(HEAD + 'states:\n  q: {size: 300, initial: 0.1*i, derivative: "-q[i] + 0.1*sum(j, 1, 300, sin(q[j] - q[i]))"}\n'),
    'many.stepwise': sealed_session(HEAD + 'states:\n  q: {size: 20000, initial: "sin(i)", derivative: "-q[i]"}\n'),
    'events.yaml': HEAD + 'states:\n  x: {initial: 0, derivative: 1}\nevents:\n  e: {crossing: "sin(1e5*x)"}\n',
    'mass.yaml': HEAD + 'states:\n  q: {size: 300, initial: 1, derivative: "-q[i]"}\nmass_matrix: {q: ["if(i == j, 2, 0.001)"]}\n',
    'monitors.yaml': HEAD + 'states:\n  q: {size: 300, initial: 0.1*i, derivative: "-q[i]"}\noutputs:\n  o: {size: 300, value: "sum(j, 1, 300, cos(q[j] - q[i]))"}\n',
    'equilibria.yaml': HEAD + 'states:\n' + ''.join(f'  x{k}: {{initial: 0.1, derivative: "sin(3*x{k}) + 0.01*x{(k + 1) % 8}"}}\n' for k in range(8)),
    'random.yaml': HEAD + 'parameters: {mu: {value: 1, distribution: "normal(1, 0.1)"}}\nstates:\n  x: {initial: 1, derivative: v}\n'
                   '  v: {initial: 0, derivative: "mu*(1 - x^2)*v - x"}\n',
}

COMMANDS = [
    # Runs
    'run lorenz --end 1e5 --output o.csv --events e.csv',
    'run lorenz --end 3000 --plot p.svg --view all',
    'run lorenz --end 3000 --plot p.png --view all',
    'run van-der-pol-stiff --integrator cvode_bdf --end 1e6 --output o.csv',
    'run heat-equation --constant N=3000 --integrator radau5 --end 10',
    'run chain.yaml --integrator radau5 --end 1e4', 'run coupled.yaml', 'run coupled.yaml --integrator cvode_bdf', 'run coupled.yaml --integrator radau5',
    'run shared.yaml --integrator radau5', 'run shared.yaml --integrator cvode_bdf', 'run shared.yaml --integrator rodas4', 'run shared.yaml --integrator gauss4',
    'run many.yaml --output o.csv', 'run many.yaml --final', 'run many.yaml --integrator radau5', 'run names.yaml --output o.csv', 'run list.yaml --output o.csv',
    'run events.yaml --end 10 --events e.csv --output o.csv', 'run monitors.yaml --output o.csv --sample-every 1e-5', 'run lorenz --sample-every 1e-6 --output o.csv',
    'run lorenz --stats json --integrator bulirsch_stoer --accuracy 1e-13 --end 1e4', 'run transistor-amplifier --end 20', 'run outer-solar-system --end 1e7',
    'run lorenz --end 2000 --sample-every 1e-4 --plot p.svg',
    'run brusselator-1d-500 --integrator gauss4 --output o.csv',
    # Reading and printing
    'show many.yaml', 'show names.yaml', 'check many.yaml', 'check names.yaml', 'check list.yaml', 'list models', 'list studies', 'check lorenz',
    'verify long.stepwise', 'verify coupled.stepwise', 'verify many.stepwise',
    # Studies of methods
    'compare lorenz --end 100', 'compare heat-equation --constant N=400', 'compare coupled.yaml', 'converge lorenz --end 5', 'work-precision lorenz --end 10',
    'work-precision robertson', 'stability --integrator rodas4', 'study stability coupled.yaml', 'tableau runge_kutta4', 'tableau verner98',
    'microscope lorenz --attempt 90000 --end 1e5', 'microscope lorenz --attempt 90000 --trial 0.01 --end 1e5', 'microscope coupled.yaml --attempt 5 --integrator radau5', 'microscope events.yaml --event 3', 'microscope shared.yaml --attempt 5 --trial range --integrator radau5',
    'study method-map lorenz', 'study method-map damped-pendulum --option keep=5000', 'study method-map lorenz --option keep=5000 --option transient=20000', 'study method-map many.yaml',
    'study controller lorenz --end 3e4', 'study controller lorenz --end 1e5', 'study controller shared.yaml --integrator radau5', 'study controller robertson --integrator radau5 --end 1e11',
    'study tolerance-dial lorenz --end 30', 'study tolerance-dial shared.yaml', 'study dense-output lorenz --option points=1000',
    'study dense-output coupled.yaml', 'study cost-ledger lorenz --end 100', 'study cost-ledger coupled.yaml', 'study cost-ledger lorenz --option samples=1000000',
    'study cloud lorenz --option points=2000 --option frames=200', 'study cloud chain.yaml --option points=200', 'study modified-equation lorenz', 'study modified-equation shared.yaml',
    'study index-ladder index-ladder --end 100', 'study refinement lorenz --end 1e4', 'study refinement lorenz --end 1e5', 'study refinement shared.yaml --integrator radau5',
    'study step-limits lorenz --end 1e5', 'study step-limits robertson --end 1e11', 'study step-limits shared.yaml --integrator radau5',
    # Ensembles
    'ensemble random.yaml --members 100000 --output e.results', 'ensemble random.yaml --members 1000000 --end 0.01 --output e.results', 'ensemble random.yaml --members 20000 --fan x=200 --output e.results',
    'ensemble shared.yaml --members 100 --output e.results --integrator radau5', 'ensemble shared.yaml --members 1000 --output e.results', 'ensemble random.yaml --members 1000000 --end 0.001 --output e.results',
    'sweep random.yaml --vary mu=0:10:10000', 'sweep random.yaml --vary mu=0:10:1000 --vary x=-1:1:1000', 'sweep random.yaml --vary mu=0:10:300 --vary x=-1:1:300 --plot p.svg', 'sweep coupled.yaml --vary q[1]=0:1:20',
    'export names.yaml --to c --output m.c', 'export coupled.yaml --to python --output m.py', 'export coupled.yaml --to fmu --output m.fmu',
    'replay random.yaml --members 100 --member 99 --end 1e5', 'basin duffing --x x=-2:2 --y v=-2:2', 'basin magnetic-pendulum --x x=-2:2 --y y=-2:2', 'basin magnetic-pendulum --x x=-2:2 --y y=-2:2 --grid 1000,1000', 'basin coupled.yaml --x q[1]=-1:1 --y q[2]=-1:1',
    'batch-eval random.yaml --points points.csv --output b.csv', 'batch-eval shared.yaml --points wide.csv --output b.csv',
    # Linear systems
    'linearize chain.yaml', 'linearize shared.yaml', 'linearize coupled.yaml', 'linearize shared.yaml --at rest', 'discretize shared.yaml --period 0.1', 'discretize coupled.yaml --period 0.1',
    'linearize heat-equation --constant N=1500', 'sensitivity heat-equation --constant N=3000', 'sensitivity lorenz --end 40', 'sensitivity shared.yaml', 'sensitivity chain.yaml --integrator radau5',
    'sensitivity many.yaml', 'linearize many.yaml', 'equilibria many.yaml',
    # Dynamics
    'equilibria equilibria.yaml', 'equilibria shared.yaml', 'equilibria coupled.yaml', 'equilibria lorenz', 'equilibria pollution', 'study phase-plane van-der-pol', 'study phase-plane duffing',
    'study phase-plane shared.yaml', 'study phase-plane lorenz', 'poincare lorenz --section z-27 --end 1e4', 'poincare lorenz --section z-27 --keep 100000', 'poincare driven-pendulum --strobe 1 --keep 100000',
    'poincare shared.yaml --section q[1]-0.1', 'orbit lorenz --vary rho=20:200:100', 'orbit lorenz --vary rho=20:200:3 --keep 10000', 'lyapunov lorenz --time 1e4', 'fit theophylline --data theophylline.csv --parameters ka=0.1:10,ke=0.01:1,volume=0.1:2 --starts 1000 --profiles true', 'lyapunov chain.yaml --time 100',
    'lyapunov lorenz-96 --time 1000', 'lyapunov lorenz --integrator radau5 --time 1e4', 'lyapunov shared.yaml --time 1 --integrator radau5', 'continue lorenz --vary rho=0:30', 'continue fitzhugh-nagumo --vary Iext=0:2',
    'continue brusselator --vary B=1:4', 'continue morris-lecar --vary Iapp=0:200', 'continue heat-equation --constant N=200 --vary alpha=0.1:1',
    # Certificates
    'roa reversed-van-der-pol', 'roa reversed-van-der-pol --degree 8', 'roa lorenz --set rho=0.5 --degree 4',
    'study lyapunov-function van-der-pol --set mu=-1 --option basis=x^2,x*v,v^2,x^4,v^4,x^2*v^2,x^3*v,x*v^3 --option samples=x=-1:1:100,v=-1:1:100',
    # Lessons and pages
    'lesson check', 'page lorenz --output p.html', 'page lorenz --end 1000 --output p.html',
]


class Program:
    """A started program with its processor time."""

    def __init__(self, line):
        # A shell that starts this program in the background lets it and its children ignore the signal.
        self.process = subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        self.clock = (~self.process.pid << 3) | 2  # the clock of a process, as in the kernel

    def used(self):
        return time.clock_gettime(self.clock)

    def has_ended(self):
        return os.waitid(os.P_PID, self.process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is not None

    def wait_for(self, used, longest):
        """Returns whether the program still runs when it has used so much processor time."""
        start = time.monotonic()
        while not self.has_ended():
            if self.used() >= used or time.monotonic() - start > longest:
                return True
            time.sleep(0.0005)
        return False

    def end(self, kill_after):
        """Waits for the end. Returns the processor time at the end, or None if it was killed."""
        start = time.monotonic()
        while not self.has_ended():
            if time.monotonic() - start > kill_after:
                self.process.kill()
                self.process.wait()
                return None
            time.sleep(0.0005)
        used = self.used()
        self.process.wait()
        return used


def interrupt(command, moment):
    """Interrupts a command after it has used `moment` seconds. Returns the seconds to its end (None: it did not end) and its status, or None for both if it ended before."""
    program = Program(command)
    if not program.wait_for(moment, 20 + 4 * moment):
        program.end(1)
        return None
    before = program.used()
    os.kill(program.process.pid, signal.SIGINT)
    used = program.end(20)
    return (None if used is None else used - before), program.process.returncode


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('cli')
    parser.add_argument('--times', type=int, default=10)
    parser.add_argument('--seed', type=int, default=random.randrange(1 << 30))
    parser.add_argument('--only', default='')
    parser.add_argument('--limit', type=float, default=100, help='ms')
    parser.add_argument('--longest', type=float, default=3, help='largest moment in seconds of processor time')
    parser.add_argument('--verbose', action='store_true')
    arguments = parser.parse_args()
    cli = os.path.abspath(arguments.cli)
    generator = random.Random(arguments.seed)
    faults = interruptions = 0
    largest = 0
    print(f'seed {arguments.seed}', flush=True)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for name, text in FILES.items():
            Path(name).write_text(text)
        Path('points.csv').write_text('t,x,v\n' + '0,1,0\n' * 300000)
        Path('wide.csv').write_text('t,' + ','.join(f'q[{i}]' for i in range(1, 601)) + '\n' + ('0' + ',0.1' * 600 + '\n') * 2000)
        for line in COMMANDS:
            if arguments.only not in line:
                continue
            command = [cli, *line.split()]
            for name in ('o.csv', 'e.csv', 'p.svg', 'p.png', 'e.results', 'b.csv', 'p.html'):
                Path(name).unlink(missing_ok=True)
            first = Program(command)
            ended = not first.wait_for(arguments.longest, 60)
            length = first.used()
            if not ended:
                first.process.kill()
            first.end(5)
            status = first.process.returncode if ended else None
            if status in (2, 3) and length < 0.1:
                faults += 1
                print(f'refused with status {status}: {line}', flush=True)
                continue
            worst = 0
            for _ in range(arguments.times):
                for name in ('e.results',):
                    Path(name).unlink(missing_ok=True)
                moment = generator.random() * length
                got = interrupt(command, moment)
                if got is None:
                    continue
                interruptions += 1
                limit = arguments.limit * (5 if line.startswith('run') and '--plot' in line else 1)
                seconds, code = got
                for _ in range(3):
                    if seconds is not None and seconds * 1e3 > limit:
                        again = interrupt(command, moment)
                        if again is not None and again[0] is not None:
                            seconds = min(seconds, again[0])
                if seconds is None or seconds * 1e3 > limit:
                    faults += 1
                    print(f'{"no end" if seconds is None else f"{seconds * 1e3:.0f} ms"} after {moment:.3f} s: {line}', flush=True)
                if code not in (130, -signal.SIGINT, 0, status):
                    faults += 1
                    print(f'status {code} after {moment:.3f} s: {line}', flush=True)
                worst = max(worst, seconds or 0)
            largest = max(largest, worst)
            if arguments.verbose:
                print(f'    {length:.2f} s, status {status}, end within {worst * 1e3:.0f} ms: {line}', flush=True)
    print(f'{interruptions} interruptions, at most {largest * 1e3:.0f} ms, {faults} faults')
    sys.exit(1 if faults else 0)


main()
