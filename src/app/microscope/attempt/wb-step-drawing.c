/* Draws the facts about a step whose size was not chosen by error control, with a bar of the step size divided by the
 * largest stable step. */
#include "wb-verdict-drawing.h"

#include <glib/gi18n.h>
#include <math.h>

#include "plot-format.h"
#include "plot-text.h"
#include "wb-drawing-bars.h"
#include "wb-microscope-verdict.h"
#include "wb-step-facts.h"

/* Ends of the bar that shows the step size divided by the largest stable step. */
#define LOW 1e-3
#define HIGH 10.0
#define MOST_ROWS 3

/* A row of the drawing: the name of a fact, its value and a remark, all rich text. */
typedef struct
{
  char *name, *value;
  const char *remark;
} Row;

typedef struct
{
  Row rows[MOST_ROWS];
  int n;
  double over;       /* step size divided by the largest stable step; NaN: there is no bar */
} Facts;

static void
facts_free (gpointer user)
{
  Facts *facts = user;

  for (int i = 0; i < facts->n; i++)
    {
      g_free (facts->rows[i].name);
      g_free (facts->rows[i].value);
    }
  g_free (facts);
}

static void
add_row (Facts *facts, const char *name, char *value, const char *remark)
{
  facts->rows[facts->n++] = (Row) { g_strdup (name), value, remark };
}

/* Draws the rows in two columns. Returns their lower edge in px. */
static double
draw_rows (PlotCanvas *canvas, const PlotTheme *theme, const Facts *facts, double left, double top, double width)
{
  const double size = WB_BARS_PX (theme, 15), small = WB_BARS_PX (theme, 12.5);
  double names = 0, y = top;

  for (int i = 0; i < facts->n; i++)
    {
      g_autoptr (PangoLayout) layout = plot_text_layout (facts->rows[i].name, size, PLOT_TEXT_NORMAL);
      double wide;

      plot_text_measure (layout, &wide, NULL, NULL);
      names = fmax (names, wide);
    }
  for (int i = 0; i < facts->n; i++)
    {
      const Row *row = &facts->rows[i];

      y += 1.25 * size;
      plot_canvas_text (canvas, row->name, size, PLOT_TEXT_NORMAL, left, y, 0, theme->text);
      plot_canvas_text (canvas, row->value, size, PLOT_TEXT_BOLD, left + names + size, y, 0, theme->text);
      if (row->remark != NULL)
        {
          g_autoptr (PangoLayout) value = plot_text_layout (row->value, size, PLOT_TEXT_BOLD), remark = plot_text_layout (row->remark, small, PLOT_TEXT_NORMAL);
          const double at = left + names + size;
          double value_wide, wide;

          plot_text_measure (value, &value_wide, NULL, NULL);
          plot_text_measure (remark, &wide, NULL, NULL);
          if (at + value_wide + size + wide <= left + width)
            plot_canvas_text (canvas, row->remark, small, PLOT_TEXT_NORMAL, at + value_wide + size, y, 0, theme->secondary);
          else
            {
              y += 1.4 * small;
              plot_canvas_text (canvas, row->remark, small, PLOT_TEXT_NORMAL, at, y, 0, theme->secondary);
            }
        }
      y += 0.45 * size;
    }
  return y;
}

