/* What the Compare view compares: entries, terms, and the comparison run on a
 * thread of the pool. Main thread.
 *
 * Signals: "entries-changed" (added, removed, hidden, coloured),
 * "comparison-changed" (a comparison is there, or is no longer),
 * "running-changed", "restored". */
#pragma once

#include "wb-compare-entry.h"
#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_COMPARISON (wb_comparison_get_type ())
G_DECLARE_FINAL_TYPE (WbComparison, wb_comparison, WB, COMPARISON, GObject)

/* Returns the session's comparison, which the session owns; makes it when it is
 * first asked for. */
WbComparison *wb_comparison_of (WbSession *session);
/* Returns the session's comparison; NULL where nothing asked for it yet. */
WbComparison *wb_comparison_peek (WbSession *session);
/* Returns the session. */
WbSession *wb_comparison_session (WbComparison *self);
/* Returns the entries (WbCompareEntry) in order. */
GListModel *wb_comparison_entries (WbComparison *self);
/* Adds an integrator; returns FALSE where it is an entry already. */
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
/* Returns the value of the rule in force. */
double wb_comparison_value (WbComparison *self);
/* Sets the value of the rule in force. */
void wb_comparison_set_value (WbComparison *self, double value);
/* Returns the value of any rule. */
double wb_comparison_value_of (WbComparison *self, LabComparisonRule rule);
/* Returns the time of the playhead in the model's unit; NaN: at the end. */
double wb_comparison_time (WbComparison *self);
/* Moves the playhead. */
void wb_comparison_set_time (WbComparison *self, double t);
/* Replaces entries (WbCompareEntry), terms and time. values are by rule; those
 * that are not > 0 keep their present value. selected is the index of an entry,
 * −1 for none. */
void wb_comparison_restore (WbComparison *self, GPtrArray *entries, int selected, LabComparisonRule rule, const double values[3], double t);

/* Starts the comparison; cancels one that runs. */
void wb_comparison_run (WbComparison *self);
/* Cancels a running comparison. */
void wb_comparison_cancel (WbComparison *self);
/* Returns whether a comparison runs. */
gboolean wb_comparison_is_running (WbComparison *self);
/* Returns the fraction that is done, 0 to 1. */
double wb_comparison_progress (WbComparison *self);
/* Returns the last result, borrowed; NULL: none yet. */
const LabComparison *wb_comparison_result (WbComparison *self);
/* Returns whether settings, values or terms changed since the result. */
gboolean wb_comparison_is_stale (WbComparison *self);
/* Returns the message of the failure of the last comparison; NULL where it did
 * not fail. */
const char *wb_comparison_error (WbComparison *self);

G_END_DECLS
