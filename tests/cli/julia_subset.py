"""Reads the Julia that stepwise-cli export writes, and runs its functions as Python.

Julia is not in Debian, so its programs cannot be run. This module parses them with the precedence of Julia's operators and the meaning of its functions, as its
manual states them, so that their values can be compared with those of the Python programs, and lets them integrate with a stepper of SciPy in place of
OrdinaryDiffEq's. What it does not know is an error.
"""
import keyword
import math
import re

TOKEN = re.compile(r'\s*(?:(\d+\.?\d*(?:[eE][-+]?\d+)?)|([A-Za-z_]\w*!?)|("[^"]*"|<=|>=|==|!=|&&|\|\||[-+*/^<>!?:()\[\],.=]))')
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
            text = f"({self.fields() if self.tokens[self.at + 1] == '=' else self.choice()})"
            self.take(")")
        elif token == "[":
            text = f"[{self.choice()}]"
            self.take("]")
        elif re.match(r'\d|"', token):
            return token
        elif not re.match(r"[A-Za-z_]", token):
            raise SyntaxError(f"{token!r} is no operand")
        else:
            text = {"NaN": "math.nan", "Inf": "math.inf", "true": "True", "false": "False"}.get(token, f"functions[{token!r}]" if token in FUNCTIONS else identifier(token))
        while self.tokens[self.at] in ("(", "[", "."):
            opening = self.take()
            if opening == ".":
                name = self.take()
                text = f"{text}.{name}" if token == "integrator" else f'{text}["{name}"]'
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
                text = f"{text}({', '.join(arguments)})"
        return text

    def fields(self):
        """Reads the fields of a named tuple."""
        fields = []
        while True:
            name = self.take()
            self.take("=")
            fields.append(f"{name!r}: {self.choice()}")
            if self.tokens[self.at] != ",":
                return "{" + ", ".join(fields) + "}"
            self.take()


def identifier(name):
    return name + "_" * keyword.iskeyword(name)


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


def fail(text):
    raise ArithmeticError(text)


FUNCTIONS = {
    "sin": math.sin, "cos": math.cos, "tan": math.tan, "atan": lambda a, b=None: math.atan(a) if b is None else math.atan2(a, b), "sinh": math.sinh, "cosh": math.cosh,
    "tanh": math.tanh, "asinh": math.asinh, "exp": exponential, "cbrt": lambda a: math.copysign(abs(a)**(1 / 3), a), "abs": abs,
    "sign": lambda a: math.copysign(1, a) if a != 0 else a, "floor": math.floor, "ceil": math.ceil, "round": lambda a, mode: math.copysign(math.floor(abs(a) + 0.5), a), "float": float,
    "erf": math.erf, "min": min, "max": max, "mod": lambda a, b: a - b * math.floor(a / b), "hypot": math.hypot, "defined": defined, "power": power,
    "length": len, "any": any, "copy": lambda a: a.copy(), "push!": lambda a, b: a.append(b), "falses": lambda n: [False] * n, "error": fail, "step!": lambda integrator: integrator.step(),
}
NAMES = {"math": math, "functions": FUNCTIONS, "divided": divided, "RoundNearestTiesAway": None, "asin": math.asin, "acos": math.acos, "acosh": math.acosh, "atanh": math.atanh,
         "log": math.log, "log10": math.log10, "log2": math.log2, "sqrt": math.sqrt, "always": lambda x, p, t: True, "no_update": lambda after, x, p, t: None}

# The one line that makes an integrator of OrdinaryDiffEq.
INTEGRATOR = "integrator = init(ODEProblem(rhs, x, (t, stop), p), method; reltol, abstol, save_everystep = false, options...)"


def statement(line):
    """Translates one line inside a function. Returns the line of Python, and by how much what follows is indented."""
    loop = re.match(r"for (\w+) in (?:1:(.*)|(.*))$", line)
    listed = re.match(r"(\w+) = \[(.*) for k in (.*):floor\((.*)\)\]$", line)
    assignment = re.match(r"([\w\[\], ]+) = (.*)$", line)
    if line == INTEGRATOR:
        return "integrator = init(x, t, stop, p)", 0
    if line.startswith("push!(") or line.startswith("step!(") or line.startswith("error(") or re.match(r"(SETS|UPDATES)\[k\]\(", line) or line.startswith("rhs("):
        return Expression(line).read(), 0
    if line.startswith("return "):
        return "return " + ("None" if line == "return nothing" else ", ".join(Expression(part).read() for part in line[7:].split(", ")) if re.match(r"return \w+, \w+$", line) else Expression(line[7:]).read()), 0
    if loop:
        values = f"range(1, {Expression(loop.group(2)).read()} + 1)" if loop.group(2) else Expression(loop.group(3)).read()
        return f"for {identifier(loop.group(1))} in {values}:", 1
    if line.startswith("if ") or line.startswith("while "):
        word, condition = line.split(" ", 1)
        return f"{word} {Expression(condition).read()}:", 1
    if line == "else":
        return "else:", 1
    if listed:
        name, value, first, last = listed.groups()
        return f"{name} = [{Expression(value).read()} for k in range(int({Expression(first).read()}), math.floor({Expression(last).read()}) + 1)]", 0
    if line == "lists = Vector{Float64}[]":
        return "lists = []", 0
    if assignment:
        targets = ", ".join(Expression(target).read() for target in assignment.group(1).split(", "))
        return f"{targets} = {Expression(assignment.group(2)).read()}", 0
    raise SyntaxError(f"not in the subset of Julia: {line}")


