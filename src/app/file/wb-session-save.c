/* Saves sessions with the seals of their runs. */
#include <glib/gi18n.h>
#include <string.h>

#include "lab-seal-file.h"
#include "sim-output-file.h"
#include "wb-job.h"
#include "wb-session-file.h"

/* Number of bytes of results up to which they are hashed before the file is written. It takes about 10 ms. */
#define MOST_AT_ONCE (2 << 20)

/* A session that is sealed. */
typedef struct
{
  char *path, *text;
  GPtrArray *inputs; /* LabSealInput of each run in the text */
} Sealing;

static void
sealing_free (gpointer data)
{
  Sealing *sealing = data;

  g_free (sealing->path);
  g_free (sealing->text);
  g_ptr_array_unref (sealing->inputs);
  g_free (sealing);
}

/* Collects what is sealed of the runs that wb_session_file_text writes, and adds the number of bytes that are hashed to *cost. */
static GPtrArray *
inputs_of (WbSession *session, double *cost)
{
  GPtrArray *inputs = g_ptr_array_new_with_free_func ((GDestroyNotify) lab_seal_input_free);
  GListModel *runs = wb_session_runs (session);

  for (guint i = 0; i < g_list_model_get_n_items (runs); i++)
    {
      g_autoptr (WbRunItem) run = g_list_model_get_item (runs, i);
      const SimRunPoll *poll = wb_run_item_state (run);
      SimTrajectory *trajectory = wb_run_item_trajectory (run);

      if (poll->state == SIM_RUN_READY)
        continue;
      g_ptr_array_add (inputs, lab_seal_input_new (trajectory, lab_seal_end_of (poll), wb_run_item_model (run),
                                                   sim_config_get_boolean (wb_run_item_config (run), "fast_math")));
      if (poll->state != SIM_RUN_RUNNING)
        *cost += lab_seal_cost (sim_trajectory_n_rows (trajectory), sim_trajectory_n_columns (trajectory));
    }
  return inputs;
}

static gboolean
write_text (const char *path, const char *text, GError **error)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));

  return sim_write_file (path, bytes, 0, error);
}

/* ---- sealing in a job, for runs with many rows ---- */

/* Returns the path and the sealed text; see on_sealed. */
static gpointer
seal (WbJob *job, gpointer data, GError **error)
{
  Sealing *sealing = data;
  LabProgress progress = { wb_job_go_on, job };
  g_autofree char *text = lab_seal_text (sealing->text, sealing->inputs, &progress, error);
  Sealing *sealed;

  if (text == NULL)
    return NULL;
  sealed = g_new0 (Sealing, 1);
  *sealed = (Sealing) { g_strdup (sealing->path), g_steal_pointer (&text), g_ptr_array_new () };
  return sealed;
}

/* Returns whether the file is still the session without its seals, with which the sealed text begins. */
static gboolean
is_unchanged (const Sealing *sealed)
{
  g_autofree char *present = NULL;

  return g_file_get_contents (sealed->path, &present, NULL, NULL) && g_str_has_prefix (sealed->text, present);
}

static void
on_sealed (gpointer session, gpointer result, const GError *error)
{
  Sealing *sealed = result;
  g_autoptr (GError) failed = NULL;
  g_autofree char *text = NULL;

  if (sealed != NULL && is_unchanged (sealed) && write_text (sealed->path, sealed->text, &failed))
    wb_session_message (session, _("Session sealed"));
  else if (error != NULL || failed != NULL)
    {
      text = g_strdup_printf (_("The session was saved without seals: %s"), (error != NULL ? error : failed)->message);
      wb_session_message (session, text);
    }
  if (sealed != NULL)
    sealing_free (sealed);
}

gboolean
wb_session_file_save (const char *path, WbSession *session, GError **error)
{
  g_autofree char *text = wb_session_file_text (session), *sealed = NULL;
  WbJob **job = wb_job_place (session, "seal");
  g_autoptr (GPtrArray) inputs = NULL;
  Sealing *sealing;
  double cost = 0;

  g_clear_pointer (job, wb_job_cancel);
  if (text == NULL)
    {
      g_set_error (error, WB_FILE_ERROR, WB_FILE_ERROR_MODEL, _("There is no model to save."));
      return FALSE;
    }
  inputs = inputs_of (session, &cost);
  if (cost + (double) strlen (text) <= MOST_AT_ONCE)
    {
      sealed = lab_seal_text (text, inputs, NULL, error);
      return sealed != NULL && write_text (path, sealed, error);
    }
  if (!write_text (path, text, error))
    return FALSE;
  sealing = g_new0 (Sealing, 1);
  *sealing = (Sealing) { g_strdup (path), g_steal_pointer (&text), g_steal_pointer (&inputs) };
  wb_job_replace (job, session, seal, sealing, sealing_free, on_sealed, sealing_free);
  return TRUE;
}

double
wb_session_file_sealing (WbSession *session)
{
  WbJob *job = *wb_job_place (session, "seal");

  return job != NULL ? wb_job_progress (job) : -1;
}

void
wb_session_file_cancel_sealing (WbSession *session)
{
  WbJob **job = wb_job_place (session, "seal");

  if (*job == NULL)
    return;
  g_clear_pointer (job, wb_job_cancel);
  wb_session_message (session, _("Cancelled: the session was saved without seals"));
}
