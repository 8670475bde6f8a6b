/* Shows the step size or error of all attempts over time: discs for accepted attempts, crosses for rejected ones, diamonds for steps that
 * end at an event. */
#include <math.h>
#include <string.h>

#include "plot-format.h"
#include "plot-layer-attempts-private.h"
#include "plot-words.h"

double
plot_attempts_value (PlotAttempts *attempts, const OdeAttempt *attempt)
{
  if (attempts->quantity == PLOT_ATTEMPT_STEP)
    return attempt->h;
  return attempt->error;
}

double
plot_attempts_mark_y (PlotAttempts *attempts, const PlotFrame *frame, PlotAttemptMark mark, const OdeAttempt *attempt)
{
  double y = plot_scale_map (frame->y, plot_attempts_value (attempts, attempt));

  if (mark == PLOT_ATTEMPT_MARK_CUT && attempts->quantity == PLOT_ATTEMPT_STEP)
    return fmin (y, frame->top + frame->height - frame->strip - 2 * frame->theme->cross_arm);
  return y;
}

static void
attempts_extent (PlotLayer *layer, double x_low, double x_high, PlotExtent *extent)
{
  PlotAttempts *attempts = (PlotAttempts *) layer;
  gsize n = sim_tape_n_attempts (attempts->tape), first, last;
  SimTapeRange range;

  if (n == 0)
    return;
  first = isfinite (x_low) ? sim_tape_find (attempts->tape, x_low) : 0;
  last = isfinite (x_high) ? sim_tape_find (attempts->tape, x_high) + 1 : n;
  last = MIN (last, n);
  if (first >= last)
    first = last > 0 ? last - 1 : 0;
  sim_tape_range (attempts->tape, first, last, &range);
  plot_extent_add_x (extent, range.t_low);
  plot_extent_add_x (extent, range.t_high);
  if (attempts->quantity == PLOT_ATTEMPT_STEP)
    {
      plot_extent_add_y (extent, isfinite (range.h_low_chosen) ? range.h_low_chosen : range.h_low);
      plot_extent_add_y (extent, range.h_high);
      return;
    }
  /* The axis shows errors around the limit 1. Its range starts at 10⁻³ or above, unless all errors are
   * smaller. */
  if (isfinite (range.error_low))
    plot_extent_add_y (extent, CLAMP (range.error_low, range.error_high > 0 ? fmin (1e-3, range.error_high / 10) : 1e-3, 0.5));
  if (isfinite (range.error_high))
    plot_extent_add_y (extent, CLAMP (range.error_high, 2, 1e4));
}

/* Factor by which the reach of the pointer is larger for marks of rejected
 * attempts: 12 px instead of 8. They are few and small, and users search for
 * them. */
#define REJECTED_REACH 1.5

static gboolean
attempts_hit (PlotLayer *layer, const PlotFrame *frame, double px, double py, PlotHit *hit)
{
  PlotAttempts *attempts = (PlotAttempts *) layer;
  gsize n = sim_tape_n_attempts (attempts->tape), first = sim_tape_find (attempts->tape, plot_scale_unmap (frame->x, px - REJECTED_REACH * hit->distance));
  gboolean found = FALSE;
  double end = plot_scale_unmap (frame->x, px + REJECTED_REACH * hit->distance);

  first = MAX (first, sim_tape_first (attempts->tape));
  for (gsize i = first; i < n && i < first + PLOT_ATTEMPTS_MOST_SEARCHED; i++)
    {
      OdeAttempt attempt;
      double value, distance, x, y;
      PlotAttemptMark mark;

      if (!sim_tape_get (attempts->tape, i, &attempt) || (mark = plot_attempt_marks_of (attempts->tape, i, &attempt)) < 0)
        continue;
      if (attempt.t > end)
        break;
      value = plot_attempts_value (attempts, &attempt);
      x = plot_scale_map (frame->x, plot_attempt_marks_time (mark, &attempt));
      y = plot_attempts_mark_y (attempts, frame, mark, &attempt);
      distance = hypot (x - px, y - py) / (mark == PLOT_ATTEMPT_MARK_REJECTED ? REJECTED_REACH : 1);
      if (!(distance < hit->distance))
        continue;
      found = TRUE;
      *hit = (PlotHit) { PLOT_HIT_ATTEMPT, plot_attempt_marks_time (mark, &attempt), value, x, y, distance, layer, i, PLOT_COLUMN_NONE };
    }
  return found;
}

