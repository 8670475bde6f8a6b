/* Starts of branches of cycles: at Hopf points, at period doublings and at branch points of cycles. One thread at a time may use an
 * object. */
#pragma once

#include "lab-shooting.h"

G_BEGIN_DECLS

/* The start of a branch. Arrays with m numbers have the unknowns of LabShooting. */
typedef struct
{
  gboolean doubled;        /* TRUE: the cycles have the double period of the branch from a Hopf point */
  int doublings;           /* number of period doublings between the Hopf point and the branch */
  gboolean switched;       /* TRUE: the branch begins at a branch point of cycles; its first cycle is not degenerate */
  double time_scale;
  double amplitude;        /* distance of the first cycle of the branch from y */
  double *y, *direction;   /* m numbers each: the cycle at the start, and the unit vector from it towards the branch */
  double *x;               /* n states: the point of the cycle that is stored in the first row of the branch */
  double *low, *high;      /* n numbers each: least and greatest value of each state on the cycle */
} LabCycleStart;

/* Frees a start; NULL is allowed. */
void lab_cycle_start_free (LabCycleStart *start);
/* Makes the start of the branch of cycles at a Hopf point. Returns NULL if there is none. */
LabCycleStart *lab_cycle_start_hopf (LabExtended *e, const LabSpecial *hopf);
/* Makes the start of the branch of double period at a period doubling `point`. x, low and high have n numbers, as in LabCycleStart. Returns
 * NULL if the cycle cannot be integrated. */
LabCycleStart *lab_cycle_start_doubling (LabShooting *s, const LabCyclePoint *point, const double *x, const double *low, const double *high);
/* Makes the starts of the two halves of the other branch at a branch point y[m] of a branch with the direction along[m]: halves[0] and
 * halves[1], or NULL for a half without a cycle near the point. Sets change[2] to the change of the scaled parameter along each half. At
 * a pitchfork both have the same sign, at a transcritical point they have different signs. */
void lab_cycle_start_branch (LabShooting *s, const double *y, const double *along, gboolean doubled, const double *x, const double *low,
                             const double *high, LabCycleStart *halves[2], double change[2]);
/* Computes the first cycle of a branch, which is near its start. Returns NULL if Newton's method does not converge. */
LabCyclePoint *lab_cycle_start_first (const LabCycleStart *start, LabShooting *s);
/* Returns the kind of the special point at which a branch begins: a Hopf point, a period doubling or a branch point. */
LabSpecialKind lab_cycle_start_kind (const LabCycleStart *start);
/* Returns whether the amplitude of cycles of n states passed through zero between the cycles before[m] and after[m]. The amplitude is the part of
 * a cycle that is zero at the start of its branch: the deviation of each node from the mean of all nodes; for cycles of double period, half
 * of the difference between the two revolutions. */
gboolean lab_cycle_start_passed (int n, gboolean doubled, const double *before, const double *after);
/* Returns the distance between the start of a branch and a cycle y[m] of n states, whose period is measured in units of time_scale, in the
 * mean of the states over the nodes, the period and the parameter. It does not depend on the phase of the cycle. */
double lab_cycle_start_distance (const LabCycleStart *start, int n, double time_scale, const double *y);

G_END_DECLS
