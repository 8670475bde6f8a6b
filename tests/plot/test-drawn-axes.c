/* Draws axes with many ranges, labels and themes, and compares what is drawn with tests/plot/drawn-axes.txt. */
#include <glib.h>
#include <math.h>

#include "drawn.h"
#include "plot-layers.h"

static DrawnTable *table;

typedef struct
{
  const char *name;
  double x_low, x_high, y_low, y_high;
  const char *x_label, *y_label, *title, *remark;
  gboolean log_x, log_y, reversed, equal, no_title, no_x, no_y;
  double left, right; /* margins; 0: those of the theme */
  const char *curve;  /* name of the curve in the key; NULL: "curve" */
} Axes;

static const Axes rows[] = {
  { "usual axes", 0, 10, -1, 1, "*t* (s)", "*x* (m)", "Title", "remark" },
  { "small values", 0, 3e-7, -2e-9, 4e-9, "*t*", "*x_1*", "Small", NULL },
  { "large values", 1e6, 5e6, 2e12, 7e12, "*N*", "*E* (J)", "Large", NULL },
  { "small range of large values", 1000000, 1000000.5, 7.0001, 7.0002, "*t*", "*x*", "Offset", "zoomed" },
  { "negative values", -500, -20, -0.9, -0.1, "*a*", "*b*", NULL, NULL },
  { "a range of one value", 2, 2, 5, 5, "*a*", "*b*", "Flat", NULL },
  { "few decades", 1, 50, 0.2, 3, "*h*", "error", "Few", NULL, .log_x = TRUE, .log_y = TRUE },
  { "many decades", 1e-12, 1e3, 1e-30, 1e20, "*h*", "error", "Many", NULL, .log_x = TRUE, .log_y = TRUE },
  { "part of a decade", 2, 7, 310, 420, "*h*", "error", "Part", NULL, .log_x = TRUE, .log_y = TRUE },
  { "reversed decades", 1e-10, 1e-2, 0, 4, "accuracy", "digits", "Reversed", NULL, .log_x = TRUE, .reversed = TRUE },
  { "reversed axis", 0, 25, 0, 1, "*x*", "*y*", "Reversed", NULL, .reversed = TRUE },
  { "equal units", -3, 3, -1, 1, "*x*", "*y*", "Equal", NULL, .equal = TRUE },
  { "no title", 0, 10, 1e-7, 5e-7, "*t*", "*x*", "Title", NULL, .no_title = TRUE },
  { "no horizontal axis", 0, 10, 0, 1, "*t*", "*x*", "Title", NULL, .no_x = TRUE },
  { "no vertical axis", 0, 10, 0, 1, "*t*", "*x*", "Title", NULL, .no_y = TRUE },
  { "wide margins", 0, 10, 0, 12345, "*t*", "*x* (m)", "Title",
    "a remark that is so long that it does not fit beside the title of the plot", .left = 90, .right = 40 },
  { "long labels", 0, 10, 0, 1, "the time since the start of the run in seconds of the clock on the wall",
    "amplitude of the oscillation (mm)", "A long title of a plot", "with a remark" },
  { "a long name in the key", 0, 10, 0, 1, "*t*", "*x*", "Title", NULL,
    .curve = "measurements-of-the-second-series-with-the-new-sensor-and-the-corrected-clock-of-the-laboratory-in-the-cellar-of-the-old-building.csv" },
};

static PlotView *
make_view (gconstpointer data)
{
  const Axes *axes = data;
  const double x[] = { axes->x_low, sqrt (fabs (axes->x_low * axes->x_high)), axes->x_high };
  const double y[] = { axes->y_low, 0.3 * axes->y_low + 0.7 * axes->y_high, axes->y_high };
  PlotView *view = plot_view_new ();
  PlotLayer *line = plot_layer_line_new (x, y, 3, &(PlotStyle){ .series = 1 });

  plot_layer_set_label (line, axes->curve != NULL ? axes->curve : "curve", "remark", TRUE, axes->curve == NULL); /* the label of a file is not at a curve */
  plot_view_set_log (view, axes->log_x, axes->log_y);
  plot_view_set_x_label (view, axes->x_label);
  plot_view_set_y_label (view, axes->y_label);
  plot_view_set_title (view, axes->title, axes->remark);
  if (axes->reversed)
    plot_view_set_x_reversed (view, TRUE);
  plot_view_set_equal (view, axes->equal);
  plot_view_set_title_shown (view, !axes->no_title);
  plot_view_set_axes_shown (view, !axes->no_x, !axes->no_y);
  if (axes->left > 0)
    plot_view_set_margins (view, axes->left, axes->right);
  plot_view_add (view, line);
  return view;
}

