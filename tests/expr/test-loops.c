/* Tests that code of arrays is found to be loops, and that machine code with loops has the bits of byte code, for one point and in lanes. */
#include "expr-backend.h"
#include "expr-code.h"
#include "expr-look.h"
#include "expr-loops.h"
#include "expr-test.h"

#include <math.h>
#include <string.h>

enum { MOST = 97, N_PARAMETERS = 2, MOST_INPUTS = N_PARAMETERS + 2 * MOST, MOST_OUTPUTS = 4 * MOST };

/* An array model: parameters, then one or two arrays of n numbers, and expressions of each element. */
typedef struct
{
  ExprGraph *graph;
  int n, n_inputs, n_outputs;
  ExprValue outputs[MOST_OUTPUTS];
} Arrays;

static int
element (const Arrays *arrays, int field, int i)
{
  return N_PARAMETERS + field * arrays->n + i;
}

/* Gives a variable of an expression another name. */
static void
rename_variable (char *text, char from, char to)
{
  for (char *at = text; *at != '\0'; at++)
    if (*at == from && (at == text || !g_ascii_isalpha (at[-1])) && !g_ascii_isalpha (at[1]))
      *at = to;
}

/* Adds an expression in which x, y and z are the inputs with these numbers and p and q the parameters. */
static ExprValue
add (Arrays *arrays, const char *text, int x, int y, int z)
{
  const char *names[MOST_INPUTS + 1] = { "p", "q" };
  g_autofree char *renamed = g_strdup (text);

  for (int k = N_PARAMETERS; k < arrays->n_inputs; k++)
    names[k] = k == x ? "x" : k == y ? "y" : k == z ? "z" : "-";
  /* An input has one name. */
  if (y == x || y < 0)
    rename_variable (renamed, 'y', 'x');
  if (z == x || z == y || z < 0)
    rename_variable (renamed, 'z', z == y && y != x && y >= 0 ? 'y' : 'x');
  return expr_test_add (arrays->graph, renamed, names);
}

static void
arrays_init (Arrays *arrays, int n, int n_fields)
{
  arrays->graph = expr_graph_new ();
  arrays->n = n;
  arrays->n_inputs = N_PARAMETERS + n_fields * n;
  arrays->n_outputs = 0;
}

static ExprLoops *
loops_of (const Arrays *arrays, int first_fast)
{
  ExprCode *code = expr_code_new (arrays->graph, arrays->outputs, arrays->n_outputs, arrays->n_inputs, first_fast);
  ExprLoops *loops;

  g_assert_true (expr_loops_find (code, &loops));
  expr_code_free (code);
  return loops;
}

/* Compares byte code, machine code and lanes at random points, which may have special numbers. */
static void
compare (const Arrays *arrays, GRand *random, int first_fast, ExprProgramFlags flags, gboolean is_special)
{
  static const double special[] = { 0, -0.0, 1, -1, INFINITY, -INFINITY, NAN, 1e300, 1e-320 };
  g_autoptr (ExprProgram) reference
      = expr_program_new (arrays->graph, arrays->outputs, arrays->n_outputs, arrays->n_inputs, first_fast, flags | EXPR_PROGRAM_BYTE_CODE);
  g_autoptr (ExprProgram) program = expr_program_new (arrays->graph, arrays->outputs, arrays->n_outputs, arrays->n_inputs, first_fast, flags);
  g_autoptr (ExprWorkspace) by_byte_code = expr_workspace_new (reference);
  g_autoptr (ExprWorkspace) workspace = expr_workspace_new (program);
  g_autoptr (ExprBatch) batch = expr_batch_new (program);

  for (int round = 0; round < 4; round++)
    {
      double expected[MOST_OUTPUTS], found[MOST_OUTPUTS], inputs[MOST_INPUTS];
      ExprEntry entry = expr_workspace_entry (workspace);
      gboolean is_finite = TRUE;
      double check;

      for (int k = 0; k < arrays->n_inputs; k++)
        inputs[k] = is_special && g_rand_int_range (random, 0, 40) == 0 ? special[g_rand_int_range (random, 0, G_N_ELEMENTS (special))]
                                                                         : g_rand_double_range (random, -3, 3);
      memcpy (expr_workspace_inputs (by_byte_code), inputs, sizeof (double) * (gsize) arrays->n_inputs);
      memcpy (expr_workspace_inputs (workspace), inputs, sizeof (double) * (gsize) arrays->n_inputs);
      expr_workspace_prepare (by_byte_code);
      expr_workspace_prepare (workspace);
      memset (found, 0x7f, sizeof found);
      expr_workspace_run (by_byte_code, expected);
      check = entry.run (entry.code, entry.registers, found);
      for (int k = 0; k < arrays->n_inputs; k++)
        for (int lane = 0; lane < 8; lane++)
          expr_batch_inputs (batch)[k * EXPR_LANES + lane] = inputs[k];
      g_assert_true (expr_batch_prepare (batch, 8) && expr_batch_evaluate (batch, 8));
      for (int k = 0; k < arrays->n_outputs; k++)
        {
          if (!expr_test_same (expected[k], found[k]) || !expr_test_same (expected[k], expr_batch_output (batch, k)[round]))
            g_error ("output %d of %d is %.17g by byte code, %.17g by machine code, %.17g in lanes", k, arrays->n_outputs, expected[k], found[k],
                     expr_batch_output (batch, k)[round]);
          is_finite = is_finite && isfinite (expected[k]);
        }
      g_assert_true (is_finite ? check == 0 : isnan (check));
    }
}

