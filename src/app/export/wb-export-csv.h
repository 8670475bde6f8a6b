/* The numbers of a run as a table of text with a range, rows at steps or at
 * equal times, and separators. */
#pragma once

#include "wb-job.h"
#include "wb-run-item.h"

G_BEGIN_DECLS

typedef enum
{
  WB_EXPORT_STEPS, /* a row at the start and at each end of a step; x⁻ and x⁺ at events */
  WB_EXPORT_EQUAL, /* equal time intervals */
  WB_EXPORT_DRAWN, /* also the rows of dense output between the steps, which make drawn curves smooth */
} WbExportRows;

typedef struct
{
  double t_low, t_high; /* time range of the rows; ±inf for all */
  WbExportRows rows;
  int uniform;          /* number of rows at equal time intervals, ≥ 2 */
  char separator;       /* ',', ';' or '\t' */
  char decimal;         /* '.' or ',' */
  gboolean settings;    /* the model and the run's settings as lines that begin with '#', before the heading */
} WbExportTable;

typedef struct WbExportCsv WbExportCsv;

/* Makes an export of the rows that the run has now. It takes references, so the
 * run may be removed. Main thread. Returns NULL with an error if separator and
 * decimal point are the same character. */
WbExportCsv *wb_export_csv_new (WbRunItem *run, const WbExportTable *table, GError **error);
/* Makes an export of CSV text that is complete and begins with a line of
 * headings. Takes ownership of the text. */
WbExportCsv *wb_export_csv_new_text (char *text);
/* Frees the export. */
void wb_export_csv_free (WbExportCsv *csv);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WbExportCsv, wb_export_csv_free)
/* Returns the number of rows in the file. */
gsize wb_export_csv_n_rows (const WbExportCsv *csv);
/* Returns the heading and the first `most` rows as text of the file. Free it
 * with g_free. One thread at a time; job (or NULL) can cancel. Returns NULL
 * with an error if it was cancelled or the run cannot be recomputed. */
char *wb_export_csv_text (WbExportCsv *csv, gsize most, WbJob *job, GError **error);
/* Returns the estimated size of the file in bytes, from the text of its first n
 * rows. */
gsize wb_export_csv_estimate (const WbExportCsv *csv, const char *text, gsize n);
/* Writes the file completely or not at all. Threads and job as in
 * wb_export_csv_text. */
gboolean wb_export_csv_write (WbExportCsv *csv, const char *path, WbJob *job, GError **error);

G_END_DECLS
