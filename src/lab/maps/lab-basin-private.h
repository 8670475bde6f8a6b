/* The fields of a basin, for the files lab-basin*.c. */
#pragma once

#include <stdatomic.h>

#include "lab-basin.h"
#include "lab-lanes.h"

G_BEGIN_DECLS

/* How a cell came to its value; bits. A doubtful cell was filled in, and is or
 * will be computed because a neighbour differs. */
enum { LAB_CELL_COMPUTED = 1, LAB_CELL_FILLED = 2, LAB_CELL_DOUBTFUL = 4, LAB_CELL_FAILED = 8 };

struct LabBasin
{
  LabProblem problem;
  LabBasinSetup setup;
  LabEnsemble *ensemble;
  LabFinder *finder;
  int n_states;
  gboolean may_end_early;   /* a captured run cannot leave: the model has no events */
  double escape;
  double span;              /* time span of the runs */
  int coarsest;             /* stride of the first cells, a power of two */
  int stride;               /* present one; 0: finished */
  GPtrArray *attractors;    /* LabAttractor; grows while no worker runs */
  atomic_int n_attractors;
  int n_cells;
  atomic_schar *code;       /* stored with release order after the rest of a cell */
  float *capture;
  guint8 *source;           /* LAB_CELL_… */
  double *points;           /* starts of lab_basin_classify; NULL: the grid */
};

/* The end of a run that reached no attractor. */
typedef struct
{
  int cell;
  double t;
  double *x;
} LabBasinEnd;

/* Runs from a list of cells. The caller fills in the fields up to capture. */
typedef struct
{
  LabBasin *basin;
  const int *cells;       /* NULL: cells 0 … n_cells − 1 */
  int n_cells;
  GArray *ends;           /* LabBasinEnd, in no order; NULL: not wanted */
  gint8 *code;            /* results by cell, or NULL: those of the basin */
  float *capture;
  atomic_int next;
  atomic_int n_done;
  atomic_bool stop;
  GMutex lock;            /* of all below, and of ends */
  GCond changed;
  int n_running;
  GError *error;
} LabBasinStage;

/* Makes an empty array for ends. */
GArray *lab_basin_ends_new (void);
/* Runs the cells of a stage on n_jobs threads. Progress is reported from
 * done_before to done_before + n_cells of total. Returns FALSE with an error
 * where it was cancelled or a run cannot begin. */
gboolean lab_basin_run_stage (LabBasinStage *stage, int n_jobs, const LabProgress *progress, double done_before, double total,
                              GError **error);

G_END_DECLS
