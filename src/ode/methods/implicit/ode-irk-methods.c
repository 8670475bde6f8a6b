/* The constants of the Gauss and Lobatto methods. The coefficients were computed with fifty
 * digits and rounded to double. HNW stands for Hairer, Nørsett and Wanner, Solving
 * ODEs I, 2nd ed. 1993, HW for Hairer and Wanner, Solving ODEs II, 2nd ed.
 * 1996.
 *
 * The spectrum contains the eigenvalues of A⁻¹, which are the poles of the stability
 * function R(z), since det (I − zA) is the denominator. Eigenvectors are
 * normalized to a last component of 1; a pair α ± iβ has the columns Re v, Im v
 * with (A⁻¹)(Re v + i Im v) = (α − iβ)(Re v + i Im v), so that A⁻¹ T = T Λ has
 * the block [α −β; β α] of ode-irk.h.
 *
 * C is the coefficient of z^{p+1} in R(z) − e^z, and ‖τ‖ the 2-norm of the
 * error coefficients of order p + 1 (as in ode-explicit-order123.c). M is the
 * matrix b_i a_ij + b_j a_ji − b_i b_j of algebraic stability: M ≥ 0 and b ≥ 0
 * imply B-stability (HW IV.12), M = 0 symplecticity and conservation of
 * quadratic invariants.
 *
 * Methods without b_hat have no embedded estimate; they need fixed steps or step doubling.
 * Dense output is the cubic Hermite polynomial, of order 3; with a mass matrix it is the
 * collocation polynomial if c_1 > 0. */
#include "ode-irk.h"

#define TRAITS (ODE_TRAIT_IMPLICIT | ODE_TRAIT_DAE | ODE_TRAIT_A_STABLE)

/* The Gauss method with two stages (HNW II.7, table 7.3), which is collocation at 1/2 ∓ √3/6, the
 * roots of the shifted Legendre polynomial, hence B(4), C(2), D(2) in Butcher's
 * simplifying assumptions, which give order 4.
 *
 *   R(z) = (1 + z/2 + z²/12)/(1 − z/2 + z²/12),
 *
 * is the (2,2) Padé approximation: |R(iy)| = 1, R(∞) = 1, poles 3 ± √3 i, C = −1/720. ‖τ‖
 * = 0.0043; the stage order is 2; M = 0. The method is symmetric. R(∞) = 1 means that
 * very stiff components are not damped at all. */
const OdeMethod ode_method_gauss4 = {
  .id = "gauss4",
  .label = ODE_N_ ("Gauss, order 4"),
  .aliases = "gauss_legendre4",
  .advice = ODE_N_ ("Symplectic at order 4 for every Hamiltonian; for long conservative runs at a fixed step, not for "
                    "strongly damped ones."),
  .source = "Hairer, Nørsett and Wanner, Solving Ordinary Differential Equations I, 2nd ed. 1993, II.7, p. 207, doi:10.1007/978-3-540-78862-1",
  .family = ODE_FAMILY_IMPLICIT_RK,
  .traits = TRAITS | ODE_TRAIT_SYMPLECTIC | ODE_TRAIT_TIME_REVERSIBLE,
  .order = 4, .error_order = 5, .dense_order = 4, .n_stages = 2,
  .accuracy_default = 1e-4, .accuracy_loosest = 1e-1, .accuracy_tightest = 1e-12,
  .stepper = &ode_irk_class,
  .tableau = &(const OdeTableau) {
    .n_stages = 2,
    .A = (const double[]) {
      0.25, -0.038675134594812882255,
      0.53867513459481288225, 0.25,
    },
    .b = (const double[]) { 0.5, 0.5 },
    .c = (const double[]) { 0.21132486540518711775, 0.78867513459481288225 },
  },
  .data = &(const OdeIrkSpectrum) {
    .n_real = 0, .n_pairs = 1,
    .eigenvalues = (const double[]) { 3, 1.7320508075688772935 },
    .T = (const double[]) {
      0, 0.26794919243112270647,
      1, 0,
    },
    .T_inverse = (const double[]) {
      0, 1,
      3.7320508075688772935, 0,
    },
  },
};

/* The Gauss method with three stages (HNW II.7, table 7.4), which is collocation at 1/2 ∓ √15/10
 * and 1/2. R is the (3,3) Padé approximation,
 *
 *   R(z) = (1 + z/2 + z²/10 + z³/120)/(1 − z/2 + z²/10 − z³/120),
 *
 * R(∞) = −1, poles 4.644 and 3.678 ± 3.509 i, C = 1/100800. ‖τ‖ = 1.65·10⁻⁴; the
 * stage order is 3; M = 0. The method is symmetric. Very stiff components alternate in sign
 * without damping. */
