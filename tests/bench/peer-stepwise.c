/* Solves the problems with Stepwise: the model is a text, its right-hand side machine code. The settings are those of a user who sets the
 * tolerances. Also measures what a right-hand side, a step in the hybrid loop, and the compilation of a model cost. */
#include "peer.h"

#include <stdlib.h>
#include <string.h>

#include "bench-model.h"
#include "model-load.h"
#include "ode-integrator.h"
#include "sim-simulator.h"

#define RHS_REPEATS 1000

typedef enum { SOLVE, RHS, LOOP, COMPILE, LOAD, JACOBIAN } What;

/* The model whose first Jacobian takes longest. */
#define BEAM "mechanics/beam"

typedef struct
{
  const BenchProblem *problem;
  What what;
  ModelSystem *model;
  double *x0; /* in the order of the model */
  OdeIntegrator *integrator;
  SimSimulator *simulator;
  char *text;
} Solver;

/* Returns the index in the model of component i in C. */
static int
in_model (const BenchProblem *problem, int i)
{
  return problem->n_fields > 1 ? i % problem->n_fields * (problem->system.n_states / problem->n_fields) + i / problem->n_fields : i;
}

/* Returns a model with n expressions of usual length. */
static char *
text_of (int n)
{
  GString *text = g_string_new ("format: 1\nname: expressions\ntime: {end: 1}\nparameters: {a: 0.3, b: 1.7}\nstates:\n");

  for (int i = 1; i <= n; i++)
    g_string_append_printf (text, "  x%d: {initial: 0.%d, derivative: \"a*(x%d - x%d) + b*x%d*(%d.5 - x%d)/(1 + x%d^2) - sin(x%d)\"}\n", i, i, i % n + 1, i,
                            (i + 1) % n + 1, i, i, i % n + 1, (i + 2) % n + 1);
  return g_string_free (text, FALSE);
}

static void
report (char *text)
{
  g_error ("%s", text);
}

static void
make_integrator (Solver *self, const char *method, double tolerance)
{
  OdeSettings settings;
  char error[256];

  ode_settings_init (&settings);
  settings.relative_tolerance = tolerance;
  settings.absolute_tolerance = tolerance * self->problem->scale;
  self->integrator = ode_integrator_new (ode_method_find (method), model_system_ode (self->model), &settings, error, sizeof error);
  if (self->integrator == NULL)
    report (error);
}

/* Makes a simulator without anything that listens. */
static void
make_simulator (Solver *self, const char *method, double tolerance)
{
  g_autoptr (SimConfig) config = sim_config_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *value = g_strdup_printf ("%g", tolerance);
  SimSystem *system = sim_system_from_model (self->model);

  self->model = NULL; /* the simulator owns it */
  sim_config_set (config, "integrator", method, SIM_ORIGIN_CONFIG, NULL);
  sim_config_set (config, "relative_tolerance", value, SIM_ORIGIN_CONFIG, NULL);
  sim_config_set (config, "absolute_tolerance", value, SIM_ORIGIN_CONFIG, NULL);
  self->simulator = sim_simulator_new (system, config, &error);
  if (self->simulator == NULL)
    report (error->message);
}

static void *
open_solver (const BenchProblem *problem, const char *method, double tolerance)
{
  Solver *self = g_new0 (Solver, 1);

  self->problem = problem;
  if (g_str_has_prefix (method, "compile-"))
    {
      self->what = COMPILE;
      self->text = text_of (atoi (method + strlen ("compile-")));
      return self;
    }
  if (strcmp (method, "load-beam") == 0 || strcmp (method, "jacobian-beam") == 0)
    {
      self->what = strcmp (method, "load-beam") == 0 ? LOAD : JACOBIAN;
      return self;
    }
  self->model = bench_model_system (problem);
  self->x0 = g_new (double, problem->system.n_states);
  for (int i = 0; i < problem->system.n_states; i++)
    self->x0[in_model (problem, i)] = problem->x0[i];
  if (strcmp (method, "rhs") == 0)
    self->what = RHS;
  else if (g_str_has_prefix (method, "loop-"))
    {
      self->what = LOOP;
      make_simulator (self, method + strlen ("loop-"), tolerance);
    }
  else
    make_integrator (self, method, tolerance);
  return self;
}

