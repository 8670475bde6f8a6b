/* Compares one fixed step of each method with a value that was computed without
 * this program. These rows were computed with 50 digits from the coefficients
 * in the papers. The script make-steps.py in this folder computes the same
 * rows from the coefficients in src/ode/methods with separate formulas, and
 * checks the order of each method. For multistep methods the test checks that
 * the states of a run satisfy the formulas, which are written in this file. */
#include "ode-test.h"

#include <float.h>
#include <string.h>

typedef struct
{
  const char *id;
  double x[2]; /* state of problem_pendulum at t = 1/2 after one step of size 1/2 */
} Row;

static const Row rows[] = {
  { "adaptive_verlet", { 0.627084136296564576442, -0.665513151780609262135 } },
  { "auto", { 0.631614307863664946637, -0.665318177363430259053 } },
  { "blanes_moan4", { 0.631616199706448616427, -0.665321283735258364319 } },
  { "bogacki_shampine3", { 0.630541413888734173947, -0.66496250053084443015 } },
  { "bulirsch_stoer", { 0.631615131366079768626, -0.665318438305439083102 } },
  { "cash_karp", { 0.631617259796957944399, -0.665316955589190359038 } },
  { "cvode_adams", { 0.631615131641953137835, -0.665318434689209063817 } },
  { "cvode_bdf", { 0.631615131641953137835, -0.665318434689209063817 } },
  { "dop853", { 0.631615130928473587438, -0.665318434468215175081 } },
  { "dverk65", { 0.631614926509603490073, -0.665318150598446551419 } },
  { "explicit_euler", { 0.7, -0.691663454813741694231 } },
  { "fehlberg45", { 0.631619732548767084993, -0.665319207650879181066 } },
  { "gauss4", { 0.631649480430488268544, -0.665351122299538719665 } },
  { "gauss6", { 0.631614982951802837111, -0.665318231739407512044 } },
  { "heun3", { 0.631101817008363809554, -0.665238468783179787106 } },
  { "implicit_euler", { 0.588281961650979404063, -0.623436076698041191874 } },
  { "implicit_midpoint", { 0.635140939049316659693, -0.659436243802733361226 } },
  { "kahan_li6", { 0.631615462348535347602, -0.66531808627937297441 } },
  { "kahan_li8", { 0.63161513497682186258, -0.665318431061987363905 } },
  { "kencarp4", { 0.631606370975011742525, -0.665289222879503342234 } },
  { "kvaerno3", { 0.631522595237229047648, -0.665907497794694013828 } },
  { "kvaerno5", { 0.631617885259503103838, -0.665324220620267529833 } },
  { "lobatto_iiia4", { 0.631574365130516731694, -0.665288271712494952013 } },
  { "lobatto_iiic2", { 0.622644757486993755612, -0.673491779001432125164 } },
  { "lobatto_iiic4", { 0.631566228199083633605, -0.665269701185367889956 } },
  { "mclachlan4_5", { 0.631620923922761000238, -0.665321694599891225594 } },
  { "mclachlan_atela2", { 0.630693868093821933052, -0.667014664296290745425 } },
  { "mclachlan_atela3", { 0.631261292975903947674, -0.665513380738577087115 } },
  { "mclachlan_atela4", { 0.63160977138979954291, -0.665299247787238524936 } },
  { "midpoint", { 0.627084136296564576442, -0.670919789260724109202 } },
  { "munthe_kaas", { 0.631614307863664946637, -0.665318177363430259053 } },
  { "ode23s", { 0.633754407440246346078, -0.661533852438260499864 } },
  { "pefrl4", { 0.631640623596185630428, -0.665345733412238702844 } },
  { "position_verlet", { 0.6322700526848189727, -0.670919789260724109202 } },
  { "radau", { 0.631611990798701804985, -0.665320856753018003837 } },
  { "radau1", { 0.588281961650979404063, -0.623436076698041191874 } },
  { "radau13", { 0.631615131641953186573, -0.66531843468920899862 } },
  { "radau3", { 0.631815352057991591381, -0.664872716275922676534 } },
  { "radau5", { 0.631611990798701804985, -0.665320856753018003837 } },
  { "radau9", { 0.631615131599820203568, -0.665318434689870418201 } },
  { "ralston2", { 0.627084136296564576442, -0.674126196674834467568 } },
  { "rkc2", { 0.628924068734361381943, -0.663365164386239609582 } },
  { "rodas3", { 0.631579018446939851349, -0.663783345309646992756 } },
  { "rodas4", { 0.631603693151990843973, -0.665327653398695191719 } },
  { "rodas5p", { 0.631612574725408622971, -0.665311493925856718967 } },
  { "ros2", { 0.567435400561453949519, -0.645614277671983649765 } },
  { "ros3p", { 0.633072400670148750562, -0.663637043959851484998 } },
  { "runge_kutta2", { 0.627084136296564576442, -0.679871033922886624663 } },
  { "runge_kutta3", { 0.630541413888734173947, -0.664071749589438908071 } },
  { "runge_kutta38", { 0.63167367592594517763, -0.665232423409863233612 } },
  { "runge_kutta4", { 0.63161939531772920726, -0.665154929779801556746 } },
  { "runge_kutta5", { 0.631614307863664946637, -0.665318177363430259053 } },
  { "runge_kutta_fehlberg", { 0.631617361268798763579, -0.665327389711367180132 } },
  { "runge_kutta_merson", { 0.631579948070945474644, -0.665303156071841757304 } },
  { "ruth3", { 0.631700987276164301246, -0.665563488748273781786 } },
  { "sdirk2", { 0.633063255595959588624, -0.663943961875687002943 } },
  { "sdirk3", { 0.631506541281866052287, -0.664687207057029484154 } },
  { "sdirk4", { 0.63162382571595599916, -0.66530085878389520536 } },
  { "semi_explicit_euler", { 0.554168272593129152885, -0.691663454813741694231 } },
  { "semi_explicit_euler2", { 0.594836134782466612761, -0.674823733463262701841 } },
  { "ssprk33", { 0.629049539778373754704, -0.665279686049484681189 } },
  { "stormer_verlet", { 0.627084136296564576442, -0.665513151780609262135 } },
  { "suzuki4", { 0.631576030750911563417, -0.665278057943220742648 } },
  { "trapezoid", { 0.63330746846265649171, -0.666770126149374033161 } },
  { "trbdf2", { 0.632428490697441035168, -0.666073703351942719081 } },
  { "tsitouras5", { 0.631615625786594089316, -0.665318714131335441349 } },
  { "velocity_implicit_euler", { 0.588281961650979404063, -0.623436076698041191874 } },
  { "verlet", { 0.627084136296564576442, -0.665513151780609262135 } },
  { "verner65", { 0.631615128935110996857, -0.665318508363101855839 } },
  { "verner76", { 0.631615133955592674899, -0.665318429151165945829 } },
  { "verner87", { 0.631615131687372878137, -0.665318434793382395297 } },
  { "verner98", { 0.631615131608675055837, -0.665318434714659845602 } },
  { "yoshida4", { 0.632676220669007310863, -0.666218925217833200239 } },
  { "yoshida6", { 0.631615769015538158207, -0.665316725209426724791 } },
  { "yoshida8", { 0.63161515719312510899, -0.665318411718681746588 } },
  { "yoshida8_d", { 0.612750578709430234967, -0.651579068894685946132 } },
};

