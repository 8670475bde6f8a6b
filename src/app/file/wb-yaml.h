/* Reading small YAML files (sessions): a document in memory, nodes by number.
 * Writing: quoting of texts. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Errors of reading and writing session files. */
#define WB_FILE_ERROR (wb_file_error_quark ())
GQuark wb_file_error_quark (void);
typedef enum { WB_FILE_ERROR_FORMAT, WB_FILE_ERROR_MODEL } WbFileErrorCode;

typedef struct WbYaml WbYaml;
typedef int WbYamlNode; /* 0: none */

/* NULL with an error that names line and column. */
WbYaml *wb_yaml_new (const char *text, const char *name, GError **error);
void wb_yaml_free (WbYaml *yaml);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WbYaml, wb_yaml_free)
WbYamlNode wb_yaml_root (WbYaml *yaml);
/* Value of a mapping's key. */
WbYamlNode wb_yaml_get (WbYaml *yaml, WbYamlNode map, const char *key);
/* Of a mapping or sequence; 0 for anything else. */
int wb_yaml_length (WbYaml *yaml, WbYamlNode node);
const char *wb_yaml_key (WbYaml *yaml, WbYamlNode map, int index);
WbYamlNode wb_yaml_item (WbYaml *yaml, WbYamlNode node, int index);
/* Of a scalar, else standard. */
const char *wb_yaml_text (WbYaml *yaml, WbYamlNode node, const char *standard);
double wb_yaml_number (WbYaml *yaml, WbYamlNode node, double standard);

/* text as a YAML scalar: plain where that is safe, else in double quotes; free
 * with g_free. */
char *wb_yaml_quote (const char *text);

G_END_DECLS
