#!/usr/bin/env python3
"""Computes the rows of test-steps.c: one step of each method, with 50 digits, from the formulas of the literature.

Usage: make-steps.py [--check]

Prints the rows; --check compares them with those in test-steps.c. Needs the Python module mpmath (Debian: python3-mpmath).

The formulas below are those of the literature and share nothing with the program. The coefficients of Runge-Kutta, Rosenbrock and
splitting methods are read from the sources in src/ode/methods/, with all their digits. Each of these methods is checked before its step
is printed: the error of a step falls by 2^(p+1), with p the order in its source, when the step is halved, compared with a Taylor series of
the solution. A wrong coefficient violates an order condition, so that the error falls by less.

The step is that of the pendulum q' = v, v' = -sin q + cos(2t)/5 from t = 0, (q, v) = (0.9, -0.4), with h = 1/2. Multistep methods are not
here: test-steps.c checks their formulas on the states of a run.
"""
import glob
import os
import re
import sys

from mpmath import cos, inverse, log, matrix, mp, mpf, polyroots, sin

mp.dps = 50
H = mpf(1) / 2
X0 = [mpf(9) / 10, mpf(-4) / 10]


def f(t, x):
    return [x[1], -sin(x[0]) + cos(2 * t) / 5]


def jacobian(t, x):
    return [[mpf(0), mpf(1)], [-cos(x[0]), mpf(0)]]


def f_t(t, x):
    return [mpf(0), -2 * sin(2 * t) / 5]


def numbers(text):
    """Returns the numbers of an initializer such as "1.0 / 2.0, 0.25"."""
    text = re.sub(r'/\*.*?\*/', '', text, flags=re.S)
    return [eval(re.sub(r'(\d+\.?\d*(?:e[-+]?\d+)?)', r"mpf('\1')", item.strip()), {'mpf': mpf}) for item in text.split(',') if item.strip()]


def read_methods():
    """Returns the arrays of all methods in src/ode/methods: {id: {'order': p, 'A': [...], 'b': [...], ...}}."""
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'src', 'ode', 'methods')
    methods = {}
    for path in sorted(glob.glob(os.path.join(root, '*', '*.c'))):
        with open(path, encoding='utf-8') as file:
            source = file.read()
        shared = dict(re.findall(r'^static const double (\w+)\[\] = \{([^{}]*)\};', source, re.M))
        for name, block in re.findall(r'^const OdeMethod ode_method_(\w+) = \{\n(.*?)^\};', source, re.S | re.M):
            block = block.split('(const OdeIrkSpectrum)')[0]
            arrays = {}
            for key, name_of, text in re.findall(r'\.(A|a|b|c|C|m|kick|drift) = (?:(\w+),|\(const double\[\]\)\s*\{([^{}]*)\})', block):
                arrays[key] = numbers(shared[name_of] if name_of else text)
            arrays['order'] = int(re.search(r'\.order = (\d+)', block).group(1))
            gamma = re.search(r'\.gamma = ([\d.]+)', block)
            arrays['gamma'] = mpf(gamma.group(1)) if gamma else None
            arrays['drift_first'] = '.drift_first = true' in block
            methods[name] = arrays
    return methods


def square(flat, n):
    return [flat[n * i:n * i + n] for i in range(n)]


def add(x, *terms):
    """Returns x + the sum of factor * vector over all terms."""
    return [x[i] + sum(a * v[i] for a, v in terms) for i in range(len(x))]


def explicit(A, b, c, t=mpf(0), x0=X0, h=H):
    k = []
    for i in range(len(b)):
        k.append(f(t + c[i] * h, add(x0, *[(h * A[i][j], k[j]) for j in range(i)])))
    return add(x0, *[(h * b[i], k[i]) for i in range(len(b))])


def implicit(A, b, c, t=mpf(0), x0=X0, h=H):
    """Solves k_i = f(t + c_i h, x0 + h sum a_ij k_j) for all stages k_i together by Newton's method."""
    s = len(b)
    k = [f(t, x0) for _ in range(s)]
    for _ in range(100):
        points = [add(x0, *[(h * A[i][j], k[j]) for j in range(s)]) for i in range(s)]
        residual = [k[i][m] - f(t + c[i] * h, points[i])[m] for i in range(s) for m in range(2)]
        J = matrix(2 * s, 2 * s)
        for i in range(s):
            Ji = jacobian(t + c[i] * h, points[i])
            for j in range(s):
                for m in range(2):
                    for n in range(2):
                        J[2 * i + m, 2 * j + n] = (1 if i == j and m == n else 0) - h * A[i][j] * Ji[m][n]
        update = mp.lu_solve(J, matrix(residual))
        for i in range(s):
            for m in range(2):
                k[i][m] -= update[2 * i + m]
        if max(abs(u) for u in update) < mpf(10) ** -45:
            return add(x0, *[(h * b[i], k[i]) for i in range(s)])
    raise ArithmeticError('no convergence')


