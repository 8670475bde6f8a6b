/* Builds the plots of the witness, the path and the widths of brackets, and their tables. */
#include "wb-search-plots.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "ode-format.h"
#include "plot-format.h"
#include "plot-layers.h"
#include "plot-text.h"
#include "wb-search-drawings.h"

/* Number of rows of the trajectory before and after the event that the plot of the path shows. */
#define PATH_ROWS 400
/* If there are more looks, only both ends and the first look beyond the zero are labelled. */
#define MOST_NAMED_LOOKS 3

static const char *
time_unit (WbRunItem *run)
{
  const char *unit = model_time_unit (wb_run_item_model (run));

  return unit != NULL ? unit : "";
}

static void
add_marker (PlotView *view, double x, double y, int series, PlotMarker marker, double radius, const char *name)
{
  const PlotStyle style = { .series = series, .solid = TRUE };
  PlotLayer *layer = plot_layer_line_new (&x, &y, 1, &style);

  plot_layer_line_set_marker (layer, marker, radius, FALSE);
  plot_view_add (view, layer);
  if (name != NULL)
    plot_view_add (view, plot_layer_note_new (name, x, y, &style));
}

static char *
signed_value (const char *what, double g)
{
  char number[64];

  plot_format_number (fabs (g), 4, number, sizeof number);
  return g_strdup_printf ("%s %s%s", what, g > 0 ? "+" : g < 0 ? "−" : "", number);
}

/* ---- the witness over the step ---- */

/* Adds a note that covers neither the curve nor a look. */
static void
add_note (PlotView *view, const WbSearchPicture *picture, const char *text, double t, double g, const PlotStyle *style)
{
  const LabSearch *used = wb_search_picture_used (picture);
  const int n = picture->n_curve + used->n_looks;
  g_autofree double *x = g_new (double, n + 1), *y = g_new (double, n + 1);
  PlotLayer *note = plot_layer_note_new (text, t, g, style);

  for (int k = 0; k < n; k++)
    {
      const gboolean curve = k < picture->n_curve;

      x[k] = picture->event->t + (curve ? picture->s[k] : used->look_s[k - picture->n_curve]);
      y[k] = curve ? picture->g[k] : used->look_g[k - picture->n_curve];
    }
  plot_layer_note_avoid (note, x, y, (gsize) n);
  plot_view_add (view, note);
}

static void
add_look (PlotView *view, const WbSearchPicture *picture, const LabSearch *used, int k, int number, int *named)
{
  const double t = picture->event->t + used->look_s[k], g = used->look_g[k];
  const gboolean other = (g > 0) != (picture->g[0] > 0) && g != 0;
  g_autofree char *what = k == 0 ? g_strdup (_("start")) : k == used->n_looks - 1 ? g_strdup (_("end")) : g_strdup_printf (_("point %d"), number);
  g_autofree char *name = signed_value (what, g);
  const gboolean is_end = k == 0 || k == used->n_looks - 1;
  const PlotStyle style = { .series = other ? PLOT_SERIES_REJECTED : is_end ? PLOT_SERIES_TEXT : 0, .solid = TRUE };

  if (!isfinite (g))
    return;
  add_marker (view, t, g, style.series, is_end ? PLOT_MARKER_DISC : PLOT_MARKER_RING, 4.5, NULL);
  if (is_end || picture->looks <= MOST_NAMED_LOOKS || (other && (*named)++ == 0))
    add_note (view, picture, name, t, g, &style);
}

