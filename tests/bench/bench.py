#!/usr/bin/env python3
"""Compares Stepwise with other solvers, each a program of its own (peer.h), at equal true error.

Each solver runs with a series of tolerances, two in each decade. For each tolerance all methods of all solvers are measured in turn, several times, so
that a change of the machine's speed concerns all alike. Each number is the 10th percentile of thread CPU times. A tolerance counts with the largest
error between it and a tenth of it, so that an end point that is accurate by chance does not count. The time at an error is interpolated
logarithmically between tolerances."""
import argparse, json, math, os, subprocess, sys, tempfile

PEERS = ["stepwise", "c", "gsl", "odeint", "cvode", "radau5"]
LEVELS = [1e-4, 1e-6, 1e-8]
ROUNDS = 4
# From tolerances so loose that no method is more accurate than the first level at all of them.
STIFF_TOLERANCES = [10 ** -(1 + 0.5 * k) for k in range(23)]
TOLERANCES = [10 ** -(2 + 0.5 * k) for k in range(22)]
RHS = ["lorenz", "hires", "pleiades", "brusselator-1000"]
STEP = ("lorenz", 1e-8, {"stepwise": "runge_kutta5", "odeint": "dopri5"})
STIFF_STEPS = (["van-der-pol-1e6", "van-der-pol-1000", "robertson-40", "hires"], 1e-7,
               [("stepwise", "radau5"), ("radau5", "radau5"), ("stepwise", "rodas4"), ("odeint", "rosenbrock4")])
SIZES = [3, 30, 300, 3000]
STARTS = [["--version"], ["run", "lorenz", "--final"], ["list", "models"]]


def percentile(values, p):
    values = sorted(values)
    return values[min(len(values) - 1, int(p * len(values)))]


