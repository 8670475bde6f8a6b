/* The splitting methods for q' = v, v' = a(q, t). A stage is a kick (K), which changes the
 * velocities, followed by a drift (D), which changes the positions; with drift_first the
 * drift comes first. HLW stands for Hairer, Lubich and Wanner, Geometric
 * Numerical Integration, 2nd ed. 2006.
 *
 * All compositions of Verlet steps with weights w_1 … w_s are written out as
 * kicks and drifts: drift_i = w_i and kick_i = (w_{i−1} + w_i)/2 with w_0 =
 * w_{s+1} = 0. Symmetric compositions have even order; order 4 needs Σ w_i = 1 and Σ
 * w_i³ = 0, hence a negative weight. Every method of an order above 2 has
 * negative fractions (Suzuki, J. Math. Phys. 32 (1991) 400); errors are smaller
 * if these are small in modulus.
 *
 * The comments of the methods give numbers that were computed from the coefficients in this file:
 *
 *   F        evaluations of a per step
 *   E        2-norm of the coefficients of h^{p+1} in the product of exponentials
 *            minus exp(h (K + D)), over the 2^{p+1} products of K and D
 *   F E^{1/p} effective error, which compares methods of the same order at equal work
 *   φ        phase error per step on q'' = −ω²q, to leading order in hω
 *   hω ≤     stability bound, |trace| ≤ 2 for a step on this oscillator; beyond it
 *            solutions grow. Divided by F it compares methods at equal work
 *
 * The methods have no error estimate and no ODE_TRAIT_ADAPTIVE, since with a step
 * size that follows an estimate they lose the long-time behaviour for which they are
 * used (HLW VIII.1). error_order = p + 1 holds for step doubling, which a user can
 * request. dense_order = min (p, 3), the order of the cubic Hermite polynomial; the methods of order 6 and 8 have dense
 * output of their order from shorter steps. */
#include "ode-splitting.h"

/* Strang's splitting exp(hK/2) exp(hD) exp(hK/2). F = 1, since the last kick and the
 * first kick of the next step use the same force; E = 0.228; φ = (hω)³/24; hω ≤ 2,
 * the largest interval per evaluation of all methods here. On the oscillator the method
 * conserves v² + ω² (1 − (hω)²/4) q² exactly, which is positive definite as
 * long as hω < 2. */
const OdeMethod ode_method_stormer_verlet = {
  .id = "stormer_verlet",
  .label = ODE_N_ ("Störmer–Verlet 2"),
  .aliases = "leapfrog_kdk velocity_verlet",
  .known_as = "Julia VelocityVerlet",
  .advice = ODE_N_ ("The standard method of molecular dynamics: one force evaluation per step, no energy drift in long runs; use fixed "
                    "steps."),
  .source = "Hairer, Lubich, Wanner, Geometric Numerical Integration, 2nd ed. 2006, I.1.4, "
            "doi:10.1007/3-540-30666-8",
  .family = ODE_FAMILY_SPLITTING,
  .traits = ODE_TRAIT_SYMPLECTIC | ODE_TRAIT_NEEDS_PAIRS | ODE_TRAIT_TIME_REVERSIBLE,
  .order = 2, .error_order = 3, .dense_order = 2, .n_stages = 1,
  .accuracy_default = 1e-3, .accuracy_loosest = 0.1, .accuracy_tightest = 1e-8,
  .stepper = &ode_splitting_class,
  .data = &(const OdeSplitting) {
    .n_stages = 2,
    .kick = (const double[]) { 1.0 / 2.0, 1.0 / 2.0 },
    .drift = (const double[]) { 1.0, 0 },
  },
};

/* The composition exp(hD/2) exp(hK) exp(hD/2), which is Störmer–Verlet with the roles
 * of q and v exchanged. Both are conjugate by half a drift, hence E, φ and the stability
 * bound are the same. The force is evaluated at the midpoint, so it is not shared
 * between steps and f1 is not known. */