/* Adds the mark of a crossing and a note that says what the search makes of it. */
static void
add_crossing (PlotView *view, const WbSearchPicture *picture, const LabCrossing *crossing)
{
  const gboolean missed = crossing->fate == LAB_CROSSING_HIDDEN || crossing->fate == LAB_CROSSING_BESIDE;
  const PlotStyle style = { .series = missed ? PLOT_SERIES_REJECTED : PLOT_SERIES_EVENT };
  const double t = picture->event->t + crossing->s;
  const char *note;

  switch (crossing->fate)
    {
    case LAB_CROSSING_FOUND: note = _("event"); break;
    case LAB_CROSSING_HIDDEN: case LAB_CROSSING_BESIDE: note = _("missed"); break;
    case LAB_CROSSING_CONDITION: note = _("condition is false"); break;
    case LAB_CROSSING_START: note = _("no sign yet"); break;
    default: note = _("crosses again");
    }
  plot_view_add (view, plot_layer_text_new (crossing->fate == LAB_CROSSING_FOUND ? "▼" : "▽", t, 0, 0.5, &style, FALSE));
  if (picture->crossings->n <= 3)
    add_note (view, picture, note, t, 0, &style);
}

/* Returns whether a look is one of the equally spaced ones. The others are close to the start of the step. */
static gboolean
is_look (const WbSearchPicture *picture, const LabSearch *used, int k)
{
  return k == 0 || k == used->n_looks - 1 || used->look_s[k] >= 0.999 * picture->event->h / (picture->looks + 1);
}

static PlotView *
witness_plot (const WbSearchPicture *picture, WbRunItem *run)
{
  const LabSearch *used = wb_search_picture_used (picture);
  const LabEvent *event = picture->event;
  const PlotStyle step = { .series = 0 }, bracket = { .series = PLOT_SERIES_ACCENT }, axis = { .series = PLOT_SERIES_SECONDARY, .solid = TRUE, .width = 1 };
  const PlotStyle line = { .series = 0, .solid = TRUE, .width = 2.4 }, other = { .series = PLOT_SERIES_REJECTED };
  const PlotStyle ghost = { .series = PLOT_SERIES_SECONDARY, .dashed = TRUE, .width = 1.2 };
  /* While other sizes are tried, the axis has at least the step of the run. */
  const double width = event->is_trial ? fmax (event->h, event->h_of_run) : event->h, t0 = event->t, t1 = event->t + event->h;
  const ModelEvent *info = model_system_event (wb_run_item_system (run), picture->witness);
  g_autofree double *t = g_new (double, picture->n_curve), *low = g_new (double, picture->n_curve), *high = g_new (double, picture->n_curve);
  g_autofree char *label = *time_unit (run) != '\0' ? g_strdup_printf ("*t* (%s)", time_unit (run)) : g_strdup ("*t*");
  g_autofree char *remark = plot_text_escape (info->crossing), *full = g_strdup_printf (_("*g* = %s, dense output"), remark);
  PlotView *view = plot_view_new ();
  double least = INFINITY, most = -INFINITY;
  int number = 0, named = 0;

  plot_view_set_title (view, _("Witness function over the step"), full);
  plot_view_set_band_reserve (view, 30);
  plot_view_set_x_label (view, label);
  plot_view_set_margins (view, 62, 16);
  for (int k = 0; k < picture->n_curve; k++)
    {
      const gboolean beyond = isfinite (picture->g[k]) && isfinite (picture->g[0]) && picture->g[0] != 0 && (picture->g[k] > 0) != (picture->g[0] > 0);

      t[k] = t0 + picture->s[k];
      low[k] = beyond ? fmin (picture->g[k], 0) : 0;
      high[k] = beyond ? fmax (picture->g[k], 0) : 0;
      if (isfinite (picture->g[k]))
        {
          least = fmin (least, picture->g[k]);
          most = fmax (most, picture->g[k]);
        }
    }
  if (!(least <= most))
    least = most = 0;
  least = fmin (least, 0);
  most = fmax (most, 0);
  if (most <= least)
    most = least + 1;
  plot_view_set_x_range (view, t0 - 0.08 * width, t0 + 1.08 * width);
  plot_view_set_y_range (view, least - 0.14 * (most - least), most + 0.16 * (most - least));
  plot_view_add (view, plot_layer_shade_new (TRUE, t0, t1, &step, 0.06));
  if (isfinite (used->first_low) && !isnan (picture->window))
    {
      plot_view_add (view, plot_layer_shade_new (TRUE, t0 + used->first_low, t0 + used->first_high, &bracket, 0.14));
      plot_view_add (view, plot_layer_text_new (_("bracket"), t0 + 0.5 * (used->first_low + used->first_high), most + 0.06 * (most - least), 0.5,
                                                &bracket, TRUE));
    }
  plot_view_add (view, plot_layer_rule_new (FALSE, 0, NULL, &axis));
  plot_view_add (view, plot_layer_band_new (t, low, high, (gsize) picture->n_curve, &other, 0.3));
  plot_view_add (view, plot_layer_line_new (t, picture->g, (gsize) picture->n_curve, &line));
  for (int i = 0; i < picture->crossings->n; i++)
    add_crossing (view, picture, &picture->crossings->crossings[i]);
  if (event->is_trial)
    plot_view_add (view, plot_layer_rule_new (TRUE, t0 + event->h_of_run, _("in the run"), &ghost));
  for (int k = 0; k < used->n_looks; k++)
    if (is_look (picture, used, k))
      add_look (view, picture, used, k, number++, &named);
  return view;
}

