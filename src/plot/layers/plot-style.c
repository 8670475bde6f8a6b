/* Converts a style to a colour and a pen of a theme. */
#include "plot-style.h"

PlotColor
plot_style_color (const PlotStyle *style, const PlotTheme *theme, gboolean text)
{
  PlotColor color;

  if (style->series <= PLOT_SERIES_STAGE)
    color = theme->stages[(PLOT_SERIES_STAGE - style->series) % PLOT_N_STAGES];
  else
    switch (style->series)
      {
      case PLOT_SERIES_TEXT: color = theme->text; break;
      case PLOT_SERIES_REJECTED: color = theme->rejected; break;
      case PLOT_SERIES_EVENT: color = theme->event; break;
      case PLOT_SERIES_VERIFIED: color = theme->verified; break;
      case PLOT_SERIES_SECONDARY: color = theme->secondary; break;
      case PLOT_SERIES_FIELD: color = theme->field; break;
      case PLOT_SERIES_ACCENT: color = theme->accent; break;
      default: color = text ? theme->series_text[style->series % PLOT_N_SERIES] : theme->series[style->series % PLOT_N_SERIES]; break;
      }
  return style->opacity > 0 && !text ? plot_color_fade (color, style->opacity) : color;
}

PlotPen
plot_style_pen (const PlotStyle *style, const PlotTheme *theme)
{
  PlotPen pen = { .color = plot_style_color (style, theme, FALSE) };
  double unit = theme->line_grid; /* dash lengths are in px on the screen; on paper they are smaller, like line widths */

  pen.width = style->width > 0 ? style->width * unit : style->series == 0 ? theme->line_main : theme->line_other;
  if (style->dotted)
    {
      pen.n_dashes = 2;
      pen.dashes[0] = 2 * unit;
      pen.dashes[1] = 3 * unit;
    }
  else if (style->dashed)
    {
      pen.n_dashes = 2;
      pen.dashes[0] = 5 * unit;
      pen.dashes[1] = 3.5 * unit;
    }
  else if (style->solid && style->series >= 0 && style->series % PLOT_N_STYLES >= PLOT_N_SERIES)
    {
      /* A solid line would be equal to that of the series with the same colour, so use short dashes. */
      pen.n_dashes = 2;
      pen.dashes[0] = 4 * unit;
      pen.dashes[1] = 2.5 * unit;
    }
  else if (!style->solid && style->series >= 0)
    pen.n_dashes = plot_theme_dashes (style->series, unit, pen.dashes);
  return pen;
}
