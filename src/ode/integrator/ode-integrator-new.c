/* Constructs integrators. One block of memory contains the integrator and all its
 * vectors, another one the stepper.
 *
 * The integrator owns time, states, control and statistics; the stepper knows
 * one method and makes attempts. They share one statistics struct, and the
 * stepper calls back for the error norm and for the slope at the end of the
 * step. */
#include "ode-integrator-private.h"

#include "ode-doubling.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Steppers call the norm of the integrator through this function, so that they
 * need not know its struct. */
static double
stepper_norm (void *user, const double *error, const double *x0, const double *x1)
{
  OdeIntegrator *integrator = user;

  return integrator->norm.func (&integrator->norm, error, x0, x1);
}

/* The integrator owns f at the end of the step, so that f is evaluated only once even if several callers
 * need it. */
static OdeStatus
stepper_end_slope (void *user, const double **dxdt)
{
  return ode_integrator_dense_slope (user, dxdt);
}

/* Allocates and initializes the stepper. It is aligned to a cache line, because
 * its vectors of slopes follow it. */
static bool
make_stepper (OdeIntegrator *integrator, const OdeStepperClass *klass, char *error, size_t error_size)
{
  const OdeStepper head = {
    .klass = klass,
    .method = integrator->method,
    .system = integrator->system,
    .settings = integrator->settings,
    .statistics = &integrator->statistics,
    .accuracy = integrator->accuracy,
    .norm = stepper_norm,
    .norm_data = &integrator->norm,
    .sizes = integrator->norm.floor,
    .end_slope = stepper_end_slope,
    .rhs_limit = &integrator->rhs_limit,
    .integrator = integrator,
  };

  integrator->klass = klass;
  integrator->stepper = ode_stepper_new (&head, error, error_size);
  return integrator->stepper != NULL;
}

/* Selects the class of the stepper, and returns in *has_estimate whether its
 * steps have an error estimate. Some methods have an estimate that is computed only
 * if error control is set explicitly (ODE_TRAIT_ESTIMATE_ON_REQUEST: explicit Euler).
 * If error control is requested explicitly, a one-step method without an
 * estimate is wrapped in step doubling. Multistep methods need equal steps and
 * cannot be wrapped. */
static const OdeStepperClass *
choose_class (OdeIntegrator *integrator, bool *has_estimate)
{
  const OdeMethod *method = integrator->method;
  const OdeSettings *settings = &integrator->settings;
  bool asked = settings->error_control && settings->error_control_explicit;

  *has_estimate = (method->traits & ODE_TRAIT_ADAPTIVE) != 0
                  && (asked || !(method->traits & ODE_TRAIT_ESTIMATE_ON_REQUEST));
  if (asked && !*has_estimate && !(method->traits & (ODE_TRAIT_MULTISTEP | ODE_TRAIT_OWN_CONTROL)))
    {
      *has_estimate = true;
      return &ode_doubling_class;
    }
  return method->stepper;
}

/* Refuses first what needs no memory: a method that does not fit, and invalid settings. The order
 * of the rest matters: tolerances need the constraints, the stepper needs tolerances and control,
 * and the steppers of dense output need all of them. */
OdeIntegrator *
ode_integrator_new (const OdeMethod *method, const OdeSystem *system, const OdeSettings *settings, char *error,
                    size_t error_size)
{
  const char *refusal = ode_method_refuses (method, system);
  int n = system->n_states;
  const OdeStepperClass *klass;
  OdeIntegrator *integrator;
  bool has_estimate;
  double *at;

  if (refusal != NULL)
    {
      snprintf (error, error_size, "%s", ode_message_translate (settings->translate, refusal));
      return NULL;
    }
  if (!ode_integrator_check_settings (method, system, settings, error, error_size))
    return NULL;

  integrator = calloc (1, sizeof *integrator + 11 * (size_t) n * sizeof (double) + ode_norm_size (n));
  if (integrator == NULL)
    goto no_memory;
  integrator->method = method;
  integrator->system = system;
  integrator->n_states = n;
  integrator->rhs_limit = INT64_MAX;
  /* The vectors follow the struct in the same block: three states and three slopes,
   * whose pointers are exchanged after each step, scaled errors, the estimate, scratch for rounding errors, and the weights of the norm. */
  at = (double *) (integrator + 1);
  integrator->x = at;
  integrator->x_previous = at + n;
  integrator->x_next = at + 2 * n;
  integrator->f = at + 3 * n;
  integrator->f_previous = at + 4 * n;
  integrator->f_next = at + 5 * n;
  integrator->scaled = at + 6 * n;
  integrator->error = at + 7 * n;
  integrator->rounding = at + 8 * n;
  integrator->norm.atol = at + 11 * n;
  if (!ode_integrator_copy_settings (integrator, settings) || !ode_integrator_make_constraints (integrator)
      || !ode_sizes_init (&integrator->sizes, system))
    goto no_memory;
  ode_integrator_derive (integrator);
  ode_control_restart (&integrator->control);

  klass = choose_class (integrator, &has_estimate);
  if (settings->error_control && settings->error_control_explicit && !has_estimate
      && !(method->traits & ODE_TRAIT_OWN_CONTROL))
    {
      ode_message_refuse (settings->translate, error, error_size,
                        "%s uses a history of equal steps and therefore runs with fixed steps only",
                        ode_message_translate (settings->translate, method->label));
      goto fail;
    }
  /* Without a buffer for the estimate, the method does not compute it. */
  if (!has_estimate && !(method->traits & ODE_TRAIT_ESTIMATE_SHOWN))
    integrator->error = NULL;
  integrator->adaptive = settings->error_control && (has_estimate || (method->traits & ODE_TRAIT_OWN_CONTROL));
  if (!make_stepper (integrator, klass, error, error_size) || !ode_integrator_make_short_steps (integrator, error, error_size))
    goto fail;
  return integrator;

no_memory:
  ode_message_refuse (settings->translate, error, error_size, "out of memory");
fail:
  ode_integrator_free (integrator);
  return NULL;
}

/* The function also frees an integrator whose construction failed, because calloc set all pointers
 * to NULL. */
void
ode_integrator_free (OdeIntegrator *integrator)
{
  if (integrator == NULL)
    return;
  ode_integrator_free_short_steps (integrator);
  ode_stepper_free (integrator->stepper);
  ode_integrator_free_constraints (integrator);
  ode_sizes_clear (&integrator->sizes);
  free (integrator->absolute_copy);
  free (integrator->weights_copy);
  free (integrator->constraint_weights_copy);
  free (integrator->options_copy);
  free (integrator);
}
