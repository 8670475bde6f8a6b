/* The study `dense-output`: three interpolants through the ends of the same steps, and
 * their errors. With θ = (t − t0)/h they are
 *
 *   chord     x0 + θ (x1 − x0)
 *   Hermite   (1 − θ) x0 + θ x1 + θ (θ − 1) ((1 − 2θ)(x1 − x0) + (θ − 1) h f0 + θ h f1)
 *   native    the interpolant of the method
 *
 * (Hairer, Nørsett and Wanner, Solving Ordinary Differential Equations I,
 * 2nd ed. 1993, equation II.6.7 and section II.6). */
#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-method-text.h"
#include "lab-option.h"
#include "lab-reference.h"
#include "lab-result.h"
#include "lab-study-kind.h"
#include "model-system.h"

static const LabOptionRow options[] = {
  { "state", "NAME", N_("the state whose error is shown; by default the first one"), NULL, FALSE, N_("State") },
  { "from", "T", N_("start of the window; without 'from' and 'to' the window has seven steps after the first tenth of the steps, with 'to' alone it begins at the start of the run"), NULL, FALSE, N_("From") },
  { "to", "T", N_("end of the window; with 'from' alone the window ends at the end of the run"), NULL, FALSE, N_("To") },
  { "points", "N", N_("number of points inside each step"), "15", FALSE, N_("Points in each step") },
};

/* Largest number of points. At each point four numbers are stored and the reference is evaluated. */
#define MOST_POINTS 200000
/* Number of steps of the default window. So many arcs of the errors between steps can be told apart in a card of the window. */
#define DEFAULT_STEPS 7
/* Part of the steps before the default window. Later in the run the accumulated error hides the errors of the interpolants, and a chaotic
 * problem has no reference. */
#define PART_BEFORE 0.1

typedef struct
{
  const OdeSystem *ode;
  OdeIntegrator *integrator;
  int state, points;
  double from, to;                       /* the window */
  gboolean is_default;                   /* the window is chosen from the steps of the run */
  GArray *t, *chord, *hermite, *native;  /* times, and values of the state at these times */
  GArray *is_step;                       /* gboolean: whether t is the end of a step */
  double *f0, *f1, *x;
  gboolean failed, full;
} Lens;

static void
append (Lens *lens, double t, double chord, double hermite, double native, gboolean is_step)
{
  g_array_append_val (lens->t, t);
  g_array_append_val (lens->chord, chord);
  g_array_append_val (lens->hermite, hermite);
  g_array_append_val (lens->native, native);
  g_array_append_val (lens->is_step, is_step);
}

/* Adds the points of a step in the window. The ends of steps belong to all three interpolants. */
static void
take_step (gpointer user, SimSimulator *simulator)
{
  Lens *lens = user;
  OdeIntegrator *integrator = sim_simulator_integrator (simulator);
  const OdeSystem *ode;
  const double *x0, *x1;
  double t0, t1, h;
  int s = lens->state;

  if (integrator == NULL)
    return;
  t0 = ode_integrator_t_previous (integrator);
  t1 = ode_integrator_t (integrator);
  x0 = ode_integrator_x_previous (integrator);
  x1 = ode_integrator_x (integrator);
  h = t1 - t0;
  if (!(h > 0) || t1 < lens->from || t0 > lens->to)
    return;
  if (lens->t->len + (guint) lens->points + 2 > MOST_POINTS)
    {
      lens->full = TRUE;
      return;
    }
  ode = sim_simulator_system (simulator)->ode;
  if (ode->rhs (ode->self, t0, x0, lens->f0) != ODE_DONE || ode->rhs (ode->self, t1, x1, lens->f1) != ODE_DONE)
    {
      lens->failed = TRUE;
      return;
    }
  if (lens->t->len == 0 || g_array_index (lens->t, double, lens->t->len - 1) < t0)
    append (lens, t0, x0[s], x0[s], x0[s], TRUE);
  for (int k = 1; k <= lens->points; k++)
    {
      double u = (double) k / (lens->points + 1), t = t0 + u * h, d = x1[s] - x0[s];
      double hermite = (1 - u) * x0[s] + u * x1[s] + u * (u - 1) * ((1 - 2 * u) * d + (u - 1) * h * lens->f0[s] + u * h * lens->f1[s]);

      if (ode_integrator_interpolate (integrator, t, lens->x) != ODE_DONE)
        lens->failed = TRUE;
      else
        append (lens, t, x0[s] + u * d, hermite, lens->x[s], FALSE);
    }
  append (lens, t1, x1[s], x1[s], x1[s], TRUE);
}

/* ---- the default window ---- */

