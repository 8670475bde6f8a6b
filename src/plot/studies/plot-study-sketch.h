/* Small pictures by which lists show what a study is about. Any thread. */
#pragma once

#include <cairo.h>

#include "lab-study-kind.h"
#include "plot-theme.h"

G_BEGIN_DECLS

/* Draws the sketch of a study into the rectangle from 0, 0 to width, height, px. A study without a sketch has an empty one. */
void plot_study_sketch (const LabStudyKind *study, cairo_t *cr, const PlotTheme *theme, int width, int height);
/* Draws the lines of a sketch (LabStudyKind.sketch). The first is blue, the second orange, the third red. */
void plot_study_sketch_lines (const char *sketch, cairo_t *cr, const PlotTheme *theme, int width, int height);

G_END_DECLS