const OdeMethod ode_method_position_verlet = {
  .id = "position_verlet",
  .label = ODE_N_ ("Position Verlet 2"),
  .aliases = "",
  .advice = ODE_N_ ("Verlet that updates positions first: it evaluates forces only at midpoints, which is good if forces are stiff at "
                    "the ends."),
  .source = "Hairer, Lubich, Wanner, Geometric Numerical Integration, 2nd ed. 2006, I.1.4, "
            "doi:10.1007/3-540-30666-8",
  .family = ODE_FAMILY_SPLITTING,
  .traits = ODE_TRAIT_SYMPLECTIC | ODE_TRAIT_NEEDS_PAIRS | ODE_TRAIT_TIME_REVERSIBLE,
  .order = 2, .error_order = 3, .dense_order = 2, .n_stages = 1,
  .accuracy_default = 1e-3, .accuracy_loosest = 0.1, .accuracy_tightest = 1e-8,
  .stepper = &ode_splitting_class,
  .data = &(const OdeSplitting) {
    .n_stages = 2, .drift_first = true,
    .kick = (const double[]) { 1.0, 0 },
    .drift = (const double[]) { 1.0 / 2.0, 1.0 / 2.0 },
  },
};

/* The fractions are kick 1 − 1/√2, drift 1/√2, kick 1/√2, drift 1 − 1/√2. This method
 * has the smallest error in the one-parameter family of two-stage methods of order
 * 2. It is not palindromic; its adjoint is the same method with K and D exchanged. F =
 * 2, E = 0.0350, F E^{1/2} = 0.374 (Störmer–Verlet: 0.478); φ = 0.0202 (hω)³;
 * hω ≤ 2.26. */
const OdeMethod ode_method_mclachlan_atela2 = {
  .id = "mclachlan_atela2",
  .label = ODE_N_ ("McLachlan–Atela 2"),
  .aliases = "",
  .known_as = "Julia McAte2",
  .advice = ODE_N_ ("The two-stage method of order 2 with the smallest error: a fifth of Verlet's error with twice the force evaluations."),
  .source = "McLachlan, Atela, Nonlinearity 5 (1992) 541-562, doi:10.1088/0951-7715/5/2/011",
  .family = ODE_FAMILY_SPLITTING,
  .traits = ODE_TRAIT_SYMPLECTIC | ODE_TRAIT_NEEDS_PAIRS,
  .order = 2, .error_order = 3, .dense_order = 2, .n_stages = 2,
  .accuracy_default = 1e-3, .accuracy_loosest = 0.1, .accuracy_tightest = 1e-8,
  .stepper = &ode_splitting_class,
  .data = &(const OdeSplitting) {
    .n_stages = 2,
    .kick = (const double[]) { 0.292893218813452475599156, 0.707106781186547524400844 },
    .drift = (const double[]) { 0.707106781186547524400844, 0.292893218813452475599156 },
  },
};

/* Ruth's method, a rational solution of the five order conditions for six
 * fractions. F = 3, E = 0.0495, F E^{1/3} = 1.10. On the oscillator the
 * determinant is 1 and the phase error is φ = 6.4·10⁻⁴ (hω)⁵; hω ≤
 * 2.51. Because of the drift −2/3, Σ|d_i| = 7/3. */
const OdeMethod ode_method_ruth3 = {
  .id = "ruth3",
  .label = ODE_N_ ("Ruth 3"),
  .aliases = "",
  .known_as = "Julia Ruth3",
  .advice = ODE_N_ ("The first symplectic method of order 3, of historical interest; not time-reversible."),
  .source = "Ruth, IEEE Trans. Nucl. Sci. NS-30 (1983) 2669-2671, doi:10.1109/TNS.1983.4332919",
  .family = ODE_FAMILY_SPLITTING,
  .traits = ODE_TRAIT_SYMPLECTIC | ODE_TRAIT_NEEDS_PAIRS,
  .order = 3, .error_order = 4, .dense_order = 3, .n_stages = 3,
  .accuracy_default = 1e-3, .accuracy_loosest = 0.1, .accuracy_tightest = 1e-8,
  .stepper = &ode_splitting_class,
  .data = &(const OdeSplitting) {
    .n_stages = 3,
    .kick = (const double[]) { 7.0 / 24.0, 3.0 / 4.0, -1.0 / 24.0 },
    .drift = (const double[]) { 2.0 / 3.0, -2.0 / 3.0, 1.0 },
  },
};

