/* The struct SimSimulator, which only the files of the hybrid loop use. The functions that these files share are in sim-loop-private.h. */
#pragma once

#include <stdatomic.h>

#include "ode-dense-output.h"
#include "sim-realtime.h"
#include "sim-search.h"
#include "sim-timing.h"

G_BEGIN_DECLS

/* The state of one event, which is part of a snapshot. */
typedef struct
{
  gboolean due;     /* the event occurs at the current time; its updates run at the start of the next pass */
  gboolean logged;  /* the event log already has the record of the event at the current time */
  gboolean rests;   /* the updates of this event begin a rest, because its events accumulate */
  gboolean latched; /* the event was just handled; it is ignored until |g| has become clearly larger */
  gboolean crossed; /* the witness crosses zero in the last step that was searched */
  int direction;    /* direction of the crossing in the last step: −1 falling, +1 rising */
  gboolean hidden;  /* the excursion before the crossing was not seen */
  gboolean jumps;   /* the witness is discontinuous at the crossing, so it is not near zero afterwards and needs no latch */
  int arrived;      /* if the witness was exactly 0 at the time of another event: the sign after its crossing; otherwise 0 */
  int iterations;   /* iterations of the root finder */
  int overwritten;  /* index of a state that a later event at the same time also changed; −1: none */
  double handled;   /* value of g when the event was handled; the event remains latched while |g| ≤ 2 |handled| */
  double noise;     /* rounding error of g when an event was handled last at g = 0 */
  double rate;      /* dg/dt just before the event; NaN: unknown */
  double slope;     /* |dg/dt| when it was known last; 0: never */
  int expected;     /* sign that g takes first when it leaves the surface, from the motion after the event; 0: unknown or done */
  double returned;  /* time after the start of the last step at which g had taken that sign and lost it again; +inf: none */
  double fired;     /* time of the last occurrence of the event */
  double scale;     /* largest |g| in the last step that was searched */
  double next;      /* next time of a scheduled event; +inf: none */
  double window;    /* width to which the last occurrence was located */
} SimEventState;

/* Times of recent events, by which sim-zeno.c detects Zeno behaviour and chattering. */
typedef struct
{
  double t_last;    /* time of the last witness event; NaN: none */
  double gaps[32];  /* intervals between the last events; interval k is at index k modulo 32 */
  double step;      /* size of the steps before the last interval that could be resolved; 0: unknown */
  int n_gaps;       /* number of intervals so far */
  int n_close;      /* number of consecutive intervals that cannot be resolved */
  int n_instant;    /* number of consecutive passes that did not advance the time */
  double t_instant; /* time of these passes */
} SimZeno;

typedef struct SimResolve SimResolve; /* what sim-resolve.c needs; NULL until its first use */

/* A time inside the last step at which an event without actions happens. Such an event is recorded and has no other effect. */
typedef struct
{
  double t;
  int event;
  int iterations;
  double window;
} SimMark;

/* A state that the user has set between two steps. */
typedef struct
{
  int index; /* index of a continuous state, or n_states + index of a discrete state */
  double value;
} SimEdit;

struct SimSimulator
{
  SimSystem *system;
  SimConfig *config;
  const OdeMethod *method;
  OdeIntegrator *integrator; /* NULL if there are no continuous states */
  OdeSettings settings;      /* settings of the integrator; its member `stop` points to `stop` below */
  SimRecorder *recorder;
  SimTape *tape;
  SimTrajectory *log;
  atomic_bool stop;  /* stored by any thread, loaded at every attempt and Newton iteration; relaxed order */
  atomic_bool pause; /* like `stop`, but loaded between steps */
  SimLookFunc look;  /* function of the caller, called inside attempts; NULL: none */
  gpointer look_user;

  /* The settings that the loop reads. */
  SimProfile profile;
  SimIsolation isolation;
  double isolation_width;    /* width of the interval to which crossings are located; 0: automatic */
  double isolation_accuracy; /* accuracy that determines the width; NaN: not set */
  int guard;
  gboolean by_ranges; /* crossings between the guard points are found by bounds of the witnesses */
  gboolean resolves;  /* steps that may pass over a change of the right-hand side are repeated */
  gboolean exact_publish, suppress_initialization;
  double time_scale;          /* time scale of the system in s, for the window of profile simbody; 0.1 s as in Simbody */
  double *constraint_weights; /* constraint weights that the caller has set; NULL: all are 1 */
  SimResolve *resolve;
  struct OdeConsistent *consistent;      /* solves the system for x' at events (sim-surface.c); NULL until then, and without a mass matrix */
  struct SimPassedSearch *passed_search; /* what sim-passed-search.c needs; NULL until its first use */
  gboolean *is_near;     /* for each witness, whether it may be 0 in the last step */
  double *certain;       /* for each event, a time at which bounds of its witness show the sign after the last event; NaN: none */
  OdeDenseOutput *dense; /* dense output of the caller, to which each step is appended; NULL: none */
  gboolean dense_failed; /* memory ran out, so that no further steps are appended to `dense` */

