/* Bounded nonlinear least squares with robust losses. One thread at a time may use an object. */
#pragma once

#include "lab-problem.h"

G_BEGIN_DECLS

/* Functions ρ that replace z, the square of a residual relative to the scale C, so that the sum is Σ C² ρ (r²/C²). */
typedef enum
{
  LAB_LOSS_LINEAR,  /* ρ = z */
  LAB_LOSS_HUBER,   /* ρ = z for z ≤ 1, otherwise 2 √z − 1 */
  LAB_LOSS_SOFT_L1, /* ρ = 2 (√(1 + z) − 1) */
  LAB_LOSS_CAUCHY,  /* ρ = ln (1 + z) */
  LAB_LOSS_ARCTAN,  /* ρ = arctan z */
} LabLoss;

/* A problem: n residuals r (θ) of m quantities θ with low ≤ θ ≤ high. */
typedef struct
{
  int n, m;
  const double *low, *high;       /* m bounds; ±inf: none */
  const gboolean *fixed;          /* m quantities that keep their values; NULL: none */
  LabLoss loss;
  double loss_scale;              /* C */
  int most_iterations;
  /* Computes r[n] and J[n·m] = ∂r/∂θ, row-major. Sets *failure to a new text if they do not exist at θ. Returns FALSE with an error to end. */
  gboolean (*evaluate) (gpointer user, const double *theta, double *r, double *J, char **failure, GError **error);
  /* Is called with the sum after each iteration; may be NULL. */
  void (*iterated) (gpointer user, int iteration, double sum);
  gpointer user;
} LabLeastSquares;

/* The point that was found. */
typedef struct
{
  double *theta; /* m */
  double *r, *J; /* residuals and derivatives there */
  double sum;    /* Σ C² ρ (r²/C²); with the loss LINEAR the sum of squares */
  int iterations, evaluations;
  gboolean converged;
  char *message; /* reason why it did not converge, or why the start cannot be evaluated (`sum` is then NaN); NULL: it did */
} LabLeastSquaresResult;

/* Minimizes the sum from theta[m], which is moved into the bounds. Returns NULL with an error only if `evaluate` does. Free the result with
 * lab_least_squares_result_free. */
LabLeastSquaresResult *lab_least_squares (const LabLeastSquares *problem, const double *theta, GError **error);
/* Frees a result; NULL is allowed. */
void lab_least_squares_result_free (LabLeastSquaresResult *result);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabLeastSquaresResult, lab_least_squares_result_free)

/* Returns −1 if θ_j is at its lower bound and the sum falls beyond it, 1 at its upper bound, and 0 otherwise. */
int lab_least_squares_at_bound (const LabLeastSquares *problem, const LabLeastSquaresResult *result, int j);
/* Returns ρ′ (z) for the residual r: the weight of its square in a linear approximation. */
double lab_loss_weight (LabLoss loss, double scale, double r);

G_END_DECLS
