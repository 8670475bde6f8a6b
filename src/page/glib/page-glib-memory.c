/* Memory, errors and bytes. */
#include <glib.h>
#include <time.h>

static G_GNUC_NORETURN void
fail_memory (void)
{
  page_fail (__FILE__, __LINE__, "out of memory");
}

gpointer
g_malloc (gsize n)
{
  gpointer memory;

  if (n == 0)
    return NULL;
  memory = malloc (n);
  if (memory == NULL)
    fail_memory ();
  return memory;
}

gpointer
g_malloc0 (gsize n)
{
  gpointer memory;

  if (n == 0)
    return NULL;
  memory = calloc (1, n);
  if (memory == NULL)
    fail_memory ();
  return memory;
}

static gsize
product (gsize n, gsize size)
{
  gsize bytes;

  if (__builtin_mul_overflow (n, size, &bytes))
    fail_memory ();
  return bytes;
}

gpointer
g_malloc_n (gsize n, gsize size)
{
  return g_malloc (product (n, size));
}

gpointer
g_malloc0_n (gsize n, gsize size)
{
  return g_malloc0 (product (n, size));
}

gpointer
g_try_malloc_n (gsize n, gsize size)
{
  gsize bytes;

  return __builtin_mul_overflow (n, size, &bytes) || bytes == 0 ? NULL : malloc (bytes);
}

gpointer
g_realloc_n (gpointer memory, gsize n, gsize size)
{
  gsize bytes = product (n, size);
  gpointer larger;

  if (bytes == 0)
    {
      free (memory);
      return NULL;
    }
  larger = realloc (memory, bytes);
  if (larger == NULL)
    fail_memory ();
  return larger;
}

void
g_free (gpointer memory)
{
  free (memory);
}

gpointer
g_memdup2 (gconstpointer memory, gsize n)
{
  if (memory == NULL || n == 0)
    return NULL;
  return memcpy (g_malloc (n), memory, n);
}

gpointer
g_aligned_alloc0 (gsize n, gsize size, gsize alignment)
{
  gsize bytes = product (n, size);
  gpointer memory;

  if (bytes == 0)
    return NULL;
  /* The C library requires a multiple of the alignment. */
  bytes = (bytes + alignment - 1) / alignment * alignment;
  memory = aligned_alloc (alignment, bytes);
  if (memory == NULL)
    fail_memory ();
  return memset (memory, 0, bytes);
}

void
g_aligned_free (gpointer memory)
{
  free (memory);
}

/* ---- errors ---- */

GQuark
g_quark_from_static_string (const char *text)
{
  static const char *texts[32];
  GQuark k = 0;

  while (k < G_N_ELEMENTS (texts) && texts[k] != NULL && strcmp (texts[k], text) != 0)
    k++;
  g_assert (k < G_N_ELEMENTS (texts));
  texts[k] = text;
  return k + 1;
}

static void
set_error (GError **place, GQuark domain, gint code, char *message)
{
  GError *error = g_new0 (GError, 1);

  g_assert (*place == NULL);
  error->domain = domain;
  error->code = code;
  error->message = message;
  *place = error;
}

void
g_set_error (GError **place, GQuark domain, gint code, const char *format, ...)
{
  va_list arguments;

  if (place == NULL)
    return;
  va_start (arguments, format);
  set_error (place, domain, code, g_strdup_vprintf (format, arguments));
  va_end (arguments);
}

void
g_set_error_literal (GError **place, GQuark domain, gint code, const char *message)
{
  if (place != NULL)
    set_error (place, domain, code, g_strdup (message));
}

void
g_propagate_error (GError **place, GError *error)
{
  if (place != NULL)
    *place = error;
  else
    g_error_free (error);
}

void
g_error_free (GError *error)
{
  g_free (error->message);
  g_free (error);
}

gboolean
g_error_matches (const GError *error, GQuark domain, gint code)
{
  return error != NULL && error->domain == domain && error->code == code;
}

/* ---- bytes ---- */

GBytes *
g_bytes_new_take (gpointer data, gsize size)
{
  GBytes *bytes = g_new0 (GBytes, 1);

  bytes->data = data;
  bytes->size = size;
  bytes->references = 1;
  return bytes;
}

GBytes *
g_bytes_new (gconstpointer data, gsize size)
{
  return g_bytes_new_take (g_memdup2 (data, size), size);
}

GBytes *
g_bytes_ref (GBytes *bytes)
{
  bytes->references++;
  return bytes;
}

void
g_bytes_unref (GBytes *bytes)
{
  if (--bytes->references > 0)
    return;
  g_free (bytes->data);
  g_free (bytes);
}

gconstpointer
g_bytes_get_data (GBytes *bytes, gsize *size)
{
  if (size != NULL)
    *size = bytes->size;
  return bytes->data;
}

gsize
g_bytes_get_size (GBytes *bytes)
{
  return bytes->size;
}

gint64
g_get_monotonic_time (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return (gint64)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}
