/* Error norms. Let e be the error estimate of a step from x0 to x1. Component i of e is divided by one of
 *
 *   tolerances  s_i = atol_i + rtol max (|x0_i|, |x1_i|)   (Hairer, Nørsett and Wanner, Solving ODEs I, 2nd ed. 1993, II.4, equation 4.10)
 *   size        s_i = accuracy max (f_i, |x0_i|, |x1_i|)   (f_i is 1/w_i, or the smallest size of the state as in ode-sizes.c)
 *   mixed       s_i = accuracy max (1/w_i, |x0_i|)         (relative above 1/w_i, absolute below; Simbody's rule for velocities)
 *   absolute    s_i = accuracy/w_i                         (Drake)
 *   simbody     absolute for positions, mixed for all other states
 *
 * The norm is max |e_i|/s_i or the root mean square of e_i/s_i.
 *
 * Drake and Simbody use one norm for each class of states (positions q,
 * velocities v, others z) and take the largest of the three. They scale a position error δq
 * as N W N⁺ δq, where q' = N v: N⁺ converts it to velocities, W contains the weights of the
 * velocities, and N converts it back (drake/systems/analysis/integrator_base.cc,
 * CalcStateChangeNorm; Sherman, Seth and Delp, Procedia IUTAM 2 (2011) 241).
 * A coordinate with q' = v then has the weight of v; for a unit quaternion N N⁺ removes
 * the radial part of δq. Both programs multiply velocities by a characteristic
 * time, which is 1 s here. */
#include "ode-norm.h"

#include <math.h>
#include <string.h>

/* The memory holds five vectors: absolute tolerances, weights, their reciprocals, given sizes and the projected error. */
size_t
ode_norm_size (int n_states)
{
  return 5 * (size_t) n_states * sizeof (double);
}

/* Returns the larger value. Unlike fmax it does not treat NaN specially, so that it compiles to a single
 * instruction. */
static inline double
larger (double a, double b)
{
  return a > b ? a : b;
}

/* Returns s_i of the formula `tolerances`. The larger value of both ends of the step is used, so that a state that passes through zero
 * keeps its scale. */
static inline double
scale_tolerances (const OdeNormData *d, int i, const double *x0, const double *x1)
{
  return d->atol[i] + d->rtol * larger (fabs (x0[i]), fabs (x1[i]));
}

/* Returns s_i of the formula `mixed`. Simbody writes the weight min (w, 1/|x0|); its reciprocal is max (1/w,
 * |x0|). */
static inline double
scale_mixed (const OdeNormData *d, int i, const double *x0, const double *x1)
{
  return d->accuracy * larger (d->floor[i], fabs (x0[i]));
}

/* Returns s_i of the formula `size`. */
static inline double
scale_size (const OdeNormData *d, int i, const double *x0, const double *x1)
{
  return d->accuracy * larger (d->floor[i], larger (fabs (x0[i]), fabs (x1[i])));
}

/* Defines the infinity norm and the root mean square of e_i/s_i with the s_i of one formula, `kind`. For one to four
 * states there are versions whose loop has a constant length. The infinity norm also sums all terms: a comparison
 * with NaN is false and would ignore the NaN, but the sum becomes NaN. */
#define DEFINE_NORM_N(kind, suffix, count)                                                                     \
  static double kind##_infinity_##suffix (const OdeNormData *d, const double *e, const double *x0,             \
                                          const double *x1)                                                    \
  {                                                                                                            \
    const int n = count;                                                                                       \
    double largest = 0, sum = 0;                                                                               \
    for (int i = 0; i < n; i++)                                                                                \
      {                                                                                                        \
        double q = fabs (e[i]) / scale_##kind (d, i, x0, x1);                                                  \
        sum += q;                                                                                              \
        largest = q > largest ? q : largest;                                                                   \
      }                                                                                                        \
    return sum == sum ? largest : NAN;                                                                         \
  }                                                                                                            \
  static double kind##_rms_##suffix (const OdeNormData *d, const double *e, const double *x0,                  \
                                     const double *x1)                                                         \
  {                                                                                                            \
    const int n = count;                                                                                       \
    double sum = 0;                                                                                            \
    for (int i = 0; i < n; i++)                                                                                \
      {                                                                                                        \
        double q = e[i] / scale_##kind (d, i, x0, x1);                                                         \
        sum += q * q;                                                                                          \
      }                                                                                                        \
    return sqrt (sum * d->inverse_n);                                                                          \
  }
