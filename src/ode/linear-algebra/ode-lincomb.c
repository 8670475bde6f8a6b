/* Linear combinations y = x + Σ c_j k_j of vectors, the inner loop of explicit Runge–Kutta methods:
 * with x = x0, c_j = h a_ij and the slopes k_j it computes stage i.
 *
 * A loop over the states inside a loop over the terms would read and write y once for each term.
 * One pass over all vectors reads each of them once and writes y once: s + 2 accesses per component
 * in place of 3s, which counts because these sums are limited by the memory and not by the
 * arithmetic. */
#include "ode-lincomb.h"

#include <stddef.h>

/* There is one loop for each number of terms from 1 to 8: it reads every vector
 * once, keeps the sum in a register, and is vectorized over i. Terms are added from
 * left to right, so that scalar and vector code give the same bits. Longer
 * sums are computed in groups of eight terms, since x86-64 has no registers
 * for more pointers. y may be x itself, but must not overlap x with an offset.
 * The pragma ivdep states this; `restrict` would be wrong. */
#define K(j) const double *restrict k##j = k[j]; const double c##j = c[j];
#define T(j) + c##j * k##j[i]
#define KERNEL(terms, declare, sum)                                                                            \
  static void lincomb_##terms (int n, double *y, const double *x, const double *c,                    \
                               const double *const *k)                                                         \
  {                                                                                                            \
    declare                                                                                                    \
    _Pragma ("GCC ivdep") for (int i = 0; i < n; i++)                                                          \
      y[i] = x[i] sum;                                                                                         \
  }

KERNEL (1, K (0), T (0))
KERNEL (2, K (0) K (1), T (0) T (1))
KERNEL (3, K (0) K (1) K (2), T (0) T (1) T (2))
KERNEL (4, K (0) K (1) K (2) K (3), T (0) T (1) T (2) T (3))
KERNEL (5, K (0) K (1) K (2) K (3) K (4), T (0) T (1) T (2) T (3) T (4))
KERNEL (6, K (0) K (1) K (2) K (3) K (4) K (5), T (0) T (1) T (2) T (3) T (4) T (5))
KERNEL (7, K (0) K (1) K (2) K (3) K (4) K (5) K (6), T (0) T (1) T (2) T (3) T (4) T (5) T (6))
KERNEL (8, K (0) K (1) K (2) K (3) K (4) K (5) K (6) K (7), T (0) T (1) T (2) T (3) T (4) T (5) T (6) T (7))

/* The loop for each number of terms, chosen by one indirect call. */
typedef void (*Kernel) (int n, double *y, const double *x, const double *c, const double *const *k);

static const Kernel kernels[] = { NULL,      lincomb_1, lincomb_2, lincomb_3, lincomb_4,
                                  lincomb_5, lincomb_6, lincomb_7, lincomb_8 };

/* The first group of eight terms adds to x, each later one to y, so that the order of the terms is
 * that of a single sum. */
void
ode_lincomb (int n, double *y, const double *x, int n_terms, const double *c, const double *const *k)
{
  if (n_terms == 0)
    {
      for (int i = 0; i < n; i++)
        y[i] = x[i];
      return;
    }
  while (n_terms > 8)
    {
      lincomb_8 (n, y, x, c, k);
      x = y;
      c += 8;
      k += 8;
      n_terms -= 8;
    }
  kernels[n_terms] (n, y, x, c, k);
}
