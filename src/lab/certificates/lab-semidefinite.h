/* Semidefinite programs, solved by the program csdp as a child process. */
#pragma once

#include "lab-problem.h"

G_BEGIN_DECLS

/* An entry of the upper triangle of a symmetric matrix. */
typedef struct
{
  int variable;       /* number of the matrix F; 0: the constant one */
  int block;          /* from 0 */
  int row, column;    /* from 0, row ≤ column */
  double value;
} LabSdpEntry;

/* Minimize Σ objective[k] y[k] with Σ F_k+1 y[k] − F_0 positive semidefinite. The matrices are block diagonal. */
typedef struct
{
  int n_variables;
  double *objective;
  int n_blocks;
  int *sizes;
  GArray *entries;    /* LabSdpEntry */
} LabSdp;

/* Makes an empty program. */
LabSdp *lab_sdp_new (int n_variables, int n_blocks);
/* Frees a program; NULL is allowed. */
void lab_sdp_free (LabSdp *sdp);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabSdp, lab_sdp_free)
/* Appends an entry; entries at the same place are added. */
void lab_sdp_add (LabSdp *sdp, int variable, int block, int row, int column, double value);

/* Returns the path of the solver, or NULL if it is not installed; free with g_free. */
char *lab_sdp_find_solver (void);
/* Writes the program to a private folder in the SDPA sparse format, runs csdp there and reads y[n_variables], which the caller frees with
 * g_free. keep is a file that gets a copy of the program, or NULL. The solver is stopped when the study is cancelled. Returns NULL without
 * an error if the solver finds no point, and NULL with an error if it cannot be run. The numbers are approximate: the caller checks them. */
double *lab_sdp_solve (const LabSdp *sdp, const char *keep, const LabProgress *progress, double fraction, GError **error);

G_END_DECLS
