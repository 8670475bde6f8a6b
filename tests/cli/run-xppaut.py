#!/usr/bin/env -S python3 -B
"""Compares imported models of XPPAUT with XPPAUT itself.

Usage: run-xppaut.py STEPWISE_CLI FOLDER...     the .ode files of the folders, such as /usr/share/doc/xppaut/examples/ode

Both programs run a copy of the file with the classical method of Runge and Kutta and the step of the file. XPPAUT stores numbers of single precision and stops where a
variable exceeds a bound, so that the rows that it wrote are compared, with 5e-6 of the largest value of each column. XPPAUT places events by linear interpolation and solves
algebraic equations to 1e-3, so that models with these are compared with 2e-2; so are those that are unstable with the step of the
file, with its method and a tolerance of 1e-9. The script prints a line for each file, and fails if one of the imported files differs.
"""
import csv
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

CLI = str(pathlib.Path(sys.argv[1]).resolve())
SAME = 5e-6
SAME_COARSE = 2e-2
# Why a file is not compared.
NOT_COMPARED = {
    "delta": "two events at one time set the same variables, which XPPAUT does one after the other",
    "fhn_noise": "random numbers", "nthet": "random numbers",
    "dae": "a column is the residual of its algebraic equation", "nnet2": "XPPAUT computes a column at an inner stage of the step", "itoy": "chaotic", "toy_ok": "chaotic", "dae_ex3": "XPPAUT leaves the solution at the fold",
    "lin": "the file chooses columns",
}
# Rows that are compared: errors of rounding grow in chaotic models.
ROWS = 200


def prepare(source, folder, with_method):
    """Copies the file without its sets of values and perhaps its method, and the files of its folder that it may read."""
    for path in source.parent.iterdir():
        if path.suffix in (".tab", ".dat"):
            shutil.copy(path, folder)
    text = source.read_text(encoding="latin-1")
    if not with_method:
        text = re.sub(r"(?im)^(@.*?)\bmeth(od)?\s*=\s*(?!disc)\w+", r"\1", text)
    else:
        text = "@ tol=1e-9,atol=1e-9\n" + re.sub(r"(?im)^(@.*?)\b(a?tol|toler(ance)?)\s*=[^,\s]*", r"\1", text)
    text = re.sub(r"(?im)^set\s+\w+\s*\{(?:[^}]|\\\n)*\}", "", text)
    copy = folder / (source.stem + ".ode")
    copy.write_text(text, encoding="latin-1")
    return copy


def rows_of_xppaut(copy):
    """Returns the rows that XPPAUT writes, or None."""
    environment = {name: value for name, value in os.environ.items() if name != "DISPLAY"}
    try:
        subprocess.run(["xppaut", copy.name, "-silent"], cwd=copy.parent, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=60, check=False)
    except subprocess.TimeoutExpired:
        return None
    output = copy.parent / "output.dat"
    return [[float(word) for word in line.split()] for line in output.open()] if output.exists() else None


def compare(source):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        copy = prepare(source, folder, False)
        theirs = rows_of_xppaut(copy)
        with_method = theirs is not None and len(theirs) < 3
        if with_method:
            # Fixed steps are unstable: the method of the file is taken.
            copy = prepare(source, folder, True)
            theirs = rows_of_xppaut(copy)
        command = [CLI, "run", str(copy), "-o", str(folder / "ours.csv")]
        if theirs is not None and len(theirs) > 2:
            command += ["--sample-every", f"{theirs[1][0] - theirs[0][0]:.12g}", "--publish", "exact", "--switches", "false"]
        run = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, timeout=300, check=False)
        errors = [line for line in run.stderr.splitlines() if ": note:" not in line]
        if not (folder / "ours.csv").exists():
            return "refused", errors[0] if errors else f"status {run.returncode}"
        if not theirs:
            return "alone", "XPPAUT writes nothing"
        ours = [row for row in csv.reader((folder / "ours.csv").open())]
        names, ours = ours[0], [[float(word or "nan") for word in row] for row in ours[1:]]
        width = len(theirs[0])
        if len(names) < width:
            return "differs", f"{len(names)} columns, XPPAUT has {width}"
        # Algebraic unknowns stand between the states and the further columns.
        columns = list(range(width)) if len(names) == width else None
        if columns is None:
            n_extra = len(names) - width
            n_aux = sum(1 for line in source.read_text(encoding="latin-1").splitlines() if line.lower().startswith("aux "))
            columns = list(range(width - n_aux)) + list(range(width - n_aux + n_extra, len(names)))
        # Of several rows at one time, the last is the one after the events.
        last = {round(row[0] / step): row for row in ours if abs(row[0] / step - round(row[0] / step)) < 1e-4} if (step := theirs[min(1, len(theirs) - 1)][0] - theirs[0][0]) > 0 else {}
        pairs = [(last[key], row) for row in theirs[:ROWS] if step > 0 and (key := round(row[0] / step)) in last]
        worst, where, n = 0, "", len(pairs)
        if n < 2:
            return "alone", "XPPAUT writes no rows"
        for k, c in enumerate(columns):
            size = max(max(abs(theirs[k]) for _, theirs in pairs), 1e-30)
            for own, other in pairs:
                error = abs(own[c] - other[k]) / size
                if not error <= worst:
                    worst, where = error, f"{names[c]} at t = {other[0]:g}: {own[c]:.9g}, XPPAUT {other[k]:.9g}"
        coarse = with_method or any(re.match(r"(?i)global\b|0\s*=", line) for line in source.read_text(encoding="latin-1").splitlines())
        if source.stem in NOT_COMPARED:
            return "alone", NOT_COMPARED[source.stem]
        return ("agrees" if worst <= (SAME_COARSE if coarse else SAME) else "differs"), f"{worst:.1e} {where} ({n} rows)"


def main():
    counts = {}
    for folder in sys.argv[2:]:
        for source in sorted(pathlib.Path(folder).glob("*.ode")):
            verdict, text = compare(source)
            counts[verdict] = counts.get(verdict, 0) + 1
            print(f"{source.stem:16} {verdict:8} {text}", flush=True)
    print(counts)
    sys.exit(1 if counts.get("differs") or not counts.get("agrees") else 0)


main()
