/* A run's numbers as a table of text: which range, which points, which
 * separators. */
#pragma once

#include "wb-job.h"
#include "wb-run-item.h"

G_BEGIN_DECLS

typedef struct
{
  double t_low, t_high; /* ±inf: all */
  int uniform;          /* points at equal times, ≥ 2; 0: the solver's own */
  char separator;       /* ',' ';' '\t' */
  char decimal;         /* '.' ',' */
  gboolean settings;    /* the model and the run's settings as lines that begin with '#', before the heading */
} WbExportTable;

typedef struct WbExportCsv WbExportCsv;

/* Makes an export of the rows that the run has now; it takes references, so
 * that the run may be removed. Main thread. Returns NULL with an error where
 * separator and decimal point are the same character. */
WbExportCsv *wb_export_csv_new (WbRunItem *run, const WbExportTable *table, GError **error);
/* Frees the export. */
void wb_export_csv_free (WbExportCsv *csv);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WbExportCsv, wb_export_csv_free)
/* Returns the number of rows that will be written. */
gsize wb_export_csv_n_rows (const WbExportCsv *csv);
/* Returns the heading and the first `most` rows as the file has them; free with
 * g_free. One thread at a time; job (or NULL) can cancel. Returns NULL with an
 * error where it was cancelled or the run cannot be recomputed. */
char *wb_export_csv_text (WbExportCsv *csv, gsize most, WbJob *job, GError **error);
/* Returns the estimated size of the file in bytes, from the text of its first n
 * rows. */
gsize wb_export_csv_estimate (const WbExportCsv *csv, const char *text, gsize n);
/* Writes the file completely or not at all; threads and job as above. */
gboolean wb_export_csv_write (WbExportCsv *csv, const char *path, WbJob *job, GError **error);

G_END_DECLS
