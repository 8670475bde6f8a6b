"""Read a model file and expand it to scalar expressions.

This reader shares nothing with the program: it exists so that reference values come from a second,
independent reading of the same file.  It knows the whole expression language and the keys that say
something about the motion; it does not look at plots and scenes.

An expression is a tuple: ('num', text), ('sym', name), ('neg', a), ('not', a), ('bin', op, a, b),
('call', name, [args]) and, before expansion, ('name', name) and ('index', name, [indices]).
"""
import math
import re
import yaml

FUNCTIONS = {
    'sin': 1, 'cos': 1, 'tan': 1, 'asin': 1, 'acos': 1, 'atan': 1, 'atan2': 2, 'sinh': 1, 'cosh': 1,
    'tanh': 1, 'asinh': 1, 'acosh': 1, 'atanh': 1, 'exp': 1, 'log': 1, 'log10': 1, 'log2': 1, 'sqrt': 1,
    'cbrt': 1, 'abs': 1, 'sign': 1, 'floor': 1, 'ceil': 1, 'round': 1, 'min': 2, 'max': 2, 'mod': 2,
    'hypot': 2, 'step': 1, 'erf': 1, 'if': 3, 'sum': 4}
RESERVED = set(FUNCTIONS) | {'t', 'pi', 'and', 'or', 'not'}
TOKEN = re.compile(r'\s*(?:(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|([A-Za-z_][\w.]*)|'
                   r'(<=|>=|==|!=|[-+*/^()\[\],<>]))')


class ModelError(Exception):
    pass


# --- parsing ----------------------------------------------------------------------------------------

class Parser:
    """Precedence climbing after the table in the model format: or, and, not, comparison, sum, product,
    unary minus, power (right-associative)."""

    def __init__(self, text):
        self.text, self.tokens, at = text, [], 0
        text = text.strip()
        while at < len(text):
            m = TOKEN.match(text, at)
            if not m:
                raise ModelError(f'cannot read {text!r} at {text[at:]!r}')
            kind = 'num' if m.group(1) else 'name' if m.group(2) else 'op'
            self.tokens.append((kind, m.group(m.lastindex)))
            at = m.end()
        self.at = 0

    def peek(self):
        return self.tokens[self.at][1] if self.at < len(self.tokens) else None

    def take(self, want=None):
        if self.at >= len(self.tokens) or (want and self.peek() != want):
            raise ModelError(f'expected {want or "an operand"} in {self.text!r}')
        self.at += 1
        return self.tokens[self.at - 1]

    def parse(self):
        tree = self.disjunction()
        if self.at != len(self.tokens):
            raise ModelError(f'left over {self.peek()!r} in {self.text!r}')
        return tree

    def left(self, operators, operand):
        tree = operand()
        while self.peek() in operators:
            op = self.take()[1]
            tree = ('bin', op, tree, operand())
        return tree

    def disjunction(self):
        return self.left(('or',), self.conjunction)

    def conjunction(self):
        return self.left(('and',), self.negation)

    def negation(self):
        if self.peek() == 'not':
            self.take()
            return ('not', self.negation())
        return self.comparison()

    def comparison(self):
        tree = self.addition()
        if self.peek() in ('<', '<=', '>', '>=', '==', '!='):
            op = self.take()[1]
            tree = ('bin', op, tree, self.addition())
            if self.peek() in ('<', '<=', '>', '>=', '==', '!='):
                raise ModelError(f'a chain of comparisons in {self.text!r}')
        return tree

    def addition(self):
        return self.left(('+', '-'), self.product)

    def product(self):
        return self.left(('*', '/'), self.unary)

    def unary(self):
        if self.peek() in ('-', '+'):
            op = self.take()[1]
            inner = self.unary()
            return ('neg', inner) if op == '-' else inner
        return self.power()

    def power(self):
        base = self.atom()
        if self.peek() == '^':
            self.take()
            return ('bin', '^', base, self.unary())
        return base

    def atom(self):
        kind, text = self.take()
        if kind == 'num':
            return ('num', text)
        if text == '(':
            tree = self.disjunction()
            self.take(')')
            return tree
        if kind != 'name':
            raise ModelError(f'unexpected {text!r} in {self.text!r}')
        if self.peek() == '(':
            return ('call', text, self.arguments('(', ')'))
        if self.peek() == '[':
            return ('index', text, self.arguments('[', ']'))
        return ('name', text)

    def arguments(self, begin, end):
        self.take(begin)
        found = [self.disjunction()]
        while self.peek() == ',':
            self.take()
            found.append(self.disjunction())
        self.take(end)
        return found


