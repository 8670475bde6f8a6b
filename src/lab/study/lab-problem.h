/* The problem that a study solves: a model with settings and a time span. Each run uses a new instance of the model. One thread at a time
 * may use a problem. */
#pragma once

#include "model-system.h"
#include "sim-config.h"
#include "sim-resolve.h"
#include "sim-simulator.h"

G_BEGIN_DECLS

#define LAB_STUDY_ERROR (lab_study_error_quark ())
/* Returns the error domain of studies. */
GQuark lab_study_error_quark (void);
typedef enum
{
  LAB_STUDY_ERROR_OPTION, /* an option is wrong */
  LAB_STUDY_ERROR_MODEL,  /* the computation failed on this model */
  LAB_STUDY_ERROR_CHECK,  /* the check of the result failed */
  LAB_STUDY_ERROR_UNSUITED, /* the model or the method is not of the kind that the study is about */
} LabStudyErrorCode;

/* A problem. All pointers are borrowed and must stay valid until the study ends. */
typedef struct
{
  Model *model;
  const SimConfig *config;   /* settings of the runs; a study replaces those that it varies */
  ModelInstance instance;
  double t_start, t_end;
  GHashTable *events_off;    /* names of events that are disabled; NULL: none */
  /* Sets parameters and initial values of each new instance; may be NULL. Returns FALSE with an error on
   * failure. */
  gboolean (*prepare) (ModelSystem *system, gpointer user, GError **error);
  gpointer user;
} LabProblem;

/* Receives the completed fraction, 0 to 1, between and during runs. Returns FALSE to cancel the study, which then fails with
 * G_IO_ERROR_CANCELLED. */
typedef gboolean (*LabProgressFunc) (gpointer user, double fraction);
struct LabResult;
/* Receives the part of a result that a study has computed so far. The result is valid only during the call. */
typedef void (*LabShowFunc) (gpointer user, const struct LabResult *result);
/* The progress functions of a caller, with their user data. Functions that have an argument of this type accept NULL for it and for its
 * members. */
typedef struct
{
  LabProgressFunc func;
  gpointer user;
  LabShowFunc show;
} LabProgress;
/* Number of steps between two progress reports of a small system. A step takes 1 µs to 1 ms, so a cancelled study ends within 0.1 s, and
 * the cost of reports is negligible. */
#define LAB_PROGRESS_STEPS 64
/* Returns the number of steps between two progress reports of a system with n states: LAB_PROGRESS_STEPS for up to 16 states, and fewer
 * for larger systems, whose steps take longer. */
int lab_progress_steps (int n);
/* Reports a completed fraction. Returns FALSE and sets G_IO_ERROR_CANCELLED if the study was
 * cancelled. */
gboolean lab_progress_report (const LabProgress *progress, double fraction, GError **error);
/* Implements OdeSettings.look for integrators inside a study: returns false if the study that runs on this thread (lab_registry_run) is cancelled. */
bool lab_progress_look (void *unused);
/* Largest order of a dense matrix of a study: it has 128 MiB, and its eigenvalues take about an hour. */
#define LAB_MOST_ORDER 4096
/* Returns FALSE with an error, which names the number of states, if a study of a model with n states needs larger matrices. */
gboolean lab_problem_require_order (int n, GError **error);
/* Passes the result computed so far to the caller's show function. */
void lab_progress_show (const LabProgress *progress, const struct LabResult *result);

/* The progress of one of `total` equal parts of a study. */
typedef struct
{
  const LabProgress *outer;
  int done, total;
} LabPart;
/* Returns a progress object for a part. It maps reports to part->outer. The part must outlive the progress object. */
LabProgress lab_part_progress (LabPart *part);

/* Returns a new instance of the model with the prepared values. Returns NULL with an error. */
ModelSystem *lab_problem_instance (const LabProblem *problem, GError **error);
/* Returns a simulator for a new instance, with the events in events_off disabled. config may be NULL for the problem's settings. Returns
 * NULL with an error. */
SimSimulator *lab_problem_simulator (const LabProblem *problem, const SimConfig *config, GError **error);
/* Replaces times that are NaN by those of the model with the prepared values. Returns
 * FALSE with an error if the model cannot be instantiated or the end is before the
 * start. */
gboolean lab_problem_set_times (LabProblem *problem, GError **error);
/* Returns whether all events are enabled. Otherwise the model's closed form and reference values are not
 * valid. */
gboolean lab_problem_has_all_events (const LabProblem *problem);
/* Returns a copy of the problem's settings for another method, without the user's
 * limits on steps and time. If h > 0, it has fixed steps of size h; otherwise
 * error control with this accuracy, which also replaces tolerances of the model or
 * user. */
SimConfig *lab_problem_config (const LabProblem *problem, const OdeMethod *method, double h, double accuracy);

/* The cost and the final state of one run. */
typedef struct
{
  SimReason reason;
  char *message;       /* reason why the run failed; NULL: it did not; owned */
  SimStatistics statistics;
  double t;            /* time at which the run ended */
  int n_states;
  double *x;           /* states at t; owned */
  SimResolution resolution; /* what is known of the steps, if LabRunWatch.resolve was set */
  char *unresolved;    /* clause that says what a step may have passed over; NULL: nothing; owned */
} LabRun;
/* Frees the members of a run. */
void lab_run_clear (LabRun *run);
/* Integrates the problem to its end with config (NULL: the problem's settings). A run that fails before the end gives a valid result.
 * Returns FALSE with an error if the run cannot start or is cancelled. */
gboolean lab_problem_run (const LabProblem *problem, const SimConfig *config, const LabProgress *progress, LabRun *run, GError **error);

/* Additional arguments of a run. Each member may be 0 or NULL. */
typedef struct
{
  SimTape *tape;                  /* receives the attempts */
  const double *x;                /* initial states that replace those of the model */
  gboolean resolve;               /* repeat steps that may pass over a change of the equations (sim-resolve.h) */
  const SimSamplingRule *samples; /* times of rows that are computed and discarded, to include their cost */
  /* Is called at the start and after each step with the simulator of the run. */
  void (*step) (gpointer user, SimSimulator *simulator);
  gpointer user;
} LabRunWatch;
/* Integrates the problem like lab_problem_run, with the additional arguments in watch. */
gboolean lab_problem_run_watched (const LabProblem *problem, const SimConfig *config, const LabRunWatch *watch, const LabProgress *progress,
                                  LabRun *run, GError **error);

G_END_DECLS