def read(source, zeros, init):
    """Returns the functions of a program that can be run here, by name, and its constants. zeros (n) makes a vector, and init (x, t, stop, p) an integrator."""
    lines = source.splitlines()
    scope = {**NAMES, "init": init}
    FUNCTIONS["zeros"] = zeros
    for number, line in enumerate(lines):
        head = re.match(r"function (\w+)\((.*)\)$", line)
        constant = re.match(r"const (\w+) = (\w*)[\[(](.*)[\])]$", line)
        if constant and constant.group(1) == "P":
            scope["P"] = {name: float(value) for name, value in re.findall(r"(\w+) = ([^,()]+)", line[10:])}
        elif constant and constant.group(2) != "String":
            words = [word.strip() for word in constant.group(3).split(",") if word.strip()]
            scope[constant.group(1)] = [scope[word] for word in words] if constant.group(2) == "Function" else [float(word) if constant.group(2) == "" else int(word) for word in words]
        # Without events a program calls the solver of OrdinaryDiffEq.
        if not head or head.group(1) == "defined" or (head.group(1) == "simulate" and INTEGRATOR not in source):
            continue
        body, depth = [], 1
        for inner in lines[number + 1:]:
            inner = inner.strip()
            if inner == "end":
                depth -= 1
                if depth == 0:
                    break
                continue
            text, deeper = statement(inner)
            body.append("    " * (depth - (inner == "else")) + text)
            depth += deeper - (inner == "else")
        name = head.group(1)
        arguments = head.group(2).split(";")[0]
        exec("\n".join([f"def {name}({arguments.replace('T[2]', 'None')}):", *(body or ["    pass"])]), scope)  # pylint: disable=exec-used
    return scope


class Integrator:
    """A stepper of SciPy with the interface of an integrator of OrdinaryDiffEq."""

    def __init__(self, method, rhs, x, t, stop, tolerance):
        self.solver, self.inside = method(rhs, t, x, stop, rtol=tolerance, atol=tolerance / 1000), None
        self.t, self.u = t, x

    def step(self):
        if self.solver.status == "running":
            self.solver.step()
        if self.solver.status != "failed":
            self.t, self.u, self.inside = self.solver.t, self.solver.y, self.solver.dense_output()

    def __call__(self, t):
        return self.inside(t)


def compare(source, module, end=None):
    """Compares a program with the Python module of the same model at several points, and if it has events, its run to the time `end`. Returns the differences as texts."""
    np, failures = module.np, []
    method = getattr(module, "Radau", None) or getattr(module, "DOP853", None)

    def derivatives(t, x, p):
        dx = np.zeros(len(x))
        program["rhs"](dx, x, p, t)
        return dx

    tolerance = float(re.search(r"reltol = ([^,]+)", source).group(1))
    program = read(source, np.zeros, lambda x, t, stop, p: Integrator(method, lambda t, x: derivatives(t, x, p), x, t, stop, tolerance))
    program["X0"] = np.array(program["X0"])
    if [float(v) for v in module.X0] != list(program["X0"]) or [float(v) for v in module.P.values()] != list(program["P"].values()):
        return ["the values differ"]

    def same(what, ours, theirs, digits=1e-9):
        for k, (a, b) in enumerate(zip(ours, theirs)):
            # Differences of large terms amplify rounding errors.
            if not (abs(a - b) <= digits * max(1, abs(a), abs(b)) or a == b or (a != a and b != b)):
                failures.append(f"{what}[{k}]: {a}, not {b}")

    for point in range(4):
        t = module.T[0] + point * 0.173 * min(1, module.T[1] - module.T[0])
        x = np.array([v + point * 0.01 * (1 + abs(v)) * math.sin(1 + k) for k, v in enumerate(program["X0"])])
        same("dx", derivatives(t, x, program["P"]), module.rhs(t, x))
        if module.OUTPUTS:
            same("outputs", program["outputs"](x, program["P"], t), module.outputs(t, x))
        if "crossings" in program:
            same("crossings", program["crossings"](x, program["P"], t), module.crossings(t, x))
    if end is not None and hasattr(module, "CROSSINGS"):
        times, states = module.solve(end)
        run = program["simulate"](end, program["P"])
        same("simulate", [run["t"][-1], *run["u"][-1]], [times[-1], *states[:, -1]], 1e-6)
    return failures
