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
