/* Coefficients of the explicit Runge–Kutta methods up to order 6; every source stands with its method in ode-explicit-methods.c.
 * Fractions of integers below 2^53 are written out and round once; longer ones are decimals that round to the nearest double. */
#include "ode-tableaus.h"
#include "ode-tableaus-hot.inc"

/* Euler; the second stage is the slope at the end, for the estimate against the trapezoid */
static const double explicit_euler_A[4] = {
  0, 0,
  1.0, 0,
};
static const double explicit_euler_b[2] = {
  1.0, 0,
};
static const double explicit_euler_b_hat[2] = {
  1.0 / 2.0, 1.0 / 2.0,
};
static const double explicit_euler_c[2] = {
  0, 1.0,
};
const OdeTableau ode_tableau_explicit_euler = {
  .n_stages = 2, .A = explicit_euler_A, .b = explicit_euler_b, .b_hat = explicit_euler_b_hat, .c = explicit_euler_c, .fsal = true,
};

/* Hairer, Norsett, Wanner, Solving ODEs I, 2nd ed. 1993, II.1 */
static const double midpoint_A[4] = {
  0, 0,
  1.0 / 2.0, 0,
};
static const double midpoint_b[2] = {
  0, 1.0,
};
static const double midpoint_b_hat[2] = {
  1.0, 0,
};
static const double midpoint_c[2] = {
  0, 1.0 / 2.0,
};
const OdeTableau ode_tableau_midpoint = {
  .n_stages = 2, .A = midpoint_A, .b = midpoint_b, .b_hat = midpoint_b_hat, .c = midpoint_c,
};

/* Hairer, Norsett, Wanner, Solving ODEs I, 2nd ed. 1993, II.1 */
static const double runge_kutta2_A[4] = {
  0, 0,
  1.0, 0,
};
static const double runge_kutta2_b[2] = {
  1.0 / 2.0, 1.0 / 2.0,
};
static const double runge_kutta2_b_hat[2] = {
  0, 1.0,
};
static const double runge_kutta2_c[2] = {
  0, 1.0,
};
const OdeTableau ode_tableau_runge_kutta2 = {
  .n_stages = 2, .A = runge_kutta2_A, .b = runge_kutta2_b, .b_hat = runge_kutta2_b_hat, .c = runge_kutta2_c,
};

/* Ralston, Math. Comp. 16 (1962) 431-437 */
static const double ralston2_A[4] = {
  0, 0,
  2.0 / 3.0, 0,
};
static const double ralston2_b[2] = {
  1.0 / 4.0, 3.0 / 4.0,
};
static const double ralston2_b_hat[2] = {
  1.0, 0,
};
static const double ralston2_c[2] = {
  0, 2.0 / 3.0,
};
const OdeTableau ode_tableau_ralston2 = {
  .n_stages = 2, .A = ralston2_A, .b = ralston2_b, .b_hat = ralston2_b_hat, .c = ralston2_c,
};

/* Hairer, Norsett, Wanner, Solving ODEs I, 2nd ed. 1993, II.1 table 1.1 */
static const double heun3_A[9] = {
  0, 0, 0,
  1.0 / 3.0, 0, 0,
  0, 2.0 / 3.0, 0,
};
static const double heun3_b[3] = {
  1.0 / 4.0, 0, 3.0 / 4.0,
};
static const double heun3_c[3] = {
  0, 1.0 / 3.0, 2.0 / 3.0,
};
const OdeTableau ode_tableau_heun3 = {
  .n_stages = 3, .A = heun3_A, .b = heun3_b, .c = heun3_c,
};

/* Hairer, Norsett, Wanner, Solving ODEs I, 2nd ed. 1993, II.1; Drake RungeKutta3Integrator documentation */
static const double runge_kutta3_A[9] = {
  0, 0, 0,
  1.0 / 2.0, 0, 0,
  -1.0, 2.0, 0,
};
static const double runge_kutta3_b[3] = {
  1.0 / 6.0, 2.0 / 3.0, 1.0 / 6.0,
};
static const double runge_kutta3_b_hat[3] = {
  0, 1.0, 0,
};
static const double runge_kutta3_c[3] = {
  0, 1.0 / 2.0, 1.0,
};
const OdeTableau ode_tableau_runge_kutta3 = {
  .n_stages = 3, .A = runge_kutta3_A, .b = runge_kutta3_b, .b_hat = runge_kutta3_b_hat, .c = runge_kutta3_c,
};