/* Notes the end of a step once. */
static void
note_step (gpointer user, SimSimulator *simulator)
{
  GArray *ends = user;
  OdeIntegrator *integrator = sim_simulator_integrator (simulator);
  double t = integrator != NULL ? ode_integrator_t (integrator) : NAN;

  if (isfinite (t) && (ends->len == 0 || t > g_array_index (ends, double, ends->len - 1)))
    g_array_append_val (ends, t);
}

/* Sets the window to DEFAULT_STEPS steps after the first tenth of the steps. This needs a run, since the steps are not known before.
 * Returns FALSE with an error if the run cannot start or is cancelled. */
static gboolean
choose_window (LabProblem *problem, const SimConfig *config, Lens *lens, const LabProgress *progress, GError **error)
{
  g_autoptr (GArray) ends = g_array_new (FALSE, FALSE, sizeof (double));
  LabRunWatch watch = { .step = note_step, .user = ends };
  LabRun run;
  guint first;

  if (!lab_problem_run_watched (problem, config, &watch, progress, &run, error))
    return FALSE;
  lab_run_clear (&run);
  if (ends->len < 2)
    return TRUE;
  first = ends->len > DEFAULT_STEPS + 1 ? MIN ((guint) (PART_BEFORE * ends->len), ends->len - DEFAULT_STEPS - 1) : 0;
  lens->from = g_array_index (ends, double, first);
  lens->to = g_array_index (ends, double, MIN (first + DEFAULT_STEPS, ends->len - 1));
  return TRUE;
}

static void
lens_clear (Lens *lens)
{
  g_array_unref (lens->t);
  g_array_unref (lens->chord);
  g_array_unref (lens->hermite);
  g_array_unref (lens->native);
  g_array_unref (lens->is_step);
  g_free (lens->f0);
  g_free (lens->f1);
  g_free (lens->x);
}

/* Adds the errors as tables, and the largest error of each interpolant in the window. */
static void
add_errors (LabResult *result, const LabProblem *problem, const Lens *lens, const double *reference, int n_states, const char *name)
{
  static const char *const columns[] = { "t", "chord", "hermite", "native", NULL }, *const step_columns[] = { "t", "error", NULL };
  LabTable *errors = lab_result_add_table (result, "errors", columns), *steps = lab_result_add_table (result, "steps", step_columns);
  const char *unit = model_time_unit (problem->model);
  const GArray *curves[3] = { lens->chord, lens->hermite, lens->native };
  double most[3] = { 0, 0, 0 }, most_step = 0, sum = 0;
  int n_steps = 0;

  lab_table_set_unit (errors, "t", unit);
  lab_table_set_unit (steps, "t", unit);
  for (guint k = 0; k < lens->t->len; k++)
    {
      double t = g_array_index (lens->t, double, k), exact = reference[k * (guint) n_states + (guint) lens->state];

      if (t < lens->from || t > lens->to)
        continue;
      lab_table_add (errors, t);
      for (int c = 0; c < 3; c++)
        {
          double e = fabs (g_array_index (curves[c], double, k) - exact);

          lab_table_add (errors, e);
          most[c] = fmax (most[c], e);
          sum += e;
        }
      if (!g_array_index (lens->is_step, gboolean, k))
        continue;
      lab_table_add (steps, t);
      lab_table_add (steps, fabs (g_array_index (lens->native, double, k) - exact));
      most_step = fmax (most_step, fabs (g_array_index (lens->native, double, k) - exact));
      n_steps++;
    }
  lab_result_add_number (result, "chord", most[0], NULL);
  lab_result_add_number (result, "hermite", most[1], NULL);
  lab_result_add_number (result, "native", most[2], NULL);
  lab_result_add_number (result, "step_error", most_step, NULL);
  lab_result_add_number (result, "ratio", most_step > 0 ? most[0] / most_step : NAN, NULL);
  lab_result_add_number (result, "ends", n_steps, NULL);
  g_autofree char *ratio = lab_method_number (most_step > 0 ? most[0] / most_step : NAN, 4);
  g_autofree char *text = isfinite (sum) && most_step > 0 ? g_strdup_printf (_("The error of straight lines is **%s ×** the error of the steps"), ratio)
                                                          : g_strdup_printf (_("The error of %s is not known in the whole window"), name);
  lab_result_set_sentence (result, text);
}

/* The reference is computed at the same times as the interpolants, so that no error of an interpolation enters the
 * comparison. */