/* The multistep formula Σ_j alpha_j x_{n+1−j} = h Σ_j beta_j f_{n+1−j}, j = 0 … k (Hairer, Nørsett
 * and Wanner, Solving ODEs I, 2nd ed. 1993, III.1 and III.3). */
typedef struct
{
  const char *id;
  int k;
  double alpha[7], beta[7];
} Formula;

static const Formula formulas[] = {
  { "adams_bashforth1", 1, { 1, -1 }, { 0, 1 } },
  { "adams_bashforth2", 2, { 1, -1 }, { 0, 3.0 / 2, -1.0 / 2 } },
  { "adams_bashforth3", 3, { 1, -1 }, { 0, 23.0 / 12, -16.0 / 12, 5.0 / 12 } },
  { "adams_bashforth4", 4, { 1, -1 }, { 0, 55.0 / 24, -59.0 / 24, 37.0 / 24, -9.0 / 24 } },
  { "adams_bashforth5", 5, { 1, -1 }, { 0, 1901.0 / 720, -2774.0 / 720, 2616.0 / 720, -1274.0 / 720, 251.0 / 720 } },
  { "adams_moulton1", 1, { 1, -1 }, { 1.0 / 2, 1.0 / 2 } },
  { "adams_moulton2", 2, { 1, -1 }, { 5.0 / 12, 8.0 / 12, -1.0 / 12 } },
  { "adams_moulton3", 3, { 1, -1 }, { 9.0 / 24, 19.0 / 24, -5.0 / 24, 1.0 / 24 } },
  { "adams_moulton4", 4, { 1, -1 }, { 251.0 / 720, 646.0 / 720, -264.0 / 720, 106.0 / 720, -19.0 / 720 } },
  { "bdf1", 1, { 1, -1 }, { 1 } },
  { "bdf2", 2, { 3.0 / 2, -2, 1.0 / 2 }, { 1 } },
  { "bdf3", 3, { 11.0 / 6, -3, 3.0 / 2, -1.0 / 3 }, { 1 } },
  { "bdf4", 4, { 25.0 / 12, -4, 3, -4.0 / 3, 1.0 / 4 }, { 1 } },
  { "bdf5", 5, { 137.0 / 60, -5, 5, -10.0 / 3, 5.0 / 4, -1.0 / 5 }, { 1 } },
  /* BDF of order 5: κ_5 is 0. The predictor needs one point more. */
  { "ndf", 6, { 137.0 / 60, -5, 5, -10.0 / 3, 5.0 / 4, -1.0 / 5 }, { 1 } },
  { "bdf6", 6, { 147.0 / 60, -6, 15.0 / 2, -20.0 / 3, 15.0 / 4, -6.0 / 5, 1.0 / 6 }, { 1 } },
  { "leapfrog", 2, { 1, 0, -1 }, { 0, 2 } },
  { "unstable_two_step", 2, { 1, 4, -5 }, { 0, 4, 2 } },
};

