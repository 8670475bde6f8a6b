/* Finds keys, quoted texts, comments and blocks in YAML and colours them. */
#include "wb-source-colors.h"

#include <string.h>

enum { KEY, QUOTED, COMMENT, N_TAGS };

/* The colours of the style sheet for keys, quoted texts and comments, for the light and the dark style. */
static const struct { const char *name, *light, *dark; } tags[N_TAGS] = {
  [KEY] = { "key", "#1b66c9", "#86bdf7" },
  [QUOTED] = { "quoted", "#1d7f49", "#6fd69a" },
  [COMMENT] = { "comment", "#6b6b74", "#a2a2aa" },
};

/* Name of the tag of lines inside a block of text. They have no colours. */
#define BLOCK_TAG "block"

void
wb_source_colors_install (GtkTextBuffer *buffer)
{
  for (int i = 0; i < N_TAGS; i++)
    gtk_text_buffer_create_tag (buffer, tags[i].name, "foreground", tags[i].light, NULL);
  gtk_text_buffer_create_tag (buffer, BLOCK_TAG, NULL);
}

void
wb_source_colors_set_dark (GtkTextBuffer *buffer, gboolean dark)
{
  for (int i = 0; i < N_TAGS; i++)
    g_object_set (gtk_text_tag_table_lookup (gtk_text_buffer_get_tag_table (buffer), tags[i].name), "foreground",
                  dark ? tags[i].dark : tags[i].light, NULL);
}

static void
paint (GtkTextBuffer *buffer, int line, glong from, glong to, int tag)
{
  GtkTextIter start, end;

  gtk_text_buffer_get_iter_at_line_offset (buffer, &start, line, (int) from);
  gtk_text_buffer_get_iter_at_line_offset (buffer, &end, line, (int) to);
  gtk_text_buffer_apply_tag_by_name (buffer, tags[tag].name, &start, &end);
}

/* Returns whether a key of YAML ends at this position: at a colon before a space or at the end of the line. */
static gboolean
is_colon (const gunichar *text, glong at, glong n)
{
  return at < n && text[at] == ':' && (at + 1 == n || text[at + 1] == ' ' || text[at + 1] == '\t');
}

static gboolean
is_name (gunichar c)
{
  return g_unichar_isalnum (c) || c == '_' || c == '.' || c == '[' || c == ']';
}

/* Colours a line of YAML. A comment starts at the start of the line or after a space. Quoted texts and keys may be anywhere in flow
 * mappings. */
static void
color_line (GtkTextBuffer *buffer, int line, const char *utf8)
{
  glong n;
  g_autofree gunichar *text = g_utf8_to_ucs4_fast (utf8, -1, &n);

  for (glong i = 0; i < n;)
    {
      glong start = i;

      if (text[i] == '#' && (i == 0 || text[i - 1] == ' ' || text[i - 1] == '\t'))
        {
          paint (buffer, line, i, n, COMMENT);
          return;
        }
      if ((text[i] == '"' || text[i] == '\'') && (i == 0 || !is_name (text[i - 1])))
        {
          gunichar quote = text[i++];

          while (i < n && text[i] != quote)
            i += quote == '"' && text[i] == '\\' ? 2 : 1;
          i = MIN (i + 1, n);
          paint (buffer, line, start, i, is_colon (text, i, n) ? KEY : QUOTED);
        }
      else if (is_name (text[i]))
        {
          while (i < n && is_name (text[i]))
            i++;
          if (is_colon (text, i, n))
            paint (buffer, line, start, i + 1, KEY);
        }
      else
        i++;
    }
}

/* Returns the text of a line and sets start and end to its ends. Returns NULL if there is no such line. */
static char *
line_text (GtkTextBuffer *buffer, int line, GtkTextIter *start, GtkTextIter *end)
{
  if (!gtk_text_buffer_get_iter_at_line (buffer, start, line))
    return NULL;
  *end = *start;
  if (!gtk_text_iter_ends_line (end))
    gtk_text_iter_forward_to_line_end (end);
  return gtk_text_buffer_get_text (buffer, start, end, TRUE);
}

/* Returns the column of the first key or value of a line, after the marks of list items. Returns −1 if the line is blank. */
static int
indentation (const char *text)
{
  int n = 0;

  while (text[n] == ' ' || (text[n] == '-' && text[n + 1] == ' '))
    n++;
  return text[n] == '\0' ? -1 : n;
}

/* Returns whether a line ends with the mark of a block of text: | or >, then perhaps an indentation and + or -. */
static gboolean
begins_block (const char *text)
{
  gsize n = strlen (text);

  while (n > 0 && strchr (" 0123456789+-", text[n - 1]) != NULL)
    n--;
  return n > 1 && (text[n - 1] == '|' || text[n - 1] == '>') && text[n - 2] == ' ';
}

/* Returns the indentation of the key whose block of text contains a line, or −1 if the line is in no block. Only lines above matter: each
 * time the nearest one with a smaller indentation. */
static int
block_above (GtkTextBuffer *buffer, int line)
{
  int least = G_MAXINT;

  while (--line >= 0 && least > 0)
    {
      GtkTextIter start, end;
      g_autofree char *above = line_text (buffer, line, &start, &end);
      int n = indentation (above);

      if (n < 0 || n >= least)
        continue;
      if (begins_block (above))
        return n;
      least = (int) strspn (above, " ");
    }
  return -1;
}

void
wb_source_colors_apply (GtkTextBuffer *buffer, int first, int last)
{
  GtkTextTag *tag = gtk_text_tag_table_lookup (gtk_text_buffer_get_tag_table (buffer), BLOCK_TAG);
  int block = block_above (buffer, first);

  for (int line = first;; line++)
    {
      GtkTextIter start, end;
      g_autofree char *text = line_text (buffer, line, &start, &end);
      gboolean blank = text != NULL && indentation (text) < 0;

      if (text == NULL)
        return;
      if (!blank && (int) strspn (text, " ") <= block)
        block = -1;
      /* Below the changed lines, continue only while the colours of a line change because a block of text begins or ends there. */
      if (line > last && !blank && gtk_text_iter_has_tag (&start, tag) == (block >= 0))
        return;
      for (int i = 0; i < N_TAGS; i++)
        gtk_text_buffer_remove_tag_by_name (buffer, tags[i].name, &start, &end);
      gtk_text_buffer_remove_tag (buffer, tag, &start, &end);
      if (block >= 0)
        gtk_text_buffer_apply_tag (buffer, tag, &start, &end);
      else
        color_line (buffer, line, text);
      if (block < 0 && begins_block (text))
        block = indentation (text);
    }
}
