/* Tests whether a run has reached an attractor. The test of an equilibrium is exact for the linear part: V falls
 * along its solutions (lab-attractor.h; Khalil, Nonlinear Systems, 3rd ed. 2002, theorem 4.6). The test of a cycle
 * compares states with stored points of the cycle. */
#include "lab-attractor.h"

#include <math.h>
#include <string.h>

#include "ode-linalg.h"

const char *
lab_attractor_kind_name (LabAttractorKind kind)
{
  return kind == LAB_ATTRACTOR_POINT ? "point" : "cycle";
}

LabAttractor *
lab_attractor_copy (const LabAttractor *attractor)
{
  LabAttractor *copy = g_memdup2 (attractor, sizeof *attractor);
  gsize size = sizeof (double) * (gsize) attractor->n_states;

  copy->x = g_memdup2 (attractor->x, size);
  copy->matrix = attractor->matrix != NULL ? g_memdup2 (attractor->matrix, size * (gsize) attractor->n_states) : NULL;
  copy->path = attractor->path != NULL ? g_memdup2 (attractor->path, size * (gsize) attractor->n_path) : NULL;
  copy->low = attractor->low != NULL ? g_memdup2 (attractor->low, size) : NULL;
  copy->high = attractor->high != NULL ? g_memdup2 (attractor->high, size) : NULL;
  copy->per_quarter = attractor->per_quarter != NULL ? g_memdup2 (attractor->per_quarter, size) : NULL;
  copy->scale = attractor->scale != NULL ? g_memdup2 (attractor->scale, size) : NULL;
  return copy;
}

void
lab_attractor_free (LabAttractor *attractor)
{
  if (attractor == NULL)
    return;
  g_free (attractor->x);
  g_free (attractor->matrix);
  g_free (attractor->path);
  g_free (attractor->low);
  g_free (attractor->high);
  g_free (attractor->scale);
  g_free (attractor->per_quarter);
  g_free (attractor);
}

/* Returns V = (x − x*)ᵀ P (x − x*). */
static double
form (const LabAttractor *attractor, const double *x)
{
  int n = attractor->n_states;
  double v = 0;

  for (int i = 0; i < n; i++)
    {
      double sum = 0;

      for (int j = 0; j < n; j++)
        sum += attractor->matrix[i * n + j] * (x[j] - attractor->x[j]);
      v += sum * (x[i] - attractor->x[i]);
    }
  return v;
}

/* Uses that in the ellipsoid dᵀ P d ≤ level the largest |d_i| is √(level (P⁻¹)_ii), the maximum of a linear form. By
 * Cauchy and Schwarz with the scalar product uᵀ P v, d_i = eᵢᵀ P⁻¹ P d ≤ √((P⁻¹)_ii) √(dᵀ P d). The test of the box
 * of these half widths needs n operations, that of the form n². */
void
lab_attractor_set_reach (LabAttractor *attractor)
{
  int n = attractor->n_states;
  g_autofree double *factor = g_memdup2 (attractor->matrix, sizeof (double) * (gsize) n * (gsize) n), *column = g_new (double, n);
  g_autofree int *pivot = g_new (int, n);

  attractor->per_quarter = g_new (double, n);
  for (int i = 0; i < n; i++)
    attractor->per_quarter[i] = 4 / attractor->scale[i];
  attractor->reach = INFINITY;
  if (!ode_lu_factor (n, factor, pivot))
    return;
  attractor->reach = 0;
  for (int i = 0; i < n; i++)
    {
      double r;

      for (int k = 0; k < n; k++)
        column[k] = k == i;
      ode_lu_solve (n, factor, pivot, column);
      r = sqrt (attractor->level * column[i]) * attractor->per_quarter[i];
      if (!(r < INFINITY))
        r = INFINITY;
      attractor->reach = fmax (attractor->reach, r);
    }
  /* Margin for rounding errors. For a state just outside the ellipsoid, only the quadratic form is evaluated in vain. */
  attractor->reach *= 1.001;
}

