/* Explicit Runge–Kutta methods of order 5, and Fehlberg's pair, which can
 * propagate order 4 or 5. ode-explicit-order123.c defines ‖τ‖ and "stable on".
 *
 * Order 5 needs six stages (Butcher's barrier), which allow embedded weights
 * of order 4. The free coefficients are chosen to make the error of the
 * propagated formula small: the formula of order 4 (Fehlberg), or that
 * of order 5 (Dormand and Prince, Tsitouras), which is called local
 * extrapolation. */
#include "ode-explicit-unroll.h"

/* Fehlberg's six stages with the weights of both orders. ‖τ⁽⁵⁾‖ = 0.00184 for order 4, and ‖τ⁽⁶⁾‖
 * = 0.00336 for order 5. The two following methods use this table. */
static const double fehlberg_A[] = {
  0, 0, 0, 0, 0, 0,
  1.0 / 4.0, 0, 0, 0, 0, 0,
  3.0 / 32.0, 9.0 / 32.0, 0, 0, 0, 0,
  1932.0 / 2197.0, -7200.0 / 2197.0, 7296.0 / 2197.0, 0, 0, 0,
  439.0 / 216.0, -8.0, 3680.0 / 513.0, -845.0 / 4104.0, 0, 0,
  -8.0 / 27.0, 2.0, -3544.0 / 2565.0, 1859.0 / 4104.0, -11.0 / 40.0, 0,
};
static const double fehlberg_b5[] = {
  16.0 / 135.0, 0, 6656.0 / 12825.0, 28561.0 / 56430.0, -9.0 / 50.0, 2.0 / 55.0,
};
static const double fehlberg_b4[] = {
  25.0 / 216.0, 0, 1408.0 / 2565.0, 2197.0 / 4104.0, -1.0 / 5.0, 0,
};
static const double fehlberg_c[] = {
  0, 1.0 / 4.0, 3.0 / 8.0, 12.0 / 13.0, 1.0, 1.0 / 2.0,
};

/* Propagates order 4, for which Fehlberg chose the coefficients; the estimate h
 * Σ (b4 − b5) k is the local error to leading order, of order 5 in h. Simbody
 * does the same and uses p = 4 in the step-size rule, and so does this method. */
const OdeMethod ode_method_runge_kutta_fehlberg = {
  .id = "runge_kutta_fehlberg",
  .label = ODE_N_ ("Fehlberg 4(5), continuing with order 4"),
  .aliases = "rkf45",
  .known_as = "Simbody RungeKuttaFeldberg",
  .advice = ODE_N_ ("Fehlberg's original choice, for comparison with Simbody; fehlberg45 reaches one order more with the same stages."),
  .source = "Fehlberg, NASA TR R-315 (1969)",
  .family = ODE_FAMILY_EXPLICIT_RK,
  .traits = ODE_TRAIT_ADAPTIVE,
  .order = 4, .embedded_order = 5, .error_order = 4, .dense_order = 4, .n_stages = 6,
  .accuracy_default = 0.001, .accuracy_loosest = 0.1, .accuracy_tightest = 1e-10,
  .stepper = &ode_explicit_class,
  .tableau = &(const OdeTableau) {
    .n_stages = 6, .A = fehlberg_A, .b = fehlberg_b4, .b_hat = fehlberg_b5, .c = fehlberg_c,
  },
};

/* Propagates order 5. The estimate is that of the previous method: the error of the
 * formula of order 4, which is larger than the error of x1. Dense output is the cubic
 * Hermite polynomial. */
const OdeMethod ode_method_fehlberg45 = {
  .id = "fehlberg45",
  .label = ODE_N_ ("Fehlberg 5(4)"),
  .aliases = "",
  /* The code adds the weights 16/135 … 2/55 of order 5 to the state, as GSL does. */
  .known_as = "GSL rkf45",
  .advice = ODE_N_ ("The first widely used pair of order 5; Dormand–Prince has half its error at the same cost."),
  .source = "Fehlberg, NASA TR R-315 (1969); Hairer, Nørsett, Wanner, Solving ODEs I, 2nd ed. 1993, II.4, "
            "doi:10.1007/978-3-540-78862-1",
  .family = ODE_FAMILY_EXPLICIT_RK,
  .traits = ODE_TRAIT_ADAPTIVE,
  .order = 5, .embedded_order = 4, .error_order = 5, .dense_order = 5, .n_stages = 6,
  .accuracy_default = 1e-05, .accuracy_loosest = 0.01, .accuracy_tightest = 1e-11,
  .stepper = &ode_explicit_class,
  .tableau = &(const OdeTableau) {
    .n_stages = 6, .A = fehlberg_A, .b = fehlberg_b5, .b_hat = fehlberg_b4, .c = fehlberg_c,
  },
};

