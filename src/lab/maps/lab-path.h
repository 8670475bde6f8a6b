/* A run as a curve in the plane of two states. One thread at a time may use it. */
#pragma once

#include "lab-problem.h"

G_BEGIN_DECLS

typedef struct
{
  char *x_name, *y_name;
  double x_start, y_start; /* initial values of the two states */
  int n;
  double *t, *x, *y;       /* n times and coordinates, at the ends of steps and inside steps */
  gboolean failed;         /* TRUE if the run ended before its end time */
} LabPath;

/* Integrates a problem up to t_end (NaN: the end of the problem), with the initial values x_start and y_start of the states named x and y.
 * If y is NULL, there is only one state, and the curve has y = 0. A run that fails keeps its rows. Returns NULL with an error if a name is
 * wrong or the study is cancelled. */
LabPath *lab_path_new (const LabProblem *problem, const char *x, double x_start, const char *y, double y_start, double t_end,
                       const LabProgress *progress, GError **error);
/* Frees a path; NULL is allowed. */
void lab_path_free (LabPath *path);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabPath, lab_path_free)

G_END_DECLS
