#!/usr/bin/env python3
"""Compute reference values for a shipped model, independently of the program.

    make-reference.py MODEL.yaml [--times 1,5,20] [--max-step H] [--tolerance 1e-25]

The model is read by expand.py, written out as C in 113-bit arithmetic and integrated by extrapolation
(extrapolate.c) three times: with 12 columns, with 15 columns and a smaller tolerance, and from initial
values disturbed by 1e-12.  The first two give the agreement in digits, the third the growth of errors.
What is printed is the reference file; values carry the digits on which both runs agree, at most 20.
Crossings are looked for at step ends only, so --max-step has to be shorter than the time between two of
one event.  Stiff models take as many steps as an explicit method needs, which is too many for most of the
chemistry: their references come from implicit methods and say so.  A time of --times at which an event
acts gives the values before it.

Needs python3-yaml and gcc with libquadmath.
"""
import argparse
from decimal import Decimal, localcontext
from fractions import Fraction
import math
import pathlib
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
import expand                                                               # noqa: E402

HERE = pathlib.Path(__file__).parent
SAME = {'sin', 'cos', 'tan', 'asin', 'acos', 'atan', 'atan2', 'sinh', 'cosh', 'tanh', 'asinh', 'acosh', 'atanh',
        'exp', 'log', 'log10', 'log2', 'sqrt', 'cbrt', 'floor', 'ceil', 'round', 'hypot', 'erf'}
HELPERS = '''
static inline Q f_sign (Q a) { return (a > 0) - (a < 0); }
static inline Q f_step (Q a) { return a >= 0; }
static inline Q f_min (Q a, Q b) { return a < b ? a : b; }
static inline Q f_max (Q a, Q b) { return a > b ? a : b; }
static inline Q f_mod (Q a, Q b) { return a - b * floorq (a / b); }
static inline Q f_power (Q a, int n) { Q r = 1; for (int k = 0; k < n; k++) r *= a; return r; }
'''


class Writer:
    """Writes expressions as C; names become elements of x, d, p, v."""

    def __init__(self, model):
        self.model, self.names = model, {'t': 't', 'pi': 'M_PIq'}
        for letter, group in (('x', model.states), ('d', model.discrete), ('p', model.parameters),
                              ('z', model.algebraic), ('m', model.multipliers)):
            self.names.update({name: f'{letter}[{k}]' for k, name in enumerate(group)})
        self.names.update({name: f'v{k}' for k, name in enumerate(model.ordered)})
        self.names.update(dict.fromkeys(model.noise, '0.0Q'))     # what noise moves has no reference value

    def text(self, tree):
        kind = tree[0]
        if kind == 'num':
            literal = tree[1] if any(c in tree[1] for c in '.eE') else tree[1] + '.0'
            return f'({literal}Q)' if literal.startswith('-') else literal + 'Q'
        if kind == 'sym':
            return self.names[tree[1]]
        if kind == 'neg':
            return f'(-{self.text(tree[1])})'
        if kind == 'not':
            return f'((Q) !{self.text(tree[1])})'
        if kind == 'bin':
            return self.operation(*tree[1:])
        return self.call(tree[1], tree[2])

    def operation(self, op, a, b):
        if op == '^':
            if b[0] == 'num' and float(b[1]) == int(float(b[1])) and 0 <= float(b[1]) <= 64:
                return f'f_power ({self.text(a)}, {int(float(b[1]))})'
            return f'powq ({self.text(a)}, {self.text(b)})'
        c = {'and': '&&', 'or': '||'}.get(op, op)
        body = f'({self.text(a)} {c} {self.text(b)})'
        return body if op in '+-*/' else f'((Q) {body})'

    def call(self, name, args):
        texts = [self.text(a) for a in args]
        if name == 'if':
            return f'({texts[0]} != 0 ? {texts[1]} : {texts[2]})'
        if name in self.model.tables:
            return f'f_table_{name} ({texts[0]})'
        prefix = name + 'q' if name in SAME else 'fabsq' if name == 'abs' else 'f_' + name
        return f'{prefix} ({", ".join(texts)})'

    def block(self, trees):
        """The variables that these expressions need, as C definitions."""
        return ''.join(f'  Q v{self.model.ordered.index(n)} = {self.text(self.model.intermediate[n])};\n'
                       for n in self.model.needs(trees))


def table_function(name, table):
    """Linear interpolation, held outside; other tables are not needed for references."""
    if table.get('interpolation', 'linear') != 'linear' or table.get('outside', 'hold') != 'hold':
        raise expand.ModelError('only linear tables that hold their ends')
    x, y = (', '.join(a + 'Q' if any(c in a for c in '.eE') else a + '.0Q' for a in table[k]) for k in 'xy')
    n = len(table['x'])
    return f'''static Q f_table_{name} (Q a)
{{
  static const Q x[] = {{ {x} }}, y[] = {{ {y} }};
  if (a <= x[0]) return y[0];
  for (int k = 1; k < {n}; k++)
    if (a <= x[k]) return y[k - 1] + (y[k] - y[k - 1]) * (a - x[k - 1]) / (x[k] - x[k - 1]);
  return y[{n - 1}];
}}
'''


