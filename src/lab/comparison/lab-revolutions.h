/* Measures each revolution of a run: mean and range of the drift of the
 * invariant, and the largest distance from the centre. Only the comparison uses
 * this file. */
#pragma once

#include "lab-comparison.h"

G_BEGIN_DECLS

/* Largest number of intervals that are measured separately. In longer runs an interval contains several revolutions. */
#define LAB_MOST_REVOLUTIONS 400

/* The centre of the motion in the phase plane. */
typedef struct
{
  int columns[2];    /* indices of the two states of the plane; −1: none */
  double at[2];      /* coordinates of the attracting centre; without one, the centre of the bounding box of the reference */
  double diameter;   /* length of the diagonal of the reference's bounding box */
  gboolean is_orbit; /* TRUE if both states of the plane are positions */
  gboolean attracts; /* TRUE if all accelerations of the reference point to the centre */
} LabCentre;

typedef struct
{
  int n;
  gboolean separate; /* TRUE: the intervals are revolutions of this run; FALSE: periods of the reference, or equal parts of the span */
  gboolean comparable; /* TRUE if there are enough intervals of at least one cycle to see a trend */
  double t[LAB_MOST_REVOLUTIONS + 1];
  double far[LAB_MOST_REVOLUTIONS];  /* largest distance from the centre in each interval */
  double mean[LAB_MOST_REVOLUTIONS]; /* time average of the drift of the invariant in each interval; NaN: unknown */
  double low[LAB_MOST_REVOLUTIONS], high[LAB_MOST_REVOLUTIONS];
} LabRevolutions;

/* Finds the centre of the motion of the reference, which must be known. */
void lab_centre_find (const LabComparison *comparison, ModelSystem *system, LabCentre *centre);
/* Divides a trajectory into revolutions about the centre and measures each. The drift of
 * the invariant is taken from entry; if entry is NULL, as for the reference, it is not
 * measured. */
void lab_revolutions_measure (const LabComparison *comparison, SimTrajectory *trajectory, const LabComparisonEntry *entry,
                              const LabCentre *centre, LabRevolutions *revolutions);

G_END_DECLS
