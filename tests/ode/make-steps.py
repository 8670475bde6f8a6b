#!/usr/bin/env python3
"""Computes the rows of test-steps.c: one step of each method, with 50 digits, from the formulas of the literature.

Usage: make-steps.py TABLEAUS.yaml

Nothing here is taken from the program. TABLEAUS.yaml holds the coefficients of Runge-Kutta, Rosenbrock and splitting methods
as they are in the papers that src/ode/methods/*/ cites, checked by their order conditions in exact arithmetic:

  methods:
  - id: rk4
    A: [[...], ...]   b: [...]   c: [...]                       Runge-Kutta
    alpha, Gamma, c, d, b                                       Rosenbrock, k_i = f(...) + h J sum Gamma_ij k_j + h d_i f_t
    pattern: KD or DK, kick: [...], drift: [...]                splitting

All other methods are formulas below. The step is that of the pendulum q' = v, v' = -sin q + cos(2t)/5 from t = 0,
(q, v) = (0.9, -0.4), with h = 1/2. Multistep methods are not here: test-steps.c checks their formulas on the states of a run.
"""
import sys

import yaml
from mpmath import cos, findroot, matrix, mp, mpf, polyroots, sin

mp.dps = 50
H = mpf(1) / 2
X0 = [mpf(9) / 10, mpf(-4) / 10]


def f(t, x):
    return [x[1], -sin(x[0]) + cos(2 * t) / 5]


def jacobian(t, x):
    return [[mpf(0), mpf(1)], [-cos(x[0]), mpf(0)]]


def f_t(t, x):
    return [mpf(0), -2 * sin(2 * t) / 5]


def number(text):
    text = str(text)
    if '/' in text:
        numerator, denominator = text.split('/')
        return mpf(numerator) / mpf(denominator)
    return mpf(text)


def add(x, *terms):
    """x + sum of (factor, vector)."""
    return [x[i] + sum(a * v[i] for a, v in terms) for i in range(len(x))]


def explicit(A, b, c, t=mpf(0), x0=X0, h=H):
    k = []
    for i in range(len(b)):
        k.append(f(t + c[i] * h, add(x0, *[(h * A[i][j], k[j]) for j in range(i)])))
    return add(x0, *[(h * b[i], k[i]) for i in range(len(b))])


def implicit(A, b, c, t=mpf(0), x0=X0, h=H):
    """The stages k_i = f(t + c_i h, x0 + h sum a_ij k_j) by Newton's method on all of them at once."""
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


def rosenbrock(method):
    alpha = [[number(a) for a in row] for row in method['alpha']]
    Gamma = [[number(a) for a in row] for row in method['Gamma']]
    c, d, b = ([number(a) for a in method[key]] for key in ('c', 'd', 'b'))
    J, ft, k = jacobian(0, X0), f_t(0, X0), []
    for i in range(len(b)):
        right = f(c[i] * H, add(X0, *[(H * alpha[i][j], k[j]) for j in range(i)]))
        g = [sum(Gamma[i][j] * k[j][m] for j in range(i)) for m in range(2)]
        right = [right[m] + H * sum(J[m][n] * g[n] for n in range(2)) + H * d[i] * ft[m] for m in range(2)]
        left = matrix([[(1 if m == n else 0) - H * Gamma[i][i] * J[m][n] for n in range(2)] for m in range(2)])
        k.append(list(mp.lu_solve(left, matrix(right))))
    return add(X0, *[(H * b[i], k[i]) for i in range(len(b))])


def splitting(kicks, drifts, drift_first):
    """Time moves with the positions."""
    (q, v), t = X0, mpf(0)
    for kick, drift in zip(kicks, drifts):
        if drift_first:
            q, t = q + H * drift * v, t + H * drift
        v += H * kick * f(t, [q, v])[1]
        if not drift_first:
            q, t = q + H * drift * v, t + H * drift
    return [q, v]


def radau_iia(s):
    """A, b, c of the collocation method on the zeros of d^(s-1)/dx^(s-1) (x^(s-1) (x - 1)^s)."""
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
    """Gragg, Bulirsch and Stoer with 2, 4, 6 ... substeps, no smoothing, Aitken and Neville in h^2."""
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
    """Sommeijer, Shampine and Verwer, J. Comput. Appl. Math. 88 (1997) 315, section 2."""
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


