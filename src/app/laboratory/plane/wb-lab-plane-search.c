/* Runs the study of the phase plane for the axes of the session and holds its result with a reference count. */
#include "wb-lab-plane-search.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lab-plane-at.h"
#include "plot-run.h"
#include "wb-study-command.h"
#include "wb-laboratory.h"

struct WbLabSearch
{
  gint ref_count;
  WbSnapshot *snapshot;
  char *options[WB_N_LAB_PLANE_OPTIONS];
  double *discrete; /* n_discrete values of the discrete states at the playhead; NULL: the initial ones */
  int n_discrete;
  double t;        /* time of the playhead */
  LabFlow *flow;   /* NULL before the search */
};

/* Returns the discrete states at the playhead of the current run, or NULL if there is no run of the model. Sets *n to their number. Free it with g_free. */
static double *
discrete_of (WbSession *session, int *n)
{
  WbRunItem *run = wb_session_current (session);
  ModelSystem *system = run != NULL && wb_run_item_model (run) == wb_session_model (session) ? wb_run_item_system (run) : NULL;
  double *values;

  *n = system != NULL ? model_system_n_discrete (system) : 0;
  if (*n == 0 || sim_trajectory_n_rows (wb_run_item_trajectory (run)) == 0)
    return NULL;
  values = g_new0 (double, *n);
  for (int k = 0; k < model_system_n_columns (system); k++)
    {
      const ModelColumn *column = model_system_column (system, k);

      if (column->type == MODEL_COLUMN_DISCRETE && column->index < *n)
        values[column->index] = plot_run_value (wb_run_item_trajectory (run), k, wb_session_playhead (session));
    }
  return values;
}

WbLabSearch *
wb_lab_search_new (WbSession *session)
{
  WbLabSearch *search = g_new0 (WbLabSearch, 1);

  search->ref_count = 1;
  search->snapshot = wb_session_snapshot (session);
  search->discrete = discrete_of (session, &search->n_discrete);
  search->t = search->discrete != NULL ? wb_session_playhead (session) : wb_session_t_start (session);
  for (int k = 0; k < WB_N_LAB_PLANE_OPTIONS; k++)
    search->options[k] = g_strdup (wb_laboratory_plane (wb_laboratory_of (session), k));
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
  wb_snapshot_free (search->snapshot);
  g_free (search->discrete);
  for (int k = 0; k < WB_N_LAB_PLANE_OPTIONS; k++)
    g_free (search->options[k]);
  g_free (search);
}

/* Sets the mode of a search in an instance of its model. */
static void
set_mode (const WbLabSearch *search, ModelSystem *system)
{
  if (search->discrete != NULL && model_system_n_discrete (system) == search->n_discrete)
    model_system_set_discrete (system, search->discrete);
}

ModelSystem *
wb_lab_search_instance (const WbLabSearch *search)
{
  LabProblem problem = wb_snapshot_problem (search->snapshot);
  ModelSystem *system = lab_problem_instance (&problem, NULL);

  if (system != NULL && search->flow != NULL && !lab_flow_require_smooth (search->flow, NULL))
    set_mode (search, system);
  return system;
}

gboolean
wb_lab_search_is_other_mode (const WbLabSearch *search, WbSession *session)
{
  int n;
  g_autofree double *discrete = discrete_of (session, &n);

  if (discrete == NULL || search->discrete == NULL || n != search->n_discrete)
    return (discrete == NULL) != (search->discrete == NULL);
  if (search->flow != NULL && !search->flow->autonomous && isfinite (wb_session_playhead (session)) && wb_session_playhead (session) != search->t)
    return TRUE;
  return memcmp (discrete, search->discrete, sizeof (double) * (gsize) n) != 0;
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
  g_free (found->x);
  for (int k = 0; k < 2; k++)
    g_free (found->names[k]);
  g_free (found);
}

int
wb_lab_found_n_states (const WbLabFound *found)
{
  return found->plane.flow->n;
}

gboolean
wb_lab_found_is_planar (const WbLabFound *found)
{
  return found->plane.flow->n == 2 && found->plane.flow->autonomous && !found->mode;
}

gboolean
wb_lab_found_is_driven (const WbLabFound *found)
{
  return !found->plane.flow->autonomous || found->mode;
}

