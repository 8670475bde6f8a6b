/* The constants of the Rosenbrock methods. HW stands for Hairer and Wanner,
 * Solving ODEs II, 2nd ed. 1996.
 *
 * The literature's coefficients α, Γ, b of
 *
 *   (I − γhJ) k_i = f(x0 + h Σ α_ij k_j) + h J Σ_{j<i} γ_ij k_j
 *
 * are stored in the form that saves the products with J: with U = h Γ k (HW
 * IV.7, equation 7.25)
 *
 *   a = α Γ⁻¹,  C = diag (1/γ) − Γ⁻¹,  m = b Γ⁻¹,
 *   c_i = Σ_j α_ij,  d_i = Σ_j γ_ij,
 *
 * and e contains the difference b − b̂ of the weights, transformed in the same way. In the comments
 * below B = α + Γ, and 1 is the vector of ones. For x' = λx, z = hλ,
 *
 *   R(z) = 1 + z bᵀ (I − z B)⁻¹ 1,
 *
 * which was evaluated for each method from the coefficients in this file.
 * So were the orders, by the order conditions over rooted trees with B on
 * edges to an only child and α on other edges (HW IV.7). C is the coefficient
 * of z^{p+1} in R(z) − e^z. ‖τ‖ is the 2-norm of the error coefficients of
 * order p + 1 (as in ode-explicit-order123.c), ‖τ̂‖ is that of the embedded formula, and R̂
 * the stability function of the embedded formula.
 *
 * There is order reduction: on semi-discretized parabolic equations a method of order 3
 * or more keeps its order if bᵀ B^j (2 B² 1 − α²) = 0 for small j, with α² the
 * squares of the c_i (Lubich and Ostermann, IMA J. Numer. Anal. 15 (1995) 555).
 * The comments of these methods give the residuals of these parabolic conditions.
 *
 * dense_native = false means that the dense output is not from the literature: it
 * has quadratic weights of order 2 that give x1 at θ = 1. It is used only with a mass
 * matrix, which makes Hermite's cubic polynomial impossible. */
#include "ode-rosenbrock.h"

#define TRAITS (ODE_TRAIT_ADAPTIVE | ODE_TRAIT_IMPLICIT | ODE_TRAIT_STIFF | ODE_TRAIT_DAE | ODE_TRAIT_A_STABLE)

/* ROS2 (Verwer, Spee, Blom and Hundsdorfer, SIAM J. Sci. Comput. 20 (1999)
 * 1456):
 *
 *   two stages with α_21 = 1, γ_21 = −2γ, b = (1/2, 1/2), γ = 1 + 1/√2.
 *
 *   R(z) = (1 + (1 − 2γ) z)/(1 − γz)²
 *
 * The method is L-stable for γ = 1 ± 1/√2, because the term z² of the numerator vanishes. With
 * the larger root R(z) > 0 on the whole negative axis, so that decaying solutions
 * do not change their sign; but C = −1.37 is 34 times that of the smaller root.
 * Because b·γ = 0, the order is 2 for any matrix in place of J. The embedded
 * formula uses only k_1, which is the linearly implicit Euler method; e = h (k_2 − k_1)/2,
 * R̂(∞) = 1 − 1/γ = 0.414. */
const OdeMethod ode_method_ros2 = {
  .id = "ros2",
  .label = ODE_N_ ("ROS2"),
  .aliases = "",
  .known_as = "Julia ROS2",
  .advice = ODE_N_ ("Cheap and L-stable at order 2, for rough solutions of very stiff systems; not for tight tolerances."),
  .source = "Verwer, Spee, Blom and Hundsdorfer, SIAM J. Sci. Comput. 20 (1999) 1456-1480, doi:10.1137/S1064827597326651",
  .family = ODE_FAMILY_ROSENBROCK,
  .traits = TRAITS | ODE_TRAIT_L_STABLE,
  .order = 2, .embedded_order = 1, .error_order = 2, .dense_order = 3, .n_stages = 2,
  .accuracy_default = 1e-4, .accuracy_loosest = 1e-1, .accuracy_tightest = 1e-9,
  .stepper = &ode_rosenbrock_class,
  .data = &(const OdeRosenbrockData) {
    .n_stages = 2, .gamma = 1.7071067811865475244,
    .a = (const double[]) {
      0, 0,
      0.5857864376269049512, 0,
    },
    .C = (const double[]) {
      0, 0,
      -1.1715728752538099024, 0,
    },
    .m = (const double[]) { 0.8786796564403574268, 0.2928932188134524756 },
    .e = (const double[]) { 0.2928932188134524756, 0.2928932188134524756 },
    .c = (const double[]) { 0, 1 },
    .d = (const double[]) { 1.7071067811865475244, -1.7071067811865475244 },
    .dense = (const double[]) {
      0, 1, -0.1213203435596425732,
      0, 0.4142135623730950488, -0.1213203435596425732,
    },
    .dense_degree = 2, .dense_native = false,
  },
};

