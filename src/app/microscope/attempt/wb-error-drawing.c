/* Draws the error of each state of an attempt, or its local error, as bars over a logarithmic scale, and describes
 * them in words. */
#include "wb-verdict-drawing.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "plot-format.h"
#include "plot-text.h"
#include "wb-drawing-bars.h"
#include "wb-microscope-verdict.h"
#include "wb-step-facts.h"

/* Largest number of states in the card. */
#define MOST_ERRORS 8

typedef struct
{
  int n;
  char *names[MOST_ERRORS];
  double error[MOST_ERRORS], before[MOST_ERRORS]; /* error of each state divided by its tolerance; the same before a filter is applied, or
                                                   * NaN without a filter */
  double run[MOST_ERRORS]; /* for a trial, the error of the state in the run; otherwise NaN */
  gboolean filtered;
  gboolean local;  /* the errors are local errors and not divided by a tolerance */
  double least;    /* for local errors: smaller ones are not known */
  char *sentence;
} Errors;

static void
errors_free (gpointer user)
{
  Errors *errors = user;

  for (int i = 0; i < errors->n; i++)
    g_free (errors->names[i]);
  g_free (errors->sentence);
  g_free (errors);
}

/* Writes the indices of the states to show: all in their order or, if there are more than MOST_ERRORS, those with the largest errors,
 * largest first. Returns their number. */
static int
choose_states (const LabAttempt *attempt, const double *error, int *states)
{
  int n = 0;

  for (int i = 0; i < attempt->n_states; i++)
    {
      int at = n;

      while (at > 0 && fabs (error[states[at - 1]]) < fabs (error[i]) && attempt->n_states > MOST_ERRORS)
        at--;
      if (at >= MOST_ERRORS)
        continue;
      for (int k = MIN (n, MOST_ERRORS - 1); k > at; k--)
        states[k] = states[k - 1];
      states[at] = i;
      n = MIN (n + 1, MOST_ERRORS);
    }
  return n;
}

static void
widen (double error, double *low, double *high)
{
  if (!(error > 0) || !isfinite (error))
    return;
  *high = fmax (*high, pow (10, fmin (ceil (log10 (error)), 12)));
  *low = fmin (*low, pow (10, floor (fmax (log10 (error), -6))));
}

static void
draw_error_axis (PlotCanvas *canvas, const PlotTheme *theme, double low, double high, double left, double room, double top, double bottom)
{
  const int decades = (int) rint (log10 (high / low)), every = MAX (1, (int) ceil (decades * 3.4 * theme->size_tick / room));
  char number[64];

  for (int k = 0; k <= decades; k += every)
    {
      const double decade = low * pow (10, k), x = wb_bars_place (decade, low, high, left, room);

      plot_canvas_rectangle (canvas, x, top, 1, bottom - top, plot_color_fade (theme->text, 0.08));
      plot_format_number (decade, 1, number, sizeof number);
      if (g_str_has_prefix (number, "1×"))
        plot_canvas_text (canvas, number + strlen ("1×"), theme->size_tick, PLOT_TEXT_NORMAL, x, bottom + 1.4 * theme->size_tick, 0.5, theme->secondary);
      else
        plot_canvas_text (canvas, number, theme->size_tick, PLOT_TEXT_NORMAL, x, bottom + 1.4 * theme->size_tick, 0.5, theme->secondary);
    }
}

