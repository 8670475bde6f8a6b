/* The computation of a study on the thread of a job. */
#pragma once

#include "lab-study-basin.h"
#include "wb-ensemble-picture.h"
#include "wb-job.h"
#include "wb-study-problem.h"

G_BEGIN_DECLS

/* The input and output of one computation. The thread of the job owns all members except `stop` and those that the lock
 * protects. */
typedef struct
{
  WbJob *job;                /* set by the thread of the job */
  char *text, *path, *expected;
  char *known;               /* text of the study before its last change, or NULL; points that both texts share are reused */
  Model *model;              /* may be NULL */
  WbStudyProblem *of_session; /* problem of a study that follows a session, or NULL: the job makes it of the text */
  int threads;
  gboolean runs;             /* FALSE: the job computes nothing and only looks for existing results */
  atomic_bool stop;          /* written by the main thread, read by the job with relaxed order */
  WbCollector *collector;
  LabBasin *basin;           /* the basin that is being computed, or NULL */
  const LabProblem *problem; /* the problem of that basin */
  const LabEnsemble *sweep;  /* the sweep that is being computed, or NULL */
  const char *results;       /* path of the file of results of that sweep */
  double fraction;           /* completed fraction that the study has reported last */
  gint64 pictured;           /* monotonic time of the last picture, µs */
  gint64 cost;               /* time that the last picture of a sweep or part of a result took, µs */
  GMutex lock;
  WbEnsemblePicture *latest; /* protected by the lock */
  LabResult *latest_result;  /* protected by the lock */
  LabResult *part;           /* the last part of a result that a study has shown, or NULL; thread of the job */
} WbStudyTask;

/* The result of a job. */
typedef struct
{
  WbEnsemblePicture *picture; /* NULL if there are no results */
  LabResult *result;          /* result of a study that is not an ensemble, or NULL */
  double progress;            /* completed fraction of the result */
  char *results;
} WbStudyOutcome;

/* Makes a task with copies of the texts. Free it with wb_study_task_free. */
WbStudyTask *wb_study_task_new (const char *text, const char *path, const char *expected, const char *known, Model *model, int threads,
                                gboolean runs);
/* Frees a task (WbStudyTask). */
void wb_study_task_free (gpointer task);
/* Frees an outcome (WbStudyOutcome). */
void wb_study_outcome_free (gpointer outcome);
/* Computes a task (WbStudyTask). Returns a WbStudyOutcome, also if the task was
 * stopped, or NULL with an error. */
gpointer wb_study_work (WbJob *job, gpointer task, GError **error);
/* Returns whether files keep results of studies of this kind. */
gboolean wb_study_work_has_results (const WbStudyProblem *problem);

G_END_DECLS
