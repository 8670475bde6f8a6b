/* A state machine over a simulator that returns control at reports, events and the ends of steps, like Simbody's Integrator::stepTo and
 * TimeStepper::stepTo.
 *
 * There are two states. The advanced state is the state that the integrator has reached; updates of events read and write it. The returned
 * state is the state at the time that a call reports. If a report is inside a step or an event was located, the returned state is
 * evaluated by dense output at a time before the advanced state. Stepwise itself does not use this interface. The functions must be called
 * from the simulator's thread. */
#pragma once

#include "sim-simulator.h"

G_BEGIN_DECLS

/* The reason why a call returned. The numbers 1 to 7 are equal to those of Simbody. */
typedef enum
{
  SIM_OUTCOME_FAILED = 0,              /* the run failed or was interrupted; sim_simulator_status has the reason */
  SIM_OUTCOME_REPORT_TIME = 1,         /* the returned state is at the report time, or at the final time if that is earlier */
  SIM_OUTCOME_EVENT_TRIGGER = 2,       /* the returned state is at t_low of the event window, the advanced state at t_high */
  SIM_OUTCOME_SCHEDULED_EVENT = 3,     /* the returned state is at the given event time, or at a scheduled event of the system */
  SIM_OUTCOME_TIME_HAS_ADVANCED = 4,   /* a step was taken, and sim_time_stepper_set_return_every_step is on */
  SIM_OUTCOME_STEP_LIMIT = 5,          /* the call has taken its largest number of steps; the next call continues */
  SIM_OUTCOME_END_OF_SIMULATION = 6,   /* the simulation has ended; every later call returns this outcome */
  SIM_OUTCOME_START_OF_INTERVAL = 7,   /* the returned state is at the start of the run, or after a change by an event */
} SimOutcome;

typedef enum { SIM_END_NONE, SIM_END_FINAL_TIME, SIM_END_FAILED, SIM_END_EVENT } SimEndReason;

/* The part of the state that the caller has changed, in the order of Simbody's realization stages. */
typedef enum
{
  SIM_STAGE_TIME, SIM_STAGE_POSITION, SIM_STAGE_VELOCITY, SIM_STAGE_DYNAMICS, SIM_STAGE_ACCELERATION, SIM_STAGE_REPORT
} SimStage;

/* A witness event that was triggered in the event window (t_low, t_high]. */
typedef struct
{
  int event;           /* index of the event in the system */
  int direction;       /* −1: from positive to negative, +1: from negative to positive; a crossing includes reaching 0 */
  double t_estimated;  /* estimated time of the crossing, in the window */
} SimTriggeredEvent;

typedef struct SimTimeStepper SimTimeStepper;

/* Returns Simbody's name of an outcome ("ReachedReportTime"), a static text. */
const char *sim_outcome_id (SimOutcome outcome);
/* Returns a translated text for an outcome; static. */
const char *sim_outcome_text (SimOutcome outcome);
/* Returns Simbody's name of an end reason ("ReachedFinalTime"), a static text. */
const char *sim_end_reason_id (SimEndReason reason);

/* Makes a time stepper for a simulator. The simulator must outlive it, and only the stepper may advance the simulator. */
SimTimeStepper *sim_time_stepper_new (SimSimulator *simulator);
/* Frees the stepper, but not the simulator; NULL is allowed. */
void sim_time_stepper_free (SimTimeStepper *stepper);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SimTimeStepper, sim_time_stepper_free)

/* Sets the final time, beyond which no step goes; +inf (the default): no limit. */
void sim_time_stepper_set_final_time (SimTimeStepper *stepper, double t);
/* Sets the largest number of steps of one call; 0 (the default): no
 * limit. */
void sim_time_stepper_set_step_limit (SimTimeStepper *stepper, gint64 limit);
/* Sets whether a call returns after each step; the default is FALSE. */
void sim_time_stepper_set_return_every_step (SimTimeStepper *stepper, gboolean every);
/* Sets whether the state at report times may be interpolated; otherwise steps end at report times. The default is TRUE. With isolation
 * method drake steps always end at report times. */