SOLVE = '''
static void solve (int n, Q *a, Q *b)           /* Gauss with row exchange, a is n by n, b becomes the answer */
{
  for (int k = 0; k < n; k++)
    {
      int best = k;
      for (int i = k + 1; i < n; i++) if (fabsq (a[i * n + k]) > fabsq (a[best * n + k])) best = i;
      for (int j = 0; j < n; j++) { Q s = a[k * n + j]; a[k * n + j] = a[best * n + j]; a[best * n + j] = s; }
      Q s = b[k]; b[k] = b[best]; b[best] = s;
      for (int i = k + 1; i < n; i++)
        {
          Q f = a[i * n + k] / a[k * n + k];
          for (int j = k; j < n; j++) a[i * n + j] -= f * a[k * n + j];
          b[i] -= f * b[k];
        }
    }
  for (int k = n - 1; k >= 0; k--)
    {
      for (int j = k + 1; j < n; j++) b[k] -= a[k * n + j] * b[j];
      b[k] /= a[k * n + k];
    }
}
'''


def algebraic_function(model, w):
    """Newton's method with a difference Jacobian; it starts from the last solution."""
    n = len(model.algebraic)
    trees = list(model.residual.values())
    lines = ''.join(f'  r[{k}] = {w.text(tree)};\n' for k, tree in enumerate(trees))
    guess = ', '.join(w.text(tree) for tree in model.algebraic.values())
    return SOLVE + f'''
static void residual (Q t, const Q *x, const Q *d, const Q *z, Q *r)
{{
{w.block(trees)}{lines}}}
static void algebraic (Q t, const Q *x, const Q *d, Q *z)
{{
  static Q last[{n}] = {{ {guess} }};
  memcpy (z, last, sizeof last);
  for (int k = 0; k < 50; k++)
    {{
      Q r[{n}], e[{n}], a[{n * n}], size = 0;
      residual (t, x, d, z, r);
      for (int j = 0; j < {n}; j++)
        {{
          Q keep = z[j], s = 1e-17Q * (1 + fabsq (keep));
          z[j] = keep + s;
          residual (t, x, d, z, e);
          z[j] = keep;
          for (int i = 0; i < {n}; i++) a[i * {n} + j] = (e[i] - r[i]) / s;
        }}
      solve ({n}, a, r);
      for (int i = 0; i < {n}; i++) {{ z[i] -= r[i]; size += fabsq (r[i]) / (1 + fabsq (z[i])); }}
      if (size < 1e-32Q) break;
    }}
  memcpy (last, z, sizeof last);
}}
'''


def mechanics_block(model, w):
    """M a = f + G' l, G a = -c with c the part of the second derivative that has no acceleration."""
    m = model.mechanics
    n, k = len(m['names']), len(m['jacobian'])
    size = n + k
    lines = [f'  Q a[{size * size}] = {{ 0 }}, b[{size}];']
    for i in range(n):
        for j in range(n):
            lines.append(f'  a[{i * size + j}] = {w.text(m["mass"][i][j])};')
        for j in range(k):
            g = w.text(m['jacobian'][j][i])
            lines.append(f'  a[{i * size + n + j}] = -({g}); a[{(n + j) * size + i}] = {g};')
        lines.append(f'  b[{i}] = {w.text(m["force"][i])};')
    for j in range(k):
        lines.append(f'  b[{n + j}] = -({w.text(m["curvature"][j])});')
    lines.append(f'  solve ({size}, a, b);')
    for i, name in enumerate(m['names']):
        lines.append(f'  dx[{model.states.index(name + ".v")}] = b[{i}];')
    return '\n'.join(lines) + '\n'


def rhs_function(model, w):
    if model.mass:
        raise expand.ModelError('mass matrices have their references elsewhere')
    trees = list(model.rhs.values())
    body = 'static void rhs (Q t, const Q *x, const Q *d, Q *dx)\n{\n'
    if model.algebraic:
        body += f'  Q z[{len(model.algebraic)}];\n  algebraic (t, x, d, z);\n'
    extra = []
    if model.mechanics:
        m = model.mechanics
        extra = [a for row in m['mass'] + m['jacobian'] for a in row] + m['force'] + m['curvature']
    body += w.block(trees + extra)
    for name, tree in model.rhs.items():
        body += f'  dx[{model.states.index(name)}] = {w.text(tree)};\n'
    return body + (mechanics_block(model, w) if model.mechanics else '') + '}\n'


