/* Makes events of YAML from tokens, by the grammar of libyaml 0.2.5 (src/parser.c), as a recursive descent. All events are made at the
 * first call; an error is reported after the events before it. */
#include "page-yaml-private.h"

/* Depth at which a text is refused. The reader of models refuses less. */
#define MOST_DEPTH 1000

static gboolean
fail (yaml_parser_t *parser, const char *context, yaml_mark_t context_mark, const char *problem, yaml_mark_t mark)
{
  page_yaml_fail (parser, context, context_mark, problem);
  parser->error = YAML_PARSER_ERROR;
  parser->problem_mark = mark;
  return FALSE;
}

static yaml_event_t *
add_event (yaml_parser_t *parser, yaml_event_type_t type, yaml_mark_t mark)
{
  yaml_event_t event = { .type = type, .start_mark = mark, .end_mark = mark };

  g_array_append_val (parser->events, event);
  return &g_array_index (parser->events, yaml_event_t, parser->events->len - 1);
}

/* Adds a scalar without text. */
static gboolean
add_empty (yaml_parser_t *parser, yaml_mark_t mark)
{
  yaml_event_t *event = add_event (parser, YAML_SCALAR_EVENT, mark);

  event->data.scalar.value = (yaml_char_t *)g_strdup ("");
  event->data.scalar.style = YAML_PLAIN_SCALAR_STYLE;
  return TRUE;
}

/* Returns whether a type is one of those in a set of bits. */
static gboolean
is_one_of (const PageYamlToken *token, guint set)
{
  return (set >> token->type & 1) != 0;
}
#define BIT(type) (1U << PAGE_YAML_##type)

static gboolean parse_node (yaml_parser_t *parser, gboolean block, gboolean indentless);

/* Parses a node, or adds an empty one at a position if the next token is in `ends`. */
static gboolean
parse_optional (yaml_parser_t *parser, gboolean block, gboolean indentless, guint ends, const yaml_mark_t *empty)
{
  const PageYamlToken *token = page_yaml_peek (parser);

  if (token == NULL)
    return FALSE;
  if (is_one_of (token, ends))
    return add_empty (parser, empty != NULL ? *empty : token->start);
  return parse_node (parser, block, indentless);
}

static gboolean
parse_block_sequence (yaml_parser_t *parser, yaml_mark_t start)
{
  const PageYamlToken *token;

  page_yaml_skip (parser);
  while ((token = page_yaml_peek (parser)) != NULL && token->type == PAGE_YAML_BLOCK_ENTRY)
    {
      yaml_mark_t mark = token->end;

      page_yaml_skip (parser);
      if (!parse_optional (parser, TRUE, FALSE, BIT (BLOCK_ENTRY) | BIT (BLOCK_END), &mark))
        return FALSE;
    }
  if (token == NULL)
    return FALSE;
  if (token->type != PAGE_YAML_BLOCK_END)
    return fail (parser, "while parsing a block collection", start, "did not find expected '-' indicator", token->start);
  add_event (parser, YAML_SEQUENCE_END_EVENT, token->start);
  page_yaml_skip (parser);
  return TRUE;
}

/* Parses a list whose items are in the column of the key before it. */
static gboolean
parse_indentless_sequence (yaml_parser_t *parser)
{
  const PageYamlToken *token;

  while ((token = page_yaml_peek (parser)) != NULL && token->type == PAGE_YAML_BLOCK_ENTRY)
    {
      yaml_mark_t mark = token->end;

      page_yaml_skip (parser);
      if (!parse_optional (parser, TRUE, FALSE, BIT (BLOCK_ENTRY) | BIT (KEY) | BIT (VALUE) | BIT (BLOCK_END), &mark))
        return FALSE;
    }
  if (token == NULL)
    return FALSE;
  add_event (parser, YAML_SEQUENCE_END_EVENT, token->start);
  return TRUE;
}

