/* Tests error messages: each invalid file bad/NAME.yaml gives exactly the errors in bad/NAME.expected, whose
 * lines have the form "line:column: message". Texts that could take very long or overflow the stack are refused
 * quickly. */
#include "guard-memory.h"
#include "model-load.h"
#include "model.h"

#include <string.h>
#include <time.h>

/* Longest processor time for refusing a text. (Wall-clock time would depend on other programs.) The slowest of
 * these texts take a second, and ten times more with sanitizers; without limits in the program they would take
 * hours. */
#define QUICKLY (10 * CLOCKS_PER_SEC)

static void
load_and_forget (const char *path)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();

  g_assert_null (model_load_file (path, NULL, diagnostics));
}

static void
test_bad_file (gconstpointer data)
{
  const char *path = data;
  long kept = 1;
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (Model) model = model_load_file (path, NULL, diagnostics);
  g_autofree char *found = model_diagnostics_to_string (diagnostics);
  g_autofree char *stem = g_strndup (path, strlen (path) - strlen (".yaml"));
  g_autofree char *expected_path = g_strconcat (stem, ".expected", NULL);
  g_autofree char *expected = NULL;
  g_autoptr (GString) plain = g_string_new (found);
  g_autofree char *prefix = g_strconcat (path, ":", NULL);

  g_assert_true (g_file_get_contents (expected_path, &expected, NULL, NULL));
  g_assert_cmpuint (strlen (expected), >, 0);
  g_string_replace (plain, prefix, "", 0);
  g_assert_null (model);
  g_assert_cmpstr (plain->str, ==, expected);

  /* A model with errors frees all its memory. The first calls also allocate caches that stay, so that only the last call must keep no block. */
  for (int k = 0; k < 3 && kept > 0; k++)
    {
      long before = guard_memory_blocks ();

      load_and_forget (path);
      kept = guard_memory_blocks () - before;
    }
  g_assert_cmpint (kept, <=, 0);
}

static void
add_bad_files (void)
{
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "model", "bad", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  int n = 0;

  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".yaml"))
      {
        g_autofree char *test = g_strconcat ("/model/an-invalid-file-gives-the-expected-message-and-line/", name, NULL);

        g_test_add_data_func_full (test, g_build_filename (folder, name, NULL), test_bad_file, g_free);
        n++;
      }
  g_assert_cmpint (n, >=, 60);
}

/* ---- texts that would take very long or overflow the stack ---- */

/* Checks that a text gives an error on this line (0: any line), that the message contains `word`, and that this takes no long
 * computation. */
static void
refuse (const char *text, gssize length, int line, const char *word)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  clock_t start = clock ();
  g_autoptr (Model) model = model_load_text (text, length, "text", NULL, diagnostics);
  const ModelDiagnostic *first;
  g_autofree char *all = model_diagnostics_to_string (diagnostics);

  g_assert_null (model);
  g_assert_cmpuint (model_diagnostics_n_errors (diagnostics), >, 0);
  g_assert_cmpint (clock () - start, <, QUICKLY);
  first = diagnostics->pdata[0];
  if (line > 0)
    g_assert_cmpint (first->line, ==, line);
  if (word != NULL && strstr (all, word) == NULL)
    g_error ("'%s' does not contain '%s'", all, word);
}

static char *
repeat (const char *text, int n)
{
  GString *string = g_string_new (NULL);

  for (int k = 0; k < n; k++)
    g_string_append (string, text);
  return g_string_free (string, FALSE);
}

static void
test_deep_nesting (void)
{
  g_autofree char *brackets = repeat ("[", 100000);
  g_autofree char *braces = repeat ("{a: ", 40000);
  g_autofree char *dashes = repeat ("- ", 100000);

  refuse (brackets, -1, 1, "deeper than 64");
  refuse (braces, -1, 1, "deeper than 64");
  refuse (dashes, -1, 1, "deeper than 64");
}

static void
test_deep_expression (void)
{
  g_autofree char *open = repeat ("(", 60000);
  g_autofree char *text = g_strconcat ("format: 1\nname: a\nstates:\n  x:\n    initial: 1\n    derivative: ", open, "x\n", NULL);
  g_autofree char *minus = repeat ("-", 60000);
  g_autofree char *signs = g_strconcat ("format: 1\nname: a\nstates:\n  x:\n    initial: 1\n    derivative: 1", minus, "x\n", NULL);

  refuse (text, -1, 6, NULL);
  refuse (signs, -1, 6, NULL);
}

static void
test_alias_bomb (void)
{
  GString *text = g_string_new ("a: &a [lol, lol, lol]\n");

  for (char c = 'b'; c < 'n'; c++)
    g_string_append_printf (text, "%c: &%c [*%c, *%c, *%c, *%c]\n", c, c, c - 1, c - 1, c - 1, c - 1);
  refuse (text->str, -1, 1, "anchor");
  g_string_free (text, TRUE);
}

static void
test_huge (void)
{
  g_autofree char *comment = repeat ("# a line of comment\n", 900000);
  g_autofree char *long_text = repeat ("x", 70000);
  g_autofree char *model = g_strconcat ("format: 1\nname: a\nstates:\n  x:\n    initial: 1\n    derivative: ", long_text, "\n", NULL);

  refuse (comment, -1, 0, "16 MiB");
  refuse (model, -1, 6, "64 KiB");
  refuse ("", -1, 1, "empty");
  refuse ("# nothing\n", -1, 1, "empty");
}

/* Forty functions, each of which calls the next one twice. Their expansion has 2^40
 * calls. */
