/* Constructors of layers. They take references on trajectories and tapes, and copy arrays. plot_view_add adds the new layer to a view,
 * which then owns it. */
#pragma once

#include "plot-layer.h"
#include "plot-run.h"
#include "plot-style.h"
#include "plot-transform.h"
#include "sim-explain.h"

G_BEGIN_DECLS

/* ---- layers that show runs ---- */

/* Returns a layer that draws a column over time, with dashed vertical lines at jumps. transform may be NULL. */
PlotLayer *plot_layer_curve_new (SimTrajectory *trajectory, int column, const PlotStyle *style, const PlotTransform *transform);
/* Returns a layer that draws a column against another one; PLOT_COLUMN_TIME stands for t. */
PlotLayer *plot_layer_orbit_new (SimTrajectory *trajectory, int x_column, int y_column, const PlotStyle *style);
/* Draws a letter beside the current point of an orbit. The orbit then ends at the playhead, even if the run is longer. */
void plot_layer_orbit_set_letter (PlotLayer *layer, char letter);
/* Returns a layer that shows the distance of two runs, over these columns and at the playhead, as text. If the view has no title band, it
 * also shows a key. name is that of run b. */
PlotLayer *plot_layer_pair_new (SimTrajectory *a, SimTrajectory *b, const int *columns, int n_columns, int series_a, int series_b,
                                const char *name);
/* Returns the distance of two runs that a layer made by plot_layer_pair_new shows. */
double plot_layer_pair_distance (PlotLayer *layer);
/* A run in a tree of branched runs, drawn as a horizontal line (lane). */
typedef struct
{
  int letter, number, series; /* letter in the tree, number of the run, and series that determines colour and dashes */
  int parent;                 /* index of the lane of the run from which this run branches; −1: none */
  double root;                /* time at which the run branches from its parent */
  const char *label;          /* name of the run, rich text */
  SimTrajectory *trajectory;
  gboolean current, failed;   /* current: the lane is emphasized; failed: the lane ends with a cross */
} PlotLane;
/* Returns a layer that draws a tree of branched runs over time. Copies the array, and takes references on the trajectories. */
PlotLayer *plot_layer_lanes_new (const PlotLane *lanes, int n);
/* Sets *number to the run of a hit on a lane, and *root to the time at which the run branches, or NaN if the hit is not at that point.
 * Returns FALSE if the layer has another type. */
gboolean plot_layer_lanes_get (PlotLayer *layer, const PlotHit *hit, int *number, double *root);
typedef enum { PLOT_ATTEMPT_STEP, PLOT_ATTEMPT_ERROR } PlotAttemptQuantity;
/* Returns a layer that shows, for all attempts, the step size or the error relative to the tolerance: discs for accepted attempts, crosses
 * for rejected ones, diamonds for steps that end at an event. */
PlotLayer *plot_layer_attempts_new (SimTape *tape, PlotAttemptQuantity quantity);
/* Returns whether an attempt was rejected. Returns FALSE if the layer does not show attempts. */
gboolean plot_layer_attempts_is_rejected (PlotLayer *layer, gsize index);
/* Finds the rejected attempt nearest to time t and sets *hit to it, so that it can be pinned. If several attempts start at the same time, the
 * first is chosen. Returns FALSE if there is none, or if the layer does not show attempts. */
gboolean plot_layer_attempts_find (PlotLayer *layer, double t, PlotHit *hit);
/* Sets the names of the states for readouts (rich text, NULL-terminated). They are copied. */
void plot_layer_attempts_set_names (PlotLayer *layer, const char *const *names);
/* Sets *hit to an attempt, so that it can be pinned. Returns FALSE if the attempt is not on the tape or has no mark, or if the layer does not
 * show attempts. */
gboolean plot_layer_attempts_get (PlotLayer *layer, gsize index, PlotHit *hit);
/* Returns a strip that shows which condition limited each step, and the order of the steps, of a run that uses this method from t_start on.
 * It is drawn in the strip of the view (plot_view_set_strip). names are those of the states (rich text, NULL-terminated, copied), or NULL. */
