/* The further models of a study that compares methods on several models. Any thread. */
#pragma once

#include "lab-study.h"

G_BEGIN_DECLS

/* A model of a study, and the methods that can integrate it. */
typedef struct
{
  LabProblem problem;  /* with its times; borrows from the other members */
  Model *model;        /* owned; NULL: the model of the study, which is borrowed */
  SimConfig *config;   /* owned; NULL likewise */
  GPtrArray *methods;  /* const OdeMethod * */
} LabFurther;
/* Frees a model of a study. */
void lab_further_free (LabFurther *further);

/* Returns the models of a study (LabFurther): that of the problem, with all methods, then those of the text "a,b" of the option `models`, each
 * with those methods that can integrate it; text NULL: no further ones. A further model has its own values, time span and solver settings;
 * settings that were not made by the model of the problem apply to it too. Appends to `remark` a sentence for each method that cannot integrate a
 * further model. Returns NULL with an error if a model cannot be opened or no method can integrate it, or if the problem's own model refuses a
 * method. */
GPtrArray *lab_further_models (const LabProblem *problem, const GPtrArray *methods, const char *text, GString *remark, const LabProgress *progress,
                                GError **error);
/* The type of lab_converge and lab_work_precision. */
typedef LabStudy *(*LabStudyFunc) (const LabProblem *problem, const OdeMethod *const *methods, int n_methods, const double *settings,
                                   int n_settings, LabLargest largest, const LabProgress *progress, GError **error);
/* Computes a study of each of these models. Returns the studies (LabStudy) in the same order, or NULL with an error. */
GPtrArray *lab_further_run (const GPtrArray *models, LabStudyFunc func, const double *settings, int n_settings, LabLargest largest,
                            const LabProgress *progress, GError **error);
/* Reads the option `largest`: "steps" or "dense"; NULL: none. Returns FALSE with an error for other texts. */
gboolean lab_largest_parse (const char *text, LabLargest *largest, GError **error);

G_END_DECLS
