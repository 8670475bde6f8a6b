/* Tests of the intermediate results of attempts that a listener receives. A listener does not change a bit of a run, and every number
 * agrees with a separate computation of the step. */
#include "ode-test.h"

#include "ode-irk.h"
#include "ode-rosenbrock.h"
#include "ode-splitting.h"

#include <string.h>

#define MOST 512
#define TIGHT 1e-12

typedef struct
{
  OdeTraceEvent event;
  double x[10 * MAX_STATES], k[MAX_STATES];
} Event;

/* The events of one attempt, with counts over the whole run. */
typedef struct
{
  int n, n_attempts, n_results, n_silent;
  Event events[MOST];
  double x1[MAX_STATES], error[MAX_STATES];
  bool has_x1, has_error;
  OdeAttempt record;
  int stop_at; /* number of the attempt whose events are kept, counted from 1; 0: the last attempt */
  bool kept;
} Inside;

static void
collect (void *user, const OdeTraceEvent *event)
{
  Inside *inside = user;
  Event *place;

  if (inside->kept)
    return;
  if (event->kind == ODE_TRACE_ATTEMPT)
    {
      inside->n = 0;
      inside->n_attempts++;
    }
  if (event->kind == ODE_TRACE_RESULT)
    {
      inside->n_results++;
      inside->record = *event->record;
      inside->has_x1 = event->x != NULL;
      inside->has_error = event->k != NULL;
      if (event->x != NULL)
        memcpy (inside->x1, event->x, sizeof (double) * (gsize) event->n);
      if (event->k != NULL)
        memcpy (inside->error, event->k, sizeof (double) * (gsize) event->n);
      inside->kept = inside->stop_at != 0 && inside->n_attempts == inside->stop_at;
      return;
    }
  if (inside->n == MOST)
    return;
  place = &inside->events[inside->n++];
  place->event = *event;
  g_assert_cmpint (event->n * event->n_vectors, <=, 10 * MAX_STATES);
  for (int v = 0; event->x != NULL && v < event->n_vectors; v++)
    for (int i = 0; i < event->n; i++)
      place->x[v * event->n + i] = event->x[v * event->n + i] + (event->base != NULL ? event->base[i] : 0.0);
  if (event->k != NULL)
    memcpy (place->k, event->k, sizeof (double) * (gsize) event->n);
}

static void
ignore (void *user, const OdeAttempt *attempt)
{
}

/* Returns the event with this kind, part and index, or NULL if there is none. */
static const Event *
find (const Inside *inside, OdeTraceKind kind, OdeTracePart part, int index)
{
  for (int i = 0; i < inside->n; i++)
    if (inside->events[i].event.kind == kind && inside->events[i].event.part == part && inside->events[i].event.index == index)
      return &inside->events[i];
  return NULL;
}

/* Makes n_attempts attempts of a run with the listener set. */
static OdeIntegrator *
begin (Inside *inside, const OdeMethod *method, const Problem *problem, const OdeSettings *settings)
{
  OdeIntegrator *integrator = start (method, problem, settings);

  ode_integrator_set_attempt_func (integrator, ignore, NULL);
  ode_integrator_set_trace (integrator, collect, inside);
  return integrator;
}

static void
assert_close (const double *a, const double *b, int n, double tolerance)
{
  for (int i = 0; i < n; i++)
    g_assert_cmpfloat_with_epsilon (a[i], b[i], tolerance * fmax (1, fabs (b[i])));
}

/* ---- the listener changes nothing ---- */

static const Problem *const problems[] = { &problem_pendulum, &problem_henon, &problem_body };

static const Problem *
problem_for (const OdeMethod *method)
{
  for (gsize i = 0; i < G_N_ELEMENTS (problems); i++)
    if (can_run (method, problems[i]))
      return problems[i];
  g_assert_not_reached ();
}

static void
test_same_bits (gconstpointer data)
{
  const OdeMethod *method = data;
  const Problem *problem = problem_for (method);
  const bool controls = (method->traits & (ODE_TRAIT_ADAPTIVE | ODE_TRAIT_OWN_CONTROL)) != 0;

  for (int fixed = 0; fixed < 2; fixed++)
    {
      OdeSettings settings = fixed || !controls ? fixed_settings (0.05) : tolerance_settings (1e-4);
      Inside *inside = g_new0 (Inside, 1);
      OdeIntegrator *plain = start (method, problem, &settings), *traced = begin (inside, method, problem, &settings);
      double t1 = problem->t0 + 1, middle[2][MAX_STATES];

      ode_integrator_set_attempt_func (plain, ignore, NULL);
      while (ode_integrator_t (plain) < t1)
        {
          double t;

          g_assert_cmpint (ode_integrator_step (plain, t1, ODE_STOP_END), ==, ODE_DONE);
          g_assert_cmpint (ode_integrator_step (traced, t1, ODE_STOP_END), ==, ODE_DONE);
          g_assert_true (ode_integrator_t (plain) == ode_integrator_t (traced));
          g_assert_cmpmem (ode_integrator_x (plain), sizeof (double) * (gsize) problem->system.n_states,
                           ode_integrator_x (traced), sizeof (double) * (gsize) problem->system.n_states);
          t = 0.5 * (ode_integrator_t_previous (plain) + ode_integrator_t (plain));
          g_assert_cmpint (ode_integrator_interpolate (plain, t, middle[0]), ==, ODE_DONE);
          g_assert_cmpint (ode_integrator_interpolate (traced, t, middle[1]), ==, ODE_DONE);
          g_assert_cmpmem (middle[0], sizeof (double) * (gsize) problem->system.n_states, middle[1],
                           sizeof (double) * (gsize) problem->system.n_states);
          /* Each method must report intermediate results. */
          g_assert_cmpint (inside->n, >, 1);
          g_assert_true (inside->has_x1);
          g_assert_cmpmem (inside->x1, sizeof (double) * (gsize) problem->system.n_states, ode_integrator_x (traced),
                           sizeof (double) * (gsize) problem->system.n_states);
        }
      g_assert_cmpint (inside->n_attempts, ==, ode_integrator_statistics (plain)->steps_attempted);
      g_assert_cmpint (inside->n_results, ==, inside->n_attempts);
      g_assert_cmpmem (ode_integrator_statistics (plain), sizeof (OdeStatistics), ode_integrator_statistics (traced), sizeof (OdeStatistics));
      ode_integrator_free (plain);
      ode_integrator_free (traced);
      g_free (inside);
    }
}

