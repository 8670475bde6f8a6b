#include "wb-verdict-drawing.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "plot-format.h"
#include "plot-formula.h"
#include "plot-layers.h"
#include "wb-microscope-verdict.h"
#include "wb-newton-plot.h"

/* Converts a length in px at the default text size to the text size of the theme. */
#define PX(theme, px) ((px) / 12.0 * (theme)->size_tick)
#define FORMULA_SIZE 18

/* Ends of the bar of the step-size factor, and ends of the bar of the contraction rate θ. */
#define FACTOR_LOW 0.1
#define FACTOR_HIGH 10.0
#define THETA_LOW 1e-3
#define THETA_HIGH 4.0

typedef struct
{
  WbVerdict *verdict;
  WbNewton newton, other;  /* last Newton iteration of the attempt and of the second one; other.iteration is 0 if there is no second one */
  gboolean shows_newton, drake, accepted, other_accepted;
  char *result;            /* next step size with its unit */
} Reason;

static void
reason_free (gpointer user)
{
  Reason *reason = user;

  wb_verdict_free (reason->verdict);
  wb_newton_clear (&reason->newton);
  wb_newton_clear (&reason->other);
  g_free (reason->result);
  g_free (reason);
}

/* Draws a formula and the text after it. Shrinks both if they are too wide. Draws the remark beside them if there is space. Returns the
 * height in px. */
static double
draw_formula (PlotCanvas *canvas, const PlotTheme *theme, const char *left, const char *right, const char *after, const char *remark, double x, double y,
              double room)
{
  double width, ascent, descent, size = PX (theme, FORMULA_SIZE), tail = 0;

  for (int pass = 0; pass < 2; pass++)
    {
      g_autoptr (PlotFormula) formula = plot_formula_new (left, right, size);

      plot_formula_get_size (formula, &width, &ascent, &descent);
      if (after != NULL)
        {
          g_autoptr (PangoLayout) layout = plot_text_layout (after, 0.94 * size, PLOT_TEXT_BOLD);

          plot_text_measure (layout, &tail, NULL, NULL);
          tail += 0.5 * size;
        }
      if (pass == 0 && width + tail > room)
        {
          size *= room / (width + tail);
          continue;
        }
      plot_formula_draw (formula, canvas, x, y + ascent, theme->text);
      if (after != NULL)
        plot_canvas_text (canvas, after, 0.94 * size, PLOT_TEXT_BOLD, x + width + 0.5 * size, y + ascent, 0, theme->text);
      if (remark != NULL)
        {
          g_autoptr (PangoLayout) layout = plot_text_layout (remark, PX (theme, 13), PLOT_TEXT_NORMAL);
          double wide;

          plot_text_measure (layout, &wide, NULL, NULL);
          if (width + tail + 1.6 * size + wide <= room)
            plot_canvas_text (canvas, remark, PX (theme, 13), PLOT_TEXT_NORMAL, x + width + tail + 1.6 * size, y + ascent, 0, theme->secondary);
        }
      break;
    }
  return ascent + descent;
}

static double
place_in (double value, double low, double high, double left, double width)
{
  return left + width * (log (CLAMP (value, low, high)) - log (low)) / (log (high) - log (low));
}

static void
draw_ticks (PlotCanvas *canvas, const PlotTheme *theme, const double *ticks, gsize n, double low, double high, double left, double width, double y)
{
  for (gsize i = 0; i < n; i++)
    {
      g_autofree char *number = g_strdup_printf ("%g", ticks[i]);

      plot_canvas_text (canvas, number, theme->size_tick, PLOT_TEXT_NORMAL, place_in (ticks[i], low, high, left, width), y,
                        i == 0 ? 0 : i == n - 1 && ticks[i] == high ? 1 : 0.5, theme->secondary);
    }
}

/* Draws a labelled mark above a bar. */
static void
draw_mark (PlotCanvas *canvas, const PlotTheme *theme, double x, double y, double bar, const char *label, PlotColor color, double align, double left, double right)
{
  const double size = PX (theme, 13);
  g_autoptr (PangoLayout) layout = plot_text_layout (label, size, PLOT_TEXT_BOLD);
  double width, at;

  plot_text_measure (layout, &width, NULL, NULL);
  at = CLAMP (x - align * width, left, fmax (right - width, left));
  plot_canvas_rectangle (canvas, x - PX (theme, 1), y - PX (theme, 4), PX (theme, 2), bar + PX (theme, 4), color);
  cairo_move_to (canvas->cr, x, y - PX (theme, 2));
  cairo_line_to (canvas->cr, x - PX (theme, 5), y - PX (theme, 10));
  cairo_line_to (canvas->cr, x + PX (theme, 5), y - PX (theme, 10));
  cairo_close_path (canvas->cr);
  plot_canvas_fill (canvas, color);
  plot_canvas_text (canvas, label, size, PLOT_TEXT_BOLD, at, y - PX (theme, 15), 0, color);
}

