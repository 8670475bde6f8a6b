/* Reads catalogues of translations in the format of the manual of GNU gettext, section "The Format of GNU MO Files": a header of seven numbers,
 * a sorted table with lengths and places of the texts, and one of their translations. A text with a context is CONTEXT\4TEXT, one with several
 * forms ONE\0MANY, and its translation FORM0\0FORM1\0…. The translation of "" is the header, whose line Plural-Forms has the number of forms and
 * an expression in C for the index of the form for n things. */
#include "plot-catalogue.h"

#include <string.h>

#define MAGIC 0x950412deU

struct PlotCatalogue
{
  GBytes *bytes;
  const char *data;
  gsize size;
  gboolean swapped; /* written on a machine with the other order of bytes */
  guint32 n, texts, translations; /* number of texts, places of the two tables */
  char *plural;     /* expression for the index of a form */
  gulong n_forms;
};

/* ---- the expression ---- */

/* A position in an expression. Precedences as in C: ?: || && ==,!= <,>,<=,>= +,- *,/,% ! */
typedef struct { const char *at; gulong n; gboolean wrong; } Plural;

static gulong choice (Plural *self);

static gboolean
take (Plural *self, const char *sign)
{
  while (*self->at == ' ')
    self->at++;
  if (strncmp (self->at, sign, strlen (sign)) != 0)
    return FALSE;
  self->at += strlen (sign);
  return TRUE;
}

static gulong
primary (Plural *self)
{
  gulong value = 0;

  if (take (self, "!"))
    return !primary (self);
  if (take (self, "n"))
    return self->n;
  if (take (self, "("))
    {
      value = choice (self);
      self->wrong |= !take (self, ")");
      return value;
    }
  self->wrong |= !g_ascii_isdigit (*self->at);
  while (g_ascii_isdigit (*self->at))
    value = 10 * value + (gulong) (*self->at++ - '0');
  return value;
}

/* The operators of two values by precedence. Longer signs come before those with which they begin. */
static const char *const operators[][5] = { { "||" }, { "&&" }, { "==", "!=" }, { "<=", ">=", "<", ">" }, { "+", "-" }, { "*", "/", "%" } };

static gulong
apply (const char *sign, gulong a, gulong b)
{
  switch (sign[0])
    {
    case '|': return a || b;
    case '&': return a && b;
    case '=': return a == b;
    case '!': return a != b;
    case '<': return sign[1] == '=' ? a <= b : a < b;
    case '>': return sign[1] == '=' ? a >= b : a > b;
    case '+': return a + b;
    case '-': return a - b;
    case '*': return a * b;
    case '/': return b != 0 ? a / b : 0;
    default: return b != 0 ? a % b : 0;
    }
}

static gulong
binary (Plural *self, guint level)
{
  gulong value = level < G_N_ELEMENTS (operators) ? binary (self, level + 1) : primary (self);

  for (int k = 0; level < G_N_ELEMENTS (operators) && operators[level][k] != NULL;)
    if (take (self, operators[level][k]))
      {
        value = apply (operators[level][k], value, binary (self, level + 1));
        k = 0;
      }
    else
      k++;
  return value;
}

static gulong
choice (Plural *self)
{
  gulong condition = binary (self, 0), yes, no;

  if (!take (self, "?"))
    return condition;
  yes = choice (self);
  self->wrong |= !take (self, ":");
  no = choice (self);
  return condition ? yes : no;
}

/* Returns the index of the form for n things. */
static gulong
form_of (const PlotCatalogue *self, gulong n)
{
  Plural plural = { self->plural, n, FALSE };
  gulong form = choice (&plural);

  take (&plural, ""); /* skips spaces */
  return plural.wrong || *plural.at != '\0' || form >= self->n_forms ? 0 : form;
}

/* ---- the file ---- */

static guint32
number_at (const PlotCatalogue *self, gsize place)
{
  guint32 number = 0;

  if (self->size >= 4 && place <= self->size - 4)
    memcpy (&number, self->data + place, 4);
  return self->swapped ? GUINT32_SWAP_LE_BE (number) : number;
}

/* Returns text i of a table and its length without the zero at its end, or NULL if it is not inside the file. */
static const char *
text_at (const PlotCatalogue *self, guint32 table, guint32 i, guint32 *length)
{
  gsize row = table + (gsize) 8 * i, place = number_at (self, row + 4);

  *length = number_at (self, row);
  return place < self->size && *length < self->size - place && self->data[place + *length] == '\0' ? self->data + place : NULL;
}

/* Returns the translation of the text that begins with a key, and its length. */
static const char *
find (const PlotCatalogue *self, const char *key, guint32 *length)
{
  guint32 low = 0, high = self->n;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2, n;
      const char *text = text_at (self, self->texts, middle, &n);
      int order = text != NULL ? strcmp (key, text) : -1;

      if (order == 0)
        return text_at (self, self->translations, middle, length);
      if (order < 0)
        high = middle;
      else
        low = middle + 1;
    }
  return NULL;
}

/* Returns what follows a word in the line of the header that has it, up to ';' or the end of the line, or NULL. */
static char *
header_value (const char *header, const char *word)
{
  const char *at = strstr (header, word);

  return at != NULL ? g_strndup (at + strlen (word), strcspn (at + strlen (word), ";\n")) : NULL;
}

PlotCatalogue *
plot_catalogue_open (const char *path)
{
  g_autoptr (PlotCatalogue) self = g_new0 (PlotCatalogue, 1);
  g_autofree char *charset = NULL, *forms = NULL;
  char *content;
  const char *header;
  guint32 length;

  if (!g_file_get_contents (path, &content, &self->size, NULL))
    return NULL;
  self->bytes = g_bytes_new_take (content, self->size);
  self->data = content;
  self->swapped = number_at (self, 0) == GUINT32_SWAP_LE_BE (MAGIC);
  if (number_at (self, 0) != MAGIC)
    return NULL;
  self->n = number_at (self, 8);
  self->texts = number_at (self, 12);
  self->translations = number_at (self, 16);
  header = find (self, "", &length);
  charset = header != NULL ? header_value (header, "charset=") : NULL;
  if (charset == NULL || g_ascii_strcasecmp (charset, "UTF-8") != 0)
    return NULL;
  forms = header_value (header, "nplurals=");
  self->plural = header_value (header, "plural=");
  self->n_forms = forms != NULL && self->plural != NULL ? g_ascii_strtoull (forms, NULL, 10) : 0;
  return g_steal_pointer (&self);
}

void
plot_catalogue_free (PlotCatalogue *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->bytes, g_bytes_unref);
  g_free (self->plural);
  g_free (self);
}

const char *
plot_catalogue_find (const PlotCatalogue *self, const char *context, const char *text)
{
  g_autofree char *key = context != NULL ? g_strdup_printf ("%s\004%s", context, text) : g_strdup (text);
  guint32 length = 0;
  const char *found = find (self, key, &length);

  return length > 0 ? found : NULL;
}

const char *
plot_catalogue_find_count (const PlotCatalogue *self, const char *one, gulong n)
{
  guint32 length = 0;
  const char *found = find (self, one, &length), *end = found + length;

  if (found == NULL || length == 0 || self->n_forms == 0)
    return NULL;
  for (gulong form = form_of (self, n); form > 0; form--)
    {
      found += strlen (found) + 1;
      if (found > end)
        return NULL;
    }
  return found;
}
