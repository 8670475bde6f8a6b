/* The members of SimSimulator, for the files of the hybrid loop. The functions that these share are in sim-loop-private.h. */
#pragma once

#include <stdatomic.h>

#include "sim-realtime.h"
#include "sim-simulator.h"
#include "sim-timing.h"

G_BEGIN_DECLS

/* State of one event between and within steps; part of a snapshot. */
typedef struct
{
  gboolean due;       /* it happens now; its updates run at the start of the next pass */
  gboolean logged;    /* the record of this instant is in the event log */
  gboolean latched;   /* just handled: ignored until its witness has left zero */
  gboolean crossed;   /* result of the last search: the witness crosses zero in (left, right] */
  int direction;      /* of that crossing: −1 falling, +1 rising */
  gboolean jumps;     /* the witness is discontinuous at the crossing, so it is never near zero and needs no latch */
  int arrived;        /* sign that a witness was approaching when it was exactly 0 at the time of another event; otherwise 0 */
  int iterations;     /* of the location */
  int overwritten;    /* state that a later event of the same instant set as well, −1: none */
  double handled;     /* g when the event was handled; latched while |g| ≤ 2 |handled| */
  double fired;       /* time of the last occurrence */
  double scale;       /* largest |g| over the last step that was searched */
  double next;        /* next time of a scheduled event; +inf: none */
  double left, right;
  double window;      /* width to which the last occurrence was located */
} SimEventState;

/* Recent event times, to detect Zeno behaviour and chattering (sim-zeno.c). */
typedef struct
{
  double t_last;      /* time of the last witness event, NaN: none */
  double gaps[32];    /* intervals between the last events, at index n_close modulo 32 */
  int n_close;        /* number of consecutive events that were close together */
  int n_instant;      /* number of consecutive passes that did not advance the time */
  double t_instant;   /* time of those passes */
} SimZeno;

struct SimSimulator
{
  SimSystem *system;
  SimConfig *config;
  const OdeMethod *method;
  OdeIntegrator *integrator;  /* NULL without continuous states */
  OdeSettings settings;       /* those of the integrator; its `stop` points to the member below */
  SimRecorder *recorder;
  SimTape *tape;
  SimTrajectory *log;
  atomic_bool stop;           /* stored by any thread, loaded by the simulator's at every attempt and Newton iteration; relaxed */
  atomic_bool pause;          /* likewise, loaded between steps */

  /* Settings of the configuration that the loop reads. */
  SimProfile profile;
  SimIsolation isolation;
  double isolation_width;     /* 0: automatic */
  double isolation_accuracy;  /* NaN: none */
  int guard;
  gboolean exact_publish;

  /* State of the run. */
  gboolean initialized;
  double t_start, t_end;
  double t, t_previous;       /* used without continuous states only; otherwise the integrator has them */
  double *x_empty;            /* x without continuous states: no elements */
  double *d;
  double *x_before, *d_before, *x_plus, *d_plus, *x_scratch;
  int *written;               /* event that set a state in this dispatch, −1; n_states + n_discrete */
  SimEventState *events;
  int *witnesses;             /* indices of the crossing events */
  int n_witnesses;
  double *g0;                 /* n_events: at the start of the step */
  gboolean g0_known;
  double *g1;
  double *samples;            /* n_samples_max times at which a step is searched */
  int n_samples_max;
  double *sample_g;           /* n_samples_max × n_events: witnesses at those times */
  double t_step;              /* start of the last searched step, and the state there: repeating it may take several steps */
  double *x_step;
  int misses;                 /* consecutive repeated steps that ended just before their crossing */
  double next_break;          /* next time at which the right-hand side may be discontinuous; +inf: none */
  double *parameters;         /* scratch, n_parameters */
  guint8 *anchor;             /* snapshot of the integrator, to integrate a step again */
  gsize anchor_size;

  SimZeno zeno;
  SimThrottle throttle;
  double configured_rate;     /* real-time rate of the configuration; one that was set during the run stays until this changes */
  SimMonitorFunc monitor;
  gpointer monitor_user;

  /* Statistics. */
  long steps_taken, publishes, discrete_updates, unrestricted_updates, witness_events, cut_by_event;
  OdeStatistics ode_before;   /* of the integrators that were replaced during the run */
  double t_wall_start;
  double wall_spent;          /* seconds of wall time in calls that advance the run */
  double wall_waited;         /* seconds of wall_spent that were waited to keep the real-time rate */
  double radius;              /* last estimate of the largest |λ|, 0: none */
  int n_until_radius;         /* steps until the next estimate */
  long *limited;              /* n_states: number of attempts in which the state had the largest error */
  OdeAttempt held;            /* last accepted attempt; it goes to the tape when it is known whether an event shortens the step */
  gboolean is_holding;
  gsize last_snapshot;        /* attempt of the tape's last snapshot + 1; 0: none */

  SimStatus status;
  char *message;
  char *cause;                /* NULL: the message is the cause */
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

/* Returns the distance below which two times near t are one instant. Drake treats only equal times as one. */
static inline double
sim_near (const SimSimulator *simulator, double t)
{
  return simulator->profile == SIM_PROFILE_DRAKE ? 0 : sim_same_instant (t, simulator->t_start);
}

G_END_DECLS
