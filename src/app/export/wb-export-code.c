/* Writes the model of a session as a program in another language. */
#include "wb-export-code.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "plot-error.h"
#include "sim-output-file.h"
#include "wb-snapshot.h"

struct WbExportCode
{
  WbSnapshot *snapshot;
  const ModelCodeTarget *target;
};

WbExportCode *
wb_export_code_new (WbSession *session, const ModelCodeTarget *target, GError **error)
{
  WbExportCode *self;

  if (wb_session_model (session) == NULL)
    {
      g_set_error_literal (error, PLOT_ERROR, PLOT_ERROR_VIEW, _("There is no model."));
      return NULL;
    }
  self = g_new0 (WbExportCode, 1);
  self->snapshot = wb_session_snapshot (session);
  self->target = target;
  return self;
}

void
wb_export_code_free (WbExportCode *self)
{
  if (self == NULL)
    return;
  wb_snapshot_free (self->snapshot);
  g_free (self);
}

/* Returns an instance with the values of the session, and sets the times of the problem. Returns NULL with an error. */
static ModelSystem *
make_system (LabProblem *problem, GError **error)
{
  if (problem->events_off != NULL && g_hash_table_size (problem->events_off) > 0)
    {
      GHashTableIter iterator;
      gpointer name;

      g_hash_table_iter_init (&iterator, problem->events_off);
      g_hash_table_iter_next (&iterator, &name, NULL);
      /* Translators: the name of an event of the model. */
      g_set_error (error, PLOT_ERROR, PLOT_ERROR_VIEW, _("The event '%s' is switched off, which is not written."), (const char *) name);
      return NULL;
    }
  return lab_problem_set_times (problem, error) ? lab_problem_instance (problem, error) : NULL;
}

static void
set_refusal (GError **error, const GError *refusal)
{
  g_set_error (error, PLOT_ERROR, PLOT_ERROR_VIEW, _("Not exported: %s"), refusal->message);
}

char *
wb_export_code_text (const WbExportCode *self, GError **error)
{
  LabProblem problem = wb_snapshot_problem (self->snapshot);
  g_autoptr (ModelSystem) system = make_system (&problem, error);
  g_autoptr (GError) refusal = NULL;
  char *text;

  if (system == NULL)
    return NULL;
  text = model_code_write (system, problem.instance.constants, self->target, problem.t_start, problem.t_end, sim_config_get_number (problem.config, "accuracy"), &refusal);
  if (text == NULL)
    set_refusal (error, refusal);
  return text;
}

gboolean
wb_export_code_write (const WbExportCode *self, const char *path, WbJob *job, char **note, GError **error)
{
  LabProblem problem = wb_snapshot_problem (self->snapshot);
  g_autoptr (ModelSystem) system = make_system (&problem, error);
  g_autoptr (GError) refusal = NULL;
  g_autoptr (GBytes) bytes = NULL;

  if (system == NULL)
    return FALSE;
  bytes = model_code_export (system, problem.instance.constants, self->target, problem.t_start, problem.t_end, sim_config_get_number (problem.config, "accuracy"),
                             wb_job_go_on, job, note, &refusal);
  if (bytes == NULL)
    set_refusal (error, refusal);
  return bytes != NULL && sim_write_file (path, bytes, 0, error);
}