/* ROS3P (Lang and Verwer, BIT 41 (2001) 731), γ = 1/2 + √3/6. It was designed to
 * satisfy the parabolic conditions in the comment at the top, and satisfies them up to rounding
 * for all j. It is A-stable with R(∞) = 1 − √3 = −0.732, so not L-stable; C = −0.0898; ‖τ‖ =
 * 0.188, ‖τ̂‖ = 0.186.
 *
 * The embedded formula is not that of the authors. Theirs has the difference of weights b − b̂ = (1/3, −1/3, 0). Because α_21 + γ_21 = 0,
 * k_2 = k_1 for x' = Jx + g with constant J and g, so that their estimate h (k_1 − k_2)/3 is zero, and R̂ = R, for each part of a system that is
 * linear with constant coefficients: nothing would control the steps there. With three stages every b̂ of order 2 gives a multiple of it. A
 * fourth stage at the new point, with α_4 = b and γ_4j = 0 for j < 4, permits
 *
 *   b − b̂ = (1/3, √3/6, −1/3, −√3/6)
 *
 * of order 2, whose error coefficients of order 3 are −1/6 for f''(f, f), as those of the authors, and 1/12 in place of 0 for f'f'f.
 * R̂(∞) = −0.562. The new solution is that of the authors. */
const OdeMethod ode_method_ros3p = {
  .id = "ros3p",
  .label = ODE_N_ ("ROS3P"),
  .aliases = "",
  .known_as = "Julia ROS3P",
  .advice = ODE_N_ ("Order 3 without order reduction on parabolic problems. The error estimate is Stepwise's own, since that of the authors is "
                    "zero for linear equations with constant coefficients; otherwise rodas4 is better."),
  .source = "Lang and Verwer, BIT 41 (2001) 731-738, doi:10.1023/A:1021900219772",
  .family = ODE_FAMILY_ROSENBROCK,
  .traits = TRAITS,
  .order = 3, .embedded_order = 2, .error_order = 3, .dense_order = 3, .n_stages = 4,
  .accuracy_default = 1e-4, .accuracy_loosest = 1e-1, .accuracy_tightest = 1e-10,
  .stepper = &ode_rosenbrock_class,
  .data = &(const OdeRosenbrockData) {
    .n_stages = 4, .gamma = 0.78867513459481288225,
    .a = (const double[]) {
      0, 0, 0, 0,
      1.2679491924311227065, 0, 0, 0,
      1.2679491924311227065, 0, 0, 0,
      2, 0.57735026918962576451, 0.42264973081037423549, 0,
    },
    .C = (const double[]) {
      0, 0, 0, 0,
      -1.6076951545867362388, 0, 0, 0,
      -3.4641016151377545871, -1.7320508075688772935, 0, 0,
      0, 0, 0, 0,
    },
    .m = (const double[]) { 2, 0.57735026918962576451, 0.42264973081037423549, 0 },
    .e = (const double[]) { -0.26794919243112270647, -0.21132486540518711775, -0.42264973081037423549, -0.36602540378443864676 },
    .c = (const double[]) { 0, 1, 1, 1 },
    .d = (const double[]) { 0.78867513459481288225, -0.21132486540518711775, -1.0773502691896257645, 0.78867513459481288225 },
    .dense = (const double[]) {
      0, 3.2831216351296779436, -1.2831216351296779436,
      0, 1.6339745962155613532, -1.0566243270259355887,
      0, 1.154700538379251529, -0.73205080756887729353,
      0, 0, 0,
    },
    .dense_degree = 2, .dense_native = false,
  },
};

/* RODAS3 (Sandu et al., Atmos. Environ. 31 (1997) 3459), γ = 1/2. It is
 * stiffly accurate: b is the last row of B and b̂ the row before it, so the point of the
 * last stage is x̂, x1 = x̂ + U_4 and e = U_4; algebraic equations hold up to the error
 * of one linear solve. Stages 1 and 2 have the same point (row 2 of a is zero), so
 * four stages cost three evaluations. R(∞) = R̂(∞) = 0; C = −1/48; ‖τ‖ =
 * 0.0486, ‖τ̂‖ = 0.0932. The residuals of the parabolic conditions are 0 for j = 0 and −0.042 for j = 1. */