static const Row *
find_row (const OdeMethod *method)
{
  for (size_t i = 0; i < G_N_ELEMENTS (rows); i++)
    if (strcmp (rows[i].id, method->id) == 0)
      return &rows[i];
  return NULL;
}

static const Formula *
find_formula (const OdeMethod *method)
{
  for (size_t i = 0; i < G_N_ELEMENTS (formulas); i++)
    if (strcmp (formulas[i].id, method->id) == 0)
      return &formulas[i];
  return NULL;
}

/* Bounds the effect on a step of rounding the coefficients to double: the rounding
 * of a_ij changes stage i by ε |a_ij| h, which changes the result by |b_i| h times this. Σ |b_i a_ij| is
 * 1.5·10⁵ for verner65, 1.1·10⁴ for verner87 and below 200 for all others. */
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
  return DBL_EPSILON * h * h * sum;
}

/* Newton's method solves nonlinear equations up to rounding errors. The local errors of the methods
 * at this step are at least 3e-11 (3e-9 for verner65), so that the bound
 * distinguishes the methods. CVODE makes internal steps inside a fixed step,
 * so its error is bounded by the tolerance. */
static void
check_row (const OdeMethod *method, const Row *row)
{
  const bool own = (method->traits & ODE_TRAIT_OWN_CONTROL) && (method->traits & ODE_TRAIT_ADAPTIVE);
  OdeSettings settings = fixed_settings (0.5);
  const double bound = own ? 1e-7 : 2e-14 + rounding_of_table (method, 0.5);
  OdeIntegrator *integrator;

  settings.accuracy = own ? 1e-9 : 1e-13;
  integrator = start (method, &problem_pendulum, &settings);
  g_assert_cmpint (ode_integrator_step (integrator, 10, ODE_STOP_END), ==, ODE_DONE);
  g_assert_cmpfloat (ode_integrator_t (integrator), ==, 0.5);
  for (int i = 0; i < 2; i++)
    if (!(fabs (ode_integrator_x (integrator)[i] - row->x[i]) < (bound)))
      g_error ("%s: state %d is off by %g", method->id, i, ode_integrator_x (integrator)[i] - row->x[i]);
  ode_integrator_free (integrator);
}

