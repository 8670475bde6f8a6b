/* Draws the looks at the witness in a step, and the brackets of the root finders in columns. */
#include "wb-search-drawings.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "plot-format.h"
#include "plot-layers.h"
#include "plot-text.h"
#include "wb-search-plots.h"

#define MOST_COLUMNS 4
#define MOST_ROWS 9
/* If there are more looks than this, they are drawn without names. A look is an evaluation of the witness function inside the step. */
#define MOST_NAMED 10

/* ---- looks ---- */

typedef struct
{
  int n, looks;
  double g[WB_MOST_LOOKS + 2];
  gboolean found[WB_N_LOOKS];
  char *text;
} Looks;

static void
looks_free (gpointer user)
{
  Looks *looks = user;

  g_free (looks->text);
  g_free (looks);
}

static void
draw_look (PlotCanvas *canvas, const PlotTheme *theme, const Looks *looks, int k, double x, double y, double r)
{
  const double g = looks->g[k], size = theme->size_tick;
  const gboolean other = (g > 0) != (looks->g[0] > 0);
  const PlotColor color = isnan (g) ? theme->secondary : g == 0 ? theme->event : other ? theme->rejected : theme->verified;
  const PlotPen pen = { .color = color, .width = 1.5 };
  g_autofree char *name = k == 0 ? g_strdup (_("start")) : k == looks->n - 1 ? g_strdup (_("end")) : g_strdup_printf (_("point %d"), k);

  plot_canvas_marker (canvas, PLOT_MARKER_DISC, x, y, r, 0, theme->background, theme->background);
  plot_canvas_marker (canvas, PLOT_MARKER_DISC, x, y, r, 0, plot_color_fade (color, 0.18), color);
  cairo_new_path (canvas->cr);
  cairo_arc (canvas->cr, x, y, r, 0, 2 * G_PI);
  plot_canvas_stroke (canvas, &pen);
  plot_canvas_text (canvas, isnan (g) ? "?" : g > 0 ? "+" : g < 0 ? "−" : "0", 1.3 * size, PLOT_TEXT_BOLD, x, y + 0.45 * size, 0.5, color);
  if (looks->n <= MOST_NAMED)
    plot_canvas_text (canvas, looks->n > 7 && k > 0 && k < looks->n - 1 ? strrchr (name, ' ') != NULL ? strrchr (name, ' ') + 1 : name : name, size,
                      PLOT_TEXT_NORMAL, x, y + r + 1.5 * size, 0.5, theme->secondary);
}

static void
draw_mark (PlotCanvas *canvas, const PlotTheme *theme, gboolean found, double x, double y, double r)
{
  const PlotColor color = found ? theme->verified : theme->rejected;
  const PlotPen pen = { .color = theme->background, .width = 1.7 };

  plot_canvas_marker (canvas, PLOT_MARKER_DISC, x, y, r, 0, color, color);
  if (found)
    {
      plot_canvas_line (canvas, x - 0.45 * r, y, x - 0.1 * r, y + 0.38 * r, &pen);
      plot_canvas_line (canvas, x - 0.1 * r, y + 0.38 * r, x + 0.48 * r, y - 0.35 * r, &pen);
      return;
    }
  plot_canvas_line (canvas, x - 0.36 * r, y - 0.36 * r, x + 0.36 * r, y + 0.36 * r, &pen);
  plot_canvas_line (canvas, x - 0.36 * r, y + 0.36 * r, x + 0.36 * r, y - 0.36 * r, &pen);
}

/* Draws a text with its base line at y. It is made smaller if it is wider than room. */
static void
draw_fitted (PlotCanvas *canvas, const char *text, double size, PlotTextFlags weight, double x, double y, double room, PlotColor color)
{
  g_autoptr (PangoLayout) layout = plot_text_layout (text, size, weight);
  double width;

  plot_text_measure (layout, &width, NULL, NULL);
  plot_canvas_text (canvas, text, width > room ? size * room / width : size, weight, x, y, 0, color);
}

