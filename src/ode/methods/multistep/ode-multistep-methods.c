/* The constants of the multistep methods. The coefficients are computed at run
 * time (ode-multistep-weights.c); the comments list the coefficients for
 * equal steps.
 *
 * C = C_{p+1}/σ(1) is the error constant: the residual of the formula is C_{p+1}
 * h^{p+1} x^{(p+1)} + …, and the division by σ(1) makes constants of different formulas
 * comparable (Hairer, Nørsett and Wanner, Solving ODEs I, 2nd ed. 1993, here
 * HNW I, III.2). With ρ(ζ) = μ σ(ζ) for x' = λx, μ = hλ, the stability region
 * is the set of μ for which all roots satisfy |ζ| ≤ 1, multiple ones |ζ| < 1.
 * The numbers below were computed from the root locus of the derived
 * coefficients.
 *
 * error_order is the power of h in the estimate, p + 1. Dense output is the
 * cubic Hermite polynomial, of order 3, or for BDF of order 4 and more the polynomial
 * through the points of the formula, whose order in the first steps is that of Radau IIA, 5. n_stages = 1 because a step has one evaluation; an
 * implicit formula needs one more per Newton iteration. The fields accuracy_* are used only to choose
 * a fixed step size. */
#include "ode-multistep.h"

#define HNW "Hairer, Nørsett and Wanner, Solving Ordinary Differential Equations I, 2nd ed. 1993, "
#define HNW_DOI ", doi:10.1007/978-3-540-78862-1"
#define IMPLICIT_TRAITS (ODE_TRAIT_MULTISTEP | ODE_TRAIT_IMPLICIT)
#define BDF_TRAITS (IMPLICIT_TRAITS | ODE_TRAIT_STIFF | ODE_TRAIT_DAE)

#define MULTISTEP(name, label_, aliases_, advice_, source_, traits_, kind_, k, p)  \
  static const OdeMultistepData name##_data = { kind_, k };                       \
  const OdeMethod ode_method_##name = {                                            \
    .id = #name,                                                                   \
    .label = label_,                                                               \
    .aliases = aliases_,                                                           \
    .advice = advice_,                                                             \
    .source = source_,                                                             \
    .family = ODE_FAMILY_MULTISTEP,                                                \
    .traits = (traits_) | ODE_TRAIT_ESTIMATE_SHOWN,                                \
    .order = p,                                                                    \
    .embedded_order = (p) + 1, /* order of the formula with which the estimate compares */  \
    .error_order = p + 1,                                                          \
    .dense_order = (kind_) != ODE_MULTISTEP_BDF || (p) < 4 ? 3 : (p) < 5 ? 4 : 5,  \
    .n_stages = 1,                                                                 \
    .accuracy_default = 1e-4,                                                      \
    .accuracy_loosest = 1e-1,                                                      \
    .accuracy_tightest = 1e-10,                                                    \
    .stepper = &ode_multistep_class,                                               \
    .data = &name##_data,                                                          \
  };

/* Adams–Bashforth of order k. ρ = ζ^k − ζ^{k−1}, so that all parasitic roots are
 * 0, the best possible zero-stability. C = γ_k; the real stability intervals follow from
 * the root locus:
 *
 *   k   weights of f_n, f_{n−1}, …                      C         real interval
 *   1   1                                                1/2       (−2, 0)
 *   2   3/2, −1/2                                        5/12      (−1, 0)
 *   3   23/12, −4/3, 5/12                                3/8       (−6/11, 0)
 *   4   55/24, −59/24, 37/24, −3/8                       251/720   (−0.3, 0)
 *   5   1901/720, −1387/360, 109/30, −637/360, 251/720   95/288    (−0.163, 0)
 *
 * Orders 1 and 2 are unstable on the whole imaginary axis; order 3 is stable to
 * ±0.724 i and order 4 to ±0.430 i. Order 1 is the explicit Euler method. */
#define BASHFORTH(k, label, alias, advice) \
  MULTISTEP (adams_bashforth##k, label, alias, advice, HNW "III.1, p. 357" HNW_DOI, ODE_TRAIT_MULTISTEP, \
             ODE_MULTISTEP_ADAMS_BASHFORTH, k, k)