/* Draws the bar of the step-size factor. A mark left of 1 means that the step becomes smaller. Inside the dead band of Drake's controller
 * the step keeps its size. */
static void
draw_factor (PlotCanvas *canvas, const PlotTheme *theme, const Reason *reason, double y, double left, double width)
{
  static const double ticks[] = { 0.1, 0.2, 0.5, 1, 2, 5, 10 };
  const double size = theme->size_tick, bar = PX (theme, 20);
  const double low = place_in (reason->drake ? 0.9 : 1, FACTOR_LOW, FACTOR_HIGH, left, width);
  const double high = place_in (reason->drake ? 1.2 : 1, FACTOR_LOW, FACTOR_HIGH, left, width);
  const char *smaller = reason->accepted ? _("smaller") : _("reject and shrink"), *larger = reason->accepted ? _("accept and grow") : _("larger");
  char number[64];
  g_autofree char *label = NULL;

  plot_canvas_rectangle (canvas, left, y, low - left, bar, plot_color_fade (theme->rejected, 0.18));
  plot_canvas_rectangle (canvas, low, y, high - low, bar, plot_color_fade (theme->text, 0.12));
  plot_canvas_rectangle (canvas, high, y, left + width - high, bar, plot_color_fade (theme->verified, 0.2));
  plot_canvas_text (canvas, smaller, size, PLOT_TEXT_NORMAL, left + PX (theme, 8), y + bar - 0.5 * size, 0, theme->rejected);
  plot_canvas_text (canvas, larger, size, PLOT_TEXT_NORMAL, left + width - PX (theme, 8), y + bar - 0.5 * size, 1, theme->verified);
  draw_ticks (canvas, theme, ticks, G_N_ELEMENTS (ticks), FACTOR_LOW, FACTOR_HIGH, left, width, y + bar + 1.4 * size);
  plot_format_number (reason->verdict->factor, 3, number, sizeof number);
  label = g_strdup_printf (_("factor %s"), number);
  draw_mark (canvas, theme, place_in (reason->verdict->factor, FACTOR_LOW, FACTOR_HIGH, left, width), y, bar, label,
             reason->accepted ? theme->verified : theme->rejected, 0.5, left, left + width);
}

/* Draws the bar of the contraction rate. It is green up to the largest rate with which the iteration converges within the limit, and grey
 * where the iteration diverges. */
static void
draw_theta (PlotCanvas *canvas, const PlotTheme *theme, const Reason *reason, double y, double left, double width)
{
  static const double ticks[] = { 0.001, 0.01, 0.1, 1 };
  const double size = theme->size_tick, bar = PX (theme, 20), one = place_in (1, THETA_LOW, THETA_HIGH, left, width);
  const double solved = isfinite (reason->newton.largest_theta) ? place_in (reason->newton.largest_theta, THETA_LOW, THETA_HIGH, left, width) : left;
  const WbNewton *const all[2] = { &reason->other, &reason->newton };

  plot_canvas_rectangle (canvas, left, y, solved - left, bar, plot_color_fade (theme->verified, 0.2));
  plot_canvas_rectangle (canvas, solved, y, one - solved, bar, plot_color_fade (theme->rejected, 0.18));
  plot_canvas_rectangle (canvas, one, y, left + width - one, bar, plot_color_fade (theme->text, 0.12));
  if (solved - left > PX (theme, 90))
    plot_canvas_text (canvas, _("solved in time"), size, PLOT_TEXT_NORMAL, left + PX (theme, 8), y + bar - 0.5 * size, 0, theme->verified);
  plot_canvas_text (canvas, _("grows"), size, PLOT_TEXT_NORMAL, left + width - PX (theme, 6), y + bar - 0.5 * size, 1, theme->secondary);
  plot_canvas_text (canvas, _("contraction *θ*"), size, PLOT_TEXT_NORMAL, left, y - PX (theme, 15), 0, theme->secondary);
  draw_ticks (canvas, theme, ticks, G_N_ELEMENTS (ticks), THETA_LOW, THETA_HIGH, left, width, y + bar + 1.4 * size);
  for (int i = 0; i < 2; i++)
    {
      const gboolean fine = i == 0 ? reason->other_accepted : reason->accepted;
      g_autofree char *label = NULL;
      char number[64];

      if (!(all[i]->theta > 0))
        continue;
      plot_format_number (all[i]->theta, 2, number, sizeof number);
      label = reason->other.iteration == 0 ? g_strdup (number) : g_strdup_printf (i == 0 ? _("the other try %s") : _("this try %s"), number);
      draw_mark (canvas, theme, place_in (all[i]->theta, THETA_LOW, THETA_HIGH, left, width), y, bar, label, fine ? theme->series_text[0] : theme->rejected,
                 all[i]->theta < all[1 - i]->theta ? 1 : reason->other.iteration == 0 ? 0.5 : 0, left + PX (theme, 90), left + width);
    }
}

