/* Parses YAML with libyaml, and replaces the error messages of libyaml by ones that name the terms of this
 * program. */
#include "model-yaml-private.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <yaml.h>

#include "model-inputs.h"

static void
node_free (ModelYaml *node)
{
  if (node == NULL)
    return;
  for (int k = 0; k < node->n_items; k++)
    {
      node_free (node->items[k]);
      if (node->keys != NULL)
        node_free (node->keys[k]);
    }
  g_free (node->items);
  g_free (node->keys);
  g_free (node->text);
  g_free (node->places);
  g_free (node);
}

void
model_yaml_document_free (ModelYamlDocument *document)
{
  if (document == NULL)
    return;
  node_free (document->root);
  g_clear_pointer (&document->adopted, g_ptr_array_unref);
  g_free (document->text);
  g_free (document->file);
  g_free (document->line_starts);
  g_free (document->marks);
  g_free (document);
}

/* ---- conversion of libyaml's events to nodes ---- */

typedef struct
{
  yaml_parser_t parser;
  ModelYamlDocument *document;
  GPtrArray *diagnostics;
  int depth, n_nodes;
  gboolean fatal;
  int refused_line; /* line of the last anchor, alias or tag, which were already reported; a syntax error later on this line is a
                     * consequence and is not reported */
} Reader;

static void
report (Reader *reader, int line, int column, const char *message)
{
  model_diagnostics_add (reader->diagnostics, reader->document->file, line, column, "%s", message);
}

static int
line_of (yaml_mark_t mark)
{
  return (int) mark.line + 1;
}

static int
column_of (yaml_mark_t mark)
{
  return (int) mark.column + 1;
}

/* Messages that replace those of libyaml. The first matching row is used: its fragment occurs in libyaml's problem or context, and its
 * character is at the position of the problem (0: any character). */
typedef struct
{
  const char *fragment;
  char at;
  const char *message;
} Replacement;

static const Replacement replacements[] = {
  { "cannot start any token", '\t', N_("this line is indented with a tab; indent with spaces") },
  { "cannot start any token", '%', N_("a text cannot begin with '%'; did you mean to quote this expression?") },
  { "cannot start any token", '@', N_("a text cannot begin with '@'; did you mean to quote this text?") },
  { "cannot start any token", '`', N_("a text cannot begin with '`'; did you mean to quote this text?") },
  { "cannot start any token", 0, N_("a text cannot begin with this character; did you mean to quote this text?") },
  { "did not find expected node content", 0, N_("a value is missing here; did you mean to quote this text?") },
  { "unexpected ':'", 0, N_("a value in brackets or braces contains ':'; did you mean to quote this text?") },
  { "mapping keys are not allowed", 0,
    N_("'? ' begins a key that is a list or mapping, which is not supported; did you mean to quote this text?") },
  { "while scanning an alias", 0, N_("'*' begins a YAML alias, which is not supported; did you mean to quote this expression?") },
  { "while scanning an anchor", 0, N_("'&' begins a YAML anchor, which is not supported; did you mean to quote this expression?") },
  { "while scanning a tag", 0, N_("'!' begins a YAML tag, which is not supported; did you mean to quote this expression?") },
  { "while parsing a tag", 0, N_("'!' begins a YAML tag, which is not supported; did you mean to quote this expression?") },
  { "undefined tag handle", 0, N_("'!' begins a YAML tag, which is not supported; did you mean to quote this expression?") },
  { "while scanning a block scalar", '\t', N_("this line is indented with a tab; indent with spaces") },
  { "while scanning a block scalar", 0, N_("'|' or '>' begins a block of text; did you mean to quote this expression?") },
  { "while scanning a directive", 0, N_("a line cannot begin with '%'; did you mean to quote this expression?") },
  { "mapping values are not allowed", 0, N_("the value contains ': '; did you mean to quote this text, or to begin a new line?") },
  { "block sequence entries are not allowed", 0,
    N_("'- ' begins a list item, which is not allowed here; did you mean to quote this expression, or to remove the space?") },
  { "did not find expected ',' or '}'", 0, N_("expected ',' or '}'; quote an expression that contains any of , [ ] { }") },
  { "did not find expected ',' or ']'", 0, N_("expected ',' or ']'; quote an expression that contains any of , [ ] { }") },
  { "could not find expected ':'", 0, N_("expected ':' after a key") },
  { "did not find expected key", 0, N_("expected a key; is this line indented like its neighbours?") },
  { "did not find expected '-' indicator", 0, N_("expected '- '; is this item indented like its neighbours?") },
  { "found unexpected end of stream", 0, N_("the quoted text is not closed") },
  { "found unexpected document indicator", 0, N_("the quoted text is not closed") },
  { "unknown escape character", 0, N_("unknown escape in double quotes; use single quotes, or write \\\\ for a backslash") },
  { "hexdecimal number", 0, N_("in double quotes, \\x, \\u and \\U need hexadecimal digits; write \\\\ for a backslash") },
  { "character escape code", 0, N_("this escape does not name a character; write \\\\ for a backslash") },
  { "tab character", 0, N_("this line is indented with a tab; indent with spaces") },
  { "expected <document start>", 0, N_("there is text after the end of the document; is this line indented like the keys above?") },
  { "too many", 0, N_("nested too deeply") },
  { "exceeded maximum", 0, N_("nested too deeply") },
};

