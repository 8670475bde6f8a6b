/* The data that are shown of an ensemble: quantiles over time, distributions, counts and single members. Immutable and reference-counted;
 * may be used by any thread. A collector makes such pictures from a file of results, also while the file grows. */
#pragma once

#include "lab-ensemble-run.h"
#include "plot-study-views.h"

G_BEGIN_DECLS

/* A quantity over time. */
typedef struct
{
  char *text;               /* recorded expression */
  char *label, *unit;       /* rich text; label is the expression if the study gives none; unit may be NULL */
  int n;                    /* number of times */
  double *t;
  double *quantiles;        /* PLOT_N_QUANTILES rows of n values; NaN where no member has a value */
  int n_curves;
  double *curves;           /* n_curves rows of n values */
  int *members;
  gboolean *failed;
} WbFanPicture;

/* The distribution of a number. */
typedef struct
{
  char *name;
  char *label, *unit;       /* label and unit as in WbFanPicture */
  LabSummary summary;
  int n_bars;
  double *edges, *counts;   /* n_bars + 1 edges of the bars, n_bars counts */
} WbRecordPicture;

typedef struct
{
  guint64 member;
  LabOutcome outcome;
  char *reason;
} WbMember;

typedef struct
{
  gint ref_count;
  guint64 n_members, n_done;
  guint64 counts[3];        /* numbers of completed members, indexed by LabOutcome */
  guint64 n_used;           /* number of members from which the quantiles are computed */
  gboolean exact;           /* all members that did not fail are used */
  gboolean equals_run;      /* each member has the same bits as a single run */
  char *time_unit;
  int n_fans, n_records;
  WbFanPicture *fans;
  WbRecordPicture *records;
  GArray *odd;              /* WbMember: the first members that failed or were terminated */
} WbEnsemblePicture;

/* The field `odd` of WbEnsemblePicture stores at most this many members. */
#define WB_MOST_ODD 1000

/* Takes a reference. */
WbEnsemblePicture *wb_ensemble_picture_ref (WbEnsemblePicture *picture);
/* Drops a reference; NULL is allowed. */
void wb_ensemble_picture_unref (WbEnsemblePicture *picture);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WbEnsemblePicture, wb_ensemble_picture_unref)

typedef struct WbCollector WbCollector;

/* Makes a collector of the results at path for a single thread. Returns NULL with an error if the file cannot be read. Borrows the
 * ensemble. */
WbCollector *wb_collector_new (const LabEnsemble *ensemble, const char *path, GError **error);
/* Frees a collector; NULL is allowed. */
void wb_collector_free (WbCollector *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WbCollector, wb_collector_free)
/* Reads the blocks that were appended since the last call. Returns FALSE with an
 * error. */
gboolean wb_collector_update (WbCollector *self, GError **error);
/* Returns the picture of the members read so far. If there are many, it uses an evenly spread part of them, so that this takes little
 * time. */
WbEnsemblePicture *wb_collector_picture (WbCollector *self);
/* Returns the picture of all members that did not fail. Reads the file again if they do not fit into memory. Returns NULL with an error,
 * also if progress cancels it. */
WbEnsemblePicture *wb_collector_exact_picture (WbCollector *self, const LabProgress *progress, GError **error);

G_END_DECLS
