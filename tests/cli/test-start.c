/* Tests which libraries the program loads: those of drawings and solvers at the first call of one of their functions, not before. */
#include "cli-test.h"

#include <string.h>

/* Libraries that a run without drawing does not need. */
static const char *const later[] = { "libcairo", "libpango", "libgobject", "libgio", "libfontconfig", "libClp", "libgmp", "libsundials", "libklu", "liblapack" };

/* Runs a command line and returns what the loader says of the libraries that it loads. */
static Result
loaded (const char *line)
{
  Result result;

  g_setenv ("LD_DEBUG", "files", TRUE);
  result = cli ("%s", line);
  g_unsetenv ("LD_DEBUG");
  expect_status (result, 0);
  expect_has (result.err, "libyaml");
  return result;
}

static void
test_needs (void)
{
  static const struct
  {
    const char *line; /* the command line; the name of the file that it writes is appended */
    const char *library;
  } cases[] = {
    { "run van-der-pol --quiet --output", NULL },
    { "run van-der-pol --quiet --plot", "libcairo" },
    { "run van-der-pol --integrator cvode_bdf --quiet --output", "libsundials" },
  };

  for (gsize k = 0; k < G_N_ELEMENTS (cases); k++)
    {
      g_autofree char *path = scratch ("out.svg");
      g_autofree char *line = g_strconcat (cases[k].line, " ", path, NULL);
      g_auto (Result) result = loaded (line);

      for (gsize i = 0; i < G_N_ELEMENTS (later); i++)
        if (cases[k].library == NULL)
          g_assert_null (strstr (result.err, later[i]));
        else if (strcmp (later[i], cases[k].library) == 0)
          expect_has (result.err, later[i]);
    }
}

/* A file with the name of the library that is no library comes first in the search. */
static void
test_missing (void)
{
  g_autofree char *path = scratch ("out.svg");

  write_file ("libcairo.so.2", "no library");
  g_setenv ("LD_LIBRARY_PATH", folder, TRUE);
  g_auto (Result) result = cli ("run van-der-pol --quiet --plot %s", path);
  g_auto (Result) without = cli ("run van-der-pol --quiet --final");
  g_unsetenv ("LD_LIBRARY_PATH");
  expect_status (result, 6);
  expect_has (result.err, "libcairo.so.2");
  expect_status (without, 0);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  cli_test_init ();
  g_test_add_func ("/cli/start/libraries-are-loaded-when-they-are-needed", test_needs);
  g_test_add_func ("/cli/start/a-missing-library-is-named", test_missing);
  status = g_test_run ();
  cli_test_clear ();
  return status;
}