def parse(text):
    return Parser(str(text)).parse()


# --- expanding --------------------------------------------------------------------------------------

class Expander:
    """Turns a parsed expression into scalars: indices become numbers, sums and functions are written
    out, and an `if` whose condition is known keeps only the branch that is taken."""

    def __init__(self, constants, functions, tables, sizes, dotted=()):
        self.constants, self.functions, self.tables = constants, functions, tables
        self.sizes = sizes          # name of an array -> its dimensions; scalars -> ()

    def value(self, tree, env):
        """The number that an expression of constants and indices has, or None."""
        kind = tree[0]
        if kind == 'num':
            return float(tree[1])
        if kind == 'name':
            if tree[1] in env and isinstance(env[tree[1]], int):
                return float(env[tree[1]])
            return self.constants.get(tree[1], math.pi if tree[1] == 'pi' else None)
        if kind in ('neg', 'not'):
            a = self.value(tree[1], env)
            return None if a is None else -a if kind == 'neg' else float(not a)
        if kind == 'bin':
            a, b = self.value(tree[2], env), self.value(tree[3], env)
            return None if a is None or b is None else binary(tree[1], a, b)
        if kind == 'call' and tree[1] in ('min', 'max', 'mod', 'floor', 'ceil', 'abs'):
            args = [self.value(a, env) for a in tree[2]]
            if None in args:
                return None
            return {'min': min, 'max': max, 'mod': lambda a, b: a - b*math.floor(a/b),
                    'floor': math.floor, 'ceil': math.ceil, 'abs': abs}[tree[1]](*args)
        return None

    def integer(self, tree, env):
        v = self.value(tree, env)
        if v is None or v != int(v):
            raise ModelError(f'not a whole number: {tree}')
        return int(v)

    def expand(self, tree, env=None):
        env = env or {}
        kind = tree[0]
        if kind == 'num':
            return tree
        if kind == 'name':
            return self.expand_name(tree[1], env)
        if kind == 'index':
            name, at = tree[1], [self.integer(a, env) for a in tree[2]]
            size = self.sizes.get(name)
            if not size or len(size) != len(at) or any(not 1 <= k <= n for k, n in zip(at, size)):
                raise ModelError(f'no element {name}{at}')
            return ('sym', element(name, at))
        if kind in ('neg', 'not'):
            return (kind, self.expand(tree[1], env))
        if kind == 'bin':
            return ('bin', tree[1], self.expand(tree[2], env), self.expand(tree[3], env))
        return self.expand_call(tree[1], tree[2], env)

    def expand_name(self, name, env):
        if name in env:
            return ('num', str(env[name])) if isinstance(env[name], int) else env[name]
        if name in ('t', 'pi'):
            return ('sym', name)
        if name in self.constants:
            return ('num', repr(self.constants[name]))
        if self.sizes.get(name) == ():
            return ('sym', name)
        raise ModelError(f'unknown name {name!r}' if name not in self.sizes else f'{name!r} needs an index')

    def expand_call(self, name, args, env):
        if name == 'sum':
            first, last = self.integer(args[1], env), self.integer(args[2], env)
            index = args[0][1]
            if index in self.sizes or index in env or index in self.constants:
                raise ModelError(f'the index {index!r} of a sum is a name already')
            terms = [self.expand(args[3], {**env, index: k}) for k in range(first, last + 1)]
            tree = terms[0] if terms else ('num', '0')
            for term in terms[1:]:
                tree = ('bin', '+', tree, term)
            return tree
        if name == 'if':
            if len(args) != 3:
                raise ModelError('if takes three arguments')
            known = self.value(args[0], env)
            if known is not None:
                return self.expand(args[1] if known else args[2], env)
        if name in self.functions:
            formal, body = self.functions[name]
            if len(formal) != len(args):
                raise ModelError(f'{name} takes {len(formal)} arguments')
            return self.expand(body, {f: self.expand(a, env) for f, a in zip(formal, args)})
        if name not in self.tables and FUNCTIONS.get(name) != len(args):
            raise ModelError(f'{name} with {len(args)} arguments')
        return ('call', name, [self.expand(a, env) for a in args])