static void
test_function_bomb (void)
{
  GString *text = g_string_new ("format: 1\nname: a\nfunctions:\n");

  for (int k = 0; k < 40; k++)
    g_string_append_printf (text, "  f%d: {arguments: [a], value: f%d(a) + f%d(2*a)}\n", k, k + 1, k + 1);
  g_string_append (text, "  f40: {arguments: [a], value: a}\nstates:\n  x: {initial: 1, derivative: f0(x)}\n");
  {
    g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
    clock_t start = clock ();
    g_autoptr (Model) model = model_load_text (text->str, -1, "text", NULL, diagnostics);

    g_assert_null (model);
    g_assert_cmpint (clock () - start, <, QUICKLY);
    g_assert_nonnull (strstr (((const ModelDiagnostic *) diagnostics->pdata[0])->message, "too often"));
  }
  g_string_free (text, TRUE);
}

static void
test_sums (void)
{
  refuse ("format: 1\nname: a\nstates:\n  x:\n    initial: 1\n    derivative: sum(a, 1, 30000, sum(b, 1, 30000, a*b*x))\n", -1, 6, "terms");
  refuse ("format: 1\nname: a\nstates:\n  x: {size: [1000, 1001], initial: 1, derivative: 1}\n", -1, 4, "elements");
}

static void
test_long_chain (void)
{
  GString *text = g_string_new ("format: 1\nname: a\nvariables:\n  v0: v1\n");

  for (int k = 1; k < 20000; k++)
    g_string_append_printf (text, "  v%d: 1 + v%d\n", k, k + 1);
  g_string_append (text, "  v20000: x\nstates:\n  x: {initial: 1, derivative: v0}\n");
  refuse (text->str, -1, 0, "is too long");
  g_string_free (text, TRUE);
}

static void
test_characters (void)
{
  refuse ("format: 1\nname: \xFF\n", -1, 2, "UTF-8");
  refuse ("format: 1\nname: a\nsource: \xC3(\n", -1, 3, "UTF-8");
  refuse ("format: 1\nname: a\x01\n", -1, 2, "control character");
  refuse ("format: 1\n\0name: a\n", 18, 2, "UTF-8");
  refuse ("\xFF\xFE" "f\0o\0", 6, 1, "UTF-8");
}

static void
test_random_bytes (void)
{
  GRand *random = g_rand_new_with_seed (7);
  static const char alphabet[] = "abxu{}[]:,-#&*!|>'\"%@` \n\n\t01.()+";

  for (int k = 0; k < 3000; k++)
    {
      char text[400];
      int n = g_rand_int_range (random, 1, sizeof text);

      for (int m = 0; m < n; m++)
        text[m] = k % 3 == 0 ? (char) g_rand_int_range (random, 0, 256)
                             : alphabet[g_rand_int_range (random, 0, sizeof alphabet - 1)];
      refuse (text, n, 0, NULL);
    }
  g_rand_free (random);
}

/* Changes a few bytes of a valid model. The program must not crash. */
static void
test_damaged_models (void)
{
  static const char model_text[]
      = "format: 1\nname: Test\nconstants: {N: 4}\nparameters: {g: {value: 9.81, range: [0, 25]}, K: [1, 2]}\n"
        "functions: {f: {arguments: [a], value: a^2}}\ntables: {d: {x: [0, 1], y: [0, 2]}}\nvariables: {w: f(x) + d(t)}\n"
        "states:\n  x: {initial: 1, derivative: \"-w*K[1]\"}\n  u: {size: N, initial: i, derivative: \"-u[i]*if(i == 1, 1, u[i])\"}\n"
        "discrete: {n: 0}\nevents:\n  e: {crossing: x - 0.5, set: {x: 1, n: n + 1}, terminate: \"at {t:.2f}\"}\n"
        "outputs: {e: x^2}\nscene:\n  - {disc: {at: [0, x], radius: 1}}\nplots:\n  - {type: time, show: [x, u]}\n";
  GRand *random = g_rand_new_with_seed (11);
  int n_loaded = 0;

  for (int k = 0; k < 3000; k++)
    {
      g_autofree char *text = g_strdup (model_text);
      g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
      g_autoptr (Model) model = NULL;

      for (int m = g_rand_int_range (random, 0, 3); m >= 0; m--)
        text[g_rand_int_range (random, 0, sizeof model_text - 1)] = model_text[g_rand_int_range (random, 0, sizeof model_text - 1)];
      model = model_load_text (text, -1, NULL, NULL, diagnostics);
      g_assert_true ((model == NULL) == (model_diagnostics_n_errors (diagnostics) > 0));
      n_loaded += model != NULL;
    }
  g_assert_cmpint (n_loaded, >, 0);
  g_rand_free (random);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add_bad_files ();
  g_test_add_func ("/model/hostile/nesting-deeper-than-64-levels-is-refused", test_deep_nesting);
  g_test_add_func ("/model/hostile/an-expression-that-nests-too-deeply-is-refused-at-its-line", test_deep_expression);
  g_test_add_func ("/model/hostile/aliases-that-expand-without-end-are-refused", test_alias_bomb);
  g_test_add_func ("/model/hostile/files-and-expressions-that-are-too-long-or-empty-are-refused", test_huge);
  g_test_add_func ("/model/hostile/functions-whose-expansion-grows-exponentially-are-refused", test_function_bomb);
  g_test_add_func ("/model/hostile/sums-and-arrays-with-too-many-terms-are-refused", test_sums);
  g_test_add_func ("/model/hostile/a-chain-of-20000-variables-is-refused", test_long_chain);
  g_test_add_func ("/model/hostile/text-that-is-not-utf-8-is-refused-at-its-line", test_characters);
  g_test_add_func ("/model/hostile/random-bytes-are-refused-quickly", test_random_bytes);
  g_test_add_func ("/model/hostile/a-damaged-model-either-loads-or-reports-an-error", test_damaged_models);
  return g_test_run ();
}
