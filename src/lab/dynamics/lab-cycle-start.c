/* First cycles of branches: at a Hopf point, at a period doubling, and on the other branch through a branch point of
 * cycles.
 *
 * A start is a point y of the equations of multiple shooting and a direction. The first cycle is the solution in the
 * plane through y + a·direction that is perpendicular to the direction, where a is the amplitude (AUTO starts
 * branches in the same way; Doedel, Keller and Kernévez, Int. J. Bifurcation Chaos 1 (1991) 493 and 745). */
#include "lab-cycle-start.h"

#include <math.h>
#include <string.h>

#include "lab-eigen.h"

#define N LAB_SHOOTING_NODES
/* Amplitude of the first cycle at a Hopf point or a period doubling, relative to the size of the box. The equations
 * are solved to 1e-8. The parameter and the period change by the square of the amplitude, 1e-6, which is well above
 * that. */
#define FIRST_AMPLITUDE 1e-3
/* Distance of the first cycles of the other branch from a branch point. At a pitchfork the parameter changes by the square of this, which is
 * large compared with the error of a cycle, 1e-8. */
#define SWITCH 5e-3
/* A half of the other branch is accepted if its first cycle is not farther from the branch point than this. */
#define FARTHEST (10 * SWITCH)

void
lab_cycle_start_free (LabCycleStart *start)
{
  if (start == NULL)
    return;
  g_free (start->y);
  g_free (start->direction);
  g_free (start->x);
  g_free (start->low);
  g_free (start->high);
  g_free (start);
}

static LabCycleStart *
start_new (int n, double time_scale, double amplitude, const double *x, const double *low, const double *high)
{
  LabCycleStart *start = g_new0 (LabCycleStart, 1);
  gsize size = sizeof (double) * (gsize) n;
  int m = N * n + 2;

  start->time_scale = time_scale;
  start->amplitude = amplitude;
  start->y = g_new0 (double, m);
  start->direction = g_new0 (double, m);
  start->x = g_memdup2 (x, size);
  start->low = g_memdup2 (low, size);
  start->high = g_memdup2 (high, size);
  return start;
}

/* If J v = iω v, the cycles near the point are x + ε Re (v e^{iωt}) to first order in ε. The period is 2π/ω (Hopf's
 * theorem; Kuznetsov, Elements of Applied Bifurcation Theory, 3rd ed. 2004, section 3.4). The pair of eigenvalues is
 * the one whose frequency is nearest to that of the Hopf point, because other pairs can exist. */
LabCycleStart *
lab_cycle_start_hopf (LabExtended *e, const LabSpecial *hopf)
{
  int n = e->n, m = N * n + 2, pair = -1;
  g_autofree double *values = g_new (double, 2 * n), *vectors = g_new (double, 2 * n * n);
  LabCycleStart *start;

  lab_extended_set_parameter (e, hopf->p);
  if (!lab_flow_jacobian (e->flow, e->flow->t, hopf->x, e->J) || !lab_eigen (n, e->J, values, vectors))
    return NULL;
  for (int k = 0; k < n; k++)
    if (values[2 * k + 1] > 0 && (pair < 0 || fabs (values[2 * k + 1] - hopf->frequency) < fabs (values[2 * pair + 1] - hopf->frequency)))
      pair = k;
  if (pair < 0)
    return NULL;
  start = start_new (n, 2 * G_PI / hopf->frequency, FIRST_AMPLITUDE, hopf->x, hopf->x, hopf->x);
  for (int j = 0; j < N; j++)
    for (int i = 0; i < n; i++)
      {
        const double *v = vectors + 2 * (pair * n + i);
        double phase = 2 * G_PI * j / N;

        start->y[j * n + i] = hopf->x[i] / (e->scale[i] * sqrt (N));
        start->direction[j * n + i] = (v[0] * cos (phase) - v[1] * sin (phase)) / e->scale[i];
      }
  start->y[m - 1] = (hopf->p - e->from) / e->scale[n];
  lab_implicit_normalize (m, start->direction, start->direction);
  return start;
}

/* The direction is the eigenvector of the multiplier −1, propagated around the cycle twice: the cycles of double
 * period differ from two revolutions of the cycle by its multiple to first order. */
LabCycleStart *
lab_cycle_start_doubling (LabShooting *s, const LabCyclePoint *point, const double *x, const double *low, const double *high)
{
  LabCycleStart *start = start_new (s->n, s->time_scale, FIRST_AMPLITUDE, x, low, high);

  start->doubled = TRUE;
  if (lab_shooting_double (s, point->y, point->flip, start->y, start->direction))
    return start;
  lab_cycle_start_free (start);
  return NULL;
}