def binary(op, a, b):
    return {'+': lambda: a + b, '-': lambda: a - b, '*': lambda: a*b, '/': lambda: a/b, '^': lambda: a**b,
            '<': lambda: float(a < b), '<=': lambda: float(a <= b), '>': lambda: float(a > b),
            '>=': lambda: float(a >= b), '==': lambda: float(a == b), '!=': lambda: float(a != b),
            'and': lambda: float(bool(a and b)), 'or': lambda: float(bool(a or b))}[op]()


def element(name, at):
    return f'{name}[{",".join(map(str, at))}]'


def indices(size):
    """All index tuples of an array, the last index fastest."""
    if not size:
        return [()]
    if len(size) == 1:
        return [(k,) for k in range(1, size[0] + 1)]
    return [(k, m) for k in range(1, size[0] + 1) for m in range(1, size[1] + 1)]


def symbols(tree, found=None):
    found = set() if found is None else found
    if tree[0] == 'sym':
        found.add(tree[1])
    for part in tree[1:]:
        if isinstance(part, tuple):
            symbols(part, found)
        elif isinstance(part, list):
            for a in part:
                symbols(a, found)
    return found


# --- differentiation (constraints need their first and second derivative) -----------------------------

def num(x):
    return ('num', str(x))


def mul(a, b):
    if num(0) in (a, b):
        return num(0)
    return b if a == num(1) else a if b == num(1) else ('bin', '*', a, b)


def add(a, b):
    return b if a == num(0) else a if b == num(0) else ('bin', '+', a, b)


def differentiate(tree, name):
    if name not in symbols(tree):
        return num(0)
    kind = tree[0]
    if kind == 'sym':
        return num(1)
    if kind == 'neg':
        return ('neg', differentiate(tree[1], name))
    if kind == 'bin':
        op, a, b = tree[1:]
        da, db = differentiate(a, name), differentiate(b, name)
        if op == '+':
            return add(da, db)
        if op == '-':
            return add(da, ('neg', db)) if db != num(0) else da
        if op == '*':
            return add(mul(da, b), mul(a, db))
        if op == '/':
            return ('bin', '/', add(mul(da, b), ('neg', mul(a, db))), ('bin', '*', b, b))
        if op == '^' and db == num(0):
            return mul(mul(b, ('bin', '^', a, ('bin', '-', b, num(1)))), da)
    if kind == 'call':
        a = tree[2][0]
        outer = {'sin': ('call', 'cos', [a]), 'cos': ('neg', ('call', 'sin', [a])), 'exp': tree,
                 'log': ('bin', '/', num(1), a),
                 'sqrt': ('bin', '/', num(1), ('bin', '*', num(2), tree))}.get(tree[1])
        if outer:
            return mul(outer, differentiate(a, name))
    raise ModelError(f'no derivative of {tree}')


# --- the model --------------------------------------------------------------------------------------

class Loader(yaml.BaseLoader):
    """All scalars are text; a key given twice is an error."""


def mapping(loader, node):
    found = {}
    for key_node, value_node in node.value:
        key = loader.construct_object(key_node, deep=True)
        if key in found:
            raise ModelError(f'the key {key!r} is given twice, line {key_node.start_mark.line + 1}')
        found[key] = loader.construct_object(value_node, deep=True)
    return found


