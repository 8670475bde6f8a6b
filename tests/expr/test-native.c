/* Tests that machine code gives the same bits as byte code, even if there
 * are more values than vector registers. */
#include "expr-formula.h"
#include "expr-step.h"
#include "expr-test.h"

#include <math.h>
#include <string.h>

#ifdef __linux__
#include <sys/mman.h>
#include <sys/prctl.h>
#endif

/* ---- formulas ---- */

static void
assert_steps (int op, const char *what, const guint8 *expected)
{
  const guint8 *steps = expr_formulas ()[op].steps;

  for (int k = 0; k == 0 || expected[k - 1] != EXPR_STEP_END; k++)
    if (steps[k] != expected[k])
      g_error ("step %d of %s is %d, not %d", k, what, steps[k], expected[k]);
}

#define ASSERT_STEPS(op, ...) assert_steps (op, #op, (const guint8[]){ __VA_ARGS__, EXPR_STEP_END })
#define S(name) EXPR_STEP_##name

static void
test_formulas (void)
{
  ASSERT_STEPS (EXPR_OP_SUB, S (A), S (B), S (SUB));
  ASSERT_STEPS (EXPR_OP_NEG, S (A), S (NEG));
  ASSERT_STEPS (EXPR_OP_SQRT, S (A), S (SQRT));
  ASSERT_STEPS (EXPR_OP_ABS, S (A), S (ABS));
  ASSERT_STEPS (EXPR_OP_LE, S (A), S (B), S (LE), S (TRUTH));
  ASSERT_STEPS (EXPR_OP_NOT, S (A), S (ZERO), S (EQ), S (TRUTH));
  ASSERT_STEPS (EXPR_OP_SELECT, S (A), S (ZERO), S (NE), S (B), S (C), S (CHOOSE));
  ASSERT_STEPS (EXPR_CODE_SELECT_LT, S (A), S (B), S (LT), S (C), S (D), S (CHOOSE));
  ASSERT_STEPS (EXPR_CODE_SUB_RDIV, S (C), S (A), S (B), S (SUB), S (DIV));
  ASSERT_STEPS (EXPR_CODE_MUL_MUL_RSUB_D, S (A), S (B), S (MUL), S (C), S (D), S (FNMA));
  ASSERT_STEPS (EXPR_CODE_MINUS_PRODUCT_PLUS_PRODUCT, S (C), S (D), S (A), S (B), S (E), S (FNMA), S (FMA));
  ASSERT_STEPS (EXPR_CODE_ROOT_RDIV, S (B), S (A), S (A), S (SQRT), S (MUL), S (DIV));
  ASSERT_STEPS (EXPR_CODE_MUL_ADD_NEG, S (A), S (B), S (C), S (FNMS));

  /* Operations that are calls of functions have no steps. Operations that combine
   * several arithmetic ones (codes after EXPR_CODE_FIRST) always have steps. */
  g_assert_cmpint (expr_formulas ()[EXPR_OP_SIN].steps[0], ==, S (END));
  g_assert_cmpint (expr_formulas ()[EXPR_OP_AND].steps[0], ==, S (END));
  g_assert_cmpint (expr_formulas ()[EXPR_OP_SIGN].steps[0], ==, S (END));
  for (int op = EXPR_CODE_FIRST + 1; op < EXPR_CODE_SINCOS; op++)
    g_assert_cmpint (expr_formulas ()[op].steps[0], !=, S (END));
}

