/* Basins of attraction on a grid of two initial values, or along one: which
 * attractor the run from each cell reaches, and when it is captured. Cells are
 * computed from coarse to fine. If all coarse cells around a finer one agree, the
 * finer one may be filled without a run; it is computed later if a neighbour has
 * another result. The result does not depend on the number of threads, or on
 * interruptions. */
#pragma once

#include "lab-attractor.h"

G_BEGIN_DECLS

/* Results of cells whose run reached no attractor, and of cells without a result. */
enum { LAB_BASIN_ESCAPES = -1, LAB_BASIN_UNDECIDED = -2, LAB_BASIN_UNKNOWN = -3 };
/* Largest number of attractors; each is labelled with a letter. */
#define LAB_MOST_ATTRACTORS 26

typedef struct
{
  char *x, *y;          /* names of the varied initial values; y is NULL for a grid along x only */
  double x_low, x_high; /* outer edges of the grid; run i starts at the centre of cell i */
  double y_low, y_high;
  int nx, ny;
  double escape;        /* a run escapes when a state exceeds this magnitude, or, on an axis whose grid is beyond it, is farther than this from the middle
                         * of the grid; 0: 1000 times the size of the grid and of the initial state */
  gboolean compute_all; /* TRUE: compute the runs of all cells, and fill none */
} LabBasinSetup;

typedef struct LabBasin LabBasin;

/* Makes a basin without results. The setup is copied. The objects to which the problem points must outlive the basin. Returns NULL with an
 * error if the setup is invalid. */
LabBasin *lab_basin_new (const LabProblem *problem, const LabBasinSetup *setup, GError **error);
/* Frees a basin; NULL is allowed. */
void lab_basin_free (LabBasin *basin);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabBasin, lab_basin_free)

/* Adjusts the setup of a new basin so that as many start points as possible are also start points of `known`. Each edge moves by less than
 * a cell, the size of a cell becomes a multiple or an integer fraction of that in `known`, and the escape bound becomes equal. The number
 * of cells is unchanged. lab_basin_adopt can then reuse results. */
void lab_basin_align (const LabBasin *known, LabBasinSetup *setup);
/* Copies the attractors and the results of cells with equal start points from another basin of the same problem, for
 * example after a shift or a change of scale. Must be called before the first lab_basin_run. Returns the number of cells
 * copied. */
int lab_basin_adopt (LabBasin *basin, const LabBasin *known);
/* Computes all cells that are unknown, on n_jobs threads (0: one for each processor).
 * Returns FALSE with an error if it is cancelled or a run cannot start; a later call
 * continues. */
gboolean lab_basin_run (LabBasin *basin, int n_jobs, const LabProgress *progress, GError **error);

/* Returns the setup; owned by the basin. */
const LabBasinSetup *lab_basin_setup (const LabBasin *basin);
/* Returns the number of attractors found so far. May be called from any thread. */
int lab_basin_n_attractors (const LabBasin *basin);
/* Returns attractor k; owned by the basin. */
const LabAttractor *lab_basin_attractor (const LabBasin *basin, int k);
/* Copies the results so far. code[nx·ny] is the index of the attractor or one of
 * LAB_BASIN_…; capture[nx·ny] is the time from the start to capture or escape, NaN if there
 * is none. Cell (i, j) has index j·nx + i. If spread is TRUE, unknown cells get the result
 * of the nearest known coarser cell. May be called from any thread, also during
 * lab_basin_run. */
void lab_basin_snapshot (const LabBasin *basin, gboolean spread, gint8 *code, float *capture);
/* Returns the fraction of cells that have a result. May be called from any thread. */
double lab_basin_known (const LabBasin *basin);
/* Returns the number of cells whose result comes from a run. */
int lab_basin_n_computed (const LabBasin *basin);
/* Returns the number of runs that failed without escaping. Their cells are
 * undecided. */
int lab_basin_n_failed (const LabBasin *basin);
/* Finds the attractors that runs from points[2·n] reach (points[n] if there is no y), among those found so far. Writes
 * code[n] and capture[n] as in lab_basin_snapshot. Returns FALSE with an error if it is cancelled or a run cannot
 * start. */
gboolean lab_basin_classify (LabBasin *basin, const double *points, int n, int n_jobs, const LabProgress *progress, gint8 *code,
                             float *capture, GError **error);

/* Writes all results to a file, from which lab_basin_load continues. Returns FALSE with an error if the file cannot be
 * written. */
gboolean lab_basin_save (const LabBasin *basin, const char *path, GError **error);
/* Reads results that lab_basin_save wrote. Must be called before the first lab_basin_run. Returns FALSE with an error if the
 * file cannot be read; the error is LAB_STUDY_ERROR_MODEL if the file is damaged or belongs to another model, settings or
 * grid. */
gboolean lab_basin_load (LabBasin *basin, const char *path, GError **error);

G_END_DECLS