/* Cash and Karp designed the stages so that weights of all orders 1 to 5 exist. Their code
 * uses these to detect kinks of f and to end a step early; here only the pair 5(4) is used.
 * ‖τ‖ = 9.48·10⁻⁴; stable on (−3.73, 0). */
const OdeMethod ode_method_cash_karp = {
  .id = "cash_karp",
  .label = ODE_N_ ("Cash–Karp 5(4)"),
  .aliases = "rkck",
  .known_as = "GSL rkck, Boost runge_kutta_cash_karp54",
  .advice = ODE_N_ ("For right-hand sides with kinks, which it detects early; otherwise slightly less efficient than Dormand–Prince."),
  .source = "Cash, Karp, ACM TOMS 16 (1990) 201-222, doi:10.1145/79505.79507",
  .family = ODE_FAMILY_EXPLICIT_RK,
  .traits = ODE_TRAIT_ADAPTIVE,
  .order = 5, .embedded_order = 4, .error_order = 5, .dense_order = 5, .n_stages = 6,
  .accuracy_default = 1e-05, .accuracy_loosest = 0.01, .accuracy_tightest = 1e-11,
  .stepper = &ode_explicit_class,
  .tableau = &(const OdeTableau) {
    .n_stages = 6,
    .A = (const double[]) {
      0, 0, 0, 0, 0, 0,
      1.0 / 5.0, 0, 0, 0, 0, 0,
      3.0 / 40.0, 9.0 / 40.0, 0, 0, 0, 0,
      3.0 / 10.0, -9.0 / 10.0, 6.0 / 5.0, 0, 0, 0,
      -11.0 / 54.0, 5.0 / 2.0, -70.0 / 27.0, 35.0 / 27.0, 0, 0,
      1631.0 / 55296.0, 175.0 / 512.0, 575.0 / 13824.0, 44275.0 / 110592.0, 253.0 / 4096.0, 0,
    },
    .b = (const double[]) { 37.0 / 378.0, 0, 250.0 / 621.0, 125.0 / 594.0, 0, 512.0 / 1771.0 },
    .b_hat = (const double[]) { 2825.0 / 27648.0, 0, 18575.0 / 48384.0, 13525.0 / 55296.0, 277.0 / 14336.0, 1.0 / 4.0 },
    .c = (const double[]) { 0, 1.0 / 5.0, 3.0 / 10.0, 3.0 / 5.0, 1.0, 7.0 / 8.0 },
  },
};

/* Dormand and Prince's pair RK5(4)7M: the seventh stage is the slope at the
 * end, a_7i = b_i, so that an accepted step costs six evaluations. ‖τ‖ =
 * 3.99·10⁻⁴.
 *
 *   e = h (71/57600 k1 − 71/16695 k3 + 71/1920 k4 − 17253/339200 k5
 *          + 22/525 k6 − 1/40 k7)
 *
 * R(z) = Σ_{k≤5} z^k/k! + z⁶/600, stable on (−3.31, 0); ode-switching.c tests h
 * ρ against this interval. Stages six and seven are both at t + h; ode-switching.c
 * estimates ρ from them.
 *
 * The dense output of order 4 is Shampine's (HNW II.6): b_i'(0) = δ_i1 and b_i'(1) =
 * δ_i7, so that the interpolant has the slopes f0 and f1 at its ends and is
 * continuously differentiable from step to step. */
ODE_EXPLICIT_UNROLL (runge_kutta5)
const OdeMethod ode_method_runge_kutta5 = {
  .id = "runge_kutta5",
  .label = ODE_N_ ("Dormand–Prince 5(4)"),
  .aliases = "dopri5 dp5 ode45",
  .known_as = "MATLAB ode45, SciPy RK45, Julia DP5, Drake runge_kutta5, Simulink ode5, Boost runge_kutta_dopri5",
  .advice = ODE_N_ ("The standard choice for problems that are not stiff, at accuracies of 1e-3 to 1e-7."),
  .source = "Dormand, Prince, J. Comput. Appl. Math. 6 (1980) 19-26, doi:10.1016/0771-050X(80)90013-3; dense "
            "output Hairer, Nørsett, Wanner, Solving ODEs I, 2nd ed. 1993, II.6, doi:10.1007/978-3-540-78862-1",
  .family = ODE_FAMILY_EXPLICIT_RK,
  .traits = ODE_TRAIT_ADAPTIVE | ODE_TRAIT_FSAL,
  .order = 5, .embedded_order = 4, .error_order = 5, .dense_order = 4, .n_stages = 6,
  .accuracy_default = 1e-05, .accuracy_loosest = 0.001, .accuracy_tightest = 1e-12,
  .stepper = &ode_explicit_dense_class,
  .tableau = &(const OdeTableau) {
    .n_stages = 7,
    .A = (const double[]) {
      0, 0, 0, 0, 0, 0, 0,
      1.0 / 5.0, 0, 0, 0, 0, 0, 0,
      3.0 / 40.0, 9.0 / 40.0, 0, 0, 0, 0, 0,
      44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0, 0, 0, 0, 0,
      19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0, 0, 0, 0,
      9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0, 0, 0,
      35.0 / 384.0, 0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0, 0,
    },
    .b = (const double[]) { 35.0 / 384.0, 0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0, 0 },
    .b_hat = (const double[]) { 5179.0 / 57600.0, 0, 7571.0 / 16695.0, 393.0 / 640.0, -92097.0 / 339200.0, 187.0 / 2100.0, 1.0 / 40.0 },
    .c = (const double[]) { 0, 1.0 / 5.0, 3.0 / 10.0, 4.0 / 5.0, 8.0 / 9.0, 1.0, 1.0 },
    .fsal = true,
    .dense = (const double[]) {
      -12715105075.0 / 11282082432.0, 0, 87487479700.0 / 32700410799.0, -10690763975.0 / 1880347072.0,
        701980252875.0 / 199316789632.0, -1453857185.0 / 822651844.0, 69997945.0 / 29380423.0,
    },
    .dense_degree = 0, .dense_correction = true,
  },
  .data = &(const OdeExplicitData) { .kernels = runge_kutta5_kernels },
};

