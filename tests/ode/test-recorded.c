/* Every method runs small problems with many settings. Its counts must be those in recorded.txt, and its numbers must agree with the
 * recorded ones in all digits that do not depend on rounding errors.
 *
 * The numbers do not show that the program is right, only that it computes as it did. The other tests show what is right.
 * CONTRIBUTING.md says when recorded.txt may be made anew, with --record FILE. */
#include "recorded-problems.h"
#include "recorded-variants.h"
#include "recorded.h"

#include <stdlib.h>
#include <string.h>

#define MAX_PROBLEMS 30

static RecordedTable *table;

/* Sums over the steps and attempts of a run. The factors depend on the number of the step, so that exchanged values are noticed. */
typedef struct
{
  double error, proposed, next, worst, contraction, radius, inside, scaled, estimate, trace;
  gint64 no_error, components, age, newton, order, clamp, outcome, jacobians, factors, purposes, kinds, statuses;
  gint64 n_attempts, n_events;
} Sums;

typedef struct
{
  const OdeMethod *method;
  const Problem *problem;
  const Variant *variant;
  const char *name;
} Case;

static double
factor (gint64 k)
{
  return 1 + (double) (k % 7) / 8;
}

static double
weighted (const double *values, int n)
{
  double sum = 0;

  for (int i = 0; values != NULL && i < n; i++)
    sum += isfinite (values[i]) ? values[i] * (1 + (double) i / 3) : 1000;
  return sum;
}

static void
add_attempt (void *user, const OdeAttempt *attempt)
{
  Sums *sums = user;
  double f = factor (sums->n_attempts++);

  if (isfinite (attempt->error))
    sums->error += f * attempt->error / (1 + fabs (attempt->error));
  else
    sums->no_error++;
  sums->proposed += isfinite (attempt->h_proposed) ? f * attempt->h_proposed : 0;
  sums->next += isfinite (attempt->h_next) ? f * attempt->h_next : 0;
  for (int i = 0; i < ODE_ATTEMPT_WORST; i++)
    {
      sums->worst += isfinite (attempt->worst_error[i]) ? f * (1 + i) * attempt->worst_error[i] / (1 + fabs (attempt->worst_error[i])) : 0;
      sums->components += (i + 1) * (1 + sums->n_attempts % 5) * attempt->worst[i];
    }
  sums->contraction += f * (double) attempt->contraction;
  sums->radius += f * (double) attempt->spectral_radius;
  sums->age += (1 + sums->n_attempts % 5) * attempt->jacobian_age;
  sums->newton += (1 + sums->n_attempts % 5) * attempt->newton_iterations;
  sums->order += (1 + sums->n_attempts % 5) * attempt->order;
  sums->clamp += (1 + sums->n_attempts % 5) * attempt->clamp;
  sums->outcome += (1 + sums->n_attempts % 5) * attempt->outcome;
  sums->statuses += (1 + sums->n_attempts % 5) * attempt->status;
  sums->jacobians += (1 + sums->n_attempts % 5) * attempt->new_jacobian;
  sums->factors += (1 + sums->n_attempts % 5) * attempt->new_factors;
  for (int i = 0; i < ODE_RHS_N_PURPOSES; i++)
    sums->purposes += (1 + sums->n_attempts % 5) * (i + 1) * attempt->rhs[i];
}

static void
add_event (void *user, const OdeTraceEvent *event)
{
  Sums *sums = user;
  double f = factor (sums->n_events++);

  sums->kinds += (1 + sums->n_events % 5) * ((int) event->kind + 20 * (int) event->part + event->index + 3 * event->column + event->limit + event->last
                                             + 2 * event->converged + 4 * event->new_jacobian + 8 * event->new_factors + event->n * event->n_vectors);
  if (event->kind == ODE_TRACE_SILENT)
    return;
  for (int v = 0; event->x != NULL && v < event->n_vectors; v++)
    sums->trace += f * weighted (event->x + v * event->n, event->n) / (1 + v);
  sums->trace += f * (weighted (event->k, event->k != NULL ? event->n : 0) / 8 + weighted (event->base, event->base != NULL ? event->n : 0));
  if (event->kind == ODE_TRACE_ITERATE && isfinite (event->norm) && isfinite (event->theta))
    sums->trace += f * (event->norm / (1 + event->norm) + event->theta / (1 + event->theta));
  if (isfinite (event->c))
    sums->trace += f * event->c;
  if (isfinite (event->h))
    sums->trace += f * event->h;
}

