/* Builds the views of Poincaré sections and of the convergence of Lyapunov exponents. */
#include "plot-study-dynamics.h"

#include <math.h>

#include "plot-format.h"
#include "plot-layers.h"
#include "plot-study-picture.h"
#include "plot-text.h"
#include "plot-words.h"

#define DATA(array) ((const double *) (gconstpointer) (array)->data)

/* The table of points has the time in its first column and the states after it. */
#define FIRST_STATE 1

/* ---- Poincaré sections ---- */

/* A state varies between the points if its range is more than this fraction of its largest magnitude; smaller differences come from the
 * location of the points on the section. */
#define VARIES 1e-6

int
plot_study_section_n_states (const LabResult *result)
{
  return lab_result_table (result, "points")->n_columns - FIRST_STATE;
}

const char *
plot_study_section_state (const LabResult *result, int state)
{
  return lab_result_table (result, "points")->columns[FIRST_STATE + state];
}

static gboolean
varies (const LabTable *points, int state)
{
  double low = INFINITY, high = -INFINITY;

  for (int r = 0; r < lab_table_n_rows (points); r++)
    {
      low = fmin (low, lab_table_number (points, r, FIRST_STATE + state));
      high = fmax (high, lab_table_number (points, r, FIRST_STATE + state));
    }
  return high - low > VARIES * fmax (fabs (low), fabs (high)) && high - low > VARIES;
}

/* Two states are not drawn against each other without need if their correlation is nearer to ±1 than this: on the section one of them is a
 * linear function of the other. */
#define SAME_LINE 1e-9

static gboolean
are_on_a_line (const LabTable *points, int a, int b)
{
  int n = lab_table_n_rows (points);
  double mean[2] = { 0 }, aa = 0, bb = 0, ab = 0;

  for (int r = 0; r < n; r++)
    {
      mean[0] += lab_table_number (points, r, FIRST_STATE + a) / n;
      mean[1] += lab_table_number (points, r, FIRST_STATE + b) / n;
    }
  for (int r = 0; r < n; r++)
    {
      double x = lab_table_number (points, r, FIRST_STATE + a) - mean[0], y = lab_table_number (points, r, FIRST_STATE + b) - mean[1];

      aa += x * x;
      bb += y * y;
      ab += x * y;
    }
  return ab * ab >= (1 - SAME_LINE) * aa * bb;
}

void
plot_study_section_axes (const LabResult *result, int *across, int *up)
{
  const LabTable *points = lab_result_table (result, "points");
  int n = plot_study_section_n_states (result), other = -1;

  if (*across < 0 || *across >= n)
    {
      *across = 0;
      for (int k = n; k-- > 0;)
        if (k != *up && varies (points, k))
          *across = k;
    }
  for (int k = n; k-- > 0;)
    if (k != *across && varies (points, k) && !are_on_a_line (points, *across, k))
      other = k;
  if (*up == PLOT_SECTION_AUTOMATIC || *up >= n)
    *up = other >= 0 ? other : PLOT_SECTION_RETURN;
}

/* Adds the points: state `across` against state `up`, or against the same state at the next point. */
static void
add_section (PlotView *view, const LabResult *result, int across, int up)
{
  const LabTable *points = lab_result_table (result, "points");
  g_autoptr (GArray) x = lab_table_series (points, points->columns[FIRST_STATE + across], NULL, NULL);
  g_autoptr (GArray) y = lab_table_series (points, points->columns[FIRST_STATE + (up >= 0 ? up : across)], NULL, NULL);
  PlotStyle dots = { .series = 0, .width = 1 };
  guint n = x->len, shift = up >= 0 ? 0 : 1;
  PlotLayer *layer;

  if (n <= shift)
    return;
  layer = plot_layer_line_new (DATA (x), DATA (y) + shift, n - shift, &dots);
  plot_layer_line_set_marker (layer, PLOT_MARKER_DISC, n > 2000 ? 0.8 : n > 300 ? 1.4 : 2.6, FALSE);
  plot_view_add (view, layer);
}