/* The compiler makes one instruction of the byte code of each of these expressions. */
static void
test_instructions (void)
{
  static const struct
  {
    const char *text;
    int op;
  } cases[] = {
    { "x*y + z", EXPR_CODE_MUL_ADD },
    { "x*y - z", EXPR_CODE_MUL_SUB },
    { "z - x*y", EXPR_CODE_MUL_RSUB },
    { "(x + y)*z", EXPR_CODE_ADD_MUL },
    { "(x - y)/z", EXPR_CODE_SUB_DIV },
    { "z/(x*y)", EXPR_CODE_MUL_RDIV },
    { "x*y + z*p", EXPR_CODE_MUL_MUL_ADD },
    { "(x - y)*(z + p)", EXPR_CODE_SUB_ADD_MUL },
    { "(x + y)/(z*p)", EXPR_CODE_ADD_MUL_DIV },
    { "(x - y)*z + p", EXPR_CODE_SUB_MUL_ADD_D },
    { "p - (x + y)*z", EXPR_CODE_ADD_MUL_RSUB_D },
    { "(z + x*y) - p", EXPR_CODE_PLUS_PRODUCT_SUB },
    { "p - (z - x*y)", EXPR_CODE_MINUS_PRODUCT_RSUB },
    { "(q + x*y) - z*p", EXPR_CODE_PLUS_PRODUCT_MINUS_PRODUCT },
    { "(q - x*y) + z*p", EXPR_CODE_MINUS_PRODUCT_PLUS_PRODUCT },
    { "x/(y*sqrt(y))", EXPR_CODE_ROOT_RDIV },
    { "if(x < y, z, p)", EXPR_CODE_SELECT_LT },
    { "if(x <= y, z, p)", EXPR_CODE_SELECT_LE },
    { "-(x + y)", EXPR_CODE_ADD_NEG },
    { "-(x*y)", EXPR_CODE_MUL_NEG },
    { "-(x*y + z)", EXPR_CODE_MUL_ADD_NEG },
    { "-(x*y*z + p)", EXPR_CODE_MUL_MUL_ADD_NEG },
  };

  for (gsize k = 0; k < G_N_ELEMENTS (cases); k++)
    {
      g_autoptr (ExprGraph) graph = expr_graph_new ();
      ExprValue value = expr_test_add (graph, cases[k].text, expr_test_xyz);
      ExprCode *code = expr_code_new (graph, &value, 1, 5, 0);

      if (code->n_slow != 0 || code->n_fast != 1 || code->fast[0].op != cases[k].op)
        g_error ("'%s' has %d instructions, the first is %d, not %d", cases[k].text, code->n_fast, code->fast[0].op, cases[k].op);
      expr_code_free (code);
    }
}

/* ---- values ---- */

/* The outputs of a graph are compiled to byte code (index 0) and to machine
 * code (index 1). The structure has both programs and their results. */
typedef struct
{
  int n_outputs, n_inputs, first_row;
  ExprWorkspace *workspaces[2];
  double *results[2];
} Pair;

static gboolean
pair_init (Pair *pair, ExprGraph *graph, const ExprValue *outputs, int n_outputs, int n_inputs, int first_fast, ExprProgramFlags flags)
{
  gboolean is_native = FALSE;

  pair->n_outputs = n_outputs;
  pair->n_inputs = n_inputs;
  pair->first_row = MIN (first_fast + 1, n_inputs);
  for (int k = 0; k < 2; k++)
    {
      g_autoptr (ExprProgram) program
          = expr_program_new (graph, outputs, n_outputs, n_inputs, first_fast, flags | (k == 0 ? EXPR_PROGRAM_BYTE_CODE : 0));

      is_native = strcmp (expr_program_backend (program), "machine code") == 0;
      if (k == 0)
        g_assert_false (is_native);
      pair->workspaces[k] = expr_workspace_new (program);
      pair->results[k] = g_new (double, n_outputs);
    }
  return is_native;
}

static void
pair_clear (Pair *pair)
{
  for (int k = 0; k < 2; k++)
    {
      expr_workspace_free (pair->workspaces[k]);
      g_free (pair->results[k]);
    }
}