static gboolean
parse_block_mapping (yaml_parser_t *parser, yaml_mark_t start)
{
  const guint ends = BIT (KEY) | BIT (VALUE) | BIT (BLOCK_END);
  const PageYamlToken *token;

  page_yaml_skip (parser);
  while ((token = page_yaml_peek (parser)) != NULL && token->type == PAGE_YAML_KEY)
    {
      yaml_mark_t mark = token->end;

      page_yaml_skip (parser);
      if (!parse_optional (parser, TRUE, TRUE, ends, &mark) || (token = page_yaml_peek (parser)) == NULL)
        return FALSE;
      if (token->type != PAGE_YAML_VALUE)
        {
          add_empty (parser, token->start);
          continue;
        }
      mark = token->end;
      page_yaml_skip (parser);
      if (!parse_optional (parser, TRUE, TRUE, ends, &mark))
        return FALSE;
    }
  if (token == NULL)
    return FALSE;
  if (token->type != PAGE_YAML_BLOCK_END)
    return fail (parser, "while parsing a block mapping", start, "did not find expected key", token->start);
  add_event (parser, YAML_MAPPING_END_EVENT, token->start);
  page_yaml_skip (parser);
  return TRUE;
}

/* Parses a single pair in a list in brackets, as in [a: 1]. */
static gboolean
parse_flow_pair (yaml_parser_t *parser)
{
  const PageYamlToken *token = page_yaml_peek (parser);
  yaml_mark_t mark;

  add_event (parser, YAML_MAPPING_START_EVENT, token->start);
  page_yaml_skip (parser);
  token = page_yaml_peek (parser);
  if (token == NULL)
    return FALSE;
  if (is_one_of (token, BIT (VALUE) | BIT (FLOW_ENTRY) | BIT (FLOW_SEQUENCE_END)))
    {
      mark = token->end;
      page_yaml_skip (parser);
      add_empty (parser, mark);
    }
  else if (!parse_node (parser, FALSE, FALSE))
    return FALSE;
  token = page_yaml_peek (parser);
  if (token == NULL)
    return FALSE;
  if (token->type == PAGE_YAML_VALUE)
    {
      page_yaml_skip (parser);
      if (!parse_optional (parser, FALSE, FALSE, BIT (FLOW_ENTRY) | BIT (FLOW_SEQUENCE_END), NULL))
        return FALSE;
    }
  else
    add_empty (parser, token->start);
  token = page_yaml_peek (parser);
  if (token == NULL)
    return FALSE;
  add_event (parser, YAML_MAPPING_END_EVENT, token->start);
  return TRUE;
}

/* Parses one key of a mapping in braces with its value, if there is one. */
static gboolean
parse_flow_key (yaml_parser_t *parser, const PageYamlToken *token)
{
  const guint ends = BIT (FLOW_ENTRY) | BIT (FLOW_MAPPING_END);

  if (token->type != PAGE_YAML_KEY)
    {
      if (!parse_node (parser, FALSE, FALSE) || (token = page_yaml_peek (parser)) == NULL)
        return FALSE;
      return add_empty (parser, token->start);
    }
  page_yaml_skip (parser);
  if (!parse_optional (parser, FALSE, FALSE, ends | BIT (VALUE), NULL) || (token = page_yaml_peek (parser)) == NULL)
    return FALSE;
  if (token->type != PAGE_YAML_VALUE)
    return add_empty (parser, token->start);
  page_yaml_skip (parser);
  return parse_optional (parser, FALSE, FALSE, ends, NULL);
}

static gboolean
parse_flow (yaml_parser_t *parser, yaml_mark_t start, gboolean is_mapping)
{
  PageYamlTokenType end = is_mapping ? PAGE_YAML_FLOW_MAPPING_END : PAGE_YAML_FLOW_SEQUENCE_END;
  const PageYamlToken *token;
  gboolean first = TRUE;

  page_yaml_skip (parser);
  for (; (token = page_yaml_peek (parser)) != NULL && token->type != end; first = FALSE)
    {
      gboolean fine;

      if (!first && token->type != PAGE_YAML_FLOW_ENTRY)
        return fail (parser, is_mapping ? "while parsing a flow mapping" : "while parsing a flow sequence", start,
                     is_mapping ? "did not find expected ',' or '}'" : "did not find expected ',' or ']'", token->start);
      if (!first)
        {
          page_yaml_skip (parser);
          token = page_yaml_peek (parser);
          if (token == NULL)
            return FALSE;
          if (token->type == end)
            break;
        }
      if (is_mapping)
        fine = parse_flow_key (parser, token);
      else
        fine = token->type == PAGE_YAML_KEY ? parse_flow_pair (parser) : parse_node (parser, FALSE, FALSE);
      if (!fine)
        return FALSE;
    }
  if (token == NULL)
    return FALSE;
  add_event (parser, is_mapping ? YAML_MAPPING_END_EVENT : YAML_SEQUENCE_END_EVENT, token->start);
  page_yaml_skip (parser);
  return TRUE;
}

