/* Points of branches of equilibria, F (y) = f (x, p) = 0 with y = (x scaled, p scaled): the equations in scaled
 * coordinates, their derivatives, and the values that are tested along a branch.
 *
 * States are divided by the extents of the box, and (p − from)/(to − from) replaces the parameter, so that a length
 * in y means a fraction of the picture in each direction, and the arclength does not depend on units. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-continuation-private.h"
#include "ode-linalg.h"

/* Largest error of y at which Newton's method ends. The entries of y are of the order of 1, and their rounding errors
 * are amplified by the condition of F_y; 1e-11 leaves four decimal digits for that. */
#define CONVERGED 1e-11
/* A branch that is farther away from the box of the states than this, relative to the size of the box, goes to infinity. */
#define OUTSIDE 1e6
/* Sums of two eigenvalues that are smaller than this, relative to the largest eigenvalue, are zero within the errors of the point, or rounding errors. */
#define NEUTRAL 1e-9
/* A direction is mapped to zero if its image is smaller than this in each row, relative to the largest entry of the row at points that are
 * BESIDE away. At a double root that is computed with half of the digits, the image is 1e-7 of that. */
#define DEGENERATE 1e-6
#define BESIDE 0.1
#define ROUNDING 1e-13

gboolean
lab_extended_init (LabExtended *e, LabFlow *flow, const LabBox *box, const char *parameter, double from, double to, GError **error)
{
  int n = flow->n, m = n + 1;

  *e = (LabExtended) { .flow = flow, .n = n, .m = m, .from = from, .to = to };
  e->parameter = model_system_find_parameter (flow->system, parameter);
  if (e->parameter < 0)
    {
      g_set_error (error, MODEL_ERROR, MODEL_ERROR_UNKNOWN_NAME, _("unknown parameter '%s'"), parameter);
      return FALSE;
    }
  e->scale = g_new (double, m);
  for (int i = 0; i < n; i++)
    {
      e->scale[i] = box->high[i] - box->low[i];
      if (box->length != NULL && isfinite (box->length[i])) /* a run near an equilibrium has a small range */
        e->scale[i] = fmax (e->scale[i], 2 * box->length[i]);
    }
  e->scale[n] = to - from;
  e->parameters = g_new (double, model_system_n_parameter_values (flow->system) + 1);
  model_system_get_parameters (flow->system, e->parameters);
  e->x = g_new (double, n);
  e->f = g_new (double, n);
  e->J = g_new (double, n * n);
  return TRUE;
}

void
lab_extended_clear (LabExtended *e)
{
  if (e->parameters != NULL)
    model_system_set_parameters (e->flow->system, e->parameters);
  g_free (e->scale);
  g_free (e->parameters);
  g_free (e->x);
  g_free (e->f);
  g_free (e->J);
}

void
lab_extended_set_parameter (LabExtended *e, double p)
{
  double old = e->parameters[e->parameter];

  e->parameters[e->parameter] = p;
  model_system_set_parameters (e->flow->system, e->parameters);
  e->parameters[e->parameter] = old;
}

void
lab_extended_unscale (const LabExtended *e, const double *y, double *x, double *p)
{
  for (int i = 0; i < e->n; i++)
    x[i] = y[i] * e->scale[i];
  *p = e->from + y[e->n] * e->scale[e->n];
}

void
lab_extended_set (LabExtended *e, const double *y)
{
  double p;

  lab_extended_unscale (e, y, e->x, &p);
  lab_extended_set_parameter (e, p);
}

/* Computes the derivatives of F. That with respect to the parameter is a central difference, whose increment ε^(1/3) balances truncation
 * and rounding errors. */
