/* What is shown of an ensemble: quantiles over time, distributions, counts and
 * single members. Immutable and reference-counted; any thread. A collector makes
 * pictures from a file of results, also while it grows. */
#pragma once

#include "lab-ensemble-run.h"
#include "plot-study-views.h"

G_BEGIN_DECLS

/* A quantity over time. */
typedef struct
{
  char *text;               /* expression */
  char *label, *unit;       /* rich text; label: the expression if the study has none; unit NULL: none */
  int n;                    /* times */
  double *t;
  double *quantiles;        /* PLOT_N_QUANTILES × n; NaN without values */
  int n_curves;
  double *curves;           /* n_curves × n */
  int *members;
  gboolean *failed;
} WbFanPicture;

/* The distribution of a number. */
typedef struct
{
  char *name;
  char *label, *unit;       /* as in WbFanPicture */
  LabSummary summary;
  int n_bars;
  double *edges, *counts;   /* n_bars + 1, n_bars */
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
  guint64 counts[3];        /* by LabOutcome, of the members that are done */
  guint64 n_used;           /* members that the quantiles are computed from */
  gboolean exact;           /* all members that did not fail are used */
  gboolean equals_run;      /* a member has the bits of a single run */
  char *time_unit;
  int n_fans, n_records;
  WbFanPicture *fans;
  WbRecordPicture *records;
  GArray *odd;              /* WbMember: the first that failed or were terminated */
} WbEnsemblePicture;

/* The most members in `odd`. */
#define WB_MOST_ODD 1000

/* Takes a reference. */
WbEnsemblePicture *wb_ensemble_picture_ref (WbEnsemblePicture *picture);
/* Drops a reference; NULL is allowed. */
void wb_ensemble_picture_unref (WbEnsemblePicture *picture);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WbEnsemblePicture, wb_ensemble_picture_unref)

typedef struct WbCollector WbCollector;

/* Makes a collector of the results at path. Returns NULL with an error where the
 * file cannot be read. Borrows the ensemble. One thread. */
WbCollector *wb_collector_new (const LabEnsemble *ensemble, const char *path, GError **error);
/* Frees a collector; NULL is allowed. */
void wb_collector_free (WbCollector *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WbCollector, wb_collector_free)
/* Returns the results that the collector reads; borrowed. */
LabResults *wb_collector_results (WbCollector *self);
/* Reads the blocks that were appended since the last call. Returns FALSE with an
 * error. */
gboolean wb_collector_update (WbCollector *self, GError **error);
/* Returns the picture of the members read so far. Of many members it uses a
 * part, evenly spread, so that this takes little time. */
WbEnsemblePicture *wb_collector_picture (WbCollector *self);
/* Returns the picture of all members that did not fail, reading the file again
 * where they do not fit into memory. Returns NULL with an error, also where
 * progress cancels it. */
WbEnsemblePicture *wb_collector_exact_picture (WbCollector *self, const LabProgress *progress, GError **error);

G_END_DECLS
