/* Chooses the distance of the ticks from the number that fits, and formats their labels. */
#include "plot-ticks.h"

#include <math.h>
#include <string.h>

#include "plot-format.h"

/* Removes trailing zeros of a fraction: "0.010" becomes "0.01", "0.000" becomes "0". */
static void
trim_zeros (char *label)
{
  gsize n = strlen (label);

  if (strchr (label, '.') == NULL || strstr (label, "×") != NULL)
    return;
  while (label[n - 1] == '0')
    label[--n] = '\0';
  if (label[n - 1] == '.')
    label[n - 1] = '\0';
}

/* Places ticks at k·step for all k with low ≤ k·step ≤ high. The step is the smallest of 1, 2, 5 × 10ⁿ that gives at most length/gap ticks
 * (Heckbert, Nice numbers for graph labels, Graphics Gems, 1990, with a bound on the distance instead of a desired number). The tolerance
 * of 1e-6 steps keeps ticks at the ends of the range in spite of rounding errors. */
static int
linear_ticks (const PlotScale *scale, double gap, PlotTick *ticks)
{
  double span = scale->high - scale->low, length = fabs (scale->pixel_high - scale->pixel_low);
  double step, first, last, reach = fmax (fabs (scale->low), fabs (scale->high));
  int n = 0;

  if (!(span > 0) || !(length > 0))
    return 0;
  step = plot_scale_step (span, floor (length / gap));
  /* An axis is readable only with at least three labels. To get them, labels may be as close as
   * gap/2. A step of 0.4·step is rounded up to the next finer step: from 5 to 2, from 2 to 1, from 1
   * to 0.5. */
  while (floor (scale->high / step + 1e-6) - ceil (scale->low / step - 1e-6) < 2)
    {
      double finer = plot_scale_step (step * 0.4, 1);

      if (finer >= step || finer / span * length < 0.5 * gap)
        break;
      step = finer;
    }
  first = ceil (scale->low / step - 1e-6);
  last = floor (scale->high / step + 1e-6);
  /* Multiples beyond 2⁵³ ≈ 9·10¹⁵ are not distinct doubles. */
  if (!(fabs (first) < 9e15) || !(fabs (last) < 9e15))
    return 0;
  for (double k = first; k <= last && n < PLOT_MAX_TICKS; k++)
    {
      PlotTick *tick = &ticks[n++];

      tick->value = k * step;
      tick->pixel = plot_scale_map (scale, tick->value);
      tick->major = TRUE;
      /* All labels of an axis use one notation: if the axis reaches hundredths, thousandths are written with decimals too. */
      if (step >= 1e-3 * (1 - 1e-9) && step < 1e-2 * (1 - 1e-9) && reach >= 1e-2 * (1 - 1e-9) && reach < 1)
        plot_format_fixed (tick->value, 3, tick->label, sizeof tick->label);
      else
        plot_format_axis_tick (tick->value, step, fmax (fabs (first), fabs (last)) * step, tick->label, sizeof tick->label);
      trim_zeros (tick->label);
    }
  return n;
}

/* Places ticks at all multiples of powers of ten. If there are only one or two powers of ten,
 * the axis would have too few labels, so multiples by 2 and 5 get labels too if there is
 * space. */