def rosenbrock(method, h):
    """Makes a Rosenbrock step, k_i = f(t + c_i h, x + h sum alpha_ij k_j) + h J sum_j Gamma_ij k_j + h d_i f_t.

    The sources contain a = alpha / Gamma, C = 1/gamma - 1/Gamma and m = b / Gamma (Hairer and Wanner II, (7.25))."""
    n = len(method['m'])
    a, C, m = matrix(square(method['a'], n)), matrix(square(method['C'], n)), matrix([method['m']])
    Gamma = inverse(mp.eye(n) / method['gamma'] - C)
    alpha, b = a * Gamma, m * Gamma
    J, ft, k = jacobian(0, X0), f_t(0, X0), []
    for i in range(n):
        c, d = sum(alpha[i, j] for j in range(n)), sum(Gamma[i, j] for j in range(n))
        right = f(c * h, add(X0, *[(h * alpha[i, j], k[j]) for j in range(i)]))
        g = [sum(Gamma[i, j] * k[j][q] for j in range(i)) for q in range(2)]
        right = [right[p] + h * sum(J[p][q] * g[q] for q in range(2)) + h * d * ft[p] for p in range(2)]
        left = matrix([[(1 if p == q else 0) - h * Gamma[i, i] * J[p][q] for q in range(2)] for p in range(2)])
        k.append(list(mp.lu_solve(left, matrix(right))))
    return add(X0, *[(h * b[i], k[i]) for i in range(n)])


def splitting(method, h):
    """Makes a step of a splitting method. Time advances with the positions."""
    (q, v), t = X0, mpf(0)
    for kick, drift in zip(method['kick'], method['drift']):
        if method['drift_first']:
            q, t = q + h * drift * v, t + h * drift
        v += h * kick * f(t, [q, v])[1]
        if not method['drift_first']:
            q, t = q + h * drift * v, t + h * drift
    return [q, v]


def radau_iia(s):
    """Returns A, b, c of the collocation method with the nodes at the zeros of d^(s-1)/dx^(s-1) (x^(s-1) (x - 1)^s)."""
    poly = [mpf(0)] * (2 * s)
    for k in range(s + 1):
        poly[s - 1 + k] = mp.binomial(s, k) * (-1) ** (s - k)
    for _ in range(s - 1):
        poly = [k * poly[k] for k in range(1, len(poly))]
    while poly[-1] == 0:
        poly.pop()
    c = sorted(mp.re(z) for z in polyroots(poly[::-1], maxsteps=500, extraprec=400))
    c[-1] = mpf(1)
    V = matrix([[c[j] ** k for j in range(s)] for k in range(s)])

    def weights(x):
        return list(mp.lu_solve(V, matrix([x ** (k + 1) / (k + 1) for k in range(s)])))

    A = [weights(x) for x in c]
    return A, A[-1], c


def extrapolated_midpoint(rows):
    """Makes an extrapolation step of Gragg, Bulirsch and Stoer: 2, 4, 6 ... substeps, no smoothing, Aitken-Neville scheme in h^2."""
    table = []
    for j in range(1, rows + 1):
        n, h = 2 * j, H / (2 * j)
        previous, y = X0, add(X0, (h, f(0, X0)))
        for m in range(1, n):
            previous, y = y, add(previous, (2 * h, f(m * h, y)))
        row = [y]
        for l in range(1, j):
            factor = (mpf(2 * j) / (2 * (j - l))) ** 2 - 1
            row.append([row[-1][m] + (row[-1][m] - table[-1][l - 1][m]) / factor for m in range(2)])
        table.append(row)
    return table[-1][-1]


def chebyshev(s):
    """Makes a Runge-Kutta-Chebyshev step with s stages (Sommeijer, Shampine and Verwer, J. Comput. Appl. Math. 88 (1997) 315, section 2)."""
    w0 = 1 + mpf(2) / 13 / s ** 2

    def T(j):
        return [mp.diff(lambda x: mp.chebyt(j, x), w0, n) for n in range(3)] if j > 0 else [mpf(1), mpf(0), mpf(0)]

    Ts = [T(j) for j in range(s + 1)]
    w1 = Ts[s][1] / Ts[s][2]
    b = [mpf(0)] * (s + 1)
    for j in range(2, s + 1):
        b[j] = Ts[j][2] / Ts[j][1] ** 2
    b[0] = b[1] = b[2]
    c = [mpf(0)] * (s + 1)
    for j in range(2, s + 1):
        c[j] = w1 * Ts[j][2] / Ts[j][1]
    c[1] = c[2] / Ts[2][1]
    y, f0 = [X0, add(X0, (b[1] * w1 * H, f(0, X0)))], f(0, X0)
    for j in range(2, s + 1):
        mu, nu, mu_t = 2 * b[j] * w0 / b[j - 1], -b[j] / b[j - 2], 2 * b[j] * w1 / b[j - 1]
        gamma_t = -(1 - b[j - 1] * Ts[j - 1][0]) * mu_t
        F = f(c[j - 1] * H, y[-1])
        y.append([(1 - mu - nu) * X0[m] + mu * y[-1][m] + nu * y[-2][m] + mu_t * H * F[m] + gamma_t * H * f0[m] for m in range(2)])
    return y[-1]


