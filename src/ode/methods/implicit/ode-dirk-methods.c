/* The constants of the diagonally implicit Runge–Kutta methods. HW stands for
 * Hairer and Wanner, Solving ODEs II, 2nd ed. 1996.
 *
 * The comments of the methods use this notation: R(z) = 1 + z bᵀ (I − zA)⁻¹ 1 is the stability function;
 * C is the coefficient of z^{p+1} in R(z) − e^z; ‖τ‖ and ‖τ̂‖ are the 2-norms of the error
 * coefficients of order p + 1 of the method and of the embedded formula (as in ode-explicit-order123.c);
 * R̂ is the stability function of the embedded formula. All numbers were computed from the
 * coefficients in this file.
 *
 * With equal diagonal entries γ (SDIRK; ESDIRK with an explicit first stage)
 * all stages share one factorization, and R has the denominator (1 − γz)^m. The
 * stage order is 1 for SDIRK and at most 2 for ESDIRK: on stiff problems the
 * observed order may be as low as the stage order (HW IV.15). If b is the last row of
 * A (stiffly accurate), x1 is the last stage: algebraic equations hold at x1, and
 * R(∞) = 0 for SDIRK; for ESDIRK, whose A is singular, R(∞) = 0 is a condition
 * on the coefficients.
 *
 * A pair with |R̂(∞)| ≥ 1 would estimate a large error in components that the method
 * damps completely. Therefore the estimates of all pairs except Kværnø's are
 * filtered (ode-dirk.c). Methods without b_hat need fixed steps or step doubling.
 * Dense output is the cubic Hermite polynomial, of order 3. */
#include "ode-dirk.h"

/* Kværnø's pairs use these data: both formulas are stiffly accurate and
 * |R̂| ≤ 1 on the left half plane, so that the estimate needs no filter. */
static const OdeDirkData plain = { .filter = false };

#define TRAITS (ODE_TRAIT_IMPLICIT | ODE_TRAIT_DAE | ODE_TRAIT_A_STABLE)
#define STIFF (TRAITS | ODE_TRAIT_STIFF | ODE_TRAIT_L_STABLE)

/* The trapezoidal rule, which is Lobatto IIIA with two stages (Hairer, Nørsett and Wanner,
 * Solving ODEs I, 2nd ed. 1993, II.7). R(z) = (1 + z/2)/(1 − z/2), |R(iy)| = 1,
 * R(∞) = −1: the method is A-stable, but stiff components alternate in sign with constant size. C
 * = 1/12; ‖τ‖ = 0.118; stage order 2. The method is symmetric, and conjugate to
 * the implicit midpoint rule by half an Euler step, so that it conserves a
 * perturbed quadratic form; it is not algebraically stable (m_11 = −1/4). */
const OdeMethod ode_method_trapezoid = {
  .id = "trapezoid",
  .label = ODE_N_ ("Implicit trapezoid"),
  .aliases = "crank_nicolson lobatto_iiia2",
  .known_as = "Julia Trapezoid",
  .similar_to = "MATLAB ode23t",
  .advice = ODE_N_ ("A-stable, with little numerical damping: stiff components oscillate instead of decaying. For smooth or "
                    "oscillating problems."),
  .source = "Hairer, Nørsett and Wanner, Solving Ordinary Differential Equations I, 2nd ed. 1993, II.7, doi:10.1007/978-3-540-78862-1",
  .family = ODE_FAMILY_DIRK,
  .traits = TRAITS | ODE_TRAIT_TIME_REVERSIBLE,
  .order = 2, .error_order = 3, .dense_order = 3, .n_stages = 2,
  .accuracy_default = 1e-4, .accuracy_loosest = 1e-1, .accuracy_tightest = 1e-10,
  .stepper = &ode_dirk_class,
  .tableau = &(const OdeTableau) {
    .n_stages = 2,
    .A = (const double[]) {
      0, 0,
      0.5, 0.5,
    },
    .b = (const double[]) { 0.5, 0.5 },
    .c = (const double[]) { 0, 1 },
    .fsal = true,
  },
};

/* The Gauss method with one stage. R is that of the trapezoidal rule; C = 1/12, ‖τ‖ =
 * 0.0932, stage order 1. Because of b_i a_ij + b_j a_ji = b_i b_j the method is symplectic,
 * conserves every quadratic invariant, and is algebraically stable, hence B-stable.
 * It is also symmetric. */
