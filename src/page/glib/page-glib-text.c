/* Characters, translations and files. */
#include <errno.h>

#include <glib.h>

#include "page-unicode.inc"

gint
g_ascii_strcasecmp (const char *a, const char *b)
{
  while (*a != '\0' && g_ascii_tolower (*a) == g_ascii_tolower (*b))
    a++, b++;
  return (guchar)g_ascii_tolower (*a) - (guchar)g_ascii_tolower (*b);
}

gchar *
g_ascii_formatd (gchar *buffer, gint size, const char *format, gdouble number)
{
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wformat-nonliteral"
  snprintf (buffer, (gsize)size, format, number);
#pragma clang diagnostic pop
  return buffer;
}

/* ---- UTF-8 ---- */

int
page_utf8_bytes (const char *text)
{
  guchar first = (guchar)*text;

  return first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF8 ? 4 : first < 0xFC ? 5 : 6;
}

gunichar
g_utf8_get_char (const char *text)
{
  int n = page_utf8_bytes (text);
  gunichar c = n == 1 ? (guchar)*text : (gunichar)(guchar)*text & (0x7FU >> n);

  for (int k = 1; k < n; k++)
    c = c << 6 | ((guchar)text[k] & 0x3F);
  return c;
}

glong
g_utf8_strlen (const char *text, gssize n)
{
  const char *p = text;
  glong length = 0;

  while (n < 0 ? *p != '\0' : p - text < n && *p != '\0')
    {
      p = g_utf8_next_char (p);
      if (n < 0 || p - text <= n)
        length++;
    }
  return length;
}

/* Returns the number of bytes of a valid character, of which at most n can be read; 0 if it is not valid. */
static int
valid_bytes (const guchar *p, gsize n)
{
  int length = p[0] < 0x80 ? 1 : p[0] < 0xC2 ? 0 : p[0] < 0xE0 ? 2 : p[0] < 0xF0 ? 3 : p[0] < 0xF5 ? 4 : 0;
  gunichar c;

  if (length == 0 || (gsize)length > n)
    return 0;
  for (int k = 1; k < length; k++)
    if ((p[k] & 0xC0) != 0x80)
      return 0;
  c = g_utf8_get_char ((const char *)p);
  if ((length == 3 && c < 0x800) || (length == 4 && (c < 0x10000 || c > 0x10FFFF)) || (c >= 0xD800 && c <= 0xDFFF))
    return 0;
  return length;
}

gboolean
g_utf8_validate (const char *text, gssize n, const char **end)
{
  gsize size = n < 0 ? strlen (text) : (gsize)n, at = 0;
  int length = 1;

  /* A zero byte is not valid text if the length is given. */
  while (at < size && text[at] != '\0' && (length = valid_bytes ((const guchar *)text + at, size - at)) > 0)
    at += (gsize)length;
  if (end != NULL)
    *end = text + at;
  return at == size;
}

gchar *
g_utf8_make_valid (const char *text, gssize n)
{
  GString *valid = g_string_new (NULL);
  gsize size = n < 0 ? strlen (text) : (gsize)n;
  const char *bad;

  while (!g_utf8_validate (text, (gssize)size, &bad))
    {
      g_string_append_len (valid, text, bad - text);
      g_string_append (valid, "\xEF\xBF\xBD");
      size -= (gsize)(bad - text) + 1;
      text = bad + 1;
    }
  g_string_append_len (valid, text, (gssize)size);
  return g_string_free (valid, FALSE);
}

gchar *
g_utf8_substring (const char *text, glong start, glong end)
{
  const char *from = text, *to;

  for (glong k = 0; k < start; k++)
    from = g_utf8_next_char (from);
  to = from;
  for (glong k = start; end < 0 ? *to != '\0' : k < end; k++)
    to = g_utf8_next_char (to);
  return g_strndup (from, (gsize)(to - from));
}

int
g_unichar_to_utf8 (gunichar c, gchar *buffer)
{
  int n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;

  for (int k = n - 1; k > 0; k--, c >>= 6)
    buffer[k] = (gchar)(0x80 | (c & 0x3F));
  buffer[0] = (gchar)(n == 1 ? c : (0xF0U << (4 - n) & 0xFF) | c);
  return n;
}

