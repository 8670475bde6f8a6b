/* A parsed study with everything that its computation needs: the model, the settings, the values and the ensemble. It shares only the
 * immutable model with other objects, so that it can be used on another thread. One thread at a time. */
#pragma once

#include "lab-ensemble-run.h"
#include "lab-study-file.h"
#include "lab-study-kind.h"
#include "wb-session.h"

G_BEGIN_DECLS

typedef struct
{
  const LabStudyKind *kind;
  const ModelYaml *options; /* mapping of the texts of the options; NULL: none */
  LabStudyFile *file;       /* NULL: the study follows a session */
  ModelYamlDocument *document; /* the text of a study that follows a session, or NULL */
  WbSnapshot *snapshot;     /* what a study that follows a session is computed from; NULL for a study file */
  Model *model;
  SimConfig *config;        /* settings of a study file, or NULL */
  GHashTable *constants;    /* constants of a study file, or NULL */
  LabProblem problem;
  LabEnsemble *ensemble; /* ensemble or sweep; NULL if the study is of another kind */
} WbStudyProblem;

/* Makes a problem from the text of a study file. path: the file, or NULL; models are searched in its folder. model: the model, or NULL to
 * open the model that the text names. Returns NULL with an error that lists all errors of the text. */
WbStudyProblem *wb_study_problem_new (const char *text, const char *path, Model *model, GError **error);
/* Makes a problem of a study that follows a session, of a snapshot of the session, and takes ownership of the snapshot. text: the study with
 * its options. */
WbStudyProblem *wb_study_problem_new_of_snapshot (const char *text, const LabStudyKind *kind, WbSnapshot *snapshot);
/* Frees a problem; NULL is allowed. */
void wb_study_problem_free (WbStudyProblem *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WbStudyProblem, wb_study_problem_free)
/* Returns whether the study is a sweep, whose members are the points of a grid. */
gboolean wb_study_problem_is_sweep (const WbStudyProblem *self);
/* Returns whether the study draws random values: whether it is an ensemble but not a sweep. */
gboolean wb_study_problem_is_random (const WbStudyProblem *self);
/* Returns the text of all settings that determine the results, without the model. Free it with g_free. */
char *wb_study_problem_settings (const WbStudyProblem *self);

G_END_DECLS
