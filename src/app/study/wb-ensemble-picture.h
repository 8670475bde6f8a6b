/* The data of an ensemble that the window draws: quantiles over time, distributions, counts and single members. A picture is immutable and
 * reference-counted; any thread may use it. A collector makes such pictures from a file of results, even while the file grows. */
#pragma once

#include "lab-ensemble-run.h"
#include "plot-study-views.h"

G_BEGIN_DECLS

/* The fan of one recorded quantity: its quantiles over time and the curves of some members. */
typedef struct
{
  char *text;               /* recorded expression */
  char *label, *unit;       /* rich text; label is the expression if the study gives no label; unit may be NULL */
  int n;                    /* number of times */
  double *t;
  double *quantiles;        /* PLOT_N_QUANTILES rows of n values each; NaN at times where no member has a value */
  int n_curves;
  double *curves;           /* curves of single members: n_curves rows of n values each */
  int *members;
  gboolean *failed;
} WbFanPicture;

/* The distribution of one recorded number over all members. */
typedef struct
{
  char *name;
  char *label, *unit;       /* as in WbFanPicture */
  LabSummary summary;
  int n_bars;
  double *edges, *counts;   /* n_bars + 1 edges and n_bars counts of the histogram */
} WbRecordPicture;

typedef struct
{
  guint64 member;
  LabOutcome outcome;
  char *reason;
  char *start; /* its varied quantities, such as "theta = 1.2" */
} WbMember;

typedef struct
{
  gint ref_count;
  guint64 n_members, n_done;
  guint64 counts[3];        /* numbers of completed members, indexed by LabOutcome */
  guint64 n_used;           /* number of members from which the quantiles are computed */
  gboolean exact;           /* whether all members that did not fail are used */
  gboolean equals_run;      /* whether each member has exactly the numbers of the same run computed alone */
  char *time_unit;
  int n_fans, n_records;
  WbFanPicture *fans;
  WbRecordPicture *records;
  GArray *odd;              /* WbMember: the first members that failed or were terminated */
} WbEnsemblePicture;

/* The field `odd` of WbEnsemblePicture stores at most this many members. */
#define WB_MOST_ODD 1000

/* Takes a reference and returns the picture. */
WbEnsemblePicture *wb_ensemble_picture_ref (WbEnsemblePicture *picture);
/* Drops a reference; NULL is allowed. */
void wb_ensemble_picture_unref (WbEnsemblePicture *picture);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WbEnsemblePicture, wb_ensemble_picture_unref)

typedef struct WbCollector WbCollector;

/* Makes a collector for the file of results at path. One thread at a time may use it. Borrows the ensemble. Returns NULL with an error if
 * the file cannot be read. */
WbCollector *wb_collector_new (const LabEnsemble *ensemble, const char *path, GError **error);
/* Frees a collector; NULL is allowed. */
void wb_collector_free (WbCollector *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WbCollector, wb_collector_free)
/* Reads the blocks that were appended to the file since the last call. Returns FALSE with an error if the file cannot be
 * read. */
gboolean wb_collector_update (WbCollector *self, GError **error);
/* Returns a new picture of the members that were read so far. If there are many members, it uses an evenly spread part of them to save
 * time. */
WbEnsemblePicture *wb_collector_picture (WbCollector *self);
/* Returns a new picture of all members that did not fail. If they do not fit into memory, reads the file again. Returns NULL with an error
 * if the file cannot be read or progress cancels the computation. */
WbEnsemblePicture *wb_collector_exact_picture (WbCollector *self, const LabProgress *progress, GError **error);

G_END_DECLS
