/* Divides YAML into tokens with the rules of libyaml 0.2.5 (https://github.com/yaml/libyaml, src/scanner.c). A text that is followed by ':'
 * on its line is a key; the tokens KEY and BLOCK-MAPPING-START are inserted before it when the ':' is found. */
#include "page-yaml-private.h"

/* ---- characters ---- */

int
page_yaml_break (const char *at)
{
  if (*at == '\r')
    return at[1] == '\n' ? 2 : 1;
  if (*at == '\n')
    return 1;
  if (at[0] == '\xC2' && at[1] == '\x85')
    return 2;
  return at[0] == '\xE2' && at[1] == '\x80' && (at[2] == '\xA8' || at[2] == '\xA9') ? 3 : 0;
}

gboolean
page_yaml_is_blank_or_end (const char *at)
{
  return *at == '\0' || *at == ' ' || *at == '\t' || page_yaml_break (at) > 0;
}

void
page_yaml_next (yaml_parser_t *parser)
{
  parser->at = g_utf8_next_char (parser->at);
  parser->mark.index++;
  parser->mark.column++;
}

void
page_yaml_next_line (yaml_parser_t *parser, GString *text)
{
  int n = page_yaml_break (parser->at);

  /* Line separators and paragraph separators are kept, other line breaks become a line feed. */
  if (text != NULL)
    g_string_append_len (text, n == 3 ? parser->at : "\n", n == 3 ? 3 : 1);
  parser->mark.index += *parser->at == '\r' && n == 2 ? 2 : 1;
  parser->mark.column = 0;
  parser->mark.line++;
  parser->at += n;
}

gboolean
page_yaml_at_document (const yaml_parser_t *parser)
{
  return parser->mark.column == 0 && (strncmp (parser->at, "---", 3) == 0 || strncmp (parser->at, "...", 3) == 0)
         && page_yaml_is_blank_or_end (parser->at + 3);
}

gboolean
page_yaml_fail (yaml_parser_t *parser, const char *context, yaml_mark_t context_mark, const char *problem)
{
  parser->error = YAML_SCANNER_ERROR;
  parser->context = context;
  parser->context_mark = context_mark;
  parser->problem = problem;
  parser->problem_mark = parser->mark;
  return FALSE;
}

/* ---- tokens and keys ---- */

static void
append_token (yaml_parser_t *parser, PageYamlTokenType type, yaml_mark_t start)
{
  PageYamlToken token = { .type = type, .start = start, .end = parser->mark };

  g_array_append_val (parser->tokens, token);
}

/* Inserts a token before the one with a number since the start. */
static void
insert_token (yaml_parser_t *parser, guint number, PageYamlTokenType type, yaml_mark_t mark)
{
  PageYamlToken token = { .type = type, .start = mark, .end = mark };
  guint place = parser->first + number - parser->n_taken;
  PageYamlToken *tokens;

  g_array_append_val (parser->tokens, token);
  tokens = (PageYamlToken *)(void *)parser->tokens->data;
  memmove (tokens + place + 1, tokens + place, (parser->tokens->len - 1 - place) * sizeof *tokens);
  tokens[place] = token;
}

static guint
next_number (const yaml_parser_t *parser)
{
  return parser->n_taken + parser->tokens->len - parser->first;
}

static PageYamlKey *
last_key (yaml_parser_t *parser)
{
  return &g_array_index (parser->keys, PageYamlKey, parser->keys->len - 1);
}

static gboolean
fail_key (yaml_parser_t *parser, const PageYamlKey *key)
{
  return page_yaml_fail (parser, "while scanning a simple key", key->mark, "could not find expected ':'");
}

/* Forgets keys whose ':' can no longer follow. */
static gboolean
drop_stale_keys (yaml_parser_t *parser)
{
  for (guint k = 0; k < parser->keys->len; k++)
    {
      PageYamlKey *key = &g_array_index (parser->keys, PageYamlKey, k);

      if (!key->possible || (key->mark.line == parser->mark.line && key->mark.index + 1024 >= parser->mark.index))
        continue;
      if (key->required)
        return fail_key (parser, key);
      key->possible = FALSE;
    }
  return TRUE;
}

static gboolean
remove_key (yaml_parser_t *parser)
{
  PageYamlKey *key = last_key (parser);

  if (key->possible && key->required)
    return fail_key (parser, key);
  key->possible = FALSE;
  return TRUE;
}