const OdeMethod ode_method_rodas3 = {
  .id = "rodas3",
  .label = ODE_N_ ("RODAS3"),
  .aliases = "",
  .known_as = "Julia Rodas3",
  .advice = ODE_N_ ("Stiffly accurate order 3 with four cheap stages, for low accuracy."),
  .source = "Sandu et al., Atmos. Environ. 31 (1997) 3459-3472, doi:10.1016/S1352-2310(97)83212-8",
  .family = ODE_FAMILY_ROSENBROCK,
  .traits = TRAITS | ODE_TRAIT_L_STABLE,
  .order = 3, .embedded_order = 2, .error_order = 3, .dense_order = 3, .n_stages = 4,
  .accuracy_default = 1e-4, .accuracy_loosest = 1e-1, .accuracy_tightest = 1e-10,
  .stepper = &ode_rosenbrock_class,
  .data = &(const OdeRosenbrockData) {
    .n_stages = 4, .gamma = 0.5,
    .a = (const double[]) {
      0, 0, 0, 0,
      0, 0, 0, 0,
      2, 0, 0, 0,
      2, 0, 1, 0,
    },
    .C = (const double[]) {
      0, 0, 0, 0,
      4, 0, 0, 0,
      1, -1, 0, 0,
      1, -1, -2.6666666666666666667, 0,
    },
    .m = (const double[]) { 2, 0, 1, 1 },
    .e = (const double[]) { 0, 0, 0, 1 },
    .c = (const double[]) { 0, 0, 1, 1 },
    .d = (const double[]) { 0.5, 1.5, 0, 0 },
    .dense = (const double[]) {
      0, 5, -3,
      0, -1, 1,
      0, 1.1666666666666666667, -0.16666666666666666667,
      0, 0.5, 0.5,
    },
    .dense_degree = 2, .dense_native = false,
  },
};

/* The Rosenbrock pair of ode23s (Shampine and Reichelt, SIAM J. Sci. Comput. 18
 * (1997) 1), γ = 1/(2 + √2) = 1 − 1/√2. b = (0, 1, 0), so that x1 = x0 + h k_2,
 * which is of order 2 for any matrix in place of J (b·γ = 0). The third stage is at t +
 * h and is used only in the estimate
 *
 *   e = x1 − x̂1 = −h (k_1 − 2 k_2 + k_3)/6,
 *
 * where x̂1 has Simpson's weights (1/6, 2/3, 1/6), of order 3 with the exact
 * J. R is that of SDIRK2, L-stable with C = 0.0404; ‖τ‖ = 0.0581. R̂(∞) =
 * 1.61: the formula of order 3 is not A-stable, so the formula of order 2 is
 * propagated. The dense output of order 2 is that of the authors. */
const OdeMethod ode_method_ode23s = {
  .id = "ode23s",
  .label = ODE_N_ ("Rosenbrock 2(3) of Shampine and Reichelt"),
  .aliases = "rosenbrock23",
  .known_as = "MATLAB ode23s",
  .similar_to = "Julia Rosenbrock23",
  .advice = ODE_N_ ("MATLAB's ode23s: robust at loose tolerances, slow at tight ones."),
  .source = "Shampine and Reichelt, SIAM J. Sci. Comput. 18 (1997) 1-22, doi:10.1137/S1064827594276424",
  .family = ODE_FAMILY_ROSENBROCK,
  .traits = TRAITS | ODE_TRAIT_L_STABLE,
  .order = 2, .embedded_order = 3, .error_order = 3, .dense_order = 2, .n_stages = 3,
  .accuracy_default = 1e-4, .accuracy_loosest = 1e-1, .accuracy_tightest = 1e-8,
  .stepper = &ode_rosenbrock_class,
  .data = &(const OdeRosenbrockData) {
    .n_stages = 3, .gamma = 0.2928932188134524756,
    .a = (const double[]) {
      0, 0, 0,
      1.7071067811865475244, 0, 0,
      3.4142135623730950488, 3.4142135623730950488, 0,
    },
    .C = (const double[]) {
      0, 0, 0,
      -3.4142135623730950488, 0, 0,
      -6.8284271247461900976, -25.31370849898476039, 0,
    },
    .m = (const double[]) { 3.4142135623730950488, 3.4142135623730950488, 0 },
    .e = (const double[]) { -0.5690355937288491748, -3.0808802290397617155, -0.5690355937288491748 },
    .c = (const double[]) { 0, 0.5, 1 },
    .d = (const double[]) { 0.2928932188134524756, 0, -0.2928932188134524756 },
    .dense = (const double[]) {
      0, 3.4142135623730950488, 0,
      0, -4.8284271247461900976, 8.2426406871192851464,
      0, 0, 0,
    },
    .dense_degree = 2, .dense_native = true,
  },
};

