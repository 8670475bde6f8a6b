/* What the files sim-resolve*.c share: bounds over the last step or a part of it. */
#pragma once

#include "ode-dense-output.h"
#include "sim-loop-private.h"

G_BEGIN_DECLS

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
  double hidden_in_parts; /* tolerances that parts of the last step hide which were passed over */
  gboolean failed;
  int state, event; /* what may have been passed over: a state, or an event; −1: not this */
  double t0, t1;    /* where */
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

/* The following functions are in sim-resolve-switch.c. */

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
/* Repeats the last step with half of its size and sets *status. Returns FALSE if it cannot, or if the step failed. */
gboolean sim_resolve_shorten (SimSimulator *simulator, OdeStatus *status);

G_END_DECLS
