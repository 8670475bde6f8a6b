/* The kinds of layers. The constructors take references on trajectories and tapes, and copy arrays. Add the layer that they return to a
 * view with plot_view_add. */
#pragma once

#include "plot-layer.h"
#include "plot-run.h"
#include "plot-style.h"
#include "plot-transform.h"

G_BEGIN_DECLS

/* ---- runs ---- */

/* Returns a column over time, with dashed vertical lines at jumps. transform may be NULL. */
PlotLayer *plot_layer_curve_new (SimTrajectory *trajectory, int column, const PlotStyle *style, const PlotTransform *transform);
/* Returns a column over another column; PLOT_COLUMN_TIME stands for t. */
PlotLayer *plot_layer_orbit_new (SimTrajectory *trajectory, int x_column, int y_column, const PlotStyle *style);
/* Draws a letter on the current point. The orbit then ends at the playhead, also in a longer run. */
void plot_layer_orbit_set_letter (PlotLayer *layer, char letter);
/* Returns a layer that shows as text the distance of two runs over these
 * columns at the playhead, and a key if the view has no title band. name: of
 * run b. */
PlotLayer *plot_layer_pair_new (SimTrajectory *a, SimTrajectory *b, const int *columns, int n_columns, int series_a, int series_b,
                                const char *name);
/* Returns the distance that the layer of a pair shows. */
double plot_layer_pair_distance (PlotLayer *layer);
/* A run in a tree of branches. */
typedef struct
{
  int letter, number, series; /* letter in the tree, number of the run, series of its colour and dashes */
  int parent;                 /* index of the lane that it begins from; −1: none */
  double root;                /* time at which it begins */
  const char *label;          /* rich text */
  SimTrajectory *trajectory;
  gboolean current, failed;   /* a failed run ends in a cross */
} PlotLane;
/* Returns the lanes of a tree of branches over time. Copies the array, and takes references on the trajectories. */
PlotLayer *plot_layer_lanes_new (const PlotLane *lanes, int n);
/* Returns in *number the run of a hit on the lanes, and in *root its root, or NaN if the hit is not at its root. Returns FALSE if the
 * layer is of another kind. */
gboolean plot_layer_lanes_get (PlotLayer *layer, const PlotHit *hit, int *number, double *root);
typedef enum { PLOT_ATTEMPT_STEP, PLOT_ATTEMPT_ERROR } PlotAttemptQuantity;
/* Returns the step size, or the error relative to the tolerance, of all attempts: discs for accepted ones, crosses for rejected ones,
 * diamonds for steps that end at an event. */
PlotLayer *plot_layer_attempts_new (SimTape *tape, PlotAttemptQuantity quantity);
/* Returns whether an attempt was rejected; FALSE if the layer is not one of
 * attempts. */
gboolean plot_layer_attempts_is_rejected (PlotLayer *layer, gsize index);
/* Finds the rejected attempt nearest in time to t, as a hit that can be pinned;
 * among attempts that start at the same time, the first. Returns FALSE if there
 * is none, or if the layer is not one of attempts. */
gboolean plot_layer_attempts_find (PlotLayer *layer, double t, PlotHit *hit);
/* Sets the names of the states for readouts (rich text, NULL-terminated, copied). */
void plot_layer_attempts_set_names (PlotLayer *layer, const char *const *names);
/* Sets hit to an attempt, so that it can be pinned. Returns FALSE if the
 * attempt is not on the tape or has no mark, or if the layer is of another
 * kind. */
gboolean plot_layer_attempts_get (PlotLayer *layer, gsize index, PlotHit *hit);
/* Returns a strip that shows what limited each step of a run with this method
 * from t_start on, and the order of its steps; it is drawn in the strip of the
 * view (plot_view_set_strip). names: those of the states (rich text,
 * NULL-terminated, copied), or NULL. */
PlotLayer *plot_layer_limits_new (SimTape *tape, const OdeMethod *method, double t_start, const char *const *names);
/* Adds a change of the method during the run, in order of time. */
void plot_layer_limits_add_method (PlotLayer *layer, double t, const OdeMethod *method);
/* Sets the largest stable steps at n ascending times, which are copied; see
 * SimStableSteps. */
void plot_layer_limits_set_stable (PlotLayer *layer, const double *t, const double *h, gsize n);
/* Returns the fractions of the visible time in which each condition limited the
 * steps (index: SimLimit), as of the last drawing. */
