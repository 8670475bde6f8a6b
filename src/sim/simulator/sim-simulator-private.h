/* The inside of SimSimulator, shared by the files of the hybrid loop alone. */
#pragma once

#include <stdatomic.h>

#include "sim-realtime.h"
#include "sim-simulator.h"
#include "sim-timing.h"

G_BEGIN_DECLS

/* What one event is up to. */
typedef struct
{
  gboolean due;       /* triggered now; its updates run at the start of the next pass */
  gboolean logged;    /* its record of this instant is written */
  gboolean latched;   /* just handled: rests until its witness has left zero */
  gboolean crossed;   /* of the last search: a crossing is bracketed by [left, right] */
  int direction;      /* of that crossing: −1 falls, +1 rises */
  gboolean jumps;     /* there the witness jumps: it stands on one side or the other and never rests near zero */
  int arrived;        /* exactly 0 where another event was handled: the sign it was on its way to, else 0 */
  int iterations;
  int overwritten;    /* state that a later event of the instant set too, −1 */
  double handled;     /* g when it was handled: within twice |g| it has not left zero */
  double fired;       /* time it last fired at */
  double scale;       /* largest |g| over the last step that was searched */
  double next;        /* scheduled: the next time; +inf: none */
  double left, right;
  double window;
} SimEventState;

/* Watches for events that pile up. */
typedef struct
{
  double t_last;      /* of the last witness event, NaN: none */
  double gaps[32];    /* the last gaps, by count modulo 32 */
  int n_close;        /* events in a row that came close together */
  int n_instant;      /* passes that did not move time */
  double t_instant;
} SimZeno;

struct SimSimulator
{
  SimSystem *system;
  SimConfig *config;
  const OdeMethod *method;
  OdeIntegrator *integrator;  /* NULL without continuous states */
  OdeSettings settings;       /* as the integrator has them; stop points to `stop` */
  SimRecorder *recorder;
  SimTape *tape;
  SimTrajectory *log;
  atomic_bool stop;           /* stored by any thread, loaded by the simulator's at every attempt and Newton iteration; relaxed */
  atomic_bool pause;          /* likewise, loaded between steps */

  /* What the loop needs of the configuration. */
  SimProfile profile;
  SimIsolation isolation;
  double isolation_width;     /* 0: automatic */
  double isolation_accuracy;  /* NaN: none */
  int guard;
  gboolean exact_publish;

  /* Where the run is. */
  gboolean initialized;
  double t_start, t_end;
  double t, t_previous;       /* without continuous states; else the integrator's */
  double *x_empty;            /* the state without continuous states */
  double *d;
  double *x_before, *d_before, *x_plus, *d_plus, *x_scratch;
  int *written;               /* event that set a state in this dispatch, −1; n_states + n_discrete */
  SimEventState *events;
  int *witnesses;             /* indices of the crossing events */
  int n_witnesses;
  double *g0;                 /* n_events: at the start of the step */
  gboolean g0_known;
  double *g1;
  double *samples;            /* times of a scan, then n_events values of each */
  int n_samples_max;
  double *sample_g;
  double t_step;              /* start of the last searched step and its state: a re-step may take several parts */
  double *x_step;
  int misses;                 /* re-steps in a row that ended just before their crossing */
  double next_break;
  double *parameters;         /* scratch, n_parameters */
  guint8 *anchor;             /* integrator snapshot for re-integration */
  gsize anchor_size;

  SimZeno zeno;
  SimThrottle throttle;
  double configured_rate;     /* of the configuration; a rate set in mid-run stands until that changes */
  SimMonitorFunc monitor;
  gpointer monitor_user;

  /* Statistics. */
  long steps_taken, publishes, discrete_updates, unrestricted_updates, witness_events, cut_by_event;
  OdeStatistics ode_before;   /* of integrators replaced in mid-run */
  double t_wall_start;
  double wall_spent;          /* s, in advances */
  double wall_waited; /* seconds of it held back for the real-time rate */
  double radius;              /* estimate of the largest |λ|, 0: none */
  int n_until_radius;         /* steps until the next */
  long *limited;              /* attempts limited by each state */
  OdeAttempt held;            /* last accepted attempt, not on the tape before it is known whether an event cuts it */
  gboolean is_holding;
  gsize last_snapshot;        /* attempt of the tape's last snapshot + 1; 0: none */

  SimStatus status;
  char *message;
  char *cause;                /* where it is not the message */
  char *advice;
};