/* Machine code that takes a row reads the inputs of the row there, and not in the workspace, with the same results. */
static void
compare_row (Pair *pair, const double *inputs)
{
  ExprEntry entry = expr_workspace_entry (pair->workspaces[1]);
  int n = pair->n_inputs - pair->first_row;
  g_autofree double *row = g_memdup2 (inputs + pair->first_row, sizeof (double) * (gsize) n);

  g_assert_false (expr_workspace_entry (pair->workspaces[0]).takes_row);
  if (!entry.takes_row)
    return;
  memset (expr_workspace_inputs (pair->workspaces[1]) + pair->first_row, 0x7f, sizeof (double) * (gsize) n);
  memset (pair->results[1], 0x7f, sizeof (double) * (gsize) pair->n_outputs);
  entry.run (row, entry.registers, pair->results[1]);
  for (int i = 0; i < pair->n_outputs; i++)
    g_assert_true (expr_test_same (pair->results[0][i], pair->results[1][i]));
}

static void
pair_compare (Pair *pair, const double *inputs)
{
  gboolean is_finite = TRUE;

  for (int k = 0; k < 2; k++)
    {
      ExprEntry entry = expr_workspace_entry (pair->workspaces[k]);
      double check;

      memcpy (expr_workspace_inputs (pair->workspaces[k]), inputs, sizeof *inputs * (gsize) pair->n_inputs);
      expr_workspace_prepare (pair->workspaces[k]);
      memset (pair->results[k], 0x7f, sizeof (double) * (gsize) pair->n_outputs);
      check = entry.run (entry.code, entry.registers, pair->results[k]);
      for (int i = 0; k == 0 && i < pair->n_outputs; i++)
        is_finite = is_finite && isfinite (pair->results[0][i]);
      g_assert_true (is_finite ? check == 0 : isnan (check));
    }
  for (int i = 0; i < pair->n_outputs; i++)
    g_assert_true (expr_test_same (pair->results[0][i], pair->results[1][i]));
  compare_row (pair, inputs);
}

/* If machine code cannot run on this computer, the function marks the test as skipped and returns TRUE. */
static gboolean
skips (void)
{
  g_autoptr (ExprGraph) graph = expr_graph_new ();
  ExprValue value = expr_test_add (graph, "x + y", expr_test_xyz);
  g_autoptr (ExprProgram) program = expr_program_new (graph, &value, 1, 5, 0, 0);

  if (strcmp (expr_program_backend (program), "machine code") == 0)
    return FALSE;
  g_test_skip ("this processor or system runs only byte code");
  return TRUE;
}

static double
random_number (GRand *random)
{
  static const double special[] = { 0, -0.0, 1, -1, INFINITY, -INFINITY, NAN, 1e300, 1e-320 };

  if (g_rand_int_range (random, 0, 12) == 0)
    return special[g_rand_int_range (random, 0, G_N_ELEMENTS (special))];
  return g_rand_double_range (random, -3, 3);
}

/* Tests random expressions with all operations of the language, also at numbers such as 0, infinity and NaN. */
static void
test_random (void)
{
  enum { N_OUTPUTS = 8, N_INPUTS = 5 };
  GRand *random;
  int n_rows = 0;

  if (skips ())
    return;
  random = g_rand_new_with_seed (31);
  for (int round = 0; round < 1200; round++)
    {
      g_autoptr (ExprGraph) graph = expr_graph_new ();
      ExprValue outputs[N_OUTPUTS];
      double inputs[N_INPUTS];
      Pair pair;

      for (int k = 0; k < N_OUTPUTS; k++)
        {
          g_autofree char *text = expr_test_random_text (random, 1 + round % 7, FALSE);
          outputs[k] = k == N_OUTPUTS - 1 ? outputs[0] : expr_test_add (graph, text, expr_test_xyz);
        }
      g_assert_true (pair_init (&pair, graph, outputs, N_OUTPUTS, N_INPUTS, g_rand_int_range (random, 0, N_INPUTS + 1),
                                round % 2 == 0 ? 0 : EXPR_PROGRAM_FUSED));
      n_rows += expr_workspace_entry (pair.workspaces[1]).takes_row && pair.first_row < N_INPUTS;
      for (int i = 0; i < 20; i++)
        {
          for (int k = 0; k < N_INPUTS; k++)
            inputs[k] = random_number (random);
          pair_compare (&pair, inputs);
        }
      pair_clear (&pair);
    }
  g_assert_cmpint (n_rows, >, 100);
  g_rand_free (random);
}