static int
n_single (const ExprLoops *loops)
{
  int n = 0;

  for (guint k = 0; k < loops->parts->len; k++)
    n += g_array_index (loops->parts, ExprPart, k).loop < 0 ? g_array_index (loops->parts, ExprPart, k).n_instructions : 0;
  return n;
}

/* ---- shapes ---- */

typedef enum { FREE_ENDS, PERIODIC, MIRRORED, SHUFFLED } Edges;

static void
add_field (Arrays *arrays, const char *text, const char *end_text, Edges edges, int field, int n_fields)
{
  const int n = arrays->n;

  for (int i = 0; i < n; i++)
    {
      int left = i - 1, right = i + 1;

      if (edges == PERIODIC)
        {
          left = (left + n) % n;
          right %= n;
        }
      else if (edges == MIRRORED)
        {
          left = ABS (left);
          right = right == n ? n - 2 : right;
        }
      else if (edges == SHUFFLED)
        {
          left = (i * 7 + 3) % n;
          right = (i * 5 + 1) % n;
        }
      if (edges == FREE_ENDS && (left < 0 || right == n))
        arrays->outputs[arrays->n_outputs++] = add (arrays, end_text, element (arrays, field, i), -1, -1);
      else
        arrays->outputs[arrays->n_outputs++]
            = add (arrays, text, element (arrays, field, i), element (arrays, n_fields - 1 - field, right), element (arrays, n_fields - 1 - field, left));
    }
}

/* A diffusion has one loop for the elements inside, and single instructions only for the edges. */
static void
test_neighbours (void)
{
  GRand *random = g_rand_new_with_seed (5);

  for (int n = 4; n < MOST; n += 1 + n / 8)
    for (Edges edges = FREE_ENDS; edges <= MIRRORED; edges++)
      {
        Arrays arrays;
        ExprLoops *loops;

        arrays_init (&arrays, n, 1);
        add_field (&arrays, "p*(y - 2*x + z) + x*(1 - x)/(1 + x^2)", "-x", edges, 0, 1);
        loops = loops_of (&arrays, 0);
        if (n > 24)
          {
            g_assert_nonnull (loops);
            g_test_message ("%d elements, edges %d: %u parts, %d single instructions, %u copies", n, edges, loops->parts->len, n_single (loops), loops->copies->len);
            g_assert_cmpint (loops->parts->len, <=, edges == FREE_ENDS ? 3 : 5);
            g_assert_cmpint (n_single (loops), <=, 20);
            for (guint k = 0; k < loops->copies->len; k++)
              g_assert_cmpint (g_array_index (loops->copies, ExprLoopCopy, k).n, <=, 1);
          }
        expr_loops_free (loops);
        compare (&arrays, random, 0, 0, FALSE);
        compare (&arrays, random, N_PARAMETERS, EXPR_PROGRAM_FUSED, TRUE);
        expr_graph_free (arrays.graph);
      }
  g_rand_free (random);
}

