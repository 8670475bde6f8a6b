/* The struct of a basin, shared by lab-basin*.c. */
#pragma once

#include <stdatomic.h>

#include "lab-basin.h"
#include "lab-lanes.h"

G_BEGIN_DECLS

/* Flags that state how the value of a cell was found. A filled cell got its value from its neighbours without a run. A doubtful cell was
 * filled, but a neighbour has another result, so its run was or will be computed. */
enum { LAB_CELL_COMPUTED = 1, LAB_CELL_FILLED = 2, LAB_CELL_DOUBTFUL = 4, LAB_CELL_FAILED = 8 };

struct LabBasin
{
  LabProblem problem;
  LabBasinSetup setup;
  LabEnsemble *ensemble;
  LabFinder *finder;
  int n_states;
  gboolean may_end_early;   /* TRUE if a captured run cannot leave its attractor, since the model has no events */
  double escape;            /* a run escapes when a state is farther than this from its centre */
  double *centre;           /* n_states numbers: 0, or the middle of an axis that lies beyond `escape` */
  double span;              /* time span of each run */
  int coarsest;             /* distance of the cells in the first stage, a power of two */
  int stride;               /* distance of the cells in the current stage; 0: the basin is finished */
  GPtrArray *attractors;    /* LabAttractor; attractors are added only while no worker thread runs */
  atomic_int n_attractors;
  int n_cells;
  atomic_schar *code;       /* result of each cell; stored with release order after the other values of the cell */
  float *capture;
  guint8 *source;           /* LAB_CELL_… flags of each cell */
  double *points;           /* initial values of the runs of lab_basin_classify; NULL: those of the grid */
};

/* The last state of a run that reached no attractor. */
typedef struct
{
  int cell;
  double t;
  double *x;
} LabBasinEnd;

/* A stage: runs of a list of cells, on several threads. The caller sets the members up to `capture`. */
typedef struct
{
  LabBasin *basin;
  const int *cells;       /* indices of the cells; NULL: 0 … n_cells − 1 */
  int n_cells;
  GArray *ends;           /* receives LabBasinEnd in any order; NULL: not needed */
  gint8 *code;            /* receives the results of the cells; NULL: they are stored in the basin */
  float *capture;
  atomic_int next;
  atomic_int n_done;
  atomic_bool stop;
  GMutex lock;            /* protects the members below, and `ends` */
  GCond changed;
  int n_running;
  GError *error;
} LabBasinStage;

/* Makes an empty array of LabBasinEnd. */
GArray *lab_basin_ends_new (void);
/* Computes the runs of a stage on n_jobs threads. The reported progress goes from done_before to
 * done_before + n_cells, relative to `total`. Returns FALSE with an error if it is cancelled or a run
 * cannot start. */
gboolean lab_basin_run_stage (LabBasinStage *stage, int n_jobs, const LabProgress *progress, double done_before, double total,
                              GError **error);

G_END_DECLS
