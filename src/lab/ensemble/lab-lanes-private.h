/* The struct of the engine, shared by lab-lanes.c (members in lanes), lab-lanes-alone.c (members run by the simulator) and lab-lanes-new.c
 * (creation of the engine, and values of members). */
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
  gpointer memory;           /* memory_size bytes for the watch */
} LabLane;

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
/* Runs the member of a lane with the simulator. Returns FALSE with an error if the computation is cancelled or the member cannot
 * start. */
gboolean lab_lanes_run_alone (LabLanes *lanes, const LabLane *lane, GError **error);

G_END_DECLS
