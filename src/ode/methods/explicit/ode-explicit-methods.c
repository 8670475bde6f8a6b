/* The explicit Runge–Kutta methods: what the program says of each; the coefficients are in ode-tableaus-*.c.
 * Accuracy ranges of the methods Drake has are Drake's. error_order is the p of h·(tolerance/error)^(1/p); Simbody's two
 * methods of order 4 use 4. */
#include "ode-explicit.h"
#include "ode-tableaus.h"

static const OdeExplicitData dop853_data = { .dop853 = true };

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
  .stepper = &ode_explicit_class, .tableau = &ode_tableau_explicit_euler,
};

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
  .stepper = &ode_explicit_class, .tableau = &ode_tableau_midpoint,
};

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
  .stepper = &ode_explicit_class, .tableau = &ode_tableau_runge_kutta2,
};

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
  .stepper = &ode_explicit_class, .tableau = &ode_tableau_ralston2,
};

const OdeMethod ode_method_heun3 = {
  .id = "heun3",
  .label = ODE_N_ ("Heun 3"),
  .aliases = "",
  .advice = ODE_N_ ("A historical third-order method for fixed steps; prefer Bogacki–Shampine where steps adapt."),
  .source = "Hairer, Nørsett, Wanner, Solving ODEs I, 2nd ed. 1993, II.1 table 1.1, doi:10.1007/978-3-540-78862-1",
  .family = ODE_FAMILY_EXPLICIT_RK,
  .order = 3, .error_order = 4, .dense_order = 3, .n_stages = 3,
  .accuracy_default = 0.001, .accuracy_loosest = 0.1, .accuracy_tightest = 1e-08,
  .stepper = &ode_explicit_class, .tableau = &ode_tableau_heun3,
};

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
  .stepper = &ode_explicit_class, .tableau = &ode_tableau_runge_kutta3,
};

const OdeMethod ode_method_ssprk33 = {
  .id = "ssprk33",
  .label = ODE_N_ ("Strong-stability-preserving 3"),
  .aliases = "shu_osher3",
  .advice = ODE_N_ ("Keeps monotone what Euler steps keep monotone: for shocks and limiters, with fixed steps."),
  .source = "Shu, Osher, J. Comput. Phys. 77 (1988) 439-471, doi:10.1016/0021-9991(88)90177-5",
  .family = ODE_FAMILY_EXPLICIT_RK,
  .order = 3, .error_order = 4, .dense_order = 3, .n_stages = 3,
  .accuracy_default = 0.001, .accuracy_loosest = 0.1, .accuracy_tightest = 1e-08,
  .stepper = &ode_explicit_class, .tableau = &ode_tableau_ssprk33,
};

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
  .stepper = &ode_explicit_class, .tableau = &ode_tableau_bogacki_shampine3,
};

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
  .stepper = &ode_explicit_dense_class, .tableau = &ode_tableau_runge_kutta4,
};

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
  .stepper = &ode_explicit_class, .tableau = &ode_tableau_runge_kutta38,
};

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
  .stepper = &ode_explicit_class, .tableau = &ode_tableau_runge_kutta_merson,
};

const OdeMethod ode_method_runge_kutta_fehlberg = {
  .id = "runge_kutta_fehlberg",
  .label = ODE_N_ ("Fehlberg 4(5), propagating order 4"),
  .aliases = "rkf45",
  .advice = ODE_N_ ("Fehlberg's own choice, kept for comparison with Simbody; fehlberg45 gets an order more from "
                    "the same stages."),
  .source = "Fehlberg, NASA TR R-315 (1969)",
  .family = ODE_FAMILY_EXPLICIT_RK,
  .traits = ODE_TRAIT_ADAPTIVE,
  .order = 4, .embedded_order = 5, .error_order = 4, .dense_order = 3, .n_stages = 6,
  .accuracy_default = 0.001, .accuracy_loosest = 0.1, .accuracy_tightest = 1e-10,
  .stepper = &ode_explicit_class, .tableau = &ode_tableau_runge_kutta_fehlberg,
};

