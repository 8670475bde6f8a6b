/* A lesson as a document: one HTML page that needs no network, or a PDF for
 * printing. */
#pragma once

#include "lab-lesson.h"
#include "lab-problem.h"

G_BEGIN_DECLS

typedef enum { PLOT_HANDOUT_HTML, PLOT_HANDOUT_PDF } PlotHandoutFormat;

/* Returns the bytes of a document with texts, questions, answers, and the
 * pictures of the runs, which are computed. language is that of the lesson
 * ("en", "de"). Returns NULL with diagnostics if the lesson is wrong, or with an
 * error if it was cancelled or a picture failed. Any one thread. */
GBytes *plot_handout (const LabLesson *lesson, const char *language, PlotHandoutFormat format, const LabProgress *progress,
                      GPtrArray *diagnostics, GError **error);

G_END_DECLS
