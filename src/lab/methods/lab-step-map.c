/* A method with fixed steps as a map. The integrator has no error control and takes the given step as one, not in
 * parts; Newton's method of an implicit method computes its matrix in each iteration, so that the result is a
 * function of x and h alone. */
#include "lab-step-map.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-problem.h"
#include "ode-integrator.h"

/* Accuracy to which implicit methods solve their equations. It is near the rounding error, since derivatives of the map are computed by
 * differences. */
#define SOLVER_ACCURACY 1e-13

struct LabStepMap
{
  LabFlow *flow;
  const OdeMethod *method;
  SimConfig *config;
  OdeIntegrator *integrator;
  gboolean started, undefined;
};

/* Refuses methods that are no map: those that choose their own steps and, if one_step, those whose step depends on
 * earlier points. */
static gboolean
check_method (const OdeMethod *method, gboolean one_step, GError **error)
{
  if ((method->traits & ODE_TRAIT_OWN_CONTROL) != 0)
    g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_UNSUITED, _("%s chooses its own steps; the study needs fixed steps"), method->label);
  else if (one_step && (method->traits & ODE_TRAIT_MULTISTEP) != 0)
    g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_UNSUITED, _("%s uses earlier steps; the study needs a one-step method"), method->label);
  else
    return TRUE;
  return FALSE;
}

/* Steps are repeated exactly as often as the caller asks: they are not divided, Newton's method uses a new Jacobian
 * in each iteration, and the equations of a stage are solved to SOLVER_ACCURACY. The map is then a smooth function of
 * x and h up to rounding errors, as its derivatives and fixed points need. */
LabStepMap *
lab_step_map_new (LabFlow *flow, gboolean one_step, GError **error)
{
  g_autoptr (LabStepMap) map = g_new0 (LabStepMap, 1);
  OdeSettings settings;
  char message[512];

  map->flow = flow;
  map->method = sim_config_method (flow->problem.config);
  if (!check_method (map->method, one_step, error))
    return NULL;
  map->config = lab_problem_config (&flow->problem, map->method, 1, NAN);
  if (!sim_config_to_ode (map->config, flow->ode->names, flow->n, flow->t, flow->problem.t_end, &settings, error))
    return NULL;
  settings.accuracy = SOLVER_ACCURACY;
  settings.relative_tolerance = settings.absolute_tolerance = NAN;
  settings.full_newton = true;
  settings.look = lab_progress_look;
  settings.subdivide_fixed = false;
  settings.max_step = 1;
  map->integrator = ode_integrator_new (map->method, flow->ode, &settings, message, sizeof message);
  if (map->integrator == NULL)
    {
      g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_UNSUITED, "%s: %s", map->method->label, message);
      return NULL;
    }
  return g_steal_pointer (&map);
}

void
lab_step_map_free (LabStepMap *map)
{
  if (map == NULL)
    return;
  ode_integrator_free (map->integrator);
  g_clear_pointer (&map->config, sim_config_free);
  g_free (map);
}

const OdeMethod *
lab_step_map_method (const LabStepMap *map)
{
  return map->method;
}

/* Starts the method anew at x, so that nothing of earlier steps is left. */
gboolean
lab_step_map_set (LabStepMap *map, const double *x)
{
  OdeStatus status = map->started ? ode_integrator_jump (map->integrator, map->flow->t, x, FALSE)
                                  : ode_integrator_initialize (map->integrator, map->flow->t, x, map->flow->t + 1);

  map->started |= status == ODE_DONE;
  map->undefined = status != ODE_DONE;
  return status == ODE_DONE;
}

/* Returns NULL if the step fails or a state is not finite. */
const double *
lab_step_map_step (LabStepMap *map, double h)
{
  const double *x;

  if (map->undefined || ode_integrator_step_fixed (map->integrator, h) != ODE_DONE)
    return NULL;
  x = ode_integrator_x (map->integrator);
  for (int i = 0; i < map->flow->n; i++)
    if (!isfinite (x[i]))
      return NULL;
  return x;
}

const char *
lab_step_map_message (const LabStepMap *map)
{
  const char *message = ode_integrator_message (map->integrator), *reason = strstr (message, " failed: ");

  if (reason != NULL) /* "the step of size … at t = … failed: ": the time has no meaning for a map */
    message = reason + strlen (" failed: ");
  return *message != '\0' ? message : _("the values grow without bound");
}
