/* Finds the equilibrium whose region of attraction is certified: that near a given start, or the stable one that is nearest to the end of the
 * model's run. Models with a mass matrix have quotients of polynomials, whose common zero is searched. */
#include <float.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-equilibria.h"
#include "lab-field-private.h"
#include "lab-length.h"
#include "lab-problem.h"
#include "ode-linalg.h"

/* A coordinate of an equilibrium is rounded to at most this number of decimal digits. A double has 15 to 17. */
#define MOST_DIGITS 15
/* Rounding errors of an equilibrium, relative to its coordinates. */
#define ROUNDINGS (4 * DBL_EPSILON)

/* Rounds each coordinate to the shortest decimal number that is within its error, so that values such as 0 or 0.5 become exact. */
static void
snap (int n, const double *error, double *x)
{
  for (int i = 0; i < n; i++)
    {
      double bound = fabs (error[i]) + ROUNDINGS * fabs (x[i]);

      if (fabs (x[i]) <= fabs (error[i]))
        x[i] = 0;
      for (int digits = 1; digits <= MOST_DIGITS; digits++)
        {
          char text[64];
          double rounded;

          g_snprintf (text, sizeof text, "%.*e", digits - 1, x[i]);
          for (char *c = text; *c != '\0'; c++)
            *c = *c == ',' ? '.' : *c;
          rounded = g_ascii_strtod (text, NULL);
          if (fabs (rounded - x[i]) > bound)
            continue;
          x[i] = rounded + 0.0;
          break;
        }
    }
}

/* Finds an equilibrium by Newton's method from one start. States whose length scale is not known get their size as
 * scale. */
static gboolean
newton_from (LabFlow *flow, const double *start, double *x, const LabProgress *progress, GError **error)
{
  int n = flow->n;
  g_autofree double *size = g_new (double, n), *scale = g_new (double, n), *last = g_new (double, n);
  g_autoptr (GError) cancelled = NULL;
  gboolean singular, found;

  memcpy (x, start, sizeof (double) * (gsize) n);
  lab_flow_sizes (flow, x, size);
  lab_flow_lengths (flow, x, size, scale);
  lab_sizes_complete (n, size);
  for (int i = 0; i < n; i++)
    scale[i] = isfinite (scale[i]) ? scale[i] : size[i];
  found = lab_equilibrium_newton (flow, scale, x, last, &singular, progress, 0, &cancelled);
  if (cancelled != NULL)
    g_propagate_error (error, g_steal_pointer (&cancelled));
  else if (!found)
    g_set_error_literal (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL,
                         _("no point of rest was found near the initial state; 'point' sets another start"));
  if (found)
    snap (n, last, x);
  return found;
}

/* Returns the stable equilibrium nearest to the end of the run, or NULL. */
static const LabEquilibrium *
nearest_stable (const LabEquilibria *found, const LabBox *box)
{
  const LabEquilibrium *best = NULL;
  double least = INFINITY;

  for (guint k = 0; k < found->points->len; k++)
    {
      const LabEquilibrium *point = found->points->pdata[k];
      double distance = 0;

      for (int i = 0; i < box->n; i++)
        distance = fmax (distance, fabs (point->x[i] - box->end[i]) / (box->high[i] - box->low[i]));
      if ((point->type == LAB_POINT_STABLE_NODE || point->type == LAB_POINT_STABLE_FOCUS) && distance < least)
        {
          least = distance;
          best = point;
        }
    }
  return best;
}

/* Searches all equilibria in the default box if no start is given. If none of them is stable, Newton's method starts
 * at the initial state; the linear part then decides. */
