/* Evaluates the vector field and its Jacobian with one instance of the model, chooses boxes and lengths in which
 * equilibria are searched, and integrates the flow with the variational equation. */
#include "lab-flow.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-length.h"
#include "lab-option.h"
#include "lab-problem.h"
#include "ode-stability.h"

static gboolean
refuse (GError **error, const char *message)
{
  g_set_error_literal (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_UNSUITED, message);
  return FALSE;
}

static gboolean
check_system (const OdeSystem *ode, GError **error)
{
  if (ode->n_states == 0)
    return refuse (error, _("the model has no continuous states"));
  if (ode->mass_pattern != NULL)
    return refuse (error, _("the model has algebraic equations or a mass matrix; the study needs x' = f(t, x)"));
  if (ode->n_constraints > 0)
    return refuse (error, _("the model has constraints; the study needs x' = f(t, x)"));
  return TRUE;
}

LabFlow *
lab_flow_new (const LabProblem *problem, GError **error)
{
  g_autoptr (LabFlow) flow = g_new0 (LabFlow, 1);
  g_autofree double *d = NULL;

  flow->problem = *problem;
  flow->system = lab_problem_instance (problem, error);
  if (flow->system == NULL || !lab_problem_set_times (&flow->problem, error))
    return NULL;
  flow->ode = model_system_ode (flow->system);
  if (!check_system (flow->ode, error))
    return NULL;
  flow->n = flow->ode->n_states;
  flow->t = flow->problem.t_start;
  flow->autonomous = !flow->ode->time_dependent;
  flow->x0 = g_new0 (double, flow->n);
  flow->size = g_new (double, flow->n + 1);
  for (int i = 0; i < flow->n; i++)
    flow->size[i] = 1;
  d = g_new0 (double, model_system_n_discrete (flow->system) + 1);
  if (!model_system_initial (flow->system, flow->x0, d, error))
    return NULL;
  model_system_set_discrete (flow->system, d);
  model_system_set_noise_time (flow->system, flow->t);
  return g_steal_pointer (&flow);
}

void
lab_flow_free (LabFlow *flow)
{
  if (flow == NULL)
    return;
  g_clear_pointer (&flow->system, model_system_free);
  g_free (flow->x0);
  g_free (flow->matrix);
  g_free (flow->size);
  g_free (flow);
}

void
lab_flow_set_sizes (LabFlow *flow, const double *size)
{
  for (int i = 0; i < flow->n; i++)
    flow->size[i] = size[i] > 0 && size[i] < 1 ? size[i] : 1;
}

/* Returns the first enabled event that changes the run. Returns NULL if there is none. */
static const ModelEvent *
acting_event (const LabFlow *flow)
{
  for (int k = 0; k < model_system_n_events (flow->system); k++)
    {
      const ModelEvent *event = model_system_event (flow->system, k);
      gboolean off = flow->problem.events_off != NULL && g_hash_table_contains (flow->problem.events_off, event->name);

      if (!off && model_event_acts (event))
        return event;
    }
  return NULL;
}

gboolean
lab_flow_require_smooth (const LabFlow *flow, GError **error)
{
  const ModelEvent *event = acting_event (flow);

  if (event == NULL)
    return TRUE;
  g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_UNSUITED,
               _("the event '%s' acts on the run; this study follows x' = f(t, x) without events"), event->name);
  return FALSE;
}

gboolean
lab_flow_require_autonomous (const LabFlow *flow, GError **error)
{
  if (flow->autonomous)
    return TRUE;
  return refuse (error, _("the right-hand side of the model depends on t; this study needs x' = f(x)"));
}

static gboolean
all_finite (const double *values, int n)
{
  double sum = 0;

  for (int i = 0; i < n; i++)
    sum += values[i] * 0;
  return sum == 0;
}

gboolean
lab_flow_rhs (LabFlow *flow, double t, const double *x, double *f)
{
  return flow->ode->rhs (flow->ode->self, t, x, f) == ODE_DONE && all_finite (f, flow->n);
}

gboolean
lab_flow_jacobian (LabFlow *flow, double t, const double *x, double *J)
{
  int n = flow->n;

  if (n > LAB_MOST_ORDER)
    return FALSE;
  if (flow->matrix == NULL)
    flow->matrix = g_new (double, n * n);
  if (!ode_stability_jacobian (flow->ode, t, x, flow->matrix))
    return FALSE;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      J[i * n + j] = flow->matrix[j * n + i];
  return all_finite (J, n * n);
}

