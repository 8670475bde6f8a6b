/* The error estimate of a one-step method as a weighted sum of its stages. */
#pragma once

#include "ode-method.h"

typedef enum
{
  ODE_ERROR_FORM_NONE,          /* the estimate is not known to be a weighted sum of the stages */
  ODE_ERROR_FORM_SLOPES,        /* h Σ e_i k_i, with the slopes k_i of the stages */
  ODE_ERROR_FORM_DISPLACEMENTS, /* a multiple of h f(t, x0) + Σ e_i (X_i − x0), with the states X_i of the stages */
} OdeErrorForm;

/* Writes the weights e[n_stages] of a method and returns the form of the sum, which is the estimate before a filter is applied. c[n_stages] has the
 * nodes of the stages of the attempt, because a method of variable order has no fixed nodes. A method that compares two steps, or whose estimate is
 * not linear in the slopes, may also have weights: the caller compares the sum with the estimate. */
OdeErrorForm ode_error_weights (const OdeMethod *method, int n_stages, const double *c, double *e);
