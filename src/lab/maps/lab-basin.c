/* Basins of attraction: the grid and the runs that it needs, the results of the cells, and the reuse of results on
 * another grid. */
#include "lab-basin-private.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-option.h"
#include "lab-problem.h"

/* Approximate largest number of cells in the first stage. So few runs show the first attractors at once. */
#define FIRST_CELLS 64

/* ---- setup ---- */

/* Returns the centre of cell k, low + (k + ½)(high − low)/n. */
static double
cell_value (double low, double high, int n, int k)
{
  return low + (k + 0.5) * ((high - low) / n);
}

/* Returns the initial value of a member along the first axis, y_of_cell that along the second. lab_basin_classify
 * gives a list of points in place of the grid. */
static double
x_of_cell (gpointer user, guint64 member)
{
  const LabBasin *basin = user;
  const LabBasinSetup *setup = &basin->setup;

  if (basin->points != NULL)
    return basin->points[member * (setup->y != NULL ? 2 : 1)];
  return cell_value (setup->x_low, setup->x_high, setup->nx, (int) (member % (guint64) setup->nx));
}

static double
y_of_cell (gpointer user, guint64 member)
{
  const LabBasin *basin = user;
  const LabBasinSetup *setup = &basin->setup;

  if (basin->points != NULL)
    return basin->points[member * 2 + 1];
  return cell_value (setup->y_low, setup->y_high, setup->ny, (int) (member / (guint64) setup->nx));
}

/* Returns FALSE with an error unless the axis is a state with a range of finite length and a possible number of cells. key: the option of the axis. */
static gboolean
check_axis (LabBasin *basin, const char *key, const char *name, double low, double high, int n, GError **error)
{
  gboolean grid = n >= 1 && n <= 20000, range = isfinite (low) && isfinite (high) && low < high;

  if (model_system_find_parameter (basin->ensemble->system, name) >= 0)
    lab_option_set_error (error, key, _("'%s' is a parameter; basins are over initial values, and 'sweep' varies parameters"), name);
  else if (model_system_find_initial (basin->ensemble->system, name) < 0)
    lab_option_set_error (error, key, _("the model has no state '%s'"), name);
  else if (!range)
    lab_option_set_error (error, key, _("the range of '%s' needs two numbers, the lower one first"), name);
  else if (!grid)
    lab_option_set_error (error, "grid", _("the grid has 1 to 20000 cells in each direction"));
  else
    return TRUE;
  return FALSE;
}

/* A search for attractors needs O (n⁶) operations (lab-finder.c), hence the limit of 20 states. */
static gboolean
check_setup (LabBasin *basin, GError **error)
{
  const LabBasinSetup *setup = &basin->setup;

  if (basin->n_states == 0 || basin->n_states > 20)
    {
      g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL, _("basins need a model of 1 to 20 continuous states; this one has %d"),
                   basin->n_states);
      return FALSE;
    }
  if (!check_axis (basin, "x", setup->x, setup->x_low, setup->x_high, setup->nx, error))
    return FALSE;
  if (setup->y == NULL)
    return TRUE;
  if (strcmp (setup->x, setup->y) == 0)
    {
      lab_option_set_error (error, "y", _("both axes are '%s'"), setup->x);
      return FALSE;
    }
  return check_axis (basin, "y", setup->y, setup->y_low, setup->y_high, setup->ny, error);
}

/* Returns the size of an axis: its largest magnitude, or its length if that is smaller. A grid far from 0 has the size of the same grid around 0. */
static double
size_of_axis (double low, double high)
{
  double edge = fmax (fabs (low), fabs (high)), length = high - low;

  return edge > 2 * length ? length / 2 : fmin (edge, length);
}

/* Returns the size of each state: that of its axis, or that of its initial value if it has no axis; without an axis
 * at least 1e-3 of the largest size of all states. A state that starts at 0 has no size of its own. A size of 0 would
 * make its tolerance and its distances 0. */
