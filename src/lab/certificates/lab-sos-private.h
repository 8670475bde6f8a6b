/* The structs of a sum-of-squares program, shared by lab-sos*.c. */
#pragma once

#include "lab-sos.h"

/* A summand unknown · polynomial of a condition's polynomial. unknown is the index of the unknown; −1: the summand is the polynomial
 * itself. */
typedef struct
{
  int unknown;
  LabPolynomial *polynomial;
} LabSosPart;

/* An entry (i, j) of a Gram matrix, i ≤ j. */
typedef struct
{
  int block, i, j;    /* block: index among all Gram matrices of the program */
  int variable;       /* index among the free Gram entries; −1: the entry follows from the others of its monomial */
} LabSosEntry;

/* The equation of one monomial: Σ weight · entry = coefficient, with weight 1 for diagonal entries and 2 for others. The first entry is
 * determined by the others. */
typedef struct
{
  LabMonomial monomial;
  GArray *entries;    /* LabSosEntry; if empty, the coefficient must be 0 */
} LabSosRow;

typedef struct
{
  GArray *parts;      /* LabSosPart: the summands of the polynomial */
  GPtrArray *blocks;  /* one GArray of LabMonomial for each Gram matrix */
  int first_block;    /* index of the condition's first Gram matrix among all of the program */
  GPtrArray *rows;    /* LabSosRow */
  GHashTable *row_of; /* monomial → LabSosRow */
} LabSosCondition;

typedef struct
{
  double objective;
  gboolean fixed;
  double value;       /* value of a fixed unknown */
} LabSosUnknown;

/* An unknown that an equation determines: u = constant + Σ_k factors[k] u_k, summed over the free unknowns. */
typedef struct
{
  int unknown;
  LabRational constant;
  LabRational *factors; /* one factor for each unknown of the program */
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

/* Chooses the monomials of the Gram matrices, and eliminates the equations without Gram entries. Sets sos->feasible. */
void lab_sos_prepare (LabSos *sos);
/* Returns the pivot that determines an unknown, or NULL if the unknown is free or fixed. */
const LabSosPivot *lab_sos_pivot (const LabSos *sos, int unknown);
