/* Compares the seals of a session with its text, computes its runs again, and compares their results with the seals. */
#include "lab-verify.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "expr-program.h"
#include "lab-session-model.h"
#include "lab-session-run.h"

/* Pause in µs between two looks at a run that is computed. */
#define LOOK_EVERY 2000
/* From this number of states on dense matrices are factored by LAPACK, and sparse ones by KLU from fewer (ode-linalg.c, ode-linalg-matrix.c). */
#define LIBRARY_FROM 50

const char *
lab_verdict_name (LabVerdict verdict)
{
  static const char *const names[LAB_N_VERDICTS]
      = { "identical", "digits", "different", "not_repeatable", "changed", "not_sealed", "not_computed" };

  return names[verdict];
}

static void
run_free (gpointer data)
{
  LabVerifiedRun *run = data;

  g_free (run->name);
  g_free (run->version);
  g_free (run->arithmetic);
  g_free (run->value_column);
  g_free (run->worst_column);
  g_free (run->reason);
  g_free (run);
}

void
lab_verification_free (LabVerification *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->runs);
  g_free (self);
}

/* ---- the session ---- */

/* What the runs of a session share. */
typedef struct
{
  const ModelYaml *root;
  LabSessionModels *models;
  LabSessionMethods methods;
} Session;

static void
session_clear (Session *session)
{
  g_clear_pointer (&session->models, lab_session_models_free);
  lab_session_methods_clear (&session->methods);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Session, session_clear)

static gboolean
session_init (Session *session, const ModelYaml *root, const char *name, GError **error)
{
  const ModelYaml *lesson = model_yaml_get (root, "lesson");
  g_autoptr (Model) model = NULL;
  Model *other = NULL;
  gboolean differs;

  session->root = root;
  lab_session_methods_read (&session->methods, root, NULL);
  model = lab_session_read_model (model_yaml_get (root, "model"), name, &differs, error);
  if (model == NULL)
    return FALSE;
  if (lesson != NULL)
    lab_lesson_free (lab_session_read_lesson (lesson, NULL, &other));
  if (other != NULL)
    {
      model_unref (model);
      model = other;
    }
  session->models = lab_session_models_new (root, name, model);
  return TRUE;
}

/* ---- one run ---- */

/* Returns the library outside of the program that the run may have used, or NULL. The program says which one factors matrices at the end of the run only, so a run
 * that changes its settings is judged by all methods that it has used. */
static const char *
outside_library (const LabSessionRun *stored, const SimRunPoll *poll, const OdeSystem *ode, const char *arithmetic)
{
  gboolean implicit = FALSE;

  for (int k = -1; k < (int)stored->history->len; k++)
    {
      const SimRunChange *change = k >= 0 ? g_ptr_array_index (stored->history, k) : NULL;
      const OdeMethod *method;

      if (change != NULL && change->kind != SIM_RUN_CHANGE_CONFIG)
        continue;
      method = sim_config_method (change != NULL ? change->config : stored->config);
      if ((method->traits & ODE_TRAIT_OWN_CONTROL) != 0)
        return "CVODE";
      implicit |= change != NULL && (method->traits & ODE_TRAIT_IMPLICIT) != 0;
    }
  if (g_str_has_suffix (arithmetic, "libm"))
    return "libm";
  if (strstr (poll->statistics.linear_algebra, "KLU") != NULL)
    return "KLU";
  if (strstr (poll->statistics.linear_algebra, "LAPACK") != NULL)
    return "LAPACK";
  implicit |= ode->mass_pattern != NULL && *poll->statistics.linear_algebra == '\0'; /* an explicit method factors the mass matrix */
  return implicit && ode->n_states >= LIBRARY_FROM ? "LAPACK, KLU" : NULL;
}

/* Computes a run again. Returns FALSE with an error if it is cancelled. */
static gboolean
compute (SimRun *run, const LabSessionRun *stored, double t_start, SimRunPoll *poll, const LabProgress *progress, GError **error)
{
  sim_run_recompute (run, stored->history, stored->steps, stored->stop);
  for (;;)
    {
      sim_run_poll (run, poll);
      if (!poll->pending && (poll->state == SIM_RUN_PAUSED || poll->state == SIM_RUN_FINISHED))
        return TRUE;
      if (!lab_progress_report (progress, CLAMP ((poll->t - t_start) / (poll->t_end - t_start), 0, 1), error))
        return FALSE;
      g_usleep (LOOK_EVERY);
    }
}