/* Most pairs of order 5, Dormand and Prince's among them, satisfy Σ_j a_ij c_j
 * = c_i²/2 for i > 2, which merges order conditions. Tsitouras solved the
 * conditions without this assumption and used the freedom for a small error:
 * ‖τ‖ = 1.39·10⁻⁴, a third of Dormand and Prince's. The seventh stage, the cost, and the
 * order and smoothness of the dense output are the same as for Dormand and Prince. Stable on
 * (−3.51, 0). */
ODE_EXPLICIT_UNROLL (tsitouras5)
const OdeMethod ode_method_tsitouras5 = {
  .id = "tsitouras5",
  .label = ODE_N_ ("Tsitouras 5(4)"),
  .aliases = "tsit5",
  .known_as = "Julia Tsit5",
  .advice = ODE_N_ ("An optimized successor of Dormand–Prince: the same cost, somewhat smaller errors on smooth problems."),
  .source = "Tsitouras, Comput. Math. Appl. 62 (2011) 770-775, doi:10.1016/j.camwa.2011.06.002",
  .family = ODE_FAMILY_EXPLICIT_RK,
  .traits = ODE_TRAIT_ADAPTIVE | ODE_TRAIT_FSAL,
  .order = 5, .embedded_order = 4, .error_order = 5, .dense_order = 4, .n_stages = 6,
  .accuracy_default = 1e-05, .accuracy_loosest = 0.01, .accuracy_tightest = 1e-12,
  .stepper = &ode_explicit_dense_class,
  .tableau = &(const OdeTableau) {
    .n_stages = 7,
    .A = (const double[]) {
      0, 0, 0, 0, 0, 0, 0,
      161.0 / 1000.0, 0, 0, 0, 0, 0, 0,
      -0.00848065549235698854442687, 0.335480655492356988544427, 0, 0, 0, 0, 0,
      2.89715305710549343213043, -6.35944848997507484314816, 4.36229543286958141101773, 0, 0, 0, 0,
      5.32586482843925660442888, -11.7488835640628278777472, 7.49553934288983620830460, -0.0924950663617552492565021,
        0, 0, 0,
      5.86145544294642002865925, -12.9209693178471092917061, 8.15936789857615864318040, -0.0715849732814009972245305,
        -0.0282690503940683829090031, 0, 0,
      0.0964607668180652295181673, 1.0 / 100.0, 0.479889650414499574775250, 1.37900857410374189319227,
        -3.29006951543608067990105, 2.32471052409977398241536, 0,
    },
    .b = (const double[]) {
      0.0964607668180652295181673, 1.0 / 100.0, 0.479889650414499574775250, 1.37900857410374189319227,
        -3.29006951543608067990105, 2.32471052409977398241536, 0,
    },
    .b_hat = (const double[]) {
      0.0946807557658394580747888, 0.00918356554034325309677636, 0.487770528424761570785564, 1.23429756693047898565511,
        -2.70771234998352545488111, 1.86662841817058703575372, 1.0 / 66.0,
    },
    .c = (const double[]) { 0, 161.0 / 1000.0, 327.0 / 1000.0, 9.0 / 10.0, 0.980025540904509685729810, 1.0, 1.0 },
    .fsal = true,
    .dense = (const double[]) {
      -1.0530884977290216, 1017.0 / 10000.0, 2.490627285651252793, -16.54810288924490272, 47.37952196281928122,
        -34.87065786149660974, 5.0 / 2.0,
    },
    .dense_degree = 0, .dense_correction = true,
  },
  .data = &(const OdeExplicitData) { .kernels = tsitouras5_kernels },
};
