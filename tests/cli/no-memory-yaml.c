/* A library that is preloaded into stepwise-cli. It replaces the parser of libyaml by one that reports a lack of memory. */
#include <string.h>
#include <yaml.h>

int
yaml_parser_parse (yaml_parser_t *parser, yaml_event_t *event)
{
  memset (event, 0, sizeof *event);
  parser->error = YAML_MEMORY_ERROR;
  return 0;
}
