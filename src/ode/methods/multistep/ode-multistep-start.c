/* Makes the first steps of BDF methods with fixed steps by Radau IIA of order 5. */
#include "ode-multistep-start.h"

#include <string.h>

bool
ode_multistep_start_init (OdeMultistepStart *start, OdeStepper *stepper, OdeMatrix *matrix, char *error, size_t error_size)
{
  return ode_irk_scheme_init (&start->scheme, &ode_tableau_radau5, &ode_spectrum_radau5, stepper->settings.translate, error, error_size)
         && ode_irk_solver_init (&start->solver, stepper, 3, 1, 1, matrix, error, error_size);
}

void
ode_multistep_start_clear (OdeMultistepStart *start)
{
  ode_irk_solver_clear (&start->solver);
}

void
ode_multistep_start_forget (OdeMultistepStart *start)
{
  start->solver.factored = NULL;
}

/* The initial guess is Z = 0, and each step has a new Jacobian: there are few starting steps, and fast convergence saves more than
 * the Jacobian costs. The stage solver uses the same matrix, so its factors become invalid when the Jacobian changes. */
OdeStatus
ode_multistep_start_step (OdeMultistepStart *start, OdeStageSolver *stage, OdeTry *step)
{
  OdeIrkSolver *solver = &start->solver;
  OdeStepper *stepper = stage->slots.stepper;
  OdeStatus status;

  ode_newton_scale (&solver->newton, step->x0, 1.0);
  ode_newton_restart (&solver->newton);
  status = ode_irk_solver_jacobian (solver, step->t, step->x0, step->f0);
  memset (stage->slots.factored, 0, sizeof stage->slots.factored);
  if (status == ODE_DONE)
    status = ode_irk_solver_factor (solver, &start->scheme, step->h);
  if (status != ODE_DONE)
    return status;
  memset (solver->Z, 0, sizeof (double) * 3 * (size_t) stepper->system->n_states);
  status = ode_irk_solver_iterate (solver, &start->scheme, step->t, step->h, step->x0, step->f0);
  status = ode_irk_solver_resort_to_full (solver, &start->scheme, step->t, step->h, step->x0, step->f0, status);
  step->newton_iterations = solver->newton.iterations;
  step->contraction = (float) solver->newton.theta;
  if (stepper->trace != NULL)
    ode_irk_trace_stages (solver, &start->scheme, step->t, step->h, step->x0, step->f0, status == ODE_DONE);
  if (status == ODE_DONE)
    ode_irk_solver_end (solver, &start->scheme, step->h, step->x0, step->f0, step->x1);
  return status;
}
