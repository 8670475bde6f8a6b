/* Writes the YAML text of a new study of each kind, with ranges chosen from the values of the model. */
#include "wb-study-new.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lab-registry.h"
#include "lab-study-basin.h"
#include "model-yaml-writer.h"
#include "ode-format.h"
#include "wb-study-text.h"

const LabStudyKind *const *
wb_study_new_kinds (void)
{
  static GPtrArray *kinds;

  if (kinds == NULL)
    {
      kinds = g_ptr_array_new ();
      for (const LabStudyKind *const *kind = lab_registry (); *kind != NULL; kind++)
        if ((*kind)->places & LAB_PLACE_ENSEMBLE)
          g_ptr_array_add (kinds, (gpointer) *kind);
      g_ptr_array_add (kinds, NULL);
    }
  return (const LabStudyKind *const *) kinds->pdata;
}

/* ---- the text ---- */

static void
write_numbers (ModelYamlWriter *out, const char *key, GHashTable *texts)
{
  g_autoptr (GList) names = g_list_sort (g_hash_table_get_keys (texts), (GCompareFunc) strcmp);

  if (names == NULL)
    return;
  model_yaml_writer_begin_mapping (out, key);
  for (GList *link = names; link != NULL; link = link->next)
    model_yaml_writer_number (out, link->data, g_ascii_strtod (g_hash_table_lookup (texts, link->data), NULL));
  model_yaml_writer_end_mapping (out);
}

/* Writes the settings that the user changed. */
static void
write_solver (ModelYamlWriter *out, const SimConfig *config)
{
  int n_rows;
  const SimSettingRow *rows = sim_config_rows (&n_rows);

  model_yaml_writer_begin_mapping (out, "solver");
  for (int i = 0; i < n_rows; i++)
    if (sim_config_origin (config, rows[i].key) == SIM_ORIGIN_LIVE)
      {
        g_autofree char *value = sim_config_get (config, rows[i].key);

        if (strcmp (rows[i].key, "seed") != 0)
          model_yaml_writer_text (out, rows[i].key, value);
      }
  model_yaml_writer_end_mapping (out);
}

#define NEW_TIMES 301
#define NEW_MEMBERS 1000
#define NEW_POINTS 201 /* number of points of a new sweep */

/* ---- what a kind of study has when it is new ---- */

static void
put (char **text, const char *const *path, const char *value)
{
  char *next = *text != NULL ? wb_study_text_set (*text, path, value) : NULL;

  g_free (*text);
  *text = next;
}

/* Records the first state of the model, so that the first run of the new study has a result to show. */
static void
put_records (char **text, ModelSystem *system)
{
  const char *first = model_system_n_states (system) > 0 ? model_system_column (system, 0)->name : NULL;

  if (first == NULL)
    return;
  put (text, (const char *const[]) { "record", "largest", "maximum", NULL }, first);
  put (text, (const char *const[]) { "record", "last", "final", NULL }, first);
}

/* Finds the quantity that a new study varies: the first parameter that has a range in the model, otherwise the first parameter, otherwise
 * the first state. Sets *low and *high to its range or, if it has none, to half and one and a half times its value. Returns NULL if there
 * is no such quantity. */
static const char *
quantity_to_vary (Model *model, ModelSystem *system, double *low, double *high)
{
  const ModelQuantity *found = NULL;
  double value = 0;

  for (int k = model_n_parameters (model); k-- > 0;)
    {
      const ModelQuantity *quantity = model_parameter (model, k);

      if (quantity->size == 0 && model_system_find_parameter (system, quantity->name) >= 0
          && (found == NULL || quantity->low < quantity->high || !(found->low < found->high)))
        found = quantity;
    }
  if (found == NULL && model_system_n_states (system) == 0)
    return NULL;
  if (found != NULL && found->low < found->high)
    {
      *low = found->low;
      *high = found->high;
      return found->name;
    }
  if (found != NULL)
    model_system_get_parameter (system, found->name, &value);
  else
    {
      g_autofree double *x = g_new0 (double, model_system_n_states (system) + 1), *d = g_new0 (double, model_system_n_discrete (system) + 1);

      if (model_system_initial (system, x, d, NULL))
        value = x[0];
    }
  *low = value != 0 ? fmin (value / 2, 1.5 * value) : 0;
  *high = value != 0 ? fmax (value / 2, 1.5 * value) : 1;
  return found != NULL ? found->name : model_system_ode (system)->names[0];
}

