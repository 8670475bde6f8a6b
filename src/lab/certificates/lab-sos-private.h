/* The structs of a sum-of-squares program, for its files. */
#pragma once

#include "lab-sos.h"

/* unknown · polynomial; unknown −1: the constant part. */
typedef struct
{
  int unknown;
  LabPolynomial *polynomial;
} LabSosPart;

/* An entry (i, j), i ≤ j, of a Gram matrix. */
typedef struct
{
  int block, i, j;    /* block among all of the program */
  int variable;       /* index into the free entries; −1: the entry is determined by the others of its monomial */
} LabSosEntry;

/* The coefficient of one monomial: Σ weight · entry = coefficient, with weight 1 on the diagonal and 2 beside it. The first entry is the
 * determined one. */
typedef struct
{
  LabMonomial monomial;
  GArray *entries;    /* LabSosEntry; empty: the coefficient must be 0 */
} LabSosRow;

typedef struct
{
  GArray *parts;      /* LabSosPart */
  GPtrArray *blocks;  /* GArray of LabMonomial: the monomials of each Gram matrix */
  int first_block;    /* number of its first Gram matrix in the program */
  GPtrArray *rows;    /* LabSosRow */
  GHashTable *row_of; /* monomial → LabSosRow */
} LabSosCondition;

typedef struct
{
  double objective;
  gboolean fixed;
  double value;       /* of a fixed number */
} LabSosUnknown;

/* A number that an equation determines: u = constant + Σ factors[k] u_k over the free numbers. */
typedef struct
{
  int unknown;
  LabRational constant;
  LabRational *factors; /* one for each number of the program */
} LabSosPivot;

struct LabSos
{
  int n;
  GArray *unknowns;      /* LabSosUnknown */
  GPtrArray *conditions; /* LabSosCondition */
  gboolean prepared, feasible;
  int n_blocks, n_gram;
  GArray *pivots;        /* LabSosPivot */
};

/* Chooses the Gram bases and eliminates the equations without entries. Sets sos->feasible. */
void lab_sos_prepare (LabSos *sos);
/* Returns the pivot of a number, or NULL if it is free or fixed. */
const LabSosPivot *lab_sos_pivot (const LabSos *sos, int unknown);
