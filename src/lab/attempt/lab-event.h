/* Repeats the search of one step of a run for zero crossings of its witness functions. The
 * step is repeated from the snapshot before it, like an attempt (lab-attempt.h), and then
 * held, so that its search can be repeated with other settings. One thread at a time may use
 * an object. */
#pragma once

#include "lab-run-record.h"
#include "sim-search.h"

G_BEGIN_DECLS

/* A probe: an evaluation of a witness during the search. Times s, low and high count from the start of the step, which gives a finer
 * resolution than absolute times. */
typedef struct
{
  SimSearchKind kind;
  int pass;             /* index of the searched step, from 0; an event may be searched in several steps before it happens */
  double s, t, g;
  int end;              /* end of the bracket that the probe replaced: −1 the lower, 1 the upper, 0 none */
  double low, high;     /* the bracket after the probe */
} LabProbe;

/* The search of a step for a crossing of one witness. */
typedef struct
{
  int witness;
  SimIsolation finder;
  double window;        /* width of the final bracket that is required, in units of time */
  int guard;            /* number of guard points */
  /* number of samples: at both ends of the step, at the looks (guard points) between them, and near the start if the witness is zero
   * there */
  int n_looks;
  double *look_s, *look_g;
  gboolean found;       /* TRUE if the event happens in the step */
  int n_probes;
  LabProbe *probes;     /* the probes; if there is a bracket, the first has the kind SIM_SEARCH_BRACKET */
  double first_low, first_high; /* bracket before the first probe, counted from the start of the step; NaN: none */
  double low, high;     /* final bracket, counted from the start of the step */
} LabSearch;

/* The zero crossings of a witness in a step. */
typedef enum
{
  LAB_EVENT_NO_CROSSING,    /* the witness keeps its sign */
  LAB_EVENT_ONE_CROSSING,   /* the signs at the two ends differ */
  LAB_EVENT_TWO_CROSSINGS,  /* the signs at the two ends are equal, and the sign between them differs */
  LAB_EVENT_TOUCHES,        /* the witness becomes zero up to rounding errors, and keeps its sign */
  LAB_EVENT_STARTS_AT_ZERO, /* the witness is zero at the start, or its event was handled there */
} LabEventShape;

typedef struct
{
  gsize index;              /* index in the event log of the run, from 0; G_MAXSIZE: no event happens in the step */
  SimEventRecord record;    /* record of the event; valid unless index is G_MAXSIZE */
  gsize located;            /* number among the located events of the run, from 1; 0: no event */
  int witness;              /* index of the witness's event in the system; if no event happens, the witness that comes closest to zero */
  double t, h;              /* start time and size of the step */
  SimIsolation finder;      /* root-finding method of the run in this step */
  double window;            /* width to which the run locates crossings; NaN: it does not locate them */
  int looks;                /* number of guard points inside the step at which the run checks witnesses; 0 for isolation method drake */
  int n_probes;
  LabProbe *probes;         /* the run's evaluations of the witness, in order */
  gboolean truncated;       /* TRUE if there were more probes than are kept */
  double low, high;         /* final bracket of the run, counted from t; NaN: none */
  int n_states, n_discrete;
  /* n_states + n_discrete values before and after the event. `after` is NULL while updates of the event are pending; both are NULL if no
   * event happens. */
  double *before, *after;
  double *g_after;          /* n_events values of the witnesses after the event; NULL if its updates are pending */
  int n_together;
  gsize *together;          /* indices in the event log of all located events of the step, in ascending order of time */
  SimSimulator *simulator;  /* simulator that holds the step; it has the parameters of the run at this time */
  gboolean ranges;          /* the run adds samples where bounds of a witness show a change of its sign */
  double t_end;             /* end of the run as it was known in this step */
  GBytes *start;            /* snapshot of the moment when the first attempt of the step began */
  /* The members below belong to trials with another step size (lab-event-trial.h), which have the other members of the run's event except t, h,
   * probes and the bracket. */
  gboolean is_trial;        /* the simulator is that of the trial */
  double h_of_run;          /* size of the step in the run */
  double h_tried;           /* size of the first attempt */
  int n_rejected;           /* number of rejected attempts before the accepted one, whose size is h unless it was cut */
  OdeOutcome first_outcome; /* outcome and norm of the error of the first attempt */
  double first_error;
  gboolean is_cut;          /* the step ends before t + h_tried although that attempt was not rejected: at cut_kind */
  int cut_event;            /* the scheduled event there, or −1 */
  OdeStopKind cut_kind;     /* the end of the run, a scheduled event or jump of the equations, or a switch */
} LabEvent;

/* Repeats the step in which event number `index` of the event log happens. The event must be a zero crossing of a witness, and the run must
 * have a tape. Returns NULL with an error if the numbers cannot be reproduced, or it is cancelled. Free it with lab_event_free. */
LabEvent *lab_event_new (const LabRunRecord *run, const SimTrajectory *log, gsize index, const LabProgress *progress, GError **error);
/* Repeats the step that contains attempt number `attempt` of the tape, and describes the first event of that step if there is one. Returns
 * NULL with an error as lab_event_new does. */
LabEvent *lab_event_new_for_attempt (const LabRunRecord *run, const SimTrajectory *log, gsize attempt, const LabProgress *progress, GError **error);
/* Frees an event; NULL is allowed. */
void lab_event_free (LabEvent *event);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabEvent, lab_event_free)

/* Searches the held step for a crossing of a witness with the root finder `finder`, a bracket width `window` and a number of
 * guard points `looks`. A window below the resolution of times is replaced by that resolution. Free the result with
 * lab_search_free. */
LabSearch *lab_event_search (LabEvent *event, int witness, SimIsolation finder, double window, int looks);
/* Frees a search; NULL is allowed. */
void lab_search_free (LabSearch *search);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabSearch, lab_search_free)
/* Sets whether searches of the held step add samples by bounds of the witness. Returns FALSE if they cannot. */
gboolean lab_event_set_ranges (LabEvent *event, gboolean ranges);
/* Returns the value of the witness at time s after the start of the step; NaN if it is undefined
 * there. */
double lab_event_witness_at (LabEvent *event, int witness, double s);
/* Returns the zero crossings of a witness in the step. The result does not depend on the guard points of a search. */
LabEventShape lab_event_shape (LabEvent *event, int witness);
/* Returns whether error control chooses the size of the held step. */
gboolean lab_event_is_controlled (const LabEvent *event);
/* Returns the model column to which value i of `before` and `after` belongs, or
 * NULL. */
const ModelColumn *lab_event_column (const ModelSystem *system, int i);
/* Returns whether an event of the system is located as a zero crossing of a witness. */
gboolean lab_event_is_located (const SimSystem *system, int event);
/* Returns the index in the event log of located event n, counted from 1; G_MAXSIZE if there are
 * fewer. */
gsize lab_event_find_located (const SimTrajectory *log, gsize n);
/* Returns the number of located events in the event log up to and including index
 * `index`. */
gsize lab_event_count_located (const SimTrajectory *log, gsize index);
/* Returns the index in the event log of the located event nearest to time t; G_MAXSIZE if there is
 * none. */
gsize lab_event_nearest (const SimTrajectory *log, double t);

G_END_DECLS
