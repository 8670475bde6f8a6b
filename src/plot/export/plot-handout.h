/* Writes a lesson as a document: one HTML page that needs no network, or a PDF for
 * printing. */
#pragma once

#include "lab-lesson.h"
#include "lab-problem.h"

G_BEGIN_DECLS

typedef enum { PLOT_HANDOUT_HTML, PLOT_HANDOUT_PDF } PlotHandoutFormat;

/* Returns the bytes of a document with the texts, questions and answers of a lesson and the plots of its runs,
 * which are computed. language is that of the lesson ("en", "de"). Returns NULL with diagnostics if the lesson
 * has errors, and NULL with error if it is cancelled or a plot cannot be drawn. One thread at a time may use a
 * lesson. */
GBytes *plot_handout (const LabLesson *lesson, const char *language, PlotHandoutFormat format, const LabProgress *progress,
                      GPtrArray *diagnostics, GError **error);

G_END_DECLS
