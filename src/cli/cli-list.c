/* The commands that compute nothing: lists of models, methods, tableaus and studies, the description of a model
 * (show), and the check of model, study, lesson and tableau files (check). */
#include "cli-commands.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli-setup.h"
#include "cli-table.h"
#include "lab-cues.h"
#include "lab-lesson-check.h"
#include "lab-registry.h"
#include "lab-study-file.h"
#include "model-import.h"
#include "model-library.h"
#include "model-tableau.h"
#include "model-units.h"
#include "ode-methods.h"

static int
list_models (CliFormat format)
{
  static const char *const columns[] = { "id", "name", "category", "traits", "summary" };
  g_autoptr (ModelLibrary) library = model_library_scan (NULL, sim_config_check_solver);
  g_autoptr (CliTable) table = cli_table_new (columns, G_N_ELEMENTS (columns) - (format == CLI_FORMAT_TABLE ? 1 : 0));
  int n_broken = 0;

  for (int i = 0; i < model_library_n_entries (library); i++)
    {
      const ModelEntry *entry = model_library_entry (library, i);
      g_autofree char *traits = model_traits_text (entry->traits);

      if (entry->errors != NULL)
        {
          n_broken++;
          cli_print_diagnostics (entry->errors, FALSE);
          continue;
        }
      cli_table_add (table, entry->id);
      cli_table_add (table, entry->name);
      cli_table_add (table, entry->category);
      cli_table_add (table, traits);
      if (format != CLI_FORMAT_TABLE)
        cli_table_add (table, entry->summary);
    }
  if (!cli_table_print (table, format, stdout))
    return CLI_FILE;
  return n_broken > 0 ? CLI_MODEL : CLI_OK;
}