/* ---- explicit Runge–Kutta methods ---- */

static void
test_explicit (gconstpointer data)
{
  const OdeMethod *method = data;
  const OdeTableau *tableau = method->tableau;
  const Problem *problem = &problem_table;
  const int n = problem->system.n_states, s = tableau->n_stages;
  const double h = 0.1;
  OdeSettings settings = fixed_settings (h);
  g_autofree Inside *inside = g_new0 (Inside, 1);
  OdeIntegrator *integrator = begin (inside, method, problem, &settings);
  double x1[MAX_STATES], error[MAX_STATES] = { 0 }, k[20][MAX_STATES];

  g_assert_cmpint (ode_integrator_step (integrator, problem->t0 + h, ODE_STOP_END), ==, ODE_DONE);
  memcpy (x1, problem->x0, sizeof x1);
  for (int i = 0; i < s; i++)
    {
      const Event *stage = find (inside, ODE_TRACE_STAGE, ODE_TRACE_WHOLE, i + 1);
      double x[MAX_STATES];

      memcpy (x, problem->x0, sizeof x);
      for (int j = 0; j < i; j++)
        for (int c = 0; c < n; c++)
          x[c] += h * tableau->A[i * s + j] * k[j][c];
      problem->system.rhs (problem->system.self, problem->t0 + tableau->c[i] * h, x, k[i]);
      for (int c = 0; c < n; c++)
        {
          x1[c] += h * tableau->b[i] * k[i][c];
          error[c] += tableau->b_hat != NULL ? h * (tableau->b[i] - tableau->b_hat[i]) * k[i][c] : 0;
        }
      if (stage == NULL)
        {
          g_assert_true (tableau->fsal && i == s - 1); /* the last stage of an fsal tableau is not needed without an estimate */
          continue;
        }
      g_assert_true (stage->event.c == tableau->c[i]);
      assert_close (stage->x, x, n, TIGHT);
      assert_close (stage->k, k[i], n, TIGHT);
    }
  assert_close (inside->x1, x1, n, TIGHT);
  if (inside->has_error && method->data == NULL)
    assert_close (inside->error, error, n, TIGHT);
  ode_integrator_free (integrator);
}

/* Makes a step of Dormand–Prince with h = 0.0533 for the Van der Pol equation with μ = 5 from
 * (0.7127, 7.2958), with absolute weighting and accuracy 1e-5. The expected numbers were
 * computed from the published tableau: errors −1.416e-5 and 6.471e-5, factor 0.9·6.471^(−1/5).
 * The error of the controller's logarithm is below 1e-4. */
static OdeStatus
van_der_pol (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = x[1];
  dxdt[1] = *(const double *) self * (1 - x[0] * x[0]) * x[1] - x[0];
  return ODE_DONE;
}

static void
test_rejected (void)
{
  double mu = 5;
  const Problem problem = { "van der Pol", { .self = &mu, .n_states = 2, .rhs = van_der_pol }, 0, 1, { 0.7127, 7.2958 }, { 0 } };
  OdeSettings settings;
  g_autofree Inside *inside = g_new0 (Inside, 1);
  OdeIntegrator *integrator;

  ode_settings_init (&settings);
  settings.accuracy = 1e-5;
  settings.weighting = ODE_WEIGHTING_ABSOLUTE;
  settings.controller = ODE_CONTROLLER_I;
  settings.initial_step = 0.0533;
  inside->stop_at = 1;
  integrator = begin (inside, method_named ("runge_kutta5"), &problem, &settings);
  g_assert_cmpint (ode_integrator_step (integrator, 1, ODE_STOP_END), ==, ODE_DONE);
  g_assert_cmpint (inside->record.outcome, ==, ODE_ATTEMPT_REJECTED_ERROR);
  g_assert_cmpfloat (inside->record.h, ==, 0.0533);
  g_assert_cmpfloat_with_epsilon (inside->error[0], -1.416e-5, 5e-9);
  g_assert_cmpfloat_with_epsilon (inside->error[1], 6.471e-5, 5e-9);
  g_assert_cmpfloat_with_epsilon (inside->record.error, 6.471, 5e-4);
  g_assert_cmpfloat_with_epsilon (inside->record.h_proposed / 0.0533, 0.9 * pow (6.471, -0.2), 1e-4); /* the expected factor is 0.6195 */
  ode_integrator_free (integrator);
}

/* ---- implicit Runge–Kutta methods ---- */

/* The stages of a converged step satisfy X_i = x0 + h Σ a_ij k_j, and k_i is f
 * at X_i up to the error of Newton's method, which is a rounding error because the steps
 * are fixed. */
static void
test_implicit (gconstpointer data)
{
  const OdeMethod *method = data;
  const OdeTableau *tableau = method->tableau;
  const Problem *problem = &problem_table;
  const int n = problem->system.n_states, s = tableau->n_stages;
  const double h = 0.05;
  OdeSettings settings = fixed_settings (h);
  g_autofree Inside *inside = g_new0 (Inside, 1);
  OdeIntegrator *integrator = begin (inside, method, problem, &settings);
  double x1[MAX_STATES];
  int iterations = 0, n_stages = 0;

  g_assert_cmpint (ode_integrator_step (integrator, problem->t0 + h, ODE_STOP_END), ==, ODE_DONE);
  memcpy (x1, problem->x0, sizeof x1);
  for (int i = 0; i < s; i++)
    {
      const Event *stage = find (inside, ODE_TRACE_STAGE, ODE_TRACE_WHOLE, i + 1);
      double x[MAX_STATES], f[MAX_STATES];

      g_assert_nonnull (stage);
      memcpy (x, problem->x0, sizeof x);
      for (int j = 0; j < s; j++)
        for (int c = 0; c < n; c++)
          x[c] += h * tableau->A[i * s + j] * find (inside, ODE_TRACE_STAGE, ODE_TRACE_WHOLE, j + 1)->k[c];
      assert_close (stage->x, x, n, TIGHT);
      problem->system.rhs (problem->system.self, problem->t0 + tableau->c[i] * h, stage->x, f);
      assert_close (stage->k, f, n, 1e-11); /* the error of k is a rounding error of X_i divided by γh */
      for (int c = 0; c < n; c++)
        x1[c] += h * tableau->b[i] * stage->k[c];
    }
  assert_close (inside->x1, x1, n, TIGHT);
  for (int i = 0; i < inside->n; i++)
    {
      const OdeTraceEvent *event = &inside->events[i].event;

      if (event->kind == ODE_TRACE_STAGE)
        n_stages++;
      if (event->kind == ODE_TRACE_ITERATE)
        /* Diagonally implicit methods report each stage after its iterates; other methods iterate on all stages together. */
        g_assert_cmpint (event->column, ==, method->family == ODE_FAMILY_DIRK ? n_stages + 1 : 0);
      if (event->kind != ODE_TRACE_ITERATE || event->index == 0)
        continue;
      iterations++;
      g_assert_true (event->new_jacobian && event->new_factors); /* this is the first step, so both are new */
      if (event->index == 2)
        g_assert_cmpfloat_with_epsilon (event->theta, event->norm / inside->events[i - 1].event.norm, TIGHT);
    }
  g_assert_cmpint (iterations, ==, ode_integrator_statistics (integrator)->newton_iterations);
  ode_integrator_free (integrator);
}