/* ---- steps ---- */

enum { STEP_INPUTS = 5, STEP_MOST_STATES = 3, STEP_MOST_STAGES = 7, STEP_MOST_RESULTS = STEP_MOST_STATES * (STEP_MOST_STAGES + 2) };

/* A method with random coefficients, a quarter of which are zero, and random numbers for a step. */
typedef struct
{
  double A[STEP_MOST_STAGES * STEP_MOST_STAGES], b[STEP_MOST_STAGES], c[STEP_MOST_STAGES], errors[2][STEP_MOST_STAGES];
  ExprStepForm form;
  double inputs[STEP_INPUTS], slope[STEP_MOST_STATES], scale[1 + STEP_MOST_STATES], h;
} RandomStep;

static double
random_coefficient (GRand *random)
{
  return g_rand_int_range (random, 0, 4) == 0 ? 0 : g_rand_double_range (random, -1, 1);
}

static void
make_step (RandomStep *step, GRand *random)
{
  const int n = g_rand_int_range (random, 1, STEP_MOST_STATES + 1), s = g_rand_int_range (random, 2, STEP_MOST_STAGES + 1);

  for (int i = 0; i < s; i++)
    {
      for (int j = 0; j < s; j++)
        step->A[i * s + j] = j < i ? random_coefficient (random) : 0;
      step->b[i] = random_coefficient (random);
      step->c[i] = random_coefficient (random);
      step->errors[0][i] = random_coefficient (random);
      step->errors[1][i] = random_coefficient (random);
    }
  step->form = (ExprStepForm){ .n_stages = s, .A = step->A, .b = step->b, .c = step->c, .n_states = n, .first_state = STEP_INPUTS - n };
  step->form.ends_with_slope = g_rand_boolean (random);
  if (step->form.ends_with_slope)
    {
      step->b[s - 1] = 0;
      step->c[s - 1] = 1;
      memcpy (step->A + (s - 1) * s, step->b, sizeof (double) * (gsize) s);
    }
  for (int k = 0; k < g_rand_int_range (random, 0, 3); k++)
    step->form.errors[k] = step->errors[k];
  step->form.norm = (ExprStepNorm){ g_rand_boolean (random), g_rand_boolean (random), g_rand_boolean (random), g_rand_boolean (random) };
}

static void
make_point (RandomStep *step, GRand *random)
{
  for (int k = 0; k < STEP_INPUTS; k++)
    step->inputs[k] = random_number (random);
  for (int d = 0; d < STEP_MOST_STATES; d++)
    step->slope[d] = random_number (random);
  step->h = g_rand_double_range (random, 0, 0.5);
  for (int d = 0; d <= STEP_MOST_STATES; d++)
    step->scale[d] = g_rand_double_range (random, 0, 2);
}

/* Computes the norm as ode-norm.c does. */
static double
norm_of (const RandomStep *step, const double *error, const double *x0, const double *x1)
{
  const ExprStepNorm *norm = &step->form.norm;
  double largest = 0, sum = 0;

  for (int d = 0; d < step->form.n_states; d++)
    {
      double size = norm->ahead && !(fabs (x0[d]) > fabs (x1[d])) ? fabs (x1[d]) : fabs (x0[d]), w = step->scale[1 + d], q;

      q = fabs (error[d]) / (norm->adds ? w + step->scale[0] * size : step->scale[0] * (w > size ? w : size));
      sum += q * q;
      largest = q > largest ? q : largest;
    }
  return norm->rms ? sqrt (sum * (1.0 / step->form.n_states)) : largest;
}

