/* Explicit Runge–Kutta methods of order 4. ode-explicit-order123.c defines ‖τ‖.
 * HNW stands for Hairer, Nørsett and Wanner, Solving ODEs I, 2nd ed. 1993.
 *
 * Methods with four stages have R(z) = Σ_{k≤4} z^k/k! and are stable on (−2.785, 0) and ±2√2 i. */
#include "ode-explicit-unroll.h"

/* The classical method of Kutta (1901). With four stages there are no weights of order 3
 * other than b, hence no embedded estimate, so that the method needs fixed steps or step
 * doubling.
 *
 * Dense output of order 3 uses the same stages (HNW II.6, (6.1)):
 *   b1 = θ − 3/2 θ² + 2/3 θ³,  b2 = b3 = θ² − 2/3 θ³,  b4 = −1/2 θ² + 2/3 θ³.
 * Its derivative is k1 at θ = 0 but k4 at θ = 1, which is not the slope at x1:
 * the interpolant is continuous with a small kink between steps. ‖τ‖ = 0.0145. */
ODE_EXPLICIT_UNROLL (runge_kutta4)
const OdeMethod ode_method_runge_kutta4 = {
  .id = "runge_kutta4",
  .label = ODE_N_ ("Classical Runge–Kutta 4"),
  .aliases = "rk4",
  .known_as = "Simulink ode4, Julia RK4",
  .advice = ODE_N_ ("The classical method for fixed steps: good for smooth problems with a known time scale; it does not estimate its "
                    "error."),
  .source = "Hairer, Nørsett, Wanner, Solving ODEs I, 2nd ed. 1993, II.1 table 1.2, doi:10.1007/978-3-540-78862-1",
  .family = ODE_FAMILY_EXPLICIT_RK,
  .order = 4, .error_order = 5, .dense_order = 3, .n_stages = 4,
  .accuracy_default = 0.0001, .accuracy_loosest = 0.1, .accuracy_tightest = 1e-10,
  .stepper = &ode_explicit_dense_class,
  .tableau = &(const OdeTableau) {
    .n_stages = 4,
    .A = (const double[]) {
      0, 0, 0, 0,
      1.0 / 2.0, 0, 0, 0,
      0, 1.0 / 2.0, 0, 0,
      0, 0, 1.0, 0,
    },
    .b = (const double[]) { 1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0 },
    .c = (const double[]) { 0, 1.0 / 2.0, 1.0 / 2.0, 1.0 },
    .dense = (const double[]) {
      0, 1.0, -3.0 / 2.0, 2.0 / 3.0,
      0, 0, 1.0, -2.0 / 3.0,
      0, 0, 1.0, -2.0 / 3.0,
      0, 0, -1.0 / 2.0, 2.0 / 3.0,
    },
    .dense_degree = 3,
  },
  .data = &(const OdeExplicitData) { .kernels = runge_kutta4_kernels },
};

/* Kutta's second method of 1901, with the weights of Newton's 3/8 rule. ‖τ‖ =
 * 0.0127. The dense output is the cubic Hermite polynomial. */
const OdeMethod ode_method_runge_kutta38 = {
  .id = "runge_kutta38",
  .label = ODE_N_ ("Kutta's 3/8 rule 4"),
  .aliases = "rk38",
  .advice = ODE_N_ ("A little more accurate than the classical method at the same cost; it does not estimate its error either."),
  .source = "Hairer, Nørsett, Wanner, Solving ODEs I, 2nd ed. 1993, II.1 table 1.2, doi:10.1007/978-3-540-78862-1",
  .family = ODE_FAMILY_EXPLICIT_RK,
  .order = 4, .error_order = 5, .dense_order = 3, .n_stages = 4,
  .accuracy_default = 0.0001, .accuracy_loosest = 0.1, .accuracy_tightest = 1e-10,
  .stepper = &ode_explicit_class,
  .tableau = &(const OdeTableau) {
    .n_stages = 4,
    .A = (const double[]) {
      0, 0, 0, 0,
      1.0 / 3.0, 0, 0, 0,
      -1.0 / 3.0, 1.0, 0, 0,
      1.0, -1.0, 1.0, 0,
    },
    .b = (const double[]) { 1.0 / 8.0, 3.0 / 8.0, 3.0 / 8.0, 1.0 / 8.0 },
    .c = (const double[]) { 0, 1.0 / 3.0, 2.0 / 3.0, 1.0 },
  },
};

/* Merson's method of 1957. b̂ has order 3, and order 5 for linear equations with
 * constant coefficients, where its stability function is Σ_{k≤5} z^k/k!. For these equations b −
 * b̂ estimates the error of order h⁵ correctly; otherwise the estimate is of order h⁴ (HNW
 * II.4). The fifth stage gives x1 the stability function R(z) = Σ_{k≤4} z^k/k!
 * + z⁵/144, so that it is stable on (−3.55, 0) and ±2√3 i. ‖τ‖ = 0.00571. */
const OdeMethod ode_method_runge_kutta_merson = {
  .id = "runge_kutta_merson",
  .label = ODE_N_ ("Merson 4(3)"),
  .aliases = "merson",
  .known_as = "Simbody RungeKuttaMerson",
  .advice = ODE_N_ ("An early method with an error estimate, for comparison with Simbody; newer pairs of order 5 are more efficient."),
  .source = "Hairer, Nørsett, Wanner, Solving ODEs I, 2nd ed. 1993, II.4 table 4.1, doi:10.1007/978-3-540-78862-1",
  .family = ODE_FAMILY_EXPLICIT_RK,
  .traits = ODE_TRAIT_ADAPTIVE,
  .order = 4, .embedded_order = 3, .error_order = 4, .dense_order = 3, .n_stages = 5,
  .accuracy_default = 0.001, .accuracy_loosest = 0.1, .accuracy_tightest = 1e-10,
  .stepper = &ode_explicit_class,
  .tableau = &(const OdeTableau) {
    .n_stages = 5,
    .A = (const double[]) {
      0, 0, 0, 0, 0,
      1.0 / 3.0, 0, 0, 0, 0,
      1.0 / 6.0, 1.0 / 6.0, 0, 0, 0,
      1.0 / 8.0, 0, 3.0 / 8.0, 0, 0,
      1.0 / 2.0, 0, -3.0 / 2.0, 2.0, 0,
    },
    .b = (const double[]) { 1.0 / 6.0, 0, 0, 2.0 / 3.0, 1.0 / 6.0 },
    .b_hat = (const double[]) { 1.0 / 10.0, 0, 3.0 / 10.0, 2.0 / 5.0, 1.0 / 5.0 },
    .c = (const double[]) { 0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 2.0, 1.0 },
  },
};
