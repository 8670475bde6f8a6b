/* Reads the scalars of YAML with the rules of libyaml 0.2.5: how lines are folded, and where a text ends. */
#include "page-yaml-private.h"

/* White space and line breaks inside a scalar, before it is known whether text follows. */
typedef struct
{
  GString *spaces, *first, *others; /* spaces of the line; the first line break; the line breaks after it */
  gboolean on_new_line;
} Gap;

static void
gap_init (Gap *gap)
{
  *gap = (Gap){ g_string_new (NULL), g_string_new (NULL), g_string_new (NULL), FALSE };
}

static void
gap_clear (Gap *gap)
{
  g_string_free (gap->spaces, TRUE);
  g_string_free (gap->first, TRUE);
  g_string_free (gap->others, TRUE);
}

/* Appends a gap to a text: a single line break becomes a space, and of several ones the first is dropped. */
static void
gap_join (Gap *gap, GString *text)
{
  if (!gap->on_new_line)
    g_string_append (text, gap->spaces->str);
  else if (gap->first->str[0] != '\n')
    {
      /* A line separator or paragraph separator is kept. */
      g_string_append (text, gap->first->str);
      g_string_append (text, gap->others->str);
    }
  else
    g_string_append (text, gap->others->len == 0 ? " " : gap->others->str);
  g_string_truncate (gap->spaces, 0);
  g_string_truncate (gap->first, 0);
  g_string_truncate (gap->others, 0);
  gap->on_new_line = FALSE;
}

static gboolean
is_blank (char c)
{
  return c == ' ' || c == '\t';
}

/* Reads white space and line breaks into a gap. Returns FALSE if a tab is to the left of the column `indent`. */
static gboolean
read_gap (yaml_parser_t *parser, Gap *gap, int indent)
{
  while (is_blank (*parser->at) || page_yaml_break (parser->at) > 0)
    if (is_blank (*parser->at))
      {
        if (gap->on_new_line && (int)parser->mark.column < indent && *parser->at == '\t')
          return FALSE;
        if (!gap->on_new_line)
          g_string_append_c (gap->spaces, *parser->at);
        page_yaml_next (parser);
      }
    else
      {
        if (!gap->on_new_line)
          g_string_truncate (gap->spaces, 0);
        page_yaml_next_line (parser, gap->on_new_line ? gap->others : gap->first);
        gap->on_new_line = TRUE;
      }
  return TRUE;
}

/* Copies the character at the parser and moves to the next one. */
static void
read_character (yaml_parser_t *parser, GString *text)
{
  const char *start = parser->at;

  page_yaml_next (parser);
  g_string_append_len (text, start, parser->at - start);
}

static void
finish (PageYamlToken *token, GString *text, yaml_scalar_style_t style)
{
  token->type = PAGE_YAML_SCALAR;
  token->style = style;
  token->length = text->len;
  token->text = g_string_free (text, FALSE);
}

gboolean
page_yaml_scan_plain (yaml_parser_t *parser, PageYamlToken *token)
{
  GString *text = g_string_new (NULL);
  int indent = parser->indent + 1;
  gboolean new_line = FALSE, fine = TRUE;
  Gap gap;

  gap_init (&gap);
  token->start = token->end = parser->mark;
  while (fine && !page_yaml_at_document (parser) && *parser->at != '#')
    {
      while (!page_yaml_is_blank_or_end (parser->at))
        {
          if (parser->flow_level > 0 && *parser->at == ':' && parser->at[1] != '\0' && strchr (",?[]{}", parser->at[1]) != NULL)
            {
              fine = page_yaml_fail (parser, "while scanning a plain scalar", token->start, "found unexpected ':'");
              break;
            }
          if ((*parser->at == ':' && page_yaml_is_blank_or_end (parser->at + 1))
              || (parser->flow_level > 0 && strchr (",[]{}", *parser->at) != NULL))
            break;
          gap_join (&gap, text);
          read_character (parser, text);
          token->end = parser->mark;
        }
      if (!fine || !(is_blank (*parser->at) || page_yaml_break (parser->at) > 0))
        break;
      if (!read_gap (parser, &gap, indent))
        fine = page_yaml_fail (parser, "while scanning a plain scalar", token->start, "found a tab character that violates indentation");
      if (parser->flow_level == 0 && (int)parser->mark.column < indent)
        break;
    }
  new_line = gap.on_new_line;
  gap_clear (&gap);
  if (!fine)
    {
      g_string_free (text, TRUE);
      return FALSE;
    }
  finish (token, text, YAML_PLAIN_SCALAR_STYLE);
  if (new_line)
    parser->simple_key_allowed = TRUE;
  return TRUE;
}

