/* Explicit Runge–Kutta methods of orders 1 to 3.
 *
 * HNW stands for Hairer, Nørsett and Wanner, Solving ODEs I, 2nd ed. 1993. For
 * each method ‖τ‖ is the 2-norm of the error coefficients of order p + 1, (Σ b
 * Φ − 1/γ)/σ over the trees of p + 1 nodes (HNW II.3), as
 * ode_tableau_error_constant computes it. "Stable on" gives the real and the imaginary
 * stability interval of hλ. For methods with p stages the stability function is R(z) = Σ_{k≤p} z^k/k!; the real interval is then
 * (−2, 0) for p = 1 and 2 and by (−2.51, 0) for p = 3, and the imaginary
 * interval by 0 for p = 1 and 2 and by ±√3 i for p = 3.
 *
 * error_order is the p of the step-size rule h (tolerance/error)^(1/p): the
 * exponent of h in the estimate, or in the error by step doubling for a method
 * without an estimate. Methods that exist in Drake have Drake's accuracy
 * ranges. */
#include "ode-explicit-unroll.h"

/* x1 = x0 + h k1. The second stage is the slope at the end, with which the next
 * step starts. The estimate is the difference to the trapezoidal rule, which has order 2: e
 * = h (k1 − k2)/2 = −h²x″/2 + O(h³), the local error of the Euler step. Both slopes are needed
 * anyway, so the estimate costs no evaluation. */
const OdeMethod ode_method_explicit_euler = {
  .id = "explicit_euler",
  .label = ODE_N_ ("Euler 1"),
  .aliases = "euler",
  .known_as = "Simulink ode1, Julia Euler, Drake explicit_euler, Simbody ExplicitEuler",
  .advice = ODE_N_ ("The simplest method: it shows how a step is computed, but it is inaccurate."),
  .source = "Hairer, Nørsett, Wanner, Solving ODEs I, 2nd ed. 1993, I.7, doi:10.1007/978-3-540-78862-1",
  .family = ODE_FAMILY_EXPLICIT_RK,
  .traits = ODE_TRAIT_ADAPTIVE | ODE_TRAIT_ESTIMATE_ON_REQUEST | ODE_TRAIT_FSAL,
  .order = 1, .embedded_order = 2, .error_order = 2, .dense_order = 1, .n_stages = 1,
  .accuracy_default = 0.001, .accuracy_loosest = 0.5, .accuracy_tightest = 1e-05,
  .stepper = &ode_explicit_class,
  .tableau = &(const OdeTableau) {
    .n_stages = 2,
    .A = (const double[]) {
      0, 0,
      1.0, 0,
    },
    .b = (const double[]) { 1.0, 0 },
    .b_hat = (const double[]) { 1.0 / 2.0, 1.0 / 2.0 },
    .c = (const double[]) { 0, 1.0 },
    .fsal = true,
  },
};

/* x1 = x0 + h f (t + h/2, x0 + h k1/2), Runge's method of 1895. The condition
 * of order 2, Σ b_i c_i = 1/2, leaves one parameter: b2 = 1/(2 c2); here c2 =
 * 1/2. The estimate e = h (k2 − k1) is the difference to an Euler step, hence the error
 * of the Euler step: it is of order 2 in h and larger than the error of x1. ‖τ‖ = 0.172. */
const OdeMethod ode_method_midpoint = {
  .id = "midpoint",
  .label = ODE_N_ ("Explicit midpoint 2"),
  .aliases = "explicit_midpoint",
  .known_as = "Julia Midpoint",
  .advice = ODE_N_ ("Uses the slope at the midpoint of the step: a first improvement on Euler, only for low accuracy."),
  .source = "Hairer, Nørsett, Wanner, Solving ODEs I, 2nd ed. 1993, II.1 (1.6), doi:10.1007/978-3-540-78862-1",
  .family = ODE_FAMILY_EXPLICIT_RK,
  .traits = ODE_TRAIT_ADAPTIVE,
  .order = 2, .embedded_order = 1, .error_order = 2, .dense_order = 2, .n_stages = 2,
  .accuracy_default = 0.001, .accuracy_loosest = 0.1, .accuracy_tightest = 1e-06,
  .stepper = &ode_explicit_class,
  .tableau = &(const OdeTableau) {
    .n_stages = 2,
    .A = (const double[]) {
      0, 0,
      1.0 / 2.0, 0,
    },
    .b = (const double[]) { 0, 1.0 },
    .b_hat = (const double[]) { 1.0, 0 },
    .c = (const double[]) { 0, 1.0 / 2.0 },
  },
};

/* With c2 = 1 this is the trapezoidal rule in which the second slope is taken after an Euler
 * step. The estimate e = h (k1 − k2)/2 is the leading error term of the Euler
 * step. ‖τ‖ = 0.186. */
