/* A hybrid system as a struct of functions: continuous part, events, monitors
 * and columns. sim_system_from_model fills it from a model; tests fill it directly.
 * Only one thread at a time may use a system. */
#pragma once

#include <glib.h>

#include "model-system-switches.h"
#include "ode-system.h"

G_BEGIN_DECLS

/* The result of a handler, from the least to the most severe one. */
typedef enum { SIM_DID_NOTHING, SIM_SUCCEEDED, SIM_REACHED_TERMINATION, SIM_FAILED } SimSeverity;

typedef struct
{
  SimSeverity severity;
  char *message;        /* text that the handler reports; owned by the struct, or NULL */
  const char *who;      /* source of the message ("event 'impact'"), owned by the system; NULL: the system */
} SimHandlerStatus;

typedef enum
{
  SIM_TRIGGER_INITIALIZATION, SIM_TRIGGER_PERIODIC, SIM_TRIGGER_TIMED, SIM_TRIGGER_PER_STEP, SIM_TRIGGER_WITNESS
} SimTrigger;
typedef enum { SIM_DIRECTION_NONE, SIM_DIRECTION_BOTH, SIM_DIRECTION_FALLING, SIM_DIRECTION_RISING } SimDirection;
typedef enum { SIM_ACTION_UNRESTRICTED = 1 << 0, SIM_ACTION_DISCRETE = 1 << 1, SIM_ACTION_PUBLISH = 1 << 2 } SimAction;

typedef struct
{
  const char *name;
  SimTrigger trigger;
  SimDirection direction; /* for witness events: the direction of the crossings at which the event happens */
  unsigned actions;       /* set of SimAction, as bits */
  gboolean rests;         /* the state rests on the surface where events accumulate: the system has the function `rest` */
  gboolean slides;        /* the state may slide on the surface; the updates of the event begin and end the phase */
  int phase;              /* index of the discrete state that is 1 in the rest or the sliding; valid only if `rests` or `slides` is true */
  gboolean has_condition; /* a scheduled event happens only if `armed` is true at its time */
  gboolean stops;         /* the event ends the run, either as terminated or as failed; its updates also run at the end time */
} SimEventInfo;

typedef struct SimSystem SimSystem;
struct SimSystem
{
  gpointer self;
  const OdeSystem *ode;
  int n_discrete;
  int n_columns;
  int n_events;
  int n_monitors;
  const SimEventInfo *events;
  const char *type_name;  /* kind of system for messages, such as "Model" */
  const char *name;       /* name of this system, such as "Bouncing ball" */

  gboolean (*initial) (gpointer self, double *x, double *d, GError **error);
  /* Sets the discrete state d[n_discrete] that later evaluations use. */
  void (*set_discrete) (gpointer self, const double *d);
  void (*columns) (gpointer self, double t, const double *x, const double *d, double *values);

  /* Computes the witnesses of all crossing events into g[n_events]. Elements of other events are not changed. */
  void (*witnesses) (gpointer self, double t, const double *x, double *g);
  double (*witness) (gpointer self, int event, double t, const double *x);
  /* Returns whether the condition of the event (`while` in the model) is true. */
  gboolean (*armed) (gpointer self, int event, double t, const double *x);
  /* Returns the next time of a periodic or timed event: the first time after t or,
   * if inclusive is true, the first time not before t; +inf: none. Periodic times
   * are k·period + offset. */
  double (*next_time) (gpointer self, int event, double t, gboolean inclusive);
  /* Optional: returns the next time after t at which the right-hand side
   * may be discontinuous (a jump of noise, a knot of a table); +inf: none. */
  double (*next_break) (gpointer self, double t);
  /* Optional: makes later evaluations use the values after the break at t. */
  void (*at_break) (gpointer self, double t);

  /* Optional: bound what evaluations at some points of a box of times and states may miss, the witnesses and the switch functions over the
   * box, tell whether a witness is monotone there, and whether the motion stays on its surface, as model_ranges_hidden, _witnesses,
   * _switches, _witness_trend and _slides do. */
  void (*hidden) (gpointer self, gboolean sided, double t0, double t1, const double *lo, const double *hi, double *hidden, double *relative);
  void (*witness_bounds) (gpointer self, double t0, double t1, const double *lo, const double *hi, double *g_lo, double *g_hi);
  int (*witness_trend) (gpointer self, int event, double t0, double t1, const double *lo, const double *hi);
  void (*switch_bounds) (gpointer self, double t0, double t1, const double *lo, const double *hi, double *g_lo, double *g_hi);
  gboolean (*slides) (gpointer self, double t0, double t1, const double *lo, const double *hi);

  /* Runs one action of one event. x and d are the state before the dispatch (x⁻, d⁻). The function writes only the values that it changes
   * to x_plus and d_plus. */
  SimHandlerStatus (*act) (gpointer self, int event, SimAction action, double t, const double *x, const double *d,
                           double *x_plus, double *d_plus);
  /* Optional: begins the rest of an event for which `rests` is true, in place of its unrestricted update. Arguments and result are as those
   * of `act`. */
  SimHandlerStatus (*rest) (gpointer self, int event, double t, const double *x, const double *d, double *x_plus, double *d_plus);
  /* Evaluates a monitor. SIM_DID_NOTHING means that the run continues. */
  SimHandlerStatus (*monitor) (gpointer self, int monitor, double t, const double *x, const double *d);

  /* Optional: the instance whose right-hand side `ode` is, or a part of it in its first states; the simulator ends steps at its switches. */
  ModelSystem *switching;

  /* Optional: set_parameter changes a parameter during a run. get_parameters writes the values of
   * all n_parameters parameters. */
  gboolean (*set_parameter) (gpointer self, const char *name, double value, GError **error);
  int n_parameters;
  void (*get_parameters) (gpointer self, double *values);
  void (*set_parameters) (gpointer self, const double *values);

  void (*free) (gpointer self);
};

/* Makes a system from an instance of a model and takes ownership of the instance. Free the
 * system with sim_system_free. */
SimSystem *sim_system_from_model (ModelSystem *model_system);
/* Returns the model instance of a system made by sim_system_from_model, or NULL
 * for other systems. */
ModelSystem *sim_system_model (const SimSystem *system);
/* Enables or disables an event before the run. The system must be made by sim_system_from_model. */
void sim_system_set_event_enabled (SimSystem *system, int event, gboolean enabled);
/* Frees the system; NULL is allowed. */
void sim_system_free (SimSystem *system);

G_END_DECLS
