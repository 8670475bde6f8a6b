/* Arranges views on a page: divides the width among the columns and the height among the views of a column, and draws
 * them with letters and a caption. */
#include "plot-figure.h"

#include <math.h>
#include <string.h>

#include "plot-words.h"

#define MAX_COLUMNS 6

typedef struct
{
  PlotView *view;
  int column;
  double weight;
  double box[4];
} Cell;

struct PlotFigure
{
  GArray *cells;
  double column_weights[MAX_COLUMNS];
  char *caption;
  PlotTheme theme;
  PlotTimeAxis *axis;   /* time axis that all views share, if the figure was made for a run */
  PlotProgressFunc progress;
  gpointer user;
  const atomic_bool *cancelled;
};

static void
cell_clear (gpointer data)
{
  plot_view_free (((Cell *) data)->view);
}

PlotFigure *
plot_figure_new (void)
{
  PlotFigure *figure = g_new0 (PlotFigure, 1);

  figure->cells = g_array_new (FALSE, FALSE, sizeof (Cell));
  g_array_set_clear_func (figure->cells, cell_clear);
  for (int i = 0; i < MAX_COLUMNS; i++)
    figure->column_weights[i] = 1;
  figure->theme = *plot_theme_get (PLOT_THEME_PAPER);
  return figure;
}

void
plot_figure_free (PlotFigure *figure)
{
  if (figure == NULL)
    return;
  g_array_unref (figure->cells);
  g_clear_pointer (&figure->axis, plot_time_axis_unref);
  g_free (figure->caption);
  g_free (figure);
}

void
plot_figure_add (PlotFigure *figure, int column, PlotView *view, double weight)
{
  Cell cell = { view, CLAMP (column, 0, MAX_COLUMNS - 1), weight, { 0 } };

  plot_view_set_theme (view, &figure->theme);
  g_array_append_val (figure->cells, cell);
}

void
plot_figure_set_column_weight (PlotFigure *figure, int column, double weight)
{
  g_return_if_fail (column >= 0 && column < MAX_COLUMNS && weight > 0);
  figure->column_weights[column] = weight;
}

int
plot_figure_n_views (const PlotFigure *figure)
{
  return (int) figure->cells->len;
}

void
plot_figure_set_caption (PlotFigure *figure, const char *caption)
{
  char *copy = g_strdup (caption);

  g_free (figure->caption);
  figure->caption = copy;
}

void
plot_figure_set_theme (PlotFigure *figure, const PlotTheme *theme)
{
  figure->theme = *theme;
  for (guint i = 0; i < figure->cells->len; i++)
    plot_view_set_theme (g_array_index (figure->cells, Cell, i).view, theme);
}

guint64
plot_figure_serial (const PlotFigure *figure)
{
  guint64 serial = 0;

  for (guint i = 0; i < figure->cells->len; i++)
    {
      PlotView *view = g_array_index (figure->cells, Cell, i).view;

      for (int k = 0; k < plot_view_n_layers (view); k++)
        if (plot_view_layer (view, k)->class->serial != NULL)
          serial += plot_view_layer (view, k)->class->serial (plot_view_layer (view, k));
    }
  return serial;
}

/* ---- layout of the views ---- */

/* Sets the heights of the views of a column by their weights. Only the lowest view on a time axis has tick labels, whose height is added to
 * its own. */
