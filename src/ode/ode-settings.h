/* Settings of an integrator: a plain value, validated when an integrator takes it. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>

#include "ode-words.h"

typedef enum { ODE_NORM_INFINITY, ODE_NORM_RMS } OdeNorm;

/* How `accuracy` becomes error weights (model-format: weighting). */
typedef enum
{
  ODE_WEIGHTING_MIXED,    /* |e_i|·min(w_i, 1/|x0_i|) ≤ accuracy */
  ODE_WEIGHTING_ABSOLUTE, /* |e_i|·w_i ≤ accuracy; positions through their velocities' weights (Drake) */
  ODE_WEIGHTING_SIMBODY,  /* positions absolute, the rest mixed; norm per class, the largest counts */
} OdeWeighting;

typedef enum
{
  ODE_CONTROLLER_I,
  ODE_CONTROLLER_PI,
  ODE_CONTROLLER_PID,
  ODE_CONTROLLER_PREDICTIVE, /* Gustafsson */
  ODE_CONTROLLER_DRAKE,      /* semantics 2.4: hysteresis 0.9/1.2, artificial limits, minimum-step rule */
} OdeController;

typedef enum { ODE_JACOBIAN_SYMBOLIC, ODE_JACOBIAN_FORWARD, ODE_JACOBIAN_CENTRAL } OdeJacobianScheme;

typedef enum { ODE_STABILIZE_PROJECTION, ODE_STABILIZE_NONE, ODE_STABILIZE_BAUMGARTE } OdeStabilization;

/* A method option given by name ("tableau", "max_order"); text values are resolved by the method. */
typedef struct
{
  const char *key;
  double number;    /* NaN where the value is not a number */
  const char *text; /* as written */
} OdeMethodOption;

typedef struct
{
  double accuracy;               /* > 0; NaN: the method's default */
  double relative_tolerance;     /* NaN: not given */
  double absolute_tolerance;     /* NaN: not given */
  const double *absolute_per_state; /* n_states with NaN where not given, or NULL; copied */
  const double *weights;         /* n_states, ≥ 0, or NULL: all 1; copied */
  OdeNorm norm;
  OdeWeighting weighting;
  bool error_control;            /* false: fixed steps of max_step */
  bool error_control_explicit;   /* asked for by name: a method without an estimate then uses step doubling */

  OdeController controller;
  double safety, min_shrink, max_grow; /* NaN: the controller's default */
  /* Exponents times p of the errors of this, the last and the second last step: next/this = safety·e^(−g0/p)·e1^(g1/p)·e2^(−g2/p);
   * a controller uses as many as it has errors; NaN: its default. */
  double gains[3];

  double max_step, min_step, initial_step; /* 0: none, none, automatic */
  bool throw_on_min_step;
  bool subdivide_fixed;
  double stretch;                /* a step may be this factor longer to land on an event; 1.01 in profile drake, else 1 + 1e-9 */
  bool drake_floor;              /* minimum step floor max(1e-14, 1e-14·|t|) in place of 16 ulp(t) */
  bool initial_step_tenth_of_max; /* automatic first step as Drake: 0.1·max_step explicit, max_step implicit */

  bool projection;
  double constraint_tolerance;   /* NaN: accuracy/10 */
  bool project_every_step, project_interpolated;
  OdeStabilization stabilization;
  bool renormalize;

  OdeJacobianScheme jacobian;
  bool reuse_jacobian, full_newton, hermite_dense; /* hermite_dense: cubic Hermite for every method, as Drake */
  bool drake_newton;             /* Drake's Newton rules (κ = 0.05, 10 iterations, trials) for its methods */

  long step_limit;               /* attempted steps; 0: none */

  const OdeMethodOption *options; /* n_options; copied */
  int n_options;

  OdeTranslate translate;        /* of messages; NULL: English */

  /* Seen at each attempt and Newton iteration; true stops with ODE_STOPPED. May be NULL. Written by any thread. */
  const atomic_bool *stop;
} OdeSettings;

/* The defaults of profile `stepwise`. */
void ode_settings_init (OdeSettings *settings);
