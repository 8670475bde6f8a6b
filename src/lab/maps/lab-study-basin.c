/* The study `basin`. */
#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-option.h"
#include "lab-study-kind.h"
#include "lab-study-basin.h"

enum { OPTION_X, OPTION_Y, OPTION_GRID, OPTION_ESCAPE, OPTION_FILL, OPTION_JOBS, OPTION_KEEP };

static const LabOptionRow options[] = {
  { "x", "NAME=LOW:HIGH", N_("initial value along the grid's first axis"), NULL, TRUE, N_("First axis") },
  { "y", "NAME=LOW:HIGH", N_("initial value along the second axis of the grid; without this option the grid is a line"), NULL, FALSE, N_("Second axis") },
  { "grid", "NX,NY", N_("number of cells along the axes"), "200,200", FALSE, N_("Cells") },
  { "escape", "R", N_("runs with a state beyond this size escape, or, if the grid is beyond it, with a state that is farther from the middle of the grid; 1000 times the size of the grid by default"), NULL, FALSE, N_("Escape size") },
  { "fill", "true|false", N_("fill in a cell without computing it if its computed neighbours agree"), "true", FALSE, N_("Fill in") },
  { "jobs", "J", N_("threads; 0: one for each processor"), "0", FALSE, N_("Threads") },
  { "keep", "FILE", N_("file that keeps the cells: a study that was interrupted continues from it"), NULL, FALSE, N_("File") },
};

/* Number of cells of a basin in the window. */
#define WINDOW_GRID "400,400"

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
propose (Model *model, ModelSystem *system, double t_start, double t_end, char **values)
{
  int n = system != NULL ? model_system_n_states (system) : 0;
  g_autofree double *x = g_new0 (double, n + 1), *d = g_new0 (double, (system != NULL ? model_system_n_discrete (system) : 0) + 1);

  if (n > 0)
    model_system_initial (system, x, d, NULL);
  for (int k = 0; k < MIN (n, 2); k++)
    values[k == 0 ? OPTION_X : OPTION_Y] = range_of (system, k, x);
  values[OPTION_GRID] = g_strdup (WINDOW_GRID);
}

/* Reads "NX,NY", or "NX" for a grid along one axis. */
static gboolean
read_grid (const char *text, gboolean is_plane, LabBasinSetup *setup, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);
  guint n = g_strv_length (parts);

  if (n < 1 || n > 2)
    {
      lab_option_set_error (error, "grid", _("'grid' takes NX,NY, not '%s'"), text);
      return FALSE;
    }
  setup->ny = 1;
  return lab_option_count ("grid", parts[0], 1, 20000, &setup->nx, error)
         && (!is_plane || lab_option_count ("grid", parts[n - 1], 1, 20000, &setup->ny, error));
}

/* A grid without `y` is one row of cells. With `fill`, cells between computed ones of equal result are not computed,
 * so that the picture costs about the length of the boundaries and not the area. */
static gboolean
read_setup (const char *const *values, LabBasinSetup *setup, LabRange *x, LabRange *y, GError **error)
{
  gboolean fills;

  if (!lab_option_range ("x", values[OPTION_X], FALSE, x, error)
      || (values[OPTION_Y] != NULL && !lab_option_range ("y", values[OPTION_Y], FALSE, y, error))
      || !read_grid (values[OPTION_GRID], values[OPTION_Y] != NULL, setup, error)
      || (values[OPTION_ESCAPE] != NULL && !lab_option_above ("escape", values[OPTION_ESCAPE], 0, &setup->escape, error))
      || !lab_option_boolean ("fill", values[OPTION_FILL], &fills, error))
    return FALSE;
  setup->x = x->name;
  setup->x_low = x->from;
  setup->x_high = x->to;
  setup->y = y->name;
  setup->y_low = y->from;
  setup->y_high = y->to;
  setup->compute_all = !fills;
  return TRUE;
}

/* Writes the letter of a cell: A, B, … for attractors, "-" if the run escapes, "?" if it is undecided. */
static void
letter_of (int code, char *text)
{
  text[0] = (char) (code >= 0 ? 'A' + code : code == LAB_BASIN_ESCAPES ? '-' : '?');
  text[1] = '\0';
}

/* Adds the table of attractors, one row for each state: the equilibrium, or a point of the cycle with its period. */
static void
add_attractors (LabResult *result, const LabBasin *basin, const LabProblem *problem)
{
  static const char *const columns[] = { "letter", "kind", "state", "x", "period", NULL };
  LabTable *table = lab_result_add_table (result, "attractors", columns);
  g_autoptr (ModelSystem) system = lab_problem_instance (problem, NULL);

  for (int k = 0; k < lab_basin_n_attractors (basin); k++)
    {
      const LabAttractor *attractor = lab_basin_attractor (basin, k);
      char letter[2];

      letter_of (k, letter);
      for (int i = 0; i < attractor->n_states; i++)
        {
          lab_table_add_text (table, letter);
          lab_table_add_text (table, lab_attractor_kind_name (attractor->kind));
          lab_table_add_text (table, model_system_ode (system)->names[i]);
          lab_table_add (table, attractor->x[i]);
          lab_table_add (table, attractor->kind == LAB_ATTRACTOR_CYCLE ? attractor->period : NAN);
        }
    }
}

