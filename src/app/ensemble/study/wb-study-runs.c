/* Opens members of a study as runs. A job computes the member, because this may take as long as any run. */
#include "wb-study-runs.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lab-option.h"
#include "lab-registry.h"
#include "ode-format.h"
#include "plot-text.h"
#include "wb-job.h"
#include "wb-session-history.h"
#include "wb-session-layout.h"

typedef struct
{
  char *text, *path;
  Model *model;
  guint64 member;
  char *parameter;   /* for a study that is not an ensemble: the parameter that the run changes; NULL: none */
  double value;      /* value of this parameter */
} MemberTask;

/* A member with all data that a run of it needs. */
typedef struct
{
  Model *model;
  char *requested, *name;
  SimConfig *config;
  LabValues *values;
} Member;

static void
member_task_free (gpointer data)
{
  MemberTask *task = data;

  g_free (task->text);
  g_free (task->path);
  g_free (task->parameter);
  g_clear_pointer (&task->model, model_unref);
  g_free (task);
}

static void
member_free (gpointer data)
{
  Member *member = data;

  g_clear_pointer (&member->model, model_unref);
  g_clear_pointer (&member->config, sim_config_free);
  g_clear_pointer (&member->values, lab_values_free);
  g_free (member->requested);
  g_free (member->name);
  g_free (member);
}

static void
put_number (GHashTable *table, const char *name, double value)
{
  char text[ODE_FORMAT_SIZE];

  ode_format_double (text, value);
  g_hash_table_insert (table, g_strdup (name), g_strdup (text));
}

static void
put_mapping (GHashTable *table, const ModelYaml *mapping)
{
  double value;

  for (int k = 0; mapping != NULL && k < mapping->n_items; k++)
    if (model_yaml_number (mapping->items[k], &value))
      put_number (table, mapping->keys[k]->text, value);
}

/* Returns the values that the study file sets. Free them with lab_values_free. */
static LabValues *
values_of (const WbStudyProblem *problem)
{
  LabValues *values = lab_values_new ();
  GHashTableIter iter;
  gpointer name, value;

  put_mapping (values->parameters, problem->file->set);
  put_mapping (values->initials, problem->file->initial);
  g_hash_table_iter_init (&iter, problem->constants);
  while (g_hash_table_iter_next (&iter, &name, &value))
    put_number (values->constants, name, *(double *) value);
  values->t_start = problem->problem.t_start;
  values->t_end = problem->problem.t_end;
  return values;
}

/* Sets the values and the name of a run that repeats a member. columns: the member's row in the file of results: the time, then the varied
 * quantities. */
static void
set_member (Member *run, const LabEnsemble *ensemble, guint64 member, const double *columns)
{
  GString *name = g_string_new (NULL);

  for (guint k = 0; k < ensemble->varied->len; k++)
    {
      const LabVary *vary = &g_array_index (ensemble->varied, LabVary, k);
      g_autofree char *value = plot_text_value (columns[1 + k], 4, NULL);

      put_number (vary->parameter >= 0 ? run->values->parameters : run->values->initials, vary->name, columns[1 + k]);
      g_string_append_printf (name, "%s%s = %s", k > 0 ? ", " : "", vary->name, value);
    }
  /* A point of a sweep draws no random values, and its noise is that of an ordinary run. */
  run->values->is_member = !ensemble->is_sweep;
  run->values->member = ensemble->is_sweep ? 0 : member;
  run->name = ensemble->is_sweep ? g_strdup (name->str) : g_strdup_printf (_("member %lu"), (gulong) member);
  g_string_free (name, TRUE);
}

static Member *
member_new (const WbStudyProblem *problem)
{
  Member *member = g_new0 (Member, 1);

  member->model = model_ref (problem->model);
  member->requested = g_strdup (problem->file->model);
  member->config = sim_config_copy (problem->config);
  member->values = values_of (problem);
  return member;
}

static gpointer
compute_member (WbJob *job, gpointer data, GError **error)
{
  const MemberTask *task = data;
  g_autoptr (WbStudyProblem) problem = wb_study_problem_new (task->text, task->path, task->model, error);
  g_autofree double *columns = NULL;
  g_autofree char *reason = NULL, *value = NULL;
  LabOutcome outcome;
  Member *member;

  if (problem == NULL)
    return NULL;
  if (task->parameter != NULL)
    {
      member = member_new (problem);
      value = plot_text_value (task->value, 4, NULL);
      put_number (member->values->parameters, task->parameter, task->value);
      member->name = g_strdup_printf ("%s = %s", task->parameter, value);
      return member;
    }
  columns = g_new0 (double, problem->ensemble->n_columns);
  if (!lab_ensemble_replay (problem->ensemble, task->member, &outcome, &reason, columns, error))
    return NULL;
  member = member_new (problem);
  set_member (member, problem->ensemble, task->member, columns);
  return member;
}

