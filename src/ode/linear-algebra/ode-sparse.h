/* Sparsity at work: a band-making order, groups of columns for differences, and KLU behind two small functions. */
#pragma once

#include <stdbool.h>

#include "ode-system.h"

/* Reverse Cuthill–McKee order of the graph of A + Aᵀ (Cuthill and McKee, Proc. 24th ACM Nat. Conf., 1969, p. 157; reversed: George
 * 1971). place[n]: the row and column that state i gets. false where memory ran out. */
bool ode_sparse_order_band (const OdePattern *pattern, int *place);
/* Half widths of the pattern after placing; place NULL: as it is. */
void ode_sparse_widths (const OdePattern *pattern, const int *place, int *lower, int *upper);
/* Groups of columns that share no row (Curtis, Powell and Reid, J. Inst. Maths Applics 13 (1974) 117): one difference of the right-hand
 * side serves a whole group. group[n_columns] out; returns how many groups, 0 where memory ran out. */
int ode_sparse_group_columns (const OdePattern *pattern, int *group);

/* KLU (Davis and Palamadai Natarajan, ACM TOMS 37 (2010) 36). The analysis is kept; a new factorisation re-uses the pivots of
 * the last where they are still good. */
typedef struct OdeKlu OdeKlu;

bool ode_klu_available (void);
/* Analyses pattern (kept by reference). NULL: not built in, singular by structure, or no memory. */
OdeKlu *ode_klu_new (const OdePattern *pattern, bool is_complex);
void ode_klu_free (OdeKlu *klu);
/* values along the pattern; complex ones interleaved. */
bool ode_klu_factor (OdeKlu *klu, double *values);
/* In place; complex right-hand sides interleaved. */
void ode_klu_solve (OdeKlu *klu, double *b);
