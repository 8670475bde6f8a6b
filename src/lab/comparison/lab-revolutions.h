/* Measures a run revolution by revolution: the mean and range of its
 * invariant's drift, and its largest distance from the centre. Private to the
 * comparison. */
#pragma once

#include "lab-comparison.h"

G_BEGIN_DECLS

/* The largest number of revolutions that are measured separately; in longer runs an interval has several. */
#define LAB_MOST_REVOLUTIONS 400

/* The centre of the motion in the phase plane. */
typedef struct
{
  int columns[2];    /* indices of the states of the plane; −1: none */
  double at[2];      /* the attracting centre if there is one, otherwise the centre of the reference's bounding box */
  double diameter;   /* length of the diagonal of the bounding box */
  gboolean is_orbit; /* both states of the plane are positions */
  gboolean attracts; /* all accelerations of the reference point to the centre */
} LabCentre;

typedef struct
{
  int n;
  gboolean separate; /* the intervals are revolutions of this run; otherwise they are periods of the reference or equal parts of the span */
  gboolean comparable; /* there are enough intervals of at least one cycle to see a trend */
  double t[LAB_MOST_REVOLUTIONS + 1];
  double far[LAB_MOST_REVOLUTIONS];  /* largest distance from the centre in each interval */
  double mean[LAB_MOST_REVOLUTIONS]; /* mean over time of the drift of the invariant; NaN if unknown */
  double low[LAB_MOST_REVOLUTIONS], high[LAB_MOST_REVOLUTIONS];
} LabRevolutions;

/* Finds the centre of the reference's motion. The reference must be known. */
void lab_centre_find (const LabComparison *comparison, ModelSystem *system, LabCentre *centre);
/* Divides a trajectory into revolutions about the centre and measures them. The
 * drift is taken from the entry; it is not measured if the entry is NULL, as
 * for the reference. */
void lab_revolutions_measure (const LabComparison *comparison, SimTrajectory *trajectory, const LabComparisonEntry *entry,
                              const LabCentre *centre, LabRevolutions *revolutions);

G_END_DECLS
