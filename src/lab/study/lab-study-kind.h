/* The description of a study: a constant with its texts, its options and the function that computes it. The registry (lab-registry.h) lists
 * all studies. */
#pragma once

#include "lab-problem.h"
#include "lab-result.h"

G_BEGIN_DECLS

/* One option of a study. */
typedef struct
{
  const char *key;      /* name of the option on the command line and in files: "period" */
  const char *argument; /* placeholder of the value in help texts: "T" */
  const char *about;
  const char *standard; /* default value; NULL: none */
  gboolean required;
  const char *label;    /* name of the option for people */
  const char *choices;  /* labels of the words of `argument` "a|b", separated by "|"; NULL for "true|false" and if there are no words */
} LabOptionRow;

typedef struct
{
  const char *id;
  const char *label;
  const char *advice;  /* a sentence that says when the study is useful */
  const LabOptionRow *options;
  int n_options;
  const char *model;   /* id of the shipped model that the study was made for; NULL: the study is not for one model */
  gboolean has_command; /* TRUE if a separate command computes the study; `run` below is then NULL */
  gboolean has_grids;   /* TRUE if the result has grids */
  gboolean has_curves;  /* TRUE if the result may have curves */
  /* Key of an option that only selects a point of the result, such as a step size on its axis; NULL: none. `turn` selects another value in
   * a result without a new computation: it changes the numbers and the sentence. */
  const char *knob;
  void (*turn) (LabResult *result, double value);
  /* Further text formats of the result, separated by "|"; NULL: none. `write` returns the result in such a format; free it with g_free. It
   * returns NULL with an error on failure. */
  const char *formats;
  char *(*write) (const LabProblem *problem, const LabResult *result, const char *format, GError **error);
  /* Returns FALSE with the reason if the study with default options does not support the model. It takes no longer than a few evaluations
   * of the model. May be NULL if this is known only when the study is computed. */
  gboolean (*check) (const LabProblem *problem, GError **error);
  /* Computes the study. values[n_options] are the texts of the options; NULL for an option that is not given and has no default. Returns
   * NULL with an error. */
  LabResult *(*run) (const LabProblem *problem, const char *const *values, const LabProgress *progress, GError **error);
} LabStudyKind;

G_END_DECLS
