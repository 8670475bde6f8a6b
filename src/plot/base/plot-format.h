/* Numbers as figures show them: U+2212 minus, thin space (U+2009) between thousands, 7.4×10⁻³ below 0.01 and from 10⁵ on. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A tick of an axis with this step; no trailing zeros. */
void plot_format_tick (double value, double step, char *text, gsize size);
/* The same beside others, the farthest from 0 of which is reach: all in one notation. */
void plot_format_axis_tick (double value, double step, double reach, char *text, gsize size);
/* Where a clock stands that runs up to `end`, in the notation of that end, and the end itself. */
void plot_format_clock (double t, double end, char *text, gsize size);
void plot_format_clock_end (double end, char *text, gsize size);
/* `digits` significant digits ("0.0244", "6.3×10⁻⁴", "2 287"); 3 for readouts. */
void plot_format_number (double value, int digits, char *text, gsize size);
/* Fixed decimals ("8.1718"). */
void plot_format_fixed (double value, int decimals, char *text, gsize size);
/* 10ⁿ for whole n ("1", "10⁻³"). */
void plot_format_power (int exponent, char *text, gsize size);
void plot_format_count (guint64 count, char *text, gsize size);

G_END_DECLS
