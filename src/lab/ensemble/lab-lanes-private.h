/* The struct of the engine, shared by lab-lanes.c (members in lanes), lab-lanes-alone.c (members run by the simulator), lab-lanes-events.c
 * (members with events, in lanes and by the simulator) and lab-lanes-new.c (creation of the engine, and values of members). */
#pragma once

#include "lab-exponent.h"
#include "lab-lanes.h"
#include "lab-observer.h"
#include "ode-lanes.h"
#include "sim-simulator.h"

G_BEGIN_DECLS

typedef struct LabAlone LabAlone;

typedef struct
{
  guint64 member;
  double t_end;
  LabObserver *observer;
  gpointer memory;           /* memory_size bytes for the watch */

  /* The members below are for models with events. */
  LabAlone *alone;           /* the simulator that makes the steps outside the lane; NULL: the model has no events */
  gboolean has_inputs;       /* parameters of the member are in the lane */
  double largest, t_last, span; /* bounds of the step size, as in SimPlain */
  double t_step;             /* time at the start of the last step in the lane */
  /* Each witness has one sign or is monotone in the box trusted_lo, trusted_hi of the lane until this time; −inf: the box is not known. */
  double trusted_t1;
  int trusted_size, n_trusted; /* index in the sizes of such boxes, where the search for the next one begins, and number of the last boxes of this size */
} LabLane;

/* A member that the simulator runs. */
struct LabAlone
{
  LabLanes *lanes;
  const LabLane *lane;
  SimSimulator *simulator;
  ModelSystem *system;       /* owned by the simulator */
  double t;                  /* time at the start of the current step */
  gboolean started;
  gboolean cancelled;
  gboolean is_observed;      /* TRUE: the observer and the caller's watch have seen the step already, in its lane */
  gboolean captured;         /* TRUE: the caller's watch (LabWatch) has ended the member */
  gint64 steps, looks;         /* numbers of steps and of calls inside steps */
};

/* A crossing event of the model. */
typedef struct
{
  int event;                 /* index of the event in the model */
  gboolean falls, rises;     /* the event happens when its witness falls or rises through zero */
} LabWitness;

struct LabLanes
{
  const LabEnsemble *ensemble;
  const LabSource *source;
  const LabWatch *watch;     /* functions that see the steps of members; NULL: none */
  int width;
  const char *refusal;

  /* Model instance that is set to the values of one member after another. */
  ModelSystem *system;
  ModelFormulas *formulas;
  LabExponent *exponent;
  ExprWorkspace **draws;     /* workspace of each varied quantity; NULL for quantities without a program */
  SimConfig *config;
  int n_states, n_formulas;
  double *x, *d, *varied, *parameters, *values, *columns, *points;

  /* The members below are used for lanes. They are NULL if members do not run in lanes. */
  OdeSettings settings;
  OdeIntegrator *integrator; /* starts members, and takes steps that cannot be taken in a lane */
  ModelLanes *model_lanes;
  OdeLaneSystem lane_system;
  OdeLanes *lanes;
  LabLane lane[MODEL_LANES];
  int n_active;
  gboolean has_events;       /* members leave the lanes for events; lane[].alone is used instead of `integrator` and `system` */
  LabWitness *witnesses;
  int n_witnesses, n_guards; /* n_guards points inside each step are searched for crossings */
  gboolean has_bounds;       /* steps are searched by bounds of the witnesses (setting `ranges`) */
  double *lo, *hi, *trusted_lo, *trusted_hi; /* rows of MODEL_LANES values for each state: box of the last attempt, box without changes */
  double *box_lo, *box_hi;   /* n_states values: a box of one lane */
  double *g0, *g1;           /* a row of MODEL_LANES values for each event: witnesses at the start and at the end of the step */
  guint64 n_inside, n_outside; /* numbers of steps of members with events in lanes and outside */
  int lane_of_step;          /* index of the lane whose dense output is evaluated */
  guint64 member_of_system;  /* index of the member whose values `system` has; G_MAXUINT64: unknown */
  gboolean is_cancelled;
  gboolean are_inputs_new;   /* TRUE if inputs of a lane have changed, so that the lanes must be prepared */
  /* values of all formulas at the points of a step, indexed by point, formula and lane (of MODEL_LANES); aligned for SIMD */
  double *rows;
};

/* Sets `system` to the values of a member. Returns FALSE with an error if a value is invalid. */
gboolean lab_lanes_set_member (LabLanes *lanes, ModelSystem *system, guint64 member, GError **error);
/* Sets lanes->system to the values of a member that was started before. */
void lab_lanes_recall (LabLanes *lanes, guint64 member);
/* Computes the start and end time of a run of an instance. */
void lab_lanes_span (const LabLanes *lanes, const ModelSystem *system, double *t_start, double *t_end);
/* Passes a state of a member to the watch. Returns whether the watch ends the
 * member. */
gboolean lab_lanes_watch (LabLanes *lanes, const LabLane *lane, gboolean is_start, double t, const double *x);
/* Makes a simulator for the members of an ensemble, beginning with `member`. Returns NULL with an error. */
LabAlone *lab_alone_new (LabLanes *lanes, guint64 member, GError **error);
/* Frees the simulator; NULL is allowed. */
void lab_alone_free (LabAlone *alone);
/* Starts the run of the member of a lane, whose values the instance already has, and its observer. *status is that of the simulator. Returns
 * FALSE with an error if the member has no initial state. */
gboolean lab_alone_begin (LabAlone *alone, LabLane *lane, SimStatus *status, GError **error);
/* Delivers the result of a member. The records of a member that failed are unknown: NaN. */
void lab_lanes_deliver (LabLanes *lanes, guint64 member, LabOutcome outcome, const char *reason);
/* Delivers the result of a run that has ended with a status. Returns FALSE with an error if the computation is cancelled. */
gboolean lab_alone_finish (LabAlone *alone, SimStatus status, GError **error);

/* The following functions are in lab-lanes-events.c. The first one starts the member of lane k of a model with events. *is_over is set if
 * the member has ended; in that case its result was delivered. Otherwise it is in its lane. Returns FALSE with an error. */
gboolean lab_lanes_begin_events (LabLanes *lanes, int k, gboolean *is_over, GError **error);
/* Returns the set of lanes whose attempt the simulator must make instead, because an event may happen in it. */
uint64_t lab_lanes_find_events (LabLanes *lanes);
/* Stores the witnesses at the ends of the accepted steps. Call it before ode_lanes_commit. */
void lab_lanes_keep_witnesses (LabLanes *lanes);
/* Continues the member of lane k after a step that ended at a scheduled event or at the end of the run. The result is that of
 * lab_lanes_step_events. */
gboolean lab_lanes_land_events (LabLanes *lanes, int k);
/* Continues the member of lane k with its simulator until it can return to its lane. Returns whether the member has ended; in that case its
 * result was delivered. */
gboolean lab_lanes_step_events (LabLanes *lanes, int k);

/* Runs the member of a lane with the simulator. Returns FALSE with an error if the computation is cancelled or the member cannot
 * start. */
gboolean lab_lanes_run_alone (LabLanes *lanes, LabLane *lane, GError **error);

G_END_DECLS
