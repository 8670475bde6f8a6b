"""Loads an FMU of FMI 2.0 or 3.0 and simulates it, with the integrator of the FMU (Co-Simulation) or with an integrator of its own (Model Exchange).

The rules are those of the standard alone: variables and capabilities are those of modelDescription.xml, and functions are called in the order of the state machines.
"""
import ctypes
import pathlib
import tempfile
import xml.etree.ElementTree
import zipfile
from ctypes import POINTER, byref, c_bool, c_char_p, c_double, c_int, c_size_t, c_uint, c_void_p

# Dormand and Prince, order 5(4).
NODES = [0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1, 1]
TABLE = [[], [1 / 5], [3 / 40, 9 / 40], [44 / 45, -56 / 15, 32 / 9], [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729],
         [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656], [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84]]
ERROR = [71 / 57600, 0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40]

OK, DISCARD = 0, 2


class EventInfo2(ctypes.Structure):
    _fields_ = [("again", c_int), ("ends", c_int), ("nominals", c_int), ("states", c_int), ("has_next", c_int), ("next", c_double)]


class Callbacks2(ctypes.Structure):
    _fields_ = [("log", c_void_p), ("allocate", c_void_p), ("free", c_void_p), ("finished", c_void_p), ("environment", c_void_p)]


class TooLong(Exception):
    """The explicit integrator of this file needs too many steps."""