/* Adds the sums over all other elements, as in systems of bodies. */
static void
add_pairs (Arrays *arrays, const char *text)
{
  for (int i = 0; i < arrays->n; i++)
    {
      ExprValue sum = expr_graph_constant (arrays->graph, 0);

      for (int j = 0; j < arrays->n; j++)
        if (j != i)
          {
            g_autofree char *term = g_strdup_printf ("%d*(%s)", j + 1, text);

            sum = expr_graph_binary (arrays->graph, EXPR_OP_ADD, sum, add (arrays, term, element (arrays, 0, i), element (arrays, 0, j), -1));
          }
      arrays->outputs[arrays->n_outputs++] = sum;
    }
}

static void
test_pairs (void)
{
  GRand *random = g_rand_new_with_seed (6);

  for (int n = 4; n < 24; n += 1 + n / 6)
    {
      Arrays arrays;
      ExprLoops *loops;

      arrays_init (&arrays, n, 1);
      add_pairs (&arrays, "(y - x)/(1 + (y - x)^2)^1.5");
      loops = loops_of (&arrays, 0);
      if (n > 10)
        {
          g_assert_nonnull (loops);
          g_assert_cmpint (n_single (loops), <=, 6 * n);
        }
      expr_loops_free (loops);
      compare (&arrays, random, 0, 0, FALSE);
      compare (&arrays, random, 0, EXPR_PROGRAM_FUSED, TRUE);
      expr_graph_free (arrays.graph);

      arrays_init (&arrays, n, 1);
      add_pairs (&arrays, "sin(y - x)*cos(x) + p");
      compare (&arrays, random, N_PARAMETERS, 0, TRUE);
      compare (&arrays, random, 0, EXPR_PROGRAM_FUSED, FALSE);
      expr_graph_free (arrays.graph);
    }
  g_rand_free (random);
}

/* Every element has a constant of its own, which the loop reads from a row of constants. */
static void
test_constants (void)
{
  GRand *random = g_rand_new_with_seed (7);
  Arrays arrays;
  ExprLoops *loops;

  arrays_init (&arrays, 67, 1);
  for (int i = 0; i < arrays.n; i++)
    {
      g_autofree char *text = g_strdup_printf ("%.17g*x - x^3/%d", sin (i), i % 5 + 2);

      arrays.outputs[arrays.n_outputs++] = add (&arrays, text, element (&arrays, 0, i), -1, -1);
    }
  loops = loops_of (&arrays, 0);
  g_assert_nonnull (loops);
  g_assert_cmpint (n_single (loops), ==, 0);
  g_assert_cmpint (loops->constants->len, >=, 67);
  expr_loops_free (loops);
  compare (&arrays, random, 0, 0, TRUE);
  compare (&arrays, random, 0, EXPR_PROGRAM_FUSED, TRUE);
  expr_graph_free (arrays.graph);
  g_rand_free (random);
}

/* Outputs in other orders than the elements, repeated ones, and outputs that are inputs. */
static void
test_outputs (void)
{
  GRand *random = g_rand_new_with_seed (9);

  for (int round = 0; round < 60; round++)
    {
      Arrays arrays;
      int first = 0;

      arrays_init (&arrays, g_rand_int_range (random, 4, 50), 1);
      add_field (&arrays, "(y - x)*(x + q) - p*z", "x*p", (Edges) (round % 4), 0, 1);
      for (int k = arrays.n - 1; k >= 0 && round % 5 > 0; k--)
        arrays.outputs[arrays.n_outputs++]
            = round % 5 == 1 || k % 3 == 0 ? arrays.outputs[k] : expr_graph_input (arrays.graph, element (&arrays, 0, (k * round) % arrays.n));
      for (int k = 0; k < arrays.n && round % 3 == 0; k++)
        arrays.outputs[arrays.n_outputs++] = expr_graph_input (arrays.graph, element (&arrays, 0, k));
      for (int k = 0; round % 7 == 0 && k < 10; k++)
        {
          int other = g_rand_int_range (random, first, arrays.n_outputs);
          ExprValue swapped = arrays.outputs[first];

          arrays.outputs[first] = arrays.outputs[other];
          arrays.outputs[other] = swapped;
          first++;
        }
      compare (&arrays, random, round % 2 == 0 ? 0 : N_PARAMETERS, round % 4 < 2 ? 0 : EXPR_PROGRAM_FUSED, round % 3 == 0);
      expr_graph_free (arrays.graph);
    }
  g_rand_free (random);
}

