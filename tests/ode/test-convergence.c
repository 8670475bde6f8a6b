/* Errors after n equal steps agree with values that were computed with 45 digits
 * from coefficients that were verified independently. */
#include "ode-test.h"

#include <float.h>

typedef struct
{
  const char *id;
  const Problem *problem;
  int n[3];
  double error[3];
} Row;

static const Row rows[] = {
  { "explicit_euler", &problem_table, { 32, 64, 128 }, { 0.0140034, 0.00696463, 0.00347281 } },
  { "midpoint", &problem_table, { 32, 64, 128 }, { 7.0792e-5, 1.7638e-5, 4.40182e-6 } },
  { "runge_kutta2", &problem_table, { 32, 64, 128 }, { 2.93219e-5, 7.45911e-6, 1.88047e-6 } },
  { "ralston2", &problem_table, { 32, 64, 128 }, { 5.60653e-5, 1.39172e-5, 3.46666e-6 } },
  { "heun3", &problem_table, { 32, 64, 128 }, { 6.8666e-7, 8.5967e-8, 1.07539e-8 } },
  { "runge_kutta3", &problem_table, { 32, 64, 128 }, { 4.61095e-7, 5.62293e-8, 6.94108e-9 } },
  { "ssprk33", &problem_table, { 32, 64, 128 }, { 2.10558e-7, 2.68876e-8, 3.39676e-9 } },
  { "bogacki_shampine3", &problem_table, { 32, 64, 128 }, { 4.80037e-7, 5.99163e-8, 7.48375e-9 } },
  { "runge_kutta4", &problem_table, { 8, 16, 32 }, { 1.04239e-6, 6.32417e-8, 3.89287e-9 } },
  { "runge_kutta38", &problem_table, { 8, 16, 32 }, { 6.71084e-7, 3.95219e-8, 2.39064e-9 } },
  { "runge_kutta_merson", &problem_table, { 8, 16, 32 }, { 2.98871e-7, 1.83929e-8, 1.14204e-9 } },
  { "fehlberg45", &problem_table, { 8, 16, 32 }, { 3.48989e-10, 2.42656e-11, 1.24477e-12 } },
  { "cash_karp", &problem_table, { 8, 16, 32 }, { 2.15249e-9, 6.85226e-11, 2.16735e-12 } },
  { "runge_kutta5", &problem_table, { 8, 16, 32 }, { 1.16824e-9, 3.97152e-11, 1.33806e-12 } },
  { "tsitouras5", &problem_table, { 8, 16, 32 }, { 5.29083e-10, 1.20317e-11, 3.20881e-13 } },
  { "dop853", &problem_table, { 2, 4, 8 }, { 1.85579e-9, 4.93402e-12, 1.51314e-14 } },
  { "verner65", &problem_table, { 4, 8, 16 }, { 1.35697e-9, 1.12907e-11, 9.35445e-14 } },
  { "verner76", &problem_table, { 4, 8, 16 }, { 7.80701e-11, 5.70641e-13, 4.37668e-15 } },
  { "verner87", &problem_table, { 2, 4, 8 }, { 5.76076e-11, 1.85652e-13, 4.8344e-16 } },
  { "verner98", &problem_table, { 2, 4, 8 }, { 5.92739e-11, 5.8825e-14, 9.96285e-17 } },
  { "dverk65", &problem_table, { 4, 8, 16 }, { 2.20954e-8, 4.94544e-10, 9.29021e-12 } },
  { "semi_explicit_euler", &problem_henon, { 32, 64, 128 }, { 0.00519906, 0.00260027, 0.00130037 } },
  { "stormer_verlet", &problem_henon, { 32, 64, 128 }, { 5.55338e-5, 1.38809e-5, 3.47006e-6 } },
  { "position_verlet", &problem_henon, { 32, 64, 128 }, { 3.65499e-5, 9.13637e-6, 2.28402e-6 } },
  { "mclachlan_atela2", &problem_henon, { 32, 64, 128 }, { 9.98677e-6, 2.45069e-6, 6.06946e-7 } },
  { "ruth3", &problem_henon, { 16, 32, 64 }, { 3.72107e-6, 4.64191e-7, 5.79767e-8 } },
  { "mclachlan_atela3", &problem_henon, { 16, 32, 64 }, { 1.7292e-6, 2.16342e-7, 2.70588e-8 } },
  { "mclachlan_atela4", &problem_henon, { 16, 32, 64 }, { 4.23249e-9, 2.68999e-10, 1.69555e-11 } },
  { "yoshida4", &problem_henon, { 16, 32, 64 }, { 9.6307e-7, 6.01753e-8, 3.7607e-9 } },
  { "suzuki4", &problem_henon, { 16, 32, 64 }, { 3.68259e-8, 2.30048e-9, 1.43762e-10 } },
  { "mclachlan4_5", &problem_henon, { 16, 32, 64 }, { 3.25474e-8, 2.03315e-9, 1.27055e-10 } },
  { "yoshida6", &problem_henon, { 8, 16, 32 }, { 3.18315e-8, 4.97773e-10, 7.77927e-12 } },
  { "kahan_li6", &problem_henon, { 8, 16, 32 }, { 3.68497e-9, 5.75608e-11, 8.99322e-13 } },
  { "yoshida8", &problem_henon, { 4, 8, 16 }, { 3.02045e-10, 1.12169e-12, 4.32091e-15 } },
  { "yoshida8_d", &problem_henon, { 4, 8, 16 }, { 0.00029491, 1.40065e-6, 5.74469e-9 } },
  { "kahan_li8", &problem_henon, { 4, 8, 16 }, { 9.7266e-11, 3.76165e-13, 1.46563e-15 } },
  { "pefrl4", &problem_henon, { 16, 32, 64 }, { 1.28224e-8, 8.00919e-10, 5.005e-11 } },
  { "blanes_moan4", &problem_henon, { 16, 32, 64 }, { 1.35706e-9, 8.47887e-11, 5.29886e-12 } },
  { "implicit_euler", &problem_table, { 32, 64, 128 }, { 0.0136918, 0.0068867, 0.00345333 } },
  { "implicit_midpoint", &problem_table, { 32, 64, 128 }, { 1.51653e-5, 3.79166e-6, 9.47938e-7 } },
  { "trapezoid", &problem_table, { 32, 64, 128 }, { 5.77076e-5, 1.44284e-5, 3.6072e-6 } },
  { "gauss4", &problem_table, { 8, 16, 32 }, { 2.40778e-7, 1.50016e-8, 9.36873e-10 } },
  { "gauss6", &problem_table, { 4, 8, 16 }, { 5.07128e-9, 7.72191e-11, 1.19871e-12 } },
  { "radau3", &problem_table, { 32, 64, 128 }, { 2.21812e-7, 2.77117e-8, 3.46298e-9 } },
  { "radau5", &problem_table, { 8, 16, 32 }, { 2.5223e-9, 7.76399e-11, 2.41274e-12 } },
  { "lobatto_iiic2", &problem_table, { 32, 64, 128 }, { 3.12779e-5, 7.70372e-6, 1.91105e-6 } },
  { "lobatto_iiic4", &problem_table, { 8, 16, 32 }, { 3.57786e-7, 2.23957e-8, 1.40197e-9 } },
  { "lobatto_iiia4", &problem_table, { 8, 16, 32 }, { 2.92514e-7, 1.8196e-8, 1.13591e-9 } },
  { "sdirk2", &problem_table, { 32, 64, 128 }, { 1.71975e-5, 4.28206e-6, 1.06834e-6 } },
  { "sdirk3", &problem_table, { 32, 64, 128 }, { 3.21765e-7, 4.00837e-8, 5.00194e-9 } },
  { "sdirk4", &problem_table, { 8, 16, 32 }, { 1.1374e-8, 7.02993e-10, 4.33841e-11 } },
  { "trbdf2", &problem_table, { 32, 64, 128 }, { 2.79841e-5, 6.99918e-6, 1.75016e-6 } },
  { "kvaerno3", &problem_table, { 32, 64, 128 }, { 7.66292e-7, 9.56548e-8, 1.1948e-8 } },
  { "kencarp4", &problem_table, { 8, 16, 32 }, { 5.65729e-8, 3.55048e-9, 2.22353e-10 } },
  { "kvaerno5", &problem_table, { 8, 16, 32 }, { 1.23506e-8, 3.7599e-10, 1.15943e-11 } },
  { "ros2", &problem_table, { 8, 16, 32 }, { 0.00651912, 0.00151419, 0.000402508 } },
  { "ros3p", &problem_table, { 8, 16, 32 }, { 0.000106646, 1.29452e-5, 1.59301e-6 } },
  { "ode23s", &problem_table, { 8, 16, 32 }, { 7.29758e-5, 1.94931e-5, 5.03893e-6 } },
  { "rodas3", &problem_table, { 8, 16, 32 }, { 3.22631e-5, 4.09751e-6, 5.15722e-7 } },
  { "rodas4", &problem_table, { 8, 16, 32 }, { 5.71263e-8, 3.49624e-9, 2.17636e-10 } },
  { "rodas5p", &problem_table, { 8, 16, 32 }, { 2.17881e-8, 6.44593e-10, 1.95391e-11 } },
};

