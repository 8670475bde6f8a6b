/* Coefficients of polynomials: rational numbers if Stepwise is built with GMP, otherwise doubles. Sums and products of rational numbers are
 * exact, so that identities between polynomials can be proven. */
#pragma once

#include <glib.h>
#include <math.h>

#ifdef LAB_HAVE_GMP
#include <gmp.h>

typedef mpq_t LabRational;

/* Initializes a number with a finite value. Clear it with lab_rational_clear. */
static inline void
lab_rational_init (LabRational number, double value)
{
  mpq_init (number);
  mpq_set_d (number, value);
}
/* Releases the memory of a number. */
static inline void
lab_rational_clear (LabRational number)
{
  mpq_clear (number);
}
/* Copies a number to another one that is already initialized. */
static inline void
lab_rational_copy (LabRational to, const LabRational from)
{
  mpq_set (to, from);
}
/* Adds the product a·b to sum. */
static inline void
lab_rational_add_product (LabRational sum, const LabRational a, const LabRational b)
{
  mpq_t product;

  mpq_init (product);
  mpq_mul (product, a, b);
  mpq_add (sum, sum, product);
  mpq_clear (product);
}
/* Divides a number by another one, which must not be 0. */
static inline void
lab_rational_divide (LabRational number, const LabRational by)
{
  mpq_div (number, number, by);
}
/* Returns the sign of a number: −1, 0 or 1. */
static inline int
lab_rational_sign (const LabRational number)
{
  return mpq_sgn (number);
}
/* Returns a number rounded towards 0 to a double. */
static inline double
lab_rational_get (const LabRational number)
{
  return mpq_get_d (number);
}
#else
typedef double LabRational[1];

/* Initializes a number with a finite value. Clear it with lab_rational_clear. */
static inline void
lab_rational_init (LabRational number, double value)
{
  number[0] = value;
}
/* Releases the memory of a number. */
static inline void
lab_rational_clear (LabRational number)
{
}
/* Copies a number to another one that is already initialized. */
static inline void
lab_rational_copy (LabRational to, const double *from)
{
  to[0] = from[0];
}
/* Adds the product a·b to sum. */
static inline void
lab_rational_add_product (LabRational sum, const double *a, const double *b)
{
  sum[0] += a[0] * b[0];
}
/* Divides a number by another one, which must not be 0. */
static inline void
lab_rational_divide (LabRational number, const double *by)
{
  number[0] /= by[0];
}
/* Returns the sign of a number: −1, 0 or 1. */
static inline int
lab_rational_sign (const double *number)
{
  return (number[0] > 0) - (number[0] < 0);
}
/* Returns a number as a double. */
static inline double
lab_rational_get (const double *number)
{
  return number[0];
}
#endif
