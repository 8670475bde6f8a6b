/* Semidefinite programs, which the program csdp solves as a child process. */
#pragma once

#include "lab-problem.h"

G_BEGIN_DECLS

/* An entry of the upper triangle of a symmetric matrix. */
typedef struct
{
  int variable;       /* index k of the matrix F_k to which the entry belongs; 0: the constant matrix F_0 */
  int block;          /* index of the diagonal block, from 0 */
  int row, column;    /* position in the block, from 0; row ≤ column */
  double value;
} LabSdpEntry;

/* The semidefinite program: minimize Σ_k objective[k] y[k] so that Σ_k F_(k+1) y[k] − F_0 is positive semidefinite. All matrices F are
 * block diagonal. */
typedef struct
{
  int n_variables;
  double *objective;
  int n_blocks;
  int *sizes;
  GArray *entries;    /* LabSdpEntry: entries of the matrices */
} LabSdp;

/* Makes a program whose matrices are 0. */
LabSdp *lab_sdp_new (int n_variables, int n_blocks);
/* Frees a program; NULL is allowed. */
void lab_sdp_free (LabSdp *sdp);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabSdp, lab_sdp_free)
/* Appends an entry to the matrix F_variable. Entries at the same place are summed. */
void lab_sdp_add (LabSdp *sdp, int variable, int block, int row, int column, double value);

/* Returns the path of csdp, or NULL if it is not installed. Free it with g_free. */
char *lab_sdp_find_solver (void);
/* Solves the program with csdp and returns y[n_variables]; free it with g_free. The program is written to a private folder in the SDPA
 * sparse format; if keep is not NULL, a copy is written to the file keep. csdp is stopped when the study is cancelled; fraction is the
 * reported progress. Returns NULL without an error if csdp finds no point, and NULL with an error if it cannot be run, fails, or reaches a limit
 * of time, memory or size. The numbers are approximate, and the caller must check them. */
double *lab_sdp_solve (const LabSdp *sdp, const char *keep, const LabProgress *progress, double fraction, GError **error);

G_END_DECLS
