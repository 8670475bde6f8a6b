/* Rows of the result of a question. */
#pragma once

#include <gtk/gtk.h>

#include "wb-lessons.h"

G_BEGIN_DECLS

/* Adds a row with a title, a value as rich text with a style class, a remark, and a mark or NULL. */
void wb_ask_add_row (GtkWidget *box, const char *title, const char *value, const char *style, const char *remark, GtkWidget *mark);
/* Makes the mark of a right or wrong result. */
GtkWidget *wb_ask_mark_new (gboolean right);
/* Adds the message that the program computes another number than the lesson states. */
void wb_ask_add_failure (WbLessons *lessons, GtkWidget *box);
/* Returns that message if one of the checks of the revealed page failed, otherwise NULL. Free it with g_free. */
char *wb_ask_failure_text (WbLessons *lessons);
/* Adds that message if one of the checks of the revealed page failed. */
void wb_ask_add_failed_checks (WbLessons *lessons, GtkWidget *box);

G_END_DECLS
