/* The vector field x' = f (t, x) of a model, for studies of its dynamics: its values and derivatives, and integration
 * together with the variational equations. Parameters can be changed between calls. One thread at a time may use a
 * flow. */
#pragma once

#include "lab-problem.h"
#include "ode-system.h"

G_BEGIN_DECLS

typedef struct
{
  /* copy of the problem, which borrows the objects that it points to; times that were NaN are replaced by those of the model */
  LabProblem problem;
  ModelSystem *system;
  const OdeSystem *ode;  /* the differential equations */
  int n;                 /* number of states */
  double t;              /* start time */
  double *x0;            /* n states at the start time */
  gboolean autonomous;   /* TRUE if f does not depend on t */
  double *matrix;        /* scratch of n × n numbers; NULL: not used yet */
  double *size;          /* n sizes of the states, at most 1: below them errors of integrations are absolute (lab_flow_set_sizes) */
} LabFlow;

/* Makes the flow of a problem. Returns NULL with an error if the model is not a system of ordinary differential equations: it has no
 * states, a mass matrix, or constraints. */
LabFlow *lab_flow_new (const LabProblem *problem, GError **error);
/* Frees a flow; NULL is allowed. */
void lab_flow_free (LabFlow *flow);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabFlow, lab_flow_free)

/* Checks that no event of the model changes its state or ends the run: the studies follow the flow without events. Returns FALSE with an
 * error otherwise. */
gboolean lab_flow_require_smooth (const LabFlow *flow, GError **error);
/* Checks that f does not depend on t. Returns FALSE with an error otherwise. */
gboolean lab_flow_require_autonomous (const LabFlow *flow, GError **error);

/* Evaluates f (t, x) into f[n]. Returns FALSE if a value is not finite. */
gboolean lab_flow_rhs (LabFlow *flow, double t, const double *x, double *f);
/* Evaluates ∂f/∂x at (t, x) into J[n · n], row-major. Returns FALSE if a value is not finite. */
gboolean lab_flow_jacobian (LabFlow *flow, double t, const double *x, double *J);
/* Sets the sizes of the states to those of size[n] that are positive and below 1; the others become 1. Until then all are 1. Integrations that are
 * made later use them. */
void lab_flow_set_sizes (LabFlow *flow, const double *size);
/* Returns the index of the state with this name, or −1. */
int lab_flow_find_state (const LabFlow *flow, const char *name);

/* A box of the state space: a range for each state. */
typedef struct
{
  int n;
  double *low, *high;
  double *mean, *end; /* n numbers each: time averages of the states over the run that set the box, and its last states; NULL: the caller gave ranges */
  double *length;     /* n lengths over which f bends at both ends of that run, or infinity (lab_flow_lengths); NULL if mean is */
  int widened;        /* number of times by which lab_box_widen doubled the box */
} LabBox;
/* Frees the members of a box. */
void lab_box_clear (LabBox *box);
/* Makes a box from a text such as "x=A:B,y=C:D". A state that the text does not name gets 1.5 times its range in the problem's run from the initial
 * state, with its events, which ends after 50 000 steps. A state that rests gets three lengths (lab_flow_lengths) to each side, and
 * so do all if the run goes to infinity; if f is linear in it, the box is as wide as the state is large (lab_flow_sizes). text may be NULL. Returns
 * FALSE with an error if the text is invalid or an initial value is not finite. */
gboolean lab_box_init (LabBox *box, LabFlow *flow, const char *text, const LabProgress *progress, GError **error);
/* Computes the box that contains a default box and three lengths around both ends of its run, into low[n] and high[n]. Other boxes are only
 * copied. */
void lab_box_reach (const LabBox *box, const LabFlow *flow, double *low, double *high);
/* Doubles the ranges of a default box about their centres. Returns FALSE and keeps the box if the caller gave ranges, or if it was doubled three times. */
gboolean lab_box_widen (LabBox *box);

/* ---- integration ---- */

/* An integration of the augmented system
 *
 *   x' = ± f (t, x),   V' = ± (∂f/∂x) V,   q' = ± trace (∂f/∂x)
 *
 * where V has n_vectors columns. At a jump of f the columns V and q jump too (lab-flow-switch.c). The sign is minus for integration backward in time. */
