/* One run in the plane of two states. Any one thread. */
#pragma once

#include "lab-problem.h"

G_BEGIN_DECLS

typedef struct
{
  char *x_name, *y_name;
  double x_start, y_start; /* the initial values that were set */
  int n;
  double *t, *x, *y;       /* n numbers; steps with rows inside them */
  gboolean failed;         /* the run ended before its time */
} LabPath;

/* Integrates a problem from other initial values of the states named x and y up to t_end (NaN: the end of the problem). y may be NULL: then
 * its values are 0. Returns NULL with an error if a name is wrong or the study is cancelled. A run that fails keeps its rows. */
LabPath *lab_path_new (const LabProblem *problem, const char *x, double x_start, const char *y, double y_start, double t_end,
                       const LabProgress *progress, GError **error);
/* Frees a path; NULL is allowed. */
void lab_path_free (LabPath *path);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabPath, lab_path_free)

G_END_DECLS
