/* A run's numbers as a table of text: which range, which points, which separators. */
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

/* What is there now; rows that come later do not count. Takes references: the run may go away. Main thread. NULL with an error where
 * separator and decimal point are the same character. */
WbExportCsv *wb_export_csv_new (WbRunItem *run, const WbExportTable *table, GError **error);
void wb_export_csv_free (WbExportCsv *csv);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WbExportCsv, wb_export_csv_free)
gsize wb_export_csv_n_rows (const WbExportCsv *csv);
/* The heading and rows [0, most), as the file has them. Any one thread at a time; job: the one that this is done in, or NULL. NULL with an error
 * where it was cancelled or the run cannot be made again; free with g_free. */
char *wb_export_csv_text (WbExportCsv *csv, gsize most, WbJob *job, GError **error);
/* Bytes of all of it, from the text of its first n rows. */
gsize wb_export_csv_estimate (const WbExportCsv *csv, const char *text, gsize n);
/* Writes the file, whole or not at all; threads and job as above. */
gboolean wb_export_csv_write (WbExportCsv *csv, const char *path, WbJob *job, GError **error);

G_END_DECLS
