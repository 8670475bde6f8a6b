/* The matrix γM − J of implicit methods: Jacobian and mass matrix of a system
 * in dense, banded or sparse storage, and factorizations for real or complex γ.
 * Memory is allocated only when a matrix or factor is made, and inside KLU. Only one thread at
 * a time may use a matrix and its factors. */
#pragma once

#include <stdbool.h>

#include "ode-linalg.h"
#include "ode-sparse.h"
#include "ode-stepper.h"

typedef enum { ODE_STORAGE_DENSE, ODE_STORAGE_BANDED, ODE_STORAGE_SPARSE } OdeStorage;

typedef struct
{
  const OdeSystem *system;
  int n;
  OdeStorage storage;
  int lower, upper;       /* half widths of the band below and above the diagonal, after reordering */
  int *place;             /* n indices: row and column of each state in the band; NULL: the order of the system */
  OdePattern entries;     /* union of the patterns of J and M, in compressed columns; empty if the storage is dense */
  int *entries_start, *entries_row;

  double *jacobian;       /* values of J in the order of its pattern, or dense and column-major */
  int n_jacobian;
  size_t *jacobian_slot;  /* index of each value of J in the storage of a factor; NULL: the same index */
  const double *mass;     /* values of M, those of the system; n ones if M is the identity */
  double *ones;
  int n_mass;
  size_t *mass_slot;
  size_t n_factor;        /* number of doubles of the real part (or of the imaginary part) of a factor */

  int n_groups;           /* number of groups of columns whose differences are evaluated together; 0: no pattern, each column separately */
  int *group;
  double *work;           /* 4·n_states numbers: scratch for difference quotients */
  double t_at;            /* t of the last Jacobian; x_at is the state */
  double *x_at;
  bool valid;             /* `jacobian` holds a Jacobian with finite values */
  char text[192];         /* translated phrase that names the storage */
} OdeMatrix;

/* Makes the matrix of a system, which must outlive it, and chooses its storage.
 * translate translates the phrase in `text`. Returns NULL when out of memory. */
OdeMatrix *ode_matrix_new (const OdeSystem *system, OdeTranslate translate);
/* Frees a matrix; NULL is allowed. */
void ode_matrix_free (OdeMatrix *matrix);
/* Evaluates the Jacobian at (t, x[n]) by the scheme of the stepper's settings
 * (symbolic, forward or central differences) and counts it in the stepper's
 * statistics. f[n] is the right-hand side at (t, x) if it is known, else NULL.
 * Returns ODE_RETRY_UNDEFINED if a value is not finite; the matrix is then not
 * valid. */
OdeStatus ode_matrix_evaluate (OdeMatrix *matrix, OdeStepper *stepper, double t, const double *x, const double *f);
/* Returns the size in bytes of a snapshot, which contains the point at which
 * the Jacobian was evaluated, but not its values. */
size_t ode_matrix_snapshot_size (const OdeMatrix *matrix);
/* Writes a snapshot to bytes[ode_matrix_snapshot_size]. */
void ode_matrix_save (const OdeMatrix *matrix, void *bytes);
/* Evaluates the Jacobian at the point of a snapshot again, without counting it.
 */
void ode_matrix_restore (OdeMatrix *matrix, OdeStepper *stepper, const void *bytes);
/* Computes y[n] = M x[n]; x and y must not overlap. */
void ode_matrix_mass_times (const OdeMatrix *matrix, const double *x, double *y);
/* Returns whether the system has no mass matrix. */
bool ode_matrix_mass_is_identity (const OdeMatrix *matrix);
/* Returns the largest column sum of |J|, an upper bound of its spectral radius.
 */
double ode_matrix_norm (const OdeMatrix *matrix);

typedef struct
{
  OdeMatrix *matrix;
  bool is_complex;
  double *re, *im;  /* im is NULL for a real factor; a complex sparse factor interleaves both parts in re */
  double *work;     /* scratch for the permuted or interleaved right-hand side */
  int *pivot;
  OdeKlu *klu;
} OdeFactor;

/* Makes a factorization for a matrix, which must outlive it. Returns NULL when
 * out of memory. */
OdeFactor *ode_factor_new (OdeMatrix *matrix, bool is_complex);
/* Frees a factorization; NULL is allowed. */
void ode_factor_free (OdeFactor *factor);
/* Factors (re + i im) M − J with the matrix's current Jacobian; im is 0 for a
 * real factorization. Returns ODE_RETRY_SINGULAR if the matrix is singular, and ODE_STOPPED if
 * the caller of the stepper asked to stop; the factor is then not valid. The caller counts it. */
OdeStatus ode_factor_compute (OdeFactor *factor, OdeStepper *stepper, double re, double im);
/* Factors γ M − J for a real γ in `real` and for re + i im in `pair`, as two calls of ode_factor_compute do; band matrices are factored together, which
 * takes less time. */
OdeStatus ode_factor_compute_two (OdeFactor *real, OdeFactor *pair, OdeStepper *stepper, double gamma, double re, double im);
/* Solves with the last factorization; b_re[n] + i b_im[n] becomes the solution.
 * b_im is NULL for a real factor. */
void ode_factor_solve (const OdeFactor *factor, double *b_re, double *b_im);
