/* The matrix of implicit methods, γM − J: the Jacobian and mass matrix of a system, stored the way their sparsity asks for, and
 * factorisations for real or complex γ. Allocates when made; not afterwards, KLU's own memory excepted. One thread. */
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
  int lower, upper;       /* half widths of the band, after placing */
  int *place;             /* row and column of state i in the band; NULL: its own */
  OdePattern entries;     /* J and M together, compressed columns; empty where dense */
  int *entries_start, *entries_row;

  double *jacobian;       /* J's values on its own pattern, or dense */
  int n_jacobian;
  size_t *jacobian_slot;  /* where each of them stands in a factor; NULL: one by one */
  double *mass;           /* M's values; the identity as n ones */
  int n_mass;
  size_t *mass_slot;
  size_t n_factor;        /* doubles of one plane of a factor */

  int n_groups;           /* groups of columns for differences; 0: every column alone */
  int *group;
  double *work;           /* 4·n_states */
  double t_at;            /* where the Jacobian was taken */
  double *x_at;
  bool valid;             /* jacobian holds a finite Jacobian */
  char text[192];         /* the choice in words */
} OdeMatrix;

/* translate: of its words. NULL: no memory. */
OdeMatrix *ode_matrix_new (const OdeSystem *system, OdeTranslate translate);
void ode_matrix_free (OdeMatrix *matrix);
/* Takes the Jacobian at (t, x) by the scheme of the stepper's settings, counted in its statistics. f: right-hand side at (t, x) where
 * known, else NULL. ODE_RETRY_UNDEFINED where a value is not finite. */
OdeStatus ode_matrix_evaluate (OdeMatrix *matrix, OdeStepper *stepper, double t, const double *x, const double *f);
/* Where the Jacobian was taken, as bytes; restoring takes it there again, uncounted. */
size_t ode_matrix_snapshot_size (const OdeMatrix *matrix);
void ode_matrix_save (const OdeMatrix *matrix, void *bytes);
void ode_matrix_restore (OdeMatrix *matrix, OdeStepper *stepper, const void *bytes);
/* y = M·x; x and y apart. */
void ode_matrix_mass_times (const OdeMatrix *matrix, const double *x, double *y);
/* y = J·x; x and y apart. */
void ode_matrix_jacobian_times (const OdeMatrix *matrix, const double *x, double *y);
bool ode_matrix_mass_is_identity (const OdeMatrix *matrix);
/* max column sum of |J|, a cheap bound of its spectral radius. */
double ode_matrix_norm (const OdeMatrix *matrix);

typedef struct
{
  OdeMatrix *matrix;
  bool is_complex;
  double *re, *im;  /* im NULL for real ones; complex sparse factors interleave in re */
  double *work;     /* permuted or interleaved right-hand side */
  int *pivot;
  OdeKlu *klu;
} OdeFactor;

/* NULL: no memory. */
OdeFactor *ode_factor_new (OdeMatrix *matrix, bool is_complex);
void ode_factor_free (OdeFactor *factor);
/* Factors (re + i·im)·M − J from the matrix's Jacobian; im is 0 for a real factor. false: singular. Counted by the caller. */
bool ode_factor_compute (OdeFactor *factor, double re, double im);
/* In place; b_im NULL for real ones. */
void ode_factor_solve (const OdeFactor *factor, double *b_re, double *b_im);
