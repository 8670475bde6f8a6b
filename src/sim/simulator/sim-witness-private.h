/* Types and functions that only the files that locate crossings of witnesses use. */
#pragma once

#include "ode-locate.h"
#include "sim-loop-private.h"

G_BEGIN_DECLS

/* A crossing of one witness in the last step. Times are counted from the start of
 * the step, so that their resolution is finer than one ulp of t. */
typedef struct SimCrossing
{
  int direction;      /* −1 falling, +1 rising */
  gboolean jumps;     /* the witness is discontinuous at the crossing */
  gboolean hidden;    /* the witness has the new sign already at the start of the bracket: the excursion to the other side was not seen */
  double left, right; /* bracket: g has its old sign at `left` and the new sign, or is zero, at `right` */
  double g_left, g_right;
  double root;    /* time between `left` and `right` at which g is zero */
  double limit;   /* time of the first sample after the crossing */
  double scale;   /* largest |g| before the crossing */
  double slope;   /* |dg/dt| at the root */
  int iterations; /* number of evaluations of g for the location */
} SimCrossing;

/* The progress of the search among the samples for crossings of one witness. */
typedef struct
{
  int event, n_samples;
  int next; /* index of the next sample */
  int at;   /* index of the last sample at which g has the reference sign */
  int reference;
  int expected;     /* while reference is 0: the sign that g takes first by the motion after the last event; 0: unknown */
  double tolerance; /* smaller values of |g| count as zero */
  double largest;   /* largest |g| in the step */
} SimScan;

/* ---- functions in sim-witness-search.c ---- */
/* Evaluates all witnesses at samples of the last step. Returns the number of samples. */
int sim_witness_sample (SimSimulator *simulator);
/* Begins the search among the samples for crossings of a witness. */
void sim_witness_scan (SimSimulator *simulator, int event, int n_samples, SimScan *scan);
/* Finds the next crossing at which the event happens: the crossing must have the direction of the event, and
 * the condition of the event must be true. Returns FALSE if there is none. */
gboolean sim_witness_next (SimSimulator *simulator, SimScan *scan, double window, SimCrossing *crossing);
/* Returns whether a crossing after the samples that were searched would have the direction of the event. */
gboolean sim_witness_crosses (const SimSimulator *simulator, const SimScan *scan);
/* Evaluates a witness by dense output at the time s after the start of the last step. Returns NaN if the witness is undefined there. */
double sim_witness_at (SimSimulator *simulator, int event, double s);
/* Returns the values of all witnesses at a sample. */
static inline const double *
sim_witness_values (const SimSimulator *simulator, int sample)
{
  return simulator->sample_g + (gsize)sample * (gsize)simulator->system->n_events;
}

/* ---- functions in sim-search.c, which report to the listener; there must be one ---- */
void sim_search_report (SimSimulator *simulator, SimSearchKind kind, int event, double s, double g, int end);
void sim_search_report_bracket (SimSimulator *simulator, SimSearchKind kind, int event, const OdeBracket *bracket, gboolean counts);
/* Returns FALSE if the listener wants the step to be held. */
gboolean sim_search_begin (SimSimulator *simulator, double t_stop, OdeStopKind stop, double window);

/* ---- functions in sim-witness-drake.c ---- */
OdeStatus sim_witness_step_reintegrating (SimSimulator *simulator, double t_stop, OdeStopKind stop);

/* Returns 4 ulp of the time, the smallest width to which a crossing is located. The function is in sim-witness.c. */
double sim_witness_smallest_window (const SimSimulator *simulator);
/* Marks an event as due at the end of the step. The function is in sim-witness.c. */
void sim_witness_fire (SimSimulator *simulator, int event, double window);

G_END_DECLS
