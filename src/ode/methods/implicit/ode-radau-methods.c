/* The constants of the Radau IIA methods of ode-radau.c. A method with s stages has order 2s − 1; the stage
 * order and the orders of the dense output and of the embedded formula are s; error_order = s + 1. All
 * methods are L-stable.
 *
 * A step costs s evaluations per Newton iteration and, after a change of the step
 * size, one real and (s − 1)/2 complex factorizations. On non-stiff components
 * the error decreases like h^(2s−1). On stiff components it decreases like h^(s+1), the error of the
 * stages, so that more stages help there too.
 *
 * The estimate behaves like h^(s+1), so that the number of steps is proportional to
 * tol^(−1/(s+1)), while the work per step grows with s: many stages are efficient at tight
 * tolerances. The method radau chooses s by the contraction rate of Newton's method; the methods
 * of fixed order are for comparisons and teaching. */
#include "ode-irk.h"
#include "ode-radau.h"

/* Traits of all Radau IIA methods. */
#define TRAITS                                                                                                                        \
  (ODE_TRAIT_ADAPTIVE | ODE_TRAIT_IMPLICIT | ODE_TRAIT_STIFF | ODE_TRAIT_DAE | ODE_TRAIT_HIGH_INDEX | ODE_TRAIT_A_STABLE | ODE_TRAIT_L_STABLE)
/* The paper on the code RADAU, with the methods of order 9 and 13. */
#define RADAU_CODE "Hairer and Wanner, J. Comput. Appl. Math. 111 (1999) 93-111, doi:10.1016/S0377-0427(99)00134-X"

const OdeMethod ode_method_radau5 = {
  .id = "radau5",
  .label = ODE_N_ ("Radau IIA, order 5"),
  .aliases = "radau_iia5 radauiia5",
  .known_as = "SciPy Radau, Julia RadauIIA5, Fortran RADAU5",
  .advice = ODE_N_ ("The safe choice for stiff systems and index-1 DAEs at medium accuracy; for tight tolerances use radau."),
  .source = "Hairer and Wanner, Solving Ordinary Differential Equations II, 2nd ed. 1996, IV.8, p. 118, doi:10.1007/978-3-642-05221-7",
  .family = ODE_FAMILY_IMPLICIT_RK,
  .traits = TRAITS,
  .order = 5,
  .embedded_order = 3,
  .error_order = 4,
  .dense_order = 3,
  .n_stages = 3,
  .accuracy_default = 1e-4,
  .accuracy_loosest = 1e-1,
  .accuracy_tightest = 1e-13,
  .stepper = &ode_radau_class,
  .tableau = &ode_tableau_radau5,
  .data = &(const OdeRadauData) { 0, 0 },
};

/* Five stages: two complex factors and a real one. */
const OdeMethod ode_method_radau9 = {
  .id = "radau9",
  .label = ODE_N_ ("Radau IIA, order 9"),
  .aliases = "radau_iia9 radauiia9",
  .advice = ODE_N_ ("Five stages of order 9: for stiff systems at tight tolerances with a fixed order; radau chooses the order itself."),
  .source = RADAU_CODE,
  .family = ODE_FAMILY_IMPLICIT_RK,
  .traits = TRAITS,
  .order = 9,
  .embedded_order = 5,
  .error_order = 6,
  .dense_order = 5,
  .n_stages = 5,
  .accuracy_default = 1e-7,
  .accuracy_loosest = 1e-1,
  .accuracy_tightest = 1e-13,
  .stepper = &ode_radau_class,
  .tableau = &ode_tableau_radau9,
  .data = &(const OdeRadauData) { 1, 1 },
};

/* Seven stages: three complex factors and a real one. */
const OdeMethod ode_method_radau13 = {
  .id = "radau13",
  .label = ODE_N_ ("Radau IIA, order 13"),
  .aliases = "radau_iia13 radauiia13",
  .advice = ODE_N_ ("Seven stages of order 13: for stiff systems near rounding error; expensive at lower accuracy, where radau takes a lower order."),
  .source = RADAU_CODE,
  .family = ODE_FAMILY_IMPLICIT_RK,
  .traits = TRAITS,
  .order = 13,
  .embedded_order = 7,
  .error_order = 8,
  .dense_order = 7,
  .n_stages = 7,
  .accuracy_default = 1e-9,
  .accuracy_loosest = 1e-1,
  .accuracy_tightest = 1e-13,
  .stepper = &ode_radau_class,
  .tableau = &ode_tableau_radau13,
  .data = &(const OdeRadauData) { 2, 2 },
};

const OdeMethod ode_method_radau = {
  .id = "radau",
  .label = ODE_N_ ("Radau IIA, orders 5, 9 and 13"),
  .aliases = "radau_iia",
  .known_as = "Fortran RADAU",
  .similar_to = "Julia AdaptiveRadau",
  .advice = ODE_N_ ("The most efficient stiff solver here, especially at tight tolerances: the order depends on the convergence rate "
                    "of Newton's method."),
  .source = RADAU_CODE,
  .family = ODE_FAMILY_IMPLICIT_RK,
  .traits = TRAITS | ODE_TRAIT_VARIABLE_ORDER,
  .order = 5,
  .embedded_order = 3,
  .error_order = 4,
  .dense_order = 3,
  .n_stages = 3,
  .accuracy_default = 1e-4,
  .accuracy_loosest = 1e-1,
  .accuracy_tightest = 1e-13,
  .stepper = &ode_radau_class,
  .data = &(const OdeRadauData) { 0, 2 },
};
