/* Computes the cells of a basin from coarse to fine. Attractors are searched only between stages, in the order of the
 * cells, so that their letters do not depend on the threads. A boundary between basins can be a fractal (McDonald,
 * Grebogi, Ott and Yorke, Physica D 17 (1985) 125), so that no interpolation finds it; only the inside of areas of
 * one letter is filled. A filled cell is computed as soon as a neighbour has another letter, until no filled cell has
 * one. Areas that are narrower than the last full stride and surrounded by one letter can be missed. */
#include <math.h>

#include "lab-basin-private.h"

/* Stages with this stride or a larger one compute all their cells. In finer stages cells may be filled without a run.
 * At this stride a sixteenth of all cells is computed. */
#define LAST_FULL_STRIDE 4
/* Largest number of undecided runs per stage from whose ends an attractor is searched. An examination without result
 * costs a run of PATIENCE time spans. */
#define MOST_EXAMINED 16
/* Time for which a run is continued to recognize a cycle, as a multiple of the time span of the runs. After its first
 * quarter, it must have room for two periods of the cycle. */
#define PATIENCE 2

/* Reads the letter of a cell. Between stages no other thread writes, so that no order of memory is needed. */
static int
code_at (const LabBasin *basin, int cell)
{
  return atomic_load_explicit (&basin->code[cell], memory_order_relaxed);
}

/* Fills cell (i, j) of the current stride without a run if the known cells around it agree. These are the cells of the next
 * coarser stride, two in each direction. The capture time is the mean of the nearest ones. Returns FALSE if the cell was not
 * filled. */
static gboolean
fill_in (LabBasin *basin, int i, int j)
{
  int s = basin->stride, coarse = 2 * s, nx = basin->setup.nx, ny = basin->setup.ny;
  int i0 = i / coarse * coarse, j0 = j / coarse * coarse, letter = LAB_BASIN_UNKNOWN, n = 0;
  double sum = 0;

  if (basin->source[j * nx + i] & LAB_CELL_DOUBTFUL)
    return FALSE;

  for (int b = j0 - coarse; b <= j0 + 2 * coarse; b += coarse)
    for (int a = i0 - coarse; a <= i0 + 2 * coarse; a += coarse)
      {
        int cell = b * nx + a, code;

        if (a < 0 || b < 0 || a >= nx || b >= ny)
          continue;
        code = code_at (basin, cell);
        if (letter == LAB_BASIN_UNKNOWN)
          letter = code;
        if (code != letter || code == LAB_BASIN_UNKNOWN || code == LAB_BASIN_UNDECIDED)
          return FALSE;
        if (ABS (a - i) <= s && ABS (b - j) <= s)
          {
            sum += basin->capture[cell];
            n++;
          }
      }
  if (n < (i % coarse != 0 ? 2 : 1) * (j % coarse != 0 ? 2 : 1)) /* the cell is next to the edge of the grid */
    return FALSE;
  basin->capture[j * nx + i] = (float) (sum / n);
  basin->source[j * nx + i] = LAB_CELL_FILLED;
  atomic_store_explicit (&basin->code[j * nx + i], (signed char) letter, memory_order_release);
  return TRUE;
}

/* Returns whether a filled cell has a neighbour with another result. */
static gboolean
is_doubtful (const LabBasin *basin, int i, int j)
{
  int s = basin->stride, nx = basin->setup.nx, ny = basin->setup.ny, code = code_at (basin, j * nx + i);

  for (int b = j - s; b <= j + s; b += s)
    for (int a = i - s; a <= i + s; a += s)
      if (a >= 0 && b >= 0 && a < nx && b < ny && code_at (basin, b * nx + a) != code)
        return TRUE;
  return FALSE;
}

/* Appends all cells of the current stride for which a test function returns TRUE. */
static void
append_cells (LabBasin *basin, GArray *cells, gboolean (*test) (LabBasin *basin, int i, int j))
{
  int s = basin->stride, nx = basin->setup.nx;

  for (int j = 0; j < basin->setup.ny; j += s)
    for (int i = 0; i < nx; i += s)
      if (test (basin, i, j))
        {
          int cell = j * nx + i;

          g_array_append_val (cells, cell);
        }
}

/* Returns whether an unknown cell needs a run, after trying to fill it. */
static gboolean
is_missing (LabBasin *basin, int i, int j)
{
  gboolean fills = basin->stride < LAST_FULL_STRIDE && basin->stride < basin->coarsest && !basin->setup.compute_all;

  return code_at (basin, j * basin->setup.nx + i) == LAB_BASIN_UNKNOWN && !(fills && fill_in (basin, i, j));
}

/* Returns whether a cell is doubtful and has no run yet, because the computation was interrupted. */
static gboolean
is_left (LabBasin *basin, int i, int j)
{
  int source = basin->source[j * basin->setup.nx + i];

  return (source & LAB_CELL_DOUBTFUL) != 0 && (source & LAB_CELL_COMPUTED) == 0;
}

/* Returns whether a filled cell has become doubtful. */
static gboolean
is_new_doubt (LabBasin *basin, int i, int j)
{
  return basin->source[j * basin->setup.nx + i] == LAB_CELL_FILLED && is_doubtful (basin, i, j);
}

/* Lists the cells of the current stride that need a run. The first list has the cells that cannot be filled, later ones
 * have filled cells that have become doubtful. The latter are marked, so that after an interruption the same cells are
 * computed. */
