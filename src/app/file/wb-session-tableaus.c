/* Collects the tableau files that settings and runs of a session use, and writes and reads their copies. */
#include "wb-session-tableaus.h"

#include <glib/gi18n.h>
#include <string.h>

#include "model-tableau.h"
#include "wb-comparison.h"
#include "wb-translate.h"

/* ---- writing ---- */

/* Adds a method that is defined by a tableau file. A tableau in braces is complete in the settings. */
static void
collect_method (GHashTable *tableaus, const char *name)
{
  const OdeMethod *method = ode_method_find (name) == NULL && *name != '{' ? model_method_find (name) : NULL;

  if (method != NULL && model_tableau_text (method) != NULL)
    g_hash_table_insert (tableaus, g_strdup (name), (gpointer) model_tableau_text (method));
}

static void
collect_config (GHashTable *tableaus, const SimConfig *config)
{
  for (int k = 0; sim_config_tableau_keys[k] != NULL; k++)
    {
      char *name = lab_session_tableau_name (config, sim_config_tableau_keys[k]);

      if (name != NULL)
        g_hash_table_insert (tableaus, name, (gpointer) model_tableau_text (sim_config_tableau (config, sim_config_tableau_keys[k])));
    }
}

static void
collect_run (GHashTable *tableaus, WbRunItem *run)
{
  g_autoptr (GPtrArray) history = sim_run_history (wb_run_item_run (run));

  collect_config (tableaus, wb_run_item_config (run));
  for (guint i = 0; i < history->len; i++)
    {
      const SimRunChange *change = g_ptr_array_index (history, i);

      if (change->kind == SIM_RUN_CHANGE_CONFIG)
        collect_config (tableaus, change->config);
    }
}

void
wb_session_write_texts (ModelYamlWriter *out, const char *key, GHashTable *texts)
{
  g_autoptr (GList) names = g_list_sort (g_hash_table_get_keys (texts), (GCompareFunc) strcmp);

  if (names == NULL)
    return;
  model_yaml_writer_begin_list (out, key);
  for (GList *name = names; name != NULL; name = name->next)
    {
      model_yaml_writer_begin_mapping (out, NULL);
      model_yaml_writer_text (out, "name", name->data);
      model_yaml_writer_block (out, "text", g_hash_table_lookup (texts, name->data));
      model_yaml_writer_end_mapping (out);
    }
  model_yaml_writer_end_list (out);
}

void
wb_session_tableaus_write (WbSession *session, ModelYamlWriter *out)
{
  g_autoptr (GHashTable) tableaus = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GListModel *runs = wb_session_runs (session);
  GListModel *entries = wb_comparison_peek (session) != NULL ? wb_comparison_entries (wb_comparison_peek (session)) : NULL;

  collect_config (tableaus, wb_session_config (session));
  for (guint i = 0; i < g_list_model_get_n_items (runs); i++)
    {
      g_autoptr (WbRunItem) run = g_list_model_get_item (runs, i);

      collect_run (tableaus, run);
    }
  for (guint i = 0; entries != NULL && i < g_list_model_get_n_items (entries); i++)
    {
      g_autoptr (WbCompareEntry) entry = g_list_model_get_item (entries, i);

      collect_method (tableaus, model_method_name (wb_compare_entry_method (entry)));
    }
  wb_session_write_texts (out, "tableaus", tableaus);
}

/* ---- reading ---- */

void
wb_session_tableaus_read (WbSessionTableaus *self, const ModelYaml *root)
{
  self->copied = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  lab_session_methods_read (&self->methods, root, self->copied);
}

gboolean
wb_session_tableaus_changed (const WbSessionTableaus *self)
{
  return g_hash_table_size (self->methods.instead) > 0;
}

void
wb_session_tableaus_clear (WbSessionTableaus *self)
{
  g_clear_pointer (&self->copied, g_hash_table_unref);
  lab_session_methods_clear (&self->methods);
}

/* ---- the message ---- */

/* Appends a sentence. Takes ownership. */
static void
say (GString *text, char *sentence)
{
  g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", sentence);
  g_free (sentence);
}

static char *
joined (GHashTable *names)
{
  g_autoptr (GList) list = g_list_sort (g_hash_table_get_keys (names), (GCompareFunc) strcmp);
  GString *text = g_string_new (NULL);

  for (GList *name = list; name != NULL; name = name->next)
    g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", (const char *) name->data);
  return g_string_free (text, FALSE);
}

void
wb_session_tableaus_report (const WbSessionTableaus *self, WbSession *session)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *copied = joined (self->copied), *missing = joined (self->methods.missing), *changed = joined (self->methods.instead);
  const OdeMethod *method = sim_config_method (wb_session_config (session));

  if (*copied != '\0')
    say (text, g_strdup_printf (_("Tableau missing: %s. The copy in the session file is used."), copied));
  if (*changed != '\0')
    say (text, g_strdup_printf (_("Tableau changed since the session was saved: %s. The runs of the session keep the copy in the session file."), changed));
  if (*missing != '\0')
    say (text, g_strdup_printf (_("Tableau missing: %s."), missing));
  if (self->replaced)
    say (text, g_strdup_printf (_("%s (%s) is used instead."), wb_translate (method->label), method->id));
  if (self->n_entries > 0)
    say (text, g_strdup_printf (ngettext ("%d entry of the comparison was left out.", "%d entries of the comparison were left out.",
                                          (gulong) self->n_entries), self->n_entries));
  if (self->n_other > 0)
    say (text, g_strdup_printf (ngettext ("%d run was made with another text of the model, which the file does not have; it was left out.",
                                          "%d runs were made with other texts of the model, which the file does not have; they were left out.",
                                          (gulong) self->n_other), self->n_other));
  if (self->n_runs > 0)
    say (text, g_strdup_printf (ngettext ("%d run that needs it was left out.", "%d runs that need it were left out.", (gulong) self->n_runs),
                                self->n_runs));
  if (text->len > 0)
    wb_session_message (session, text->str);
}
