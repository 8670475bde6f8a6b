/* Output files. A file appears under its name only when it is complete. The content is written to a temporary file in the folder of the
 * target; the commit gives this file the name of the target. The temporary file has no name if the file system supports O_TMPFILE, so that
 * a killed program leaves no file behind. Symbolic links are followed, the mode of an existing file is kept, and a read-only file is
 * refused, and so are an input of a command (model-inputs.h) and the file of another output (sim-output-names.h). Devices, pipes and descriptors (/dev/stdout) are written directly. One thread at a time may use a file. */
#pragma once

#include <glib.h>
#include <stdio.h>

G_BEGIN_DECLS

typedef enum
{
  SIM_OUTPUT_CACHE = 1 << 0, /* the content can be computed again, so fsync is not called */
  SIM_OUTPUT_AGAIN = 1 << 2, /* the caller writes this file several times; otherwise a second output of a command with this name is refused */
  SIM_OUTPUT_NAMED = 1 << 1, /* the temporary file has a name, as on file systems that do not support O_TMPFILE */
} SimOutputFlags;

typedef struct SimOutputFile SimOutputFile;

/* Opens a file for writing and checks that it can be written; an existing file
 * does not change until the commit. Returns NULL with an error SIM_ERROR_FILE, whose message
 * names the file and the reason. */
SimOutputFile *sim_output_file_open (const char *path, SimOutputFlags flags, GError **error);
/* Returns standard output as a file that is written directly. Free it with sim_output_file_free. */
SimOutputFile *sim_output_file_new_for_stdout (void);
/* Frees the file and discards content that is not committed. NULL is allowed. */
void sim_output_file_free (SimOutputFile *file);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SimOutputFile, sim_output_file_free)

/* Writes size bytes. Returns FALSE with an error at the first failure. After a failure
 * every call fails, and the file cannot be committed. */
gboolean sim_output_file_write (SimOutputFile *file, const void *data, gsize size, GError **error);
/* Returns whether a write has failed. */
gboolean sim_output_file_failed (const SimOutputFile *file);
/* Returns a buffered stream for the file, which the file owns.
 * sim_output_file_commit reports failures of the stream. */
FILE *sim_output_file_stream (SimOutputFile *file);
/* Writes the content to the disk and then gives it the name of the target, which it replaces. Returns FALSE
 * with an error; the target is then unchanged. */
gboolean sim_output_file_commit (SimOutputFile *file, GError **error);
/* Commits an incomplete content. It gets the name of the target if no such file exists,
 * otherwise the first free name of NAME-partial.SUFFIX, NAME-partial-2.SUFFIX, … in the same
 * folder. Sets *kept_in to that name, or to NULL if it is the target's; free it with
 * g_free. Returns FALSE with an error on failure. */
gboolean sim_output_file_commit_partial (SimOutputFile *file, char **kept_in, GError **error);

/* Writes bytes to a file and commits it. Returns FALSE with an error on failure. */
gboolean sim_write_file (const char *path, GBytes *bytes, SimOutputFlags flags, GError **error);

/* Returns whether writing to one path would change the file at the other path: both are the same regular file (same device and inode), or
 * both would be created under the same name. */
gboolean sim_paths_same_file (const char *a, const char *b);

G_END_DECLS