def event_functions(model, w):
    guards = armed = apply = due = ''
    directions, stops = [], []
    for k, e in enumerate(model.events):
        directions.append('NEVER' if e['trigger'] != 'crossing' else e['direction'].upper())
        stops.append(str(e['stops']).lower())
        if e['trigger'] == 'crossing':
            guards += f'  case {k}: {{\n{w.block([e["crossing"]])}  return {w.text(e["crossing"])}; }}\n'
        if e['while']:
            armed += f'  case {k}: {{\n{w.block([e["while"]])}  return {w.text(e["while"])} != 0; }}\n'
        if e['trigger'] == 'every':
            every, offset = w.text(e['every']), w.text(e['offset'])
            due += f'  case {k}: return fabsq (remainderq (t - {offset}, {every})) < 1e-28Q * (1 + fabsq (t))' \
                   f' && t >= {offset};\n'
        elif e['trigger'] == 'at':
            due += f'  case {k}: return {" || ".join("t == " + w.text(a) for a in e["at"])};\n'
        lines = w.block([tree for _, tree in e['set']])
        for target, tree in e['set']:
            group, letter = (model.states, 'x') if target in model.initial else (list(model.discrete), 'd')
            lines += f'  to_{letter}[{group.index(target)}] = {w.text(tree)};\n'
        apply += f'  case {k}: {{\n{lines}  break; }}\n'
    names = ', '.join(f'"{e["name"]}"' for e in model.events) or '""'
    head = 'Q t, const Q *x, const Q *d'
    return f'''
static const char *event_names[] = {{ {names} }};
static const int directions[] = {{ {", ".join(directions) or 0} }};
static const bool stops[] = {{ {", ".join(stops) or 0} }};
static Q guard (int e, {head}) {{ switch (e) {{
{guards}  default: return 1; }} }}
static bool armed (int e, {head}) {{ switch (e) {{
{armed}  default: return true; }} }}
static bool due (int e, Q t) {{ switch (e) {{
{due}  default: return false; }} }}
static void apply (int e, {head}, Q *to_x, Q *to_d) {{ switch (e) {{
{apply}  default: break; }} }}
'''


def next_time_function(model, w):
    body = 'static Q next_time (Q t)\n{\n  Q next = 1e300Q, s;\n'
    for e in model.events:
        if e['trigger'] == 'at':
            for a in e['at']:
                body += f'  s = {w.text(a)}; if (s > t && s < next) next = s;\n'
        elif e['trigger'] == 'every':
            body += (f'  s = {w.text(e["offset"])} + {w.text(e["every"])} *'
                     f' f_max (0, floorq ((t - {w.text(e["offset"])}) / {w.text(e["every"])} + 1e-25Q) + 1);\n'
                     f'  if (t < {w.text(e["offset"])}) s = {w.text(e["offset"])};\n'
                     '  if (s > t && s < next) next = s;\n')
    for table in model.tables.values():
        for a in table['x']:                # knots end steps, as a table of time asks for
            body += f'  s = {w.text(expand.parse(a))}; if (s > t && s < next) next = s;\n'
    return body + '  return next;\n}\n'


def start_function(model, w):
    """Initial values may rest on other initial values and on variables: they are set in file order,
    twice, which settles any chain of two."""
    values = {**model.initial, **model.discrete}
    lines = ''
    for _ in range(2):
        for name, tree in values.items():
            lines += f'  {{\n{w.block([tree])}  {w.names[name]} = {w.text(tree)}; }}\n'
    return f'''static void start (Q *t_start, Q *x, Q *d)
{{
  Q t = {w.text(model.start)};
  *t_start = t;
{lines}}}
'''


def write_c(model, times, max_step):
    w = Writer(model)
    p = ''.join(f'  p[{k}] = {w.text(tree)};\n' for k, tree in enumerate(model.parameters.values()))
    span = f'({w.text(model.end)} - {w.text(model.start)})'
    parts = [f'#define N_STATES {len(model.states)}', f'#define N_DISCRETE {len(model.discrete)}',
             f'#define N_EVENTS {len(model.events)}', f'#define N_TIMES {len(times)}',
             f'static Q p[{len(model.parameters) + 1}];', HELPERS]
    parts += [table_function(name, table) for name, table in model.tables.items()]
    parts.append(f'__attribute__ ((constructor)) static void set_parameters (void)\n{{\n{p}}}')
    if model.algebraic:
        parts.append(algebraic_function(model, w))
    elif model.mechanics:
        parts.append(SOLVE)
    parts += [rhs_function(model, w), event_functions(model, w), next_time_function(model, w),
              start_function(model, w)]
    parts.append(f'static const Q output_times[] = {{ {", ".join(w.text(expand.parse(a)) for a in times)} }};')
    parts.append(f'static const Q max_step = {max_step or span + " / 50"};')
    return '\n'.join(parts) + '\n'


