/* Explicit Runge–Kutta methods of order 4. */
#include "ode-explicit-unroll.h"

/* Hairer, Norsett, Wanner, Solving ODEs I, 2nd ed. 1993, II.1 table 1.2 */
ODE_EXPLICIT_UNROLL (runge_kutta4)
const OdeMethod ode_method_runge_kutta4 = {
  .id = "runge_kutta4",
  .label = ODE_N_ ("Classical Runge–Kutta 4"),
  .aliases = "rk4",
  .advice = ODE_N_ ("The classic with fixed steps: fine for smooth problems whose time scale you know, blind where "
                    "you do not."),
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

/* Hairer, Norsett, Wanner, Solving ODEs I, 2nd ed. 1993, II.1 table 1.2 */
const OdeMethod ode_method_runge_kutta38 = {
  .id = "runge_kutta38",
  .label = ODE_N_ ("Kutta's 3/8 rule 4"),
  .aliases = "rk38",
  .advice = ODE_N_ ("A little more accurate than the classical method at the same cost, and as blind to its own "
                    "error."),
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

/* Hairer, Norsett, Wanner, Solving ODEs I, 2nd ed. 1993, II.4 table 4.1 */
const OdeMethod ode_method_runge_kutta_merson = {
  .id = "runge_kutta_merson",
  .label = ODE_N_ ("Merson 4(3)"),
  .aliases = "merson",
  .advice = ODE_N_ ("An early method with an estimate, kept for comparison with Simbody; newer pairs of order 5 do "
                    "more for less."),
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