static void
put_axis (char **text, Model *model, ModelSystem *system)
{
  double low, high;
  const char *name = quantity_to_vary (model, system, &low, &high);
  g_autofree char *axis = name != NULL ? g_strdup_printf ("%.6g:%.6g:%d", low, high, NEW_POINTS) : NULL;

  if (name != NULL)
    put (text, (const char *const[]) { "vary", name, NULL }, axis);
}

static void
put_members (char **text, ModelSystem *system)
{
  const char *first = model_system_n_states (system) > 0 ? model_system_ode (system)->names[0] : NULL;

  put (text, (const char *const[]) { "members", NULL }, G_STRINGIFY (NEW_MEMBERS));
  if (first != NULL)
    put (text, (const char *const[]) { "fan", first, NULL }, G_STRINGIFY (NEW_TIMES));
}

/* Sets the options that the study proposes for the model. */
static void
put_options (char **text, const LabStudyKind *kind, Model *model, ModelSystem *system, double t_start, double t_end)
{
  g_autofree char **values = g_new0 (char *, kind->n_options + 1);

  if (kind->propose != NULL)
    kind->propose (model, system, t_start, t_end, values);
  for (int k = 0; k < kind->n_options; k++)
    {
      if (values[k] != NULL && *values[k] != '\0')
        put (text, (const char *const[]) { "options", kind->options[k].key, NULL }, values[k]);
      g_free (values[k]);
    }
}

/* Adds the entries that a new study of a kind has. */
static void
put_new (char **text, const LabStudyKind *kind, Model *model, ModelSystem *system, double t_start, double t_end, gboolean has_records)
{
  if (kind->members == LAB_MEMBERS_NONE)
    {
      put_options (text, kind, model, system, t_start, t_end);
      return;
    }
  if (!has_records)
    put_records (text, system);
  if (kind->members == LAB_MEMBERS_RANDOM)
    put_members (text, system);
  else
    put_axis (text, model, system);
}

/* ---- a new study ---- */

char *
wb_study_new_text (WbSession *session, const LabStudyKind *kind)
{
  const LabValues *values = wb_session_values (session);
  ModelSystem *system = wb_session_system (session);
  ModelYamlWriter *out = model_yaml_writer_new ();
  char *text;

  model_yaml_writer_integer (out, "format", 1);
  model_yaml_writer_text (out, "study", kind->id);
  model_yaml_writer_text (out, "model", wb_session_requested (session));
  if (kind->members == LAB_MEMBERS_RANDOM)
    model_yaml_writer_number (out, "seed", sim_config_get_number (wb_session_config (session), "seed"));
  if (!isnan (values->t_start) || !isnan (values->t_end))
    {
      model_yaml_writer_begin_mapping (out, "time");
      if (!isnan (values->t_start))
        model_yaml_writer_number (out, "start", values->t_start);
      if (!isnan (values->t_end))
        model_yaml_writer_number (out, "end", values->t_end);
      model_yaml_writer_end_mapping (out);
    }
  write_numbers (out, "set", values->parameters);
  write_numbers (out, "initial", values->initials);
  write_numbers (out, "constants", values->constants);
  write_solver (out, wb_session_config (session));
  text = model_yaml_writer_finish (out);
  if (system != NULL)
    put_new (&text, kind, wb_session_model (session), system, wb_session_t_start (session), wb_session_t_end (session), FALSE);
  return text;
}

/* ---- another kind ---- */

char *
wb_study_new_as (WbStudy *study, const LabStudyKind *kind)
{
  static const char *const dropped[] = { "members", "labels", "vary", "fan", "options", "about" };
  const WbStudyProblem *problem = wb_study_problem (study);
  g_autoptr (ModelSystem) system = problem != NULL ? lab_problem_instance (&problem->problem, NULL) : NULL;
  double t_start, t_end;
  char *text;

  if (system == NULL)
    return NULL;
  text = g_strdup (wb_study_text (study));
  put (&text, (const char *const[]) { "study", NULL }, kind->id);
  for (guint k = 0; k < G_N_ELEMENTS (dropped); k++)
    put (&text, (const char *const[]) { dropped[k], NULL }, NULL);
  if (kind->members == LAB_MEMBERS_NONE)
    put (&text, (const char *const[]) { "record", NULL }, NULL);
  t_start = isnan (problem->problem.t_start) ? model_system_t_start (system) : problem->problem.t_start;
  t_end = isnan (problem->problem.t_end) ? model_system_t_end (system) : problem->problem.t_end;
  put_new (&text, kind, problem->model, system, t_start, t_end, problem->file->record != NULL);
  return text;
}