class Peer:
    def __init__(self, path, id):
        self.id = id
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        about = json.loads(self.process.stdout.readline())
        self.name, self.problems = about["name"], about["problems"]
        self.methods = {False: about["methods"], True: about["stiff_methods"]}

    def ask(self, problem, method, tolerance, seconds):
        """Returns the result for one tolerance; the result has no steps if the solver failed."""
        self.process.stdin.write(f"{problem} {method} {tolerance:.17g} {seconds}\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"bench: {self.name} ended at {problem} {method} {tolerance}")
        return json.loads(line)


def measure(entries, problem, tolerance, seconds):
    """Measures all (peer, method) in turn. Returns a row for each, None for those that failed."""
    rows = [None] * len(entries)
    for round in range(ROUNDS):
        for k, (peer, method) in enumerate(entries):
            if round > 0 and rows[k] is None:
                continue
            got = peer.ask(problem, method, tolerance, seconds / ROUNDS)
            if got["steps"] is None:
                continue
            if rows[k] is None:
                rows[k] = {"peer": peer.id, "method": method, "problem": problem, "tolerance": tolerance, "steps": got["steps"], "error": got["error"], "samples": []}
            rows[k]["samples"] += got["samples"]
    for row in rows:
        if row is not None:
            samples = row.pop("samples")
            row.update(seconds=percentile(samples, 0.1), median=percentile(samples, 0.5), samples=len(samples))
    return rows


def take_worst_errors(curve):
    """Replaces each error by the largest one between its tolerance and a tenth of it."""
    for row in curve:
        near = [other["error"] for other in curve if 0.099 * row["tolerance"] <= other["tolerance"] <= row["tolerance"]]
        row["worst_error"] = max(near)


def at_error(curve, error):
    """Returns the time at an error, or None if no tolerance gave it. A method that is more accurate at its loosest tolerance has the time of that."""
    for k, row in enumerate(curve):
        if row["worst_error"] > error:
            continue
        before = curve[k - 1] if k > 0 else None
        if before is not None and before["worst_error"] > error:
            fraction = math.log(before["worst_error"] / error) / math.log(before["worst_error"] / row["worst_error"])
            return before["seconds"] * (row["seconds"] / before["seconds"]) ** fraction
        return row["seconds"]
    return None


def work_precision(peers, problem, options, results):
    name, stiff = problem["name"], problem["stiff"]
    entries = [(peer, method) for peer in peers.values() for method in peer.methods[stiff]]
    curves = {}
    for tolerance in STIFF_TOLERANCES if stiff else TOLERANCES:
        for row in measure(entries, name, tolerance, options.seconds):
            if row is not None:
                curves.setdefault((row["peer"], row["method"]), []).append(row)
        # A method whose error over a decade is far below the last level is done.
        done = [key for key, curve in curves.items() if len(curve) > 3 and max(row["error"] for row in curve[-3:]) < 0.3 * LEVELS[-1]]
        entries = [(peer, method) for peer, method in entries if (peer.id, method) not in done]
        if not entries:
            break
    times = {}
    for (peer, method), curve in curves.items():
        take_worst_errors(curve)
        results["rows"] += curve
        for level in LEVELS:
            seconds = at_error(curve, level)
            if seconds is not None:
                times.setdefault(level, {}).setdefault(peer, []).append((seconds, method))
    print(f"\n{name}, {problem['states']} states{', stiff' if stiff else ''}: CPU time in us of the best method of each solver, and ours over the best peer", flush=True)
    for level in LEVELS:
        best = {peer: min(found) for peer, found in times.get(level, {}).items()}
        others = [found for peer, found in best.items() if peer != "stepwise"]
        ratio = best["stepwise"][0] / min(others)[0] if others and "stepwise" in best else None
        results["ratios"].append({"problem": name, "error": level, "ratio": ratio})
        cells = ", ".join(f"{peer} {1e6 * seconds:.1f} ({method})" for peer, (seconds, method) in best.items())
        print(f"  {level:.0e}  {'-' if ratio is None else f'{ratio:.2f}':>5}   {cells}", flush=True)


def cost_line(results, label, ours, theirs, unit):
    """Prints and keeps a cost of ours beside that of a peer, if there is one."""
    results["costs"].append({"what": label, "ours": ours, "peer": theirs})
    print(f"  {label:44} {ours:9.3g} {unit}" + (f", peer {theirs:.3g} {unit}: {ours / theirs:.2f}" if theirs else ""), flush=True)


def per_step(row, per=1e9):
    return row and per * row["seconds"] / row["steps"]


def costs_of_functions(peers, options, results):
    print("\nOne evaluation of the right-hand side, against the same in C")
    for problem in RHS:
        mine, c = measure([(peers["stepwise"], "rhs"), (peers["c"], "rhs")], problem, 1e-6, 10 * options.seconds)
        cost_line(results, "right-hand side of " + problem, per_step(mine), per_step(c), "ns")


def costs_of_steps(peers, options, results):
    problem, tolerance, methods = STEP
    print("\nOne attempted step (odeint counts accepted steps)")
    entries = [(peers[peer], method) for peer, method in methods.items() if peer in peers] + [(peers["stepwise"], "loop-" + methods["stepwise"])]
    rows = measure(entries, problem, tolerance, 10 * options.seconds)
    cost_line(results, "Dormand-Prince, " + problem, per_step(rows[0]), per_step(rows[1]) if len(rows) > 2 else None, "ns")
    cost_line(results, "added by the hybrid loop without listeners", per_step(rows[-1]) - per_step(rows[0]), None, "ns")
    problems, tolerance, methods = STIFF_STEPS
    methods = [(peer, method) for peer, method in methods if peer in peers]
    for problem in problems:
        rows = measure([(peers[peer], method) for peer, method in methods], problem, tolerance, 10 * options.seconds)
        cost = {method: per_step(row) for method, row in zip(methods, rows)}
        for method, other in [("radau5", ("radau5", "radau5")), ("rodas4", ("odeint", "rosenbrock4"))]:
            cost_line(results, f"{method}, {problem}", cost["stepwise", method], cost.get(other), "ns")


def costs_of_compilation(peers, options, results):
    print("\nA model from its text to the first right-hand side")
    for size in SIZES:
        (row,) = measure([(peers["stepwise"], f"compile-{size}")], "lorenz", 1e-6, 10 * options.seconds)
        cost_line(results, f"{size} expressions", per_step(row, 1e3), None, "ms")
    load, first = measure([(peers["stepwise"], "load-beam"), (peers["stepwise"], "jacobian-beam")], "lorenz", 1e-6, 20 * options.seconds)
    cost_line(results, "the model of the beam, 80 states", per_step(load, 1e3), None, "ms")
    cost_line(results, "its first Jacobian", per_step(first, 1e3) - per_step(load, 1e3), None, "ms")


def cpu_of_process(command):
    """Returns the CPU time of a whole process in ms."""
    samples = []
    for _ in range(20):
        child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        _, child.returncode, usage = os.wait4(child.pid, 0)
        samples.append(1e3 * (usage.ru_utime + usage.ru_stime))
    return percentile(samples, 0.1)


def costs_of_start(peers, options, results):
    print("\nCPU time of whole processes, against one that does nothing")
    program = os.path.join(options.build, "src/cli/stepwise-cli")
    for arguments in STARTS:
        cost_line(results, "stepwise-cli " + " ".join(arguments), cpu_of_process([program] + arguments), cpu_of_process(["true"]), "ms")


def costs_of_output(peers, options, results):
    print("\nOutput of a run to files: CPU time of the process, less that of the run without the file")
    program = os.path.join(options.build, "src/cli/stepwise-cli")
    run = [program, "run", "lorenz", "--end", "5000", "--accuracy", "1e-8", "--final"]
    with tempfile.TemporaryDirectory() as folder:
        tape = os.path.join(folder, "tape.csv")
        subprocess.run(run + ["--tape", tape], stdout=subprocess.DEVNULL, check=True)
        with open(tape) as file:
            rows = sum(1 for line in file) - 1
        cost = cpu_of_process(run + ["--tape", tape]) - cpu_of_process(run)
    cost_line(results, "a row of the tape as CSV", 1e3 * cost / rows, None, "us")


GROUPS = {"functions": costs_of_functions, "steps": costs_of_steps, "compile": costs_of_compilation, "start": costs_of_start, "output": costs_of_output}


def main():
    parser = argparse.ArgumentParser(description="Compares Stepwise with other solvers.")
    parser.add_argument("names", nargs="*", help="problems, or groups: " + ", ".join(GROUPS) + "; all by default")
    parser.add_argument("--build", default="build-bench", help="the build folder")
    parser.add_argument("--json", help="write all rows to this file")
    parser.add_argument("--seconds", type=float, default=0.02, help="time of a method at a tolerance; 0.02 by default")
    parser.add_argument("--names", action="store_true", dest="list", help="print the names, nothing else")
    options = parser.parse_args()
    options.build = os.path.abspath(options.build)
    peers = {}
    for id in PEERS:
        path = os.path.join(options.build, "tests/bench/peer-" + id)
        if os.path.exists(path):
            peers[id] = Peer(path, id)
    problems = peers["stepwise"].problems
    known = [problem["name"] for problem in problems] + list(GROUPS)
    if options.list:
        print("\n".join(known))
        return
    for name in options.names:
        if name not in known:
            parser.error(f"no problem or group '{name}'; there are {', '.join(known)}")
    results = {"peers": {peer.id: peer.name for peer in peers.values()}, "rows": [], "ratios": [], "costs": []}
    print("\n".join(f"{peer.id}: {peer.name}" for peer in peers.values()), flush=True)
    for problem in problems:
        if not options.names or problem["name"] in options.names:
            work_precision(peers, problem, options, results)
    for name, costs in GROUPS.items():
        if not options.names or name in options.names:
            costs(peers, options, results)
    if options.json:
        with open(options.json, "w") as file:
            json.dump(results, file, indent=1)


main()
