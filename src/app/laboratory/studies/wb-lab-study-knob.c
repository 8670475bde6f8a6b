/* Collects the values that the knob of a study can have. */
#include "wb-lab-study-knob.h"

#include <math.h>

static int
compare_values (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* Returns the values in a column of a result, each once, in ascending order, or in descending order if reversed is TRUE. Free with
 * g_array_unref. */
static GArray *
values_of (const LabTable *table, const char *name, gboolean reversed)
{
  GArray *values = lab_table_series (table, name, NULL, NULL);
  guint n = 0;

  g_array_sort (values, compare_values);
  for (guint k = 0; k < values->len; k++)
    if (isfinite (g_array_index (values, double, k)) && (n == 0 || g_array_index (values, double, k) != g_array_index (values, double, n - 1)))
      g_array_index (values, double, n++) = g_array_index (values, double, k);
  g_array_set_size (values, n);
  for (guint k = 0; reversed && k < n / 2; k++)
    {
      double swap = g_array_index (values, double, k);

      g_array_index (values, double, k) = g_array_index (values, double, n - 1 - k);
      g_array_index (values, double, n - 1 - k) = swap;
    }
  return values;
}

void
wb_lab_study_knob_show (WbAxisKnob *knob, const LabStudyKind *kind, const LabResult *result)
{
  const LabTable *table = result != NULL ? lab_result_table (result, kind->knob_table) : NULL;
  double at = result != NULL ? lab_result_number (result, kind->knob_column) : NAN;
  g_autoptr (GArray) values = table != NULL && isfinite (at) ? values_of (table, kind->knob_column, kind->knob_falls) : NULL;

  gtk_widget_set_visible (GTK_WIDGET (knob), values != NULL && values->len > 1);
  if (values != NULL && values->len > 1)
    wb_axis_knob_set (knob, (const double *) (gpointer) values->data, (int) values->len, at);
}
