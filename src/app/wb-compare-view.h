/* The Compare view: several integrators on one model, side by side; title, chips, plots, table and a transport of its own. */
#pragma once

#include <gtk/gtk.h>

#include "wb-compare-race.h"
#include "wb-compare-transport.h"
#include "wb-plot-area.h"

G_BEGIN_DECLS

#define WB_TYPE_COMPARE_VIEW (wb_compare_view_get_type ())
G_DECLARE_FINAL_TYPE (WbCompareView, wb_compare_view, WB, COMPARE_VIEW, GtkWidget)

GtkWidget *wb_compare_view_new (WbSession *session);
WbCompareRace *wb_compare_view_race (WbCompareView *self);
WbCompareTransport *wb_compare_view_transport (WbCompareView *self);
/* 0: orbit, 1: invariant, 2: position. */
WbPlotArea *wb_compare_view_area (WbCompareView *self, int index);

G_END_DECLS