gboolean
plot_layer_attempts_is_rejected (PlotLayer *layer, gsize index)
{
  PlotAttempts *attempts = (PlotAttempts *) layer;
  OdeAttempt attempt;

  return layer->class->draw == plot_attempts_draw && sim_tape_get (attempts->tape, index, &attempt)
         && plot_attempt_marks_of (attempts->tape, index, &attempt) == PLOT_ATTEMPT_MARK_REJECTED;
}

void
plot_layer_attempts_set_names (PlotLayer *layer, const char *const *names)
{
  PlotAttempts *attempts = (PlotAttempts *) layer;

  g_strfreev (attempts->names);
  attempts->names = g_strdupv ((char **) names);
}

gboolean
plot_layer_attempts_get (PlotLayer *layer, gsize index, PlotHit *hit)
{
  PlotAttempts *attempts = (PlotAttempts *) layer;
  PlotAttemptMark mark;
  OdeAttempt attempt;

  if (layer->class->draw != plot_attempts_draw || !sim_tape_get (attempts->tape, index, &attempt)
      || (mark = plot_attempt_marks_of (attempts->tape, index, &attempt)) < 0)
    return FALSE;
  *hit = (PlotHit) { .kind = PLOT_HIT_ATTEMPT, .x = plot_attempt_marks_time (mark, &attempt), .y = plot_attempts_value (attempts, &attempt), .layer = layer,
                     .index = index, .column = PLOT_COLUMN_NONE, .run = layer->run };
  return TRUE;
}

gboolean
plot_layer_attempts_find (PlotLayer *layer, double t, PlotHit *hit)
{
  PlotAttempts *attempts = (PlotAttempts *) layer;
  gsize n, from, first;
  gboolean found = FALSE;

  if (layer->class->draw != plot_attempts_draw)
    return FALSE;
  n = sim_tape_n_attempts (attempts->tape);
  from = sim_tape_find (attempts->tape, t);
  first = sim_tape_first (attempts->tape);
  for (gsize i = from > first + PLOT_ATTEMPTS_MOST_SEARCHED ? from - PLOT_ATTEMPTS_MOST_SEARCHED : first; i < n && i < from + PLOT_ATTEMPTS_MOST_SEARCHED; i++)
    {
      OdeAttempt attempt;

      if (!sim_tape_get (attempts->tape, i, &attempt) || plot_attempt_marks_of (attempts->tape, i, &attempt) != PLOT_ATTEMPT_MARK_REJECTED
          || isnan (plot_attempts_value (attempts, &attempt))
          || (found && fabs (attempt.t - t) >= fabs (hit->x - t)))
        continue;
      found = TRUE;
      *hit = (PlotHit) { .kind = PLOT_HIT_ATTEMPT, .x = attempt.t, .y = plot_attempts_value (attempts, &attempt), .layer = layer, .index = i,
                         .column = PLOT_COLUMN_NONE, .run = layer->run };
    }
  return found;
}

