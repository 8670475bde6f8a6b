/* Special points of branches of equilibria: their test values, their types, and a better location of branch points. */
#include <math.h>
#include <string.h>

#include "lab-continuation-private.h"

/* Returns the test value of a kind at a point: the component of the tangent along the parameter, det [F_y; tangentᵀ],
 * or the sign of Π (λ_i + λ_j). */
double
lab_special_value (const LabContPoint *point, LabSpecialKind kind, int m)
{
  switch (kind)
    {
    case LAB_SPECIAL_FOLD: return point->tangent[m - 1];
    case LAB_SPECIAL_BRANCH: return point->det;
    default: return point->hopf;
    }
}

/* Distinguishes a Hopf point, where a complex pair is on the imaginary axis, from a neutral saddle, where two real
 * eigenvalues have opposite signs. Bisection leaves a sum of the pair near 0. For a complex pair that sum is 2 Re λ,
 * so |Im λ| is far above |Re λ|; for two real eigenvalues the imaginary part is 0. */
gboolean
lab_special_is_hopf (const LabContPoint *point, int n)
{
  double nearest = INFINITY, re = NAN, im = 0;

  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++)
      {
        double sum = hypot (point->values[2 * i] + point->values[2 * j], point->values[2 * i + 1] + point->values[2 * j + 1]);

        if (sum < nearest)
          {
            nearest = sum;
            re = point->values[2 * i];
            im = point->values[2 * i + 1];
          }
      }
  return fabs (im) > 1e3 * fabs (re);
}

/* Distance from a Hopf point at which its Lyapunov coefficient is compared. It is far above the error of the point,
 * 1e-11, and so small that a coefficient that is not zero hardly changes. */
#define COEFFICIENT_STEP 1e-5

/* Returns the first Lyapunov coefficient at a Hopf point, or NaN if its sign is not certain: the coefficient beside the point, on its
 * branch, differs by more than its size. In van der Pol's equation it is proportional to the parameter, and 0 at the Hopf point. */
double
lab_special_hopf_coefficient (LabExtended *e, const LabContPoint *point, double frequency)
{
  int m = e->m;
  g_autofree double *y = g_new (double, m);
  double values[3];

  for (int side = -1; side <= 1; side++)
    {
      for (int i = 0; i < m; i++)
        y[i] = point->y[i] + side * COEFFICIENT_STEP * point->tangent[i];
      lab_extended_set (e, y);
      values[side + 1] = lab_hopf_coefficient (e->flow, e->scale, e->x, frequency);
    }
  lab_extended_set (e, point->y);
  return fmax (fabs (values[0] - values[1]), fabs (values[2] - values[1])) < fabs (values[1]) ? values[1] : NAN;
}

/* Number of points through which a branch is interpolated at a branch point, and the length of the part of the branch. Newton's method is
 * ill-conditioned at a branch point, and accurate at this distance; the error of the polynomial is about LENGTH⁵. */
#define INTERPOLATED 5
#define LENGTH 4e-3

/* Improves a branch point that bisection found between two points of a branch: the branch as a polynomial in the
 * determinant, evaluated at 0, by Lagrange's formula. Leaves the point as it is if the determinant is not monotonic
 * there. With the values d_k at the points y_k the result is Σ y_k Π_{j≠k} (−d_j)/(d_k − d_j): y as a polynomial in
 * d, at d = 0. */
void
lab_special_interpolate (LabExtended *e, const LabContPoint *from, const LabContPoint *to, LabContPoint *best)
{
  int m = e->m;
  LabImplicit curve = lab_extended_curve (e);
  g_autoptr (GPtrArray) points = g_ptr_array_new_with_free_func ((GDestroyNotify) lab_cont_point_free);
  double length = lab_implicit_distance (m, from->y, to->y), centre = lab_implicit_distance (m, from->y, best->y) / length,
         half = LENGTH / (2 * length);
  double det[INTERPOLATED];
  g_autofree double *y = g_new0 (double, m), *sum = g_new0 (double, m), *tangent = g_new0 (double, m);

  for (int k = 0; k < INTERPOLATED; k++)
    {
      double theta = centre + half * (2.0 * k / (INTERPOLATED - 1) - 1 + 0.1); /* the shift by 0.1 keeps all points away from the branch point */
      LabContPoint *point = lab_implicit_between (&curve, from->y, from->tangent, to->y, to->tangent, theta, y)
                                ? lab_cont_point_new (e, y, from->tangent)
                                : NULL;

      if (point == NULL)
        return;
      g_ptr_array_add (points, point);
      det[k] = lab_extended_determinant (e, point, from->y);
      if (!isfinite (det[k]) || (k > 1 && !((det[k] - det[k - 1]) * (det[k - 1] - det[k - 2]) > 0)))
        return;
    }
  for (int k = 0; k < INTERPOLATED; k++)
    {
      const LabContPoint *point = points->pdata[k];
      double weight = 1;

      for (int j = 0; j < INTERPOLATED; j++)
        weight *= j == k ? 1 : -det[j] / (det[k] - det[j]);
      for (int i = 0; i < m; i++)
        {
          sum[i] += weight * point->y[i];
          tangent[i] += weight * point->tangent[i];
        }
    }
  if (!(lab_implicit_distance (m, sum, best->y) < LENGTH / 4))
    return;
  memcpy (best->y, sum, sizeof (double) * (gsize) m);
  lab_implicit_normalize (m, tangent, best->tangent);
  memcpy (best->tangent, tangent, sizeof (double) * (gsize) m);
}
