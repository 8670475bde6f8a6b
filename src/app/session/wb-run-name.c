/* Makes the names of runs. A name states the differences from the previous run. */
#include <glib/gi18n.h>
#include <string.h>

#include "wb-run-differs.h"
#include "wb-session-private.h"
#include "wb-translate.h"

/* Largest number of changes that a name lists. If there are more, the name states only how many. */
#define MOST_CHANGES 3

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

/* Appends a difference as text, such as "accuracy = 10⁻⁶", the label of a method, or "impact off". */
static void
append_text (GString *name, const WbDiffering *differing)
{
  char value[128];

  wb_run_differing_text (differing->after, value, sizeof value);
  if (differing->is_method)
    g_string_append (name, value);
  else if (differing->is_event)
    /* Translators: a run's name lists its changed settings; %s is an event that is disabled. */
    g_string_append_printf (name, strcmp (value, "off") == 0 ? _("%s off") : _("%s on"), differing->label);
  else
    g_string_append_printf (name, "%s = %s", differing->label, value);
}

char *
wb_session_name_changes (WbSession *self, const SimConfig *config, const WbValues *values)
{
  const WbSide before = { config, values, NULL }, after = { self->config, self->values, wb_session_system (self) };
  g_autoptr (GPtrArray) all = wb_run_differing (&before, &after);
  GString *name;

  if (all->len == 0)
    return g_strdup (wb_translate (sim_config_method (self->config)->label));
  name = g_string_new (NULL);
  for (guint i = 0; i < all->len && i < MOST_CHANGES; i++)
    {
      if (i > 0)
        g_string_append (name, ", ");
      append_text (name, g_ptr_array_index (all, i));
    }
  if (all->len > MOST_CHANGES)
    /* Translators: ends a list of changed settings in a run's name. */
    g_string_append_printf (name, ngettext (", %d more", ", %d more", all->len - MOST_CHANGES), (int) all->len - MOST_CHANGES);
  return g_string_free (name, FALSE);
}