/* This method belongs to the one-parameter family of three-stage methods of
 * order 3. It satisfies drift_i = kick_{4−i}, so its adjoint is the same method
 * with K and D exchanged. F = 3, E = 0.0423, F E^{1/3} = 1.05; φ = −3.1·10⁻⁴
 * (hω)⁵; hω ≤ 4.52, the longest interval of order 3. */
const OdeMethod ode_method_mclachlan_atela3 = {
  .id = "mclachlan_atela3",
  .label = ODE_N_ ("McLachlan–Atela 3"),
  .aliases = "",
  .known_as = "Julia McAte3",
  .advice = ODE_N_ ("The three-stage method of order 3 with the smallest error constants; not time-reversible."),
  .source = "McLachlan, Atela, Nonlinearity 5 (1992) 541-562, doi:10.1088/0951-7715/5/2/011",
  .family = ODE_FAMILY_SPLITTING,
  .traits = ODE_TRAIT_SYMPLECTIC | ODE_TRAIT_NEEDS_PAIRS,
  .order = 3, .error_order = 4, .dense_order = 3, .n_stages = 3,
  .accuracy_default = 1e-3, .accuracy_loosest = 0.1, .accuracy_tightest = 1e-8,
  .stepper = &ode_splitting_class,
  .data = &(const OdeSplitting) {
    .n_stages = 3,
    .kick = (const double[]) { 0.268330095781759924956955, -0.187991618799159782007853, 0.919661523017399857050898 },
    .drift = (const double[]) { 0.919661523017399857050898, -0.187991618799159782007853, 0.268330095781759924956955 },
  },
};

/* A Runge–Kutta–Nyström method: it has order 4 only if the kinetic energy is quadratic
 * in v with a constant mass matrix, as it is for q' = v. The coefficients of h⁴
 * differ from those of exp(h (K + D)) only by 0.00177 [K, [K, [K, D]]]
 * and rounding errors. This commutator is zero because accelerations
 * do not depend on v and drifts are linear in v. F = 4; φ = −1.1·10⁻⁴
 * (hω)⁵; hω ≤ 3.04. */
const OdeMethod ode_method_mclachlan_atela4 = {
  .id = "mclachlan_atela4",
  .label = ODE_N_ ("McLachlan–Atela 4"),
  .aliases = "",
  .known_as = "Julia McAte4",
  .advice = ODE_N_ ("Order 4 with four force evaluations, for kinetic energies quadratic in the velocities; not time-reversible."),
  .source = "McLachlan, Atela, Nonlinearity 5 (1992) 541-562, doi:10.1088/0951-7715/5/2/011",
  .family = ODE_FAMILY_SPLITTING,
  .traits = ODE_TRAIT_SYMPLECTIC | ODE_TRAIT_NEEDS_PAIRS,
  .order = 4, .error_order = 5, .dense_order = 3, .n_stages = 4,
  .accuracy_default = 1e-6, .accuracy_loosest = 0.1, .accuracy_tightest = 1e-13,
  .stepper = &ode_splitting_class,
  .data = &(const OdeSplitting) {
    .n_stages = 4,
    .kick = (const double[]) { 0.1344961992774310892, -0.2248198030794208058, 0.7563200005156682911, 0.3340036032863214255 },
    .drift = (const double[]) { 0.5153528374311229364, -0.085782019412973646, 0.4415830236164665242, 0.1288461583653841854 },
  },
};

/* The triple jump, a composition with the weights w = (w_1, w_0, w_1) with w_1 = 1/(2 − 2^{1/3}), w_0 = 1 − 2
 * w_1 = −2^{1/3} w_1, the only real solution of 2 w_1 + w_0 = 1, 2 w_1³ + w_0³
 * = 0 (HLW II.4, example 4.2). F = 3, E = 0.184, F E^{1/4} = 1.97; φ = −0.066
 * (hω)⁵; hω ≤ 1.57, because the middle step goes back by 1.70 h. */