const OdeMethod ode_method_runge_kutta2 = {
  .id = "runge_kutta2",
  .label = ODE_N_ ("Heun 2 (explicit trapezoid)"),
  .aliases = "heun2 heun rk2",
  .known_as = "Simulink ode2, Julia Heun, Drake runge_kutta2, Simbody RungeKutta2",
  .advice = ODE_N_ ("Averages the slopes at both ends; for small fixed steps with only two evaluations per step."),
  .source = "Hairer, Nørsett, Wanner, Solving ODEs I, 2nd ed. 1993, II.1 (1.6), doi:10.1007/978-3-540-78862-1",
  .family = ODE_FAMILY_EXPLICIT_RK,
  .traits = ODE_TRAIT_ADAPTIVE | ODE_TRAIT_ESTIMATE_ON_REQUEST,
  .order = 2, .embedded_order = 1, .error_order = 2, .dense_order = 2, .n_stages = 2,
  .accuracy_default = 0.001, .accuracy_loosest = 0.1, .accuracy_tightest = 1e-06,
  .stepper = &ode_explicit_class,
  .tableau = &(const OdeTableau) {
    .n_stages = 2,
    .A = (const double[]) {
      0, 0,
      1.0, 0,
    },
    .b = (const double[]) { 1.0 / 2.0, 1.0 / 2.0 },
    .b_hat = (const double[]) { 0, 1.0 },
    .c = (const double[]) { 0, 1.0 },
  },
};

/* c2 = 2/3 also satisfies Σ b_i c_i² = 1/3, one of the two conditions of order
 * 3, so that only the tree [[τ]] contributes to the error: ‖τ‖ = 1/6, the
 * smallest of all methods with two stages. */
const OdeMethod ode_method_ralston2 = {
  .id = "ralston2",
  .label = ODE_N_ ("Ralston 2"),
  .aliases = "",
  .known_as = "Julia Ralston",
  .advice = ODE_N_ ("The two-stage method with the smallest error bound; like Heun's, for low accuracy."),
  .source = "Ralston, Math. Comp. 16 (1962) 431-437, doi:10.1090/S0025-5718-1962-0150954-0",
  .family = ODE_FAMILY_EXPLICIT_RK,
  .traits = ODE_TRAIT_ADAPTIVE,
  .order = 2, .embedded_order = 1, .error_order = 2, .dense_order = 2, .n_stages = 2,
  .accuracy_default = 0.001, .accuracy_loosest = 0.1, .accuracy_tightest = 1e-06,
  .stepper = &ode_explicit_class,
  .tableau = &(const OdeTableau) {
    .n_stages = 2,
    .A = (const double[]) {
      0, 0,
      2.0 / 3.0, 0,
    },
    .b = (const double[]) { 1.0 / 4.0, 3.0 / 4.0 },
    .b_hat = (const double[]) { 1.0, 0 },
    .c = (const double[]) { 0, 2.0 / 3.0 },
  },
};

/* The weights (1/4, 0, 3/4) at c = 0, 1/3, 2/3 are those of Radau's quadrature of
 * order 3 with the left end as a node. The method has no estimate. ‖τ‖ = 0.0463. */
const OdeMethod ode_method_heun3 = {
  .id = "heun3",
  .label = ODE_N_ ("Heun 3"),
  .aliases = "",
  .advice = ODE_N_ ("A classical third-order method for fixed steps; Bogacki–Shampine is better for adaptive steps."),
  .source = "Hairer, Nørsett, Wanner, Solving ODEs I, 2nd ed. 1993, II.1 table 1.1, doi:10.1007/978-3-540-78862-1",
  .family = ODE_FAMILY_EXPLICIT_RK,
  .order = 3, .error_order = 4, .dense_order = 3, .n_stages = 3,
  .accuracy_default = 0.001, .accuracy_loosest = 0.1, .accuracy_tightest = 1e-08,
  .stepper = &ode_explicit_class,
  .tableau = &(const OdeTableau) {
    .n_stages = 3,
    .A = (const double[]) {
      0, 0, 0,
      1.0 / 3.0, 0, 0,
      0, 2.0 / 3.0, 0,
    },
    .b = (const double[]) { 1.0 / 4.0, 0, 3.0 / 4.0 },
    .c = (const double[]) { 0, 1.0 / 3.0, 2.0 / 3.0 },
  },
};

/* Kutta's method with Simpson's weights. The midpoint method uses the same
 * first two stages: b̂ = (0, 1, 0) is of order 2 and e = h (k1 − 2 k2 + k3)/6,
 * the second difference of the slopes. Drake's RungeKutta3Integrator has the same
 * estimate. ‖τ‖ = 0.0589. */