/* Adds values of the last step. */
static void
add_step (Sums *sums, OdeIntegrator *integrator, int number)
{
  const int n = ode_integrator_system (integrator)->n_states;
  const double h = ode_integrator_last_step (integrator), f = factor (number);
  double x[MAX_STATES];

  for (int i = 0; i < n; i++)
    {
      double scaled = ode_integrator_scaled_errors (integrator) != NULL ? fabs (ode_integrator_scaled_errors (integrator)[i]) : 0;

      sums->scaled += isfinite (scaled) ? f * (1 + i) * scaled / (1 + scaled) : 0;
      if (ode_integrator_error_estimate (integrator) != NULL && isfinite (ode_integrator_error_estimate (integrator)[i]))
        sums->estimate += f * (1 + i) * ode_integrator_error_estimate (integrator)[i];
    }
  if (number % 3 != 0 || !(h > 0))
    return;
  for (int k = 1; k <= 3; k++)
    if (ode_integrator_interpolate_after (integrator, 0.29 * k * h, x) == ODE_DONE)
      sums->inside += f * weighted (x, n) / k;
  if (ode_integrator_interpolate (integrator, ode_integrator_t_previous (integrator) + 0.4 * h, x) == ODE_DONE)
    sums->inside += weighted (x, n);
}

/* Acts after a step. Returns the status of the act. */
static OdeStatus
act (OdeIntegrator *integrator, const Case *of, const OdeSettings *settings, int number, void *snapshot)
{
  const int n = of->problem->system.n_states;
  const double h = ode_integrator_last_step (integrator);
  double x[MAX_STATES];
  OdeSettings changed = *settings;
  char error[512] = "";

  memcpy (x, ode_integrator_x (integrator), sizeof (double) * (size_t) n);
  switch (of->variant->act)
    {
    case ACT_JUMP:
    case ACT_RESTART:
      for (int i = 0; i < n; i++)
        x[i] *= 0.98;
      return number % 6 == 5 ? ode_integrator_jump (integrator, ode_integrator_t (integrator), x, of->variant->act == ACT_RESTART) : ODE_DONE;
    case ACT_RETAKE:
      if (number % 4 == 1)
        return ode_integrator_retake (integrator, ode_integrator_t_previous (integrator) + 0.6 * h);
      return number % 4 == 3 ? ode_integrator_retake_by (integrator, 0.7 * h) : ODE_DONE;
    case ACT_UNDO:
      if (number % 4 == 2)
        ode_integrator_undo (integrator);
      return ODE_DONE;
    case ACT_SNAPSHOT:
      if (number == 4)
        ode_integrator_save (integrator, snapshot);
      else if (number == 9)
        ode_integrator_restore (integrator, snapshot);
      return ODE_DONE;
    case ACT_CHANGE:
      if (number != 3 && number != 7)
        return ODE_DONE;
      changed.accuracy = number == 3 ? 1e-3 : 1e-5;
      changed.relative_tolerance = changed.absolute_tolerance = NAN;
      changed.max_step *= 0.8;
      return ode_integrator_set_settings (integrator, &changed, error, sizeof error);
    case ACT_DISCARD:
      if (number % 3 == 1)
        ode_integrator_invalidate (integrator);
      return ODE_DONE;
    case ACT_NOTHING:
    case ACT_STOP:
    case ACT_TRACE:
    case ACT_SINGLE:
      return ODE_DONE;
    }
  return ODE_DONE;
}

static double
known (double value)
{
  return isfinite (value) ? value : -1;
}

static void
write_sums (RecordedRow *row, const OdeMethod *method, const Sums *s)
{
  const gint64 counts[] = { s->n_attempts, s->no_error, s->components, s->age, s->newton, s->order, s->clamp, s->outcome, s->statuses,
                            s->jacobians, s->factors, s->purposes, s->n_events, s->kinds };

  recorded_row_counts (row, "attempts", s->n_events > 0 ? 14 : 12, counts);
  recorded_row_number (row, "inside", s->inside);
  recorded_row_number (row, "error", s->scaled + s->error + s->worst);
  recorded_row_number (row, "estimate", s->estimate);
  recorded_row_number (row, "sizes", s->proposed + 2 * s->next);
  if ((method->traits & ODE_TRAIT_IMPLICIT) || s->contraction != 0 || s->radius != 0)
    recorded_row_number (row, "newton", s->contraction + s->radius / (1 + s->radius));
  if (s->n_events > 0)
    recorded_row_number (row, "trace", s->trace);
}

