/* Linear programs with few unknowns and many rows, solved by CLP. One thread at a time may use a program. */
#pragma once

#include "lab-problem.h"

G_BEGIN_DECLS

/* The linear program: minimize Σ objective[k] x[k] subject to low[k] ≤ x[k] ≤ high[k] and, for each row, row_low ≤ Σ row[k] x[k] ≤
 * row_high. */
typedef struct
{
  int n;
  double *objective;    /* n coefficients of the objective; initially 0 */
  double *low, *high;   /* bounds of the n unknowns; initially infinite */
  GArray *entries;      /* LabLinearEntry: the nonzero coefficients, row by row */
  GArray *bounds;       /* double: row_low and row_high of each row */
} LabLinearProgram;

typedef struct
{
  int row, column;
  double value;
} LabLinearEntry;

/* How a solution ended. */
typedef enum
{
  LAB_LINEAR_SOLVED,
  LAB_LINEAR_INFEASIBLE, /* no x satisfies all bounds, up to the tolerances of CLP */
  LAB_LINEAR_FAILED,     /* neither is known */
} LabLinearOutcome;

/* Makes a program with n unknowns and no rows. */
LabLinearProgram *lab_linear_program_new (int n);
/* Frees a program; NULL is allowed. */
void lab_linear_program_free (LabLinearProgram *program);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabLinearProgram, lab_linear_program_free)
/* Appends a row with coefficients[count] for the first `count` unknowns, and the coefficient `other` for unknown `column` (−1: none). */
void lab_linear_program_add (LabLinearProgram *program, const double *coefficients, int count, int column, double other, double low, double high);
/* Returns whether Stepwise is built with CLP. */
gboolean lab_linear_program_available (void);
/* Solves the program. *solution: n numbers if it is solved, otherwise NULL; free it with g_free. `fraction` is the reported progress. Sets an error
 * only with LAB_LINEAR_FAILED: the study was cancelled, or the solver ended for another reason, which says nothing about the program. */
LabLinearOutcome lab_linear_program_solve (const LabLinearProgram *program, const LabProgress *progress, double fraction, double **solution,
                                           GError **error);

G_END_DECLS