static double *
sizes_of_states (LabBasin *basin, const double *x)
{
  const LabBasinSetup *setup = &basin->setup;
  int x_state = model_system_find_initial (basin->ensemble->system, setup->x);
  int y_state = setup->y != NULL ? model_system_find_initial (basin->ensemble->system, setup->y) : -1;
  double *sizes = g_new (double, basin->n_states), largest = 0;

  for (int i = 0; i < basin->n_states; i++)
    {
      sizes[i] = fabs (x[i]);
      if (i == x_state)
        sizes[i] = size_of_axis (setup->x_low, setup->x_high);
      else if (i == y_state)
        sizes[i] = size_of_axis (setup->y_low, setup->y_high);
      largest = fmax (largest, sizes[i]);
    }
  for (int i = 0; i < basin->n_states; i++)
    if (i != x_state && i != y_state && !(sizes[i] > 1e-3 * largest))
      sizes[i] = largest > 0 ? largest : 1;
  return sizes;
}

/* A default bound of escape is at least this multiple of the farthest edge of the grid, unless the grid lies beyond the bound. */
#define FAR_EDGE 10

/* Sets the bound of escape, and the centre from which each state is measured: a bound of 1000 times the size of a grid may be nearer to 0 than the grid,
 * as with x from 20 − 1e-6 to 20 + 1e-6. */
static void
set_escape (LabBasin *basin, const double *sizes)
{
  const LabBasinSetup *setup = &basin->setup;
  const char *const names[2] = { setup->x, setup->y };
  const double low[2] = { setup->x_low, setup->y_low }, high[2] = { setup->x_high, setup->y_high };
  gboolean given = setup->escape > 0;
  double bound = given ? setup->escape : 0;

  for (int i = 0; i < basin->n_states && !given; i++)
    bound = fmax (bound, 1000 * sizes[i]);
  basin->escape = bound;
  for (int k = 0; k < 2 && !given; k++)
    {
      double edge = names[k] != NULL ? fmax (fabs (low[k]), fabs (high[k])) : 0;

      if (edge <= bound)
        basin->escape = fmax (basin->escape, FAR_EDGE * edge);
    }
  basin->centre = g_new0 (double, basin->n_states);
  for (int k = 0; k < 2; k++)
    if (names[k] != NULL && fmax (fabs (low[k]), fabs (high[k])) > basin->escape)
      basin->centre[model_system_find_initial (basin->ensemble->system, names[k])] = 0.5 * (low[k] + high[k]);
}

/* Makes an ensemble whose member k starts at the centre of cell k. */
static gboolean
make_ensemble (LabBasin *basin, GError **error)
{
  g_autoptr (GPtrArray) errors = expr_errors_new ();
  const LabBasinSetup *setup = &basin->setup;
  const char *key = "x";
  gboolean fine = lab_ensemble_vary_by (basin->ensemble, setup->x, (ExprPlace) { 0 }, "x", x_of_cell, basin, errors);

  if (fine && setup->y != NULL)
    {
      key = "y";
      fine = lab_ensemble_vary_by (basin->ensemble, setup->y, (ExprPlace) { 0 }, "y", y_of_cell, basin, errors);
    }
  if (fine && lab_ensemble_finish (basin->ensemble, errors))
    return TRUE;
  lab_option_set_error (error, key, "%s", ((const ExprError *) errors->pdata[0])->message);
  return FALSE;
}

/* The coarsest stride is the smallest power of 2 for which the first stage has at most 2 FIRST_CELLS cells. Runs end
 * early at an attractor only if the model has no events. */
