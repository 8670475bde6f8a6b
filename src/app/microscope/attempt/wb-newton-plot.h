/* The iterations of Newton's method in an attempt. Main thread. */
#pragma once

#include "plot-view.h"
#include "wb-attempt-scene.h"

G_BEGIN_DECLS

/* The last Newton iteration of an attempt. If the attempt solves several nonlinear systems, it belongs to the last of them. */
typedef struct
{
  int iteration, limit;      /* number of the last iteration, 0 if there was none; allowed number of iterations */
  double theta;              /* contraction rate; 0 if there was a single iteration */
  double left, target;       /* error that is left; largest error that is allowed */
  double expected;           /* error expected after `limit` iterations with this rate; NaN if not known */
  double largest_theta;      /* largest constant contraction rate with which `limit` iterations would suffice */
  char *formula;             /* formula of theta in terms of the norms Δ_1, Δ_2, …; NULL if theta follows another rule */
  gboolean converged;
} WbNewton;

/* Finds the last Newton iteration of an attempt. Clear the result with wb_newton_clear. */
WbNewton wb_newton_of (const LabAttempt *attempt);
/* Returns whether Newton's method was given up in an attempt of the scene after at least one iteration, so that the iteration could be
 * continued. */
gboolean wb_newton_was_given_up (const WbAttemptScene *scene);
/* Frees the formula of a WbNewton. */
void wb_newton_clear (WbNewton *newton);
/* Returns a new plot of the error left by each Newton iteration, for both attempts of the scene. Returns NULL if there are no
 * iterations. */
PlotView *wb_newton_plot (const WbAttemptScene *scene);

G_END_DECLS