/* RODAS (HW IV.7 and VI.4; code RODAS, METH = 1), γ = 1/4. It is stiffly accurate
 * like RODAS3: b is the last row of B, b̂ the row before, e = U_6. R(∞) = R̂(∞) = 0, both
 * formulas are A-stable, C = −7.3·10⁻⁴; ‖τ‖ = 0.00276, ‖τ̂‖ = 0.0379: the estimate
 * is an order of magnitude above the error. The residuals of the parabolic conditions are
 * 0 for j = 0 and 1, and 9.7·10⁻⁵ for j = 2. The dense output has order 3 and is exact at both ends.
 *
 * c_3 to c_6 are sums of published decimals, with rounding errors up to 10⁻¹⁵, as in
 * the code RODAS. */
const OdeMethod ode_method_rodas4 = {
  .id = "rodas4",
  .label = ODE_N_ ("RODAS 4(3)"),
  .aliases = "rodas",
  .known_as = "Julia Rodas4, Fortran RODAS",
  .advice = ODE_N_ ("The first choice for small stiff systems and index-1 DAEs at medium accuracy; needs the "
                    "Jacobian at every step."),
  .source = "Hairer and Wanner, Solving Ordinary Differential Equations II, 2nd ed. 1996, VI.4, p. 420, doi:10.1007/978-3-642-05221-7",
  .family = ODE_FAMILY_ROSENBROCK,
  .traits = TRAITS | ODE_TRAIT_L_STABLE,
  .order = 4, .embedded_order = 3, .error_order = 4, .dense_order = 3, .n_stages = 6,
  .accuracy_default = 1e-4, .accuracy_loosest = 1e-1, .accuracy_tightest = 1e-12,
  .stepper = &ode_rosenbrock_class,
  .data = &(const OdeRosenbrockData) {
    .n_stages = 6, .gamma = 0.25,
    .a = (const double[]) {
      0, 0, 0, 0, 0, 0,
      1.544, 0, 0, 0, 0, 0,
      0.9466785280815826, 0.2557011698983284, 0, 0, 0, 0,
      3.314825187068521, 2.896124015972201, 0.9986419139977817, 0, 0, 0,
      1.221224509226641, 6.019134481288629, 12.53708332932087, -0.687886036105895, 0, 0,
      1.221224509226641, 6.019134481288629, 12.53708332932087, -0.687886036105895, 1, 0,
    },
    .C = (const double[]) {
      0, 0, 0, 0, 0, 0,
      -5.6688, 0, 0, 0, 0, 0,
      -2.430093356833875, -0.2063599157091915, 0, 0, 0, 0,
      -0.1073529058151375, -9.594562251023355, -20.47028614809616, 0, 0, 0,
      7.496443313967647, -10.24680431464352, -33.99990352819905, 11.7089089320616, 0, 0,
      8.083246795921522, -7.981132988064893, -31.52159432874371, 16.31930543123136, -6.058818238834054, 0,
    },
    .m = (const double[]) { 1.221224509226641, 6.019134481288629, 12.53708332932087, -0.687886036105895, 1, 1 },
    .e = (const double[]) { 0, 0, 0, 0, 0, 1 },
    .c = (const double[]) { 0, 0.386, 0.20999999999999999788, 0.63000000000000007254, 0.99999999999999955543, 0.99999999999999908951 },
    .d = (const double[]) { 0.25, -0.1043, 0.10349999999999998086, -0.036200000000000154187, 0, 0 },
    .dense = (const double[]) {
      0, 11.347459592672501, -10.8025154227259853, 0.6762803392801253,
      0, -1.468861396321538, 13.575710529290182, -6.087714651680015,
      0, -22.2638352862366, 51.23176182448225, -16.43084320892478,
      0, -8.680657743674718, 32.759996821752683, -24.76722511418386,
      0, 2.025137723295662, -7.619526849012534, 6.594389125716872,
      0, 1, 0, 0,
    },
    .dense_degree = 3, .dense_native = true,
  },
};

/* Rodas5P (Steinebach, BIT 63 (2023) 27). It is stiffly accurate: x̂ is the point
 * of the last stage and e = U_8. R(∞) = R̂(∞) = 0, both formulas are A-stable. On linear
 * problems the order is 6 and C = −1.0·10⁻⁵; ‖τ‖ = 0.0115, ‖τ̂‖ = 0.0147. The
 * parabolic conditions hold up to rounding for j = 0, 1, 2. The dense output has order
 * 4. */