const OdeMethod ode_method_fehlberg45 = {
  .id = "fehlberg45",
  .label = ODE_N_ ("Fehlberg 5(4)"),
  .aliases = "",
  .advice = ODE_N_ ("The first widely used pair of order 5; Dormand–Prince has half its error for the same work."),
  .source = "Fehlberg, NASA TR R-315 (1969); Hairer, Nørsett, Wanner, Solving ODEs I, 2nd ed. 1993, II.4, "
            "doi:10.1007/978-3-540-78862-1",
  .family = ODE_FAMILY_EXPLICIT_RK,
  .traits = ODE_TRAIT_ADAPTIVE,
  .order = 5, .embedded_order = 4, .error_order = 5, .dense_order = 3, .n_stages = 6,
  .accuracy_default = 1e-05, .accuracy_loosest = 0.01, .accuracy_tightest = 1e-11,
  .stepper = &ode_explicit_class, .tableau = &ode_tableau_fehlberg45,
};

const OdeMethod ode_method_cash_karp = {
  .id = "cash_karp",
  .label = ODE_N_ ("Cash–Karp 5(4)"),
  .aliases = "rkck",
  .advice = ODE_N_ ("Made for right-hand sides with kinks, which it notices early; otherwise a little behind "
                    "Dormand–Prince."),
  .source = "Cash, Karp, ACM TOMS 16 (1990) 201-222, doi:10.1145/79505.79507",
  .family = ODE_FAMILY_EXPLICIT_RK,
  .traits = ODE_TRAIT_ADAPTIVE,
  .order = 5, .embedded_order = 4, .error_order = 5, .dense_order = 3, .n_stages = 6,
  .accuracy_default = 1e-05, .accuracy_loosest = 0.01, .accuracy_tightest = 1e-11,
  .stepper = &ode_explicit_class, .tableau = &ode_tableau_cash_karp,
};

const OdeMethod ode_method_runge_kutta5 = {
  .id = "runge_kutta5",
  .label = ODE_N_ ("Dormand–Prince 5(4)"),
  .aliases = "dopri5 dp5 ode45",
  .advice = ODE_N_ ("The standard choice for problems that are not stiff, at everyday accuracies of 1e-3 to 1e-7."),
  .source = "Dormand, Prince, J. Comput. Appl. Math. 6 (1980) 19-26, doi:10.1016/0771-050X(80)90013-3; dense "
            "output Hairer, Nørsett, Wanner, Solving ODEs I, 2nd ed. 1993, II.6, doi:10.1007/978-3-540-78862-1",
  .family = ODE_FAMILY_EXPLICIT_RK,
  .traits = ODE_TRAIT_ADAPTIVE | ODE_TRAIT_FSAL,
  .order = 5, .embedded_order = 4, .error_order = 5, .dense_order = 4, .n_stages = 6,
  .accuracy_default = 1e-05, .accuracy_loosest = 0.001, .accuracy_tightest = 1e-12,
  .stepper = &ode_explicit_dense_class, .tableau = &ode_tableau_runge_kutta5,
};

const OdeMethod ode_method_tsitouras5 = {
  .id = "tsitouras5",
  .label = ODE_N_ ("Tsitouras 5(4)"),
  .aliases = "tsit5",
  .advice = ODE_N_ ("A tuned successor of Dormand–Prince: the same cost, somewhat smaller errors on smooth problems."),
  .source = "Tsitouras, Comput. Math. Appl. 62 (2011) 770-775, doi:10.1016/j.camwa.2011.06.002",
  .family = ODE_FAMILY_EXPLICIT_RK,
  .traits = ODE_TRAIT_ADAPTIVE | ODE_TRAIT_FSAL,
  .order = 5, .embedded_order = 4, .error_order = 5, .dense_order = 4, .n_stages = 6,
  .accuracy_default = 1e-05, .accuracy_loosest = 0.01, .accuracy_tightest = 1e-12,
  .stepper = &ode_explicit_dense_class, .tableau = &ode_tableau_tsitouras5,
};

const OdeMethod ode_method_dverk65 = {
  .id = "dverk65",
  .label = ODE_N_ ("Verner 6(5) of DVERK"),
  .aliases = "dverk",
  .advice = ODE_N_ ("The method of the classic code DVERK; verner65 is its modern form."),
  .source = "Verner, SIAM J. Numer. Anal. 15 (1978) 772-790, doi:10.1137/0715051",
  .family = ODE_FAMILY_EXPLICIT_RK,
  .traits = ODE_TRAIT_ADAPTIVE,
  .order = 6, .embedded_order = 5, .error_order = 6, .dense_order = 3, .n_stages = 8,
  .accuracy_default = 1e-06, .accuracy_loosest = 0.01, .accuracy_tightest = 1e-12,
  .stepper = &ode_explicit_class, .tableau = &ode_tableau_dverk65,
};