#define DEFINE_NORM(kind)                                                                                      \
  DEFINE_NORM_N (kind, any, d->n_states)                                                                       \
  DEFINE_NORM_N (kind, 1, 1)                                                                                   \
  DEFINE_NORM_N (kind, 2, 2)                                                                                   \
  DEFINE_NORM_N (kind, 3, 3)                                                                                   \
  DEFINE_NORM_N (kind, 4, 4)

DEFINE_NORM (tolerances)
DEFINE_NORM (mixed)
DEFINE_NORM (size)

#define ROW(kind, norm) { kind##_##norm##_any, kind##_##norm##_1, kind##_##norm##_2, kind##_##norm##_3, kind##_##norm##_4 }
static const OdeNormFunc norms[3][2][5] = {
  { ROW (mixed, infinity), ROW (mixed, rms) },
  { ROW (tolerances, infinity), ROW (tolerances, rms) },
  { ROW (size, infinity), ROW (size, rms) },
};

/* Returns the errors without the radial part of each quaternion: N N⁺ δq = δq
 * − q (qᵀδq)/(qᵀq), since the range of N is the tangent space at q. The result
 * is in d->projected, or is `error` itself if there are no quaternions. */
static const double *
project_rotations (const OdeNormData *d, const double *e, const double *x0)
{
  if (d->system->n_rotations == 0 || d->projected == NULL)
    return e;

  memcpy (d->projected, e, (size_t) d->n_states * sizeof *e);
  for (int r = 0; r < d->system->n_rotations; r++)
    {
      int k = d->system->rotations[r].quaternion;
      const double *q = x0 + k;
      double *p = d->projected + k;
      double qq = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
      double qp = q[0] * p[0] + q[1] * p[1] + q[2] * p[2] + q[3] * p[3];

      if (qq > 0)
        for (int j = 0; j < 4; j++)
          p[j] -= q[j] * qp / qq;
    }
  return d->projected;
}

/* Returns the tolerance of component i in profiles drake and simbody. */
static double
class_scale (const OdeNormData *d, int i, const double *x0, OdeKind kind)
{
  if (d->weighting == ODE_WEIGHTING_SIMBODY && kind != ODE_POSITION)
    return d->accuracy * larger (d->floor[i], fabs (x0[i]));
  return d->accuracy * d->floor[i];
}

/* Returns the largest of the norms of positions, velocities and other states.
 * With the infinity norm this equals the norm of all states. */
static double
norm_classes (const OdeNormData *d, const double *error, const double *x0, const double *x1)
{
  const double *e = project_rotations (d, error, x0);
  double sum[3] = { 0 }, largest = 0, result = 0;
  int count[3] = { 0 };

  for (int i = 0; i < d->n_states; i++)
    {
      OdeKind kind = d->system->kinds != NULL ? d->system->kinds[i] : ODE_OTHER;
      /* Each class has a separate sum: 0 positions, 1 velocities, 2 other states. */
      int c = kind == ODE_POSITION ? 0 : kind == ODE_VELOCITY ? 1 : 2;
      double q = fabs (e[i]) / class_scale (d, i, x0, kind);

      sum[c] += q * q;
      count[c]++;
      largest = q > largest ? q : largest;
    }
  if (isnan (sum[0] + sum[1] + sum[2]))
    return NAN;
  if (d->norm == ODE_NORM_INFINITY)
    return largest;
  for (int c = 0; c < 3; c++)
    if (count[c] > 0)
      result = larger (result, sqrt (sum[c] / count[c]));
  return result;
}

/* Returns the error of component i that equals its tolerance. */
static double
tolerance_of (const OdeNormData *d, int i, const double *x0, const double *x1)
{
  OdeKind kind = d->system->kinds != NULL ? d->system->kinds[i] : ODE_OTHER;

  if (d->tolerances)
    return scale_tolerances (d, i, x0, x1);
  if (d->weighting == ODE_WEIGHTING_SIZE)
    return scale_size (d, i, x0, x1);
  if (d->weighting == ODE_WEIGHTING_MIXED)
    return scale_mixed (d, i, x0, x1);
  return class_scale (d, i, x0, kind);
}

/* The weightings of Drake and of Simbody take classes of states together and project the errors of quaternions; the lanes and the short loops above do
 * neither. Tolerances of the user are always those of single states. */
bool
ode_norm_is_by_state (const OdeNormData *d)
{
  return d->tolerances || d->weighting == ODE_WEIGHTING_MIXED || d->weighting == ODE_WEIGHTING_SIZE;
}