Loader.add_constructor(yaml.resolver.BaseResolver.DEFAULT_MAPPING_TAG, mapping)


def long_form(entry, key):
    return entry if isinstance(entry, dict) else {key: entry}


class Model:
    """A model of scalars.  `states`, `discrete`, `parameters`, `algebraic` and `noise` are ordered name
    lists; `initial`, `rhs`, `variables` and so on map a scalar name to its expanded expression."""

    def __init__(self, path):
        with open(path) as file:
            self.raw = raw = yaml.load(file, Loader)
        if raw.get('format') != '1' or not raw.get('name'):
            raise ModelError('format: 1 and name are required')
        self.path = path
        self.constants = {}
        plain = Expander(self.constants, {}, {}, {})
        for name, entry in raw.get('constants', {}).items():
            self.constants[name] = plain.value(parse(long_form(entry, 'value')['value']), {})
        functions = {name: (f['arguments'], parse(f['value'])) for name, f in raw.get('functions', {}).items()}
        self.tables = raw.get('tables', {})
        self.sizes = {}
        self.kinds = {}
        self.collect_names(raw, plain)
        self.expander = Expander(self.constants, functions, self.tables, self.sizes)
        self.build(raw)

    def collect_names(self, raw, plain):
        for section in ('parameters', 'variables', 'states', 'algebraic', 'discrete', 'noise', 'outputs'):
            for name, entry in raw.get(section, {}).items():
                if name in RESERVED or name in self.sizes or name in self.constants \
                        or not re.fullmatch(r'[A-Za-z_]\w*', name):
                    raise ModelError(f'{section}: the name {name!r} is taken or not allowed')
                size = entry.get('size', []) if isinstance(entry, dict) else []
                size = size if isinstance(size, list) else [size]
                self.sizes[name] = tuple(plain.integer(parse(s), {}) for s in size)
                self.kinds[name] = section
                if size and ('i' in self.kinds or 'i' in self.constants):
                    raise ModelError('a model with arrays cannot have a name i')
        for name in raw.get('mechanics', {}).get('coordinates', {}):
            self.sizes[name] = self.sizes[name + '.v'] = ()
        for name in raw.get('mechanics', {}).get('constraints', {}):
            self.sizes[name + '.lambda'] = ()
        for name in raw.get('rotations', {}):
            for part in self.rotation_parts(raw['rotations'][name]):
                self.sizes[f'{name}.{part}'] = ()
        if any(self.sizes.values()) and 'i' in self.sizes:
            raise ModelError('a model with arrays cannot have a name i')

    def each(self, section, key, raw=None):
        """(scalar name, expanded expression) of every element of every entry of a section."""
        for name, entry in (raw or self.raw).get(section, {}).items():
            text = long_form(entry, key).get(key)
            if text is None:
                raise ModelError(f'{section}: {name} has no {key}')
            yield from self.elements(name, text)

    def elements(self, name, text):
        size = self.sizes.get(name, ())
        for at in indices(size):
            item = text[at[0] - 1] if isinstance(text, list) else text
            if isinstance(item, list):
                item = item[at[1] - 1]
            env = dict(zip('ij', at))
            yield (element(name, at) if size else name), self.expander.expand(parse(item), env)

    def build(self, raw):
        self.parameters = dict(self.each('parameters', 'value'))
        self.variables = dict(self.each('variables', 'value'))
        self.outputs = dict(self.each('outputs', 'value'))
        self.initial = dict(self.each('states', 'initial'))
        self.rhs = dict(self.each('states', 'derivative'))
        self.algebraic = dict(self.each('algebraic', 'initial'))
        self.residual = dict(self.each('algebraic', 'residual'))
        self.discrete = dict(self.each('discrete', 'initial'))
        self.noise = raw.get('noise', {})
        self.exact = {}
        for name, text in raw.get('exact', {}).items():
            self.exact.update(self.elements(name, text))
        self.multipliers = []
        self.build_mechanics(raw.get('mechanics'))
        self.build_rotations(raw.get('rotations', {}))
        self.states = list(self.initial)
        self.build_mass(raw.get('mass_matrix'))
        self.start, self.end = (self.expander.expand(parse(raw['time'][k])) for k in ('start', 'end'))
        self.events = [self.event(name, e) for name, e in raw.get('events', {}).items()]
        scope = set(self.parameters) | set(self.variables) | set(self.initial) | set(self.discrete) \
            | set(self.algebraic) | set(self.outputs) | set(self.multipliers) | set(self.noise) | {'t', 'pi'}
        trees = [*self.rhs.values(), *self.residual.values(), *self.variables.values(), *self.outputs.values()]
        for tree in trees:
            for name in symbols(tree) - scope:
                raise ModelError(f'unknown name {name!r}')
        self.order_variables()

    def order_variables(self):
        """Variables and outputs in an order in which each only needs earlier ones."""
        both = {**self.variables, **self.outputs}
        self.ordered, state = [], {}

        def visit(name, chain):
            if state.get(name) == 'done':
                return
            if state.get(name) == 'open':
                raise ModelError('a cycle: ' + ' -> '.join(chain + [name]))
            state[name] = 'open'
            for other in sorted(symbols(both[name]) & set(both)):
                visit(other, chain + [name])
            state[name] = 'done'
            self.ordered.append(name)
        for name in both:
            visit(name, [])
        self.intermediate = both

    def needs(self, trees):
        """Names of the variables, in order, that these expressions rest on."""
        wanted = set()
        for tree in trees:
            symbols(tree, wanted)
        for name in reversed(self.ordered):
            if name in wanted:
                symbols(self.intermediate[name], wanted)
        return [n for n in self.ordered if n in wanted]

    def build_mechanics(self, mechanics):
        self.mechanics = None
        if not mechanics:
            return
        coordinates, ex = mechanics['coordinates'], lambda text: self.expander.expand(parse(text))
        for name, c in coordinates.items():
            self.initial[name] = ex(c['initial'])
            self.rhs[name] = ('sym', name + '.v')
        for name, c in coordinates.items():
            self.initial[name + '.v'] = ex(c.get('velocity_initial', '0'))
        names = list(coordinates)
        if 'mass_matrix' in mechanics:
            mass = [[ex(m) for m in row] for row in mechanics['mass_matrix']]
        else:
            mass = [[ex(coordinates[a]['mass']) if a == b else num(0) for b in names] for a in names]
        force = [ex(c['force']) for c in coordinates.values()]
        jacobian, curvature = [], []
        for name, c in mechanics.get('constraints', {}).items():
            tree = ex(c['value'] if isinstance(c, dict) else c)
            row = [differentiate(tree, n) for n in names]
            second = num(0)
            for a, da in zip(names, row):
                for b in names:
                    dd = differentiate(da, b)
                    second = add(second, mul(dd, mul(('sym', a + '.v'), ('sym', b + '.v'))))
            jacobian.append(row)
            curvature.append(second)
            self.multipliers.append(name + '.lambda')
        self.mechanics = {'names': names, 'mass': mass, 'force': force, 'jacobian': jacobian,
                          'curvature': curvature}

    def build_rotations(self, rotations):
        for name, r in rotations.items():
            q = [('sym', f'{name}.{part}') for part in 'wxyz']
            w = [self.expander.expand(parse(text)) for text in r['angular_velocity']]
            initial = r['initial']
            if isinstance(initial, dict):
                axis = [float(a) for a in initial['axis']]
                half, norm = float(initial['angle'])/2, math.sqrt(sum(a*a for a in axis))
                initial = [math.cos(half)] + [math.sin(half)*a/norm for a in axis]
            norm = math.sqrt(sum(float(a)**2 for a in initial))
            for part, a in zip('wxyz', initial):
                self.initial[f'{name}.{part}'] = ('num', repr(float(a)/norm))
            s = 1 if r.get('frame', 'body') == 'body' else -1
            rows = [[(1, -1, 1), (2, -1, 2), (3, -1, 3)], [(0, 1, 1), (3, -s, 2), (2, s, 3)],
                    [(3, s, 1), (0, 1, 2), (1, -s, 3)], [(2, -s, 1), (1, s, 2), (0, 1, 3)]]
            for part, row in zip('wxyz', rows):
                tree = num(0)
                for a, sign, b in row:
                    term = mul(q[a], w[b - 1])
                    tree = add(tree, term if sign > 0 else ('neg', term))
                self.rhs[f'{name}.{part}'] = mul(num('0.5'), tree)
            if 'position' in r:
                self.build_pose(name, r, q)

    @staticmethod
    def rotation_parts(r):
        return ['w', 'x', 'y', 'z'] + (['px', 'py', 'pz'] if 'position' in r else [])

    def build_pose(self, name, r, q):
        """p' = v where v is in the frame of the world, else v turned by q: v + 2 w (n × v) + 2 n × (n × v), q = (w, n)."""
        v = [self.expander.expand(parse(text)) for text in r['velocity']]
        n = q[1:]

        def cross(a, b):
            return [add(mul(a[i - 2], b[i - 1]), ('neg', mul(a[i - 1], b[i - 2]))) for i in range(3)]

        once = cross(n, v)
        twice = cross(n, once)
        for k, part in enumerate(('px', 'py', 'pz')):
            self.initial[f'{name}.{part}'] = num(str(r['position'][k]))
            turned = add(v[k], mul(num('2'), add(mul(q[0], once[k]), twice[k])))
            self.rhs[f'{name}.{part}'] = turned if r.get('frame', 'body') == 'body' else v[k]

    def build_mass(self, matrix):
        self.mass = None
        if not matrix:
            return
        rows = matrix['rows']
        self.mass = {(rows[a], rows[b]): self.expander.expand(parse(v))
                     for a, row in enumerate(matrix['values']) for b, v in enumerate(row)}
        self.mass_rows = rows

    def event(self, name, raw):
        triggers = [k for k in ('crossing', 'every', 'at', 'each_step') if k in raw]
        if len(triggers) != 1:
            raise ModelError(f'event {name}: exactly one trigger')
        known = {'crossing', 'direction', 'every', 'offset', 'at', 'each_step', 'set', 'update', 'publish',
                 'terminate', 'fail', 'while', 'about'}
        if set(raw) - known:
            raise ModelError(f'event {name}: unknown keys {set(raw) - known}')
        ex = lambda text: self.expander.expand(parse(text))
        found = {'name': name, 'trigger': triggers[0], 'direction': raw.get('direction', 'both'),
                 'while': ex(raw['while']) if 'while' in raw else None,
                 'stops': 'terminate' in raw or 'fail' in raw, 'set': []}
        if triggers[0] == 'crossing':
            found['crossing'] = ex(raw['crossing'])
        elif triggers[0] == 'every':
            found['every'], found['offset'] = ex(raw['every']), ex(raw.get('offset', '0'))
        elif triggers[0] == 'at':
            at = raw['at'] if isinstance(raw['at'], list) else [raw['at']]
            found['at'] = [self.start if a == 'start' else ex(a) for a in at]
        for key in ('set', 'update'):
            for target, text in raw.get(key, {}).items():
                found['set'] += self.assignment(name, key, target, text)
        return found

    def assignment(self, event, key, target, text):
        base = target.split('[')[0]
        if base not in self.kinds or self.kinds[base] not in ('states', 'discrete') \
                or (key == 'update' and self.kinds[base] != 'discrete'):
            raise ModelError(f'event {event}: {target} cannot be changed by {key}')
        if '[' in target:
            return [(self.expander.expand(parse(target))[1], self.expander.expand(parse(text)))]
        return list(self.elements(base, text))
