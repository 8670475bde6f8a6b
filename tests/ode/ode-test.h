/* Problems with known solutions and short functions to run them, shared by the
 * tests of ode. */
#pragma once

#include <glib.h>
#include <math.h>

#include "ode-integrator.h"

#define MAX_STATES 28

typedef struct
{
  const char *name;
  OdeSystem system;
  double t0, t1;
  double x0[MAX_STATES];
  double x1[MAX_STATES]; /* state at t1; NaN if it is not known */
} Problem;

/* q' = v, v' = −sin q + cos (2t)/5: a separable system that depends on t. Every method can
 * integrate it. */
extern const Problem problem_pendulum;
/* The system of Hénon and Heiles, with two position–velocity pairs and negative energy. Every method can
 * integrate it. */
extern const Problem problem_henon;
/* Euler's equations of a rigid body: three states, no position–velocity pairs. */
extern const Problem problem_body;
/* The problem of the convergence tables in test-convergence.c: y1' = y2, y2' = −sin y1 + cos
 * t·y1 y2/4 − y2/5. */
extern const Problem problem_table;
/* A mass on a spring, m x'' = −k x with k = 300 and m = 2, starting at x = 0.1, x' = 0.01. The third state is the
 * integral of the power of the spring. */
extern const Problem problem_spring;
/* Seven stars in the plane (Pleiades problem), 28 states: positions x, y, velocities x', y'. */
extern const Problem problem_pleiades;

/* Returns settings for fixed steps of size h. */
OdeSettings fixed_settings (double h);
/* Returns settings with the absolute tolerance and the relative tolerance tol. */
OdeSettings tolerance_settings (double tol);
/* Returns Drake's settings with error control on or off: absolute weighting, Drake's controller and minimum
 * step, Hermite dense output, first step a tenth of the largest. */
OdeSettings drake_settings (double accuracy, double max_step, bool error_control);

/* Makes an integrator and initializes it at the start of the problem. A
 * failure fails the test. */
OdeIntegrator *start (const OdeMethod *method, const Problem *problem, const OdeSettings *settings);
/* Takes steps until time t. A failure fails the test. */
void run_to (OdeIntegrator *integrator, double t);
/* Integrates the whole problem and returns the largest |x_i − x1_i| at the end, where x1 is the known solution. */
double error_at_end (const OdeMethod *method, const Problem *problem, const OdeSettings *settings);
double max_difference (const double *a, const double *b, int n);
/* Returns whether the method can integrate the problem. */
bool can_run (const OdeMethod *method, const Problem *problem);
/* Returns the method with this id; an unknown id fails the test. */
const OdeMethod *method_named (const char *name);
