/* Tests that results do not depend on the processor, and that files of another arithmetic are refused, with the real program. */
#include <glib.h>
#include <string.h>

#include "cli-test.h"

/* Models with elementary functions, events, stiff equations and algebraic unknowns, some with other methods. */
static const char *const runs[] = {
  "double-pendulum", "lorenz", "chua", "henon-heiles", "nose-hoover", "thomas", "repressilator", "hodgkin-huxley", "morris-lecar", "izhikevich",
  "bouncing-ball", "stick-slip", "rimless-wheel", "cart-pole", "swing-up", "transistor-amplifier", "slider-crank", "robertson-dae", "pendulum",
  "pendulum --end 20 --integrator radau5", "double-pendulum --end 5 --integrator dop853 --accuracy 1e-9", "lorenz --end 5 --fast-math false",
};

/* The C library believes what the variable says of the processor, and chooses other code for its functions. */
static void
test_masked_processor (void)
{
  for (gsize k = 0; k < G_N_ELEMENTS (runs); k++)
    {
      g_auto (Result) plain = cli ("run %s --final --quiet", runs[k]);

      g_setenv ("GLIBC_TUNABLES", "glibc.cpu.hwcaps=-AVX2,-FMA,-AVX512F,-AVX,-FMA4", TRUE);
      g_auto (Result) masked = cli ("run %s --final --quiet", runs[k]);
      g_unsetenv ("GLIBC_TUNABLES");
      g_assert_null (strstr (plain.err, "no model"));
      expect_status (masked, plain.status);
      g_assert_cmpstr (masked.out, ==, plain.out);
    }
}

/* A file of results is not continued with another arithmetic, and the message names both. */
static void
test_other_arithmetic (void)
{
  g_autofree char *results = scratch ("r"), *text = NULL, *changed = NULL;
  const char *line = "ensemble pendulum --members 20 --vary 'theta=normal(0.4, 0.1)' --end 2 --quiet --output";
  gsize length;
  char *at;

  g_auto (Result) version = cli ("--version");
  expect_has (version.out, "\narithmetic: ");
  g_auto (Result) first = cli ("%s %s", line, results);
  expect_status (first, 0);
  g_assert_true (g_file_get_contents (results, &text, &length, NULL));
  /* Two names of the same length, so that the length in the header stays right. */
  at = g_strstr_len (text, (gssize) length, "\narithmetic: ");
  g_assert_nonnull (at);
  memcpy (at + strlen ("\narithmetic: "), "other", 5);
  g_assert_true (g_file_set_contents (results, text, (gssize) length, NULL));
  g_auto (Result) second = cli ("%s %s", line, results);
  expect_status (second, 3);
  expect_has (second.err, "was computed with another arithmetic (other, ");
  g_auto (Result) statistics = cli ("run pendulum --end 1 --stats json --quiet");
  expect_has (statistics.out, "\"arithmetic\": \"");
}

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  cli_test_init ();
  g_test_add_func ("/cli/bits/runs-have-the-same-bits-on-a-processor-without-avx2-and-fma", test_masked_processor);
  g_test_add_func ("/cli/bits/a-file-of-another-arithmetic-is-not-continued", test_other_arithmetic);
  result = g_test_run ();
  cli_test_clear ();
  return result;
}
