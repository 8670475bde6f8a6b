/* The sizes of the states of a problem, with which errors are compared: the largest absolute values over a run. */
#pragma once

#include "lab-problem.h"

G_BEGIN_DECLS

/* Raises the sizes by a point x[n]: size[i] becomes the larger of size[i] and |x[i]|. NaN and infinity are ignored. */
void lab_size_take (double *size, const double *x, int n);
/* Completes the sizes after a run: a state that was zero up to rounding errors gets the largest size, because an error of it
 * can only be compared with the other states. Without any size all sizes become 1. */
void lab_size_complete (double *size, int n);

/* The sizes that lab_size_watch raises. */
typedef struct
{
  double *size; /* n numbers, 0 at first; borrowed */
  int n;
} LabSizeWatch;
/* Raises the sizes by the present state of the simulator. A step function for LabRunWatch; `user` is a LabSizeWatch. */
void lab_size_watch (gpointer user, SimSimulator *simulator);
/* Raises the sizes by the states of a run with the accuracy 1e-4, which may end early by a failure. Returns FALSE with an error if it is cancelled. */
gboolean
lab_size_take_run (const LabProblem *problem, const OdeMethod *method, double *size, int n, const LabProgress *progress, GError **error);

G_END_DECLS
