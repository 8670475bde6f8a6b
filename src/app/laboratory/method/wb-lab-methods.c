#include "wb-lab-methods.h"

#include "model-tableau.h"

const OdeMethod *
wb_lab_main_method (WbSession *session)
{
  WbCompareEntry *selected = wb_comparison_selected (wb_comparison_of (session));

  return selected != NULL ? wb_compare_entry_method (selected) : sim_config_method (wb_session_config (session));
}

GPtrArray *
wb_lab_visible_methods (WbSession *session)
{
  GPtrArray *methods = g_ptr_array_new ();
  GListModel *entries = wb_comparison_entries (wb_comparison_of (session));

  for (guint k = 0; k < g_list_model_get_n_items (entries); k++)
    {
      g_autoptr (WbCompareEntry) entry = g_list_model_get_item (entries, k);

      if (wb_compare_entry_visible (entry))
        g_ptr_array_add (methods, (gpointer) wb_compare_entry_method (entry));
    }
  return methods;
}

char *
wb_lab_method_ids (const GPtrArray *methods)
{
  GString *ids = g_string_new (NULL);

  for (guint k = 0; k < methods->len; k++)
    g_string_append_printf (ids, "%s%s", k > 0 ? "," : "", model_method_name (methods->pdata[k]));
  return g_string_free (ids, FALSE);
}