/* Shu, Osher, J. Comput. Phys. 77 (1988) 439-471 */
static const double ssprk33_A[9] = {
  0, 0, 0,
  1.0, 0, 0,
  1.0 / 4.0, 1.0 / 4.0, 0,
};
static const double ssprk33_b[3] = {
  1.0 / 6.0, 1.0 / 6.0, 2.0 / 3.0,
};
static const double ssprk33_c[3] = {
  0, 1.0, 1.0 / 2.0,
};
const OdeTableau ode_tableau_ssprk33 = {
  .n_stages = 3, .A = ssprk33_A, .b = ssprk33_b, .c = ssprk33_c,
};

/* Bogacki, Shampine, Appl. Math. Lett. 2 (1989) 321-325 */
const OdeTableau ode_tableau_bogacki_shampine3 = {
  .n_stages = 4, .A = bogacki_shampine3_A, .b = bogacki_shampine3_b, .b_hat = bogacki_shampine3_b_hat, .c = bogacki_shampine3_c, .fsal = true,
};

/* Hairer, Norsett, Wanner, Solving ODEs I, 2nd ed. 1993, II.1 table 1.2 */
static const double runge_kutta4_dense[16] = {
  0, 1.0, -3.0 / 2.0, 2.0 / 3.0,
  0, 0, 1.0, -2.0 / 3.0,
  0, 0, 1.0, -2.0 / 3.0,
  0, 0, -1.0 / 2.0, 2.0 / 3.0,
};
const OdeTableau ode_tableau_runge_kutta4 = {
  .n_stages = 4, .A = runge_kutta4_A, .b = runge_kutta4_b, .c = runge_kutta4_c,
  .dense = runge_kutta4_dense, .dense_degree = 3,
};

/* Hairer, Norsett, Wanner, Solving ODEs I, 2nd ed. 1993, II.1 table 1.2 */
static const double runge_kutta38_A[16] = {
  0, 0, 0, 0,
  1.0 / 3.0, 0, 0, 0,
  -1.0 / 3.0, 1.0, 0, 0,
  1.0, -1.0, 1.0, 0,
};
static const double runge_kutta38_b[4] = {
  1.0 / 8.0, 3.0 / 8.0, 3.0 / 8.0, 1.0 / 8.0,
};
static const double runge_kutta38_c[4] = {
  0, 1.0 / 3.0, 2.0 / 3.0, 1.0,
};
const OdeTableau ode_tableau_runge_kutta38 = {
  .n_stages = 4, .A = runge_kutta38_A, .b = runge_kutta38_b, .c = runge_kutta38_c,
};

/* Hairer, Norsett, Wanner, Solving ODEs I, 2nd ed. 1993, II.4 table 4.1 */
static const double runge_kutta_merson_A[25] = {
  0, 0, 0, 0, 0,
  1.0 / 3.0, 0, 0, 0, 0,
  1.0 / 6.0, 1.0 / 6.0, 0, 0, 0,
  1.0 / 8.0, 0, 3.0 / 8.0, 0, 0,
  1.0 / 2.0, 0, -3.0 / 2.0, 2.0, 0,
};
static const double runge_kutta_merson_b[5] = {
  1.0 / 6.0, 0, 0, 2.0 / 3.0, 1.0 / 6.0,
};
static const double runge_kutta_merson_b_hat[5] = {
  1.0 / 10.0, 0, 3.0 / 10.0, 2.0 / 5.0, 1.0 / 5.0,
};
static const double runge_kutta_merson_c[5] = {
  0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 2.0, 1.0,
};
const OdeTableau ode_tableau_runge_kutta_merson = {
  .n_stages = 5, .A = runge_kutta_merson_A, .b = runge_kutta_merson_b, .b_hat = runge_kutta_merson_b_hat, .c = runge_kutta_merson_c,
};

