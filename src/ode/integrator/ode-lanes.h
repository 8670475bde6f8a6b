/* Steps of up to ODE_LANES members of one system at once, in SIMD lanes. Each lane has its own parameters, time, step size and controller
 * history.
 *
 * A lane copies the state of an integrator between two steps, and can copy it back. Its steps are those of ode_integrator_step bit for bit,
 * if the right-hand side has the same bits in lanes as for a single member. Rare cases (an undefined model, the minimum step, the step
 * limit) are left to the integrator: the lane then has the outcome ODE_LANE_LEAVE and still has the state before the step. One thread. */
#pragma once

#include <stdint.h>

#include "ode-integrator.h"
#include "ode-lane-stepper.h"

typedef struct OdeLanes OdeLanes;

typedef enum
{
  ODE_LANE_ACCEPT, /* the step is within tolerance */
  ODE_LANE_REJECT, /* the next attempt uses a smaller step */
  ODE_LANE_LEAVE,  /* the integrator must take this step */
} OdeLaneOutcome;

/* Makes lanes for integrators with the same method and settings as this one; system must outlive them. Returns NULL if lanes do not support
 * the method or a setting, or if memory runs out. */
OdeLanes *ode_lanes_new (const OdeIntegrator *pattern, const OdeLaneSystem *system);
/* Frees lanes; NULL is allowed. */
void ode_lanes_free (OdeLanes *lanes);

/* Copies the state of an initialized integrator to a lane. Steps do not pass t_stop. Returns false if this is impossible: other settings,
 * or no slope at this point. */
bool ode_lanes_load (OdeLanes *lanes, int lane, OdeIntegrator *from, double t_stop);
/* Copies the state of a lane to an integrator, which continues with the same bits. */
void ode_lanes_store (const OdeLanes *lanes, int lane, OdeIntegrator *to);
/* Copies a lane to another lane. */
void ode_lanes_move (OdeLanes *lanes, int from, int to);

/* Attempts a step of lanes 0 … n_lanes − 1 and decides on each. Nothing is
 * changed until ode_lanes_commit. */
void ode_lanes_attempt (OdeLanes *lanes, int n_lanes);
/* Returns the outcome of the attempt of a lane. */
OdeLaneOutcome ode_lanes_outcome (const OdeLanes *lanes, int lane);
/* Returns the lanes that leave as bits, lane k at 1 << k. */
uint64_t ode_lanes_leaving (const OdeLanes *lanes);
/* Returns the lanes whose accepted attempt ends at t_stop, as bits. */
uint64_t ode_lanes_ending (const OdeLanes *lanes);
/* Executes the decisions: accepted steps become current, and rejected ones are repeated with their new size by the next attempt. */
void ode_lanes_commit (OdeLanes *lanes);

/* Returns the time at the start of the attempt, which is the current time after
 * a commit. */
double ode_lanes_t (const OdeLanes *lanes, int lane);
/* Returns the time at the end of the attempt; call it before the commit. */
double ode_lanes_t1 (const OdeLanes *lanes, int lane);
/* Returns the rows of the current states; borrowed. */
const double *ode_lanes_x (const OdeLanes *lanes);
/* Returns the rows of the states at the end of the attempt; call it before the commit. */
const double *ode_lanes_x1 (const OdeLanes *lanes);

/* Evaluates the extra stages that dense output of the attempt needs, for all lanes; call it before the commit. */
void ode_lanes_prepare_dense (OdeLanes *lanes);
/* Evaluates the dense output of the attempt of a lane at t in [t0, t1] into
 * x[n_states]; after ode_lanes_prepare_dense. At both ends the result is the
 * state bit for bit. */
void ode_lanes_interpolate (const OdeLanes *lanes, int lane, double t, double *x);
/* Evaluates the dense output of all lanes at the same θ in (0, 1) into rows
 * x. */
void ode_lanes_interpolate_rows (OdeLanes *lanes, double theta, double *x);