static void
draw_error_row (PlotCanvas *canvas, const PlotTheme *theme, const Errors *errors, int i, double low, double high, double left, double room, double y,
                double thick)
{
  const double error = errors->error[i], limit = errors->local ? left + room : wb_bars_place (1, low, high, left, room), size = WB_BARS_PX (theme, 13);
  const double end = wb_bars_place (error > 0 ? error : low, low, high, left, room), middle = errors->filtered ? y + 0.5 * thick : y;
  const PlotColor color = (error > 1 && !errors->local) || isnan (error) ? theme->rejected : theme->text;
  const PlotPen rim = { .color = theme->secondary, .width = WB_BARS_PX (theme, 1.2) };
  char number[64];
  g_autofree char *label = NULL;

  plot_canvas_text (canvas, errors->names[i], WB_BARS_PX (theme, 15), PLOT_TEXT_NORMAL, left - WB_BARS_PX (theme, 12), y + 0.35 * size, 1, theme->text);
  if (errors->filtered && errors->before[i] > 0)
    {
      const double before = wb_bars_place (errors->before[i], low, high, left, room);

      cairo_rectangle (canvas->cr, left, y - thick, fmax (before - left, 1), 0.8 * thick);
      plot_canvas_stroke (canvas, &rim);
    }
  if (errors->run[i] > 0)
    {
      const PlotPen ghost = { .color = theme->secondary, .width = WB_BARS_PX (theme, 1.2), .n_dashes = 2, .dashes = { 4, 3 } };

      cairo_rectangle (canvas->cr, left, middle - 0.75 * thick, fmax (wb_bars_place (errors->run[i], low, high, left, room) - left, 1), 1.5 * thick);
      plot_canvas_stroke (canvas, &ghost);
    }
  plot_canvas_rectangle (canvas, left, middle - 0.5 * thick, fmin (end, limit) - left, thick, plot_color_fade (theme->series[0], 0.85));
  if (end > limit)
    plot_canvas_rectangle (canvas, limit, middle - 0.5 * thick, end - limit, thick, theme->rejected);
  plot_format_number (error, 2, number, sizeof number);
  label = !errors->local ? g_strdup_printf ("%s ×", number) : error < errors->least ? g_strdup (_("not known")) : g_strdup (number);
  {
    g_autoptr (PangoLayout) layout = plot_text_layout (label, size, PLOT_TEXT_BOLD);
    const gboolean beyond = !errors->local && end < limit && end + WB_BARS_PX (theme, 60) > limit; /* the label would cross the tolerance line */
    const double at = (beyond ? limit : end) + WB_BARS_PX (theme, 6);
    double width;

    plot_text_measure (layout, &width, NULL, NULL);
    if (at + width <= left + room + WB_BARS_PX (theme, 18))
      plot_canvas_text (canvas, label, size, PLOT_TEXT_BOLD, at, middle + 0.35 * size, 0, color);
    else if (end - WB_BARS_PX (theme, 12) - left > width)
      plot_canvas_text (canvas, label, size, PLOT_TEXT_BOLD, end - WB_BARS_PX (theme, 6), middle + 0.35 * size, 1, theme->background);
    else
      {
        /* Neither the bar nor the space beside it has room, so that the label interrupts the line of the tolerance. */
        const double from = left + room + WB_BARS_PX (theme, 18) - width;

        plot_canvas_rectangle (canvas, from - WB_BARS_PX (theme, 3), middle - 0.55 * size, width + WB_BARS_PX (theme, 6), 1.1 * size, theme->background);
        plot_canvas_text (canvas, label, size, PLOT_TEXT_BOLD, from, middle + 0.35 * size, 0, color);
      }
  }
}

/* Returns the width of the widest name and the space after it, in px. */
static double
name_width (const PlotTheme *theme, const Errors *errors)
{
  double widest = WB_BARS_PX (theme, 14), width;

  for (int i = 0; i < errors->n; i++)
    {
      g_autoptr (PangoLayout) layout = plot_text_layout (errors->names[i], WB_BARS_PX (theme, 15), PLOT_TEXT_NORMAL);

      plot_text_measure (layout, &width, NULL, NULL);
      widest = fmax (widest, width);
    }
  return widest + WB_BARS_PX (theme, 12);
}