  /* The members from here on are the state of the run. */
  gboolean initialized;
  double t_start, t_end;
  double t, t_previous; /* used only without continuous states; otherwise the integrator stores the time */
  double *x_empty;      /* an array without elements, used as the state x if there are no continuous states */
  double *d, *x_before, *d_before, *x_plus, *d_plus, *x_scratch;
  double *slope, *x_tangent; /* scratch for the right-hand side and the state near an event */
  int *written;              /* for each continuous and discrete state, the event that changed it in this dispatch; −1: none */
  SimEventState *events;
  int *witnesses; /* indices of the witness events */
  int n_witnesses;
  double *g0; /* values of the n_events witnesses at the start of the step */
  gboolean g0_known;
  double *g1;
  double *g_scratch;             /* scratch for n_events witnesses */
  struct SimCrossing *crossings; /* n_events crossings of the last search */
  double *samples;               /* n_samples_max times after the start of the step at which the witnesses are evaluated */
  int n_samples_max;
  double *sample_g;             /* n_samples_max × n_events: values of the witnesses at these times */
  double t_step;                /* start of the last step that was searched for events; a repeated step may be made in several parts */
  double *x_step;               /* state at t_step */
  GArray *marks;                /* of SimMark: marks of the last step, ascending in time */
  GArray *mark_times;           /* of double: times of the marks */
  int misses;                   /* number of consecutive repeated steps that ended just before the crossing that was searched for */
  struct SimSwitches *switches; /* conditions of the right-hand side; NULL: none, or the setting is off */
  SimSwitchFunc switch_func;    /* listener for changes of sides; NULL: none */
  gpointer switch_user;
  double next_break;  /* next time at which the right-hand side may be discontinuous; +inf: none */
  double *parameters; /* scratch for n_parameters values */
  guint8 *anchor;     /* snapshot of the integrator, from which the step is integrated again */
  gsize anchor_size;

  SimZeno zeno;
  SimThrottle throttle;
  double configured_rate; /* real-time rate in the configuration; a rate that was set during the run is used until this one changes */
  SimMonitorFunc monitor;
  gpointer monitor_user;

  /* The members from here on are statistics. */
  gint64 steps_taken, publishes, discrete_updates, unrestricted_updates, witness_events, witness_iterations, cut_by_event, cut_by_switch, stopped;
  OdeStatistics ode_before; /* counters of the integrators that were replaced during the run */
  double t_wall_start;
  double wall_spent;  /* wall time in seconds spent in calls that advance the run */
  double wall_waited; /* seconds of wall_spent in which the run slept to keep the real-time rate */
  double *peaks;      /* for each state that was never above its tolerance, its largest value, NaN for the others; then for each
                         * of the others the time at which it left its tolerance, or NaN (sim-uncontrolled.c) */
  int n_below;        /* number of states that were never above their tolerances */
  SimPassed passed;   /* steps that passed over a change of the right-hand side */
  double usual_step;  /* mean of the last steps; 0: no step yet */
  double radius;      /* last estimate of the largest |λ| of the Jacobian; 0: none */
  int n_until_radius; /* number of steps until the next estimate */
  gint64 *limited;    /* for each of the n_states states: number of attempts in which it had the largest error */
  OdeAttempt held;    /* last accepted attempt, which is appended to the tape when it is known whether an event shortens the step */
  gboolean is_holding;
  OdeTraceFunc trace; /* receives the intermediate results of attempts; NULL: none */
  void *trace_user;
  SimSearchFunc search; /* listener for the searches of steps for crossings; NULL: none */
  gpointer search_user;
  double held_stop; /* end time and kind of the step that is held for a search */
  OdeStopKind held_kind;
  gsize n_changes;     /* number of changes of parameters, states, settings and end times so far */
  GArray *edits;       /* of SimEdit: states that were set and take effect at the start of the next step; NULL: none yet */
  gsize last_snapshot; /* index of the attempt at which the tape's last snapshot was made, plus 1; 0: none */
  gint64 n_overwritten; /* number of events whose value of a state was lost to a later event at the same time, and the first of them */
  int overwritten_event, overwritten_state, changed_event; /* changed_event: index of the last event that changed a state; −1: none */
  double overwritten_t, changed_t;

  SimStatus status;
  char *message, *advice;
  char *cause; /* reason of a failure without time and evidence; NULL: the message is the reason */
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

/* Returns the distance below which two times near t are treated as equal. In profile drake the distance is 0. */
static inline double
sim_near (const SimSimulator *simulator, double t)
{
  return simulator->profile == SIM_PROFILE_DRAKE ? 0 : sim_same_instant (t, simulator->t_start);
}

G_END_DECLS
