#include "sim-stiffness.h"

#include <float.h>
#include <math.h>

/* The last two stages at the same abscissa; their slopes differ by J·(Y_i − Y_j) alone. */
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

/* ρ ≈ ‖k_i − k_j‖ / ‖Y_i − Y_j‖ with Y_i − Y_j = h Σ (a_il − a_jl) k_l: the difference of two stages has been through several
 * multiplications by h·J, so it points along the fastest mode (Hairer and Wanner, Solving ODEs II, IV.2, (2.13)). */
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
  /* Slopes that do not differ are measured too: nothing there is stiff. */
  return distance > 0 && isfinite (slope) ? fmax (sqrt (slope / distance), FLT_MIN) : 0;
}