/* Draws a line of the legend. The text is made smaller if it is too wide. */
static void
draw_legend (PlotCanvas *canvas, const PlotTheme *theme, const char *text, double x, double y, double room)
{
  g_autoptr (PangoLayout) layout = plot_text_layout (text, theme->size_tick, PLOT_TEXT_NORMAL);
  double width;

  plot_text_measure (layout, &width, NULL, NULL);
  plot_canvas_text (canvas, text, width > room ? theme->size_tick * room / width : theme->size_tick, PLOT_TEXT_NORMAL, x, y, 0, theme->text);
}

static void
draw_errors (gpointer user, PlotCanvas *canvas, const PlotTheme *theme, double left, double top, double width, double height)
{
  const Errors *errors = user;
  const double names = name_width (theme, errors), axis = left + names, room = width - names - WB_BARS_PX (theme, 20), head = WB_BARS_PX (theme, 18);
  const double foot = WB_BARS_PX (theme, errors->filtered ? 62 : 22), bottom = top + height - foot;
  const double row = fmin (WB_BARS_PX (theme, 48), (bottom - top - head) / MAX (errors->n, 1)), thick = fmin (WB_BARS_PX (theme, errors->filtered ? 14 : 20), row * (errors->filtered ? 0.42 : 0.6));
  double low = errors->local ? 1e12 : 0.01, high = errors->local ? 1e-12 : 100;

  for (int i = 0; i < errors->n && errors->local; i++)
    if (errors->error[i] >= errors->least)
      {
        high = fmax (high, pow (10, ceil (log10 (errors->error[i]))));
        low = fmin (low, pow (10, floor (log10 (errors->error[i])) - 1));
      }
  if (low >= high)
    {
      low = 1e-12;
      high = 1e-10;
    }
  for (int i = 0; i < errors->n && !errors->local; i++)
    {
      widen (errors->error[i], &low, &high);
      widen (errors->before[i], &low, &high);
      widen (errors->run[i], &low, &high);
    }
  draw_error_axis (canvas, theme, low, high, axis, room, top + head - WB_BARS_PX (theme, 4), bottom);
  if (!errors->local)
    plot_canvas_rectangle (canvas, wb_bars_place (1, low, high, axis, room) - WB_BARS_PX (theme, 1), top + head - WB_BARS_PX (theme, 6),
                           WB_BARS_PX (theme, 2), bottom - top - head + WB_BARS_PX (theme, 6), theme->rejected);
  for (int i = 0; i < errors->n; i++)
    draw_error_row (canvas, theme, errors, i, low, high, axis, room, top + head + row * (i + 0.5), thick);
  if (errors->local)
    return;
  plot_canvas_text (canvas, _("tolerance"), theme->size_tick, PLOT_TEXT_NORMAL, wb_bars_place (1, low, high, axis, room), top + head - WB_BARS_PX (theme, 9), 0.5, theme->rejected);
  if (errors->filtered)
    {
      const PlotPen rim = { .color = theme->secondary, .width = WB_BARS_PX (theme, 1.2) };
      const double y = bottom + WB_BARS_PX (theme, 32), box = WB_BARS_PX (theme, 9);

      cairo_rectangle (canvas->cr, left, y - box, 2 * box, box);
      plot_canvas_stroke (canvas, &rim);
      draw_legend (canvas, theme, _("difference of the two results"), left + 3 * box, y, width - 3 * box);
      plot_canvas_rectangle (canvas, left, y + WB_BARS_PX (theme, 20) - box, 2 * box, box, plot_color_fade (theme->series[0], 0.85));
      draw_legend (canvas, theme, _("filtered difference, which decides"), left + 3 * box, y + WB_BARS_PX (theme, 20), width - 3 * box);
    }
}

static void
describe_errors (gpointer user, GString *text)
{
  const Errors *errors = user;

  g_string_append_printf (text, ", %s", errors->sentence);
}