static void
draw_newton (PlotCanvas *canvas, const PlotTheme *theme, const Reason *reason, double left, double top, double width, double height)
{
  const WbNewton *newton = &reason->newton;
  const double bar = top + height - PX (theme, 40);
  double y = top + PX (theme, 4);
  char number[64];
  g_autofree char *theta = NULL, *change = NULL;

  plot_format_number (newton->theta, 2, number, sizeof number);
  theta = g_strdup_printf ("= %s", number);
  change = g_strdup_printf (_("each change is %s × the last"), number);
  if (newton->formula != NULL)
    y += draw_formula (canvas, theme, "theta", newton->formula, theta, change, left, y, width) + PX (theme, 10);
  if (isfinite (newton->expected) && newton->theta < 1 && bar - y > PX (theme, 60))
    {
      g_autofree char *words = g_strdup_printf (_("left after %d"), newton->limit), *rule = NULL, *value = NULL, *allowed = NULL;
      const int power = newton->limit - newton->iteration + 1;
      double height_of;
      g_autoptr (PangoLayout) layout = plot_text_layout (words, PX (theme, 15), PLOT_TEXT_NORMAL);
      double wide;

      plot_text_measure (layout, &wide, NULL, NULL);
      rule = power == 1 ? g_strdup_printf ("theta/(1-theta)*Delta_%d", newton->iteration)
                        : g_strdup_printf ("theta^%d/(1-theta)*Delta_%d", power, newton->iteration);
      plot_format_number (newton->expected, 2, number, sizeof number);
      value = g_strdup_printf ("= %s", number);
      plot_format_number (newton->target, 2, number, sizeof number);
      allowed = g_strdup_printf (_("allowed: %s or less"), number);
      height_of = draw_formula (canvas, theme, rule, NULL, value, allowed, left + wide + PX (theme, 26), y, width - wide - PX (theme, 26));
      plot_canvas_text (canvas, words, PX (theme, 15), PLOT_TEXT_NORMAL, left, y + 0.55 * height_of + PX (theme, 3), 0, theme->text);
      plot_canvas_text (canvas, "=", PX (theme, 15), PLOT_TEXT_NORMAL, left + wide + PX (theme, 13), y + 0.55 * height_of + PX (theme, 3), 0.5, theme->text);
      y += height_of;
    }
  if (bar - y > PX (theme, 34))
    draw_theta (canvas, theme, reason, bar, left, width);
}

static void
draw_reason (gpointer user, PlotCanvas *canvas, const PlotTheme *theme, double left, double top, double width, double height)
{
  const Reason *reason = user;
  const double bar = top + height - PX (theme, 40);
  double y = top + PX (theme, 4);
  g_autofree char *result = NULL;

  if (reason->shows_newton)
    {
      draw_newton (canvas, theme, reason, left, top, width, height);
      return;
    }
  result = g_strdup_printf ("= %s", reason->result);
  y += draw_formula (canvas, theme, "h_next", reason->verdict->formula, NULL, NULL, left, y, width) + PX (theme, 10);
  y += draw_formula (canvas, theme, "h_next", reason->verdict->numbers, result, NULL, left, y, width);
  if (bar - y > PX (theme, 28))
    draw_factor (canvas, theme, reason, bar, left, width);
}