/* Integrates the Van der Pol equation with μ = 1000 by Radau IIA of order 5 with error
 * control. The reported norms and θ must agree with the changes of W = T⁻¹ Z from iterate to
 * iterate, in units of the tolerance 0.03 rtol^(2/3). The changes are computed from differences
 * of states, which have rounding errors, so the bound is 1 %. */
static void
test_contraction (void)
{
  double mu = 1000;
  const Problem problem = { "van der Pol", { .self = &mu, .n_states = 2, .rhs = van_der_pol }, 0, 1, { 2, 0 }, { 0 } };
  const double tolerance = 1e-6, unit = 0.03 * pow (tolerance, 2.0 / 3.0), *T = ode_spectrum_radau5.T_inverse;
  OdeSettings settings = tolerance_settings (tolerance);
  g_autofree Inside *inside = g_new0 (Inside, 1);
  OdeIntegrator *integrator = begin (inside, method_named ("radau5"), &problem, &settings);
  int checked = 0;

  while (ode_integrator_t (integrator) < 900)
    {
      double norm[16] = { 0 };
      const double *x0;

      g_assert_cmpint (ode_integrator_step (integrator, 900, ODE_STOP_END), ==, ODE_DONE);
      x0 = ode_integrator_x_previous (integrator);
      for (int e = 1; e < inside->n; e++)
        {
          const Event *now = &inside->events[e], *before = now - 1;
          const int k = now->event.index;
          double sum = 0;

          if (now->event.kind != ODE_TRACE_ITERATE || k == 0 || (now->event.last && !now->event.converged))
            continue;
          for (int i = 0; i < 3; i++)
            for (int c = 0; c < 2; c++)
              {
                double change = 0;

                for (int j = 0; j < 3; j++)
                  change += T[3 * i + j] * (now->x[2 * j + c] - before->x[2 * j + c]);
                sum += pow (change / (unit * (1 + fabs (x0[c]))), 2);
              }
          norm[k] = sqrt (sum / 6);
          /* Changes below 1e-4 tolerances are not compared, because they are rounding errors of states of size 1. */
          if (norm[k] < 1e-4)
            continue;
          g_assert_cmpfloat_with_epsilon (now->event.norm, norm[k], 0.01 * norm[k]);
          if (k < 2)
            continue;
          const double theta = k == 2 ? norm[2] / norm[1] : sqrt (norm[k] / norm[k - 2]);

          g_assert_cmpfloat_with_epsilon (now->event.theta, theta, 0.01 * theta);
          checked++;
        }
    }
  g_assert_cmpint (checked, >, 20);
  ode_integrator_free (integrator);
}

/* ---- Rosenbrock methods ---- */

static void
table_jacobian (const Problem *problem, double t, const double *x, double *J, double *dfdt)
{
  const int n = problem->system.n_states;
  const double delta = 1e-5;
  double plus[MAX_STATES], minus[MAX_STATES], moved[MAX_STATES];

  for (int j = 0; j <= n; j++)
    {
      memcpy (moved, x, sizeof (double) * (gsize) n);
      if (j < n)
        moved[j] += delta;
      problem->system.rhs (problem->system.self, j < n ? t : t + delta, moved, plus);
      if (j < n)
        moved[j] -= 2 * delta;
      problem->system.rhs (problem->system.self, j < n ? t : t - delta, moved, minus);
      for (int i = 0; i < n; i++)
        *(j < n ? &J[i * n + j] : &dfdt[i]) = (plus[i] - minus[i]) / (2 * delta);
    }
}

/* Slopes in the notation of the literature satisfy (Hairer and Wanner, IV.7, equation
 * 7.4) k_i = f(t + α_i h, x0 + h Σ α_ij k_j) + h J Σ γ_ij k_j + γ_i h ∂f/∂t. With
 * U = h Γ k the sum J Σ γ_ij k_j is J U_i/h.
 *  The Jacobian is computed by differences, so the error is about 1e-9. */