int
lab_flow_find_state (const LabFlow *flow, const char *name)
{
  for (int i = 0; i < flow->n; i++)
    if (strcmp (flow->ode->names[i], name) == 0)
      return i;
  return -1;
}

/* ---- boxes ---- */

/* Margin by which a default box exceeds the range of the run on each side, relative to the width of the range. */
#define BOX_MARGIN 0.25
#define BOX_REPORT 64
/* Largest number of steps of the run. A stiff run with a bad method would take hours, and its range hardly changes after this. */
#define BOX_STEPS 50000
/* A run that sets a box ends when a state exceeds this multiple of the largest initial state or length, or of 1 if all are 0: it goes to infinity, and its range is not used. */
#define BOX_ESCAPE 1e3
/* A range of a run that is smaller than this, relative to the states or to their lengths, is made by rounding errors: the state rests. */
#define AT_REST 1e-9
/* The box of a state at rest reaches this number of lengths (lab_flow_lengths) to each side. x' = p + x − x³ at rest at p = −1.5 has the
 * length 0.65, and its equilibria are between −1.43 and 1.43 until p = 1.5. */
#define LENGTHS 3
/* A default box without an equilibrium is doubled at most this number of times. */
#define MOST_WIDENED 3
/* A run whose ranges are below this part of the sizes that its tolerances used is repeated with these ranges as sizes. Its first ranges may be those of
 * errors, so that it is repeated several times: each time they fall to about 1e-6 of the sizes, the accuracy of the run. */
#define SMALL 1e-3
#define MOST_RUNS 6
/* A length depends little on the size with which its search begins, if the two differ by less than this factor. */
#define FAR_OFF 1e3

void
lab_box_clear (LabBox *box)
{
  g_clear_pointer (&box->low, g_free);
  g_clear_pointer (&box->high, g_free);
  g_clear_pointer (&box->mean, g_free);
  g_clear_pointer (&box->end, g_free);
  g_clear_pointer (&box->length, g_free);
}

gboolean
lab_box_widen (LabBox *box)
{
  if (box->mean == NULL || box->widened >= MOST_WIDENED)
    return FALSE;
  for (int i = 0; i < box->n; i++)
    {
      double half = (box->high[i] - box->low[i]) / 2;

      box->low[i] -= half;
      box->high[i] += half;
    }
  box->widened++;
  return TRUE;
}

static void
widen (LabBox *box, const double *x)
{
  for (int i = 0; i < box->n; i++)
    {
      box->low[i] = fmin (box->low[i], x[i]);
      box->high[i] = fmax (box->high[i], x[i]);
    }
}

/* Adds the integral of the n states over a step of size h to the sums in `mean`, by the trapezoidal rule. */
static void
add_to_mean (double *mean, const double *before, const double *after, double h, int n)
{
  for (int i = 0; i < n; i++)
    mean[i] += h * (before[i] + after[i]) / 2;
}

/* A run that sets a box. */
typedef struct
{
  LabBox *box;
  double *before;     /* the last states */
  double start, time; /* time of the initial states, and time from there to the last states */
  long n_steps;
  double escape;      /* largest state with which the run continues */
  gboolean escaped;   /* TRUE: the run ended at that state */
} Run;

/* Adds the states x at the time from the start of the run. Returns FALSE if they are not finite or the run has enough steps. */
static gboolean
add_step (Run *run, double time, const double *x)
{
  int n = run->box->n;

  if (!all_finite (x, n) || run->n_steps++ >= BOX_STEPS)
    return FALSE;
  for (int i = 0; i < n; i++)
    if (fabs (x[i]) > run->escape)
      {
        run->escaped = TRUE;
        return FALSE;
      }
  widen (run->box, x);
  add_to_mean (run->box->mean, run->before, x, time - run->time, n);
  run->time = time;
  memcpy (run->before, x, sizeof (double) * (gsize) n);
  return TRUE;
}

/* Runs the flow without events. Returns FALSE with an error if the study is cancelled or the run cannot start. */
static gboolean
run_flow (Run *range, LabFlow *flow, const LabProgress *progress, GError **error)
{
  g_autoptr (LabFlowRun) run = lab_flow_run_new (flow, 0, FALSE, FALSE, 1e-6, error);
  double span = flow->problem.t_end - flow->t;

  if (run == NULL)
    return FALSE;
  if (!lab_flow_run_start (run, flow->t, flow->x0))
    return TRUE;
  while (lab_flow_run_time (run) < span && lab_flow_run_step (run, span) && add_step (range, lab_flow_run_time (run), lab_flow_run_y (run)))
    if (range->n_steps % BOX_REPORT == 0 && !lab_progress_report (progress, 0, error))
      return FALSE;
  return TRUE;
}

