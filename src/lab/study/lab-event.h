/* The search of one step of a run for the crossings of its witnesses. The step is
 * repeated from the snapshot before it, as an attempt is (lab-attempt.h), and
 * then held, so that its search can be repeated with other settings. One thread
 * at a time. */
#pragma once

#include "lab-run-record.h"
#include "sim-search.h"

G_BEGIN_DECLS

/* An evaluation of a witness. Times s and the bracket are counted from the start of the step, so that they are finer than t. */
typedef struct
{
  SimSearchKind kind;
  int pass;             /* number of the searched step, from 0; an event may be searched in several steps before it happens */
  double s, t, g;
  int end;              /* the end of the bracket that it replaced: −1 the lower, 1 the upper, 0 none */
  double low, high;     /* the bracket after it */
} LabProbe;

/* The search of a step for one witness. */
typedef struct
{
  int witness;
  SimIsolation finder;
  double window;        /* width to which the crossing is located */
  int n_looks;          /* samples: both ends, the looks between them, and points close to the start of a witness that is zero there */
  double *look_s, *look_g;
  gboolean found;       /* the event happens in the step */
  int n_probes;
  LabProbe *probes;     /* the first has the kind SIM_SEARCH_BRACKET if there was a bracket */
  double first_low, first_high; /* the bracket before the first probe; NaN: there is none */
  double low, high;     /* the final bracket */
} LabSearch;

/* What the witness does in the step. */
typedef enum
{
  LAB_EVENT_NO_CROSSING,    /* the witness keeps its sign */
  LAB_EVENT_ONE_CROSSING,   /* its signs at the ends differ */
  LAB_EVENT_TWO_CROSSINGS,  /* it has the same sign at both ends, and the other one between them */
  LAB_EVENT_TOUCHES,        /* it becomes zero up to rounding and keeps its sign */
  LAB_EVENT_STARTS_AT_ZERO, /* it is zero at the start, or its event was handled there */
} LabEventShape;

typedef struct
{
  gsize index;              /* number in the event log of the run, from 0; G_MAXSIZE: no event happens in the step */
  SimEventRecord record;    /* its record; valid if there is one */
  gsize located;            /* its number among the located events, from 1; 0 without a record */
  int witness;              /* index of its event in the system; without a record the witness that is closest to zero */
  double t, h;              /* start and size of the step */
  SimIsolation finder;      /* settings of the run in this step */
  double window;            /* width to which crossings are located; NaN: they are not */
  int looks;                /* number of looks inside the step; method drake has none */
  int n_probes;
  LabProbe *probes;         /* the run's evaluations of the witness, in order */
  gboolean truncated;       /* there were more probes than are kept */
  double low, high;         /* the final bracket, counted from t; NaN without one */
  int n_states, n_discrete;
  double *before, *after;   /* n_states and n_discrete values before and after the event; after is NULL while its updates are pending, both
                             * are NULL without a record */
  int n_together;
  gsize *together;          /* numbers in the event log of all located events of the step, by time */
  SimSimulator *simulator;  /* it holds the step, with the parameters of the run at this time */
} LabEvent;

/* Repeats the step in which event number `index` of the event log happens. It must be an event of a witness. The run must have a tape.
 * Returns NULL with an error if it cannot be repeated with the same numbers, or if it was cancelled. Free it with lab_event_free. */
LabEvent *lab_event_new (const LabRunRecord *run, const SimTrajectory *log, gsize index, const LabProgress *progress, GError **error);
/* Repeats the step that contains attempt number `attempt` of the tape, and shows its first event if there is one. */
LabEvent *lab_event_new_for_attempt (const LabRunRecord *run, const SimTrajectory *log, gsize attempt, const LabProgress *progress, GError **error);
/* Frees an event; NULL is allowed. */
void lab_event_free (LabEvent *event);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabEvent, lab_event_free)

/* Searches the step for a witness with a root finder, a window and a number of
 * looks. A window below the smallest one that times allow is replaced by it.
 * Free the result with lab_search_free. */
LabSearch *lab_event_search (LabEvent *event, int witness, SimIsolation finder, double window, int looks);
/* Frees a search; NULL is allowed. */
void lab_search_free (LabSearch *search);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabSearch, lab_search_free)
/* Returns the witness at time s after the start of the step; NaN if it is
 * undefined there. */
double lab_event_witness_at (LabEvent *event, int witness, double s);
/* Returns what a witness does in the step, whatever the looks of a search find. */
LabEventShape lab_event_shape (LabEvent *event, int witness);
/* Returns the column of the model that has value i of `before` and `after`, or
 * NULL. */
const ModelColumn *lab_event_column (const ModelSystem *system, int i);
/* Returns whether an event of the system is located as a crossing of a witness. */
gboolean lab_event_is_located (const SimSystem *system, int event);
/* Returns the number in the event log of the n-th located event, n from 1, or
 * G_MAXSIZE if there are fewer. */
gsize lab_event_find_located (const SimTrajectory *log, gsize n);
/* Returns the number of located events in the log up to and including number
 * `index`. */
gsize lab_event_count_located (const SimTrajectory *log, gsize index);
/* Returns the number in the event log of the located event whose time is closest
 * to t, or G_MAXSIZE if there is none. */
gsize lab_event_nearest (const SimTrajectory *log, double t);

G_END_DECLS