def semi_explicit(t, x, h):
    v = x[1] + h * f(t, x)[1]
    return [x[0] + h * v, v]


def velocity_verlet():
    a0 = f(0, X0)[1]
    q = X0[0] + H * X0[1] + H ** 2 / 2 * a0
    return [q, X0[1] + H / 2 * (a0 + f(H, [q, X0[1]])[1])]


def from_source(method, h):
    """Makes one step of a method whose coefficients are in a file of src/ode/methods."""
    if 'kick' in method:
        return splitting(method, h)
    if method['gamma'] is not None and 'm' in method:
        return rosenbrock(method, h)
    n = len(method['b'])
    A = square(method['A'], n)
    lower = all(A[i][j] == 0 for i in range(n) for j in range(i, n))
    return (explicit if lower else implicit)(A, method['b'], method['c'], h=h)


SIZES = [mpf(1) / 16, mpf(1) / 32]


def check_order(name, method, exact):
    """Ends the program unless the errors of steps of two sizes have the ratio that the order of the method implies.

    EXACT: the solution after each step."""
    errors = [max(abs(a - b) for a, b in zip(from_source(method, h), x)) for h, x in zip(SIZES, exact)]
    order = log(errors[0] / errors[1], 2) - 1
    if order < method['order'] - 0.35:
        sys.exit(f"{name}: order {mp.nstr(order, 4)} in place of {method['order']}")


def main():
    methods = read_methods()
    solution = mp.odefun(f, 0, X0)
    exact = [list(solution(h)) for h in SIZES]
    steps = {}
    for name, method in methods.items():
        if 'kick' in method or 'A' in method or (method['gamma'] is not None and 'm' in method):
            check_order(name, method, exact)
            steps[name] = from_source(method, H)
    # These methods use the formulas of another method.
    steps['auto'] = steps['munthe_kaas'] = steps['runge_kutta5']
    steps['adaptive_verlet'] = steps['stormer_verlet']
    for name in ('implicit_euler', 'velocity_implicit_euler', 'radau1'):
        steps[name] = implicit([[mpf(1)]], [mpf(1)], [mpf(1)])
    for name, stages in (('radau3', 2), ('radau5', 3), ('radau', 3), ('radau9', 5), ('radau13', 7)):
        steps[name] = implicit(*radau_iia(stages))
    steps['semi_explicit_euler'] = semi_explicit(mpf(0), X0, H)
    half = semi_explicit(mpf(0), X0, H / 2)
    steps['semi_explicit_euler2'] = semi_explicit(H / 2, half, H / 2)
    steps['verlet'] = velocity_verlet()
    steps['bulirsch_stoer'] = extrapolated_midpoint(4)
    # s = 2 would satisfy beta(s) = 0.653 (s^2 - 1) >= h rho here; the program adds one stage as a margin.
    steps['rkc2'] = chebyshev(3)

    # For CVODE, which makes several internal steps inside a fixed step, the row is the solution itself, computed by Taylor series.
    steps['cvode_bdf'] = steps['cvode_adams'] = list(solution(H))
    rows = {name: (mp.nstr(x[0], 21), mp.nstr(x[1], 21)) for name, x in sorted(steps.items())}
    if '--check' not in sys.argv[1:]:
        for name, x in rows.items():
            print('  { "%s", { %s, %s } },' % (name, *x))
        return
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'test-steps.c'), encoding='utf-8') as file:
        known = {name: x for name, *x in re.findall(r'\{ "(\w+)", \{ (-?[\d.]+), (-?[\d.]+) \} \}', file.read())}
    # If a coefficient has 20 digits, the step has about 19 correct digits.
    different = [name for name in sorted(set(rows) | set(known))
                 if name not in rows or name not in known or max(abs(mpf(a) - mpf(b)) for a, b in zip(rows[name], known[name])) > 1e-18]
    for name in different:
        print(name, rows.get(name), known.get(name))
    print(f'{len(known)} rows, {len(different)} differ')
    sys.exit(bool(different))


main()
