/* Lists all studies and runs one of them: reads its options, calls its function, and ends evaluations when the study
 * is cancelled. */
#include "lab-registry.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "expr-look.h"

#define LAB_STUDY(name) &lab_study_##name,
static const LabStudyKind *const studies[] = {
#include "lab-studies.def"
  NULL,
};

const LabStudyKind *const *
lab_registry (void)
{
  return studies;
}

const LabStudyKind *
lab_registry_find (const char *id)
{
  for (int k = 0; studies[k] != NULL; k++)
    if (strcmp (studies[k]->id, id) == 0)
      return studies[k];
  return NULL;
}

GPtrArray *
lab_registry_ids (void)
{
  GPtrArray *ids = g_ptr_array_new ();

  for (int k = 0; studies[k] != NULL; k++)
    g_ptr_array_add (ids, (gpointer) studies[k]->id);
  g_ptr_array_add (ids, NULL);
  return ids;
}

/* ---- running ---- */

/* A study that is running. */
typedef struct
{
  const LabProgress *progress; /* the progress of the caller */
  double fraction;             /* the last reported fraction */
  gboolean cancelled;          /* the study was cancelled */
  gboolean inside;             /* the study was cancelled inside an evaluation, whose values are then undefined */
} Running;

static gboolean
report (gpointer user, double fraction)
{
  Running *running = user;

  running->fraction = fraction;
  if (!running->cancelled)
    running->cancelled = !lab_progress_report (running->progress, fraction, NULL);
  return !running->cancelled;
}

static gboolean
look (gpointer user)
{
  Running *running = user;

  if (!running->cancelled && !report (running, running->fraction))
    running->inside = TRUE;
  return !running->cancelled;
}

/* A part that was made after the end of an evaluation may contain undefined values. */
static void
show (gpointer user, const LabResult *result)
{
  const Running *running = user;

  if (!running->inside)
    lab_progress_show (running->progress, result);
}

/* A study may take an ended evaluation for a failed run or for an undefined point. Therefore its result and its error are replaced. */
LabResult *
lab_registry_run (const LabStudyKind *kind, const LabProblem *problem, const char *const *values, const LabProgress *progress, GError **error)
{
  Running running = { .progress = progress };
  LabProgress inner = { report, &running, show };
  ExprLook previous = expr_look_set ((ExprLook) { look, &running });
  g_autoptr (GError) failure = NULL;
  LabResult *result = kind->run (problem, values, &inner, &failure);

  expr_look_set (previous);
  if (running.inside)
    {
      g_clear_pointer (&result, lab_result_free);
      g_clear_error (&failure);
      g_set_error_literal (&failure, G_IO_ERROR, G_IO_ERROR_CANCELLED, _("cancelled"));
    }
  if (failure != NULL)
    g_propagate_error (error, g_steal_pointer (&failure));
  return result;
}
