/* Fully implicit Runge–Kutta methods: the coupled stage equations and their
 * solution by Newton's method in transformed variables. */
#pragma once

#include "ode-newton.h"

#define ODE_IRK_MAX_STAGES 12

/* The real eigenvalue decomposition A⁻¹ T = T Λ of the implicit stages: first
 * n_real real eigenvalues, then n_pairs pairs α ± iβ stored as (α, β), for which Λ has the block
 * [α −β; β α]. Matrices are row-major. */
typedef struct
{
  int n_real, n_pairs;
  const double *eigenvalues;
  const double *T, *T_inverse;
} OdeIrkSpectrum;

/* The coefficients that the solver needs, derived from a tableau. */
typedef struct
{
  int n_stages;           /* number of stages that the solver computes, without an explicit first stage */
  bool explicit_first;    /* the tableau also has a first stage equal to x0 (Lobatto IIIA) */
  bool stiffly_accurate;  /* x1 is the last stage */
  const double *c;        /* nodes of the n_stages stages */
  double lagrange[ODE_IRK_MAX_STAGES]; /* 1/(c_i Π (c_i − c_j)), j ≠ i */
  double eigenvalues[ODE_IRK_MAX_STAGES];
  double T[ODE_IRK_MAX_STAGES * ODE_IRK_MAX_STAGES], T_inverse[ODE_IRK_MAX_STAGES * ODE_IRK_MAX_STAGES];
  int n_real, n_pairs;
  double d[ODE_IRK_MAX_STAGES];      /* weights in x1 = x0 + Σ d_i Z_i + d_first·h·f0 */
  double d_first;
  bool embedded;
  double e[ODE_IRK_MAX_STAGES];      /* weights in the estimate Σ e_i Z_i + e_first·h·f0, if the tableau has b_hat */
  double e_first;
  double A_inverse[ODE_IRK_MAX_STAGES * ODE_IRK_MAX_STAGES]; /* inverse of the block of A that belongs to the n_stages stages */
  double forcing[ODE_IRK_MAX_STAGES]; /* T⁻¹ A⁻¹ a_first, the factor of f0 if the first stage is
                                       * explicit; a_first is the first column of the tableau */
} OdeIrkScheme;

/* Computes a scheme from a tableau. If spectrum is NULL, the function computes it.
 * Returns false with a message in error[error_size] if A of the implicit
 * stages is singular, has no full set of eigenvectors, or has too many stages. */
bool ode_irk_scheme_init (OdeIrkScheme *scheme, const OdeTableau *tableau, const OdeIrkSpectrum *spectrum,
                          OdeTranslate translate, char *error, size_t error_size);

/* Buffers of the full Newton method of ode-irk-full.c. */
typedef struct OdeIrkFull OdeIrkFull;

/* Allocates buffers for a system of this order, s n, for n states. Returns NULL when out of memory or if the order is too large for
 * a dense matrix. */
OdeIrkFull *ode_irk_full_new (int order, int n);
/* Frees the buffers; NULL is allowed. */
void ode_irk_full_free (OdeIrkFull *full);

/* Functions for few states (ode-irk-small.h). */
typedef struct OdeIrkSmall OdeIrkSmall;

/* A solver for schemes of up to max_stages stages. It owns the factors, and the Jacobian unless another solver
 * shares it. */
typedef struct
{
  OdeStepper *stepper;
  OdeMatrix *matrix;
  bool matrix_is_shared;
  OdeNewton newton;
  int n, max_stages;
  OdeFactor *real[ODE_IRK_MAX_STAGES];
  OdeFactor *pair[ODE_IRK_MAX_STAGES / 2];
  double *Z;              /* stage increments X_i − x0, n numbers each; on input the initial guess */
  double *W, *F, *M_W;    /* transformed stages, right-hand sides, products with M; n numbers for each stage */
  double *stage;
  double *memory;
  const OdeIrkSmall *small; /* functions for the few states of the system and for small_scheme; NULL: there are none */
  const OdeIrkScheme *small_scheme;
  OdeIrkFull *full;       /* buffers of the full Newton method; NULL if the settings do not use it */
  const OdeIrkScheme *factored; /* the scheme for which the factors were computed; NULL: no valid factors */
  double h_factored;
  int jacobian_age;       /* accepted steps since the Jacobian was evaluated */
  bool jacobian_fresh;    /* the Jacobian was evaluated at the current state */
} OdeIrkSolver;

