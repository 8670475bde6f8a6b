/* Steps of up to ODE_LANES members of one system at once, each with its own
 * parameters, time, step size and controller history.
 *
 * A lane takes over the state of an integrator between two steps and gives it
 * back likewise. In between, its steps are those of ode_integrator_step bit for
 * bit, provided that the right-hand side has the same bits in lanes as alone.
 * What is rare (an undefined model, the minimum step, the step limit) is left
 * to the integrator: the lane then has the outcome ODE_LANE_LEAVE and still
 * holds the state before the step. One thread. */
#pragma once

#include <stdint.h>

#include "ode-integrator.h"
#include "ode-lane-stepper.h"

typedef struct OdeLanes OdeLanes;

typedef enum
{
  ODE_LANE_ACCEPT, /* the step is within tolerance */
  ODE_LANE_REJECT, /* the next attempt is smaller */
  ODE_LANE_LEAVE,  /* the integrator must take this step */
} OdeLaneOutcome;

/* Makes lanes for integrators that are like this one; system must outlive them.
 * Returns NULL where the method or a setting needs the integrator itself, or
 * memory runs out. */
OdeLanes *ode_lanes_new (const OdeIntegrator *pattern, const OdeLaneSystem *system);
/* Frees lanes; NULL is allowed. */
void ode_lanes_free (OdeLanes *lanes);

/* Takes over the state of an initialized integrator. Steps do not pass t_stop.
 * Returns false where it cannot: other settings, or no slope at this point. */
bool ode_lanes_load (OdeLanes *lanes, int lane, OdeIntegrator *from, double t_stop);
/* Gives the state of a lane to an integrator, which continues with the same
 * bits. */
void ode_lanes_store (const OdeLanes *lanes, int lane, OdeIntegrator *to);
/* Copies a lane to another one. */
void ode_lanes_move (OdeLanes *lanes, int from, int to);

/* Attempts a step of lanes 0 … n_lanes − 1 and decides on each. Nothing is
 * changed until ode_lanes_commit. */
void ode_lanes_attempt (OdeLanes *lanes, int n_lanes);
/* Returns what became of the attempt of a lane. */
OdeLaneOutcome ode_lanes_outcome (const OdeLanes *lanes, int lane);
/* Returns the lanes that leave as bits, lane k at 1 << k. */
uint64_t ode_lanes_leaving (const OdeLanes *lanes);
/* Returns the lanes whose accepted attempt ends at t_stop, as bits. */
uint64_t ode_lanes_ending (const OdeLanes *lanes);
/* Carries out the decisions: accepted steps become current, rejected ones are
 * repeated with their new size by the next attempt. */
void ode_lanes_commit (OdeLanes *lanes);

/* Returns the time at the start of the attempt, which is the current time after
 * a commit. */
double ode_lanes_t (const OdeLanes *lanes, int lane);
/* Returns the time at the end of the attempt; before the commit. */
double ode_lanes_t1 (const OdeLanes *lanes, int lane);
/* Returns the rows of the current states; borrowed. */
const double *ode_lanes_x (const OdeLanes *lanes);
/* Returns the rows of the states at the end of the attempt; before the commit. */
const double *ode_lanes_x1 (const OdeLanes *lanes);

/* Evaluates what dense output of the attempt needs, for all lanes; before the
 * commit. */
void ode_lanes_prepare_dense (OdeLanes *lanes);
/* Evaluates the dense output of the attempt of a lane at t in [t0, t1] into
 * x[n_states]; after ode_lanes_prepare_dense. At both ends the result is the
 * state bit for bit. */
void ode_lanes_interpolate (const OdeLanes *lanes, int lane, double t, double *x);
/* Evaluates the dense output of all lanes at the same θ in (0, 1) into rows
 * x. */
void ode_lanes_interpolate_rows (OdeLanes *lanes, double theta, double *x);
