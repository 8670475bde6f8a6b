#include "lab-difference.h"

#include <float.h>
#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-comparison-private.h"

/* A repetition that differs by more is another run: what moves the last digits of the same one (another order of sums on another machine)
 * grows to this only where the run is past predicting. */
#define SAME 1e-9

void
lab_difference_free (LabDifference *difference)
{
  if (difference == NULL)
    return;
  g_free (difference->t);
  g_free (difference->values);
  g_free (difference->said);
  g_free (difference);
}

/* ---- times ---- */

/* Every k-th of a run's times with the last, no later than end. */
static void
add_times (GArray *times, const LabRunRecord *run, double end)
{
  gsize n = 0, kept = 0;

  while (n < run->n && run->t[n] <= end)
    n++;
  for (gsize i = 0; i < n; i++)
    if (n <= LAB_DIFFERENCE_TIMES || i * (LAB_DIFFERENCE_TIMES - 1) / (n - 1) >= kept)
      {
        g_array_append_val (times, run->t[i]);
        kept++;
      }
}

static int
ascending (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

static GArray *
union_of_times (const LabRunRecord *a, const LabRunRecord *b)
{
  GArray *times = g_array_new (FALSE, FALSE, sizeof (double));
  double end = a->t[a->n - 1];
  guint n = 0;

  if (b != NULL)
    end = fmin (end, b->t[b->n - 1]);
  add_times (times, a, end);
  if (b != NULL)
    add_times (times, b, end);
  g_array_sort (times, ascending);
  for (guint i = 0; i < times->len; i++)
    if (i == 0 || g_array_index (times, double, i) > g_array_index (times, double, n - 1))
      g_array_index (times, double, n++) = g_array_index (times, double, i);
  g_array_set_size (times, n);
  return times;
}

/* ---- a run again ---- */

typedef struct
{
  const LabRunRecord *run;
  SimSimulator *simulator;
  const double *t;        /* wanted, n of them */
  gsize n, next;
  double *x;              /* n × n_states */
  double t0, *x0;         /* before the step */
  int n_states;
  LabRunPlace place;
} Repeat;

/* State at t in (t0, now]. */
static gboolean
state_at (Repeat *repeat, double t, double *x)
{
  OdeIntegrator *integrator = sim_simulator_integrator (repeat->simulator);
  const double *now = sim_simulator_x (repeat->simulator);
  double previous;

  if (integrator == NULL || t == sim_simulator_t (repeat->simulator))
    {
      memcpy (x, now, repeat->n_states * sizeof (double));
      return TRUE;
    }
  previous = ode_integrator_t_previous (integrator);
  if (t >= previous)
    return ode_integrator_interpolate (integrator, t, x) == ODE_DONE;
  /* A step to an event that took several parts: dense output is of the last one; those before are short. */
  for (int i = 0; i < repeat->n_states; i++)
    x[i] = repeat->x0[i] + (t - repeat->t0) / (previous - repeat->t0) * (ode_integrator_x_previous (integrator)[i] - repeat->x0[i]);
  return TRUE;
}

static gboolean
take_states (Repeat *repeat)
{
  double now = sim_simulator_t (repeat->simulator);

  for (; repeat->next < repeat->n && repeat->t[repeat->next] <= now; repeat->next++)
    if (!state_at (repeat, repeat->t[repeat->next], repeat->x + repeat->next * repeat->n_states))
      return FALSE;
  return TRUE;
}

static gboolean
make_change (SimSimulator *simulator, const SimRunChange *change, LabRunPlace *place, GError **error)
{
  switch (change->kind)
    {
    case SIM_RUN_CHANGE_PARAMETER:
      return sim_simulator_set_parameter (simulator, change->name, change->value, error);
    case SIM_RUN_CHANGE_CONFIG:
      if (!sim_simulator_set_config (simulator, change->config, error))
        return FALSE;
      sim_simulator_set_realtime_rate (simulator, 0); /* a repetition does not wait */
      return TRUE;
    case SIM_RUN_CHANGE_END:
      place->t_end = change->value;
      sim_simulator_set_t_end (simulator, change->value);
      return TRUE;
    case SIM_RUN_CHANGE_RATE:
      return TRUE;
    }
  return TRUE;
}

gboolean
lab_run_record_apply (const LabRunRecord *run, SimSimulator *simulator, long steps, LabRunPlace *place, GError **error)
{
  for (; run->history != NULL && place->next < (int) run->history->len; place->next++)
    {
      const SimRunChange *change = g_ptr_array_index (run->history, place->next);

      if (change->step > steps)
        return TRUE;
      if (!make_change (simulator, change, place, error))
        return FALSE;
    }
  for (; run->history == NULL && steps >= 0 && place->next < run->n_moves && run->moves[place->next].t <= sim_simulator_t (simulator); place->next++)
    if (!sim_simulator_set_parameter (simulator, run->moves[place->next].name, run->moves[place->next].value, error))
      return FALSE;
  return TRUE;
}

static SimSimulator *
simulator_of (const LabRunRecord *run, GError **error)
{
  g_autoptr (SimConfig) config = sim_config_copy (run->problem.config);

  sim_config_set (config, "realtime_rate", "0", SIM_ORIGIN_LIVE, NULL);
  return lab_problem_simulator (&run->problem, config, error);
}

/* Whether the repetition came to where the run had come. */
static gboolean
is_same (const Repeat *repeat, const double *x)
{
  for (int i = 0; i < repeat->n_states; i++)
    if (!(fabs (x[i] - repeat->run->x_end[i]) <= SAME * fmax (1, fabs (repeat->run->x_end[i])))
        && !(isnan (x[i]) && isnan (repeat->run->x_end[i])))
      return FALSE;
  return TRUE;
}

static gboolean
advance (Repeat *repeat, const LabProgress *progress, GError **error)
{
  const LabProblem *problem = &repeat->run->problem;
  double end = repeat->run->t[repeat->run->n - 1], span = fmax (end - problem->t_start, DBL_MIN);
  SimStatus status;

  if (!lab_run_record_apply (repeat->run, repeat->simulator, -1, &repeat->place, error))
    return FALSE;
  status = sim_simulator_initialize (repeat->simulator, problem->t_start, NULL, NULL, repeat->place.t_end, FALSE);
  memcpy (repeat->x0, sim_simulator_x (repeat->simulator), repeat->n_states * sizeof (double));
  take_states (repeat);
  for (long steps = 1; (status.reason == SIM_READY || status.reason == SIM_REACHED_END) && sim_simulator_t (repeat->simulator) < end; steps++)
    {
      repeat->t0 = sim_simulator_t (repeat->simulator);
      memcpy (repeat->x0, sim_simulator_x (repeat->simulator), repeat->n_states * sizeof (double));
      if (!lab_run_record_apply (repeat->run, repeat->simulator, sim_simulator_statistics_steps (repeat->simulator), &repeat->place, error))
        break;
      status = sim_simulator_step (repeat->simulator, repeat->place.t_end);
      if (!take_states (repeat))
        break;
      if (steps % 256 == 0 && progress != NULL && progress->func != NULL
          && !progress->func (progress->user, (sim_simulator_t (repeat->simulator) - problem->t_start) / span))
        {
          g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _("cancelled"));
          return FALSE;
        }
    }
  return error == NULL || *error == NULL;
}