static gboolean
contains (const char *text, const char *fragment)
{
  return text != NULL && strstr (text, fragment) != NULL;
}

static void
report_syntax (Reader *reader)
{
  const yaml_parser_t *parser = &reader->parser;
  int line = line_of (parser->problem_mark);
  int column = column_of (parser->problem_mark);
  char at = *model_yaml_at (reader->document, line, column);
  const Replacement *found = NULL;

  reader->fatal = TRUE;
  if (line == reader->refused_line)
    return;
  if (parser->error == YAML_MEMORY_ERROR)
    {
      model_diagnostics_add_no_memory (reader->diagnostics, reader->document->file);
      return;
    }
  for (gsize k = 0; k < G_N_ELEMENTS (replacements) && found == NULL; k++)
    if ((replacements[k].at == 0 || replacements[k].at == at)
        && (contains (parser->problem, replacements[k].fragment) || contains (parser->context, replacements[k].fragment)))
      found = &replacements[k];
  if (found != NULL)
    report (reader, line, column, _(found->message));
  else
    model_diagnostics_add (reader->diagnostics, reader->document->file, line, column, "%s%s%s",
                           parser->problem != NULL ? parser->problem : _("the text is not valid YAML"), parser->context != NULL ? " " : "",
                           parser->context != NULL ? parser->context : "");
  if (parser->context != NULL && parser->context_mark.line != parser->problem_mark.line)
    model_diagnostics_add_note (reader->diagnostics, reader->document->file, line_of (parser->context_mark),
                                column_of (parser->context_mark), _("the text, list or mapping that is not closed began here"));
}

static gboolean
next_event (Reader *reader, yaml_event_t *event)
{
  if (reader->fatal)
    return FALSE;
  if (yaml_parser_parse (&reader->parser, event))
    return TRUE;
  report_syntax (reader);
  return FALSE;
}

static ModelYaml *
node_new (Reader *reader, ModelYamlType type, yaml_mark_t mark)
{
  ModelYaml *node = g_new0 (ModelYaml, 1);

  if (++reader->n_nodes == MODEL_YAML_MAX_NODES && !reader->fatal)
    {
      model_diagnostics_add (reader->diagnostics, reader->document->file, line_of (mark), column_of (mark),
                             _("the file has more than %d keys and values"), MODEL_YAML_MAX_NODES);
      reader->fatal = TRUE;
    }
  node->type = type;
  node->line = line_of (mark);
  node->column = column_of (mark);
  node->document = reader->document;
  return node;
}

/* Reports an anchor or a tag. A node of any kind can have one. */
static void
report_properties (Reader *reader, ModelYaml *node, const yaml_char_t *anchor, const yaml_char_t *tag)
{
  if (anchor != NULL)
    report (reader, node->line, node->column,
              _("'&' begins a YAML anchor, which is not supported; did you mean to quote this expression?"));
  if (tag != NULL)
    report (reader, node->line, node->column, _("'!' begins a YAML tag, which is not supported; did you mean to quote this expression?"));
  if (anchor == NULL && tag == NULL)
    return;
  node->broken = TRUE;
  reader->refused_line = node->line;
}

static ModelYaml *read_node (Reader *reader, const yaml_event_t *event);

