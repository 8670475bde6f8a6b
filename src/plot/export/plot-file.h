/* Writing of files that are complete or do not appear: the content goes to a temporary file in the same folder, which is then renamed.
 * Devices and pipes are written directly. Any thread. */
#pragma once

#include <glib.h>
#include <stdio.h>

G_BEGIN_DECLS

/* Writes the whole content. Returns FALSE if it could not, with an error, or without one if ferror (file) is set. */
typedef gboolean (*PlotWriteFunc) (FILE *file, gpointer user, GError **error);
/* Writes the content that func produces to a file. On failure returns FALSE with an error that names the file and the reason; an existing
 * file is then unchanged. */
gboolean plot_write_with (const char *path, PlotWriteFunc func, gpointer user, GError **error);
/* Writes bytes to a file like plot_write_with. */
gboolean plot_write_file (const char *path, GBytes *bytes, GError **error);

G_END_DECLS
