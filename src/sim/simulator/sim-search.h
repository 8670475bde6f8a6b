/* The inside of the search of a step for crossings of witnesses. One optional
 * listener receives each evaluation of a witness in the order in which it is
 * made. Without a listener the search tests a pointer. */
#pragma once

#include "sim-simulator.h"

G_BEGIN_DECLS

typedef enum
{
  SIM_SEARCH_STEP,     /* a step was taken; its search begins */
  SIM_SEARCH_BRACKET,  /* the crossing between two samples is located */
  SIM_SEARCH_PROBE,    /* the root finder evaluated the witness; with isolation method drake a step was integrated to this time */
  SIM_SEARCH_CLOSER,   /* an evaluation that tells whether the witness jumps at the crossing; the bracket stays */
  SIM_SEARCH_ROOT,     /* the crossing is located; low and high are the final bracket */
  SIM_SEARCH_RETAKE,   /* the step was repeated to this time, and the witness was evaluated at its end */
  SIM_SEARCH_ROUNDING, /* the witness was evaluated at a slightly changed state, to estimate its rounding error */
  SIM_SEARCH_HAPPENS,  /* the event happens at this time */
} SimSearchKind;

/* Times are counted from the start of the step, except t. */
typedef struct
{
  SimSearchKind kind;
  int event;            /* index of the event; −1 for SIM_SEARCH_STEP */
  double s, t;          /* time of the evaluation; of SIM_SEARCH_STEP the size of the step and the time of its start; t is NaN for brackets */
  double g;             /* value of the witness; NaN if it is undefined there */
  int end;              /* the end of the bracket that the evaluation replaces: −1 the lower, 1 the upper, 0 none */
  double low, high;     /* the bracket; of SIM_SEARCH_BRACKET and SIM_SEARCH_ROOT */
  double g_low, g_high; /* the witness at its ends, as the root finder uses it */
  gboolean counts;      /* of SIM_SEARCH_ROOT: the condition of the event holds, so that the event happens */
  double window;        /* of SIM_SEARCH_STEP: width to which crossings are located; NaN: they are not */
} SimSearchEvent;

/* Receives one part of a search. The result is used for SIM_SEARCH_STEP: if it
 * is FALSE, the simulator stops at the end of the step, before its search.
 * The step then is held: the functions below can examine it. */
typedef gboolean (*SimSearchFunc) (gpointer user, const SimSearchEvent *event);

/* Sets the function that receives the searches of all later steps; NULL: none. */
void sim_simulator_set_search (SimSimulator *simulator, SimSearchFunc func, gpointer user);

/* ---- a held step ---- */
/* Searches the held step for a crossing of one witness with another root
 * finder, window and number of looks, and reports it to the listener. Method
 * drake integrates the step again; afterwards the step is held as before.
 * Returns whether the event happens in the step. */
gboolean sim_simulator_search_held (SimSimulator *simulator, int event, SimIsolation isolation, double window, int guard);
/* Writes the times after the start of the held step at which its search with
 * this number of looks evaluates the witnesses, and the values of one of them.
 * s and g have space for SIM_SEARCH_MOST_SAMPLES + guard numbers. Returns
 * their number. */
int sim_simulator_sample_held (SimSimulator *simulator, int event, int guard, double *s, double *g);
#define SIM_SEARCH_MOST_SAMPLES 26
/* Computes the state x at time s after the start of the held step. Returns FALSE
 * if dense output fails. */
gboolean sim_simulator_state_held (SimSimulator *simulator, double s, double *x);
/* Returns a witness at time s after the start of the held step; NaN if it is
 * undefined there. */
double sim_simulator_witness_held (SimSimulator *simulator, int event, double s);
/* Returns the sign that the search of the held step takes as that of the start:
 * −1, 1, or 0 if the witness is zero there or its event was just handled. */
int sim_simulator_sign_held (const SimSimulator *simulator, int event);
/* Returns the smallest window of the held step. */
double sim_simulator_smallest_window_held (const SimSimulator *simulator);

G_END_DECLS