void plot_layer_limits_fractions (PlotLayer *layer, double *fractions);
/* Returns the height of one row of the strip under a plot that shows what limited the steps, px. */
double plot_layer_limits_lane (const PlotTheme *theme);
/* Returns vertical lines at events, and triangles in a row below the plot. kinds: bit mask of SimTrigger; 0: all but per-step events. */
PlotLayer *plot_layer_events_new (SimTrajectory *trajectory, unsigned kinds, gboolean triangles);
/* Tells which events only record a time (notes[event], copied). They get no
 * lines, but triangles on the curve of `column`; PLOT_COLUMN_NONE: no
 * triangles. */
void plot_layer_events_set_notes (PlotLayer *layer, const gboolean *notes, int n, int column);
/* Returns the time since the previous event, at each event; event −1: any event. */
PlotLayer *plot_layer_intervals_new (SimTrajectory *trajectory, int event);
/* Returns a vertical line at the accumulation time of events, visible once they
 * accumulate. If named is set, the line has the label *t_∞*. event −1: the
 * first event that accumulates. */
PlotLayer *plot_layer_limit_new (SimTrajectory *trajectory, int event, gboolean named);
/* Returns the law of the intervals of accumulating events; event −1: all events
 * form one sequence. If a parameter of the system equals the ratio of the
 * intervals, the law names it (system NULL: no parameter). */
PlotLayer *plot_layer_law_new (ModelSystem *system, SimTrajectory *trajectory, int event);
/* Returns an inset that magnifies the accumulation in the curve of columns[0]. It does not cover the curves of any of the columns. */
PlotLayer *plot_layer_inset_new (SimTrajectory *trajectory, const int *columns, int n_columns, const PlotStyle *style);
/* Returns the points (x, y) where column `at` crosses zero upwards (by linear
 * interpolation) or, with event ≥ 0, the points at this event. */
PlotLayer *plot_layer_section_new (SimTrajectory *trajectory, int x_column, int y_column, int at_column, int event);
/* Returns the scene of a model at the playhead. The system must belong to the caller's thread and outlive the layer. */
PlotLayer *plot_layer_scene_new (ModelSystem *system, SimTrajectory *trajectory);
/* Sets the interval of simulated time between exposures (a stroboscopic
 * picture); 0: none. */
void plot_layer_scene_set_exposures (PlotLayer *layer, double interval);
/* Makes the layer draw only the items at the current time, faint: the motion of an earlier run beside that of the run that replaces it. */
void plot_layer_scene_set_ghost (PlotLayer *layer);
/* Returns a dotted vertical line at the current value of x_column. In a phase
 * portrait of (x_column, y_column) it ends at the motion below; in the motion
 * (y_column PLOT_COLUMN_NONE) it goes from the top to the first body at this x.
 */
PlotLayer *plot_layer_guide_new (ModelSystem *system, SimTrajectory *trajectory, int x_column, int y_column);

/* ---- planes ---- */

/* Computes dx/dt and dy/dt at (x, y). Returns FALSE if they are undefined. */
typedef gboolean (*PlotRhsFunc) (gpointer user, double x, double y, double *dx, double *dy);
/* Returns a direction field. destroy (or NULL) is called with user when the layer is freed. */
PlotLayer *plot_layer_field_new (PlotRhsFunc rhs, gpointer user, GDestroyNotify destroy);
/* Returns the lines where dx = 0 and where dy = 0. Their labels "ẋ = 0" and "ẏ
 * = 0" use the names of the states; NULL: no label. */
PlotLayer *plot_layer_nullclines_new (PlotRhsFunc rhs, gpointer user, GDestroyNotify destroy, const char *x_name, const char *y_name);
/* Keeps the labels of nullclines away from the path of these columns; takes a reference. Call it once. */
void plot_layer_nullclines_avoid (PlotLayer *layer, SimTrajectory *trajectory, int x_column, int y_column);
/* Called with the time of the playhead before each drawing; returns a number
 * that grows when the results of the field's function change. */
typedef guint64 (*PlotFollowFunc) (gpointer user, double t);
/* Sets a function that is called with the layer's user data before each drawing. */
void plot_layer_field_set_follow (PlotLayer *layer, PlotFollowFunc follow);

/* Returns a quantity that is 0 on a guard. */
typedef double (*PlotLevelFunc) (gpointer user, double x, double y);
/* Returns the curve where the level is 0, labelled "guard expression = 0"
 * (expression NULL: no label). side −1: an event is triggered when the level
 * falls through 0, +1: when it rises, 0: in both cases. The side behind the
 * guard is shaded as long as the run has no row of these columns there. */