BASHFORTH (1, ODE_N_ ("Adams–Bashforth of order 1"), "ab1",
           ODE_N_ ("Explicit Euler as the first multistep method of the family."))
BASHFORTH (2, ODE_N_ ("Adams–Bashforth of order 2"), "ab2",
           ODE_N_ ("Order 2 with one evaluation per step; for smooth, mildly damped problems with fixed steps."))
BASHFORTH (3, ODE_N_ ("Adams–Bashforth of order 3"), "ab3",
           ODE_N_ ("Stable on a part of the imaginary axis: the classical choice for waves with fixed steps."))
BASHFORTH (4, ODE_N_ ("Adams–Bashforth of order 4"), "ab4",
           ODE_N_ ("Order 4 with one evaluation per step, but a small stability region."))
BASHFORTH (5, ODE_N_ ("Adams–Bashforth of order 5"), "ab5",
           ODE_N_ ("Order 5 with one evaluation per step; the stability region is even smaller."))

/* Adams–Moulton with k steps, of order k + 1. ρ = ζ^k − ζ^{k−1} as for
 * Adams–Bashforth. C =
 * γ*_{k+1} is 5 to 18 times smaller than for the explicit formula of the same
 * order:
 *
 *   k   weights of f_{n+1}, f_n, …                   C         real interval
 *   1   1/2, 1/2                                     −1/12     (−∞, 0)
 *   2   5/12, 2/3, −1/12                             −1/24     (−6, 0)
 *   3   3/8, 19/24, −5/24, 1/24                      −19/720   (−3, 0)
 *   4   251/720, 323/360, −11/30, 53/360, −19/720    −3/160    (−1.84, 0)
 *
 * k = 1 is A-stable with R(∞) = −1. For k ≥ 2 the roots of σ lie outside the
 * unit circle (1.72, 2.37, 2.98), so the formulas are unstable for large |μ|: Newton's method is
 * used to solve the equation, but the formulas do not suit stiff systems. By Dahlquist's second
 * barrier no A-stable formula has an order above 2 (Hairer and Wanner, Solving
 * ODEs II, 2nd ed. 1996, V.1). */
#define MOULTON(k, p, traits, label, alias, advice) \
  MULTISTEP (adams_moulton##k, label, alias, advice, HNW "III.1, p. 359" HNW_DOI, IMPLICIT_TRAITS | (traits), \
             ODE_MULTISTEP_ADAMS_MOULTON, k, p)

MOULTON (1, 2, ODE_TRAIT_A_STABLE, ODE_N_ ("Adams–Moulton with 1 step"), "am1", ODE_N_ ("The trapezoidal rule as a multistep method."))
MOULTON (2, 3, 0, ODE_N_ ("Adams–Moulton with 2 steps"), "am2",
         ODE_N_ ("Order 3 from two steps with small error constants; not for stiff problems."))
MOULTON (3, 4, 0, ODE_N_ ("Adams–Moulton with 3 steps"), "am3",
         ODE_N_ ("Order 4 from three steps with small error constants; not for stiff problems."))
MOULTON (4, 5, 0, ODE_N_ ("Adams–Moulton with 4 steps"), "am4",
         ODE_N_ ("Order 5 from four steps with small error constants; not for stiff problems."))

/* BDF of order k: Σ_{j≤k} ∇^j x_{n+1}/j = h f_{n+1}, written with leading
 * coefficient 1 and β = 1/Σ_{j≤k} 1/j on the right-hand side. C = −1/(k + 1). σ
 * = β ζ^k, so all roots tend to 0 for μ → −∞. In the table α is the
 * angle of A(α)-stability, and |ζ| is the largest parasitic root at μ =
 * 0:
 *
 *   k  coefficients of x_{n+1}, x_n, …                      β      α      |ζ|
 *   1  1, −1                                                1      90°    —
 *   2  1, −4/3, 1/3                                         2/3    90°    0.333
 *   3  1, −18/11, 9/11, −2/11                               6/11   86.03° 0.426
 *   4  1, −48/25, 36/25, −16/25, 3/25                       12/25  73.35° 0.561
 *   5  1, −300/137, 300/137, −200/137, 75/137, −12/137      60/137 51.84° 0.709
 *   6  1, −120/49, 150/49, −400/147, 75/49, −24/49, 10/147  20/49  17.84° 0.863
 *
 * The unstable regions in the left half plane reach to Re μ = −0.083, −0.667, −2.33 and −6.08
 * for k = 3 to 6; an eigenvalue inside makes a solution grow that should decay. For k ≥ 7
 * a parasitic root lies outside the unit circle at μ = 0 (HNW I, III.3). */
