/* The comparison of a session: its entries, its rule, and the computation on a
 * thread of the pool. Main thread.
 *
 * Signals: "entries-changed" (an entry was added, removed, hidden or coloured),
 * "comparison-changed" (a result was added or removed), "running-changed",
 * "restored". */
#pragma once

#include "wb-compare-entry.h"
#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_COMPARISON (wb_comparison_get_type ())
G_DECLARE_FINAL_TYPE (WbComparison, wb_comparison, WB, COMPARISON, GObject)

/* Returns the comparison of a session, which owns it. The first call makes it. */
WbComparison *wb_comparison_of (WbSession *session);
/* Returns the comparison of a session, or NULL if wb_comparison_of was not
 * called yet. */
WbComparison *wb_comparison_peek (WbSession *session);
/* Returns the session. */
WbSession *wb_comparison_session (WbComparison *self);
/* Returns the entries (WbCompareEntry) in order. */
GListModel *wb_comparison_entries (WbComparison *self);
/* Adds an integrator. Returns FALSE if it is already an entry. */
gboolean wb_comparison_add (WbComparison *self, const OdeMethod *method);
/* Removes an entry. */
void wb_comparison_remove (WbComparison *self, WbCompareEntry *entry);
/* Shows or hides an entry. */
void wb_comparison_set_visible (WbComparison *self, WbCompareEntry *entry, gboolean visible);
/* Sets the series colour of an entry, 1 to 6. */
void wb_comparison_set_color (WbComparison *self, WbCompareEntry *entry, int color);
/* Returns the selected entry, whose line is drawn thicker; NULL: none. */
WbCompareEntry *wb_comparison_selected (WbComparison *self);
/* Selects an entry; NULL: none. */
void wb_comparison_select (WbComparison *self, WbCompareEntry *entry);

/* Returns the rule of the comparison: equal cost, step or accuracy. */
LabComparisonRule wb_comparison_rule (WbComparison *self);
/* Sets the rule. */
void wb_comparison_set_rule (WbComparison *self, LabComparisonRule rule);
/* Returns the value for the current rule: the number of evaluations, the step
 * size or the accuracy. */
double wb_comparison_value (WbComparison *self);
/* Sets the value for the current rule. */
void wb_comparison_set_value (WbComparison *self, double value);
/* Returns the value that is stored for a rule: the number of evaluations, the
 * step size or the accuracy. */
double wb_comparison_value_of (WbComparison *self, LabComparisonRule rule);
/* Returns the time of the playhead in the model's unit; NaN: the end of the
 * comparison. */
double wb_comparison_time (WbComparison *self);
/* Moves the playhead. */
void wb_comparison_set_time (WbComparison *self, double t);
/* Replaces the entries (WbCompareEntry), the rule, its values and the time.
 * values: one for each rule; values that are not positive do not replace the
 * current ones. selected: index of an entry, −1 for none. */
void wb_comparison_restore (WbComparison *self, GPtrArray *entries, int selected, LabComparisonRule rule, const double values[3], double t);

/* Starts the comparison; if one is running, cancels it first. */
void wb_comparison_run (WbComparison *self);
/* Cancels a running comparison. */
void wb_comparison_cancel (WbComparison *self);
/* Returns whether a comparison is running. */
gboolean wb_comparison_is_running (WbComparison *self);
/* Returns the completed fraction, 0 to 1. */
double wb_comparison_progress (WbComparison *self);
/* Returns the last result, borrowed; NULL if there is none. */
const LabComparison *wb_comparison_result (WbComparison *self);
/* Returns whether settings, values, the rule or its value changed since the
 * result. */
gboolean wb_comparison_is_stale (WbComparison *self);
/* Returns the error message of the last comparison, or NULL if it did not
 * fail. */
const char *wb_comparison_error (WbComparison *self);

G_END_DECLS
