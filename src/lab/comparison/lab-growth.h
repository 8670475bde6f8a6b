/* The exponential growth of the distance of two runs. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  double rate;          /* growth rate per unit of time: distance ≈ e^(log_at_first + rate·(t − t_first)); NaN: no exponential growth */
  double log_at_first;  /* natural logarithm of the fitted distance at t_first */
  double t_first, t_last; /* first and last time of the points used in the fit */
  double r_squared;     /* coefficient of determination r² of the fitted line */
} LabGrowth;

/* Fits exponential growth to n distances ≥ 0 (NaN: unknown) at ascending times. The rate is NaN unless the growth is certainly exponential
 * by the rules of lab-growth.c. */
LabGrowth lab_growth_fit (const double *t, const double *distance, gsize n);

G_END_DECLS