gboolean
wb_lab_found_has_strobe (const WbLabFound *found)
{
  return found->objects.strobe != NULL;
}

const char *
wb_lab_found_section (const WbLabFound *found)
{
  return found->search->options[WB_LAB_OPTION_SECTION];
}

/* Computes the field and the nullclines of one mode. Equilibria and closed orbits are not sought: an event may end the mode before a motion comes there. */
static gboolean
fill_mode (WbLabFound *found, const LabProgress *progress, GError **error)
{
  set_mode (found->search, found->plane.flow->system);
  found->plane.t = found->plane.flow->t = found->search->t;
  if (!lab_plane_find_near (&found->plane, NULL, 0, &found->objects, progress, error))
    return FALSE;
  found->objects.mode = TRUE;
  found->result = lab_plane_result (&found->plane, &found->objects);
  return TRUE;
}

static gboolean
fill (WbLabFound *found, WbLabSearch *search, const LabProgress *progress, GError **error)
{
  LabFlow *flow = search->flow;
  g_auto (LabBox) home = { 0 };

  found->mode = !lab_flow_require_smooth (flow, NULL);
  if (flow->n < 2)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, _("a phase plane needs two states; this model has %d"), flow->n);
      return FALSE;
    }
  found->x = g_new (double, flow->n);
  /* A box sets the sizes of the states for the integrations after it: the one that is searched comes last, as in the study. */
  if (!lab_box_init (&home, flow, NULL, progress, error) || !lab_box_init (&found->box, flow, search->options[WB_LAB_OPTION_BOX], progress, error)
      || !lab_plane_init (&found->plane, found->x, flow, &found->box, search->options[WB_LAB_OPTION_AXES], search->options[WB_LAB_OPTION_SLICE], error)
      || (!found->mode && !lab_plane_read_time (&found->plane, search->options[WB_LAB_OPTION_TIME], error)))
    return FALSE;
  for (int k = 0; k < 2; k++)
    {
      int state = k == 0 ? found->plane.across : found->plane.up;

      found->home[0][k] = home.low[state];
      found->home[1][k] = home.high[state];
    }
  for (int k = 0; k < 2; k++)
    found->names[k] = g_strdup (flow->ode->names[k == 0 ? found->plane.across : found->plane.up]);
  if (found->mode)
    return fill_mode (found, progress, error);
  if (!lab_plane_find (&found->plane, &found->box, search->options[WB_LAB_OPTION_SECTION], &found->objects, progress, error))
    return FALSE;
  found->result = lab_plane_result (&found->plane, &found->objects);
  return TRUE;
}

gpointer
wb_lab_found_search (WbJob *job, gpointer data, GError **error)
{
  WbLabSearch *search = data;
  LabProblem problem = wb_snapshot_problem (search->snapshot);
  LabProgress progress = { wb_job_go_on, job };
  WbLabFound *found;

  search->flow = lab_flow_new (&problem, error);
  if (search->flow == NULL)
    return NULL;
  found = g_new0 (WbLabFound, 1);
  found->search = wb_lab_search_ref (search);
  if (fill (found, search, &progress, error))
    return found;
  wb_lab_found_free (found);
  return NULL;
}

/* ---- objects near given ones ---- */

void
wb_lab_near_free (gpointer data)
{
  WbLabNear *near = data;

  if (near == NULL)
    return;
  wb_lab_search_unref (near->search);
  g_array_unref (near->starts);
  g_array_unref (near->periods);
  g_free (near->low);
  g_free (near->high);
  g_free (near);
}

