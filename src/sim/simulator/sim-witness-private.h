/* Types and functions that only the files that locate crossings of witnesses use. */
#pragma once

#include "ode-locate.h"
#include "sim-loop-private.h"

G_BEGIN_DECLS

/* A value below this multiple of the estimated rounding error may be one: the estimate is a standard deviation, and the largest error of a
 * rounding, half an ulp, is 1.7 times its standard deviation; an expression has several. */
#define SIM_NOISE_FACTOR 4

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
  double returned;  /* time of the sample at which the motion had gone to the expected side and come back; +inf: none */
  double tolerance; /* smaller values of |g| count as zero */
  double largest;   /* largest |g| in the step */
} SimScan;

/* ---- functions in sim-witness-search.c ---- */
/* Evaluates all witnesses at samples of the last step. Returns the number of samples. */
int sim_witness_sample (SimSimulator *simulator);
/* Returns the |g| up to which a search takes a witness as zero until its sign is known. largest: the largest |g| of the samples. */
double sim_witness_zero (const SimSimulator *simulator, int event, double largest);
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

/* ---- what the files sim-resolve*.c share: bounds over the last step or a part of it ---- */

/* A part of the last step, counted from its start. */
typedef struct
{
  double from, to;
} SimPart;

/* The number of points at which a step is sampled if a quotient in it may be 0/0. */
#define SIM_RESOLVE_POINTS 9

struct SimResolve
{
  OdeDenseOutput *segment;                      /* the last step */
  double *lo, *hi, *hidden, *tolerance, *slope; /* n_states each */
  double *points;                               /* SIM_RESOLVE_POINTS × n_states values of the right-hand side */
  double *g_lo, *g_hi;                          /* n_events each */
  double *s_lo, *s_hi;                          /* bounds of the switch functions, n_switches each */
  gint64 n_shortened;
  int n_smallest;         /* number of consecutive steps of the smallest size */
  gboolean passes;        /* conditions may change in the last step */
  double hidden_in_parts; /* sum of the possible errors, in tolerances, of the parts of the last step that were not examined further */
  gboolean failed;
  int state, event; /* index of the state or the event of which a change may have been passed over; −1: none */
  double t0, t1;    /* start and end of this step */
};

/* Returns what is known of the steps; made at the first call. */
SimResolve *sim_resolve_of (SimSimulator *simulator);
/* Stores the last step as a segment. Returns FALSE if memory ran out. */
gboolean sim_resolve_take_segment (SimSimulator *simulator);
/* Sets the box lo, hi of the last step from its stage slopes, widened by a part of their width. Returns FALSE if the method has none. */
gboolean sim_resolve_box_of_stages (SimSimulator *simulator, double widening);
/* Sets the box of a part of the segment from its dense output. Returns FALSE if it has no bounds. */
gboolean sim_resolve_box_of_part (SimSimulator *simulator, SimPart part);
/* Returns the state whose equation hides most over the box and the times of a part, and sets *excess to its size·hidden/tolerance. If
 * sided, the right-hand side is that with the present sides. */
int sim_resolve_worst (SimSimulator *simulator, gboolean sided, SimPart part, double *excess);
/* Notes that the last step may pass over a change of the equation of a state, or an event. The other one is −1; both are −1 if conditions
 * change too often. */
void sim_resolve_fail (SimSimulator *simulator, int state, int event);
/* Counts a step that is repeated. Returns FALSE if there are too many, or if the step cannot be shorter. */
gboolean sim_resolve_may_shorten (SimSimulator *simulator);

/* ---- sim-resolve-search.c: the first change of a switch in a step ---- */

typedef enum
{
  SIM_FOUND_NOTHING, /* the switch keeps its side, except in parts that hide less than the tolerances */
  SIM_FOUND_CHANGE,
  SIM_FOUND_UNKNOWN, /* neither is certain: the step must be shorter */
} SimFound;

/* Returns whether conditions may change in the last step of a run whose steps are resolved. */
gboolean sim_resolve_passes (SimSimulator *simulator);
/* Begins the search of the last step. Returns FALSE if memory ran out. */
gboolean sim_resolve_begin_switches (SimSimulator *simulator);
/* Searches the part of the last step before `until` for the first change of switch k. Sets *low and *high, counted from the start of the
 * step, to times before and after it. */
SimFound sim_resolve_switch (SimSimulator *simulator, int k, double until, double *low, double *high);
/* Searches the part of the last step before `until` for the first time at which one side no longer goes to the surface along which the solution
 * moves. Sets *low and *high, counted from the start of the step, to times before and after it. Returns FALSE if none was found. */
gboolean sim_resolve_leaving (SimSimulator *simulator, double until, double *low, double *high);
/* Repeats the last step with half of its size and sets *status. Returns FALSE if it cannot, or if the step failed. */
gboolean sim_resolve_shorten (SimSimulator *simulator, OdeStatus *status);

G_END_DECLS