class Fmu:
    def __init__(self, path):
        self.place = tempfile.TemporaryDirectory()
        folder = pathlib.Path(self.place.name)
        with zipfile.ZipFile(path) as archive:
            assert archive.testzip() is None
            assert all(info.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) for info in archive.infolist())
            archive.extractall(folder)
        self.root = xml.etree.ElementTree.parse(folder / "modelDescription.xml").getroot()
        self.version = int(self.root.get("fmiVersion")[0])
        self.token = self.root.get("guid" if self.version == 2 else "instantiationToken")
        identifier = self.root.find("CoSimulation").get("modelIdentifier")
        self.library = ctypes.CDLL(str(folder / "binaries" / ("linux64" if self.version == 2 else "x86_64-linux") / f"{identifier}.so"))
        self.variables = {}
        for element in self.root.find("ModelVariables"):
            inner = element[0] if self.version == 2 else element
            assert element.get("name") not in self.variables
            self.variables[element.get("name")] = {**inner.attrib, **element.attrib}
        by_index = list(self.variables)
        by_reference = {variable["valueReference"]: name for name, variable in self.variables.items()}
        derivatives = [name for name, variable in self.variables.items() if "derivative" in variable]
        # The states in the order of their derivatives in the structure.
        self.states = [by_index[int(self.variables[name]["derivative"]) - 1] if self.version == 2 else by_reference[self.variables[name]["derivative"]] for name in derivatives]
        structure = self.root.find("ModelStructure")
        if self.version == 2:
            assert [by_index[int(unknown.get("index")) - 1] for unknown in structure.find("Derivatives")] == derivatives
            self.n_indicators = int(self.root.get("numberOfEventIndicators"))
        else:
            assert [by_reference[unknown.get("valueReference")] for unknown in structure.findall("ContinuousStateDerivative")] == derivatives
            self.n_indicators = len(structure.findall("EventIndicator"))
        self.instance = None

    def call(self, name, *arguments):
        """Calls a function; returns its status."""
        return getattr(self.library, f"fmi{self.version}{name}")(self.instance, *arguments)

    def check(self, name, *arguments):
        status = self.call(name, *arguments)
        assert status == OK, f"{name}: status {status}"

    def instantiate(self, steps, start, tolerance, values=None, initialized=True):
        """Makes an instance, sets values of parameters and initial values, and initializes it, but for the last call if it is not to be initialized."""
        boolean = c_int if self.version == 2 else c_bool
        self.free()
        if self.version == 2:
            function = self.library.fmi2Instantiate
            function.restype = c_void_p
            self.callbacks = Callbacks2()
            assert function(b"test", c_int(1 if steps else 0), b"wrong", None, byref(self.callbacks), 0, 0) is None
            pointer = function(b"test", c_int(1 if steps else 0), self.token.encode(), None, byref(self.callbacks), 0, 0)
        else:
            function = self.library.fmi3InstantiateCoSimulation if steps else self.library.fmi3InstantiateModelExchange
            function.restype = c_void_p
            rest = (c_bool(False), c_bool(False), None, c_size_t(0), None, None, None) if steps else (None, None)
            assert function(b"test", b"wrong", None, c_bool(False), c_bool(False), *rest) is None
            pointer = function(b"test", self.token.encode(), None, c_bool(False), c_bool(False), *rest)
        assert pointer is not None
        self.instance = c_void_p(pointer)
        experiment = (boolean(True), c_double(tolerance), c_double(start), boolean(False), c_double(0))
        if self.version == 2:
            self.check("SetupExperiment", *experiment)
        for name, value in (values or {}).items():
            self.set(name, value)
        self.check("EnterInitializationMode", *(() if self.version == 2 else experiment))
        if initialized:
            self.check("ExitInitializationMode")

    def free(self):
        if self.instance is not None:
            getattr(self.library, f"fmi{self.version}FreeInstance")(self.instance)
        self.instance = None

    def get(self, names):
        n = len(names)
        references, values = (c_uint * n)(*(int(self.variables[name]["valueReference"]) for name in names)), (c_double * n)()
        self.check("GetReal" if self.version == 2 else "GetFloat64", references, c_size_t(n), values, *(() if self.version == 2 else (c_size_t(n),)))
        return list(values)

    def set(self, name, value):
        references, values = (c_uint * 1)(int(self.variables[name]["valueReference"])), (c_double * 1)(value)
        self.check("SetReal" if self.version == 2 else "SetFloat64", references, c_size_t(1), values, *(() if self.version == 2 else (c_size_t(1),)))

    def outputs(self):
        return [name for name, variable in self.variables.items() if variable["causality"] == "output"]

    # ---- Co-Simulation ----

    def step(self, t, h):
        """Makes a step. Returns whether the run has ended, and its time."""
        if self.version == 2:
            status = self.call("DoStep", c_double(t), c_double(h), c_int(1))
            if status == DISCARD:
                ended, last = c_int(), c_double()
                self.check("GetBooleanStatus", c_int(3), byref(ended))
                self.check("GetRealStatus", c_int(2), byref(last))
                assert ended.value
                return True, last.value
            assert status == OK, f"DoStep: status {status} at {t}"
            return False, t + h
        events, ends, early, last = c_bool(), c_bool(), c_bool(), c_double()
        status = self.call("DoStep", c_double(t), c_double(h), c_bool(True), byref(events), byref(ends), byref(early), byref(last))
        assert status == OK, f"DoStep: status {status} at {t}"
        return ends.value, last.value

    def simulate_steps(self, start, end, n, tolerance, values=None):
        """Returns the time and the outputs after n steps of Co-Simulation, or at the event that ends the run."""
        self.instantiate(True, start, tolerance, values)
        t = start
        for k in range(n):
            ended, last = self.step(t, start + (end - start) * (k + 1) / n - t)
            t = last
            if ended:
                break
        result = self.get(self.outputs())
        self.check("Terminate")
        self.free()
        return t, result

    # ---- Model Exchange ----

    def derivatives(self, t, x):
        n = len(x)
        values = (c_double * n)()
        self.check("SetTime", c_double(t))
        self.check("SetContinuousStates", (c_double * n)(*x), c_size_t(n))
        self.check("GetDerivatives" if self.version == 2 else "GetContinuousStateDerivatives", values, c_size_t(n))
        return list(values)

    def indicators(self, t, x):
        if self.n_indicators == 0:
            return []
        values = (c_double * self.n_indicators)()
        self.check("SetTime", c_double(t))
        self.check("SetContinuousStates", (c_double * len(x))(*x), c_size_t(len(x)))
        self.check("GetEventIndicators", values, c_size_t(self.n_indicators))
        return list(values)

    def events(self):
        """Calls event mode until nothing changes. Returns whether the run ends, and the time of the next event."""
        while True:
            if self.version == 2:
                info = EventInfo2()
                self.check("NewDiscreteStates", byref(info))
                again, ends, has_next, following = info.again, info.ends, info.has_next, info.next
            else:
                flags, time = [c_bool() for _ in range(5)], c_double()
                self.check("UpdateDiscreteStates", *map(byref, flags), byref(time))
                again, ends, has_next, following = flags[0].value, flags[1].value, flags[4].value, time.value
            if ends or not again:
                self.check("EnterContinuousTimeMode")
                return bool(ends), following if has_next else float("inf")

    def continuous_states(self):
        n = len(self.states)
        values = (c_double * n)()
        self.check("GetContinuousStates", values, c_size_t(n))
        return list(values)

    def one_step(self, t, x, h, slope):
        """Returns the states after a step, their slopes and the differences of the embedded methods."""
        slopes = [slope]
        for s in range(1, 7):
            point = [value + h * sum(a * k[i] for a, k in zip(TABLE[s], slopes) if a) for i, value in enumerate(x)]
            slopes.append(self.derivatives(t + NODES[s] * h, point))
        return point, slopes[6], [h * sum(e * k[i] for e, k in zip(ERROR, slopes)) for i in range(len(x))]

    def locate(self, t, x, h, slope, before):
        """Returns the shortest step, but for rounding, after which an indicator has another sign than before."""
        low, high = 0.0, h
        while t + low < t + (low + high) / 2 < t + high:
            middle = (low + high) / 2
            if self.crossed(before, self.indicators(t + middle, self.one_step(t, x, middle, slope)[0])):
                high = middle
            else:
                low = middle
        return high

    @staticmethod
    def crossed(before, after):
        return any((a > 0) != (b > 0) for a, b in zip(before, after))

    def simulate_exchange(self, start, end, tolerance, values=None, most_steps=20000):
        """Returns the time and the outputs at the end of a run of Model Exchange, or at the event that ends it."""
        self.instantiate(False, start, tolerance, values)
        ended, following = self.events()
        t, x = start, self.continuous_states()
        h, largest = (end - start) * 1e-4, [abs(value) for value in x]
        slope, before = self.derivatives(t, x), self.indicators(t, x)
        for _ in range(most_steps):
            if ended or t >= end:
                break
            stop = min(end, following)
            last = t + h >= stop
            length = stop - t if last else h
            point, after_slope, errors = self.one_step(t, x, length, slope)
            whole = max(largest)
            error = max((abs(e) / max(tolerance * max(size, abs(p), 1e-6 * whole), 1e-300) for e, size, p in zip(errors, largest, point)), default=0)
            factor = min(5, max(0.2, 0.9 * error ** -0.2)) if error > 0 else 5 if error == 0 else 0.2
            h = length * factor
            if not error <= 1:
                assert h > 1e-15 * abs(t), f"the step size is too small at {t}"
                continue
            located = self.crossed(before, self.indicators(t + length, point))
            if located:
                short = self.locate(t, x, length, slope, before)
                last, length = last and short == length, short
                point, after_slope, _ = self.one_step(t, x, length, slope)
            t, x, slope = stop if last else t + length, point, after_slope
            before = self.indicators(t, x)
            largest = [max(size, abs(value)) for size, value in zip(largest, x)]
            enter, ends = (c_int(), c_int()) if self.version == 2 else (c_bool(), c_bool())
            self.check("CompletedIntegratorStep", self.flag(True), byref(enter), byref(ends))
            # An event at the end of the run stays pending, as in the program.
            if located or enter.value or (t == following and t < end):
                self.check("EnterEventMode")
                ended, following = self.events()
                x = self.continuous_states()
                largest = [max(size, abs(value)) for size, value in zip(largest, x)]
                slope, before = self.derivatives(t, x), self.indicators(t, x)
                h = min(h, (end - start) * 1e-4)
        else:
            raise TooLong
        result = self.get(self.outputs())
        self.check("Terminate")
        self.free()
        return t, result

    def flag(self, value):
        return c_int(value) if self.version == 2 else c_bool(value)

    def check_state(self, start, end, tolerance):
        """Returns whether a run that is repeated from a stored state of the instance, also through bytes, has the same values."""
        self.instantiate(True, start, tolerance)
        middle = start + 0.4 * (end - start)
        if self.step(start, middle - start)[0]:
            return True
        name = "FMUstate" if self.version == 2 else "FMUState"
        state, copy, size = c_void_p(), c_void_p(), c_size_t()
        self.check(f"Get{name}", byref(state))
        self.check(f"Serialized{name}Size", state, byref(size))
        stored = (ctypes.c_ubyte * size.value)()
        self.check(f"Serialize{name}", state, stored, size)
        self.step(middle, end - middle)
        first = self.get(self.outputs())
        self.check(f"De{'S' if self.version == 2 else 's'}erialize{name}", stored, size, byref(copy))
        self.check(f"Set{name}", copy)
        self.step(middle, end - middle)
        second = self.get(self.outputs())
        self.check(f"Free{name}", byref(state))
        self.check(f"Free{name}", byref(copy))
        self.check("Reset")
        self.free()
        return first == second

    # ---- directional derivatives ----

    def has_directions(self):
        return self.root.find("ModelExchange").get("providesDirectionalDerivative" if self.version == 2 else "providesDirectionalDerivatives") == "true"

    def directional(self, unknowns, knowns, seed):
        """Returns the changes of the unknowns along those of the knowns."""
        n, m = len(unknowns), len(knowns)
        references = [(c_uint * len(names))(*(int(self.variables[name]["valueReference"]) for name in names)) for names in (unknowns, knowns)]
        changes, values = (c_double * m)(*seed), (c_double * n)()
        sizes = ((), ()) if self.version == 2 else ((c_size_t(m),), (c_size_t(n),))
        self.check("GetDirectionalDerivative", references[0], c_size_t(n), references[1], c_size_t(m), changes, *sizes[0], values, *sizes[1])
        return list(values)

    def check_directions(self, start, tolerance):
        """Returns what is wrong with the directional derivatives, beside differences of values: those by the states after the initialization, and those by parameters and initial
        values before."""
        unknowns = [name for name, variable in self.variables.items() if variable["causality"] in ("output", "local")]
        if not self.has_directions():
            return "no directional derivatives" if len(unknowns) < 100 else ""
        wrong = []

        def compare(where, knowns, values_at, point):
            seed = [(1 + abs(value)) * (0.7 - 0.3 * (k % 5)) for k, value in enumerate(point)]
            scale = 1e-6
            middle = values_at(point)
            ahead, behind = ([value for value in values_at([a + sign * scale * b for a, b in zip(point, seed)])] for sign in (1, -1))
            values_at(point)
            for name, ours, a, b, c in zip(unknowns, self.directional(unknowns, knowns, seed), ahead, behind, middle):
                slopes = [(a - b) / 2 / scale, (a - c) / scale, (c - b) / scale]
                size = max(abs(slope) for slope in slopes)
                # At a corner the derivative is that of one side; rounding errors of a value are those of its terms.
                least = max(1e-4, 1e-8 * max(map(abs, (a, b, c))) / scale)
                is_jump = abs(a + b - 2 * c) > 1e-3 * max(1, abs(c))
                if size == size and size < 1e300 and not is_jump and not any(abs(ours - slope) <= 2e-4 * size + least for slope in slopes):
                    wrong.append(f"{where} {name}: {ours}, not {slopes}")

        self.instantiate(False, start, tolerance)
        self.events()
        x = [value + 0.01 * (k + 1) for k, value in enumerate(self.continuous_states())]

        def at_states(point):
            self.derivatives(start, point)
            return self.get(unknowns)

        compare("states", self.states, at_states, x)
        knowns = [name for name, variable in self.variables.items() if variable.get("initial") == "exact"]
        self.free()
        self.instantiate(False, start, tolerance, initialized=False)

        def at_start(point):
            for name, value in zip(knowns, point):
                self.set(name, value)
            return self.get(unknowns)

        compare("start", knowns, at_start, self.get(knowns))
        self.free()
        return "; ".join(wrong[:3])
