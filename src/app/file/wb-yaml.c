#include "wb-yaml.h"

#include <glib/gi18n.h>
#include <string.h>
#include <yaml.h>

G_DEFINE_QUARK (wb-file-error, wb_file_error)

#define LARGEST (8 << 20)

/* A session nests four deep. libyaml takes time with the square of the depth of brackets. */
#define DEEPEST 32

struct WbYaml { yaml_document_t document; };

/* What is wrong with the text itself is left to whoever reads it whole. */
static gboolean
is_too_deep (const char *text, gsize length)
{
  yaml_parser_t parser;
  yaml_event_t event;
  yaml_event_type_t type = YAML_NO_EVENT;
  int depth = 0;

  if (!yaml_parser_initialize (&parser))
    return FALSE;
  yaml_parser_set_input_string (&parser, (const unsigned char *) text, length);
  while (type != YAML_STREAM_END_EVENT && depth <= DEEPEST && yaml_parser_parse (&parser, &event))
    {
      type = event.type;
      depth += type == YAML_SEQUENCE_START_EVENT || type == YAML_MAPPING_START_EVENT;
      depth -= type == YAML_SEQUENCE_END_EVENT || type == YAML_MAPPING_END_EVENT;
      yaml_event_delete (&event);
    }
  yaml_parser_delete (&parser);
  return depth > DEEPEST;
}

WbYaml *
wb_yaml_new (const char *text, const char *name, GError **error)
{
  yaml_parser_t parser;
  WbYaml *self;
  gsize length = strlen (text);

  if (length > LARGEST)
    {
      g_set_error (error, WB_FILE_ERROR, WB_FILE_ERROR_FORMAT, _("%s is larger than 8 MiB."), name);
      return NULL;
    }
  if (is_too_deep (text, length))
    {
      g_set_error (error, WB_FILE_ERROR, WB_FILE_ERROR_FORMAT, _("%s is nested too deep to be a session."), name);
      return NULL;
    }
  if (!yaml_parser_initialize (&parser))
    return NULL;
  self = g_new0 (WbYaml, 1);
  yaml_parser_set_input_string (&parser, (const unsigned char *) text, length);
  if (!yaml_parser_load (&parser, &self->document))
    {
      g_set_error (error, WB_FILE_ERROR, WB_FILE_ERROR_FORMAT, "%s:%d:%d: %s", name, (int) parser.problem_mark.line + 1,
                   (int) parser.problem_mark.column + 1, parser.problem != NULL ? parser.problem : _("not YAML"));
      yaml_parser_delete (&parser);
      g_free (self);
      return NULL;
    }
  yaml_parser_delete (&parser);
  if (yaml_document_get_root_node (&self->document) == NULL)
    {
      g_set_error (error, WB_FILE_ERROR, WB_FILE_ERROR_FORMAT, _("%s is empty."), name);
      wb_yaml_free (self);
      return NULL;
    }
  return self;
}

void
wb_yaml_free (WbYaml *self)
{
  yaml_document_delete (&self->document);
  g_free (self);
}

WbYamlNode
wb_yaml_root (WbYaml *self)
{
  return yaml_document_get_root_node (&self->document) != NULL ? 1 : 0;
}

static yaml_node_t *
node_of (WbYaml *self, WbYamlNode node)
{
  return node > 0 ? yaml_document_get_node (&self->document, node) : NULL;
}

WbYamlNode
wb_yaml_get (WbYaml *self, WbYamlNode map, const char *key)
{
  for (int i = 0; i < wb_yaml_length (self, map); i++)
    {
      const char *name = wb_yaml_key (self, map, i);

      if (name != NULL && strcmp (name, key) == 0)
        return wb_yaml_item (self, map, i);
    }
  return 0;
}

int
wb_yaml_length (WbYaml *self, WbYamlNode index)
{
  yaml_node_t *node = node_of (self, index);

  if (node != NULL && node->type == YAML_MAPPING_NODE)
    return (int) (node->data.mapping.pairs.top - node->data.mapping.pairs.start);
  if (node != NULL && node->type == YAML_SEQUENCE_NODE)
    return (int) (node->data.sequence.items.top - node->data.sequence.items.start);
  return 0;
}

const char *
wb_yaml_key (WbYaml *self, WbYamlNode map, int index)
{
  yaml_node_t *node = node_of (self, map);

  if (node == NULL || node->type != YAML_MAPPING_NODE)
    return NULL;
  return wb_yaml_text (self, node->data.mapping.pairs.start[index].key, NULL);
}

WbYamlNode
wb_yaml_item (WbYaml *self, WbYamlNode index, int item)
{
  yaml_node_t *node = node_of (self, index);

  if (node != NULL && node->type == YAML_MAPPING_NODE)
    return node->data.mapping.pairs.start[item].value;
  if (node != NULL && node->type == YAML_SEQUENCE_NODE)
    return node->data.sequence.items.start[item];
  return 0;
}

const char *
wb_yaml_text (WbYaml *self, WbYamlNode index, const char *standard)
{
  yaml_node_t *node = node_of (self, index);

  return node != NULL && node->type == YAML_SCALAR_NODE ? (const char *) node->data.scalar.value : standard;
}

double
wb_yaml_number (WbYaml *self, WbYamlNode index, double standard)
{
  const char *text = wb_yaml_text (self, index, NULL);
  char *end;
  double value;

  if (text == NULL || text[0] == '\0')
    return standard;
  value = g_ascii_strtod (text, &end);
  return *end == '\0' ? value : standard;
}

char *
wb_yaml_quote (const char *text)
{
  GString *out;
  gboolean plain = text[0] != '\0' && strchr ("-?:,[]{}#&*!|>'\"%@` ~", text[0]) == NULL;

  for (const char *p = text; plain && *p != '\0'; p++)
    plain = g_ascii_isalnum (*p) || strchr ("_.+-/()", *p) != NULL || (*p == ' ' && p[1] != '\0' && p[1] != '#');
  /* Negative numbers are safe although they begin with a dash. */
  if (!plain && text[0] == '-' && g_ascii_isdigit (text[1]) && strspn (text + 1, "0123456789.e+-") == strlen (text + 1))
    plain = TRUE;
  if (plain)
    return g_strdup (text);
  out = g_string_new ("\"");
  for (const char *p = text; *p != '\0'; p++)
    switch (*p)
      {
      case '"': g_string_append (out, "\\\""); break;
      case '\\': g_string_append (out, "\\\\"); break;
      case '\n': g_string_append (out, "\\n"); break;
      case '\t': g_string_append (out, "\\t"); break;
      default: g_string_append_c (out, *p); break;
      }
  g_string_append_c (out, '"');
  return g_string_free (out, FALSE);
}
