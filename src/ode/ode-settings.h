/* The settings of an integrator, a plain value. ode_integrator_new and ode_integrator_set_settings check the
 * settings. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "ode-message.h"
#include "ode-method.h"

typedef enum { ODE_NORM_INFINITY, ODE_NORM_RMS } OdeNorm;

/* The rule by which the tolerance of each component follows from `accuracy`. e_i is the error, w_i the weight, x0_i the state; see
 * ode-norm.c. */
typedef enum
{
  ODE_WEIGHTING_MIXED,    /* |e_i|·min(w_i, 1/|x0_i|) ≤ accuracy */
  ODE_WEIGHTING_ABSOLUTE, /* |e_i|·w_i ≤ accuracy; a position has the weight of its velocity (Drake) */
  ODE_WEIGHTING_SIMBODY,  /* `absolute` for positions, `mixed` for other states; the norm is the largest of the norms of positions,
                           * velocities and others */
  ODE_WEIGHTING_SIZE,     /* |e_i| ≤ accuracy·max(|x0_i|, |x1_i|, s_i), where s_i is 1/w_i, or follows from the largest values of the state so
                           * far if w_i is not given; see ode-sizes.c */
} OdeWeighting;

typedef enum
{
  ODE_CONTROLLER_I,
  ODE_CONTROLLER_PI,
  ODE_CONTROLLER_PID,
  ODE_CONTROLLER_PREDICTIVE, /* Gustafsson's predictive controller */
  ODE_CONTROLLER_DRAKE,      /* Drake's rule with a dead band of 0.9 to 1.2 and a minimum step; see ode-control.c */
} OdeController;

typedef enum { ODE_JACOBIAN_SYMBOLIC, ODE_JACOBIAN_FORWARD, ODE_JACOBIAN_CENTRAL } OdeJacobianScheme;

typedef enum { ODE_STABILIZE_PROJECTION, ODE_STABILIZE_NONE, ODE_STABILIZE_BAUMGARTE } OdeStabilization;

/* A function of the caller that is called between parts of a computation. It returns false to end the computation. */
typedef bool (*OdeLook) (void *user);

/* The value of one option of a method, found by its key ("tableau", "max_order"). The method interprets the
 * text. */
typedef struct
{
  const char *key;
  double number;    /* the value as a number; NaN if it is not a number */
  const char *text; /* the value as the user wrote it */
} OdeMethodOption;

typedef struct
{
  double accuracy;               /* greater than 0; NaN: the default accuracy of the method */
  double relative_tolerance;     /* NaN: not given */
  double absolute_tolerance;     /* NaN: not given */
  const double *absolute_per_state; /* n_states tolerances, NaN where not given, or NULL; the integrator copies them */
  const double *weights;         /* n_states weights ≥ 0, NaN where not given, or NULL: none is given; the integrator copies them. A weight
                                  * that is not given is 1, except for ODE_WEIGHTING_SIZE */
  OdeNorm norm;
  OdeWeighting weighting;
  bool error_control;            /* true: the error estimate controls the step size; false: fixed steps of max_step */
  bool error_control_explicit;   /* the user set error_control; a method without an estimate then uses step doubling */

  OdeController controller;
  double safety, min_shrink, max_grow; /* NaN: default of the controller */
  /* The gains [k_I, k_P, k_D] of the formulas in ode-control.c. A controller uses as many gains as it uses past errors. NaN: default of
   * the controller. */
  double gains[3];

  double max_step, min_step, initial_step; /* max_step and min_step 0: no limit; initial_step 0: chosen automatically */
  bool throw_on_min_step;
  bool subdivide_fixed;
  double stretch;                /* factor by which a step may exceed its limit to end at an event; 1.01 in profile drake, otherwise 1 +
                                  * 1e-9 */
  bool drake_floor;              /* true: the minimum step is at least max(1e-14, 1e-14·|t|), as in Drake; false: at least 16 ulp(t) */
  bool initial_step_tenth_of_max; /* true: the first step is max_step, or a tenth of it for explicit methods, as in Drake */

  bool projection;
  double constraint_tolerance;   /* NaN: a tenth of the accuracy */
  const double *constraint_weights; /* n_constraints weights > 0, or NULL: all are 1; the integrator copies them. |w_j c_j| is compared
                                     * with the tolerance */
  bool project_every_step, project_interpolated;
  OdeStabilization stabilization;
  bool renormalize;

  OdeJacobianScheme jacobian;
  bool reuse_jacobian, full_newton, hermite_dense; /* hermite_dense: every method uses cubic Hermite interpolation, as in Drake */
  /* Dense output is that of the methods alone, with slopes at the ends of steps, as in the programs whose profiles set this. */
  bool plain_dense;
  /* Use Drake's rules for implicit methods: Newton's method has κ = 0.05 (the bound in its convergence test),
   * at most 10 iterations, and Drake's retries; implicit Euler continues with the result of two half steps. */
  bool drake_implicit;

  int64_t step_limit; /* largest number of attempted steps; 0: no limit */

  const OdeMethodOption *options; /* n_options values of method options; the integrator copies them */
  int n_options;

  /* The method whose tableau the option "tableau" selects if the tableau is not in the registry, for example one from a file. It must
   * outlive the integrator. NULL: none. */
  const OdeMethod *tableau;

  OdeTranslate translate;        /* function that translates messages; NULL: English */

  /* A flag that ends the run with ODE_STOPPED when it is true. Any thread may set it; the integrator's thread reads it at each attempt
   * and each Newton iteration. NULL: no flag. */
  const atomic_bool *stop;
  /* A function that the integrator's thread calls inside attempts if the system has at least ODE_LOOK_STATES states: before each evaluation of the
   * right-hand side, in each Newton iteration and between parts of dense factorizations. If it returns false, the run ends with ODE_STOPPED;
   * further calls must return false too. NULL: none. */
  OdeLook look;
  void *look_user;
} OdeSettings;

/* Number of states from which settings.look is called. The attempts of smaller systems take less than some milliseconds. */
#define ODE_LOOK_STATES 100

/* Sets all settings to the defaults of profile `stepwise`. */
void ode_settings_init (OdeSettings *settings);
