/* Numbers as text for figures: U+2212 as minus, thin space (U+2009) between thousands, 7.4×10⁻³ below 0.01 and from 10⁵ on.
 *
 * Every function writes at most `size` bytes into `text`, with the terminating zero, and truncates between whole characters. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Formats a tick value of an axis with this step, without trailing zeros. */
void plot_format_tick (double value, double step, char *text, gsize size);
/* Formats a tick value like plot_format_tick, in the notation of an axis whose tick farthest from 0 is `reach`. */
void plot_format_axis_tick (double value, double step, double reach, char *text, gsize size);
/* Formats a time of a clock that runs up to `end`, with as many decimals as every time up to `end` gets. */
void plot_format_clock (double t, double end, char *text, gsize size);
/* Formats the end of such a clock, without trailing zeros. */
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
