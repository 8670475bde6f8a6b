/* A run's numbers as a table of text: which range, which points, which separators. The text is made on any one thread. */
#pragma once

#include "wb-run-item.h"

G_BEGIN_DECLS

typedef struct
{
  double t_low, t_high; /* ±inf: all */
  int uniform;          /* points at equal times, ≥ 2; 0: the solver's own */
  char separator;       /* ',' ';' '\t' */
  char decimal;         /* '.' ',' */
} WbExportTable;

typedef struct WbExportCsv WbExportCsv;

/* What is there now; rows that come later do not count. Takes references: the run may go away. Main thread. NULL with an error where
 * separator and decimal point are the same character. */
WbExportCsv *wb_export_csv_new (WbRunItem *run, const WbExportTable *table, GError **error);
void wb_export_csv_free (WbExportCsv *csv);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WbExportCsv, wb_export_csv_free)
gsize wb_export_csv_n_rows (const WbExportCsv *csv);
/* Bytes of all of it, from its first rows. */
gsize wb_export_csv_estimate (WbExportCsv *csv);
/* The heading and rows [0, most) as text; free with g_free. */
char *wb_export_csv_text (WbExportCsv *csv, gsize most);
/* Takes csv over and writes the file on a thread of the pool: whole or not at all. progress is set to the share done, and may be read from any thread. */
void wb_export_csv_write_async (WbExportCsv *csv, const char *path, _Atomic double *progress, GCancellable *cancellable,
                                GAsyncReadyCallback done, gpointer user);
gboolean wb_export_csv_write_finish (GAsyncResult *result, GError **error);

G_END_DECLS
