/* What the scanner of YAML (page-yaml-scanner.c, page-yaml-scalar.c) passes to the parser (page-yaml-parser.c). */
#pragma once

#include "yaml.h"

G_BEGIN_DECLS

typedef enum
{
  PAGE_YAML_STREAM_END,
  PAGE_YAML_DIRECTIVE,
  PAGE_YAML_DOCUMENT_START,
  PAGE_YAML_DOCUMENT_END,
  PAGE_YAML_BLOCK_SEQUENCE_START,
  PAGE_YAML_BLOCK_MAPPING_START,
  PAGE_YAML_BLOCK_END,
  PAGE_YAML_FLOW_SEQUENCE_START,
  PAGE_YAML_FLOW_SEQUENCE_END,
  PAGE_YAML_FLOW_MAPPING_START,
  PAGE_YAML_FLOW_MAPPING_END,
  PAGE_YAML_BLOCK_ENTRY,
  PAGE_YAML_FLOW_ENTRY,
  PAGE_YAML_KEY,
  PAGE_YAML_VALUE,
  PAGE_YAML_ALIAS,
  PAGE_YAML_ANCHOR,
  PAGE_YAML_TAG,
  PAGE_YAML_SCALAR
} PageYamlTokenType;

typedef struct
{
  PageYamlTokenType type;
  yaml_mark_t start, end;
  char *text; /* of a scalar; owned by the token */
  size_t length;
  yaml_scalar_style_t style;
} PageYamlToken;

/* A token that is a key if ':' follows on the same line within 1024 characters. */
typedef struct
{
  gboolean possible;
  gboolean required; /* a block has its keys at this column, so it is an error if no ':' follows */
  guint number;      /* number of the token since the start */
  yaml_mark_t mark;
} PageYamlKey;

/* Returns the next token without taking it, or NULL after an error. It is valid until the next call of a function of the scanner. */
const PageYamlToken *page_yaml_peek (yaml_parser_t *parser);
/* Takes the next token, which page_yaml_peek has returned. */
void page_yaml_skip (yaml_parser_t *parser);
/* Sets an error at the present position. Returns FALSE. */
gboolean page_yaml_fail (yaml_parser_t *parser, const char *context, yaml_mark_t context_mark, const char *problem);

/* ---- characters ---- */
/* Moves to the next character of the line. */
void page_yaml_next (yaml_parser_t *parser);
/* Moves to the next line. The text at the parser is a line break; it is appended to text unless that is NULL. */
void page_yaml_next_line (yaml_parser_t *parser, GString *text);
/* Returns the number of bytes of the line break at a place, or 0. */
int page_yaml_break (const char *at);
/* Returns whether a place is a space, a tab, a line break or the end. */
gboolean page_yaml_is_blank_or_end (const char *at);
/* Returns whether "---" or "..." begins the line at the parser. */
gboolean page_yaml_at_document (const yaml_parser_t *parser);

/* ---- scalars: each reads a scalar at the parser into a token, or returns FALSE with an error ---- */
/* Reads a text without quotes. */
gboolean page_yaml_scan_plain (yaml_parser_t *parser, PageYamlToken *token);
/* Reads a text in quotes. */
gboolean page_yaml_scan_quoted (yaml_parser_t *parser, PageYamlToken *token);
/* Reads a block of text after '|' or '>'. */
gboolean page_yaml_scan_block (yaml_parser_t *parser, PageYamlToken *token);

G_END_DECLS
