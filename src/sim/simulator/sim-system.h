/* A hybrid system as the simulator sees it: continuous part, events, monitors,
 * columns. A plain struct of functions, filled from a model by
 * sim_system_from_model or by hand. One thread at a time. */
#pragma once

#include <glib.h>

#include "model-system.h"
#include "ode-system.h"

G_BEGIN_DECLS

/* What a handler did; merging keeps the more severe, between equals the first. */
typedef enum { SIM_DID_NOTHING, SIM_SUCCEEDED, SIM_REACHED_TERMINATION, SIM_FAILED } SimSeverity;

typedef struct
{
  SimSeverity severity;
  char *message;        /* owned; NULL where none */
  const char *who;      /* who speaks ("event 'impact'"), owned by the system; NULL: the system */
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
  SimDirection direction; /* witness */
  unsigned actions;       /* SimAction */
  gboolean stops;         /* terminates or fails: acted on even at the end time */
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
  const char *type_name;  /* for messages: "Model" */
  const char *name;       /* "Bouncing ball" */

  gboolean (*initial) (gpointer self, double *x, double *d, GError **error);
  /* Discrete state seen by all later evaluations. */
  void (*set_discrete) (gpointer self, const double *d);
  void (*columns) (gpointer self, double t, const double *x, const double *d, double *values);

  /* Witness values of all crossing events into g[n_events]. */
  void (*witnesses) (gpointer self, double t, const double *x, double *g);
  double (*witness) (gpointer self, int event, double t, const double *x);
  gboolean (*armed) (gpointer self, int event, double t, const double *x);
  /* Next time of a periodic or timed event: the smallest strictly after t, or
   * at or after t where inclusive; +inf: none. Periodic times come from
   * k·period + offset. */
  double (*next_time) (gpointer self, int event, double t, gboolean inclusive);
  /* Next time the rhs may jump by itself (noise, table knots) strictly after t;
   * +inf: none. Optional. */
  double (*next_break) (gpointer self, double t);
  void (*at_break) (gpointer self, double t);

  /* One action of one event: reads t, x, d (before), writes into x_plus, d_plus
   * what it changes. */
  SimHandlerStatus (*act) (gpointer self, int event, SimAction action, double t, const double *x, const double *d,
                           double *x_plus, double *d_plus);
  /* Monitor: SIM_DID_NOTHING goes on. */
  SimHandlerStatus (*monitor) (gpointer self, int monitor, double t, const double *x, const double *d);

  /* Parameter changes in mid-run; optional. */
  gboolean (*set_parameter) (gpointer self, const char *name, double value, GError **error);
  int n_parameters;
  void (*get_parameters) (gpointer self, double *values);
  void (*set_parameters) (gpointer self, const double *values);

  void (*free) (gpointer self);
};

/* Adapts an instance of a model and takes it over; free with sim_system_free. */
SimSystem *sim_system_from_model (ModelSystem *model_system);
/* Returns the instance behind a system, or NULL for other systems. */
ModelSystem *sim_system_model (const SimSystem *system);
/* Switches an event on or off, before the run; for systems from models. */
void sim_system_set_event_enabled (SimSystem *system, int event, gboolean enabled);
/* Frees the system. */
void sim_system_free (SimSystem *system);

G_END_DECLS