/* Distances decay about exponentially near the equilibrium, so the time of entry is interpolated in the logarithm of
 * the distance. With distances d₀ at t₀ and d at t in quarters of the scale, d₀ exp (−λ (s − t₀)) = 1 at s = t₀ + (t
 * − t₀) ln d₀/ln (d₀/d). A run is near if its distance is at most one quarter of the scale, or if it is in the
 * ellipsoid. */
static gboolean
look_at_point (const LabAttractor *attractor, LabCapture *capture, gboolean is_start, double t, const double *x)
{
  double distance = 0, before = capture->distance, t0 = capture->t;
  gboolean was_near = capture->is_near, is_captured;

  for (int i = 0; i < attractor->n_states; i++)
    {
      double d = fabs (x[i] - attractor->x[i]) * attractor->per_quarter[i];

      distance = d > distance ? d : distance;
    }
  is_captured = distance <= attractor->reach && form (attractor, x) <= attractor->level;
  capture->distance = distance;
  capture->t = t;
  capture->is_near = is_captured || distance <= 1;
  if (capture->is_near && !was_near)
    capture->entered = !is_start && distance > 0 && distance <= 1 && before > 1 ? t0 + (t - t0) * log (before) / log (before / distance) : t;
  return is_captured;
}

/* Returns whether a state is near the cycle: its distance from a segment of the path is at most a fiftieth of the
 * extent of the cycle, over all states together. The distance from the segment from a to b is that from its point at
 * the fraction θ = (b − a)·(x − a)/|b − a|², limited to 0…1; all components are divided by the extent of the cycle.
 * The box excludes most states with few comparisons. */
static gboolean
is_near_cycle (const LabAttractor *attractor, const double *x)
{
  int n = attractor->n_states;

  for (int i = 0; i < n; i++)
    if (!(x[i] >= attractor->low[i] && x[i] <= attractor->high[i]))
      return FALSE;
  for (int k = 0; k < attractor->n_path; k++)
    {
      const double *a = attractor->path + k * n, *b = attractor->path + (k + 1) % attractor->n_path * n;
      double along = 0, length = 0, theta, distance = 0;

      for (int i = 0; i < n; i++)
        {
          double s = attractor->scale[i], d = (b[i] - a[i]) / s;

          along += d * (x[i] - a[i]) / s;
          length += d * d;
        }
      theta = length > 0 ? CLAMP (along / length, 0, 1) : 0;
      for (int i = 0; i < n; i++)
        {
          double d = (x[i] - a[i] - theta * (b[i] - a[i])) / attractor->scale[i];

          distance += d * d;
        }
      if (distance <= 0.02 * 0.02)
        return TRUE;
    }
  return FALSE;
}

/* A run is captured when it has been near the cycle for one period without a break, because it may pass near a cycle
 * that it does not approach. */
static gboolean
look_at_cycle (const LabAttractor *attractor, LabCapture *capture, double t, const double *x)
{
  gboolean is_near = is_near_cycle (attractor, x);

  if (is_near && !capture->is_near)
    capture->entered = t;
  capture->is_near = is_near;
  return is_near && t - capture->entered >= attractor->period;
}

/* A run is tested at the ends of its steps only. */
gboolean
lab_attractor_look (const LabAttractor *attractor, LabCapture *capture, gboolean is_start, double t, const double *x)
{
  if (attractor->kind == LAB_ATTRACTOR_POINT)
    return look_at_point (attractor, capture, is_start, t, x);
  return look_at_cycle (attractor, capture, t, x);
}

/* Tests one state alone, without the history of its run. */
gboolean
lab_attractor_has (const LabAttractor *attractor, const double *x)
{
  return attractor->kind == LAB_ATTRACTOR_POINT ? form (attractor, x) <= attractor->level : is_near_cycle (attractor, x);
}
