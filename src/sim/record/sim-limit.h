/* The condition that limited an accepted step. The explanation of a run and the coloured
 * strip below the plot of step sizes use this rule. */
#pragma once

#include "sim-explain.h"

G_BEGIN_DECLS

typedef enum
{
  SIM_LIMIT_ACCURACY,
  SIM_LIMIT_STABILITY,
  SIM_LIMIT_BOTH,   /* accuracy and stability */
  SIM_LIMIT_ERROR,  /* accuracy or stability: not measured, or the counts do not decide */
  SIM_LIMIT_GROWTH, /* the largest ratio of two successive steps */
  SIM_LIMIT_MAX_STEP,
  SIM_LIMIT_MIN_STEP,
  SIM_LIMIT_EVENTS, /* the step ends at an event or at a scheduled time */
  SIM_LIMIT_SWITCHES, /* the step ends where a condition of the right-hand side changes */
  SIM_LIMIT_FIXED,
  SIM_LIMIT_END,    /* the step ends at the end of the run */
  SIM_N_LIMITS
} SimLimit;

typedef struct SimLimitFinder SimLimitFinder;

/* Makes a finder of limits for the attempts of one method. stable and response may be NULL; their
 * arrays must outlive the finder. Free the finder with sim_limit_finder_free. */
SimLimitFinder *sim_limit_finder_new (const OdeMethod *method, const SimStableSteps *stable, const SimResponse *response);
/* Frees a finder; NULL is allowed. */
void sim_limit_finder_free (SimLimitFinder *finder);
/* Returns the condition that limited the next accepted attempt; the caller passes
 * all attempts of a run in their order. Sets *number to the step divided by the largest stable
 * step, or NaN if that is unknown. */
SimLimit sim_limit_finder_add (SimLimitFinder *finder, const OdeAttempt *attempt, double *number);

G_END_DECLS