/* Computes the results of a step with calls of the right-hand side, in the order of the program, and returns the norm. */
static double
step_by_calls (const RandomStep *step, ExprWorkspace *rhs, double *results)
{
  const ExprStepForm *form = &step->form;
  const int n = form->n_states, s = form->n_stages, last = form->ends_with_slope ? s - 1 : s;
  const double *x0 = step->inputs + form->first_state;
  double k[STEP_MOST_STAGES][STEP_MOST_STATES], rows[3][STEP_MOST_STATES], *inputs = expr_workspace_inputs (rhs), norm = 0;

  memcpy (k[0], step->slope, sizeof k[0]);
  for (int i = 1; i <= s + 2; i++)
    {
      const double *weights = i == s ? step->b : i > s ? step->errors[i - s - 1] : i < last ? step->A + i * s : step->b;
      double *x = i < s ? inputs + form->first_state : rows[i - s];

      memcpy (inputs, step->inputs, sizeof step->inputs);
      for (int d = 0; d < n; d++)
        {
          double sum = i > s ? 0 : x0[d];

          for (int j = 0; j < (i > s ? s : MIN (i, last)); j++)
            if (weights[j] != 0)
              sum += step->h * weights[j] * k[j][d];
          x[d] = sum;
        }
      if (i >= s)
        continue;
      inputs[form->first_state - 1] = step->inputs[form->first_state - 1] + form->c[i] * step->h;
      expr_workspace_run (rhs, k[i]);
    }
  if (form->norm.is_wanted && form->errors[0] != NULL)
    norm = norm_of (step, rows[1], x0, rows[0]);
  if (form->norm.is_wanted && form->errors[1] != NULL)
    {
      double third = norm_of (step, rows[2], x0, rows[0]), factor = norm > 0 ? norm / sqrt (norm * norm + 0.01 * third * third) : 1;

      for (int d = 0; d < n; d++)
        rows[1][d] *= factor;
      norm = norm_of (step, rows[1], x0, rows[0]);
    }
  for (int d = 0; d < n; d++)
    {
      for (int i = 1; i < s; i++)
        results[(i - 1) * n + d] = k[i][d];
      for (int i = 0; i < 3; i++)
        results[(s - 1 + i) * n + d] = rows[i][d];
    }
  return norm;
}

/* Compares a step in machine code and in byte code with the same step by calls. Returns whether its results are finite; others are compared by
 * nothing, because the integrator makes such a step by calls. */
static gboolean
compare_step (const RandomStep *step, ExprWorkspace *rhs, ExprWorkspace *steps[2])
{
  const ExprStepForm *form = &step->form;
  const int n_errors = (form->errors[0] != NULL) + (form->errors[1] != NULL), n_results = form->n_states * (form->n_stages + n_errors);
  double expected[STEP_MOST_RESULTS], results[2][STEP_MOST_RESULTS] = { { 0 } }, sum = 0, norm;
  ExprStepResult found[2];

  memcpy (expr_workspace_inputs (rhs), step->inputs, sizeof step->inputs);
  expr_workspace_prepare (rhs);
  norm = step_by_calls (step, rhs, expected);
  for (int k = 0; k < 2; k++)
    {
      double *inputs = expr_workspace_inputs (steps[k]), *const x1 = results[k] + form->n_states * (form->n_stages - 1), outputs[STEP_MOST_RESULTS];
      const ExprStepRows rows = { step->inputs + form->first_state, step->slope, step->scale + 1, x1, x1 + form->n_states, x1 - form->n_states };
      const int n_slopes = form->n_states * (form->n_stages - 1 - form->ends_with_slope);

      memcpy (inputs, step->inputs, sizeof (double) * (gsize) form->first_state);
      if (form->norm.is_wanted)
        inputs[expr_step_scale_input (form, STEP_INPUTS)] = step->scale[0];
      expr_workspace_prepare (steps[k]);
      found[k] = expr_workspace_run_step (steps[k], &rows, step->h, outputs);
      memcpy (results[k], outputs, sizeof (double) * (gsize) n_slopes);
      if (n_errors == 2)
        memcpy (x1 + 2 * form->n_states, outputs + (form->n_stages + 1) * form->n_states, sizeof (double) * (gsize) form->n_states);
    }
  for (int k = 0; k < form->n_states * form->n_stages; k++)
    sum += expected[k] * 0;
  if (sum != 0)
    g_assert_false (isfinite (found[0].check) || isfinite (found[1].check));
  if (!isfinite (found[0].check) || !isfinite (found[1].check))
    return FALSE;
  for (int k = 0; k < 2; k++)
    {
      g_assert_cmpmem (results[k], sizeof (double) * (gsize) n_results, expected, sizeof (double) * (gsize) n_results);
      g_assert_cmpfloat (found[k].norm, ==, norm);
    }
  return TRUE;
}

