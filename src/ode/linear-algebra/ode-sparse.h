/* Sparse matrices: an order that narrows the band, groups of columns for
 * differences, and an interface to KLU. */
#pragma once

#include <stdbool.h>

#include "ode-system.h"

/* Computes the reverse Cuthill–McKee order of the graph of A + Aᵀ (Cuthill and
 * McKee, Proc. 24th ACM Nat. Conf., 1969, p. 157; reversed by George, 1971) and
 * writes to place[n] the new row and column of state i. Returns false when out
 * of memory. */
bool ode_sparse_order_band (const OdePattern *pattern, int *place);
/* Computes the half widths of the band below and above the diagonal, if state
 * i has row and column place[i], or row and column i if place is NULL. */
void ode_sparse_widths (const OdePattern *pattern, const int *place, int *lower, int *upper);
/* Partitions the columns into groups within which no two share a row (Curtis,
 * Powell and Reid, J. Inst. Maths Applics 13 (1974) 117), so that one
 * difference of the right-hand side gives all columns of a group. Writes the group of each
 * column to group[n_columns]. Returns the number of groups, 0 when out of
 * memory. */
int ode_sparse_group_columns (const OdePattern *pattern, int *group);

/* A factorization by KLU (Davis and Palamadai Natarajan, ACM TOMS 37 (2010)
 * 36). The object stores the symbolic analysis. A new factorization uses the pivots of the last
 * one if they are stable for the new values. */
typedef struct OdeKlu OdeKlu;

/* Returns whether the program was built with KLU. */
bool ode_klu_available (void);
/* Analyses a pattern, which must outlive the result. Returns NULL if the program
 * was built without KLU, the pattern is structurally singular, or memory runs out. */
OdeKlu *ode_klu_new (const OdePattern *pattern, bool is_complex);
/* Frees a factorization; NULL is allowed. */
void ode_klu_free (OdeKlu *klu);
/* Factors the matrix with the given values, which are in the order of the pattern; complex values
 * are interleaved pairs. Returns false if it is singular. */
bool ode_klu_factor (OdeKlu *klu, double *values);
/* Returns whether the last factorization failed because memory ran out. */
bool ode_klu_has_no_memory (const OdeKlu *klu);
/* Solves with the last factorization; b[n] (complex: b[2n], interleaved)
 * becomes the solution. */
void ode_klu_solve (OdeKlu *klu, double *b);