static void
after_step (gpointer user, SimSimulator *simulator)
{
  Run *run = user;

  if (!add_step (run, sim_simulator_t (simulator) - run->start, sim_simulator_x (simulator)))
    sim_simulator_interrupt (simulator);
}

/* Runs the problem with its events and settings. Returns FALSE with an error if the study is cancelled or the run cannot start. */
static gboolean
run_with_events (Run *range, const LabFlow *flow, const LabProgress *progress, GError **error)
{
  LabRunWatch watch = { .step = after_step, .user = range };
  LabRun run = { 0 };
  gboolean done = lab_problem_run_watched (&flow->problem, NULL, &watch, progress, &run, error);

  lab_run_clear (&run);
  return done;
}

/* Computes the sizes of the states at x[n] into hint[n]: the ranges of the run, or lab_flow_sizes for states that rest. Returns whether the two are far
 * from each other for a state. */
static gboolean
find_hints (const LabBox *box, LabFlow *flow, const double *x, double *hint)
{
  gboolean far_off = FALSE;

  lab_flow_sizes (flow, x, hint);
  for (int i = 0; i < flow->n; i++)
    {
      double size = fmax (fabs (box->low[i]), fabs (box->high[i])), width = box->high[i] - box->low[i];

      if (!(width > AT_REST * size))
        continue;
      far_off |= !(hint[i] > 0) || hint[i] > FAR_OFF * width || width > FAR_OFF * hint[i];
      hint[i] = width;
    }
  return far_off;
}

/* Computes the lengths at the initial states again if the run shows that the sizes with which their search began are far off. Replaces them by those at
 * the end of the run where these are larger. */
static void
improve_lengths (LabBox *box, LabFlow *flow)
{
  int n = flow->n;
  g_autofree double *hint = g_new (double, n), *other = g_new (double, n);

  if (find_hints (box, flow, flow->x0, hint))
    lab_flow_lengths (flow, flow->x0, hint, box->length);
  find_hints (box, flow, box->end, hint);
  lab_flow_lengths (flow, box->end, hint, other);
  for (int i = 0; i < n; i++)
    box->length[i] = isinf (box->length[i]) || (isfinite (other[i]) && other[i] > box->length[i]) ? other[i] : box->length[i];
}

/* Sets the lengths of the box to those at the initial states. Returns the largest state with which the run continues. */
static double
set_lengths (LabBox *box, LabFlow *flow)
{
  g_autofree double *hint = g_new (double, flow->n);
  double largest = 0;

  lab_flow_sizes (flow, flow->x0, hint);
  lab_flow_lengths (flow, flow->x0, hint, box->length);
  for (int i = 0; i < flow->n; i++)
    largest = fmax (largest, fmax (fabs (flow->x0[i]), isfinite (box->length[i]) ? box->length[i] : 0));
  return BOX_ESCAPE * (largest > 0 ? largest : 1);
}

/* Sets the range of a run to the initial states. */
static void
begin_at_start (Run *run, const LabFlow *flow)
{
  gsize bytes = sizeof (double) * (gsize) flow->n;

  memcpy (run->before, flow->x0, bytes);
  memcpy (run->box->low, flow->x0, bytes);
  memcpy (run->box->high, flow->x0, bytes);
  memset (run->box->mean, 0, bytes);
  run->time = 0;
}

/* Replaces the sizes of the flow by the ranges of a run where these are far smaller. Returns whether there is one. */
static gboolean
take_smaller_sizes (const LabBox *box, LabFlow *flow)
{
  gboolean any = FALSE;

  for (int i = 0; i < flow->n; i++)
    {
      double width = box->high[i] - box->low[i];

      if (!(width > 0) || !(width < SMALL * flow->size[i]))
        continue;
      flow->size[i] = width;
      any = TRUE;
    }
  return any;
}

/* Sets the box to the range of the states in a run with some margin, or to the surroundings of the initial state if the run fails, rests or goes to infinity. The run has the events of the model. Also sets the time
 * averages and the last states of the run, and the lengths. */