/* ---- the path through the event ---- */

/* Chooses two states for the axes: first those on which the witness function depends, then those that the event changes. Returns FALSE if
 * the model has only one state. */
static gboolean
choose_states (const WbSearchPicture *picture, int *x, int *y)
{
  const LabEvent *event = picture->event;
  int chosen[2], n = 0;

  if (event->n_states < 2 || picture->x == NULL)
    return FALSE;
  for (int pass = 0; pass < 3; pass++)
    for (int i = 0; i < event->n_states && n < 2; i++)
      {
        const gboolean changed = event->before != NULL && event->after != NULL && event->before[i] != event->after[i];

        if ((pass == 0 ? picture->depends[i] : pass == 1 ? changed : TRUE) && (n == 0 || chosen[0] != i))
          chosen[n++] = i;
      }
  *x = MIN (chosen[0], chosen[1]);
  *y = MAX (chosen[0], chosen[1]);
  return TRUE;
}

static void
add_rows (PlotView *view, WbRunItem *run, gsize first, gsize last, int x, int y, const PlotStyle *style, const char *label)
{
  SimTrajectory *trajectory = wb_run_item_trajectory (run);
  const gsize n = last >= first ? last - first + 1 : 0;
  g_autofree double *xs = g_new (double, n + 1), *ys = g_new (double, n + 1);
  PlotLayer *layer;

  for (gsize i = 0; i < n; i++)
    {
      const double *row = sim_trajectory_row (trajectory, first + i);

      xs[i] = row[1 + x];
      ys[i] = row[1 + y];
    }
  layer = plot_layer_line_new (xs, ys, n, style);
  plot_layer_set_label (layer, label, NULL, TRUE, FALSE);
  plot_view_add (view, layer);
}

