/* Doubles as text, for files that are read again. */
#pragma once

/* Room for any double and the closing NUL. */
#define ODE_FORMAT_SIZE 32

/* Writes the shortest decimal text that reads back as value, and of those of that length the nearest to it: plain for
 * 1e-5 ≤ |value| < 1e17 and 0, else with an exponent ("1.5e-7"); "nan", "inf", "-inf". Ends it with NUL and returns its
 * length. The decimal point is a point in every locale. Any thread. */
int ode_format_double (char out[ODE_FORMAT_SIZE], double value);
