/* The commands about lessons: list them, check their expectations in all languages, and export a lesson as a handout. */
#include "cli-commands.h"

#include <libintl.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli-progress.h"
#include "cli-setup.h"
#include "config.h"
#include "lab-lesson-check.h"
#include "plot-handout.h"

/* ---- the command list lessons ---- */

int
cli_list_lessons (CliFormat format)
{
  static const char *const columns[] = { "id", "chapter", "level", "#minutes", "#pages", "model", "title" };
  g_autoptr (CliTable) table = cli_table_new (columns, G_N_ELEMENTS (columns));
  g_autoptr (GPtrArray) paths = lab_lesson_paths ();
  int status = CLI_OK;

  for (guint k = 0; k < paths->len; k++)
    {
      g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
      g_autoptr (LabLesson) lesson = lab_lesson_load (paths->pdata[k], NULL, diagnostics);

      cli_print_diagnostics (diagnostics, FALSE);
      if (lesson == NULL)
        {
          status = CLI_MODEL;
          continue;
        }
      cli_table_add (table, lesson->id);
      cli_table_add (table, lab_chapter_id (lesson->chapter));
      cli_table_add (table, lesson->level);
      cli_table_add_count (table, lesson->minutes);
      cli_table_add_count (table, (long) lesson->pages->len);
      cli_table_add (table, lesson->model);
      cli_table_add (table, lesson->title);
    }
  return cli_table_print (table, format, stdout) ? status : CLI_FILE;
}

/* ---- the command lesson check ---- */

typedef struct
{
  CliProgress bar;
  CliFormat format;
  LabJson *json;
  guint n_passed, n_failed;
} Checker;

/* Returns the expected value of a check as text. */
static char *
expected_text (const LabExpectation *expectation)
{
  if (expectation->text != NULL)
    return g_strdup (expectation->text);
  if (expectation->digits == NULL)
    {
      g_autofree char *low = cli_number (expectation->low), *high = cli_number (expectation->high);

      return g_strdup_printf ("from %s to %s", low, high);
    }
  if (!(expectation->within > 0))
    return g_strdup (expectation->digits);
  {
    g_autofree char *within = cli_number (expectation->within);

    return g_strdup_printf ("%s ± %s", expectation->digits, within);
  }
}

static char *
got_text (const LabCheck *check)
{
  if (check->message != NULL)
    return g_strdup (check->message);
  return check->text != NULL ? g_strdup (check->text) : isnan (check->got) ? g_strdup ("no value") : cli_number (check->got);
}

static void
print_failure (const LabLesson *lesson, const LabCheck *check)
{
  const LabExpectation *expectation = check->expectation;
  g_autofree char *expected = expected_text (expectation), *got = got_text (check);

  fprintf (stderr, "%s:%d:%d: %s of %s is %s, expected %s\n", lesson->path, expectation->node->line, expectation->node->column,
           expectation->value, expectation->run != NULL ? expectation->run : expectation->study, got, expected);
}

static void
add_json (LabJson *json, const LabLesson *lesson, const GArray *checks, gboolean passed)
{
  lab_json_object (json, lesson->id, LAB_JSON_FLAT);
  lab_json_flag (json, "passed", passed);
  lab_json_array (json, "expectations", LAB_JSON_FLAT);
  for (guint k = 0; k < checks->len; k++)
    {
      const LabCheck *check = &g_array_index (checks, LabCheck, k);
      const LabExpectation *expectation = check->expectation;

      lab_json_space (json, "\n    ");
      lab_json_object (json, NULL, LAB_JSON_FLAT);
      lab_json_text (json, "value", expectation->value);
      if (expectation->text != NULL)
        lab_json_text (json, "is", expectation->text);
      else if (expectation->digits != NULL)
        lab_json_number (json, "is", expectation->is);
      else
        lab_json_numbers (json, "is", (const double[]) { expectation->low, expectation->high }, 2);
      lab_json_number (json, "within", expectation->within);
      if (check->text != NULL)
        lab_json_text (json, "got", check->text);
      else
        lab_json_number (json, "got", check->got);
      lab_json_flag (json, "passed", check->passed);
      lab_json_end (json);
    }
  lab_json_end (json);
  lab_json_end (json);
}

/* Checks a lesson in the language of its file and in all its translations. */
static int
check_lesson (Checker *checker, const char *path)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (LabLesson) lesson = lab_lesson_load (path, NULL, diagnostics);
  g_autoptr (LabLesson) german = lesson != NULL ? lab_lesson_load (path, "de", diagnostics) : NULL;
  g_autoptr (GArray) checks = NULL;
  g_autoptr (GError) error = NULL;
  LabProgress progress = { cli_progress_report, &checker->bar };
  guint failed = 0;

  if (german != NULL)
    {
      cli_progress_init (&checker->bar, lesson->id, FALSE);
      checks = lab_lesson_check (lesson, &progress, diagnostics, &error);
      cli_progress_clear (&checker->bar);
    }
  cli_print_diagnostics (diagnostics, FALSE);
  if (error != NULL)
    return CLI_INTERRUPTED;
  if (checks == NULL)
    return CLI_MODEL;
  for (guint k = 0; k < checks->len; k++)
    if (!g_array_index (checks, LabCheck, k).passed)
      {
        failed++;
        print_failure (lesson, &g_array_index (checks, LabCheck, k));
      }
  if (checker->format == CLI_FORMAT_JSON)
    add_json (checker->json, lesson, checks, failed == 0);
  else
    printf ("%-32s %3u of %u expectations hold\n", lesson->id, checks->len - failed, checks->len);
  return failed > 0 ? CLI_CHECK_FAILED : CLI_OK;
}

