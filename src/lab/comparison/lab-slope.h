/* Fits the slope of a line in a double logarithmic plot: the order of convergence, or the slope of a work-precision diagram. The functions
 * may be called from any thread. */
#pragma once

#include "lab-study.h"

G_BEGIN_DECLS

/* Smallest number of rows of a fit. With two rows the line shows nothing of how straight the errors are. */
#define LAB_SLOPE_ROWS 3

typedef struct
{
  double slope;       /* slope of the line; NaN: fewer than LAB_SLOPE_ROWS rows can be used */
  double offset;      /* the line is log e = offset + slope · log x, with natural logarithms */
  double floor;       /* error at which rounding errors stop the decrease; 0: no row reaches it */
  double least;       /* rows with errors up to this are not used: rounding errors or the error of the reference are visible in them */
  int n_rows;         /* number of rows that the fit used */
} LabSlope;

/* The quantity on the horizontal axis of the plot of errors. */
typedef enum { LAB_AXIS_SETTING, LAB_AXIS_RHS, LAB_AXIS_STEPS, LAB_AXIS_TIME } LabAxis;

/* Returns the value of a row on an axis of the plot of errors. */
double lab_row_axis (const LabRow *row, LabAxis axis);
/* Fits the slope of n ≥ 0 points (x, e), ordered so that the error decreases. Points that are not positive and finite are omitted. uncertainty: the
 * error of the reference with which the errors e were found; 0 if it has none. */
LabSlope lab_slope_fit (const double *x, const double *e, int n, double uncertainty);
/* Fits the slope of the rows that belong to one method of a study. If `largest` is TRUE, uses the largest errors instead of those at the
 * end. */
LabSlope lab_study_slope (const LabStudy *study, const OdeMethod *method, LabAxis axis, gboolean largest);

G_END_DECLS