static void
test_rosenbrock (gconstpointer data)
{
  const OdeMethod *method = data;
  const OdeRosenbrockData *r = method->data;
  const Problem *problem = &problem_table;
  const int n = problem->system.n_states, s = r->n_stages;
  const double h = 0.05;
  OdeSettings settings = fixed_settings (h);
  g_autofree Inside *inside = g_new0 (Inside, 1);
  OdeIntegrator *integrator = begin (inside, method, problem, &settings);
  double J[MAX_STATES * MAX_STATES], dfdt[MAX_STATES], U[16][MAX_STATES] = { { 0 } }, x1[MAX_STATES];

  g_assert_cmpint (ode_integrator_step (integrator, problem->t0 + h, ODE_STOP_END), ==, ODE_DONE);
  table_jacobian (problem, problem->t0, problem->x0, J, dfdt);
  memcpy (x1, problem->x0, sizeof x1);
  for (int i = 0; i < s; i++)
    {
      const Event *stage = find (inside, ODE_TRACE_STAGE, ODE_TRACE_WHOLE, i + 1);
      double x[MAX_STATES], f[MAX_STATES];

      g_assert_nonnull (stage);
      memcpy (x, problem->x0, sizeof x);
      for (int c = 0; c < n; c++)
        {
          U[i][c] = r->gamma * h * stage->k[c];
          for (int j = 0; j < i; j++)
            {
              x[c] += r->a[i * s + j] * U[j][c];
              U[i][c] += r->gamma * r->C[i * s + j] * U[j][c];
            }
        }
      assert_close (stage->x, x, n, TIGHT);
      problem->system.rhs (problem->system.self, problem->t0 + r->c[i] * h, x, f);
      for (int c = 0; c < n; c++)
        {
          double sum = f[c] + h * r->d[i] * dfdt[c];

          for (int j = 0; j < n; j++)
            sum += J[c * n + j] * U[i][j];
          g_assert_cmpfloat_with_epsilon (stage->k[c], sum, 1e-8);
          x1[c] += r->m[i] * U[i][c];
        }
    }
  assert_close (inside->x1, x1, n, TIGHT);
  ode_integrator_free (integrator);
}

/* ---- the other families ---- */

static void
test_extrapolation (void)
{
  const Problem *problem = &problem_table;
  const int n = problem->system.n_states;
  OdeSettings settings = tolerance_settings (1e-8);
  g_autofree Inside *inside = g_new0 (Inside, 1);
  OdeIntegrator *integrator = begin (inside, method_named ("bulirsch_stoer"), problem, &settings);
  double T[12][12][MAX_STATES];
  int n_entries = 0, rows = 0;

  inside->stop_at = 1;
  g_assert_cmpint (ode_integrator_step (integrator, problem->t1, ODE_STOP_END), ==, ODE_DONE);
  for (int i = 0; i < inside->n; i++)
    {
      const Event *entry = &inside->events[i];
      const int j = entry->event.index, l = entry->event.column;
      double value[MAX_STATES];

      if (entry->event.kind != ODE_TRACE_ENTRY)
        continue;
      n_entries++;
      rows = j;
      if (l == 1)
        {
          /* The modified midpoint rule has 2j substeps. */
          const double step = inside->record.h / (2 * j);
          double y[3][MAX_STATES], f[MAX_STATES];

          memcpy (y[0], problem->x0, sizeof y[0]);
          problem->system.rhs (problem->system.self, problem->t0, y[0], f);
          for (int c = 0; c < n; c++)
            y[1][c] = y[0][c] + step * f[c];
          for (int m = 1; m < 2 * j; m++)
            {
              problem->system.rhs (problem->system.self, problem->t0 + m * step, y[1], f);
              for (int c = 0; c < n; c++)
                {
                  y[2][c] = y[0][c] + 2 * step * f[c];
                  y[0][c] = y[1][c];
                  y[1][c] = y[2][c];
                }
            }
          memcpy (value, y[1], sizeof value);
        }
      else
        for (int c = 0; c < n; c++)
          {
            const double ratio = (double) j / (j - l + 1);

            value[c] = T[j][l - 1][c] + (T[j][l - 1][c] - T[j - 1][l - 1][c]) / (ratio * ratio - 1);
          }
      memcpy (T[j][l], value, sizeof value);
      assert_close (entry->x, value, n, TIGHT);
    }
  g_assert_cmpint (n_entries, ==, rows * (rows + 1) / 2);
  assert_close (inside->x1, T[rows][rows], n, TIGHT);
  ode_integrator_free (integrator);
}

static void
test_splitting (gconstpointer data)
{
  const OdeMethod *method = data;
  const Problem *problem = &problem_pendulum;
  const double h = 0.1;
  OdeSettings settings = fixed_settings (h);
  g_autofree Inside *inside = g_new0 (Inside, 1);
  OdeIntegrator *integrator = begin (inside, method, problem, &settings);
  double x[MAX_STATES], kicks = 0, drifts = 0, t = problem->t0;

  memcpy (x, problem->x0, sizeof x);
  g_assert_cmpint (ode_integrator_step (integrator, problem->t0 + h, ODE_STOP_END), ==, ODE_DONE);
  for (int i = 0; i < inside->n; i++)
    {
      const Event *move = &inside->events[i];

      if (move->event.kind == ODE_TRACE_DRIFT)
        {
          x[0] += h * move->event.c * x[1];
          drifts += move->event.c;
          t = problem->t0 + h * drifts;
        }
      else if (move->event.kind == ODE_TRACE_KICK)
        {
          x[1] += h * move->event.c * (-sin (x[0]) + 0.2 * cos (2 * t));
          kicks += move->event.c;
        }
      else
        continue;
      g_assert_cmpfloat_with_epsilon (move->event.t, t, TIGHT);
      assert_close (move->x, x, 2, TIGHT);
    }
  g_assert_cmpfloat_with_epsilon (kicks, 1, TIGHT);
  g_assert_cmpfloat_with_epsilon (drifts, 1, TIGHT);
  assert_close (inside->x1, x, 2, TIGHT);
  ode_integrator_free (integrator);
}

/* Adams–Bashforth of order 3 and BDF of order 2 with equal steps have the classical weights (Hairer, Nørsett and Wanner, Solving ODEs
 * I, III.1). */
static void
test_multistep (void)
{
  const Problem *problem = &problem_table;
  const int n = problem->system.n_states;
  const double h = 0.05;

  for (int bdf = 0; bdf < 2; bdf++)
    {
      OdeSettings settings = fixed_settings (h);
      g_autofree Inside *inside = g_new0 (Inside, 1);
      OdeIntegrator *integrator = begin (inside, method_named (bdf ? "bdf2" : "adams_bashforth3"), problem, &settings);
      const Event *past[3];
      double x1[MAX_STATES];

      inside->stop_at = 6;
      run_to (integrator, problem->t0 + 6 * h);
      for (int j = 0; j < (bdf ? 2 : 3); j++)
        {
          double f[MAX_STATES];

          past[j] = find (inside, ODE_TRACE_PAST, ODE_TRACE_WHOLE, j);
          g_assert_nonnull (past[j]);
          g_assert_cmpfloat_with_epsilon (past[j]->event.t, problem->t0 + (5 - j) * h, TIGHT);
          problem->system.rhs (problem->system.self, past[j]->event.t, past[j]->x, f);
          assert_close (past[j]->k, f, n, TIGHT);
        }
      for (int c = 0; c < n; c++)
        x1[c] = bdf ? 4.0 / 3 * past[0]->x[c] - 1.0 / 3 * past[1]->x[c]
                        + 2.0 / 3 * h * find (inside, ODE_TRACE_STAGE, ODE_TRACE_WHOLE, 1)->k[c]
                    : past[0]->x[c] + h * (23 * past[0]->k[c] - 16 * past[1]->k[c] + 5 * past[2]->k[c]) / 12;
      assert_close (inside->x1, x1, n, TIGHT);
      ode_integrator_free (integrator);
    }
}