static PlotView *
path_plot (const WbSearchPicture *picture, WbRunItem *run)
{
  const LabEvent *event = picture->event;
  const SimTrajectory *trajectory = wb_run_item_trajectory (run);
  const PlotStyle before = { .series = 0, .solid = TRUE, .width = 2.2 }, after = { .series = PLOT_SERIES_EVENT, .solid = TRUE, .width = 2.2 };
  const PlotStyle onward = { .series = PLOT_SERIES_SECONDARY, .dashed = TRUE, .width = 1.4 };
  const gsize n_rows = sim_trajectory_n_rows (trajectory);
  g_autofree char *x_name = NULL, *y_name = NULL;
  g_autofree double *xs = g_new (double, picture->n_curve), *ys = g_new (double, picture->n_curve);
  PlotView *view;
  PlotLayer *layer;
  const ModelColumn *columns[2];
  double s;
  int x, y, n = 0;

  if (!choose_states (picture, &x, &y))
    return NULL;
  columns[0] = lab_event_column (wb_run_item_system (run), x);
  columns[1] = lab_event_column (wb_run_item_system (run), y);
  x_name = plot_text_quantity (columns[0]->name, columns[0]->unit);
  y_name = plot_text_quantity (columns[1]->name, columns[1]->unit);
  view = plot_view_new ();
  plot_view_set_title (view, _("Path through the event"), NULL);
  plot_view_set_band_reserve (view, 30);
  plot_view_set_x_label (view, x_name);
  plot_view_set_y_label (view, y_name);
  s = event->index != G_MAXSIZE ? event->record.t - event->t : event->h;
  for (int k = 0; k < picture->n_curve; k++)
    if (event->is_trial || event->index == G_MAXSIZE || picture->s[k] >= s)
      {
        xs[n] = picture->x[(gsize) k * (gsize) event->n_states + (gsize) x];
        ys[n++] = picture->x[(gsize) k * (gsize) event->n_states + (gsize) y];
      }
  if (event->index != G_MAXSIZE)
    {
      const gsize row = MIN (event->record.row_before, n_rows - 1), last = MIN (event->record.row_after + PATH_ROWS, n_rows - 1);
      gsize next = last;

      /* The path extends to the next jump of the states before and after the event. */
      for (gsize i = event->record.row_after + 1; i < last && next == last; i++)
        if ((sim_trajectory_flags (trajectory, i) & SIM_ROW_BEFORE) != 0)
          next = i;
      gsize first = row > PATH_ROWS ? row - PATH_ROWS : 0;
      for (gsize i = row; i-- > first;)
        if ((sim_trajectory_flags (trajectory, i) & SIM_ROW_AFTER) != 0)
          {
            first = i;
            break;
          }
      add_rows (view, run, first, row, x, y, &before, _("before"));
      if (event->after != NULL && next > event->record.row_after)
        add_rows (view, run, event->record.row_after, next, x, y, &after, _("after"));
    }
  layer = plot_layer_line_new (xs, ys, (gsize) n, &onward);
  plot_layer_set_label (layer, event->is_trial ? _("the repeated step") : event->index != G_MAXSIZE ? _("the step without the event") : _("the step"), NULL, TRUE, FALSE);
  plot_view_add (view, layer);
  if (event->before != NULL)
    add_marker (view, event->before[x], event->before[y], PLOT_SERIES_EVENT, PLOT_MARKER_DISC, 5, NULL);
  if (event->after != NULL && (event->after[x] != event->before[x] || event->after[y] != event->before[y]))
    add_marker (view, event->after[x], event->after[y], PLOT_SERIES_EVENT, PLOT_MARKER_RING, 5, NULL);
  return view;
}

/* ---- widths of the brackets ---- */

