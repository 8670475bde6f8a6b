/* The kinds of layers. Constructors take references on trajectories and tapes; arrays are copied. Each returns a layer for
 * plot_view_add. */
#pragma once

#include "plot-layer.h"
#include "plot-run.h"
#include "plot-transform.h"

G_BEGIN_DECLS

/* Colours of a style that are no series: the theme's colours of these names. */
typedef enum
{
  PLOT_SERIES_TEXT = -1,
  PLOT_SERIES_REJECTED = -2,
  PLOT_SERIES_EVENT = -3,
  PLOT_SERIES_VERIFIED = -4,
  PLOT_SERIES_SECONDARY = -5,
  PLOT_SERIES_FIELD = -6,
  PLOT_SERIES_ACCENT = -7,
} PlotSeries;

typedef struct
{
  int series;          /* colour and dashes of series 0 … 5, or a PlotSeries */
  double width;        /* px; 0: line_main for series 0, line_other for the rest */
  double opacity;      /* 0: 1 */
  gboolean dashed;     /* plain dashes 4-3 whatever the series */
  gboolean dotted;     /* dots instead */
  gboolean solid;      /* no dashes whatever the series */
} PlotStyle;

/* ---- runs ---- */
/* y(t) of a column; jumps are dashed upright lines, x⁻ a ring. transform may be NULL. */
PlotLayer *plot_layer_curve_new (SimTrajectory *trajectory, int column, const PlotStyle *style, const PlotTransform *transform);
/* Column against column; PLOT_COLUMN_TIME is t. */
PlotLayer *plot_layer_orbit_new (SimTrajectory *trajectory, int x_column, int y_column, const PlotStyle *style);
/* A letter on the current point. The orbit then goes no further than the playhead, whatever the run has already done. */
void plot_layer_orbit_set_letter (PlotLayer *layer, char letter);
/* Two runs seen together: their distance over these columns at the playhead, and a key where the view has no title band. name: of the
 * second. */
PlotLayer *plot_layer_pair_new (SimTrajectory *a, SimTrajectory *b, const int *columns, int n_columns, int series_a, int series_b, const char *name);
double plot_layer_pair_distance (PlotLayer *layer);
/* Step size or error over tolerance of attempts: discs accepted, crosses rejected, diamonds cut at an event. */
typedef enum { PLOT_ATTEMPT_STEP, PLOT_ATTEMPT_ERROR } PlotAttemptQuantity;
PlotLayer *plot_layer_attempts_new (SimTape *tape, PlotAttemptQuantity quantity);
/* Triangles at the lower edge and upright lines at events; kinds: bit mask of SimTrigger to show, 0: all but per-step ones. */
PlotLayer *plot_layer_events_new (SimTrajectory *trajectory, unsigned kinds, gboolean triangles);
/* Whether an attempt of the layer was rejected; FALSE for layers of another kind. */
gboolean plot_layer_attempts_is_rejected (PlotLayer *layer, gsize index);
/* The rejected attempt nearest in time, as a hit to pin; of several from one time the first. FALSE: none, or a layer of another kind. */
gboolean plot_layer_attempts_find (PlotLayer *layer, double t, PlotHit *hit);
/* Its labels keep off the path of these columns; takes a reference, once. */
void plot_layer_nullclines_avoid (PlotLayer *layer, SimTrajectory *trajectory, int x_column, int y_column);
/* Events that only note a time (notes[event], copied) have no lines; their triangles stand on the curve of this column, PLOT_COLUMN_NONE: nowhere. */
void plot_layer_events_set_notes (PlotLayer *layer, const gboolean *notes, int n, int column);
/* Time since the event before, at each event; event −1: any. */
PlotLayer *plot_layer_intervals_new (SimTrajectory *trajectory, int event);
/* Where events pile up, drawn once they do: an upright line at the time that they never pass, `named` with its letter *t_∞*; the law of
 * the intervals of one event, with the parameter of the system (or NULL) that is their ratio; and the end of that row magnified, in a
 * view of these columns (the first is drawn, all are kept free). event −1: the first that piles up; of a law, all events as one row. */
PlotLayer *plot_layer_limit_new (SimTrajectory *trajectory, int event, gboolean named);
PlotLayer *plot_layer_law_new (ModelSystem *system, SimTrajectory *trajectory, int event);
PlotLayer *plot_layer_inset_new (SimTrajectory *trajectory, const int *columns, int n_columns, const PlotStyle *style);
/* Points (x, y) where column `at` crosses zero upwards (linear between rows), or at the events named by event ≥ 0. */
PlotLayer *plot_layer_section_new (SimTrajectory *trajectory, int x_column, int y_column, int at_column, int event);
/* The scene of a model at the playhead; system must be an instance of the caller's own thread and outlive the layer. */
PlotLayer *plot_layer_scene_new (ModelSystem *system, SimTrajectory *trajectory);
/* Exposures every `interval` of simulated time (stroboscopic still); 0: none. */
void plot_layer_scene_set_exposures (PlotLayer *layer, double interval);