/* The local coordinates of a stage are h Σ a_ij K_j, and quaternions in the state of a stage
 * have length 1. For states that belong to no rotation, the coordinate is the change
 * of the state. */
static void
test_local_coordinates (void)
{
  const Problem *problem = &problem_table;
  const OdeTableau *tableau = method_named ("runge_kutta5")->tableau;
  const int n = problem->system.n_states, s = tableau->n_stages;
  const double h = 0.1;
  OdeSettings settings = fixed_settings (h);
  g_autofree Inside *inside = g_new0 (Inside, 1);
  OdeIntegrator *integrator = begin (inside, method_named ("munthe_kaas"), problem, &settings);

  g_assert_cmpint (ode_integrator_step (integrator, problem->t0 + h, ODE_STOP_END), ==, ODE_DONE);
  for (int i = 0; i < s; i++)
    {
      const Event *local = find (inside, ODE_TRACE_LOCAL, ODE_TRACE_WHOLE, i + 1), *stage = find (inside, ODE_TRACE_STAGE, ODE_TRACE_WHOLE, i + 1);

      for (int c = 0; c < n; c++)
        {
          double sum = 0;

          for (int j = 0; j < i; j++)
            sum += h * tableau->A[i * s + j] * find (inside, ODE_TRACE_LOCAL, ODE_TRACE_WHOLE, j + 1)->k[c];
          g_assert_cmpfloat_with_epsilon (local->x[c], sum, TIGHT);
          g_assert_cmpfloat_with_epsilon (stage->x[c], problem->x0[c] + sum, TIGHT);
        }
    }
  ode_integrator_free (integrator);
}

/* Step doubling has three parts, the whole step and two half steps, and the estimate is e = (x1 − x_whole)/(2^p − 1). */
static void
test_doubling (void)
{
  const Problem *problem = &problem_table;
  const int n = problem->system.n_states;
  OdeSettings settings = tolerance_settings (1e-6);
  g_autofree Inside *inside = g_new0 (Inside, 1);
  OdeIntegrator *integrator;
  const Event *stages[4];
  double whole[MAX_STATES];

  settings.error_control_explicit = true;
  inside->stop_at = 1;
  integrator = begin (inside, method_named ("runge_kutta4"), problem, &settings);
  g_assert_cmpint (ode_integrator_step (integrator, problem->t1, ODE_STOP_END), ==, ODE_DONE);
  for (int i = 0; i < 4; i++)
    {
      stages[i] = find (inside, ODE_TRACE_STAGE, ODE_TRACE_WHOLE, i + 1);
      g_assert_nonnull (stages[i]);
      g_assert_nonnull (find (inside, ODE_TRACE_STAGE, ODE_TRACE_FIRST_HALF, i + 1));
      g_assert_nonnull (find (inside, ODE_TRACE_STAGE, ODE_TRACE_SECOND_HALF, i + 1));
    }
  for (int c = 0; c < n; c++)
    {
      whole[c] = problem->x0[c] + inside->record.h * (stages[0]->k[c] + 2 * stages[1]->k[c] + 2 * stages[2]->k[c] + stages[3]->k[c]) / 6;
      g_assert_cmpfloat_with_epsilon (inside->error[c], (inside->x1[c] - whole[c]) / 15, 1e-14);
    }
  g_assert_cmpfloat (find (inside, ODE_TRACE_PART, ODE_TRACE_SECOND_HALF, 0)->event.h, ==, 0.5 * inside->record.h);
  ode_integrator_free (integrator);
}

/* Derivative k of the Chebyshev polynomial T_j at w0 = cosh a > 1. */
static double
chebyshev (int j, int k, double a)
{
  const double first = j * sinh (j * a) / sinh (a);

  return k == 0 ? cosh (j * a) : k == 1 ? first : (j * j * cosh (j * a) - cosh (a) * first) / pow (sinh (a), 2);
}

/* The stages of the Runge–Kutta–Chebyshev method satisfy the recurrence of Sommeijer, Shampine and Verwer (J. Comput. Appl. Math. 88 (1998) 315,
 * equations 2.1 to 2.4), with coefficients in closed form. */
static void
test_chebyshev (void)
{
  const Problem *problem = &problem_table;
  const int n = problem->system.n_states;
  const double h = 0.05;
  OdeSettings settings = fixed_settings (h);
  g_autofree Inside *inside = g_new0 (Inside, 1);
  OdeIntegrator *integrator = begin (inside, method_named ("rkc2"), problem, &settings);
  double Y[3][MAX_STATES], f[MAX_STATES], f0[MAX_STATES], w0, w1, a;
  int s = 0;

  g_assert_cmpint (ode_integrator_step (integrator, problem->t0 + h, ODE_STOP_END), ==, ODE_DONE);
  for (int i = 0; i < inside->n; i++)
    s += inside->events[i].event.kind == ODE_TRACE_STAGE && inside->events[i].event.part == ODE_TRACE_WHOLE;
  g_assert_cmpint (s, >=, 2);
  w0 = 1 + 2.0 / 13 / (s * s);
  a = acosh (w0);
  w1 = chebyshev (s, 1, a) / chebyshev (s, 2, a);
  memcpy (Y[0], problem->x0, sizeof (double) * (gsize) n);
  problem->system.rhs (problem->system.self, problem->t0, Y[0], f0);
  for (int j = 1; j <= s; j++)
    {
      double b[3], *last = Y[(j + 2) % 3], *before = Y[(j + 1) % 3], c;

      for (int k = 0; k < 3; k++) /* b_j, b_{j−1}, b_{j−2} */
        {
          const int m = MAX (j - k, 2);

          b[k] = chebyshev (m, 2, a) / pow (chebyshev (m, 1, a), 2);
        }
      if (j == 1)
        for (int i = 0; i < n; i++)
          Y[1][i] = Y[0][i] + b[0] * w1 * h * f0[i];
      else
        {
          const double mu = 2 * b[0] * w0 / b[1], nu = -b[0] / b[2], mu_f = 2 * b[0] * w1 / b[1];
          const double gamma = -(1 - b[1] * chebyshev (j - 1, 0, a)) * mu_f;

          c = find (inside, ODE_TRACE_STAGE, ODE_TRACE_WHOLE, j)->event.c;
          problem->system.rhs (problem->system.self, problem->t0 + c * h, last, f);
          for (int i = 0; i < n; i++)
            Y[j % 3][i] = (1 - mu - nu) * problem->x0[i] + mu * last[i] + nu * before[i] + mu_f * h * f[i] + gamma * h * f0[i];
        }
      if (j < s)
        assert_close (find (inside, ODE_TRACE_STAGE, ODE_TRACE_WHOLE, j + 1)->x, Y[j % 3], n, TIGHT);
      else
        assert_close (inside->x1, Y[j % 3], n, TIGHT);
    }
  ode_integrator_free (integrator);
}

