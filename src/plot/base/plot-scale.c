/* Maps data to pixels and back, and chooses, zooms and moves ranges. */
#include "plot-scale.h"

#include <float.h>
#include <math.h>

void
plot_scale_init (PlotScale *scale, PlotScaleType type, double low, double high, double pixel_low, double pixel_high)
{
  *scale = (PlotScale) { type, low, high, pixel_low, pixel_high, 0 };
}

static double
forward (const PlotScale *scale, double value)
{
  return scale->type == PLOT_SCALE_LOG ? log10 (value) : value;
}

double
plot_scale_map (const PlotScale *scale, double value)
{
  double a, b, way = scale->pixel_high - scale->pixel_low;

  if (isnan (value))
    return NAN;
  if (scale->type == PLOT_SCALE_LOG && value <= 0)
    return scale->pixel_low - copysign (scale->band / 2, way);
  a = forward (scale, scale->low);
  b = forward (scale, scale->high);
  if (!(b > a))
    return 0.5 * (scale->pixel_low + scale->pixel_high);
  return scale->pixel_low + (forward (scale, value) - a) / (b - a) * way;
}

double
plot_scale_unmap (const PlotScale *scale, double pixel)
{
  double a = forward (scale, scale->low), b = forward (scale, scale->high);
  double way = scale->pixel_high - scale->pixel_low;
  double u = way != 0 ? (pixel - scale->pixel_low) / way : 0;
  double v = a + u * (b - a);

  return scale->type == PLOT_SCALE_LOG ? pow (10, v) : v;
}

PlotZone
plot_scale_zone (const PlotScale *scale, double value)
{
  if (isnan (value))
    return PLOT_ZONE_NOTHING;
  if (scale->type == PLOT_SCALE_LOG && value <= 0)
    return PLOT_ZONE_UNDERFLOW;
  if (value < scale->low)
    return PLOT_ZONE_BELOW;
  if (value > scale->high)
    return PLOT_ZONE_ABOVE;
  return PLOT_ZONE_INSIDE;
}

void
plot_scale_zoom (PlotScale *scale, double about, double factor)
{
  gboolean logarithmic = scale->type == PLOT_SCALE_LOG;
  double a = forward (scale, scale->low), b = forward (scale, scale->high);
  double c = logarithmic && about <= 0 ? a : forward (scale, about);

  a = c + (a - c) * factor;
  b = c + (b - c) * factor;
  /* A range below 4096 ulp contains fewer distinct doubles than a plot has pixels. */
  if (!(b - a > 4096 * DBL_EPSILON * fmax (fabs (a), fabs (b))) || !isfinite (b - a))
    return;
  if (logarithmic && (a < -300 || b > 300))
    return;
  scale->low = logarithmic ? pow (10, a) : a;
  scale->high = logarithmic ? pow (10, b) : b;
}

void
plot_scale_pan (PlotScale *scale, double pixels)
{
  double low = plot_scale_unmap (scale, scale->pixel_low - pixels), high = plot_scale_unmap (scale, scale->pixel_high - pixels);

  if (isfinite (low) && isfinite (high) && high > low && (scale->type == PLOT_SCALE_LINEAR || low > 0))
    {
      scale->low = low;
      scale->high = high;
    }
}

double
plot_scale_step (double span, double n)
{
  double raw = span / fmax (n, 1), power, digit;

  if (!(raw > 0) || !isfinite (raw))
    return 1;
  power = pow (10, floor (log10 (raw)));
  digit = raw / power;
  /* The factor 1 + 1e-9 prevents that a rounding error turns a step of 2 into 5. */
  return power * (digit <= 1 + 1e-9 ? 1 : digit <= 2 + 1e-9 ? 2 : digit <= 5 + 1e-9 ? 5 : 10);
}

void
plot_scale_nice_range (PlotScaleType type, double low, double high, double *nice_low, double *nice_high)
{
  double step;

  if (type == PLOT_SCALE_LOG)
    {
      if (!(low > 0) || !isfinite (low))
        low = high > 0 && isfinite (high) ? high / 10 : 1;
      if (!(high >= low) || !isfinite (high))
        high = low;
      /* The ends are 1, 2 or 5 times a power of ten. The factors 0.87 and 1.15 (0.06 decades) keep the outermost points away from the
       * edge. */
      double a = pow (10, floor (log10 (low * 0.87))), b = pow (10, floor (log10 (high * 1.15)));
      low *= 0.87;
      high *= 1.15;
      *nice_low = low >= 5 * a ? 5 * a : low >= 2 * a ? 2 * a : a;
      *nice_high = high <= b ? b : high <= 2 * b ? 2 * b : high <= 5 * b ? 5 * b : 10 * b;
      return;
    }
  if (!isfinite (low) || !isfinite (high) || high < low)
    low = 0, high = 1;
  /* Constant data, also with rounding errors (1e-12 is about 4500 ulp), get a range in which they look
   * constant. */
  if (high - low <= 1e-12 * fmax (fabs (low), fabs (high)))
    {
      double margin = low != 0 ? 0.5 * fabs (low) : 1;

      low -= margin;
      high += margin;
    }
  step = plot_scale_step (high - low, 10);
  /* A margin of 2 % keeps the curve away from the edge. If an end of the data is zero, the range ends at
   * zero. */
  *nice_low = low == 0 ? 0 : floor ((low - 0.02 * (high - low)) / step) * step;
  *nice_high = high == 0 ? 0 : ceil ((high + 0.02 * (high - low)) / step) * step;
}

gboolean
plot_scale_grow (PlotScaleType type, double *range_low, double *range_high, double low, double high)
{
  double nice_low, nice_high;

  gboolean below = low < *range_low, above = high > *range_high;

  if (!below && !above)
    return FALSE;
  if (*range_low < low)
    low = *range_low;
  if (*range_high > high)
    high = *range_high;
  plot_scale_nice_range (type, low, high, &nice_low, &nice_high);
  if (type == PLOT_SCALE_LINEAR)
    {
      /* Grow the range by a third at a time, since each change of range invalidates the caches of the view. */
      double step = plot_scale_step (nice_high - nice_low, 3);

      nice_low = below ? floor (nice_low / step + 1e-9) * step : nice_low;
      nice_high = above ? ceil (nice_high / step - 1e-9) * step : nice_high;
    }
  *range_low = fmin (*range_low, nice_low);
  *range_high = fmax (*range_high, nice_high);
  if (!isfinite (*range_low))
    *range_low = nice_low;
  if (!isfinite (*range_high))
    *range_high = nice_high;
  return TRUE;
}