const OdeMethod ode_method_implicit_midpoint = {
  .id = "implicit_midpoint",
  .label = ODE_N_ ("Implicit midpoint"),
  .aliases = "gauss2",
  .known_as = "Julia ImplicitMidpoint",
  .advice = ODE_N_ ("Symplectic of order 2 for every Hamiltonian, conserves quadratic invariants; for long runs with a fixed step."),
  .source = "Hairer, Lubich and Wanner, Geometric Numerical Integration, 2nd ed. 2006, II.1, doi:10.1007/3-540-30666-8",
  .family = ODE_FAMILY_DIRK,
  .traits = TRAITS | ODE_TRAIT_SYMPLECTIC | ODE_TRAIT_TIME_REVERSIBLE,
  .order = 2, .error_order = 3, .dense_order = 3, .n_stages = 1,
  .accuracy_default = 1e-4, .accuracy_loosest = 1e-1, .accuracy_tightest = 1e-10,
  .stepper = &ode_dirk_class,
  .tableau = &(const OdeTableau) {
    .n_stages = 1,
    .A = (const double[]) { 0.5 },
    .b = (const double[]) { 1 },
    .c = (const double[]) { 0.5 },
  },
};

/* Alexander's SDIRK of order 2 (SIAM J. Numer. Anal. 14 (1977) 1006): b is the
 * last row of A; γ = 1 − 1/√2 is the smaller root of γ² − 2γ + 1/2 = 0, for which R(∞)
 * = 0.
 *
 *   R(z) = (1 + (1 − 2γ) z)/(1 − γz)²,  C = 0.0404,  ‖τ‖ = 0.0417
 *
 * R has a zero at z = −2.41 and its minimum of −0.207 at z ≈ −8: strongly
 * damped components change their sign once. The embedded formula uses only the slope of the first
 * stage; it has order 1 and R̂(∞) = 1 − 1/γ = −2.41, so the estimate is filtered. */
const OdeMethod ode_method_sdirk2 = {
  .id = "sdirk2",
  .label = ODE_N_ ("SDIRK 2(1) of Alexander"),
  .aliases = "",
  .advice = ODE_N_ ("The L-stable method of order 2 with the least work per step; for low accuracy on stiff problems."),
  .source = "Alexander, SIAM J. Numer. Anal. 14 (1977) 1006-1021, doi:10.1137/0714068",
  .family = ODE_FAMILY_DIRK,
  .traits = STIFF | ODE_TRAIT_ADAPTIVE,
  .order = 2, .embedded_order = 1, .error_order = 2, .dense_order = 3, .n_stages = 2,
  .accuracy_default = 1e-4, .accuracy_loosest = 1e-1, .accuracy_tightest = 1e-9,
  .stepper = &ode_dirk_class,
  .tableau = &(const OdeTableau) {
    .n_stages = 2,
    .A = (const double[]) {
      0.2928932188134524756, 0,
      0.7071067811865475244, 0.2928932188134524756,
    },
    .b = (const double[]) { 0.7071067811865475244, 0.2928932188134524756 },
    .b_hat = (const double[]) { 1, 0 },
    .c = (const double[]) { 0.2928932188134524756, 1 },
  },
};

/* Alexander's SDIRK of order 3: b is the last row of A; γ = 0.43587 is the root of γ³ −
 * 3γ² + 3γ/2 − 1/6 = 0 that makes the method L-stable. c_2 = (1 + γ)/2. C =
 * −0.0259, ‖τ‖ = 0.0297; the smallest value of R on the negative axis is −0.130 at z ≈
 * −8. */
const OdeMethod ode_method_sdirk3 = {
  .id = "sdirk3",
  .label = ODE_N_ ("SDIRK of order 3 of Alexander"),
  .aliases = "",
  .advice = ODE_N_ ("L-stable at order 3 for fixed steps; kvaerno3 is a similar method with an error estimate."),
  .source = "Alexander, SIAM J. Numer. Anal. 14 (1977) 1006-1021, doi:10.1137/0714068",
  .family = ODE_FAMILY_DIRK,
  .traits = STIFF,
  .order = 3, .error_order = 4, .dense_order = 3, .n_stages = 3,
  .accuracy_default = 1e-4, .accuracy_loosest = 1e-1, .accuracy_tightest = 1e-10,
  .stepper = &ode_dirk_class,
  .tableau = &(const OdeTableau) {
    .n_stages = 3,
    .A = (const double[]) {
      0.43586652150845899942, 0, 0,
      0.28206673924577050029, 0.43586652150845899942, 0,
      1.2084966491760100703, -0.64436317068446906975, 0.43586652150845899942,
    },
    .b = (const double[]) { 1.2084966491760100703, -0.64436317068446906975, 0.43586652150845899942 },
    .c = (const double[]) { 0.43586652150845899942, 0.71793326075422949971, 1 },
  },
};

