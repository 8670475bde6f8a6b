/* The computation of a study on the thread of a job. */
#pragma once

#include "lab-study-basin.h"
#include "wb-ensemble-picture.h"
#include "wb-job.h"
#include "wb-study-problem.h"

G_BEGIN_DECLS

/* The input and output of one computation. The job's thread owns all but `stop`
 * and what the lock protects. */
typedef struct
{
  WbJob *job;                /* set by the thread of the job */
  char *text, *path, *expected;
  char *known;               /* text of the study before its last change, whose points are reused where both have them; or NULL */
  Model *model;              /* may be NULL */
  int threads;
  gboolean runs;             /* FALSE: the job only looks for existing results */
  atomic_bool stop;          /* set by the main thread; relaxed */
  WbCollector *collector;
  LabBasin *basin;           /* basin under way, or NULL */
  const LabProblem *problem; /* of the basin */
  gint64 pictured;           /* time of the last picture */
  GMutex lock;
  WbEnsemblePicture *latest; /* protected by the lock */
  LabResult *latest_result;  /* protected by the lock */
} WbStudyTask;

/* The result of a job. */
typedef struct
{
  WbEnsemblePicture *picture; /* NULL: no results */
  LabResult *result;          /* of a study that is no ensemble, or NULL */
  double progress;            /* completed fraction of the result */
  char *results;
} WbStudyOutcome;

/* Makes a task with copies of the texts. */
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
