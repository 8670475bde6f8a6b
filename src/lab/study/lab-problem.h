/* The problem that a study works on: a model with settings and a time span.
 * Each run uses a new instance of it. Any one thread. */
#pragma once

#include "model-system.h"
#include "sim-config.h"
#include "sim-simulator.h"

G_BEGIN_DECLS

/* All pointers are borrowed until the study ends. */
typedef struct
{
  Model *model;
  const SimConfig *config;   /* settings, except those that the study varies */
  ModelInstance instance;
  double t_start, t_end;
  GHashTable *events_off;    /* names of disabled events; NULL: none */
  /* Applies parameters and initial values to each new instance; NULL: does
   * nothing. Returns FALSE with an error on failure. */
  gboolean (*prepare) (ModelSystem *system, gpointer user, GError **error);
  gpointer user;
} LabProblem;

/* Receives the completed fraction, 0 to 1, between and during runs. It returns FALSE to cancel the study (error G_IO_ERROR_CANCELLED). */
typedef gboolean (*LabProgressFunc) (gpointer user, double fraction);
struct LabResult;
/* Receives the part of a result that a study has computed so far. The result is valid during the call. */
typedef void (*LabShowFunc) (gpointer user, const struct LabResult *result);
/* A progress function and its user data. Functions that take a LabProgress
 * accept NULL for it and for its functions. */
typedef struct
{
  LabProgressFunc func;
  gpointer user;
  LabShowFunc show;
} LabProgress;
/* The number of steps between two reports. With 1 µs to 1 ms per step, a
 * cancelled study ends within 0.1 s, and the cost of reports is negligible. */
#define LAB_PROGRESS_STEPS 64
/* Reports a fraction. Returns FALSE and sets G_IO_ERROR_CANCELLED if the study
 * was cancelled. */
gboolean lab_progress_report (const LabProgress *progress, double fraction, GError **error);
/* Passes on what is computed so far. */
void lab_progress_show (const LabProgress *progress, const struct LabResult *result);

/* The progress of one of `total` equal parts of a study. */
typedef struct
{
  const LabProgress *outer;
  int done, total;
} LabPart;
/* Returns the progress of a part, which reports to part->outer. The part must outlive it. */
LabProgress lab_part_progress (LabPart *part);

/* Returns a new instance with the prepared values, or NULL with an error. */
ModelSystem *lab_problem_instance (const LabProblem *problem, GError **error);
/* Returns a simulator for a new instance, in which events_off are disabled. config NULL: the problem's settings. Returns NULL with an error
 * on failure. */
SimSimulator *lab_problem_simulator (const LabProblem *problem, const SimConfig *config, GError **error);
/* Replaces times that are NaN by those of the model with the prepared values.
 * Returns FALSE with an error if no instance can be made or the end is before
 * the start. */
gboolean lab_problem_set_times (LabProblem *problem, GError **error);
/* Returns whether all events are enabled. Only then are the model's closed form
 * and reference values valid. */
gboolean lab_problem_has_all_events (const LabProblem *problem);
/* Returns a copy of the problem's settings for another method, without the
 * user's limits on steps and time. h > 0: fixed steps of size h; otherwise
 * error control with this accuracy, which also replaces tolerances of the model
 * or user. */
SimConfig *lab_problem_config (const LabProblem *problem, const OdeMethod *method, double h, double accuracy);

/* The cost and the end of one run. */
typedef struct
{
  SimReason reason;
  char *message;       /* reason if the run failed, else NULL; owned */
  SimStatistics statistics;
  double t;            /* time at which the run ended */
  int n_states;
  double *x;           /* states at t; owned */
} LabRun;
/* Frees the contents of a run. */
void lab_run_clear (LabRun *run);
/* Integrates the problem to its end with config (NULL: the problem's settings). A run that fails before the end is a valid result. Returns
 * FALSE with an error if the run cannot start or is cancelled. */
gboolean lab_problem_run (const LabProblem *problem, const SimConfig *config, const LabProgress *progress, LabRun *run, GError **error);

/* What a caller wants of a run beside its end. All members may be 0. */
typedef struct
{
  SimTape *tape;                  /* records the attempts */
  const double *x;                /* initial state in place of that of the model */
  const SimSamplingRule *samples; /* rows that are computed and dropped, for their cost */
  /* Called at the start and after each step with its simulator. */
  void (*step) (gpointer user, SimSimulator *simulator);
  gpointer user;
} LabRunWatch;
/* Integrates the problem like lab_problem_run, and does what watch says. */
gboolean lab_problem_run_watched (const LabProblem *problem, const SimConfig *config, const LabRunWatch *watch, const LabProgress *progress,
                                  LabRun *run, GError **error);

G_END_DECLS