LabBasin *
lab_basin_new (const LabProblem *problem, const LabBasinSetup *setup, GError **error)
{
  g_autoptr (LabBasin) basin = g_new0 (LabBasin, 1);
  g_autofree double *x = NULL, *d = NULL, *sizes = NULL;
  ModelSystem *system;

  basin->problem = *problem;
  basin->problem.instance.random = FALSE;
  basin->setup = *setup;
  basin->setup.x = g_strdup (setup->x);
  basin->setup.y = g_strdup (setup->y);
  if (setup->y == NULL)
    basin->setup.ny = 1;
  basin->ensemble = lab_ensemble_new (&basin->problem, 1, error);
  if (basin->ensemble == NULL)
    return NULL;
  basin->ensemble->problem.instance.random = FALSE;
  system = basin->ensemble->system;
  basin->n_states = model_system_n_states (system);
  if (!check_setup (basin, error) || !make_ensemble (basin, error))
    return NULL;
  basin->n_cells = basin->setup.nx * basin->setup.ny;
  basin->ensemble->n_members = (guint64) basin->n_cells;
  x = g_new0 (double, basin->n_states);
  d = g_new0 (double, model_system_n_discrete (system) + 1);
  if (!model_system_initial (system, x, d, error))
    return NULL;
  sizes = sizes_of_states (basin, x);
  basin->finder = lab_finder_new (&basin->problem, sizes, error);
  if (basin->finder == NULL)
    return NULL;
  set_escape (basin, sizes);
  basin->span = (isnan (problem->t_end) ? model_system_t_end (system) : problem->t_end)
                - (isnan (problem->t_start) ? model_system_t_start (system) : problem->t_start);
  if (!(basin->span > 0))
    {
      lab_option_set_error (error, NULL, _("a basin needs an end time after the start"));
      return NULL;
    }
  basin->may_end_early = model_system_n_events (system) == 0;
  basin->attractors = g_ptr_array_new_with_free_func ((GDestroyNotify) lab_attractor_free);
  basin->code = g_new (atomic_schar, basin->n_cells);
  basin->capture = g_new (float, basin->n_cells);
  basin->source = g_new0 (guint8, basin->n_cells);
  for (int k = 0; k < basin->n_cells; k++)
    {
      atomic_init (&basin->code[k], LAB_BASIN_UNKNOWN);
      basin->capture[k] = NAN;
    }
  for (basin->coarsest = 1; (gint64) (basin->setup.nx / basin->coarsest + 1) * (basin->setup.ny / basin->coarsest + 1) > FIRST_CELLS * 2;)
    basin->coarsest *= 2;
  basin->stride = basin->coarsest;
  return g_steal_pointer (&basin);
}

void
lab_basin_free (LabBasin *basin)
{
  if (basin == NULL)
    return;
  lab_finder_free (basin->finder);
  lab_ensemble_free (basin->ensemble);
  g_clear_pointer (&basin->attractors, g_ptr_array_unref);
  g_free (basin->centre);
  g_free (basin->setup.x);
  g_free (basin->setup.y);
  g_free (basin->code);
  g_free (basin->capture);
  g_free (basin->source);
  g_free (basin);
}

/* ---- results ---- */

const LabBasinSetup *
lab_basin_setup (const LabBasin *basin)
{
  return &basin->setup;
}

int
lab_basin_n_attractors (const LabBasin *basin)
{
  return atomic_load_explicit (&basin->n_attractors, memory_order_acquire);
}

const LabAttractor *
lab_basin_attractor (const LabBasin *basin, int k)
{
  return basin->attractors->pdata[k];
}

/* Returns the number of cells with a mark. */
static int
count_source (const LabBasin *basin, int bit)
{
  int n = 0;

  for (int k = 0; k < basin->n_cells; k++)
    n += (basin->source[k] & bit) != 0;
  return n;
}

int
lab_basin_n_computed (const LabBasin *basin)
{
  return count_source (basin, LAB_CELL_COMPUTED);
}

int
lab_basin_n_failed (const LabBasin *basin)
{
  return count_source (basin, LAB_CELL_FAILED);
}

/* Coarse cells spread over the unknown cells to their right and above, so that a picture is complete from the first
 * stage on. */
void
lab_basin_snapshot (const LabBasin *basin, gboolean spread, gint8 *code, float *capture)
{
  int nx = basin->setup.nx, ny = basin->setup.ny;

  for (int k = 0; k < basin->n_cells; k++)
    {
      code[k] = (gint8) atomic_load_explicit (&basin->code[k], memory_order_acquire);
      capture[k] = code[k] != LAB_BASIN_UNKNOWN ? basin->capture[k] : NAN;
    }
  /* For each stride from coarse to fine: unknown cells take the value of the next coarser
   * cell. */
  for (int s = spread ? basin->coarsest / 2 : 0; s > 0; s /= 2)
    for (int j = 0; j < ny; j += s)
      for (int i = 0; i < nx; i += s)
        {
          int from = j / (2 * s) * (2 * s) * nx + i / (2 * s) * (2 * s), to = j * nx + i;

          if (code[to] == LAB_BASIN_UNKNOWN)
            {
              code[to] = code[from];
              capture[to] = capture[from];
            }
        }
}

/* Classifies points with the attractors that are known; no new ones are searched. */
gboolean
lab_basin_classify (LabBasin *basin, const double *points, int n, int n_jobs, const LabProgress *progress, gint8 *code, float *capture,
                    GError **error)
{
  LabBasinStage stage = { .basin = basin, .n_cells = n, .code = code, .capture = capture };
  gboolean fine;

  basin->points = (double *) points;
  fine = lab_basin_run_stage (&stage, n_jobs, progress, 0, n, error);
  basin->points = NULL;
  return fine;
}