static int
check_all (const CliArguments *arguments, Checker *checker)
{
  g_autoptr (GPtrArray) paths = arguments->positional->len == 1 ? lab_lesson_paths () : g_ptr_array_new_with_free_func (g_free);
  int status = CLI_OK;

  for (guint k = 1; k < arguments->positional->len; k++)
    {
      const char *id = g_ptr_array_index (arguments->positional, k);
      char *path = lab_lesson_find (id);

      if (path == NULL)
        {
          cli_error ("there is no lesson '%s'; 'stepwise-cli list lessons' lists them", id);
          return CLI_MODEL;
        }
      g_ptr_array_add (paths, path);
    }
  for (guint k = 0; k < paths->len; k++)
    {
      int one = check_lesson (checker, paths->pdata[k]);

      if (one == CLI_INTERRUPTED)
        return one;
      /* An error in a file has priority over a failed expectation. */
      status = one == CLI_MODEL || status == CLI_MODEL ? CLI_MODEL : MAX (status, one);
    }
  return status;
}

/* ---- the command lesson export ---- */

/* Returns the folder of the translations: that of the build folder if the program is not installed, else the one that is installed beside it.
 * Free it with g_free. */
static char *
translations (void)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL), *folder = program != NULL ? g_path_get_dirname (program) : NULL;
  g_autofree char *build = folder != NULL ? g_build_filename (folder, "..", "..", NULL) : NULL;
  g_autofree char *mark = build != NULL ? g_build_filename (build, "meson-private", NULL) : NULL;
  g_autofree char *beside = folder != NULL ? g_build_filename (folder, "..", "share", "locale", NULL) : NULL;

  if (mark != NULL && g_file_test (mark, G_FILE_TEST_IS_DIR))
    return g_build_filename (build, "po", NULL);
  return beside != NULL && g_file_test (beside, G_FILE_TEST_IS_DIR) ? g_steal_pointer (&beside) : g_strdup (CLI_LOCALE_DIR);
}

static int
export_lesson (const CliArguments *arguments)
{
  const char *output = cli_arguments_value (arguments, "output"), *language = cli_arguments_value (arguments, "language");
  gboolean html = output != NULL && g_str_has_suffix (output, ".html");
  g_autofree char *path = NULL, *folder = translations ();
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (LabLesson) lesson = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (SimOutputFile) file = NULL;
  g_autoptr (GError) error = NULL;
  Checker checker = { 0 };
  LabProgress progress = { cli_progress_report, &checker.bar };

  if (arguments->positional->len != 2 || (!html && (output == NULL || !g_str_has_suffix (output, ".pdf"))))
    {
      cli_error ("'lesson export' takes one lesson and '--output FILE.pdf' or '--output FILE.html'");
      return CLI_USAGE;
    }
  if (language != NULL && !g_strv_contains (plot_handout_languages (), language))
    {
      cli_error ("'--language' is en or de, not '%s'", language);
      return CLI_USAGE;
    }
  path = lab_lesson_find (g_ptr_array_index (arguments->positional, 1));
  if (path == NULL)
    {
      cli_error ("there is no lesson '%s'; 'stepwise-cli list lessons' lists them", (char *) g_ptr_array_index (arguments->positional, 1));
      return CLI_MODEL;
    }
  file = sim_output_file_open (output, 0, &error);
  if (file == NULL)
    {
      cli_error ("%s", error->message);
      return CLI_FILE;
    }
  lesson = lab_lesson_load (path, language, diagnostics);
  if (lesson != NULL)
    {
      cli_progress_init (&checker.bar, lesson->id, FALSE);
      bindtextdomain (GETTEXT_PACKAGE, folder); /* the writer takes the words of plots from there */
      bytes = plot_handout (lesson, language, html ? PLOT_HANDOUT_HTML : PLOT_HANDOUT_PDF, &progress, NULL, diagnostics, &error);
      cli_progress_clear (&checker.bar);
    }
  cli_print_diagnostics (diagnostics, FALSE);
  if (bytes == NULL)
    {
      if (error != NULL)
        cli_error ("%s", error->message);
      return cli_interrupted () ? CLI_INTERRUPTED : CLI_MODEL;
    }
  if (sim_output_file_write (file, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), &error) && sim_output_file_commit (file, &error))
    return CLI_OK;
  cli_error ("%s", error->message);
  return CLI_FILE;
}

int
cli_lesson (const CliArguments *arguments)
{
  const char *verb = g_ptr_array_index (arguments->positional, 0);
  g_autofree char *text = NULL;
  Checker checker = { 0 };
  int status;

  if (strcmp (verb, "export") == 0)
    return export_lesson (arguments);
  if (strcmp (verb, "check") != 0)
    {
      cli_error ("'lesson' takes check or export, not '%s'", verb);
      return CLI_USAGE;
    }
  if (!cli_format_read (arguments, &checker.format))
    return CLI_USAGE;
  checker.json = lab_json_new ();
  lab_json_object (checker.json, NULL, LAB_JSON_LINES);
  status = check_all (arguments, &checker);
  lab_json_end (checker.json);
  text = lab_json_free (checker.json);
  if (checker.format == CLI_FORMAT_JSON && (status == CLI_OK || status == CLI_CHECK_FAILED))
    fputs (text, stdout);
  return fflush (stdout) == 0 ? status : CLI_FILE;
}