/* ---- quotes ---- */

static const char parsing[] = "while parsing a quoted scalar";

/* Reads the digits of an escape like \x41. */
static gboolean
read_code (yaml_parser_t *parser, GString *text, yaml_mark_t start, int n_digits)
{
  guint value = 0;

  for (int k = 0; k < n_digits; k++)
    {
      char c = parser->at[k];

      if (!g_ascii_isxdigit (c))
        return page_yaml_fail (parser, parsing, start, "did not find expected hexdecimal number");
      value = value << 4 | (guint)(c <= '9' ? c - '0' : (c & 7) + 9);
    }
  if ((value >= 0xD800 && value <= 0xDFFF) || value > 0x10FFFF)
    return page_yaml_fail (parser, parsing, start, "found invalid Unicode character escape code");
  if (value == 0)
    g_string_append_c (text, '\0');
  else
    g_string_append_unichar (text, value);
  for (int k = 0; k < n_digits; k++)
    page_yaml_next (parser);
  return TRUE;
}

/* Reads an escape in double quotes. */
static gboolean
read_escape (yaml_parser_t *parser, GString *text, yaml_mark_t start)
{
  static const char names[] = "abt\tnvfre \"/\\";
  static const char values[] = "\a\b\t\t\n\v\f\r\033 \"/\\";
  char name = parser->at[1];
  const char *found = name != '\0' ? strchr (names, name) : NULL;
  int n_digits = name == 'x' ? 2 : name == 'u' ? 4 : name == 'U' ? 8 : 0;

  if (found != NULL)
    g_string_append_c (text, values[found - names]);
  else if (name == '0')
    g_string_append_c (text, '\0');
  else if (name == 'N')
    g_string_append (text, "\xC2\x85");
  else if (name == '_')
    g_string_append (text, "\xC2\xA0");
  else if (name == 'L')
    g_string_append (text, "\xE2\x80\xA8");
  else if (name == 'P')
    g_string_append (text, "\xE2\x80\xA9");
  else if (n_digits == 0)
    return page_yaml_fail (parser, parsing, start, "found unknown escape character");
  page_yaml_next (parser);
  page_yaml_next (parser);
  return n_digits == 0 || read_code (parser, text, start, n_digits);
}

gboolean
page_yaml_scan_quoted (yaml_parser_t *parser, PageYamlToken *token)
{
  static const char scanning[] = "while scanning a quoted scalar";
  GString *text = g_string_new (NULL);
  char quote = *parser->at;
  gboolean single = quote == '\'', fine = TRUE;
  Gap gap;

  gap_init (&gap);
  token->start = parser->mark;
  page_yaml_next (parser);
  while (fine)
    {
      if (page_yaml_at_document (parser))
        fine = page_yaml_fail (parser, scanning, token->start, "found unexpected document indicator");
      else if (*parser->at == '\0')
        fine = page_yaml_fail (parser, scanning, token->start, "found unexpected end of stream");
      while (fine && !page_yaml_is_blank_or_end (parser->at))
        if (single && parser->at[0] == '\'' && parser->at[1] == '\'')
          {
            g_string_append_c (text, '\'');
            page_yaml_next (parser);
            page_yaml_next (parser);
          }
        else if (*parser->at == quote)
          break;
        else if (!single && *parser->at == '\\' && page_yaml_break (parser->at + 1) > 0)
          {
            page_yaml_next (parser);
            page_yaml_next_line (parser, NULL);
            gap.on_new_line = TRUE;
            break;
          }
        else if (!single && *parser->at == '\\')
          fine = read_escape (parser, text, token->start);
        else
          read_character (parser, text);
      if (!fine || *parser->at == quote)
        break;
      read_gap (parser, &gap, 0);
      /* After an escaped line break without others there is no space. */
      if (gap.on_new_line && gap.first->len == 0 && gap.others->len == 0)
        gap.on_new_line = FALSE;
      gap_join (&gap, text);
    }
  gap_clear (&gap);
  if (!fine)
    {
      g_string_free (text, TRUE);
      return FALSE;
    }
  page_yaml_next (parser);
  token->end = parser->mark;
  finish (token, text, single ? YAML_SINGLE_QUOTED_SCALAR_STYLE : YAML_DOUBLE_QUOTED_SCALAR_STYLE);
  return TRUE;
}

