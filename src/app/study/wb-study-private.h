/* Declarations that only the files wb-study.c, wb-study-compute.c and wb-study-change.c share. */
#pragma once

#include "wb-study-work.h"
#include "wb-study.h"

G_BEGIN_DECLS

/* What a result was computed from. */
typedef struct
{
  char *identity;            /* everything on which the result depends; NULL: it is stale in any case */
  char *command;             /* command line, without the knob */
  char *model;               /* id of the model */
  char *remark;              /* see wb_study_remark */
} WbStudyOrigin;

/* A text with a reference count (g_rc_box). */
typedef struct { char *text; } WbStudyText;

struct _WbStudy
{
  GObject parent_instance;
  WbSession *session;        /* session whose history has the changes; it owns the study; NULL: none */
  double step_limit;         /* see wb_study_set_step_limit; 0: none */
  const LabStudyKind *followed; /* kind of a study that follows the session; NULL: the text is that of a study file */
  char *text, *first_text, *path;
  char *expected;            /* path of a file that may have the results, or NULL */
  char *known;               /* text of the study before its last change, if that text had results; or NULL */
  Model *model;
  ModelYamlDocument *document; /* the parsed text of a study that follows the session */
  WbStudyProblem *problem;
  char *mistake;             /* error in the text of the study */
  char *failure;             /* error of the last computation */
  char *wrong_option;        /* key of the option that the failure is about, or NULL */
  gboolean unsuited;         /* whether the failure is that the study does not suit the model or the method */
  gboolean waiting;
  int threads;
  WbJob *job;                /* running job, or NULL */
  WbStudyTask *task;         /* data of the job, which owns it */
  guint timer;
  double progress, first_progress;
  double shown;              /* completed fraction of `result` */
  gint64 started;
  WbEnsemblePicture *picture;
  LabResult *result;
  WbStudyOrigin origin;      /* what picture and result were computed from */
  WbStudyOrigin next;        /* what the running computation computes from */
  gboolean stopping;         /* the computation was cancelled and completes its file */
  gboolean again;            /* it shall begin again when its file is complete */
  gboolean adopted;          /* whether picture or result are of the running computation */
  gboolean stale;
  guint serial;
  char *results;
  WbStudyText *gesture;      /* text after the newest undo step, which further changes within a short time extend; NULL: the next change is a new step */
  gint64 gesture_time;
  gboolean remembering;      /* a change is being added to the history */
};

enum { WB_STUDY_SETUP_CHANGED, WB_STUDY_PICTURE_CHANGED, WB_STUDY_STATE_CHANGED, WB_STUDY_CHANGED, WB_STUDY_RESTORED, WB_STUDY_N_SIGNALS };
/* Emits a signal of a study; after the first three also "changed". */
void wb_study_emit (WbStudy *self, int signal);
/* Stores whether picture and result are of an earlier set-up, and the completed fraction. */
void wb_study_renew_staleness (WbStudy *self);
/* Returns everything on which a result of the present set-up depends, or NULL without a model. Free it with wb_study_origin_clear. */
WbStudyOrigin wb_study_present_origin (WbStudy *self);
/* Frees the texts of an origin. */
void wb_study_origin_clear (WbStudyOrigin *origin);
/* Starts a job that computes or, if `runs` is FALSE, only searches for results. */
void wb_study_start (WbStudy *self, gboolean runs);
/* Abandons the running job. Its results stay in the file. */
void wb_study_drop_task (WbStudy *self);
/* Drops picture and result. */
void wb_study_drop_results (WbStudy *self);

G_END_DECLS