FROM_TABLES = {
    'explicit_euler': 'euler', 'midpoint': 'midpoint', 'runge_kutta2': 'heun2', 'ralston2': 'ralston2', 'heun3': 'heun3',
    'runge_kutta3': 'kutta3', 'ssprk33': 'ssprk33', 'bogacki_shampine3': 'bs3', 'runge_kutta4': 'rk4', 'runge_kutta38': 'rk38',
    'runge_kutta_merson': 'merson', 'fehlberg45': 'fehlberg45', 'cash_karp': 'cash-karp', 'runge_kutta5': 'dp5',
    'tsitouras5': 'tsit5', 'dverk65': 'dverk65', 'verner65': 'verner65', 'verner76': 'verner76', 'verner87': 'verner87',
    'dop853': 'dop853', 'verner98': 'verner98', 'auto': 'dp5', 'munthe_kaas': 'dp5',
    'implicit_midpoint': 'implicit-midpoint', 'trapezoid': 'trapezoid', 'gauss4': 'gauss2', 'gauss6': 'gauss3',
    'lobatto_iiia4': 'lobatto3a3', 'lobatto_iiic2': 'lobatto3c2', 'lobatto_iiic4': 'lobatto3c3', 'sdirk2': 'sdirk2',
    'sdirk3': 'sdirk3', 'sdirk4': 'sdirk4', 'trbdf2': 'trbdf2', 'kvaerno3': 'kvaerno3', 'kvaerno5': 'kvaerno5',
    'kencarp4': 'kencarp4', 'ros2': 'ros2', 'ros3p': 'ros3p', 'rodas3': 'rodas3', 'ode23s': 'ode23s', 'rodas4': 'rodas4',
    'rodas5p': 'rodas5p', 'semi_explicit_euler': 'symplectic-euler', 'stormer_verlet': 'stormer-verlet',
    'adaptive_verlet': 'stormer-verlet', 'position_verlet': 'position-verlet', 'mclachlan_atela2': 'mclachlan-atela2',
    'ruth3': 'ruth3', 'mclachlan_atela3': 'mclachlan-atela3', 'mclachlan_atela4': 'mclachlan-atela4', 'yoshida4': 'yoshida4',
    'suzuki4': 'suzuki4', 'mclachlan4_5': 'mclachlan4-5', 'pefrl4': 'pefrl4', 'blanes_moan4': 'blanes-moan4',
    'yoshida6': 'yoshida6', 'kahan_li6': 'kahan-li6', 'yoshida8': 'yoshida8', 'yoshida8_d': 'yoshida8-d',
    'kahan_li8': 'kahan-li8',
}


def from_table(method):
    if 'kick' in method:
        kicks, drifts = ([number(a) for a in method[key]] for key in ('kick', 'drift'))
        return splitting(kicks, drifts, method['pattern'] == 'DK')
    if 'alpha' in method and 'Gamma' in method:
        return rosenbrock(method)
    A = [[number(a) for a in row] for row in method['A']]
    b, c = ([number(a) for a in method[key]] for key in ('b', 'c'))
    lower = all(A[i][j] == 0 for i in range(len(b)) for j in range(i, len(b)))
    return (explicit if lower else implicit)(A, b, c)


def main():
    tables = {method['id']: method for method in yaml.safe_load(open(sys.argv[1]))['methods']}
    steps = {name: from_table(tables[key]) for name, key in FROM_TABLES.items()}

    fehlberg = tables['fehlberg45']
    steps['runge_kutta_fehlberg'] = explicit([[number(a) for a in row] for row in fehlberg['A']],
                                             [number(a) for a in fehlberg['bhat']], [number(a) for a in fehlberg['c']])
    for name in ('implicit_euler', 'velocity_implicit_euler', 'radau1'):
        steps[name] = implicit([[mpf(1)]], [mpf(1)], [mpf(1)])
    for name, stages in (('radau3', 2), ('radau5', 3), ('radau', 3), ('radau9', 5), ('radau13', 7)):
        steps[name] = implicit(*radau_iia(stages))
    half = semi_explicit(mpf(0), X0, H / 2)
    steps['semi_explicit_euler2'] = semi_explicit(H / 2, half, H / 2)
    steps['verlet'] = velocity_verlet()
    steps['bulirsch_stoer'] = extrapolated_midpoint(4)
    # s = 3: beta(s) = 0.653 (s^2 - 1) >= h rho holds with s = 2 here, and one stage more is a margin of the program.
    steps['rkc2'] = chebyshev(3)

    # The solution itself, by Taylor series: CVODE chooses its own steps inside a fixed one.
    exact = mp.odefun(f, 0, X0)(H)
    steps['cvode_bdf'] = steps['cvode_adams'] = list(exact)
    for name in sorted(steps):
        x = steps[name]
        print('  { "%s", { %s, %s } },' % (name, mp.nstr(x[0], 21), mp.nstr(x[1], 21)))


main()
