/* The flow x' = f (t, x) of a model, for studies of its dynamics: values and
 * derivatives at points, and integration with its variational equations. Its
 * parameters can be changed. One thread. */
#pragma once

#include "lab-problem.h"
#include "ode-system.h"

G_BEGIN_DECLS

typedef struct
{
  LabProblem problem;    /* a copy, which borrows the objects that it points to; times that were NaN are those of the model */
  ModelSystem *system;
  const OdeSystem *ode;  /* equations of the system */
  int n;                 /* number of states */
  double t;              /* start time */
  double *x0;            /* n numbers: initial state */
  gboolean autonomous;   /* f does not depend on t */
  double *matrix;        /* buffer of n × n numbers */
} LabFlow;

/* Makes the flow of a problem. Returns NULL with an error if the model is not a system of ordinary differential equations: it has no
 * states, or it has a mass matrix or constraints. */
LabFlow *lab_flow_new (const LabProblem *problem, GError **error);
/* Frees a flow; NULL is allowed. */
void lab_flow_free (LabFlow *flow);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabFlow, lab_flow_free)

/* Returns FALSE with an error if an event of the model changes its state or ends the run, because the study only follows the flow between
 * events. */
gboolean lab_flow_require_smooth (const LabFlow *flow, GError **error);
/* Returns FALSE with an error if f depends on t. */
gboolean lab_flow_require_autonomous (const LabFlow *flow, GError **error);

/* Evaluates f (t, x) into f[n]. Returns FALSE if a value is not finite. */
gboolean lab_flow_rhs (LabFlow *flow, double t, const double *x, double *f);
/* Evaluates ∂f/∂x at (t, x) into J[n · n], row-major. Returns FALSE if a value is not finite. */
gboolean lab_flow_jacobian (LabFlow *flow, double t, const double *x, double *J);
/* Returns the index of a state by its name, or −1. */
int lab_flow_find_state (const LabFlow *flow, const char *name);

/* A box of the state space. */
typedef struct
{
  int n;
  double *low, *high;
} LabBox;
/* Frees the contents. */
void lab_box_clear (LabBox *box);
/* Makes a box from a text such as x=A:B,y=C:D. The range of a state that the text does not name is 1.5 times its range in the problem's run
 * from the initial state; text NULL names none. Returns FALSE with an error. */
gboolean lab_box_init (LabBox *box, LabFlow *flow, const char *text, const LabProgress *progress, GError **error);

/* ---- integration ---- */

/* A run of the augmented system
 *
 *   x' = ± f (t, x),   V' = ± (∂f/∂x) V,   q' = ± trace (∂f/∂x)
 *
 * with n_vectors columns of V; the sign is minus for runs backward in time. */
typedef struct LabFlowRun LabFlowRun;

/* Makes a run with relative and absolute tolerance `accuracy` by a method of order 8, or by the method of the settings if that is for stiff
 * systems. If with_trace is set, q is a state too. Returns NULL with an error. */
LabFlowRun *lab_flow_run_new (LabFlow *flow, int n_vectors, gboolean with_trace, gboolean backward, double accuracy, GError **error);
/* Frees a run; NULL is allowed. */
void lab_flow_run_free (LabFlowRun *run);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabFlowRun, lab_flow_run_free)
/* Returns the number of states of the augmented system: x, then the columns of
 * V, then q. */
int lab_flow_run_size (const LabFlowRun *run);
/* Starts at time t of the model with y[size]. The run has its own time s, which starts at 0; the time of the model is t + s forward and t −
 * s backward. Returns FALSE if f is undefined there. */
gboolean lab_flow_run_start (LabFlowRun *run, double t, const double *y);
/* Makes one step that does not go beyond s_stop. Returns FALSE if it fails. */
gboolean lab_flow_run_step (LabFlowRun *run, double s_stop);
/* Replaces y between two steps and keeps the step size. */
gboolean lab_flow_run_set (LabFlowRun *run, const double *y);
/* Returns the time s since the start. */
double lab_flow_run_time (const LabFlowRun *run);
/* Returns s at the start of the last step. */
double lab_flow_run_previous (const LabFlowRun *run);
/* Returns y; borrowed until the next step. */
const double *lab_flow_run_y (const LabFlowRun *run);
/* Evaluates y at s inside the last step. */
void lab_flow_run_at (LabFlowRun *run, double s, double *y);
/* Limits the number of steps of each later lab_flow_run_over. Without a limit an integration towards a singularity can take very long. */
void lab_flow_run_limit_steps (LabFlowRun *run, long most);
/* Integrates from (t, y[size]) over a time s > 0 into y. Returns FALSE if a step fails or the limit of steps is reached, or, with
 * an error, if the study is cancelled. */
gboolean lab_flow_run_over (LabFlowRun *run, double t, double s, double *y, const LabProgress *progress, GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LabBox, lab_box_clear)

G_END_DECLS
