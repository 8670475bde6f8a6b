/* Makes the views of the studies of a method as a map: the orbit diagram over the step size, and the modified equation. */
#include <math.h>

#include "plot-study-picture.h"
#include "plot-study-private.h"
#include "plot-text.h"
#include "plot-words.h"

#define DATA PLOT_STUDY_DATA

/* ---- study method-map ---- */

/* Least part of the range of step sizes in which the orbits of a regime lie so that its name is shown, and the part of the range that a
 * name covers. */
#define LEAST_REGIME 0.1
#define NAME_WIDTH 0.34
/* Distance of a name from the points, as a part of their vertical extent. */
#define NAME_DISTANCE 0.08

/* Finds the longest range of neighbouring step sizes whose orbits have this number of values. Returns FALSE if it is too short for a
 * name. */
static gboolean
find_regime (const LabTable *steps, int values, double range, double *from, double *to)
{
  int n = lab_table_n_rows (steps);

  *from = *to = 0;
  for (int r = 0, end; r < n; r = end + 1)
    {
      for (end = r; end < n && lab_table_number (steps, end, 1) == values; end++)
        ;
      if (end > r && lab_table_number (steps, end - 1, 0) - lab_table_number (steps, r, 0) > *to - *from)
        {
          *from = lab_table_number (steps, r, 0);
          *to = lab_table_number (steps, end - 1, 0);
        }
    }
  return *to - *from >= LEAST_REGIME * range;
}

/* Writes the name of a regime above or below the points that lie there. */
static void
add_regime (PlotView *view, const char *name, gboolean above, const GArray *x, const GArray *y, double left, double right)
{
  PlotStyle grey = { .series = PLOT_SERIES_SECONDARY };
  double low = INFINITY, high = -INFINITY, bottom = INFINITY, top = -INFINITY, at;

  for (guint k = 0; k < x->len; k++)
    {
      double value = g_array_index (y, double, k);

      bottom = fmin (bottom, value);
      top = fmax (top, value);
      if (g_array_index (x, double, k) < left || g_array_index (x, double, k) > right)
        continue;
      low = fmin (low, value);
      high = fmax (high, value);
    }
  at = above ? high + NAME_DISTANCE * (top - bottom) : low - NAME_DISTANCE * (top - bottom);
  if (at < top && at > bottom) /* otherwise the name would be outside the axes */
    plot_view_add (view, plot_layer_text_new (name, above ? left : right, at, above ? 0 : 1, &grey, FALSE));
}

static void
add_regimes (PlotView *view, const LabTable *steps, const GArray *x, const GArray *y, double low, double high)
{
  double range = high - low, from, to;

  if (find_regime (steps, 1, range, &from, &to))
    add_regime (view, _("comes to rest"), TRUE, x, y, from + 0.02 * range, fmin (from + NAME_WIDTH * range, high));
  if (find_regime (steps, 2, range, &from, &to))
    add_regime (view, _("jumps between two"), FALSE, x, y, fmax (to - NAME_WIDTH * range, low), to);
}

static void
fill_method_map (PlotView *view, const LabResult *result)
{
  const LabTable *points = lab_result_table (result, "points"), *steps = lab_result_table (result, "steps");
  g_autoptr (GArray) x = lab_table_series (points, "h", NULL, NULL), y = lab_table_series (points, points->columns[1], NULL, NULL);
  g_autoptr (GArray) at_x = g_array_new (FALSE, FALSE, sizeof (double)), at_y = g_array_new (FALSE, FALSE, sizeof (double));
  g_autofree char *h = plot_study_with_unit (_("step *h*"), points, "h"), *quantity = plot_text_variable (points->columns[1]);
  double at = lab_result_number (result, "h"), low = lab_result_number (result, "low"), high = lab_result_number (result, "high");
  PlotStyle dots = { .series = 0, .width = 1 }, knob = { .series = PLOT_SERIES_ACCENT, .width = 2, .solid = TRUE }, ring = { .series = PLOT_SERIES_REJECTED };

  plot_view_set_x_label (view, h);
  plot_view_set_y_label (view, quantity);
  plot_view_set_x_home (view, low, high);
  if (isfinite (at))
    plot_view_add (view, plot_layer_rule_new (TRUE, at, NULL, &knob));
  if (x->len > 0)
    plot_study_add_points (view, DATA (x), DATA (y), x->len, &dots, PLOT_MARKER_DISC, x->len > 2000 ? 0.6 : 0.9, NULL);
  for (guint k = 0; k < x->len; k++)
    if (g_array_index (x, double, k) == at)
      {
        g_array_append_val (at_x, at);
        g_array_append_val (at_y, g_array_index (y, double, k));
      }
  if (at_x->len > 0 && at_x->len <= 16)
    plot_study_add_points (view, DATA (at_x), DATA (at_y), at_x->len, &ring, PLOT_MARKER_DISC, 3.5, NULL);
  add_regimes (view, steps, x, y, low, high);
  plot_study_add_failures (view, steps, "h", "failure");
}

