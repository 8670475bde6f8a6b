/* Splits the texts of a lesson into paragraphs and spans. */
#include "lab-lesson-text.h"

#include <string.h>

static void
span_clear (gpointer data)
{
  LabSpan *span = data;

  g_free (span->text);
  g_free (span->right);
}

static void
paragraph_clear (gpointer data)
{
  g_array_unref (((LabParagraph *) data)->spans);
}

/* Reads a number with an exponent, such as 2.5e-9, at `text`. Returns its end, or NULL if there is none. *e is the letter between mantissa and exponent. */
static const char *
read_number (const char *text, const char **e)
{
  const char *at = text;

  while (g_ascii_isdigit (*at))
    at++;
  if (at > text && *at == '.' && g_ascii_isdigit (at[1]))
    for (at++; g_ascii_isdigit (*at);)
      at++;
  *e = at;
  if (at == text || *at++ != 'e')
    return NULL;
  at += *at == '-' || *at == '+';
  if (!g_ascii_isdigit (*at))
    return NULL;
  while (g_ascii_isdigit (*at))
    at++;
  return g_ascii_isalnum (*at) || *at == '_' ? NULL : at;
}

static void
append_power (GString *out, const char *exponent, const char *end)
{
  static const char *const digits[] = { "⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹" };

  g_string_append (out, "10");
  if (*exponent == '-')
    g_string_append (out, "⁻");
  exponent += *exponent == '-' || *exponent == '+';
  while (*exponent == '0' && exponent + 1 < end)
    exponent++;
  for (; exponent < end; exponent++)
    g_string_append (out, digits[*exponent - '0']);
}

char *
lab_lesson_prose (const char *text)
{
  GString *out = g_string_new (NULL);

  for (const char *at = text; *at != '\0';)
    {
      gboolean begins = at == text || !(g_ascii_isalnum (at[-1]) || at[-1] == '_' || at[-1] == '.');
      const char *e = NULL, *end = begins ? read_number (at, &e) : NULL;

      if (end == NULL)
        {
          g_string_append_c (out, *at++);
          continue;
        }
      if (e != at + 1 || *at != '1')
        {
          g_string_append_len (out, at, e - at);
          g_string_append (out, "×");
        }
      append_power (out, e + 1, end);
      at = end;
    }
  return g_string_free (out, FALSE);
}

void
lab_lesson_prose_all (char **texts)
{
  for (; texts != NULL && *texts != NULL; texts++)
    {
      char *before = *texts;

      *texts = lab_lesson_prose (before);
      g_free (before);
    }
}

static void
add_span (GArray *spans, LabSpanKind kind, const char *text, gsize n)
{
  g_autofree char *part = g_strndup (text, n);
  LabSpan span = { kind, kind == LAB_SPAN_FORMULA ? g_strdup (part) : lab_lesson_prose (part), NULL };
  char *equals = kind == LAB_SPAN_FORMULA ? strchr (span.text, '=') : NULL;

  /* "a <= b" and "a == b" are single expressions and are not split. */
  if (equals != NULL && equals != span.text && strchr ("<>!=", equals[-1]) == NULL && equals[1] != '=')
    {
      span.right = g_strstrip (g_strdup (equals + 1));
      *equals = '\0';
      g_strstrip (span.text);
    }
  if (n > 0)
    g_array_append_val (spans, span);
  else
    span_clear (&span);
}

static void
add_paragraph (GArray *paragraphs, const char *text)
{
  LabParagraph paragraph = { g_array_new (FALSE, TRUE, sizeof (LabSpan)), FALSE };
  const char *plain = text, *at = text;

  g_array_set_clear_func (paragraph.spans, span_clear);
  while (*at != '\0')
    {
      const char *end = *at == '*' || *at == '$' ? strchr (at + 1, *at) : NULL;

      if (end == NULL || end == at + 1)
        {
          at++;
          continue;
        }
      add_span (paragraph.spans, LAB_SPAN_PLAIN, plain, (gsize) (at - plain));
      add_span (paragraph.spans, *at == '*' ? LAB_SPAN_EMPHASIS : LAB_SPAN_FORMULA, at + 1, (gsize) (end - at - 1));
      plain = at = end + 1;
    }
  add_span (paragraph.spans, LAB_SPAN_PLAIN, plain, strlen (plain));
  paragraph.displayed = paragraph.spans->len == 1 && g_array_index (paragraph.spans, LabSpan, 0).kind == LAB_SPAN_FORMULA;
  g_array_append_val (paragraphs, paragraph);
}

GArray *
lab_lesson_paragraphs (const char *text)
{
  GArray *paragraphs = g_array_new (FALSE, TRUE, sizeof (LabParagraph));
  g_auto (GStrv) parts = text != NULL ? g_strsplit (text, "\n\n", -1) : NULL;

  g_array_set_clear_func (paragraphs, paragraph_clear);
  for (char **part = parts; part != NULL && *part != NULL; part++)
    {
      /* Join the lines of a paragraph. */
      g_strdelimit (g_strstrip (*part), "\n", ' ');
      if (**part != '\0')
        add_paragraph (paragraphs, *part);
    }
  return paragraphs;
}
