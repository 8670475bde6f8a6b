#!/usr/bin/env -S python3 -B
"""Writes models in other languages with stepwise-cli export, runs the programs, and compares their final states with those of stepwise-cli run.

Usage: run-exports.py STEPWISE_CLI [--all]      every seventh model of the library, or all of them
       run-exports.py STEPWISE_CLI --random N [--seed S] [--only c,fmu]      N random models (random_models.py) in place of them. Those that fail are written to the folder
                                                                  that STEPWISE_KEEP names.

The C programs are compiled and run. FMUs are loaded and simulated by fmu_importer.py, both with their own integrator and with that of the importer. Python programs run if /usr/bin/python3 has SciPy, and Octave programs if Octave is installed. Julia is not in Debian: the values of
the functions of its programs are compared with those of the Python programs (julia_subset.py). XPPAUT runs its files if it is installed, libsbml checks documents of
SBML, and both are read back and run. Runs are short, so that errors do not grow.
"""
import concurrent.futures
import csv
import ctypes
import functools
import io
import json
import math
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import zipfile

import fmu_importer
import random_models

CLI = sys.argv[1]
ALL = "--all" in sys.argv


def option(name, default):
    return sys.argv[sys.argv.index(name) + 1] if name in sys.argv else default


RANDOM, SEED = int(option("--random", "0")), int(option("--seed", "1"))
# Languages that are written.
ONLY = option("--only", "c,python,octave,julia,xppaut,sbml,latex,fmu,fmu2").split(",")
ACCURACY = "1e-9"
# A C program that prints more, or that takes more than a minute, is ended and not compared; nor is a Python program that takes more than a minute.
MOST_BYTES = 1 << 28
# The largest accepted difference, relative to the largest state.
SAME = 1e-5

# Models whose first step XPPAUT's integrator for stiff equations does not find.
XPPAUT_FAILS = {"double-spring-stiff-1e20", "e5-kinetics"}

# A name that would end a comment or a text, if it were written as it is.
HOSTILE = 'All \'operations\' */ nonsense; /* """ nonsense \\ {version} \n nonsense % # \u2028 nonsense'

# Every operation and function, at points where each branch is taken, and the cases that need parentheses.
OPERATIONS = [
    "a - (b - t)", "a/(b*t1)", "a/b*t1", "(-a)^2 + (-t1)^3", "-a^2", "t1^(-2)", "2^t^0.5", "(2^t)^0.5", "a^b^0.5", "(a + b)^2", "-(a + t)", "a - -b", "-(-t)",
    "if(t > 0.3, a, b)", "if(t > 0.3 and t < 0.6 or not t > 0.1, a, -b)", "if(t, 1, 2) + (t > 0.5)*3", "if(not(t > 0.2 and t < 0.4), if(t > 0.5, 1, 2), 3)^2",
    "if(2*t < 0.3*a, a, b) + (t/b > 0.2 + 0.5*a)*b", "a*(b < t) - (t - b < -0.2) + (t + 0.3)*(2*t == 0.5*t)",
    "(t >= 0.5) - (t <= 0.5) + (t == 2) + (t != 2)", "sin(t1)*cos(t1) + tan(t)", "asin(t/2) + acos(t/2) + atan(5*t)", "sinh(t) + cosh(t) + tanh(3*t)",
    "asinh(t) + acosh(t1) + atanh(t/2)", "exp(-t) + log(t1) + log10(t1) + log2(t1)", "sqrt(t1) + cbrt(t - 0.5)", "abs(t - 0.5) + sign(t - 0.3)",
    "floor(5*t) + ceil(3*t) + round(7*t - 3)", "step(t - 0.4) + erf(t)", "atan2(t - 0.5, -a) + hypot(t, b)", "min(t, 0.5) + max(t, b - 1.6)", "mod(5*t - 2, 1.5) + mod(t, -0.3)",
]