static void
layout_column (PlotFigure *figure, int column, double x, double y, double width, double height)
{
  double total = 0, fixed = 0;
  Cell *last = NULL;
  gboolean first = TRUE;

  for (guint i = 0; i < figure->cells->len; i++)
    {
      Cell *cell = &g_array_index (figure->cells, Cell, i);

      if (cell->column != column)
        continue;
      total += cell->weight;
      last = cell;
    }
  if (last == NULL)
    return;
  for (guint i = 0; i < figure->cells->len; i++)
    {
      Cell *cell = &g_array_index (figure->cells, Cell, i);

      if (cell->column != column || plot_view_time_axis (cell->view) == NULL)
        continue;
      plot_view_set_x_labels_shown (cell->view, cell == last);
      plot_view_set_playhead_handle (cell->view, first);
      first = FALSE;
    }
  fixed = plot_view_time_axis (last->view) != NULL && total > last->weight ? figure->theme.margin_bottom : 0;
  for (guint i = 0; i < figure->cells->len; i++)
    {
      Cell *cell = &g_array_index (figure->cells, Cell, i);
      double h;

      if (cell->column != column)
        continue;
      h = (height - fixed) * cell->weight / total + (cell == last ? fixed : 0);
      cell->box[0] = x;
      cell->box[1] = y;
      cell->box[2] = width;
      cell->box[3] = h;
      y += h;
    }
}

static void
layout (PlotFigure *figure, double width, double height)
{
  const PlotTheme *theme = &figure->theme;
  double margin = theme->margin_free * 0.75, gap = theme->margin_free, total = 0, x = margin;
  double caption = figure->caption != NULL ? theme->size_tick * 2 : 0;
  gboolean used[MAX_COLUMNS] = { FALSE };
  int n_used = 0;

  for (guint i = 0; i < figure->cells->len; i++)
    used[g_array_index (figure->cells, Cell, i).column] = TRUE;
  for (int c = 0; c < MAX_COLUMNS; c++)
    if (used[c])
      {
        total += figure->column_weights[c];
        n_used++;
      }
  for (int c = 0; c < MAX_COLUMNS; c++)
    if (used[c])
      {
        double w = (width - 2 * margin - (n_used - 1) * gap) * figure->column_weights[c] / total;

        layout_column (figure, c, x, margin, w, height - 2 * margin - caption);
        x += w + gap;
      }
}

void
plot_figure_set_progress (PlotFigure *figure, PlotProgressFunc progress, gpointer user, const atomic_bool *cancelled)
{
  figure->progress = progress;
  figure->user = user;
  figure->cancelled = cancelled;
}

void
plot_figure_draw (PlotFigure *figure, PlotCanvas *canvas, double width, double height)
{
  const PlotTheme *theme = &figure->theme;

  canvas->cancelled = figure->cancelled;
  layout (figure, width, height);
  /* Update all ranges before drawing, because each view reports its smallest time to the shared axis. */
  for (guint i = 0; i < figure->cells->len; i++)
    {
      Cell *cell = &g_array_index (figure->cells, Cell, i);

      plot_view_layout (cell->view, cell->box[2], cell->box[3]);
      plot_view_ranges (cell->view);
    }
  for (guint i = 0; i < figure->cells->len; i++)
    {
      Cell *cell = &g_array_index (figure->cells, Cell, i);

      if (figure->progress != NULL)
        figure->progress (figure->user, (double) i / figure->cells->len);
      if (plot_canvas_is_cancelled (canvas))
        return;
      cairo_save (canvas->cr);
      cairo_translate (canvas->cr, cell->box[0], cell->box[1]);
      plot_view_draw_canvas (cell->view, canvas, cell->box[2], cell->box[3]);
      cairo_restore (canvas->cr);
    }
  if (figure->caption != NULL)
    plot_canvas_text (canvas, figure->caption, theme->size_tick, PLOT_TEXT_NORMAL, theme->margin_free * 0.75,
                      height - theme->margin_free * 0.75 - theme->size_tick * 0.3, 0, theme->secondary);
}

/* ---- figures of a run ---- */

static void
add_lettered (PlotFigure *figure, int column, PlotView *view, double weight, gboolean lettered)
{
  char letter[2] = { (char) ('a' + figure->cells->len % 26), '\0' };

  if (lettered && !figure->theme.card)
    plot_view_set_letter (view, letter);
  plot_figure_add (figure, column, view, weight);
}

/* Returns the plot of this kind that the model's file describes. If there is none, or its columns do not exist, returns a default plot of
 * this kind. */
