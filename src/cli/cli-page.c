/* The command page: writes a live page of a model, a lesson or a session. */
#include "cli-commands.h"

#include <gio/gio.h>
#include <stdio.h>
#include <string.h>

#include "cli-files.h"
#include "cli-progress.h"
#include "cli-setup.h"
#include "model-library.h"
#include "lab-lesson-check.h"
#include "page-document.h"
#include "page-files.h"
#include "page-session.h"

static const char *const languages[] = { "en", "de", NULL };

/* Adds the options NAME=VALUE to the values of the page. */
static void
add_assignments (const CliArguments *arguments, const char *option, const char *table, GArray *values)
{
  int n;
  const char *const *texts = cli_arguments_values (arguments, option, &n);

  for (int k = 0; k < n; k++)
    {
      const char *equals = strrchr (texts[k], '=');
      g_autofree char *name = NULL;
      double value;

      /* Wrong texts were reported when the instance was made. */
      if (equals == NULL || !cli_parse_number (equals + 1, &value))
        continue;
      name = g_strstrip (g_strndup (texts[k], (gsize)(equals - texts[k])));
      page_values_add (values, table, name, value);
    }
}

static int
write_page (const CliArguments *arguments, const PageInput *input)
{
  const char *output = cli_arguments_value (arguments, "output");
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (SimOutputFile) file = sim_output_file_open (output, 0, &error);
  g_autoptr (GBytes) bytes = NULL;
  CliProgress bar = { 0 };
  LabProgress progress = { cli_progress_report, &bar };

  if (file == NULL)
    {
      cli_error ("%s", error->message);
      return CLI_FILE;
    }
  cli_progress_init (&bar, model_name (input->problem.model), cli_arguments_has (arguments, "quiet"));
  bytes = page_document (input, &progress, diagnostics, &error);
  cli_progress_clear (&bar);
  cli_print_diagnostics (diagnostics, cli_arguments_has (arguments, "quiet"));
  if (bytes == NULL)
    {
      if (error != NULL)
        cli_error ("%s", error->message);
      if (cli_interrupted ())
        return CLI_INTERRUPTED;
      return error != NULL && error->domain == PAGE_ERROR && error->code == PAGE_ERROR_FILE ? CLI_FILE : CLI_MODEL;
    }
  if (sim_output_file_write (file, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), &error)
      && sim_output_file_commit (file, &error))
    return CLI_OK;
  cli_error ("%s", error->message);
  return CLI_FILE;
}

static int
write_model (const CliArguments *arguments, PageInput *input)
{
  g_autoptr (Model) model = cli_open_model (arguments);
  g_autoptr (SimConfig) config = NULL;
  g_autoptr (ModelSystem) instance = NULL;
  int status;

  if (model == NULL)
    return CLI_MODEL;
  config = cli_make_config (arguments, model, FALSE, &status);
  if (config == NULL)
    return status;
  instance = cli_make_instance (arguments, model, config, &status);
  if (instance == NULL)
    return status;
  cli_problem_init (&input->problem, arguments, model, config);
  if (!cli_time_span (arguments, instance, &input->problem.t_start, &input->problem.t_end, &status))
    {
      cli_problem_clear (&input->problem);
      return status;
    }
  input->values = page_values_new ();
  add_assignments (arguments, "set", "parameter", input->values);
  add_assignments (arguments, "initial", "initial", input->values);
  add_assignments (arguments, "constant", "constant", input->values);
  if (cli_arguments_has (arguments, "start"))
    page_values_add (input->values, "time", "start", input->problem.t_start);
  if (cli_arguments_has (arguments, "end"))
    page_values_add (input->values, "time", "end", input->problem.t_end);
  status = write_page (arguments, input);
  g_array_unref (input->values);
  cli_problem_clear (&input->problem);
  return status;
}