/* SDIRK of order 4 with γ = 1/4 (HW IV.6, table 6.5). The fifth stage allows
 * small error coefficients. C = −8.5·10⁻⁴, ‖τ‖ = 0.0025; R > 0 on the whole
 * negative axis. The embedded formula of order 3 does not use the last stage: ‖τ̂‖ = 0.0125, R̂(∞) =
 * 10/3, so the estimate is filtered. */
const OdeMethod ode_method_sdirk4 = {
  .id = "sdirk4",
  .label = ODE_N_ ("SDIRK 4(3) of Hairer and Wanner"),
  .aliases = "",
  .known_as = "Julia Hairer4",
  .advice = ODE_N_ ("L-stable, order 4, with one real factorization per step; unlike the Radau methods, it suffers from order reduction."),
  .source = "Hairer and Wanner, Solving Ordinary Differential Equations II, 2nd ed. 1996, IV.6, p. 100, doi:10.1007/978-3-642-05221-7",
  .family = ODE_FAMILY_DIRK,
  .traits = STIFF | ODE_TRAIT_ADAPTIVE,
  .order = 4, .embedded_order = 3, .error_order = 4, .dense_order = 4, .n_stages = 5,
  .accuracy_default = 1e-4, .accuracy_loosest = 1e-1, .accuracy_tightest = 1e-11,
  .stepper = &ode_dirk_class,
  .tableau = &(const OdeTableau) {
    .n_stages = 5,
    .A = (const double[]) {
      0.25, 0, 0, 0, 0,
      0.5, 0.25, 0, 0, 0,
      0.34, -0.04, 0.25, 0, 0,
      0.27279411764705882353, -0.050367647058823529412, 0.027573529411764705882, 0.25, 0,
      1.0416666666666666667, -1.0208333333333333333, 7.8125, -7.0833333333333333333, 0.25,
    },
    .b = (const double[]) { 1.0416666666666666667, -1.0208333333333333333, 7.8125, -7.0833333333333333333, 0.25 },
    .b_hat = (const double[]) { 1.2291666666666666667, -0.17708333333333333333, 7.03125, -7.0833333333333333333, 0 },
    .c = (const double[]) { 0.25, 0.75, 0.55, 0.5, 1 },
  },
};

/* TR-BDF2 (Bank et al., IEEE Trans. CAD 4 (1985) 436; Hosea and Shampine, Appl.
 * Numer. Math. 20 (1996) 21): the trapezoidal rule to t + γh, then BDF of order
 * 2 through the three points. With γ = 2 − √2 both parts have the same diagonal
 * entry d = γ/2 = 1 − 1/√2, hence one factorization. Written as an ESDIRK method,
 * b = (w, w, d) with w = √2/4, and b̂ = ((1 − w)/3, (3w + 1)/3, d/3) is of order 3.
 *
 * R is that of SDIRK2 (C = 0.0404, L-stable), and the stage order 2; ‖τ‖ =
 * 0.0572. |R̂(z)| grows like 0.47 |z|, so without the filter stiff components
 * would dominate the estimate. */
