/* The exponential growth of the distance of two runs. Any one thread. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  double rate;          /* distance ≈ e^(log_at_first + rate·(t − t_first)); NaN: it does not grow exponentially */
  double log_at_first;  /* logarithm of the fitted distance at t_first */
  double t_first, t_last; /* range of the fit */
  double r_squared;     /* fraction of the variance of the logarithm that the line explains */
} LabGrowth;

/* Fits the growth of n distances ≥ 0 at ascending times; NaN: unknown. Only growth that is certainly exponential has a rate: see lab-growth.c. */
LabGrowth lab_growth_fit (const double *t, const double *distance, gsize n);

G_END_DECLS
