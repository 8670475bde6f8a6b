/* Copies of model, settings and values for jobs. */
#include "wb-snapshot.h"

#include <string.h>

#include "model-identity.h"
#include "model-tableau.h"
#include "ode-format.h"

struct WbSnapshot
{
  Model *model;
  SimConfig *config;
  LabValues *values;
  GHashTable *constants;
  double t_start, t_end;
};

WbSnapshot *
wb_snapshot_new (Model *model, const SimConfig *config, const LabValues *values, double t_start, double t_end)
{
  WbSnapshot *self = g_new0 (WbSnapshot, 1);

  *self = (WbSnapshot){
    .model = model_ref (model),
    .config = sim_config_copy (config),
    .values = lab_values_copy (values),
    .constants = lab_values_constants (values),
    .t_start = t_start,
    .t_end = t_end,
  };
  sim_config_keep_tableaus (self->config);
  return self;
}

void
wb_snapshot_free (WbSnapshot *self)
{
  if (self == NULL)
    return;
  model_unref (self->model);
  sim_config_free (self->config);
  lab_values_free (self->values);
  g_hash_table_unref (self->constants);
  g_free (self);
}

LabProblem
wb_snapshot_problem (const WbSnapshot *self)
{
  return lab_values_problem (self->values, self->model, self->config, self->constants, self->t_start, self->t_end);
}

void
wb_snapshot_reset_parameter (WbSnapshot *self, const char *name)
{
  g_hash_table_remove (self->values->parameters, name);
}

/* ---- identity ---- */

static void
append_number (GString *identity, const char *key, double value)
{
  char number[ODE_FORMAT_SIZE];

  number[ode_format_double (number, value)] = '\0';
  g_string_append_printf (identity, "%s: %s\n", key, number);
}

/* Appends the entries of a table in the order of their names. */
static void
append_table (GString *identity, const char *key, GHashTable *table)
{
  g_autoptr (GList) names = g_list_sort (g_hash_table_get_keys (table), (GCompareFunc)strcmp);

  for (GList *name = names; name != NULL; name = name->next)
    {
      const char *text = g_hash_table_lookup (table, name->data);

      g_string_append_printf (identity, "%s %s: %s\n", key, (const char *)name->data, text != NULL ? text : "");
    }
}

/* Appends the settings. The origins are a part of them: a max_step limits the initial step only if its origin is higher, and further models
 * of a study take over what does not come from the model. The real-time rate changes no result. The same name may stand for another tableau
 * later. */
static void
append_settings (GString *identity, const SimConfig *settings)
{
  g_autoptr (SimConfig) config = sim_config_copy (settings);
  g_autofree char *text = NULL;
  int n;
  const SimSettingRow *rows = sim_config_rows (&n);

  for (int origin = SIM_ORIGIN_PROFILE + 1; origin <= SIM_ORIGIN_LIVE; origin++)
    sim_config_set (config, "realtime_rate", NULL, (SimOrigin)origin, NULL);
  text = sim_config_to_yaml (config, FALSE);
  g_string_append (identity, text);
  for (int k = 0; k < n; k++)
    g_string_append_c (identity, (char)('0' + sim_config_origin (config, rows[k].key)));
  g_string_append_c (identity, '\n');
  for (int k = 0; sim_config_tableau_keys[k] != NULL; k++)
    {
      const OdeMethod *method = sim_config_tableau (config, sim_config_tableau_keys[k]);

      if (method != NULL && model_tableau_text (method) != NULL)
        g_string_append (identity, model_tableau_text (method));
    }
}

char *
wb_snapshot_identity (const WbSnapshot *self)
{
  const LabValues *values = self->values;
  g_autofree char *model = model_identity (self->model);
  GString *identity = g_string_new (NULL);

  g_string_append_printf (identity, "%s\n%s\n", model_id (self->model), model);
  append_settings (identity, self->config);
  append_table (identity, "set", values->parameters);
  append_table (identity, "initial", values->initials);
  append_table (identity, "constant", values->constants);
  append_table (identity, "off", values->events_off);
  append_number (identity, "start", self->t_start);
  append_number (identity, "end", self->t_end);
  if (values->is_member)
    g_string_append_printf (identity, "member: %" G_GUINT64_FORMAT "\n", values->member);
  return g_string_free (identity, FALSE);
}

Model *
wb_snapshot_model (const WbSnapshot *self)
{
  return self->model;
}
SimConfig *
wb_snapshot_config (const WbSnapshot *self)
{
  return self->config;
}