/* Refuses options that set values: a lesson and a session have their own. Returns FALSE after printing an error. */
static gboolean
refuse_values (const CliArguments *arguments, const char *what)
{
  static const char *const names[] = { "set", "initial", "constant", "start", "end", "random", "config", "integrator", "accuracy" };

  for (guint k = 0; k < G_N_ELEMENTS (names); k++)
    if (cli_arguments_has (arguments, names[k]))
      {
        cli_error ("'--%s' does not apply to a %s, which has its own values and settings", names[k], what);
        return FALSE;
      }
  return TRUE;
}

static int
write_lesson (const CliArguments *arguments, const char *path, PageInput *input)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (LabLesson) lesson = NULL;
  g_auto (LabLessonSetup) setup = { 0 };
  gboolean fine;

  if (!refuse_values (arguments, "lesson"))
    return CLI_USAGE;
  lesson = lab_lesson_load (path, input->language, diagnostics);
  fine = lesson != NULL && lab_lesson_setup_init_page (&setup, lesson, 0, diagnostics);
  cli_print_diagnostics (diagnostics, cli_arguments_has (arguments, "quiet"));
  if (!fine)
    return CLI_MODEL;
  input->lesson = lesson;
  input->problem = setup.problem;
  /* The texts of the lesson are in one language, and so is its page. */
  if (input->language == NULL)
    input->language = "en";
  return write_page (arguments, input);
}

static int
write_session (const CliArguments *arguments, const char *path, PageInput *input)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (PageSession) session = NULL;

  if (!refuse_values (arguments, "session"))
    return CLI_USAGE;
  session = page_session_load (path, diagnostics, &error);
  cli_print_diagnostics (diagnostics, cli_arguments_has (arguments, "quiet"));
  if (session == NULL)
    {
      if (error != NULL)
        cli_error ("%s", error->message);
      return CLI_MODEL;
    }
  if (page_session_note (session) != NULL && !cli_arguments_has (arguments, "quiet"))
    cli_error ("note: %s", page_session_note (session));
  page_session_apply (session, input);
  return write_page (arguments, input);
}

/* Returns the path of the lesson that is meant, or NULL if a model is. A name that a model and a lesson have is that of the model, except
 * with
 * --lesson. */
static char *
find_lesson (const CliArguments *arguments, const char *what)
{
  g_autofree char *lesson = NULL;
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (Model) model = NULL;

  if (lab_lesson_is_lesson (what))
    return g_strdup (what);
  if (strchr (what, '/') != NULL || g_str_has_suffix (what, ".yaml"))
    return NULL;
  lesson = lab_lesson_find (what);
  if (lesson == NULL || cli_arguments_has (arguments, "lesson"))
    return g_steal_pointer (&lesson);
  model = model_library_open (what, sim_config_check_solver, diagnostics);
  return model == NULL ? g_steal_pointer (&lesson) : NULL;
}

int
cli_page (const CliArguments *arguments)
{
  const char *what = g_ptr_array_index (arguments->positional, 0), *output = cli_arguments_value (arguments, "output");
  PageInput input = { .core = cli_arguments_value (arguments, "core"), .language = cli_arguments_value (arguments, "language") };
  g_autofree char *lesson = NULL;
  g_autoptr (GError) error = NULL;

  if (output == NULL || !g_str_has_suffix (output, ".html"))
    {
      cli_error ("'page' takes a model, a lesson or a session, and '--output FILE.html'");
      return CLI_USAGE;
    }
  if (input.language != NULL && !g_strv_contains (languages, input.language))
    {
      cli_error ("'--language' is en or de, not '%s'", input.language);
      return CLI_USAGE;
    }
  if (!page_is_available (&error))
    {
      cli_error ("%s", error->message);
      return CLI_FILE;
    }
  if (g_str_has_suffix (what, ".stepwise"))
    return write_session (arguments, what, &input);
  lesson = find_lesson (arguments, what);
  if (lesson != NULL)
    return write_lesson (arguments, lesson, &input);
  if (cli_arguments_has (arguments, "lesson"))
    {
      cli_error ("there is no lesson '%s'; 'stepwise-cli list lessons' lists them", what);
      return CLI_MODEL;
    }
  return write_model (arguments, &input);
}
