/* Continuation of equilibria and cycles over one parameter, with folds, branch points, Hopf points and period doublings. One thread. */
#pragma once

#include "lab-equilibria.h"

G_BEGIN_DECLS

/* Why the computation of a branch of cycles ended. */
typedef enum
{
  LAB_BRANCH_STOPPED,  /* the next cycle could not be computed */
  LAB_BRANCH_CLOSED,   /* the amplitude is zero: at a Hopf point or a period doubling */
  LAB_BRANCH_RANGE,    /* at a limit of the range of the parameter */
  LAB_BRANCH_BOX,      /* it left the box of the states */
  LAB_BRANCH_PERIOD,   /* the period grew beyond the limit, as it does near an orbit that connects equilibria */
  LAB_BRANCH_POINTS,   /* it has the largest number of points */
} LabBranchEnd;

/* A branch of equilibria or cycles: n_points of x and the parameter p. The members from period on describe cycles, and are NULL for
 * equilibria. */
typedef struct
{
  int n, n_points;
  double *p;           /* n_points values of the parameter */
  double *x;           /* n_points states of n numbers; for a cycle the point at which the first state is largest */
  gboolean *stable;    /* n_points: all eigenvalues have negative real parts, or all multipliers are inside the unit circle */
  double *period;      /* n_points */
  double *low, *high;  /* n_points times n numbers: least and greatest value of each state */
  double *multiplier;  /* n_points complex numbers: the largest multiplier without the trivial one */
  LabBranchEnd end;
} LabBranch;
/* Frees a branch; NULL is allowed. */
void lab_branch_free (LabBranch *branch);
/* Returns the name of an end in JSON: "stopped", "closed" … */
const char *lab_branch_end_id (LabBranchEnd end);

typedef enum { LAB_SPECIAL_FOLD, LAB_SPECIAL_BRANCH, LAB_SPECIAL_HOPF, LAB_SPECIAL_PERIOD_DOUBLING } LabSpecialKind;

typedef struct
{
  LabSpecialKind kind;
  double p;
  double *x;             /* n numbers; for a cycle the point at which the first state is largest */
  double period;         /* of a cycle; NaN for an equilibrium */
  double frequency;      /* Hopf: imaginary part ω of the eigenvalues ±iω; else NaN */
  double coefficient;    /* for a Hopf point: first Lyapunov coefficient, which is positive at a subcritical one; else NaN */
  gboolean pitchfork;    /* for a branch point: TRUE if both arms of the other branch lie on one side of p, else it is transcritical */
} LabSpecial;

typedef struct
{
  int n;
  GPtrArray *branches;   /* LabBranch */
  GPtrArray *special;    /* LabSpecial, in ascending order of p */
  int n_not_followed;    /* branches of cycles that begin at special points and were not followed, because the limit of branches was reached */
} LabContinuation;

/* Returns the name of a kind in JSON: "fold", "branch", "hopf", "period_doubling". */
const char *lab_special_id (LabSpecialKind kind);

/* Follows all equilibria that a search in the box finds at five values of the parameter, and the branches that cross them, for from ≤ p ≤
 * to. Changes the parameter of the flow during the computation. Returns NULL with an error if the parameter is unknown or the study is
 * cancelled. */
LabContinuation *lab_continue (LabFlow *flow, const LabBox *box, const char *parameter, double from, double to, const LabProgress *progress,
                               GError **error);
/* The largest number of states for which cycles are followed: the equations of a cycle have 16 times as many unknowns. */
#define LAB_CONTINUE_CYCLE_STATES 12
/* Follows the cycles that begin at the Hopf points of `found`, and those of the double period that begin at their period doublings, and adds
 * them to `found`. The other arguments are those of lab_continue. Returns FALSE with an error if the study is cancelled; `found` then has the branches that were completed. */
gboolean lab_continue_cycles (LabFlow *flow, const LabBox *box, const char *parameter, double from, double to, LabContinuation *found,
                              const LabProgress *progress, GError **error);
/* Sorts the special points by p. */
void lab_continuation_sort (LabContinuation *continuation);
/* Frees a continuation; NULL is allowed. */
void lab_continuation_free (LabContinuation *continuation);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabContinuation, lab_continuation_free)

/* Returns the first Lyapunov coefficient of a Hopf point at x with eigenvalues ±iω. Its sign is that of the cubic term of the normal form
 * (Kuznetsov, Elements of Applied Bifurcation Theory, 3rd ed. 2004, equation (5.34)). Returns NaN if derivatives are undefined. */
double lab_hopf_coefficient (LabFlow *flow, const double *scale, const double *x, double omega);

G_END_DECLS