PlotLayer *plot_layer_limits_new (SimTape *tape, const OdeMethod *method, double t_start, const char *const *names);
/* Adds a change of the method during the run. Changes must be added in order of time. */
void plot_layer_limits_add_method (PlotLayer *layer, double t, const OdeMethod *method);
/* Sets the measurement that tells accuracy and stability apart; its arrays are copied. */
void plot_layer_limits_set_response (PlotLayer *layer, const SimResponse *response);
/* Computes, for each condition (index: SimLimit), the fraction of the visible time in which it limited the steps, as of the last drawing. */
void plot_layer_limits_fractions (PlotLayer *layer, double *fractions);
/* Returns the height in px of one lane of the strip made by plot_layer_limits_new. */
double plot_layer_limits_lane (const PlotTheme *theme);
/* Returns a layer that draws vertical lines at events and, if triangles is TRUE, triangles in a row below the plot. kinds is a bit mask of
 * SimTrigger; 0: all events except those of each step. */
PlotLayer *plot_layer_events_new (SimTrajectory *trajectory, unsigned kinds, gboolean triangles);
/* Sets which events only record a time (notes[event], copied). These have no lines, but triangles on the curve of `column`;
 * PLOT_COLUMN_NONE: no triangles. */
void plot_layer_events_set_notes (PlotLayer *layer, const gboolean *notes, int n, int column);
/* Adds a curve of the plot (wrap: period of an angle, or 0). The layer marks a period only if all added curves repeat with it. */
void plot_layer_events_add_curve (PlotLayer *layer, int column, double wrap);
/* Returns a layer that shows, at each event, the time since the previous one. If event is −1, all events count; otherwise only occurrences
 * of this event. */
PlotLayer *plot_layer_intervals_new (SimTrajectory *trajectory, int event);
/* Returns a layer that draws a vertical line at the accumulation time of events, once they accumulate. If named is TRUE, the line has the label
 * *t_∞*. If event is −1, the first event that accumulates is used. */
PlotLayer *plot_layer_limit_new (SimTrajectory *trajectory, int event, gboolean named);
/* Returns a layer that shows the law of the intervals between accumulating events. If event is −1, all events form one sequence. If a parameter of
 * the system equals the ratio of the intervals, the law contains its name; system may be NULL. */
PlotLayer *plot_layer_law_new (ModelSystem *system, SimTrajectory *trajectory, int event);
/* Returns an inset that magnifies the end of the curve of columns[0], where events accumulate. It does not cover the curves of the columns. */
PlotLayer *plot_layer_inset_new (SimTrajectory *trajectory, const int *columns, int n_columns, const PlotStyle *style);
/* Returns a layer that shows the points (x, y) at which the column `at` crosses zero upwards (by linear interpolation) or, if event ≥ 0, at
 * which this event occurs. */
PlotLayer *plot_layer_section_new (SimTrajectory *trajectory, int x_column, int y_column, int at_column, int event);
/* Returns a layer that draws the scene of a model at the playhead. The system must be owned by the caller's thread and must outlive the layer. */
PlotLayer *plot_layer_scene_new (ModelSystem *system, SimTrajectory *trajectory);
/* Sets the interval of simulated time between exposures (earlier positions that are shown too, as in a stroboscopic picture); 0: none. */
void plot_layer_scene_set_exposures (PlotLayer *layer, double interval);
/* Makes the scene layer of an earlier run (a ghost) draw only the items at the current time, faintly. */
void plot_layer_scene_set_ghost (PlotLayer *layer);
/* Returns a layer that draws a dotted vertical line at the current value of x_column. In a phase portrait of (x_column, y_column) the line goes
 * down to the motion plot below; in the motion plot (y_column is PLOT_COLUMN_NONE) it goes from the top to the first body at this x. */
PlotLayer *plot_layer_guide_new (ModelSystem *system, SimTrajectory *trajectory, int x_column, int y_column);

/* ---- layers of phase planes ---- */

