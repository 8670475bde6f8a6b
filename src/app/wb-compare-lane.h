/* One integrator of a comparison: its method, colour, whether it is shown, and what its last run gave. */
#pragma once

#include <gio/gio.h>

#include "lab-race.h"

G_BEGIN_DECLS

#define WB_TYPE_COMPARE_LANE (wb_compare_lane_get_type ())
G_DECLARE_FINAL_TYPE (WbCompareLane, wb_compare_lane, WB, COMPARE_LANE, GObject)

WbCompareLane *wb_compare_lane_new (const OdeMethod *method, int color);
const OdeMethod *wb_compare_lane_method (WbCompareLane *self);
/* The method's name without what a narrow place has no room for. */
const char *wb_compare_lane_name (WbCompareLane *self);
/* Series colour, 1 to 6. */
int wb_compare_lane_color (WbCompareLane *self);
void wb_compare_lane_set_color (WbCompareLane *self, int color);
gboolean wb_compare_lane_visible (WbCompareLane *self);
void wb_compare_lane_set_visible (WbCompareLane *self, gboolean visible);
/* Borrowed from the race; NULL: not run yet, or the terms have changed. */
const LabRacer *wb_compare_lane_racer (WbCompareLane *self);
void wb_compare_lane_set_racer (WbCompareLane *self, const LabRacer *racer);

/* As the model calls it; what nearly all call "energy", translated. */
const char *wb_compare_invariant_name (const LabRace *race);
/* A time of the race as readouts have it, with the model's unit; owned by the caller. */
char *wb_compare_time_text (const LabRace *race, double t);
/* Words for the table, translated; free with g_free. */
char *wb_compare_lane_step_text (WbCompareLane *self, gboolean with_sign);
char *wb_compare_lane_behaviour_text (WbCompareLane *self, const LabRace *race);
/* A sentence on why the run does not have the asked cost, step or accuracy; NULL: it has. Free with g_free. */
char *wb_compare_lane_why (WbCompareLane *self, const LabRace *race);

G_END_DECLS