/* ---- attempts that fail ---- */

/* The right-hand side is undefined for x > 1.5. */
static OdeStatus
bounded (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = x[0] > 1.5 ? NAN : 1;
  return x[0] > 1.5 ? ODE_RETRY_UNDEFINED : ODE_DONE;
}

/* For the Munthe-Kaas method the last event must also be the stage at which the right-hand side is undefined, without a slope. */
static void
test_undefined_local_stage (void)
{
  const Problem problem = { "bounded", { .n_states = 1, .rhs = bounded }, 0, 1, { 1 }, { 0 } };
  OdeSettings settings = fixed_settings (0.9);
  g_autofree Inside *inside = g_new0 (Inside, 1);
  OdeIntegrator *integrator;
  const Event *last;

  inside->stop_at = 1;
  integrator = begin (inside, method_named ("munthe_kaas"), &problem, &settings);
  ode_integrator_step (integrator, 1, ODE_STOP_END);
  g_assert_false (inside->has_x1);
  last = &inside->events[inside->n - 1];
  g_assert_cmpint (last->event.kind, ==, ODE_TRACE_STAGE);
  g_assert_null (last->event.k);
  g_assert_cmpfloat (last->event.c, ==, 4.0 / 5); /* the first node of Dormand–Prince that is larger than 0.5/0.9 */
  ode_integrator_free (integrator);
}

static void
test_undefined_stage (void)
{
  const Problem problem = { "bounded", { .n_states = 1, .rhs = bounded }, 0, 1, { 1 }, { 0 } };
  OdeSettings settings = tolerance_settings (1e-3);
  g_autofree Inside *inside = g_new0 (Inside, 1);
  OdeIntegrator *integrator;
  const Event *last;

  settings.initial_step = 0.6;
  inside->stop_at = 1;
  integrator = begin (inside, method_named ("runge_kutta5"), &problem, &settings);
  ode_integrator_step (integrator, 1, ODE_STOP_END);
  g_assert_cmpint (inside->record.outcome, ==, ODE_ATTEMPT_REJECTED_UNDEFINED);
  g_assert_false (inside->has_x1);
  last = &inside->events[inside->n - 1];
  g_assert_cmpint (last->event.kind, ==, ODE_TRACE_STAGE);
  g_assert_null (last->event.k);
  g_assert_cmpfloat (last->event.c, ==, 8.0 / 9); /* the first node that is larger than 0.5/0.6 */
  ode_integrator_free (integrator);
}

/* If Newton's method fails, the iterates are reported up to the last one. */
static void
test_failed_newton (void)
{
  double mu = 1000;
  const Problem problem = { "van der Pol", { .self = &mu, .n_states = 2, .rhs = van_der_pol }, 0, 2000, { 2, 0 }, { 0 } };
  OdeSettings settings = tolerance_settings (1e-4);
  g_autofree Inside *inside = g_new0 (Inside, 1);
  OdeIntegrator *integrator = begin (inside, method_named ("radau5"), &problem, &settings);
  bool found = false;

  for (int attempt = 1; !found && attempt < 2000; attempt++)
    {
      const OdeTraceEvent *last = NULL;

      ode_integrator_free (integrator);
      *inside = (Inside) { .stop_at = attempt };
      integrator = begin (inside, method_named ("radau5"), &problem, &settings);
      while (!inside->kept && ode_integrator_t (integrator) < 2000)
        g_assert_cmpint (ode_integrator_step (integrator, 2000, ODE_STOP_END), ==, ODE_DONE);
      if (!inside->kept || inside->record.outcome != ODE_ATTEMPT_REJECTED_NEWTON)
        continue;
      found = true;
      for (int i = 0; i < inside->n; i++)
        if (inside->events[i].event.kind == ODE_TRACE_ITERATE)
          last = &inside->events[i].event;
      g_assert_nonnull (last);
      g_assert_true (last->last && !last->converged);
      g_assert_cmpfloat (last->left, >, last->target);
    }
  g_assert_true (found);
  ode_integrator_free (integrator);
}

/* ---- an iteration that continues after its failure ---- */

typedef struct
{
  Inside inside;
  OdeIntegrator *integrator;
  int attempt, iteration; /* attempt and Newton solve that continues, both counted from 1 */
} Continued;

static void
collect_continued (void *user, const OdeTraceEvent *event)
{
  Continued *continued = user;

  collect (&continued->inside, event);
  if (event->kind == ODE_TRACE_ATTEMPT && continued->inside.n_attempts == continued->attempt)
    ode_integrator_continue_newton (continued->integrator, continued->iteration);
}

