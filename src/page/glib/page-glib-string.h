/* Texts that grow, and arrays of texts. */
#pragma once

typedef struct
{
  gchar *str;
  gsize len;
  gsize capacity;
} GString;
/* Makes a text; text may be NULL. */
GString *g_string_new (const char *text);
/* Frees a text, and its characters if free_segment is true; otherwise returns them. */
gchar *g_string_free (GString *string, gboolean free_segment);
/* Appends a text. */
GString *g_string_append (GString *string, const char *text);
/* Appends n bytes (−1: a text). */
GString *g_string_append_len (GString *string, const char *text, gssize n);
/* Appends a byte. */
GString *g_string_append_c (GString *string, char c);
/* Appends a character as UTF-8. */
GString *g_string_append_unichar (GString *string, gunichar c);
/* Appends a formatted text. */
void g_string_append_printf (GString *string, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* Replaces the text by a formatted one. */
void g_string_printf (GString *string, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* Inserts a text before a place. */
GString *g_string_insert (GString *string, gssize place, const char *text);
/* Shortens the text. */
GString *g_string_truncate (GString *string, gsize length);
/* Frees a text at the end of a block. */
static inline void
page_free_string (GString *string)
{
  g_string_free (string, TRUE);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GString, page_free_string)

/* Copies a text; NULL gives NULL. */
gchar *g_strdup (const char *text);
/* Copies at most n bytes of a text, and fills the rest with zeros. */
gchar *g_strndup (const char *text, gsize n);
/* Returns a formatted text. */
gchar *g_strdup_printf (const char *format, ...) G_GNUC_PRINTF (1, 2);
/* Returns a formatted text. */
gchar *g_strdup_vprintf (const char *format, va_list arguments) G_GNUC_PRINTF (1, 0);
/* Joins texts up to NULL. */
gchar *g_strconcat (const char *first, ...) __attribute__ ((sentinel));
/* Joins the texts of an array with a separator. */
gchar *g_strjoinv (const char *separator, gchar **texts);
/* Splits a text at a separator into at most `most` parts (0 or less: any number). */
gchar **g_strsplit (const char *text, const char *separator, gint most);
/* Splits a text at each of the bytes. */
gchar **g_strsplit_set (const char *text, const char *separators, gint most);
/* Copies an array of texts; NULL gives NULL. */
gchar **g_strdupv (gchar **texts);
/* Frees an array of texts; NULL is allowed. */
void g_strfreev (gchar **texts);
/* Returns the number of texts. */
guint g_strv_length (gchar **texts);
/* Returns whether a text is in an array. */
gboolean g_strv_contains (const gchar *const *texts, const char *text);
G_DEFINE_AUTO_CLEANUP_FREE_FUNC (GStrv, g_strfreev, NULL)

typedef GPtrArray GStrvBuilder;
#define g_strv_builder_new() g_ptr_array_new_with_free_func (g_free)
#define g_strv_builder_add(builder, text) g_ptr_array_add (builder, g_strdup (text))
#define g_strv_builder_unref(builder) g_ptr_array_unref (builder)
/* Returns the texts of a builder, which is then empty. */
gchar **g_strv_builder_end (GStrvBuilder *builder);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GStrvBuilder, g_ptr_array_unref)

/* Removes white space at the end, in place. */
gchar *g_strchomp (gchar *text);
/* Removes white space at the start, in place. */
gchar *g_strchug (gchar *text);
#define g_strstrip(text) g_strchomp (g_strchug (text))
/* Replaces each of the delimiters by a byte, in place. */
gchar *g_strdelimit (gchar *text, const char *delimiters, gchar replacement);
/* Copies a text to a buffer of `size` bytes. Returns the length of the text. */
gsize g_strlcpy (gchar *buffer, const char *text, gsize size);
#define g_snprintf snprintf
/* Compares texts, either of which may be NULL. */
int g_strcmp0 (const char *a, const char *b);
/* Returns whether a text begins with another one. */
gboolean g_str_has_prefix (const char *text, const char *prefix);
/* Returns whether a text ends with another one. */
gboolean g_str_has_suffix (const char *text, const char *suffix);
