/* Lists the pages of the Laboratory, writes its state to session files and reads it. Call all functions on the main thread. */
#pragma once

#include "model-yaml.h"
#include "model-yaml-writer.h"
#include "wb-lab-page.h"

G_BEGIN_DECLS

/* All pages. */
extern const WbLabPage *const wb_lab_pages[WB_N_LAB_PAGES];
/* Returns whether the Laboratory has a page with this name: that of a page, or "studies:ID" for a study of the window. */
gboolean wb_laboratory_has_page (const char *page);
/* Returns the names of all pages, separated by commas. Free it with g_free. */
char *wb_laboratory_page_names (void);
/* Writes the mapping `laboratory` of a session file: the page, the step size, and the studies with their options. */
void wb_laboratory_write (WbSession *session, ModelYamlWriter *out);
/* Restores the state from the mapping `laboratory` of a session file; NULL changes nothing. Unknown names are ignored. */
void wb_laboratory_resume (WbSession *session, const ModelYaml *node);

G_END_DECLS