/* Notes that the next token may be a key. */
static gboolean
save_key (yaml_parser_t *parser)
{
  if (!parser->simple_key_allowed)
    return TRUE;
  if (!remove_key (parser))
    return FALSE;
  *last_key (parser) = (PageYamlKey){ .possible = TRUE,
                                      .number = next_number (parser),
                                      .mark = parser->mark,
                                      .required = parser->flow_level == 0 && parser->indent == (int)parser->mark.column };
  return TRUE;
}

/* Begins a block if the column is to the right of the present one. number is that of the token before which it begins. */
static void
begin_block (yaml_parser_t *parser, int column, guint number, PageYamlTokenType type, yaml_mark_t mark)
{
  if (parser->flow_level > 0 || parser->indent >= column)
    return;
  g_array_append_val (parser->indents, parser->indent);
  parser->indent = column;
  insert_token (parser, number, type, mark);
}

/* Ends the blocks to the right of a column. */
static void
end_blocks (yaml_parser_t *parser, int column)
{
  while (parser->flow_level == 0 && parser->indent > column)
    {
      append_token (parser, PAGE_YAML_BLOCK_END, parser->mark);
      parser->indent = g_array_index (parser->indents, int, parser->indents->len - 1);
      g_array_set_size (parser->indents, parser->indents->len - 1);
    }
}

/* Appends a token of n characters. */
static void
take_indicator (yaml_parser_t *parser, PageYamlTokenType type, int n)
{
  yaml_mark_t start = parser->mark;

  for (int k = 0; k < n; k++)
    page_yaml_next (parser);
  append_token (parser, type, start);
}

/* ---- one token ---- */

static void
skip_to_token (yaml_parser_t *parser)
{
  for (;;)
    {
      if (parser->mark.column == 0 && strncmp (parser->at, "\xEF\xBB\xBF", 3) == 0)
        page_yaml_next (parser);
      while (*parser->at == ' ' || ((parser->flow_level > 0 || !parser->simple_key_allowed) && *parser->at == '\t'))
        page_yaml_next (parser);
      if (*parser->at == '#')
        while (*parser->at != '\0' && page_yaml_break (parser->at) == 0)
          page_yaml_next (parser);
      if (page_yaml_break (parser->at) == 0)
        return;
      page_yaml_next_line (parser, NULL);
      if (parser->flow_level == 0)
        parser->simple_key_allowed = TRUE;
    }
}

static gboolean
fetch_end (yaml_parser_t *parser)
{
  if (parser->mark.column != 0)
    {
      parser->mark.column = 0;
      parser->mark.line++;
    }
  end_blocks (parser, -1);
  if (!remove_key (parser))
    return FALSE;
  parser->simple_key_allowed = FALSE;
  append_token (parser, PAGE_YAML_STREAM_END, parser->mark);
  return TRUE;
}

static gboolean
fetch_document (yaml_parser_t *parser)
{
  PageYamlTokenType type = *parser->at == '-' ? PAGE_YAML_DOCUMENT_START : PAGE_YAML_DOCUMENT_END;

  end_blocks (parser, -1);
  if (!remove_key (parser))
    return FALSE;
  parser->simple_key_allowed = FALSE;
  take_indicator (parser, type, 3);
  return TRUE;
}

/* A directive has no effect here: %YAML states a version that is supported, %TAG names tags, which are not. */
static gboolean
fetch_directive (yaml_parser_t *parser)
{
  yaml_mark_t start = parser->mark;
  const char *name;
  int length;

  end_blocks (parser, -1);
  if (!remove_key (parser))
    return FALSE;
  parser->simple_key_allowed = FALSE;
  page_yaml_next (parser);
  name = parser->at;
  while (g_ascii_isalnum (*parser->at) || *parser->at == '_' || *parser->at == '-')
    page_yaml_next (parser);
  length = (int)(parser->at - name);
  if (length == 0)
    return page_yaml_fail (parser, "while scanning a directive", start, "could not find expected directive name");
  if (!page_yaml_is_blank_or_end (parser->at))
    return page_yaml_fail (parser, "while scanning a directive", start, "found unexpected non-alphabetical character");
  if (!(length == 4 && strncmp (name, "YAML", 4) == 0) && !(length == 3 && strncmp (name, "TAG", 3) == 0))
    return page_yaml_fail (parser, "while scanning a directive", start, "found unknown directive name");
  while (*parser->at != '\0' && page_yaml_break (parser->at) == 0)
    page_yaml_next (parser);
  append_token (parser, PAGE_YAML_DIRECTIVE, start);
  return TRUE;
}

