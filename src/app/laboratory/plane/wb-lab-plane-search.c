#include "wb-lab-plane-search.h"

#include <glib/gi18n.h>

#include "wb-lab-task.h"

void
wb_lab_found_free (gpointer data)
{
  WbLabFound *found = data;

  if (found == NULL)
    return;
  lab_box_clear (&found->box);
  lab_plane_objects_clear (&found->objects);
  lab_result_free (found->result);
  for (int k = 0; k < 2; k++)
    g_free (found->names[k]);
  g_free (found);
}

static gboolean
fill (WbLabFound *found, LabFlow *flow, const LabProgress *progress, GError **error)
{
  LabPlane plane;

  if (!lab_flow_require_autonomous (flow, error) || !lab_flow_require_smooth (flow, error))
    return FALSE;
  if (flow->n != 2)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, _("a phase plane needs two states; this model has %d"), flow->n);
      return FALSE;
    }
  if (!lab_box_init (&found->box, flow, NULL, progress, error))
    return FALSE;
  plane = (LabPlane) { flow, 0, 1, { found->box.low[0], found->box.low[1] }, { found->box.high[0], found->box.high[1] }, flow->x0 };
  for (int k = 0; k < 2; k++)
    found->names[k] = g_strdup (flow->ode->names[k]);
  if (!lab_plane_find (&plane, &found->box, &found->objects, progress, error))
    return FALSE;
  found->result = lab_plane_result (flow, &found->objects);
  return TRUE;
}

gpointer
wb_lab_found_search (WbJob *job, gpointer data, GError **error)
{
  WbLabTask *task = data;
  LabProblem problem = wb_lab_task_problem (task);
  LabProgress progress = wb_lab_task_progress (task);
  g_autoptr (LabFlow) flow = NULL;
  WbLabFound *found;

  task->job = job;
  flow = lab_flow_new (&problem, error);
  if (flow == NULL)
    return NULL;
  found = g_new0 (WbLabFound, 1);
  if (fill (found, flow, &progress, error))
    return found;
  wb_lab_found_free (found);
  return NULL;
}
