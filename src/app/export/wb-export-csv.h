/* The numbers of a run as a text table. Options choose the range of time, rows at steps or at equal times, and the
 * separators. */
#pragma once

#include "wb-job.h"
#include "wb-run-item.h"

G_BEGIN_DECLS

typedef enum
{
  WB_EXPORT_STEPS, /* a row at the start and at the end of each step, and x⁻ and x⁺ at each event */
  WB_EXPORT_EQUAL, /* rows at equal time intervals */
  WB_EXPORT_DRAWN, /* as WB_EXPORT_STEPS, with the rows of dense output between steps that make drawn curves smooth */
} WbExportRows;

typedef struct
{
  double t_low, t_high; /* time range of the rows; ±INFINITY for all rows */
  WbExportRows rows;
  int uniform;          /* number of rows for WB_EXPORT_EQUAL, ≥ 2 */
  char separator;       /* ',', ';' or '\t' */
  char decimal;         /* '.' or ',' */
  gboolean settings;    /* whether lines that begin with '#' state the model and the settings before the heading */
} WbExportTable;

typedef struct WbExportCsv WbExportCsv;

/* Makes an export of the rows that the run has now. Takes references, so that the run may be
 * removed. Main thread. Returns NULL with an error if separator and decimal are the same
 * character. */
WbExportCsv *wb_export_csv_new (WbRunItem *run, const WbExportTable *table, GError **error);
/* Makes an export of a complete CSV text, whose first line has the headings. Takes ownership of the
 * text. */
WbExportCsv *wb_export_csv_new_text (char *text);
/* Frees the export. */
void wb_export_csv_free (WbExportCsv *csv);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WbExportCsv, wb_export_csv_free)
/* Returns the number of rows in the file, without the heading. */
gsize wb_export_csv_n_rows (const WbExportCsv *csv);
/* Returns the heading and the first `most` rows, as in the file. Free it with g_free. One thread at a time;
 * job (or NULL) can cancel. Returns NULL with an error if it was cancelled or the run cannot be
 * recomputed. */
char *wb_export_csv_text (WbExportCsv *csv, gsize most, WbJob *job, GError **error);
/* Returns an estimate of the size of the file in bytes. text: the text of its first n
 * rows. */
gsize wb_export_csv_estimate (const WbExportCsv *csv, const char *text, gsize n);
/* Writes the whole file, or no file if it fails. Returns FALSE with an error. Threads and job as in
 * wb_export_csv_text. */
gboolean wb_export_csv_write (WbExportCsv *csv, const char *path, WbJob *job, GError **error);

G_END_DECLS
