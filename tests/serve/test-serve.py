"""Tests the lines of stepwise-cli serve and the Python package: values against the command line bit for bit, errors, cancelling, and wrong input."""
import csv
import io
import json
import math
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import stepwise
from stepwise import _arrays

CLI = os.environ["STEPWISE_CLI"]


def command(*arguments):
    """Returns the standard output of a command."""
    return subprocess.run([CLI, *arguments], stdout=subprocess.PIPE, check=True, text=True).stdout


def table(text):
    """Returns the columns of CSV by name."""
    rows = list(csv.reader(io.StringIO(text)))
    return {name: [row[k] for row in rows[1:]] for k, name in enumerate(rows[0])}


def talk(*lines):
    """Sends lines to a server, ends its input, and returns its messages without their arrays, and its exit status."""
    data = b"".join(line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n" for line in lines)
    run = subprocess.run([CLI, "serve"], input=data, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    stream, messages = io.BytesIO(run.stdout), []
    while line := stream.readline():
        message = json.loads(line)
        messages.append(message)
        stream.read(message.get("bytes", 0))
    return messages, run.returncode


class EqualToTheCommandLine(unittest.TestCase):
    """The values have the bits of the command line."""

    RUNS = [
        ("lorenz", ["--end", "3", "--integrator", "dop853", "--accuracy", "1e-9"], dict(end=3, integrator="dop853", accuracy=1e-9)),
        ("bouncing-ball", ["--end", "4"], dict(end=4)),
        ("robertson", ["--integrator", "radau5", "--end", "40"], dict(integrator="radau5", end=40)),
        ("van-der-pol", ["--set", "mu=3", "--initial", "x=1.5", "--fixed-step", "0.01", "--integrator", "runge_kutta4", "--end", "1"],
         dict(parameters={"mu": 3}, initial={"x": 1.5}, fixed_step=0.01, integrator="runge_kutta4", end=1)),
        ("heat-equation", ["--constant", "N=20", "--end", "0.1"], dict(constants={"N": 20}, end=0.1)),
    ]

    def test_rows(self):
        for model, options, changes in self.RUNS:
            expected = table(command("run", model, *options, "--output", "-", "--quiet"))
            run = stepwise.load(model).run(**changes)
            self.assertEqual([float(t) for t in expected["t"]], list(run.t), model)
            self.assertEqual(list(expected), ["t", *run.columns])
            for name in run.columns:
                self.assertEqual([float(x) for x in expected[name]], list(run[name]), f"{model} {name}")

    def test_sampled_rows(self):
        for options, changes in ((["--samples", "11"], dict(samples=11)), (["--sample-every", "0.3"], dict(every=0.3))):
            expected = table(command("run", "lorenz", *options, "--end", "2", "--output", "-", "--quiet"))
            run = stepwise.load("lorenz").run(end=2, **changes)
            self.assertEqual([float(x) for x in expected["x"]], list(run["x"]))

    def test_values_at_times(self):
        times = [1.7, 0.0, 0.3, 2.0]
        expected = table(command("run", "lorenz", "--end", "2", "--times", ",".join(map(str, times)), "--output", "-", "--quiet"))
        values = stepwise.load("lorenz").run(end=2).at(times)
        for name in ("x", "y", "z"):
            self.assertEqual([float(x) for x in expected[name]], list(values[name]))

    def test_tape_and_events(self):
        with tempfile.TemporaryDirectory() as folder:
            tape, events = os.path.join(folder, "tape.csv"), os.path.join(folder, "events.csv")
            command("run", "bouncing-ball", "--end", "4", "--tape", tape, "--events", events, "--quiet")
            with open(tape, encoding="utf-8") as file:
                expected = table(file.read())
            with open(events, encoding="utf-8") as file:
                impacts = table(file.read())
        run = stepwise.load("bouncing-ball").run(end=4)
        for name in ("t", "h", "h_proposed", "h_next"):
            self.assertEqual([float(x) for x in expected[name]], list(run.tape[name]), name)
        self.assertEqual(expected["outcome"], run.tape["outcome"])
        self.assertEqual(expected["clamp"], run.tape["limit"])
        self.assertIn("cut_by_event", expected["outcome"])
        self.assertEqual([int(n) for n in expected["rhs_stages"]], list(run.tape["rhs_stages"]))
        self.assertEqual([float(t) for t in impacts["t"]], [event.t for event in run.events])
        self.assertEqual([float(v) for v in impacts["v after"]], [event.after["v"] for event in run.events])
        self.assertEqual(len([event for event in run.events if event.name == "impact"]), len(run.events))

    def test_statistics(self):
        expected = json.loads(command("run", "lorenz", "--end", "3", "--stats", "json", "--quiet"))
        statistics = stepwise.load("lorenz").run(end=3).statistics
        for key in ("steps_taken", "rhs_evaluations", "rejected_error", "status", "integrator", "smallest_step_taken"):
            self.assertEqual(expected[key], statistics[key], key)

    def test_study(self):
        expected = json.loads(command("study", "linearize", "lorenz", "--format", "json", "--quiet"))
        study = stepwise.load("lorenz").study("linearize")
        self.assertEqual(expected["numbers"], dict(study))
        rows = study.tables["eigenvalues"].rows()
        for given, row in zip(expected["tables"]["eigenvalues"], rows):
            self.assertEqual(given["re"], row["re"])
            self.assertEqual(given["im"], row["im"])
        self.assertEqual(len(rows), 3)

    def test_ensemble_and_sweep(self):
        with tempfile.TemporaryDirectory() as folder:
            results, out = os.path.join(folder, "a.results"), os.path.join(folder, "a.csv")
            command("ensemble", "lorenz", "--members", "30", "--vary", "rho=normal(28, 2)", "--record", "top=maximum:z", "--end", "3", "--seed", "5",
                    "--output", results, "--quiet")
            command("ensemble", "export", results, "--output", out)
            with open(out, encoding="utf-8") as file:
                expected = table(file.read())
        many = stepwise.load("lorenz").ensemble(30, vary={"rho": "normal(28, 2)"}, record={"top": "maximum:z"}, end=3, seed=5)
        self.assertEqual([float(x) for x in expected["rho"]], list(many["rho"]))
        self.assertEqual([float(x) for x in expected["top"]], list(many["top"]))
        self.assertAlmostEqual(many.summary["top"]["mean"], sum(many["top"]) / 30, places=12)
        grid = stepwise.load("lorenz").sweep({"rho": (20, 30, 3), "sigma": (9, 11, 2)}, end=1)
        self.assertEqual(list(grid["rho"]), [20, 20, 25, 25, 30, 30])
        self.assertEqual(list(grid["sigma"]), [9, 11] * 3)
        single = stepwise.load("lorenz").run(parameters={"rho": 25, "sigma": 11}, end=1)
        self.assertEqual(grid["x"][3], single["x"][-1])

    def test_notes(self):
        process = subprocess.run([CLI, "run", "dahlquist-decay", "--integrator", "explicit_euler", "--fixed-step", "0.5", "--set", "lambda=-10", "--end", "5"],
                                 stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, check=False)
        notes = stepwise.load("dahlquist-decay").run(integrator="explicit_euler", fixed_step=0.5, parameters={"lambda": -10}, end=5).notes
        self.assertEqual([line.removeprefix("stepwise-cli: ") for line in process.stderr.splitlines()], notes)
        self.assertTrue(notes)


class Models(unittest.TestCase):
    """Values of models."""

    def test_values_stay_and_return(self):
        model = stepwise.load("lorenz")
        model["rho"] = 5
        model.initial["x"] = 3
        self.assertEqual((model["rho"], model.initial["x"], stepwise.load("lorenz")["rho"]), (5, 3, 28))
        other = model.copy()
        other["rho"] = 6
        self.assertEqual(model["rho"], 5)
        self.assertEqual(model.run(end=0.5)["x"][0], 3)
        self.assertEqual(model.run(end=0.5, initial={"x": 4})["x"][0], 4)
        self.assertEqual(model.run(end=0.5)["x"][0], 3)
        del model.parameters["rho"]
        self.assertEqual(model["rho"], 28)

    def test_a_wrong_change_changes_nothing(self):
        model = stepwise.load("lorenz")
        with self.assertRaises(stepwise.InputError):
            model.set(parameters={"rho": 5, "nothing": 1})
        with self.assertRaises(stepwise.InputError):
            model.set(accuracy=-1)
        self.assertEqual(model["rho"], 28)
        self.assertEqual(model.settings, stepwise.load("lorenz").settings)

    def test_right_hand_side(self):
        model = stepwise.load("lorenz")
        self.assertEqual(list(model.rhs(0, [1, 1, 1])), [0, 26, 1 - 8 / 3])
        self.assertEqual([list(f) for f in model.rhs([0, 0], [[1, 1, 1], [0, 0, 3]])], [[0, 26, 1 - 8 / 3], [0, 0, -8.0]])
        with self.assertRaises(stepwise.InputError):
            model.rhs(0, [1, 1])

    def test_events_that_are_off(self):
        run = stepwise.load("bouncing-ball").run(end=4, events_off=["impact"])
        self.assertFalse([event for event in run.events if event.name == "impact"])
        self.assertLess(run["h"][-1], -1)
        with self.assertRaises(stepwise.InputError):
            stepwise.load("bouncing-ball").run(events_off=["impacts"])

    def test_text_with_any_character(self):
        text = "format: 1\nname: \U0001f600 é \"\\\\\"\ntime: {start: 0, end: 1}\nstates:\n  x: {initial: 1, derivative: -x}\n"
        with stepwise.Server() as server:
            for ascii_only in (False, True):
                server._last += 1
                line = json.dumps({"id": server._last, "call": "load", "text": text}, ensure_ascii=ascii_only)
                server._process.stdin.write(line.encode() + b"\n")
                server._process.stdin.flush()
                message, _ = server._read()
                self.assertIn("\U0001f600 é", message["result"]["name"])
                self.assertEqual(message["result"]["text"], text)

    def test_a_failed_run_has_its_rows(self):
        text = "format: 1\nname: Explosion\ntime: {start: 0, end: 2}\nstates:\n  x: {initial: 1, derivative: x^2}\n"
        with self.assertRaises(stepwise.RunFailed) as caught:
            stepwise.load(text=text).run()
        self.assertAlmostEqual(caught.exception.run.t[-1], 1, places=3)
        self.assertGreater(caught.exception.run["x"][-1], 1e3)

    def test_pictures(self):
        run = stepwise.load("van-der-pol").run(end=5)
        self.assertTrue(run.plot("phase").data.startswith(b"<?xml"))
        self.assertTrue(run.plot("time", format="png").data.startswith(b"\x89PNG"))
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.pdf")
            run.plot(path=path)
            with open(path, "rb") as file:
                self.assertEqual(file.read(4), b"%PDF")
        with self.assertRaisesRegex(stepwise.InputError, "'view' is one of all, time,"):
            run.plot("nothing")
        with self.assertRaises(stepwise.StepwiseError):
            run.plot("phase", theme="nothing")
        self.assertTrue(stepwise.load("lorenz").study("lyapunov", time=20).plot().data.startswith(b"<?xml"))
        with self.assertRaises(stepwise.ComputeError):
            stepwise.load("lorenz").study("linearize").plot()

    def test_without_numpy_arrays_are_equal(self):
        kept = _arrays.numpy
        run = stepwise.load("lorenz").run(end=1)
        x = [float(value) for value in run["x"]]
        try:
            _arrays.numpy = None
            self.assertEqual(list(stepwise.load("lorenz").run(end=1)["x"]), x)
        finally:
            _arrays.numpy = kept


class Steps(unittest.TestCase):
    """A word after each step, and cancelling."""

    def test_each_step_is_a_row(self):
        seen = []
        model = stepwise.load("lorenz")
        run = model.run(end=2, on_step=lambda step: seen.append((step.number, step.t, step["z"])))
        self.assertEqual([t for _, t, _ in seen], list(run.t)[1:])
        self.assertEqual([z for _, _, z in seen], list(run["z"])[1:])
        self.assertEqual([n for n, _, _ in seen], list(range(1, len(seen) + 1)))
        self.assertEqual(list(model.run(end=2)["x"]), list(run["x"]))

    def test_an_exception_ends_the_run(self):
        model = stepwise.load("lorenz")

        def fail(step):
            raise ZeroDivisionError(step.number)

        with self.assertRaisesRegex(ZeroDivisionError, "^1$"):
            model.run(end=1e6, on_step=fail)
        self.assertEqual(model.run(end=1).status, "reached_end")

    def test_progress_cancels(self):
        model = stepwise.load("lorenz")
        for compute in (lambda stop: model.run(end=1e9, tape=False, every=1e8, on_progress=stop),
                        lambda stop: model.study("lyapunov", time=1e7, on_progress=stop),
                        lambda stop: model.ensemble(10_000_000, end=100, on_progress=stop)):
            fractions = []
            with self.assertRaises(stepwise.Cancelled):
                compute(lambda fraction: bool(fractions.append(fraction)))
            self.assertTrue(all(0 <= fraction < 1 for fraction in fractions))
        self.assertEqual(model.run(end=1).status, "reached_end")

    def test_an_interrupt_from_the_keyboard_cancels(self):
        script = ("import stepwise\nmodel = stepwise.load('lorenz')\ntry:\n"
                  "    model.run(end=1e9, tape=False, every=1e8, on_progress=lambda fraction: print('runs', flush=True))\n"
                  "except KeyboardInterrupt:\n    print(model.run(end=1).status)\n")
        process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, start_new_session=True)
        self.assertEqual(process.stdout.readline(), "runs\n")
        os.killpg(process.pid, signal.SIGINT)
        self.assertEqual([line for line in process.stdout if line != "runs\n"], ["reached_end\n"])
        self.assertEqual(process.wait(), 0)
        process.stdout.close()

    def test_a_waiting_request_is_cancelled(self):
        messages, status = talk({"id": 1, "call": "load", "model": "lorenz"}, {"cancel": 3}, {"id": 3, "call": "run", "model": 1, "end": 1e9},
                                {"id": 4, "call": "hello"})
        self.assertEqual(status, 0)
        self.assertEqual([m["error"]["kind"] for m in messages if "error" in m], ["cancelled"])
        self.assertEqual(messages[-1]["id"], 4)

    def test_loading_a_large_model_is_cancelled(self):
        text = "format: 1\nname: n\ntime: {end: 1}\nconstants: {N: 1000000}\nstates:\n  x: {size: N, initial: \"sin(i) + i/7\", derivative: \"-x[i]*i\"}\n"
        process = subprocess.Popen([CLI, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        process.stdin.write(json.dumps({"id": 1, "call": "load", "text": text}).encode() + b"\n")
        process.stdin.flush()
        time.sleep(0.5)
        messages, _ = process.communicate(b'{"cancel": 1}\n{"id": 2, "call": "describe", "model": 1}\n{"id": 3, "call": "load", "model": "lorenz"}\n')
        answers = [json.loads(line) for line in messages.split(b"\n")[:3]]
        self.assertEqual([answer.get("error", {}).get("kind") for answer in answers], ["cancelled", "request", None])
        self.assertEqual(answers[2]["result"]["model"], 1)

    def test_the_end_of_the_input_ends_steps(self):
        messages, status = talk({"id": 1, "call": "load", "model": "lorenz"}, {"id": 2, "call": "run", "model": 1, "end": 1e9, "steps": True})
        self.assertEqual(status, 0)
        self.assertEqual(messages[-1]["result"]["statistics"]["status"], "terminated")

    def test_a_script_that_has_ended_ends_the_program(self):
        process = subprocess.Popen([CLI, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        for line in ({"id": 1, "call": "load", "model": "lorenz"}, {"id": 2, "call": "run", "model": 1, "end": 1e9, "tape": False, "every": 1e8}):
            process.stdin.write(json.dumps(line).encode() + b"\n")
        process.stdin.flush()
        process.stdout.close()
        self.assertEqual(process.wait(), 6)
        process.stdin.close()

    def test_several_servers_at_once(self):
        ends = {}

        def work(rho):
            with stepwise.Server() as server:
                ends[rho] = float(server.load("lorenz").run(parameters={"rho": rho}, end=5)["x"][-1])

        threads = [threading.Thread(target=work, args=(rho,)) for rho in (20, 25, 28)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for rho, end in ends.items():
            self.assertEqual(end, stepwise.load("lorenz").run(parameters={"rho": rho}, end=5)["x"][-1])
        self.assertEqual(len(ends), 3)


class WrongRequests(unittest.TestCase):
    """Each wrong request has an answer that says what is wrong, and the next request works."""

    TABLE = [
        ({"call": "run", "model": 1}, None, "request", "id"),
        ({"id": -1, "call": "hello"}, None, "request", "id"),
        ({"id": 5}, 5, "request", "call"),
        ({"id": 5, "call": "runn"}, 5, "request", "did you mean 'run'"),
        ({"id": 5, "call": "run", "modl": 1}, 5, "request", "did you mean 'model'"),
        ({"id": 5, "call": "run"}, 5, "request", "model"),
        ({"id": 5, "call": "run", "model": 77}, 5, "request", "77"),
        ({"id": 5, "call": "run", "model": [1]}, 5, "request", "model"),
        ({"id": 5, "call": "rows", "run": 1}, 5, "request", "run"),
        ({"id": 5, "call": "load"}, 5, "request", "text"),
        ({"id": 5, "call": "load", "model": "lorenz", "text": "a"}, 5, "request", "text"),
        ({"id": 5, "call": "load", "model": "lorentz"}, 5, "model", "lorenz"),
        ({"id": 5, "call": "load", "model": "/nonexistent.yaml"}, 5, "model", "nonexistent"),
        ({"id": 5, "call": "load", "text": "format: 1\nnme: x\n"}, 5, "model", "text:2:1"),
        ({"id": 5, "call": "run", "model": 1, "end": "soon"}, 5, "value", "end"),
        ({"id": 5, "call": "run", "model": 1, "end": float("inf")}, 5, "value", "end"),
        ({"id": 5, "call": "run", "model": 1, "end": -5}, 5, "value", "before"),
        ({"id": 5, "call": "run", "model": 1, "parameters": {"rh": 1}}, 5, "value", "rh"),
        ({"id": 5, "call": "run", "model": 1, "parameters": [1]}, 5, "value", "parameters"),
        ({"id": 5, "call": "run", "model": 1, "initial": {"x": float("nan")}}, 5, "value", "initial.x"),
        ({"id": 5, "call": "run", "model": 1, "settings": {"acuracy": 1}}, 5, "value", "accuracy"),
        ({"id": 5, "call": "run", "model": 1, "settings": {"accuracy": -1}}, 5, "value", "accuracy"),
        ({"id": 5, "call": "run", "model": 1, "settings": {"fixed_step": 0}}, 5, "value", "fixed_step"),
        ({"id": 5, "call": "run", "model": 1, "settings": {"integrator": "rk"}}, 5, "value", "rk"),
        ({"id": 5, "call": "run", "model": 1, "samples": 1}, 5, "value", "samples"),
        ({"id": 5, "call": "run", "model": 1, "samples": 5, "every": 1}, 5, "value", "one of"),
        ({"id": 5, "call": "run", "model": 1, "every": 1e-300}, 5, "value", "every"),
        ({"id": 5, "call": "run", "model": 1, "constants": {"N": 3}}, 5, "value", "N"),
        ({"id": 5, "call": "study", "model": 1, "study": "lyapunoff"}, 5, "value", "lyapunov"),
        ({"id": 5, "call": "study", "model": 1, "study": "lyapunov", "options": {"tim": 3}}, 5, "value", "tim"),
        ({"id": 5, "call": "study", "model": 1, "study": "lyapunov", "options": {"time": -3}}, 5, "value", "time"),
        ({"id": 5, "call": "study", "model": 1, "study": "ensemble"}, 5, "value", "own call"),
        ({"id": 5, "call": "ensemble", "model": 1, "members": 0}, 5, "value", "members"),
        ({"id": 5, "call": "ensemble", "model": 1, "vary": {"rho": "nrmal(1, 2)"}}, 5, "value", "vary.rho"),
        ({"id": 5, "call": "ensemble", "model": 1, "record": {"a": "x"}}, 5, "value", "record.a"),
        ({"id": 5, "call": "ensemble", "model": 1, "fan": {"x": 1}}, 5, "value", "fan.x"),
        ({"id": 5, "call": "sweep", "model": 1}, 5, "value", "axes"),
        ({"id": 5, "call": "list", "what": "all"}, 5, "value", "models"),
        ({"id": 5, "call": "rhs", "model": 1, "t": [0], "x": [1]}, 5, "value", "3"),
        (b"nonsense\n", None, "request", "JSON"),
        (b"[1, 2]\n", None, "request", "JSON"),
        (b"{\"id\": 1, \"call\": \"hello\"\n", None, "request", "JSON"),
        (b"\xff\xfe{}\n", None, "request", "JSON"),
        (b"{\"id\": 1,\0 \"call\": \"hello\"}\n", None, "request", "JSON"),
        (b"{\"a\":" * 2000 + b"\n", None, "request", "JSON"),
        (b"x" * 3_000_000 + b"\n", None, "request", "JSON"),
        (b"{\"id\": 99999999999999999999, \"call\": \"hello\"}\n", None, "request", "id"),
    ]

    def test_table(self):
        lines = [{"id": 0, "call": "load", "model": "lorenz"}]
        for line, *_ in self.TABLE:
            lines += [line, {"id": 6, "call": "hello"}]
        messages, status = talk(*lines)
        self.assertEqual(status, 0)
        self.assertEqual(len(messages), len(lines))
        for (line, number, kind, word), answer, following in zip(self.TABLE, messages[1::2], messages[2::2]):
            with self.subTest(line=str(line)[:100]):
                self.assertEqual(answer.get("id"), number)
                self.assertEqual(answer.get("error", {}).get("kind"), kind)
                self.assertIn(word, answer["error"]["message"])
                self.assertEqual(following["result"]["protocol"], 1)

    def test_objects_that_are_dropped(self):
        messages, status = talk({"id": 1, "call": "load", "model": "lorenz"}, {"id": 2, "call": "run", "model": 1, "end": 1},
                                {"id": 3, "call": "drop", "objects": [1, 44]}, {"id": 4, "call": "run", "model": 1}, {"id": 5, "call": "rows", "run": 2})
        self.assertEqual(status, 0)
        self.assertEqual(messages[2]["result"]["dropped"], 1)
        self.assertEqual(messages[3]["error"]["kind"], "request")
        self.assertGreater(messages[4]["result"]["count"], 10)

    def test_a_missing_program(self):
        with self.assertRaisesRegex(stepwise.ServerError, "cannot be started"):
            stepwise.Server("/nonexistent/stepwise-cli")
        with self.assertRaisesRegex(stepwise.ServerError, "ended with status"):
            stepwise.Server("/bin/true")


class Lists(unittest.TestCase):
    """What the program has."""

    def test_lists(self):
        self.assertIn("lorenz", [model["id"] for model in stepwise.models()])
        self.assertEqual(table(command("list", "integrators", "--format", "csv"))["id"], [method["id"] for method in stepwise.integrators()])
        self.assertIn("accuracy", [setting["id"] for setting in stepwise.settings()])
        self.assertIn("phase", [view["id"] for view in stepwise.views()])
        self.assertIn("time", [option["key"] for study in stepwise.studies() if study["id"] == "lyapunov" for option in study["options"]])

    def test_descriptions(self):
        model = stepwise.load("harmonic-oscillator")
        self.assertEqual(model.states, ["q", "p"])
        self.assertEqual(model.columns, ["q", "p", "energy"])
        self.assertEqual(model.units["q"], "m")
        self.assertTrue(all(math.isfinite(value) for value in model.parameters.values()))
        self.assertEqual(dict(model.initial), {"q": 1, "p": 0.5})


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
