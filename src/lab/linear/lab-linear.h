/* Linear tools: linearization, exact discretization, matrix exponential. */
#pragma once

#include "lab-problem.h"

G_BEGIN_DECLS

/* The linear system x' = A x + B u + f0, y = C x + D u + y0, where x, u and y are deviations from a point. Matrices are row-major. */
typedef struct
{
  int n_states, n_inputs, n_outputs;
  char **states, **inputs, **outputs; /* names of the states, inputs and outputs */
  double t;
  double *x;             /* n_states numbers: the point */
  double *A, *B, *C, *D;
  double *f0;            /* n_states: the slope at the point, 0 at an equilibrium */
  double *eigenvalues;   /* 2 n_states: real and imaginary parts */
} LabLinear;

/* Linearizes a problem at its initial state or, if rest is set, at the equilibrium that Newton's method finds from there. inputs are names
 * of parameters, outputs are expressions. Both end with NULL; NULL itself means no inputs, and the model's outputs. Returns NULL with an
 * error. */
LabLinear *lab_linear_new (const LabProblem *problem, const char *const *inputs, const char *const *outputs, gboolean rest, GError **error);
/* Frees a linearization; NULL is allowed. */
void lab_linear_free (LabLinear *linear);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabLinear, lab_linear_free)

/* Computes exp (a) of a[n·n] into result[n·n], row-major. Returns FALSE if an entry is not finite. */
gboolean lab_matrix_exponential (int n, const double *a, double *result);
/* Discretizes x' = A x + B u + f with u constant in each period: x⁺ = Ad x + Bd u + fd. Row-major; Ad[n·n], Bd[n·m], fd[n]. Returns FALSE
 * if a result is not finite. */
gboolean lab_discretize (int n, int m, const double *A, const double *B, const double *f, double period, double *Ad, double *Bd, double *fd);

/* ---- initial value problems with a function of the caller ---- */

/* Computes dx/dt at (t, x) with the caller's data. */
typedef void (*LabRateFunc) (double t, const double *x, double *dxdt, gpointer user);

typedef struct
{
  double accuracy;     /* default 1e-4 */
  double initial_step; /* default 1e-4 */
  double max_step;     /* default 0.1 */
  const char *method;  /* default "runge_kutta3" */
} LabSolveOptions;
/* The following functions are the counterpart of Drake's InitialValueProblem and AntiderivativeFunction, for users of the library. */

/* Fills in the defaults of Drake's InitialValueProblem. */
void lab_solve_options_init (LabSolveOptions *options);

/* Integrates x' = rate (t, x) from (t0, x0[n]) to tf into x[n]. Returns FALSE with an error if tf < t0 or a step fails. */
gboolean lab_solve (int n, LabRateFunc rate, gpointer user, double t0, const double *x0, double tf, const LabSolveOptions *options,
                    double *x, GError **error);

typedef struct LabDense LabDense;
/* Integrates like lab_solve and stores all steps. Returns NULL with an error. */
LabDense *lab_solve_dense (int n, LabRateFunc rate, gpointer user, double t0, const double *x0, double tf,
                           const LabSolveOptions *options, GError **error);
/* Frees the steps; NULL is allowed. */
void lab_dense_free (LabDense *dense);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabDense, lab_dense_free)
/* Evaluates the solution at t in [t0, tf] into x[n] by the cubic Hermite polynomial of the step. Returns FALSE if t is outside. */
gboolean lab_dense_evaluate (const LabDense *dense, double t, double *x);

/* Returns ∫ f from a to b; f gets the integration variable as t, and no x. Returns NaN with an error if b < a or a step fails. */
double lab_antiderivative (LabRateFunc f, gpointer user, double a, double b, const LabSolveOptions *options, GError **error);

G_END_DECLS
