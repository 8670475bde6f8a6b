/* Draws the reason for the outcome of an attempt with its formula and bars. */
#include "wb-verdict-drawing.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "plot-format.h"
#include "plot-formula.h"
#include "wb-drawing-bars.h"
#include "wb-microscope-verdict.h"
#include "wb-newton-plot.h"

/* Ends of the bar of the step-size factor, and ends of the bar of the contraction rate θ. */
#define FACTOR_LOW 0.1
#define FACTOR_HIGH 10.0
#define THETA_LOW 1e-3
#define THETA_HIGH 4.0
/* A drawing that is lower than this height in px has less space between its formulas. */
#define LOW 170

typedef struct
{
  WbVerdict *verdict;
  WbNewton newton, other;  /* last Newton iteration of the attempt and of the second one; other.iteration is 0 if there is no second one */
  gboolean shows_newton, drake, accepted, other_accepted, is_trial; /* is_trial: the second one is that of the run */
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

/* Draws the bar of the step-size factor. A mark left of 1 means that the step becomes smaller. Inside the dead band of Drake's controller
 * the step keeps its size. */
static void
draw_factor (PlotCanvas *canvas, const PlotTheme *theme, const Reason *reason, double y, double left, double width)
{
  static const double ticks[] = { 0.1, 0.2, 0.5, 1, 2, 5, 10 };
  const double size = theme->size_tick, bar = WB_BARS_PX (theme, 20);
  const double low = wb_bars_place (reason->drake ? 0.9 : 1, FACTOR_LOW, FACTOR_HIGH, left, width);
  const double high = wb_bars_place (reason->drake ? 1.2 : 1, FACTOR_LOW, FACTOR_HIGH, left, width);
  const char *smaller = reason->accepted ? _("smaller") : _("reject and shrink"), *larger = reason->accepted ? _("accept and grow") : _("larger");
  char number[64];
  g_autofree char *label = NULL;

  plot_canvas_rectangle (canvas, left, y, low - left, bar, plot_color_fade (theme->rejected, 0.18));
  plot_canvas_rectangle (canvas, low, y, high - low, bar, plot_color_fade (theme->text, 0.12));
  plot_canvas_rectangle (canvas, high, y, left + width - high, bar, plot_color_fade (theme->verified, 0.2));
  plot_canvas_text (canvas, smaller, size, PLOT_TEXT_NORMAL, left + WB_BARS_PX (theme, 8), y + bar - 0.5 * size, 0, theme->rejected);
  plot_canvas_text (canvas, larger, size, PLOT_TEXT_NORMAL, left + width - WB_BARS_PX (theme, 8), y + bar - 0.5 * size, 1, theme->verified);
  wb_bars_ticks (canvas, theme, ticks, G_N_ELEMENTS (ticks), FACTOR_LOW, FACTOR_HIGH, left, width, y + bar + 1.4 * size);
  plot_format_number (reason->verdict->factor, 3, number, sizeof number);
  label = g_strdup_printf (_("factor %s"), number);
  wb_bars_mark (canvas, theme, wb_bars_place (reason->verdict->factor, FACTOR_LOW, FACTOR_HIGH, left, width), y, bar, label,
             reason->accepted ? theme->verified : theme->rejected, 0.5, left, left + width);
}

/* Draws the bar of the contraction rate. It is green up to the largest rate with which the iteration converges within the limit, and grey
 * where the iteration diverges. */
static void
draw_theta (PlotCanvas *canvas, const PlotTheme *theme, const Reason *reason, double y, double left, double width)
{
  static const double ticks[] = { 0.001, 0.01, 0.1, 1 };
  const double size = theme->size_tick, bar = WB_BARS_PX (theme, 20), one = wb_bars_place (1, THETA_LOW, THETA_HIGH, left, width);
  const double solved = isfinite (reason->newton.largest_theta) ? wb_bars_place (reason->newton.largest_theta, THETA_LOW, THETA_HIGH, left, width) : left;
  const WbNewton *const all[2] = { &reason->other, &reason->newton };

  plot_canvas_rectangle (canvas, left, y, solved - left, bar, plot_color_fade (theme->verified, 0.2));
  plot_canvas_rectangle (canvas, solved, y, one - solved, bar, plot_color_fade (theme->rejected, 0.18));
  plot_canvas_rectangle (canvas, one, y, left + width - one, bar, plot_color_fade (theme->text, 0.12));
  if (solved - left > WB_BARS_PX (theme, 90))
    plot_canvas_text (canvas, _("solved in time"), size, PLOT_TEXT_NORMAL, left + WB_BARS_PX (theme, 8), y + bar - 0.5 * size, 0, theme->verified);
  plot_canvas_text (canvas, _("grows"), size, PLOT_TEXT_NORMAL, left + width - WB_BARS_PX (theme, 6), y + bar - 0.5 * size, 1, theme->secondary);
  plot_canvas_text (canvas, _("contraction *θ*"), size, PLOT_TEXT_NORMAL, left, y - WB_BARS_PX (theme, 15), 0, theme->secondary);
  wb_bars_ticks (canvas, theme, ticks, G_N_ELEMENTS (ticks), THETA_LOW, THETA_HIGH, left, width, y + bar + 1.4 * size);
  for (int i = 0; i < 2; i++)
    {
      const gboolean fine = i == 0 ? reason->other_accepted : reason->accepted;
      g_autofree char *label = NULL;
      char number[64];

      if (!(all[i]->theta > 0))
        continue;
      plot_format_number (all[i]->theta, 2, number, sizeof number);
      label = reason->other.iteration == 0 ? g_strdup (number) : g_strdup_printf (i == 1 ? _("this try %s") : reason->is_trial ? _("in the run %s") : _("the other try %s"), number);
      wb_bars_mark (canvas, theme, wb_bars_place (all[i]->theta, THETA_LOW, THETA_HIGH, left, width), y, bar, label, fine ? theme->series_text[0] : theme->rejected,
                 all[i]->theta < all[1 - i]->theta ? 1 : reason->other.iteration == 0 ? 0.5 : 0, left + WB_BARS_PX (theme, 90), left + width);
    }
}

static void
draw_newton (PlotCanvas *canvas, const PlotTheme *theme, const Reason *reason, double left, double top, double width, double height)
{
  const WbNewton *newton = &reason->newton;
  const double bar = top + height - WB_BARS_PX (theme, 40);
  double y = top + WB_BARS_PX (theme, 4);
  char number[64];
  g_autofree char *theta = NULL, *change = NULL;

  plot_format_number (newton->theta, 2, number, sizeof number);
  theta = g_strdup_printf ("= %s", number);
  change = g_strdup_printf (_("each change is %s × the previous one"), number);
  if (newton->formula != NULL)
    y += wb_bars_formula (canvas, theme, "theta", newton->formula, theta, change, left, y, width) + WB_BARS_PX (theme, 10);
  if (isfinite (newton->expected) && newton->theta < 1 && bar - y > WB_BARS_PX (theme, 60))
    {
      g_autofree char *words = g_strdup_printf (_("left after %d"), newton->limit), *rule = NULL, *value = NULL, *allowed = NULL;
      const int power = newton->limit - newton->iteration + 1;
      double height_of;
      g_autoptr (PangoLayout) layout = plot_text_layout (words, WB_BARS_PX (theme, 15), PLOT_TEXT_NORMAL);
      double wide;

      plot_text_measure (layout, &wide, NULL, NULL);
      rule = power == 1 ? g_strdup_printf ("theta/(1-theta)*Delta_%d", newton->iteration)
                        : g_strdup_printf ("theta^%d/(1-theta)*Delta_%d", power, newton->iteration);
      plot_format_number (newton->expected, 2, number, sizeof number);
      value = g_strdup_printf ("= %s", number);
      plot_format_number (newton->target, 2, number, sizeof number);
      allowed = g_strdup_printf (_("allowed: %s or less"), number);
      height_of = wb_bars_formula (canvas, theme, rule, NULL, value, allowed, left + wide + WB_BARS_PX (theme, 26), y, width - wide - WB_BARS_PX (theme, 26));
      plot_canvas_text (canvas, words, WB_BARS_PX (theme, 15), PLOT_TEXT_NORMAL, left, y + 0.55 * height_of + WB_BARS_PX (theme, 3), 0, theme->text);
      plot_canvas_text (canvas, "=", WB_BARS_PX (theme, 15), PLOT_TEXT_NORMAL, left + wide + WB_BARS_PX (theme, 13), y + 0.55 * height_of + WB_BARS_PX (theme, 3), 0.5, theme->text);
      y += height_of;
    }
  if (bar - y > WB_BARS_PX (theme, 34))
    draw_theta (canvas, theme, reason, bar, left, width);
}

static void
draw_reason (gpointer user, PlotCanvas *canvas, const PlotTheme *theme, double left, double top, double width, double height)
{
  const Reason *reason = user;
  const double bar = top + height - WB_BARS_PX (theme, 40);
  double y = top + WB_BARS_PX (theme, 4);
  g_autofree char *result = NULL;

  if (reason->shows_newton)
    {
      draw_newton (canvas, theme, reason, left, top, width, height);
      return;
    }
  result = g_strdup_printf ("= %s", reason->result);
  y += wb_bars_formula (canvas, theme, "h_next", reason->verdict->formula, NULL, NULL, left, y, width)
       + WB_BARS_PX (theme, height < WB_BARS_PX (theme, LOW) ? 2 : 10);
  y += wb_bars_formula (canvas, theme, "h_next", reason->verdict->numbers, result, NULL, left, y, width);
  if (bar - y > WB_BARS_PX (theme, 24))
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
      reason->other_accepted = wb_verdict_is_accepted (scene->other);
    }
  reason->accepted = wb_verdict_is_accepted (attempt);
  reason->is_trial = attempt->is_trial;
  reason->drake = attempt->control.kind == ODE_CONTROLLER_DRAKE;
  reason->result = plot_text_value (attempt->record.h_proposed, 4, unit);
  reason->shows_newton = attempt->record.outcome == ODE_ATTEMPT_REJECTED_NEWTON && reason->newton.theta > 0;
  if (!reason->shows_newton && reason->verdict->formula == NULL)
    {
      reason_free (reason);
      return wb_step_drawing (scene);
    }
  return wb_bars_view (reason->verdict->title, reason->verdict->sentence, &(PlotDrawing) { draw_reason, describe_reason, reason, reason_free });
}