const PlotStudyPicture plot_study_picture_method_map = { .study = &lab_study_method_map, .fill = fill_method_map };

/* ---- study modified-equation ---- */

/* Points farther from the model's solution than this multiple of its extent are the growing tail of a failed study. */
#define TAIL 1.0

/* A rectangle in the plane of the view. */
typedef struct { double low[2], high[2]; } Box;

/* Returns the extent of the model's solution, enlarged by TAIL on each side. It is infinite if the model has no solution. */
static Box
box_of (const GArray *x, const GArray *y)
{
  Box box = { { INFINITY, INFINITY }, { -INFINITY, -INFINITY } };
  const GArray *both[2] = { x, y };

  for (int c = 0; c < 2; c++)
    {
      double extent;

      for (guint k = 0; k < both[c]->len; k++)
        {
          box.low[c] = fmin (box.low[c], g_array_index (both[c], double, k));
          box.high[c] = fmax (box.high[c], g_array_index (both[c], double, k));
        }
      extent = TAIL * (box.high[c] - box.low[c]);
      if (!(extent > 0))
        extent = INFINITY;
      box.low[c] -= extent;
      box.high[c] += extent;
    }
  return box;
}

/* Removes all points from the first one outside the box on. Returns FALSE if there is none; otherwise sets at to this point, moved to the
 * border. */
static gboolean
cut (GArray *x, GArray *y, const Box *box, double at[2])
{
  for (guint n = 0; n < x->len; n++)
    {
      at[0] = CLAMP (g_array_index (x, double, n), box->low[0], box->high[0]);
      at[1] = CLAMP (g_array_index (y, double, n), box->low[1], box->high[1]);
      if (at[0] == g_array_index (x, double, n) && at[1] == g_array_index (y, double, n))
        continue;
      g_array_set_size (x, n);
      g_array_set_size (y, n);
      return TRUE;
    }
  return FALSE;
}

static void
fill_modified_equation (PlotView *view, const LabResult *result)
{
  const LabTable *points = lab_result_table (result, "points"), *model = lab_result_table (result, "model"), *modified = lab_result_table (result, "modified");
  gboolean plane = points->n_columns > 2;
  const char *x = points->columns[plane ? 1 : 0], *y = points->columns[plane ? 2 : 1];
  PlotStyle dashed = { .series = PLOT_SERIES_SECONDARY, .width = 1.2, .dashed = TRUE }, solid = { .series = 1, .width = 1.8, .solid = TRUE };
  PlotStyle disc = { .series = 0 }, red = { .series = PLOT_SERIES_REJECTED };
  g_autoptr (GArray) px = lab_table_series (points, x, NULL, NULL), py = lab_table_series (points, y, NULL, NULL);
  g_autoptr (GArray) mx = lab_table_series (model, x, NULL, NULL), my = lab_table_series (model, y, NULL, NULL);
  g_autoptr (GArray) ex = lab_table_series (modified, x, NULL, NULL), ey = lab_table_series (modified, y, NULL, NULL);
  g_autofree char *x_name = plane ? plot_text_variable (x) : plot_study_with_unit ("*t*", points, "t"), *y_name = plot_text_variable (y);
  Box box = box_of (mx, my);
  double at[2];

  plot_view_set_x_label (view, x_name);
  plot_view_set_y_label (view, y_name);
  plot_study_add_line (view, DATA (mx), DATA (my), mx->len, &dashed, _("model"));
  cut (ex, ey, &box, at);
  plot_study_add_line (view, DATA (ex), DATA (ey), ex->len, &solid, _("modified equation"));
  if (cut (px, py, &box, at))
    plot_study_add_points (view, &at[0], &at[1], 1, &red, PLOT_MARKER_CROSS, 4, _("grows"));
  plot_study_add_points (view, DATA (px), DATA (py), px->len, &disc, PLOT_MARKER_DISC, 2.8, _("steps"));
}

const PlotStudyPicture plot_study_picture_modified_equation = { .study = &lab_study_modified_equation, .fill = fill_modified_equation };
