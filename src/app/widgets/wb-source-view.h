/* An editor for the text of a model, with line numbers, marks of errors, colours of YAML, and indentation. GtkTextBuffer provides undo.
 * Main thread. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WB_TYPE_SOURCE_VIEW (wb_source_view_get_type ())
G_DECLARE_FINAL_TYPE (WbSourceView, wb_source_view, WB, SOURCE_VIEW, GtkTextView)

/* Makes an empty editor; put it into a GtkScrolledWindow. */
GtkWidget *wb_source_view_new (void);
/* Replaces the text and removes the marks. This cannot be undone. */
void wb_source_view_set_text (WbSourceView *self, const char *text);
/* Returns the text. Free it with g_free. */
char *wb_source_view_get_text (WbSourceView *self);
/* Removes all marks. */
void wb_source_view_clear_marks (WbSourceView *self);
/* Highlights a line and underlines the word at a column, both counted from 1; column 0 highlights only the line. A warning does not highlight the line.
 * The message is the tooltip of the line. */
void wb_source_view_mark (WbSourceView *self, int line, int column, const char *message, gboolean warning);
/* Returns the message of a line, borrowed, or NULL if the line is not marked. Lines are counted from 1. */
const char *wb_source_view_marked (WbSourceView *self, int line);
/* Moves the cursor to a line and a column, counted from 1, and scrolls there. */
void wb_source_view_go (WbSourceView *self, int line, int column);

/* A line number as it is drawn: the number, its distance from the upper edge of the view, and its height, both in px. */
typedef struct { int number; double y, height; } WbLineNumber;
/* Returns the line numbers that are visible (WbLineNumber). Free the array with g_array_unref. */
GArray *wb_source_view_visible_numbers (WbSourceView *self);

G_END_DECLS
