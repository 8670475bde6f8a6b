/* Draws two columns of a table against each other: the picture of a study that needs no function of its own. */
#include <math.h>

#include "plot-study-private.h"
#include "plot-text.h"
#include "plot-words.h"

#define LINE_WIDTH 2
#define MARKER_RADIUS 2.6

GPtrArray *
plot_study_distinct (const LabTable *table, const char *column)
{
  GPtrArray *texts = g_ptr_array_new ();
  int c = lab_table_column (table, column);

  for (int r = 0; r < lab_table_n_rows (table); r++)
    {
      const char *text = lab_table_text (table, r, c);

      if (text != NULL && !g_ptr_array_find_with_equal_func (texts, text, g_str_equal, NULL))
        g_ptr_array_add (texts, (gpointer) text);
    }
  return texts;
}

/* Replaces the values that a logarithmic axis does not have by NaN. Returns whether a value is left. */
static gboolean
keep_positive (GArray *values)
{
  gboolean any = FALSE;

  for (guint k = 0; k < values->len; k++)
    if (g_array_index (values, double, k) > 0)
      any = TRUE;
    else
      g_array_index (values, double, k) = NAN;
  return any;
}

/* Adds the line of the rows whose column `by` has this text; NULL: of all rows. */
static void
add_series (PlotView *view, const LabPicture *picture, const LabTable *table, int index, const char *text)
{
  g_autoptr (GArray) x = lab_table_series (table, picture->x, text != NULL ? picture->by : NULL, text);
  g_autoptr (GArray) y = lab_table_series (table, picture->y, text != NULL ? picture->by : NULL, text);
  g_autofree char *label = text != NULL ? plot_text_escape (text) : NULL;
  PlotStyle style = { .series = index % PLOT_N_SERIES, .width = LINE_WIDTH };

  if ((picture->x_log && !keep_positive (x)) || (picture->y_log && !keep_positive (y)))
    return;
  if (picture->points)
    plot_study_add_points (view, PLOT_STUDY_DATA (x), PLOT_STUDY_DATA (y), x->len, &style, PLOT_MARKER_DISC, MARKER_RADIUS, label);
  else
    plot_study_add_line (view, PLOT_STUDY_DATA (x), PLOT_STUDY_DATA (y), x->len, &style, label);
}

void
plot_study_fill_columns (PlotView *view, const LabPicture *picture, const LabResult *result)
{
  const LabTable *table = lab_result_table (result, picture->table);
  g_autoptr (GPtrArray) texts = picture->by != NULL ? plot_study_distinct (table, picture->by) : NULL;
  g_autofree char *x_label = plot_study_with_unit (_(picture->x_label), table, picture->x);
  g_autofree char *y_label = plot_study_with_unit (_(picture->y_label), table, picture->y);

  plot_view_set_log (view, picture->x_log, picture->y_log);
  plot_view_set_x_label (view, x_label);
  plot_view_set_y_label (view, y_label);
  if (texts == NULL)
    add_series (view, picture, table, 0, NULL);
  for (guint k = 0; texts != NULL && k < texts->len; k++)
    add_series (view, picture, table, (int) k, texts->pdata[k]);
}