static void
write_statistics (RecordedRow *row, const OdeMethod *method, const OdeStatistics *s)
{
  const gint64 steps[] = { s->steps_taken, s->steps_attempted, s->inner_steps, s->rejected_error, s->rejected_newton, s->rejected_undefined,
                           s->substep_failures, s->shrinkages_error, s->shrinkages_failure };
  const gint64 newton[] = { s->jacobian_evaluations, s->jacobian_rhs_evaluations, s->factorizations, s->newton_iterations,
                            s->convergent_iterations, s->divergent_iterations, s->error_rhs_evaluations, s->error_jacobian_evaluations,
                            s->error_jacobian_rhs_evaluations, s->error_factorizations, s->error_newton_iterations };
  const gint64 projections[] = { s->projections, s->projections_q, s->projections_u, s->projection_failures, s->projection_failures_q,
                                 s->projection_failures_u };
  gint64 rhs[ODE_RHS_N_PURPOSES + 1] = { s->rhs_evaluations };

  for (int i = 0; i < ODE_RHS_N_PURPOSES; i++)
    rhs[1 + i] = s->rhs_by_purpose[i];
  recorded_row_counts (row, "steps", G_N_ELEMENTS (steps), steps);
  recorded_row_counts (row, "rhs", G_N_ELEMENTS (rhs), rhs);
  if ((method->traits & ODE_TRAIT_IMPLICIT) || s->newton_iterations > 0)
    recorded_row_counts (row, "jacobians", G_N_ELEMENTS (newton), newton);
  if (s->projections + s->projection_failures > 0)
    recorded_row_counts (row, "projections", G_N_ELEMENTS (projections), projections);
  recorded_row_number (row, "extremes", known (s->initial_step_taken) + 2 * known (s->smallest_step_taken) + 3 * known (s->smallest_adapted_step)
                       + 4 * known (s->largest_step_taken) + 5 * known (s->previous_step));
}

/* Writes the state and other values after the last step. */
static void
write_end (RecordedRow *row, OdeIntegrator *integrator)
{
  const int n = ode_integrator_system (integrator)->n_states;
  const double *slope = NULL;
  double tolerances[MAX_STATES], end;
  int n_stages = 0;

  recorded_row_number (row, "x", weighted (ode_integrator_x (integrator), n));
  end = ode_integrator_t (integrator) + 2 * ode_integrator_next_step (integrator);
  if (ode_integrator_stages (integrator, &n_stages) != NULL)
    end += n_stages + weighted (ode_integrator_stages (integrator, &n_stages), n_stages * n) / 16;
  ode_integrator_tolerances (integrator, ode_integrator_x_previous (integrator), ode_integrator_x (integrator), tolerances);
  end += 100 * weighted (tolerances, n);
  if (ode_integrator_dxdt (integrator, &slope) == ODE_DONE)
    end += weighted (slope, n) / 16;
  recorded_row_number (row, "end", end);
}

/* Writes the message of a failure with "#" in place of numbers with a point. */
static void
write_message (RecordedRow *row, OdeStatus status, const char *message)
{
  g_autoptr (GRegex) number = g_regex_new ("[0-9]+\\.[0-9]+(e[-+]?[0-9]+)?|[0-9]+e[-+]?[0-9]+", 0, 0, NULL);
  g_autofree char *text = g_regex_replace_literal (number, message, -1, 0, "#", 0, NULL);
  g_autofree char *whole = g_strdup_printf ("%d,%s", status, text);

  recorded_row_text (row, "failure", whole);
}

static void
run_steps (const Case *of, OdeIntegrator *integrator, const OdeSettings *settings, Sums *sums, RecordedRow *row)
{
  const Problem *problem = of->problem;
  g_autofree void *snapshot = g_malloc0 (ode_integrator_snapshot_size (integrator));
  OdeStatus status = ode_integrator_initialize (integrator, problem->t0, problem->x0, problem->t1);
  double stop = problem->t1;

  for (int number = 0; number < 400 && status == ODE_DONE && ode_integrator_t (integrator) < problem->t1; number++)
    {
      OdeStopKind kind = ODE_STOP_END;

      if (of->variant->act == ACT_STOP)
        {
          stop = ode_integrator_t (integrator) + 0.03 + 0.02 * (number % 5);
          kind = number % 2 == 0 ? ODE_STOP_EVENT : ODE_STOP_END;
          stop = fmin (stop, problem->t1);
        }
      status = of->variant->act == ACT_SINGLE ? ode_integrator_step_fixed (integrator, 0.05 + 0.01 * (number % 3))
                                           : ode_integrator_step (integrator, stop, kind);
      if (status != ODE_DONE)
        break;
      add_step (sums, integrator, number);
      status = act (integrator, of, settings, number, snapshot);
    }
  if (status != ODE_DONE)
    write_message (row, status, ode_integrator_message (integrator));
}