static void
test_axes (void)
{
  for (gsize k = 0; k < G_N_ELEMENTS (rows); k++)
    {
      g_autoptr (PlotView) view = make_view (&rows[k]);

      drawn_table_view (table, rows[k].name, k == 0 ? DRAWN_ALL : DRAWN_SMALL | DRAWN_PAGE, view);
      drawn_check_memory (rows[k].name, make_view, &rows[k]);
    }
  drawn_table_check (table);
}

/* Values of 0 and below on logarithmic axes are in a band at the edge. */
static void
test_band (void)
{
  const double x[] = { 0, 0.01, 0.5, 20 }, y[] = { -1, 0, 3, 50 };
  g_autoptr (PlotView) view = plot_view_new ();
  PlotLayer *line = plot_layer_line_new (x, y, 4, &(PlotStyle){ .series = 0 });

  plot_layer_line_set_marker (line, PLOT_MARKER_RING, 3, TRUE);
  plot_view_set_log (view, TRUE, TRUE);
  plot_view_set_title (view, "Band", NULL);
  plot_view_add (view, line);
  drawn_table_view (table, "values without a logarithm", DRAWN_SMALL | DRAWN_PAGE, view);
  drawn_table_check (table);
}

typedef struct
{
  PlotView *view;
  PlotTheme theme;
  double scale;
} Themed;

static gboolean
draw_themed (gpointer user, cairo_t *cr, const DrawnSize *size)
{
  const Themed *themed = user;
  PlotCanvas canvas;

  plot_view_set_theme (themed->view, &themed->theme);
  if (themed->theme.card)
    return plot_view_draw (themed->view, cr, size->width, size->height, themed->scale);
  plot_canvas_init_cairo (&canvas, cr, 1, TRUE);
  plot_view_draw_canvas (themed->view, &canvas, size->width, size->height);
  return FALSE;
}

static void
test_themes (void)
{
  for (int id = 0; id < PLOT_N_THEMES + 2; id++)
    {
      const PlotTheme *theme = plot_theme_get (id < PLOT_N_THEMES ? (PlotThemeId)id : PLOT_THEME_LIGHT);
      g_autoptr (PlotView) view = make_view (&rows[1]);
      Themed themed = { view, id < PLOT_N_THEMES ? *theme : plot_theme_scaled (theme, id == PLOT_N_THEMES ? 1.6 : 1, 1.3),
                        id == PLOT_N_THEMES ? 2 : 1 };
      g_autofree char *name = id < PLOT_N_THEMES ? g_strdup_printf ("theme %s", theme->id)
                                                 : g_strdup (id == PLOT_N_THEMES ? "lecture theme" : "theme with large text");

      drawn_table_drawing (table, name, theme->card ? DRAWN_SMALL : DRAWN_PAGE, draw_themed, &themed);
    }
  drawn_table_check (table);
}

int
main (int argc, char **argv)
{
  int status;

  table = drawn_table_open (&argc, &argv, "drawn-axes.txt");
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/drawn/axes/axes-draw-the-recorded-pictures", test_axes);
  g_test_add_func ("/drawn/axes/values-without-a-logarithm-draw-the-recorded-pictures", test_band);
  g_test_add_func ("/drawn/axes/themes-draw-the-recorded-pictures", test_themes);
  drawn_table_add_last_test (table, "/drawn/axes/every-recorded-picture-is-drawn");
  status = g_test_run ();
  drawn_table_close (table);
  return status;
}