static PlotView *
widths_plot (const WbSearchPicture *picture, WbRunItem *run)
{
  enum { MOST = 4000 };
  const PlotStyle window = { .series = PLOT_SERIES_VERIFIED, .solid = TRUE, .width = 1.5 };
  const double goal = wb_search_picture_used (picture)->window;
  g_autofree double *low = g_new (double, MOST), *high = g_new (double, MOST), *at = g_new (double, MOST), *number = g_new (double, MOST);
  g_autofree char *remark = *time_unit (run) != '\0' ? g_strdup_printf (_("(%s) per iteration"), time_unit (run)) : g_strdup (_("per iteration"));
  PlotView *view = plot_view_new ();
  double largest = 0, smallest = goal;
  int longest = 1;

  plot_view_set_title (view, _("Width of the bracket"), remark);
  plot_view_set_log (view, FALSE, TRUE);
  plot_view_set_x_label (view, _("iteration"));
  plot_view_set_band_reserve (view, 30);
  plot_view_set_margins (view, 62, 70);
  for (int i = 0; i < WB_N_FINDERS; i++)
    {
      const PlotStyle style = { .series = i, .solid = TRUE, .width = i == (int) picture->event->finder ? 2.4 : 1.4 };
      const int n = i == SIM_ISOLATE_DRAKE && picture->event->finder != SIM_ISOLATE_DRAKE ? 0 : wb_search_brackets (picture->searches[i], MOST, low, high, at);
      g_autofree char *label = NULL;
      PlotLayer *layer;

      if (n == 0)
        continue;
      for (int k = 0; k < n; k++)
        {
          number[k] = k;
          high[k] = high[k] - low[k] > 0 ? high[k] - low[k] : NAN;
          largest = fmax (largest, high[k]);
          smallest = fmin (smallest, high[k]);
        }
      longest = MAX (longest, n - 1);
      layer = plot_layer_line_new (number, high, (gsize) n, &style);
      plot_layer_line_set_marker (layer, PLOT_MARKER_DISC, i == (int) picture->event->finder ? 3.4 : 2, TRUE);
      label = g_strdup_printf (_("%s: %d"), wb_search_finder_name (i), wb_search_count (picture->searches[i]));
      plot_layer_set_label (layer, label, NULL, TRUE, FALSE);
      plot_view_add (view, layer);
    }
  if (!(largest > 0))
    {
      plot_view_free (view);
      return NULL;
    }
  plot_view_set_x_range (view, -0.02 * longest, longest * 1.02 + 0.2);
  plot_view_set_y_range (view, smallest / 4, largest * 4);
  plot_view_add (view, plot_layer_shade_new (FALSE, 0, goal, &window, 0.12));
  plot_view_add (view, plot_layer_rule_new (FALSE, goal, _("window"), &window));
  return view;
}

/* ---- public functions ---- */

char *
wb_search_looks_text (const WbSearchPicture *picture)
{
  g_autoptr (GString) missed = g_string_new (NULL);
  int n = 0;

  for (int k = 0; k < WB_N_LOOKS; k++)
    if (!picture->found[k])
      g_string_append_printf (missed, "%s%d", n++ > 0 ? ", " : "", k);
  if (n == 0)
    return g_strdup (_("The event is found with each of these numbers of guard points."));
  if (n == WB_N_LOOKS)
    return g_strdup (_("The event is not found with any of these numbers of guard points."));
  return g_strdup_printf (_("The event is missed with these numbers of guard points: %s."), missed->str);
}

char *
wb_search_caption (const WbSearchPicture *picture, WbRunItem *run)
{
  g_autofree char *name = wb_search_event_name (model_system_event (wb_run_item_system (run), picture->witness)->name);
  g_autofree char *safe = plot_text_escape (name), *window = NULL, *t = NULL, *h = NULL;
  const char *unit = time_unit (run);

  window = isnan (picture->window) ? g_strdup (_("isolation is off")) : plot_text_value (wb_search_picture_used (picture)->window, 2, unit);
  t = plot_text_value (picture->event->t, 8, unit);
  h = plot_text_value (picture->event->h, 4, unit);
  if (picture->event->is_trial)
    {
      g_autofree char *tried = plot_text_value (picture->event->h_tried, 4, unit);

      return g_strdup_printf (_("%s, step from *t* = %s, repeated with *h* = %s, not that of the run, guard points %d"), safe, t, tried, picture->looks);
    }
  return g_strdup_printf (_("%s, step from *t* = %s over *h* = %s, %s, window %s, guard points %d"), safe, t, h,
                          wb_search_finder_name ((int) picture->event->finder), window, picture->looks);
}

PlotView *
wb_search_plot_new (const WbSearchPicture *picture, WbRunItem *run, WbSearchCard card)
{
  switch (card)
    {
    case WB_SEARCH_WITNESS: return witness_plot (picture, run);
    case WB_SEARCH_PATH: return path_plot (picture, run);
    case WB_SEARCH_LOOKS: return wb_search_looks_drawing (picture);
    case WB_SEARCH_BRACKETS: return wb_search_brackets_drawing (picture, time_unit (run));
    case WB_SEARCH_WIDTHS: return widths_plot (picture, run);
    default: return NULL;
    }
}