void sim_time_stepper_set_allow_interpolation (SimTimeStepper *stepper, gboolean allow);
/* Sets the time scale T > 0 of the system in s; call it before initialization. In profile simbody events are located to accuracy·T/10, and
 * the first step is T/10. */
void sim_time_stepper_set_time_scale (SimTimeStepper *stepper, double time_scale);
/* Sets the weights of the constraints, n_constraints positive numbers, which are copied; NULL: all are 1. Call it before initialization.
 * Returns FALSE with an error if a weight is not positive. */
gboolean sim_time_stepper_set_constraint_weights (SimTimeStepper *stepper, const double *weights, GError **error);

/* Sets the state to (x, d) at t and runs the initialization events. NULL for x or d means the initial values of the system. Returns FALSE
 * on failure; sim_simulator_status has the reason. */
gboolean sim_time_stepper_initialize (SimTimeStepper *stepper, double t, const double *x, const double *d);

/* Advances until a report, an event or a limit is reached (Simbody's Integrator::stepTo). A step may go beyond t_report, where the state is
 * then interpolated, but not beyond t_event or the final time. A report comes before an event at the same time. Both times must be ≥ the
 * time of the returned state; +inf: no such time. The next call runs pending updates before it advances, unless
 * sim_time_stepper_handle_events ran them. */
SimOutcome sim_time_stepper_step_to (SimTimeStepper *stepper, double t_report, double t_event);
/* Advances like sim_time_stepper_step_to, with both times given as intervals from the time of the returned state. */
SimOutcome sim_time_stepper_step_by (SimTimeStepper *stepper, double report_interval, double event_interval);
/* Advances to t and handles all events before it (Simbody's TimeStepper::stepTo). If report_all is TRUE, the function returns after each
 * outcome. Otherwise it returns SIM_OUTCOME_REPORT_TIME at t, SIM_OUTCOME_END_OF_SIMULATION or SIM_OUTCOME_FAILED. */
SimOutcome sim_time_stepper_advance_to (SimTimeStepper *stepper, double t, gboolean report_all);

/* Calls the handlers of events that are due at the advanced state. If they change the state, a new continuous interval begins. Returns
 * FALSE if the run ended or failed. */
gboolean sim_time_stepper_handle_events (SimTimeStepper *stepper);
/* Prepares the stepper to continue after the caller changed the advanced state (sim_simulator_set_state) or parameters. stage is the part
 * that changed: below SIM_STAGE_REPORT a new continuous interval begins; up to SIM_STAGE_VELOCITY the state is projected onto the
 * constraints again. If terminate is TRUE, the simulation ends. Returns FALSE if no consistent state exists. */
gboolean sim_time_stepper_reinitialize (SimTimeStepper *stepper, SimStage stage, gboolean terminate);

/* Returns the time of the returned state. */
double sim_time_stepper_t (const SimTimeStepper *stepper);
/* Returns the returned state x[n_states], owned by the stepper and valid until the next call. */
const double *sim_time_stepper_x (const SimTimeStepper *stepper);
/* Returns the time that the integrator has reached. */
double sim_time_stepper_t_advanced (const SimTimeStepper *stepper);
/* Returns the advanced state x[n_states], owned by the simulator and valid until the next call. */
const double *sim_time_stepper_x_advanced (const SimTimeStepper *stepper);
/* Sets *t_low and *t_high to the window of the events of the last step. Returns FALSE if no event was triggered. */
gboolean sim_time_stepper_event_window (const SimTimeStepper *stepper, double *t_low, double *t_high);
/* Returns the triggered events of the last step, sorted by estimated time and then by index, and sets *n to their
 * number. The stepper owns the array, which is valid until the next call. */
const SimTriggeredEvent *sim_time_stepper_triggered (const SimTimeStepper *stepper, int *n);
/* Returns the reason why the simulation ended; SIM_END_NONE before its end. */
SimEndReason sim_time_stepper_end_reason (const SimTimeStepper *stepper);

G_END_DECLS
