/* Adds measured points to plots: over the curve that they measure, or in a phase portrait whose two quantities are both measured. */
#include <math.h>

#include "lab-measured.h"
#include "plot-kind-private.h"
#include "plot-text.h"
#include "plot-words.h"

/* Width of error bars, px. */
#define WIDTH 1.2

/* The points of two columns of a table. */
typedef struct { GArray *x, *y, *x_errors, *y_errors, *lines; } Points;

static void
points_clear (Points *points)
{
  g_array_unref (points->x);
  g_array_unref (points->y);
  g_array_unref (points->x_errors);
  g_array_unref (points->y_errors);
  g_array_unref (points->lines);
}

/* Returns a measured value as the curve of its quantity shows it: an angle that is wrapped is reduced to its period. */
static double
shown (double value, const ModelColumn *info)
{
  PlotTransform transform = { 0, 1, FALSE, info != NULL ? info->wrap : 0 };

  return plot_transform_apply (&transform, value);
}

/* Takes the rows of a table in which both columns have a value. */
static Points
points_of (const LabData *data, int x, int y, const ModelColumn *x_info, const ModelColumn *y_info)
{
  Points points = { g_array_new (FALSE, FALSE, sizeof (double)), g_array_new (FALSE, FALSE, sizeof (double)), g_array_new (FALSE, FALSE, sizeof (double)),
                    g_array_new (FALSE, FALSE, sizeof (double)), g_array_new (FALSE, FALSE, sizeof (int)) };
  int errors[2] = { data->columns[x].errors, data->columns[y].errors };

  for (int row = 0; row < data->n_rows; row++)
    {
      double a = shown (data->columns[x].values[row], x_info), b = shown (data->columns[y].values[row], y_info);
      double x_error = errors[0] >= 0 ? data->columns[errors[0]].values[row] : NAN, y_error = errors[1] >= 0 ? data->columns[errors[1]].values[row] : NAN;

      if (isnan (a) || isnan (b))
        continue;
      g_array_append_val (points.x, a);
      g_array_append_val (points.y, b);
      g_array_append_val (points.x_errors, x_error);
      g_array_append_val (points.y_errors, y_error);
      g_array_append_val (points.lines, data->lines[row]);
    }
  return points;
}

/* Adds the points of two columns of a table. series: colour of the points. labelled: whether the key names them, by their file if there are several tables. */
static void
add_points (PlotView *view, const PlotRun *run, int table, int x, int y, int x_column, int y_column, int series, gboolean labelled)
{
  const LabData *data = lab_measured_data (lab_measured_table (run->measured, table));
  g_autofree char *file = g_path_get_basename (data->path), *displayed = g_filename_display_name (file), *shown = plot_text_escape (displayed);
  const ModelColumn *x_info = plot_kind_column_info (run, x_column), *y_info = plot_kind_column_info (run, y_column);
  Points points = points_of (data, x, y, x_info, y_info);
  g_autofree char *x_name = plot_kind_label (run, x_column), *name = plot_kind_label (run, y_column);
  const char *time_unit = run->system != NULL ? model_time_unit (model_system_model (run->system)) : NULL;
  PlotMeasured measured = { .x = (const double *) (gconstpointer) points.x->data, .y = (const double *) (gconstpointer) points.y->data,
                            .x_errors = (const double *) (gconstpointer) points.x_errors->data,
                            .y_errors = (const double *) (gconstpointer) points.y_errors->data,
                            .lines = (const int *) (gconstpointer) points.lines->data, .n = points.x->len, .x_name = x_name, .mark = table,
                            .x_unit = x_column == PLOT_COLUMN_TIME ? time_unit : x_info != NULL ? x_info->unit : NULL };

  if (points.x->len > 0)
    {
      PlotLayer *layer = plot_layer_measured_new (&measured, &(PlotStyle) { .series = series, .width = WIDTH, .solid = TRUE });

      /* Translators: entry in the key of a plot, for the measured points. */
      plot_layer_set_label (layer, !labelled ? NULL : lab_measured_n_tables (run->measured) > 1 ? shown : _("measured"), NULL, TRUE, FALSE);
      plot_layer_set_quantity (layer, name);
      plot_layer_set_unit (layer, y_info != NULL ? y_info->unit : NULL);
      layer->rank = 90; /* after the curves, before the events */
      plot_view_add (view, layer);
    }
  points_clear (&points);
}

/* Returns the next column of a table that measures a column of the run. */
static int
next_of (const PlotRun *run, const LabMeasured *measured, int column, int after)
{
  const ModelColumn *info = plot_kind_column_info (run, column);

  return info != NULL ? lab_measured_next (measured, info->name, after) : -1;
}

/* Returns whether one of the tables measures a column of the run. */
static gboolean
is_measured (const PlotRun *run, int column)
{
  for (const LabMeasured *measured = run->measured; measured != NULL; measured = lab_measured_rest (measured))
    if (next_of (run, measured, column, -1) >= 0)
      return TRUE;
  return FALSE;
}

void
plot_kind_add_measured (PlotView *view, const PlotRun *run, const int *columns, int n_columns, int first)
{
  int n_series = 0, table = 0;

  for (int i = 0; i < n_columns; i++)
    n_series += is_measured (run, columns[i]);
  for (const LabMeasured *measured = run->measured; measured != NULL; measured = lab_measured_rest (measured), table++)
    for (int i = 0, n = 0; i < n_columns; i++)
      for (int k = next_of (run, measured, columns[i], -1); k >= 0; k = next_of (run, measured, columns[i], k))
        add_points (view, run, table, lab_measured_time (measured), k, PLOT_COLUMN_TIME, columns[i], n_series == 1 ? PLOT_SERIES_TEXT : (first + i) % PLOT_N_STYLES, n++ == 0);
}

void
plot_kind_add_measured_pair (PlotView *view, const PlotRun *run, int x_column, int y_column)
{
  int table = 0;

  for (const LabMeasured *measured = run->measured; measured != NULL; measured = lab_measured_rest (measured), table++)
    {
      const int x = x_column == PLOT_COLUMN_TIME ? lab_measured_time (measured) : next_of (run, measured, x_column, -1);
      const int y = y_column == PLOT_COLUMN_TIME ? lab_measured_time (measured) : next_of (run, measured, y_column, -1);

      if (x >= 0 && y >= 0 && x != y)
        add_points (view, run, table, x, y, x_column, y_column, PLOT_SERIES_TEXT, TRUE);
    }
}
