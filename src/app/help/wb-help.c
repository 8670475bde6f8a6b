/* Collects the pages of help from the tables of settings, methods and studies and from the static texts. */
#include "wb-help.h"

#include <glib/gi18n.h>
#include <string.h>

#include "lab-registry.h"
#include "ode-methods.h"
#include "plot-text.h"
#include "sim-config-rows.h"

static void
add (GPtrArray *entries, WbHelpGroup group, const char *prefix, const char *key, const char *title, const char *text, const char *see)
{
  WbHelpEntry *entry = g_new0 (WbHelpEntry, 1);
  const WbHelpText *related = wb_help_related;
  g_autofree char *plain = plot_text_plain (text), *all = g_strdup_printf ("%s\n%s\n%s", title, plain, key);

  entry->group = group;
  entry->id = g_strdup_printf ("%s:%s", prefix, key);
  entry->key = strchr (entry->id, ':') + 1;
  entry->title = g_strdup (title);
  entry->text = g_strdup (text);
  while (see == NULL && related->key != NULL && strcmp (related->key, entry->id) != 0)
    related++;
  entry->see = see != NULL ? see : related->see;
  entry->words = g_utf8_casefold (all, -1);
  g_ptr_array_add (entries, entry);
}

static void
add_texts (GPtrArray *entries, WbHelpGroup group, const char *prefix, const WbHelpText *texts)
{
  for (; texts->key != NULL; texts++)
    add (entries, group, prefix, texts->key, _(texts->title), _(texts->text), texts->see);
}

static void
add_settings (GPtrArray *entries)
{
  int n;
  const SimSettingRow *rows = sim_config_rows (&n);

  for (int i = 0; i < n; i++)
    {
      g_autofree char *about = plot_text_escape (_(rows[i].about));

      add (entries, WB_HELP_SETTINGS, "setting", rows[i].key, _(rows[i].label), about, NULL);
    }
}

static void
add_studies (GPtrArray *entries)
{
  for (const LabStudyKind *const *kind = lab_registry (); *kind != NULL; kind++)
    {
      g_autofree char *advice = plot_text_escape (_((*kind)->advice));

      add (entries, WB_HELP_STUDIES, "study", (*kind)->id, _((*kind)->label), advice, NULL);
    }
}

const GPtrArray *
wb_help_entries (void)
{
  static GPtrArray *entries;

  if (entries != NULL)
    return entries;
  entries = g_ptr_array_new ();
  add_texts (entries, WB_HELP_VIEWS, "view", wb_help_views);
  add_settings (entries);
  add_texts (entries, WB_HELP_METHODS, "family", wb_help_families);
  add_studies (entries);
  add_texts (entries, WB_HELP_TERMS, "term", wb_help_terms);
  return entries;
}

const WbHelpEntry *
wb_help_find (const char *id)
{
  const GPtrArray *entries = wb_help_entries ();

  for (guint i = 0; i < entries->len; i++)
    {
      const WbHelpEntry *entry = g_ptr_array_index (entries, i);

      if (g_strcmp0 (entry->id, id) == 0)
        return entry;
    }
  return NULL;
}

gboolean
wb_help_matches (const WbHelpEntry *entry, const char *text)
{
  g_autofree char *folded = g_utf8_casefold (text, -1);
  g_auto (GStrv) words = g_strsplit_set (folded, " \t", -1);

  for (int i = 0; words[i] != NULL; i++)
    if (strstr (entry->words, words[i]) == NULL)
      return FALSE;
  return TRUE;
}

const char *
wb_help_group_title (WbHelpGroup group)
{
  static const char *const titles[] = { N_("Views"), N_("Settings"), N_("Methods"), N_("Studies"), N_("Terms") };

  return _(titles[group]);
}
