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

const LabStudyKind *const wb_study_new_kinds[] = { &lab_study_ensemble, &lab_study_sweep, &lab_study_basin, &lab_study_roa, &lab_study_orbit, NULL };

gboolean
wb_study_new_is_kind (const char *kind)
{
  for (int k = 0; wb_study_new_kinds[k] != NULL; k++)
    if (strcmp (wb_study_new_kinds[k]->id, kind) == 0)
      return TRUE;
  return FALSE;
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
#define NEW_GRID "400,400"
#define NEW_POINTS 201 /* number of points of a new sweep */
#define NEW_VALUES 300 /* number of parameter values of a new orbit diagram */

/* Records the first state of the model, so that the first run of the new study has a result to show. */
static void
write_records (ModelYamlWriter *out, ModelSystem *system)
{
  const char *first;

  if (system == NULL || model_system_n_states (system) == 0)
    return;
  first = model_system_column (system, 0)->name;
  model_yaml_writer_begin_mapping (out, "record");
  model_yaml_writer_begin_mapping (out, "largest");
  model_yaml_writer_text (out, "maximum", first);
  model_yaml_writer_end_mapping (out);
  model_yaml_writer_begin_mapping (out, "last");
  model_yaml_writer_text (out, "final", first);
  model_yaml_writer_end_mapping (out);
  model_yaml_writer_end_mapping (out);
}

static void
write_ensemble (ModelYamlWriter *out, ModelSystem *system)
{
  write_records (out, system);
  if (system == NULL || model_system_n_states (system) == 0)
    return;
  model_yaml_writer_begin_mapping (out, "fan");
  model_yaml_writer_integer (out, model_system_column (system, 0)->name, NEW_TIMES);
  model_yaml_writer_end_mapping (out);
}

/* Finds the quantity that a new study varies: the first parameter that has a range in the model, otherwise the first parameter, otherwise
 * the first state. Sets *low and *high to its range or, if it has none, to half and one and a half times its value. Returns NULL if there
 * is no such quantity. */
static const char *
quantity_to_vary (Model *model, ModelSystem *system, gboolean parameters_only, double *low, double *high)
{
  const ModelQuantity *found = NULL;
  double value = 0;

  for (int k = model_n_parameters (model); k-- > 0;)
    {
      const ModelQuantity *quantity = model_parameter (model, k);

      if (quantity->size == 0 && system != NULL && model_system_find_parameter (system, quantity->name) >= 0
          && (found == NULL || quantity->low < quantity->high || !(found->low < found->high)))
        found = quantity;
    }
  if (found == NULL && (parameters_only || system == NULL || model_system_n_states (system) == 0))
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
write_sweep (ModelYamlWriter *out, Model *model, ModelSystem *system)
{
  double low, high;
  const char *name = quantity_to_vary (model, system, FALSE, &low, &high);
  g_autofree char *axis = name != NULL ? g_strdup_printf ("%.6g:%.6g:%d", low, high, NEW_POINTS) : NULL;

  if (name != NULL)
    {
      model_yaml_writer_begin_mapping (out, "vary");
      model_yaml_writer_text (out, name, axis);
      model_yaml_writer_end_mapping (out);
    }
  write_records (out, system);
}

/* Writes an orbit diagram. Its transient is the time span of the model. */
static void
write_orbit (ModelYamlWriter *out, Model *model, ModelSystem *system, double t_span)
{
  double low, high;
  const char *name = quantity_to_vary (model, system, TRUE, &low, &high);
  g_autofree char *axis = name != NULL ? g_strdup_printf ("%s=%.6g:%.6g:%d", name, low, high, NEW_VALUES) : NULL;

  model_yaml_writer_begin_mapping (out, "options");
  if (axis != NULL)
    model_yaml_writer_text (out, "vary", axis);
  if (system != NULL && model_system_n_states (system) > 0)
    model_yaml_writer_text (out, "quantity", model_system_ode (system)->names[0]);
  if (t_span > 0 && isfinite (t_span))
    model_yaml_writer_number (out, "transient", t_span);
  model_yaml_writer_end_mapping (out);
}

/* Returns "x=-2:2": a range that is symmetric about 0, at least twice as large as the initial value, and rounded up to 1, 2 or 5 times a
 * power of ten. */
static char *
range_of (ModelSystem *system, int state, const double *x)
{
  double size = fabs (x[state]) > 0 ? 2 * fabs (x[state]) : 2, unit = pow (10, floor (log10 (size))), half;

  half = size <= unit * (1 + 1e-12) ? unit : size <= 2 * unit * (1 + 1e-12) ? 2 * unit : size <= 5 * unit * (1 + 1e-12) ? 5 * unit : 10 * unit;
  return g_strdup_printf ("%s=%.4g:%.4g", model_system_ode (system)->names[state], -half, half);
}

static void
write_basin (ModelYamlWriter *out, ModelSystem *system)
{
  int n = system != NULL ? model_system_n_states (system) : 0;
  g_autofree double *x = g_new0 (double, n + 1), *d = g_new0 (double, (system != NULL ? model_system_n_discrete (system) : 0) + 1);

  model_yaml_writer_begin_mapping (out, "options");
  if (n > 0)
    model_system_initial (system, x, d, NULL);
  for (int k = 0; k < MIN (n, 2); k++)
    {
      g_autofree char *range = range_of (system, k, x);

      model_yaml_writer_text (out, k == 0 ? "x" : "y", range);
    }
  model_yaml_writer_text (out, "grid", NEW_GRID);
  model_yaml_writer_end_mapping (out);
}

char *
wb_study_new_text (WbSession *session, const char *kind)
{
  const WbValues *values = wb_session_values (session);
  ModelSystem *system = wb_session_system (session);
  ModelYamlWriter *out = model_yaml_writer_new ();
  gboolean is_ensemble = strcmp (kind, lab_study_ensemble.id) == 0;

  model_yaml_writer_integer (out, "format", 1);
  model_yaml_writer_text (out, "study", kind);
  model_yaml_writer_text (out, "model", wb_session_requested (session));
  if (is_ensemble)
    {
      model_yaml_writer_integer (out, "members", NEW_MEMBERS);
      model_yaml_writer_number (out, "seed", sim_config_get_number (wb_session_config (session), "seed"));
    }
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
  if (is_ensemble)
    write_ensemble (out, system);
  else if (strcmp (kind, lab_study_sweep.id) == 0)
    write_sweep (out, wb_session_model (session), system);
  else if (strcmp (kind, lab_study_orbit.id) == 0)
    write_orbit (out, wb_session_model (session), system, wb_session_t_end (session) - wb_session_t_start (session));
  else if (strcmp (kind, lab_study_basin.id) == 0)
    write_basin (out, system);
  return model_yaml_writer_finish (out);
}

/* ---- another kind ---- */

static void
put (char **text, const char *const *path, const char *value)
{
  char *next = *text != NULL ? wb_study_text_set (*text, path, value) : NULL;

  g_free (*text);
  *text = next;
}

static void
put_option (char **text, const char *key, const char *value)
{
  put (text, (const char *const[]) { "options", key, NULL }, value);
}

static void
put_records (char **text, ModelSystem *system)
{
  const char *first = model_system_n_states (system) > 0 ? model_system_column (system, 0)->name : NULL;

  if (first == NULL)
    return;
  put (text, (const char *const[]) { "record", "largest", "maximum", NULL }, first);
  put (text, (const char *const[]) { "record", "last", "final", NULL }, first);
}

static void
put_basin (char **text, ModelSystem *system)
{
  g_autofree double *x = g_new0 (double, model_system_n_states (system) + 1), *d = g_new0 (double, model_system_n_discrete (system) + 1);

  model_system_initial (system, x, d, NULL);
  for (int k = 0; k < MIN (model_system_n_states (system), 2); k++)
    {
      g_autofree char *range = range_of (system, k, x);

      put_option (text, k == 0 ? "x" : "y", range);
    }
  put_option (text, "grid", NEW_GRID);
}

/* Adds the entries that a new study of a kind has. */
static void
put_new (char **text, const char *kind, Model *model, ModelSystem *system, gboolean has_records)
{
  gboolean is_orbit = strcmp (kind, lab_study_orbit.id) == 0, is_ensemble = strcmp (kind, lab_study_ensemble.id) == 0, is_sweep = strcmp (kind, lab_study_sweep.id) == 0;
  const char *first = model_system_n_states (system) > 0 ? model_system_ode (system)->names[0] : NULL, *name;
  double low, high;
  g_autofree char *axis = NULL;

  name = quantity_to_vary (model, system, is_orbit, &low, &high);
  if ((is_ensemble || is_sweep) && !has_records)
    put_records (text, system);
  if (is_ensemble)
    put (text, (const char *const[]) { "members", NULL }, G_STRINGIFY (NEW_MEMBERS));
  if (is_ensemble && first != NULL)
    put (text, (const char *const[]) { "fan", first, NULL }, G_STRINGIFY (NEW_TIMES));
  if (strcmp (kind, lab_study_basin.id) == 0)
    put_basin (text, system);
  if (is_orbit && name != NULL)
    {
      axis = g_strdup_printf ("%s=%.6g:%.6g:%d", name, low, high, NEW_VALUES);
      put_option (text, "vary", axis);
      put_option (text, "quantity", first);
    }
  if (is_sweep && name != NULL)
    {
      axis = g_strdup_printf ("%.6g:%.6g:%d", low, high, NEW_POINTS);
      put (text, (const char *const[]) { "vary", name, NULL }, axis);
    }
}

char *
wb_study_new_as (WbStudy *study, const char *kind)
{
  static const char *const dropped[] = { "members", "labels", "vary", "fan", "options", "about" };
  const WbStudyProblem *problem = wb_study_problem (study);
  g_autoptr (ModelSystem) system = problem != NULL ? lab_problem_instance (&problem->problem, NULL) : NULL;
  gboolean records = strcmp (kind, lab_study_ensemble.id) == 0 || strcmp (kind, lab_study_sweep.id) == 0;
  char *text;

  if (system == NULL)
    return NULL;
  text = g_strdup (wb_study_text (study));
  put (&text, (const char *const[]) { "study", NULL }, kind);
  for (guint k = 0; k < G_N_ELEMENTS (dropped); k++)
    put (&text, (const char *const[]) { dropped[k], NULL }, NULL);
  if (!records)
    put (&text, (const char *const[]) { "record", NULL }, NULL);
  put_new (&text, kind, problem->model, system, problem->file->record != NULL);
  return text;
}

/* ---- which models cannot have a study ---- */

typedef struct
{
  char *text, *kind;
  Model *model;
} Task;

static void
task_free (gpointer data)
{
  Task *task = data;

  g_free (task->text);
  g_free (task->kind);
  model_unref (task->model);
  g_free (task);
}

/* Returns the reason why the model cannot have the study, or "" if it can. The caller frees it. */
static gpointer
find_reason (WbJob *job, gpointer data, GError **error)
{
  const Task *task = data;
  static const char *const vary_path[] = { "options", "vary", NULL };
  g_autoptr (GError) wrong = NULL;
  g_autoptr (WbStudyProblem) problem = wb_study_problem_new (task->text, NULL, task->model, &wrong);
  g_autofree char *vary = wb_study_text_get (task->text, vary_path);

  if (strcmp (task->kind, lab_study_orbit.id) == 0 && vary == NULL)
    return g_strdup (_("the model has no parameter"));
  if (problem != NULL && lab_registry_find (task->kind)->check != NULL)
    lab_registry_find (task->kind)->check (&problem->problem, &wrong);
  return g_strdup (wrong != NULL ? wrong->message : "");
}

void
wb_study_new_check_as (WbJob **newest, gpointer owner, WbStudy *study, const char *kind, WbJobDone done)
{
  Task *task = g_new0 (Task, 1);

  task->text = wb_study_new_as (study, kind);
  task->kind = g_strdup (kind);
  task->model = model_ref (wb_study_problem (study)->model);
  wb_job_replace (newest, owner, find_reason, task, task_free, done, g_free);
}

void
wb_study_new_check (WbJob **newest, gpointer owner, WbSession *session, const char *kind, WbJobDone done)
{
  Task *task = g_new0 (Task, 1);

  task->text = wb_study_new_text (session, kind);
  task->kind = g_strdup (kind);
  task->model = model_ref (wb_session_model (session));
  wb_job_replace (newest, owner, find_reason, task, task_free, done, g_free);
}

/* ---- another part of a basin ---- */

static char *
number_text (double value)
{
  char text[ODE_FORMAT_SIZE];

  text[ode_format_double (text, value)] = '\0';
  return g_strdup (text);
}

/* Sets an option in the text of a study and replaces the text. */
static void
set_option (char **text, const char *key, const char *value)
{
  const char *const path[] = { "options", key, NULL };
  char *next = *text != NULL ? wb_study_text_set (*text, path, value) : NULL;

  g_free (*text);
  *text = next;
}

static void
set_range (char **text, const char *key, const char *name, double low, double high)
{
  g_autofree char *from = number_text (low), *to = number_text (high), *value = g_strdup_printf ("%s=%s:%s", name, from, to);

  set_option (text, key, value);
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
  set_option (&text, "escape", escape);
  return text;
}