/* Returns the largest residual of Z = h A F (x0 + Z) in an iterate of a method with three stages. */
static double
residual_of (const Event *iterate, const OdeTableau *tableau, const OdeSystem *system, const double *x0, double t, double h)
{
  const int n = system->n_states, s = tableau->n_stages;
  double f[3 * MAX_STATES], largest = 0;

  for (int i = 0; i < s; i++)
    system->rhs (system->self, t + tableau->c[i] * h, iterate->x + i * n, f + i * n);
  for (int i = 0; i < s; i++)
    for (int c = 0; c < n; c++)
      {
        double sum = iterate->x[i * n + c] - x0[c];

        for (int j = 0; j < s; j++)
          sum -= h * tableau->A[i * s + j] * f[j * n + c];
        largest = fmax (largest, fabs (sum));
      }
  return largest;
}

/* The iterates up to the one at which the iteration is abandoned have the same bits as without continuation; the later ones converge to
 * the solution of the stage equations. The attempt fails in both cases. */
static void
test_continued (void)
{
  double mu = 1000;
  const Problem problem = { "van der Pol", { .self = &mu, .n_states = 2, .rhs = van_der_pol }, 0, 2000, { 2, 0 }, { 0 } };
  const OdeMethod *method = method_named ("radau5");
  OdeSettings settings = tolerance_settings (1e-4);
  g_autofree Inside *plain = g_new0 (Inside, 1);
  g_autofree Continued *continued = g_new0 (Continued, 1);
  int n_iterations = 0, n_beyond = 0, n_same = 0;
  const Event *first = NULL, *given_up = NULL, *last = NULL;

  for (int attempt = 1; plain->record.outcome != ODE_ATTEMPT_REJECTED_NEWTON; attempt++)
    {
      OdeIntegrator *integrator;

      *plain = (Inside) { .stop_at = attempt };
      integrator = begin (plain, method, &problem, &settings);
      while (!plain->kept)
        g_assert_cmpint (ode_integrator_step (integrator, 2000, ODE_STOP_END), ==, ODE_DONE);
      ode_integrator_free (integrator);
      continued->attempt = continued->inside.stop_at = attempt;
    }
  for (int i = 0; i < plain->n; i++)
    n_iterations += plain->events[i].event.kind == ODE_TRACE_ITERATE && plain->events[i].event.index == 1;
  continued->iteration = n_iterations;
  continued->integrator = start (method, &problem, &settings);
  ode_integrator_set_attempt_func (continued->integrator, ignore, NULL);
  ode_integrator_set_trace (continued->integrator, collect_continued, continued);
  while (!continued->inside.kept)
    ode_integrator_step (continued->integrator, 2000, ODE_STOP_END);
  g_assert_cmpint (continued->inside.record.outcome, ==, ODE_ATTEMPT_REJECTED_NEWTON);
  g_assert_cmpfloat (continued->inside.record.h, ==, plain->record.h);
  g_assert_cmpfloat (continued->inside.record.h_next, ==, plain->record.h_next);
  for (int i = 0; i < continued->inside.n; i++)
    {
      const Event *event = &continued->inside.events[i];

      if (event->event.kind == ODE_TRACE_ATTEMPT)
        first = event;
      if (event->event.kind != ODE_TRACE_ITERATE)
        continue;
      if (!event->event.beyond)
        {
          g_assert_cmpfloat (event->event.norm, ==, plain->events[i].event.norm);
          g_assert_cmpfloat (event->event.theta, ==, plain->events[i].event.theta);
          n_same++;
          given_up = event;
          continue;
        }
      g_assert_cmpint (event->event.index, ==, given_up->event.index + ++n_beyond);
      last = event;
    }
  g_assert_cmpint (n_same, >, 2);
  g_assert_cmpint (n_beyond, >, 1);
  g_assert_true (last->event.converged || n_beyond == 14 + last->event.limit - given_up->event.index);
  /* The update of the iterate at which the iteration was abandoned is also added. */
  g_assert_cmpfloat (residual_of (last, method->tableau, &problem.system, first->x, first->event.t, first->event.h), <,
                     0.2 * residual_of (given_up, method->tableau, &problem.system, first->x, first->event.t, first->event.h));
  ode_integrator_free (continued->integrator);
}

/* ---- Jacobian and factors ---- */

typedef struct
{
  double h, h_made;       /* size of the attempt, and size of the attempt that computed the current factors */
  OdeTracePart part;
  bool new_factors, new_jacobian;
  int n_kept, n_other;    /* number of iterates with factors of an earlier attempt, and with factors of another step size */
} Factors;

static void
follow_factors (void *user, const OdeTraceEvent *event)
{
  Factors *factors = user;

  if (event->kind == ODE_TRACE_ATTEMPT)
    {
      factors->h = event->h;
      factors->new_factors = factors->new_jacobian = false;
    }
  if (event->kind == ODE_TRACE_RESULT)
    {
      g_assert_cmpint (event->record->new_factors, >=, factors->new_factors);
      g_assert_cmpint (event->record->new_jacobian, >=, factors->new_jacobian);
    }
  if (event->kind != ODE_TRACE_ITERATE || event->index == 0 || event->part != ODE_TRACE_WHOLE)
    return;
  if (event->new_factors)
    factors->h_made = factors->h;
  else
    factors->n_kept++;
  factors->new_factors = factors->new_factors || event->new_factors;
  factors->new_jacobian = factors->new_jacobian || event->new_jacobian;
  factors->n_other += event->h_factors != factors->h;
  g_assert_cmpfloat_with_epsilon (event->h_factors, factors->h_made, 1e-14 * factors->h_made);
}

/* Factors belong to the step size of the attempt that computed them. By Drake's rules they are also used for other sizes; by the rules of
 * Hairer and Wanner they are computed again. */
static void
test_factors (void)
{
  static const struct { const char *method; bool drake; } cases[] = { { "radau5", false }, { "sdirk4", false }, { "gauss4", false }, { "radau3", true } };
  double mu = 50;
  const Problem problem = { "van der Pol", { .self = &mu, .n_states = 2, .rhs = van_der_pol }, 0, 100, { 2, 0 }, { 0 } };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      OdeSettings settings = strcmp (cases[i].method, "gauss4") == 0 ? fixed_settings (0.05) : tolerance_settings (1e-4);
      Factors factors = { 0 };
      OdeIntegrator *integrator;

      settings.drake_implicit = cases[i].drake;
      integrator = start (method_named (cases[i].method), &problem, &settings);
      ode_integrator_set_attempt_func (integrator, ignore, NULL);
      ode_integrator_set_trace (integrator, follow_factors, &factors);
      for (int k = 0; k < 60; k++)
        g_assert_cmpint (ode_integrator_step (integrator, 100, ODE_STOP_END), ==, ODE_DONE);
      g_assert_cmpfloat (factors.h_made, >, 0);
      if (cases[i].drake)
        g_assert_cmpint (factors.n_other, >, 0);
      else
        g_assert_cmpint (factors.n_other, ==, 0);
      g_assert_true (factors.n_kept > 0 || strcmp (cases[i].method, "gauss4") != 0);
      ode_integrator_free (integrator);
    }
}

