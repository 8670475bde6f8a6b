/* Draws the end and the guard points of a step, and the crossings in it, over the size of the step on logarithmic axes. There the guard points are
 * parallel lines, and a crossing is missed where no line passes between it and the next one. */
#include "wb-event-curve-plot.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ode-format.h"
#include "plot-layers.h"

/* With more guard points their lines would cover the crossings. */
#define MOST_LINES 12
/* The first crossings of each step are drawn. */
#define MOST_TRACKS 8
/* The vertical axis begins at this fraction of the smallest size or above. */
#define LEAST 1e-3

/* The groups of crossings, each of which has a colour. */
typedef enum { TRACK_FOUND, TRACK_MISSED, TRACK_OTHER, N_TRACKS } Track;

static Track
track_of (LabCrossingFate fate)
{
  switch (fate)
    {
    case LAB_CROSSING_FOUND: return TRACK_FOUND;
    case LAB_CROSSING_HIDDEN: case LAB_CROSSING_BESIDE: return TRACK_MISSED;
    default: return TRACK_OTHER;
    }
}

/* Shades the sizes at which a crossing is missed. */
static void
add_shades (PlotView *view, const LabEventCurve *curve)
{
  const PlotStyle red = { .series = PLOT_SERIES_REJECTED };
  const double half = sqrt (curve->h[1] / curve->h[0]);

  for (int i = 0; i < curve->n;)
    {
      const int first = i;

      while (i < curve->n && curve->crossings[i].n_missed > 0)
        i++;
      if (i > first)
        plot_view_add (view, plot_layer_shade_new (TRUE, curve->h[first] / half, curve->h[i - 1] * half, &red, 0.1));
      else
        i++;
    }
}

static void
add_line (PlotView *view, const LabEventCurve *curve, double fraction, const PlotStyle *style, const char *label)
{
  g_autofree double *s = g_new (double, curve->n);
  PlotLayer *line;

  for (int i = 0; i < curve->n; i++)
    s[i] = fraction * curve->taken[i];
  line = plot_layer_line_new (curve->h, s, (gsize) curve->n, style);
  if (label != NULL)
    plot_layer_set_label (line, label, NULL, TRUE, FALSE);
  plot_view_add (view, line);
}

/* Adds crossing number k of each step, as far as it belongs to a track. */
static void
add_track (PlotView *view, const LabEventCurve *curve, int k, Track track, double *low)
{
  static const struct { PlotSeries series; double width; } looks[N_TRACKS] = { { PLOT_SERIES_EVENT, 2.4 }, { PLOT_SERIES_REJECTED, 2.4 },
                                                                               { PLOT_SERIES_SECONDARY, 1.2 } };
  const PlotStyle style = { .series = looks[track].series, .solid = TRUE, .width = looks[track].width };
  g_autofree double *s = g_new (double, curve->n);
  gboolean any = FALSE;
  PlotLayer *line;

  for (int i = 0; i < curve->n; i++)
    {
      const LabCrossings *all = &curve->crossings[i];

      s[i] = k < all->n && track_of (all->crossings[k].fate) == track && all->crossings[k].s > 0 ? all->crossings[k].s : NAN;
      any = any || isfinite (s[i]);
      if (isfinite (s[i]))
        *low = fmin (*low, s[i]);
    }
  if (!any)
    return;
  line = plot_layer_line_new (curve->h, s, (gsize) curve->n, &style);
  plot_layer_line_set_marker (line, PLOT_MARKER_DISC, track == TRACK_OTHER ? 1.4 : 2, TRUE);
  plot_view_add (view, line);
}

PlotView *
wb_event_curve_plot (const LabEventCurve *curve, const WbSearchPicture *run, double h, const char *unit)
{
  const PlotStyle end = { .series = 0, .solid = TRUE, .width = 2 }, guard = { .series = PLOT_SERIES_SECONDARY, .dashed = TRUE, .width = 1 };
  const PlotStyle now = { .series = PLOT_SERIES_ACCENT, .solid = TRUE, .width = 1.5 }, ghost = { .series = PLOT_SERIES_SECONDARY, .solid = TRUE };
  const double first = curve->h[0], last = curve->h[curve->n - 1], h_of_run = run->event->h;
  g_autofree char *x_label = unit != NULL && *unit != '\0' ? g_strdup_printf (_("step size *h* (%s)"), unit) : g_strdup (_("step size *h*"));
  g_autofree char *y_label = unit != NULL && *unit != '\0' ? g_strdup_printf (_("time in the step (%s)"), unit) : g_strdup (_("time in the step"));
  PlotView *view = plot_view_new ();
  double low = 0.8 * first / (MIN (curve->looks, MOST_LINES) + 1);
  PlotLayer *mark;

  plot_view_set_title (view, _("Repeat with another *h*"), _("crossings found and missed"));
  plot_view_set_log (view, TRUE, TRUE);
  plot_view_set_x_range (view, first, last);
  plot_view_set_x_label (view, x_label);
  plot_view_set_y_label (view, y_label);
  add_shades (view, curve);
  for (int k = 1; k <= curve->looks && curve->looks <= MOST_LINES; k++)
    add_line (view, curve, (double) k / (curve->looks + 1), &guard, k == 1 ? _("guard points") : NULL);
  add_line (view, curve, 1, &end, _("end of the step"));
  for (Track track = N_TRACKS; track-- > 0;)
    for (int k = 0; k < MOST_TRACKS; k++)
      add_track (view, curve, k, track, &low);
  plot_view_set_y_range (view, fmax (0.7 * low, LEAST * first), 1.5 * last);
  plot_view_add (view, plot_layer_rule_new (TRUE, h, NULL, &now));
  mark = plot_layer_line_new (&h_of_run, &h_of_run, 1, &ghost);
  plot_layer_line_set_marker (mark, PLOT_MARKER_RING, 5, FALSE);
  plot_view_add (view, mark);
  return view;
}

/* ---- table ---- */

static void
append_number (GString *out, double value)
{
  char text[ODE_FORMAT_SIZE];

  text[isnan (value) ? 0 : ode_format_double (text, value)] = '\0';
  g_string_append (out, text);
}

char *
wb_event_curve_text (const LabEventCurve *curve)
{
  static const char *const fates[] = { [LAB_CROSSING_FOUND] = "found", [LAB_CROSSING_LATER] = "later", [LAB_CROSSING_DIRECTION] = "direction",
                                       [LAB_CROSSING_CONDITION] = "condition", [LAB_CROSSING_HIDDEN] = "hidden", [LAB_CROSSING_BESIDE] = "beside",
                                       [LAB_CROSSING_START] = "start", [LAB_CROSSING_UNKNOWN] = "unknown" };
  GString *out = g_string_new ("h\tsize of the step\tmissed\tcrossings after the start\n");

  for (int i = 0; i < curve->n; i++)
    {
      append_number (out, curve->h[i]);
      g_string_append_c (out, '\t');
      append_number (out, curve->taken[i]);
      g_string_append_printf (out, "\t%d\t", curve->crossings[i].n_missed);
      for (int k = 0; k < curve->crossings[i].n; k++)
        {
          g_string_append (out, k > 0 ? ", " : "");
          append_number (out, curve->crossings[i].crossings[k].s);
          g_string_append_printf (out, " %s", fates[curve->crossings[i].crossings[k].fate]);
        }
      g_string_append_c (out, '\n');
    }
  return g_string_free (out, FALSE);
}