static inline double
sim_t (const SimSimulator *simulator)
{
  return simulator->integrator != NULL ? ode_integrator_t (simulator->integrator) : simulator->t;
}

static inline const double *
sim_x (const SimSimulator *simulator)
{
  return simulator->integrator != NULL ? ode_integrator_x (simulator->integrator) : simulator->x_empty;
}

static inline double
sim_t_previous (const SimSimulator *simulator)
{
  return simulator->integrator != NULL ? ode_integrator_t_previous (simulator->integrator) : simulator->t_previous;
}

/* Times this close are one instant. In Drake only equal times are. */
static inline double
sim_near (const SimSimulator *simulator, double t)
{
  return simulator->profile == SIM_PROFILE_DRAKE ? 0 : sim_same_instant (t, simulator->t_start);
}

/* sim-motion.c: continuous motion, also where there is no continuous state. */
OdeStatus sim_motion_step (SimSimulator *simulator, double t_stop, OdeStopKind stop);
OdeStatus sim_motion_retake (SimSimulator *simulator, double t1);
OdeStatus sim_motion_interpolate (SimSimulator *simulator, double t, double *x);
/* Renews the estimate of the spectral radius from time to time. */
void sim_motion_note_stiffness (SimSimulator *simulator);
void sim_motion_save (SimSimulator *simulator);
void sim_motion_restore (SimSimulator *simulator);
OdeStatus sim_motion_jump (SimSimulator *simulator, const double *x);
double sim_motion_next_step (const SimSimulator *simulator);
double sim_motion_working_minimum (const SimSimulator *simulator);
double sim_motion_accuracy (const SimSimulator *simulator);
const char *sim_motion_message (const SimSimulator *simulator);

/* sim-witness.c: one step with the search for crossings in it; due events are
 * marked. */
OdeStatus sim_witness_step (SimSimulator *simulator, double t_stop, OdeStopKind stop);
void sim_witness_read (SimSimulator *simulator);
double sim_witness_window (const SimSimulator *simulator, double h);

/* sim-dispatch.c */
SimHandlerStatus sim_dispatch_updates (SimSimulator *simulator);
SimHandlerStatus sim_dispatch_publishes (SimSimulator *simulator);
SimHandlerStatus sim_dispatch_interpolated (SimSimulator *simulator, double t0, double t1, GError **error);
SimHandlerStatus sim_dispatch_monitors (SimSimulator *simulator);
gboolean sim_dispatch_log (SimSimulator *simulator, gboolean updated, gboolean pending, GError **error);
/* Appends a record to the event log. FALSE where it cannot be kept. */
gboolean sim_dispatch_append (SimSimulator *simulator, const SimEventRecord *record, GError **error);
void sim_dispatch_schedule (SimSimulator *simulator, double t, gboolean inclusive);
/* Keeps the more severe, between equals the first; frees the other's message. */
void sim_handler_status_merge (SimHandlerStatus *status, SimHandlerStatus other);
/* TRUE where a scheduled event only publishes and steps need not end at it. */
gboolean sim_event_is_interpolated (const SimSimulator *simulator, int event);

/* sim-zeno.c: FALSE with a message where events pile up. */
gboolean sim_zeno_event (SimSimulator *simulator, double t, char **message);
gboolean sim_zeno_pass (SimSimulator *simulator, char **message);
double sim_zeno_hint (const SimSimulator *simulator);

/* sim-status.c: sets the simulator's status and returns it; takes message. */
/* Takes the message over, which is the cause as well. */
SimStatus sim_status_set (SimSimulator *simulator, SimReason reason, double boundary, char *message);
SimStatus sim_status_end (SimSimulator *simulator, double boundary);
SimStatus sim_status_handler (SimSimulator *simulator, SimHandlerStatus *handler, double boundary);
SimStatus sim_status_ode (SimSimulator *simulator, OdeStatus ode, double boundary);
/* Steps that are too many to be taken. */
SimStatus sim_status_hopeless (SimSimulator *simulator);
SimStatus sim_status_error (SimSimulator *simulator, GError *error, double boundary);

/* sim-snapshot.c */
void sim_snapshot_to_tape (SimSimulator *simulator);
/* Puts the attempt that is held back onto the tape. */
void sim_simulator_flush_attempt (SimSimulator *simulator);

/* sim-simulator.c: takes the settings of config into use; keeps the old ones on
 * failure. */
gboolean sim_simulator_configure (SimSimulator *simulator, GError **error);

G_END_DECLS