/* A dotted line at the current value of x_column: in a phase portrait from (x_column, y_column) down out of the view, in the motion
 * below it (y_column PLOT_COLUMN_NONE) from the top to the body that stands there. */
PlotLayer *plot_layer_guide_new (ModelSystem *system, SimTrajectory *trajectory, int x_column, int y_column);

/* ---- planes ---- */
/* dx/dt, dy/dt at (x, y); FALSE where undefined. */
typedef gboolean (*PlotRhsFunc) (gpointer user, double x, double y, double *dx, double *dy);
PlotLayer *plot_layer_field_new (PlotRhsFunc rhs, gpointer user, GDestroyNotify destroy);
/* Lines where dx = 0 and where dy = 0, labelled "ẋ = 0" and "ẏ = 0" with the names of the two states, or NULL. */
PlotLayer *plot_layer_nullclines_new (PlotRhsFunc rhs, gpointer user, GDestroyNotify destroy, const char *x_name, const char *y_name);
/* What the callback computes has changed (a parameter). */
void plot_layer_field_invalidate (PlotLayer *layer);
/* Called with the time at the clock's playhead before each drawing, with the layer's user data; returns a number that grows when what the
 * callback computes has changed. */
typedef guint64 (*PlotFollowFunc) (gpointer user, double t);
void plot_layer_field_set_follow (PlotLayer *layer, PlotFollowFunc follow);

/* A quantity of the plane that is 0 on a guard. */
typedef double (*PlotLevelFunc) (gpointer user, double x, double y);
/* The line where it is 0, named "guard expression = 0" (expression NULL: not named). side −1: an event waits for it to fall through 0,
 * +1 to rise, 0 either; the side beyond is shaded as long as no row of these columns lies there. */
PlotLayer *plot_layer_guard_new (PlotLevelFunc level, gpointer user, GDestroyNotify destroy, const char *expression, int side,
                                 SimTrajectory *trajectory, int x_column, int y_column);

/* ---- arrays ---- */
/* NaN is a gap. */
PlotLayer *plot_layer_line_new (const double *x, const double *y, gsize n, const PlotStyle *style);
void plot_layer_line_set (PlotLayer *layer, const double *x, const double *y, gsize n);
/* Marks at the points as well. */
void plot_layer_line_set_marker (PlotLayer *layer, PlotMarker marker, double radius, gboolean line);
/* Rings are filled with the light shade of their series: bodies that stand in the plane. */
void plot_layer_line_set_body (PlotLayer *layer);
/* Area between line and polygon: fills the closed polygon of the points with the series colour at opacity. */
void plot_layer_line_set_fill (PlotLayer *layer, double opacity);
/* Band between low and high over x. */
PlotLayer *plot_layer_band_new (const double *x, const double *low, const double *high, gsize n, const PlotStyle *style, double opacity);
PlotLayer *plot_layer_bars_new (const double *edges, const double *heights, gsize n_bars, const PlotStyle *style);
/* ARGB32 image in data coordinates; takes a reference. */
PlotLayer *plot_layer_image_new (cairo_surface_t *image, double x0, double x1, double y0, double y1);
/* A straight line across (vertical FALSE) or up, with a label at its end. */
PlotLayer *plot_layer_rule_new (gboolean vertical, double value, const char *label, const PlotStyle *style);
/* Shades x (vertical TRUE) or y between two values; ±inf allowed. */
PlotLayer *plot_layer_shade_new (gboolean vertical, double low, double high, const PlotStyle *style, double opacity);
/* Text at a data point with halo; align as in plot_canvas_layout. */
PlotLayer *plot_layer_text_new (const char *rich, double x, double y, double align, const PlotStyle *style, gboolean bold);
/* Lines of text with an arrow to a point, in the free place nearest to it; points that stand in the way are told, and without a free place
 * nothing is drawn. */
PlotLayer *plot_layer_note_new (const char *rich, double x, double y, const PlotStyle *style);
void plot_layer_note_avoid (PlotLayer *layer, const double *x, const double *y, gsize n);
/* The arrow points to where this line is last inside the plot instead. */
void plot_layer_note_follow (PlotLayer *layer, const double *x, const double *y, gsize n);
/* A distance across with end marks and a label above ("period 11.61 s"). */
PlotLayer *plot_layer_span_new (double x0, double x1, double y, const char *label, const PlotStyle *style);

/* Resolved colour of a style in a theme. */
PlotColor plot_style_color (const PlotStyle *style, const PlotTheme *theme, gboolean text);
PlotPen plot_style_pen (const PlotStyle *style, const PlotTheme *theme);

G_END_DECLS
