/* Tests the promise that elementary functions have the same bits on every processor, in byte code, machine code and lanes, and that they
 * are accurate. */
#include "expr-backend.h"
#include "expr-test.h"

#include <math.h>
#include <string.h>

/* Points for each function: a multiple of EXPR_LANES. */
#define N 16384

typedef struct
{
  const char *text; /* in x and y */
  guint64 hash;     /* of the bits of all values, see hash_values */
} Row;

/* The hashes were recorded once. They depend on no processor and no compiler: a change means that results of runs change, so that the name
 * of the functions must change too (ELEMENTARY_NAME). */
static const Row rows[] = {
#include "elementary-hashes.inc"
};

/* Fills x with arguments of both signs and of magnitudes from 1e-300 to 1e300, most of them between 1e-6 and 1e6. A linear congruential
 * sequence (Knuth, The Art of Computer Programming 2, section 3.3.4, line 26) is used, since the arguments must not depend on a function.
 */
static void
make_points (double *x, guint64 seed)
{
  static const double special[] = { 0, -0.0, INFINITY, -INFINITY, NAN, 1, -1, 0.5, -0.5, M_PI, M_PI / 2, 708, 710, -745, 1e-310, 3e5 };
  guint64 state = seed;

  for (int k = 0; k < N; k++)
    {
      state = state * 6364136223846793005u + 1442695040888963407u;
      guint64 bits = state >> 12 | (guint64)1023 << 52;
      double mantissa, sign;

      memcpy (&mantissa, &bits, sizeof mantissa);
      state = state * 6364136223846793005u + 1442695040888963407u;
      int range = k % 16 == 0 ? 1000 : k % 2 == 0 ? 20 : 3;
      sign = state >> 63 ? -1 : 1;
      x[k] = sign * ldexp (mantissa, (int)(state >> 20) % (2 * range) - range);
      if (k < (int)G_N_ELEMENTS (special))
        x[k] = special[(guint64)k * seed % G_N_ELEMENTS (special)];
    }
}

/* Returns the FNV-1a hash (Fowler, Noll and Vo, RFC draft-eastlake-fnv) of the bits, where all NaN count as one number. */
static guint64
hash_values (const double *values)
{
  guint64 hash = 14695981039346656037u;

  for (int k = 0; k < N; k++)
    {
      guint64 bits;
      double value = isnan (values[k]) ? 0.125 : values[k];

      memcpy (&bits, &value, sizeof bits);
      for (int byte = 0; byte < 8; byte++)
        hash = (hash ^ (bits >> 8 * byte & 255)) * 1099511628211u;
    }
  return hash;
}

/* Evaluates a text at all points: one by one, or in lanes. */
static void
evaluate (const char *text, ExprProgramFlags flags, gboolean in_lanes, double *values)
{
  g_autoptr (ExprGraph) graph = expr_graph_new ();
  ExprValue value = expr_test_add (graph, text, expr_test_xyz);
  g_autoptr (ExprProgram) program = expr_program_new (graph, &value, 1, 2, 0, flags);
  g_autofree double *x = g_new (double, 2 * N);

  make_points (x, 1);
  make_points (x + N, 5);
  if (in_lanes)
    {
      g_autoptr (ExprBatch) batch = expr_batch_new (program);

      for (int start = 0; start < N; start += EXPR_LANES)
        expr_test_run_batch (batch, 2, 1, x + start, values + start, EXPR_LANES, N);
    }
  else
    {
      g_autoptr (ExprWorkspace) workspace = expr_workspace_new (program);

      for (int k = 0; k < N; k++)
        {
          expr_workspace_inputs (workspace)[0] = x[k];
          expr_workspace_inputs (workspace)[1] = x[N + k];
          expr_workspace_run (workspace, &values[k]);
        }
    }
}

static void
test_hashes (void)
{
  g_autofree double *values = g_new (double, N);

  for (gsize k = 0; k < G_N_ELEMENTS (rows); k++)
    {
      evaluate (rows[k].text, 0, FALSE, values);
      if (hash_values (values) != rows[k].hash)
        {
          g_test_message ("{ \"%s\", G_GUINT64_CONSTANT (0x%016" G_GINT64_MODIFIER "x) },", rows[k].text, hash_values (values));
          g_test_fail ();
        }
    }
}

/* All ways to evaluate give the same bits: byte code and machine code, one point and lanes, with the setting fast_math and without. Only
 * the products and sums of a fused program differ from those of another. */