gboolean
lab_rest_find (LabFlow *flow, const double *start, double *x, const LabProgress *progress, GError **error)
{
  g_auto (LabBox) box = { 0 };
  g_autoptr (LabEquilibria) found = NULL;
  const LabEquilibrium *stable;

  if (start != NULL)
    return newton_from (flow, start, x, progress, error);
  if (!lab_box_init (&box, flow, NULL, progress, error) || (found = lab_equilibria_search (flow, &box, progress, error)) == NULL)
    return FALSE;
  stable = nearest_stable (found, &box);
  if (stable == NULL)
    return newton_from (flow, flow->x0, x, progress, error);
  memcpy (x, stable->x, sizeof (double) * (gsize) flow->n);
  snap (flow->n, stable->error, x);
  return TRUE;
}

/* ---- models with a mass matrix ---- */

/* Returns the sum of the magnitudes of the terms of a polynomial at x, of which its rounding errors are a small part.
 * A sum of n terms has an error of at most about n ε times this (Higham, Accuracy and Stability of Numerical
 * Algorithms, 2nd ed. 2002, section 4.2). */
double
lab_quotient_terms (const LabPolynomial *polynomial, const double *x)
{
  double sum = 0;

  for (int k = 0; k < lab_polynomial_n_terms (polynomial); k++)
    {
      const LabTerm *term = lab_polynomial_term (polynomial, k);
      double value = fabs (term->value);

      for (int i = 0; i < polynomial->n; i++)
        value *= pow (fabs (x[i]), lab_monomial_exponent (term->monomial, i));
      sum += value;
    }
  return sum;
}

/* Returns the largest |over_i/under_i|, or infinity if one is undefined. */
static double
residual_at (const LabQuotient *rows, int n, const double *x)
{
  double largest = 0;

  for (int i = 0; i < n; i++)
    {
      double value = lab_polynomial_value (rows[i].over, x) / lab_polynomial_value (rows[i].under, x);

      largest = isfinite (value) ? fmax (largest, fabs (value)) : INFINITY;
    }
  return largest;
}

/* Makes one step of Newton's method for the numerators. The step is halved until the residual falls. Returns FALSE if
 * no step reduces the residual. The zeros of a quotient are those of its numerator where the denominator is not 0.
 * The residual is that of the quotients, so that the method does not converge to a zero of the denominator. */
static gboolean
newton_step (const LabQuotient *rows, int n, double *x)
{
  double matrix[LAB_MOST_VARIABLES * LAB_MOST_VARIABLES], gradient[LAB_MOST_VARIABLES], step[LAB_MOST_VARIABLES], next[LAB_MOST_VARIABLES];
  int pivot[LAB_MOST_VARIABLES];
  double before = residual_at (rows, n, x);

  for (int i = 0; i < n; i++)
    {
      step[i] = -lab_polynomial_gradient (rows[i].over, x, gradient);
      for (int j = 0; j < n; j++)
        matrix[j * n + i] = gradient[j];
    }
  if (!ode_lu_factor (n, matrix, pivot))
    return FALSE;
  ode_lu_solve (n, matrix, pivot, step);
  for (double scale = 1; scale > 1e-6; scale /= 2)
    {
      for (int i = 0; i < n; i++)
        next[i] = x[i] + scale * step[i];
      if (residual_at (rows, n, next) < before)
        {
          memcpy (x, next, (gsize) n * sizeof *x);
          return TRUE;
        }
    }
  return FALSE;
}

/* Largest slope at an equilibrium, relative to the size of the terms that cancel in the slope. */
#define AT_REST 1e-10

/* Finds an equilibrium of a model with a mass matrix. */
gboolean
lab_quotients_rest (const LabQuotient *rows, int n, double *x, GError **error)
{
  for (int k = 0; k < 100 && residual_at (rows, n, x) > 0; k++)
    if (!newton_step (rows, n, x))
      break;
  for (int i = 0; i < n; i++)
    if (!(fabs (lab_polynomial_value (rows[i].over, x)) <= AT_REST * lab_quotient_terms (rows[i].over, x)))
      {
        g_set_error_literal (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL,
                             _("no point of rest was found near the initial state; 'point' sets another start"));
        return FALSE;
      }
  return TRUE;
}
