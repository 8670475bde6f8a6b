/* The length L_k of the state k is the smallest δ with
 *
 *   max_ij |J_ij (x + δ e_k) − J_ij (x)| L_j / r_i = 1,   r_i = max (|f_i (x)|, max_m |J_im (x)| L_m)
 *
 * that is, where the second-order part of f is as large as the part of first order or f itself. The lengths on the right are those sought,
 * so that no unit of a state enters: x' = a x − x³ has L = √(a/3), and the Lorenz equations at 0 have L_x L_y = β L_z, L_z = ρ. The
 * equations are solved by L ← √(L · new L), since a product of lengths may be all that an equation determines. */
#include "lab-length.h"

#include <math.h>
#include <string.h>

/* With more states the Jacobians take too long. */
#define MOST_STATES 30
/* The search for δ multiplies by COARSE from L/SPAN to L·SPAN, and then by FINE. */
#define COARSE 16.0
#define FINE 2.0
#define SPAN 0x1p100
/* Ten halvings of the logarithm leave 1e-12 of the first guess a factor of 1.03 from the solution. */
#define ITERATIONS 10
/* If nothing tells a size of any state, the search begins at UNKNOWN: a function with bounds, such as a sine, bends by far less than its largest value,
 * so that a search from above does not find its length. It needs more iterations. */
#define UNKNOWN 0x1p-40
#define MORE_ITERATIONS 40
/* A length that still changes by this factor is not determined by the equations, as in x' = −x y, y' = −y. */
#define LARGEST_RATIO 4
/* A state of which nothing tells a size gets that of the others. Their lengths may depend on it, so that they are computed again if it changes by
 * more than the factor AGREES, at most MOST_PASSES times. */
#define AGREES 2
/* Sizes above this part of 1 keep the size 1: accuracies of 1e-8 and below are small beside them. */
#define FAR_BELOW 1e-3
#define MOST_PASSES 5

typedef struct
{
  LabFlow *flow;
  const double *x;
  double *at, *J, *moved, *ratio, *length;
} Lengths;

/* Returns whether the second-order part of f is as large as ratio[i] if the state k moves by δ in one of both directions. Sets *defined to
 * whether f is defined in one of them. */
static gboolean
bends (Lengths *s, int k, double delta, gboolean *defined)
{
  int n = s->flow->n;
  gboolean bent = FALSE;

  for (int sign = -1; sign <= 1 && !bent; sign += 2)
    {
      s->at[k] = s->x[k] + sign * delta;
      if (!lab_flow_jacobian (s->flow, s->flow->t, s->at, s->moved))
        continue;
      *defined = TRUE;
      for (int i = 0; i < n && !bent; i++)
        for (int j = 0; j < n && !bent; j++)
          bent = s->ratio[i] > 0 && fabs (s->moved[i * n + j] - s->J[i * n + j]) * (j == k ? delta : s->length[j]) >= s->ratio[i];
    }
  s->at[k] = s->x[k];
  return bent;
}

/* Returns the new length of the state k, or infinity if f does not bend within the span of the search. */
static double
new_length (Lengths *s, int k, double guess)
{
  double delta = guess / SPAN, bent;
  gboolean defined = FALSE;

  while (!bends (s, k, delta, &defined))
    {
      delta *= COARSE;
      if (!(delta <= guess * SPAN))
        return INFINITY;
    }
  /* The fine steps end where the coarse ones ended. Without this bound they would not end where f bends only at that point, beside points at which it is
   * undefined. */
  bent = delta;
  for (delta /= COARSE; delta < bent && !bends (s, k, delta, &defined);)
    delta *= FINE;
  return delta;
}

/* Computes r. A state in which f is linear has no length yet that could count. */
static void
set_ratios (Lengths *s, const double *f, const gboolean *linear)
{
  int n = s->flow->n;

  for (int i = 0; i < n; i++)
    {
      s->ratio[i] = fabs (f[i]);
      for (int m = 0; m < n; m++)
        s->ratio[i] = linear[m] ? s->ratio[i] : fmax (s->ratio[i], fabs (s->J[i * n + m]) * s->length[m]);
    }
}

/* Returns how far the state k, in which f is linear, can move until a component of f changes by r; infinity if f does not depend on it. */
static double
linear_length (const Lengths *s, int k)
{
  double length = INFINITY;
  int n = s->flow->n;

  for (int i = 0; i < n; i++)
    if (s->ratio[i] > 0 && s->J[i * n + k] != 0)
      length = fmin (length, s->ratio[i] / fabs (s->J[i * n + k]));
  return length;
}