static void
test_ways (void)
{
  static const char *const fused_texts[] = { "x*y + sin(x)", "exp(-x^2/9)*cos(y) - y*x", "(x - y)*(x + y) + tanh(x)*y", "x^y - x*y" };
  g_autofree double *expected = g_new (double, N), *values = g_new (double, N);

  for (gsize k = 0; k < G_N_ELEMENTS (rows) + G_N_ELEMENTS (fused_texts); k++)
    {
      const char *text = k < G_N_ELEMENTS (rows) ? rows[k].text : fused_texts[k - G_N_ELEMENTS (rows)];

      for (int fused = 0; fused < 2; fused++)
        {
          if (fused == 0 || k >= G_N_ELEMENTS (rows))
            evaluate (text, (fused ? EXPR_PROGRAM_FUSED : 0) | EXPR_PROGRAM_BYTE_CODE, FALSE, expected);
          for (int way = 0; way < 4; way++)
            {
              evaluate (text, (fused ? EXPR_PROGRAM_FUSED : 0) | (way & 1 ? EXPR_PROGRAM_BYTE_CODE : 0), way >= 2, values);
              for (int i = 0; i < N; i++)
                if (!expr_test_same (values[i], expected[i]))
                  {
                    g_test_message ("%s, fused %d, way %d, point %d: %a, not %a", text, fused, way, i, values[i], expected[i]);
                    g_test_fail ();
                    break;
                  }
            }
        }
    }
}

/* The C library chooses other code for its functions if it believes that the processor has no AVX2 and no FMA. A child process that is told
 * so finds the same hashes. */
static void
test_masked_processor (void)
{
  static const char *const masks[] = { "glibc.cpu.hwcaps=-AVX2,-FMA,-AVX512F",
                                       "glibc.cpu.hwcaps=-AVX2,-AVX2_Usable,-FMA,-FMA_Usable,-FMA4,-AVX,-SSE4_1" };

  for (gsize k = 0; k < G_N_ELEMENTS (masks); k++)
    {
      g_auto (GStrv) environment = g_environ_setenv (g_get_environ (), "GLIBC_TUNABLES", masks[k], TRUE);
      char *arguments[] = { (char *)"/proc/self/exe", (char *)"-p",
                            (char *)"/expr/elementary/the-bits-of-each-function-are-the-recorded-ones", NULL };
      g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL), *output = NULL;
      g_autoptr (GError) error = NULL;
      int status;

      arguments[0] = self;
      g_assert_true (g_spawn_sync (NULL, arguments, environment, 0, NULL, NULL, &output, NULL, &status, &error));
      g_assert_no_error (error);
      g_assert_true (g_spawn_check_wait_status (status, NULL));
      g_assert_nonnull (strstr (output, "ok 1"));
    }
}

/* The values are compared with those of the functions for long double of the C library, which have 11 bits more. The bounds are those that
 * the sources state, or a half more than the largest error that was found for 10^7 arguments. */
static void
test_accuracy (void)
{
#define R(name, bound, least, most)                                                                                                        \
  {                                                                                                                                        \
#name, name, name##l, bound, least, most                                                                                               \
  }
  static const struct
  {
    const char *name;
    double (*function) (double);
    long double (*exact) (long double);
    double bound, least, most;
  } functions[] = {
    R (sin, 0.8, -1e5, 1e5), R (cos, 0.8, -1e5, 1e5), R (tan, 1, -1e5, 1e5),  R (asin, 1, -1, 1),      R (acos, 1, -1, 1),
    R (atan, 1, -30, 30),    R (sinh, 2, -9, 9),      R (cosh, 2, -9, 9),     R (tanh, 2.5, -9, 9),    R (asinh, 3, -9, 9),
    R (acosh, 3, 1, 90),     R (atanh, 3, -1, 1),     R (exp, 0.52, -99, 99), R (exp2, 0.52, -99, 99), R (expm1, 1, -9, 9),
    R (log, 0.53, 0, 9),     R (log2, 0.56, 0, 9),    R (log10, 1, 0, 9),     R (log1p, 1, -1, 9),     R (cbrt, 0.7, -9, 9),
    R (erf, 1, -5, 5),       R (tgamma, 10, 0.1, 20),
  };
#undef R
  g_autoptr (GRand) random = g_rand_new_with_seed (3);

  if (LDBL_MANT_DIG <= DBL_MANT_DIG)
    {
      g_test_skip ("long double is double");
      return;
    }
  for (gsize k = 0; k < G_N_ELEMENTS (functions); k++)
    {
      double worst = 0, at = 0;

      for (int i = 0; i < 40000; i++)
        {
          double x = g_rand_double_range (random, functions[k].least, functions[k].most), y = functions[k].function (x);
          long double exact = functions[k].exact ((long double)x);
          double ulp = fabs (nextafter (y, INFINITY) - y), error = (double)fabsl ((long double)y - exact) / ulp;

          if (error > worst)
            {
              worst = error;
              at = x;
            }
        }
      g_test_message ("%s: at most %.3f ulp, at %.17g", functions[k].name, worst, at);
      g_assert_cmpfloat (worst, <=, functions[k].bound);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/expr/elementary/the-bits-of-each-function-are-the-recorded-ones", test_hashes);
  g_test_add_func ("/expr/elementary/byte-code-machine-code-and-lanes-have-the-same-bits", test_ways);
  g_test_add_func ("/expr/elementary/a-processor-without-avx2-and-fma-has-the-same-bits", test_masked_processor);
  g_test_add_func ("/expr/elementary/the-errors-of-functions-are-at-most-a-few-ulp", test_accuracy);
  return g_test_run ();
}
