/* A stand-in for the parser of libyaml: the types and functions that model-yaml.c uses, with the same events, positions and error texts.
 *
 * libyaml itself is not in Debian for WebAssembly. Anchors, aliases and tags are recognized, and the reader of models refuses them; their
 * texts are not kept. Texts are UTF-8 without zero bytes, which the reader checks before. */
#pragma once

#include <glib.h>

typedef unsigned char yaml_char_t;
typedef struct
{
  size_t index, line, column; /* in characters, from 0 */
} yaml_mark_t;

typedef enum
{
  YAML_NO_EVENT,
  YAML_STREAM_START_EVENT,
  YAML_STREAM_END_EVENT,
  YAML_DOCUMENT_START_EVENT,
  YAML_DOCUMENT_END_EVENT,
  YAML_ALIAS_EVENT,
  YAML_SCALAR_EVENT,
  YAML_SEQUENCE_START_EVENT,
  YAML_SEQUENCE_END_EVENT,
  YAML_MAPPING_START_EVENT,
  YAML_MAPPING_END_EVENT
} yaml_event_type_t;

typedef enum
{
  YAML_ANY_SCALAR_STYLE,
  YAML_PLAIN_SCALAR_STYLE,
  YAML_SINGLE_QUOTED_SCALAR_STYLE,
  YAML_DOUBLE_QUOTED_SCALAR_STYLE,
  YAML_LITERAL_SCALAR_STYLE,
  YAML_FOLDED_SCALAR_STYLE
} yaml_scalar_style_t;

typedef enum
{
  YAML_NO_ERROR,
  YAML_MEMORY_ERROR,
  YAML_READER_ERROR,
  YAML_SCANNER_ERROR,
  YAML_PARSER_ERROR
} yaml_error_type_t;

typedef struct
{
  yaml_event_type_t type;
  struct
  {
    struct
    {
      yaml_char_t *anchor, *tag, *value; /* anchor and tag: NULL or a fixed text; value: owned by the event */
      size_t length;
      yaml_scalar_style_t style;
    } scalar;
    struct
    {
      yaml_char_t *anchor, *tag;
    } mapping_start, sequence_start;
  } data;
  yaml_mark_t start_mark, end_mark;
} yaml_event_t;

typedef struct
{
  yaml_error_type_t error;
  const char *problem, *context;
  yaml_mark_t problem_mark, context_mark;

  const char *at;   /* next character of the input, which ends with a zero byte */
  yaml_mark_t mark; /* its position */
  int flow_level;   /* number of open brackets and braces */
  int indent;       /* column of the present block, or −1 */
  gboolean simple_key_allowed;
  GArray *indents;      /* int: columns of the outer blocks */
  GArray *keys;         /* PageYamlKey: for each flow level a token that may be a key without '?' */
  GArray *tokens;       /* PageYamlToken */
  guint first, n_taken; /* the first token that was not taken, and the number of tokens taken before */
  gboolean stream_ends;
  GArray *events; /* yaml_event_t: all events up to the end or the first error, made at the first call */
  guint next_event;
  int depth;
} yaml_parser_t;

/* Makes a parser. Returns 1. */
int yaml_parser_initialize (yaml_parser_t *parser);
/* Sets the text, which is UTF-8 and has a zero byte after its `size` bytes. */
void yaml_parser_set_input_string (yaml_parser_t *parser, const unsigned char *text, size_t size);
/* Takes the next event. Returns 0 after an error, which is in the parser. */
int yaml_parser_parse (yaml_parser_t *parser, yaml_event_t *event);
/* Frees the members of an event. */
void yaml_event_delete (yaml_event_t *event);
/* Frees the members of a parser. */
void yaml_parser_delete (yaml_parser_t *parser);
