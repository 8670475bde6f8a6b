/* Files that appear whole or not at all: written beside their name and renamed. Devices and pipes are written straight. Any thread. */
#pragma once

#include <glib.h>
#include <stdio.h>

G_BEGIN_DECLS

/* Writes all of the content. FALSE: it ended before that, with an error, or without one where ferror () tells of the file's own. */
typedef gboolean (*PlotWriteFunc) (FILE *file, gpointer user, GError **error);
/* FALSE with an error that names the file and the reason; what was there is unchanged then. */
gboolean plot_write_with (const char *path, PlotWriteFunc func, gpointer user, GError **error);
gboolean plot_write_file (const char *path, GBytes *bytes, GError **error);

G_END_DECLS