/* States of the run at ascending times, x[n × n_states]; NaN after its end. */
static gboolean
run_again (const LabRunRecord *run, const double *t, gsize n, int n_states, double *x, const LabProgress *progress, GError **error)
{
  g_autoptr (SimSimulator) simulator = simulator_of (run, error);
  g_autofree double *before = g_new0 (double, n_states + 1);
  Repeat repeat = { run, simulator, t, n, 0, x, run->problem.t_start, before, n_states, { 0, run->problem.t_end } };
  GError *local = NULL;

  if (simulator == NULL)
    return FALSE;
  for (gsize i = 0; i < n * (gsize) n_states; i++)
    x[i] = NAN;
  if (!advance (&repeat, progress, &local))
    {
      g_propagate_error (error, local);
      return FALSE;
    }
  if (run->x_end == NULL || n == 0 || t[n - 1] != run->t[run->n - 1] || is_same (&repeat, x + (n - 1) * n_states))
    return TRUE;
  g_set_error_literal (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED,
                       _("the run cannot be made again: its method or settings were changed while it ran"));
  return FALSE;
}

/* ---- the reference solution ---- */

/* The reference solution until two tight runs part, where that of the end is not known, which error says; it goes where there is such a part. */
static gboolean
first_part (const LabProblem *problem, ModelSystem *system, const double *t, gsize n, double *x, const LabProgress *progress, char **said,
            GError **error)
{
  int n_states = model_system_n_states (system);
  g_autoptr (GError) unable = NULL;
  gsize n_known = 0;

  if (error != NULL && g_error_matches (*error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return FALSE;
  if (!lab_comparison_reference_first_part (problem, system, t, n, x, &n_known, said, progress, &unable) && g_error_matches (unable, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_clear_error (error);
      g_propagate_error (error, g_steal_pointer (&unable));
      return FALSE;
    }
  if (n_known == 0)
    return FALSE;
  g_clear_error (error);
  for (gsize i = n_known * n_states; i < n * n_states; i++)
    x[i] = NAN;
  return TRUE;
}

static gboolean
reference_again (const LabRunRecord *run, const double *t, gsize n, int n_states, double *x, const LabProgress *progress, char **said, GError **error)
{
  LabProblem problem = run->problem;
  g_autoptr (ModelSystem) system = NULL;
  LabReference reference = { 0 };
  double apart;
  gboolean fine;

  if (run->n_moves > 0) /* also where the history tells them */
    {
      g_set_error_literal (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED,
                           _("no reference solution: parameters were moved while the run went on"));
      return FALSE;
    }
  problem.t_end = t[n - 1];
  system = lab_problem_instance (&problem, error);
  if (system == NULL)
    return FALSE;
  if (!lab_reference_find (&problem, progress, &reference, error))
    return first_part (&problem, system, t, n, x, progress, said, error);
  fine = lab_comparison_reference_at (&problem, system, t, n, x, progress, error);
  apart = fine ? lab_reference_error (&reference, x + (n - 1) * n_states) : NAN;
  /* What is known at the end checks what was computed on the way. */
  if (fine && apart > LAB_REFERENCE_AGREEMENT)
    {
      g_set_error (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED, _("no reference solution: the reference run ends %.1e from %s"), apart, reference.said);
      fine = FALSE;
    }
  *said = fine ? g_strdup (reference.said) : NULL;
  lab_reference_clear (&reference);
  return fine;
}

LabDifference *
lab_difference_new (const LabRunRecord *a, const LabRunRecord *b, const LabProgress *progress, GError **error)
{
  g_autoptr (LabDifference) difference = g_new0 (LabDifference, 1);
  g_autoptr (ModelSystem) system = lab_problem_instance (&a->problem, error);
  g_autoptr (GArray) times = NULL;
  g_autofree double *other = NULL;
  int n_states;

  if (system == NULL)
    return NULL;
  n_states = difference->n_states = model_system_n_states (system);
  times = union_of_times (a, b);
  difference->n = times->len;
  difference->t = g_memdup2 (times->data, times->len * sizeof (double));
  difference->values = g_new (double, difference->n * n_states + 1);
  other = g_new (double, difference->n * n_states + 1);
  if (!run_again (a, difference->t, difference->n, n_states, difference->values, progress, error))
    return NULL;
  if (b != NULL ? !run_again (b, difference->t, difference->n, n_states, other, progress, error)
                : !reference_again (a, difference->t, difference->n, n_states, other, progress, &difference->said, error))
    return NULL;
  difference->t_known = NAN;
  for (gsize i = 0; i < difference->n * (gsize) n_states; i++)
    {
      difference->values[i] -= other[i];
      if (!isnan (difference->values[i]))
        difference->t_known = difference->t[i / n_states];
    }
  return g_steal_pointer (&difference);
}
