/* Settings of an integrator, a plain value. ode_integrator_new and
 * ode_integrator_set_settings check it. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>

#include "ode-message.h"
#include "ode-method.h"

typedef enum { ODE_NORM_INFINITY, ODE_NORM_RMS } OdeNorm;

/* The tolerance of each component that follows from `accuracy`; formulas in
 * ode-norm.c. */
typedef enum
{
  ODE_WEIGHTING_MIXED,    /* |e_i|·min(w_i, 1/|x0_i|) ≤ accuracy */
  ODE_WEIGHTING_ABSOLUTE, /* |e_i|·w_i ≤ accuracy; a position has the weight of its velocity (Drake) */
  ODE_WEIGHTING_SIMBODY,  /* absolute for positions, mixed for the rest; the largest of the norms of the classes counts */
} OdeWeighting;

typedef enum
{
  ODE_CONTROLLER_I,
  ODE_CONTROLLER_PI,
  ODE_CONTROLLER_PID,
  ODE_CONTROLLER_PREDICTIVE, /* Gustafsson's predictive controller */
  ODE_CONTROLLER_DRAKE,      /* Drake's rule: dead band 0.9 to 1.2, artificial limits, minimum step; see ode-control.c */
} OdeController;

typedef enum { ODE_JACOBIAN_SYMBOLIC, ODE_JACOBIAN_FORWARD, ODE_JACOBIAN_CENTRAL } OdeJacobianScheme;

typedef enum { ODE_STABILIZE_PROJECTION, ODE_STABILIZE_NONE, ODE_STABILIZE_BAUMGARTE } OdeStabilization;

/* The value of a method's option, by key ("tableau", "max_order"); the method
 * resolves text values. */
typedef struct
{
  const char *key;
  double number;    /* NaN where the value is not a number */
  const char *text; /* text as written by the user */
} OdeMethodOption;

typedef struct
{
  double accuracy;               /* > 0; NaN: the method's default */
  double relative_tolerance;     /* NaN: not given */
  double absolute_tolerance;     /* NaN: not given */
  const double *absolute_per_state; /* n_states with NaN where not given, or NULL; copied */
  const double *weights;         /* n_states, ≥ 0, or NULL: all are 1; copied */
  OdeNorm norm;
  OdeWeighting weighting;
  bool error_control;            /* false: fixed steps of max_step */
  bool error_control_explicit;   /* set by the user: a method without an estimate then uses step doubling */

  OdeController controller;
  double safety, min_shrink, max_grow; /* NaN: the controller's default */
  /* [k_I, k_P, k_D] of the formulas in ode-control.c; a controller uses as many
   * as it has errors; NaN: its default. */
  double gains[3];

  double max_step, min_step, initial_step; /* 0 means: no limit, no limit, chosen automatically */
  bool throw_on_min_step;
  bool subdivide_fixed;
  double stretch;                /* factor by which a step may exceed its limit to end at an event; drake: 1.01, else 1 + 1e-9 */
  bool drake_floor;              /* minimum step floor max(1e-14, 1e-14·|t|) in place of 16 ulp(t) */
  bool initial_step_tenth_of_max; /* first step of Drake: max_step, for explicit methods a tenth of it */

  bool projection;
  double constraint_tolerance;   /* NaN: accuracy/10 */
  const double *constraint_weights; /* n_constraints, > 0, or NULL: all 1; copied. |w_j c_j| is compared with the tolerance */
  bool project_every_step, project_interpolated;
  OdeStabilization stabilization;
  bool renormalize;

  OdeJacobianScheme jacobian;
  bool reuse_jacobian, full_newton, hermite_dense; /* hermite_dense: cubic Hermite for every method, as Drake */
  /* Drake's rules for implicit methods: Newton's method with κ = 0.05, 10
   * iterations and its retries; implicit Euler propagates two half steps. */
  bool drake_implicit;

  long step_limit;               /* largest number of attempted steps; 0: no limit */

  const OdeMethodOption *options; /* n_options options; the integrator copies them */
  int n_options;

  /* The method of an option "tableau" that is not in the registry, such as one from a file; it must outlive the integrator. NULL: none. */
  const OdeMethod *tableau;

  OdeTranslate translate;        /* function that translates messages; NULL: English */

  /* True ends the run with ODE_STOPPED. Written by any thread, read by the
   * integrator's at each attempt and Newton iteration; NULL: none. */
  const atomic_bool *stop;
} OdeSettings;

/* Sets the defaults of profile `stepwise`. */
void ode_settings_init (OdeSettings *settings);
