/* A hybrid system as a struct of functions: continuous part, events, monitors
 * and columns. sim_system_from_model fills it from a model; tests fill it
 * directly. One thread at a time. */
#pragma once

#include <glib.h>

#include "model-system.h"
#include "ode-system.h"

G_BEGIN_DECLS

/* Result of a handler, from the least to the most severe. */
typedef enum { SIM_DID_NOTHING, SIM_SUCCEEDED, SIM_REACHED_TERMINATION, SIM_FAILED } SimSeverity;

typedef struct
{
  SimSeverity severity;
  char *message;        /* owned, or NULL */
  const char *who;      /* source of the message ("event 'impact'"), owned by the system; NULL: the system itself */
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
  SimDirection direction; /* of witness events: which crossings count */
  unsigned actions;       /* bit mask of SimAction */
  gboolean stops;         /* terminates the run or makes it fail; its updates also run at the end time */
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
  const char *type_name;  /* kind of system, used in messages: "Model" */
  const char *name;       /* name of this system: "Bouncing ball" */

  gboolean (*initial) (gpointer self, double *x, double *d, GError **error);
  /* Sets the discrete state that later evaluations use. */
  void (*set_discrete) (gpointer self, const double *d);
  void (*columns) (gpointer self, double t, const double *x, const double *d, double *values);

  /* Computes the witnesses of all crossing events into g[n_events]; the others are left unchanged. */
  void (*witnesses) (gpointer self, double t, const double *x, double *g);
  double (*witness) (gpointer self, int event, double t, const double *x);
  /* Returns whether the condition of the event (`while`) is true. */
  gboolean (*armed) (gpointer self, int event, double t, const double *x);
  /* Returns the next time of a periodic or timed event: the first time after t
   * or, if inclusive, the first one not before t; +inf: none. Periodic times
   * are k·period + offset. */
  double (*next_time) (gpointer self, int event, double t, gboolean inclusive);
  /* Returns the next time after t at which the right-hand side may be discontinuous (noise, table knots); +inf: none. Optional. */
  double (*next_break) (gpointer self, double t);
  /* Makes later evaluations use the values after the break at t. Optional. */
  void (*at_break) (gpointer self, double t);

  /* Runs one action of one event. t, x, d are the state before the dispatch (x⁻, d⁻); the function writes only the values that it changes
   * into x_plus and d_plus. */
  SimHandlerStatus (*act) (gpointer self, int event, SimAction action, double t, const double *x, const double *d,
                           double *x_plus, double *d_plus);
  /* Evaluates a monitor. SIM_DID_NOTHING means that the run continues. */
  SimHandlerStatus (*monitor) (gpointer self, int monitor, double t, const double *x, const double *d);

  /* Changes a parameter during a run; optional. The next function writes all
   * values[n_parameters]. */
  gboolean (*set_parameter) (gpointer self, const char *name, double value, GError **error);
  int n_parameters;
  void (*get_parameters) (gpointer self, double *values);
  void (*set_parameters) (gpointer self, const double *values);

  void (*free) (gpointer self);
};

/* Makes a system from an instance of a model, which it takes ownership of. Free
 * it with sim_system_free. */
SimSystem *sim_system_from_model (ModelSystem *model_system);
/* Returns the model instance of a system made by sim_system_from_model, or NULL
 * for other systems. */
ModelSystem *sim_system_model (const SimSystem *system);
/* Enables or disables an event before the run. Only for systems made from models. */
void sim_system_set_event_enabled (SimSystem *system, int event, gboolean enabled);
/* Frees the system. */
void sim_system_free (SimSystem *system);

G_END_DECLS