static int
list_integrators (CliFormat format)
{
  static const char *const columns[] = { "id", "label", "family", "#order", "#embedded", "#dense", "#stages",
                                         "adaptive", "implicit", "traits", "aliases", "source" };
  g_autoptr (CliTable) table = cli_table_new (columns, G_N_ELEMENTS (columns));
  int n_methods;
  const OdeMethod *const *methods = ode_methods (&n_methods);

  for (int i = 0; i < n_methods; i++)
    {
      const OdeMethod *method = methods[i];
      char traits[256];

      ode_traits_text (method->traits, traits, sizeof traits);
      cli_table_add (table, method->id);
      cli_table_add (table, method->label);
      cli_table_add (table, ode_family_label (method->family));
      cli_table_add_count (table, method->order);
      cli_table_add_count (table, method->embedded_order);
      cli_table_add_count (table, method->dense_order);
      cli_table_add_count (table, ode_method_n_stages (method));
      cli_table_add (table, method->traits & ODE_TRAIT_ADAPTIVE ? "yes" : "no");
      cli_table_add (table, method->traits & ODE_TRAIT_IMPLICIT ? "yes" : "no");
      cli_table_add (table, traits);
      cli_table_add (table, method->aliases);
      cli_table_add (table, method->source);
    }
  return cli_table_print (table, format, stdout) ? CLI_OK : CLI_FILE;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static int
list_tableaus (CliFormat format)
{
  static const char *const columns[] = { "id", "name", "#stages", "#order", "#embedded", "path" };
  g_autoptr (CliTable) table = cli_table_new (columns, G_N_ELEMENTS (columns));
  g_auto (GStrv) folders = model_library_folders ("tableaus");
  int status = CLI_OK;

  for (char **folder = folders; *folder != NULL; folder++)
    {
      g_autoptr (GDir) dir = g_dir_open (*folder, 0, NULL);
      g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
      const char *name;

      while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
        if (g_str_has_suffix (name, ".yaml"))
          g_ptr_array_add (names, g_strdup (name));
      g_ptr_array_sort (names, compare_names);
      for (guint i = 0; i < names->len; i++)
        {
          g_autofree char *path = g_build_filename (*folder, g_ptr_array_index (names, i), NULL);
          g_autofree char *id = g_strndup (g_ptr_array_index (names, i), strlen (g_ptr_array_index (names, i)) - 5);
          g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
          OdeMethod *method = model_tableau_load (path, diagnostics);

          cli_print_diagnostics (diagnostics, FALSE);
          if (method == NULL)
            {
              status = CLI_MODEL;
              continue;
            }
          cli_table_add (table, id);
          cli_table_add (table, method->label);
          cli_table_add_count (table, ode_method_n_stages (method));
          cli_table_add_count (table, method->order);
          cli_table_add_count (table, method->embedded_order);
          cli_table_add (table, path);
          ode_method_free_custom (method);
        }
    }
  return cli_table_print (table, format, stdout) ? status : CLI_FILE;
}

static int
list_studies (CliFormat format)
{
  static const char *const columns[] = { "id", "label", "options", "advice" };
  g_autoptr (CliTable) table = cli_table_new (columns, G_N_ELEMENTS (columns));

  for (const LabStudyKind *const *kind = lab_registry (); *kind != NULL; kind++)
    {
      g_autoptr (GString) options = g_string_new (NULL);

      for (int k = 0; k < (*kind)->n_options; k++)
        g_string_append_printf (options, "%s%s", k > 0 ? " " : "", (*kind)->options[k].key);
      cli_table_add (table, (*kind)->id);
      cli_table_add (table, (*kind)->label);
      cli_table_add (table, options->str);
      cli_table_add (table, (*kind)->advice);
    }
  return cli_table_print (table, format, stdout) ? CLI_OK : CLI_FILE;
}

int
cli_list (const CliArguments *arguments)
{
  static const struct { const char *word; int (*list) (CliFormat); } lists[] = {
    { "models", list_models }, { "integrators", list_integrators }, { "tableaus", list_tableaus },
    { "studies", list_studies }, { "lessons", cli_list_lessons },
  };
  const char *kind = g_ptr_array_index (arguments->positional, 0);
  CliFormat format = CLI_FORMAT_TABLE;

  if (!cli_format_read (arguments, &format))
    return CLI_USAGE;
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    if (strcmp (kind, lists[i].word) == 0)
      return lists[i].list (format);
  cli_error ("'list' takes models, integrators, lessons, tableaus or studies, not '%s'", kind);
  return CLI_USAGE;
}

/* ---- the command show ---- */

static void
show_equations (const Model *model)
{
  static const struct { ModelEquationKind kind; const char *heading; } groups[] = {
    { MODEL_EQUATION_FUNCTION, "Functions" }, { MODEL_EQUATION_VARIABLE, "Variables" }, { MODEL_EQUATION_STATE, "Equations" },
    { MODEL_EQUATION_ALGEBRAIC, "Algebraic equations" }, { MODEL_EQUATION_CONSTRAINT, "Constraints" },
    { MODEL_EQUATION_DISCRETE, "Discrete states" }, { MODEL_EQUATION_OUTPUT, "Outputs" },
  };

  for (guint g = 0; g < G_N_ELEMENTS (groups); g++)
    {
      gboolean headed = FALSE;

      for (int i = 0; i < model_n_equations (model); i++)
        {
          const ModelEquation *equation = model_equation (model, i);

          if (equation->kind != groups[g].kind)
            continue;
          if (!headed)
            printf ("\n%s\n", groups[g].heading);
          headed = TRUE;
          printf ("  %s", equation->left);
          if (equation->right != NULL && *equation->right != '\0')
            printf (" = %s", equation->right);
          if (equation->initial != NULL)
            printf ("    initially %s", equation->initial);
          if (equation->unit != NULL && *equation->unit != '\0')
            printf ("    (%s)", equation->unit);
          if (equation->about != NULL && *equation->about != '\0')
            printf ("    %s", equation->about);
          printf ("\n");
        }
    }
}

static void
show_quantities (const char *heading, const Model *model, int n, const ModelQuantity *(*get) (const Model *, int))
{
  if (n > 0)
    printf ("\n%s\n", heading);
  for (int i = 0; i < n; i++)
    {
      const ModelQuantity *quantity = get (model, i);
      g_autofree char *value = cli_number (quantity->value);

      printf ("  %s", quantity->name);
      if (quantity->size > 0)
        printf ("[1…%d]", quantity->size);
      printf (" = %s", value);
      if (*quantity->unit != '\0')
        printf (" %s", quantity->unit);
      if (quantity->low == quantity->low)
        {
          g_autofree char *low = cli_number (quantity->low), *high = cli_number (quantity->high);
          printf ("    from %s to %s", low, high);
        }
      if (quantity->about != NULL && *quantity->about != '\0')
        printf ("    %s", quantity->about);
      printf ("\n");
    }
}

/* Prints the settings that the model file gives, one per line. */
static void
show_settings (const Model *model)
{
  g_autoptr (SimConfig) config = sim_config_new ();
  g_autoptr (GPtrArray) ignored = model_diagnostics_new ();
  g_autofree char *yaml = NULL;
  g_auto (GStrv) lines = NULL;

  sim_config_apply_model (config, model, ignored);
  yaml = sim_config_to_yaml (config, FALSE);
  lines = g_strsplit (yaml, "\n", -1);
  if (yaml[0] != '\0')
    printf ("\nSolver\n");
  for (char **line = lines; *line != NULL; line++)
    if (**line != '\0')
      printf ("  %s\n", *line);
}

int
cli_show (const CliArguments *arguments)
{
  g_autoptr (Model) model = cli_open_model (arguments);
  g_autoptr (ModelSystem) system = NULL;
  g_autofree char *traits = NULL;
  int status;

  if (model == NULL)
    return CLI_MODEL;
  system = cli_make_instance (arguments, model, NULL, &status);
  if (system == NULL)
    return status;
  traits = model_traits_text (model_traits (model));
  printf ("%s", model_name (model));
  if (*traits != '\0')
    printf ("  [%s]", traits);
  printf ("\n");
  if (*model_summary (model) != '\0')
    printf ("%s\n", model_summary (model));
  if (*model_source (model) != '\0')
    printf ("Source: %s\n", model_source (model));
  {
    g_autofree char *start = cli_number (model_system_t_start (system)), *end = cli_number (model_system_t_end (system));
    printf ("Time: %s to %s %s\n", start, end, model_time_unit (model));
  }
  show_equations (model);
  show_quantities ("Parameters", model, model_n_parameters (model), model_parameter);
  show_quantities ("Constants", model, model_n_constants (model), model_constant);
  if (model_system_n_events (system) > 0)
    printf ("\nEvents\n");
  for (int i = 0; i < model_system_n_events (system); i++)
    {
      const ModelEvent *event = model_system_event (system, i);
      g_autofree char *actions = g_strjoinv (", ", (char **) event->actions);

      printf ("  %s: %s → %s\n", event->name, event->trigger_text, actions);
    }
  show_settings (model);
  return fflush (stdout) == 0 ? CLI_OK : CLI_FILE;
}

/* ---- the command check ---- */

/* Returns whether a file has a tableau. Only files with tableaus have the key A. */
static gboolean
is_tableau (const char *path)
{
  g_autofree char *text = NULL;

  return g_file_test (path, G_FILE_TEST_IS_REGULAR) && g_file_get_contents (path, &text, NULL, NULL)
         && (g_str_has_prefix (text, "A:") || strstr (text, "\nA:") != NULL);
}

/* Checks a study file and the model that it names. */
static void
check_study (const char *path, GPtrArray *diagnostics)
{
  g_autoptr (LabStudyFile) file = lab_study_file_load (path, diagnostics);
  g_autoptr (Model) model = file != NULL ? model_library_open_named (file->model, sim_config_check_solver, diagnostics) : NULL;
  g_autoptr (GHashTable) constants = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (SimConfig) config = sim_config_new ();
  g_autoptr (GPtrArray) errors = expr_errors_new ();
  g_autoptr (LabEnsemble) ensemble = NULL;
  g_autoptr (GError) error = NULL;
  LabProblem problem = { .model = model, .config = config, .t_start = NAN, .t_end = NAN };

  if (model == NULL)
    return;
  sim_config_apply_model (config, model, diagnostics);
  if (file->solver != NULL)
    sim_config_apply_mapping (config, file->solver, SIM_ORIGIN_CONFIG, diagnostics);
  lab_study_file_constants (file, constants);
  problem.instance.constants = constants;
  ensemble = lab_ensemble_new (&problem, MAX (1, file->members), &error);
  if (ensemble == NULL)
    model_diagnostics_add (diagnostics, path, 0, 0, "%s", error->message);
  else if (lab_study_file_check (file, ensemble->system, diagnostics) && lab_study_file_fill (file, ensemble, diagnostics)
           && !lab_ensemble_finish (ensemble, errors))
    for (guint k = 0; k < errors->len; k++)
      {
        const ExprError *wrong = errors->pdata[k];

        model_diagnostics_add (diagnostics, path, wrong->place.line, wrong->place.column, "%s", wrong->message);
      }
}

/* Checks a lesson and its translations without computing its runs. */
static void
check_lesson (const char *path, GPtrArray *diagnostics)
{
  g_autoptr (LabLesson) lesson = lab_lesson_load (path, NULL, diagnostics);
  g_autoptr (LabLesson) german = lesson != NULL ? lab_lesson_load (path, "de", diagnostics) : NULL;

  if (german != NULL)
    lab_lesson_verify (lesson, diagnostics);
}

/* Returns the path of the lesson that a file of texts translates, such as X.lesson.yaml for X.lesson.de.yaml, and sets language[3]. Returns NULL for other
 * files. Free it with g_free. */
static char *
translated_lesson (const char *path, char *language)
{
  gsize n = strlen (path), ending = strlen (".lesson.de.yaml");

  if (n <= ending || strncmp (path + n - ending, ".lesson.", 8) != 0 || strcmp (path + n - 5, ".yaml") != 0
      || !g_ascii_islower (path[n - 7]) || !g_ascii_islower (path[n - 6]))
    return NULL;
  g_strlcpy (language, path + n - 7, 3);
  return g_strdup_printf ("%.*s.lesson.yaml", (int) (n - ending), path);
}

/* Checks the texts of a translation against its lesson, whose own errors are not reported. */
static void
check_translation (const char *path, const char *lesson_path, const char *language, GPtrArray *diagnostics)
{
  g_autoptr (GPtrArray) unseen = model_diagnostics_new ();
  g_autoptr (LabLesson) lesson = lab_lesson_load (lesson_path, NULL, unseen);

  if (lesson != NULL)
    lab_lesson_free (lab_lesson_load (lesson_path, language, diagnostics));
  else
    model_diagnostics_add (diagnostics, path, 0, 0, "the lesson '%s', which this file translates, cannot be read or has errors", lesson_path);
}

/* Checks a cue list and its translations. */
static void
check_cues (const char *path, GPtrArray *diagnostics)
{
  g_autoptr (LabCueList) list = lab_cues_load (path, NULL, diagnostics);

  if (list != NULL)
    lab_cues_free (lab_cues_load (path, "de", diagnostics));
}

static Model *
check_model (const char *path, GPtrArray *diagnostics)
{
  const gboolean is_file = strchr (path, '/') != NULL || g_str_has_suffix (path, ".yaml") || g_file_test (path, G_FILE_TEST_EXISTS);
  Model *model = is_file && model_import_kind_of_path (path) == NULL ? model_load_file (path, sim_config_check_solver, diagnostics)
                                                                      : model_library_open (path, sim_config_check_solver, diagnostics);

  if (model != NULL)
    {
      g_autoptr (SimConfig) config = sim_config_new ();
      sim_config_apply_model (config, model, diagnostics);
    }
  return model;
}

/* Compares the equations of a model with its units. Prints warnings, and how many expressions were compared. */
static void
check_units (const char *path, const Model *model)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  ModelUnitsReport report;

  model_units_check (model, diagnostics, &report);
  cli_print_diagnostics (diagnostics, FALSE);
  if (report.n_agree + report.n_differ + report.n_open > 0)
    fprintf (stderr, "%s: units of expressions: %u agree, %u differ, %u cannot be compared (names or numbers without a known unit)\n", path, report.n_agree,
             report.n_differ, report.n_open);
}