def run(program, *arguments):
    """Points and events of one run, numbers as text."""
    done = subprocess.run([program, *arguments], capture_output=True, text=True, timeout=300)
    if done.returncode:
        raise SystemExit(done.stderr)
    rows = [line.split() for line in done.stdout.splitlines()]
    return [r[1:] for r in rows if r[0] == 'point'], [r for r in rows if r[0] != 'point']


def digits(a, b):
    """On how many digits two rows agree, relative to each value or, where that is below 1e-6, to 1e-6."""
    worst = 30.0
    for p, q in zip(a, b):
        p, q = Fraction(p), Fraction(q)
        scale = max(abs(p), Fraction(1, 10**6))
        if p != q:
            worst = min(worst, -math.log10(abs(p - q) / scale))
    return worst


def trimmed(text, n):
    with localcontext() as context:
        context.prec = max(1, min(20, int(n)))
        value = +Decimal(text)
        if abs(value) < Decimal('1e-30'):
            return '0'
        plain = f'{value:f}' if Decimal('1e-5') < abs(value) < Decimal('1e17') else f'{value:e}'
        return plain.rstrip('0').rstrip('.') if '.' in plain and 'e' not in plain else plain


def reference(path, times=None, max_step=None, tolerance='1e-25'):
    """The reference as a dict with text values: made, points, events, error_amplification."""
    model = expand.Model(path)
    if not times:
        end = model.raw['time']['end']
        times = [end]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / 'model.inc').write_text(write_c(model, times, max_step and f'{float(max_step)!r}Q'))
        program = folder / 'run'
        subprocess.run(['gcc', '-O2', '-w', '-I', folder, '-o', program, HERE / 'extrapolate.c', '-lquadmath'],
                       check=True)
        points, events = run(program, '12', tolerance)
        finer, finer_events = run(program, '15', str(float(tolerance)/20))
        shifted, _ = run(program, '12', tolerance, '1e-12')
    names = model.states + list(model.discrete)
    if len(events) != len(finer_events) or len(points) != len(finer):
        raise SystemExit(f'{path}: the two runs see different events')
    agree = [digits(a, b) for a, b in zip(points, finer)]
    event_agree = min([digits(a[1:2], b[1:2]) for a, b in zip(events, finer_events)], default=30)
    growth = 0.0
    for a, b in zip(finer, shifted):
        n = 1 + len(model.states)
        size = max([abs(float(v)) for v in a[1:n]] + [1e-300])
        growth = max(growth, max([abs(float(p) - float(q)) for p, q in zip(a[1:n], b[1:n])] + [0])/size/1e-12)
    found = {'agree': agree, 'event_agree': event_agree, 'error_amplification': f'{growth:.1e}', 'points': [],
             'events': [{'name': e[0], 't': trimmed(e[1], event_agree)} for e in finer_events]}
    for t, n, row in zip(times, agree, finer):
        found['points'].append({'t': t, 'values': {k: trimmed(v, n) for k, v in zip(names, row[1:])}})
    return found


def family(model):
    if model.algebraic or model.mechanics or model.mass:
        return 'dae'
    if any(e['set'] or e['stops'] for e in model.events):
        return 'hybrid'
    return 'stiff' if 'stiff' in model.raw.get('tags', []) else 'non-stiff'


def write_yaml(path, found):
    """The reference file, as it stands beside this script."""
    agree = '/'.join(f'{n:.1f}' for n in found['agree'])
    lines = [f'model: {pathlib.Path(path).stem}', f'family: {family(expand.Model(path))}', 'made: >-',
             '  make-reference.py: extrapolation in 113-bit arithmetic with 12 and with 15 columns and different steps;',
             f'  agreement {agree} digits' + (f', event times {found["event_agree"]:.1f} digits.' if found['events'] else '.'),
             f'error_amplification: {found["error_amplification"]}', 'points:']
    for point in found['points']:
        lines += [f'  - t: {point["t"]}', '    values:']
        lines += [f'      {chr(34) + k + chr(34) if "[" in k else k}: {v}' for k, v in point['values'].items()]
    if found['events']:
        lines += ['events:'] + [f'  - {{name: {e["name"]}, t: {e["t"]}}}' for e in found['events']]
    print('\n'.join(lines))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('model')
    parser.add_argument('--times', help='output times, separated by commas; the end of the run where not given')
    parser.add_argument('--max-step', help='a fiftieth of the run where not given')
    parser.add_argument('--tolerance', default='1e-25')
    a = parser.parse_args()
    write_yaml(a.model, reference(a.model, a.times and a.times.split(','), a.max_step, a.tolerance))


if __name__ == '__main__':
    main()
