/* The files that a command has read, so that no output replaces one of them. Files are compared by device and inode: links and other spellings of a path
 * count as the same file. Any thread may call the functions. */
#pragma once

#include <glib.h>
#include <sys/stat.h>

G_BEGIN_DECLS

/* Forgets all files and begins to note them. Without this call nothing is noted, because the window may save to a file that it has read. */
void model_inputs_watch (void);
/* Notes a regular file that is read. Each function that reads a file which the user names calls this. */
void model_inputs_note (const char *path);
/* Returns whether a noted file is the one that `info` describes, by its device and inode. */
gboolean model_inputs_has (const struct stat *info);

G_END_DECLS