static gboolean
fetch_flow_start (yaml_parser_t *parser)
{
  PageYamlKey none = { 0 };

  if (!save_key (parser))
    return FALSE;
  g_array_append_val (parser->keys, none);
  parser->flow_level++;
  parser->simple_key_allowed = TRUE;
  take_indicator (parser, *parser->at == '[' ? PAGE_YAML_FLOW_SEQUENCE_START : PAGE_YAML_FLOW_MAPPING_START, 1);
  return TRUE;
}

static gboolean
fetch_flow_end (yaml_parser_t *parser)
{
  if (!remove_key (parser))
    return FALSE;
  if (parser->flow_level > 0)
    {
      parser->flow_level--;
      g_array_set_size (parser->keys, parser->keys->len - 1);
    }
  parser->simple_key_allowed = FALSE;
  take_indicator (parser, *parser->at == ']' ? PAGE_YAML_FLOW_SEQUENCE_END : PAGE_YAML_FLOW_MAPPING_END, 1);
  return TRUE;
}

static gboolean
fetch_flow_entry (yaml_parser_t *parser)
{
  if (!remove_key (parser))
    return FALSE;
  parser->simple_key_allowed = TRUE;
  take_indicator (parser, PAGE_YAML_FLOW_ENTRY, 1);
  return TRUE;
}

/* Reads '- ' or '? '. */
static gboolean
fetch_entry (yaml_parser_t *parser)
{
  gboolean is_key = *parser->at == '?';

  if (parser->flow_level == 0)
    {
      if (!parser->simple_key_allowed)
        return page_yaml_fail (parser, NULL, parser->mark,
                               is_key ? "mapping keys are not allowed in this context"
                                      : "block sequence entries are not allowed in this context");
      begin_block (parser, (int)parser->mark.column, next_number (parser),
                   is_key ? PAGE_YAML_BLOCK_MAPPING_START : PAGE_YAML_BLOCK_SEQUENCE_START, parser->mark);
    }
  if (!remove_key (parser))
    return FALSE;
  parser->simple_key_allowed = !is_key || parser->flow_level == 0;
  take_indicator (parser, is_key ? PAGE_YAML_KEY : PAGE_YAML_BLOCK_ENTRY, 1);
  return TRUE;
}

static gboolean
fetch_value (yaml_parser_t *parser)
{
  PageYamlKey *key = last_key (parser);

  if (key->possible)
    {
      insert_token (parser, key->number, PAGE_YAML_KEY, key->mark);
      begin_block (parser, (int)key->mark.column, key->number, PAGE_YAML_BLOCK_MAPPING_START, key->mark);
      key->possible = FALSE;
      parser->simple_key_allowed = FALSE;
    }
  else
    {
      if (parser->flow_level == 0)
        {
          if (!parser->simple_key_allowed)
            return page_yaml_fail (parser, NULL, parser->mark, "mapping values are not allowed in this context");
          begin_block (parser, (int)parser->mark.column, next_number (parser), PAGE_YAML_BLOCK_MAPPING_START, parser->mark);
        }
      parser->simple_key_allowed = parser->flow_level == 0;
    }
  take_indicator (parser, PAGE_YAML_VALUE, 1);
  return TRUE;
}

/* Reads an anchor or an alias. */
static gboolean
fetch_anchor (yaml_parser_t *parser)
{
  gboolean is_alias = *parser->at == '*';
  yaml_mark_t start = parser->mark;
  int n = 0;

  if (!save_key (parser))
    return FALSE;
  parser->simple_key_allowed = FALSE;
  page_yaml_next (parser);
  for (; g_ascii_isalnum (*parser->at) || *parser->at == '_' || *parser->at == '-'; n++)
    page_yaml_next (parser);
  if (n == 0 || !(page_yaml_is_blank_or_end (parser->at) || strchr ("?:,]}%@`", *parser->at) != NULL))
    return page_yaml_fail (parser, is_alias ? "while scanning an alias" : "while scanning an anchor", start,
                           "did not find expected alphabetic or numeric character");
  append_token (parser, is_alias ? PAGE_YAML_ALIAS : PAGE_YAML_ANCHOR, start);
  return TRUE;
}

