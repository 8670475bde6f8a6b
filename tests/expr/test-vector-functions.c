/* libmvec has two vector versions of each elementary function: for four numbers (AVX2) and for eight numbers (AVX-512). The test compares the
 * bits of their results for those functions that the lanes of an ensemble call in both versions. The bits must be equal, because the
 * members of an ensemble can run on different processors. */
#include "expr-backend.h"

#include <glib.h>
#include <math.h>
#include <string.h>

#ifdef __x86_64__
typedef double Vector4 __attribute__ ((vector_size (32), aligned (8), may_alias));
typedef double Vector8 __attribute__ ((vector_size (64), aligned (8), may_alias));

#define N 8000

typedef void (*Evaluate) (const double *a, const double *b, double *value);

#define VECTOR_1(code, name)
#define VECTOR_2(code, name)
#define WIDE_1(code, name) \
  Vector4 _ZGVdN4v_##name (Vector4); \
  __attribute__ ((target ("avx512f"))) Vector8 _ZGVeN8v_##name (Vector8); \
  __attribute__ ((target ("avx2"))) static void four_##name (const double *a, G_GNUC_UNUSED const double *b, double *value) \
  { \
    for (int k = 0; k < N; k += 4) \
      *(Vector4 *) (value + k) = _ZGVdN4v_##name (*(const Vector4 *) (a + k)); \
  } \
  __attribute__ ((target ("avx512f"))) static void eight_##name (const double *a, G_GNUC_UNUSED const double *b, double *value) \
  { \
    for (int k = 0; k < N; k += 8) \
      *(Vector8 *) (value + k) = _ZGVeN8v_##name (*(const Vector8 *) (a + k)); \
  }
#define WIDE_2(code, name) \
  Vector4 _ZGVdN4vv_##name (Vector4, Vector4); \
  __attribute__ ((target ("avx512f"))) Vector8 _ZGVeN8vv_##name (Vector8, Vector8); \
  __attribute__ ((target ("avx2"))) static void four_##name (const double *a, const double *b, double *value) \
  { \
    for (int k = 0; k < N; k += 4) \
      *(Vector4 *) (value + k) = _ZGVdN4vv_##name (*(const Vector4 *) (a + k), *(const Vector4 *) (b + k)); \
  } \
  __attribute__ ((target ("avx512f"))) static void eight_##name (const double *a, const double *b, double *value) \
  { \
    for (int k = 0; k < N; k += 8) \
      *(Vector8 *) (value + k) = _ZGVeN8vv_##name (*(const Vector8 *) (a + k), *(const Vector8 *) (b + k)); \
  }
#include "expr-vector.def"
#undef WIDE_1
#undef WIDE_2

static const struct
{
  const char *name;
  Evaluate four, eight;
} functions[] = {
#define WIDE_1(code, name) { #name, four_##name, eight_##name },
#define WIDE_2(code, name) { #name, four_##name, eight_##name },
#include "expr-vector.def"
};

/* The arguments have all magnitudes from 1e-300 to 1e300 and both signs, with zeros, infinities and NaN between them. */
static void
test_bits (void)
{
  static const double special[] = { 0, -0.0, INFINITY, -INFINITY, NAN, 1, -1, 0.5, M_PI, 708, 710, -745, 1e-310 };
  g_autofree double *a = g_new (double, N), *b = g_new (double, N), *four = g_new (double, N), *eight = g_new (double, N);
  GRand *random = g_rand_new_with_seed (8);

  if (!__builtin_cpu_supports ("avx512f") || !__builtin_cpu_supports ("avx512dq"))
    {
      g_test_skip ("the processor has no AVX-512");
      g_rand_free (random);
      return;
    }
  for (int round = 0; round < 40; round++)
    {
      double most = round < 10 ? 300 : round < 20 ? 6 : 2;

      for (int k = 0; k < N; k++)
        {
          a[k] = (g_rand_boolean (random) ? 1 : -1) * pow (10, g_rand_double_range (random, -most, most));
          b[k] = (g_rand_boolean (random) ? 1 : -1) * pow (10, g_rand_double_range (random, -2, 2));
          if (k % 97 == 0)
            a[k] = special[g_rand_int_range (random, 0, G_N_ELEMENTS (special))];
          if (k % 89 == 0)
            b[k] = special[g_rand_int_range (random, 0, G_N_ELEMENTS (special))];
        }
      for (gsize f = 0; f < G_N_ELEMENTS (functions); f++)
        {
          functions[f].four (a, b, four);
          functions[f].eight (a, b, eight);
          for (int k = 0; k < N; k++)
            if (memcmp (&four[k], &eight[k], sizeof *four) != 0 && !(isnan (four[k]) && isnan (eight[k])))
              g_error ("%s (%.17g, %.17g): %.17g for four numbers, %.17g for eight", functions[f].name, a[k], b[k], four[k], eight[k]);
        }
    }
  g_rand_free (random);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/vector-functions/bits-of-four-and-eight", test_bits);
  return g_test_run ();
}
#else
int
main (void)
{
  return 77;
}
#endif