/* Fehlberg, NASA TR R-315 (1969); Hairer, Norsett, Wanner, Solving ODEs I, 2nd ed. 1993, II.4 */
static const double fehlberg45_A[36] = {
  0, 0, 0, 0, 0, 0,
  1.0 / 4.0, 0, 0, 0, 0, 0,
  3.0 / 32.0, 9.0 / 32.0, 0, 0, 0, 0,
  1932.0 / 2197.0, -7200.0 / 2197.0, 7296.0 / 2197.0, 0, 0, 0,
  439.0 / 216.0, -8.0, 3680.0 / 513.0, -845.0 / 4104.0, 0, 0,
  -8.0 / 27.0, 2.0, -3544.0 / 2565.0, 1859.0 / 4104.0, -11.0 / 40.0, 0,
};
static const double fehlberg45_b[6] = {
  16.0 / 135.0, 0, 6656.0 / 12825.0, 28561.0 / 56430.0, -9.0 / 50.0, 2.0 / 55.0,
};
static const double fehlberg45_b_hat[6] = {
  25.0 / 216.0, 0, 1408.0 / 2565.0, 2197.0 / 4104.0, -1.0 / 5.0, 0,
};
static const double fehlberg45_c[6] = {
  0, 1.0 / 4.0, 3.0 / 8.0, 12.0 / 13.0, 1.0, 1.0 / 2.0,
};
const OdeTableau ode_tableau_fehlberg45 = {
  .n_stages = 6, .A = fehlberg45_A, .b = fehlberg45_b, .b_hat = fehlberg45_b_hat, .c = fehlberg45_c,
};

/* The same stages, propagating the order-4 weights. */
const OdeTableau ode_tableau_runge_kutta_fehlberg = {
  .n_stages = 6, .A = fehlberg45_A, .b = fehlberg45_b_hat, .b_hat = fehlberg45_b, .c = fehlberg45_c,
};

/* Cash, Karp, ACM TOMS 16 (1990) 201-222 */
static const double cash_karp_A[36] = {
  0, 0, 0, 0, 0, 0,
  1.0 / 5.0, 0, 0, 0, 0, 0,
  3.0 / 40.0, 9.0 / 40.0, 0, 0, 0, 0,
  3.0 / 10.0, -9.0 / 10.0, 6.0 / 5.0, 0, 0, 0,
  -11.0 / 54.0, 5.0 / 2.0, -70.0 / 27.0, 35.0 / 27.0, 0, 0,
  1631.0 / 55296.0, 175.0 / 512.0, 575.0 / 13824.0, 44275.0 / 110592.0, 253.0 / 4096.0, 0,
};
static const double cash_karp_b[6] = {
  37.0 / 378.0, 0, 250.0 / 621.0, 125.0 / 594.0, 0, 512.0 / 1771.0,
};
static const double cash_karp_b_hat[6] = {
  2825.0 / 27648.0, 0, 18575.0 / 48384.0, 13525.0 / 55296.0, 277.0 / 14336.0, 1.0 / 4.0,
};
static const double cash_karp_c[6] = {
  0, 1.0 / 5.0, 3.0 / 10.0, 3.0 / 5.0, 1.0, 7.0 / 8.0,
};
const OdeTableau ode_tableau_cash_karp = {
  .n_stages = 6, .A = cash_karp_A, .b = cash_karp_b, .b_hat = cash_karp_b_hat, .c = cash_karp_c,
};

