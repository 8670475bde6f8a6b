/* One integrator of a comparison: its method, its colour, whether it is
 * visible, and the result of its last run. */
#pragma once

#include <gio/gio.h>

#include "lab-comparison.h"

G_BEGIN_DECLS

#define WB_TYPE_COMPARE_ENTRY (wb_compare_entry_get_type ())
G_DECLARE_FINAL_TYPE (WbCompareEntry, wb_compare_entry, WB, COMPARE_ENTRY, GObject)

/* Makes an entry that is shown and has no result. */
WbCompareEntry *wb_compare_entry_new (const OdeMethod *method, int color);
/* Returns the integrator. */
const OdeMethod *wb_compare_entry_method (WbCompareEntry *self);
/* Returns the short name of the method for narrow places; borrowed. */
const char *wb_compare_entry_name (WbCompareEntry *self);
/* Returns the series colour, 1 to 6. */
int wb_compare_entry_color (WbCompareEntry *self);
/* Sets the series colour, 1 to 6. */
void wb_compare_entry_set_color (WbCompareEntry *self, int color);
/* Returns whether the entry is shown. */
gboolean wb_compare_entry_visible (WbCompareEntry *self);
/* Shows or hides the entry. */
void wb_compare_entry_set_visible (WbCompareEntry *self, gboolean visible);
/* Returns the result of the last comparison, borrowed; NULL if there is none
 * for the current settings. */
const LabComparisonEntry *wb_compare_entry_result (WbCompareEntry *self);
/* Sets the result, which the comparison owns; NULL: none. */
void wb_compare_entry_set_result (WbCompareEntry *self, const LabComparisonEntry *result);

/* Returns the name of the compared invariant; "energy" is translated. */
const char *wb_compare_invariant_name (const LabComparison *comparison);
/* Returns a time of the comparison with the model's unit. Free it with g_free. */
char *wb_compare_time_text (const LabComparison *comparison, double t);
/* Returns the step or accuracy of the entry; with_sign: preceded by "h = ".
 * Free it with g_free. */
char *wb_compare_entry_step_text (WbCompareEntry *self, gboolean with_sign);
/* Returns the behaviour of the run as a translated phrase; free with g_free. */
char *wb_compare_entry_behaviour_text (WbCompareEntry *self, const LabComparison *comparison);
/* Returns a sentence with the reason why the run does not have the requested
 * cost, step or accuracy, or NULL if it has. Free it with g_free. */
char *wb_compare_entry_why (WbCompareEntry *self, const LabComparison *comparison);

G_END_DECLS
