/* Tables of results with a column for each state, and the table and sentence about a box that was searched. */
#include "lab-state-table.h"

#include <glib/gi18n-lib.h>

#include "lab-method-text.h"

/* The sentence about a box names the ranges of at most this number of states. */
#define NAMED_STATES 4

LabTable *
lab_table_with_states (LabResult *result, const char *name, const LabFlow *flow, const char *const *first)
{
  g_autoptr (GPtrArray) columns = g_ptr_array_new ();

  for (int k = 0; first[k] != NULL; k++)
    g_ptr_array_add (columns, (gpointer) first[k]);
  for (int i = 0; i < flow->n; i++)
    g_ptr_array_add (columns, (gpointer) flow->ode->names[i]);
  g_ptr_array_add (columns, NULL);
  return lab_result_add_table (result, name, (const char *const *) (gpointer) columns->pdata);
}

void
lab_table_add_states (LabTable *table, const double *x, int n)
{
  for (int i = 0; i < n; i++)
    lab_table_add (table, x[i]);
}

void
lab_box_add (LabResult *result, const LabBox *box, const LabFlow *flow)
{
  static const char *const columns[] = { "state", "low", "high", NULL };
  LabTable *table = lab_result_add_table (result, "box", columns);

  for (int i = 0; i < flow->n; i++)
    {
      lab_table_add_text (table, flow->ode->names[i]);
      lab_table_add (table, box->low[i]);
      lab_table_add (table, box->high[i]);
    }
}

char *
lab_box_sentence (const LabBox *box, const LabFlow *flow)
{
  g_autoptr (GString) ranges = g_string_new (NULL), text = g_string_new (NULL);
  g_autofree char *factor = lab_method_number (1.5 * (1 << box->widened), 2);
  const char *events = lab_flow_require_smooth (flow, NULL) ? "" : _(" The events of the model are left out.");

  for (int i = 0; i < flow->n && flow->n <= NAMED_STATES; i++)
    {
      g_autofree char *low = lab_method_number (box->low[i], 3), *high = lab_method_number (box->high[i], 3);

      g_string_append (ranges, i > 0 ? ", " : "");
      /* Translators: name of a state and the ends of its range */
      g_string_append_printf (ranges, _("%s from %s to %s"), flow->ode->names[i], low, high);
    }
  if (flow->n <= NAMED_STATES)
    g_string_printf (text, _("Searched: %s."), ranges->str);
  else if (box->mean == NULL)
    g_string_assign (text, _("Searched: the given box."));
  else
    g_string_printf (text, _("Searched: %s times the range of the run in each state."), factor);
  return g_strconcat (text->str, box->mean != NULL ? _(" Newton's method also started far outside.") : "", events, NULL);
}