static LabResult *
compute (LabProblem *problem, Lens *lens, const LabProgress *progress, GError **error)
{
  g_autoptr (ModelSystem) system = lab_problem_instance (problem, error);
  g_autoptr (SimConfig) config = sim_config_copy (problem->config);
  g_autoptr (LabResult) result = NULL;
  g_autofree double *reference = NULL;
  LabRunWatch watch = { .step = take_step, .user = lens };
  LabPart part = { progress, 0, lens->is_default ? 4 : 3 };
  LabProgress inner = lab_part_progress (&part);
  LabReference end = { 0 };
  LabRun one;
  int n;

  if (system == NULL)
    return NULL;
  lens->ode = model_system_ode (system);
  n = lens->ode->n_states;
  lens->f0 = g_new (double, n);
  lens->f1 = g_new (double, n);
  lens->x = g_new (double, n);
  sim_config_set (config, "realtime_rate", "0", SIM_ORIGIN_LIVE, NULL);
  if (lens->is_default && !choose_window (problem, config, lens, &inner, error))
    return NULL;
  part.done += lens->is_default;
  if (!lab_problem_run_watched (problem, config, &watch, &inner, &one, error))
    return NULL;
  lab_run_clear (&one);
  if (lens->t->len == 0 || lens->failed || lens->full)
    {
      g_set_error_literal (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL,
                           lens->full ? _("the window has too many steps; set 'from' and 'to' closer together")
                           : lens->failed ? _("the model is undefined inside a step")
                                          : _("no step of the run lies in the window"));
      return NULL;
    }
  part.done++;
  problem->t_end = fmin (problem->t_end, g_array_index (lens->t, double, lens->t->len - 1));
  if (!lab_reference_find (problem, &inner, &end, error))
    return NULL;
  result = lab_result_new ();
  lab_result_add_number (result, "t", problem->t_end, model_time_unit (problem->model));
  lab_result_add_number (result, "from", lens->from, model_time_unit (problem->model));
  lab_result_add_number (result, "to", lens->to, model_time_unit (problem->model));
  lab_result_add_number (result, "reference_agreement", end.agreement, NULL);
  lab_reference_clear (&end);
  part.done++;
  reference = g_new (double, lens->t->len * (guint) n);
  if (!lab_reference_at (problem, system, (const double *) (gpointer) lens->t->data, lens->t->len, reference, &inner, error))
    return NULL;
  add_errors (result, problem, lens, reference, n, lens->ode->names[lens->state]);
  return g_steal_pointer (&result);
}

/* Reads the state, the window and the number of points. */
static LabResult *
run (const LabProblem *problem, const char *const *values, const LabProgress *progress, GError **error)
{
  LabProblem until = *problem;
  g_autoptr (ModelSystem) system = NULL;
  Lens lens = { 0 };
  LabResult *result;
  const OdeSystem *ode;

  if (!lab_problem_set_times (&until, error) || (system = lab_problem_instance (&until, error)) == NULL)
    return NULL;
  ode = model_system_ode (system);
  lens.is_default = values[1] == NULL && values[2] == NULL;
  lens.from = until.t_start;
  lens.to = until.t_end;
  for (lens.state = 0; values[0] != NULL && lens.state < ode->n_states && strcmp (ode->names[lens.state], values[0]) != 0; lens.state++)
    ;
  if (lens.state >= ode->n_states)
    {
      if (values[0] != NULL)
        lab_option_set_error (error, "state", _("'state': the model has no state '%s'"), values[0]);
      else
        g_set_error_literal (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_UNSUITED, _("the model has no continuous states"));
      return NULL;
    }
  if ((values[1] != NULL && !lab_option_above ("from", values[1], -INFINITY, &lens.from, error))
      || (values[2] != NULL && !lab_option_above ("to", values[2], lens.from, &lens.to, error))
      || !lab_option_count ("points", values[3], 1, 1000, &lens.points, error))
    return NULL;
  lens.t = g_array_new (FALSE, FALSE, sizeof (double));
  lens.chord = g_array_new (FALSE, FALSE, sizeof (double));
  lens.hermite = g_array_new (FALSE, FALSE, sizeof (double));
  lens.native = g_array_new (FALSE, FALSE, sizeof (double));
  lens.is_step = g_array_new (FALSE, FALSE, sizeof (gboolean));
  result = compute (&until, &lens, progress, error);
  lens_clear (&lens);
  return result;
}

const LabStudyKind lab_study_dense_output = {
  .id = "dense-output",
  .label = N_("Dense output"),
  .advice = N_("Compares straight lines, cubic Hermite interpolation and the interpolant of the method between the same steps."),
  .of = LAB_STUDY_OF_METHODS,
  .places = LAB_PLACE_CARDS,
  .sketch = "5 20 25 65 50 85 75 65 95 20|5 20 50 85 95 20",
  .has_window = TRUE,
  .options = options,
  .n_options = G_N_ELEMENTS (options),
  .run = run,
};
