"""Reads the Julia that stepwise-cli export writes, and runs its functions as Python.

Julia is not in Debian, so its programs cannot be run. This module parses them with the precedence of Julia's operators and the meaning of its functions, as its
manual states them, so that their values can be compared with those of the Python programs. What it does not know is an error.
"""
import keyword
import math
import re

TOKEN = re.compile(r"\s*(?:(\d+\.?\d*(?:[eE][-+]?\d+)?)|([A-Za-z_]\w*!?)|(<=|>=|==|!=|&&|\|\||[-+*/^<>!?:()\[\],.]))")
# Binary operators, from the weakest: precedence and Python's operator. `?` is 1, a sign 7.
BINARY = {"||": (2, "or"), "&&": (3, "and"), "<": (4, "<"), "<=": (4, "<="), ">": (4, ">"), ">=": (4, ">="), "==": (4, "=="), "!=": (4, "!="),
          "+": (5, "+"), "-": (5, "-"), "*": (6, "*"), "/": (6, "/")}


class Expression:
    """Translates one expression of Julia to one of Python."""

    def __init__(self, text):
        self.tokens, place = [], 0
        text = text.strip()
        while place < len(text):
            match = TOKEN.match(text, place)
            if not match:
                raise SyntaxError(f"not in the subset of Julia: {text[place:place + 40]}")
            self.tokens.append(match.group(match.lastindex))
            place = match.end()
        self.tokens.append("")
        self.at = 0

    def take(self, *wanted):
        token = self.tokens[self.at]
        if wanted and token not in wanted:
            raise SyntaxError(f"{token!r} in place of {wanted}")
        self.at += 1
        return token

    def read(self):
        text = self.choice()
        self.take("")
        return text

    def choice(self):
        condition = self.binary(2)
        if self.tokens[self.at] != "?":
            return condition
        self.take("?")
        yes = self.choice()
        self.take(":")
        return f"(({yes}) if ({condition}) else ({self.choice()}))"

    def binary(self, least):
        left = self.unary()
        while BINARY.get(self.tokens[self.at], (0,))[0] >= least:
            strength, name = BINARY[self.take()]
            right = self.binary(strength + 1)
            left = f"divided({left}, {right})" if name == "/" else f"({left} {name} {right})"
        return left

    def unary(self):
        if self.tokens[self.at] == "-":
            self.take()
            return f"(-{self.unary()})"
        if self.tokens[self.at] == "!":
            self.take()
            return f"(not {self.unary()})"
        return self.postfix()

    def postfix(self):
        token = self.take()
        if token == "(":
            text = f"({self.choice()})"
            self.take(")")
            return text
        if re.match(r"\d", token):
            return token
        if not re.match(r"[A-Za-z_]", token):
            raise SyntaxError(f"{token!r} is no operand")
        text = {"NaN": "math.nan", "Inf": "math.inf"}.get(token, token + "_" * keyword.iskeyword(token))
        while self.tokens[self.at] in ("(", "[", "."):
            opening = self.take()
            if opening == ".":
                text = f'{text}["{self.take()}"]'
            elif opening == "[":
                text = f"{text}[int({self.choice()}) - 1]"
                self.take("]")
            else:
                arguments = []
                while self.tokens[self.at] != ")":
                    arguments.append(self.choice())
                    if self.tokens[self.at] == ",":
                        self.take()
                self.take(")")
                text = f"functions['{token}']({', '.join(arguments)})"
        return text


def divided(a, b):
    """Divides as IEEE 754 does; Python throws an error."""
    if b != 0:
        return a / b
    return math.nan if a == 0 or a != a else math.copysign(math.inf, a) * math.copysign(1, b)


def defined(function, *arguments):
    try:
        return function(*arguments)
    except ValueError:
        return math.nan


def power(a, b):
    try:
        value = a**b if a != 0 or b >= 0 else math.inf
    except OverflowError:
        return math.inf
    return math.nan if isinstance(value, complex) else value


def exponential(a):
    return math.exp(a) if a < 709.7 else math.inf


FUNCTIONS = {
    "sin": math.sin, "cos": math.cos, "tan": math.tan, "atan": lambda a, b=None: math.atan(a) if b is None else math.atan2(a, b), "sinh": math.sinh, "cosh": math.cosh,
    "tanh": math.tanh, "asinh": math.asinh, "exp": exponential, "cbrt": lambda a: math.copysign(abs(a)**(1 / 3), a), "abs": abs,
    "sign": lambda a: math.copysign(1, a) if a != 0 else a, "floor": math.floor, "ceil": math.ceil, "round": lambda a, mode: math.copysign(math.floor(abs(a) + 0.5), a), "float": float,
    "erf": math.erf, "min": min, "max": max, "mod": lambda a, b: a - b * math.floor(a / b), "hypot": math.hypot, "defined": defined, "power": power,
}
NAMES = {"math": math, "functions": FUNCTIONS, "divided": divided, "RoundNearestTiesAway": None, "asin": math.asin, "acos": math.acos, "acosh": math.acosh, "atanh": math.atanh,
         "log": math.log, "log10": math.log10, "log2": math.log2, "sqrt": math.sqrt}