/* Computes dx/dt and dy/dt at (x, y). Returns FALSE if they are undefined. */
typedef gboolean (*PlotRhsFunc) (gpointer user, double x, double y, double *dx, double *dy);
/* Returns a layer that draws a direction field. destroy (may be NULL) is called with user when the layer is freed. */
PlotLayer *plot_layer_field_new (PlotRhsFunc rhs, gpointer user, GDestroyNotify destroy);
/* Returns a layer that draws the direction field of a model at time t in the plane of two states, x and y. The other states have the values
 * of state[n_states], which is copied. Takes ownership of the system, since views are drawn on any thread. */
PlotLayer *plot_layer_field_in_plane (ModelSystem *system, int x, int y, double t, const double *state);
/* Returns a layer that draws the curves with dx/dt = 0 and with dy/dt = 0. Their labels "ẋ = 0" and "ẏ = 0" use the names of the states; a
 * name that is NULL gives no label. */
PlotLayer *plot_layer_nullclines_new (PlotRhsFunc rhs, gpointer user, GDestroyNotify destroy, const char *x_name, const char *y_name);
/* Keeps the labels of nullclines away from the path of these columns. Takes a reference on the trajectory. Call it at most once. */
void plot_layer_nullclines_avoid (PlotLayer *layer, SimTrajectory *trajectory, int x_column, int y_column);
/* Is called with the time of the playhead before each drawing. Returns a number that grows when the results of the field's function change. */
typedef guint64 (*PlotFollowFunc) (gpointer user, double t);
/* Sets a function that is called before each drawing, with the user data of the layer. */
void plot_layer_field_set_follow (PlotLayer *layer, PlotFollowFunc follow);

/* Returns the value of a function that is 0 on a guard. */
typedef double (*PlotLevelFunc) (gpointer user, double x, double y);
/* Returns a layer that draws a guard, the curve on which level is 0, with the label "guard expression = 0" (expression NULL: no label). The event
 * is triggered when level falls through 0 (side −1), rises through 0 (+1), or in both cases (0). The side behind the guard is shaded as long as no
 * row of these columns of the run is there. */
PlotLayer *plot_layer_guard_new (PlotLevelFunc level, gpointer user, GDestroyNotify destroy, const char *expression, int side,
                                 SimTrajectory *trajectory, int x_column, int y_column);

/* ---- layers of arrays (which are copied) and annotations ---- */

/* Returns a layer that draws a polyline through n points. NaN interrupts the line. */
PlotLayer *plot_layer_line_new (const double *x, const double *y, gsize n, const PlotStyle *style);
/* Replaces the points of a line. */
void plot_layer_line_set (PlotLayer *layer, const double *x, const double *y, gsize n);
/* Draws markers at the points of a line. If line is FALSE, only the markers are drawn. */
void plot_layer_line_set_marker (PlotLayer *layer, PlotMarker marker, double radius, gboolean line);
/* Draws an arrow head at the last point of a line. */
void plot_layer_line_set_arrow (PlotLayer *layer);
/* Makes the points of a line handles that the user can drag: a hit on one has the kind PLOT_HIT_START. */
void plot_layer_line_set_handles (PlotLayer *layer);
/* Fills ring markers with the light shade of their series. This is used for bodies that move in a plane. */
void plot_layer_line_set_body (PlotLayer *layer);
/* Fills the closed polygon through the points of a line in the colour of the series. */
void plot_layer_line_set_fill (PlotLayer *layer, double opacity);
/* Sets the opacity of everything that the layer of a line draws, 0 to 1. */
void plot_layer_line_set_opacity (PlotLayer *layer, double opacity);
/* Returns a layer that draws a band between low and high over x. */
PlotLayer *plot_layer_band_new (const double *x, const double *low, const double *high, gsize n, const PlotStyle *style, double opacity);
/* Measured points with their errors (NULL: none; NaN: none of this point) and their lines in a file (NULL: not known). x_name (rich text; NULL: "*t*") and
 * x_unit are for readouts; those of y are the quantity and the unit of the layer. `mark` is the number of the table; six tables have different marks, which then repeat. All are borrowed. */
