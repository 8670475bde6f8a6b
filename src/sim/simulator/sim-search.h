/* A witness is a function whose zero crossing is an event. This interface reports how a step is
 * searched for crossings: a listener receives each evaluation of a witness in the order of
 * computation. Without a listener the search only tests a pointer. */
#pragma once

#include "sim-simulator.h"

G_BEGIN_DECLS

typedef enum
{
  SIM_SEARCH_STEP,     /* a step was taken, and its search begins */
  SIM_SEARCH_BRACKET,  /* a crossing between two samples will be located */
  SIM_SEARCH_PROBE,    /* the root finder evaluated the witness; with isolation method drake a step was integrated to this time */
  SIM_SEARCH_CLOSER,   /* an evaluation that tells whether the witness jumps at the crossing; the bracket stays */
  SIM_SEARCH_ROOT,     /* the crossing is located; low and high are the final bracket */
  SIM_SEARCH_RETAKE,   /* the step was repeated with its end at this time, and the witness was evaluated there */
  SIM_SEARCH_ROUNDING, /* the witness was evaluated at a slightly changed state, to estimate the rounding error of the witness */
  SIM_SEARCH_HAPPENS,  /* the event happens at this time */
} SimSearchKind;

/* One part of a search. Times are counted from the start of the step, except t. */
typedef struct
{
  SimSearchKind kind;
  int event;            /* index of the event; −1 for SIM_SEARCH_STEP */
  double s, t;          /* s: time of the evaluation after the start of the step; t: the same as absolute time,
                         * NaN for brackets. For SIM_SEARCH_STEP: size of the step, and time of its start */
  double g;             /* value of the witness; NaN if it is undefined there */
  int end;              /* the end of the bracket that the evaluation replaces: −1 the lower one, 1 the upper one, 0 none */
  double low, high;     /* for SIM_SEARCH_BRACKET and SIM_SEARCH_ROOT: both ends of the bracket */
  double g_low, g_high; /* values of the witness at both ends, as the root finder uses them */
  gboolean counts;      /* for SIM_SEARCH_ROOT: the condition of the event is true, so that the event happens */
  double window;        /* for SIM_SEARCH_STEP: width to which crossings are located; NaN: crossings are not located */
} SimSearchEvent;

/* Receives one part of a search. The result is used only for SIM_SEARCH_STEP: if it
 * is FALSE, the simulator stops at the end of the step, before the search.
 * The step is then held, and the functions below can examine it. */
typedef gboolean (*SimSearchFunc) (gpointer user, const SimSearchEvent *event);

/* Sets the listener for the searches of all later steps; NULL: none. */
void sim_simulator_set_search (SimSimulator *simulator, SimSearchFunc func, gpointer user);

/* ---- functions that examine a held step ---- */
/* Searches the held step for a crossing of one witness with another root finder,
 * window and number of samples (guard), and reports the search to the listener. Isolation
 * method drake integrates the step again; on return the step is held as before. It finds nothing if the method chooses its steps itself.
 * Returns whether the event happens in the step. */
gboolean sim_simulator_search_held (SimSimulator *simulator, int event, SimIsolation isolation, double window, int guard);
/* Writes the times after the start of the held step at which a search with `guard` inner samples
 * evaluates the witnesses to s, and the values of the witness of `event` at these times to g.
 * s and g must have space for SIM_SEARCH_MOST_SAMPLES + guard numbers. Returns
 * their number. */
int sim_simulator_sample_held (SimSimulator *simulator, int event, int guard, double *s, double *g);
#define SIM_SEARCH_MOST_SAMPLES (26 + SIM_SEARCH_MOST_CHANGES)
/* The largest number of samples that are added in one step because a witness changes its sign between others. */
#define SIM_SEARCH_MOST_CHANGES 64
/* Computes the state x[n_states] at the time s after the start of the held
 * step. Returns FALSE if dense output fails. */
gboolean sim_simulator_state_held (SimSimulator *simulator, double s, double *x);
/* Returns the value of a witness at the time s after the start of the held
 * step; NaN if the witness is undefined there. */
double sim_simulator_witness_held (SimSimulator *simulator, int event, double s);
/* Returns the sign of the witness at the start of the held step, as the search uses
 * it: −1, 1, or 0 if the witness is zero there or the event was just handled. */
int sim_simulator_sign_held (const SimSimulator *simulator, int event);
/* Returns the |g| up to which a search of the held step takes a witness as zero until its sign is known. largest: the largest |g| of the samples. */
double sim_simulator_zero_held (const SimSimulator *simulator, int event, double largest);
/* Writes the times after the start of the held step of the crossings that a search locates, in their order: the first one, or all of an event without
 * actions. `isolation` must not be SIM_ISOLATE_DRAKE. Returns their number, at most `most`. */
int sim_simulator_crossings_held (SimSimulator *simulator, int event, SimIsolation isolation, double window, int guard, double *s, int most);
/* Returns whether the event has no actions, so that its crossings do not end a step. */
gboolean sim_simulator_observes_held (const SimSimulator *simulator, int event);
/* Returns the direction (−1 or 1) of crossings that are events, or 0 if both are. Sets *none to whether no crossing is an event. none may be NULL. */
int sim_simulator_direction_held (const SimSimulator *simulator, int event, gboolean *none);
/* Returns whether the condition of an event is true at the time s after the start of the held step. */
gboolean sim_simulator_armed_held (SimSimulator *simulator, int event, double s);
/* Returns the time at which the held step had to end at the latest, and sets *kind to what is there. */
double sim_simulator_stop_held (const SimSimulator *simulator, OdeStopKind *kind);
/* Returns the scheduled event at that time, or −1. */
int sim_simulator_scheduled_held (const SimSimulator *simulator);
/* Sets whether searches of the held step add samples where bounds of a witness show a change of sign, as with the setting `ranges`. Does
 * nothing if the system has no bounds or steps are integrated again. Returns whether searches now add them. */
gboolean sim_simulator_set_ranges_held (SimSimulator *simulator, gboolean ranges);
/* Returns whether searches add such samples. */
gboolean sim_simulator_ranges_held (const SimSimulator *simulator);
/* Returns the smallest width to which a crossing in the held step can be located. */
double sim_simulator_smallest_window_held (const SimSimulator *simulator);

G_END_DECLS