static void
draw_looks (gpointer user, PlotCanvas *canvas, const PlotTheme *theme, double left, double top, double width, double height)
{
  const Looks *looks = user;
  const double size = theme->size_tick, r = fmin (1.25 * size, 0.4 * width / looks->n), y = top + 0.26 * height, right = left + width;
  const PlotPen line = { .color = plot_color_fade (theme->text, 0.2), .width = 1.5 };
  const double row = top + 0.62 * height, marks = row + 1.9 * size, first = left + 0.28 * width, gap = (right - first) / WB_N_LOOKS;

  plot_canvas_line (canvas, left + r + 12, y, right - r - 12, y, &line);
  for (int k = 0; k < looks->n; k++)
    draw_look (canvas, theme, looks, k, left + r + 12 + (width - 2 * r - 24) * k / (looks->n - 1), y, r);
  plot_canvas_line (canvas, left, top + 0.5 * height, right, top + 0.5 * height, &line);
  plot_canvas_text (canvas, _("Guard points"), size, PLOT_TEXT_NORMAL, left, row + 0.35 * size, 0, theme->secondary);
  plot_canvas_text (canvas, _("Event found"), size, PLOT_TEXT_NORMAL, left, marks + 0.35 * size, 0, theme->secondary);
  for (int k = 0; k < WB_N_LOOKS; k++)
    {
      const double x = first + gap * (k + 0.5);
      g_autofree char *number = g_strdup_printf ("%d", k);

      if (k == looks->looks)
        plot_canvas_rectangle (canvas, x - 0.42 * gap, row - 1.1 * size, 0.84 * gap, marks - row + 2.2 * size, plot_color_fade (theme->accent, 0.16));
      plot_canvas_text (canvas, number, 1.05 * size, PLOT_TEXT_BOLD, x, row + 0.35 * size, 0.5, theme->text);
      draw_mark (canvas, theme, looks->found[k], x, marks, 0.62 * size);
    }
  draw_fitted (canvas, looks->text, size, PLOT_TEXT_NORMAL, left, marks + 2.3 * size, width, theme->text);
}

static void
describe_looks (gpointer user, GString *text)
{
  const Looks *looks = user;

  g_string_append_printf (text, ", %s", looks->text);
}

PlotView *
wb_search_looks_drawing (const WbSearchPicture *picture)
{
  const LabSearch *used = wb_search_picture_used (picture);
  Looks *looks = g_new0 (Looks, 1);
  const PlotDrawing drawing = { draw_looks, describe_looks, looks, looks_free };
  PlotView *view = plot_view_new ();

  looks->looks = picture->looks;
  for (int k = 0; k < used->n_looks && looks->n < WB_MOST_LOOKS + 2; k++)
    if (k == 0 || k == used->n_looks - 1 || (used->look_s[k] >= 0.999 * picture->event->h / (picture->looks + 1) && picture->looks <= WB_MOST_LOOKS))
      looks->g[looks->n++] = used->look_g[k];
  for (int k = 0; k < WB_N_LOOKS; k++)
    looks->found[k] = picture->found[k];
  looks->text = wb_search_looks_text (picture);
  plot_view_set_title (view, _("Guard points inside the step"), NULL);
  plot_view_set_title_shown (view, FALSE);
  plot_view_set_axes_shown (view, FALSE, FALSE);
  plot_view_set_margins (view, 18, 18);
  plot_view_add (view, plot_layer_drawing_new (&drawing));
  return view;
}

/* ---- brackets ---- */

typedef struct
{
  char *title, *note;
  int series, n;
  gboolean more;
  double low[MOST_ROWS], high[MOST_ROWS], at[MOST_ROWS];
  double first, last, event;  /* times of the first bracket's ends and of the event */
} Column;

typedef struct
{
  int n;
  Column columns[MOST_COLUMNS];
  double t0;
  char *unit;
} Brackets;

static void
brackets_free (gpointer user)
{
  Brackets *brackets = user;

  for (int i = 0; i < brackets->n; i++)
    {
      g_free (brackets->columns[i].title);
      g_free (brackets->columns[i].note);
    }
  g_free (brackets->unit);
  g_free (brackets);
}

static double
place (const Column *column, double s, double left, double width)
{
  return left + width * CLAMP ((s - column->first) / (column->last - column->first), 0, 1);
}