/* Allocates memory for the largest numbers of stages, real eigenvalues and pairs. shared is
 * a matrix that another solver owns, or NULL to make a new one. Returns false with a message
 * on failure. The caller must call ode_irk_solver_clear in any case. */
bool ode_irk_solver_init (OdeIrkSolver *solver, OdeStepper *stepper, int max_stages, int n_real, int n_pairs, OdeMatrix *shared,
                          char *error, size_t error_size);
/* Frees the memory of the solver; allowed after a failed init. */
void ode_irk_solver_clear (OdeIrkSolver *solver);
/* Evaluates the Jacobian at (t, x[n]); f[n] is the right-hand side there, or
 * NULL. */
OdeStatus ode_irk_solver_jacobian (OdeIrkSolver *solver, double t, const double *x, const double *f);
/* Factors λ/h M − J for each eigenvalue λ of the scheme; all together count as one
 * factorization. Returns ODE_RETRY_SINGULAR if one of the matrices is singular. */
OdeStatus ode_irk_solver_factor (OdeIrkSolver *solver, const OdeIrkScheme *scheme, double h);
/* Applies Newton's method with the initial guess in Z until it converges or fails. The caller must have
 * called ode_newton_scale for the step. */
OdeStatus ode_irk_solver_iterate (OdeIrkSolver *solver, const OdeIrkScheme *scheme, double t, double h, const double *x0,
                                  const double *f0);
/* Applies the full Newton method with a Jacobian at each stage, from Z = 0. solver->full must exist, and the caller must have
 * called ode_newton_become_full. The solver has no valid Jacobian afterwards. */
OdeStatus ode_irk_solver_iterate_full (OdeIrkSolver *solver, const OdeIrkScheme *scheme, double t, double h, const double *x0,
                                       const double *f0);
/* Repeats an iteration that failed with this status by the full Newton method if that is allowed. Returns the new status, or `status`. */
OdeStatus ode_irk_solver_resort_to_full (OdeIrkSolver *solver, const OdeIrkScheme *scheme, double t, double h, const double *x0,
                                         const double *f0, OdeStatus status);
/* Computes x1[n] from the stage increments in Z. */
void ode_irk_solver_end (const OdeIrkSolver *solver, const OdeIrkScheme *scheme, double h, const double *x0, const double *f0,
                         double *x1);
/* Reports the stages in Z to the listener, which must exist. If `solved` is true, the iteration
 * has converged, so that the slopes are computed from Z and reported too. */
void ode_irk_trace_stages (OdeIrkSolver *solver, const OdeIrkScheme *scheme, double t, double h, const double *x0, const double *f0,
                           bool solved);
/* Computes the weights of Z_1 … Z_s for the value at θ of the polynomial through
 * (0, 0) and (c_i, Z_i). */
void ode_irk_collocation_weights (const OdeIrkScheme *scheme, double theta, double *weights);

/* Computes the stage slopes K = A⁻¹ Z/h, n_stages · n numbers, of the scheme's
 * n_stages stages. */
void ode_irk_slopes (const OdeIrkScheme *scheme, int n, double h, const double *Z, double *K);

/* The class of the methods that a tableau defines completely: Gauss, Lobatto, and tableaus
 * read at run time. OdeMethod.data points to the OdeIrkSpectrum of the tableau;
 * if it is NULL, the spectrum is computed. */
extern const OdeStepperClass ode_irk_class;

extern const OdeTableau ode_tableau_radau3, ode_tableau_radau5, ode_tableau_radau9, ode_tableau_radau13;
extern const OdeIrkSpectrum ode_spectrum_radau3, ode_spectrum_radau5, ode_spectrum_radau9, ode_spectrum_radau13;
