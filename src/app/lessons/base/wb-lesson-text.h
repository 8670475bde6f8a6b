/* Widgets that show a text of a lesson: paragraphs with emphasis and formulas. */
#pragma once

#include <gtk/gtk.h>

#include "lab-lesson-text.h"

G_BEGIN_DECLS

/* Makes a box with the paragraphs of a text of a lesson file. *…* marks emphasis and $…$ a formula. text NULL gives an empty, hidden
 * box. */
GtkWidget *wb_lesson_text_new (const char *text);

/* ---- brief texts ---- */

/* Makes an empty array of spans (LabSpan). Free it with g_array_unref. */
GArray *wb_lesson_spans_new (void);
/* Appends one span. */
void wb_lesson_spans_add (GArray *spans, LabSpanKind kind, const char *text);
/* Appends all paragraphs of a text of a lesson file, separated by spaces. strong: its plain text is emphasis. */
void wb_lesson_spans_add_text (GArray *spans, const char *text, gboolean strong);
/* Returns spans as text for screen readers. Free it with g_free. */
char *wb_lesson_spans_to_text (const GArray *spans);
/* Makes a widget of a fixed height in px. It shows the first of several arrays of spans that fits; if none does, the last one with an ellipsis. The
 * lecture mode enlarges its type by at most 1.3. Emphasis is bold. Keeps a reference to the array of arrays. */
GtkWidget *wb_lesson_brief_new (GPtrArray *candidates, int height);
/* Returns the spans that such a widget shows. Borrowed. */
GArray *wb_lesson_brief_shown (GtkWidget *brief);

G_END_DECLS