static char *
column_name (ModelSystem *system, int column)
{
  return g_strdup (column < 0 ? "t" : column < model_system_n_columns (system) ? model_system_column (system, column)->name : "");
}

static void
judge (LabVerifiedRun *found, const LabSealResults *sealed)
{
  const LabSealDifference *difference = &found->difference;

  found->same = difference->same_rows && difference->same_events && found->end == found->end_now;
  if (found->library != NULL || found->end == LAB_SEAL_FAILED || found->end == LAB_SEAL_STOPPED || found->end == LAB_SEAL_PAUSED)
    found->verdict = LAB_VERDICT_NOT_REPEATABLE;
  else if (found->same)
    found->verdict = LAB_VERDICT_IDENTICAL;
  else if (!difference->same_rows && difference->rows_now == sealed->n_rows && difference->n_compared == sealed->n_kept && difference->digits >= 1
           && difference->digits < 17 && difference->events_now == sealed->n_events && found->end == found->end_now)
    found->verdict = LAB_VERDICT_DIGITS;
  else
    found->verdict = LAB_VERDICT_DIFFERENT;
}

/* Computes a run again and compares it with its seal. Returns FALSE with an error if that is cancelled. */
static gboolean
repeat (const Session *session, Model *model, const ModelYaml *node, const LabSeal *seal, LabVerifiedRun *found, const LabProgress *progress, GError **error)
{
  g_auto (LabSessionRun) stored = { 0 };
  g_autoptr (GError) wrong = NULL;
  g_autoptr (ModelSystem) system = NULL;
  g_autoptr (SimRun) run = NULL;
  LabPart part = { progress, 0, 2 };
  LabProgress inner = lab_part_progress (&part);
  double t_start, t_end;
  SimRunPoll poll;

  found->verdict = LAB_VERDICT_NOT_COMPUTED;
  if (lab_session_run_read (&stored, node, model, &session->methods, &wrong) && !stored.missing)
    system = lab_values_instance (stored.values, model, stored.config, &wrong);
  if (system != NULL)
    {
      t_start = isnan (stored.values->t_start) ? model_system_t_start (system) : stored.values->t_start;
      t_end = isnan (stored.values->t_end) ? model_system_t_end (system) : stored.values->t_end;
      run = lab_values_run (stored.values, model, stored.config, t_start, t_end, &wrong);
    }
  if (run == NULL)
    {
      found->reason = g_strdup (wrong != NULL ? wrong->message : _("a method of the run is missing"));
      return TRUE;
    }
  found->arithmetic_now = expr_arithmetic (sim_config_get_boolean (stored.config, "fast_math") ? EXPR_PROGRAM_FUSED : 0);
  if (!compute (run, &stored, t_start, &poll, &inner, error))
    return FALSE;
  part.done = 1;
  if (!lab_seal_compare (seal->results, sim_run_trajectory (run), &found->difference, &inner, error))
    return FALSE;
  found->compared = TRUE;
  found->end_now = lab_seal_end_of (&poll);
  found->n_steps = poll.statistics.steps_taken;
  found->t = poll.t;
  found->reason = found->end_now == LAB_SEAL_FAILED ? g_strdup (poll.status.message) : NULL;
  found->library = outside_library (&stored, &poll, model_system_ode (system), found->arithmetic_now);
  if (found->difference.has_value)
    found->value_column = column_name (system, found->difference.value.column);
  if (found->difference.n_compared > 0)
    found->worst_column = column_name (system, found->difference.worst);
  judge (found, seal->results);
  return TRUE;
}

/* Returns the parts of the file that were changed after the sealing of a run, as LabChangedPart bits. */
static unsigned
changed_parts (const Session *session, const Model *model, const ModelYaml *node, const LabSeal *seal)
{
  g_autofree char *settings = lab_seal_settings_hash (session->root, node), *text = lab_seal_model_hash (session->root, node);
  g_autofree char *data = lab_seal_data_hash (model);
  unsigned changed = 0;

  if (strcmp (seal->model, text) != 0)
    changed |= LAB_CHANGED_MODEL;
  else if (g_strcmp0 (seal->data, data) != 0)
    changed |= LAB_CHANGED_DATA;
  if (strcmp (seal->settings, settings) != 0)
    changed |= LAB_CHANGED_SETTINGS;
  return changed == 0 && !seal->checks ? LAB_CHANGED_RESULTS : changed;
}

