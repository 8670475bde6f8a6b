/* The iterations of Newton's method in an attempt. Main thread. */
#pragma once

#include "plot-view.h"
#include "wb-attempt-scene.h"

G_BEGIN_DECLS

/* The iteration that ended an attempt, or its last one. */
typedef struct
{
  int iteration, limit;      /* number of the last iteration; the most iterations; 0: there was none */
  double theta;              /* its contraction rate; 0: none, after a single iteration */
  double left, target;       /* error left, and the largest one that is allowed */
  double expected;           /* error left after `limit` iterations with this rate; NaN: not known */
  double largest_theta;      /* the largest constant rate with which this iteration is done within the limit */
  char *formula;             /* how theta follows from the norms Δ_1, Δ_2, …, an expression; NULL: another rule */
  gboolean converged;
} WbNewton;

/* Finds the last iteration of an attempt; clear it with wb_newton_clear. */
WbNewton wb_newton_of (const LabAttempt *attempt);
/* Frees the formula. */
void wb_newton_clear (WbNewton *newton);
/* Returns a plot of the error that each iteration leaves, of both attempts of the scene; NULL: there are no iterations. */
PlotView *wb_newton_plot (const WbAttemptScene *scene);

G_END_DECLS
