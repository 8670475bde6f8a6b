/* A study file with all that its computation needs: the model, the settings and
 * the ensemble. It is made from text and shares nothing but the model with other
 * objects, so that it can be used on another thread. One thread. */
#pragma once

#include "lab-ensemble-run.h"

G_BEGIN_DECLS

typedef struct
{
  LabStudyFile *file;
  Model *model;
  SimConfig *config;
  GHashTable *constants;
  LabProblem problem;
  LabEnsemble *ensemble; /* NULL: the study is of another kind */
} WbStudyProblem;

/* Makes a problem of the text of a study file. path: its place or NULL; models
 * are looked for beside it. model: the model, or NULL to open the one that the
 * text names. Returns NULL with an error that lists all mistakes. */
WbStudyProblem *wb_study_problem_new (const char *text, const char *path, Model *model, GError **error);
/* Frees a problem; NULL is allowed. */
void wb_study_problem_free (WbStudyProblem *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WbStudyProblem, wb_study_problem_free)
/* Returns the text that decides the values besides the model; free with g_free. */
char *wb_study_problem_settings (const WbStudyProblem *self);

G_END_DECLS