OdeStepNorm
ode_norm_form (const OdeNormData *d)
{
  return (OdeStepNorm) { .is_wanted = ode_norm_is_by_state (d), .adds = d->tolerances, .ahead = d->tolerances || d->sized, .rms = d->norm == ODE_NORM_RMS };
}

/* Divides each component by the same scale as the norm does. Tapes and plots show the results. */
void
ode_norm_scale (const OdeNormData *d, const double *error, const double *x0, const double *x1, double *scaled)
{
  const double *e = ode_norm_is_by_state (d) ? error : project_rotations (d, error, x0);

  for (int i = 0; i < d->n_states; i++)
    scaled[i] = fabs (e[i]) / tolerance_of (d, i, x0, x1);
}

/* The first of several equal errors counts. A NaN counts as infinite. The formula `size`, the usual one, is compiled into the loop. */
int
ode_norm_worst (const OdeNormData *d, const double *error, const double *x0, const double *x1)
{
  const bool by_size = d->weighting == ODE_WEIGHTING_SIZE && !d->tolerances;
  const double *e = ode_norm_is_by_state (d) ? error : project_rotations (d, error, x0);
  double most = -1;
  int worst = 0;

  for (int i = 0; i < d->n_states; i++)
    {
      double scaled = fabs (e[i]) / (by_size ? scale_size (d, i, x0, x1) : tolerance_of (d, i, x0, x1));

      if (isnan (scaled))
        scaled = INFINITY;
      if (scaled > most)
        {
          most = scaled;
          worst = i;
        }
    }
  return worst;
}

void
ode_norm_tolerances (const OdeNormData *d, const double *x0, const double *x1, double *tolerance)
{
  for (int i = 0; i < d->n_states; i++)
    tolerance[i] = tolerance_of (d, i, x0, x1);
}

/* The integrator calls this function again when the accuracy or a setting changes. The caller keeps the ownership of the
 * memory. */
void
ode_norm_init (OdeNormData *d, const OdeSystem *system, const OdeSettings *settings, double accuracy, void *memory)
{
  int n = system->n_states;
  double rtol = settings->relative_tolerance, atol = settings->absolute_tolerance;

  d->n_states = n;
  d->system = system;
  d->atol = memory;
  d->weight = d->atol + n;
  d->floor = d->weight + n;
  d->given = d->floor + n;
  d->projected = d->given + n;
  d->weighting = settings->weighting;
  d->norm = settings->norm;
  d->accuracy = accuracy;

  /* If only one of relative and absolute tolerance is given, the other one
   * equals it. */
  d->tolerances = !isnan (rtol) || !isnan (atol) || settings->absolute_per_state != NULL;
  if (isnan (rtol))
    rtol = isnan (atol) ? accuracy : atol;
  if (isnan (atol))
    atol = rtol;
  d->rtol = rtol;
  for (int i = 0; i < n; i++)
    {
      d->atol[i] = settings->absolute_per_state != NULL && !isnan (settings->absolute_per_state[i])
                     ? settings->absolute_per_state[i] : atol;
      d->weight[i] = settings->weights != NULL && !isnan (settings->weights[i]) ? settings->weights[i] : 1;
      /* Weight 0 makes the tolerance infinite: the state does not count. */
      d->given[i] = settings->weights == NULL || isnan (settings->weights[i]) ? 0 : d->weight[i] > 0 ? 1 / d->weight[i] : INFINITY;
    }
  if (d->weighting != ODE_WEIGHTING_MIXED && d->weighting != ODE_WEIGHTING_SIZE)
    for (int i = 0; i < system->n_pairs; i++)
      /* A position with q' = v is measured with the weight of its velocity. */
      d->weight[system->pairs[i].position] = d->weight[system->pairs[i].velocity];
  d->sized = d->weighting == ODE_WEIGHTING_SIZE && !d->tolerances;
  /* The sizes of the states were found, or will be found at the start. */
  for (int i = 0; i < n && !d->sized; i++)
    d->floor[i] = d->weight[i] > 0 ? 1 / d->weight[i] : INFINITY;

  d->inverse_n = n > 0 ? 1.0 / n : 0;
  if (ode_norm_is_by_state (d))
    d->func = norms[d->sized ? 2 : d->tolerances][d->norm == ODE_NORM_RMS][n <= 4 ? n : 0];
  else
    d->func = norm_classes;
}