const OdeMethod ode_method_yoshida4 = {
  .id = "yoshida4",
  .label = ODE_N_ ("Yoshida 4 (triple jump)"),
  .aliases = "forest_ruth",
  .known_as = "Julia CandyRoz4",
  .advice = ODE_N_ ("Three Verlet steps, the middle one backward: order 4 at the lowest cost per step, with large error constants."),
  .source = "Yoshida, Phys. Lett. A 150 (1990) 262-268, doi:10.1016/0375-9601(90)90092-3; Forest, Ruth, Physica "
            "D 43 (1990) 105-117",
  .family = ODE_FAMILY_SPLITTING,
  .traits = ODE_TRAIT_SYMPLECTIC | ODE_TRAIT_NEEDS_PAIRS | ODE_TRAIT_TIME_REVERSIBLE,
  .order = 4, .error_order = 5, .dense_order = 3, .n_stages = 3,
  .accuracy_default = 1e-6, .accuracy_loosest = 0.1, .accuracy_tightest = 1e-13,
  .stepper = &ode_splitting_class,
  .data = &(const OdeSplitting) {
    .n_stages = 4,
    .kick = (const double[]) { 0.675603595979828817023844, -0.175603595979828817023844, -0.175603595979828817023844, 0.675603595979828817023844 },
    .drift = (const double[]) { 1.35120719195965763404769, -1.70241438391931526809538, 1.35120719195965763404769, 0 },
  },
};

/* The composition with the weights w = (p, p, 1 − 4p, p, p) and p = 1/(4 − 4^{1/3}), so that 4 p³ + (1 − 4p)³ = 0 (HLW
 * II.4, example 4.3). All |w_i| < 1. F = 5, E = 0.00917, F E^{1/4} = 1.55; φ =
 * −9.3·10⁻⁴ (hω)⁵; hω ≤ 2.72. */
const OdeMethod ode_method_suzuki4 = {
  .id = "suzuki4",
  .label = ODE_N_ ("Suzuki 4"),
  .aliases = "",
  .advice = ODE_N_ ("Five Verlet steps with small weights: more expensive per step than the triple jump, but far more accurate at "
                    "equal cost."),
  .source = "Suzuki, Phys. Lett. A 146 (1990) 319-323, doi:10.1016/0375-9601(90)90962-N",
  .family = ODE_FAMILY_SPLITTING,
  .traits = ODE_TRAIT_SYMPLECTIC | ODE_TRAIT_NEEDS_PAIRS | ODE_TRAIT_TIME_REVERSIBLE,
  .order = 4, .error_order = 5, .dense_order = 3, .n_stages = 5,
  .accuracy_default = 1e-6, .accuracy_loosest = 0.1, .accuracy_tightest = 1e-13,
  .stepper = &ode_splitting_class,
  .data = &(const OdeSplitting) {
    .n_stages = 6,
    .kick = (const double[]) {
      0.207245385897187868571177, 0.414490771794375737142354, -0.121736157691563605713531, -0.121736157691563605713531,
        0.414490771794375737142354, 0.207245385897187868571177,
    },
    .drift = (const double[]) {
      0.414490771794375737142354, 0.414490771794375737142354, -0.657963087177502948569416, 0.414490771794375737142354,
        0.414490771794375737142354, 0,
    },
  },
};

/* The composition of Verlet steps with the weights (w_1, w_2, 1 − 2 (w_1 + w_2), w_2, w_1), w_1 = 0.28
 * and w_2 from Σ w_i³ = 0. McLachlan chose the free parameter w_1 for a small error. F = 5,
 * E = 0.00627, F E^{1/4} = 1.41; φ = −0.0019 (hω)⁵; hω ≤ 3.02. */
