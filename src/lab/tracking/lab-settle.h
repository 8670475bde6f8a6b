/* Finds out which of the stable states of a bifurcation diagram a motion comes to. One thread at a time may use an object. */
#pragma once

#include "lab-flow.h"

G_BEGIN_DECLS

/* An equilibrium or a cycle by the ranges of its states. */
typedef struct
{
  double *low, *high; /* n least and greatest values; they are equal for an equilibrium */
  double period;      /* period of the cycle; NaN for an equilibrium */
  gboolean stable;
} LabRest;
/* Frees the members of an element, for g_array_set_clear_func. */
void lab_rest_clear (gpointer rest);

/* Follows the motion from x[n] until it stays at one of the elements of `rests` (LabRest) that is stable, for at most 200 000 steps. scale[n] are the
 * widths of the states in the diagram. Writes the last state to x. Returns the index of the element, −1 without an error if the motion goes to none
 * of them or is not there after these steps, and −1 with an error if the study is cancelled. */
int lab_settle (LabFlow *flow, double *x, const GArray *rests, const double *scale, const LabProgress *progress, GError **error);

G_END_DECLS