const OdeMethod ode_method_gauss6 = {
  .id = "gauss6",
  .label = ODE_N_ ("Gauss, order 6"),
  .aliases = "gauss_legendre6 gauss3",
  .advice = ODE_N_ ("Symplectic at order 6 for every Hamiltonian; the most accurate method for long conservative runs."),
  .source = "Hairer, Nørsett and Wanner, Solving Ordinary Differential Equations I, 2nd ed. 1993, II.7, p. 209, doi:10.1007/978-3-540-78862-1",
  .family = ODE_FAMILY_IMPLICIT_RK,
  .traits = TRAITS | ODE_TRAIT_SYMPLECTIC | ODE_TRAIT_TIME_REVERSIBLE,
  .order = 6, .error_order = 7, .dense_order = 6, .n_stages = 3,
  .accuracy_default = 1e-4, .accuracy_loosest = 1e-1, .accuracy_tightest = 1e-13,
  .stepper = &ode_irk_class,
  .tableau = &(const OdeTableau) {
    .n_stages = 3,
    .A = (const double[]) {
      0.13888888888888888889, -0.035976667524938903456, 0.0097894440153083260496,
      0.30026319498086459244, 0.22222222222222222222, -0.02248541720308681466,
      0.26798833376246945173, 0.4804211119693833479, 0.13888888888888888889,
    },
    .b = (const double[]) { 0.27777777777777777778, 0.44444444444444444444, 0.27777777777777777778 },
    .c = (const double[]) { 0.11270166537925831148, 0.5, 0.88729833462074168852 },
  },
  .data = &(const OdeIrkSpectrum) {
    .n_real = 1, .n_pairs = 1,
    .eigenvalues = (const double[]) {
      4.6443707092521711858, 3.6778146453739144071,
      3.5087619195674433219,
    },
    .T = (const double[]) {
      0.072151852055200170321, -0.082241230573630670649, -0.060120738619308501731,
      0.11883257874127780707, 0.053065090742061395046, 0.31620505113229157322,
      1, 1, 0,
    },
    .T_inverse = (const double[]) {
      5.9916980849378007756, 1.1392142951557354446, 0.43231211378385838557,
      -5.9916980849378007756, -1.1392142951557354446, 0.56768788621614161443,
      -1.2462132735862314108, 2.9255596461923136626, -0.25773520127343249235,
    },
  },
};

/* Lobatto IIIA with three stages (HW IV.5, table 5.7), which is collocation at 0, 1/2,
 * 1, hence B(4), C(3), D(1). The first stage is x0, so that only two stages are unknown,
 * and the last one is x1. b is Simpson's rule; eliminating the middle stage gives
 * the Hermite–Simpson formula of boundary-value codes. R is that of gauss4,
 * A-stable with R(∞) = 1; ‖τ‖ = 0.0057; the stage order is 3, one more than that of gauss4,
 * with the same work. The method is symmetric, but M is indefinite (m_11 = −1/36), so it is
 * neither B-stable nor symplectic. */
const OdeMethod ode_method_lobatto_iiia4 = {
  .id = "lobatto_iiia4",
  .label = ODE_N_ ("Lobatto IIIA, order 4"),
  .aliases = "hermite_simpson",
  .advice = ODE_N_ ("The collocation method of boundary-value solvers: both ends are stages; stiff components oscillate."),
  .source = "Hairer and Wanner, Solving Ordinary Differential Equations II, 2nd ed. 1996, IV.5, p. 75, doi:10.1007/978-3-642-05221-7",
  .family = ODE_FAMILY_IMPLICIT_RK,
  .traits = TRAITS | ODE_TRAIT_TIME_REVERSIBLE,
  .order = 4, .error_order = 5, .dense_order = 4, .n_stages = 3,
  .accuracy_default = 1e-4, .accuracy_loosest = 1e-1, .accuracy_tightest = 1e-12,
  .stepper = &ode_irk_class,
  .tableau = &(const OdeTableau) {
    .n_stages = 3,
    .A = (const double[]) {
      0, 0, 0,
      0.20833333333333333333, 0.33333333333333333333, -0.041666666666666666667,
      0.16666666666666666667, 0.66666666666666666667, 0.16666666666666666667,
    },
    .b = (const double[]) { 0.16666666666666666667, 0.66666666666666666667, 0.16666666666666666667 },
    .c = (const double[]) { 0, 0.5, 1 },
    .fsal = true,
  },
  .data = &(const OdeIrkSpectrum) {
    .n_real = 0, .n_pairs = 1,
    .eigenvalues = (const double[]) { 3, 1.7320508075688772935 },
    .T = (const double[]) {
      0.125, 0.21650635094610966169,
      1, 0,
    },
    .T_inverse = (const double[]) {
      0, 1,
      4.6188021535170061161, -0.57735026918962576451,
    },
  },
};

