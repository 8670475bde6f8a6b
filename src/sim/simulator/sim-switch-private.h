/* The state of the switches of a run: conditions of the right-hand side at whose changes steps end. */
#pragma once

#include "model-system-switches.h"
#include "sim-simulator-private.h"

G_BEGIN_DECLS

/* The part of the state that determines the rest of the run. It is part of a snapshot, with `sides` and `latches`. */
typedef struct
{
  double next;                     /* next time at which a condition on t changes; +inf: none */
  gboolean stale;                  /* the state, parameters or discrete states have changed, so that all sides must be determined again */
  int due;                         /* switch at whose surface the last step ends; −1: none */
  double due_level;                /* value of its switch function on the surface */
  double due_next;                 /* the side that switch `due` has after it crosses the surface */
  int slide;                       /* switch along whose surface the solution moves; −1: none */
  int joined_to;                   /* switch to which `joined` refers; −1: none */
  gboolean leaves;                 /* the motion along the surface ends at the end of the last step */
  double slide_level;              /* value of the function of switch `slide` on the surface */
  double slide_below, slide_above; /* its sides on both sides of the surface */
  gboolean released;               /* sides are not used for now, because switches accumulate */
  int n_calm;                      /* number of consecutive steps without a change of a side, while released */
  int close_at;                    /* switch that changed last; −1: none */
  int n_close;                     /* number of its consecutive changes that followed each other closely */
  double t_close;                  /* time of its last change */
  gboolean watched;                /* the sides have been released; n_watched steps are counted from the time t_watched */
  int n_watched;
  double t_watched;
  /* Statistics. */
  gint64 n_changes, n_slides, n_releases;
  int n_leaving_parts; /* parts of steps along surfaces that were examined so far */
  double t_slide, t_release; /* times of the first ones */
} SimSwitchState;

typedef struct SimSwitches
{
  ModelSystem *model; /* instance with the switches */
  int n;
  SimSwitchState state;
  double *below, *above; /* n sides each: those of all switches below and above a surface */
  double *latches;       /* n distances from a surface: nearer values of a switch function have no sign */
  double *joined;        /* n ratios of switch functions to that of switch `joined_to` with the same surface; 0: another surface */
  double *g0, *g1, *rates, *sides_before, *kept, *trial, *trial_sides; /* scratch for n values each; trial_sides for 2·n */
  double *far, *farthest;                                              /* scratch for n values each */
  double *x;                                                           /* scratch for a state */
  double *samples;                                                     /* n_samples_max times after the start of the step */
  double *sample_g;                                                    /* n_samples_max × n values of the switch functions */
  double *sample_hold;                                                 /* n_samples_max values of a motion along a surface */
  int n_samples_max;
} SimSwitches;

/* Makes, changes or frees the switches after the settings have changed. */
void sim_switch_configure (SimSimulator *simulator);
/* Frees the switches. */
void sim_switch_free (SimSimulator *simulator);
/* Begins a run at (t, x). */
void sim_switch_start (SimSimulator *simulator, double t, const double *x);
/* Notes that state, parameters or discrete states have changed. */
void sim_switch_forget (SimSimulator *simulator);
/* Returns whether the sides have to be found again after such a change. */
gboolean sim_switch_is_stale (const SimSimulator *simulator);
/* Sets the sides for the next step, which begins at the present state. Returns FALSE with an error if a row cannot be stored. */
gboolean sim_switch_update (SimSimulator *simulator, GError **error);
/* Searches the last step for the first change of a condition on states, and repeats the step so that it ends there. */
OdeStatus sim_switch_search (SimSimulator *simulator);
/* Notes that the last step was shortened again, so that it ends before the change that was found. */
void sim_switch_cut (SimSimulator *simulator, double size_before);
/* Returns the time at which a step must end because a condition on t changes; +inf: none. */
double sim_switch_next (const SimSimulator *simulator);
/* Returns whether conditions change so often after the sides were released that the run does not reach its end, and sets *message. Called
 * after each step. */
gboolean sim_switch_stalls (SimSimulator *simulator, char **message);
/* Sets the counters of switches in the statistics. */
void sim_switch_count (const SimSimulator *simulator, SimStatistics *statistics);
/* Returns the number of bytes of the switches in a snapshot. The other functions write or read them. */
gsize sim_switch_snapshot_size (const SimSimulator *simulator);
void sim_switch_save (const SimSimulator *simulator, char *bytes);
void sim_switch_restore (SimSimulator *simulator, const char *bytes);

/* ---- functions in sim-switch-sides.c ---- */
/* Sets g[n] to the switch functions and tolerance[n] to the size of their rounding errors. */
void sim_switch_evaluate (SimSimulator *simulator, double t, const double *x, double *g, double *tolerance);
/* Sets the sides below and above the surface of the slide. */
void sim_switch_slide_with (SimSwitches *switches, double t, const double *x);
/* Evaluates dg/dt of switch k with a side of this switch. Returns FALSE if it is not known. */
gboolean sim_switch_rate_with (SimSwitches *switches, int k, double side, double t, const double *x, double *rate);
/* Returns the smaller one of the rates with which both sides go to the surface along which the solution moves; NaN if they are not known. */
double sim_switch_hold (SimSwitches *switches, double t, const double *x);
/* Returns whether the solution moves along the surface of a switch, which may be a surface of several switches. */
gboolean sim_switch_slides (const SimSwitches *switches, int k);
/* Ends the motion along the surface of the slide on the side `side` of its switch, which other switches with this surface share. */
void sim_switch_leave_slide (SimSimulator *simulator, double side, double t, const double *x);
/* Ends the motion along a surface. */
void sim_switch_end_slide (SimSwitches *switches);
/* Releases the sides, because switches accumulate. */
void sim_switch_release (SimSimulator *simulator);
/* Decides on the motion at the surface g = level of switch k. */
void
sim_switch_decide (SimSimulator *simulator, int k, double level, double below, double above, double preferred, double t, const double *x);
/* Determines the side of a switch that is not timed from the value of its function. */
void sim_switch_read_side (SimSimulator *simulator, int k, double g, double tolerance, double t, const double *x);
/* Determines all sides for a step that begins at (t, x), except that of switch `except`; −1: all. */
void sim_switch_settle (SimSimulator *simulator, double t, const double *x, gboolean all, int except);

G_END_DECLS