static gboolean
verify_run (const Session *session, const ModelYaml *node, const ModelYaml *seal_node, LabVerifiedRun *found, const LabProgress *progress, GError **error)
{
  g_autoptr (LabSeal) seal = NULL;
  Model *model = lab_session_models_of_run (session->models, node, error);

  if (model == NULL)
    return FALSE;
  found->name = g_strdup (model_yaml_get_text (node, "name", ""));
  found->number = (int)CLAMP (lab_session_number (node, "number", 0), 0, 1e6);
  found->verdict = LAB_VERDICT_NOT_SEALED;
  if (seal_node == NULL)
    return TRUE;
  seal = lab_seal_read (seal_node, error);
  if (seal == NULL)
    return FALSE;
  found->version = seal->checks ? g_strdup (seal->version) : NULL;
  found->arithmetic = seal->checks ? g_strdup (seal->arithmetic) : NULL;
  found->end = seal->end;
  found->changed = changed_parts (session, model, node, seal);
  if (found->changed != 0)
    {
      found->verdict = LAB_VERDICT_CHANGED;
      return TRUE;
    }
  if (seal->results == NULL)
    {
      found->verdict = LAB_VERDICT_NOT_REPEATABLE;
      return TRUE;
    }
  found->n_rows = seal->results->n_rows;
  found->n_kept = seal->results->n_kept;
  return repeat (session, model, node, seal, found, progress, error);
}

LabVerification *
lab_verify (const char *text, const char *name, const LabProgress *progress, GError **error)
{
  g_autoptr (ModelYamlDocument) document = lab_session_parse (text, name, error);
  const ModelYaml *root = document != NULL ? model_yaml_root (document) : NULL, *runs = model_yaml_get (root, "runs"),
                  *seals = model_yaml_get (root, "seals");
  g_autoptr (LabVerification) self = NULL;
  g_auto (Session) session = { 0 };
  int n_runs = lab_session_n_items (runs), n_seals = lab_session_n_items (seals);

  if (document == NULL || !session_init (&session, root, name, error))
    return NULL;
  if (n_runs > LAB_SESSION_MOST_RUNS || n_seals > LAB_SESSION_MOST_RUNS)
    {
      lab_session_wrong (error, n_runs > LAB_SESSION_MOST_RUNS ? runs : seals, _("A session has at most %d runs."), LAB_SESSION_MOST_RUNS);
      return NULL;
    }
  self = g_new0 (LabVerification, 1);
  self->runs = g_ptr_array_new_with_free_func (run_free);
  self->n_lost = MAX (0, n_seals - n_runs);
  for (int k = 0; k < n_runs; k++)
    {
      LabVerifiedRun *found = g_new0 (LabVerifiedRun, 1);
      LabPart part = { progress, k, n_runs };
      LabProgress inner = lab_part_progress (&part);

      g_ptr_array_add (self->runs, found);
      if (!verify_run (&session, runs->items[k], k < n_seals ? seals->items[k] : NULL, found, &inner, error))
        return NULL;
    }
  return g_steal_pointer (&self);
}

gboolean
lab_verification_differs (const LabVerification *self)
{
  for (guint k = 0; k < self->runs->len; k++)
    {
      const LabVerifiedRun *run = g_ptr_array_index (self->runs, k);

      if (run->verdict == LAB_VERDICT_DIGITS || run->verdict == LAB_VERDICT_DIFFERENT || run->verdict == LAB_VERDICT_CHANGED
          || (run->verdict == LAB_VERDICT_NOT_REPEATABLE && run->compared && !run->same))
        return TRUE;
    }
  return self->n_lost > 0;
}

gboolean
lab_verification_is_identical (const LabVerification *self)
{
  for (guint k = 0; k < self->runs->len; k++)
    if (((const LabVerifiedRun *)g_ptr_array_index (self->runs, k))->verdict != LAB_VERDICT_IDENTICAL)
      return FALSE;
  return self->runs->len > 0 && self->n_lost == 0;
}
