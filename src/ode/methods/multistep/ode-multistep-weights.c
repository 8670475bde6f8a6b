/* Computes the weights of linear multistep formulas on points that need not be equidistant.
 *
 * A formula with weights w is a linear functional L(p) = Σ_j w_j p(s_j) that
 * equals a given functional (an integral, a derivative) for all polynomials of
 * degree below count. Its moments on 1, s, s², … are known in closed form, so w
 * is the solution of a Vandermonde system in the points s. The points are
 * distinct, because they are times of accepted steps, in units of the current
 * step.
 *
 * Up to eight points are used, which lie in [−6, 1] for equal steps. With equal
 * steps the entries s_j are integers, all intermediate results of the algorithm
 * below are rationals with small denominators, and the weights agree with the
 * tabulated ones to a few units in the last place. */
#include "ode-multistep-weights.h"

/* Solves Σ_j w_j s_j^m = right_m, m = 0 … count − 1, in place (a dual
 * Vandermonde system; Björck and Pereyra, Math. Comp. 24 (1970) 893), in
 * O(count²) operations.
 *
 * The first sweep converts the moments L(s^m) to the moments of Newton's basis
 * N_m(s) = Π_{l<m} (s − s_l): before pass k, w_i = L(s^{i−k} N_k) for i ≥ k,
 * and
 *
 *   L(s^{i−k−1} N_{k+1}) = L(s^{i−k} N_k) − s_k L(s^{i−k−1} N_k).
 *
 * The second sweep uses p = Σ_m p[s_0 … s_m] N_m, so that L(p) = Σ_m p[s_0 …
 * s_m] L(N_m): it applies the transpose of the divided-difference table, one
 * column per pass, which gives the weights of the values p(s_j). */
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

/* The moments are ∫₀¹ s^m ds = 1/(m + 1). For s = 0, −1, … this gives the
 * coefficients of Adams and Bashforth, for s = 1, 0, −1, … those of Adams and
 * Moulton (Hairer, Nørsett and Wanner, Solving ODEs I, 2nd ed. 1993, III.1). For unequal steps the
 * coefficients are those of section III.5. */
void
ode_multistep_integrate (int count, const double *s, double *weights)
{
  for (int m = 0; m < count; m++)
    weights[m] = 1.0 / (m + 1);
  solve_vandermonde (count, s, weights);
}

/* The moments are d/ds s^m = m at s = 1. For s = 1, 0, −1, … the weights are
 * those of Σ_{j≤k} ∇^j x_{n+1}/j = h f_{n+1}, the BDF formulas (Hairer, Nørsett
 * and Wanner I, III.1). */
void
ode_multistep_differentiate (int count, const double *s, double *weights)
{
  for (int m = 0; m < count; m++)
    weights[m] = m;
  solve_vandermonde (count, s, weights);
}
