/* The methods that the page Method shows: those of the visible entries of the session's comparison, and that of the tableau. Call all
 * functions on the main thread. */
#pragma once

#include "wb-comparison.h"

G_BEGIN_DECLS

/* Returns the method of the selected entry of the comparison, or that of the settings if no entry is selected. The tableau shows this method
 * until another one is loaded or a cell is changed. */
const OdeMethod *wb_lab_main_method (WbSession *session);
/* Returns the method of the tableau as the session has stored it. Its region is filled and its lines are thick. */
const OdeMethod *wb_lab_page_method (WbSession *session);
/* Returns the entries (WbCompareEntry) whose methods are drawn if the tableau has this method: the visible ones, and that of the method even
 * if it is hidden. If the comparison has no entry for the method, the last one is a new entry. Free the array with g_ptr_array_unref. */
GPtrArray *wb_lab_drawn_entries (WbSession *session, const OdeMethod *method);
/* Returns the methods (const OdeMethod *) of these entries for the stored method of the tableau. Free the array with g_ptr_array_unref. */
GPtrArray *wb_lab_drawn_methods (WbSession *session);
/* Returns the names of these methods (model_method_name), separated by commas, for the option `integrators` of a study. Free the text with g_free. */
char *wb_lab_method_ids (const GPtrArray *methods);

G_END_DECLS