static void
draw_column (PlotCanvas *canvas, const PlotTheme *theme, const Brackets *brackets, const Column *column, double left, double top, double width,
             double height)
{
  const double size = theme->size_tick, foot = 1.9 * size, head = 1.9 * size, row = (height - head - foot) / MOST_ROWS, thick = 0.62 * row;
  const PlotColor color = theme->series[column->series % PLOT_N_SERIES];
  const PlotPen event = { .color = theme->event, .width = 1.6, .butt = TRUE };
  char number[64];

  draw_fitted (canvas, column->title, 1.05 * size, PLOT_TEXT_BOLD, left, top + size, width + 0.9 * size,
               theme->series_text[column->series % PLOT_N_SERIES]);
  for (int k = 0; k < column->n; k++)
    {
      const double y = top + head + row * k, x0 = place (column, column->low[k], left, width), x1 = place (column, column->high[k], left, width);
      const PlotPen rim = { .color = theme->text, .width = 1.4 };

      plot_canvas_rectangle (canvas, left, y, width, thick, plot_color_fade (theme->text, 0.06));
      plot_canvas_rectangle (canvas, x0, y, fmax (x1 - x0, 1), thick, plot_color_fade (color, 0.85));
      if (!isfinite (column->at[k]))
        continue;
      plot_canvas_marker (canvas, PLOT_MARKER_DISC, place (column, column->at[k], left, width), y + 0.5 * thick, 3, 0, theme->background, theme->background);
      cairo_new_path (canvas->cr);
      cairo_arc (canvas->cr, place (column, column->at[k], left, width), y + 0.5 * thick, 3, 0, 2 * G_PI);
      plot_canvas_stroke (canvas, &rim);
    }
  if (isfinite (column->event))
    {
      const double x = place (column, column->event, left, width);

      plot_canvas_line (canvas, x, top + head - 3, x, top + height - foot + 3, &event);
    }
  plot_format_number (brackets->t0 + column->first, 5, number, sizeof number);
  plot_canvas_text (canvas, number, 0.95 * size, PLOT_TEXT_NORMAL, left, top + height - 0.3 * size, 0, theme->secondary);
  plot_format_number (brackets->t0 + column->last, 5, number, sizeof number);
  plot_canvas_text (canvas, number, 0.95 * size, PLOT_TEXT_NORMAL, left + width, top + height - 0.3 * size, 1, theme->secondary);
}

static void
draw_brackets (gpointer user, PlotCanvas *canvas, const PlotTheme *theme, double left, double top, double width, double height)
{
  const Brackets *brackets = user;
  const double size = theme->size_tick, gap = 1.8 * size, numbers = 1.6 * size;
  const double column = (width - numbers - gap * (brackets->n - 1)) / brackets->n;
  const double row = (height - 3.8 * size) / MOST_ROWS;

  for (int i = 0; i < brackets->n; i++)
    draw_column (canvas, theme, brackets, &brackets->columns[i], left + numbers + i * (column + gap), top, column, height);
  for (int k = 0; k < MOST_ROWS; k++)
    {
      g_autofree char *number = g_strdup_printf ("%d", k);

      plot_canvas_text (canvas, number, 0.95 * size, PLOT_TEXT_NORMAL, left + numbers - 0.6 * size, top + 1.9 * size + row * k + 0.31 * row + 0.35 * size, 1,
                        theme->secondary);
    }
}

static void
describe_brackets (gpointer user, GString *text)
{
  const Brackets *brackets = user;

  for (int i = 0; i < brackets->n; i++)
    g_string_append_printf (text, ", %s", brackets->columns[i].title);
}

PlotView *
wb_search_brackets_drawing (const WbSearchPicture *picture, const char *time_unit)
{
  static const int order[] = { SIM_ISOLATE_ILLINOIS, SIM_ISOLATE_BISECTION, SIM_ISOLATE_CHANDRUPATLA, SIM_ISOLATE_BRENT };
  const int own = (int) picture->event->finder;
  Brackets *brackets = g_new0 (Brackets, 1);
  const PlotDrawing drawing = { draw_brackets, describe_brackets, brackets, brackets_free };
  PlotView *view;

  brackets->t0 = picture->event->t;
  brackets->unit = g_strdup (time_unit);
  for (gsize i = 0; i <= G_N_ELEMENTS (order) && brackets->n < MOST_COLUMNS; i++)
    {
      const int finder = i == 0 ? own : order[i - 1];
      const LabSearch *search = picture->searches[finder];
      Column *column = &brackets->columns[brackets->n];

      if ((i > 0 && finder == own) || isnan (search->first_low))
        continue;
      column->n = wb_search_brackets (search, MOST_ROWS, column->low, column->high, column->at);
      column->first = search->first_low;
      column->last = search->first_high;
      column->event = search->high;
      column->series = finder;
      column->title = g_strdup_printf (ngettext ("%s, %d iteration", "%s, %d iterations", (gulong) wb_search_count (search)),
                                       wb_search_finder_name (finder), wb_search_count (search));
      brackets->n++;
    }
  if (brackets->n == 0)
    {
      brackets_free (brackets);
      return NULL;
    }
  view = plot_view_new ();
  plot_view_set_title (view, _("Bracket"), _("starts between the two points around the crossing and shrinks"));
  plot_view_set_axes_shown (view, FALSE, FALSE);
  plot_view_set_margins (view, 16, 18);
  plot_view_add (view, plot_layer_drawing_new (&drawing));
  return view;
}