/* Begins a list or mapping and parses it. */
static gboolean
parse_collection (yaml_parser_t *parser, const PageYamlToken *token, yaml_mark_t start, yaml_char_t *anchor, yaml_char_t *tag)
{
  PageYamlTokenType type = token->type;
  gboolean is_mapping = type == PAGE_YAML_BLOCK_MAPPING_START || type == PAGE_YAML_FLOW_MAPPING_START;
  yaml_mark_t mark = token->start;
  yaml_event_t *event = add_event (parser, is_mapping ? YAML_MAPPING_START_EVENT : YAML_SEQUENCE_START_EVENT, start);
  gboolean fine;

  event->data.mapping_start.anchor = event->data.sequence_start.anchor = anchor;
  event->data.mapping_start.tag = event->data.sequence_start.tag = tag;
  if (++parser->depth > MOST_DEPTH)
    return fail (parser, NULL, mark, "exceeded maximum depth", mark);
  if (type == PAGE_YAML_BLOCK_ENTRY)
    fine = parse_indentless_sequence (parser);
  else if (type == PAGE_YAML_BLOCK_SEQUENCE_START)
    fine = parse_block_sequence (parser, mark);
  else if (type == PAGE_YAML_BLOCK_MAPPING_START)
    fine = parse_block_mapping (parser, mark);
  else
    fine = parse_flow (parser, mark, is_mapping);
  parser->depth--;
  return fine;
}

static gboolean
parse_node (yaml_parser_t *parser, gboolean block, gboolean indentless)
{
  const PageYamlToken *token = page_yaml_peek (parser);
  yaml_char_t *anchor = NULL, *tag = NULL;
  yaml_mark_t start, end;
  yaml_event_t *event;

  if (token == NULL)
    return FALSE;
  start = end = token->start;
  if (token->type == PAGE_YAML_ALIAS)
    {
      add_event (parser, YAML_ALIAS_EVENT, start);
      page_yaml_skip (parser);
      return TRUE;
    }
  while ((token->type == PAGE_YAML_ANCHOR && anchor == NULL) || (token->type == PAGE_YAML_TAG && tag == NULL))
    {
      static yaml_char_t found[] = "";

      *(token->type == PAGE_YAML_ANCHOR ? &anchor : &tag) = found;
      end = token->end;
      page_yaml_skip (parser);
      token = page_yaml_peek (parser);
      if (token == NULL)
        return FALSE;
    }
  if (token->type == PAGE_YAML_SCALAR)
    {
      event = add_event (parser, YAML_SCALAR_EVENT, start);
      event->data.scalar.anchor = anchor;
      event->data.scalar.tag = tag;
      event->data.scalar.value = (yaml_char_t *)g_memdup2 (token->text, token->length + 1);
      event->data.scalar.length = token->length;
      event->data.scalar.style = token->style;
      page_yaml_skip (parser);
      return TRUE;
    }
  if ((indentless && token->type == PAGE_YAML_BLOCK_ENTRY) || is_one_of (token, BIT (FLOW_SEQUENCE_START) | BIT (FLOW_MAPPING_START))
      || (block && is_one_of (token, BIT (BLOCK_SEQUENCE_START) | BIT (BLOCK_MAPPING_START))))
    return parse_collection (parser, token, start, anchor, tag);
  if (anchor != NULL || tag != NULL)
    {
      add_empty (parser, start);
      event = &g_array_index (parser->events, yaml_event_t, parser->events->len - 1);
      event->data.scalar.anchor = anchor;
      event->data.scalar.tag = tag;
      event->end_mark = end;
      return TRUE;
    }
  return fail (parser, block ? "while parsing a block node" : "while parsing a flow node", start, "did not find expected node content",
               token->start);
}