def read(source):
    """Returns the functions of a program that assign and return values, by name: rhs, outputs, when_… and set_…, and the initial states as X0."""
    found, lines = {}, source.splitlines()
    for number, line in enumerate(lines):
        head = re.match(r"function (rhs|outputs|when_\w+|set_\w+)\((.*)\)$", line)
        if line.startswith("const P = "):
            found["P"] = {name: float(value) for name, value in re.findall(r"(\w+) = ([^,()]+)", line[10:])}
        if line.startswith("const X0 = "):
            found["X0"] = [float(value) for value in line[12:-1].split(",") if value.strip()]
        if not head:
            continue
        body = []
        for inner in lines[number + 1:]:
            if inner == "end":
                break
            inner = inner.strip()
            assignment = re.match(r"(\w+(?:\[\d+\])?) = (.*)$", inner)
            if inner in ("p = integrator.p", "x, p, t = copy(integrator.u), integrator.p, integrator.t", "after = integrator.u", "return nothing", "return y"):
                continue
            if re.match(r"y = zeros\(\d+\)$", inner) or inner.startswith("if (") or inner in ("terminate!(integrator)", "end"):
                continue
            if assignment:
                name = assignment.group(1)
                target = name + "_" if keyword.iskeyword(name) else re.sub(r"\[(\d+)\]", lambda match: f"[{int(match.group(1)) - 1}]", name)
                body.append(f"    {target} = {Expression(assignment.group(2)).read()}")
            elif inner.startswith("return "):
                body.append(f"    return {Expression(inner[7:]).read()}")
            else:
                raise SyntaxError(f"not in the subset of Julia: {inner}")
        name = head.group(1)
        arguments = {"rhs": "dx, x, p, t", "outputs": "y, x, p, t"}.get(name, "x, p, t" if name.startswith("when_") else "after, x, p, t")
        scope = dict(NAMES)
        exec("\n".join([f"def {name}({arguments}):", *(body or ["    pass"])]), scope)  # pylint: disable=exec-used
        found[name] = scope[name]
    return found


def compare(source, module):
    """Compares a program with the Python module of the same model at several points. Returns the differences as texts."""
    program, failures = read(source), []
    n = len(program["X0"])
    if [float(v) for v in module.X0] != program["X0"] or [float(v) for v in module.P.values()] != list(program["P"].values()):
        return ["the values differ"]

    def same(what, ours, theirs):
        for k, (a, b) in enumerate(zip(ours, theirs)):
            # Differences of large terms amplify rounding errors.
            if not (abs(a - b) <= 1e-9 * max(1, abs(a), abs(b)) or a == b or (a != a and b != b)):
                failures.append(f"{what}[{k}]: {a}, not {b}")

    for point in range(4):
        t = module.T[0] + point * 0.173 * min(1, module.T[1] - module.T[0])
        x = [v + point * 0.01 * (1 + abs(v)) * math.sin(1 + k) for k, v in enumerate(program["X0"])]
        xs, values = module.np.array(x), [0.0] * n
        program["rhs"](values, x, program["P"], t)
        same("dx", values, module.rhs(t, xs))
        if module.OUTPUTS:
            values = [0.0] * len(module.OUTPUTS)
            program["outputs"](values, x, program["P"], t)
            same("outputs", values, module.outputs(t, xs))
        events = [event for table in (getattr(module, "CROSSINGS", []), getattr(module, "TIMES", [])) for _, event in table]
        # In Julia events at the same crossings or times are one. Only events that are not joined are compared.
        if len(events) != sum(name.startswith("set_") for name in program):
            continue
        whens = [function for name, function in program.items() if name.startswith("when_")]
        if whens:
            same("when", [function(x, program["P"], t) for function in whens], module.crossings(t, xs))
        for holds, set_states, update in events:
            after, values = module.np.array(x), list(x)
            if holds is None or holds(t, xs):
                set_states(t, xs, after)
                if update is not None:
                    update(t, module.np.array(after), after)
            program[set_states.__name__](values, x, program["P"], t)
            same(set_states.__name__, values, after)
    return failures
