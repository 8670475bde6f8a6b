/* Writes a lesson as a document: one HTML page that needs no network, or a PDF for
 * printing. */
#pragma once

#include <cairo.h>
#include <stdatomic.h>

#include "lab-lesson.h"
#include "lab-problem.h"

G_BEGIN_DECLS

typedef enum { PLOT_HANDOUT_HTML, PLOT_HANDOUT_PDF } PlotHandoutFormat;

/* Returns the bytes of a document with the texts, questions and answers of a lesson and the plots of its runs,
 * which are computed. language is that of the lesson ("en", "de"; NULL: "en"); the words of the plots are in it, whatever the language of the
 * program is. Another thread may set *cancelled, which also ends the drawing of a plot; it may be NULL. Returns NULL with diagnostics if the
 * lesson has errors, and NULL with error if it is cancelled or a plot cannot be drawn. The bytes depend on nothing but the lesson, its
 * models, the language and the fonts. One thread at a time may use a lesson. */
GBytes *plot_handout (const LabLesson *lesson, const char *language, PlotHandoutFormat format, const LabProgress *progress,
                      const atomic_bool *cancelled, GPtrArray *diagnostics, GError **error);
/* Returns the pages of the document for printing as pictures (cairo_surface_t), with `scale` px per pt. answers: also the answers, for which the runs are computed;
 * without them nothing is computed. The other arguments and the failures are those of plot_handout. Free the array with g_ptr_array_unref. */
GPtrArray *plot_handout_pages (const LabLesson *lesson, const char *language, gboolean answers, double scale, const LabProgress *progress,
                               const atomic_bool *cancelled, GPtrArray *diagnostics, GError **error);
/* Returns the languages of handouts, such as "en"; the list ends with NULL. */
const char *const *plot_handout_languages (void);

G_END_DECLS