void
lab_flow_sizes (LabFlow *flow, const double *x, double *size)
{
  int n = flow->n;
  g_autofree double *J = g_new (double, n *n), *f = g_new (double, n), *ratio = g_new (double, n), *guess = g_new (double, n);
  g_autofree gboolean *unknown = g_new (gboolean, n);
  Lengths s = { .flow = flow, .x = x, .J = J, .ratio = ratio, .length = guess };

  for (int i = 0; i < n; i++)
    {
      size[i] = fabs (x[i]);
      guess[i] = x[i] != 0 ? fabs (x[i]) : 1;
      unknown[i] = x[i] == 0;
    }
  if (!lab_flow_rhs (flow, flow->t, x, f) || !lab_flow_jacobian (flow, flow->t, x, J))
    return;
  set_ratios (&s, f, unknown);
  for (int k = 0; k < n; k++)
    if (unknown[k] && isfinite (linear_length (&s, k)))
      size[k] = linear_length (&s, k);
}

void
lab_flow_take_sizes (LabFlow *flow, const double *x)
{
  g_autofree double *size = g_new (double, flow->n);
  double largest = 0;

  lab_flow_sizes (flow, x, size);
  lab_sizes_complete (flow->n, size);
  for (int i = 0; i < flow->n; i++)
    largest = fmax (largest, size[i]);
  if (largest < FAR_BELOW)
    lab_flow_set_sizes (flow, size);
}

void
lab_sizes_complete (int n, double *size)
{
  double largest = 0;

  for (int i = 0; i < n; i++)
    largest = fmax (largest, size[i]);
  for (int i = 0; i < n; i++)
    if (!(size[i] > 0))
      size[i] = largest > 0 ? largest : 1;
}

/* Computes the lengths with positive guesses of all of them. */
static void
solve (Lengths *lengths, const double *f, int n_iterations, double *length)
{
  Lengths s = *lengths;
  int n = s.flow->n, n_linear = 0;
  double *guess = s.length;
  g_autofree gboolean *linear = g_new0 (gboolean, n);

  for (int iteration = 0; iteration < n_iterations && n_linear < n; iteration++)
    {
      n_linear = 0;
      set_ratios (&s, f, linear);
      for (int k = 0; k < n; k++)
        {
          length[k] = new_length (&s, k, guess[k]);
          linear[k] = isinf (length[k]);
          n_linear += linear[k];
        }
      if (iteration > 0)
        for (int k = 0; k < n; k++)
          length[k] = linear[k] && n_linear < n ? linear_length (&s, k) : length[k];
      for (int k = 0; k < n; k++)
        guess[k] = isfinite (length[k]) ? sqrt (guess[k] * length[k]) : guess[k];
    }
  for (int k = 0; k < n; k++) /* the last guess is the root of the guess before and the length */
    length[k] = guess[k] < LARGEST_RATIO * length[k] && length[k] < LARGEST_RATIO * guess[k] ? guess[k] : INFINITY;
}

void
lab_flow_lengths (LabFlow *flow, const double *x, const double *hint, double *length)
{
  int n = flow->n;
  g_autofree double *at = g_memdup2 (x, sizeof (double) * (gsize) n), *J = g_new (double, n *n), *moved = g_new (double, n *n);
  g_autofree double *f = g_new (double, n), *ratio = g_new (double, n), *guess = g_new (double, n), *first = g_memdup2 (hint, sizeof (double) * (gsize) n);
  Lengths s = { flow, x, at, J, moved, ratio, guess };
  gboolean changes = TRUE;
  double known = 0;

  for (int i = 0; i < n; i++)
    {
      length[i] = INFINITY;
      known = fmax (known, hint[i]);
    }
  if (n > MOST_STATES || !lab_flow_rhs (flow, flow->t, x, f) || !lab_flow_jacobian (flow, flow->t, x, J))
    return;
  for (int i = 0; i < n; i++)
    first[i] = hint[i] > 0 ? hint[i] : known > 0 ? known : UNKNOWN;
  for (int pass = 0; pass < MOST_PASSES && changes; pass++)
    {
      double largest = 0;

      memcpy (guess, first, sizeof (double) * (gsize) n);
      solve (&s, f, !(known > 0) ? MORE_ITERATIONS : ITERATIONS, length);
      changes = FALSE;
      for (int k = 0; k < n; k++)
        largest = isfinite (length[k]) ? fmax (largest, length[k]) : largest;
      for (int k = 0; k < n; k++)
        if (!(hint[k] > 0) && isinf (length[k]) && largest > 0 && !(first[k] < AGREES * largest && largest < AGREES * first[k]))
          {
            first[k] = largest;
            changes = TRUE;
          }
    }
}
