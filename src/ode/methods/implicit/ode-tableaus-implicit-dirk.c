/* Coefficients of the diagonally implicit Runge–Kutta methods. */
#include "ode-dirk.h"

/* Implicit trapezoid (Lobatto IIIA, 2 stages): Hairer, Norsett, Wanner, Solving ODEs I, 2nd ed. 1993, II.7 */
static const double trapezoid_A[] = {
  0, 0,
  0.5, 0.5,
};
static const double trapezoid_b[] = {
  0.5, 0.5,
};
static const double trapezoid_c[] = {
  0, 1,
};
const OdeTableau ode_tableau_trapezoid = {
  .n_stages = 2,
  .A = trapezoid_A,
  .b = trapezoid_b,
  .c = trapezoid_c,
  .fsal = true,
};

/* SDIRK order 2, L-stable (Alexander): Alexander, SIAM J. Numer. Anal. 14 (1977) 1006-1021; gamma = 1-sqrt(2)/2 */
static const double sdirk2_A[] = {
  0.2928932188134524756, 0,
  0.7071067811865475244, 0.2928932188134524756,
};
static const double sdirk2_b[] = {
  0.7071067811865475244, 0.2928932188134524756,
};
static const double sdirk2_b_hat[] = {
  1, 0,
};
static const double sdirk2_c[] = {
  0.2928932188134524756, 1,
};
const OdeTableau ode_tableau_sdirk2 = {
  .n_stages = 2,
  .A = sdirk2_A,
  .b = sdirk2_b,
  .b_hat = sdirk2_b_hat,
  .c = sdirk2_c,
};

/* SDIRK order 3, L-stable (Alexander): Alexander, SIAM J. Numer. Anal. 14 (1977) 1006-1021; gamma root of g^3-3g^2+3g/2-1/6 */
static const double sdirk3_A[] = {
  0.43586652150845899942, 0, 0,
  0.28206673924577050029, 0.43586652150845899942, 0,
  1.2084966491760100703, -0.64436317068446906975, 0.43586652150845899942,
};
static const double sdirk3_b[] = {
  1.2084966491760100703, -0.64436317068446906975, 0.43586652150845899942,
};
static const double sdirk3_c[] = {
  0.43586652150845899942, 0.71793326075422949971, 1,
};
const OdeTableau ode_tableau_sdirk3 = {
  .n_stages = 3,
  .A = sdirk3_A,
  .b = sdirk3_b,
  .c = sdirk3_c,
};

/* SDIRK order 4, L-stable, gamma=1/4 (Hairer-Wanner): Hairer, Wanner, Solving ODEs II, 2nd ed. 1996, IV.6 table 6.5 */
static const double sdirk4_A[] = {
  0.25, 0, 0, 0, 0,
  0.5, 0.25, 0, 0, 0,
  0.34, -0.04, 0.25, 0, 0,
  0.27279411764705882353, -0.050367647058823529412, 0.027573529411764705882, 0.25, 0,
  1.0416666666666666667, -1.0208333333333333333, 7.8125, -7.0833333333333333333, 0.25,
};
static const double sdirk4_b[] = {
  1.0416666666666666667, -1.0208333333333333333, 7.8125, -7.0833333333333333333, 0.25,
};
static const double sdirk4_b_hat[] = {
  1.2291666666666666667, -0.17708333333333333333, 7.03125, -7.0833333333333333333, 0,
};
static const double sdirk4_c[] = {
  0.25, 0.75, 0.55, 0.5, 1,
};
const OdeTableau ode_tableau_sdirk4 = {
  .n_stages = 5,
  .A = sdirk4_A,
  .b = sdirk4_b,
  .b_hat = sdirk4_b_hat,
  .c = sdirk4_c,
};

/* TR-BDF2 as ESDIRK: Bank et al. 1985; Hosea, Shampine, Appl. Numer. Math. 20 (1996) 21-37; gamma = 2-sqrt(2) */
static const double trbdf2_A[] = {
  0, 0, 0,
  0.2928932188134524756, 0.2928932188134524756, 0,
  0.3535533905932737622, 0.3535533905932737622, 0.2928932188134524756,
};
static const double trbdf2_b[] = {
  0.3535533905932737622, 0.3535533905932737622, 0.2928932188134524756,
};
static const double trbdf2_b_hat[] = {
  0.2154822031355754126, 0.68688672392660709553, 0.097631072937817491866,
};
static const double trbdf2_c[] = {
  0, 0.5857864376269049512, 1,
};
const OdeTableau ode_tableau_trbdf2 = {
  .n_stages = 3,
  .A = trbdf2_A,
  .b = trbdf2_b,
  .b_hat = trbdf2_b_hat,
  .c = trbdf2_c,
  .fsal = true,
};