/* Tests steps with random methods and random right-hand sides, of which some are an input or do not depend on t. */
static void
test_steps (void)
{
  GRand *random;
  int n_finite = 0, n_compiled = 0;

  if (skips ())
    return;
  random = g_rand_new_with_seed (47);
  for (int round = 0; round < 600; round++)
    {
      const ExprProgramFlags flags = round % 2 == 0 ? 0 : EXPR_PROGRAM_FUSED;
      g_autoptr (ExprGraph) graph = expr_graph_new ();
      g_autoptr (ExprProgram) rhs = NULL;
      g_autoptr (ExprWorkspace) calls = NULL;
      ExprValue outputs[STEP_MOST_STATES];
      ExprWorkspace *steps[2] = { NULL, NULL };
      RandomStep step = { .h = 0 };

      make_step (&step, random);
      for (int d = 0; d < step.form.n_states; d++)
        {
          g_autofree char *text = expr_test_random_text (random, 1 + round % 4, round % 3 == 0);
          outputs[d] = round % 5 == 0 && d == 0 ? expr_graph_input (graph, STEP_INPUTS - 1) : expr_test_add (graph, text, expr_test_xyz);
        }
      rhs = expr_program_new (graph, outputs, step.form.n_states, STEP_INPUTS, step.form.first_state - 1, flags | EXPR_PROGRAM_BYTE_CODE);
      calls = expr_workspace_new (rhs);
      for (int k = 0; k < 2; k++)
        {
          g_autoptr (ExprProgram) program = expr_program_new_step (rhs, &step.form, flags | (k == 0 ? EXPR_PROGRAM_BYTE_CODE : 0));

          if (program == NULL)
            continue;
          g_assert_cmpint (expr_program_is_native (program), ==, k);
          steps[k] = expr_workspace_new (program);
        }
      g_assert_cmpint (steps[0] != NULL, ==, steps[1] != NULL);
      n_compiled += steps[0] != NULL;
      for (int i = 0; i < 20 && steps[0] != NULL; i++)
        {
          make_point (&step, random);
          n_finite += compare_step (&step, calls, steps);
        }
      expr_workspace_free (steps[0]);
      expr_workspace_free (steps[1]);
    }
  g_assert_cmpint (n_compiled, >, 500);
  g_assert_cmpint (n_finite, >, 1000);
  g_rand_free (random);
}

/* Many more values are needed at the same time than there are vector
 * registers, and functions are called between their uses. */
