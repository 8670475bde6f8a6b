/* The state of files, folders, of which a page has none, and checksums of texts. */
#pragma once

#include <glib.h>
#include <sys/stat.h>

typedef struct stat GStatBuf;
#define g_stat(path, buffer) stat (path, buffer)

typedef struct GDir GDir;
#define g_dir_open(path, flags, error) ((GDir *) NULL)
#define g_dir_read_name(dir) ((const char *) NULL)
#define g_dir_close(dir) ((void) (dir))
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GDir, g_dir_close)

/* Returns the hexadecimal digits of the checksum of a text. */
static inline gchar *
g_compute_checksum_for_string (GChecksumType type, const char *text, gssize length)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (type);

  g_checksum_update (checksum, (const guchar *) text, length);
  return g_strdup (g_checksum_get_string (checksum));
}