/* Bounds the change of the end point when the coefficients are rounded to
 * double: the rounding of a_ij changes stage i by ε|a_ij| h, which changes the result of the step by
 * |b_i| h times this; there are 1/h steps. Verner's 6(5) has coefficients of 50 and 176. */
static double
rounding_of_table (const OdeMethod *method, double h)
{
  const OdeTableau *table = method->tableau;
  double sum = 0;

  if (table == NULL)
    return 0;
  for (int i = 0; i < table->n_stages; i++)
    for (int j = 0; j < table->n_stages; j++)
      sum += fabs (table->b[i] * table->A[i * table->n_stages + j]);
  return DBL_EPSILON * h * sum;
}

/* The expected errors have six digits; rounding of the solution adds about
 * 1e-16 per step. */
static void
test_row (gconstpointer user)
{
  const Row *row = user;

  /* Newton's method solves the equations up to a twentieth of 1e-13 in each of a few
   * dozen steps. */
  double newton = method_named (row->id)->traits & ODE_TRAIT_IMPLICIT ? 2e-14 : 0;

  for (int k = 0; k < 3; k++)
    {
      OdeSettings settings = fixed_settings ((row->problem->t1 - row->problem->t0) / row->n[k]);
      double error;

      settings.accuracy = 1e-13; /* Newton iterations end at rounding level */
      error = error_at_end (method_named (row->id), row->problem, &settings);

      g_assert_cmpfloat_with_epsilon (error, row->error[k],
                                      2e-5 * row->error[k] + 2e-15 + newton
                                        + rounding_of_table (method_named (row->id), settings.max_step));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (size_t i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strconcat ("/ode/convergence/errors-equal-those-computed-with-45-digits/", rows[i].id, NULL);

      g_test_add_data_func (path, &rows[i], test_row);
    }
  return g_test_run ();
}