/* Draws the bar of the step size divided by the largest stable step. It is green up to 1. */
static void
draw_stability (PlotCanvas *canvas, const PlotTheme *theme, double over, double y, double left, double width)
{
  static const double ticks[] = { 0.001, 0.01, 0.1, 1, 10 };
  const double size = theme->size_tick, bar = WB_BARS_PX (theme, 20), one = wb_bars_place (1, LOW, HIGH, left, width);
  char number[64];

  plot_canvas_rectangle (canvas, left, y, one - left, bar, plot_color_fade (theme->verified, 0.2));
  plot_canvas_rectangle (canvas, one, y, left + width - one, bar, plot_color_fade (theme->rejected, 0.18));
  plot_canvas_text (canvas, _("stable"), size, PLOT_TEXT_NORMAL, left + WB_BARS_PX (theme, 8), y + bar - 0.5 * size, 0, theme->verified);
  plot_canvas_text (canvas, _("unstable"), size, PLOT_TEXT_NORMAL, left + width - WB_BARS_PX (theme, 8), y + bar - 0.5 * size, 1, theme->rejected);
  wb_bars_ticks (canvas, theme, ticks, G_N_ELEMENTS (ticks), LOW, HIGH, left, width, y + bar + 1.4 * size);
  plot_format_number (over, 2, number, sizeof number);
  {
    g_autofree char *label = g_strdup_printf (_("%s of it"), number);

    wb_bars_mark (canvas, theme, wb_bars_place (over, LOW, HIGH, left, width), y, bar, label, over > 1 ? theme->rejected : theme->verified, 0.5, left,
                  left + width);
  }
}

static void
draw_facts (gpointer user, PlotCanvas *canvas, const PlotTheme *theme, double left, double top, double width, double height)
{
  const Facts *facts = user;
  const double bar = top + height - WB_BARS_PX (theme, 40), y = draw_rows (canvas, theme, facts, left, top + WB_BARS_PX (theme, 4), width);

  if (isfinite (facts->over) && bar - y > WB_BARS_PX (theme, 28))
    draw_stability (canvas, theme, facts->over, bar, left, width);
}

static void
describe_facts (gpointer user, GString *text)
{
  const Facts *facts = user;

  for (int i = 0; i < facts->n; i++)
    {
      g_autofree char *value = plot_text_plain (facts->rows[i].value);

      g_string_append_printf (text, ", %s %s", facts->rows[i].name, value);
    }
}

/* Returns a text such as "1.2×10⁻⁵ in v". Free it with g_free. */
static char *
error_of_state (ModelSystem *system, double error, int state)
{
  g_autofree char *name = plot_text_variable (model_system_column (system, state)->name);
  char number[64];

  plot_format_number (fabs (error), 2, number, sizeof number);
  /* Translators: an error and the state that it belongs to. */
  return g_strdup_printf (_("%s in %s"), number, name);
}

PlotView *
wb_step_drawing (const WbAttemptScene *scene)
{
  const LabAttempt *attempt = scene->attempt;
  const char *unit = model_time_unit (model_system_model (scene->system));
  WbStepFacts known;
  Facts *facts;

  if (!wb_verdict_is_uncontrolled (attempt))
    return NULL;
  known = wb_step_facts (attempt);
  facts = g_new0 (Facts, 1);
  facts->over = known.stable > 0 ? attempt->record.h / known.stable : NAN;
  if (known.worst >= 0 && fabs (known.local[known.worst]) > known.least)
    add_row (facts, _("Local error"), error_of_state (scene->system, known.local[known.worst], known.worst),
             _("from the solution through the start of the step"));
  else if (known.worst >= 0)
    {
      char number[64];

      plot_format_number (known.least, 1, number, sizeof number);
      add_row (facts, _("Local error"), g_strdup_printf (_("below %s"), number), _("from the solution through the start of the step"));
    }
  if (known.estimated >= 0)
    add_row (facts, _("Estimate"), error_of_state (scene->system, known.estimate, known.estimated), _("of the method; it was not used"));
  if (isfinite (known.stable))
    add_row (facts, _("Largest stable step"), plot_text_value (known.stable, 3, unit), NULL);
  else if (known.stable > 0)
    add_row (facts, _("Largest stable step"), g_strdup (_("none: each step is stable")), NULL);
  else if (known.grows)
    add_row (facts, _("Largest stable step"), g_strdup (_("no limit here")), _("all components of the linearized model grow"));
  wb_step_facts_clear (&known);
  if (facts->n == 0)
    {
      facts_free (facts);
      return NULL;
    }
  return wb_bars_view (_("Accepted"), attempt->record.clamp == ODE_CLAMP_FIXED ? _("fixed step") : NULL,
                       &(PlotDrawing) { draw_facts, describe_facts, facts, facts_free });
}
