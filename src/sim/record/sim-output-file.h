/* Output files. A file appears only when it is complete. The content goes to a temporary file in the folder of the target, which gets the
 * target's name at the commit. The temporary file has no name if the file system supports O_TMPFILE, so that a killed program leaves no
 * file behind. Symbolic links are followed, the mode of an existing file is kept, and a read-only file is refused. Devices, pipes and
 * descriptors (/dev/stdout) are written directly. One thread at a time may use a file. */
#pragma once

#include <glib.h>
#include <stdio.h>

G_BEGIN_DECLS

typedef enum
{
  SIM_OUTPUT_CACHE = 1 << 0, /* the content can be computed again, so fsync is not called */
  SIM_OUTPUT_NAMED = 1 << 1, /* the temporary file has a name, as on file systems without O_TMPFILE */
} SimOutputFlags;

typedef struct SimOutputFile SimOutputFile;

/* Opens a file for writing and checks that it can be written; an existing file
 * is unchanged until the commit. Returns NULL with SIM_ERROR_FILE, whose message
 * names the file and the reason. */
SimOutputFile *sim_output_file_open (const char *path, SimOutputFlags flags, GError **error);
/* Returns standard output as a file that is written directly. */
SimOutputFile *sim_output_file_new_for_stdout (void);
/* Frees the file and discards content that is not committed. NULL is allowed. */
void sim_output_file_free (SimOutputFile *file);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SimOutputFile, sim_output_file_free)

/* Writes size bytes. Returns FALSE with an error at the first failure; after it
 * every call fails and nothing can be committed. */
gboolean sim_output_file_write (SimOutputFile *file, const void *data, gsize size, GError **error);
/* Returns whether a write has failed. */
gboolean sim_output_file_failed (const SimOutputFile *file);
/* Returns a buffered stream on the file; the file owns it. Its failures are
 * reported by sim_output_file_commit. */
FILE *sim_output_file_stream (SimOutputFile *file);
/* Gives the content the name of the target, which it replaces, after the content and the folder were written to the disk. Returns FALSE
 * with an error; the target is then unchanged. */
gboolean sim_output_file_commit (SimOutputFile *file, GError **error);
/* Commits an incomplete content: under the name of the target if no such file
 * exists, else beside it as NAME-partial.SUFFIX, NAME-partial-2.SUFFIX, …, the
 * first name that is free. *kept_in is the name if it differs from the
 * target's, else NULL; free with g_free. */
gboolean sim_output_file_commit_partial (SimOutputFile *file, char **kept_in, GError **error);

/* Writes bytes to a file and commits it. */
gboolean sim_write_file (const char *path, GBytes *bytes, SimOutputFlags flags, GError **error);

/* Returns whether writing to one path would change the file at the other path: both are the same regular file (same device and inode), or
 * both would be created under the same name. */
gboolean sim_paths_same_file (const char *a, const char *b);

G_END_DECLS
