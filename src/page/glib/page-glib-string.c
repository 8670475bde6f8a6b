/* Texts that grow, and arrays of texts. */
#include <glib.h>

GString *
g_string_new (const char *text)
{
  GString *string = g_new0 (GString, 1);

  return g_string_append (string, text != NULL ? text : "");
}

gchar *
g_string_free (GString *string, gboolean free_segment)
{
  gchar *text = string->str;

  if (free_segment)
    {
      g_free (text);
      text = NULL;
    }
  g_free (string);
  return text;
}

static void
reserve (GString *string, gsize n)
{
  if (n + 1 <= string->capacity)
    return;
  string->capacity = MAX (2 * string->capacity, MAX (n + 1, 32));
  string->str = g_realloc_n (string->str, string->capacity, 1);
}

GString *
g_string_append_len (GString *string, const char *text, gssize n)
{
  gsize length = n < 0 ? strlen (text) : (gsize)n;

  reserve (string, string->len + length);
  if (length > 0)
    memcpy (string->str + string->len, text, length);
  string->len += length;
  string->str[string->len] = '\0';
  return string;
}

GString *
g_string_append (GString *string, const char *text)
{
  return g_string_append_len (string, text, -1);
}

GString *
g_string_append_c (GString *string, char c)
{
  return g_string_append_len (string, &c, 1);
}

GString *
g_string_append_unichar (GString *string, gunichar c)
{
  char bytes[6];

  return g_string_append_len (string, bytes, g_unichar_to_utf8 (c, bytes));
}

static void
append_vprintf (GString *string, const char *format, va_list arguments)
{
  g_autofree gchar *text = g_strdup_vprintf (format, arguments);

  g_string_append (string, text);
}

void
g_string_append_printf (GString *string, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  append_vprintf (string, format, arguments);
  va_end (arguments);
}

void
g_string_printf (GString *string, const char *format, ...)
{
  va_list arguments;

  g_string_truncate (string, 0);
  va_start (arguments, format);
  append_vprintf (string, format, arguments);
  va_end (arguments);
}

GString *
g_string_insert (GString *string, gssize place, const char *text)
{
  gsize length = strlen (text), at = place < 0 ? string->len : (gsize)place;

  reserve (string, string->len + length);
  memmove (string->str + at + length, string->str + at, string->len - at + 1);
  memcpy (string->str + at, text, length);
  string->len += length;
  return string;
}

GString *
g_string_truncate (GString *string, gsize length)
{
  string->len = MIN (length, string->len);
  string->str[string->len] = '\0';
  return string;
}

/* ---- texts ---- */

gchar *
g_strdup (const char *text)
{
  return text != NULL ? g_memdup2 (text, strlen (text) + 1) : NULL;
}

gchar *
g_strndup (const char *text, gsize n)
{
  gchar *copy;

  if (text == NULL)
    return NULL;
  copy = g_malloc0 (n + 1);
  strncpy (copy, text, n);
  return copy;
}

gchar *
g_strdup_vprintf (const char *format, va_list arguments)
{
  char *text;

  if (vasprintf (&text, format, arguments) < 0)
    page_fail (__FILE__, __LINE__, "out of memory");
  return text;
}

gchar *
g_strdup_printf (const char *format, ...)
{
  va_list arguments;
  gchar *text;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  return text;
}

gchar *
g_strconcat (const char *first, ...)
{
  GString *string = g_string_new (first);
  va_list arguments;
  const char *text;

  va_start (arguments, first);
  while ((text = va_arg (arguments, const char *)) != NULL)
    g_string_append (string, text);
  va_end (arguments);
  return g_string_free (string, FALSE);
}

gchar *
g_strjoinv (const char *separator, gchar **texts)
{
  GString *string = g_string_new (NULL);

  for (guint k = 0; texts[k] != NULL; k++)
    {
      g_string_append (string, k > 0 && separator != NULL ? separator : "");
      g_string_append (string, texts[k]);
    }
  return g_string_free (string, FALSE);
}