/* ---- blocks ---- */

static const char scanning_block[] = "while scanning a block scalar";

/* Reads the spaces of the indentation and empty lines. *indent is the column of the block, or 0 until the first line with text tells it. */
static gboolean
read_breaks (yaml_parser_t *parser, int *indent, GString *breaks, const yaml_mark_t *start, yaml_mark_t *end)
{
  int widest = 0;

  *end = parser->mark;
  for (;;)
    {
      while ((*indent == 0 || (int)parser->mark.column < *indent) && *parser->at == ' ')
        page_yaml_next (parser);
      widest = MAX (widest, (int)parser->mark.column);
      if ((*indent == 0 || (int)parser->mark.column < *indent) && *parser->at == '\t')
        return page_yaml_fail (parser, scanning_block, *start, "found a tab character where an indentation space is expected");
      if (page_yaml_break (parser->at) == 0)
        break;
      page_yaml_next_line (parser, breaks);
      *end = parser->mark;
    }
  if (*indent == 0)
    *indent = MAX (MAX (widest, parser->indent + 1), 1);
  return TRUE;
}

/* Reads the head of a block: '+' or '-' tells whether the line breaks at its end are kept or dropped, a digit the indentation. */
static gboolean
read_head (yaml_parser_t *parser, const yaml_mark_t *start, int *chomping, int *increment)
{
  for (int part = 0; part < 2; part++)
    if ((*parser->at == '+' || *parser->at == '-') && *chomping == 0)
      {
        *chomping = *parser->at == '+' ? 1 : -1;
        page_yaml_next (parser);
      }
    else if (g_ascii_isdigit (*parser->at) && *increment == 0)
      {
        if (*parser->at == '0')
          return page_yaml_fail (parser, scanning_block, *start, "found an indentation indicator equal to 0");
        *increment = *parser->at - '0';
        page_yaml_next (parser);
      }
  while (is_blank (*parser->at))
    page_yaml_next (parser);
  if (*parser->at == '#')
    while (*parser->at != '\0' && page_yaml_break (parser->at) == 0)
      page_yaml_next (parser);
  if (*parser->at != '\0' && page_yaml_break (parser->at) == 0)
    return page_yaml_fail (parser, scanning_block, *start, "did not find expected comment or line break");
  if (*parser->at != '\0')
    page_yaml_next_line (parser, NULL);
  return TRUE;
}

/* Reads the lines of a block into text. */
static gboolean
read_block (yaml_parser_t *parser, PageYamlToken *token, gboolean literal, GString *text, GString *first, GString *others)
{
  int chomping = 0, increment = 0, indent = 0;
  gboolean leading_blank = FALSE;

  if (!read_head (parser, &token->start, &chomping, &increment))
    return FALSE;
  token->end = parser->mark;
  if (increment > 0)
    indent = MAX (parser->indent, 0) + increment;
  if (!read_breaks (parser, &indent, others, &token->start, &token->end))
    return FALSE;
  while ((int)parser->mark.column == indent && *parser->at != '\0')
    {
      gboolean trailing_blank = is_blank (*parser->at);

      if (!literal && first->str[0] == '\n' && !leading_blank && !trailing_blank)
        g_string_append (text, others->len == 0 ? " " : "");
      else
        g_string_append (text, first->str);
      g_string_truncate (first, 0);
      g_string_append (text, others->str);
      g_string_truncate (others, 0);
      leading_blank = is_blank (*parser->at);
      while (*parser->at != '\0' && page_yaml_break (parser->at) == 0)
        read_character (parser, text);
      if (*parser->at != '\0')
        page_yaml_next_line (parser, first);
      if (!read_breaks (parser, &indent, others, &token->start, &token->end))
        return FALSE;
    }
  g_string_append (text, chomping != -1 ? first->str : "");
  g_string_append (text, chomping == 1 ? others->str : "");
  return TRUE;
}

gboolean
page_yaml_scan_block (yaml_parser_t *parser, PageYamlToken *token)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) first = g_string_new (NULL);
  g_autoptr (GString) others = g_string_new (NULL);
  gboolean literal = *parser->at == '|';

  token->start = parser->mark;
  page_yaml_next (parser);
  if (!read_block (parser, token, literal, text, first, others))
    return FALSE;
  finish (token, g_steal_pointer (&text), literal ? YAML_LITERAL_SCALAR_STYLE : YAML_FOLDED_SCALAR_STYLE);
  return TRUE;
}
