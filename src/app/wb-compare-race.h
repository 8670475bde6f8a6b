/* What the Compare view compares: lanes, terms, and the race run on a thread of the pool. Main thread.
 *
 * Signals: "lanes-changed" (added, removed, hidden, coloured), "race-changed" (a race is there, or is no longer), "running-changed". */
#pragma once

#include "wb-compare-lane.h"
#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_COMPARE_RACE (wb_compare_race_get_type ())
G_DECLARE_FINAL_TYPE (WbCompareRace, wb_compare_race, WB, COMPARE_RACE, GObject)

WbCompareRace *wb_compare_race_new (WbSession *session);
WbSession *wb_compare_race_session (WbCompareRace *self);
/* WbCompareLane, in order. */
GListModel *wb_compare_race_lanes (WbCompareRace *self);
/* FALSE where it is there already. */
gboolean wb_compare_race_add (WbCompareRace *self, const OdeMethod *method);
void wb_compare_race_remove (WbCompareRace *self, WbCompareLane *lane);
void wb_compare_race_set_visible (WbCompareRace *self, WbCompareLane *lane, gboolean visible);
void wb_compare_race_set_color (WbCompareRace *self, WbCompareLane *lane, int color);
/* The one in the foreground: its row is selected, its line thicker. NULL: none. */
WbCompareLane *wb_compare_race_selected (WbCompareRace *self);
void wb_compare_race_select (WbCompareRace *self, WbCompareLane *lane);

LabRaceRule wb_compare_race_rule (WbCompareRace *self);
void wb_compare_race_set_rule (WbCompareRace *self, LabRaceRule rule);
/* Of the rule in force. */
double wb_compare_race_value (WbCompareRace *self);
void wb_compare_race_set_value (WbCompareRace *self, double value);
double wb_compare_race_value_of (WbCompareRace *self, LabRaceRule rule);
/* Takes over WbCompareLane and terms, by rule (values that are not > 0 stay as they are); selected: index of a lane, −1: none. */
void wb_compare_race_restore (WbCompareRace *self, GPtrArray *lanes, int selected, LabRaceRule rule, const double values[3]);

/* Starts anew, ending one that runs. */
void wb_compare_race_run (WbCompareRace *self);
void wb_compare_race_cancel (WbCompareRace *self);
gboolean wb_compare_race_is_running (WbCompareRace *self);
double wb_compare_race_progress (WbCompareRace *self);
/* NULL: none yet. */
const LabRace *wb_compare_race_result (WbCompareRace *self);
/* Whether settings, values or terms changed since the race. */
gboolean wb_compare_race_is_stale (WbCompareRace *self);
/* Why there is no race; NULL: nothing went wrong. */
const char *wb_compare_race_error (WbCompareRace *self);

G_END_DECLS
