/* The handout of a lesson: a file HTML or PDF with its texts, questions, answers and plots, by the writer of `stepwise-cli lesson export`. */
#pragma once

#include "plot-handout.h"
#include "wb-job.h"

G_BEGIN_DECLS

typedef struct WbExportHandout WbExportHandout;

/* What the export window shows of a handout before its runs are computed. */
typedef struct
{
  char *text;             /* title, and a line for each page and each question */
  int n_pages, n_figures;
} WbHandoutOutline;

/* Makes an export of a lesson file. text is the text that is used instead of the file, or NULL. */
WbExportHandout *wb_export_handout_new (const char *path, const char *text, const char *language, PlotHandoutFormat format);
/* Frees an export; NULL is allowed. */
void wb_export_handout_free (WbExportHandout *handout);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WbExportHandout, wb_export_handout_free)

/* The following functions may be called on any thread. job (or NULL) reports progress and can cancel. */
/* Returns the outline, or NULL with an error that has the first mistake in the lesson. Free it with wb_handout_outline_free. */
WbHandoutOutline *wb_export_handout_outline (const WbExportHandout *handout, GError **error);
/* Frees an outline; NULL is allowed. */
void wb_handout_outline_free (WbHandoutOutline *outline);
/* Computes the runs of the lesson and writes the file. A place that cannot be written is an error before the first run. Returns FALSE with an
 * error. */
gboolean wb_export_handout_write (const WbExportHandout *handout, const char *path, WbJob *job, GError **error);

G_END_DECLS
