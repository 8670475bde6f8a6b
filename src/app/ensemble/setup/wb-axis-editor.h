/* The editor of one axis of a study: the quantity, the two ends of its range, and the number of values. */
#pragma once

#include "wb-study.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Makes the editor of an axis of a study. option: the key of an option "NAME=A:B" or "NAME=A:B:N"; NULL: the axis of a sweep with this
 * index. row: the fields are side by side. Each change is one undo step. */
GtkWidget *wb_axis_editor_new (WbStudy *study, const char *option, int index, gboolean row);
/* Returns the text "A:B:N" of a new axis of a sweep. Free it with g_free. */
char *wb_axis_editor_new_text (const WbStudyProblem *problem, const char *name);
/* Adds a second axis to a study that may have one: a sweep with one axis, or a basin without `y`. Returns FALSE if that is not possible. */
gboolean wb_axis_editor_add (WbStudy *study);
/* Returns whether wb_axis_editor_add can add an axis. */
gboolean wb_axis_editor_can_add (WbStudy *study);

G_END_DECLS
