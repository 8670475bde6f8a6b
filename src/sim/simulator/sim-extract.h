/* Returns the settings that a simulator uses, like Drake's ExtractSimulatorConfig. Stepwise itself does not use this function. */
#pragma once

#include "sim-simulator.h"

typedef struct
{
  const char *integrator;  /* id of the method; static text */
  double max_step;         /* 0: no limit */
  double accuracy;         /* accuracy in use, limited to the range of the method; 0 without error control */
  gboolean error_control;
  double start_time;
  double realtime_rate;    /* 0: the run does not wait */
} SimExtractedConfig;

/* Returns the settings that the simulator uses now, which may differ from the configured ones (ExtractSimulatorConfig in
 * drake/systems/analysis/simulator_config_functions.cc). */
SimExtractedConfig sim_simulator_extract_config (SimSimulator *simulator);