static void
describe_reason (gpointer user, GString *text)
{
  const Reason *reason = user;

  g_string_append_printf (text, ", %s", reason->verdict->sentence);
  if (!reason->shows_newton)
    {
      g_autofree char *spoken = plot_formula_plain ("h_next", reason->verdict->formula);

      g_string_append_printf (text, ", %s", spoken);
    }
}

static gboolean
is_accepted (const LabAttempt *attempt)
{
  return attempt->record.outcome == ODE_ATTEMPT_ACCEPTED || attempt->record.outcome == ODE_ATTEMPT_CUT_BY_EVENT;
}

static PlotView *
drawing_view (const char *title, const char *remark, const PlotDrawing *drawing)
{
  PlotView *view = plot_view_new ();

  plot_view_set_title (view, title, remark);
  plot_view_set_title_shown (view, FALSE);
  plot_view_set_axes_shown (view, FALSE, FALSE);
  plot_view_set_margins (view, 18, 18);
  plot_view_add (view, plot_layer_drawing_new (drawing));
  return view;
}

PlotView *
wb_verdict_drawing (const WbAttemptScene *scene)
{
  const LabAttempt *attempt = scene->attempt;
  Reason *reason = g_new0 (Reason, 1);
  const char *unit = model_time_unit (model_system_model (scene->system));

  reason->verdict = wb_verdict_new (attempt, scene->system);
  reason->newton = wb_newton_of (attempt);
  if (scene->other != NULL)
    {
      reason->other = wb_newton_of (scene->other);
      reason->other_accepted = is_accepted (scene->other);
    }
  reason->accepted = is_accepted (attempt);
  reason->drake = attempt->control.kind == ODE_CONTROLLER_DRAKE;
  reason->result = plot_text_value (attempt->record.h_proposed, 4, unit);
  reason->shows_newton = attempt->record.outcome == ODE_ATTEMPT_REJECTED_NEWTON && reason->newton.theta > 0;
  if (!reason->shows_newton && reason->verdict->formula == NULL)
    {
      reason_free (reason);
      return NULL;
    }
  return drawing_view (reason->verdict->title, reason->verdict->sentence, &(PlotDrawing) { draw_reason, describe_reason, reason, reason_free });
}

/* ---- error of each state ---- */

/* Largest number of states in the card. */
#define MOST_ERRORS 8

