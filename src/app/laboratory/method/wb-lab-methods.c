/* Collects the methods and colours of the page Method from the comparison and the tableau. */
#include "wb-lab-methods.h"

#include "model-tableau.h"
#include "wb-laboratory.h"

const OdeMethod *
wb_lab_main_method (WbSession *session)
{
  WbCompareEntry *selected = wb_comparison_selected (wb_comparison_of (session));

  return selected != NULL ? wb_compare_entry_method (selected) : sim_config_method (wb_session_config (session));
}

const OdeMethod *
wb_lab_page_method (WbSession *session)
{
  const char *text = wb_laboratory_tableau (wb_laboratory_of (session));
  const OdeMethod *method = text != NULL ? model_method_find (text) : NULL;

  return method != NULL ? method : wb_lab_main_method (session);
}

GPtrArray *
wb_lab_drawn_entries (WbSession *session, const OdeMethod *method)
{
  WbComparison *comparison = wb_comparison_of (session);
  GListModel *entries = wb_comparison_entries (comparison);
  GPtrArray *drawn = g_ptr_array_new_with_free_func (g_object_unref);
  gboolean found = FALSE;

  for (guint k = 0; k < g_list_model_get_n_items (entries); k++)
    {
      g_autoptr (WbCompareEntry) entry = g_list_model_get_item (entries, k);
      gboolean own = wb_compare_entry_method (entry) == method;

      found |= own;
      if (own || wb_compare_entry_visible (entry))
        g_ptr_array_add (drawn, g_object_ref (entry));
    }
  if (!found && method != NULL)
    g_ptr_array_add (drawn, wb_compare_entry_new (method, wb_comparison_free_color (comparison)));
  return drawn;
}

GPtrArray *
wb_lab_drawn_methods (WbSession *session)
{
  g_autoptr (GPtrArray) entries = wb_lab_drawn_entries (session, wb_lab_page_method (session));
  GPtrArray *methods = g_ptr_array_new ();

  for (guint k = 0; k < entries->len; k++)
    g_ptr_array_add (methods, (gpointer) wb_compare_entry_method (entries->pdata[k]));
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