const OdeMethod ode_method_trbdf2 = {
  .id = "trbdf2",
  .label = ODE_N_ ("TR-BDF2"),
  .aliases = "tr_bdf2",
  .known_as = "MATLAB ode23tb, Julia TRBDF2",
  .advice = ODE_N_ ("Robust and L-stable at order 2, common in circuit simulators; for low accuracy."),
  .source = "Hosea and Shampine, Appl. Numer. Math. 20 (1996) 21-37, doi:10.1016/0168-9274(95)00115-8",
  .family = ODE_FAMILY_DIRK,
  .traits = STIFF | ODE_TRAIT_ADAPTIVE | ODE_TRAIT_FSAL,
  .order = 2, .embedded_order = 3, .error_order = 3, .dense_order = 3, .n_stages = 3,
  .accuracy_default = 1e-4, .accuracy_loosest = 1e-1, .accuracy_tightest = 1e-9,
  .stepper = &ode_dirk_class,
  .tableau = &(const OdeTableau) {
    .n_stages = 3,
    .A = (const double[]) {
      0, 0, 0,
      0.2928932188134524756, 0.2928932188134524756, 0,
      0.3535533905932737622, 0.3535533905932737622, 0.2928932188134524756,
    },
    .b = (const double[]) { 0.3535533905932737622, 0.3535533905932737622, 0.2928932188134524756 },
    .b_hat = (const double[]) { 0.2154822031355754126, 0.68688672392660709553, 0.097631072937817491866 },
    .c = (const double[]) { 0, 0.5857864376269049512, 1 },
    .fsal = true,
  },
};

/* Kværnø's ESDIRK 3/2 (BIT 44 (2004) 489), with the γ and R of sdirk3: L-stable, C
 * = −0.0259. The third stage is the embedded solution: b̂ is row 3 of A, of order 2,
 * R̂(∞) = −0.957, |R̂(iy)| ≤ 1. ‖τ‖ = 0.0491, ‖τ̂‖ = 0.112; stage order 2. */
const OdeMethod ode_method_kvaerno3 = {
  .id = "kvaerno3",
  .label = ODE_N_ ("Kværnø 3(2)"),
  .aliases = "",
  .known_as = "Julia Kvaerno3",
  .advice = ODE_N_ ("Order 3; both the method and its error estimator are stiffly accurate; for low accuracy."),
  .source = "Kværnø, BIT 44 (2004) 489-502, doi:10.1023/B:BITN.0000046811.70614.38",
  .family = ODE_FAMILY_DIRK,
  .traits = STIFF | ODE_TRAIT_ADAPTIVE | ODE_TRAIT_FSAL,
  .order = 3, .embedded_order = 2, .error_order = 3, .dense_order = 3, .n_stages = 4,
  .accuracy_default = 1e-4, .accuracy_loosest = 1e-1, .accuracy_tightest = 1e-10,
  .stepper = &ode_dirk_class,
  .tableau = &(const OdeTableau) {
    .n_stages = 4,
    .A = (const double[]) {
      0, 0, 0, 0,
      0.43586652150845899942, 0.43586652150845899942, 0, 0,
      0.49056338842178057063, 0.073570090069760429956, 0.43586652150845899942, 0,
      0.30880996997674652335, 1.4905633884217805706, -1.2352398799069860934, 0.43586652150845899942,
    },
    .b = (const double[]) { 0.30880996997674652335, 1.4905633884217805706, -1.2352398799069860934, 0.43586652150845899942 },
    .b_hat = (const double[]) { 0.49056338842178057063, 0.073570090069760429956, 0.43586652150845899942, 0 },
    .c = (const double[]) { 0, 0.87173304301691799883, 1, 1 },
    .fsal = true,
  },
  .data = &plain,
};

/* Kværnø's ESDIRK 5/4, γ = 0.26, with the 16 published digits. It is L-stable; C =
 * 4.9·10⁻⁴, ‖τ‖ = 0.0035; b̂ is row 6 of A, of order 4, R̂(∞) = −0.748, ‖τ̂‖ =
 * 8.2·10⁻⁴. Stage order 2. Since c_3 = 1.23, f must also be defined
 * beyond the end of the step. */
