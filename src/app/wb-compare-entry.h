/* One integrator of a comparison: its method, colour, whether it is shown, and what its last run gave. */
#pragma once

#include <gio/gio.h>

#include "lab-comparison.h"

G_BEGIN_DECLS

#define WB_TYPE_COMPARE_ENTRY (wb_compare_entry_get_type ())
G_DECLARE_FINAL_TYPE (WbCompareEntry, wb_compare_entry, WB, COMPARE_ENTRY, GObject)

WbCompareEntry *wb_compare_entry_new (const OdeMethod *method, int color);
const OdeMethod *wb_compare_entry_method (WbCompareEntry *self);
/* The method's name without what a narrow place has no room for. */
const char *wb_compare_entry_name (WbCompareEntry *self);
/* Series colour, 1 to 6. */
int wb_compare_entry_color (WbCompareEntry *self);
void wb_compare_entry_set_color (WbCompareEntry *self, int color);
gboolean wb_compare_entry_visible (WbCompareEntry *self);
void wb_compare_entry_set_visible (WbCompareEntry *self, gboolean visible);
/* Borrowed from the comparison; NULL: not run yet, or the terms have changed. */
const LabComparisonEntry *wb_compare_entry_result (WbCompareEntry *self);
void wb_compare_entry_set_result (WbCompareEntry *self, const LabComparisonEntry *result);

/* As the model calls it; what nearly all call "energy", translated. */
const char *wb_compare_invariant_name (const LabComparison *comparison);
/* A time of the comparison as readouts have it, with the model's unit; owned by the caller. */
char *wb_compare_time_text (const LabComparison *comparison, double t);
/* Words for the table, translated; free with g_free. */
char *wb_compare_entry_step_text (WbCompareEntry *self, gboolean with_sign);
char *wb_compare_entry_behaviour_text (WbCompareEntry *self, const LabComparison *comparison);
/* A sentence on why the run does not have the asked cost, step or accuracy; NULL: it has. Free with g_free. */
char *wb_compare_entry_why (WbCompareEntry *self, const LabComparison *comparison);

G_END_DECLS
