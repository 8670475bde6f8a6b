/* Properties of a tableau that are algebraic conditions on its coefficients. */
#include <math.h>

#include "ode-trees.h"

/* The simplifying assumptions C(q) and B(q) (Hairer and Wanner, Solving
 * Ordinary Differential Equations II, 2nd ed. 1996, IV.5): every stage
 * and the weights b integrate polynomials of degree q − 1 exactly.
 * On stiff problems the local error is of order h^(q + 1), whatever
 * the order of the method is (order reduction, HW II, IV.15). */
int
ode_tableau_stage_order (const OdeTableau *tableau, double tolerance)
{
  enum { HIGHEST = 20 };
  int s = tableau->n_stages;

  for (int k = 1; k <= HIGHEST; k++)
    {
      long double weights = -1.0L / k;

      for (int i = 0; i < s; i++)
        {
          long double stage = -powl (tableau->c[i], k) / k;

          for (int j = 0; j < s; j++)
            stage += tableau->A[i * s + j] * powl (tableau->c[j], k - 1);
          weights += tableau->b[i] * powl (tableau->c[i], k - 1);
          if (!(fabsl (stage) <= tolerance))
            return k - 1;
        }
      if (!(fabsl (weights) <= tolerance))
        return k - 1;
    }
  return HIGHEST;
}

/* Returns Σ_i b_i c_i^(k − 1) a_ij for column j, the left side of D(k). Its terms are at most
 * b_i, so the sum has about the rounding error of a weight. */
static long double
column_sum (const OdeTableau *tableau, int j, int k)
{
  int s = tableau->n_stages;
  long double sum = 0;

  for (int i = 0; i < s; i++)
    sum += tableau->b[i] * powl (tableau->c[i], k - 1) * tableau->A[i * s + j];
  return sum;
}

/* The assumptions of Butcher (Hairer and Wanner, Solving Ordinary Differential Equations II, 2nd ed. 1996, section IV.5):
 *
 *   B(p): Σ_i b_i c_i^(k−1) = 1/k                       k = 1 … p
 *   C(η): Σ_j a_ij c_j^(k−1) = c_i^k/k                  k = 1 … η, all i
 *   D(ζ): Σ_i b_i c_i^(k−1) a_ij = b_j (1 − c_j^k)/k    k = 1 … ζ, all j
 *
 * Theorem IV.5.1: if they hold with p ≤ η + ζ + 1 and p ≤ 2η + 2, the order is p. No method with s stages has an order above 2s. The residual
 * of B(p + 1) becomes small for many stages, 5.5e-15 for the 12 stages of Gauss, so B is tested to the rounding errors of its terms. */
int
ode_tableau_assumed_order (const OdeTableau *tableau, double tolerance)
{
  static const double rounding = 2e-15;
  int s = tableau->n_stages, eta = 0, zeta = 0, p = 0;

  /* C(η): a polynomial of degree s − 1 is determined by s stages, so η is at most s. */
  for (bool holds = true; holds && eta < s;)
    {
      int k = eta + 1;

      for (int i = 0; i < s; i++)
        {
          long double stage = -powl (tableau->c[i], k) / k;

          for (int j = 0; j < s; j++)
            stage += tableau->A[i * s + j] * powl (tableau->c[j], k - 1);
          holds = holds && fabsl (stage) <= tolerance;
        }
      eta += holds;
    }
  /* D(ζ), for the same reason with at most s conditions. */
  for (bool holds = true; holds && zeta < s;)
    {
      int k = zeta + 1;

      for (int j = 0; j < s; j++)
        holds = holds && fabsl (column_sum (tableau, j, k) - tableau->b[j] * (1 - powl (tableau->c[j], k)) / k) <= tolerance;
      zeta += holds;
    }
  /* B(p), up to the order 2s of Gauss. */
  for (bool holds = true; holds && p < 2 * s;)
    {
      long double sum = -1.0L / (p + 1);

      for (int i = 0; i < s; i++)
        sum += tableau->b[i] * powl (tableau->c[i], p);
      holds = fabsl (sum) <= rounding;
      p += holds;
    }
  if (p > eta + zeta + 1)
    p = eta + zeta + 1;
  return p > 2 * eta + 2 ? 2 * eta + 2 : p;
}

/* The new state of a stiffly accurate method equals the last stage exactly, so
 * the coefficients are compared without tolerance. R(∞) = 0 for such methods if A
 * is regular (HW II, proposition IV.3.8). */
bool
ode_tableau_is_stiffly_accurate (const OdeTableau *tableau)
{
  int s = tableau->n_stages;

  for (int j = 0; j < s; j++)
    if (tableau->A[(s - 1) * s + j] != tableau->b[j])
      return false;
  return true;
}

/* Hairer, Lubich and Wanner, Geometric Numerical Integration, 2nd ed. 2006,
 * theorem VI.4.3: the condition under which a method conserves quadratic invariants
 * and therefore the symplectic form. No explicit method satisfies it, since b_i² =
 * 2 b_i a_ii for i = j. */
bool
ode_tableau_is_symplectic (const OdeTableau *tableau, double tolerance)
{
  int s = tableau->n_stages;

  for (int i = 0; i < s; i++)
    for (int j = i; j < s; j++)
      {
        double aij = tableau->A[i * s + j], aji = tableau->A[j * s + i];

        if (!(fabs (tableau->b[i] * aij + tableau->b[j] * aji - tableau->b[i] * tableau->b[j]) <= tolerance))
          return false;
      }
  return true;
}
