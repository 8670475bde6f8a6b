/* Scales: maps from data to pixels and back, linear or logarithmic. A scale is a plain value that can be copied.
 *
 * A logarithmic scale has no position for zero and negative values. They are mapped into an underflow band of `band` pixels beside the
 * smallest value, and layers mark them there. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum { PLOT_SCALE_LINEAR, PLOT_SCALE_LOG } PlotScaleType;

typedef struct
{
  PlotScaleType type;
  double low, high;             /* data values at the two ends; low < high, and low > 0 on logarithmic scales */
  double pixel_low, pixel_high; /* pixels of the two ends; pixel_low > pixel_high on vertical axes and on reversed horizontal ones */
  double band;                  /* logarithmic scales: length in px of the band below pixel_low in which values ≤ 0 are drawn; 0: none */
} PlotScale;

typedef enum { PLOT_ZONE_INSIDE, PLOT_ZONE_BELOW, PLOT_ZONE_ABOVE, PLOT_ZONE_UNDERFLOW, PLOT_ZONE_NOTHING } PlotZone;

/* Initializes a scale without an underflow band. */
void plot_scale_init (PlotScale *scale, PlotScaleType type, double low, double high, double pixel_low, double pixel_high);
/* Returns the pixel of a value. Returns NaN for NaN, and the middle of the underflow band for values ≤ 0 on a logarithmic scale. */
double plot_scale_map (const PlotScale *scale, double value);
/* Returns the data value at a pixel, which may be outside the range. */
double plot_scale_unmap (const PlotScale *scale, double pixel);
/* Returns whether a value is inside, below or above the range;
 * PLOT_ZONE_NOTHING for NaN. */
PlotZone plot_scale_zone (const PlotScale *scale, double value);
/* Zooms by a factor; a factor below 1 shows a smaller range. The value `about` keeps its pixel. The scale does not change if the new range
 * is too small for the resolution of doubles. */
void plot_scale_zoom (PlotScale *scale, double about, double factor);
/* Shifts the range by this number of pixels. */
void plot_scale_pan (PlotScale *scale, double pixels);
/* Returns the smallest step of the form 1, 2 or 5 times a power of ten that fits at most n times into span > 0. */
double plot_scale_step (double span, double n);
/* Returns an axis range for data in [low, high]. Its ends are on ticks, so that the range of growing data changes in jumps. An end at zero
 * stays at zero. */
void plot_scale_nice_range (PlotScaleType type, double low, double high, double *nice_low, double *nice_high);
/* Enlarges a range in jumps until it contains [low, high]. Returns whether the range has changed. */
gboolean plot_scale_grow (PlotScaleType type, double *range_low, double *range_high, double low, double high);

G_END_DECLS