static void
show_member (WbStudies *self, const Member *member)
{
  WbSession *session = wb_studies_session (self);
  Model *model = wb_session_model (session);
  g_autoptr (WbRunItem) item = NULL;
  g_autoptr (GError) error = NULL;

  if (model == NULL || strcmp (model_text (model), model_text (member->model)) != 0)
    wb_session_set_model (session, member->model, member->requested);
  item = wb_run_item_new (wb_session_model (session), member->config, member->values, &error);
  if (item == NULL)
    {
      wb_session_message (session, error->message);
      return;
    }
  wb_run_item_set_name (item, member->name);
  wb_session_begin_group (session);
  wb_session_start_run (session, item);
  wb_session_go_to_view (session, WB_VIEW_ID_SIMULATE);
  wb_session_end_group (session, member->name);
}

static void
on_member (gpointer owner, gpointer result, const GError *error)
{
  WbStudies *self = owner;

  if (result == NULL)
    {
      wb_session_message (wb_studies_session (self), error->message);
      return;
    }
  show_member (self, result);
  member_free (result);
}

/* Starts the job that opens a run. Cancels an earlier job. */
static void
open_run (WbStudies *self, WbStudy *study, guint64 member, const char *parameter, double value)
{
  MemberTask *task = g_new0 (MemberTask, 1);

  task->text = g_strdup (wb_study_text (study));
  task->path = g_strdup (wb_study_path (study));
  task->model = model_ref (wb_study_problem (study)->model);
  task->member = member;
  task->parameter = g_strdup (parameter);
  task->value = value;
  wb_job_replace (wb_job_place (self, "opening"), self, compute_member, task, member_task_free, on_member, member_free);
}

void
wb_studies_open_member (WbStudies *self, WbStudy *study, guint64 member)
{
  const WbStudyProblem *problem = wb_study_problem (study);

  if (problem == NULL || problem->ensemble == NULL)
    return;
  if (member >= problem->ensemble->n_members)
    {
      g_autofree char *text = g_strdup_printf (_("The runs of this study have the numbers 0 to %lu"), (gulong) (problem->ensemble->n_members - 1));

      wb_session_message (wb_studies_session (self), text);
      return;
    }
  open_run (self, study, member, NULL, 0);
}

/* Returns the index of the value of an axis that is nearest to a number. Returns −1 if the number lies beyond the ends of the axis. */
static gint64
nearest_on (const LabVary *axis, double value)
{
  double at = (value - axis->from) / (axis->to - axis->from) * (axis->n_values - 1);

  return at >= -0.5 && at < axis->n_values - 0.5 ? CLAMP ((gint64) floor (at + 0.5), 0, axis->n_values - 1) : -1;
}

static void
open_sweep_point (WbStudies *self, WbStudy *study, const LabEnsemble *ensemble, double x, double y)
{
  const LabVary *first = &g_array_index (ensemble->varied, LabVary, 0);
  const LabVary *second = ensemble->varied->len > 1 ? &g_array_index (ensemble->varied, LabVary, 1) : NULL;
  gint64 i = nearest_on (first, x), j = second != NULL ? nearest_on (second, y) : 0;

  if (i >= 0 && j >= 0)
    open_run (self, study, (guint64) i * first->stride + (guint64) j, NULL, 0);
}

/* Returns the key of the option that is the only axis of the picture, a parameter with a number of values, or NULL. */
static const char *
parameter_axis (const LabStudyKind *kind)
{
  int k = kind->axes != NULL ? lab_study_kind_option (kind, kind->axes) : -1;

  return k >= 0 && g_str_has_prefix (kind->options[k].argument, "p=") ? kind->axes : NULL;
}

void
wb_studies_open_point (WbStudies *self, WbStudy *study, double x, double y)
{
  const WbStudyProblem *problem = wb_study_problem (study);
  const char *key = problem != NULL ? parameter_axis (problem->kind) : NULL;
  LabRange range;

  if (problem == NULL || wb_study_is_stale (study))
    return;
  if (wb_study_problem_is_sweep (problem))
    open_sweep_point (self, study, problem->ensemble, x, y);
  else if (key != NULL && lab_option_range (key, model_yaml_get_text (problem->file->options, key, NULL), TRUE, &range, NULL))
    {
      double step = (range.to - range.from) / (range.n - 1);

      if (x >= range.from - step / 2 && x <= range.to + step / 2)
        open_run (self, study, 0, range.name, CLAMP (range.from + step * floor ((x - range.from) / step + 0.5), range.from, range.to));
      g_free (range.name);
    }
}