static ModelYaml *
read_scalar (Reader *reader, const yaml_event_t *event)
{
  ModelYaml *node = node_new (reader, MODEL_YAML_SCALAR, event->start_mark);
  yaml_scalar_style_t style = event->data.scalar.style;

  node->text = g_strndup ((const char *) event->data.scalar.value, event->data.scalar.length);
  node->quoted = style != YAML_PLAIN_SCALAR_STYLE;
  node->block = style == YAML_LITERAL_SCALAR_STYLE || style == YAML_FOLDED_SCALAR_STYLE;
  report_properties (reader, node, event->data.scalar.anchor, event->data.scalar.tag);
  if (!node->broken && strlen (node->text) != event->data.scalar.length)
    {
      report (reader, node->line, node->column, _("the text contains a zero character"));
      node->broken = TRUE;
    }
  return node;
}

static gboolean
is_empty (const ModelYaml *node)
{
  return node->type == MODEL_YAML_SCALAR && !node->quoted && node->text[0] == '\0';
}

/* Returns whether a key without a value is really the rest of an unquoted value that contains a comma, as in {value: atan2(y, x)} or
 * {about: red, or green}. */
static gboolean
is_rest_of_value (const char *key)
{
  return strpbrk (key, "()+*/^ ") != NULL || g_ascii_isdigit (key[0]);
}

/* Returns whether a value that was cut at a comma is an expression: it then contains an open parenthesis. */
static gboolean
is_cut_expression (const ModelYaml *value)
{
  const char *open = strrchr (value->text, '(');

  return open != NULL && strchr (open, ')') == NULL;
}

static void
report_empty (Reader *reader, ModelYaml *key, ModelYaml *previous)
{
  if (is_rest_of_value (key->text) && previous != NULL && previous->type == MODEL_YAML_SCALAR && !previous->quoted)
    {
      model_diagnostics_add (reader->diagnostics, reader->document->file, previous->line, previous->column,
                             is_cut_expression (previous) ? _("the ',' before '%s' ends this value; did you mean to quote this expression?")
                                                          : _("the ',' before '%s' ends this value; did you mean to quote this text?"),
                             key->text);
      previous->broken = TRUE;
    }
  else
    model_diagnostics_add (reader->diagnostics, reader->document->file, key->line, key->column, _("'%s' has no value"), key->text);
}

/* Checks a key and its value. Returns FALSE if the pair must not be added to the mapping. */
static gboolean
accept_pair (Reader *reader, GHashTable *seen, ModelYaml *key, ModelYaml *value, ModelYaml *previous)
{
  const ModelYaml *first;

  if (key->type != MODEL_YAML_SCALAR)
    {
      report (reader, key->line, key->column, _("a key must be a name, not a list or mapping; did you mean to quote this text?"));
      return FALSE;
    }
  if (key->broken)
    return FALSE;
  if (is_empty (key))
    {
      report (reader, key->line, key->column, _("a key is missing before ':'"));
      return FALSE;
    }
  if (strcmp (key->text, "<<") == 0 && !key->quoted)
    {
      report (reader, key->line, key->column, _("merge keys (<<) are not supported; write the keys out"));
      return FALSE;
    }
  first = g_hash_table_lookup (seen, key->text);
  if (first != NULL)
    {
      model_diagnostics_add (reader->diagnostics, reader->document->file, key->line, key->column,
                             _("duplicate key '%s'; it is already on line %d"), key->text, first->line);
      return FALSE;
    }
  if (is_empty (value) && !value->broken)
    {
      report_empty (reader, key, previous);
      value->broken = TRUE;
      return !is_rest_of_value (key->text);
    }
  return TRUE;
}

static void
keep (ModelYaml *node, GPtrArray *keys, GPtrArray *values)
{
  node->n_items = (int) values->len;
  node->items = (ModelYaml **) g_ptr_array_free (values, FALSE);
  if (keys != NULL)
    node->keys = (ModelYaml **) g_ptr_array_free (keys, FALSE);
}

static ModelYaml *
read_mapping (Reader *reader, const yaml_event_t *start)
{
  ModelYaml *node = node_new (reader, MODEL_YAML_MAPPING, start->start_mark);
  GPtrArray *keys = g_ptr_array_new ();
  GPtrArray *values = g_ptr_array_new ();
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  yaml_event_t event;

  report_properties (reader, node, start->data.mapping_start.anchor, start->data.mapping_start.tag);
  while (next_event (reader, &event))
    {
      ModelYaml *key, *value = NULL;
      ModelYaml *previous = values->len > 0 ? values->pdata[values->len - 1] : NULL;
      gboolean ends = event.type == YAML_MAPPING_END_EVENT;

      key = ends ? NULL : read_node (reader, &event);
      yaml_event_delete (&event);
      if (ends)
        break;
      if (key != NULL && next_event (reader, &event))
        {
          value = read_node (reader, &event);
          yaml_event_delete (&event);
        }
      if (key != NULL && value != NULL && accept_pair (reader, seen, key, value, previous))
        {
          g_hash_table_insert (seen, key->text, key);
          g_ptr_array_add (keys, key);
          g_ptr_array_add (values, value);
          continue;
        }
      node_free (key);
      node_free (value);
    }
  keep (node, keys, values);
  return node;
}