/* Lobatto IIIC with two stages (HW IV.5, table 5.10). R is the (0,2) Padé
 * approximation 1/(1 − z + z²/2), poles 1 ± i, L-stable, C = −1/6; ‖τ‖ = 0.186.
 * The stage order is 1. M = ((1, −1), (−1, 1))/4 ≥ 0, so the method is algebraically stable. */
const OdeMethod ode_method_lobatto_iiic2 = {
  .id = "lobatto_iiic2",
  .label = ODE_N_ ("Lobatto IIIC, order 2"),
  .aliases = "",
  .advice = ODE_N_ ("Two stages, L-stable at order 2; to demonstrate the family."),
  .source = "Hairer and Wanner, Solving Ordinary Differential Equations II, 2nd ed. 1996, IV.5, p. 77, doi:10.1007/978-3-642-05221-7",
  .family = ODE_FAMILY_IMPLICIT_RK,
  .traits = TRAITS | ODE_TRAIT_STIFF | ODE_TRAIT_L_STABLE,
  .order = 2, .error_order = 3, .dense_order = 3, .n_stages = 2,
  .accuracy_default = 1e-4, .accuracy_loosest = 1e-1, .accuracy_tightest = 1e-10,
  .stepper = &ode_irk_class,
  .tableau = &(const OdeTableau) {
    .n_stages = 2,
    .A = (const double[]) {
      0.5, -0.5,
      0.5, 0.5,
    },
    .b = (const double[]) { 0.5, 0.5 },
    .c = (const double[]) { 0, 1 },
  },
  .data = &(const OdeIrkSpectrum) {
    .n_real = 0, .n_pairs = 1,
    .eigenvalues = (const double[]) { 1, 1 },
    .T = (const double[]) {
      0, 1,
      1, 0,
    },
    .T_inverse = (const double[]) {
      0, 1,
      1, 0,
    },
  },
};

/* Lobatto IIIC with three stages (HW IV.5, table 5.10): it satisfies a_i1 = b_1 and
 * C(2). R is the (1,3) Padé approximation,
 *
 *   R(z) = (1 + z/4)/(1 − 3z/4 + z²/4 − z³/24),
 *
 * so the method is L-stable with C = 1/480; ‖τ‖ = 0.0065. The stage order is 2, and M ≥ 0. R < 0
 * for z < −4; the minimum is −0.023 at z ≈ −7.2. */
const OdeMethod ode_method_lobatto_iiic4 = {
  .id = "lobatto_iiic4",
  .label = ODE_N_ ("Lobatto IIIC, order 4"),
  .aliases = "",
  .advice = ODE_N_ ("L-stable at order 4 with both ends as stages; Radau IIA is equally stable and more efficient."),
  .source = "Hairer and Wanner, Solving Ordinary Differential Equations II, 2nd ed. 1996, IV.5, p. 77, doi:10.1007/978-3-642-05221-7",
  .family = ODE_FAMILY_IMPLICIT_RK,
  .traits = TRAITS | ODE_TRAIT_STIFF | ODE_TRAIT_L_STABLE,
  .order = 4, .error_order = 5, .dense_order = 4, .n_stages = 3,
  .accuracy_default = 1e-4, .accuracy_loosest = 1e-1, .accuracy_tightest = 1e-12,
  .stepper = &ode_irk_class,
  .tableau = &(const OdeTableau) {
    .n_stages = 3,
    .A = (const double[]) {
      0.16666666666666666667, -0.33333333333333333333, 0.16666666666666666667,
      0.16666666666666666667, 0.41666666666666666667, -0.083333333333333333333,
      0.16666666666666666667, 0.66666666666666666667, 0.16666666666666666667,
    },
    .b = (const double[]) { 0.16666666666666666667, 0.66666666666666666667, 0.16666666666666666667 },
    .c = (const double[]) { 0, 0.5, 1 },
  },
  .data = &(const OdeIrkSpectrum) {
    .n_real = 1, .n_pairs = 1,
    .eigenvalues = (const double[]) {
      2.625816818958466716, 1.687091590520766642,
      2.5087317549248805108,
    },
    .T = (const double[]) {
      0.45541004110102846721, -0.60270502055051423361, -0.43093212292032257311,
      0.2073983055356404378, 0.1775508472321797811, 0.51944990800113948443,
      1, 1, 0,
    },
    .T_inverse = (const double[]) {
      0.92346650311313686121, 0.76610155185835124108, 0.42055591813817669093,
      -0.92346650311313686121, -0.76610155185835124108, 0.57944408186182330907,
      -0.053062148095041167466, 1.8810934429360759126, -0.36597055757427452547,
    },
  },
};