RUN_PYTHON = """
import importlib, json, os, signal, sys, warnings
FAILS = {"e5_kinetics"}  # SciPy's Radau finds no step for it
def stop(*_):
    raise TimeoutError
signal.signal(signal.SIGALRM, stop)
warnings.simplefilter("ignore")
sys.path.insert(0, sys.argv[1])
ends = json.load(open(sys.argv[1] + "/" + sys.argv[3]))
sys.path.insert(0, sys.argv[2])
import julia_subset
for name, end in ends.items():
    module = importlib.import_module(name)
    signal.alarm(60)
    try:
        julia = os.path.join(sys.argv[1], name + ".jl")
        for difference in julia_subset.compare(open(julia).read(), module, None if name in FAILS else end)[:3] if os.path.exists(julia) else []:
            print(name, "julia:", difference, file=sys.stderr)
        if name in FAILS:
            continue
        t, x = module.solve(end)
        print(json.dumps([name, float(t[-1]), [float(v) for v in x[:, -1]]]), flush=True)
    except TimeoutError:
        print(json.dumps([name, None, []]), flush=True)
    signal.alarm(0)
"""

RUN_OCTAVE = """
for k = 1:numel(names)
  [t, x] = feval(names{k}, ends(k));
  printf('["%s", %.17g, [', names{k}, t(end));
  printf('%s', strjoin(arrayfun(@(v) sprintf('%.17g', v), x(end, :), 'UniformOutput', false), ', '));
  printf(']]\\n');
end
"""