/* Reads a tag up to the next white space, or in brackets up to their next separator. */
static gboolean
fetch_tag (yaml_parser_t *parser)
{
  yaml_mark_t start = parser->mark;
  gboolean verbatim = parser->at[1] == '<';

  if (!save_key (parser))
    return FALSE;
  parser->simple_key_allowed = FALSE;
  page_yaml_next (parser);
  while (!page_yaml_is_blank_or_end (parser->at)
         && (g_ascii_isalnum (*parser->at) || strchr ("-;/?:@&=+$.!~*'()%<>_", *parser->at) != NULL
             || (verbatim && strchr (",[]", *parser->at) != NULL)))
    page_yaml_next (parser);
  if (!page_yaml_is_blank_or_end (parser->at) && !(parser->flow_level > 0 && *parser->at == ','))
    return page_yaml_fail (parser, "while scanning a tag", start, "did not find expected whitespace or line break");
  append_token (parser, PAGE_YAML_TAG, start);
  return TRUE;
}

static gboolean
fetch_scalar (yaml_parser_t *parser, gboolean (*scan) (yaml_parser_t *parser, PageYamlToken *token))
{
  gboolean is_block = scan == page_yaml_scan_block;
  PageYamlToken token = { 0 };

  /* A block of text cannot be a key, and a key may follow it. */
  if (!(is_block ? remove_key (parser) : save_key (parser)))
    return FALSE;
  parser->simple_key_allowed = is_block;
  if (!scan (parser, &token))
    return FALSE;
  g_array_append_val (parser->tokens, token);
  return TRUE;
}

/* Returns whether an unquoted text can begin at the parser. */
static gboolean
can_begin_plain (const yaml_parser_t *parser)
{
  const char *at = parser->at;
  gboolean blank_follows = at[1] == ' ' || at[1] == '\t';

  if (!page_yaml_is_blank_or_end (at) && strchr ("-?:,[]{}#&*!|>'\"%@`", *at) == NULL)
    return TRUE;
  return (*at == '-' && !blank_follows) || (parser->flow_level == 0 && (*at == '?' || *at == ':') && !page_yaml_is_blank_or_end (at + 1));
}

static gboolean
fetch_token (yaml_parser_t *parser)
{
  const char *at;
  gboolean in_flow, blank_follows;

  skip_to_token (parser);
  if (!drop_stale_keys (parser))
    return FALSE;
  end_blocks (parser, (int)parser->mark.column);
  at = parser->at;
  in_flow = parser->flow_level > 0;
  if (*at == '\0')
    return fetch_end (parser);
  blank_follows = page_yaml_is_blank_or_end (at + 1);
  if (parser->mark.column == 0 && *at == '%')
    return fetch_directive (parser);
  if (page_yaml_at_document (parser))
    return fetch_document (parser);
  if (*at == '[' || *at == '{')
    return fetch_flow_start (parser);
  if (*at == ']' || *at == '}')
    return fetch_flow_end (parser);
  if (*at == ',')
    return fetch_flow_entry (parser);
  if ((*at == '-' && blank_follows) || (*at == '?' && (in_flow || blank_follows)))
    return fetch_entry (parser);
  if (*at == ':' && (in_flow || blank_follows))
    return fetch_value (parser);
  if (*at == '*' || *at == '&')
    return fetch_anchor (parser);
  if (*at == '!')
    return fetch_tag (parser);
  if ((*at == '|' || *at == '>') && !in_flow)
    return fetch_scalar (parser, page_yaml_scan_block);
  if (*at == '\'' || *at == '"')
    return fetch_scalar (parser, page_yaml_scan_quoted);
  if (can_begin_plain (parser))
    return fetch_scalar (parser, page_yaml_scan_plain);
  return page_yaml_fail (parser, "while scanning for the next token", parser->mark, "found character that cannot start any token");
}

const PageYamlToken *
page_yaml_peek (yaml_parser_t *parser)
{
  for (;;)
    {
      gboolean waits = parser->first == parser->tokens->len;

      if (!waits && !drop_stale_keys (parser))
        return NULL;
      /* If the first token may be a key, the token KEY may still be inserted before it. */
      for (guint k = 0; k < parser->keys->len && !waits; k++)
        {
          const PageYamlKey *key = &g_array_index (parser->keys, PageYamlKey, k);

          waits = key->possible && key->number == parser->n_taken;
        }
      if (!waits)
        return &g_array_index (parser->tokens, PageYamlToken, parser->first);
      if (!fetch_token (parser))
        return NULL;
    }
}

void
page_yaml_skip (yaml_parser_t *parser)
{
  g_free (g_array_index (parser->tokens, PageYamlToken, parser->first).text);
  parser->first++;
  parser->n_taken++;
  if (parser->first == parser->tokens->len)
    {
      g_array_set_size (parser->tokens, 0);
      parser->first = 0;
    }
}
