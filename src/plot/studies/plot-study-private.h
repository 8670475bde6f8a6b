/* Helpers that only the files of the views of studies share. */
#pragma once

#include "lab-study-kind.h"
#include "plot-layers.h"
#include "plot-view.h"

G_BEGIN_DECLS

/* The numbers of a GArray of doubles. */
#define PLOT_STUDY_DATA(array) ((const double *) (gconstpointer) (array)->data)

/* Returns the label of an axis: a name with the unit of a column. Free it with g_free. */
char *plot_study_with_unit (const char *name, const LabTable *table, const char *column);
/* Adds a polyline of n points to a view and returns its layer. label is its entry in the key, or NULL. */
PlotLayer *plot_study_add_line (PlotView *view, const double *x, const double *y, gsize n, const PlotStyle *style, const char *label);
/* Adds n markers to a view and returns their layer. label is their entry in the key, or NULL. */
PlotLayer *plot_study_add_points (PlotView *view, const double *x, const double *y, gsize n, const PlotStyle *style, PlotMarker marker, double radius,
                                  const char *label);
/* Adds a cross on the lower axis for each row of a table that has a reason of failure. */
void plot_study_add_failures (PlotView *view, const LabTable *table, const char *x_column, const char *failure_column);

/* Returns the different texts of a column, in the order of their first rows. The table owns the texts; free the array with g_ptr_array_unref. */
GPtrArray *plot_study_distinct (const LabTable *table, const char *column);
/* Adds the lines or points of two columns of the result, and the titles of the axes, to a view. */
void plot_study_fill_columns (PlotView *view, const LabPicture *picture, const LabResult *result);

G_END_DECLS
