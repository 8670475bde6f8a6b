/* The fields of the engine, for lab-lanes.c (members in lanes) and
 * lab-lanes-alone.c (members through the simulator). */
#pragma once

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

  /* An instance that takes the values of one member after another. */
  ModelSystem *system;
  ModelFormulas *formulas;
  ExprWorkspace **draws;     /* one per varied quantity */
  SimConfig *config;
  int n_states, n_formulas;
  double *x, *d, *varied, *parameters, *values, *columns, *points;

  /* Members in lanes; NULL where there are none. */
  OdeSettings settings;
  OdeIntegrator *integrator; /* starts members and takes steps that leave the lanes */
  ModelLanes *model_lanes;
  OdeLaneSystem lane_system;
  OdeLanes *lanes;
  LabLane lane[MODEL_LANES];
  int n_active;
  int lane_of_step;          /* of the dense output that an observer asks for */
  guint64 member_of_system;  /* whose values `system` has; G_MAXUINT64: unknown */
  gboolean is_cancelled;
  gboolean are_inputs_new;   /* of some lane: they must be prepared */
  double *rows;              /* aligned: values of all formulas at the points of a step, by point and formula, MODEL_LANES each */
};

/* Gives `system` the values of a member. Returns FALSE with an error. */
gboolean lab_lanes_set_member (LabLanes *lanes, ModelSystem *system, guint64 member, GError **error);
/* Shows a state of a member to the watch; returns whether the member ends
 * here. */
gboolean lab_lanes_watch (LabLanes *lanes, const LabLane *lane, gboolean is_start, double t, const double *x);
/* Runs the member of a lane through the simulator. Returns FALSE with an error
 * where it was cancelled or cannot begin. */
gboolean lab_lanes_run_alone (LabLanes *lanes, const LabLane *lane, GError **error);

G_END_DECLS
