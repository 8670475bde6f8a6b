#include "bench-model.h"

#include <stdio.h>
#include <string.h>

#include "model-load.h"
#include "model-system.h"

/* The problems of bench-problems.c that are not in the model library, as model texts with the same order of states. */
static const struct
{
  const char *problem;
  const char *body;
} texts[] = {
  { "harmonic", "states:\n  a: {initial: 0, derivative: b}\n  b: {initial: 0, derivative: -a}\n" },
  { "lorenz", "states:\n  a: {initial: 0, derivative: 10*(b - a)}\n  b: {initial: 0, derivative: a*(28 - c) - b}\n"
              "  c: {initial: 0, derivative: a*b - 8/3*c}\n" },
  { "arenstorf",
    "constants: {mu: 0.012277471}\nvariables:\n  k1: {value: (1 - mu)/((a + mu)^2 + b^2)^1.5}\n"
    "  k2: {value: mu/((a - (1 - mu))^2 + b^2)^1.5}\n"
    "states:\n  a: {initial: 0, derivative: u}\n  b: {initial: 0, derivative: v}\n"
    "  u: {initial: 0, derivative: a + 2*v - (a + mu)*k1 - (a - (1 - mu))*k2}\n"
    "  v: {initial: 0, derivative: b - 2*u - b*(k1 + k2)}\n" },
  { "pleiades",
    "constants: {N: 7}\n"
    "variables:\n  w: {size: [N, N], value: \"if(i < j, 1/((x[j] - x[i])^2 + (y[j] - y[i])^2)^1.5, 0)\"}\n"
    "states:\n  x: {size: N, initial: 0, derivative: \"vx[i]\"}\n  y: {size: N, initial: 0, derivative: \"vy[i]\"}\n"
    "  vx: {size: N, initial: 0, derivative: \"sum(k, 1, N, if(k == i, 0, k*(x[k] - x[i])*if(i < k, w[i, k], w[k, i])))\"}\n"
    "  vy: {size: N, initial: 0, derivative: \"sum(k, 1, N, if(k == i, 0, k*(y[k] - y[i])*if(i < k, w[i, k], w[k, i])))\"}\n" },
  { "double-pendulum",
    "states:\n  a: {initial: 0, derivative: u}\n  b: {initial: 0, derivative: v}\n"
    "  u: {initial: 0, derivative: (-3*9.81*sin(a) - 9.81*sin(a - 2*b) - 2*sin(a - b)*(v^2 + u^2*cos(a - b)))/(3 - cos(2*a - 2*b))}\n"
    "  v: {initial: 0, derivative: 2*sin(a - b)*(2*u^2 + 2*9.81*cos(a) + v^2*cos(a - b))/(3 - cos(2*a - 2*b))}\n" },
  { "kepler", "states:\n  a: {initial: 0, derivative: u}\n  b: {initial: 0, derivative: v}\n"
              "  u: {initial: 0, derivative: -a/(a^2 + b^2)^1.5}\n  v: {initial: 0, derivative: -b/(a^2 + b^2)^1.5}\n" },
  { "e5", "constants: {A: 7.89e-10, B: 1.1e7, C: 1.13e3, M: 1e6}\n"
          "variables:\n  slow: {value: A*a}\n  joint: {value: M*C*b*c}\n  net: {value: B*a*c - C*d}\n"
          "states:\n  a: {initial: 0, derivative: -slow - B*a*c}\n  b: {initial: 0, derivative: slow - joint}\n"
          "  c: {initial: 0, derivative: slow - joint - net}\n  d: {initial: 0, derivative: net}\n" },
  { "henon-heiles", "states:\n  a: {initial: 0, derivative: u}\n  b: {initial: 0, derivative: v}\n"
             "  u: {initial: 0, derivative: -a - 2*a*b}\n  v: {initial: 0, derivative: -b - a^2 + b^2}\n" },
  { "van-der-pol-5", "states:\n  a: {initial: 0, derivative: b}\n  b: {initial: 0, derivative: 5*(1 - a^2)*b - a}\n" },
};

ModelSystem *
bench_model_system (const BenchProblem *problem)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (Model) model = NULL;
  ModelInstance instance = { .fast_math = TRUE };
  ModelSystem *system;

  if (problem->model != NULL)
    {
      g_autofree char *path = g_strdup_printf ("%s/models/%s.yaml", g_getenv ("STEPWISE_DATA_DIR"), problem->model);
      model = model_load_file (path, NULL, diagnostics);
    }
  for (size_t i = 0; model == NULL && i < G_N_ELEMENTS (texts); i++)
    if (strcmp (texts[i].problem, problem->name) == 0)
      {
        g_autofree char *yaml = g_strdup_printf ("format: 1\nname: %s\ntime: {end: 1}\n%s", problem->name, texts[i].body);
        model = model_load_text (yaml, -1, problem->name, NULL, diagnostics);
      }
  system = model != NULL ? model_system_new (model, &instance, NULL) : NULL;
  if (system == NULL || model_system_n_states (system) != problem->system.n_states)
    {
      g_autofree char *errors = model_diagnostics_to_string (diagnostics);
      g_error ("%s: no model with %d states: %s", problem->name, problem->system.n_states, errors);
    }
  if (model_system_n_discrete (system) > 0)
    {
      g_autofree double *x = g_new (double, problem->system.n_states), *d = g_new (double, model_system_n_discrete (system));
      model_system_initial (system, x, d, NULL);
      model_system_set_discrete (system, d);
    }
  return system;
}
