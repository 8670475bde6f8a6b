/* Measures how many nanoseconds one evaluation of well-known right-hand sides takes. The
 * benchmark measures one point in byte code, one point in machine code, and each point of a
 * batch of 64 points, all with and without fused multiply-add. Each measurement is repeated many
 * times and the shortest time counts, because other programs on the machine can only add time. */
#include "expr-test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define LANES 64
#define MAX_EQUATIONS 64

typedef struct
{
  const char *name;
  int n_parameters; /* the first n_parameters names are parameters; the time and the states follow */
  const char *names[16];
  double values[16];
  const char *equations[10];
  double target; /* time in nanoseconds that fused byte code should need at most for one point; 0: no target */
} Problem;

static const Problem problems[] = {
  { "Lorenz", 3, { "sigma", "rho", "beta", "x", "y", "z" }, { 10, 28, 8. / 3, 1, 2, 20 },
    { "sigma*(y - x)", "x*(rho - z) - y", "x*y - beta*z" }, 20 },
  { "pendulum", 4, { "c", "w", "f", "o", "t", "a", "v" }, { 0.1, 1, 0.5, 0.66, 0.3, 1, 0.2 },
    { "v", "-c*v - w*sin(a) + f*cos(o*t)" }, 0 },
  { "double pendulum", 1, { "g", "a", "b", "v", "w" }, { 9.81, 2, 1, 0.3, -0.4 },
    { "v", "w",
      "(-3*g*sin(a) - g*sin(a - 2*b) - 2*sin(a - b)*(w^2 + v^2*cos(a - b)))/(3 - cos(2*a - 2*b))",
      "2*sin(a - b)*(2*v^2 + 2*g*cos(a) + w^2*cos(a - b))/(3 - cos(2*a - 2*b))" }, 140 },
  { "HIRES", 1, { "k", "a", "b", "c", "d", "e", "f", "g", "h" }, { 280, 0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7 },
    { "-1.71*a + 0.43*b + 8.32*c + 0.0007", "1.71*a - 8.75*b", "-10.03*c + 0.43*d + 0.035*e",
      "8.32*b + 1.71*c - 1.12*d", "-1.745*e + 0.43*f + 0.43*g",
      "-k*f*h + 0.69*d + 1.71*e - 0.43*f + 0.69*g", "k*f*h - 1.81*g", "-k*f*h + 1.81*g" }, 60 },
  { "Van der Pol", 1, { "mu", "x", "v" }, { 5, 2, 0 }, { "v", "mu*(1 - x^2)*v - x" }, 0 },
};

static double
time_point (ExprWorkspace *workspace, double *outputs)
{
  double best = G_MAXDOUBLE;

  for (int repeat = 0; repeat < 40; repeat++)
    {
      gint64 start = g_get_monotonic_time ();
      for (int k = 0; k < 20000; k++)
        expr_workspace_run (workspace, outputs);
      best = MIN (best, (double) (g_get_monotonic_time () - start) / 20000 * 1e3);
    }
  return best;
}

static double
time_batch (ExprBatch *batch, int n_inputs, int n_outputs, const double *inputs, double *outputs)
{
  double best = G_MAXDOUBLE;

  for (int repeat = 0; repeat < 40; repeat++)
    {
      gint64 start = g_get_monotonic_time ();
      for (int k = 0; k < 500; k++)
        expr_test_run_batch (batch, n_inputs, n_outputs, inputs, outputs, LANES, LANES);
      best = MIN (best, (double) (g_get_monotonic_time () - start) / 500 / LANES * 1e3);
    }
  return best;
}

