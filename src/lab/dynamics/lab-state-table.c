#include "lab-state-table.h"

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
