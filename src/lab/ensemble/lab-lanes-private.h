/* The struct of the engine, for lab-lanes.c (members in lanes), lab-lanes-alone.c (members run by the simulator) and lab-lanes-new.c (its
 * making, and the values of members). */
#pragma once

#include "lab-exponent.h"
#include "lab-lanes.h"
#include "lab-observer.h"
#include "ode-lanes.h"

G_BEGIN_DECLS

typedef struct
{
  guint64 member;
  double t_end;
  LabObserver *observer;
  gpointer memory;           /* of the watch */
} LabLane;

struct LabLanes
{
  const LabEnsemble *ensemble;
  const LabSource *source;
  const LabWatch *watch;     /* NULL: none */
  int width;
  const char *refusal;

  /* An instance of the model; it is set to the values of one member after another. */
  ModelSystem *system;
  ModelFormulas *formulas;
  LabExponent *exponent;
  ExprWorkspace **draws;     /* one workspace for each varied quantity; NULL for one without a program */
  SimConfig *config;
  int n_states, n_formulas;
  double *x, *d, *varied, *parameters, *values, *columns, *points;

  /* The members below are for lanes; they are NULL if members do not run in lanes. */
  OdeSettings settings;
  OdeIntegrator *integrator; /* starts members, and takes the steps that cannot be taken in a lane */
  ModelLanes *model_lanes;
  OdeLaneSystem lane_system;
  OdeLanes *lanes;
  LabLane lane[MODEL_LANES];
  int n_active;
  int lane_of_step;          /* lane whose dense output the observer evaluates */
  guint64 member_of_system;  /* member whose values `system` has; G_MAXUINT64: unknown */
  gboolean is_cancelled;
  gboolean are_inputs_new;   /* the inputs of some lane have changed and must be prepared */
  double *rows;              /* aligned: values of all formulas at the points of a step, indexed by point, formula and lane (MODEL_LANES) */
};

/* Sets `system` to the values of a member. Returns FALSE with an error. */
gboolean lab_lanes_set_member (LabLanes *lanes, ModelSystem *system, guint64 member, GError **error);
/* Sets lanes->system to the values of a member that has started. */
void lab_lanes_recall (LabLanes *lanes, guint64 member);
/* Computes the time span of a run of an instance. */
void lab_lanes_span (const LabLanes *lanes, const ModelSystem *system, double *t_start, double *t_end);
/* Shows a state of a member to the watch; returns whether the member ends
 * here. */
gboolean lab_lanes_watch (LabLanes *lanes, const LabLane *lane, gboolean is_start, double t, const double *x);
/* Runs the member of a lane through the simulator. Returns FALSE with an error
 * where it was cancelled or cannot begin. */
gboolean lab_lanes_run_alone (LabLanes *lanes, const LabLane *lane, GError **error);

G_END_DECLS
