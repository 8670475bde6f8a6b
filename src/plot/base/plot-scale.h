/* Scales: from data to pixels and back, linear or logarithmic. Plain values.
 *
 * A logarithmic scale has no position for zero and negative values. They map into an underflow band of `band` pixels below the smallest
 * value, and layers mark them there. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum { PLOT_SCALE_LINEAR, PLOT_SCALE_LOG } PlotScaleType;

typedef struct
{
  PlotScaleType type;
  double low, high;             /* data at the two ends; 0 < low < high on log scales */
  double pixel_low, pixel_high; /* pixels of the two ends; pixel_low > pixel_high on vertical axes */
  double band;                  /* logarithmic: length in px of the band for values ≤ 0, beyond pixel_low; 0: none */
} PlotScale;

typedef enum { PLOT_ZONE_INSIDE, PLOT_ZONE_BELOW, PLOT_ZONE_ABOVE, PLOT_ZONE_UNDERFLOW, PLOT_ZONE_NOTHING } PlotZone;

/* Initializes a scale without underflow band. */
void plot_scale_init (PlotScale *scale, PlotScaleType type, double low, double high, double pixel_low, double pixel_high);
/* Returns the pixel of a value; NaN for NaN, the middle of the band for values ≤ 0 on a log scale. */
double plot_scale_map (const PlotScale *scale, double value);
/* Returns the value at a pixel, also outside the range. */
double plot_scale_unmap (const PlotScale *scale, double pixel);
/* Returns whether a value is inside, below or above the range;
 * PLOT_ZONE_NOTHING for NaN. */
PlotZone plot_scale_zone (const PlotScale *scale, double value);
/* Zooms by factor (< 1: in); the value `about` keeps its pixel. The scale does not change if the new range is too small for doubles. */
void plot_scale_zoom (PlotScale *scale, double about, double factor);
/* Moves the range by pixels. */
void plot_scale_pan (PlotScale *scale, double pixels);
/* Returns the smallest step 1, 2 or 5 times a power of ten of which at most `n` fit into span > 0. */
double plot_scale_step (double span, double n);
/* Returns an axis range for data [low, high]: its ends lie on 1-2-5 ticks, so that an axis grows in jumps; an end at zero stays at zero. */
void plot_scale_nice_range (PlotScaleType type, double low, double high, double *nice_low, double *nice_high);
/* Enlarges a range, in jumps, until it holds [low, high]. Returns whether it changed. */
gboolean plot_scale_grow (PlotScaleType type, double *range_low, double *range_high, double low, double high);

G_END_DECLS
