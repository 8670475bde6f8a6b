/* Makes views of the grids of a study's result. */
#include <math.h>
#include <string.h>

#include "plot-layers.h"
#include "plot-study-grid.h"

static const LabTable *
table_of (const LabResult *result, const char *name)
{
  for (guint k = 0; k < result->tables->len; k++)
    if (strcmp (((const LabTable *) result->tables->pdata[k])->name, name) == 0)
      return result->tables->pdata[k];
  return NULL;
}

static const LabCell *
row_of (const LabTable *table, int row)
{
  return &g_array_index (table->cells, LabCell, row * table->n_columns);
}

int
plot_study_n_attractors (const LabResult *result)
{
  const LabTable *table = table_of (result, "attractors");
  int n = 0;

  for (int r = 0; table != NULL && r < lab_table_n_rows (table); r++)
    n = MAX (n, row_of (table, r)[0].text[0] - 'A' + 1);
  return n;
}

/* Finds the positions of the attractors in the plane of the grid; NaN for those without a position. The table has one row for each state of
 * each attractor. */
static void
find_positions (const LabResult *result, const LabGrid *grid, int n, double *x, double *y)
{
  const LabTable *table = table_of (result, "attractors");

  for (int k = 0; k < n; k++)
    x[k] = y[k] = NAN;
  for (int r = 0; table != NULL && r < lab_table_n_rows (table); r++)
    {
      const LabCell *row = row_of (table, r);
      int k = row[0].text[0] - 'A';

      if (strcmp (row[2].text, grid->x_name) == 0)
        x[k] = row[3].value;
      if (strcmp (row[2].text, grid->y_name) == 0)
        y[k] = row[3].value;
    }
  /* If the grid has only one axis, all attractors are drawn on that axis. */
  for (int k = 0; k < n && *grid->y_name == '\0'; k++)
    y[k] = 0;
}

static PlotView *
basin_new (const LabResult *result, const LabGrid *grid, const PlotStudyText *text, const PlotStudyPath *path)
{
  gsize n = (gsize) grid->nx * (gsize) grid->ny;
  int n_attractors = plot_study_n_attractors (result);
  gboolean is_line = *grid->y_name == '\0';
  g_autofree float *capture = g_new (float, n);
  g_autofree double *x = g_new (double, n_attractors + 1), *y = g_new (double, n_attractors + 1);
  PlotBasin basin = {
    .title = text->title, .remark = text->remark, .x_label = text->x_label, .y_label = text->y_label, .x_low = grid->x_low,
    .x_high = grid->x_high, .y_low = is_line ? -0.5 : grid->y_low, .y_high = is_line ? 0.5 : grid->y_high, .nx = grid->nx, .ny = grid->ny,
    .attractor = grid->codes,
    .capture = capture, .n_attractors = n_attractors, .x = x, .y = y,
  };

  for (gsize k = 0; k < n; k++)
    capture[k] = (float) grid->values[k];
  find_positions (result, grid, n_attractors, x, y);
  if (path != NULL)
    {
      basin.path_x = path->x;
      basin.path_y = path->y;
      basin.n_path = path->n;
    }
  return plot_study_basin_new (&basin);
}

/* Largest number of points of a curve that have markers; more would merge. */
#define MOST_MARKS 60

/* Makes the view of a grid with one row: a curve over x. */
static PlotView *
curve_new (const LabGrid *grid, const PlotStudyText *text)
{
  PlotView *view = plot_view_new ();
  g_autofree double *x = g_new (double, grid->nx);
  PlotLayer *line;

  for (int i = 0; i < grid->nx; i++)
    x[i] = lab_grid_x (grid, i);
  line = plot_layer_line_new (x, grid->values, (gsize) grid->nx, &(PlotStyle) { .series = 0 });
  if (grid->nx <= MOST_MARKS)
    plot_layer_line_set_marker (line, PLOT_MARKER_DISC, 2.2, TRUE);
  plot_layer_set_quantity (line, grid->name);
  plot_layer_set_unit (line, *grid->unit != '\0' ? grid->unit : NULL);
  plot_view_set_title (view, text->title, text->remark);
  plot_view_set_x_label (view, text->x_label);
  plot_view_set_y_label (view, text->y_label);
  plot_view_set_x_home (view, x[0], x[grid->nx - 1]);
  plot_view_add (view, line);
  return view;
}

PlotView *
plot_study_grid_new (const LabResult *result, int index, const PlotStudyText *text, const PlotStudyPath *path)
{
  const LabGrid *grid = result->grids->pdata[index];

  if (grid->codes != NULL)
    return basin_new (result, grid, text, path);
  if (*grid->y_name == '\0')
    return curve_new (grid, text);
  return plot_study_map_new (&(PlotMap) {
    .title = text->title, .remark = text->remark, .x_label = text->x_label, .y_label = text->y_label, .name = grid->name,
    .unit = *grid->unit != '\0' ? grid->unit : NULL, .x_low = grid->x_low, .x_high = grid->x_high, .y_low = grid->y_low,
    .y_high = grid->y_high, .nx = grid->nx, .ny = grid->ny, .value = grid->values,
    .colors = grid->is_signed ? PLOT_MAP_DIVERGING : PLOT_MAP_SEQUENTIAL });
}