const OdeMethod ode_method_runge_kutta3 = {
  .id = "runge_kutta3",
  .label = ODE_N_ ("Kutta 3 (midpoint estimate)"),
  .aliases = "kutta3 rk3",
  .known_as = "Drake runge_kutta3, Simbody RungeKutta3",
  .advice = ODE_N_ ("A robust third-order method with error control for low accuracy and events; needs too many steps below about 1e-6."),
  .source = "Hairer, Nørsett, Wanner, Solving ODEs I, 2nd ed. 1993, II.1; estimate as in Drake's "
            "RungeKutta3Integrator, doi:10.1007/978-3-540-78862-1",
  .family = ODE_FAMILY_EXPLICIT_RK,
  .traits = ODE_TRAIT_ADAPTIVE,
  .order = 3, .embedded_order = 2, .error_order = 3, .dense_order = 3, .n_stages = 3,
  .accuracy_default = 0.001, .accuracy_loosest = 0.1, .accuracy_tightest = 1e-08,
  .stepper = &ode_explicit_class,
  .tableau = &(const OdeTableau) {
    .n_stages = 3,
    .A = (const double[]) {
      0, 0, 0,
      1.0 / 2.0, 0, 0,
      -1.0, 2.0, 0,
    },
    .b = (const double[]) { 1.0 / 6.0, 2.0 / 3.0, 1.0 / 6.0 },
    .b_hat = (const double[]) { 0, 1.0, 0 },
    .c = (const double[]) { 0, 1.0 / 2.0, 1.0 },
  },
};

/* In the form of Shu and Osher
 *
 *   u1 = x0 + h f (x0)
 *   u2 = 3/4 x0 + 1/4 (u1 + h f (u1))
 *   x1 = 1/3 x0 + 2/3 (u2 + h f (u2))
 *
 * every stage is a convex combination of Euler steps of size h. A convex
 * functional, such as a total variation, that an Euler step does not increase
 * for h ≤ h_E is not increased by this method for h ≤ h_E either
 * (strong-stability coefficient 1). Substitution gives the tableau below. ‖τ‖ =
 * 0.0722. */
const OdeMethod ode_method_ssprk33 = {
  .id = "ssprk33",
  .label = ODE_N_ ("Strong-stability-preserving 3"),
  .aliases = "shu_osher3",
  .known_as = "Julia SSPRK33",
  .advice = ODE_N_ ("Preserves monotonicity wherever Euler steps preserve it: for shocks and limiters, with fixed steps."),
  .source = "Shu, Osher, J. Comput. Phys. 77 (1988) 439-471, doi:10.1016/0021-9991(88)90177-5",
  .family = ODE_FAMILY_EXPLICIT_RK,
  .order = 3, .error_order = 4, .dense_order = 3, .n_stages = 3,
  .accuracy_default = 0.001, .accuracy_loosest = 0.1, .accuracy_tightest = 1e-08,
  .stepper = &ode_explicit_class,
  .tableau = &(const OdeTableau) {
    .n_stages = 3,
    .A = (const double[]) {
      0, 0, 0,
      1.0, 0, 0,
      1.0 / 4.0, 1.0 / 4.0, 0,
    },
    .b = (const double[]) { 1.0 / 6.0, 1.0 / 6.0, 2.0 / 3.0 },
    .c = (const double[]) { 0, 1.0, 1.0 / 2.0 },
  },
};

/* The first three stages are Ralston's method of order 3, which minimizes his
 * bound of the truncation error (‖τ‖ = 0.0418). The fourth stage is the slope at the
 * end, which is k1 of the next step, and only b̂ of order 2 uses it. A step therefore costs three
 * evaluations, and the estimate is e = h (−5/72 k1 + 1/12 k2 + 1/9 k3 − 1/8 k4). The slopes
 * at both ends are known, so the cubic Hermite polynomial gives dense output of order 3 without
 * more evaluations. */
ODE_EXPLICIT_UNROLL (bogacki_shampine3)
const OdeMethod ode_method_bogacki_shampine3 = {
  .id = "bogacki_shampine3",
  .label = ODE_N_ ("Bogacki–Shampine 3(2)"),
  .aliases = "bs3 bs32",
  .known_as = "MATLAB ode23, SciPy RK23, Julia BS3, Drake bogacki_shampine3, Simulink ode3",
  .advice = ODE_N_ ("The best choice at low accuracy and with many events: the last slope of a step is the first slope of the next."),
  .source = "Bogacki, Shampine, Appl. Math. Lett. 2 (1989) 321-325, doi:10.1016/0893-9659(89)90079-7",
  .family = ODE_FAMILY_EXPLICIT_RK,
  .traits = ODE_TRAIT_ADAPTIVE | ODE_TRAIT_FSAL,
  .order = 3, .embedded_order = 2, .error_order = 3, .dense_order = 3, .n_stages = 3,
  .accuracy_default = 0.001, .accuracy_loosest = 0.1, .accuracy_tightest = 1e-08,
  .stepper = &ode_explicit_class,
  .tableau = &(const OdeTableau) {
    .n_stages = 4,
    .A = (const double[]) {
      0, 0, 0, 0,
      1.0 / 2.0, 0, 0, 0,
      0, 3.0 / 4.0, 0, 0,
      2.0 / 9.0, 1.0 / 3.0, 4.0 / 9.0, 0,
    },
    .b = (const double[]) { 2.0 / 9.0, 1.0 / 3.0, 4.0 / 9.0, 0 },
    .b_hat = (const double[]) { 7.0 / 24.0, 1.0 / 4.0, 1.0 / 3.0, 1.0 / 8.0 },
    .c = (const double[]) { 0, 1.0 / 2.0, 3.0 / 4.0, 1.0 },
    .fsal = true,
  },
  .data = &(const OdeExplicitData) { .kernels = bogacki_shampine3_kernels },
};