const OdeMethod ode_method_mclachlan4_5 = {
  .id = "mclachlan4_5",
  .label = ODE_N_ ("McLachlan 4, five stages"),
  .aliases = "",
  .advice = ODE_N_ ("An optimized five-stage composition of order 4."),
  .source = "McLachlan, SIAM J. Sci. Comput. 16 (1995) 151-168, doi:10.1137/0916010",
  .family = ODE_FAMILY_SPLITTING,
  .traits = ODE_TRAIT_SYMPLECTIC | ODE_TRAIT_NEEDS_PAIRS | ODE_TRAIT_TIME_REVERSIBLE,
  .order = 4, .error_order = 5, .dense_order = 3, .n_stages = 5,
  .accuracy_default = 1e-6, .accuracy_loosest = 0.1, .accuracy_tightest = 1e-13,
  .stepper = &ode_splitting_class,
  .data = &(const OdeSplitting) {
    .n_stages = 6,
    .kick = (const double[]) { 0.14, 0.452733214233835022505, -0.092733214233835022505, -0.092733214233835022505, 0.452733214233835022505, 0.14 },
    .drift = (const double[]) { 0.28, 0.62546642846767004501, -0.81093285693534009002, 0.62546642846767004501, 0.28, 0 },
  },
};

/* A palindromic composition DKDKDKDKD that does not consist of Verlet steps, with ξ = 0.17862,
 * χ = −0.06626 and λ = −0.21234 (the second kick; the first is 1/2 − λ). Two
 * order conditions remain for three parameters; the third minimizes the norm of
 * the fifth-order error. F = 4, E = 0.00728, F E^{1/4} = 1.17; φ = −6.1·10⁻⁵
 * (hω)⁵; hω ≤ 2.99. The coefficients have 16 digits, and the residuals of the
 * conditions are 3·10⁻¹⁷. */
const OdeMethod ode_method_pefrl4 = {
  .id = "pefrl4",
  .label = ODE_N_ ("PEFRL 4"),
  .aliases = "pefrl",
  .advice = ODE_N_ ("Position-extended Forest–Ruth: four force evaluations per step and small errors, popular for N-body and molecular "
                    "dynamics."),
  .source = "Omelyan, Mryglod, Folk, Comput. Phys. Commun. 146 (2002) 188-202, doi:10.1016/S0010-4655(02)00451-4",
  .family = ODE_FAMILY_SPLITTING,
  .traits = ODE_TRAIT_SYMPLECTIC | ODE_TRAIT_NEEDS_PAIRS | ODE_TRAIT_TIME_REVERSIBLE,
  .order = 4, .error_order = 5, .dense_order = 3, .n_stages = 4,
  .accuracy_default = 1e-6, .accuracy_loosest = 0.1, .accuracy_tightest = 1e-13,
  .stepper = &ode_splitting_class,
  .data = &(const OdeSplitting) {
    .n_stages = 5, .drift_first = true,
    .kick = (const double[]) { 0.7123418310626054, -0.2123418310626054, -0.2123418310626054, 0.7123418310626054, 0 },
    .drift = (const double[]) { 0.1786178958448091, -0.06626458266981849, 0.77529337365001878, -0.06626458266981849, 0.1786178958448091 },
  },
};

/* Method S6 of Blanes and Moan (2002), a palindromic composition of kicks and
 * drifts whose free coefficients minimize the error
 * constant. F = 6; E = 4.6·10⁻⁴, 400 times smaller than that
 * of the triple jump; F E^{1/4} = 0.88, the smallest value
 * of the methods of order 4 in this file; φ = −1.3·10⁻⁵
 * (hω)⁵; hω ≤ 3.13. */
const OdeMethod ode_method_blanes_moan4 = {
  .id = "blanes_moan4",
  .label = ODE_N_ ("Blanes–Moan 4 (S6)"),
  .aliases = "",
  .advice = ODE_N_ ("Six force evaluations per step; the error constants are hundreds of times smaller than those of the triple jump: "
                    "the first choice of order 4."),
  .source = "Blanes, Moan, J. Comput. Appl. Math. 142 (2002) 313-330, doi:10.1016/S0377-0427(01)00492-7",
  .family = ODE_FAMILY_SPLITTING,
  .traits = ODE_TRAIT_SYMPLECTIC | ODE_TRAIT_NEEDS_PAIRS | ODE_TRAIT_TIME_REVERSIBLE,
  .order = 4, .error_order = 5, .dense_order = 3, .n_stages = 6,
  .accuracy_default = 1e-6, .accuracy_loosest = 0.1, .accuracy_tightest = 1e-13,
  .stepper = &ode_splitting_class,
  .data = &(const OdeSplitting) {
    .n_stages = 7,
    .kick = (const double[]) {
      0.0792036964311957, 0.353172906049774, -0.0420650803577195, 0.2193769557534996, -0.0420650803577195,
        0.353172906049774, 0.0792036964311957,
    },
    .drift = (const double[]) {
      0.209515106613362, -0.143851773179818, 0.434336666566456, 0.434336666566456, -0.143851773179818,
        0.209515106613362, 0,
    },
  },
};