typedef struct LabFlowRun LabFlowRun;

/* Makes an integration with relative and absolute tolerance `accuracy`. The method has order 8, or is that of the settings if that method
 * is for stiff systems. If with_trace is TRUE, q is a state too. Returns NULL with an error. */
LabFlowRun *lab_flow_run_new (LabFlow *flow, int n_vectors, gboolean with_trace, gboolean backward, double accuracy, GError **error);
/* Returns whether an integration with n_vectors vectors, forward in time, is small enough for lab_flow_run_new. */
gboolean lab_flow_run_fits (const LabFlow *flow, int n_vectors);
/* Makes an integration like lab_flow_run_new, forward in time with a method for stiff systems. */
LabFlowRun *lab_flow_run_new_stiff (LabFlow *flow, int n_vectors, gboolean with_trace, double accuracy, GError **error);
/* Makes an integration with n + 1 columns of V and with q. The last column v is the derivative of the solution with respect to the parameter with
 * this index: v' = (∂f/∂x) v + ∂f/∂p, where ∂f/∂p is a central difference with p ± change. The step size follows from x alone, unless the method is
 * for stiff systems. Of the functions below lab_flow_run_at cannot be used. Returns NULL with an error. */
LabFlowRun *lab_flow_run_new_varied (LabFlow *flow, int parameter, double change, double accuracy, GError **error);
/* Frees a run; NULL is allowed. */
void lab_flow_run_free (LabFlowRun *run);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabFlowRun, lab_flow_run_free)
/* Returns the number of states of the augmented system, in the order x, columns of V,
 * q. */
int lab_flow_run_size (const LabFlowRun *run);
/* Starts at the model time t with y[size]. The integration has a separate time s that starts at 0: the model time is t + s forward and t −
 * s backward. Returns FALSE if f is undefined at the start. */
gboolean lab_flow_run_start (LabFlowRun *run, double t, const double *y);
/* Takes one step that does not pass s_stop. Returns FALSE if the step fails. */
gboolean lab_flow_run_step (LabFlowRun *run, double s_stop);
/* Returns the reason why the last step could not be followed with its derivatives, owned by the run; NULL: none. */
const char *lab_flow_run_obstacle (const LabFlowRun *run);
/* Replaces y[size] between two steps. The step size is kept. Returns FALSE if f is undefined there. */
gboolean lab_flow_run_set (LabFlowRun *run, const double *y);
/* Returns the time s of the end of the last step. */
double lab_flow_run_time (const LabFlowRun *run);
/* Returns the time s of the start of the last step. */
double lab_flow_run_previous (const LabFlowRun *run);
/* Returns the states y[size] at the end of the last step; owned by the run and valid until the next step. */
const double *lab_flow_run_y (const LabFlowRun *run);
/* Evaluates the states at s, which must be inside the last step, into y[size]. */
void lab_flow_run_at (LabFlowRun *run, double s, double *y);
/* Computes the largest minus the smallest value of each state at the ends of the steps since lab_flow_run_start into extent[n]. */
void lab_flow_run_extent (const LabFlowRun *run, double *extent);
/* Limits the number of steps of later calls of lab_flow_run_over and lab_flow_run_to. Without a limit an integration towards a singularity can
 * take very long. */
void lab_flow_run_limit_steps (LabFlowRun *run, long most);
/* Continues the integration to the time s. Returns FALSE without an error if a step fails or the limit of steps is reached, and FALSE with an
 * error if the study is cancelled. */
gboolean lab_flow_run_to (LabFlowRun *run, double s, const LabProgress *progress, GError **error);
/* Integrates from model time t and y[size] over a time s > 0, and writes the result to y. Returns FALSE without an error if a step fails or
 * the limit of steps is reached, and FALSE with an error if the study is cancelled. */
gboolean lab_flow_run_over (LabFlowRun *run, double t, double s, double *y, const LabProgress *progress, GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LabBox, lab_box_clear)

G_END_DECLS
