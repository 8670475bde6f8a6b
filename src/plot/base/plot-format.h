/* Formats numbers as text for figures: U+2212 as minus, a thin space (U+2009) between thousands, and 7.4×10⁻³ for values below 0.01 or from
 * 10⁵ on.
 *
 * Each function writes at most `size` bytes to `text`, including the terminating zero, and truncates between whole characters. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Formats the value of a tick, without trailing zeros. step is the distance of the ticks. */
void plot_format_tick (double value, double step, char *text, gsize size);
/* Formats the value of a tick like plot_format_tick. reach is the largest absolute value of the axis, which determines the notation of all
 * ticks. */
void plot_format_axis_tick (double value, double step, double reach, char *text, gsize size);
/* Formats a time of a clock that ends at `end`. All times up to `end` have the same number of
 * decimals. */
void plot_format_clock (double t, double end, char *text, gsize size);
/* Formats a time like plot_format_clock, with enough decimals to distinguish the pixels of a visible range of this
 * width. */
void plot_format_clock_within (double t, double end, double width, char *text, gsize size);
/* Formats the end time of a clock without trailing zeros. */
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
