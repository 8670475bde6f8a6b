/* Computes the clicked run on a thread, and returns its points and the attractor that it reaches. */
#include "wb-study-trace.h"

#include <math.h>

#include "lab-basin.h"
#include "wb-job.h"

/* A run is drawn up to this multiple of the time at which its attractor captures it. */
#define BEYOND 1.4

typedef struct
{
  WbJob *job;      /* running job, or NULL */
  LabPath *path;
  int cell;        /* index of the path's cell in the first grid of the result */
  char *text;      /* text of the study when the path was computed */
} Trace;

typedef struct
{
  char *text, *path, *x, *y;
  Model *model;
  double x_start, y_start, duration;
  int cell;
} Task;

typedef struct { LabPath *path; int cell; char *text; } Traced;

static void
trace_free (gpointer data)
{
  Trace *trace = data;

  lab_path_free (trace->path);
  g_free (trace->text);
  g_free (trace);
}

static Trace *
trace_of (WbStudy *study)
{
  Trace *trace = g_object_get_data (G_OBJECT (study), "trace");

  if (trace == NULL)
    {
      trace = g_new0 (Trace, 1);
      g_object_set_data_full (G_OBJECT (study), "trace", trace, trace_free);
    }
  return trace;
}

static const LabGrid *
grid_of (WbStudy *study)
{
  const LabResult *result = wb_study_result (study);
  const LabGrid *grid = result != NULL && result->grids->len > 0 ? result->grids->pdata[0] : NULL;

  return grid != NULL && grid->codes != NULL ? grid : NULL;
}

static void
task_free (gpointer data)
{
  Task *task = data;

  g_free (task->text);
  g_free (task->path);
  g_free (task->x);
  g_free (task->y);
  model_unref (task->model);
  g_free (task);
}

static void
traced_free (gpointer data)
{
  Traced *traced = data;

  lab_path_free (traced->path);
  g_free (traced->text);
  g_free (traced);
}

static gpointer
work (WbJob *job, gpointer data, GError **error)
{
  Task *task = data;
  LabProgress progress = { wb_job_go_on, job };
  g_autoptr (WbStudyProblem) problem = wb_study_problem_new (task->text, task->path, task->model, error);
  LabPath *path;
  Traced *traced;

  if (problem == NULL || !lab_problem_set_times (&problem->problem, error))
    return NULL;
  path = lab_path_new (&problem->problem, task->x, task->x_start, task->y, task->y_start,
                       isfinite (task->duration) ? fmin (problem->problem.t_end, problem->problem.t_start + BEYOND * task->duration) : NAN,
                       &progress, error);
  if (path == NULL)
    return NULL;
  traced = g_new0 (Traced, 1);
  traced->path = path;
  traced->cell = task->cell;
  traced->text = g_strdup (task->text);
  return traced;
}

static void
on_done (gpointer owner, gpointer result, const GError *error)
{
  WbStudy *study = owner;
  Trace *trace = trace_of (study);
  Traced *traced = result;

  if (traced == NULL)
    return;
  lab_path_free (trace->path);
  g_free (trace->text);
  trace->path = g_steal_pointer (&traced->path);
  trace->text = g_steal_pointer (&traced->text);
  trace->cell = traced->cell;
  traced_free (traced);
  g_signal_emit_by_name (study, "picture-changed");
  g_signal_emit_by_name (study, "changed");
}

void
wb_study_trace (WbStudy *study, double x, double y)
{
  const LabGrid *grid = grid_of (study);
  const WbStudyProblem *problem = wb_study_problem (study);
  Trace *trace = trace_of (study);
  Task *task;
  int i, j;

  if (grid == NULL || problem == NULL || !(x >= grid->x_low && x < grid->x_high) || !(grid->ny == 1 || (y >= grid->y_low && y < grid->y_high)))
    return;
  i = CLAMP ((int) ((x - grid->x_low) / (grid->x_high - grid->x_low) * grid->nx), 0, grid->nx - 1);
  j = grid->ny == 1 ? 0 : CLAMP ((int) ((y - grid->y_low) / (grid->y_high - grid->y_low) * grid->ny), 0, grid->ny - 1);
  g_clear_pointer (&trace->job, wb_job_cancel);
  task = g_new0 (Task, 1);
  task->text = g_strdup (wb_study_text (study));
  task->path = g_strdup (wb_study_path (study));
  task->model = model_ref (problem->model);
  task->x = g_strdup (grid->x_name);
  task->x_start = lab_grid_x (grid, i);
  task->y = *grid->y_name != '\0' ? g_strdup (grid->y_name) : NULL;
  task->y_start = task->y != NULL ? lab_grid_y (grid, j) : 0;
  task->cell = j * grid->nx + i;
  task->duration = grid->values[task->cell];
  wb_job_replace (&trace->job, study, work, task, task_free, on_done, traced_free);
}

const LabPath *
wb_study_traced (WbStudy *study)
{
  Trace *trace = trace_of (study);

  return trace->path != NULL && grid_of (study) != NULL && g_strcmp0 (trace->text, wb_study_text (study)) == 0 ? trace->path : NULL;
}

int
wb_study_traced_code (WbStudy *study)
{
  const LabGrid *grid = grid_of (study);

  return wb_study_traced (study) != NULL && trace_of (study)->cell < grid->nx * grid->ny ? grid->codes[trace_of (study)->cell] : LAB_BASIN_UNKNOWN;
}
