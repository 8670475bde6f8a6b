/* Frees fields and assignments. */
#include "model-field.h"

void
model_field_clear (ModelField *field)
{
  for (int k = 0; k < field->n_items; k++)
    expr_tree_free (field->items[k].tree);
  g_clear_pointer (&field->items, g_free);
  field->n_items = 0;
}

void
model_assignments_clear (ModelAssignments *assignments)
{
  for (int k = 0; k < assignments->n_items; k++)
    {
      expr_tree_free (assignments->items[k].target);
      model_field_clear (&assignments->items[k].field);
    }
  g_clear_pointer (&assignments->items, g_free);
  assignments->n_items = 0;
}
