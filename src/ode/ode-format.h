/* Doubles as text, for files that are read back. */
#pragma once

/* Size of a buffer for any double with its terminating NUL. */
#define ODE_FORMAT_SIZE 32

/* Writes the shortest decimal text that reads back as value, and of the texts
 * of that length the nearest one: without exponent for 0 and 1e-5 ≤ |value| <
 * 1e17, else with one ("1.5e-7"); "nan", "inf", "-inf". The decimal separator
 * is a point in every locale. Returns the length without the terminating NUL.
 * May be called from any thread. */
int ode_format_double (char out[ODE_FORMAT_SIZE], double value);
