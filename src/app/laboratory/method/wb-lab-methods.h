/* The methods that the page Method compares: those of the visible entries of the session's comparison. Call all functions on the main
 * thread. */
#pragma once

#include "wb-comparison.h"

G_BEGIN_DECLS

/* Returns the main method: that of the selected entry of the comparison, or that of the settings if no entry is selected. Its region is
 * filled and its lines are thick. */
const OdeMethod *wb_lab_main_method (WbSession *session);
/* Returns the methods (const OdeMethod *) of the visible entries. */
GPtrArray *wb_lab_visible_methods (WbSession *session);
/* Returns the names of these methods (model_method_name), separated by commas, for the option `integrators` of a study. Free the text with g_free. */
char *wb_lab_method_ids (const GPtrArray *methods);

G_END_DECLS
