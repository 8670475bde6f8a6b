/* Computes the curve of the witness over a step, its zeros, and the search by each root finder. */
#include "wb-search-picture.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "sim-config-rows.h"

#define N_CURVE 257
/* For systems with more states, the states along the curve are not stored. */
#define MOST_STATES 1000

static gboolean
is_evaluation (const LabProbe *probe)
{
  return probe->kind == SIM_SEARCH_PROBE || probe->kind == SIM_SEARCH_CLOSER;
}

int
wb_search_count (const LabSearch *search)
{
  int n = 0;

  for (int i = 0; i < search->n_probes; i++)
    n += is_evaluation (&search->probes[i]);
  return n;
}

int
wb_search_brackets (const LabSearch *search, int most, double *low, double *high, double *at)
{
  int n = 0;

  if (isnan (search->first_low) || most < 1)
    return 0;
  low[0] = search->first_low;
  high[0] = search->first_high;
  at[0] = NAN;
  n = 1;
  for (int i = 0; i < search->n_probes && n < most; i++)
    {
      const LabProbe *probe = &search->probes[i];

      if (probe->kind != SIM_SEARCH_PROBE)
        continue;
      at[n - 1] = probe->s;
      low[n] = probe->low;
      high[n] = probe->high;
      at[n] = NAN;
      n++;
    }
  return n;
}

const LabSearch *
wb_search_picture_used (const WbSearchPicture *picture)
{
  return picture->searches[picture->event->finder];
}

const char *
wb_search_finder_name (int finder)
{
  switch (finder)
    {
    case SIM_ISOLATE_CHANDRUPATLA: return "Chandrupatla";
    case SIM_ISOLATE_ILLINOIS: return "Illinois";
    case SIM_ISOLATE_BISECTION: return _("Bisection");
    case SIM_ISOLATE_BRENT: return "Brent";
    default: return "Drake";
    }
}

char *
wb_search_event_name (const char *name)
{
  char *text = g_strdup (name);

  if (g_ascii_islower (text[0]))
    text[0] = g_ascii_toupper (text[0]);
  return g_strdelimit (text, "_", ' ');
}

static void
trace_curve (WbSearchPicture *picture)
{
  LabEvent *event = picture->event;
  const gsize n = (gsize) event->n_states;

  picture->n_curve = N_CURVE;
  picture->s = g_new0 (double, N_CURVE);
  picture->g = g_new0 (double, N_CURVE);
  if (event->n_states <= MOST_STATES)
    picture->x = g_new0 (double, N_CURVE * (n + 1));
  for (int k = 0; k < N_CURVE; k++)
    {
      picture->s[k] = k == N_CURVE - 1 ? event->h : event->h * k / (N_CURVE - 1);
      picture->g[k] = lab_event_witness_at (event, picture->witness, picture->s[k]);
      if (picture->x != NULL && !sim_simulator_state_held (event->simulator, picture->s[k], picture->x + (gsize) k * n))
        picture->g[k] = NAN;
    }
}

/* Finds the states on which the witness depends: those whose change at the middle of the step changes its value. */
static void
find_dependence (WbSearchPicture *picture)
{
  LabEvent *event = picture->event;
  const SimSystem *system = sim_simulator_system (event->simulator);
  const gsize n = (gsize) event->n_states;
  g_autofree double *x = g_new0 (double, n + 1);
  double g;

  picture->depends = g_new0 (gboolean, n + 1);
  if (picture->x == NULL)
    return;
  memcpy (x, picture->x + (gsize) (picture->n_curve / 2) * n, sizeof (double) * n);
  g = system->witness (system->self, picture->witness, event->t + 0.5 * event->h, x);
  for (gsize i = 0; i < n; i++)
    {
      const double kept = x[i];

      x[i] += 1e-3 * fmax (1, fabs (kept));
      picture->depends[i] = system->witness (system->self, picture->witness, event->t + 0.5 * event->h, x) != g;
      x[i] = kept;
    }
}

WbSearchPicture *
wb_search_picture_new (LabEvent *event, const SimTrajectory *log, const WbSearchChoice *choice)
{
  WbSearchPicture *picture = g_new0 (WbSearchPicture, 1);
  double window;

  picture->event = event;
  picture->choice = *choice;
  picture->witness = choice->witness >= 0 ? choice->witness : event->witness;
  picture->looks = event->finder == SIM_ISOLATE_DRAKE ? 0 : choice->looks >= 0 ? choice->looks : event->looks;
  picture->ranges = choice->ranges >= 0 ? choice->ranges > 0 : event->ranges;
  if (!lab_event_set_ranges (event, picture->ranges))
    picture->ranges = FALSE;
  picture->window = choice->window > 0 ? choice->window : event->window;
  picture->shape = lab_event_shape (event, picture->witness);
  trace_curve (picture);
  find_dependence (picture);
  /* If the run does not locate events, show the root finders with the smallest window. */
  window = isnan (picture->window) ? 0 : picture->window;
  for (int i = 0; i < WB_N_FINDERS; i++)
    picture->searches[i] = lab_event_search (event, picture->witness, (SimIsolation) i, window, picture->looks);
  picture->crossings = lab_event_crossings (event, picture->searches[event->finder]);
  for (int n = 0; n < WB_N_LOOKS; n++)
    {
      g_autoptr (LabSearch) search = lab_event_search (event, picture->witness, SIM_ISOLATE_ILLINOIS, window, n);

      picture->found[n] = search->found;
    }
  picture->nearest = lab_event_nearest (log, event->t + 0.5 * event->h);
  if (picture->nearest != G_MAXSIZE)
    {
      picture->nearest_located = lab_event_count_located (log, picture->nearest);
      picture->nearest_t = sim_trajectory_event (log, picture->nearest).t;
    }
  picture->together = g_new0 (SimEventRecord, event->n_together + 1);
  for (int i = 0; i < event->n_together; i++)
    picture->together[i] = sim_trajectory_event (log, event->together[i]);
  return picture;
}

void
wb_search_picture_free (WbSearchPicture *picture)
{
  if (picture == NULL)
    return;
  lab_event_free (picture->event);
  g_free (picture->s);
  g_free (picture->g);
  g_free (picture->x);
  g_free (picture->depends);
  g_free (picture->together);
  g_free (picture->crossings);
  for (int i = 0; i < WB_N_FINDERS; i++)
    lab_search_free (picture->searches[i]);
  g_free (picture);
}
