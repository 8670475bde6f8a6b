/* Copies of model, settings and values for jobs. */
#include "wb-snapshot.h"

struct WbSnapshot
{
  Model *model;
  SimConfig *config;
  WbValues *values;
  GHashTable *constants;
  double t_start, t_end;
};

WbSnapshot *
wb_snapshot_new (Model *model, const SimConfig *config, const WbValues *values, double t_start, double t_end)
{
  WbSnapshot *self = g_new0 (WbSnapshot, 1);

  *self = (WbSnapshot) {
    .model = model_ref (model), .config = sim_config_copy (config), .values = wb_values_copy (values),
    .constants = wb_values_constants (values), .t_start = t_start, .t_end = t_end,
  };
  return self;
}

void
wb_snapshot_free (WbSnapshot *self)
{
  if (self == NULL)
    return;
  model_unref (self->model);
  sim_config_free (self->config);
  wb_values_free (self->values);
  g_hash_table_unref (self->constants);
  g_free (self);
}

LabProblem
wb_snapshot_problem (const WbSnapshot *self)
{
  return wb_values_problem (self->values, self->model, self->config, self->constants, self->t_start, self->t_end);
}

Model *wb_snapshot_model (const WbSnapshot *self) { return self->model; }
SimConfig *wb_snapshot_config (const WbSnapshot *self) { return self->config; }