static int
attempts_keys (PlotLayer *layer, const PlotFrame *frame, PlotKey *keys, int n)
{
  PlotAttempts *attempts = (PlotAttempts *) layer;
  static const struct { const char *label; PlotMarker marker; } rows[PLOT_N_ATTEMPT_MARKS] = {
    { N_("accepted"), PLOT_MARKER_DISC }, { N_("rejected"), PLOT_MARKER_CROSS }, { N_("cut at an event"), PLOT_MARKER_DIAMOND }
  };
  PlotColor colors[PLOT_N_ATTEMPT_MARKS] = { frame->theme->series[0], frame->theme->rejected, frame->theme->event };
  gsize counts[PLOT_N_ATTEMPT_MARKS] = { 0 };
  SimTapeRange range;
  int k = 0;

  if (!layer->in_key || attempts->quantity != PLOT_ATTEMPT_STEP || sim_tape_n_attempts (attempts->tape) == 0)
    return 0;
  sim_tape_range (attempts->tape, 0, sim_tape_n_attempts (attempts->tape), &range);
  counts[PLOT_ATTEMPT_MARK_ACCEPTED] = range.counts[ODE_ATTEMPT_ACCEPTED];
  counts[PLOT_ATTEMPT_MARK_REJECTED] = range.counts[ODE_ATTEMPT_REJECTED_ERROR] + range.counts[ODE_ATTEMPT_REJECTED_NEWTON]
                     + range.counts[ODE_ATTEMPT_REJECTED_UNDEFINED];
  counts[PLOT_ATTEMPT_MARK_CUT] = range.counts[ODE_ATTEMPT_CUT_BY_EVENT] + attempts->cuts;
  for (int i = 0; i < PLOT_N_ATTEMPT_MARKS && k < n; i++)
    if (counts[i] > 0)
      {
        keys[k] = (PlotKey) { .marker = rows[i].marker, .color = colors[i], .text_color = frame->theme->text, .in_key = TRUE, .end_y = NAN,
                              /* if there is little space, the key of the stability limit has priority over that of steps that end at
                               * events */
                              .rank = i == PLOT_ATTEMPT_MARK_CUT ? 2 : 0 };
        g_strlcpy (keys[k++].label, _(rows[i].label), sizeof keys->label);
      }
  return k;
}

static guint64
attempts_serial (PlotLayer *layer)
{
  return sim_tape_n_attempts (((PlotAttempts *) layer)->tape);
}

static void
attempts_readout (PlotLayer *layer, const PlotHit *hit, const char *time_unit, GString *text)
{
  PlotAttempts *attempts = (PlotAttempts *) layer;
  static const char *const words[] = { N_("Accepted"), N_("Rejected"), N_("Rejected, Newton failed"), N_("Rejected, model undefined"),
                                       N_("Cut at an event"), N_("Stopped") };
  OdeAttempt attempt;
  char t[32], h[32], next[32], error[32];

  if (!sim_tape_get (attempts->tape, hit->index, &attempt))
    return;
  plot_format_number (attempt.t, 4, t, sizeof t);
  plot_format_number (attempt.h, 3, h, sizeof h);
  plot_format_number (attempt.h_next, 3, next, sizeof next);
  plot_format_number (attempt.error, 2, error, sizeof error);
  g_string_append_printf (text, _("%s\t at *t* = %s%s"), _(words[MIN (attempt.outcome, G_N_ELEMENTS (words) - 1)]), t, time_unit);
  if (!isnan (attempt.error))
    /* Translators: continues "Rejected at t = 2.3". */
    g_string_append_printf (text, _(", error %s × tolerance"), error);
  if (attempts->names != NULL && attempt.worst[0] >= 0 && attempt.worst_error[0] > 0 && (guint) attempt.worst[0] < g_strv_length (attempts->names))
    g_string_append_printf (text, _("\nlargest error in %s"), attempts->names[attempt.worst[0]]);
  g_string_append_printf (text, _("\ntried *h* = %s%s, next try %s%s\n"), h, time_unit, next, time_unit);
}