PlotView *
wb_search_empty_plot (WbSearchCard card)
{
  PlotView *view;

  if (card != WB_SEARCH_BRACKETS && card != WB_SEARCH_WIDTHS)
    return NULL;
  view = plot_view_new ();
  plot_view_set_title (view, card == WB_SEARCH_BRACKETS ? _("Bracket") : _("Width of the bracket"),
                       card == WB_SEARCH_BRACKETS ? _("the search has no bracket in this step") : NULL);
  plot_view_set_axes_shown (view, FALSE, FALSE);
  plot_view_set_band_reserve (view, 30);
  return view;
}

/* ---- tables ---- */

/* Appends a row to a table: a name, which may be NULL, and n numbers. */
static void
append_row (GString *out, const char *name, const double *values, int n)
{
  char text[ODE_FORMAT_SIZE];

  g_string_append (out, name != NULL ? name : "");
  for (int i = 0; i < n; i++)
    {
      text[isnan (values[i]) ? 0 : ode_format_double (text, values[i])] = '\0';
      g_string_append_printf (out, "%s%s", i > 0 || name != NULL ? "\t" : "", text);
    }
  g_string_append_c (out, '\n');
}

static void
append_searches (GString *out, const WbSearchPicture *picture)
{
  for (int i = 0; i < WB_N_FINDERS; i++)
    for (int k = 0, number = 0; k < picture->searches[i]->n_probes; k++)
      {
        const LabProbe *probe = &picture->searches[i]->probes[k];
        g_autofree char *name = NULL;

        if (probe->kind != SIM_SEARCH_PROBE)
          continue;
        name = g_strdup_printf ("%s\t%d", wb_search_finder_name (i), ++number);
        append_row (out, name, (const double[]) { probe->t, probe->g, picture->event->t + probe->low, picture->event->t + probe->high }, 4);
      }
}

char *
wb_search_table_text (const WbSearchPicture *picture, WbRunItem *run, WbSearchCard card)
{
  const LabSearch *used = wb_search_picture_used (picture);
  const LabEvent *event = picture->event;
  ModelSystem *system = wb_run_item_system (run);
  GString *out = g_string_new (NULL);
  int x, y;

  switch (card)
    {
    case WB_SEARCH_WITNESS:
      g_string_append (out, "t\tg\n");
      for (int k = 0; k < picture->n_curve; k++)
        append_row (out, NULL, (const double[]) { event->t + picture->s[k], picture->g[k] }, 2);
      break;
    case WB_SEARCH_PATH:
      if (!choose_states (picture, &x, &y))
        break;
      g_string_append_printf (out, "t\t%s\t%s\n", lab_event_column (system, x)->name, lab_event_column (system, y)->name);
      for (int k = 0; k < picture->n_curve; k++)
        {
          const double *row = picture->x + (gsize) k * (gsize) event->n_states;

          append_row (out, NULL, (const double[]) { event->t + picture->s[k], row[x], row[y] }, 3);
        }
      break;
    case WB_SEARCH_LOOKS:
      g_string_append (out, "look\tt\tg\n");
      for (int k = 0; k < used->n_looks; k++)
        append_row (out, NULL, (const double[]) { k, event->t + used->look_s[k], used->look_g[k] }, 3);
      break;
    case WB_SEARCH_BRACKETS:
    case WB_SEARCH_WIDTHS:
      g_string_append (out, "finder\titeration\tt\tg\tlow\thigh\n");
      append_searches (out, picture);
      break;
    default:
      g_string_append (out, "state\tbefore\tafter\n");
      for (int i = 0; event->before != NULL && i < event->n_states + event->n_discrete; i++)
        append_row (out, lab_event_column (system, i)->name, (const double[]) { event->before[i], event->after != NULL ? event->after[i] : NAN }, 2);
    }
  return g_string_free (out, FALSE);
}