char *
wb_error_sentence (const LabAttempt *attempt, ModelSystem *system)
{
  g_autofree char *name = NULL;
  char number[64];

  if (wb_error_is_local (attempt))
    return g_strdup (_("There is no error estimate. The bars are the local error."));
  if (attempt->record.outcome == ODE_ATTEMPT_REJECTED_NEWTON || attempt->record.outcome == ODE_ATTEMPT_REJECTED_UNDEFINED)
    return g_strdup (_("The attempt ended before its error was estimated."));
  if (attempt->scaled_error == NULL)
    return g_strdup (_("This attempt has no error estimate."));
  plot_format_number (attempt->record.error, 3, number, sizeof number);
  if (attempt->record.worst[0] >= 0)
    name = plot_text_variable (model_system_column (system, attempt->record.worst[0])->name);
  if (name != NULL && attempt->norm == ODE_NORM_INFINITY)
    return g_strdup_printf (_("Norm: largest error, %s; decided by %s"), number, name);
  if (name != NULL)
    return g_strdup_printf (_("Norm: root mean square, %s; largest in %s"), number, name);
  return g_strdup_printf (_("Norm %s"), number);
}

gboolean
wb_error_is_local (const LabAttempt *attempt)
{
  return attempt->scaled_error == NULL && wb_verdict_is_uncontrolled (attempt) && attempt->x1 != NULL && attempt->flow != NULL;
}

/* Returns a drawing of the local error of each state. */
static PlotView *
local_error_drawing (const WbAttemptScene *scene)
{
  WbStepFacts facts = wb_step_facts (scene->attempt);
  Errors *errors;
  int states[MOST_ERRORS];

  if (facts.local == NULL)
    return NULL;
  errors = g_new0 (Errors, 1);
  errors->local = TRUE;
  errors->least = facts.least;
  errors->n = choose_states (scene->attempt, facts.local, states);
  for (int i = 0; i < errors->n; i++)
    {
      errors->names[i] = plot_text_variable (model_system_column (scene->system, states[i])->name);
      errors->error[i] = fabs (facts.local[states[i]]);
      errors->run[i] = NAN;
      errors->before[i] = NAN;
    }
  wb_step_facts_clear (&facts);
  errors->sentence = wb_error_sentence (scene->attempt, scene->system);
  return wb_bars_view (_("Local error"), _("of the step"), &(PlotDrawing) { draw_errors, describe_errors, errors, errors_free });
}

/* Returns the error estimate before the filter is applied, or NULL if there is no filter. */
static const double *
before_filter (const LabAttempt *attempt)
{
  for (int i = 0; i < attempt->n_events; i++)
    if (attempt->events[i].kind == ODE_TRACE_FILTER && attempt->events[i].part == ODE_TRACE_WHOLE)
      return attempt->events[i].x;
  return NULL;
}

PlotView *
wb_error_drawing (const WbAttemptScene *scene)
{
  const LabAttempt *attempt = scene->attempt;
  const double *before = before_filter (attempt);
  Errors *errors;
  int states[MOST_ERRORS];

  if (wb_error_is_local (attempt))
    return local_error_drawing (scene);
  if (attempt->scaled_error == NULL)
    return NULL;
  errors = g_new0 (Errors, 1);
  errors->n = choose_states (attempt, attempt->scaled_error, states);
  errors->filtered = before != NULL && attempt->tolerance != NULL;
  for (int i = 0; i < errors->n; i++)
    {
      errors->names[i] = plot_text_variable (model_system_column (scene->system, states[i])->name);
      errors->error[i] = attempt->scaled_error[states[i]];
      errors->run[i] = attempt->is_trial && scene->other != NULL && scene->other->scaled_error != NULL ? scene->other->scaled_error[states[i]] : NAN;
      errors->before[i] = errors->filtered ? fabs (before[states[i]]) / attempt->tolerance[states[i]] : NAN;
    }
  errors->sentence = wb_error_sentence (attempt, scene->system);
  return wb_bars_view (_("Error estimate"), _("over tolerance"), &(PlotDrawing) { draw_errors, describe_errors, errors, errors_free });
}
