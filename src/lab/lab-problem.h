/* What a study works on: a model with settings and a time span, from which as many fresh runs are made as it takes. */
#pragma once

#include "model-system.h"
#include "sim-config.h"
#include "sim-simulator.h"

G_BEGIN_DECLS

typedef struct
{
  Model *model;
  const SimConfig *config;   /* everything but what the study varies */
  ModelInstance instance;
  double t_start, t_end;
  GHashTable *events_off;    /* names of events that are switched off; NULL: none */
  /* Applies parameters and initial values to each fresh instance; may be NULL. */
  gboolean (*prepare) (ModelSystem *system, gpointer user, GError **error);
  gpointer user;
} LabProblem;

/* A fresh instance; NULL with an error. */
ModelSystem *lab_problem_instance (const LabProblem *problem, GError **error);
/* A simulator of one, its events switched, with config (NULL: the problem's own); NULL with an error. */
SimSimulator *lab_problem_simulator (const LabProblem *problem, const SimConfig *config, GError **error);
/* Whether all events act, as in the model's closed form and reference values. */
gboolean lab_problem_is_whole (const LabProblem *problem);

/* Called between and during runs with the share done, 0 to 1; FALSE cancels the study (error G_IO_ERROR_CANCELLED). May be NULL. */
typedef gboolean (*LabProgressFunc) (gpointer user, double share);
typedef struct
{
  LabProgressFunc func;
  gpointer user;
} LabProgress;

/* One run's cost and end. Plain data; x is owned. */
typedef struct
{
  SimReason reason;
  char *message;       /* why it did not reach the end, else NULL */
  SimStatistics statistics;
  double t;
  int n_states;
  double *x;           /* state at the end */
} LabRun;
void lab_run_clear (LabRun *run);

/* Runs the problem with method and config (NULL: the problem's own) to its end. FALSE with an error only where it could not start or was cancelled. */
gboolean lab_problem_run (const LabProblem *problem, const SimConfig *config, const LabProgress *progress, LabRun *run, GError **error);

/* The reference solution at t_end and how it is known. */
typedef enum { LAB_REFERENCE_CLOSED_FORM, LAB_REFERENCE_STORED, LAB_REFERENCE_TWO_RUNS } LabReferenceKind;
typedef struct
{
  LabReferenceKind kind;
  char *said;          /* "closed form", "reference: …", "verner98 at 1e-13 and dop853 at 1e-13, which agree to 2e-12" */
  double agreement;    /* relative difference of two runs, 0 else */
  int n_states;
  double *x;           /* NaN where not known */
} LabReference;
/* Largest relative difference at which two runs, or a run and a known value, are taken for the reference solution: half the digits of a double; below that
 * it says nothing about a method worth comparing. */
#define LAB_REFERENCE_AGREEMENT 1e-6
gboolean lab_reference_find (const LabProblem *problem, const LabProgress *progress, LabReference *reference, GError **error);
void lab_reference_clear (LabReference *reference);
/* Largest |x − reference| / max (1, |reference|) over the known states; NaN with none. */
double lab_reference_error (const LabReference *reference, const double *x);
/* The same with scale[n_states] in place of max (1, |reference|): what counts as large of each state; 0: its true value does. */
double lab_reference_scaled_error (const LabReference *reference, const double *x, const double *scale);

G_END_DECLS