/* Returns whether a character is in one of n ranges, which are sorted. */
static gboolean
in_ranges (const gunichar (*ranges)[2], gsize n, gunichar c)
{
  gsize low = 0, high = n;

  while (low < high)
    {
      gsize middle = (low + high) / 2;

      if (ranges[middle][1] < c)
        low = middle + 1;
      else
        high = middle;
    }
  return low < n && ranges[low][0] <= c;
}

gboolean
g_unichar_isalpha (gunichar c)
{
  return in_ranges (alpha_ranges, G_N_ELEMENTS (alpha_ranges), c);
}

gboolean
g_unichar_isalnum (gunichar c)
{
  return in_ranges (alnum_ranges, G_N_ELEMENTS (alnum_ranges), c);
}

gboolean
g_unichar_isspace (gunichar c)
{
  return in_ranges (space_ranges, G_N_ELEMENTS (space_ranges), c);
}

gboolean
g_unichar_isprint (gunichar c)
{
  return in_ranges (print_ranges, G_N_ELEMENTS (print_ranges), c);
}

/* ---- translations ---- */

/* Message → translation of one and, after its zero byte, of many. */
static GHashTable *translations;

void
page_add_translation (const char *message, const char *translation, const char *plural)
{
  gsize n = strlen (translation) + 1;
  gchar *both = g_malloc0 (n + (plural != NULL ? strlen (plural) : 0) + 1);

  memcpy (both, translation, n);
  if (plural != NULL)
    strcpy (both + n, plural);
  if (translations == NULL)
    translations = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_hash_table_insert (translations, g_strdup (message), both);
}

const char *
g_dgettext (const char *domain, const char *message)
{
  const char *found = translations != NULL ? g_hash_table_lookup (translations, message) : NULL;

  return found != NULL ? found : message;
}

const char *
g_dngettext (const char *domain, const char *message, const char *plural, gulong n)
{
  const char *found = translations != NULL ? g_hash_table_lookup (translations, message) : NULL;

  if (found == NULL)
    return n == 1 ? message : plural;
  return n == 1 ? found : found + strlen (found) + 1;
}

const char *
g_dpgettext2 (const char *domain, const char *context, const char *message)
{
  g_autofree gchar *key = g_strconcat (context, "\004", message, NULL);
  const char *found = translations != NULL ? g_hash_table_lookup (translations, key) : NULL;

  return found != NULL ? found : message;
}

/* ---- files ---- */

static GHashTable *files;

void
page_add_file (const char *path, const char *text)
{
  if (files == NULL)
    files = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_hash_table_insert (files, g_strdup (path), g_strdup (text));
}

gboolean
g_file_get_contents (const char *path, gchar **text, gsize *length, GError **error)
{
  const char *found = files != NULL ? g_hash_table_lookup (files, path) : NULL;

  if (found == NULL)
    {
      g_set_error (error, g_quark_from_static_string ("g-file-error-quark"), ENOENT, "the page does not contain the file %s", path);
      return FALSE;
    }
  *text = g_strdup (found);
  if (length != NULL)
    *length = strlen (found);
  return TRUE;
}

gchar *
g_path_get_basename (const char *path)
{
  const char *slash = strrchr (path, '/');

  return g_strdup (slash != NULL ? slash + 1 : path);
}

gchar *
g_path_get_dirname (const char *path)
{
  const char *slash = strrchr (path, '/');

  return slash != NULL ? g_strndup (path, MAX (1, (gsize)(slash - path))) : g_strdup (".");
}

gchar *
g_build_filename (const char *first, ...)
{
  GString *path = g_string_new (first);
  va_list arguments;
  const char *part;

  va_start (arguments, first);
  while ((part = va_arg (arguments, const char *)) != NULL)
    {
      if (path->len > 0 && path->str[path->len - 1] != '/')
        g_string_append_c (path, '/');
      g_string_append (path, part);
    }
  va_end (arguments);
  return g_string_free (path, FALSE);
}