/* ---- which models cannot have a study ---- */

typedef struct
{
  char *text;
  const LabStudyKind *kind;
  Model *model;
} Task;

static void
task_free (gpointer data)
{
  Task *task = data;

  g_free (task->text);
  model_unref (task->model);
  g_free (task);
}

/* Returns the reason why the model cannot have the study, or "" if it can. The caller frees it. */
static gpointer
find_reason (WbJob *job, gpointer data, GError **error)
{
  const Task *task = data;
  g_autoptr (GError) wrong = NULL;
  g_autoptr (WbStudyProblem) problem = wb_study_problem_new (task->text, NULL, task->model, &wrong);

  if (problem != NULL && task->kind->check != NULL)
    task->kind->check (&problem->problem, &wrong);
  return g_strdup (wrong != NULL ? wrong->message : "");
}

static void
check (WbJob **newest, gpointer owner, char *text, const LabStudyKind *kind, Model *model, WbJobDone done)
{
  Task *task = g_new0 (Task, 1);

  *task = (Task) { text, kind, model_ref (model) };
  wb_job_replace (newest, owner, find_reason, task, task_free, done, g_free);
}

void
wb_study_new_check_as (WbJob **newest, gpointer owner, WbStudy *study, const LabStudyKind *kind, WbJobDone done)
{
  check (newest, owner, wb_study_new_as (study, kind), kind, wb_study_problem (study)->model, done);
}

void
wb_study_new_check (WbJob **newest, gpointer owner, WbSession *session, const LabStudyKind *kind, WbJobDone done)
{
  check (newest, owner, wb_study_new_text (session, kind), kind, wb_session_model (session), done);
}

/* ---- another part of a basin ---- */

static char *
number_text (double value)
{
  char text[ODE_FORMAT_SIZE];

  text[ode_format_double (text, value)] = '\0';
  return g_strdup (text);
}

static void
set_range (char **text, const char *key, const char *name, double low, double high)
{
  g_autofree char *from = number_text (low), *to = number_text (high), *value = g_strdup_printf ("%s=%s:%s", name, from, to);

  put (text, (const char *const[]) { "options", key, NULL }, value);
}

/* Makes the basin that the present set-up describes, without results. */
static LabBasin *
present_basin (const WbStudyProblem *problem)
{
  const LabStudyKind *kind = &lab_study_basin;
  g_autofree const char **values = g_new0 (const char *, kind->n_options + 1);
  int jobs;

  for (int k = 0; k < kind->n_options; k++)
    values[k] = model_yaml_get_text (problem->file->options, kind->options[k].key, kind->options[k].standard);
  return lab_study_basin_new (&problem->problem, values, &jobs, NULL);
}

char *
wb_study_new_part_text (WbStudy *study, const PlotRange *x, const PlotRange *y)
{
  const WbStudyProblem *problem = wb_study_problem (study);
  g_autoptr (LabBasin) known = NULL;
  g_autofree char *escape = NULL;
  LabBasinSetup setup;
  char *text;

  if (problem == NULL || !problem->kind->has_parts || wb_study_result (study) == NULL || wb_study_is_stale (study))
    return NULL;
  known = present_basin (problem);
  if (known == NULL || !(x->high > x->low) || !isfinite (x->high - x->low))
    return NULL;
  setup = *lab_basin_setup (known);
  if (setup.y != NULL && (!(y->high > y->low) || !isfinite (y->high - y->low)))
    return NULL;
  setup.x_low = x->low;
  setup.x_high = x->high;
  setup.y_low = y->low;
  setup.y_high = y->high;
  lab_basin_align (known, &setup);
  text = g_strdup (wb_study_text (study));
  set_range (&text, "x", setup.x, setup.x_low, setup.x_high);
  if (setup.y != NULL)
    set_range (&text, "y", setup.y, setup.y_low, setup.y_high);
  escape = number_text (setup.escape);
  put (&text, (const char *const[]) { "options", "escape", NULL }, escape);
  return text;
}
