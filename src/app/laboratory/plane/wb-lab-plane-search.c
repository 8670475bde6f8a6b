#include "wb-lab-plane-search.h"

#include <glib/gi18n.h>

#include "wb-lab-task.h"

struct WbLabSearch
{
  gint ref_count;
  WbLabTask *task;
  LabFlow *flow;   /* NULL before the search */
  GMutex lock;     /* held by the thread that uses `flow` */
};

WbLabSearch *
wb_lab_search_new (WbSession *session)
{
  WbLabSearch *search = g_new0 (WbLabSearch, 1);

  search->ref_count = 1;
  search->task = wb_lab_task_new (session, NULL);
  g_mutex_init (&search->lock);
  return search;
}

WbLabSearch *
wb_lab_search_ref (WbLabSearch *search)
{
  g_atomic_int_inc (&search->ref_count);
  return search;
}

void
wb_lab_search_unref (gpointer data)
{
  WbLabSearch *search = data;

  if (search == NULL || !g_atomic_int_dec_and_test (&search->ref_count))
    return;
  lab_flow_free (search->flow);
  wb_lab_task_free (search->task);
  g_mutex_clear (&search->lock);
  g_free (search);
}

gboolean
wb_lab_search_rhs (gpointer user, double x, double y, double *dx, double *dy)
{
  WbLabSearch *search = user;
  double f[2] = { 0, 0 };
  gboolean defined;

  g_mutex_lock (&search->lock);
  defined = lab_flow_rhs (search->flow, search->flow->t, (const double[]) { x, y }, f);
  g_mutex_unlock (&search->lock);
  *dx = f[0];
  *dy = f[1];
  return defined;
}

void
wb_lab_found_free (gpointer data)
{
  WbLabFound *found = data;

  if (found == NULL)
    return;
  lab_box_clear (&found->box);
  lab_plane_objects_clear (&found->objects);
  lab_result_free (found->result);
  wb_lab_search_unref (found->search);
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
  WbLabSearch *search = data;
  LabProblem problem = wb_lab_task_problem (search->task);
  LabProgress progress = wb_lab_task_progress (search->task);
  WbLabFound *found;

  search->task->job = job;
  search->flow = lab_flow_new (&problem, error);
  if (search->flow == NULL)
    return NULL;
  found = g_new0 (WbLabFound, 1);
  found->search = wb_lab_search_ref (search);
  if (fill (found, search->flow, &progress, error))
    return found;
  wb_lab_found_free (found);
  return NULL;
}
