/* A state machine over a simulator that returns control at reports, events and the ends of steps, like Simbody's Integrator::stepTo and
 * TimeStepper::stepTo.
 *
 * Two states are distinguished. The advanced state is the state that the integrator has reached; updates of events read and write it. The
 * returned state is the state at the time that a call reports. It comes from dense output and lies before the advanced state if a report is
 * inside a step or an event was located. The program itself uses sim-run.h; this interface is for users of the library. Same thread as the
 * simulator. */
#pragma once

#include "sim-simulator.h"

G_BEGIN_DECLS

/* The reason why a call returned. The numbers 1 to 7 are those of Simbody. */
typedef enum
{
  SIM_OUTCOME_FAILED = 0,              /* the run failed or was interrupted; sim_simulator_status has the reason */
  SIM_OUTCOME_REPORT_TIME = 1,         /* the returned state is at the report time, or at the final time before it */
  SIM_OUTCOME_EVENT_TRIGGER = 2,       /* the returned state is at t_low of the event window, the advanced one at t_high */
  SIM_OUTCOME_SCHEDULED_EVENT = 3,     /* at the given event time, or at a scheduled event of the system */
  SIM_OUTCOME_TIME_HAS_ADVANCED = 4,   /* after a step, if sim_time_stepper_set_return_every_step is on */
  SIM_OUTCOME_STEP_LIMIT = 5,          /* the largest number of steps of one call was taken; the next call continues */
  SIM_OUTCOME_END_OF_SIMULATION = 6,   /* the simulation has ended; every later call returns the same */
  SIM_OUTCOME_START_OF_INTERVAL = 7,   /* the state at the start, or after a change by an event */
} SimOutcome;

typedef enum { SIM_END_NONE, SIM_END_FINAL_TIME, SIM_END_FAILED, SIM_END_EVENT } SimEndReason;

/* The part of the state that a change by the caller affects, in the order of Simbody's realization stages. */
typedef enum
{
  SIM_STAGE_TIME, SIM_STAGE_POSITION, SIM_STAGE_VELOCITY, SIM_STAGE_DYNAMICS, SIM_STAGE_ACCELERATION, SIM_STAGE_REPORT
} SimStage;

/* A witness event in the event window (t_low, t_high]. */
typedef struct
{
  int event;           /* index of the event in the system */
  int direction;       /* −1: from positive to negative, +1: from negative to positive; reaching 0 counts as crossing */
  double t_estimated;  /* estimated time of the crossing, in the window */
} SimTriggeredEvent;

typedef struct SimTimeStepper SimTimeStepper;

/* Returns Simbody's name of an outcome ("ReachedReportTime"), which is static. */
const char *sim_outcome_id (SimOutcome outcome);
/* Returns a translated text for an outcome, which is static. */
const char *sim_outcome_text (SimOutcome outcome);
/* Returns Simbody's name of an end reason ("ReachedFinalTime"), static. */
const char *sim_end_reason_id (SimEndReason reason);

/* Makes a stepper that drives a simulator. The simulator must outlive it, and no other function may advance the simulator meanwhile. */
SimTimeStepper *sim_time_stepper_new (SimSimulator *simulator);
/* Frees the stepper, not the simulator; NULL is allowed. */
void sim_time_stepper_free (SimTimeStepper *stepper);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SimTimeStepper, sim_time_stepper_free)

/* Sets the final time, which no step passes; +inf (the default): no limit. */
void sim_time_stepper_set_final_time (SimTimeStepper *stepper, double t);
/* Sets the number of steps after which a call returns control; 0, the default:
 * no limit. */
void sim_time_stepper_set_step_limit (SimTimeStepper *stepper, long limit);
/* Sets whether a call returns after each step; default FALSE. */
void sim_time_stepper_set_return_every_step (SimTimeStepper *stepper, gboolean every);
/* Sets whether the state at report times may be interpolated; otherwise steps end at report times. Default TRUE. With isolation method
 * drake steps always end at report times. */