const OdeMethod ode_method_rodas5p = {
  .id = "rodas5p",
  .label = ODE_N_ ("RODAS5P 5(4)"),
  .aliases = "",
  .known_as = "Julia Rodas5P",
  .similar_to = "Julia Rodas5",
  .advice = ODE_N_ ("Order 5 with little order reduction, for stiff systems and index-1 DAEs at tighter tolerances."),
  .source = "Steinebach, BIT Numer. Math. 63 (2023) 27, doi:10.1007/s10543-023-00967-x",
  .family = ODE_FAMILY_ROSENBROCK,
  .traits = TRAITS | ODE_TRAIT_L_STABLE,
  .order = 5, .embedded_order = 4, .error_order = 5, .dense_order = 4, .n_stages = 8,
  .accuracy_default = 1e-4, .accuracy_loosest = 1e-1, .accuracy_tightest = 1e-12,
  .stepper = &ode_rosenbrock_class,
  .data = &(const OdeRosenbrockData) {
    .n_stages = 8, .gamma = 0.21193756319429014,
    .a = (const double[]) {
      0, 0, 0, 0, 0, 0, 0, 0,
      3, 0, 0, 0, 0, 0, 0, 0,
      2.849394379747939, 0.45842242204463923, 0, 0, 0, 0, 0, 0,
      -6.954028509809101, 2.489845061869568, -10.358996098473584, 0, 0, 0, 0, 0,
      2.8029986275628964, 0.5072464736228206, -0.3988312541770524, -0.04721187230404641, 0, 0, 0, 0,
      -7.502846399306121, 2.561846144803919, -11.627539656261098, -0.18268767659942256, 0.030198172008377946, 0, 0, 0,
      -7.502846399306121, 2.561846144803919, -11.627539656261098, -0.18268767659942256, 0.030198172008377946, 1, 0, 0,
      -7.502846399306121, 2.561846144803919, -11.627539656261098, -0.18268767659942256, 0.030198172008377946, 1, 1, 0,
    },
    .C = (const double[]) {
      0, 0, 0, 0, 0, 0, 0, 0,
      -14.155112264123755, 0, 0, 0, 0, 0, 0, 0,
      -17.97296035885952, -2.859693295451294, 0, 0, 0, 0, 0, 0,
      147.12150275711716, -1.41221402718213, 71.68940251302358, 0, 0, 0, 0, 0,
      165.43517024871676, -0.4592823456491126, 42.90938336958603, -5.961986721573306, 0, 0, 0, 0,
      24.854864614690072, -3.0009227002832186, 47.4931110020768, 5.5814197821558125, -0.6610691825249471, 0, 0, 0,
      30.91273214028599, -3.1208243349937974, 77.79954646070892, 34.28646028294783, -19.097331116725623, -28.087943162872662,
      0, 0,
      37.80277123390563, -3.2571969029072276, 112.26918849496327, 66.9347231244047, -40.06618937091002, -54.66780262877968,
      -9.48861652309627, 0,
    },
    .m = (const double[]) {
      -7.502846399306121, 2.561846144803919, -11.627539656261098, -0.18268767659942256, 0.030198172008377946, 1, 1, 1,
    },
    .e = (const double[]) { 0, 0, 0, 0, 0, 0, 0, 1 },
    .c = (const double[]) {
      0, 0.63581268958287042, 0.40957983933975346284, 0.97693067250607088095, 0.4288403609558665462, 0.99999999999999997409,
      1.0000000000000016656, 1.0000000000000040362,
    },
    .d = (const double[]) {
      0.21193756319429014, -0.42387512638858021825, -0.33846271262359224982, 1.804645287288275282, 2.3258256397650678653, 0, 0,
      0,
    },
    .dense = (const double[]) {
      0, 18.445940457357737, -35.864475363615568, 21.335592082873972, -11.419903575922262,
      0, 0.0038736602192955, 1.5889780251731081, 3.8569589740252148, -2.8879645146136994,
      0, -1.193724251372219, -7.3900116805910337, 69.8775762356624447, -72.92137995996029,
      0, -2.55061277886794296, -22.1272994639472756, 104.620342912442226, -80.12511834622643,
      0, 0.555146713329450946, 19.651189793387971, -72.249009700861698, 52.072871366152654,
      0, 2.1241088310450404, 14.8565547832014696, -75.7705998669138, 59.78993625266729,
      0, 1.4272876194431874, -7.2163279228630614, 6.63321346059235487, 0.15582684282751913,
      0, 0.82797778929844507, -6.53821385922181707, 11.593323255637094, -4.883087185713722,
    },
    .dense_degree = 4, .dense_native = true,
  },
};