/* Yoshida's solution A, a symmetric composition of seven Verlet steps.
 * It has the smallest weights of his three solutions. F = 7, E =
 * 0.0122, F E^{1/6} = 3.36; φ = 0.0038 (hω)⁷; hω ≤ 2.27; Σ|w_i| = 5.7. */
const OdeMethod ode_method_yoshida6 = {
  .id = "yoshida6",
  .label = ODE_N_ ("Yoshida 6 (solution A)"),
  .aliases = "",
  .known_as = "Julia Yoshida6",
  .advice = ODE_N_ ("Seven Verlet steps for order 6; kahan_li6 has smaller errors."),
  .source = "Yoshida, Phys. Lett. A 150 (1990) 262-268, doi:10.1016/0375-9601(90)90092-3",
  .family = ODE_FAMILY_SPLITTING,
  .traits = ODE_TRAIT_SYMPLECTIC | ODE_TRAIT_NEEDS_PAIRS | ODE_TRAIT_TIME_REVERSIBLE,
  .order = 6, .error_order = 7, .dense_order = 6, .n_stages = 7,
  .accuracy_default = 1e-6, .accuracy_loosest = 0.1, .accuracy_tightest = 1e-13,
  .stepper = &ode_splitting_class,
  .data = &(const OdeSplitting) {
    .n_stages = 8,
    .kick = (const double[]) {
      0.392256805238778631909749, 0.510043411918457698752145, -0.471053385409756436630811, 0.0687531682525201059689170,
        0.0687531682525201059689170, -0.471053385409756436630811, 0.510043411918457698752145,
        0.392256805238778631909749,
    },
    .drift = (const double[]) {
      0.784513610477557263819498, 0.235573213359358133684793, -1.17767998417887100694642, 1.31518632068391121888425,
        -1.17767998417887100694642, 0.235573213359358133684793, 0.784513610477557263819498, 0,
    },
  },
};

/* A composition of nine Verlet steps. Order 6 needs only seven; the two free weights
 * were chosen for a small error. F = 9, E = 0.00144, F E^{1/6} = 3.03; φ =
 * 4.1·10⁻⁴ (hω)⁷; hω ≤ 2.53; Σ|w_i| = 3.8. */
const OdeMethod ode_method_kahan_li6 = {
  .id = "kahan_li6",
  .label = ODE_N_ ("Kahan–Li 6"),
  .aliases = "",
  .known_as = "Julia KahanLi6",
  .advice = ODE_N_ ("Nine Verlet steps for order 6 with small errors: for planets at 1e-8 and below."),
  .source = "Kahan, Li, Math. Comp. 66 (1997) 1089-1099, doi:10.1090/S0025-5718-97-00873-9 (s9odr6a)",
  .family = ODE_FAMILY_SPLITTING,
  .traits = ODE_TRAIT_SYMPLECTIC | ODE_TRAIT_NEEDS_PAIRS | ODE_TRAIT_TIME_REVERSIBLE,
  .order = 6, .error_order = 7, .dense_order = 6, .n_stages = 9,
  .accuracy_default = 1e-6, .accuracy_loosest = 0.1, .accuracy_tightest = 1e-13,
  .stepper = &ode_splitting_class,
  .data = &(const OdeSplitting) {
    .n_stages = 10,
    .kick = (const double[]) {
      0.19608072200365706963962528, 0.3623802903983367889394996, -0.18682351788413996060510809,
        -0.312016288132044279789237, 0.440378793614190381815220, 0.440378793614190381815220,
        -0.312016288132044279789237, -0.18682351788413996060510809, 0.3623802903983367889394996,
        0.19608072200365706963962528,
    },
    .drift = (const double[]) {
      0.39216144400731413927925056, 0.33259913678935943859974864, -0.70624617255763935980996482,
        0.08221359629355080023149045, 0.79854399093482996339895034, 0.08221359629355080023149045,
        -0.70624617255763935980996482, 0.33259913678935943859974864, 0.39216144400731413927925056, 0,
    },
  },
};

