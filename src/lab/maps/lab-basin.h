/* Basins of attraction on a grid of two initial values, or along one: which
 * attractor each run reaches, and when it is captured. Cells are computed from
 * coarse to fine. Where all coarse cells around a finer one agree it may be
 * filled in without a run; it is computed after all if a neighbour turns out
 * different. The result does not depend on the number of threads, or on
 * interruptions. */
#pragma once

#include "lab-attractor.h"

G_BEGIN_DECLS

/* Values for cells without an attractor. */
enum { LAB_BASIN_ESCAPES = -1, LAB_BASIN_UNDECIDED = -2, LAB_BASIN_UNKNOWN = -3 };
/* One letter for each. */
#define LAB_MOST_ATTRACTORS 26

typedef struct
{
  char *x, *y;          /* names of the initial values; y NULL: along x only */
  double x_low, x_high; /* outer edges of the grid; run i starts at the centre of its cell */
  double y_low, y_high;
  int nx, ny;
  double escape;        /* a run with a state beyond this size escapes; 0: 1000 times the size of the grid and the initial state */
  gboolean compute_all; /* fill in nothing */
} LabBasinSetup;

typedef struct LabBasin LabBasin;

/* Makes a basin without results; the setup is copied, and the problem's pointers
 * must outlive it. Returns NULL with an error. */
LabBasin *lab_basin_new (const LabProblem *problem, const LabBasinSetup *setup, GError **error);
/* Frees a basin; NULL is allowed. */
void lab_basin_free (LabBasin *basin);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabBasin, lab_basin_free)

/* Moves the edges of a setup for a new window by less than a cell, and its size to a whole multiple or fraction of that of known cells, so that
 * as many starts as possible are also starts there, and sets its bound of escape to the one there. Then lab_basin_adopt reuses them. The
 * setup keeps its number of cells; a window that is as large as before is only moved. */
void lab_basin_align (const LabBasin *known, LabBasinSetup *setup);
/* Takes over attractors and cells of another basin of the same problem whose
 * starts are also starts here, as after a shift or a change of the scale. Before
 * the first lab_basin_run. Returns the number of cells taken over. */
int lab_basin_adopt (LabBasin *basin, const LabBasin *known);
/* Computes all cells that are unknown, on n_jobs threads (0: one for each
 * processor). Returns FALSE with an error where it was cancelled or a run cannot
 * begin; a later call continues. */
gboolean lab_basin_run (LabBasin *basin, int n_jobs, const LabProgress *progress, GError **error);

/* Returns the setup; borrowed. */
const LabBasinSetup *lab_basin_setup (const LabBasin *basin);
/* Returns the number of attractors that have a letter so far; any thread. */
int lab_basin_n_attractors (const LabBasin *basin);
/* Returns the attractor with index k; borrowed. */
const LabAttractor *lab_basin_attractor (const LabBasin *basin, int k);
/* Copies the results so far: code[nx·ny] is the index of the attractor or one of
 * LAB_BASIN_…, capture[nx·ny] the time of capture or escape after the start, NaN
 * without one. Cell (i, j) has index j·nx + i. With spread, unknown cells show
 * the result of the nearest known coarser one. Any thread, also during
 * lab_basin_run. */
void lab_basin_snapshot (const LabBasin *basin, gboolean spread, gint8 *code, float *capture);
/* Returns the fraction of cells with a result; any thread. */
double lab_basin_known (const LabBasin *basin);
/* Returns the number of cells that were computed by a run. */
int lab_basin_n_computed (const LabBasin *basin);
/* Returns the number of runs that failed without leaving the escape bound; they
 * are undecided. */
int lab_basin_n_failed (const LabBasin *basin);
/* Finds where runs from points[2·n] (or [n] without y) end, with the attractors
 * found so far: code[n] and capture[n] as in lab_basin_snapshot. Returns FALSE
 * with an error. */
gboolean lab_basin_classify (LabBasin *basin, const double *points, int n, int n_jobs, const LabProgress *progress, gint8 *code,
                             float *capture, GError **error);

/* Writes all results to a file, from which lab_basin_load continues. Returns
 * FALSE with an error. */
gboolean lab_basin_save (const LabBasin *basin, const char *path, GError **error);
/* Reads results that lab_basin_save wrote, before the first lab_basin_run.
 * Returns FALSE with an error, of LAB_STUDY_ERROR_MODEL where the file is of
 * another model, settings or grid, or damaged. */
gboolean lab_basin_load (LabBasin *basin, const char *path, GError **error);

G_END_DECLS
