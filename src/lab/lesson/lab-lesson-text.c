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

static void
add_span (GArray *spans, LabSpanKind kind, const char *text, gsize n)
{
  LabSpan span = { kind, g_strndup (text, n), NULL };
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
