/* The comparison of a session: its entries, its rule, and the computation on a thread of the pool. Main thread.
 *
 * Signals: "entries-changed" (an entry was added, removed, hidden or coloured), "comparison-changed" (a result was added or removed),
 * "running-changed" (a comparison was started or has ended), "restored" (the entries were restored from a session or by
 * undo), "chosen" (wb_comparison_select was called). */
#pragma once

#include "wb-compare-entry.h"
#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_COMPARISON (wb_comparison_get_type ())
G_DECLARE_FINAL_TYPE (WbComparison, wb_comparison, WB, COMPARISON, GObject)

/* Returns the comparison of a session. The first call creates it; the session owns it. */
WbComparison *wb_comparison_of (WbSession *session);
/* Returns the comparison of a session, or NULL if wb_comparison_of was not called for the session
 * yet. */
WbComparison *wb_comparison_peek (WbSession *session);
/* Returns the session to which the comparison belongs; borrowed. */
WbSession *wb_comparison_session (WbComparison *self);
/* Returns the list of entries (WbCompareEntry) in order; borrowed. */
GListModel *wb_comparison_entries (WbComparison *self);
/* Adds an entry for a method. Returns FALSE if the method has an entry already. */
gboolean wb_comparison_add (WbComparison *self, const OdeMethod *method);
/* Returns the colour that the fewest entries have, 1 to 12. */
int wb_comparison_free_color (WbComparison *self);
/* Removes an entry. */
void wb_comparison_remove (WbComparison *self, WbCompareEntry *entry);
/* Shows or hides an entry. */
void wb_comparison_set_visible (WbComparison *self, WbCompareEntry *entry, gboolean visible);
/* Sets the index of an entry's colour in plots, 1 to 6. */
void wb_comparison_set_color (WbComparison *self, WbCompareEntry *entry, int color);
/* Returns the selected entry, borrowed, whose line is drawn thicker. Returns NULL if none is selected. */
WbCompareEntry *wb_comparison_selected (WbComparison *self);
/* Selects an entry; NULL selects none. Emits "chosen", also if it is selected already. The end of a comparison selects an entry without that
 * signal. */
void wb_comparison_select (WbComparison *self, WbCompareEntry *entry);

/* Returns the rule of the comparison: equal cost, step or accuracy. */
LabComparisonRule wb_comparison_rule (WbComparison *self);
/* Sets the rule of the comparison: equal cost, step or accuracy. */
void wb_comparison_set_rule (WbComparison *self, LabComparisonRule rule);
/* Returns the value for the current rule: the number of evaluations, the step
 * size or the accuracy. */
double wb_comparison_value (WbComparison *self);
/* Sets the value for the current rule. */
void wb_comparison_set_value (WbComparison *self, double value);
/* Returns the value that is stored for a rule: number of evaluations, step size or
 * accuracy. */
double wb_comparison_value_of (WbComparison *self, LabComparisonRule rule);
/* Returns the time of the playhead in the model's unit of time. NaN means the end of the
 * comparison. */
double wb_comparison_time (WbComparison *self);
/* Moves the playhead to time t. */
void wb_comparison_set_time (WbComparison *self, double t);
/* Replaces the entries (WbCompareEntry), the rule, its values and the time of the playhead. values: one
 * for each rule; values that are not positive are ignored. selected: index of the selected entry, or
 * −1. */
void wb_comparison_restore (WbComparison *self, GPtrArray *entries, int selected, LabComparisonRule rule, const double values[3], double t);

/* Starts the comparison. If one is running, cancels that first. */
void wb_comparison_run (WbComparison *self);
/* Cancels a running comparison. */
void wb_comparison_cancel (WbComparison *self);
/* Returns whether a comparison is running. */
gboolean wb_comparison_is_running (WbComparison *self);
/* Returns the completed fraction of the running comparison, 0 to 1. */
double wb_comparison_progress (WbComparison *self);
/* Returns the last result, borrowed, or NULL if there is none. */
const LabComparison *wb_comparison_result (WbComparison *self);
/* Returns whether the settings, the values or the rule have changed since the result was
 * computed. */
gboolean wb_comparison_is_stale (WbComparison *self);
/* Returns the error message of the last comparison, borrowed, or NULL if it did not
 * fail. */
const char *wb_comparison_error (WbComparison *self);

G_END_DECLS
