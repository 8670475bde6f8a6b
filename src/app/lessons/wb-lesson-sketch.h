/* Connects the curve that a question asks for with the plot of its column. */
#pragma once

#include "wb-lessons.h"
#include "wb-simulate-view.h"

G_BEGIN_DECLS

/* Lets the reader draw the curve in the view, and shows it there, as long as the
 * view exists. */
void wb_lesson_sketch_connect (WbLessons *lessons, WbSimulateView *view);
/* Returns the index of the plot in which the question of the page asks for a
 * curve; −1: none. */
int wb_lesson_sketch_plot (WbLessons *lessons);

G_END_DECLS
