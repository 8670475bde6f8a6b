/* The model, the values and the settings of a live page. */
#include "page-core-private.h"

#include <math.h>
#include <string.h>

#include "model-load.h"

PageCore page_core = { .t_start = NAN, .t_end = NAN };

const char *
page_keep (char *text)
{
  g_free (page_core.text);
  page_core.text = text;
  return text;
}

static void
clear_value (gpointer place)
{
  PageValue *value = place;

  g_free (value->table);
  g_free (value->name);
}

void
page_reset (void)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();

  if (page_core.values == NULL)
    {
      page_core.values = g_array_new (FALSE, FALSE, sizeof (PageValue));
      g_array_set_clear_func (page_core.values, clear_value);
    }
  g_array_set_size (page_core.values, 0);
  page_core.t_start = page_core.t_end = NAN;
  g_clear_pointer (&page_core.config, sim_config_free);
  page_core.config = sim_config_new ();
  if (page_core.model != NULL)
    sim_config_apply_model (page_core.config, page_core.model, diagnostics);
}

void
page_close (void)
{
  page_end_run ();
  g_clear_pointer (&page_core.model, model_unref);
  g_clear_pointer (&page_core.values, g_array_unref);
  g_clear_pointer (&page_core.config, sim_config_free);
  g_clear_pointer (&page_core.out, g_array_unref);
  page_keep (NULL);
}

void
page_take_model (Model *model)
{
  g_clear_pointer (&page_core.model, model_unref);
  page_core.model = model;
  page_reset ();
}

const char *
page_open (const char *text, const char *file, const char *extension)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  Model *model = extension[0] != '\0' ? model_load_extended_text (text, file, extension, sim_config_check_solver, diagnostics)
                                      : model_load_text (text, -1, file, sim_config_check_solver, diagnostics);
  g_autoptr (ModelSystem) system = NULL;
  g_autoptr (GError) error = NULL;

  if (model == NULL)
    return page_keep (model_diagnostics_to_string (diagnostics));
  system = model_system_new (model, NULL, &error);
  if (system == NULL)
    {
      model_unref (model);
      return page_keep (g_strdup (error->message));
    }
  page_take_model (model);
  return page_keep (g_strdup (""));
}

const char *
page_set (const char *table, const char *name, double value)
{
  PageValue copy;

  if (strcmp (table, "time") == 0)
    {
      *(strcmp (name, "start") == 0 ? &page_core.t_start : &page_core.t_end) = value;
      return page_keep (g_strdup (""));
    }
  for (guint k = 0; k < page_core.values->len; k++)
    {
      PageValue *old = &g_array_index (page_core.values, PageValue, k);

      if (strcmp (old->table, table) == 0 && strcmp (old->name, name) == 0)
        {
          old->value = value;
          return page_keep (g_strdup (""));
        }
    }
  copy = (PageValue){ g_strdup (table), g_strdup (name), value };
  g_array_append_val (page_core.values, copy);
  return page_keep (g_strdup (""));
}

const char *
page_setting (const char *key, const char *value)
{
  g_autoptr (GError) error = NULL;

  if (!sim_config_set (page_core.config, key, value, SIM_ORIGIN_COMMAND_LINE, &error))
    return page_keep (g_strdup (error->message));
  return page_keep (g_strdup (""));
}

void
page_unset (const char *key)
{
  sim_config_set (page_core.config, key, NULL, SIM_ORIGIN_COMMAND_LINE, NULL);
}

static GHashTable *
make_constants (void)
{
  GHashTable *constants = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  for (guint k = 0; k < page_core.values->len; k++)
    {
      const PageValue *value = &g_array_index (page_core.values, PageValue, k);

      if (strcmp (value->table, "constant") == 0)
        g_hash_table_insert (constants, g_strdup (value->name), g_memdup2 (&value->value, sizeof value->value));
    }
  return constants;
}

ModelSystem *
page_instance (GError **error)
{
  g_autoptr (GHashTable) constants = make_constants ();
  g_autoptr (ModelSystem) system = NULL;
  ModelInstance instance = { .constants = constants,
                             .fast_math = sim_config_get_boolean (page_core.config, "fast_math"),
                             .seed = (guint64)sim_config_get_number (page_core.config, "seed") };

  system = model_system_new (page_core.model, &instance, error);
  if (system == NULL)
    return NULL;
  for (guint k = 0; k < page_core.values->len; k++)
    {
      const PageValue *value = &g_array_index (page_core.values, PageValue, k);

      if (strcmp (value->table, "parameter") == 0 && !model_system_set_parameter (system, value->name, value->value, error))
        return NULL;
      if (strcmp (value->table, "initial") == 0 && !model_system_set_initial (system, value->name, value->value, error))
        return NULL;
    }
  return g_steal_pointer (&system);
}
