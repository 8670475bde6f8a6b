/* Fits parameters and initial values of a model to measured points by least squares: several starts, standard errors and intervals, correlation, profiles, and
 * checks of the result. Any thread. */
#pragma once

#include "lab-fit-model.h"
#include "lab-least-squares.h"

G_BEGIN_DECLS

/* By what a residual is divided. */
typedef enum
{
  LAB_WEIGHTS_EQUAL,    /* 1 */
  LAB_WEIGHTS_ERRORS,   /* the standard deviation of the point */
  LAB_WEIGHTS_RELATIVE, /* |measured value| */
} LabWeights;

/* What is fitted, and how. Everything is borrowed. */
typedef struct
{
  const LabProblem *problem;
  const char *const *parameters, *const *initial; /* fitted parameters and states, NULL-terminated: the m columns */
  const double *low, *high;                       /* m bounds; ±inf: none */
  const char *const *expressions;                 /* expressions that predict the series, NULL-terminated */
  const LabFitPoint *points;                      /* n_points, ascending in t */
  int n_points;
  LabWeights weights;
  gboolean known_errors; /* TRUE: the standard deviations of the points are known; FALSE: only their ratios are, and the scatter of the residuals gives the rest */
  LabLoss loss;
  double loss_scale;
  int starts;   /* number of starts; the first has the values of the model */
  guint64 seed; /* of the other starts */
  gboolean profile;
  int n_curve;  /* number of times at which the fitted curve is computed */
} LabFitSetup;

/* One start of the search. */
typedef struct
{
  double *start, *theta; /* m values; theta is NULL if the search could not begin */
  double sum;            /* NaN if it could not begin */
  int iterations, evaluations;
  gboolean converged;
  int minimum;   /* number of its minimum, from 1 for the smallest sum; 0: none */
  char *message; /* reason why the search did not converge; NULL if it converged */
} LabFitStart;

/* A point of a profile: the smallest sum with one quantity held at `value`. */
typedef struct
{
  int column;
  double value, sum;
} LabFitProfilePoint;

/* The result. Arrays have m entries unless stated otherwise. */
typedef struct
{
  int m, n_points, n_series;
  double *start, *theta;
  double *error;                       /* standard errors; NaN: not determined, or at a bound */
  double *interval_low, *interval_high; /* 95 % intervals of the linear approximation, inside the bounds; NaN as for `error` */
  double *profile_low, *profile_high;  /* 95 % intervals of the profiles; NaN: not computed, or open on this side */
  int *at_bound;                       /* −1 at the lower bound, 1 at the upper one */
  gboolean *determined;
  double *correlation; /* m × m; NaN as for `error` */
  double *fitted, *residual, *weight; /* n_points: predictions, (measured − predicted)/divisor, and weights of a robust loss */
  double sum, scatter; /* sum of squares, or of losses; standard deviation of a residual */
  double student;      /* quantile of Student's distribution for 95 % */
  int degrees;         /* of freedom */
  gboolean converged;
  char *message;
  GArray *starts;      /* LabFitStart, in the order of their sums */
  int n_minima;
  double solver_shift; /* largest change of a quantity by ten times tighter tolerances, in standard errors; NaN: unknown */
  double solver_error; /* root mean square of the change of the predictions by them, over `scatter` */
  GArray *profile;     /* LabFitProfilePoint */
  gboolean profile_found_less; /* a profile has found a smaller sum */
  char *differences;   /* why derivatives are differences of runs; NULL: they are not */
  int n_curve;
  double *curve_t, *curve_start, *curve, *curve_error; /* n_curve times; n_series × n_curve predictions at the first start (NaN where its run fails) and at the minimum, and
                                                        * standard errors of the latter, series by series */
} LabFit;

/* Computes a fit. Returns NULL with an error if there are not more points than quantities, no start can be evaluated, or the study is cancelled. Free the result with
 * lab_fit_free. */
LabFit *lab_fit_new (const LabFitSetup *setup, const LabProgress *progress, GError **error);
/* Frees a fit; NULL is allowed. */
void lab_fit_free (LabFit *fit);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabFit, lab_fit_free)

G_END_DECLS
