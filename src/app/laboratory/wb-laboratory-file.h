/* Writes the state of the Laboratory to session files and reads it. Call all functions on the main thread. */
#pragma once

#include "model-yaml.h"
#include "model-yaml-writer.h"
#include "wb-session.h"

G_BEGIN_DECLS

/* Returns whether the Laboratory has a page with this name: "method", "plane", "studies", or "studies:ID" for a study of the window. */
gboolean wb_laboratory_has_page (const char *page);
/* Returns the names of all pages, separated by commas. Free it with g_free. */
char *wb_laboratory_page_names (void);
/* Writes the mapping `laboratory` of a session file: the page, the step size, and the studies with their options. */
void wb_laboratory_write (WbSession *session, ModelYamlWriter *out);
/* Restores the state from the mapping `laboratory` of a session file; NULL changes nothing. Unknown names are ignored. */
void wb_laboratory_resume (WbSession *session, const ModelYaml *node);

G_END_DECLS
