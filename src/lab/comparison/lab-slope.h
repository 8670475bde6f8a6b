/* The slope of a line in a double logarithmic plot of a study: the order of
 * convergence, or of work-precision. Any thread. */
#pragma once

#include "lab-study.h"

G_BEGIN_DECLS

typedef struct
{
  double slope;       /* NaN: fewer than two rows lie above the floor */
  double offset;      /* log e = offset + slope · log x */
  double floor;       /* error below which rounding keeps it from falling; 0: the rows do not reach it */
  int n_rows;         /* rows of the fit */
} LabSlope;

/* What the error is plotted against. */
typedef enum { LAB_AXIS_SETTING, LAB_AXIS_RHS, LAB_AXIS_STEPS, LAB_AXIS_TIME } LabAxis;

/* Returns the value of a row on an axis. */
double lab_row_axis (const LabRow *row, LabAxis axis);
/* Fits the slope of n ≥ 0 points (x, e), from the largest error on; points that
 * are not positive and finite are left out. */
LabSlope lab_slope_fit (const double *x, const double *e, int n);
/* Fits the slope of the rows of one method in a study. */
LabSlope lab_study_slope (const LabStudy *study, const OdeMethod *method, LabAxis axis);

G_END_DECLS
