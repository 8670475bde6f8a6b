/* The struct of the augmented system, and the functions that lab-sensitivity*.c share. */
#pragma once

#include "lab-sensitivity.h"
#include "model-derivatives.h"
#include "sim-system.h"

G_BEGIN_DECLS

/* The hybrid system of the states x and discrete states z of a model with their derivatives S = ∂x/∂p and Z = ∂z/∂p with respect to m
 * columns. Its continuous states are x and S, divided by `scale`; its discrete states are z, Z and the modes (expr-freeze.h). Column c of S
 * is S + c·n, and of Z is Z + c·n_discrete. */
typedef struct
{
  SimSystem *base;
  ModelSystem *model;
  ModelDerivatives *derivatives;
  OdeSystem ode;
  OdePattern pattern; /* block diagonal: 1 + m times the pattern of ∂f/∂x */
  int *starts, *rows; /* the arrays of `pattern` */
  SimEventInfo
      *events; /* those of the model, then one for each mode, then two that run lab_sensitivity_jump: after each step, and at the start */
  int n, m, n_parameters, n_discrete, n_modes, n_base; /* n_base: number of events of the model */
  const int *initial;                                  /* indices of the m − n_parameters states whose initial values are varied */
  char **owned_names;
  double t_start, t_end, span;
  double *dt_start, *dt_end; /* m derivatives of the start time and of the planned end time */
  double *scale;             /* n (1 + m) powers of 2 */
  double *size;              /* n largest |x_i| of the run */

  /* the current point */
  double *x, *S, *z, *Z, *modes;
  double *largest; /* n (1 + m) largest |x_i| and |S_ic| after steps */
  gboolean *due;   /* n_base + n_modes: the event or switch happens at the current time */
  char **refused;  /* m reasons; NULL: none */

  /* scratch of lab_sensitivity_jump */
  double *f_minus, *f_plus, *tau, *tau_one, *dx0, *dz0, *dx1, *dz1, *x1, *z1, *arguments;
  int *side; /* n_modes: 1 above the jump, 0 below it, −1 not known */

  /* the point at the start of the step: time, states, and distance of each witness and switch from zero with its rate of change */
  double touch_t, *touch_x, *touch_g, *touch_rate;

  gboolean ended; /* an event has ended the run */
  double *end_dx, *end_dt; /* n m and m derivatives of the last state and its time */
  GArray *records;         /* LabSensitivityEvent */
} LabAugmented;

/* Allocates the arrays of a, whose numbers of states, columns, events and modes are set. size[n] and scale[n (1 + m)] are copied; scale is
 * rounded to powers of 2. */
void lab_sensitivity_allocate (LabAugmented *a, const double *size, const double *scale);
/* Frees the arrays that lab_sensitivity_allocate made. */
void lab_sensitivity_free_arrays (LabAugmented *a);

/* Makes the augmented system for these columns and takes ownership of the instance `model` on success. size[n] are the largest |x_i| of the
 * run, and scale[n (1 + m)] sizes of the states and derivatives below which errors are absolute. Returns NULL with an error if the model
 * has no symbolic derivatives or an event acts at each step. Free the system with sim_system_free; `augmented` is its member self. */
SimSystem *lab_sensitivity_system_new (const LabProblem *problem,
                                       ModelSystem *model,
                                       const int *parameters,
                                       int n_parameters,
                                       const int *initial,
                                       int n_initial,
                                       char *const *names,
                                       const double *size,
                                       const double *scale,
                                       GError **error);

/* Copies the scaled continuous states y and the discrete states d to x, S, z, Z and the modes. */
void lab_sensitivity_load (LabAugmented *a, const double *y, const double *d);
/* Writes x, S, z, Z and the modes to y and d; either may be NULL. */
void lab_sensitivity_store (const LabAugmented *a, double *y, double *d);
/* Refuses a column, or all columns if column is −1, with a reason; takes ownership of the text. An earlier reason is kept. */
void lab_sensitivity_refuse (LabAugmented *a, int column, char *reason);

/* ---- events (lab-sensitivity-jump.c) ---- */

/* Handles the events and switches in `due` at the point (t, x, z) with S and Z: changes x, S, z, Z and the modes, and clears `due`. The
 * message of the result is that of the model. If the run ends, sets end_dx and end_dt. */