/* Adds the fraction of cells of each letter, and their mean time of capture or escape. Letters of attractors are
 * listed without cells too. */
static void
add_shares (LabResult *result, const LabGrid *grid, int n_attractors)
{
  static const char *const columns[] = { "letter", "share", "mean_capture", NULL };
  LabTable *table = lab_result_add_table (result, "shares", columns);
  int n_cells = grid->nx * grid->ny;

  for (int code = LAB_BASIN_UNDECIDED; code < n_attractors; code++)
    {
      double sum = 0;
      char letter[2];
      int n = 0;

      for (int k = 0; k < n_cells; k++)
        if (grid->codes[k] == code)
          {
            n++;
            sum += grid->values[k];
          }
      if (n == 0 && code < 0)
        continue;
      letter_of (code, letter);
      lab_table_add_text (table, letter);
      lab_table_add (table, (double) n / n_cells);
      lab_table_add (table, n > 0 ? sum / n : NAN);
    }
}

/* Errors of a run above this part of an axis change which attractor it reaches. */
#define COARSE 1e-2

/* Returns a sentence if the tolerance of a state is a large part of its axis, as on a grid far from 0, since
 * tolerances are relative to the states; NULL otherwise. The tolerances are those at the start of a run at the edge
 * of the axis that is farther from 0. */
static char *
coarse_tolerance (const LabBasin *basin, const LabProblem *problem)
{
  const LabBasinSetup *setup = lab_basin_setup (basin);
  const char *const names[2] = { setup->x, setup->y };
  const double low[2] = { setup->x_low, setup->y_low }, high[2] = { setup->x_high, setup->y_high };

  for (int k = 0; k < 2; k++)
    {
      double edge = fmax (fabs (low[k]), fabs (high[k])), length = high[k] - low[k];
      g_autoptr (SimSimulator) simulator = NULL;
      g_autofree double *x = NULL, *tolerance = NULL;
      const OdeSystem *ode;
      SimStatus status;
      LabProblem times = *problem;

      if (names[k] == NULL || edge <= length / COARSE || !lab_problem_set_times (&times, NULL)
          || (simulator = lab_problem_simulator (problem, NULL, NULL)) == NULL)
        continue;
      status = sim_simulator_initialize (simulator, times.t_start, NULL, NULL, times.t_end, FALSE);
      ode = sim_simulator_system (simulator)->ode;
      if (status.reason == SIM_FAILED_RUN || sim_simulator_integrator (simulator) == NULL)
        continue;
      x = g_memdup2 (sim_simulator_x (simulator), sizeof (double) * (gsize) ode->n_states);
      tolerance = g_new0 (double, ode->n_states);
      for (int i = 0; i < ode->n_states; i++)
        if (strcmp (ode->names[i], names[k]) == 0)
          {
            x[i] = edge;
            ode_integrator_tolerances (sim_simulator_integrator (simulator), x, x, tolerance);
            if (tolerance[i] > COARSE * length)
              return g_strdup_printf (_("the runs have a tolerance of %.2g in '%s', whose axis has the length %.2g; a higher accuracy resolves the axis"),
                                      tolerance[i], names[k], length);
          }
    }
  return NULL;
}

/* Makes the result of the cells that are known. With `spread`, as while the study runs, unknown cells show the
 * nearest coarser one. */
LabResult *
lab_study_basin_report (const LabBasin *basin, const LabProblem *problem, gboolean spread)
{
  const LabBasinSetup *setup = lab_basin_setup (basin);
  LabResult *result = lab_result_new ();
  LabGrid *grid = lab_result_add_grid (result, "basin", setup->x, setup->nx, setup->y, setup->ny, TRUE);
  int n_cells = setup->nx * setup->ny, n = lab_basin_n_attractors (basin);
  g_autofree float *capture = g_new (float, n_cells);

  lab_basin_snapshot (basin, spread, grid->codes, capture);
  for (int k = 0; k < n_cells; k++)
    grid->values[k] = capture[k];
  grid->x_low = setup->x_low;
  grid->x_high = setup->x_high;
  grid->y_low = setup->y_low;
  grid->y_high = setup->y_high;
  add_attractors (result, basin, problem);
  add_shares (result, grid, n);
  lab_result_add_number (result, "attractors", n, NULL);
  lab_result_add_number (result, "cells", n_cells, NULL);
  lab_result_add_number (result, "computed", lab_basin_n_computed (basin), NULL);
  lab_result_add_number (result, "failed", lab_basin_n_failed (basin), NULL);
  result->sentence = g_strdup_printf (g_dngettext (NULL, "%d attractor", "%d attractors", (gulong) n), n);
  result->remark = coarse_tolerance (basin, problem);
  return result;
}