/* Largest number of further orbits that have names in the key. */
#define MOST_NAMED_ORBITS 5

/* Returns the numbers of a column for one of the further orbits. Free it with g_array_unref. */
static GArray *
column_of_orbit (const LabTable *points, double orbit, const char *name)
{
  GArray *numbers = g_array_new (FALSE, FALSE, sizeof (double));
  const int column = lab_table_column (points, name);

  for (int r = 0; r < lab_table_n_rows (points); r++)
    if (lab_table_number (points, r, 0) == orbit)
      {
        const double number = lab_table_number (points, r, column);

        g_array_append_val (numbers, number);
      }
  return numbers;
}

/* Adds the points of the further orbits, each in the colour of its number. */
static void
add_orbits (PlotView *view, const LabResult *result, int across, int up)
{
  const LabTable *starts = lab_result_table (result, "orbits"), *points = lab_result_table (result, "further");
  const int n_orbits = starts != NULL ? lab_table_n_rows (starts) : 0;

  for (int k = 0; k < n_orbits; k++)
    {
      const PlotStyle dots = { .series = (k + 1) % PLOT_N_SERIES, .width = 1 };
      g_autoptr (GArray) x = column_of_orbit (points, lab_table_number (starts, k, 0), plot_study_section_state (result, across));
      g_autoptr (GArray) y = column_of_orbit (points, lab_table_number (starts, k, 0), plot_study_section_state (result, up >= 0 ? up : across));
      const guint shift = up >= 0 ? 0 : 1;
      g_autofree char *name = g_strdup_printf (_("orbit %d"), k + 2);
      PlotLayer *layer;

      if (x->len <= shift)
        continue;
      layer = plot_layer_line_new (DATA (x), DATA (y) + shift, x->len - shift, &dots);
      plot_layer_line_set_marker (layer, PLOT_MARKER_DISC, x->len > 2000 ? 0.8 : x->len > 300 ? 1.4 : 2.6, FALSE);
      if (n_orbits <= MOST_NAMED_ORBITS)
        plot_layer_set_label (layer, name, NULL, TRUE, FALSE);
      plot_view_add (view, layer);
    }
}

static void
add_diagonal (PlotView *view, const LabResult *result, int across)
{
  const LabTable *points = lab_result_table (result, "points");
  double low = INFINITY, high = -INFINITY, pad;
  PlotStyle style = { .series = PLOT_SERIES_SECONDARY, .width = 1.2, .dashed = TRUE };
  PlotLayer *layer;

  for (int r = 0; r < lab_table_n_rows (points); r++)
    {
      low = fmin (low, lab_table_number (points, r, FIRST_STATE + across));
      high = fmax (high, lab_table_number (points, r, FIRST_STATE + across));
    }
  if (!(low <= high))
    return;
  pad = fmax (0.08 * (high - low), 0.02 * fmax (fabs (low), fabs (high)));
  layer = plot_layer_line_new ((double[]) { low - pad, high + pad }, (double[]) { low - pad, high + pad }, 2, &style);
  plot_layer_set_label (layer, _("closed orbits"), NULL, TRUE, FALSE);
  plot_view_add (view, layer);
}

/* Adds a ring at the point of the closed orbit on the section. */
static void
add_cycle (PlotView *view, const LabResult *result, int across, int up)
{
  const LabTable *cycles = lab_result_table (result, "cycles");
  int x_column, y_column;
  double x, y;
  PlotStyle ring = { .series = 4, .width = 2 };
  PlotLayer *layer;

  /* A closed orbit of several returns is on the section at other points too, so its first point is not on the diagonal. */
  if (cycles == NULL || lab_table_n_rows (cycles) == 0 || (up < 0 && lab_result_number (result, "period") != 1))
    return;
  x_column = lab_table_column (cycles, plot_study_section_state (result, across));
  y_column = lab_table_column (cycles, plot_study_section_state (result, up >= 0 ? up : across));
  x = lab_table_number (cycles, 0, x_column);
  y = lab_table_number (cycles, 0, y_column);
  layer = plot_layer_line_new (&x, &y, 1, &ring);
  plot_layer_line_set_marker (layer, PLOT_MARKER_RING, 6, FALSE);
  plot_layer_set_label (layer, _("stable cycle"), NULL, TRUE, FALSE);
  plot_view_add (view, layer);
}

