/* Detects stiffness by the method of Hairer and Wanner, Solving Ordinary Differential Equations II, section IV.2, "Automatic stiffness
 * detection".
 *
 * Two stages i and j at the same time, c_i = c_j, evaluate f at
 *
 *   Y_i − Y_j = h Σ_l (a_il − a_jl) k_l,
 *
 * and their slopes differ by k_i − k_j ≈ J (Y_i − Y_j), J = ∂f/∂x. Each stage multiplies by h J, so the difference of two late stages
 * points mostly along the eigenvector of the largest |λ| of J, and
 *
 *   ρ = ‖k_i − k_j‖₂ / ‖Y_i − Y_j‖₂
 *
 * approximates this |λ| without a further evaluation. The codes dopri5.f and dop853.f do this with their two stages at c = 1.
 * Stability limits the step if h·ρ is near the length of the method's stability interval (sim-limit.c). */
#include "sim-stiffness.h"

#include <float.h>
#include <math.h>

/* Finds the last pair of stages with the same c. Stage 0 is excluded, because its argument x0 has not been multiplied by J. */
static bool
find_pair (const OdeTableau *tableau, int n_stages, int *first, int *second)
{
  for (int i = n_stages - 1; i > 1; i--)
    for (int j = i - 1; j > 0; j--)
      if (tableau->c[i] == tableau->c[j])
        {
          *first = i;
          *second = j;
          return true;
        }
  return false;
}

double
sim_stiffness_radius (const OdeTableau *tableau, const double *slopes, int n_stages, int n_states, double h)
{
  int first, second, width = tableau->n_stages;
  double slope = 0, distance = 0;

  if (n_stages > width || !find_pair (tableau, n_stages, &first, &second))
    return 0;
  for (int s = 0; s < n_states; s++)
    {
      double sum = 0, difference = slopes[first * n_states + s] - slopes[second * n_states + s];

      for (int l = 0; l < first; l++)
        sum += (tableau->A[first * width + l] - tableau->A[second * width + l]) * slopes[l * n_states + s];
      slope += difference * difference;
      distance += h * sum * h * sum;
    }
  /* If the slopes are equal, ρ = 0. FLT_MIN is returned instead, because 0 means "not measured", and FLT_MIN is also nonzero in the single
   * precision of the tape. */
  return distance > 0 && isfinite (slope) ? fmax (sqrt (slope / distance), FLT_MIN) : 0;
}