const OdeMethod ode_method_kvaerno5 = {
  .id = "kvaerno5",
  .label = ODE_N_ ("Kværnø 5(4)"),
  .aliases = "",
  .known_as = "Julia Kvaerno5",
  .advice = ODE_N_ ("Order 5; both the method and its error estimator are stiffly accurate, with one real factorization per step."),
  .source = "Kværnø, BIT 44 (2004) 489-502, doi:10.1023/B:BITN.0000046811.70614.38",
  .family = ODE_FAMILY_DIRK,
  .traits = STIFF | ODE_TRAIT_ADAPTIVE | ODE_TRAIT_FSAL,
  .order = 5, .embedded_order = 4, .error_order = 5, .dense_order = 5, .n_stages = 7,
  .accuracy_default = 1e-4, .accuracy_loosest = 1e-1, .accuracy_tightest = 1e-12,
  .stepper = &ode_dirk_class,
  .tableau = &(const OdeTableau) {
    .n_stages = 7,
    .A = (const double[]) {
      0, 0, 0, 0, 0, 0, 0,
      0.26, 0.26, 0, 0, 0, 0, 0,
      0.13, 0.84033320996790809, 0.26, 0, 0, 0, 0,
      0.22371961478320505, 0.47675532319799699, -0.06470895363112615, 0.26, 0, 0, 0,
      0.16648564323248321, 0.1045001884159172, 0.03631482272098715, -0.13090704451073998, 0.26, 0, 0,
      0.13855640231268224, 0, -0.04245337201752043, 0.02446657898003141, 0.61943039072480676, 0.26, 0,
      0.13659751177640291, 0, -0.05496908796538376, -0.04118626728321046, 0.62993304899016403, 0.06962479448202728, 0.26,
    },
    .b = (const double[]) {
      0.13659751177640291, 0, -0.05496908796538376, -0.04118626728321046, 0.62993304899016403, 0.06962479448202728, 0.26,
    },
    .b_hat = (const double[]) { 0.13855640231268224, 0, -0.04245337201752043, 0.02446657898003141, 0.61943039072480676, 0.26, 0 },
    .c = (const double[]) { 0, 0.52, 1.230333209967908, 0.895765984350076, 0.436393609858648, 1, 1 },
    .fsal = true,
  },
  .data = &plain,
};

/* The implicit part of ARK4(3)6L[2]SA (Kennedy and Carpenter, Appl. Numer. Math. 44
 * (2003) 139), γ = 1/4, b_2 = 0. R is that of sdirk4: L-stable, C = −8.5·10⁻⁴;
 * ‖τ‖ = 0.0034. The embedded formula has order 3, ‖τ̂‖ = 8.2·10⁻⁴ (its error is larger although ‖τ̂‖ < ‖τ‖,
 * because ‖τ̂‖ multiplies h⁴ and ‖τ‖ multiplies h⁵), R̂(∞) = −0.15. Stage order 2. */
const OdeMethod ode_method_kencarp4 = {
  .id = "kencarp4",
  .label = ODE_N_ ("Kennedy–Carpenter 4(3), implicit part"),
  .aliases = "ark4_implicit",
  /* In Julia, KenCarp4 combines this method with an explicit one for split
   * right-hand sides. */
  .similar_to = "Julia KenCarp4",
  .advice = ODE_N_ ("Order 4 with stage order 2, a balanced choice among the diagonally implicit methods."),
  .source = "Kennedy and Carpenter, Appl. Numer. Math. 44 (2003) 139-181, doi:10.1016/S0168-9274(02)00138-1",
  .family = ODE_FAMILY_DIRK,
  .traits = STIFF | ODE_TRAIT_ADAPTIVE | ODE_TRAIT_FSAL,
  .order = 4, .embedded_order = 3, .error_order = 4, .dense_order = 4, .n_stages = 6,
  .accuracy_default = 1e-4, .accuracy_loosest = 1e-1, .accuracy_tightest = 1e-11,
  .stepper = &ode_dirk_class,
  .tableau = &(const OdeTableau) {
    .n_stages = 6,
    .A = (const double[]) {
      0, 0, 0, 0, 0, 0,
      0.25, 0.25, 0, 0, 0, 0,
      0.137776, -0.055776, 0.25, 0, 0, 0,
      0.14463686602698218022, -0.22393190761334473909, 0.44929504158636255888, 0.25, 0, 0,
      0.098258783283564771169, -0.59154424281967039373, 0.81012105382829961501, 0.28316440570780600755, 0.25, 0,
      0.15791629516167135335, 0, 0.18675894052400076496, 0.68056529530933458002, -0.27524053099500669833, 0.25,
    },
    .b = (const double[]) { 0.15791629516167135335, 0, 0.18675894052400076496, 0.68056529530933458002, -0.27524053099500669833, 0.25 },
    .b_hat = (const double[]) {
      0.15471180076321217699, 0, 0.18920519166068022258, 0.70204537122892184844, -0.31918739906357912053,
      0.27322503541076487252,
    },
    .c = (const double[]) { 0, 0.5, 0.332, 0.62, 0.85, 1 },
    .fsal = true,
  },
};