PlotView *
plot_study_section_new (const LabResult *result, int across, int up, const char *title, const char *remark)
{
  PlotView *view = plot_view_new ();
  g_autofree char *x = NULL, *y = NULL, *next = NULL;

  plot_study_section_axes (result, &across, &up);
  x = plot_text_variable (plot_study_section_state (result, across));
  y = plot_text_variable (plot_study_section_state (result, up >= 0 ? up : across));
  /* Translators: label of the vertical axis of a return map, "next x". */
  next = up < 0 ? g_strdup_printf (_("next %s"), y) : NULL;
  plot_view_set_title (view, title, remark);
  plot_view_set_x_label (view, x);
  plot_view_set_y_label (view, next != NULL ? next : y);
  if (up < 0)
    add_diagonal (view, result, across);
  add_cycle (view, result, across, up);
  add_section (view, result, across, up);
  add_orbits (view, result, across, up);
  return view;
}

static PlotView *
make_section (const LabStudyKind *study, const LabResult *result, const char *remark, const PlotStudyChoice *choice)
{
  return plot_study_section_new (result, choice->across, choice->up, _(study->label), remark);
}

const PlotStudyPicture plot_study_picture_poincare = { .study = &lab_study_poincare, .side = PLOT_SIDE_AXES, .make = make_section };

/* ---- Lyapunov exponents ---- */

/* The exponents over less than this fraction of the time are not drawn: they vary so much that the axis would hide the rest. */
#define FIRST_PART 0.02
/* Largest number of exponents whose curves have labels. */
#define MOST_LABELS 6
/* Width of the right margin, which has the labels, px at the usual text size. */
#define LABEL_MARGIN 84.0

static void
fill_lyapunov (PlotView *view, const LabResult *result)
{
  const LabTable *history = lab_result_table (result, "history");
  g_autoptr (GArray) t = lab_table_series (history, "time", NULL, NULL);
  g_autofree char *unit = plot_text_unit (history->units[0]);
  /* Translators: label of an axis, the time over which an average is taken. */
  g_autofree char *label = *history->units[0] != '\0' ? g_strdup_printf ("%s (%s)", _("averaging time"), unit) : g_strdup (_("averaging time"));
  guint skip = 0;

  plot_view_set_x_label (view, label);
  plot_view_set_y_label (view, _("exponent"));
  plot_view_set_margins (view, NAN, LABEL_MARGIN);
  if (t->len == 0)
    return;
  while (skip + 1 < t->len && g_array_index (t, double, skip) < FIRST_PART * g_array_index (t, double, t->len - 1))
    skip++;
  plot_view_set_x_home (view, 0, g_array_index (t, double, t->len - 1));
  for (int k = 1; k < history->n_columns; k++)
    {
      g_autoptr (GArray) value = lab_table_series (history, history->columns[k], NULL, NULL);
      PlotStyle style = { .series = (k - 1) % PLOT_N_SERIES, .width = k == 1 ? 2.4 : 1.6, .solid = TRUE };
      PlotLayer *layer = plot_layer_line_new (DATA (t) + skip, DATA (value) + skip, t->len - skip, &style);
      char number[48];

      plot_format_number (g_array_index (value, double, value->len - 1), 3, number, sizeof number);
      if (history->n_columns - 1 <= MOST_LABELS)
        plot_layer_set_label (layer, number, NULL, FALSE, TRUE);
      plot_view_add (view, layer);
    }
}

const PlotStudyPicture plot_study_picture_lyapunov = { .study = &lab_study_lyapunov, .fill = fill_lyapunov };
