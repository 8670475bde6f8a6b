/* The methods of the page Method: the visible entries of the session's comparison. Main thread. */
#pragma once

#include "wb-comparison.h"

G_BEGIN_DECLS

/* Returns the method of the selected entry, else of the settings: its region is filled and its lines are thick. */
const OdeMethod *wb_lab_main_method (WbSession *session);
/* Returns the methods (const OdeMethod *) of the visible entries. */
GPtrArray *wb_lab_visible_methods (WbSession *session);
/* Returns their ids, separated by commas, as the option `integrators` of a study takes them. Free it with g_free. */
char *wb_lab_method_ids (const GPtrArray *methods);

G_END_DECLS