int
cli_check (const CliArguments *arguments)
{
  guint n_errors = 0;

  for (guint i = 0; i < arguments->positional->len; i++)
    {
      const char *path = g_ptr_array_index (arguments->positional, i);
      g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
      char language[3];
      g_autofree char *lesson = translated_lesson (path, language);

      if (lesson != NULL)
        {
          check_translation (path, lesson, language, diagnostics);
          cli_print_diagnostics (diagnostics, FALSE);
          n_errors += model_diagnostics_n_errors (diagnostics);
          continue;
        }
      if (lab_lesson_is_lesson (path) || lab_cues_is_cues (path) || is_tableau (path))
        {
          if (lab_lesson_is_lesson (path))
            check_lesson (path, diagnostics);
          else if (lab_cues_is_cues (path))
            check_cues (path, diagnostics);
          else
            ode_method_free_custom (model_tableau_load (path, diagnostics));
          cli_print_diagnostics (diagnostics, FALSE);
          n_errors += model_diagnostics_n_errors (diagnostics);
          continue;
        }
      gboolean is_study = g_str_has_suffix (path, ".yaml") && lab_study_file_is_study (path);
      g_autoptr (Model) model = is_study ? NULL : check_model (path, diagnostics);

      if (is_study)
        check_study (path, diagnostics);
      cli_print_diagnostics (diagnostics, FALSE);
      n_errors += model_diagnostics_n_errors (diagnostics);
      if (!is_study && model == NULL && model_diagnostics_n_errors (diagnostics) == 0)
        n_errors++;
      if (model != NULL)
        check_units (path, model);
    }
  return n_errors > 0 ? CLI_MODEL : CLI_OK;
}