typedef struct { const double *x, *y, *x_errors, *y_errors; const int *lines; gsize n; const char *x_name, *x_unit; int mark; } PlotMeasured;
/* Returns a layer that draws measured points with error bars. */
PlotLayer *plot_layer_measured_new (const PlotMeasured *points, const PlotStyle *style);
/* Returns a layer that draws a histogram of n_bars heights between n_bars + 1 edges. */
PlotLayer *plot_layer_bars_new (const double *edges, const double *heights, gsize n_bars, const PlotStyle *style);
/* The functions that determine the cells of a coloured grid. */
typedef struct
{
  /* Returns the colour of a cell in this theme. */
  PlotColor (*color) (gpointer user, gsize cell, const PlotTheme *theme);
  /* Appends the readout of a cell as lines of rich text. NULL: the cells have no readout and cannot be hit. */
  void (*readout) (gpointer user, gsize cell, GString *text);
  gpointer user;
  GDestroyNotify destroy;  /* called with user when the layer is freed; may be NULL */
} PlotCells;
/* Returns a layer that draws nx × ny cells of equal size between the edges. Cell (i, j) has the index j·nx + i; row 0 is at y_low. */
PlotLayer *plot_layer_cells_new (const PlotCells *cells, int nx, int ny, double x_low, double x_high, double y_low, double y_high);
/* The functions of a drawing that fills the data area. They may be called on any thread that draws the view. */
typedef struct
{
  /* Draws into the rectangle of the data area; lengths are in px. */
  void (*draw) (gpointer user, PlotCanvas *canvas, const PlotTheme *theme, double left, double top, double width, double height);
  /* Appends this drawing's part of the view's description; may be NULL. */
  void (*describe) (gpointer user, GString *text);
  gpointer user;
  GDestroyNotify destroy;  /* called with user when the layer is freed; may be NULL */
} PlotDrawing;
/* Returns a layer that consists of a drawing by the caller, without axes. */
PlotLayer *plot_layer_drawing_new (const PlotDrawing *drawing);
/* Returns a layer that draws a vertical or horizontal line across the plot, with a label at its end (NULL: no label). */
PlotLayer *plot_layer_rule_new (gboolean vertical, double value, const char *label, const PlotStyle *style);
/* Returns a layer that draws bars with their numbers in the strip of a view (plot_view_set_strip), from lane `first` over the height of `lanes`
 * lanes. NaN means no bar. If marks_zero is TRUE, a value of 0 is drawn as a green square. The label is to the left of the data area. */
PlotLayer *plot_layer_strip_new (const char *label, const double *x, const double *values, gsize n, double first, double lanes, gboolean marks_zero,
                                 const PlotStyle *style);
/* Returns a layer that shades a range of x (vertical TRUE) or of y (FALSE). The ends may be ±inf. */
PlotLayer *plot_layer_shade_new (gboolean vertical, double low, double high, const PlotStyle *style, double opacity);
/* Returns a layer that draws a text with a halo at a point; align as in plot_canvas_layout. */
PlotLayer *plot_layer_text_new (const char *rich, double x, double y, double align, const PlotStyle *style, gboolean bold);
/* Moves a text up or down by at most two lines where it would cover an earlier label. Without a free place the text is omitted. */
void plot_layer_text_set_movable (PlotLayer *layer);
/* Returns a layer that draws a note: lines of text with an arrow to a point, in the nearest free space. Nothing is drawn if there is no
 * free space. */
PlotLayer *plot_layer_note_new (const char *rich, double x, double y, const PlotStyle *style);
/* Adds points that the note must not cover. */
void plot_layer_note_avoid (PlotLayer *layer, const double *x, const double *y, gsize n);
/* Makes the arrow of a note point to the last visible point of a curve. */
void plot_layer_note_follow (PlotLayer *layer, const double *x, const double *y, gsize n);

G_END_DECLS