/* A composition of fifteen Verlet steps, the smallest number for order 8. The weights are
 * from HLW V.3.2, equation 3.11; all are below 0.8 in modulus. F = 15, E = 1.3·10⁻⁴, F
 * E^{1/8} = 4.91; φ = 4.8·10⁻⁶ (hω)⁹; hω ≤ 3.39; Σ|w_i| = 6.5. */
const OdeMethod ode_method_yoshida8 = {
  .id = "yoshida8",
  .label = ODE_N_ ("Suzuki–Umeno 8"),
  .aliases = "",
  .advice = ODE_N_ ("Fifteen Verlet steps for order 8 with the revised coefficients."),
  .source = "McLachlan, SIAM J. Sci. Comput. 16 (1995) 151-168; Hairer, Lubich, Wanner, Geometric Numerical "
            "Integration, 2nd ed. 2006, V.3.2 (3.11), doi:10.1007/3-540-30666-8",
  .family = ODE_FAMILY_SPLITTING,
  .traits = ODE_TRAIT_SYMPLECTIC | ODE_TRAIT_NEEDS_PAIRS | ODE_TRAIT_TIME_REVERSIBLE,
  .order = 8, .error_order = 9, .dense_order = 8, .n_stages = 15,
  .accuracy_default = 1e-6, .accuracy_loosest = 0.1, .accuracy_tightest = 1e-13,
  .stepper = &ode_splitting_class,
  .data = &(const OdeSplitting) {
    .n_stages = 16,
    .kick = (const double[]) {
      0.370835182175306476724114, 0.166284769275290679725464, -0.109173057751896607021712, -0.191553880409921943351256,
        -0.137399144906213171405962, 0.316844549774477053814711, 0.324959005321032390208507,
        -0.240797423478074878693866, -0.240797423478074878693866, 0.324959005321032390208507,
        0.316844549774477053814711, -0.137399144906213171405962, -0.191553880409921943351256,
        -0.109173057751896607021712, 0.166284769275290679725464, 0.370835182175306476724114,
    },
    .drift = (const double[]) {
      0.741670364350612953448228, -0.409100825800031593997300, 0.190754710296238379953876, -0.573862471116082266656388,
        0.299064181303655923844464, 0.334624918245298183784958, 0.315293092396766596632057,
        -0.796887939352916354019789, 0.315293092396766596632057, 0.334624918245298183784958,
        0.299064181303655923844464, -0.573862471116082266656388, 0.190754710296238379953876,
        -0.409100825800031593997300, 0.741670364350612953448228, 0,
    },
  },
};

/* Yoshida's solution D of order 8. The weights are as large as 2.45 and Σ|w_i| = 20.8, so the substeps of each step are together
 * about twenty times as long as the step. F = 15, E = 60.9, 4·10⁵ times that of yoshida8; F
 * E^{1/8} = 25; hω ≤ 0.93. */
