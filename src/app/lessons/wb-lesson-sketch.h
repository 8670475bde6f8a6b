/* Lets the reader draw the curve that a question asks for, in the plot of its column. */
#pragma once

#include "wb-lessons.h"
#include "wb-simulate-view.h"

G_BEGIN_DECLS

/* Connects the open lesson with a view: the reader can draw the curve there, and the view shows it. The connection ends when the view is
 * finalized. */
void wb_lesson_sketch_connect (WbLessons *lessons, WbSimulateView *view);
/* Connects the open lesson with the plot of the phase plane, in which the reader can place a point. */
void wb_lesson_sketch_connect_plane (WbLessons *lessons, WbPlotArea *area);
/* Returns the index of the plot in which the reader draws the curve for the current question, or
 * −1. */
int wb_lesson_sketch_plot (WbLessons *lessons);

G_END_DECLS