static GArray *
list_cells (LabBasin *basin)
{
  GArray *cells = g_array_new (FALSE, FALSE, sizeof (int));

  append_cells (basin, cells, is_missing);
  if (cells->len == 0)
    append_cells (basin, cells, is_left);
  if (cells->len == 0)
    append_cells (basin, cells, is_new_doubt);
  else
    return cells;
  for (guint k = 0; k < cells->len; k++)
    basin->source[g_array_index (cells, int, k)] |= LAB_CELL_DOUBTFUL;
  return cells;
}

static double
n_known (const LabBasin *basin)
{
  double n = 0;

  for (int k = 0; k < basin->n_cells; k++)
    n += code_at (basin, k) != LAB_BASIN_UNKNOWN;
  return n;
}

double
lab_basin_known (const LabBasin *basin)
{
  return n_known (basin) / basin->n_cells;
}

/* Sorts by cells, so that attractors get their letters in an order that does not depend on the threads. */
static int
compare_ends (gconstpointer a, gconstpointer b)
{
  return ((const LabBasinEnd *) a)->cell - ((const LabBasinEnd *) b)->cell;
}

/* Returns whether the end of a run is on an attractor that is known by now. */
static gboolean
is_captured (const LabBasin *basin, const LabBasinEnd *end)
{
  for (guint k = 0; k < basin->attractors->len; k++)
    if (lab_attractor_has (basin->attractors->pdata[k], end->x))
      return TRUE;
  return FALSE;
}

/* Makes a cell unknown. The mark "doubtful" stays, so that it is computed and not filled. */
static void
forget (LabBasin *basin, int cell)
{
  basin->source[cell] &= LAB_CELL_DOUBTFUL;
  basin->capture[cell] = NAN;
  atomic_store_explicit (&basin->code[cell], LAB_BASIN_UNKNOWN, memory_order_relaxed);
}

/* Searches attractors from the ends of undecided runs, in the order of the cells. If there are new attractors, the undecided
 * cells become unknown, so that they are computed again. Returns FALSE with an error if it is cancelled; the basin is then
 * unchanged. */
static gboolean
examine_ends (LabBasin *basin, GArray *ends, const LabProgress *progress, GError **error)
{
  guint before = basin->attractors->len;
  int examined = 0;

  g_array_sort (ends, compare_ends);
  for (guint k = 0; k < ends->len && examined < MOST_EXAMINED && basin->attractors->len < LAB_MOST_ATTRACTORS; k++)
    {
      const LabBasinEnd *end = &g_array_index (ends, LabBasinEnd, k);
      LabAttractor *attractor;

      if (is_captured (basin, end))
        continue;
      examined++;
      if (!lab_progress_report (progress, n_known (basin) / basin->n_cells, error))
        {
          g_ptr_array_set_size (basin->attractors, (int) before);
          return FALSE;
        }
      attractor = lab_finder_find (basin->finder, end->t, end->x, PATIENCE * basin->span);
      if (attractor != NULL)
        g_ptr_array_add (basin->attractors, attractor);
    }
  if (basin->attractors->len == before)
    return TRUE;
  for (int k = 0; k < basin->n_cells; k++)
    if (code_at (basin, k) == LAB_BASIN_UNDECIDED)
      forget (basin, k);
  atomic_store_explicit (&basin->n_attractors, (int) basin->attractors->len, memory_order_release);
  return TRUE;
}

/* Lists the unknown cells of earlier strides, after a new attractor was found. */
static GArray *
list_unknown (LabBasin *basin)
{
  GArray *cells = g_array_new (FALSE, FALSE, sizeof (int));
  int s = basin->stride, coarse = MIN (2 * s, basin->coarsest), nx = basin->setup.nx;

  if (coarse > s)
    for (int j = 0; j < basin->setup.ny; j += coarse)
      for (int i = 0; i < nx; i += coarse)
        {
          int cell = j * nx + i;

          if (code_at (basin, cell) == LAB_BASIN_UNKNOWN)
            g_array_append_val (cells, cell);
        }
  return cells;
}

/* Works through the strides coarsest, coarsest/2, …, 1. A stage is one list of cells: those that a new attractor made
 * unknown, then those that cannot be filled, then doubtful ones; a stride ends when all lists are empty. */
gboolean
lab_basin_run (LabBasin *basin, int n_jobs, const LabProgress *progress, GError **error)
{
  while (basin->stride > 0)
    {
      g_autoptr (GArray) cells = list_unknown (basin);
      LabBasinStage stage = { .basin = basin };
      gboolean fine;

      if (cells->len == 0)
        {
          g_array_unref (cells);
          cells = list_cells (basin);
        }
      if (cells->len == 0)
        {
          basin->stride /= 2;
          continue;
        }
      stage.cells = (const int *) (gpointer) cells->data;
      stage.n_cells = (int) cells->len;
      stage.ends = lab_basin_ends_new ();
      fine = lab_basin_run_stage (&stage, n_jobs, progress, n_known (basin), basin->n_cells, error);
      fine = fine && examine_ends (basin, stage.ends, progress, error);
      g_array_unref (stage.ends);
      if (!fine)
        {
          /* The ends of runs that were not examined are not kept: mark their cells as unknown again. */
          for (guint k = 0; k < cells->len; k++)
            if (code_at (basin, stage.cells[k]) == LAB_BASIN_UNDECIDED)
              forget (basin, stage.cells[k]);
          return FALSE;
        }
    }
  return lab_progress_report (progress, 1, error);
}
