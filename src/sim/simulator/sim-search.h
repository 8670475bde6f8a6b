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
 * method drake integrates the step again; on return the step is held as before.
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
/* Returns the smallest width to which a crossing in the held step can be located. */
double sim_simulator_smallest_window_held (const SimSimulator *simulator);

G_END_DECLS