static int
few_decades (const PlotScale *scale, double gap, PlotTick *ticks)
{
  int low = (int) floor (log10 (scale->low)), high = (int) floor (log10 (scale->high));
  double decade = fabs (scale->pixel_high - scale->pixel_low) / (log10 (scale->high) - log10 (scale->low));
  /* The smallest distance of labels is log10(2) decades, between 1 and 2 and between 5
   * and 10. It must be at least 0.55·gap, the height of a label with some space. If a
   * single power of ten is visible, it must be at least 0.33·gap, the height of a
   * label. */
  gboolean several = ceil (log10 (scale->low) - 1e-9) < floor (log10 (scale->high) + 1e-9);
  gboolean label_125 = decade * log10 (2) >= (several ? 0.55 : 0.33) * gap;
  int n = 0;

  for (int e = low; e <= high; e++)
    for (int m = 1; m <= 9 && n < PLOT_MAX_TICKS; m++)
      {
        double value = m * pow (10, e);
        PlotTick *tick;

        if (value < scale->low * (1 - 1e-9) || value > scale->high * (1 + 1e-9))
          continue;
        tick = &ticks[n++];
        tick->value = value;
        tick->pixel = plot_scale_map (scale, value);
        tick->major = m == 1 || ((m == 2 || m == 5) && label_125);
        tick->label[0] = '\0';
        if (m == 1)
          plot_format_power (e, tick->label, sizeof tick->label);
        else if (tick->major)
          plot_format_tick (value, pow (10, e), tick->label, sizeof tick->label);
      }
  /* Neighbouring labels use the same notation: between 0.05 and 0.2 the label is 0.1, not 10⁻¹. */
  if (label_125)
    for (int i = 0; i < n; i++)
      if (ticks[i].major)
        plot_format_tick (ticks[i].value, pow (10, floor (log10 (ticks[i].value) + 1e-9)), ticks[i].label, sizeof ticks[i].label);
  return n;
}

/* Places ticks on a logarithmic scale. If fewer than two powers of ten are visible (four if a decade
 * is longer than 3·gap), linear_ticks or few_decades place the ticks; otherwise they are at powers of
 * ten. */
static int
log_ticks (const PlotScale *scale, double gap, double decade_gap, double minor_decade, PlotTick *ticks)
{
  double a = log10 (scale->low), b = log10 (scale->high), decade;
  int every, first, last, n = 0, whole;

  if (!(b > a) || !isfinite (a) || !isfinite (b))
    return 0;
  decade = fabs (scale->pixel_high - scale->pixel_low) / (b - a);
  first = (int) ceil (a - 1e-9);
  last = (int) floor (b + 1e-9);
  whole = last - first + 1;
  if (whole < 2 || (decade > 3 * gap && whole < 4))
    {
      /* 0.35 decades are less than a factor of 2.3: the scale is nearly linear. */
      if (b - a < 0.35)
        {
          int n_linear = linear_ticks (scale, gap, ticks);

          for (int i = 0; i < n_linear; i++)
            ticks[i].pixel = plot_scale_map (scale, ticks[i].value);
          return n_linear;
        }
      return few_decades (scale, gap, ticks);
    }
  every = 1;
  while (every * decade < decade_gap)
    every = every == 1 ? 2 : every == 2 ? 3 : every + 3;
  for (int e = first - 1; e <= last; e++)
    {
      if (e >= first && n < PLOT_MAX_TICKS && e % every == 0)
        {
          PlotTick *tick = &ticks[n++];

          tick->value = pow (10, e);
          tick->pixel = plot_scale_map (scale, tick->value);
          tick->major = TRUE;
          /* Between 1 and 10² the label is 10¹, not 10. */
          if (e == 1)
            g_strlcpy (tick->label, "10¹", sizeof tick->label);
          else
            plot_format_power (e, tick->label, sizeof tick->label);
        }
      for (int m = 2; decade > minor_decade && m <= 9 && n < PLOT_MAX_TICKS; m++)
        {
          double value = m * pow (10, e);

          if (value < scale->low || value > scale->high)
            continue;
          ticks[n] = (PlotTick) { value, plot_scale_map (scale, value), FALSE, "" };
          n++;
        }
    }
  return n;
}

int
plot_ticks (const PlotScale *scale, double gap, double decade_gap, double minor_decade, PlotTick *ticks)
{
  if (scale->type == PLOT_SCALE_LOG)
    return log_ticks (scale, gap, decade_gap, minor_decade, ticks);
  return linear_ticks (scale, gap, ticks);
}
