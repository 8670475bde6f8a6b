/* Memory, errors, assertions, bytes and the clock. */
#pragma once

/* Allocates n bytes; for 0 bytes the result is NULL. */
gpointer g_malloc (gsize n);
/* Allocates n bytes that are zero. */
gpointer g_malloc0 (gsize n);
/* Allocates n elements of `size` bytes. The program ends if their product is too large. */
gpointer g_malloc_n (gsize n, gsize size);
/* Allocates n elements of `size` bytes that are zero. */
gpointer g_malloc0_n (gsize n, gsize size);
/* Allocates n elements, or returns NULL. */
gpointer g_try_malloc_n (gsize n, gsize size);
/* Changes the size of a block. */
gpointer g_realloc_n (gpointer memory, gsize n, gsize size);
/* Frees a block; NULL is allowed. */
void g_free (gpointer memory);
/* Copies n bytes; the copy of NULL or of no bytes is NULL. */
gpointer g_memdup2 (gconstpointer memory, gsize n);
/* Allocates n elements that are zero at an aligned address. */
gpointer g_aligned_alloc0 (gsize n, gsize size, gsize alignment);
/* Frees an aligned block. */
void g_aligned_free (gpointer memory);
#define g_new(Type, n) ((Type *)g_malloc_n ((gsize)(n), sizeof (Type)))
#define g_new0(Type, n) ((Type *)g_malloc0_n ((gsize)(n), sizeof (Type)))
#define g_try_new(Type, n) ((Type *)g_try_malloc_n ((gsize)(n), sizeof (Type)))
#define g_renew(Type, memory, n) ((Type *)g_realloc_n (memory, (gsize)(n), sizeof (Type)))
/* Frees the pointer at a place at the end of a block. */
static inline void
page_auto_free (void *place)
{
  g_free (*(void **)place);
}
/* Returns the pointer at a place, which is then NULL. */
static inline gpointer
page_steal_pointer (gpointer place)
{
  gpointer taken = *(gpointer *)place;

  *(gpointer *)place = NULL;
  return taken;
}

/* Passes a message to the page and ends the program. */
void page_fail (const char *file, int line, const char *message) G_GNUC_NORETURN;
#define g_assert(condition) ((condition) ? (void)0 : page_fail (__FILE__, __LINE__, #condition))
#define g_assert_not_reached() page_fail (__FILE__, __LINE__, "not reached")
#define g_error(...) page_fail (__FILE__, __LINE__, "" __VA_ARGS__)
#define g_return_if_fail(condition)                                                                                                        \
  do                                                                                                                                       \
    {                                                                                                                                      \
      if (!(condition))                                                                                                                    \
        page_fail (__FILE__, __LINE__, #condition);                                                                                        \
    }                                                                                                                                      \
  while (0)
#define g_return_val_if_fail(condition, value)                                                                                             \
  do                                                                                                                                       \
    {                                                                                                                                      \
      if (!(condition))                                                                                                                    \
        page_fail (__FILE__, __LINE__, #condition);                                                                                        \
    }                                                                                                                                      \
  while (0)

typedef struct
{
  GQuark domain;
  gint code;
  gchar *message;
} GError;
/* Returns the number of a domain of errors; equal texts have equal numbers. */
GQuark g_quark_from_static_string (const char *text);
#define G_DEFINE_QUARK(Text, name)                                                                                                         \
  GQuark name##_quark (void) { return g_quark_from_static_string (#Text); }
/* Sets an error unless the place is NULL. */
void g_set_error (GError **place, GQuark domain, gint code, const char *format, ...) G_GNUC_PRINTF (4, 5);
/* Sets an error with a fixed message unless the place is NULL. */
void g_set_error_literal (GError **place, GQuark domain, gint code, const char *message);
/* Moves an error to a place, or frees it if the place is NULL. */
void g_propagate_error (GError **place, GError *error);
/* Frees an error. */
void g_error_free (GError *error);
/* Returns whether an error has a domain and a code. */
gboolean g_error_matches (const GError *error, GQuark domain, gint code);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GError, g_error_free)

typedef struct
{
  gsize size;
  int references;
  guint8 *data;
} GBytes;
/* Makes bytes as a copy. */
GBytes *g_bytes_new (gconstpointer data, gsize size);
/* Makes bytes from a block and takes it. */
GBytes *g_bytes_new_take (gpointer data, gsize size);
/* Takes a reference. */
GBytes *g_bytes_ref (GBytes *bytes);
/* Drops a reference. */
void g_bytes_unref (GBytes *bytes);
/* Returns the data, owned by the bytes, and sets *size unless it is NULL. */
gconstpointer g_bytes_get_data (GBytes *bytes, gsize *size);
/* Returns the number of bytes. */
gsize g_bytes_get_size (GBytes *bytes);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GBytes, g_bytes_unref)

/* Returns the time of a clock that never goes back, in microseconds. */
gint64 g_get_monotonic_time (void);
/* Does nothing: a page never waits in a call. */
#define g_usleep(microseconds) ((void)(microseconds))

typedef enum
{
  G_CHECKSUM_SHA256
} GChecksumType;
typedef struct GChecksum GChecksum;
/* Makes a checksum of the kind SHA-256. */
GChecksum *g_checksum_new (GChecksumType type);
/* Adds bytes (length −1: a text). */
void g_checksum_update (GChecksum *checksum, const guchar *data, gssize length);
/* Returns the hexadecimal digits, owned by the checksum, which can then take no more bytes. */
const char *g_checksum_get_string (GChecksum *checksum);
/* Frees a checksum. */
void g_checksum_free (GChecksum *checksum);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GChecksum, g_checksum_free)
