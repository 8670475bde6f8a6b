/* Explicit Runge–Kutta methods of orders 1 to 3. */
#include "ode-explicit-unroll.h"

/* Euler; the second stage is the slope at the end, for the estimate against the trapezoid */
const OdeMethod ode_method_explicit_euler = {
  .id = "explicit_euler",
  .label = ODE_N_ ("Euler 1"),
  .aliases = "euler",
  .advice = ODE_N_ ("The simplest method there is: use it to see what a step is, never for accuracy."),
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

/* Hairer, Norsett, Wanner, Solving ODEs I, 2nd ed. 1993, II.1 */
const OdeMethod ode_method_midpoint = {
  .id = "midpoint",
  .label = ODE_N_ ("Explicit midpoint 2"),
  .aliases = "explicit_midpoint",
  .advice = ODE_N_ ("Half a step to look, a whole step to go: a good first improvement on Euler, still only for low "
                    "accuracy."),
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

/* Hairer, Norsett, Wanner, Solving ODEs I, 2nd ed. 1993, II.1 */
const OdeMethod ode_method_runge_kutta2 = {
  .id = "runge_kutta2",
  .label = ODE_N_ ("Heun 2 (explicit trapezoid)"),
  .aliases = "heun2 heun rk2",
  .advice = ODE_N_ ("Averages the slopes at both ends; use it with small fixed steps where two evaluations must do."),
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

/* Ralston, Math. Comp. 16 (1962) 431-437 */
const OdeMethod ode_method_ralston2 = {
  .id = "ralston2",
  .label = ODE_N_ ("Ralston 2"),
  .aliases = "",
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

/* Hairer, Norsett, Wanner, Solving ODEs I, 2nd ed. 1993, II.1 table 1.1 */
const OdeMethod ode_method_heun3 = {
  .id = "heun3",
  .label = ODE_N_ ("Heun 3"),
  .aliases = "",
  .advice = ODE_N_ ("A historical third-order method for fixed steps; prefer Bogacki–Shampine where steps adapt."),
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

/* Hairer, Norsett, Wanner, Solving ODEs I, 2nd ed. 1993, II.1; Drake RungeKutta3Integrator documentation */
const OdeMethod ode_method_runge_kutta3 = {
  .id = "runge_kutta3",
  .label = ODE_N_ ("Kutta 3 (midpoint estimate)"),
  .aliases = "kutta3 rk3",
  .advice = ODE_N_ ("A sturdy third-order method with error control for loose accuracies and events; too many steps "
                    "below about 1e-6."),
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

/* Shu, Osher, J. Comput. Phys. 77 (1988) 439-471 */
const OdeMethod ode_method_ssprk33 = {
  .id = "ssprk33",
  .label = ODE_N_ ("Strong-stability-preserving 3"),
  .aliases = "shu_osher3",
  .advice = ODE_N_ ("Keeps monotone what Euler steps keep monotone: for shocks and limiters, with fixed steps."),
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

/* Bogacki, Shampine, Appl. Math. Lett. 2 (1989) 321-325 */
ODE_EXPLICIT_UNROLL (bogacki_shampine3)
const OdeMethod ode_method_bogacki_shampine3 = {
  .id = "bogacki_shampine3",
  .label = ODE_N_ ("Bogacki–Shampine 3(2)"),
  .aliases = "bs3 bs32",
  .advice = ODE_N_ ("The best choice at loose accuracies, and with many events, because its step ends with the "
                    "slope the next one needs."),
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