const OdeMethod ode_method_verner65 = {
  .id = "verner65",
  .label = ODE_N_ ("Verner 6(5)"),
  .aliases = "vern6",
  .advice = ODE_N_ ("One order more than Dormand–Prince, with an interpolant to match: for accuracies of 1e-6 to "
                    "1e-9."),
  .source = "Verner, Numer. Algorithms 53 (2010) 383-396, doi:10.1007/s11075-009-9290-3 (IIIXb-6(5))",
  .family = ODE_FAMILY_EXPLICIT_RK,
  .traits = ODE_TRAIT_ADAPTIVE | ODE_TRAIT_FSAL,
  .order = 6, .embedded_order = 5, .error_order = 6, .dense_order = 6, .n_stages = 8,
  .accuracy_default = 1e-06, .accuracy_loosest = 0.01, .accuracy_tightest = 1e-13,
  .stepper = &ode_explicit_dense_class, .tableau = &ode_tableau_verner65,
};

const OdeMethod ode_method_verner76 = {
  .id = "verner76",
  .label = ODE_N_ ("Verner 7(6)"),
  .aliases = "vern7",
  .advice = ODE_N_ ("For smooth problems at accuracies of 1e-7 to 1e-11."),
  .source = "Verner, Numer. Algorithms 53 (2010) 383-396, doi:10.1007/s11075-009-9290-3 (IIa-7(6))",
  .family = ODE_FAMILY_EXPLICIT_RK,
  .traits = ODE_TRAIT_ADAPTIVE,
  .order = 7, .embedded_order = 6, .error_order = 7, .dense_order = 6, .n_stages = 10,
  .accuracy_default = 1e-07, .accuracy_loosest = 0.01, .accuracy_tightest = 1e-13,
  .stepper = &ode_explicit_dense_class, .tableau = &ode_tableau_verner76,
};

const OdeMethod ode_method_verner87 = {
  .id = "verner87",
  .label = ODE_N_ ("Verner 8(7)"),
  .aliases = "vern8",
  .advice = ODE_N_ ("For smooth problems at accuracies below 1e-8, with dense output of full order."),
  .source = "Verner, Numer. Algorithms 53 (2010) 383-396, doi:10.1007/s11075-009-9290-3 (8(7))",
  .family = ODE_FAMILY_EXPLICIT_RK,
  .traits = ODE_TRAIT_ADAPTIVE,
  .order = 8, .embedded_order = 7, .error_order = 8, .dense_order = 8, .n_stages = 13,
  .accuracy_default = 1e-08, .accuracy_loosest = 0.01, .accuracy_tightest = 1e-14,
  .stepper = &ode_explicit_dense_class, .tableau = &ode_tableau_verner87,
};

const OdeMethod ode_method_dop853 = {
  .id = "dop853",
  .label = ODE_N_ ("Dormand–Prince 8(5,3)"),
  .aliases = "",
  .advice = ODE_N_ ("The work horse of celestial mechanics: long smooth orbits at accuracies of 1e-6 to 1e-13."),
  .source = "Hairer, Nørsett, Wanner, Solving ODEs I, 2nd ed. 1993, II.10, doi:10.1007/978-3-540-78862-1",
  .family = ODE_FAMILY_EXPLICIT_RK,
  .traits = ODE_TRAIT_ADAPTIVE,
  .order = 8, .embedded_order = 5, .error_order = 8, .dense_order = 7, .n_stages = 12,
  .accuracy_default = 1e-07, .accuracy_loosest = 0.01, .accuracy_tightest = 1e-14,
  .stepper = &ode_explicit_dense_class, .tableau = &ode_tableau_dop853,
  .data = &dop853_data,
};

const OdeMethod ode_method_verner98 = {
  .id = "verner98",
  .label = ODE_N_ ("Verner 9(8)"),
  .aliases = "vern9",
  .advice = ODE_N_ ("For reference solutions down to rounding error; a waste at everyday accuracies."),
  .source = "Verner, Numer. Algorithms 53 (2010) 383-396, doi:10.1007/s11075-009-9290-3 (9(8))",
  .family = ODE_FAMILY_EXPLICIT_RK,
  .traits = ODE_TRAIT_ADAPTIVE,
  .order = 9, .embedded_order = 8, .error_order = 9, .dense_order = 9, .n_stages = 16,
  .accuracy_default = 1e-09, .accuracy_loosest = 0.01, .accuracy_tightest = 1e-14,
  .stepper = &ode_explicit_dense_class, .tableau = &ode_tableau_verner98,
};
