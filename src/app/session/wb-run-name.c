/* Names of runs, which state the differences from the previous run. */
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "plot-format.h"
#include "plot-text.h"
#include "wb-session-private.h"
#include "wb-translate.h"

/* If there are more changes than this, the name only gives their number. */
#define MOST_CHANGES 3

#define MOST_DIGITS 4

/* Formats a value with as many digits as are necessary. */
static void
format_short (double value, char *text, gsize size)
{
  int digits = 1;

  for (; digits < MOST_DIGITS; digits++)
    {
      char rounded[G_ASCII_DTOSTR_BUF_SIZE], format[8];

      g_snprintf (format, sizeof format, "%%.%dg", digits);
      if (g_ascii_strtod (g_ascii_formatd (rounded, sizeof rounded, format, value), NULL) == value)
        break;
    }
  plot_format_number (value, digits, text, size);
}

/* Adds a change. Numbers are formatted for display; other texts are used unchanged. */
static void
add_value (GPtrArray *changes, const char *label, const char *text)
{
  char *end = NULL, number[64];
  double value = text != NULL ? g_ascii_strtod (text, &end) : NAN;

  if (text == NULL)
    return;
  if (end != text && *end == '\0')
    format_short (value, number, sizeof number);
  else
    g_strlcpy (number, text, sizeof number);
  g_ptr_array_add (changes, g_strdup_printf ("%s = %s", label, number));
}

static void
add_setting (GPtrArray *changes, const SimConfig *before, const SimConfig *after, const char *key, const char *label)
{
  g_autofree char *was = sim_config_get (before, key), *is = sim_config_get (after, key);

  if (sim_config_origin (before, key) != SIM_ORIGIN_LIVE && sim_config_origin (after, key) != SIM_ORIGIN_LIVE)
    return; /* changes that result from a change of the method are not listed */
  if (g_strcmp0 (was, is) != 0)
    add_value (changes, label, is);
}

static void
add_settings (GPtrArray *changes, const SimConfig *before, const SimConfig *after)
{
  const OdeMethod *method = sim_config_method (after);
  int n_rows;
  const SimSettingRow *rows = sim_config_rows (&n_rows);

  if (sim_config_method (before) != method)
    g_ptr_array_add (changes, g_strdup (wb_translate (method->label)));
  for (int i = 0; i < n_rows; i++)
    if (strcmp (rows[i].key, "integrator") != 0 && strcmp (rows[i].key, "realtime_rate") != 0)
      add_setting (changes, before, after, rows[i].key, wb_translate (rows[i].label));
  for (int i = 0; i < method->n_options; i++)
    {
      g_autofree char *key = g_strconcat ("method.", method->options[i].key, NULL);

      add_setting (changes, before, after, key, wb_translate (method->options[i].label));
    }
}

static void
add_table (WbSession *self, GPtrArray *changes, WbKind kind, GHashTable *before, GHashTable *after)
{
  g_autoptr (GHashTable) all = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GList) keys = NULL;
  GHashTableIter iter;
  gpointer key;

  for (int i = 0; i < 2; i++)
    {
      g_hash_table_iter_init (&iter, i == 0 ? before : after);
      while (g_hash_table_iter_next (&iter, &key, NULL))
        g_hash_table_add (all, key);
    }
  keys = g_list_sort (g_hash_table_get_keys (all), (GCompareFunc) strcmp);
  for (GList *link = keys; link != NULL; link = link->next)
    {
      g_autofree char *is = wb_session_get (self, kind, link->data), *variable = plot_text_variable (link->data), *label = plot_text_plain (variable);

      if (g_strcmp0 (g_hash_table_lookup (before, link->data), g_hash_table_lookup (after, link->data)) == 0)
        continue;
      if (kind == WB_EVENT)
        /* Translators: a run's name lists its changed settings; %s is an event that is disabled. */
        g_ptr_array_add (changes, g_strdup_printf (g_strcmp0 (is, "off") == 0 ? _("%s off") : _("%s on"), (const char *) link->data));
      else
        add_value (changes, label, is);
    }
}

static void
add_time (WbSession *self, GPtrArray *changes, const char *key, const char *label, double before, double after)
{
  g_autofree char *is = wb_session_get (self, WB_TIME, key);

  if (before != after && !(isnan (before) && isnan (after)))
    add_value (changes, label, is);
}

/* Compares the current settings and values with others. */
static GPtrArray *
find_changes (WbSession *self, const SimConfig *config, const WbValues *was)
{
  GPtrArray *changes = g_ptr_array_new_with_free_func (g_free);
  const WbValues *is = self->values;

  add_settings (changes, config, self->config);
  add_table (self, changes, WB_PARAMETER, was->parameters, is->parameters);
  add_table (self, changes, WB_CONSTANT, was->constants, is->constants);
  add_table (self, changes, WB_INITIAL, was->initials, is->initials);
  add_table (self, changes, WB_EVENT, was->events_off, is->events_off);
  add_time (self, changes, "start", _("Start"), was->t_start, is->t_start);
  add_time (self, changes, "end", _("End"), was->t_end, is->t_end);
  return changes;
}

char *
wb_session_name_run (WbSession *self, WbRunItem *before)
{
  g_autoptr (SimConfig) own = sim_config_new ();
  g_autoptr (WbValues) none = wb_values_new ();
  g_autoptr (GPtrArray) notes = model_diagnostics_new ();

  if (before != NULL)
    return wb_session_name_changes (self, wb_run_item_config (before), wb_run_item_values (before));
  sim_config_apply_model (own, self->model, notes);
  return wb_session_name_changes (self, own, none);
}

char *
wb_session_name_changes (WbSession *self, const SimConfig *config, const WbValues *values)
{
  g_autoptr (GPtrArray) changes = find_changes (self, config, values);
  GString *name;

  if (changes->len == 0)
    return g_strdup (wb_translate (sim_config_method (self->config)->label));
  name = g_string_new (g_ptr_array_index (changes, 0));
  for (guint i = 1; i < changes->len && i < MOST_CHANGES; i++)
    g_string_append_printf (name, ", %s", (const char *) g_ptr_array_index (changes, i));
  if (changes->len > MOST_CHANGES)
    /* Translators: ends a list of changed settings in a run's name. */
    g_string_append_printf (name, ngettext (", %d more", ", %d more", changes->len - MOST_CHANGES), (int) changes->len - MOST_CHANGES);
  return g_string_free (name, FALSE);
}
