/* The weights of the stages in the error estimate, for each form of coefficients:
 *
 * tableau       e = b − b̂.
 *
 * Rosenbrock    The stepper computes Σ ê_i U_i with U_i = γ (h k_i + Σ_{j<i} C_ij U_j) (Hairer and Wanner, Solving ODEs II,
 *               2nd ed. 1996, equation IV.7.24). In terms of the slopes the weights are e = γ v with v_j = ê_j + γ Σ_{i>j} C_ij v_i.
 *
 * Radau IIA     Equations IV.8.17 to 8.19: γ₀ h f0 + Σ e_i Z_i. Σ e_i Z_i is −p'(0) of the polynomial p with p(0) = 0 and p(c_i) = Z_i,
 *               hence e_i = −(1/c_i) Π_{j≠i} c_j/(c_j − c_i). For three stages these are DD1 to DD3 of RADAU5. */
#include "ode-error-weights.h"

#include "ode-radau.h"
#include "ode-rosenbrock.h"

/* The product is the derivative at 0 of the Lagrange polynomial of node i over the nodes 0, c_1 …
 * c_s, with the sign of −p'(0). */
static OdeErrorForm
radau_weights (int n_stages, const double *c, double *e)
{
  for (int i = 0; i < n_stages; i++)
    {
      e[i] = -1.0 / c[i];
      for (int j = 0; j < n_stages; j++)
        if (j != i)
          e[i] *= c[j] / (c[j] - c[i]);
    }
  return ODE_ERROR_FORM_DISPLACEMENTS;
}

/* The recursion for v runs from the last stage to the first, because v_j contains the later ones. */
static OdeErrorForm
rosenbrock_weights (const OdeRosenbrockData *data, int n_stages, double *e)
{
  if (data->n_stages != n_stages)
    return ODE_ERROR_FORM_NONE;
  for (int j = n_stages - 1; j >= 0; j--)
    {
      e[j] = data->e[j];
      for (int i = j + 1; i < n_stages; i++)
        e[j] += data->gamma * data->C[i * n_stages + j] * e[i];
    }
  for (int j = 0; j < n_stages; j++)
    e[j] *= data->gamma;
  return ODE_ERROR_FORM_SLOPES;
}

/* Without b̂ there is no estimate, and so no weights. */
static OdeErrorForm
tableau_weights (const OdeTableau *tableau, int n_stages, double *e)
{
  if (tableau == NULL || tableau->b_hat == NULL || tableau->n_stages != n_stages)
    return ODE_ERROR_FORM_NONE;
  for (int i = 0; i < n_stages; i++)
    e[i] = tableau->b[i] - tableau->b_hat[i];
  return ODE_ERROR_FORM_SLOPES;
}

/* Returns the form in which the weights apply: to slopes, to increments Z, or none. */
OdeErrorForm
ode_error_weights (const OdeMethod *method, int n_stages, const double *c, double *e)
{
  if (method->stepper == &ode_radau_class)
    return radau_weights (n_stages, c, e);
  if (method->stepper == &ode_rosenbrock_class)
    return rosenbrock_weights (method->data, n_stages, e);
  return tableau_weights (method->tableau, n_stages, e);
}