/* Dormand, Prince, J. Comput. Appl. Math. 6 (1980) 19-26; dense output: Hairer, Norsett, Wanner, Solving ODEs I, 2nd ed. 1993, II.6 (Shampine 1986) */
static const double runge_kutta5_dense[35] = {
  0, 1.0, -8048581381.0 / 2820520608.0, 8663915743.0 / 2820520608.0, -12715105075.0 / 11282082432.0,
  0, 0, 0, 0, 0,
  0, 0, 131558114200.0 / 32700410799.0, -68118460800.0 / 10900136933.0, 87487479700.0 / 32700410799.0,
  0, 0, -1754552775.0 / 470086768.0, 14199869525.0 / 1410260304.0, -10690763975.0 / 1880347072.0,
  0, 0, 127303824393.0 / 49829197408.0, -318862633887.0 / 49829197408.0, 701980252875.0 / 199316789632.0,
  0, 0, -282668133.0 / 205662961.0, 2019193451.0 / 616988883.0, -1453857185.0 / 822651844.0,
  0, 0, 40617522.0 / 29380423.0, -110615467.0 / 29380423.0, 69997945.0 / 29380423.0,
};
const OdeTableau ode_tableau_runge_kutta5 = {
  .n_stages = 7, .A = runge_kutta5_A, .b = runge_kutta5_b, .b_hat = runge_kutta5_b_hat, .c = runge_kutta5_c, .fsal = true,
  .dense = runge_kutta5_dense, .dense_degree = 4,
};

/* Tsitouras, Comput. Math. Appl. 62 (2011) 770-775 */
static const double tsitouras5_dense[35] = {
  0, 0.999999999999999974283372, -2.76370619727482591133674, 2.91325546182191274375068, -1.0530884977290216,
  0, 0, 0.13169999999999999727, -0.22339999999999999818, 0.1017,
  0, 0, 3.93029623689475152850687, -5.94103387213150473470249, 2.490627285651252793,
  0, 0, -12.4110771669336769837344, 30.3381886302823215981730, -16.54810288924490272,
  0, 0, 37.5093134165110391949690, -88.1789048947664011014277, 47.37952196281928122,
  0, 0, -27.8965262891972878059483, 65.0918946747936715262902, -34.87065786149660974,
  0, 0, 1.5, -4.0, 2.5,
};
const OdeTableau ode_tableau_tsitouras5 = {
  .n_stages = 7, .A = tsitouras5_A, .b = tsitouras5_b, .b_hat = tsitouras5_b_hat, .c = tsitouras5_c, .fsal = true,
  .dense = tsitouras5_dense, .dense_degree = 4,
};

/* Verner, SIAM J. Numer. Anal. 15 (1978) 772-790; Hull, Enright, Jackson DVERK */
static const double dverk65_A[64] = {
  0, 0, 0, 0, 0, 0, 0, 0,
  1.0 / 6.0, 0, 0, 0, 0, 0, 0, 0,
  4.0 / 75.0, 16.0 / 75.0, 0, 0, 0, 0, 0, 0,
  5.0 / 6.0, -8.0 / 3.0, 5.0 / 2.0, 0, 0, 0, 0, 0,
  -165.0 / 64.0, 55.0 / 6.0, -425.0 / 64.0, 85.0 / 96.0, 0, 0, 0, 0,
  12.0 / 5.0, -8.0, 4015.0 / 612.0, -11.0 / 36.0, 88.0 / 255.0, 0, 0, 0,
  -8263.0 / 15000.0, 124.0 / 75.0, -643.0 / 680.0, -81.0 / 250.0, 2484.0 / 10625.0, 0, 0, 0,
  3501.0 / 1720.0, -300.0 / 43.0, 297275.0 / 52632.0, -319.0 / 2322.0, 24068.0 / 84065.0, 0, 3850.0 / 26703.0, 0,
};
static const double dverk65_b[8] = {
  3.0 / 40.0, 0, 875.0 / 2244.0, 23.0 / 72.0, 264.0 / 1955.0, 0, 125.0 / 11592.0, 43.0 / 616.0,
};
static const double dverk65_b_hat[8] = {
  13.0 / 160.0, 0, 2375.0 / 5984.0, 5.0 / 16.0, 12.0 / 85.0, 3.0 / 44.0, 0, 0,
};
static const double dverk65_c[8] = {
  0, 1.0 / 6.0, 4.0 / 15.0, 2.0 / 3.0, 5.0 / 6.0, 1.0, 1.0 / 15.0, 1.0,
};
const OdeTableau ode_tableau_dverk65 = {
  .n_stages = 8, .A = dverk65_A, .b = dverk65_b, .b_hat = dverk65_b_hat, .c = dverk65_c,
};