/* What follow_age remembers between two attempts. */
typedef struct
{
  OdeAttempt last;   /* record of the previous attempt */
  bool has_jacobian; /* a Jacobian was evaluated; explicit methods that start a multistep method evaluate none */
  int n_old;         /* number of attempts with a Jacobian of an earlier step */
} Age;

static void
follow_age (void *user, const OdeAttempt *attempt)
{
  Age *age = user;
  const int expected = attempt->new_jacobian || !age->has_jacobian ? 0 : age->last.jacobian_age + (age->last.outcome == ODE_ATTEMPT_ACCEPTED);

  g_assert_cmpint (attempt->jacobian_age, ==, expected);
  age->has_jacobian = age->has_jacobian || attempt->new_jacobian;
  age->n_old += attempt->jacobian_age > 0;
  age->last = *attempt;
}

/* The record of an attempt has the number of accepted steps since the Jacobian was computed. With μ = 50 some iterations fail with the old
 * Jacobian and are repeated with a new one. */
static void
test_jacobian_age (gconstpointer name)
{
  const OdePair pair = { .position = 0, .velocity = 1 };

  for (int i = 0; i < 2; i++)
    {
      double mu = i == 0 ? 5 : 50;
      const Problem problem = { "van der Pol", { .self = &mu, .n_states = 2, .rhs = van_der_pol, .n_pairs = 1, .pairs = &pair }, 0, 200,
                                { 2, 0 }, { 0 } };
      OdeSettings settings = method_named (name)->traits & ODE_TRAIT_ADAPTIVE && i == 1 ? tolerance_settings (1e-4) : fixed_settings (0.01);
      OdeIntegrator *integrator = start (method_named (name), &problem, &settings);
      Age age = { 0 };

      ode_integrator_set_attempt_func (integrator, follow_age, &age);
      for (int k = 0; k < 1000; k++)
        g_assert_cmpint (ode_integrator_step (integrator, 200, ODE_STOP_END), ==, ODE_DONE);
      g_assert_cmpint (age.n_old, >, 20);
      ode_integrator_free (integrator);
    }
}

int
main (int argc, char **argv)
{
  static const char *const aging[] = { "radau5", "radau3", "gauss4", "sdirk4", "implicit_euler", "velocity_implicit_euler", "bdf2",
                                        "bdf4", "adams_moulton3" };
  int n_methods;
  const OdeMethod *const *methods = ode_methods (&n_methods);

  g_test_init (&argc, &argv, NULL);
  for (int i = 0; i < n_methods; i++)
    {
      const OdeMethod *method = methods[i];
      const struct { const char *promise; void (*test) (gconstpointer); bool applies; } rows[] = {
        { "a-listener-changes-no-bit", test_same_bits, true },
        { "stages-agree-with-the-tableau", test_explicit, method->family == ODE_FAMILY_EXPLICIT_RK && method->tableau != NULL },
        { "solved-stages-agree-with-the-tableau", test_implicit,
          method->tableau != NULL && (method->family == ODE_FAMILY_DIRK || method->family == ODE_FAMILY_IMPLICIT_RK) },
        { "slopes-satisfy-the-rosenbrock-equations", test_rosenbrock, method->family == ODE_FAMILY_ROSENBROCK },
        { "kicks-and-drifts-compose-the-step", test_splitting,
          method->family == ODE_FAMILY_SPLITTING && strcmp (method->id, "verlet") != 0 && !(method->traits & ODE_TRAIT_ADAPTIVE)
            && !(method->traits & ODE_TRAIT_OWN_CONTROL) },
      };

      for (gsize r = 0; r < G_N_ELEMENTS (rows); r++)
        if (rows[r].applies)
          {
            g_autofree char *path = g_strdup_printf ("/ode/trace/%s/%s", rows[r].promise, method->id);

            g_test_add_data_func (path, method, rows[r].test);
          }
    }
  g_test_add_func ("/ode/trace/a-rejected-step-of-dormand-prince-has-the-published-numbers", test_rejected);
  g_test_add_func ("/ode/trace/the-reported-contraction-rate-agrees-with-the-iterates", test_contraction);
  g_test_add_func ("/ode/trace/an-extrapolation-table-agrees-with-its-recurrence", test_extrapolation);
  g_test_add_func ("/ode/trace/reported-past-points-satisfy-the-multistep-formula", test_multistep);
  g_test_add_func ("/ode/trace/local-coordinates-of-a-stage-are-the-weighted-sum-of-slopes", test_local_coordinates);
  g_test_add_func ("/ode/trace/step-doubling-reports-the-whole-step-and-both-half-steps", test_doubling);
  g_test_add_func ("/ode/trace/stages-of-the-chebyshev-method-satisfy-their-recurrence", test_chebyshev);
  g_test_add_func ("/ode/trace/an-undefined-stage-is-the-last-one-reported", test_undefined_stage);
  g_test_add_func ("/ode/trace/an-undefined-stage-of-the-munthe-kaas-method-is-the-last-one-reported", test_undefined_local_stage);
  g_test_add_func ("/ode/trace/a-failed-newton-iteration-is-reported-up-to-its-last-iterate", test_failed_newton);
  g_test_add_func ("/ode/trace/an-iteration-that-was-given-up-continues-on-request", test_continued);
  g_test_add_func ("/ode/trace/factors-belong-to-the-step-size-that-made-them", test_factors);
  for (gsize i = 0; i < G_N_ELEMENTS (aging); i++)
    {
      g_autofree char *path = g_strdup_printf ("/ode/trace/the-age-of-the-jacobian-is-the-number-of-steps-since-it-was-computed/%s", aging[i]);

      g_test_add_data_func (path, aging[i], test_jacobian_age);
    }
  return g_test_run ();
}
