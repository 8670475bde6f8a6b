#include "ode-multistep-weights.h"

/* Solves Σ_j w_j s_j^m = right_m, m = 0 … count − 1 (a dual Vandermonde system; Björck and Pereyra, Math. Comp. 24 (1970) 893). */
static void
solve_vandermonde (int count, const double *s, double *w)
{
  for (int k = 0; k < count - 1; k++)
    for (int i = count - 1; i > k; i--)
      w[i] -= s[k] * w[i - 1];
  for (int k = count - 2; k >= 0; k--)
    {
      for (int i = k + 1; i < count; i++)
        w[i] /= s[i] - s[i - k - 1];
      for (int i = k; i < count - 1; i++)
        w[i] -= w[i + 1];
    }
}

void
ode_multistep_integrate (int count, const double *s, double *weights)
{
  for (int m = 0; m < count; m++)
    weights[m] = 1.0 / (m + 1);
  solve_vandermonde (count, s, weights);
}

void
ode_multistep_differentiate (int count, const double *s, double *weights)
{
  for (int m = 0; m < count; m++)
    weights[m] = m;
  solve_vandermonde (count, s, weights);
}