LabBasin *
lab_study_basin_new (const LabProblem *problem, const char *const *values, int *n_jobs, GError **error)
{
  LabBasinSetup setup = { 0 };
  LabRange x = { 0 }, y = { 0 };
  LabBasin *basin = NULL;

  if (read_setup (values, &setup, &x, &y, error) && lab_option_count ("jobs", values[OPTION_JOBS], 0, 1024, n_jobs, error))
    basin = lab_basin_new (problem, &setup, error);
  g_free (x.name);
  g_free (y.name);
  return basin;
}

const char *
lab_study_basin_keep (const char *const *values)
{
  return values[OPTION_KEEP];
}

/* Loads the cells of an interrupted study, computes the rest, and keeps the cells also if the study is cancelled. */
static LabResult *
run (const LabProblem *problem, const char *const *values, const LabProgress *progress, GError **error)
{
  LabResult *result = NULL;
  const char *keep = values[OPTION_KEEP];
  gboolean done;
  int jobs;
  g_autoptr (LabBasin) basin = lab_study_basin_new (problem, values, &jobs, error);

  if (basin == NULL || (keep != NULL && g_file_test (keep, G_FILE_TEST_EXISTS) && !lab_basin_load (basin, keep, error)))
    return NULL;
  done = lab_basin_run (basin, jobs, progress, error);
  if (keep != NULL && !lab_basin_save (basin, keep, done ? error : NULL))
    return NULL;
  if (done)
    result = lab_study_basin_report (basin, problem, FALSE);
  return result;
}

/* A basin is a set of initial values of continuous states; a model that has none has only one start. */
static gboolean
check (const LabProblem *problem, GError **error)
{
  g_autoptr (ModelSystem) system = lab_problem_instance (problem, error);

  if (system == NULL)
    return FALSE;
  if (model_system_n_states (system) > 0)
    return TRUE;
  g_set_error_literal (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL, _("the model has no continuous states"));
  return FALSE;
}

/* Writes the result of the command `basin`: {attractors: [{letter, kind, x}], shares: {A: …}, grid}. The table of attractors has one row for
 * each state of each of them. */
static void
write_json (LabJson *json, const LabResult *result, const char *const *values)
{
  const LabTable *attractors = result->tables->pdata[0];
  int n_rows = lab_table_n_rows (attractors);

  lab_json_object (json, NULL, LAB_JSON_FLAT);
  lab_json_array (json, "attractors", LAB_JSON_FLAT);
  for (int r = 0; r < n_rows; r++)
    {
      const char *letter = lab_table_text (attractors, r, 0);

      if (r == 0 || strcmp (letter, lab_table_text (attractors, r - 1, 0)) != 0)
        {
          lab_json_object (json, NULL, LAB_JSON_FLAT);
          lab_json_text (json, "letter", letter);
          lab_json_cell (json, "kind", attractors, r, 1);
          lab_json_cell (json, "period", attractors, r, 4);
          lab_json_object (json, "x", LAB_JSON_FLAT);
        }
      lab_json_cell (json, lab_table_text (attractors, r, 2), attractors, r, 3);
      if (r + 1 == n_rows || strcmp (letter, lab_table_text (attractors, r + 1, 0)) != 0)
        {
          lab_json_end (json);
          lab_json_end (json);
        }
    }
  lab_json_end (json);
  lab_json_pairs (json, "shares", result->tables->pdata[1], 1);
  lab_json_grid (json, "grid", result->grids->pdata[0]);
  lab_json_end (json);
}

const LabStudyKind lab_study_basin = {
  .id = "basin",
  .label = N_("Basins of attraction"),
  .advice = N_("Starts runs from a grid of initial values, finds the attractors that they reach, and shows which initial value leads to which attractor."),
  .of = LAB_STUDY_OF_RUNS,
  .places = LAB_PLACE_ENSEMBLE,
  .icon = "wb-basin-symbolic",
  .question = N_("Which attractor does each run reach?"),
  .aim = N_("where it ends"),
  .cost = N_("400 × 400 initial states"),
  .axes = "x|y",
  .has_parts = TRUE,
  .argument = "MODEL|STUDY.yaml",
  .summary = "find attractors and their basins on a grid of initial values",
  .description =
    "Runs the model from each cell of a grid until it is captured by an attractor, escapes, or ends undecided. Attractors are stable points of "
    "rest and cycles, found from the ends of runs. Cells are computed from coarse to fine; the result does not depend on the number of "
    "threads or on interruptions.",
  .options = options,
  .n_options = G_N_ELEMENTS (options),
  .has_grids = TRUE,
  .json = write_json,
  .check = check,
  .propose = propose,
  .run = run,
};
