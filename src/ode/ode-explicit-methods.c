/* The explicit Runge–Kutta methods: what the program says of each; the coefficients are in ode-tableaus-*.c. */
#include "ode-explicit.h"
#include "ode-methods.h"
#include "ode-tableaus.h"

const OdeMethod ode_method_explicit_euler = {
  .id = "explicit_euler",
  .label = "Euler 1",
  .aliases = "euler",
  .advice = "The simplest method there is: use it to see what a step is, never for accuracy.",
  .source = "Hairer, Nørsett, Wanner, Solving ODEs I, 2nd ed. 1993, I.7, doi:10.1007/978-3-540-78862-1",
  .family = ODE_FAMILY_EXPLICIT_RK,
  .traits = ODE_TRAIT_ADAPTIVE | ODE_TRAIT_ESTIMATE_ON_REQUEST | ODE_TRAIT_FSAL,
  .order = 1, .embedded_order = 2, .error_order = 2, .dense_order = 3, .n_stages = 1,
  .accuracy_default = 1e-3, .accuracy_loosest = 0.5, .accuracy_tightest = 1e-6,
  .stepper = &ode_explicit_class, .tableau = &ode_tableau_explicit_euler,
};

const OdeMethod ode_method_runge_kutta4 = {
  .id = "runge_kutta4",
  .label = "Classical Runge–Kutta 4",
  .aliases = "rk4",
  .advice = "The classic with fixed steps: fine for smooth problems whose time scale you know.",
  .source = "Hairer, Nørsett, Wanner, Solving ODEs I, 2nd ed. 1993, II.1 table 1.2, doi:10.1007/978-3-540-78862-1",
  .family = ODE_FAMILY_EXPLICIT_RK,
  .order = 4, .error_order = 5, .dense_order = 3, .n_stages = 4,
  .accuracy_default = 1e-4, .accuracy_loosest = 0.1, .accuracy_tightest = 1e-10,
  .stepper = &ode_explicit_dense_class, .tableau = &ode_tableau_runge_kutta4,
};

const OdeMethod ode_method_runge_kutta5 = {
  .id = "runge_kutta5",
  .label = "Dormand–Prince 5(4)",
  .aliases = "dopri5 dp5",
  .advice = "The standard choice for problems that are not stiff, at everyday accuracies.",
  .source = "Dormand, Prince, J. Comput. Appl. Math. 6 (1980) 19-26, doi:10.1016/0771-050X(80)90013-3",
  .family = ODE_FAMILY_EXPLICIT_RK,
  .traits = ODE_TRAIT_ADAPTIVE | ODE_TRAIT_FSAL,
  .order = 5, .embedded_order = 4, .error_order = 5, .dense_order = 4, .n_stages = 6,
  .accuracy_default = 1e-5, .accuracy_loosest = 1e-3, .accuracy_tightest = 1e-12,
  .stepper = &ode_explicit_dense_class, .tableau = &ode_tableau_runge_kutta5,
};
