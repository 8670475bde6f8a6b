/* The text beside the picture of a study: the shares of the basins with their colours, or what was proven about a region of attraction. Main
 * thread. */
#pragma once

#include "wb-study.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Makes the text of a study's result, or returns NULL if this kind of study has
 * none. */
GtkWidget *wb_study_key_new (WbStudy *study);

G_END_DECLS