static PlotView *
view_of (const PlotKind *kind, const PlotRun *run, PlotTimeAxis *axis)
{
  PlotSource source = { .run = *run };
  g_autoptr (PlotSpec) own = plot_spec_for_run (kind, run), usual = NULL;
  PlotView *view = plot_spec_view (own, &source, axis);

  if (view != NULL)
    return view;
  usual = plot_spec_new (kind, 0, 1);
  return plot_spec_view (usual, &source, axis);
}

static gboolean
add_all (PlotFigure *figure, const PlotRun *run)
{
  for (int i = 0; plot_kinds[i] != NULL; i++)
    {
      const PlotKind *kind = plot_kinds[i];
      PlotView *view = kind->height > 0 ? view_of (kind, run, figure->axis) : NULL;

      if (view != NULL)
        add_lettered (figure, kind->across == PLOT_OVER_TIME ? 0 : 1, view, kind->height, TRUE);
    }
  return TRUE;
}

static gboolean
add_one (PlotFigure *figure, const PlotRun *run, const char *which, GError **error)
{
  const PlotKind *kind = plot_kind_find (which);
  PlotSource source = { .run = *run };
  PlotView *view;

  if (kind == NULL)
    {
      g_set_error (error, PLOT_ERROR, PLOT_ERROR_VIEW, _("There is no view “%s”."), which);
      return FALSE;
    }
  if (!plot_kind_fits (kind, &source, error))
    return FALSE;
  view = view_of (kind, run, figure->axis);
  if (view == NULL)
    {
      g_set_error (error, PLOT_ERROR, PLOT_ERROR_VIEW, _("The run has nothing to show in the view “%s”."), which);
      return FALSE;
    }
  add_lettered (figure, 0, view, 1, FALSE);
  return TRUE;
}

PlotFigure *
plot_figure_new_for_model_plots (const PlotRun *run, const PlotRun *others, int n_others)
{
  g_autoptr (PlotFigure) figure = plot_figure_new ();
  Model *model = model_system_model (run->system);
  gboolean has_time = FALSE;

  figure->axis = plot_time_axis_new (run->t_start, run->t_end, model_time_unit (model));
  for (int k = 0; k < model_n_plots (model); k++)
    {
      g_autoptr (PlotSpec) spec = plot_spec_from_model (model_plot (model, k));

      has_time |= spec->kind->across == PLOT_OVER_TIME;
    }
  for (int k = 0; k < model_n_plots (model); k++)
    {
      g_autoptr (PlotSpec) spec = plot_spec_from_model (model_plot (model, k));
      PlotSource source = { .run = *run, .others = others, .n_others = n_others };
      PlotView *view = plot_spec_view (spec, &source, figure->axis);
      gboolean over_time = spec->kind->across == PLOT_OVER_TIME;

      if (view != NULL)
        add_lettered (figure, over_time || !has_time ? 0 : 1, view, MAX (spec->kind->height, 1), model_n_plots (model) > 1);
    }
  plot_figure_set_column_weight (figure, 0, 452);
  plot_figure_set_column_weight (figure, 1, 344);
  return figure->cells->len > 0 ? g_steal_pointer (&figure) : NULL;
}

PlotFigure *
plot_figure_new_for_run (const PlotRun *run, const char *which, GError **error)
{
  g_autoptr (PlotFigure) figure = plot_figure_new ();
  Model *model = run->system != NULL ? model_system_model (run->system) : NULL;

  figure->axis = plot_time_axis_new (run->t_start, run->t_end, model != NULL ? model_time_unit (model) : "");
  if (!(strcmp (which, "all") == 0 ? add_all (figure, run) : add_one (figure, run, which, error)))
    return NULL;
  plot_figure_set_column_weight (figure, 0, 452);
  plot_figure_set_column_weight (figure, 1, 344);
  return g_steal_pointer (&figure);
}
