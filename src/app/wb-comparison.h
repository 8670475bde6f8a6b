/* What the Compare view compares: entries, terms, and the comparison run on a thread of the pool. Main thread.
 *
 * Signals: "entries-changed" (added, removed, hidden, coloured), "comparison-changed" (a comparison is there, or is no longer), "running-changed",
 * "restored". */
#pragma once

#include "wb-compare-entry.h"
#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_COMPARISON (wb_comparison_get_type ())
G_DECLARE_FINAL_TYPE (WbComparison, wb_comparison, WB, COMPARISON, GObject)

/* Returns the session's comparison, which the session owns; makes it when it is first asked for. */
WbComparison *wb_comparison_of (WbSession *session);
/* Returns the session's comparison; NULL where nothing asked for it yet. */
WbComparison *wb_comparison_peek (WbSession *session);
WbSession *wb_comparison_session (WbComparison *self);
/* WbCompareEntry, in order. */
GListModel *wb_comparison_entries (WbComparison *self);
/* FALSE where it is there already. */
gboolean wb_comparison_add (WbComparison *self, const OdeMethod *method);
void wb_comparison_remove (WbComparison *self, WbCompareEntry *entry);
void wb_comparison_set_visible (WbComparison *self, WbCompareEntry *entry, gboolean visible);
void wb_comparison_set_color (WbComparison *self, WbCompareEntry *entry, int color);
/* The one in the foreground: its row is selected, its line thicker. NULL: none. */
WbCompareEntry *wb_comparison_selected (WbComparison *self);
void wb_comparison_select (WbComparison *self, WbCompareEntry *entry);

LabComparisonRule wb_comparison_rule (WbComparison *self);
void wb_comparison_set_rule (WbComparison *self, LabComparisonRule rule);
/* Of the rule in force. */
double wb_comparison_value (WbComparison *self);
void wb_comparison_set_value (WbComparison *self, double value);
double wb_comparison_value_of (WbComparison *self, LabComparisonRule rule);
/* The place of the playhead in the model's time; NaN: at the end of the comparison. */
double wb_comparison_time (WbComparison *self);
void wb_comparison_set_time (WbComparison *self, double t);
/* Replaces entries (WbCompareEntry), terms and time; values are by rule, those that are not > 0 stay as they are. selected: index of an entry,
 * −1: none. */
void wb_comparison_restore (WbComparison *self, GPtrArray *entries, int selected, LabComparisonRule rule, const double values[3], double t);

/* Starts anew, ending one that runs. */
void wb_comparison_run (WbComparison *self);
void wb_comparison_cancel (WbComparison *self);
gboolean wb_comparison_is_running (WbComparison *self);
double wb_comparison_progress (WbComparison *self);
/* NULL: none yet. */
const LabComparison *wb_comparison_result (WbComparison *self);
/* Whether settings, values or terms changed since the comparison. */
gboolean wb_comparison_is_stale (WbComparison *self);
/* Why there is no comparison; NULL: nothing went wrong. */
const char *wb_comparison_error (WbComparison *self);

G_END_DECLS
