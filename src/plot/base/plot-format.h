/* Numbers as text for figures: U+2212 as minus, thin space (U+2009) between thousands, 7.4×10⁻³ below 0.01 and from 10⁵ on.
 *
 * Every function writes at most `size` bytes into `text`, with the terminating zero, and truncates between whole characters. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Formats a tick value of an axis with this step, without trailing zeros. */
void plot_format_tick (double value, double step, char *text, gsize size);
/* Formats a tick value like plot_format_tick. All ticks of an axis have the
 * notation that its largest absolute value `reach` needs. */
void plot_format_axis_tick (double value, double step, double reach, char *text, gsize size);
/* Formats a time for a clock that ends at `end`. All times up to `end` get the
 * same number of decimals. */
void plot_format_clock (double t, double end, char *text, gsize size);
/* Formats a time within a visible range of this width: like plot_format_clock,
 * but with as many decimals as distinguish the pixels of the range. */
void plot_format_clock_within (double t, double end, double width, char *text, gsize size);
/* Formats the end time of a clock, without trailing zeros. */
void plot_format_clock_end (double end, char *text, gsize size);
/* Formats a value with `digits` significant digits (1 to 17): "0.0244", "6.3×10⁻⁴", "2 287". Readouts use 3. */
void plot_format_number (double value, int digits, char *text, gsize size);
/* Formats a value with a fixed number of decimals (0 to 20): "8.1718". */
void plot_format_fixed (double value, int decimals, char *text, gsize size);
/* Formats 10ⁿ: "1", "10", "10⁻³". */
void plot_format_power (int exponent, char *text, gsize size);
/* Formats a count: "12 345". */
void plot_format_count (guint64 count, char *text, gsize size);

G_END_DECLS
