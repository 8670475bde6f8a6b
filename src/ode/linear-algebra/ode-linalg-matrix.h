/* The matrix γM − J of implicit methods: Jacobian and mass matrix of a system
 * in dense, banded or sparse storage, and factorizations for real or complex γ.
 * Memory is allocated when a matrix or factor is made and not afterwards,
 * except inside KLU. One thread. */
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
  int lower, upper;       /* half widths of the band after reordering */
  int *place;             /* row and column of each state in the band; NULL: the order of the system */
  OdePattern entries;     /* pattern of J and M together, in compressed columns; empty if dense */
  int *entries_start, *entries_row;

  double *jacobian;       /* values of J on its own pattern, or dense */
  int n_jacobian;
  size_t *jacobian_slot;  /* index in a factorization of each value of J; NULL: the same index */
  double *mass;           /* values of M; n ones for the identity */
  int n_mass;
  size_t *mass_slot;
  size_t n_factor;        /* number of doubles in one plane (real or imaginary) of a factorization */

  int n_groups;           /* number of groups of columns that share a difference; 0: no pattern, each column alone */
  int *group;
  double *work;           /* 4·n_states numbers */
  double t_at;            /* point (t_at, x_at) of the last Jacobian */
  double *x_at;
  bool valid;             /* jacobian holds a finite Jacobian */
  char text[192];         /* translated phrase that describes the choice of storage */
} OdeMatrix;

/* Makes the matrix of a system, which must outlive it, and chooses its storage.
 * translate serves the description in `text`. Returns NULL when out of memory. */
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
  double *re, *im;  /* im is NULL for a real factorization; a complex sparse one interleaves both in re */
  double *work;     /* buffer for the permuted or interleaved right-hand side */
  int *pivot;
  OdeKlu *klu;
} OdeFactor;

/* Makes a factorization for a matrix, which must outlive it. Returns NULL when
 * out of memory. */
OdeFactor *ode_factor_new (OdeMatrix *matrix, bool is_complex);
/* Frees a factorization; NULL is allowed. */
void ode_factor_free (OdeFactor *factor);
/* Factors (re + i im) M − J with the matrix's current Jacobian; im is 0 for a
 * real factorization. Returns false if the result is singular. The caller
 * counts it. */
bool ode_factor_compute (OdeFactor *factor, double re, double im);
/* Solves with the last factorization; b_re[n] + i b_im[n] becomes the solution.
 * b_im is NULL for a real factor. */
void ode_factor_solve (const OdeFactor *factor, double *b_re, double *b_im);