gchar **
g_strv_builder_end (GStrvBuilder *builder)
{
  gchar **texts = g_new0 (gchar *, builder->len + 1);

  if (builder->len > 0)
    memcpy (texts, builder->pdata, builder->len * sizeof *texts);
  builder->len = 0;
  return texts;
}

static void
add_part (GStrvBuilder *parts, const char *start, const char *end)
{
  g_ptr_array_add (parts, g_strndup (start, (gsize)(end - start)));
}

gchar **
g_strsplit (const char *text, const char *separator, gint most)
{
  g_autoptr (GStrvBuilder) parts = g_strv_builder_new ();
  const char *at;

  if (*text == '\0')
    return g_new0 (gchar *, 1);
  while ((most < 1 || (gint)parts->len + 1 < most) && (at = strstr (text, separator)) != NULL)
    {
      add_part (parts, text, at);
      text = at + strlen (separator);
    }
  add_part (parts, text, text + strlen (text));
  return g_strv_builder_end (parts);
}

gchar **
g_strsplit_set (const char *text, const char *separators, gint most)
{
  g_autoptr (GStrvBuilder) parts = g_strv_builder_new ();
  const char *at;

  if (*text == '\0')
    return g_new0 (gchar *, 1);
  while ((most < 1 || (gint)parts->len + 1 < most) && (at = strpbrk (text, separators)) != NULL)
    {
      add_part (parts, text, at);
      text = at + 1;
    }
  add_part (parts, text, text + strlen (text));
  return g_strv_builder_end (parts);
}

gchar **
g_strdupv (gchar **texts)
{
  gchar **copy;
  guint n;

  if (texts == NULL)
    return NULL;
  n = g_strv_length (texts);
  copy = g_new0 (gchar *, n + 1);
  for (guint k = 0; k < n; k++)
    copy[k] = g_strdup (texts[k]);
  return copy;
}

void
g_strfreev (gchar **texts)
{
  for (guint k = 0; texts != NULL && texts[k] != NULL; k++)
    g_free (texts[k]);
  g_free (texts);
}

guint
g_strv_length (gchar **texts)
{
  guint n = 0;

  while (texts[n] != NULL)
    n++;
  return n;
}

gboolean
g_strv_contains (const gchar *const *texts, const char *text)
{
  for (; *texts != NULL; texts++)
    if (strcmp (*texts, text) == 0)
      return TRUE;
  return FALSE;
}

gchar *
g_strchomp (gchar *text)
{
  gsize n = strlen (text);

  while (n > 0 && g_ascii_isspace (text[n - 1]))
    text[--n] = '\0';
  return text;
}

gchar *
g_strchug (gchar *text)
{
  const char *start = text;

  while (g_ascii_isspace (*start))
    start++;
  memmove (text, start, strlen (start) + 1);
  return text;
}

gchar *
g_strdelimit (gchar *text, const char *delimiters, gchar replacement)
{
  for (gchar *p = text; *p != '\0'; p++)
    if (strchr (delimiters, *p) != NULL)
      *p = replacement;
  return text;
}

gsize
g_strlcpy (gchar *buffer, const char *text, gsize size)
{
  gsize length = strlen (text), n;

  if (size == 0)
    return length;
  n = MIN (length, size - 1);
  memcpy (buffer, text, n);
  buffer[n] = '\0';
  return length;
}

int
g_strcmp0 (const char *a, const char *b)
{
  if (a == NULL || b == NULL)
    return (a != NULL) - (b != NULL);
  return strcmp (a, b);
}

gboolean
g_str_has_prefix (const char *text, const char *prefix)
{
  return strncmp (text, prefix, strlen (prefix)) == 0;
}

gboolean
g_str_has_suffix (const char *text, const char *suffix)
{
  gsize n = strlen (text), m = strlen (suffix);

  return n >= m && strcmp (text + n - m, suffix) == 0;
}
