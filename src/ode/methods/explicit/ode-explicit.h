/* Steppers for explicit Runge–Kutta methods with any tableau, and their dense output.
 * ode-explicit.c explains the formulas. */
#pragma once

#include "ode-stepper.h"

extern const OdeStepperClass ode_explicit_class;       /* explicit methods whose dense output is the cubic Hermite polynomial */
extern const OdeStepperClass ode_explicit_dense_class; /* explicit methods whose dense output is an interpolant of the tableau */

/* The pair that other methods use for their first steps or as a part of their steps. */
extern const OdeMethod ode_method_runge_kutta5;

/* Attempts one step with code that is unrolled for a method and a number of states. step->f0
 * must be known. The slope of stage i is written to slopes[i · n_states], and that of
 * the last stage of an fsal tableau to step->f1_buffer. The operations and their order
 * are those of the general code, so the results agree bit by bit. */
typedef OdeStatus (*OdeExplicitKernel) (OdeStepper *stepper, OdeTry *step, double *slopes);

#define ODE_EXPLICIT_KERNEL_STATES 4
/* The most stages of a method for which a system is asked for code of whole steps. */
#define ODE_EXPLICIT_CODE_STAGES 16

/* The type to which OdeMethod.data of an explicit method points; data may be NULL. */
typedef struct
{
  const double *error5, *error3;    /* DOP853: weights of both estimates over the stages; NULL: the estimate uses b − b_hat */
  const OdeExplicitKernel *kernels; /* unrolled code for 1 … ODE_EXPLICIT_KERNEL_STATES states, see ode-explicit-unroll.h; NULL: none */
} OdeExplicitData;
