/* The stepper's state, which setting up and stepping share. */
#pragma once

#include "ode-linalg-matrix.h"
#include "ode-projection.h"

#include <nvector/nvector_serial.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_nonlinearsolver.h>

/* What part of the tolerances CVODE may err by in a step: why, in
 * ode-cvode-setup.c. */
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
  OdeStatus failure;       /* why the right-hand side last failed */
  bool running;            /* CVODE's history belongs to the points below */
  double t_out[2];         /* the last point handed out, and the one before */
  double *x_out[2];
  double t_start, t_end;   /* the last step, for dense output */
  double *slope[2];        /* at its ends */
  bool slopes_known;
  double h_next;           /* CVODE's own next step */
  long iterations, setups; /* its counters, as far as counted */
  double part;             /* of the tolerances that CVODE is given, see ode-cvode-setup.c */
  double *memory;
} OdeCvode;

bool ode_cvode_init (OdeStepper *stepper, char *error, size_t error_size);
void ode_cvode_clear (OdeStepper *stepper);
/* Its linear solver in words; NULL: it iterates without one. */
const char *ode_cvode_linear_algebra (const OdeStepper *stepper);
/* Hands CVODE the tolerances of the settings. */
void ode_cvode_set_tolerances (OdeCvode *self);
