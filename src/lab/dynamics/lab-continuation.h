/* Continuation of equilibria and cycles (closed orbits) over one parameter, with folds, branch points, Hopf points, period
 * doublings and torus points.
 * One thread at a time may use an object. */
#pragma once

#include "lab-equilibria.h"

G_BEGIN_DECLS

/* Reason why a branch ends. */
typedef enum
{
  LAB_BRANCH_STOPPED,  /* Newton's method did not converge to a next point */
  LAB_BRANCH_CLOSED,   /* equilibria: the branch is a closed curve; cycles: the amplitude became zero, at a Hopf point or a period doubling */
  LAB_BRANCH_RANGE,    /* the parameter reached a limit of its range */
  LAB_BRANCH_BOX,      /* the branch goes to infinity: it is 1e6 boxes away */
  LAB_BRANCH_PERIOD,   /* only the period grows, or it exceeded the limit, as near a homoclinic orbit */
  LAB_BRANCH_POINTS,   /* the branch reached the largest number of points */
  LAB_BRANCH_TIME,     /* the sum of the periods of its cycles exceeded LAB_CONTINUE_PERIODS */
} LabBranchEnd;

/* Kinds of special points. */
typedef enum
{
  LAB_SPECIAL_NONE = -1,
  LAB_SPECIAL_FOLD,
  LAB_SPECIAL_BRANCH,
  LAB_SPECIAL_HOPF,
  LAB_SPECIAL_PERIOD_DOUBLING,
  LAB_SPECIAL_TORUS,  /* Neimark–Sacker point: two complex Floquet multipliers of a cycle are on the unit circle */
} LabSpecialKind;

/* A branch of equilibria or cycles. Each of its n_points has the states x and the parameter p. The members from `period` on describe
 * cycles; they are NULL for equilibria. */
typedef struct
{
  int n, n_points;
  double *p;           /* n_points values of the parameter */
  double *x;           /* n_points × n: states of the equilibrium, or of the point of the cycle at which the first state is largest */
  /* n_points: TRUE if all eigenvalues have negative real parts, or all Floquet multipliers are inside the unit circle */
  gboolean *stable;
  double *period;      /* n_points periods */
  double *low, *high;  /* n_points × n: least and greatest value of each state on the cycle */
  double *multiplier;  /* n_points complex numbers: the Floquet multiplier of largest magnitude, without the trivial multiplier 1 */
  /* n_points: the kind of the special point at which this row is, or LAB_SPECIAL_NONE; `stable` of such a row is FALSE */
  LabSpecialKind *special;
  LabBranchEnd end; /* of a branch of equilibria, which has two ends, the one that is not at a limit of the range of the parameter if there is one */
} LabBranch;
/* Frees a branch; NULL is allowed. */
void lab_branch_free (LabBranch *branch);
/* Returns the name of a reason in JSON output: "stopped", "closed" … */
const char *lab_branch_end_id (LabBranchEnd end);

typedef struct
{
  LabSpecialKind kind;
  double p;
  double *x;             /* n states of the equilibrium, or of the point of the cycle at which the first state is largest */
  double period;         /* period of the cycle; NaN for an equilibrium */
  /* Hopf point: imaginary part ω of the eigenvalues ±iω. Torus point: θ/T, where exp (±iθ) are the multipliers and 0 < θ < π. Otherwise NaN. */
  double frequency;
  double coefficient;    /* Hopf point: first Lyapunov coefficient, positive if the point is subcritical; otherwise NaN */
  /* Branch point: pitchfork is TRUE if both halves of the other branch are on the same side of p, transcritical if they are on different
   * sides. Both are FALSE if one of the halves was not found. */
  gboolean pitchfork, transcritical;
} LabSpecial;

typedef struct
{
  int n;
  GPtrArray *branches;   /* LabBranch */
  GPtrArray *special;    /* LabSpecial, in ascending order of p */
  gboolean continuum;    /* TRUE: for some value of p the equilibria form a curve or a surface; they have no branches */
  gboolean further;    /* TRUE: for some value of p there are more equilibria far outside of the box (LabEquilibria) */
  int n_singular; /* number of equilibria that were found for five values of p and are on no branch: ∂f/∂x is singular there, or f is not
                   * smooth */
  int n_omitted;  /* number of starts of branches that were not followed because there are too many branches */
  int n_not_followed;    /* number of branches of cycles that were found and not followed because of a limit, LAB_CONTINUE_… */
} LabContinuation;

/* Returns the name of a kind in JSON output: "fold", "branch", "hopf", "period_doubling",
 * "torus", and "" for LAB_SPECIAL_NONE. */
const char *lab_special_id (LabSpecialKind kind);

/* Returns FALSE with an error if equilibria cannot be followed: f depends on t, or the model has too many states. */
gboolean lab_continue_require (const LabFlow *flow, GError **error);
/* Follows branches of equilibria for from ≤ p ≤ to. They start at all equilibria that a search in the box, and around a default box
 * (lab_equilibria_add_beyond), finds for five values of the
 * parameter; branches that cross these are followed too. A branch may leave the
 * box. Changes the parameter of the flow during the computation. Returns NULL with an
 * error if the parameter is unknown or the study is cancelled. */
LabContinuation *lab_continue (LabFlow *flow, const LabBox *box, const char *parameter, double from, double to, const LabProgress *progress,
                               GError **error);
/* Largest number of states for which cycles are followed. The equations of a cycle have 16 times as many unknowns as the model has
 * states. */
#define LAB_CONTINUE_CYCLE_STATES 12
/* Limits of the branches of cycles that are followed: of all branches, of the branches after one period doubling and after the same larger
 * number of them, and of the period doublings in succession. Each doubling doubles the time that a cycle takes. */
#define LAB_CONTINUE_BRANCHES 12
#define LAB_CONTINUE_DOUBLED 4
#define LAB_CONTINUE_DOUBLED_AGAIN 2
#define LAB_CONTINUE_DOUBLINGS 4
/* A branch ends when the sum of the periods of its cycles exceeds this number of periods of the Hopf point from which it comes. The work is proportional
 * to that sum, and the longest branches of the models in the library that end for another reason have 4800. */
#define LAB_CONTINUE_PERIODS 5000
/* Follows the cycles that begin at the Hopf points of `found`, those of double period that begin at their period doublings, and the other
 * branches at their branch points, and adds them to `found`. The other arguments are as in lab_continue. Returns FALSE with an error if the study is cancelled; `found` then has the
 * branches that were completed. */
gboolean lab_continue_cycles (LabFlow *flow, const LabBox *box, const char *parameter, double from, double to, LabContinuation *found,
                              const LabProgress *progress, GError **error);
/* Sorts the special points by ascending p. */
void lab_continuation_sort (LabContinuation *continuation);
/* Frees a continuation; NULL is allowed. */
void lab_continuation_free (LabContinuation *continuation);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabContinuation, lab_continuation_free)

/* Returns the first Lyapunov coefficient of a Hopf point at x with eigenvalues ±iω. Its sign is that of the cubic term of the normal form
 * (Kuznetsov, Elements of Applied Bifurcation Theory, 3rd ed. 2004, equation (5.34)). Returns NaN if derivatives are undefined. */
double lab_hopf_coefficient (LabFlow *flow, const double *scale, const double *x, double omega);

G_END_DECLS
