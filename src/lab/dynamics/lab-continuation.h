/* Continuation of equilibria over one parameter, with folds, branch points and
 * Hopf points. One thread. */
#pragma once

#include "lab-equilibria.h"

G_BEGIN_DECLS

/* A branch of equilibria: n_points of x and the parameter p. */
typedef struct
{
  int n, n_points;
  double *p;           /* n_points values of the parameter */
  double *x;           /* n_points states of n numbers */
  gboolean *stable;    /* n_points: all eigenvalues have negative real parts */
} LabBranch;

typedef enum { LAB_SPECIAL_FOLD, LAB_SPECIAL_BRANCH, LAB_SPECIAL_HOPF } LabSpecialKind;

typedef struct
{
  LabSpecialKind kind;
  double p;
  double *x;             /* n numbers */
  double frequency;      /* Hopf: imaginary part ω of the eigenvalues ±iω; else NaN */
  double coefficient;    /* for a Hopf point: first Lyapunov coefficient, which is positive at a subcritical one; else NaN */
  gboolean pitchfork;    /* for a branch point: TRUE if both arms of the other branch lie on one side of p, else it is transcritical */
} LabSpecial;

typedef struct
{
  int n;
  GPtrArray *branches;   /* LabBranch */
  GPtrArray *special;    /* LabSpecial, in ascending order of p */
} LabContinuation;

/* Returns the name of a kind in JSON: "fold", "branch", "hopf". */
const char *lab_special_id (LabSpecialKind kind);
/* Returns its English name, marked for translation: "Fold" … */
const char *lab_special_label (LabSpecialKind kind);

/* Follows all equilibria that a search in the box finds at five values of the parameter, and the branches that cross them, for from ≤ p ≤
 * to. Changes the parameter of the flow during the computation. Returns NULL with an error if the parameter is unknown or the study is
 * cancelled. */
LabContinuation *lab_continue (LabFlow *flow, const LabBox *box, const char *parameter, double from, double to, const LabProgress *progress,
                               GError **error);
/* Frees a continuation; NULL is allowed. */
void lab_continuation_free (LabContinuation *continuation);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabContinuation, lab_continuation_free)

/* Returns the first Lyapunov coefficient of a Hopf point at x with eigenvalues ±iω. Its sign is that of the cubic term of the normal form
 * (Kuznetsov, Elements of Applied Bifurcation Theory, 3rd ed. 2004, equation (5.34)). Returns NaN if derivatives are undefined. */
double lab_hopf_coefficient (LabFlow *flow, const double *scale, const double *x, double omega);

G_END_DECLS
