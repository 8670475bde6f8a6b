/* The state of the CVODE stepper, shared by ode-cvode-setup.c and ode-cvode.c. */
#pragma once

#include "ode-linalg-matrix.h"
#include "ode-projection.h"

#include <nvector/nvector_serial.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_nonlinearsolver.h>

/* Fraction of the tolerances that CVODE is given for a step; the reason is at
 * tolerance_part in ode-cvode-setup.c. */
#define ODE_CVODE_ERROR_FRACTION 0.02

typedef struct
{
  OdeStepper base;
  int n;
  bool adams;
  SUNContext context;
  void *cvode;
  N_Vector x, atol;
  SUNMatrix A;
  SUNLinearSolver linear;
  SUNNonlinearSolver nonlinear;
  OdeMatrix *matrix;
  OdeProjection *projection;
  OdeStatus failure;       /* status of the last failed callback */
  bool running;            /* CVODE's history belongs to the points in t_out and x_out */
  double t_out[2];         /* times of the last two points returned, as the integrator counts them */
  double t_own[2];         /* CVODE's time of these points; it differs by rounding */
  double t_shift;          /* difference that callbacks add to CVODE's time in the current step */
  double *x_out[2];
  double t_start, t_end;   /* start and end of the last step, for dense output */
  double *slope[2];        /* slopes at the ends of that step */
  bool slopes_known;
  double h_next;           /* step size that CVODE proposes next */
  long iterations, setups; /* CVODE's counters as far as they are already in the statistics */
  double part;             /* fraction of the tolerances that CVODE is given */
  double *memory;
} OdeCvode;

/* Creates CVODE, its vectors and solvers. Returns false with a message; the
 * caller calls clear in any case. */
bool ode_cvode_init (OdeStepper *stepper, char *error, size_t error_size);
/* Frees everything; allowed after a failed init. */
void ode_cvode_clear (OdeStepper *stepper);
/* Returns a text that names the linear solver, or NULL for Adams, which has
 * none. */
const char *ode_cvode_linear_algebra (const OdeStepper *stepper);
/* Passes the tolerances of the settings to CVODE. */
void ode_cvode_set_tolerances (OdeCvode *self);