/* Sets axes, slice and windows. */
static gboolean
set_plane (WbLabFound *found, const WbLabNear *near, GError **error)
{
  LabFlow *flow = near->search->flow;
  char *const *options = near->search->options;
  g_autofree double *width = g_new (double, flow->n);

  for (int i = 0; i < flow->n; i++)
    width[i] = near->high[i] - near->low[i];
  lab_flow_set_sizes (flow, width);
  found->x = g_new (double, flow->n);
  found->box = (LabBox) { .n = flow->n, .low = g_memdup2 (near->low, sizeof (double) * (gsize) flow->n),
                          .high = g_memdup2 (near->high, sizeof (double) * (gsize) flow->n) };
  if (!lab_plane_init (&found->plane, found->x, flow, &found->box, options[WB_LAB_OPTION_AXES], options[WB_LAB_OPTION_SLICE], error))
    return FALSE;
  for (int k = 0; k < 2; k++)
    {
      found->home[0][k] = found->plane.low[k];
      found->home[1][k] = found->plane.high[k];
      found->names[k] = g_strdup (flow->ode->names[k == 0 ? found->plane.across : found->plane.up]);
      if (!isfinite (near->shown[0][k]))
        continue;
      found->plane.low[k] = near->shown[0][k];
      found->plane.high[k] = near->shown[1][k];
    }
  return TRUE;
}

static gboolean
fill_near (WbLabFound *found, const WbLabNear *near, const LabProgress *progress, GError **error)
{
  LabFlow *flow = near->search->flow;
  const int n_near = (int) near->periods->len;
  g_autofree LabNear *starts = g_new (LabNear, n_near + 1);

  if (!lab_flow_require_smooth (flow, error) || !lab_flow_require_autonomous (flow, error))
    return FALSE;
  if (flow->n < 2)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, _("a phase plane needs two states; this model has %d"), flow->n);
      return FALSE;
    }
  if (!set_plane (found, near, error))
    return FALSE;
  for (int k = 0; k < n_near; k++)
    {
      double period = g_array_index (near->periods, double, k);

      starts[k] = (LabNear) { &g_array_index (near->starts, double, k * flow->n), isfinite (period), period };
    }
  if (!lab_plane_find_near (&found->plane, starts, n_near, &found->objects, progress, error))
    return FALSE;
  found->result = lab_plane_result (&found->plane, &found->objects);
  return TRUE;
}

gpointer
wb_lab_found_near (WbJob *job, gpointer data, GError **error)
{
  WbLabNear *near = data;
  LabProblem problem = wb_snapshot_problem (near->search->snapshot);
  LabProgress progress = { wb_job_go_on, job };
  WbLabFound *found;

  near->search->flow = lab_flow_new (&problem, error);
  if (near->search->flow == NULL)
    return NULL;
  found = g_new0 (WbLabFound, 1);
  found->search = wb_lab_search_ref (near->search);
  if (fill_near (found, near, &progress, error))
    return found;
  wb_lab_found_free (found);
  return NULL;
}

char *
wb_lab_plane_command (WbSession *session, gboolean only_section)
{
  g_autoptr (GHashTable) options = g_hash_table_new (g_str_hash, g_str_equal);

  if (wb_session_model (session) == NULL)
    return NULL;
  for (int k = 0; k < WB_N_LAB_PLANE_OPTIONS; k++)
    if (wb_laboratory_plane (wb_laboratory_of (session), k) != NULL)
      g_hash_table_insert (options, (gpointer) wb_laboratory_plane_key (k), (gpointer) wb_laboratory_plane (wb_laboratory_of (session), k));
  if (only_section)
    g_hash_table_insert (options, (gpointer) "only", (gpointer) "section");
  return wb_study_command_new (session, &lab_study_phase_plane, options);
}

/* ---- work in a plane that was searched ---- */

/* Each work makes its flow, because two may run at the same time. The lists are not changed after the search. */
typedef struct
{
  WbLabSearch *search;
  LabPlane plane;
  double *x;               /* values of the slice, or the start of trajectories */
  LabEquilibria equilibria;
  LabCycles cycles;
  LabLine line;
  gboolean both;
} Work;

static Work *
work_new (const WbLabFound *found)
{
  Work *work = g_new0 (Work, 1);

  work->search = wb_lab_search_ref (found->search);
  work->plane = found->plane;
  work->x = g_memdup2 (found->x, sizeof (double) * (gsize) found->plane.flow->n);
  work->plane.x = work->x;
  work->equilibria = (LabEquilibria) { g_ptr_array_ref (found->objects.equilibria->points), found->objects.equilibria->continuum };
  work->cycles = (LabCycles) { g_ptr_array_ref (found->objects.cycles->cycles), g_ptr_array_ref (found->objects.cycles->families) };
  return work;
}