void sim_time_stepper_set_allow_interpolation (SimTimeStepper *stepper, gboolean allow);
/* Sets the time scale T of the system, > 0; call it before initialization. In profile simbody events are located to accuracy·T/10, and the
 * first step is T/10. */
void sim_time_stepper_set_time_scale (SimTimeStepper *stepper, double time_scale);
/* Sets the weights of the constraints, n_constraints positive numbers that are copied; NULL: all 1. Call it before initialization. Returns
 * FALSE with an error if a weight is not positive. */
gboolean sim_time_stepper_set_constraint_weights (SimTimeStepper *stepper, const double *weights, GError **error);

/* Sets the state to (x, d) at t (NULL: the system's initial values) and runs the initialization events. Returns FALSE on failure;
 * sim_simulator_status has the reason. */
gboolean sim_time_stepper_initialize (SimTimeStepper *stepper, double t, const double *x, const double *d);

/* Advances until a report, an event or a limit is reached (Simbody's Integrator::stepTo). A step may pass t_report, whose state is then
 * interpolated, but neither t_event nor the final time. A report comes before an event at the same time. Both times must be ≥ the returned
 * time; +inf for none. The next call runs pending updates before it advances, unless sim_time_stepper_handle_events ran them. */
SimOutcome sim_time_stepper_step_to (SimTimeStepper *stepper, double t_report, double t_event);
/* Advances like sim_time_stepper_step_to, with both times as intervals from the returned time. */
SimOutcome sim_time_stepper_step_by (SimTimeStepper *stepper, double report_interval, double event_interval);
/* Advances to t and handles all events before it (Simbody's TimeStepper::stepTo). report_all: returns after each outcome. Otherwise returns
 * SIM_OUTCOME_REPORT_TIME at t, SIM_OUTCOME_END_OF_SIMULATION or SIM_OUTCOME_FAILED. */
SimOutcome sim_time_stepper_advance_to (SimTimeStepper *stepper, double t, gboolean report_all);

/* Calls the handlers of events that are due at the advanced state. A change of the state begins a new continuous interval. Returns FALSE if
 * the run ended or failed. */
gboolean sim_time_stepper_handle_events (SimTimeStepper *stepper);
/* Continues after the caller changed the advanced state (sim_simulator_set_state) or parameters. stage is the part that changed: below
 * SIM_STAGE_REPORT a new continuous interval begins; up to SIM_STAGE_VELOCITY the state is projected onto the constraints again. terminate:
 * ends the simulation. Returns FALSE if no consistent state exists. */
gboolean sim_time_stepper_reinitialize (SimTimeStepper *stepper, SimStage stage, gboolean terminate);

/* Returns the time of the returned state. */
double sim_time_stepper_t (const SimTimeStepper *stepper);
/* Returns the returned state x[n_states]; borrowed until the next call. */
const double *sim_time_stepper_x (const SimTimeStepper *stepper);
/* Returns the time that the integrator has reached. */
double sim_time_stepper_t_advanced (const SimTimeStepper *stepper);
/* Returns the advanced state x[n_states]; borrowed until the next call. */
const double *sim_time_stepper_x_advanced (const SimTimeStepper *stepper);
/* Sets the window (t_low, t_high] of the events of the last step. Returns FALSE if no event was triggered. */
gboolean sim_time_stepper_event_window (const SimTimeStepper *stepper, double *t_low, double *t_high);
/* Returns the triggered events of the last step, by estimated time and then by
 * index, and sets *n; borrowed until the next call. */
const SimTriggeredEvent *sim_time_stepper_triggered (const SimTimeStepper *stepper, int *n);
/* Returns why the simulation ended; SIM_END_NONE before its end. */
SimEndReason sim_time_stepper_end_reason (const SimTimeStepper *stepper);

G_END_DECLS