static gboolean
range_of_run (LabBox *box, LabFlow *flow, const LabProgress *progress, GError **error)
{
  g_autofree double *before = g_new (double, box->n), *sizes = g_new (double, box->n);
  double escape;
  Run run;

  /* An earlier box has no effect on this one. */
  for (int i = 0; i < flow->n; i++)
    flow->size[i] = 1;
  escape = set_lengths (box, flow);
  for (int k = 0; k < MOST_RUNS; k++)
    {
      run = (Run) { .box = box, .before = before, .start = flow->t, .escape = escape };
      begin_at_start (&run, flow);
      if (!(acting_event (flow) != NULL ? run_with_events (&run, flow, progress, error) : run_flow (&run, flow, progress, error)))
        return FALSE;
      if (run.escaped || acting_event (flow) != NULL || !take_smaller_sizes (box, flow))
        break;
    }
  if (run.escaped)
    begin_at_start (&run, flow);
  memcpy (box->end, before, sizeof (double) * (gsize) box->n);
  improve_lengths (box, flow);
  lab_flow_sizes (flow, flow->x0, sizes);
  for (int i = 0; i < box->n; i++)
    sizes[i] = isfinite (box->length[i]) && !(sizes[i] > 0) ? box->length[i] : sizes[i];
  lab_sizes_complete (box->n, sizes);
  for (int i = 0; i < box->n; i++)
    {
      double size = fmax (fabs (box->low[i]), fabs (box->high[i])), width = box->high[i] - box->low[i], margin = BOX_MARGIN * width;

      box->mean[i] = run.time > 0 ? box->mean[i] / run.time : flow->x0[i];
      if (!(width > AT_REST * size) || (isfinite (box->length[i]) && width < AT_REST * box->length[i]))
        margin = isfinite (box->length[i]) ? LENGTHS * box->length[i] : 0.5 * sizes[i];
      box->low[i] -= margin;
      box->high[i] += margin;
    }
  return TRUE;
}

void
lab_box_reach (const LabBox *box, const LabFlow *flow, double *low, double *high)
{
  memcpy (low, box->low, sizeof (double) * (gsize) box->n);
  memcpy (high, box->high, sizeof (double) * (gsize) box->n);
  for (int i = 0; i < box->n && box->length != NULL; i++)
    if (isfinite (box->length[i]))
      {
        low[i] = fmin (low[i], fmin (flow->x0[i], box->end[i]) - LENGTHS * box->length[i]);
        high[i] = fmax (high[i], fmax (flow->x0[i], box->end[i]) + LENGTHS * box->length[i]);
      }
}

gboolean
lab_box_init (LabBox *box, LabFlow *flow, const char *text, const LabProgress *progress, GError **error)
{
  g_auto (GStrv) words = g_strsplit (text != NULL ? text : "", ",", -1);
  g_autofree gboolean *given = g_new0 (gboolean, flow->n);
  g_autofree double *width = g_new (double, flow->n);
  int n_given = 0;

  *box = (LabBox) { .n = flow->n, .low = g_new0 (double, flow->n), .high = g_new0 (double, flow->n) };
  for (char **word = words; *word != NULL; word++)
    {
      LabRange range;
      int i;

      if (!lab_option_range ("box", g_strstrip (*word), FALSE, &range, error))
        return FALSE;
      i = lab_flow_find_state (flow, range.name);
      if (i < 0)
        lab_option_set_error (error, "box", _("'box': unknown state '%s'"), range.name);
      g_free (range.name);
      if (i < 0)
        return FALSE;
      if (given[i])
        {
          lab_option_set_error (error, "box", _("'box' names the state '%s' twice"), flow->ode->names[i]);
          return FALSE;
        }
      n_given++;
      given[i] = TRUE;
      box->low[i] = range.from;
      box->high[i] = range.to;
    }
  if (n_given < flow->n)
    {
      g_auto (LabBox) of_run = { .n = flow->n, .low = g_new0 (double, flow->n), .high = g_new0 (double, flow->n), .mean = g_new0 (double, flow->n), .end = g_new (double, flow->n),
                                 .length = g_new (double, flow->n) };

      for (int i = 0; i < flow->n; i++)
        if (!isfinite (flow->x0[i]))
          {
            g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL, _("the initial value of '%s' is not a finite number"), flow->ode->names[i]);
            return FALSE;
          }
      if (!range_of_run (&of_run, flow, progress, error))
        return FALSE;
      if (n_given == 0)
        {
          box->mean = g_steal_pointer (&of_run.mean);
          box->end = g_steal_pointer (&of_run.end);
          box->length = g_steal_pointer (&of_run.length);
        }
      for (int i = 0; i < flow->n; i++)
        if (!given[i])
          {
            box->low[i] = of_run.low[i];
            box->high[i] = of_run.high[i];
          }
    }
  for (int i = 0; i < flow->n; i++)
    width[i] = box->high[i] - box->low[i];
  lab_flow_set_sizes (flow, width);
  return TRUE;
}
