/* Copies of model, settings and values for jobs, and their identity. */
#include "wb-snapshot.h"

#include <string.h>

struct WbSnapshot
{
  gint ref_count;
  Model *model;
  SimConfig *config;
  WbValues *values;
  GHashTable *constants;
  double t_start, t_end;
  char *identity;       /* NULL before it is asked for */
};

static WbSnapshot *
take (Model *model, const SimConfig *config, const WbValues *values, double t_start, double t_end)
{
  WbSnapshot *self = g_new0 (WbSnapshot, 1);

  *self = (WbSnapshot) {
    .ref_count = 1, .model = model_ref (model), .config = sim_config_copy (config), .values = wb_values_copy (values),
    .constants = wb_values_constants (values), .t_start = t_start, .t_end = t_end,
  };
  return self;
}

WbSnapshot *
wb_snapshot_new (WbSession *session)
{
  return take (wb_session_model (session), wb_session_config (session), wb_session_values (session), wb_session_t_start (session),
               wb_session_t_end (session));
}

WbSnapshot *
wb_snapshot_new_of_run (WbRunItem *run, double t_end)
{
  return take (wb_run_item_model (run), wb_run_item_config (run), wb_run_item_values (run), wb_run_item_t_start (run), t_end);
}

WbSnapshot *
wb_snapshot_ref (WbSnapshot *self)
{
  g_atomic_int_inc (&self->ref_count);
  return self;
}

void
wb_snapshot_unref (WbSnapshot *self)
{
  if (self == NULL || !g_atomic_int_dec_and_test (&self->ref_count))
    return;
  model_unref (self->model);
  sim_config_free (self->config);
  wb_values_free (self->values);
  g_hash_table_unref (self->constants);
  g_free (self->identity);
  g_free (self);
}

LabProblem
wb_snapshot_problem (const WbSnapshot *self)
{
  return wb_values_problem (self->values, self->model, self->config, self->constants, self->t_start, self->t_end);
}

Model *wb_snapshot_model (const WbSnapshot *self) { return self->model; }
const SimConfig *wb_snapshot_config (const WbSnapshot *self) { return self->config; }

/* ---- identity ---- */

/* Returns the text of an entry, or "" for a table of names alone. */
static const char *
text_of (GHashTable *table, const char *name)
{
  const char *text = g_hash_table_lookup (table, name);

  return text != NULL ? text : "";
}

/* Appends the entries of a table from name to text, in the order of their names. */
static void
append_table (GString *text, const char *heading, GHashTable *table)
{
  g_autoptr (GList) names = g_list_sort (g_hash_table_get_keys (table), (GCompareFunc) strcmp);

  g_string_append_printf (text, "%s\n", heading);
  for (GList *name = names; name != NULL; name = name->next)
    g_string_append_printf (text, "%s = %s\n", (const char *) name->data, text_of (table, name->data));
}

const char *
wb_snapshot_identity (WbSnapshot *self)
{
  if (self->identity == NULL)
    {
      GString *text = g_string_new (NULL);
      g_autofree char *settings = sim_config_to_yaml (self->config, TRUE);
      g_autofree char *start = wb_values_number_text (self->t_start), *end = wb_values_number_text (self->t_end);

      append_table (text, "parameters", self->values->parameters);
      append_table (text, "initial values", self->values->initials);
      append_table (text, "constants", self->values->constants);
      append_table (text, "events off", self->values->events_off);
      if (self->values->is_member)
        g_string_append_printf (text, "member %" G_GUINT64_FORMAT "\n", self->values->member);
      g_string_append_printf (text, "time %s to %s\n%s%s", start, end, settings, model_text (self->model));
      self->identity = g_string_free (text, FALSE);
    }
  return self->identity;
}
