/* The struct of the CVODE stepper, shared by ode-cvode-setup.c and ode-cvode.c. */
#pragma once

#include "ode-linalg-matrix.h"
#include "ode-projection.h"

#include <nvector/nvector_serial.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_nonlinearsolver.h>

/* The factor by which the tolerances are multiplied before they are passed to CVODE. tolerance_part
 * in ode-cvode-setup.c gives the reason. */
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
  OdeStatus failure; /* status of the last callback that failed */
  bool running;      /* CVODE has a history, which belongs to the points in t_out and x_out */
  double t_out[2];   /* times of the last two points that CVODE returned, as the integrator rounds them */
  double t_own[2];   /* CVODE's times of these points, which differ by rounding */
  double t_shift;    /* number that callbacks add to CVODE's time in the current step to get the integrator's time */
  double *x_out[2];
  double t_start, t_end; /* start and end of the last step, for dense output */
  double *slope[2];      /* slopes at the two ends of that step */
  bool slopes_known;
  double h_next;           /* step size that CVODE proposes next */
  int64_t iterations, setups; /* values of CVODE's counters that are already in the statistics */
  double part;             /* the factor by which the tolerances were multiplied for CVODE */
  double *memory;
} OdeCvode;

/* Creates CVODE, its vectors and solvers. Returns false with a message on failure. The
 * caller must call ode_cvode_clear in any case. */
bool ode_cvode_init (OdeStepper *stepper, char *error, size_t error_size);
/* Frees all memory; allowed after a failed init. */
void ode_cvode_clear (OdeStepper *stepper);
/* Returns a phrase that names the linear solver, or NULL for Adams methods, which have
 * none. */
const char *ode_cvode_linear_algebra (const OdeStepper *stepper);
/* Passes the tolerances of the settings, multiplied by a factor, to CVODE. */
void ode_cvode_set_tolerances (OdeCvode *self);
/* Returns the size of the first step after a start at step->x0, or 0 if CVODE should choose it. step->h is the largest size. */
double ode_cvode_first_step (OdeCvode *self, const OdeTry *step);