static gboolean
evaluate (gpointer self, const double *y, double *f, double *matrix)
{
  LabExtended *e = self;
  double p, delta;
  int n = e->n, m = e->m;

  lab_extended_unscale (e, y, e->x, &p);
  /* The increment is (2^−52)^(1/3) times the larger of |p| and the range. */
  delta = 6.055454452393343e-6 * fmax (fabs (p), e->scale[n]);
  lab_extended_set_parameter (e, p + delta);
  if (!lab_flow_rhs (e->flow, e->flow->t, e->x, f))
    return FALSE;
  lab_extended_set_parameter (e, p - delta);
  if (!lab_flow_rhs (e->flow, e->flow->t, e->x, e->f))
    return FALSE;
  for (int i = 0; i < n; i++)
    matrix[i * m + n] = (f[i] - e->f[i]) / (2 * delta) * e->scale[n];
  lab_extended_set_parameter (e, p);
  if (!lab_flow_rhs (e->flow, e->flow->t, e->x, f) || !lab_flow_jacobian (e->flow, e->flow->t, e->x, e->J))
    return FALSE;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      matrix[i * m + j] = e->J[i * n + j] * e->scale[j];
  return TRUE;
}

LabImplicit
lab_extended_curve (LabExtended *e)
{
  return (LabImplicit) { .m = e->m, .converged = CONVERGED, .self = e, .evaluate = evaluate };
}

gboolean
lab_extended_is_outside (const LabExtended *e, const LabBox *box, const double *x)
{
  for (int i = 0; i < e->n; i++)
    if (!(x[i] > box->low[i] - OUTSIDE * e->scale[i] && x[i] < box->high[i] + OUTSIDE * e->scale[i]))
      return TRUE;
  return FALSE;
}

/* Returns the sign of Π_{i<j} (λ_i + λ_j), which is a real number. The sign changes where a pair of eigenvalues
 * crosses the imaginary axis. Omits sums that are rounding errors. Sets *neutral to whether there is a sum within
 * NEUTRAL. The product is the determinant of 2 J ⊙ I, the bialternate product of J with the unit matrix (Kuznetsov,
 * Elements of Applied Bifurcation Theory, 3rd ed. 2004, section 10.2; Guckenheimer, Myers and Sturmfels, SIAM J.
 * Numer. Anal. 34 (1997) 1). It is computed from the eigenvalues, since these are needed for the stability anyway.
 * Each factor is divided by its modulus, because only the sign is used and the product of many factors could
 * overflow. */
static double
hopf_test (int n, const double *values, gboolean *neutral)
{
  double re = 1, im = 0, largest = 0;

  *neutral = FALSE;
  for (int i = 0; i < n; i++)
    largest = fmax (largest, hypot (values[2 * i], values[2 * i + 1]));

  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++)
      {
        double a = values[2 * i] + values[2 * j], b = values[2 * i + 1] + values[2 * j + 1], size, u;

        size = hypot (a, b);
        *neutral |= size <= NEUTRAL * largest;
        if (size <= ROUNDING * largest)
          continue;
        u = (re * a - im * b) / size;
        im = (re * b + im * a) / size;
        re = u;
      }
  return re;
}

/* Returns whether all eigenvalues have negative real parts. values has them in descending order of the real part. The real parts of a centre are rounding
 * errors. */
static gboolean
is_stable (int n, const double *values)
{
  double largest = 0;

  for (int i = 0; i < n; i++)
    largest = fmax (largest, hypot (values[2 * i], values[2 * i + 1]));
  return values[0] < -ROUNDING * largest;
}

/* Computes the tangent v and the test values at a solution y. With v as last row, D = [F_y; vᵀ] is regular at folds;
 * det D changes its sign at a simple branch point (Keller 1977; Kuznetsov, section 10.2). */