static void
measure (const char *name, ExprGraph *graph, const ExprValue *outputs, int n_outputs, const double *point, int n_inputs,
         int first_fast, double target)
{
  double times[2][2], native[2];
  g_autofree double *results = g_new (double, (gsize) n_outputs * LANES);
  g_autofree double *lanes = g_new (double, (gsize) n_inputs * LANES);

  for (int fused = 0; fused < 2; fused++)
    {
      ExprProgramFlags flags = fused ? EXPR_PROGRAM_FUSED : 0;
      g_autoptr (ExprProgram) program
          = expr_program_new (graph, outputs, n_outputs, n_inputs, first_fast, flags | EXPR_PROGRAM_BYTE_CODE);
      g_autoptr (ExprProgram) best = expr_program_new (graph, outputs, n_outputs, n_inputs, first_fast, flags);
      g_autoptr (ExprWorkspace) workspace = expr_workspace_new (program), best_workspace = expr_workspace_new (best);
      g_autoptr (ExprBatch) batch = expr_batch_new (program);
      memcpy (expr_workspace_inputs (workspace), point, n_inputs * sizeof *point);
      memcpy (expr_workspace_inputs (best_workspace), point, n_inputs * sizeof *point);
      expr_workspace_prepare (workspace);
      expr_workspace_prepare (best_workspace);
      native[fused] = strcmp (expr_program_backend (best), "machine code") == 0 ? time_point (best_workspace, results) : NAN;
      for (int k = 0; k < n_inputs; k++)
        for (int lane = 0; lane < LANES; lane++)
          lanes[k * LANES + lane] = point[k] * (1 + 1e-3 * lane);
      times[fused][0] = time_point (workspace, results);
      times[fused][1] = time_batch (batch, n_inputs, n_outputs, lanes, results);
    }
  printf ("%-16s  byte code %8.1f (fused %8.1f)  machine code %8.1f (fused %8.1f)  batch %7.2f (fused %7.2f)", name,
          times[0][0], times[1][0], native[0], native[1], times[0][1], times[1][1]);
  if (target > 0)
    printf ("  target %g: %s", target, times[1][0] <= target ? "met" : "MISSED");
  printf ("\n");
}

/* Measures the one-dimensional Brusselator with n grid points. The inputs
 * are A, B, alpha, and the values of u and v at the points. */
static void
measure_brusselator (int n)
{
  g_autoptr (ExprGraph) graph = expr_graph_new ();
  g_autofree ExprValue *outputs = g_new (ExprValue, 2 * n);
  g_autofree double *point = g_new (double, 2 * n + 3);
  g_autofree char *name = g_strdup_printf ("Brusselator %d", 2 * n);

  for (int i = 0; i < n; i++)
    {
      g_autofree char *u = g_strdup_printf ("x%d", i), *v = g_strdup_printf ("x%d", n + i);
      for (int part = 0; part < 2; part++)
        {
          const char *centre = part == 0 ? u : v;
          g_autofree char *left = i == 0 ? g_strdup (part == 0 ? "1" : "3") : g_strdup_printf ("x%d", part * n + i - 1);
          g_autofree char *right
              = i == n - 1 ? g_strdup (part == 0 ? "1" : "3") : g_strdup_printf ("x%d", part * n + i + 1);
          g_autofree char *text = g_strdup_printf (
              part == 0 ? "A + %s^2*%s - (B + 1)*%s + alpha*(%s - 2*%s + %s)" : "B*%s - %s^2*%s + alpha*(%s - 2*%s + %s)", u,
              part == 0 ? v : u, part == 0 ? u : v, left, centre, right);
          g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
          g_ptr_array_add (names, g_strdup ("A"));
          g_ptr_array_add (names, g_strdup ("B"));
          g_ptr_array_add (names, g_strdup ("alpha"));
          for (int k = 0; k < 2 * n; k++)
            g_ptr_array_add (names, g_strdup_printf ("x%d", k));
          g_ptr_array_add (names, NULL);
          outputs[part * n + i] = expr_test_add (graph, text, (ExprTestNames) names->pdata);
        }
    }
  for (int k = 0; k < 2 * n + 3; k++)
    point[k] = 1 + 0.01 * k;
  measure (name, graph, outputs, 2 * n, point, 2 * n + 3, 3, 0);
}

int
main (void)
{
  for (gsize p = 0; p < G_N_ELEMENTS (problems); p++)
    {
      const Problem *problem = &problems[p];
      g_autoptr (ExprGraph) graph = expr_graph_new ();
      ExprValue outputs[MAX_EQUATIONS];
      int n_outputs = 0, n_inputs = 0;
      while (problem->names[n_inputs] != NULL)
        n_inputs++;
      for (; problem->equations[n_outputs] != NULL; n_outputs++)
        outputs[n_outputs] = expr_test_add (graph, problem->equations[n_outputs], problem->names);
      measure (problem->name, graph, outputs, n_outputs, problem->values, n_inputs, problem->n_parameters,
               problem->target);
    }
  measure_brusselator (15);
  measure_brusselator (150);
  return 0;
}
