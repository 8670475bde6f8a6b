/* The struct of SimSimulator, for the files of the hybrid loop. Their shared
 * functions are in sim-loop-private.h. */
#pragma once

#include <stdatomic.h>

#include "ode-dense-output.h"
#include "sim-realtime.h"
#include "sim-search.h"
#include "sim-timing.h"

G_BEGIN_DECLS

/* State of one event between and within steps. It is part of a snapshot. */
typedef struct
{
  gboolean due;       /* the event occurs at the current time; its updates run at the start of the next pass */
  gboolean logged;    /* its record for the current time is in the event log */
  gboolean latched;   /* the event was just handled; it is ignored until its witness has moved away from zero */
  gboolean crossed;   /* the witness crosses zero in the last step that was searched */
  int direction;      /* direction of the crossing in the last step: −1 falling, +1 rising */
  gboolean jumps;     /* the witness is discontinuous at the crossing, so it is never near zero and needs no latch */
  int arrived;        /* if the witness was exactly 0 at the time of another event: the sign that it would have had after its crossing;
                       * otherwise 0 */
  int iterations;     /* iterations of the root finder */
  int overwritten;    /* state that a later event at the same time also set; −1: none */
  double handled;     /* value of g when the event was handled; it stays latched while |g| ≤ 2 |handled| */
  double fired;       /* time of the last occurrence */
  double scale;       /* largest |g| in the last step that was searched */
  double next;        /* next time of a scheduled event; +inf: none */
  double window;      /* width to which the last occurrence was located */
} SimEventState;

/* Times of recent events, to detect Zeno behaviour and chattering (sim-zeno.c). */
typedef struct
{
  double t_last;      /* time of the last witness event, NaN: none */
  double gaps[32];    /* intervals between the last events, at index n_close modulo 32 */
  int n_close;        /* number of consecutive events that were close together */
  int n_instant;      /* number of consecutive passes that did not advance the time */
  double t_instant;   /* time of those passes */
} SimZeno;

/* A time inside the last step at which an event without actions happens, by a crossing or by its schedule. Such an event is recorded and
 * has no other effect. */
typedef struct
{
  double t;
  int event;
  int iterations;
  double window;
} SimMark;

/* A state that is set between two steps. */
typedef struct
{
  int index;          /* of a continuous state, or n_states + index of a discrete one */
  double value;
} SimEdit;

struct SimSimulator
{
  SimSystem *system;
  SimConfig *config;
  const OdeMethod *method;
  OdeIntegrator *integrator;  /* NULL without continuous states */
  OdeSettings settings;       /* settings of the integrator; `stop` in it points to the member below */
  SimRecorder *recorder;
  SimTape *tape;
  SimTrajectory *log;
  atomic_bool stop;           /* stored by any thread, loaded by the simulator's at every attempt and Newton iteration; relaxed */
  atomic_bool pause;          /* as `stop`, but loaded between steps */

  /* Settings that the loop reads. */
  SimProfile profile;
  SimIsolation isolation;
  double isolation_width;     /* width of the interval to which crossings are located; 0: automatic */
  double isolation_accuracy;  /* accuracy from which the width follows; NaN: not set */
  int guard;
  gboolean exact_publish;
  gboolean suppress_initialization;
  double time_scale;          /* of the system, for the window of profile simbody; 0.1 s as in Simbody */
  double *constraint_weights; /* set by the caller; NULL: all are 1 */
  OdeDenseOutput *dense;      /* of the caller: each step is appended to it; NULL: none */
  gboolean dense_failed;      /* memory ran out, so that `dense` has no further steps */

  /* The members from here on are the state of the run. */
  gboolean initialized;
  double t_start, t_end;
  double t, t_previous;       /* used only without continuous states; otherwise the integrator stores the time */
  double *x_empty;            /* an array without elements, which is the state x if there are no continuous states */
  double *d;
  double *x_before, *d_before, *x_plus, *d_plus, *x_scratch;
  int *written;               /* n_states + n_discrete: the event that set each state in this dispatch; −1: none */
  SimEventState *events;
  int *witnesses;             /* indices of the crossing events */
  int n_witnesses;
  double *g0;                 /* n_events: values of the witnesses at the start of the step */
  gboolean g0_known;
  double *g1;
  struct SimCrossing *crossings; /* n_events crossings of the last search */
  double *samples;            /* n_samples_max times after the start of the step at which it is searched */
  int n_samples_max;
  double *sample_g;           /* n_samples_max × n_events: values of the witnesses at these times */
  double t_step;              /* start time of the last step that was searched; x_step is the state there. Repeating the step may take
                               * several steps */
  double *x_step;
  GArray *marks;              /* marks of the last step, of type SimMark, ascending in time */
  GArray *mark_times;         /* double: times of the marks */
  int misses;                 /* number of consecutive repeated steps that ended just before the crossing that was searched for */
  double next_break;          /* next time at which the right-hand side may be discontinuous; +inf: none */
  double *parameters;         /* buffer for n_parameters values */
  guint8 *anchor;             /* snapshot of the integrator, from which a step is integrated again */
  gsize anchor_size;

  SimZeno zeno;
  SimThrottle throttle;
  double configured_rate;     /* real-time rate in the configuration; a rate set during the run stays until this one changes */
  SimMonitorFunc monitor;
  gpointer monitor_user;

  /* The members from here on are statistics. */
  long steps_taken, publishes, discrete_updates, unrestricted_updates, witness_events, witness_iterations, cut_by_event;
  OdeStatistics ode_before;   /* counters of integrators that were replaced during the run */
  double t_wall_start;
  double wall_spent;          /* wall time in seconds spent in calls that advance the run */
  double wall_waited;         /* part of wall_spent in which the run waited to keep the real-time rate */
  double radius;              /* last estimate of the largest |λ|; 0: none */
  int n_until_radius;         /* steps until the next estimate */
  long *limited;              /* n_states: number of attempts in which the state had the largest error */
  OdeAttempt held;            /* last accepted attempt; it is appended to the tape as soon as it is known whether an event shortens the step */
  gboolean is_holding;
  OdeTraceFunc trace;         /* receives the intermediate results of attempts; NULL: none */
  void *trace_user;
  SimSearchFunc search;       /* receives the searches of steps for crossings; NULL: none */
  gpointer search_user;
  double held_stop;           /* t_stop of the step that a search holds, and its kind */
  OdeStopKind held_kind;
  gsize n_changes;            /* number of parameters, states, settings and end times that were changed so far */
  GArray *edits;              /* SimEdit: states that were set and take effect at the start of the next step; NULL: none yet */
  gsize last_snapshot;        /* index of the attempt of the tape's last snapshot, plus 1; 0: none */

  SimStatus status;
  char *message;
  char *cause;                /* reason alone, without time and evidence; NULL: the message is the reason */
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

/* Returns the distance below which two times near t are treated as equal. In
 * profile drake only equal times are. */
static inline double
sim_near (const SimSimulator *simulator, double t)
{
  return simulator->profile == SIM_PROFILE_DRAKE ? 0 : sim_same_instant (t, simulator->t_start);
}

G_END_DECLS
