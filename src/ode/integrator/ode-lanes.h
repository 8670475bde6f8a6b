/* Steps of up to ODE_LANES members of an ensemble at once, in SIMD lanes. All members have the same system. Each lane has its own
 * parameters, time, step size and controller history.
 *
 * A lane copies the state of an integrator between two steps, and can copy it back. Its steps are those of ode_integrator_step bit for bit,
 * if the right-hand side has the same bits in lanes as for a single member. The integrator must handle rare cases (an undefined model, the
 * minimum step, the step limit): the lane then has the outcome ODE_LANE_LEAVE and still has the state before the step. Only one thread at
 * a time may use an OdeLanes. */
#pragma once

#include <stdint.h>

#include "ode-integrator.h"
#include "ode-lane-stepper.h"

typedef struct OdeLanes OdeLanes;

typedef enum
{
  ODE_LANE_ACCEPT, /* the step is within tolerance */
  ODE_LANE_REJECT, /* the error is too large; the next attempt uses a smaller step */
  ODE_LANE_LEAVE,  /* the integrator must make this step */
} OdeLaneOutcome;

/* Makes lanes for integrators with the same method and settings as `pattern`. system must outlive the lanes. Returns NULL if lanes do not
 * support the method or a setting, or if memory runs out. */
OdeLanes *ode_lanes_new (const OdeIntegrator *pattern, const OdeLaneSystem *system);
/* Frees lanes; NULL is allowed. */
void ode_lanes_free (OdeLanes *lanes);

/* Copies the state of an initialized integrator to a lane. Steps do not go beyond t_stop. Returns false if the settings differ from those
 * of the lanes, or the slope at this point is undefined. */
bool ode_lanes_load (OdeLanes *lanes, int lane, OdeIntegrator *from, double t_stop);
/* Copies the state of a lane to an integrator, which continues with the same bits. */
void ode_lanes_store (const OdeLanes *lanes, int lane, OdeIntegrator *to);
/* Copies a lane to another lane. */
void ode_lanes_move (OdeLanes *lanes, int from, int to);

/* Attempts a step in the lanes 0 … n_lanes − 1 and decides in each lane whether it is accepted. The
 * states do not change until ode_lanes_commit. */
void ode_lanes_attempt (OdeLanes *lanes, int n_lanes);
/* Returns the outcome of the attempt of a lane. */
OdeLaneOutcome ode_lanes_outcome (const OdeLanes *lanes, int lane);
/* Returns the set of lanes with the outcome ODE_LANE_LEAVE; lane k is the bit 1 << k. */
uint64_t ode_lanes_leaving (const OdeLanes *lanes);
/* Returns the set of lanes whose accepted attempt ends at t_stop; lane k is the bit 1 << k. */
uint64_t ode_lanes_ending (const OdeLanes *lanes);
/* Gives the lanes of a set the outcome ODE_LANE_LEAVE. Call it between ode_lanes_attempt and ode_lanes_commit, for steps that the caller
 * does not want to be made in lanes. */
void ode_lanes_leave (OdeLanes *lanes, uint64_t set);
/* Applies the outcomes: in lanes that accepted, the end of the step becomes the current state; in lanes that rejected, the next attempt
 * repeats the step with a smaller size. */
void ode_lanes_commit (OdeLanes *lanes);

/* Returns the time at the start of the attempt, which is the current time after
 * a commit. */
double ode_lanes_t (const OdeLanes *lanes, int lane);
/* Returns the time at the end of the attempt. Call it before ode_lanes_commit. */
double ode_lanes_t1 (const OdeLanes *lanes, int lane);
/* Returns the step size that the controller proposed at the end of the last accepted step, like ode_integrator_next_step. */
double ode_lanes_next_step (const OdeLanes *lanes, int lane);
/* Returns the current states of all lanes, n_states rows of ODE_LANES numbers owned by the lanes. */
const double *ode_lanes_x (const OdeLanes *lanes);
/* Returns the states at the end of the attempt, in rows like ode_lanes_x. Call it before ode_lanes_commit. */
const double *ode_lanes_x1 (const OdeLanes *lanes);

/* Evaluates the extra stages that dense output of the attempt needs, for all lanes. Call it before ode_lanes_commit. */
void ode_lanes_prepare_dense (OdeLanes *lanes);
/* Evaluates the dense output of the attempt of a lane at t in [t0, t1] into
 * x[n_states]. Call it after ode_lanes_prepare_dense. At both ends the result is the
 * state bit for bit. */
void ode_lanes_interpolate (const OdeLanes *lanes, int lane, double t, double *x);
/* Evaluates the dense output of all lanes at the same θ in (0, 1) into rows x, like those of ode_lanes_x. */
void ode_lanes_interpolate_rows (OdeLanes *lanes, double theta, double *x);
/* Evaluates the dense output of all lanes at the times h k/n after the start of the attempt, 0 < k < n, into t[ODE_LANES] and the rows x.
 * The results have the bits of ode_integrator_time_after and ode_integrator_interpolate_after. Call it after ode_lanes_prepare_dense. */
void ode_lanes_interpolate_after (OdeLanes *lanes, int k, int n, double *t, double *x);
/* Bounds the dense output of the attempt of all lanes by a box, into rows lo and hi like those of ode_lanes_x. For explicit Runge–Kutta
 * methods it is the box in which the simulator first looks for changes of witnesses (sim-resolve-search.c), for others a wider one than the box of the
 * dense output. outside[ODE_LANES], aligned to 64 bytes, becomes −1 in lanes whose box is not inside the box of the rows least and most,
 * 0 in the others. Call it before ode_lanes_commit. */
void ode_lanes_bounds (OdeLanes *lanes, double *lo, double *hi, const double *least, const double *most, int64_t *outside);