LabContPoint *
lab_cont_point_new (LabExtended *e, const double *y, const double *along)
{
  LabContPoint *point = g_new0 (LabContPoint, 1);
  int n = e->n, m = e->m;
  g_autofree double *matrix = g_new (double, m * m), *f = g_new (double, m);

  point->y = g_memdup2 (y, sizeof (double) * (gsize) m);
  point->tangent = g_new (double, m);
  point->values = g_new (double, 2 * n);
  if (evaluate (e, y, f, matrix) && lab_implicit_tangent (m, matrix, along, point->tangent) && lab_eigen (n, e->J, point->values, NULL))
    {
      point->det = lab_implicit_determinant (m, matrix, point->tangent, NULL);
      point->stable = is_stable (n, point->values);
      point->hopf = hopf_test (n, point->values, &point->neutral);
      return point;
    }
  lab_cont_point_free (point);
  return NULL;
}

void
lab_cont_point_free (LabContPoint *point)
{
  if (point == NULL)
    return;
  g_free (point->y);
  g_free (point->tangent);
  g_free (point->values);
  g_free (point);
}

/* Returns the largest entry of F_y at y, which is large near a pole of the derivatives. */
double
lab_extended_size (LabExtended *e, const double *y)
{
  g_autofree double *matrix = g_new (double, e->m * e->m), *f = g_new (double, e->m);
  double size = 0;

  if (!evaluate (e, y, f, matrix))
    return INFINITY;
  for (int i = 0; i < e->n * e->m; i++)
    size = fmax (size, fabs (matrix[i]));
  return size;
}

/* Divides the rows by their sizes at y, the same for all points that are compared: with the sizes at each point
 * itself, the determinant would not be a smooth function along the branch, which the interpolation in
 * lab_special_interpolate needs. */
double
lab_extended_determinant (LabExtended *e, const LabContPoint *point, const double *y)
{
  int m = e->m;
  g_autofree double *matrix = g_new (double, m *m), *f = g_new (double, m), *sizes = g_new (double, m);

  if (!evaluate (e, y, f, matrix))
    return NAN;
  for (int i = 0; i < e->n; i++)
    sizes[i] = lab_implicit_row_size (m, matrix, i);
  return evaluate (e, point->y, f, matrix) ? lab_implicit_determinant (m, matrix, point->tangent, sizes) : NAN;
}

/* Takes the sizes of the rows at the neighbouring point `near`, because a row of F_y can vanish at the branch point
 * itself, as that of x p at x = p = 0. */
gboolean
lab_extended_other_direction (LabExtended *e, const LabContPoint *point, const LabContPoint *near, double *direction)
{
  g_autofree double *matrix = g_new (double, e->m * e->m), *f = g_new (double, e->m), *sizes = g_new (double, e->m);

  if (!evaluate (e, near->y, f, matrix))
    return FALSE;
  for (int i = 0; i < e->n; i++)
    sizes[i] = lab_implicit_row_size (e->m, matrix, i);
  return evaluate (e, point->y, f, matrix) && lab_implicit_other_direction (e->m, matrix, sizes, point->tangent, direction);
}

/* Computes the largest entry of each row of F_y at points beside y. */
static gboolean
sizes_beside (LabExtended *e, const double *y, double *sizes)
{
  int m = e->m;
  g_autofree double *matrix = g_new (double, m *m), *f = g_new (double, m), *at = g_memdup2 (y, sizeof (double) * (gsize) m);
  gboolean any = FALSE;

  memset (sizes, 0, sizeof (double) * (gsize) m);
  for (int k = 0; k < 2 * e->n; k++)
    {
      at[k / 2] = y[k / 2] + (k % 2 == 0 ? BESIDE : -BESIDE);
      if (evaluate (e, at, f, matrix))
        {
          any = TRUE;
          for (int i = 0; i < e->n; i++)
            sizes[i] = fmax (sizes[i], lab_implicit_row_size (m, matrix, i));
        }
      at[k / 2] = y[k / 2];
    }
  return any;
}

/* F_y has m − 1 rows. If they map a second direction, perpendicular to the tangent, to zero, the equilibria at this
 * point are not on one curve. The images are compared with the sizes of the rows beside the point, since at the point
 * the rows themselves may be zero. */
