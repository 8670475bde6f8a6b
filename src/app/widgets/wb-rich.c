/* Converts rich text to Pango markup for labels. */
#include "wb-rich.h"

#include <string.h>

#include "plot-text.h"
#include "wb-widgets.h"

/* Appends raised digits and signs: ordinary digits of the font, smaller and higher.
 * The superscripts of Unicode are too small to read, and <sup> would make lines
 * higher. */
static void
append_raised (GString *markup, const char *text)
{
  const char *end = text + strlen (text);

  while (text < end)
    {
      const char *next = text, *plain;

      while (next < end && plot_text_script (g_utf8_get_char (next), &plain) <= 0)
        next = g_utf8_next_char (next);
      {
        g_autofree char *escaped = g_markup_escape_text (text, next - text);

        g_string_append (markup, escaped);
      }
      if (next < end)
        g_string_append (markup, "<span size='72%' rise='3200'>");
      for (text = next; text < end && plot_text_script (g_utf8_get_char (text), &plain) > 0; text = g_utf8_next_char (text))
        g_string_append (markup, plain);
      if (next < end)
        g_string_append (markup, "</span>");
    }
}

/* Appends the name of a variable in italics of the formula font, with Greek letters and its
 * index. */
static void
append_variable (GString *markup, const char *name)
{
  const char *greek = plot_text_greek (name);
  gsize stem = greek == NULL ? strcspn (name, "_[0123456789") : strlen (name);
  g_autofree char *family = g_markup_escape_text (plot_text_math_family (), -1);

  /* Split theta_max, theta1 and u[12] into stem and index. */
  if (stem > 0 && name[stem] != '\0' && (name[stem] != '_' || name[stem + 1] != '\0'))
    {
      g_autofree char *word = g_strndup (name, stem), *base = NULL, *index = NULL;

      greek = plot_text_greek (word);
      base = g_markup_escape_text (greek != NULL ? greek : word, -1);
      index = g_markup_escape_text (name + stem + (name[stem] == '_' || name[stem] == '['), -1);
      if (g_str_has_suffix (index, "]"))
        index[strlen (index) - 1] = '\0';
      /* Do not nest <sub>, because Pango 1.50 then warns about its scale. */
      g_string_append_printf (markup, "<span font_family='%s' style='italic' size='108%%'>%s</span><span size='75%%' rise='-2500'>%s</span>",
                              family, base, index);
    }
  else
    {
      g_autofree char *escaped = g_markup_escape_text (greek != NULL ? greek : name, -1);

      g_string_append_printf (markup, "<span font_family='%s' style='italic' size='108%%'>%s</span>", family, escaped);
    }
}

/* Appends plain text without its backslashes, up to the next star that begins or ends markup. Returns that star, or NULL if there is
 * none. */
static const char *
take_plain (const char *p, GString *text)
{
  g_string_truncate (text, 0);
  for (; *p != '\0' && *p != '*'; p++)
    {
      if (*p == '\\' && p[1] != '\0')
        p++;
      g_string_append_c (text, *p);
    }
  return *p == '*' ? p : NULL;
}

char *
wb_rich_markup (const char *rich)
{
  GString *markup = g_string_new (NULL);
  g_autoptr (GString) text = g_string_new (NULL), name = g_string_new (NULL);
  const char *star, *close;

  while ((star = take_plain (rich, text)) != NULL && (close = take_plain (star + 1, name)) != NULL)
    {
      append_raised (markup, text->str);
      append_variable (markup, name->str);
      rich = close + 1;
    }
  if (star != NULL) /* a star without a partner is ordinary text */
    g_string_append_printf (text, "*%s", name->str);
  append_raised (markup, text->str);
  return g_string_free (markup, FALSE);
}

GtkWidget *
wb_rich_label_new (const char *rich)
{
  GtkWidget *label = wb_label_new (NULL, NULL);
  g_autofree char *markup = wb_rich_markup (rich);

  gtk_label_set_markup (GTK_LABEL (label), markup);
  return label;
}
