/* The sizes of the states of a problem, with which errors are compared: the largest absolute values over a run. */
#pragma once

#include "lab-problem.h"

G_BEGIN_DECLS

/* Takes up a point x[n]: size[i] becomes the larger of size[i] and |x[i]|. NaN and infinity are ignored. */
void lab_size_take (double *size, const double *x, int n);
/* Completes sizes that were taken up over a run: a state that was zero up to rounding errors gets the largest size, because an error of it
 * can only be compared with the other states. Without any size all sizes become 1. */
void lab_size_complete (double *size, int n);

/* Takes up the states of a run, as a step function of LabRunWatch. */
typedef struct
{
  double *size; /* n numbers, 0 at first; borrowed */
  int n;
} LabSizeWatch;
/* Takes up the state of the simulator; `user` is a LabSizeWatch. */
void lab_size_watch (gpointer user, SimSimulator *simulator);
/* Takes up the states of a run by a method with the accuracy 1e-4, as far as it comes. Returns FALSE with an error if it is cancelled. */
gboolean
lab_size_take_run (const LabProblem *problem, const OdeMethod *method, double *size, int n, const LabProgress *progress, GError **error);

G_END_DECLS