static long
integrate (Solver *self, double *x)
{
  const double t1 = self->problem->t1;
  const double *end;

  if (ode_integrator_initialize (self->integrator, 0, self->x0, t1) != ODE_DONE)
    return -1;
  while (ode_integrator_t (self->integrator) < t1)
    if (ode_integrator_step (self->integrator, t1, ODE_STOP_END) != ODE_DONE)
      return -1;
  end = ode_integrator_x (self->integrator);
  for (int i = 0; i < self->problem->system.n_states; i++)
    x[i] = end[in_model (self->problem, i)];
  return ode_integrator_statistics (self->integrator)->steps_attempted;
}

static long
simulate (Solver *self, double *x)
{
  g_autoptr (GError) error = NULL;

  sim_simulator_initialize (self->simulator, 0, self->x0, NULL, self->problem->t1, FALSE);
  if (sim_simulator_advance_to (self->simulator, self->problem->t1).reason != SIM_REACHED_END)
    return -1;
  return sim_simulator_statistics (self->simulator).ode.steps_attempted;
}

static long
compile_model (Solver *self)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (Model) model = model_load_text (self->text, -1, "expressions", NULL, diagnostics);
  g_autoptr (ModelSystem) system = model != NULL ? model_system_new (model, NULL, NULL) : NULL;
  g_autofree double *x = NULL, *dxdt = NULL;

  if (system == NULL)
    return -1;
  x = g_new0 (double, model_system_n_states (system));
  dxdt = g_new0 (double, model_system_n_states (system));
  model_system_ode (system)->rhs (model_system_ode (system)->self, 0, x, dxdt);
  return 1;
}

/* Loads the model BEAM and evaluates its right-hand side and, if wanted, its Jacobian for the first time. */
static long
load_beam (gboolean jacobian)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autofree char *path = g_strdup_printf ("%s/models/" BEAM ".yaml", g_getenv ("STEPWISE_DATA_DIR"));
  g_autoptr (Model) model = model_load_file (path, NULL, diagnostics);
  g_autoptr (ModelSystem) system = model != NULL ? model_system_new (model, NULL, NULL) : NULL;
  g_autofree double *x = NULL, *d = NULL, *out = NULL;
  const OdeSystem *ode;
  int n;

  if (system == NULL)
    return -1;
  ode = model_system_ode (system);
  n = ode->n_states;
  x = g_new0 (double, n);
  d = g_new0 (double, model_system_n_discrete (system) + 1);
  out = g_new0 (double, n * n);
  model_system_initial (system, x, d, NULL);
  ode->rhs (ode->self, 0, x, out);
  if (jacobian)
    {
      ode->prepare_jacobian (ode->self);
      ode->jacobian (ode->self, 0, x, out);
    }
  return 1;
}

static long
solve (void *user, double *x)
{
  Solver *self = user;

  switch (self->what)
    {
    case SOLVE:
      return integrate (self, x);
    case LOOP:
      return simulate (self, x);
    case COMPILE:
      return compile_model (self);
    case LOAD:
    case JACOBIAN:
      return load_beam (self->what == JACOBIAN);
    case RHS:
    default:
      {
        const OdeSystem *system = model_system_ode (self->model);

        for (int k = 0; k < RHS_REPEATS; k++)
          system->rhs (system->self, 0, self->x0, x);
        return RHS_REPEATS;
      }
    }
}

static void
close_solver (void *user)
{
  Solver *self = user;

  ode_integrator_free (self->integrator);
  sim_simulator_free (self->simulator);
  g_clear_pointer (&self->model, model_system_free);
  g_free (self->x0);
  g_free (self->text);
  g_free (self);
}

const Peer bench_peer = {
  .name = "Stepwise",
  .methods = (const char *const[]) { "runge_kutta5", "tsitouras5", "verner76", "verner87", "dop853", "verner98", NULL },
  .stiff_methods = (const char *const[]) { "radau5", "radau", "rodas4", "rodas5p", "kvaerno5", "ndf", "auto", NULL },
  .costs = (const char *const[]) { "rhs", "loop-runge_kutta5", "compile-3", "compile-30", "compile-300", "compile-3000", "load-beam",
                                       "jacobian-beam", NULL },
  .open = open_solver,
  .solve = solve,
  .close = close_solver,
};
