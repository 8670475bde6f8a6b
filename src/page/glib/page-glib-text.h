/* Characters, numbers, translations and files. */
#pragma once

#define g_ascii_isdigit(c) ((c) >= '0' && (c) <= '9')
#define g_ascii_isupper(c) ((c) >= 'A' && (c) <= 'Z')
#define g_ascii_islower(c) ((c) >= 'a' && (c) <= 'z')
#define g_ascii_isalpha(c) (g_ascii_isupper (c) || g_ascii_islower (c))
#define g_ascii_isalnum(c) (g_ascii_isalpha (c) || g_ascii_isdigit (c))
#define g_ascii_isxdigit(c) (g_ascii_isdigit (c) || ((c) >= 'a' && (c) <= 'f') || ((c) >= 'A' && (c) <= 'F'))
#define g_ascii_isspace(c) ((c) == ' ' || ((c) >= '\t' && (c) <= '\r' && (c) != '\v'))
#define g_ascii_tolower(c) ((gchar)(g_ascii_isupper (c) ? (c) + 32 : (c)))
/* Compares texts without regard to the case of ASCII letters. */
gint g_ascii_strcasecmp (const char *a, const char *b);
/* Reads a number with a decimal point. */
#define g_ascii_strtod(text, end) strtod (text, end)
#define g_ascii_strtoull(text, end, base) strtoull (text, end, base)
/* Writes a number with a format of one number. */
gchar *g_ascii_formatd (gchar *buffer, gint size, const char *format, gdouble number);
#define g_strerror(code) strerror (code)

/* Returns the character at a place of valid UTF-8. */
gunichar g_utf8_get_char (const char *text);
/* Returns the number of characters in at most n bytes (−1: up to the zero). */
glong g_utf8_strlen (const char *text, gssize n);
/* Returns whether n bytes (−1: up to the zero) are UTF-8, and sets *end to the first byte that is not, unless that is NULL. */
gboolean g_utf8_validate (const char *text, gssize n, const char **end);
/* Copies n bytes (−1: up to the zero) of a text and replaces bytes that are not UTF-8 by U+FFFD. */
gchar *g_utf8_make_valid (const char *text, gssize n);
#define g_utf8_validate_len(text, n, end) g_utf8_validate (text, (gssize)(n), end)
/* Copies the characters from a start to an end. */
gchar *g_utf8_substring (const char *text, glong start, glong end);
/* Returns the number of bytes of the character that begins with a byte. */
int page_utf8_bytes (const char *text);
#define g_utf8_next_char(text) ((text) + page_utf8_bytes (text))
/* Writes a character as UTF-8 to a buffer of 6 bytes. Returns the number of bytes. */
int g_unichar_to_utf8 (gunichar c, gchar *buffer);
/* Returns whether a character is a letter. */
gboolean g_unichar_isalpha (gunichar c);
/* Returns whether a character is a letter or a digit. */
gboolean g_unichar_isalnum (gunichar c);
/* Returns whether a character is white space. */
gboolean g_unichar_isspace (gunichar c);
/* Returns whether a character can be shown. */
gboolean g_unichar_isprint (gunichar c);

/* Returns the translation of a message, or the message. */
const char *g_dgettext (const char *domain, const char *message) G_GNUC_FORMAT (2);
/* Returns the translation of a message with a number. */
const char *g_dngettext (const char *domain, const char *message, const char *plural, gulong n) G_GNUC_FORMAT (2) G_GNUC_FORMAT (3);
/* Returns the translation of a message with a context. */
const char *g_dpgettext2 (const char *domain, const char *context, const char *message) G_GNUC_FORMAT (3);
/* Adds a translation; plural is NULL or the form for other numbers than 1. The texts are copied. */
void page_add_translation (const char *message, const char *translation, const char *plural);

typedef enum
{
  G_FILE_TEST_EXISTS = 1,
  G_FILE_TEST_IS_DIR = 4
} GFileTest;
/* Adds a file that models can read. The texts are copied. */
void page_add_file (const char *path, const char *text);
/* Returns the text of a file that was added. */
gboolean g_file_get_contents (const char *path, gchar **text, gsize *length, GError **error);
/* Returns NULL: there are no folders. */
#define realpath(path, resolved) ((char *) NULL)
/* Returns FALSE: there are no folders. */
#define g_file_test(path, test) ((void)(path), FALSE)
/* Returns whether a path begins with a slash. */
#define g_path_is_absolute(path) ((path)[0] == '/')
/* Returns the last part of a path. */
gchar *g_path_get_basename (const char *path);
/* Returns a path without its last part. */
gchar *g_path_get_dirname (const char *path);
/* Joins the parts of a path up to NULL. */
gchar *g_build_filename (const char *first, ...) __attribute__ ((sentinel));
#define g_getenv(name) NULL
#define g_mkstemp_full(name, flags, mode) (-1)
