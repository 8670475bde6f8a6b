/* The handout of a lesson: a file HTML or PDF with its texts, questions, answers and plots, by the writer of `stepwise-cli lesson export`. */
#pragma once

#include "plot-handout.h"
#include "wb-job.h"

G_BEGIN_DECLS

typedef struct WbExportHandout WbExportHandout;

/* What the export window shows of a handout: its printed pages. */
typedef struct
{
  GPtrArray *pages;       /* cairo_surface_t */
  int n_steps, n_figures;
} WbHandoutPreview;

/* Makes an export of a lesson file. text is the text that is used instead of the file, or NULL. */
WbExportHandout *wb_export_handout_new (const char *path, const char *text, const char *language, PlotHandoutFormat format);
/* Frees an export; NULL is allowed. */
void wb_export_handout_free (WbExportHandout *handout);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WbExportHandout, wb_export_handout_free)

/* The following functions may be called on any thread. job (or NULL) reports progress and can cancel. */
/* Draws the pages with the questions, and, if answers, those with the answers, for which the runs are computed. Returns NULL with an error, which has the first mistake
 * in the lesson. Free it with wb_handout_preview_free. */
WbHandoutPreview *wb_export_handout_preview (const WbExportHandout *handout, gboolean answers, WbJob *job, GError **error);
/* Frees a preview; NULL is allowed. */
void wb_handout_preview_free (WbHandoutPreview *preview);
/* Computes the runs of the lesson and writes the file. A place that cannot be written is an error before the first run. Returns FALSE with an
 * error. */
gboolean wb_export_handout_write (const WbExportHandout *handout, const char *path, WbJob *job, GError **error);

G_END_DECLS