static gboolean
parse_stream (yaml_parser_t *parser)
{
  const guint outside = BIT (DIRECTIVE) | BIT (DOCUMENT_START) | BIT (DOCUMENT_END) | BIT (STREAM_END);
  const PageYamlToken *token;
  gboolean first = TRUE;

  add_event (parser, YAML_STREAM_START_EVENT, parser->mark);
  for (;; first = FALSE)
    {
      while ((token = page_yaml_peek (parser)) != NULL && token->type == PAGE_YAML_DOCUMENT_END)
        page_yaml_skip (parser);
      if (token == NULL)
        return FALSE;
      if (token->type == PAGE_YAML_STREAM_END)
        break;
      if (!first || is_one_of (token, BIT (DIRECTIVE) | BIT (DOCUMENT_START)))
        {
          yaml_mark_t start = token->start;

          while ((token = page_yaml_peek (parser)) != NULL && token->type == PAGE_YAML_DIRECTIVE)
            page_yaml_skip (parser);
          if (token == NULL)
            return FALSE;
          if (token->type != PAGE_YAML_DOCUMENT_START)
            return fail (parser, NULL, start, "did not find expected <document start>", token->start);
          add_event (parser, YAML_DOCUMENT_START_EVENT, start);
          page_yaml_skip (parser);
        }
      else
        add_event (parser, YAML_DOCUMENT_START_EVENT, token->start);
      if (!parse_optional (parser, TRUE, FALSE, outside, NULL) || (token = page_yaml_peek (parser)) == NULL)
        return FALSE;
      add_event (parser, YAML_DOCUMENT_END_EVENT, token->start);
    }
  add_event (parser, YAML_STREAM_END_EVENT, token->start);
  return TRUE;
}

/* ---- the functions of libyaml ---- */

int
yaml_parser_initialize (yaml_parser_t *parser)
{
  PageYamlKey none = { 0 };

  *parser = (yaml_parser_t){ .indent = -1, .simple_key_allowed = TRUE };
  parser->indents = g_array_new (FALSE, FALSE, sizeof (int));
  parser->keys = g_array_new (FALSE, FALSE, sizeof (PageYamlKey));
  parser->tokens = g_array_new (FALSE, FALSE, sizeof (PageYamlToken));
  parser->events = g_array_new (FALSE, FALSE, sizeof (yaml_event_t));
  g_array_append_val (parser->keys, none);
  return 1;
}

void
yaml_parser_set_input_string (yaml_parser_t *parser, const unsigned char *text, size_t size)
{
  parser->at = (const char *)text;
  /* A mark of the byte order at the start does not count as a character. */
  if (strncmp (parser->at, "\xEF\xBB\xBF", 3) == 0)
    parser->at += 3;
}

int
yaml_parser_parse (yaml_parser_t *parser, yaml_event_t *event)
{
  *event = (yaml_event_t){ 0 };
  if (parser->events->len == 0)
    parse_stream (parser);
  if (parser->next_event == parser->events->len)
    return parser->error == YAML_NO_ERROR;
  *event = g_array_index (parser->events, yaml_event_t, parser->next_event);
  g_array_index (parser->events, yaml_event_t, parser->next_event).data.scalar.value = NULL;
  parser->next_event++;
  return 1;
}

void
yaml_event_delete (yaml_event_t *event)
{
  g_free (event->data.scalar.value);
  *event = (yaml_event_t){ 0 };
}

void
yaml_parser_delete (yaml_parser_t *parser)
{
  for (guint k = 0; k < parser->events->len; k++)
    g_free (g_array_index (parser->events, yaml_event_t, k).data.scalar.value);
  for (guint k = parser->first; k < parser->tokens->len; k++)
    g_free (g_array_index (parser->tokens, PageYamlToken, k).text);
  g_array_unref (parser->indents);
  g_array_unref (parser->keys);
  g_array_unref (parser->tokens);
  g_array_unref (parser->events);
}