/* Returns the index of the cell whose centre is v up to rounding errors, or −1. */
static int
cell_at (double low, double high, int n, double v)
{
  double k = (v - low) / (high - low) * n - 0.5;

  return k > -0.5 && k < n - 0.5 && fabs (k - round (k)) < 1e-9 ? (int) round (k) : -1;
}

/* Results of cells can be taken over only by a grid over the same states: the same cell then starts the same run. */
static gboolean
has_same_states (const LabBasinSetup *a, const LabBasinSetup *b)
{
  return strcmp (a->x, b->x) == 0 && g_strcmp0 (a->y, b->y) == 0;
}

/* Aligns an axis of a new grid with that of a known grid, whose cells have the size d. The new cells get the size d·m or d/m nearest to the
 * wanted size, with a whole number m. The centres of the finer grid form a lattice that contains those of the coarser grid. The window is
 * moved to that lattice; its middle moves by at most half a lattice step. */
static void
align_axis (double known_low, double known_high, int known_n, double *low, double *high, int n)
{
  double d = (known_high - known_low) / known_n, wanted = (*high - *low) / n, middle = 0.5 * (*low + *high);
  double h = wanted >= d ? d * round (wanted / d) : d / round (d / wanted), step = fmin (d, h), origin = known_low + 0.5 * d;
  double first = middle - 0.5 * (n - 1) * h;

  first = origin + step * round ((first - origin) / step);
  *low = first - 0.5 * h;
  *high = first + (n - 0.5) * h;
}

/* Zooming by whole factors and moving by whole cells keeps the centres of many cells, whose results lab_basin_adopt
 * copies. */
void
lab_basin_align (const LabBasin *known, LabBasinSetup *setup)
{
  const LabBasinSetup *from = &known->setup;

  align_axis (from->x_low, from->x_high, from->nx, &setup->x_low, &setup->x_high, setup->nx);
  if (setup->y != NULL && from->y != NULL)
    align_axis (from->y_low, from->y_high, from->ny, &setup->y_low, &setup->y_high, setup->ny);
  setup->escape = known->escape;
}

/* Takes over results only if the escape bound is the same; escaped runs only if distances are measured from the same
 * centre. */
int
lab_basin_adopt (LabBasin *basin, const LabBasin *known)
{
  const LabBasinSetup *to = &basin->setup, *from = &known->setup;
  gboolean moved = FALSE; /* whether runs escape at other places */
  int n = 0;

  for (int i = 0; i < basin->n_states; i++)
    moved |= basin->centre[i] != known->centre[i];
  if (!has_same_states (to, from) || basin->escape != known->escape || basin->attractors->len > 0)
    return 0;
  for (guint k = 0; k < known->attractors->len; k++)
    g_ptr_array_add (basin->attractors, lab_attractor_copy (known->attractors->pdata[k]));
  atomic_store_explicit (&basin->n_attractors, (int) basin->attractors->len, memory_order_release);
  for (int j = 0; j < to->ny; j++)
    {
      int b = to->y != NULL ? cell_at (from->y_low, from->y_high, from->ny, cell_value (to->y_low, to->y_high, to->ny, j)) : 0;

      for (int i = 0; b >= 0 && i < to->nx; i++)
        {
          int a = cell_at (from->x_low, from->x_high, from->nx, cell_value (to->x_low, to->x_high, to->nx, i));
          int cell = j * to->nx + i, other = b * from->nx + a;

          if (a < 0 || (known->source[other] & LAB_CELL_COMPUTED) == 0 || atomic_load_explicit (&known->code[other], memory_order_relaxed) == LAB_BASIN_UNKNOWN
              || (moved && atomic_load_explicit (&known->code[other], memory_order_relaxed) == LAB_BASIN_ESCAPES))
            continue;
          basin->capture[cell] = known->capture[other];
          basin->source[cell] = known->source[other] & (LAB_CELL_COMPUTED | LAB_CELL_FAILED);
          atomic_store_explicit (&basin->code[cell], (signed char) atomic_load_explicit (&known->code[other], memory_order_relaxed), memory_order_release);
          n++;
        }
    }
  return n;
}