gboolean
lab_extended_is_degenerate (LabExtended *e, const LabContPoint *point)
{
  int m = e->m;
  g_autofree double *matrix = g_new (double, m * m), *f = g_new (double, m), *direction = g_new (double, m), *sizes = g_new (double, m);

  if (!sizes_beside (e, point->y, sizes) || !evaluate (e, point->y, f, matrix) || !lab_implicit_other_direction (m, matrix, sizes, point->tangent, direction))
    return FALSE;
  for (int i = 0; i < e->n; i++)
    if (fabs (lab_implicit_product (m, matrix + i * m, direction)) > DEGENERATE)
      return FALSE;
  return TRUE;
}

const char *
lab_special_id (LabSpecialKind kind)
{
  static const char *const ids[] = {
    [LAB_SPECIAL_FOLD] = "fold",
    [LAB_SPECIAL_BRANCH] = "branch",
    [LAB_SPECIAL_HOPF] = "hopf",
    [LAB_SPECIAL_PERIOD_DOUBLING] = "period_doubling",
    [LAB_SPECIAL_TORUS] = "torus",
  };

  return kind == LAB_SPECIAL_NONE ? "" : ids[kind];
}

const char *
lab_branch_end_id (LabBranchEnd end)
{
  static const char *const ids[] = {
    [LAB_BRANCH_STOPPED] = "stopped", [LAB_BRANCH_CLOSED] = "closed", [LAB_BRANCH_RANGE] = "range",
    [LAB_BRANCH_BOX] = "box",         [LAB_BRANCH_PERIOD] = "period", [LAB_BRANCH_POINTS] = "points",
    [LAB_BRANCH_TIME] = "time",
  };

  return ids[end];
}

void
lab_branch_free (LabBranch *branch)
{
  if (branch == NULL)
    return;
  g_free (branch->p);
  g_free (branch->x);
  g_free (branch->stable);
  g_free (branch->period);
  g_free (branch->low);
  g_free (branch->high);
  g_free (branch->multiplier);
  g_free (branch->special);
  g_free (branch);
}

/* Appends a row of a branch of cycles. A cycle is stable if its multiplier of largest modulus, without the trivial
 * one, is inside the unit circle. At a special point a multiplier is on the circle and its computed modulus decides
 * nothing, so such a row counts as not stable. */
void
lab_branch_append (LabBranch *branch, double p, double period, const double *x, const double *low, const double *high, const double *multiplier,
                   LabSpecialKind special)
{
  int n = branch->n, k = branch->n_points++;
  gsize count = (gsize) branch->n_points;

  branch->p = g_renew (double, branch->p, count);
  branch->x = g_renew (double, branch->x, count * (gsize) n);
  branch->stable = g_renew (gboolean, branch->stable, count);
  branch->period = g_renew (double, branch->period, count);
  branch->low = g_renew (double, branch->low, count * (gsize) n);
  branch->high = g_renew (double, branch->high, count * (gsize) n);
  branch->multiplier = g_renew (double, branch->multiplier, 2 * count);
  branch->special = g_renew (LabSpecialKind, branch->special, count);
  branch->p[k] = p;
  branch->period[k] = period;
  branch->special[k] = special;
  branch->stable[k] = special == LAB_SPECIAL_NONE && hypot (multiplier[0], multiplier[1]) < 1;
  memcpy (branch->x + k * n, x, sizeof (double) * (gsize) n);
  memcpy (branch->low + k * n, low, sizeof (double) * (gsize) n);
  memcpy (branch->high + k * n, high, sizeof (double) * (gsize) n);
  memcpy (branch->multiplier + 2 * k, multiplier, 2 * sizeof (double));
}

double
lab_branch_change (const LabBranch *branch, const double *scale, int a, int b)
{
  int n = branch->n;
  double change = 0;

  for (int i = 0; i < n; i++)
    change = fmax (change, fmax (fabs (branch->low[a * n + i] - branch->low[b * n + i]), fabs (branch->high[a * n + i] - branch->high[b * n + i])) / scale[i]);
  return change;
}
