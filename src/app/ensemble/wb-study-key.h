/* The key beside the picture of a study: the fractions of the basins with their colours, or the facts that were proven about a region of
 * attraction. Main thread. */
#pragma once

#include "wb-study.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Makes the key for the result of a study. Returns NULL if this kind of study has no
 * key. */
GtkWidget *wb_study_key_new (WbStudy *study);

G_END_DECLS