static ModelYaml *
read_list (Reader *reader, const yaml_event_t *start)
{
  ModelYaml *node = node_new (reader, MODEL_YAML_LIST, start->start_mark);
  GPtrArray *values = g_ptr_array_new ();
  yaml_event_t event;

  report_properties (reader, node, start->data.sequence_start.anchor, start->data.sequence_start.tag);
  while (next_event (reader, &event))
    {
      gboolean ends = event.type == YAML_SEQUENCE_END_EVENT;
      ModelYaml *value = ends ? NULL : read_node (reader, &event);

      yaml_event_delete (&event);
      if (ends)
        break;
      if (value == NULL)
        continue;
      if (is_empty (value) && !value->broken)
        {
          report (reader, value->line, value->column, _("a list item has no value"));
          value->broken = TRUE;
        }
      g_ptr_array_add (values, value);
    }
  keep (node, NULL, values);
  return node;
}

/* Reads the node that begins with this libyaml event. Returns NULL after a fatal
 * error. */
static ModelYaml *
read_node (Reader *reader, const yaml_event_t *event)
{
  ModelYaml *node = NULL;

  if (reader->depth >= MODEL_YAML_MAX_DEPTH)
    {
      model_diagnostics_add (reader->diagnostics, reader->document->file, line_of (event->start_mark),
                             column_of (event->start_mark), _("nested deeper than %d levels"), MODEL_YAML_MAX_DEPTH);
      reader->fatal = TRUE;
      return NULL;
    }
  reader->depth++;
  switch (event->type)
    {
    case YAML_SCALAR_EVENT:
      node = read_scalar (reader, event);
      break;
    case YAML_MAPPING_START_EVENT:
      node = read_mapping (reader, event);
      break;
    case YAML_SEQUENCE_START_EVENT:
      node = read_list (reader, event);
      break;
    case YAML_ALIAS_EVENT:
      report (reader, line_of (event->start_mark), column_of (event->start_mark),
                _("'*' begins a YAML alias, which is not supported; did you mean to quote this expression?"));
      node = node_new (reader, MODEL_YAML_SCALAR, event->start_mark);
      node->text = g_strdup ("");
      node->broken = TRUE;
      reader->refused_line = node->line;
      break;
    default:
      break;
    }
  reader->depth--;
  return node;
}

static void
read_stream (Reader *reader)
{
  yaml_event_t event;
  gboolean ends = FALSE;

  while (!ends && next_event (reader, &event))
    {
      if (event.type == YAML_STREAM_END_EVENT)
        ends = TRUE;
      else if (event.type == YAML_DOCUMENT_START_EVENT && reader->document->root != NULL)
        {
          report (reader, line_of (event.start_mark), column_of (event.start_mark),
                    _("a second document begins here; a file may contain only one"));
          ends = TRUE;
        }
      else if (event.type != YAML_STREAM_START_EVENT && event.type != YAML_DOCUMENT_START_EVENT
               && event.type != YAML_DOCUMENT_END_EVENT)
        reader->document->root = read_node (reader, &event);
      yaml_event_delete (&event);
    }
  if (!reader->fatal && (reader->document->root == NULL || is_empty (reader->document->root)))
    {
      model_diagnostics_add (reader->diagnostics, reader->document->file, 1, 1, _("the file is empty"));
      reader->fatal = TRUE;
    }
}

/* ---- errors to which libyaml gives no position ---- */

static gboolean
is_printable (gunichar c)
{
  return c == '\t' || c == '\n' || c == '\r' || (c >= 0x20 && c <= 0x7E) || c == 0x85 || (c >= 0xA0 && c <= 0xD7FF)
         || (c >= 0xE000 && c <= 0xFFFD) || (c >= 0x10000 && c <= 0x10FFFF);
}