SimHandlerStatus lab_sensitivity_jump (LabAugmented *a, double t, gboolean at_start);
/* Computes end_dx and end_dt at the point for an event that ends the run without a change of states. */
void lab_sensitivity_end_by_event (LabAugmented *a, int event, double t);
/* Computes end_dx and end_dt at the planned end time t. Refuses columns in which the last state is not differentiable, because an event
 * happens at t. */
void lab_sensitivity_end_by_time (LabAugmented *a, double t);
/* Refuses columns in which the state at the time t, at which the run goes on, is not differentiable, because an event happens at t. Keeps
 * the point (t, x, z) with S, Z and the modes. */
void lab_sensitivity_check_time (LabAugmented *a, double t);
/* Refuses columns if the key `while` of an event, which is false at the point, changes there. */
void lab_sensitivity_check_unarmed (LabAugmented *a, int event, double t);

/* ---- times of events (lab-sensitivity-time.c) ---- */

/* Computes the right-hand side at the point into f[n] and returns f. */
const double *lab_sensitivity_slope (LabAugmented *a, double t, double *f);
/* Computes the derivatives τ_p of the time of an event into tau[m]. Refuses columns in which it does not exist. Returns FALSE if the time
 * is that of a switch at the same time, at which the witness jumps. */
gboolean lab_sensitivity_event_time (LabAugmented *a, int event, double t, double *tau);
/* Computes the derivatives of the common time of the events and switches that are due into a->tau, and refuses the columns in which their
 * times differ. */
void lab_sensitivity_common_time (LabAugmented *a, double t, gboolean at_start);

/* ---- touches (lab-sensitivity-touch.c) ---- */

/* Refuses all columns if the motion touched a crossing function or a switch between the noted point and (t, x), where neither is due. */
void lab_sensitivity_watch_touches (LabAugmented *a, double t);
/* Notes the point (t, x, z) as the start of the next step. */
void lab_sensitivity_note_point (LabAugmented *a, double t);

/* ---- switches (lab-sensitivity-switch.c) ---- */

/* Sets the modes of the point (t, x, z). side[k] chooses the side of a jump at which the point is; −1: the side to which the motion goes.
 * Refuses columns in which a change of the column, with the derivatives dx, dz and tau as above, moves the point across a jump of the
 * right-hand side that `side` does not decide. Returns FALSE if the motion on both sides of a switch leads back to it. */
gboolean lab_sensitivity_settle (LabAugmented *a, double t, const double *dx, const double *dz, const double *tau, char **message);
/* Returns whether the right-hand side at the point differs between the two sides of jump k, also by modes whose arguments contain that of
 * k. Other modes whose arguments are at a jump are kept. */
gboolean lab_sensitivity_side_matters (LabAugmented *a, double t, int k);
/* Computes the right-hand side and its derivatives at (t, x) with the modes of that point, and keeps the modes. Returns FALSE if there are
 * none. */
gboolean lab_sensitivity_live_slope (LabAugmented *a, double t, const ModelDerivative **f);
/* Computes the rate of change of row k of a function along the motion with slope f. */
double lab_sensitivity_rate (const LabAugmented *a, const ModelDerivative *g, int k, const double *f);
/* Computes the derivative of row k of a function with respect to column c, where dx[n·m], dz[n_discrete·m] and tau[m], or NULL, are those
 * of x, z and t. */
double lab_sensitivity_total (
    const LabAugmented *a, const ModelDerivative *g, int k, int c, const double *dx, const double *dz, const double *tau);
/* Returns whether this derivative differs from 0 by more than its errors. */
gboolean lab_sensitivity_moves (
    const LabAugmented *a, const ModelDerivative *g, int k, int c, const double *dx, const double *dz, const double *tau);
/* Computes a bound of the rounding error of row k of a function at (t, x), relative to the sizes of its terms. */
double lab_sensitivity_rounding (const LabAugmented *a, const ModelDerivative *g, int k, double t);

/* ---- comparison with differences (lab-sensitivity-check.c) ---- */

/* Compares the derivatives with differences of runs of the model, and refuses the columns that they contradict. Returns FALSE with an error
 * if cancelled. */
gboolean lab_sensitivity_check (
    const LabProblem *problem, const SimConfig *config, LabSensitivity *s, const double *size, const LabProgress *progress, GError **error);

G_END_DECLS
