/* Draws quantile bands of many runs over time. */
#include <math.h>
#include <stdlib.h>

#include "plot-layers.h"
#include "plot-study-views.h"
#include "plot-words.h"

const double plot_quantiles[PLOT_N_QUANTILES] = { 0.05, 0.25, 0.5, 0.75, 0.95 };

/* Opacity of the outer band. It is lighter than the inner band, which is drawn over it. */
#define OUTER_OPACITY 0.18
#define INNER_OPACITY 0.30
/* Line width and opacity of single runs, which are pale beside the median. Failed runs are more opaque, since they are few. */
#define CURVE_WIDTH 0.8
#define CURVE_OPACITY 0.35
#define FAILED_WIDTH 1.2
#define FAILED_OPACITY 0.9

enum { LOWEST, LOW, MEDIAN, HIGH, HIGHEST };

static const double *
row (const PlotFan *fan, const double *rows, int index)
{
  return rows + (gsize) index * (gsize) fan->n_times;
}

static void
add_band (PlotView *view, const PlotFan *fan, int low, int high, double opacity)
{
  PlotLayer *band = plot_layer_band_new (fan->t, row (fan, fan->quantiles, low), row (fan, fan->quantiles, high), (gsize) fan->n_times,
                                         &(PlotStyle) { .series = 0 }, opacity);

  plot_view_add (view, band);
}

/* Adds the curves of failed runs, or those of the other runs. */
static void
add_curves (PlotView *view, const PlotFan *fan, gboolean failed)
{
  gboolean labelled = FALSE;
  int n_failed = 0;

  for (int i = 0; i < fan->n_curves; i++)
    n_failed += fan->failed != NULL && fan->failed[i];
  for (int i = 0; i < fan->n_curves; i++)
    {
      PlotStyle style = { .series = failed ? PLOT_SERIES_REJECTED : 0, .width = failed ? FAILED_WIDTH : CURVE_WIDTH, .solid = TRUE,
                          .opacity = failed ? FAILED_OPACITY : CURVE_OPACITY };
      PlotLayer *curve;

      if ((fan->failed != NULL && fan->failed[i]) != failed)
        continue;
      curve = plot_layer_line_new (fan->t, row (fan, fan->curves, i), (gsize) fan->n_times, &style);
      plot_layer_set_run (curve, fan->members[i]);
      plot_layer_set_quantity (curve, fan->name);
      plot_layer_set_unit (curve, fan->unit);
      /* A run that failed because it grew without bound would hide all others. */
      curve->no_extent = failed && (fan->quantiles != NULL || n_failed < fan->n_curves);
      if (failed && !labelled && fan->failed_label != NULL)
        {
          plot_layer_set_label (curve, fan->failed_label, NULL, TRUE, FALSE);
          labelled = TRUE;
        }
      plot_view_add (view, curve);
    }
}

/* Smallest distance of the notes at the two bands, as a fraction of the time span. With it their texts do not cover each
 * other. */
#define APART 0.15

/* Returns the index of the time at which a band is widest, to which a note can point;
 * −1 if the band has no width. Times near index `other` (−1: none) are not
 * considered. */
static int
widest (const PlotFan *fan, int low, int high, int other)
{
  const double *a = row (fan, fan->quantiles, low), *b = row (fan, fan->quantiles, high);
  int best = -1;

  for (int i = 0; i < fan->n_times; i++)
    if (b[i] - a[i] > (best < 0 ? 0 : b[best] - a[best]) && (other < 0 || abs (i - other) > APART * fan->n_times))
      best = i;
  return best;
}

/* Adds a note with the name of a band and an arrow to the lower edge of the band.
 * Returns the index of the time to which the arrow points, or −1 if no place was
 * found. */
static int
add_note (PlotView *view, const PlotFan *fan, int low, int high, int other, const char *text)
{
  PlotStyle style = { .series = PLOT_SERIES_SECONDARY, .width = 1 };
  int at = widest (fan, low, high, other);
  PlotLayer *note;

  if (at < 0)
    return at;
  note = plot_layer_note_new (text, fan->t[at], row (fan, fan->quantiles, low)[at], &style);
  for (int k = 0; k < PLOT_N_QUANTILES; k++)
    plot_layer_note_avoid (note, fan->t, row (fan, fan->quantiles, k), (gsize) fan->n_times);
  for (int i = 0; i < fan->n_curves; i++)
    plot_layer_note_avoid (note, fan->t, row (fan, fan->curves, i), (gsize) fan->n_times);
  plot_view_add (view, note);
  return at;
}

PlotView *
plot_study_fan_new (const PlotFan *fan)
{
  PlotView *view = plot_view_new ();

  plot_view_set_title (view, fan->title, fan->remark);
  plot_view_set_x_label (view, fan->x_label);
  plot_view_set_y_label (view, fan->y_label);
  if (fan->n_times == 0)
    return view;
  plot_view_set_x_home (view, fan->t[0], fan->t[fan->n_times - 1]);
  if (fan->quantiles != NULL)
    {
      add_band (view, fan, LOWEST, HIGHEST, OUTER_OPACITY);
      add_band (view, fan, LOW, HIGH, INNER_OPACITY);
    }
  add_curves (view, fan, FALSE);
  add_curves (view, fan, TRUE);
  if (fan->quantiles != NULL)
    {
      int outer;
      PlotLayer *median = plot_layer_line_new (fan->t, row (fan, fan->quantiles, MEDIAN), (gsize) fan->n_times, &(PlotStyle) { .series = 0 });

      plot_layer_set_label (median, _("median"), NULL, FALSE, TRUE);
      plot_layer_set_run (median, -1);
      plot_layer_set_unit (median, fan->unit);
      plot_view_add (view, median);
      outer = add_note (view, fan, LOWEST, HIGHEST, -1, _("5 to 95 %"));
      add_note (view, fan, LOW, HIGH, outer, _("25 to 75 %"));
    }
  return view;
}