static void
attempts_describe (PlotLayer *layer, GString *text)
{
  PlotAttempts *attempts = (PlotAttempts *) layer;
  char low[32], high[32];
  SimTapeRange range;
  gsize n = sim_tape_n_attempts (attempts->tape);

  if (n == 0)
    return;
  sim_tape_range (attempts->tape, 0, n, &range);
  /* Translators: continues the description of a plot for screen readers: numbers of attempts. */
  g_string_append_printf (text, _(", %zu accepted, %zu rejected"), range.counts[ODE_ATTEMPT_ACCEPTED],
                          range.counts[ODE_ATTEMPT_REJECTED_ERROR] + range.counts[ODE_ATTEMPT_REJECTED_NEWTON]
                          + range.counts[ODE_ATTEMPT_REJECTED_UNDEFINED]);
  plot_format_number (attempts->quantity == PLOT_ATTEMPT_STEP ? range.h_low : range.error_low, 3, low, sizeof low);
  plot_format_number (attempts->quantity == PLOT_ATTEMPT_STEP ? range.h_high : range.error_high, 3, high, sizeof high);
  /* Translators: continues the description of a plot for screen readers: the smallest and the largest value. */
  g_string_append_printf (text, _(", %s to %s"), low, high);
}

/* Largest number of attempts among which an accepted step is searched. Longer sequences of rejected attempts are
 * rare. */
#define MOST_REJECTED 64

/* Finds the accepted step that starts at time t, or else the one nearest to t. */
static gboolean
attempts_at (PlotLayer *layer, double t, double *t_stored, double *y)
{
  PlotAttempts *attempts = (PlotAttempts *) layer;
  gsize n = sim_tape_n_attempts (attempts->tape), first = sim_tape_first (attempts->tape), from = sim_tape_find (attempts->tape, t);
  gboolean found = FALSE;

  for (gsize i = from > first + MOST_REJECTED ? from - MOST_REJECTED : first; i < n && i < from + MOST_REJECTED; i++)
    {
      OdeAttempt attempt;

      if (!sim_tape_get (attempts->tape, i, &attempt) || plot_attempt_marks_of (attempts->tape, i, &attempt) == PLOT_ATTEMPT_MARK_REJECTED
          || isnan (plot_attempts_value (attempts, &attempt))
          || (found && fabs (attempt.t - t) >= fabs (*t_stored - t)))
        continue;
      *t_stored = attempt.t;
      *y = plot_attempts_value (attempts, &attempt);
      found = TRUE;
    }
  return found;
}

static void
attempts_free (PlotLayer *layer)
{
  PlotAttempts *attempts = (PlotAttempts *) layer;

  sim_tape_unref (attempts->tape);
  g_strfreev (attempts->names);
  plot_attempt_density_clear (&attempts->density);
  plot_attempt_values_clear (&attempts->values);
  for (int i = 0; i < 2; i++)
    g_clear_pointer (&attempts->masks[i], cairo_surface_destroy);
  g_free (attempts->occupied);
  g_free (attempts->key);
}

static gboolean
attempts_find (PlotLayer *layer, PlotHit *hit)
{
  PlotAttempts *attempts = (PlotAttempts *) layer;
  OdeAttempt attempt;
  PlotAttemptMark mark;

  if (hit->kind != PLOT_HIT_ATTEMPT || !sim_tape_get (attempts->tape, hit->index, &attempt)
      || (mark = plot_attempt_marks_of (attempts->tape, hit->index, &attempt)) < 0)
    return FALSE;
  hit->y = plot_attempts_value (attempts, &attempt);
  return plot_attempt_marks_time (mark, &attempt) == hit->x;
}

static const PlotLayerClass attempts_class = {
  "attempts", attempts_extent, plot_attempts_draw, attempts_hit, attempts_keys, attempts_serial, attempts_readout, attempts_free,
  NULL, attempts_describe, .at = attempts_at, .find = attempts_find
};

PlotLayer *
plot_layer_attempts_new (SimTape *tape, PlotAttemptQuantity quantity)
{
  PlotAttempts *attempts = plot_layer_alloc (sizeof (PlotAttempts), &attempts_class, PLOT_PLANE_DATA);

  attempts->tape = sim_tape_ref (tape);
  attempts->quantity = quantity;
  attempts->layer.in_key = TRUE;
  return &attempts->layer;
}