typedef struct
{
  int n;
  char *names[MOST_ERRORS];
  double error[MOST_ERRORS], before[MOST_ERRORS]; /* error of each state divided by its tolerance; the same before a filter is applied, or
                                                   * NaN without a filter */
  gboolean filtered;
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
choose_states (const LabAttempt *attempt, int *states)
{
  int n = 0;

  for (int i = 0; i < attempt->n_states; i++)
    {
      int at = n;

      while (at > 0 && attempt->scaled_error[states[at - 1]] < attempt->scaled_error[i] && attempt->n_states > MOST_ERRORS)
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
      const double decade = low * pow (10, k), x = place_in (decade, low, high, left, room);

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
  const double error = errors->error[i], limit = place_in (1, low, high, left, room), size = PX (theme, 13);
  const double end = place_in (error > 0 ? error : low, low, high, left, room), middle = errors->filtered ? y + 0.5 * thick : y;
  const PlotColor color = error > 1 || isnan (error) ? theme->rejected : theme->text;
  const PlotPen rim = { .color = theme->secondary, .width = PX (theme, 1.2) };
  char number[64];
  g_autofree char *label = NULL;

  plot_canvas_text (canvas, errors->names[i], PX (theme, 15), PLOT_TEXT_NORMAL, left - PX (theme, 12), y + 0.35 * size, 1, theme->text);
  if (errors->filtered && errors->before[i] > 0)
    {
      const double before = place_in (errors->before[i], low, high, left, room);

      cairo_rectangle (canvas->cr, left, y - thick, fmax (before - left, 1), 0.8 * thick);
      plot_canvas_stroke (canvas, &rim);
    }
  plot_canvas_rectangle (canvas, left, middle - 0.5 * thick, fmin (end, limit) - left, thick, plot_color_fade (theme->series[0], 0.85));
  if (end > limit)
    plot_canvas_rectangle (canvas, limit, middle - 0.5 * thick, end - limit, thick, theme->rejected);
  plot_format_number (error, 2, number, sizeof number);
  label = g_strdup_printf ("%s ×", number);
  {
    g_autoptr (PangoLayout) layout = plot_text_layout (label, size, PLOT_TEXT_BOLD);
    const gboolean beyond = end < limit && end + PX (theme, 60) > limit; /* put the label right of the tolerance line if it would cross this line */
    const double at = (beyond ? limit : end) + PX (theme, 6);
    double width;

    plot_text_measure (layout, &width, NULL, NULL);
    if (at + width <= left + room + PX (theme, 30))
      plot_canvas_text (canvas, label, size, PLOT_TEXT_BOLD, at, middle + 0.35 * size, 0, color);
    else
      plot_canvas_text (canvas, label, size, PLOT_TEXT_BOLD, end - PX (theme, 6), middle + 0.35 * size, 1, theme->background);
  }
}

/* Returns the width of the widest name and the space after it, in px. */
static double
name_width (const PlotTheme *theme, const Errors *errors)
{
  double widest = PX (theme, 14), width;

  for (int i = 0; i < errors->n; i++)
    {
      g_autoptr (PangoLayout) layout = plot_text_layout (errors->names[i], PX (theme, 15), PLOT_TEXT_NORMAL);

      plot_text_measure (layout, &width, NULL, NULL);
      widest = fmax (widest, width);
    }
  return widest + PX (theme, 12);
}

static void
draw_errors (gpointer user, PlotCanvas *canvas, const PlotTheme *theme, double left, double top, double width, double height)
{
  const Errors *errors = user;
  const double names = name_width (theme, errors), axis = left + names, room = width - names - PX (theme, 20), head = PX (theme, 18);
  const double foot = PX (theme, errors->filtered ? 62 : 22), bottom = top + height - foot;
  const double row = fmin (PX (theme, 48), (bottom - top - head) / MAX (errors->n, 1)), thick = fmin (PX (theme, errors->filtered ? 14 : 20), row * (errors->filtered ? 0.42 : 0.6));
  double low = 0.01, high = 100;

  for (int i = 0; i < errors->n; i++)
    {
      widen (errors->error[i], &low, &high);
      widen (errors->before[i], &low, &high);
    }
  draw_error_axis (canvas, theme, low, high, axis, room, top + head - PX (theme, 4), bottom);
  for (int i = 0; i < errors->n; i++)
    draw_error_row (canvas, theme, errors, i, low, high, axis, room, top + head + row * (i + 0.5), thick);
  plot_canvas_rectangle (canvas, place_in (1, low, high, axis, room) - PX (theme, 1), top + head - PX (theme, 6), PX (theme, 2), bottom - top - head + PX (theme, 6), theme->rejected);
  plot_canvas_text (canvas, _("tolerance"), theme->size_tick, PLOT_TEXT_NORMAL, place_in (1, low, high, axis, room), top + head - PX (theme, 9), 0.5, theme->rejected);
  if (errors->filtered)
    {
      const PlotPen rim = { .color = theme->secondary, .width = PX (theme, 1.2) };
      const double y = bottom + PX (theme, 32), box = PX (theme, 9);

      cairo_rectangle (canvas->cr, left, y - box, 2 * box, box);
      plot_canvas_stroke (canvas, &rim);
      plot_canvas_text (canvas, _("difference of the two results"), theme->size_tick, PLOT_TEXT_NORMAL, left + 3 * box, y, 0, theme->text);
      plot_canvas_rectangle (canvas, left, y + PX (theme, 20) - box, 2 * box, box, plot_color_fade (theme->series[0], 0.85));
      plot_canvas_text (canvas, _("filtered, which decides"), theme->size_tick, PLOT_TEXT_NORMAL, left + 3 * box, y + PX (theme, 20), 0, theme->text);
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

  if (attempt->scaled_error == NULL)
    return NULL;
  errors = g_new0 (Errors, 1);
  errors->n = choose_states (attempt, states);
  errors->filtered = before != NULL && attempt->tolerance != NULL;
  for (int i = 0; i < errors->n; i++)
    {
      errors->names[i] = plot_text_variable (model_system_column (scene->system, states[i])->name);
      errors->error[i] = attempt->scaled_error[states[i]];
      errors->before[i] = errors->filtered ? fabs (before[states[i]]) / attempt->tolerance[states[i]] : NAN;
    }
  errors->sentence = wb_error_sentence (attempt, scene->system);
  return drawing_view (_("Error estimate"), _("over tolerance"), &(PlotDrawing) { draw_errors, describe_errors, errors, errors_free });
}
