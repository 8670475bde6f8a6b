/* The hybrid loop (src/DESIGN.md): initialization, updates, one integrator step, witness localisation, publishes, monitors.
 * Synchronous; knows no thread (sim-run does). Failure is a status with words; the trajectory stays at the last accepted point. */
#pragma once

#include "ode-integrator.h"
#include "sim-config.h"
#include "sim-recorder.h"
#include "sim-system.h"
#include "sim-tape.h"
#include "sim-trajectory.h"

G_BEGIN_DECLS

typedef enum
{
  SIM_READY,          /* nothing run yet, or under way (after a single step) */
  SIM_REACHED_END,    /* the boundary that was asked for */
  SIM_TERMINATED,     /* an event or monitor asked */
  SIM_FAILED_RUN,     /* handler, model or integrator failed */
  SIM_INTERRUPTED,    /* stopped by the caller */
} SimReason;

typedef struct
{
  SimReason reason;
  double boundary;        /* asked */
  double t;               /* reached */
  const char *message;    /* full sentence; never NULL; the simulator's, until its next call, like the others */
  const char *cause;      /* what happened, without the method, the place and the evidence that message puts around a failed step */
  const char *advice;     /* what to try; "" where nothing */
  OdeStatus ode_status;   /* of a failed step; ODE_FAIL_MEMORY where rows could not be kept or written; else ODE_DONE */
  int event;              /* that terminated or failed, or −1 */
} SimStatus;

/* All fields and the message's text agree. */
gboolean sim_status_equal (const SimStatus *a, const SimStatus *b);
/* Drake's wording; type_name NULL: "System" is to blame. Free with g_free. */
char *sim_status_message_drake (SimReason reason, double t, const char *type_name, const char *name, const char *message);

typedef struct
{
  OdeStatistics ode;
  long steps_taken;       /* simulator steps (a pending-update step counts) */
  long publishes, discrete_updates, unrestricted_updates, witness_events;
  long cut_by_event;      /* steps taken anew to an event inside them */
  double actual_realtime_rate; /* while it advanced, pauses left out; NaN before any progress */
  double wall_seconds;
  double waited_seconds;       /* of wall_seconds: held back for the real-time rate */
  char linear_algebra[96];     /* how an implicit method solves its systems ("banded LU, …"); "" where it has none */
  int worst_state;        /* most often the limiting component, −1 */
} SimStatistics;

typedef struct SimSimulator SimSimulator;

/* Takes over the system; config is copied. NULL with an error. */
SimSimulator *sim_simulator_new (SimSystem *system, const SimConfig *config, GError **error);
void sim_simulator_free (SimSimulator *simulator);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SimSimulator, sim_simulator_free)

/* Rows and attempts go here; call before initialize. The simulator takes a reference to the tape and owns the sinks. */
void sim_simulator_add_sink (SimSimulator *simulator, SimSink *sink, const SimSamplingRule *rule);
void sim_simulator_set_tape (SimSimulator *simulator, SimTape *tape);
/* Event records go to this trajectory. */
void sim_simulator_set_event_log (SimSimulator *simulator, SimTrajectory *trajectory);

/* Starts at t (NaN: 0) with x, d (NULL: the system's initial values); t_end decides the first step, sampling and end rows. */
SimStatus sim_simulator_initialize (SimSimulator *simulator, double t, const double *x, const double *d, double t_end,
                                    gboolean suppress_initialization_events);
/* The loop up to boundary ≥ t. May be called again with a later boundary; updates due at the boundary stay pending until then. */
SimStatus sim_simulator_advance_to (SimSimulator *simulator, double boundary);
/* Carries out what is pending now: advance to the current time. */
SimStatus sim_simulator_advance_pending (SimSimulator *simulator);
/* One accepted step (with its events) towards boundary. */
SimStatus sim_simulator_step (SimSimulator *simulator, double boundary);
/* Ends the run: last rows, sinks finished. */
gboolean sim_simulator_finish (SimSimulator *simulator, GError **error);

/* Asks the run to stop within one attempt; any thread. */
void sim_simulator_interrupt (SimSimulator *simulator);
void sim_simulator_clear_interrupt (SimSimulator *simulator);
/* Asks the run to leave between two steps, which keeps what comes later the same bit for bit; any thread. Cleared like an interrupt. */
void sim_simulator_pause (SimSimulator *simulator);

double sim_simulator_t (const SimSimulator *simulator);
const double *sim_simulator_x (const SimSimulator *simulator);
const double *sim_simulator_d (const SimSimulator *simulator);
gboolean sim_simulator_has_pending (const SimSimulator *simulator);
const SimSystem *sim_simulator_system (const SimSimulator *simulator);
OdeIntegrator *sim_simulator_integrator (SimSimulator *simulator);
SimStatistics sim_simulator_statistics (const SimSimulator *simulator);
/* Its steps_taken alone. */
long sim_simulator_statistics_steps (const SimSimulator *simulator);
const SimConfig *sim_simulator_config (const SimSimulator *simulator);
void sim_simulator_reset_statistics (SimSimulator *simulator);
SimStatus sim_simulator_status (const SimSimulator *simulator);
/* Drake's isolation window at the current step, NaN: none (fixed steps without isolation accuracy). */
double sim_simulator_isolation_window (const SimSimulator *simulator);

/* Mid-run changes, between steps. */
gboolean sim_simulator_set_parameter (SimSimulator *simulator, const char *name, double value, GError **error);
gboolean sim_simulator_set_config (SimSimulator *simulator, const SimConfig *config, GError **error);
void sim_simulator_set_realtime_rate (SimSimulator *simulator, double rate); /* rebases */
void sim_simulator_rebase (SimSimulator *simulator);                         /* after a pause: no catching up */
void sim_simulator_set_t_end (SimSimulator *simulator, double t_end);        /* for samples at the end */
/* Replaces the state (not the time) between advances. */
void sim_simulator_set_state (SimSimulator *simulator, const double *x, const double *d);
/* Extra monitor of the caller's, called after initialize and after the publishes of each step; NULL clears. */
typedef SimHandlerStatus (*SimMonitorFunc) (gpointer user, const SimSimulator *simulator);
void sim_simulator_set_monitor (SimSimulator *simulator, SimMonitorFunc monitor, gpointer user);

/* Everything needed to go on from here bit for bit (integrator, d, parameters, event latches). */
GBytes *sim_simulator_save (const SimSimulator *simulator);
gboolean sim_simulator_restore (SimSimulator *simulator, GBytes *snapshot);
/* The next step begins with a snapshot on the tape. */
void sim_simulator_request_snapshot (SimSimulator *simulator);
/* How far the event log's trajectory, the tape and the steps had come when it was taken. */
gboolean sim_snapshot_counts (GBytes *snapshot, gsize *n_rows, gsize *n_records, gsize *n_attempts, long *steps_taken);

G_END_DECLS