def command(*arguments):
    return subprocess.run([CLI, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)


def models():
    """Returns the models with tags, ids and the identifier of a module."""
    rows = list(csv.DictReader(io.StringIO(command("list", "models", "--format", "csv").stdout)))
    return [row for k, row in enumerate(rows) if ALL or k % 7 == 0]


def has(*arguments):
    try:
        return subprocess.run(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode == 0
    except OSError:
        return False


def span_of(model):
    """Returns start and end of the model."""
    text = next(line for line in command("show", model).stdout.splitlines() if line.startswith("Time: "))
    words = text.split()
    return float(words[1]), float(words[3])


def read_back(model, path, start, end, stiff):
    """Runs the model of an exported file from `start`, and returns time and states in the order of those of the model. The time of SBML begins at 0. A discrete state that
    nothing changes is a parameter there, and has the value that the model has."""
    right = command("run", model, "--end", repr(end), "--final", "--quiet").stdout.splitlines()
    shift = start if path.suffix == ".xml" else 0.0
    back = command("run", str(path), "--end", repr(end - shift), "--integrator", "radau5" if stiff else "dop853", "--accuracy", "1e-11", "--error-control", "true", "--final", "--quiet")
    if back.returncode != 0:
        return None
    # The first line is the time; a state may have the name T.
    time, *states = back.stdout.splitlines()
    values = {line.split()[0].lower(): float(line.split()[1]) for line in states}
    short = lambda name: re.sub("[^a-z0-9]+", "_", name.lower()).strip("_")
    # A name that XPPAUT reserves has a digit more.
    named = lambda name: values.get(short(name), values.get(short(name) + "1"))
    return [float(time.split()[1]) + shift] + [named(line.split()[0]) if named(line.split()[0]) is not None else float(line.split()[1]) if RANDOM else math.nan for line in right[1:]]


@functools.cache
def expected(model, end, stiff):
    """Returns the time and the states of a run with a small tolerance."""
    lines = command("run", model, "--end", repr(end), "--integrator", "radau5" if stiff else "dop853", "--accuracy", "1e-11", "--error-control", "true", "--final", "--quiet")
    if lines.returncode != 0:
        return None
    return [float(line.split()[-1]) for line in lines.stdout.splitlines()]


def draw_models(folder):
    """Writes random models, and returns their paths. Left out are those whose results are not known to more digits than are compared: a run with another method and
    accuracy differs."""
    paths = []
    for k in range(RANDOM):
        path = folder / f"random_{SEED + k}.yaml"
        path.write_text(random_models.model(random.Random(SEED + k)), encoding="utf-8")
        checked = command("check", str(path))
        if checked.returncode != 0:
            print(f"{path.stem} is not a model: {checked.stderr}")
            continue
        start, end = span_of(str(path))
        rows = [command("run", str(path), "--integrator", method, "--accuracy", accuracy, "--error-control", "true", "--final", "--quiet")
                for method, accuracy in (("dop853", "1e-11"), ("tsitouras5", "1e-9"))]
        values = [[float(line.split()[-1]) for line in row.stdout.splitlines()] for row in rows]
        if any(row.returncode != 0 for row in rows) or end - start < 1 or not values[0] or differs(values[1], values[0], 1e-7, 1e-6):
            continue
        paths.append(str(path))
    return paths


def differs(result, wanted, time=1e-6 if RANDOM else 1e-9, same=SAME):
    """Returns whether a result, time and states, is not the wanted one."""
    size = max(1e-6, max(abs(value) for value in wanted[1:]))
    return (len(result) != len(wanted) or abs(result[0] - wanted[0]) > time * max(1, abs(wanted[0]))
            or not all(abs(a - b) <= same * size for a, b in zip(result[1:], wanted[1:])))


def operations_model(folder, name, without):
    """Writes the model whose derivatives are OPERATIONS, without those that contain a text. Returns its path."""
    states = "".join(f"  s{k}: {{initial: 0.1, derivative: {json.dumps(text)}}}\n" for k, text in enumerate(OPERATIONS) if without not in text)
    path = folder / name
    # `lambda`, `x` and `end` are words of the languages; `x` and `t1` with an index collide with other names.
    path.write_text("format: 1\nname: " + json.dumps(HOSTILE) + "\ntime: {start: 0, end: 1}\nparameters: {a: 1.7, b: 0.6, lambda: -0.5}\nvariables: {t1: 1 + t}\nstates:\n" + states
                    + "  x: {initial: 1, derivative: lambda*x}\n  end: {initial: 2, derivative: x - end}\n  u: {size: 3, initial: 1, derivative: '-u[i]*i'}\n"
                    + "  u_1: {initial: 1, derivative: -u_1}\n", encoding="utf-8")
    return path


def run_c(source, end):
    program = source.with_suffix(".bin")
    compiled = subprocess.run(["cc", "-O1", "-Wall", "-Wextra", "-Werror", "-Wno-unused-variable", "-Wno-unused-function", "-o", program, source, "-lm"],
                              stderr=subprocess.PIPE, text=True, check=False)
    if compiled.returncode != 0:
        return compiled.stderr
    # Each step prints a row.
    output = source.with_suffix(".csv")
    with output.open("w") as rows:
        run = subprocess.run([program, repr(end), ACCURACY], stdout=rows, stderr=subprocess.PIPE, text=True, check=False,
                             preexec_fn=lambda: (resource.setrlimit(resource.RLIMIT_CPU, (60, 70)), resource.setrlimit(resource.RLIMIT_FSIZE, (MOST_BYTES, MOST_BYTES))))
    with output.open("rb") as rows:
        rows.seek(max(0, output.stat().st_size - 100000))
        lines = rows.read().decode().splitlines()
    output.unlink()
    if run.returncode in (-signal.SIGXCPU, -signal.SIGXFSZ):
        return None
    return [float(value) for value in lines[-1].split(",")] if run.returncode == 0 else run.stderr


def run_xppaut(path):
    """Returns the last row that XPPAUT computes, or a text."""
    place = path.with_suffix("")
    place.mkdir()
    (place / "model.ode").write_bytes(path.read_bytes())
    run = subprocess.run(["xppaut", "model.ode", "-silent"], cwd=place, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
                         env={name: value for name, value in os.environ.items() if name != "DISPLAY"})
    rows = place / "output.dat"
    if not rows.exists():
        return "XPPAUT writes no rows: " + run.stdout.decode(errors="replace")[-300:]
    return [float(word) for word in rows.read_text(encoding="ascii").splitlines()[-1].split()]


def run_fmu(job):
    """Simulates an FMU by Co-Simulation and Model Exchange. Returns a list of texts about what is wrong, and what was not compared."""
    model, path, start, end, stiff, values = job
    right = expected(model, end, stiff)
    if right is None:
        return [], False
    fmu = fmu_importer.Fmu(path)
    names, wrong, skipped = fmu.outputs(), [], False
    for kind in ("Co-Simulation", "Model Exchange"):
        try:
            if kind == "Co-Simulation":
                t, row = fmu.simulate_steps(start, end, 7, float(ACCURACY))
            else:
                t, row = fmu.simulate_exchange(start, end, float(ACCURACY), most_steps=2000 if stiff else 20000)
        except fmu_importer.TooLong:
            skipped = True
            continue
        except AssertionError as error:
            wrong.append(f"{model} {path.suffix} {kind}: {error}")
            continue
        # The outputs that are no states have the values of the program in C.
        if differs([t, *row[:len(right) - 1]], right) or (values is not None and len(values) == len(row) + 1 > len(right) and abs(values[0] - t) <= 1e-9 * max(1, abs(t))
                                                          and differs([t, *row[len(right) - 1:]], [t, *values[len(right):]])):
            wrong.append(f"{model} {path.suffix} {kind}: {dict(zip(['t', *names], [t, *row]))}, not {right} and {values}")
    directions = fmu.check_directions(start, float(ACCURACY))
    if directions:
        wrong.append(f"{model} {path.suffix}: directional derivatives: {directions}")
    if not fmu.check_state(start, end, float(ACCURACY)):
        wrong.append(f"{model} {path.suffix}: a stored state gives another run")
    return wrong, skipped


# Events at the start, a time of an event that is the start, initial values that follow from parameters and from each other, units, and names that XML must escape.
STARTING = """format: 1
name: '<Start> & "x" é'
time: {start: 1, end: 4, unit: s}
parameters: {a: {value: 0.5, unit: "m/s", about: 'a < b & "c"'}, b: 2, time: 0.25}
discrete: {n: 0, held: {initial: b - a}}
states:
  x: {initial: b*y, derivative: -a*x + n*time, unit: m}
  y: {initial: a + 1, derivative: 1 - y}
  z: {initial: 3, derivative: held - z}
outputs: {total: x + y + z, twice: 2*n}
events:
  beginning: {at: start, set: {z: z + a}, update: {n: n + 1}}
  timed: {at: [1, 2, b], set: {y: y + 0.5}}
  tick: {every: 0.7, offset: 0.3, update: {n: n + 1}}
  low: {crossing: x - 1.9, direction: falling, set: {x: x + 0.5}, update: {held: held + 0.1}}
"""


def check_starting(folder):
    """Returns what is wrong with FMUs that begin with events and other parameters, and with those that are made without a compiler."""
    path, wrong = folder / "starting.yaml", []
    path.write_text(STARTING, encoding="utf-8")
    for to in ("fmu", "fmu2"):
        place = folder / f"starting.{to}"
        made = command("export", str(path), "--to", to, "--accuracy", ACCURACY, "--output", str(place))
        if made.returncode != 0 or made.stderr:
            return [f"starting {to}: {made.stderr}"]
        fmu = fmu_importer.Fmu(place)
        for values in ({}, {"a": 0.8, "b": 2.5}, {"z": -1.0, "time": 0.5}):
            options = [word for name, value in values.items() for word in ("--initial" if name == "z" else "--set", f"{name}={value}")]
            run = command("run", str(path), *options, "--end", "3.9", "--integrator", "dop853", "--accuracy", "1e-11", "--final", "--quiet")
            right = [float(line.split()[-1]) for line in run.stdout.splitlines()]
            for t, row in (fmu.simulate_steps(1, 3.9, 5, float(ACCURACY), values), fmu.simulate_exchange(1, 3.9, float(ACCURACY), values)):
                names = [line.split()[0] for line in run.stdout.splitlines()][1:]
                ours = dict(zip(fmu.outputs(), row))
                if not right or differs([t, *(ours[name] for name in names)], right):
                    wrong.append(f"starting {to} {values}: {t} {ours}, not {right}")
        if fmu.root.get("modelName") != '<Start> & "x" é' or fmu.variables["a"]["description"] != 'a < b & "c"' or "t" not in fmu.variables:
            wrong.append(f"starting {to}: {fmu.root.get('modelName')!r}, {fmu.variables['a']}")
        alone = subprocess.run([CLI, "export", str(path), "--to", to, "--output", str(place)], stderr=subprocess.PIPE, text=True, check=False, env={**os.environ, "PATH": "/nowhere"})
        if alone.returncode != 0 or "only sources" not in alone.stderr or any(name.startswith("binaries/") for name in zipfile.ZipFile(place).namelist()):
            wrong.append(f"starting {to} without a compiler: status {alone.returncode} {alone.stderr}")
        source = folder / "starting.c"
        source.write_bytes(zipfile.ZipFile(place).read("sources/model.c"))
        strict = subprocess.run(["cc", "-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-Wno-unused-variable", "-Wno-unused-function", "-fsyntax-only", source],
                                stderr=subprocess.PIPE, text=True, check=False)
        if strict.returncode != 0:
            wrong.append(f"starting {to}: {strict.stderr[:1000]}")
    return wrong


# Events that happen at one time act in their order in the file: crossings, with and without a condition, beside times. `cross` is the first or the last event.
CROSS = 'cross: {crossing: t - 1, direction: rising, set: {x: 7}, update: {n: n + x}}'
MEETING = """format: 1
name: meeting
time: {start: 0, end: 2.45}
states:
  x: {initial: 0, derivative: 0.1}
  c: {initial: 0, derivative: 1}
  z: {initial: 0, derivative: 0}
discrete: {n: 0, m: 0}
events:
  FIRST
  timed: {at: [1, 2, 2], set: {x: x + 5, z: x}, update: {n: "2*n + x", m: n}}
  later: {crossing: "2*t - 4", direction: rising, set: {x: x + 3}, while: z > 100}
  ticks: {every: 0.5, set: {z: z + x}, update: {m: m + n}}
  LAST
"""

# Pairs of events, and whether they meet: a language that leaves their order open does not write them.
PAIRS = [
    ("a: {at: [1, 2], set: {x: 1}}", "b: {every: 0.5, set: {x: 2}}", True), ("a: {at: [1, 2], set: {x: 1}}", "b: {every: 0.5, set: {z: 2}}", False),
    ("a: {at: [1, 2], set: {x: 1}}", "b: {every: 0.3, set: {x: 2}}", False), ("a: {at: [1.25], set: {x: 1}}", "b: {every: 1, offset: 0.25, set: {x: 2}}", True),
    ("a: {at: [1], set: {x: 1}}", "b: {at: [1], update: {n: x}}", False), ("a: {at: [1], set: {x: 1}}", "b: {at: [1, 2], update: {n: x}}", True),
    ("a: {crossing: x - 1, direction: rising, set: {z: 1}}", "b: {crossing: x - 1, set: {z: 2}}", True),
    ("a: {crossing: x - 1, direction: rising, set: {z: 1}}", "b: {crossing: x - 1, direction: falling, set: {z: 2}}", False),
    ("a: {crossing: x - 1, direction: rising, set: {z: 1}}", "b: {crossing: 2 - 2*x, direction: falling, set: {z: 2}}", True),
    ("a: {crossing: x - 1, direction: rising, set: {z: 1}}", "b: {crossing: x - 1.5, set: {z: 2}}", False),
    ("a: {crossing: x - 1, set: {z: 1}}", "b: {crossing: (x - 1)*(x - 3), set: {z: 2}}", True), ("a: {crossing: x - 1, set: {z: 1}}", "b: {crossing: z - 2, set: {z: 0}}", False),
    ("a: {crossing: c - 1, set: {z: 1}}", "b: {at: [1], set: {z: 0}}", True), ("a: {crossing: sin(pi*t), set: {z: 1}}", "b: {crossing: t - 2, set: {z: 0}}", True),
    ("a: {crossing: sin(pi*t), direction: falling, set: {z: 1}}", "b: {crossing: t - 2, set: {z: 0}}", False),
]


def meeting_models(folder):
    """Writes the models with events that meet. Returns their paths."""
    paths = []
    for name, first, last in (("cross-first", CROSS, ""), ("cross-last", "", CROSS)):
        path = folder / f"{name}.yaml"
        path.write_text(MEETING.replace("FIRST", first).replace("LAST", last), encoding="utf-8")
        paths.append(str(path))
    return paths


def check_meeting(folder):
    """Returns what is wrong with models whose events meet in languages that leave their order open."""
    path, wrong = folder / "pair.yaml", []
    for first, second, meets in PAIRS:
        for events in ((first, second), (second, first)):
            path.write_text("format: 1\nname: pair\ntime: {start: 0, end: 5}\nstates:\n  x: {initial: 0, derivative: 0.5 - 0.01*x}\n  z: {initial: 0, derivative: 0.1*x}\n"
                            "  c: {initial: 0, derivative: 1}\ndiscrete: {n: 0}\nevents:\n" + "".join(f"  {event}\n" for event in events), encoding="utf-8")
            for to in ("sbml", "xppaut", "julia", "c"):
                made = command("export", str(path), "--to", to)
                if made.returncode != (3 if meets and to in ("sbml", "xppaut") else 0) or (made.returncode == 3 and "'a' and 'b'" not in made.stderr and "'b' and 'a'" not in made.stderr):
                    wrong.append(f"{to} {events}: status {made.returncode} {made.stderr}")
    return wrong


def sbml_library():
    """Returns libsbml, or None."""
    try:
        library = ctypes.CDLL("libsbml.so.5")
    except OSError:
        return None
    for name in ("readSBMLFromFile", "SBMLDocument_getErrorWithSeverity", "SBMLDocument_getError"):
        getattr(library, name).restype = ctypes.c_void_p
    library.XMLError_getMessage.restype = ctypes.c_char_p
    return library


def sbml_errors(library, path):
    """Returns what libsbml says of a document: errors, and warnings but those about units, which the documents do not declare."""
    document = ctypes.c_void_p(library.readSBMLFromFile(str(path).encode()))
    library.SBMLDocument_checkConsistency(document)
    texts = []
    for k in range(library.SBMLDocument_getNumErrors(document)):
        error = ctypes.c_void_p(library.SBMLDocument_getError(document, k))
        text = library.XMLError_getMessage(error).decode()
        if library.XMLError_getSeverity(error) >= 2 or "unit" not in text:
            texts.append(text.strip())
    library.SBMLDocument_free(document)
    return texts[:2]


LANGUAGES = [("c", "c"), ("python", "py"), ("octave", "m"), ("julia", "jl"), ("xppaut", "ode"), ("sbml", "xml"), ("latex", "tex"), ("fmu", "fmu"), ("fmu2", "fmu2")]
WITH_PYTHON = has("/usr/bin/python3", "-c", "import scipy.integrate")
WITH_OCTAVE = has("octave-cli", "--version")
WITH_XPPAUT = shutil.which("xppaut") is not None
LIBRARY = sbml_library()
POOL = concurrent.futures.ThreadPoolExecutor(2)
FAILURES = []


def say(text):
    """Prints a line that says how far the test is, if it takes long, or what was not compared."""
    print(text, flush=True)


def fail(text):
    say(text)
    FAILURES.append(text)
    name = text.split()[0]
    if RANDOM and "STEPWISE_KEEP" in os.environ and name.endswith(".yaml"):
        shutil.copy(name, os.environ["STEPWISE_KEEP"])


def each(what, function, jobs):
    """Yields each job with its result, on two processors, and says how many there are."""
    for number, (job, result) in enumerate(zip(jobs, POOL.map(function, jobs))):
        yield job, result
        if ALL and (number % 20 == 19 or number + 1 == len(jobs)):
            say(f"# {what}: {number + 1} of {len(jobs)}")


def write_model(job):
    """Writes a model in all languages. Returns a list of languages with their files and messages."""
    model, name, end, languages, folder = job
    made = []
    for to, ending in languages:
        path = folder / f"{name if to == 'c' else name.replace('-', '_')}.{ending}"
        made.append((to, path, command("export", model, "--to", to, "--accuracy", ACCURACY, "--end", repr(end), "--output", str(path))))
    return made


def write_models(own, folder):
    """Writes all models. Returns the jobs of each language: model, path, start, end and whether it is stiff."""
    jobs, rows = {to: [] for to, _ in LANGUAGES}, []
    for number, row in enumerate([*({"id": path, "traits": ""} for path in own), *([] if RANDOM else models())]):
        model, stiff = row["id"], "stiff" in row["traits"].split()
        start, stop = span_of(model)
        # Not at a round fraction, where events at times may happen, which are pending at the end of a run.
        end = start + (stop - start) / (1 if model in own else 207 if stiff else 20.7)
        # A library is compiled for each version of FMI, which takes long: unless all are wanted, each third model has one of them, in turns.
        fmus = ["fmu", "fmu2"] if ALL or model in own and not RANDOM else [["fmu", "fmu2"][number % 2]] if RANDOM else [["fmu", "fmu2"][number // 3 % 2]] if number % 3 == 0 else []
        languages = [pair for pair in LANGUAGES if pair[0] in ONLY and (not pair[0].startswith("fmu") or pair[0] in fmus)]
        rows.append((model, start, stiff, (model, pathlib.Path(model).stem if model in own else model, end, languages, folder)))
    for (model, start, stiff, job), made in each("written", lambda row: write_model(row[3]), rows):
        for to, path, process in made:
            if process.returncode not in (0, 3) or (process.returncode == 3 and not process.stderr.startswith("stepwise-cli: ")):
                fail(f"{model} {to}: status {process.returncode} {process.stderr}")
            elif process.returncode == 0 and process.stderr:
                say(f"{model} {to}: not run: {process.stderr.strip()}")
            elif process.returncode == 0:
                jobs[to].append((model, path, start, job[2], stiff))
    return jobs


def compare_c(jobs):
    """Returns the last rows of the programs in C by model."""
    rows = {}
    for (model, _, _, end, stiff), result in each("c", lambda job: run_c(job[1], job[3]), jobs):
        if result is None:
            say(f"{model} c: not compared, since it takes too many steps")
            continue
        rows[model] = result if isinstance(result, list) else None
        right = expected(model, end, stiff)
        if right is not None and (isinstance(result, str) or differs(result[:len(right)], right)):
            fail(f"{model} c: {result if isinstance(result, str) else result[:len(right)]}, not {right}")
    return rows


def compare_xppaut(jobs):
    def run(job):
        model, path, start, end, stiff = job
        return run_xppaut(path) if WITH_XPPAUT else None, read_back(model, path, start, end, stiff), expected(model, end, stiff)

    for (model, path, *_), (result, back, right) in each("xppaut", run, jobs):
        if right is None:
            continue
        # Discrete states are parameters, which have no columns in XPPAUT. States that hold values during an event follow the others.
        text = path.read_text(encoding="utf-8")
        n = 1 + text.count("'=") - len(re.findall("^held[0-9]*'=", text, re.MULTILINE))
        if result is not None and model not in XPPAUT_FAILS and (isinstance(result, str) or differs(result[:n], right[:n], *((1e-3, 1e-3) if RANDOM else (1e-6,)))):
            fail(f"{model} xppaut: {result if isinstance(result, str) else result[:len(right)]}, not {right}")
        if back is None or differs(back[:len(right)], right):
            fail(f"{model} xppaut, read back: {back}, not {right}")


def compare_sbml(jobs):
    def run(job):
        model, path, start, end, stiff = job
        return read_back(model, path, start, end, stiff), sbml_errors(LIBRARY, path), expected(model, end, stiff)

    for (model, *_), (back, errors, right) in each("sbml", run, jobs if LIBRARY else []):
        if right is not None and (back is None or differs(back[:len(right)], right)):
            fail(f"{model} sbml, read back: {back}, not {right}")
        for text in errors:
            fail(f"{model} sbml: {text}")


def compare_language(to, jobs, start):
    """Compares what programs of a language print while they run: one process for each half of them. start (jobs, number) starts a process."""
    def run(number):
        mine = jobs[number::2]
        process = start(mine, number)
        errors, rows = concurrent.futures.Future(), []
        threading.Thread(target=lambda: errors.set_result(process.stderr.read())).start()
        for line in process.stdout:
            name, t, x = json.loads(line)
            rows.append(name)
            model, _, _, end, stiff = next(job for job in mine if job[1].stem == name)
            right = expected(model, end, stiff)
            if t is None:
                say(f"{name} {to}: not compared, since it takes more than a minute")
            elif right is not None and differs([t, *x], right[:1 + len(x)]):
                fail(f"{name} {to}: {[t, *x]}, not {right}")
            if ALL and len(rows) % 20 == 0:
                say(f"# {to}: {len(rows)} of {len(mine)} in process {number + 1}")
        text = errors.result()
        if process.wait() != 0 or len(rows) < len(mine) - (1 if to == "python" else 0):
            fail(f"{to}: {len(rows)} of {len(mine)} results, status {process.returncode}: {text[-1500:]}")
        for line in text.splitlines():
            if " julia: " in line:
                fail(line)

    if jobs:
        list(POOL.map(run, range(2)))


def start_process(*arguments, **options):
    return subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)


def main():
    place = tempfile.TemporaryDirectory()
    folder = pathlib.Path(place.name)

    def start_python(jobs, number):
        (folder / f"ends{number}.json").write_text(json.dumps({job[1].stem: job[3] for job in jobs}), encoding="utf-8")
        return start_process("/usr/bin/python3", "-B", "-c", RUN_PYTHON, str(folder), str(pathlib.Path(__file__).parent), f"ends{number}.json")

    def start_octave(jobs, number):
        names, ends = ", ".join(f"'{job[1].stem}'" for job in jobs), ", ".join(repr(job[3]) for job in jobs)
        script = folder / f"run_all_exports{number}.m"
        script.write_text(f"names = {{{names}}};\nends = [{ends}];\n{RUN_OCTAVE}", encoding="utf-8")
        return start_process("octave-cli", "--quiet", "--no-gui", script.name, cwd=folder, env={**os.environ, "HOME": str(folder)})

    # SBML does not have erf.
    own = draw_models(folder) if RANDOM else [str(operations_model(folder, "all-operations.yaml", "nothing")), str(operations_model(folder, "sbml-operations.yaml", "erf")), *meeting_models(folder)]
    jobs = write_models(own, folder)
    if not RANDOM:
        for failure in [*check_starting(folder), *check_meeting(folder)]:
            fail(failure)
    rows = compare_c(jobs["c"])
    for (model, path, *_), (wrong, skipped) in each("fmu", lambda job: run_fmu((*job, rows.get(job[0]))), jobs["fmu"] + jobs["fmu2"]):
        for failure in wrong:
            fail(failure)
        if skipped:
            say(f"{model} {path.suffix}: Model Exchange was not compared, since an explicit method takes too many steps")
    compare_xppaut(jobs["xppaut"])
    compare_sbml(jobs["sbml"])
    if WITH_PYTHON:
        compare_language("python", jobs["python"], start_python)
    if WITH_OCTAVE:
        compare_language("octave", jobs["octave"], start_octave)
    print(", ".join(f"{to}: {len(jobs[to])}" for to, _ in LANGUAGES if jobs[to]), "" if WITH_PYTHON else "; no SciPy", "" if WITH_OCTAVE else "; no Octave")
    print(f"{len(FAILURES)} failures")
    if RANDOM:
        print(f"{len(own)} of {RANDOM} random models have results that are known well enough")
        return 1 if FAILURES or len(own) < RANDOM / 4 else 0
    return 1 if FAILURES or any(len(jobs[to]) < 10 for to in ("c", "python", "latex") if to in ONLY) else 0


sys.exit(main())