/* The states of a run satisfy the formula after the starting steps. */
static void
check_formula (const OdeMethod *method, const Formula *formula)
{
  enum { STEPS = 16 };
  const double h = 1.0 / STEPS;
  OdeSettings settings = fixed_settings (h);
  OdeIntegrator *integrator;
  double x[STEPS + 1][2], f[STEPS + 1][2];

  settings.accuracy = 1e-13;
  integrator = start (method, &problem_pendulum, &settings);
  for (int n = 0; n <= STEPS; n++)
    {
      const double t = ode_integrator_t (integrator);

      memcpy (x[n], ode_integrator_x (integrator), sizeof x[n]);
      g_assert_cmpfloat (t, ==, n * h);
      problem_pendulum.system.rhs (NULL, t, x[n], f[n]);
      if (n < STEPS)
        g_assert_cmpint (ode_integrator_step (integrator, 10, ODE_STOP_END), ==, ODE_DONE);
    }
  for (int n = formula->k; n <= STEPS; n++)
    for (int i = 0; i < 2; i++)
      {
        double left = 0, right = 0, size = 1;

        for (int j = 0; j <= formula->k; j++)
          {
            left += formula->alpha[j] * x[n - j][i];
            size += fabs (formula->alpha[j] * x[n - j][i]);
            right += h * formula->beta[j] * f[n - j][i];
          }
        if (!(fabs (left - right) < 1e-14 * size))
          g_error ("%s: step %d leaves %g in its formula", method->id, n, left - right);
      }
  ode_integrator_free (integrator);
}

static void
test_step (gconstpointer user)
{
  const OdeMethod *method = user;
  const Row *row = find_row (method);
  const Formula *formula = find_formula (method);

  /* Each method must have either a row or a formula. */
  if ((row != NULL) == (formula != NULL))
    g_error ("%s needs either a row, which make-steps.py prints, or a formula in this file", method->id);
  if (row != NULL)
    check_row (method, row);
  else
    check_formula (method, formula);
}

/* The oscillator q'' = −q is integrated to t = 100 with h = 0.1. Implicit Euler multiplies
 * the radius by 1/√(1 + h²) in each step. */
static OdeStatus
oscillator_rhs (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = x[1];
  dxdt[1] = -x[0];
  return ODE_DONE;
}

static void
test_radius (gconstpointer name)
{
  Problem problem = {
    .name = "oscillator",
    .system = { .n_states = 2, .kinds = problem_pendulum.system.kinds, .rhs = oscillator_rhs, .n_pairs = 1,
                .pairs = problem_pendulum.system.pairs },
    .t1 = 100,
    .x0 = { 1, 0 },
  };
  OdeSettings settings = fixed_settings (0.1);
  OdeIntegrator *integrator = start (method_named (name), &problem, &settings);

  run_to (integrator, 100);
  g_assert_cmpfloat_with_epsilon (hypot (ode_integrator_x (integrator)[0], ode_integrator_x (integrator)[1]), pow (1.01, -500), 1e-12);
  ode_integrator_free (integrator);
}

int
main (int argc, char **argv)
{
  int n;
  const OdeMethod *const *methods = ode_methods (&n);

  g_test_init (&argc, &argv, NULL);
  for (int i = 0; i < n; i++)
    {
      g_autofree char *path = g_strconcat ("/ode/steps/one-step-agrees-with-an-independent-computation/", methods[i]->id, NULL);

      g_test_add_data_func (path, methods[i], test_step);
    }
  g_test_add_data_func ("/ode/steps/implicit-euler-shrinks-a-circular-orbit-by-the-theoretical-factor", "implicit_euler", test_radius);
  g_test_add_data_func ("/ode/steps/velocity-implicit-euler-shrinks-a-circular-orbit-by-the-theoretical-factor", "velocity_implicit_euler",
                        test_radius);
  return g_test_run ();
}
