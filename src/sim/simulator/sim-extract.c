/* Reads the settings in use from a simulator. */
#include "sim-extract.h"

#include "sim-simulator-private.h"

/* A method without error control does not use the accuracy, so the accuracy is reported as 0, as in Drake. */
SimExtractedConfig
sim_simulator_extract_config (SimSimulator *simulator)
{
  const SimConfig *config = simulator->config;
  OdeIntegrator *integrator = sim_simulator_integrator (simulator);
  SimExtractedConfig extracted = {
    .integrator = sim_config_method (config)->id,
    .max_step = simulator->settings.max_step,
    .error_control = sim_config_controls_error (config),
    .start_time = simulator->t_start,
    .realtime_rate = sim_config_get_number (config, "realtime_rate"),
  };
  if (extracted.error_control)
    extracted.accuracy = integrator != NULL ? ode_integrator_accuracy_in_use (integrator) : sim_config_get_number (config, "accuracy");
  return extracted;
}