/* Random expressions of the elements and their neighbours, with all operations of the language. */
static void
test_random (void)
{
  GRand *random = g_rand_new_with_seed (31);
  int n_with_loops = 0;

  for (int round = 0; round < 400; round++)
    {
      int n = g_rand_int_range (random, 3, round % 10 == 0 ? MOST : 56), n_fields = g_rand_int_range (random, 1, 3);
      int first_fast = g_rand_boolean (random) ? 0 : N_PARAMETERS;
      Arrays arrays;
      ExprLoops *loops;

      arrays_init (&arrays, n, n_fields);
      for (int field = 0; field < n_fields; field++)
        {
          g_autofree char *text = expr_test_random_text (random, 1 + round % 5, FALSE), *end_text = expr_test_random_text (random, 1, FALSE);
          add_field (&arrays, text, end_text, (Edges) g_rand_int_range (random, FREE_ENDS, SHUFFLED + 1), field, n_fields);
        }
      loops = loops_of (&arrays, first_fast);
      n_with_loops += loops != NULL;
      expr_loops_free (loops);
      compare (&arrays, random, first_fast, round % 2 == 0 ? 0 : EXPR_PROGRAM_FUSED, round % 3 > 0);
      expr_graph_free (arrays.graph);
    }
  g_assert_cmpint (n_with_loops, >, 80);
  g_rand_free (random);
}

/* ---- requests to end ---- */

static gboolean
count_down (gpointer user)
{
  int *left = user;

  return --*left >= 0;
}

/* Compilation and evaluation of large arrays look for a request to end, and end at any look. */
static void
test_look (void)
{
  enum { N = 4000 };
  g_autoptr (ExprGraph) graph = expr_graph_new ();
  g_autofree ExprValue *outputs = g_new (ExprValue, N);
  g_autofree double *results = g_new (double, N);
  g_autoptr (ExprWorkspace) workspace = NULL;
  int looks = 0;

  for (int i = 0; i < N; i++)
    {
      ExprValue x = expr_graph_input (graph, i), y = expr_graph_input (graph, (i + 1) % N), difference = expr_graph_binary (graph, EXPR_OP_SUB, y, x);

      outputs[i] = expr_graph_binary (graph, EXPR_OP_DIV, expr_graph_binary (graph, EXPR_OP_MUL, difference, x),
                                      expr_graph_unary (graph, EXPR_OP_SIN, difference));
    }
  for (int most = 0; workspace == NULL; most += 1 + most / 3)
    {
      int left = most;
      ExprLook before = expr_look_set ((ExprLook){ count_down, &left });
      g_autoptr (ExprProgram) program = expr_program_new (graph, outputs, N, N, 0, 0);

      expr_look_set (before);
      g_assert_true (program != NULL || left < 0);
      if (program != NULL)
        workspace = expr_workspace_new (program);
    }
  for (int i = 0; i < N; i++)
    expr_workspace_inputs (workspace)[i] = 1 + 1.0 / (i + 1);
  for (gboolean ended = TRUE; ended; looks++)
    {
      int left = looks;
      ExprLook before = expr_look_set ((ExprLook){ count_down, &left });

      expr_workspace_run (workspace, results);
      expr_look_set (before);
      ended = left < 0;
      for (int i = 0; i < N; i++)
        g_assert_true (ended ? isnan (results[i]) : isfinite (results[i]));
    }
  g_assert_cmpint (looks, >, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/loops/neighbours-in-arrays-are-loops-with-the-same-bits", test_neighbours);
  g_test_add_func ("/loops/sums-over-pairs-are-loops-with-the-same-bits", test_pairs);
  g_test_add_func ("/loops/constants-of-the-elements-are-a-row", test_constants);
  g_test_add_func ("/loops/outputs-may-be-in-any-order", test_outputs);
  g_test_add_func ("/loops/random-arrays-have-the-same-bits-in-byte-code-machine-code-and-lanes", test_random);
  g_test_add_func ("/loops/compilation-and-evaluation-of-arrays-end-at-any-look", test_look);
  return g_test_run ();
}
