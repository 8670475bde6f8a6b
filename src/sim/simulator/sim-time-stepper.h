/* A state machine over a simulator that returns control at reports, events and the ends of steps, as Simbody's Integrator::stepTo and
 * TimeStepper::stepTo do.
 *
 * Two states are distinguished. The advanced state is the one that the integrator has reached; updates of events read and write it. The
 * returned state is the one at the time that a call reports: it lies before the advanced state, on dense output, where a report falls
 * inside a step or an event was located. Same thread as the simulator. */
#pragma once

#include "sim-simulator.h"

G_BEGIN_DECLS

/* Why a call returned. The numbers 1 to 7 are Simbody's. */
typedef enum
{
  SIM_OUTCOME_FAILED = 0,              /* the run failed or was interrupted; sim_simulator_status has the reason */
  SIM_OUTCOME_REPORT_TIME = 1,         /* the returned state is at the report time, or at the final time before it */
  SIM_OUTCOME_EVENT_TRIGGER = 2,       /* the returned state is at t_low of the event window, the advanced one at t_high */
  SIM_OUTCOME_SCHEDULED_EVENT = 3,     /* at the given event time, or at a scheduled event of the system */
  SIM_OUTCOME_TIME_HAS_ADVANCED = 4,   /* after a step, if each step returns */
  SIM_OUTCOME_STEP_LIMIT = 5,          /* after the largest number of steps of one call; the next call continues */
  SIM_OUTCOME_END_OF_SIMULATION = 6,   /* nothing is left to do; the result of every later call */
  SIM_OUTCOME_START_OF_INTERVAL = 7,   /* the state at the start, or after a change by an event */
} SimOutcome;

typedef enum { SIM_END_NONE, SIM_END_FINAL_TIME, SIM_END_FAILED, SIM_END_EVENT } SimEndReason;

/* What a change of the caller affects, in Simbody's order of realization. */
typedef enum
{
  SIM_STAGE_TIME, SIM_STAGE_POSITION, SIM_STAGE_VELOCITY, SIM_STAGE_DYNAMICS, SIM_STAGE_ACCELERATION, SIM_STAGE_REPORT
} SimStage;

/* A witness event in the event window (t_low, t_high]. */
typedef struct
{
  int event;           /* index in the system */
  int direction;       /* −1: from positive to negative, +1: from negative to positive; an arrival at 0 counts as the full crossing */
  double t_estimated;  /* estimated time of the crossing, in the window */
} SimTriggeredEvent;

typedef struct SimTimeStepper SimTimeStepper;

/* Returns Simbody's name of an outcome ("ReachedReportTime"), which is static. */
const char *sim_outcome_id (SimOutcome outcome);
/* Returns a translated text for an outcome, which is static. */
const char *sim_outcome_text (SimOutcome outcome);
/* Returns Simbody's name of an end reason ("ReachedFinalTime"), static. */
const char *sim_end_reason_id (SimEndReason reason);

/* Makes a stepper over a simulator, which must outlive it and is not advanced
 * by other calls meanwhile. */
SimTimeStepper *sim_time_stepper_new (SimSimulator *simulator);
/* Frees the stepper, not the simulator; NULL is allowed. */
void sim_time_stepper_free (SimTimeStepper *stepper);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SimTimeStepper, sim_time_stepper_free)

/* Sets the time that no step passes; +inf, the default: none. */
void sim_time_stepper_set_final_time (SimTimeStepper *stepper, double t);
/* Sets the number of steps after which a call returns control; 0, the default:
 * no limit. */
void sim_time_stepper_set_step_limit (SimTimeStepper *stepper, long limit);
/* Sets whether each step returns; default FALSE. */
void sim_time_stepper_set_return_every_step (SimTimeStepper *stepper, gboolean every);
/* Sets whether reports may be interpolated; if not, steps end at report times.
 * Default TRUE. In isolation method drake steps always end there. */
void sim_time_stepper_set_allow_interpolation (SimTimeStepper *stepper, gboolean allow);
/* Sets the time scale T of the system, > 0. In profile simbody events are then
 * located to accuracy·T/10, and the first step is T/10. Before initialization. */
void sim_time_stepper_set_time_scale (SimTimeStepper *stepper, double time_scale);
/* Sets the weights of the constraints, n_constraints positive numbers that are
 * copied; NULL: all 1. Before initialization. Returns FALSE with an error where
 * a weight is not positive. */
gboolean sim_time_stepper_set_constraint_weights (SimTimeStepper *stepper, const double *weights, GError **error);

/* Starts at t with x and d (NULL: the system's initial values), with the
 * initialization events. Returns FALSE where that fails; sim_simulator_status
 * has the reason. */
gboolean sim_time_stepper_initialize (SimTimeStepper *stepper, double t, const double *x, const double *d);

/* Advances until there is something to report (Simbody's Integrator::stepTo).
 * A step may pass the report time, whose state is then interpolated, but
 * neither t_event nor the final time; a report comes before an event at the
 * same time. Both times ≥ the returned time; +inf for none. Updates of events
 * run when the next call advances, unless sim_time_stepper_handle_events ran
 * them. */
SimOutcome sim_time_stepper_step_to (SimTimeStepper *stepper, double t_report, double t_event);
/* Advances likewise, with both times given as intervals from the returned
 * time. */
SimOutcome sim_time_stepper_step_by (SimTimeStepper *stepper, double report_interval, double event_interval);
/* Advances to t and handles all events on the way (Simbody's
 * TimeStepper::stepTo). report_all: returns after each outcome. Otherwise
 * returns SIM_OUTCOME_REPORT_TIME at t, SIM_OUTCOME_END_OF_SIMULATION or
 * SIM_OUTCOME_FAILED. */
SimOutcome sim_time_stepper_advance_to (SimTimeStepper *stepper, double t, gboolean report_all);

/* Handles the events that are due at the advanced state. A change of the state
 * begins a new continuous interval. Returns FALSE where the run ended or
 * failed. */
gboolean sim_time_stepper_handle_events (SimTimeStepper *stepper);
/* Continues after the caller changed the advanced state
 * (sim_simulator_set_state) or parameters. Below SIM_STAGE_REPORT a new
 * continuous interval begins; up to SIM_STAGE_VELOCITY the state is projected
 * onto the constraints again. terminate: ends the simulation. Returns FALSE
 * where no consistent state exists. */
gboolean sim_time_stepper_reinitialize (SimTimeStepper *stepper, SimStage stage, gboolean terminate);

/* Returns the time of the returned state. */
double sim_time_stepper_t (const SimTimeStepper *stepper);
/* Returns the returned state x[n_states]; borrowed until the next call. */
const double *sim_time_stepper_x (const SimTimeStepper *stepper);
/* Returns the time that the integrator has reached. */
double sim_time_stepper_t_advanced (const SimTimeStepper *stepper);
/* Returns the advanced state x[n_states]; borrowed until the next call. */
const double *sim_time_stepper_x_advanced (const SimTimeStepper *stepper);
/* Sets (t_low, t_high], the window of the events of the last step; returns
 * FALSE where it triggered none. */
gboolean sim_time_stepper_event_window (const SimTimeStepper *stepper, double *t_low, double *t_high);
/* Returns the triggered events of the last step, by estimated time and then by
 * index, and sets *n; borrowed until the next call. */
const SimTriggeredEvent *sim_time_stepper_triggered (const SimTimeStepper *stepper, int *n);
/* Returns why the simulation ended; SIM_END_NONE while it goes on. */
SimEndReason sim_time_stepper_end_reason (const SimTimeStepper *stepper);

G_END_DECLS
