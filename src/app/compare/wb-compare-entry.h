/* One integrator of a comparison: its method, its colour, its visibility, and the result of its last
 * run. */
#pragma once

#include <gio/gio.h>

#include "lab-comparison.h"

G_BEGIN_DECLS

#define WB_TYPE_COMPARE_ENTRY (wb_compare_entry_get_type ())
G_DECLARE_FINAL_TYPE (WbCompareEntry, wb_compare_entry, WB, COMPARE_ENTRY, GObject)

/* Makes an entry that is visible and has no result. color: index of the colour, 1 to 6. */
WbCompareEntry *wb_compare_entry_new (const OdeMethod *method, int color);
/* Returns the method of the entry. */
const OdeMethod *wb_compare_entry_method (WbCompareEntry *self);
/* Returns the short name of the method for narrow places; borrowed. */
const char *wb_compare_entry_name (WbCompareEntry *self);
/* Returns the index of the entry's colour in plots, 1 to 6. */
int wb_compare_entry_color (WbCompareEntry *self);
/* Sets the index of the entry's colour in plots, 1 to 6. */
void wb_compare_entry_set_color (WbCompareEntry *self, int color);
/* Returns whether plots and table show the entry. */
gboolean wb_compare_entry_visible (WbCompareEntry *self);
/* Shows or hides the entry. */
void wb_compare_entry_set_visible (WbCompareEntry *self, gboolean visible);
/* Returns the result of the entry in the last comparison, borrowed. Returns NULL if there is no result for the current
 * settings. */
const LabComparisonEntry *wb_compare_entry_result (WbCompareEntry *self);
/* Sets the result, which stays owned by the comparison; NULL removes it. */
void wb_compare_entry_set_result (WbCompareEntry *self, const LabComparisonEntry *result);

/* Returns the name of the invariant whose drift is compared. The name "energy" is translated. */
const char *wb_compare_invariant_name (const LabComparison *comparison);
/* Returns a time as text with the unit of time of the model. Free it with g_free. */
char *wb_compare_time_text (const LabComparison *comparison, double t);
/* Returns the step size or the accuracy of the entry as text. with_sign: puts "h = " before a step size. Free it with
 * g_free. */
char *wb_compare_entry_step_text (WbCompareEntry *self, gboolean with_sign);
/* Returns the behaviour of the run as a translated phrase; free with g_free. */
char *wb_compare_entry_behaviour_text (WbCompareEntry *self, const LabComparison *comparison);
/* Returns a sentence that explains why the run does not have the requested cost, step or accuracy. Returns NULL if the run has it. Free it
 * with g_free. */
char *wb_compare_entry_why (WbCompareEntry *self, const LabComparison *comparison);

G_END_DECLS