/* Kvaerno 3(2) ESDIRK, 4 stages: Kvaerno, BIT 44 (2004) 489-502 (ESDIRK 3/2); gamma as sdirk3 */
static const double kvaerno3_A[] = {
  0, 0, 0, 0,
  0.43586652150845899942, 0.43586652150845899942, 0, 0,
  0.49056338842178057063, 0.073570090069760429956, 0.43586652150845899942, 0,
  0.30880996997674652335, 1.4905633884217805706, -1.2352398799069860934, 0.43586652150845899942,
};
static const double kvaerno3_b[] = {
  0.30880996997674652335, 1.4905633884217805706, -1.2352398799069860934, 0.43586652150845899942,
};
static const double kvaerno3_b_hat[] = {
  0.49056338842178057063, 0.073570090069760429956, 0.43586652150845899942, 0,
};
static const double kvaerno3_c[] = {
  0, 0.87173304301691799883, 1, 1,
};
const OdeTableau ode_tableau_kvaerno3 = {
  .n_stages = 4,
  .A = kvaerno3_A,
  .b = kvaerno3_b,
  .b_hat = kvaerno3_b_hat,
  .c = kvaerno3_c,
  .fsal = true,
};

/* Kvaerno 5(4) ESDIRK, 7 stages (16-digit coefficients): Kvaerno, BIT 44 (2004) 489-502 (ESDIRK 5/4) */
static const double kvaerno5_A[] = {
  0, 0, 0, 0, 0, 0, 0,
  0.26, 0.26, 0, 0, 0, 0, 0,
  0.13, 0.84033320996790809, 0.26, 0, 0, 0, 0,
  0.22371961478320505, 0.47675532319799699, -0.06470895363112615, 0.26, 0, 0, 0,
  0.16648564323248321, 0.1045001884159172, 0.03631482272098715, -0.13090704451073998, 0.26, 0, 0,
  0.13855640231268224, 0, -0.04245337201752043, 0.02446657898003141, 0.61943039072480676, 0.26, 0,
  0.13659751177640291, 0, -0.05496908796538376, -0.04118626728321046, 0.62993304899016403, 0.06962479448202728, 0.26,
};
static const double kvaerno5_b[] = {
  0.13659751177640291, 0, -0.05496908796538376, -0.04118626728321046, 0.62993304899016403, 0.06962479448202728, 0.26,
};
static const double kvaerno5_b_hat[] = {
  0.13855640231268224, 0, -0.04245337201752043, 0.02446657898003141, 0.61943039072480676, 0.26, 0,
};
static const double kvaerno5_c[] = {
  0, 0.52, 1.230333209967908, 0.895765984350076, 0.436393609858648, 1, 1,
};
const OdeTableau ode_tableau_kvaerno5 = {
  .n_stages = 7,
  .A = kvaerno5_A,
  .b = kvaerno5_b,
  .b_hat = kvaerno5_b_hat,
  .c = kvaerno5_c,
  .fsal = true,
};

/* ARK4(3)6L[2]SA implicit part (Kennedy-Carpenter ESDIRK 4(3)): Kennedy, Carpenter, Appl. Numer. Math. 44 (2003) 139-181 */
static const double kencarp4_A[] = {
  0, 0, 0, 0, 0, 0,
  0.25, 0.25, 0, 0, 0, 0,
  0.137776, -0.055776, 0.25, 0, 0, 0,
  0.14463686602698218022, -0.22393190761334473909, 0.44929504158636255888, 0.25, 0, 0,
  0.098258783283564771169, -0.59154424281967039373, 0.81012105382829961501, 0.28316440570780600755, 0.25, 0,
  0.15791629516167135335, 0, 0.18675894052400076496, 0.68056529530933458002, -0.27524053099500669833, 0.25,
};
static const double kencarp4_b[] = {
  0.15791629516167135335, 0, 0.18675894052400076496, 0.68056529530933458002, -0.27524053099500669833, 0.25,
};
static const double kencarp4_b_hat[] = {
  0.15471180076321217699, 0, 0.18920519166068022258, 0.70204537122892184844, -0.31918739906357912053,
  0.27322503541076487252,
};
static const double kencarp4_c[] = {
  0, 0.5, 0.332, 0.62, 0.85, 1,
};
const OdeTableau ode_tableau_kencarp4 = {
  .n_stages = 6,
  .A = kencarp4_A,
  .b = kencarp4_b,
  .b_hat = kencarp4_b_hat,
  .c = kencarp4_c,
  .fsal = true,
};