static RecordedRow *
run_case (gconstpointer data, double noise, guint32 seed)
{
  const Case *of = data;
  RecordedRow *row = recorded_row_new (of->name);
  OdeSettings settings;
  OdeIntegrator *integrator;
  Sums sums = { 0 };
  char text[512] = "";

  recorded_problems_set_noise (noise, seed);
  recorded_variant_set (of->variant, &settings);
  integrator = ode_integrator_new (of->method, &of->problem->system, &settings, text, sizeof text);
  if (integrator == NULL)
    {
      recorded_row_text (row, "refused", text);
      recorded_problems_set_noise (0, 0);
      return row;
    }
  ode_integrator_set_attempt_func (integrator, add_attempt, &sums);
  if (of->variant->act == ACT_TRACE)
    ode_integrator_set_trace (integrator, add_event, &sums);
  run_steps (of, integrator, &settings, &sums, row);
  write_end (row, integrator);
  write_statistics (row, of->method, ode_integrator_statistics (integrator));
  write_sums (row, of->method, &sums);
  ode_integrator_free (integrator);
  recorded_problems_set_noise (0, 0);
  return row;
}

/* Returns the name of the test to which a method belongs. */
static const char *
test_of (const OdeMethod *method)
{
  switch (method->family)
    {
    case ODE_FAMILY_EXPLICIT_RK:
      return "explicit";
    case ODE_FAMILY_IMPLICIT_RK:
      return "implicit";
    case ODE_FAMILY_DIRK:
      return "dirk";
    case ODE_FAMILY_ROSENBROCK:
      return "rosenbrock";
    case ODE_FAMILY_SPLITTING:
      return "splitting";
    case ODE_FAMILY_MULTISTEP:
      return method->traits & ODE_TRAIT_OWN_CONTROL ? "cvode" : "multistep";
    case ODE_FAMILY_EXTRAPOLATION:
    case ODE_FAMILY_STABILIZED:
    case ODE_FAMILY_LIE_GROUP:
    case ODE_FAMILY_SWITCHING:
      return "others";
    }
  return "others";
}

/* Returns whether the table has a row for a problem and a variant. `number` is the number of the method, p that of the problem and v that
 * of the variant. Variants are run with every problem, or with one that depends on method and variant. Of the explicit and the splitting
 * methods, which differ in their coefficients, a third is run with each variant. */
static bool
is_run (const OdeMethod *method, int number, int p, int n_possible, const Variant *variant, int v)
{
  bool many = method->family == ODE_FAMILY_EXPLICIT_RK || method->family == ODE_FAMILY_SPLITTING;

  if (variant->only != NULL && strcmp (variant->only, method->id) != 0)
    return false;
  if (variant->needs != 0 && (method->traits & variant->needs) == 0)
    return false;
  if (many && variant->only == NULL && (number + v + (variant->every ? p : 0)) % 3 != 0)
    return false;
  return variant->every || p == (number + 3 * v) % n_possible;
}

/* Returns whether a run depends on rounding errors in the solution of linear systems, which the recording cannot change: with fused
 * operations, and without KLU and LAPACK, it has other numbers. */
static bool
is_sensitive (const char *name)
{
  return strstr (name, "/radau9/mu5/fixed") != NULL || strstr (name, "/radau13/wheel/1e-") != NULL || strstr (name, "/gauss6/mu100/1e-6") != NULL
         || strstr (name, "/trapezoid/mu5/change") != NULL;
}

static void
run_method (const OdeMethod *method, int number)
{
  const Problem *possible[MAX_PROBLEMS];
  int n_possible = 0, n_variants;
  const Variant *variants = recorded_variants (&n_variants);

  for (int p = 0; p < n_recorded_problems; p++)
    if (can_run (method, recorded_problems[p]))
      possible[n_possible++] = recorded_problems[p];
  for (int v = 0; v < n_variants; v++)
    for (int p = 0; p < n_possible; p++)
      if (is_run (method, number, p, n_possible, &variants[v], v))
        {
          g_autofree char *name = g_strjoin ("/", test_of (method), method->id, possible[p]->name, variants[v].name, NULL);
          const Case of = { method, possible[p], &variants[v], name };

          if (!is_sensitive (name))
            recorded_table_row (table, name, run_case, &of);
        }
}

static void
test_methods (gconstpointer user)
{
  g_autofree char *prefix = g_strconcat (user, "/", NULL);

  int n_methods;
  const OdeMethod *const *methods = ode_methods (&n_methods);

  for (int m = 0; m < n_methods; m++)
    if (strcmp (test_of (methods[m]), user) == 0)
      run_method (methods[m], m);
  recorded_table_check (table, prefix);
}

int
main (int argc, char **argv)
{
  static const char *const tests[] = { "explicit", "splitting", "implicit", "dirk", "rosenbrock", "multistep", "cvode", "others" };
  int status;

  table = recorded_table_open (&argc, &argv, "ode", "recorded.txt");
  g_test_init (&argc, &argv, NULL);
  for (guint k = 0; k < G_N_ELEMENTS (tests); k++)
    {
      g_autofree char *path = g_strdup_printf ("/ode/recorded/%s/methods-compute-the-recorded-numbers", tests[k]);
      g_test_add_data_func (path, tests[k], test_methods);
    }
  status = g_test_run ();
  recorded_table_close (table);
  return status;
}