static void
test_pressure (void)
{
  enum { N_INPUTS = 40, N_VALUES = 400, N_OUTPUTS = 60 };
  static const char *const operations[] = { "+", "-", "*", "/", "+", "*", "-", "min", "sin", "sqrt", "abs", "-x" };
  GRand *random;
  double inputs[N_INPUTS];

  if (skips ())
    return;
  random = g_rand_new_with_seed (8);
  for (int round = 0; round < 60; round++)
    {
      g_autoptr (ExprGraph) graph = expr_graph_new ();
      ExprValue values[N_VALUES], outputs[N_OUTPUTS];
      Pair pair;

      for (int k = 0; k < N_VALUES; k++)
        {
          /* Every second round contains no function calls, because a call
           * saves all registers to memory. */
          const char *name = operations[g_rand_int_range (random, 0, round % 2 == 0 ? 7 : G_N_ELEMENTS (operations))];
          gboolean is_unary = strlen (name) > 1 && strcmp (name, "min") != 0;
          ExprValue operands[2];

          if (k < N_INPUTS)
            {
              values[k] = expr_graph_input (graph, k);
              continue;
            }
          for (int i = 0; i < 2; i++)
            operands[i] = values[g_rand_int_range (random, 0, k)];
          values[k] = expr_graph_apply (graph, strcmp (name, "-x") == 0 ? "-" : name, operands, is_unary ? 1 : 2);
        }
      for (int k = 0; k < N_OUTPUTS; k++)
        outputs[k] = values[g_rand_int_range (random, 0, N_VALUES)];
      g_assert_true (pair_init (&pair, graph, outputs, N_OUTPUTS, N_INPUTS, round % 3 == 0 ? 20 : 0,
                                round % 4 < 2 ? 0 : EXPR_PROGRAM_FUSED));
      for (int i = 0; i < 20; i++)
        {
          for (int k = 0; k < N_INPUTS; k++)
            inputs[k] = g_rand_double_range (random, -2, 2);
          pair_compare (&pair, inputs);
        }
      pair_clear (&pair);
    }
  g_rand_free (random);
}

/* Tests programs whose memory cells and outputs need offsets of more than 8 bits, and outputs that are inputs or constants. */
static void
test_far (void)
{
  enum { N = 3000 };
  g_autoptr (ExprGraph) graph = expr_graph_new ();
  g_autofree ExprValue *outputs = g_new (ExprValue, N);
  g_autofree double *inputs = g_new (double, N);
  Pair pair;

  if (skips ())
    return;
  for (int k = 0; k < N; k++)
    {
      ExprValue operands[2] = { expr_graph_input (graph, k), expr_graph_input (graph, (k * 7 + 1) % N) };

      outputs[k] = k % 5 == 0   ? operands[0]
                   : k % 5 == 1 ? expr_graph_constant (graph, k)
                                : expr_graph_apply (graph, k % 5 == 2 ? "sin" : k % 5 == 3 ? "*" : "-", operands, k % 5 == 2 ? 1 : 2);
      inputs[k] = 0.01 * k - 7;
    }
  g_assert_true (pair_init (&pair, graph, outputs, N, N, 0, EXPR_PROGRAM_FUSED));
  pair_compare (&pair, inputs);
  g_assert_cmpfloat (pair.results[1][5], ==, inputs[5]);
  g_assert_cmpfloat (pair.results[1][2996], ==, 2996);
  pair_clear (&pair);
}

#ifdef __linux__
/* With this option, which Linux has since version 6.3, memory that was
 * writable can never become executable. */
#define SET_MDWE 65
#define GET_MDWE 66
#define REFUSE_EXECUTABLE_GAIN 1

static void
test_forbidden_child (void)
{
  g_autoptr (ExprGraph) graph = expr_graph_new ();
  ExprValue value = expr_test_add (graph, "x*y + z", expr_test_xyz);

  if (prctl (SET_MDWE, REFUSE_EXECUTABLE_GAIN, 0, 0, 0) != 0)
    {
      g_print ("this kernel cannot forbid it\n");
      return;
    }
  g_autoptr (ExprProgram) program = expr_program_new (graph, &value, 1, 5, 0, 0);
  g_autoptr (ExprWorkspace) workspace = expr_workspace_new (program);
  double result;

  memcpy (expr_workspace_inputs (workspace), (double[]){ 2, 3, 4, 0, 0 }, 5 * sizeof (double));
  expr_workspace_run (workspace, &result);
  g_print ("%s: %g\n", expr_program_backend (program), result);
}

