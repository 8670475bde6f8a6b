/* Computes a certified region of attraction: a Lyapunov function, its level, and the area or volume of the set {V ≤
 * level}. */
#include "lab-roa.h"

#include <glib/gi18n-lib.h>

#include "lab-enlarge.h"
#include "lab-frame.h"

void
lab_roa_free (LabRoa *roa)
{
  if (roa == NULL)
    return;
  lab_field_free (roa->field);
  lab_polynomial_free (roa->V);
  lab_polynomial_free (roa->smaller);
  g_free (roa->why_degree);
  g_free (roa);
}

/* Returns the smallest r > 0 with V (r u) = level, or infinity if there is none. */
double
lab_roa_radius (const LabPolynomial *V, double level, const double *u)
{
  double along[LAB_MOST_DEGREE + 1], roots[LAB_MOST_DEGREE];

  lab_polynomial_along (V, u, along);
  along[0] -= level;
  return lab_positive_roots (along, lab_polynomial_degree (V), roots) > 0 ? roots[0] : INFINITY;
}

/* ---- area of the certified set ---- */

/* Returns the area ½ ∮ r² dθ of a set in the plane. The trapezoidal rule is used, which for a smooth periodic
 * function converges faster than any power of the step. Trefethen and Weideman, SIAM Rev. 56 (2014) 385. The radius
 * is the first crossing of the level along each direction, as the part of the set that contains the equilibrium. */
static double
plane_area (const LabPolynomial *V, double level)
{
  enum { N = 2048 };
  double sum = 0;

  for (int k = 0; k < N; k++)
    {
      double u[2] = { cos (2 * G_PI * k / N), sin (2 * G_PI * k / N) }, r = lab_roa_radius (V, level, u);

      sum += r * r;
    }
  return sum * G_PI / N;
}

/* Returns the volume of {½ zᵀ H z ≤ level}, where H is the Hessian of V: the volume of the unit ball times √(2 level)ⁿ / √det H. */
static double
ellipsoid_volume (const LabPolynomial *V, double level)
{
  int n = V->n;
  double zero[LAB_MOST_VARIABLES] = { 0 }, hessian[LAB_MOST_VARIABLES * LAB_MOST_VARIABLES];
  double values[LAB_MOST_VARIABLES], vectors[LAB_MOST_VARIABLES * LAB_MOST_VARIABLES];
  double volume = pow (G_PI, n / 2.0) / tgamma (n / 2.0 + 1);

  lab_polynomial_hessian (V, zero, hessian);
  lab_symmetric_eigen (n, hessian, values, vectors);
  for (int k = 0; k < n; k++)
    volume *= sqrt (2 * level / values[k]);
  return volume;
}

/* Returns the length, area or volume of the set. For more than two states and a degree above 2 there is no formula,
 * and the result is NaN. */
static double
find_area (const LabPolynomial *V, double level)
{
  const double right[1] = { 1 }, left[1] = { -1 };

  if (!(level > 0))
    return NAN;
  if (isinf (level))
    return INFINITY;
  if (V->n == 1)
    return lab_roa_radius (V, level, right) + lab_roa_radius (V, level, left);
  if (V->n == 2)
    return plane_area (V, level);
  return lab_polynomial_degree (V) == 2 ? ellipsoid_volume (V, level) : NAN;
}

/* ---- the study ---- */

/* Searches a Lyapunov function of the degree in setup, then of smaller degrees. Keeps the reason why the degree in setup failed. */
static gboolean
enlarge (LabRoa *roa, const LabProblem *problem, const LabRoaSetup *setup, const LabProgress *progress, GError **error)
{
  g_autoptr (LabPolynomial) smaller = lab_polynomial_copy (roa->V);
  double level = roa->level.rho;

  for (int degree = setup->degree; degree > 2 && lab_polynomial_degree (roa->V) < degree; degree -= 2)
    {
      g_autofree char *why_not = NULL;

      if (!lab_enlarge (problem, roa->field, degree, setup->keep, progress, &roa->V, &roa->level, &why_not, error))
        return FALSE;
      if (roa->why_degree == NULL)
        roa->why_degree = g_steal_pointer (&why_not);
    }
  if (lab_polynomial_degree (roa->V) > 2)
    {
      roa->smaller = g_steal_pointer (&smaller);
      roa->smaller_level = level;
    }
  return TRUE;
}

/* Starts with the candidate or the quadratic function. A higher degree is tried only without a candidate. */
LabRoa *
lab_roa_new (const LabProblem *problem, const LabRoaSetup *setup, const LabProgress *progress, GError **error)
{
  g_autoptr (LabRoa) roa = g_new0 (LabRoa, 1);

  roa->field = lab_field_new (problem, setup->point, setup->candidate, progress, error);
  if (roa->field == NULL)
    return NULL;
  roa->V = roa->field->candidate != NULL ? lab_polynomial_copy (roa->field->candidate) : lab_field_quadratic (roa->field, error);
  if (roa->V == NULL || !lab_level_compute (roa->field, roa->V, setup->implicit, setup->keep, progress, &roa->level, error))
    return NULL;
  if (setup->candidate == NULL && !enlarge (roa, problem, setup, progress, error))
    return NULL;
  if (setup->candidate != NULL && setup->degree > 2 && setup->degree != lab_polynomial_degree (roa->V))
    roa->why_degree = g_strdup (_("the degree follows from the given candidate"));
  roa->area = find_area (roa->V, roa->level.rho);
  return g_steal_pointer (&roa);
}