#define BDF(k, label, alias, traits, advice) \
  MULTISTEP (bdf##k, label, alias, advice, HNW "III.1, p. 364" HNW_DOI "; Hairer and Wanner II, 1996, V.2", \
             BDF_TRAITS | (traits), ODE_MULTISTEP_BDF, k, k)

BDF (1, ODE_N_ ("BDF of order 1"), "", ODE_TRAIT_A_STABLE | ODE_TRAIT_L_STABLE,
     ODE_N_ ("Implicit Euler as a multistep method."))
BDF (2, ODE_N_ ("BDF of order 2"), "", ODE_TRAIT_A_STABLE | ODE_TRAIT_L_STABLE,
     ODE_N_ ("The BDF of highest order that is A-stable; a robust choice for stiff problems with fixed steps."))
BDF (3, ODE_N_ ("BDF of order 3"), "", 0,
     ODE_N_ ("Stable within 86° of the negative axis; for stiff problems without oscillation."))
BDF (4, ODE_N_ ("BDF of order 4"), "", 0,
     ODE_N_ ("Stable within 73° of the negative axis; for stiff problems without oscillation."))
BDF (5, ODE_N_ ("BDF of order 5"), "", 0,
     ODE_N_ ("Stable within 52° of the negative axis; for eigenvalues near the real axis."))
BDF (6, ODE_N_ ("BDF of order 6"), "", 0,
     ODE_N_ ("Stable only within 18° of the negative axis; a BDF of higher order is unstable."))

/* The leapfrog formula x_{n+1} = x_{n−1} + 2 h f_n has ρ = ζ² − 1, σ = 2ζ, C = 1/6. The roots are ζ = μ
 * ± √(1 + μ²), with product −1: one of them exceeds 1 in modulus unless both
 * lie on the unit circle, which holds for μ = iy, |y| ≤ 1; at |y| = 1 they
 * coincide and the solution grows linearly. The stability region is the open segment
 * between −i and i. For Re μ < 0 the parasitic solution behaves like (−1)^n
 * e^{−λt}: it grows as fast as the true solution decays (weak instability, III.9). */
MULTISTEP (leapfrog, ODE_N_ ("Leapfrog (explicit midpoint, two steps)"), "two_step_midpoint",
           ODE_N_ ("Stable without damping on the imaginary axis, weakly unstable elsewhere: for teaching, not for computations."),
           HNW "III.9, p. 433" HNW_DOI, ODE_TRAIT_MULTISTEP, ODE_MULTISTEP_LEAPFROG, 2, 2)
/* The formula x_{n+1} = −4 x_n + 5 x_{n−1} + h (4 f_n + 2 f_{n−1}) is the explicit two-step
 * formula of the highest possible order, 3, with C = 1/36. ρ = (ζ − 1)(ζ + 5): rounding
 * errors grow like 5^n for every h, so halving the step squares the
 * amplification. By Dahlquist's first barrier a zero-stable explicit two-step
 * formula has order 2 at most (III.3). */
MULTISTEP (unstable_two_step, ODE_N_ ("The explicit two-step method of order 3"), "dahlquist_unstable",
           ODE_N_ ("Consistent of order 3 but unstable: a root of −5 violates the root condition, so smaller steps give larger errors. "
                   "For teaching."),
           HNW "III.3, p. 379" HNW_DOI, ODE_TRAIT_MULTISTEP | ODE_TRAIT_DIVERGENT, ODE_MULTISTEP_HERMITE, 2, 3)