/* At a branch point of cycles F_y maps two directions to zero: the tangent `along` and the direction of the other
 * branch, which is perpendicular to it. The guess y ± SWITCH·direction is corrected in the plane perpendicular to the
 * direction. */
void
lab_cycle_start_branch (LabShooting *s, const double *y, const double *along, gboolean doubled, const double *x, const double *low,
                        const double *high, LabCycleStart *halves[2], double change[2])
{
  int m = s->curve.m;
  g_autofree double *matrix = g_new (double, m * m), *f = g_new (double, m), *direction = g_new (double, m);

  halves[0] = halves[1] = NULL;
  if (!lab_shooting_set_reference (s, y) || !s->curve.evaluate (s->curve.self, y, f, matrix)
      || !lab_implicit_other_direction (m, matrix, NULL, along, direction))
    return;
  for (int side = 0; side < 2; side++)
    {
      g_autofree double *first = g_new (double, m);

      for (int i = 0; i < m; i++)
        {
          direction[i] *= side == 0 ? 1 : -1;
          first[i] = y[i] + SWITCH * direction[i];
        }
      /* At the branch point the derivatives are zero in two directions, so those at `first` are needed. */
      s->has_matrix = FALSE;
      if (lab_implicit_correct (&s->curve, direction, first) == 0 || lab_implicit_distance (m, first, y) > FARTHEST)
        continue;
      change[side] = first[m - 1] - y[m - 1];
      halves[side] = start_new (s->n, s->time_scale, SWITCH, x, low, high);
      halves[side]->doubled = doubled;
      halves[side]->switched = TRUE;
      memcpy (halves[side]->y, y, sizeof (double) * (gsize) m);
      memcpy (halves[side]->direction, direction, sizeof (double) * (gsize) m);
    }
}

LabCyclePoint *
lab_cycle_start_first (const LabCycleStart *start, LabShooting *s)
{
  int m = s->curve.m;
  g_autofree double *y = g_new (double, m);

  for (int i = 0; i < m; i++)
    y[i] = start->y[i] + start->amplitude * start->direction[i];
  /* The phase is measured relative to a reference cycle. It must have an amplitude, because an equilibrium has no phase. */
  if (!lab_shooting_set_reference (s, y) || lab_implicit_correct (&s->curve, start->direction, y) == 0)
    return NULL;
  return lab_cycle_point_new (s, y, start->direction);
}

LabSpecialKind
lab_cycle_start_kind (const LabCycleStart *start)
{
  return start->switched ? LAB_SPECIAL_BRANCH : start->doubled ? LAB_SPECIAL_PERIOD_DOUBLING : LAB_SPECIAL_HOPF;
}

/* Writes the part of a cycle that is zero at its start: the difference from the mean of the nodes for a branch from
 * an equilibrium, and half of the difference of the two revolutions for a branch of double period. */
static void
amplitude_of (int n, gboolean doubled, const double *y, double *part)
{
  for (int i = 0; i < n; i++)
    {
      double mean = 0;

      for (int j = 0; j < N; j++)
        mean += y[j * n + i] / N;
      for (int j = 0; j < N; j++)
        part[j * n + i] = doubled ? (y[j * n + i] - y[(j + N / 2) % N * n + i]) / 2 : y[j * n + i] - mean;
    }
}

/* If the amplitude passes through zero, the next cycle is the one before, shifted by half a period, and the scalar
 * product of the two parts is negative. */
gboolean
lab_cycle_start_passed (int n, gboolean doubled, const double *before, const double *after)
{
  g_autofree double *a = g_new (double, N * n), *b = g_new (double, N * n);

  amplitude_of (n, doubled, before, a);
  amplitude_of (n, doubled, after, b);
  return lab_implicit_product (N * n, a, b) <= 0;
}

/* Compares the mean of the nodes, the parameter and the logarithm of the period. These differ by the square of the
 * amplitude from those at the start, while the cycle itself differs by the amplitude. */
double
lab_cycle_start_distance (const LabCycleStart *start, int n, double time_scale, const double *y)
{
  int m = N * n + 2;
  double change = log (time_scale / start->time_scale) + y[m - 2] - start->y[m - 2];
  double distance = hypot (y[m - 1] - start->y[m - 1], change);

  for (int i = 0; i < n; i++)
    {
      double mean = 0;

      for (int j = 0; j < N; j++)
        mean += (y[j * n + i] - start->y[j * n + i]) / sqrt (N);
      distance = hypot (distance, mean);
    }
  return distance;
}