/* Returns whether the system permits to execute memory that was written before. */
static gboolean
can_execute (void)
{
  void *memory = mmap (NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  gboolean can;

  if (memory == MAP_FAILED)
    return FALSE;
  can = mprotect (memory, 4096, PROT_READ | PROT_EXEC) == 0;
  munmap (memory, 4096);
  return can;
}

/* Machine code is used wherever the processor and the system permit it. */
static void
test_used (void)
{
  g_autoptr (ExprGraph) graph = expr_graph_new ();
  ExprValue value = expr_test_add (graph, "x*y + z", expr_test_xyz);
  g_autoptr (ExprProgram) program = expr_program_new (graph, &value, 1, 5, 0, 0);

#if defined (__x86_64__)
  if (__builtin_cpu_supports ("avx2") && __builtin_cpu_supports ("fma") && can_execute ())
    {
      g_assert_cmpstr (expr_program_backend (program), ==, "machine code");
      return;
    }
#endif
  g_assert_cmpstr (expr_program_backend (program), ==, "byte code");
}

/* If the system forbids executable memory, byte code is used. */
static void
test_forbidden (void)
{
  g_test_trap_subprocess ("/native/byte-code-is-used-if-executable-memory-is-forbidden/subprocess", 0, 0);
  g_test_trap_assert_passed ();
  if (prctl (GET_MDWE, 0, 0, 0, 0) < 0)
    g_test_trap_assert_stdout ("*this kernel cannot forbid it*");
  else
    g_test_trap_assert_stdout ("*byte code: 10*");
}
#endif

/* Many programs share the memory of machine code, which is freed when the last one of them is freed. No page is writable and executable. */
static void
test_memory (void)
{
  enum { N = 300, ROUNDS = 3000 };
  ExprWorkspace *workspaces[N] = { NULL };
  GRand *random;

  if (skips ())
    return;
  random = g_rand_new_with_seed (35);
  for (int round = 0; round < ROUNDS; round++)
    {
      int k = g_rand_int_range (random, 0, N);
      double found;

      if (workspaces[k] == NULL)
        {
          g_autoptr (ExprGraph) graph = expr_graph_new ();
          ExprValue arguments[] = { expr_graph_input (graph, 0), expr_graph_constant (graph, k) }, value = expr_graph_apply (graph, "*", arguments, 2);
          g_autoptr (ExprProgram) program = expr_program_new (graph, &value, 1, 1, 0, 0);

          g_assert_true (expr_program_is_native (program));
          workspaces[k] = expr_workspace_new (program);
          expr_workspace_inputs (workspaces[k])[0] = 2;
          continue;
        }
      expr_workspace_run (workspaces[k], &found);
      g_assert_cmpfloat (found, ==, 2 * k);
      if (round % 3 == 0)
        g_clear_pointer (&workspaces[k], expr_workspace_free);
    }
#ifdef __linux__
  g_autofree char *maps = NULL;
  g_assert_true (g_file_get_contents ("/proc/self/maps", &maps, NULL, NULL));
  g_assert_nonnull (strstr (maps, "r-xp"));
  g_assert_null (strstr (maps, "rwx"));
#endif
  for (int k = 0; k < N; k++)
    expr_workspace_free (workspaces[k]);
  g_rand_free (random);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/native/each-operation-is-compiled-to-the-expected-instructions", test_formulas);
  g_test_add_func ("/expr/native/common-patterns-of-operations-are-one-instruction", test_instructions);
  g_test_add_func ("/native/machine-code-and-byte-code-of-random-expressions-give-the-same-bits", test_random);
  g_test_add_func ("/native/steps-of-random-methods-have-the-same-bits-in-one-program-and-by-calls", test_steps);
  g_test_add_func ("/native/machine-code-with-more-values-than-registers-gives-the-same-bits-as-byte-code", test_pressure);
  g_test_add_func ("/native/machine-code-can-address-thousands-of-inputs-and-outputs", test_far);
#ifdef __linux__
  g_test_add_func ("/native/machine-code-is-used-where-the-system-permits-it", test_used);
  g_test_add_func ("/native/byte-code-is-used-if-executable-memory-is-forbidden", test_forbidden);
  g_test_add_func ("/native/byte-code-is-used-if-executable-memory-is-forbidden/subprocess", test_forbidden_child);
#endif
  g_test_add_func ("/native/programs-share-memory-that-is-never-writable-and-executable", test_memory);
  return g_test_run ();
}
