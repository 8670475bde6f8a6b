/* Linear programs with few unknowns and many rows, solved by CLP. One thread. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Minimize Σ objective[k] x[k] with low[k] ≤ x[k] ≤ high[k] and row_low ≤ Σ row[k] x[k] ≤ row_high. */
typedef struct
{
  int n;
  double *objective;    /* n numbers, 0 at first */
  double *low, *high;   /* n numbers, infinite at first */
  GArray *entries;      /* LabLinearEntry, row by row */
  GArray *bounds;       /* double: low and high of each row */
} LabLinearProgram;

typedef struct
{
  int row, column;
  double value;
} LabLinearEntry;

/* Makes a program without rows. */
LabLinearProgram *lab_linear_program_new (int n);
/* Frees a program; NULL is allowed. */
void lab_linear_program_free (LabLinearProgram *program);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabLinearProgram, lab_linear_program_free)
/* Appends a row with coefficients[count] for the first unknowns, and the coefficient `other` for the unknown number `column`; column −1: none. */
void lab_linear_program_add (LabLinearProgram *program, const double *coefficients, int count, int column, double other, double low, double high);
/* Returns whether the program is built with CLP. */
gboolean lab_linear_program_available (void);
/* Returns the solution, n numbers that the caller frees with g_free, or NULL if there is none. */
double *lab_linear_program_solve (const LabLinearProgram *program);

G_END_DECLS
