/* Conversion of doubles to text, for files that are read back. */
#pragma once

/* Number of bytes of a buffer that holds any double with its terminating NUL. */
#define ODE_FORMAT_SIZE 32

/* Writes the shortest decimal text that is read back as value. If several texts have that length, it
 * writes the one nearest to value. The text has no exponent for 0 and for 1e-5 ≤ |value| < 1e17, otherwise it
 * has one ("1.5e-7"). Other texts are "nan", "inf" and "-inf". The decimal separator
 * is a point in every locale. Returns the length without the terminating NUL.
 * May be called from any thread. */
int ode_format_double (char out[ODE_FORMAT_SIZE], double value);