PlotLayer *plot_layer_guard_new (PlotLevelFunc level, gpointer user, GDestroyNotify destroy, const char *expression, int side,
                                 SimTrajectory *trajectory, int x_column, int y_column);

/* ---- arrays (copied) and annotations ---- */

/* Returns a polyline through n points; NaN interrupts it. */
PlotLayer *plot_layer_line_new (const double *x, const double *y, gsize n, const PlotStyle *style);
/* Replaces the points of a line. */
void plot_layer_line_set (PlotLayer *layer, const double *x, const double *y, gsize n);
/* Draws markers at the points, with or without the line. */
void plot_layer_line_set_marker (PlotLayer *layer, PlotMarker marker, double radius, gboolean line);
/* Draws the head of an arrow at the last point. */
void plot_layer_line_set_arrow (PlotLayer *layer);
/* Fills ring markers with the light shade of their series; for bodies that move in a plane. */
void plot_layer_line_set_body (PlotLayer *layer);
/* Returns a filled closed polygon through the points, in the colour of the series. */
void plot_layer_line_set_fill (PlotLayer *layer, double opacity);
/* Returns a band between low and high over x. */
PlotLayer *plot_layer_band_new (const double *x, const double *low, const double *high, gsize n, const PlotStyle *style, double opacity);
/* Returns a histogram: n_bars heights between n_bars + 1 edges. */
PlotLayer *plot_layer_bars_new (const double *edges, const double *heights, gsize n_bars, const PlotStyle *style);
/* The cells of a coloured grid. */
typedef struct
{
  /* Returns the colour of a cell in this theme. */
  PlotColor (*color) (gpointer user, gsize cell, const PlotTheme *theme);
  /* Appends the readout of a cell as lines of rich text; NULL: the cells have no readout and are not hit. */
  void (*readout) (gpointer user, gsize cell, GString *text);
  gpointer user;
  GDestroyNotify destroy;  /* called with user when the layer is freed; or NULL */
} PlotCells;
/* Returns nx × ny cells of equal size between the edges. Cell (i, j) has the index j·nx + i; row 0 is at y_low. */
PlotLayer *plot_layer_cells_new (const PlotCells *cells, int nx, int ny, double x_low, double x_high, double y_low, double y_high);
/* A drawing that fills the data area. The functions may be called on the thread that draws. */
typedef struct
{
  /* Draws into the rectangle of the data area, px. */
  void (*draw) (gpointer user, PlotCanvas *canvas, const PlotTheme *theme, double left, double top, double width, double height);
  /* Appends its part of the summary of the view; or NULL. */
  void (*describe) (gpointer user, GString *text);
  gpointer user;
  GDestroyNotify destroy;  /* called with user when the layer is freed; or NULL */
} PlotDrawing;
/* Returns a drawing without axes. */
PlotLayer *plot_layer_drawing_new (const PlotDrawing *drawing);
/* Returns a vertical or horizontal line across the plot, with a label at its end (NULL: none). */
PlotLayer *plot_layer_rule_new (gboolean vertical, double value, const char *label, const PlotStyle *style);
/* Returns bars with their numbers in the strip of a view (plot_view_set_strip), from lane `first` over a height of `lanes` lanes; NaN: no bar.
 * marks_zero: a value of 0 is a green square. The label is left of the data area. */
PlotLayer *plot_layer_strip_new (const char *label, const double *x, const double *values, gsize n, double first, double lanes, gboolean marks_zero,
                                 const PlotStyle *style);
/* Returns a shaded range of x (vertical) or y; ±inf is allowed. */
PlotLayer *plot_layer_shade_new (gboolean vertical, double low, double high, const PlotStyle *style, double opacity);
/* Returns text with a halo at a point; align as in plot_canvas_layout. */
PlotLayer *plot_layer_text_new (const char *rich, double x, double y, double align, const PlotStyle *style, gboolean bold);
/* Returns lines of text with an arrow to a point, in the free place nearest to it; without a free place nothing is drawn. */
PlotLayer *plot_layer_note_new (const char *rich, double x, double y, const PlotStyle *style);
/* Adds points that the note must not cover. */
void plot_layer_note_avoid (PlotLayer *layer, const double *x, const double *y, gsize n);
/* Sets a curve; the arrow of the note then points to its last visible point. */
void plot_layer_note_follow (PlotLayer *layer, const double *x, const double *y, gsize n);

G_END_DECLS
