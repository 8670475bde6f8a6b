/* Repeats the search for an event in a step, with other settings of the search. */
#include "lab-event.h"

#include <float.h>
#include <math.h>

#define MOST_PROBES 4000

typedef struct
{
  LabSearch *search;
  GArray *probes;
  double t, offset;     /* start time of the held step; start of the searched step, counted from t */
  double low, high;
  int pass;
} Gather;

double
lab_event_witness_at (LabEvent *event, int witness, double s)
{
  return sim_simulator_witness_held (event->simulator, witness, s);
}

gboolean
lab_event_is_controlled (const LabEvent *event)
{
  const OdeIntegrator *integrator = sim_simulator_integrator (event->simulator);

  return integrator != NULL && ode_integrator_is_controlled (integrator);
}

gboolean
lab_event_set_ranges (LabEvent *event, gboolean ranges)
{
  return sim_simulator_set_ranges_held (event->simulator, ranges) == ranges;
}

static gboolean
on_search (gpointer user, const SimSearchEvent *report)
{
  Gather *gather = user;
  LabProbe probe = { report->kind, MAX (gather->pass, 0), report->s, report->t, report->g, report->end, NAN, NAN };

  if (report->kind == SIM_SEARCH_STEP)
    {
      gather->pass++;
      gather->offset = report->t - gather->t;
      return TRUE;
    }
  if (report->event != gather->search->witness || report->kind == SIM_SEARCH_HAPPENS)
    return TRUE;
  probe.s += gather->offset;
  if (isnan (probe.t))
    probe.t = gather->t + probe.s;
  if (report->kind == SIM_SEARCH_BRACKET)
    {
      gather->low = gather->offset + report->low;
      gather->high = gather->offset + report->high;
      if (isnan (gather->search->first_low))
        {
          gather->search->first_low = gather->low;
          gather->search->first_high = gather->high;
        }
    }
  else if (report->kind == SIM_SEARCH_ROOT)
    {
      gather->search->low = gather->offset + report->low;
      gather->search->high = gather->offset + report->high;
    }
  else if (report->end < 0)
    gather->low = probe.s;
  else if (report->end > 0)
    gather->high = probe.s;
  probe.low = gather->low;
  probe.high = gather->high;
  if (gather->probes->len < MOST_PROBES)
    g_array_append_val (gather->probes, probe);
  return TRUE;
}

LabSearch *
lab_event_search (LabEvent *event, int witness, SimIsolation finder, double window, int looks)
{
  LabSearch *search = g_new0 (LabSearch, 1);
  Gather gather = { search, g_array_new (FALSE, FALSE, sizeof (LabProbe)), event->t, 0, NAN, NAN, -1 };
  const gsize size = (gsize) (SIM_SEARCH_MOST_SAMPLES + looks);

  search->witness = witness;
  search->finder = finder;
  search->guard = looks;
  search->window = fmax (window, sim_simulator_smallest_window_held (event->simulator));
  search->look_s = g_new0 (double, size);
  search->look_g = g_new0 (double, size);
  search->first_low = search->first_high = search->low = search->high = NAN;
  search->n_looks = sim_simulator_sample_held (event->simulator, witness, looks, search->look_s, search->look_g);
  sim_simulator_set_search (event->simulator, on_search, &gather);
  search->found = sim_simulator_search_held (event->simulator, witness, finder, search->window, looks);
  sim_simulator_set_search (event->simulator, NULL, NULL);
  search->n_probes = (int) gather.probes->len;
  search->probes = (LabProbe *) (gpointer) g_array_free (gather.probes, FALSE);
  return search;
}

void
lab_search_free (LabSearch *search)
{
  if (search == NULL)
    return;
  g_free (search->look_s);
  g_free (search->look_g);
  g_free (search->probes);
  g_free (search);
}

const ModelColumn *
lab_event_column (const ModelSystem *system, int i)
{
  const int n_states = model_system_n_states (system), n_columns = model_system_n_columns (system);

  for (int c = 0; c < n_columns; c++)
    {
      const ModelColumn *column = model_system_column (system, c);

      if (i < n_states ? column->type == MODEL_COLUMN_STATE && column->index == i
                       : column->type == MODEL_COLUMN_DISCRETE && column->index == i - n_states)
        return column;
    }
  return NULL;
}

/* Number of samples of the witness in a step, before its smallest value is refined. Two crossings that are closer than two samples are
 * found if |g| decreases towards them. */
#define N_SHAPE 128
/* A value counts as zero if it is below this multiple of ε times the largest |g|, as in the search of a run (sim-witness-search.c). */
#define ZERO 10

/* Returns the smallest value of sign · g in [low, high] by golden-section search (Kiefer, Proc. AMS 4 (1953) 502). 60 steps reduce the
 * interval to 0.618^60 = 3e-13 of its length; near a minimum, values do not differ within √ε. */
static double
smallest_between (LabEvent *event, int witness, int sign, double low, double high)
{
  const double ratio = 0.6180339887498949;
  double a = high - ratio * (high - low), b = low + ratio * (high - low);
  double g_a = sign * lab_event_witness_at (event, witness, a), g_b = sign * lab_event_witness_at (event, witness, b);

  for (int i = 0; i < 60; i++)
    if (g_a < g_b)
      {
        high = b;
        b = a;
        g_b = g_a;
        a = high - ratio * (high - low);
        g_a = sign * lab_event_witness_at (event, witness, a);
      }
    else
      {
        low = a;
        a = b;
        g_a = g_b;
        b = low + ratio * (high - low);
        g_b = sign * lab_event_witness_at (event, witness, b);
      }
  return fmin (g_a, g_b);
}

LabEventShape
lab_event_shape (LabEvent *event, int witness)
{
  const int sign = sim_simulator_sign_held (event->simulator, witness);
  double least = INFINITY, largest = 0, last = NAN;
  int at = 0;

  if (sign == 0)
    return LAB_EVENT_STARTS_AT_ZERO;
  for (int k = 0; k <= N_SHAPE; k++)
    {
      const double g = sign * lab_event_witness_at (event, witness, event->h * k / N_SHAPE);

      if (isnan (g))
        continue;
      last = g;
      largest = fmax (largest, fabs (g));
      if (g < least)
        {
          least = g;
          at = k;
        }
    }
  if (last <= 0)
    return LAB_EVENT_ONE_CROSSING;
  if (least > 0 && at > 0 && at < N_SHAPE)
    least = smallest_between (event, witness, sign, event->h * (at - 1) / N_SHAPE, event->h * (at + 1) / N_SHAPE);
  if (least > ZERO * DBL_EPSILON * largest)
    return LAB_EVENT_NO_CROSSING;
  return least < -ZERO * DBL_EPSILON * largest ? LAB_EVENT_TWO_CROSSINGS : LAB_EVENT_TOUCHES;
}