static gboolean
check_characters (Reader *reader, const char *text, gsize length)
{
  const char *end = text + length;
  const char *valid = end;
  gboolean is_utf8 = g_utf8_validate_len (text, length, &valid);
  int line = 1, column = 1;

  for (const char *p = text; p < valid; )
    {
      gunichar c = g_utf8_get_char (p);
      int n = model_yaml_break_length (p);

      if (!is_printable (c) && !(p == text && c == 0xFEFF))
        {
          model_diagnostics_add (reader->diagnostics, reader->document->file, line, column,
                                 _("control character U+%04X; the file must be plain UTF-8 text"), c);
          return FALSE;
        }
      if (n > 0)
        {
          line++;
          column = 1;
        }
      else if (c != 0xFEFF)
        column++;
      p += n > 0 ? n : g_utf8_next_char (p) - p;
    }
  if (!is_utf8)
    model_diagnostics_add (reader->diagnostics, reader->document->file, line, column,
                           _("not UTF-8 text: byte 0x%02X; save the file as UTF-8"), (unsigned char) *valid);
  return is_utf8;
}

static void
report_too_large (GPtrArray *diagnostics, const char *file, gsize max_bytes)
{
  model_diagnostics_add (diagnostics, file, 0, 0, _("the file is larger than %d MiB"), (int) (max_bytes >> 20));
}

ModelYamlDocument *
model_yaml_parse (const char *text, gssize length, const char *file, GPtrArray *diagnostics)
{
  return model_yaml_parse_large (text, length, MODEL_YAML_MAX_BYTES, file, diagnostics);
}

ModelYamlDocument *
model_yaml_parse_large (const char *text, gssize length, gsize max_bytes, const char *file, GPtrArray *diagnostics)
{
  g_autoptr (ModelYamlDocument) document = g_new0 (ModelYamlDocument, 1);
  Reader reader = { .document = document, .diagnostics = diagnostics };
  gsize n_bytes = length < 0 ? strlen (text) : (gsize) length;

  document->file = g_strdup (file);
  if (n_bytes > max_bytes)
    {
      report_too_large (diagnostics, file, max_bytes);
      return NULL;
    }
  document->text = g_strndup ("", n_bytes);
  if (n_bytes > 0)
    memcpy (document->text, text, n_bytes);
  document->text[n_bytes] = '\0';
  document->length = n_bytes;
  if (!check_characters (&reader, document->text, n_bytes))
    return NULL;
  model_yaml_index_lines (document);
  if (!yaml_parser_initialize (&reader.parser))
    g_error ("failed to allocate a parser of YAML"); /* the words by which cli-stream.c knows a lack of memory */
  yaml_parser_set_input_string (&reader.parser, (const unsigned char *) document->text, n_bytes);
  read_stream (&reader);
  yaml_parser_delete (&reader.parser);
  return reader.fatal ? NULL : g_steal_pointer (&document);
}

gboolean
model_file_is_stream (const char *path)
{
  GStatBuf info;

  return g_stat (path, &info) == 0 && !S_ISREG (info.st_mode) && !S_ISDIR (info.st_mode);
}

char *
model_yaml_read_file (const char *path, gsize *length, GPtrArray *diagnostics)
{
  g_autofree char *text = g_malloc (MODEL_YAML_MAX_BYTES + 1);
  FILE *file = fopen (path, "re");

  *length = 0;
  model_inputs_note (path);
  /* Read at most one byte more than the limit, because a device may deliver bytes without end. */
  if (file != NULL && !g_file_test (path, G_FILE_TEST_IS_DIR))
    *length = fread (text, 1, MODEL_YAML_MAX_BYTES + 1, file);
  if (file == NULL || ferror (file) || g_file_test (path, G_FILE_TEST_IS_DIR))
    {
      int code = errno;

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        model_diagnostics_add (diagnostics, path, 0, 0, _("cannot be read: it is a folder"));
      else
        model_diagnostics_add (diagnostics, path, 0, 0, _("cannot be read: %s"), g_strerror (code));
      if (file != NULL)
        fclose (file);
      return NULL;
    }
  fclose (file);
  if (*length > MODEL_YAML_MAX_BYTES)
    {
      report_too_large (diagnostics, path, MODEL_YAML_MAX_BYTES);
      return NULL;
    }
  text[*length] = '\0';
  return g_steal_pointer (&text);
}

ModelYamlDocument *
model_yaml_load (const char *path, GPtrArray *diagnostics)
{
  gsize length;
  g_autofree char *text = model_yaml_read_file (path, &length, diagnostics);

  return text != NULL ? model_yaml_parse (text, (gssize) length, path, diagnostics) : NULL;
}