static void
work_free (gpointer data)
{
  Work *work = data;

  wb_lab_search_unref (work->search);
  g_free (work->x);
  g_ptr_array_unref (work->equilibria.points);
  g_ptr_array_unref (work->cycles.cycles);
  g_ptr_array_unref (work->cycles.families);
  g_free (work);
}

/* Makes the flow of the thread, and sets it in the plane. */
static LabFlow *
begin (Work *work, GError **error)
{
  LabProblem problem = wb_snapshot_problem (work->search->snapshot);

  work->plane.flow = lab_flow_new (&problem, error);
  if (work->plane.flow == NULL)
    return NULL;
  if (!lab_flow_require_smooth (work->plane.flow, NULL))
    set_mode (work->search, work->plane.flow->system);
  work->plane.flow->t = work->plane.t; /* trajectories start at the time of the plane */
  lab_flow_set_sizes (work->plane.flow, work->search->flow->size);
  return work->plane.flow;
}

static gpointer
compute_returns (WbJob *job, gpointer data, GError **error)
{
  Work *work = data;
  LabProgress progress = { wb_job_go_on, job };
  g_autoptr (LabFlow) flow = begin (work, error);

  return flow != NULL ? lab_returns_new (&work->plane, &work->line, &work->equilibria, &work->cycles, &progress, error) : NULL;
}

static void
free_returns (gpointer returns)
{
  lab_returns_free (returns);
}

void
wb_lab_found_start_returns (WbJob **newest, gpointer owner, const WbLabFound *found, const LabLine *line, WbJobDone done)
{
  Work *work = work_new (found);

  work->line = *line;
  wb_job_replace (newest, owner, compute_returns, work, work_free, done, free_returns);
}

void
wb_lab_found_set_returns (WbLabFound *found, LabReturns *returns)
{
  lab_returns_free (found->objects.returns);
  found->objects.returns = returns;
  lab_result_free (found->result);
  found->result = lab_plane_result (&found->plane, &found->objects);
}

static gpointer
compute_trajectories (WbJob *job, gpointer data, GError **error)
{
  Work *work = data;
  LabProgress progress = { wb_job_go_on, job };
  g_autoptr (LabFlow) flow = begin (work, error);
  g_autoptr (GPtrArray) curves = g_ptr_array_new_with_free_func ((GDestroyNotify) lab_curve_free);

  if (flow == NULL)
    return NULL;
  for (int backward = 0; backward <= work->both; backward++)
    {
      LabCurve *curve = lab_plane_trajectory (&work->plane, work->x, backward, &progress, error);

      if (curve == NULL)
        return NULL;
      g_ptr_array_add (curves, curve);
    }
  return g_steal_pointer (&curves);
}

static void
free_curves (gpointer curves)
{
  if (curves != NULL)
    g_ptr_array_unref (curves);
}

void
wb_lab_found_start_trajectories (WbJob **newest, gpointer owner, const WbLabFound *found, double x, double y, gboolean both, WbJobDone done)
{
  Work *work = work_new (found);

  work->x[found->plane.across] = x;
  work->x[found->plane.up] = y;
  work->both = both && !wb_lab_found_is_driven (found);
  wb_job_replace (newest, owner, compute_trajectories, work, work_free, done, free_curves);
}

/* ---- the region ---- */

/* Number of digits of the ends of a region, relative to its width. */
#define REGION_DIGITS 3

/* Appends a range of an axis, with the digits that its width needs. */
static void
append_range (GString *text, const char *name, double low, double high)
{
  double unit = pow (10, floor (log10 (high - low)) - REGION_DIGITS);
  char numbers[2][G_ASCII_DTOSTR_BUF_SIZE];
  const double ends[2] = { low, high };

  for (int k = 0; k < 2; k++)
    g_ascii_formatd (numbers[k], sizeof numbers[k], "%.15g", rint (ends[k] / unit) * unit + 0.0);
  g_string_append_printf (text, "%s%s=%s:%s", text->len > 0 ? "," : "", name, numbers[0], numbers[1]);
}

char *
wb_lab_found_region (const WbLabFound *found, const double low[2], const double high[2])
{
  GString *text = g_string_new (NULL);

  for (int k = 0; k < 2; k++)
    append_range (text, found->names[k], low[k], high[k]);
  return g_string_free (text, FALSE);
}