const OdeMethod ode_method_yoshida8_d = {
  .id = "yoshida8_d",
  .label = ODE_N_ ("Yoshida 8 (solution D)"),
  .aliases = "",
  .advice = ODE_N_ ("The original solution D of order 8, with large weights and errors: for comparison with newer "
                    "ones."),
  .source = "Yoshida, Phys. Lett. A 150 (1990) 262-268, table 2, doi:10.1016/0375-9601(90)90092-3",
  .family = ODE_FAMILY_SPLITTING,
  .traits = ODE_TRAIT_SYMPLECTIC | ODE_TRAIT_NEEDS_PAIRS | ODE_TRAIT_TIME_REVERSIBLE,
  .order = 8, .error_order = 9, .dense_order = 8, .n_stages = 15,
  .accuracy_default = 1e-6, .accuracy_loosest = 0.1, .accuracy_tightest = 1e-13,
  .stepper = &ode_splitting_class,
  .data = &(const OdeSplitting) {
    .n_stages = 16,
    .kick = (const double[]) {
      0.521213104349852132174477, 1.43131625920334216684034, 0.988973118915344195337279, 1.29888362714502619257986,
        1.21642871598462436585854, -1.22708085895067061069725, -2.03140778260244983704132, -1.69832618404506860505194,
        -1.69832618404506860505194, -2.03140778260244983704132, -1.22708085895067061069725, 1.21642871598462436585854,
        1.29888362714502619257986, 0.988973118915344195337279, 1.43131625920334216684034, 0.521213104349852132174477,
    },
    .drift = (const double[]) {
      1.04242620869970426434895, 1.82020630970698006933173, 0.157739928123708321342826, 2.44002732616634406381690,
        -0.00716989419709533209980613, -2.44699182370424588929469, -1.61582374150065378478794,
        -1.78082862658948342531594, -1.61582374150065378478794, -2.44699182370424588929469,
        -0.00716989419709533209980613, 2.44002732616634406381690, 0.157739928123708321342826,
        1.82020630970698006933173, 1.04242620869970426434895, 0,
    },
  },
};

/* A composition of seventeen Verlet steps, two more than order 8 needs, with a largest weight of 0.61.
 * F = 17, E = 1.3·10⁻⁵, F E^{1/8} = 4.18, the smallest value of the methods of order 8 in this file; φ =
 * 1.2·10⁻⁶ (hω)⁹; hω ≤ 3.10. */
const OdeMethod ode_method_kahan_li8 = {
  .id = "kahan_li8",
  .label = ODE_N_ ("Kahan–Li 8"),
  .aliases = "",
  .known_as = "Julia KahanLi8",
  .advice = ODE_N_ ("Seventeen Verlet steps for order 8: for orbits over very long times near rounding error."),
  .source = "Kahan, Li, Math. Comp. 66 (1997) 1089-1099, doi:10.1090/S0025-5718-97-00873-9 (s17odr8a)",
  .family = ODE_FAMILY_SPLITTING,
  .traits = ODE_TRAIT_SYMPLECTIC | ODE_TRAIT_NEEDS_PAIRS | ODE_TRAIT_TIME_REVERSIBLE,
  .order = 8, .error_order = 9, .dense_order = 8, .n_stages = 17,
  .accuracy_default = 1e-6, .accuracy_loosest = 0.1, .accuracy_tightest = 1e-13,
  .stepper = &ode_splitting_class,
  .data = &(const OdeSplitting) {
    .n_stages = 18,
    .kick = (const double[]) {
      0.065101241544445040439408815, 0.34568273243199923272039102, 0.085844009565130549076942905,
        -0.115316528044845842755934, -0.118530993789040988220010, -0.1056821265774609351221995,
        0.221457014332318877192906, 0.276693055647816173082473, -0.15524840511036210641397742,
        -0.15524840511036210641397742, 0.276693055647816173082473, 0.221457014332318877192906,
        -0.1056821265774609351221995, -0.118530993789040988220010, -0.115316528044845842755934,
        0.085844009565130549076942905, 0.34568273243199923272039102, 0.065101241544445040439408815,
    },
    .drift = (const double[]) {
      0.13020248308889008087881763, 0.56116298177510838456196441, -0.3894749626448472864080786,
        0.15884190655515560089621075, -0.39590389413323757733623154, 0.18453964097831570709183254,
        0.25837438768632204729397911, 0.29501172360931029887096624, -0.60550853383003451169892108,
        0.29501172360931029887096624, 0.25837438768632204729397911, 0.18453964097831570709183254,
        -0.39590389413323757733623154, 0.15884190655515560089621075, -0.3894749626448472864080786,
        0.56116298177510838456196441, 0.13020248308889008087881763, 0,
    },
  },
};
