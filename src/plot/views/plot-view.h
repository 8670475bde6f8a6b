/* A view: one plot with title band, axes, and layers of data. One thread at a time may use it (in the window, the main thread), and it has
 * one owner.
 *
 * The window draws a view in the draw function of a widget. It forwards events of pointer and keys to plot_view_hit, plot_view_zoom,
 * plot_view_pan, plot_view_fit and the setters. Pixels are those of the widget, before the device scale is applied. */
#pragma once

#include <cairo.h>

#include "plot-layer.h"

G_BEGIN_DECLS

typedef struct PlotView PlotView;

/* Returns an empty view. */
PlotView *plot_view_new (void);
/* Frees a view and its layers; NULL is allowed. */
void plot_view_free (PlotView *view);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PlotView, plot_view_free)

/* Stores an object that the layers borrow. When the view is freed, release is called with the object, after the layers were freed. */
void plot_view_keep (PlotView *view, gpointer object, GDestroyNotify release);
/* Adds a layer and takes ownership of it. Within a plane (PlotPlane) layers are drawn in the order in which they were added. */
void plot_view_add (PlotView *view, PlotLayer *layer);
/* Removes and frees a layer. */
void plot_view_remove (PlotView *view, PlotLayer *layer);
/* Returns the number of layers. */
int plot_view_n_layers (const PlotView *view);
/* Returns a layer; owned by the view. */
PlotLayer *plot_view_layer (const PlotView *view, int index);

/* Stores pointers to layers that the function that made the view needs later. maker is
 * an address that identifies this function; parts is its struct, which is freed with
 * g_free. */
void plot_view_set_parts (PlotView *view, gconstpointer maker, gpointer parts);
/* Returns the struct that was stored with this maker, or NULL if the view was made by another
 * one. */
gpointer plot_view_parts (const PlotView *view, gconstpointer maker);

/* Sets the title and the remark beside it (rich text). Both may be NULL. */
void plot_view_set_title (PlotView *view, const char *title, const char *remark);
/* Returns the title, or NULL; owned by the view. */
const char *plot_view_title (const PlotView *view);
/* Returns the remark, or NULL; owned by the view. */
const char *plot_view_remark (const PlotView *view);
/* Sets the letter ("a") that identifies the view in a figure on paper; NULL: none. */
void plot_view_set_letter (PlotView *view, const char *letter);
/* Sets the label of the horizontal axis as rich text; NULL: none. */
void plot_view_set_x_label (PlotView *view, const char *rich);
/* Sets the label of the vertical axis as rich text; NULL: none. */
void plot_view_set_y_label (PlotView *view, const char *rich);
/* Makes a shared time axis the horizontal axis of the view. Takes a reference on the axis. */
void plot_view_set_time_axis (PlotView *view, PlotTimeAxis *axis);
/* Returns the shared time axis, or NULL. */
PlotTimeAxis *plot_view_time_axis (const PlotView *view);
/* Sets the time axis whose playhead the layers follow, for a view whose horizontal axis is not time. Takes a reference on the axis. */
void plot_view_set_clock (PlotView *view, PlotTimeAxis *clock);
/* Sets whether tick labels are shown below the plot. In a column of plots over time only the lowest view has them. */
void plot_view_set_x_labels_shown (PlotView *view, gboolean shown);
/* Sets the radius of a knob that the caller draws on the horizontal axis, in px before lecture scaling; 0: there is none. The tick labels
 * are below the knob. */
void plot_view_set_knob_radius (PlotView *view, double radius);
/* Sets whether the handle of the playhead and the distance of the cursors are shown. In a column of plots over time only the first view has
 * them. */
void plot_view_set_playhead_handle (PlotView *view, gboolean shown);
/* Sets whether each axis is logarithmic. */
void plot_view_set_log (PlotView *view, gboolean log_x, gboolean log_y);
/* Sets whether the horizontal axis has its largest value at the left. Not supported for axes that views share. */
void plot_view_set_x_reversed (PlotView *view, gboolean reversed);
/* Returns whether each axis is logarithmic. */
void plot_view_get_log (const PlotView *view, gboolean *log_x, gboolean *log_y);
/* Sets whether both axes have the same number of pixels per unit. */
void plot_view_set_equal (PlotView *view, gboolean equal);
/* Shows or hides each axis with its ticks and grid. */
void plot_view_set_axes_shown (PlotView *view, gboolean x, gboolean y);
/* Sets the margins to the left and right of the data area, in px before lecture scaling; NaN: those of the theme. All views of a column
 * need equal margins. */
void plot_view_set_margins (PlotView *view, double left, double right);
/* Makes `below` share the horizontal axis of `above`, pixel for pixel. Both widgets must have equal widths, and `above` must be drawn
 * first. Not supported for logarithmic axes and for time. Either view may be freed first. */
void plot_view_share_x (PlotView *above, PlotView *below);
/* Reserves the right `width` px of the title band for a menu button. */
void plot_view_set_band_reserve (PlotView *view, double width);
/* Reserves a strip of `lanes` lanes at the bottom of the data area, above the time axis; 0: none. The vertical axis ends above the
 * strip. */
void plot_view_set_strip (PlotView *view, int lanes);
/* Reserves n rows for blocks above the data area; 0: none. A view that is too low does not show them. */
void plot_view_set_lanes (PlotView *view, int n);
/* Shows or hides the title band. */
void plot_view_set_title_shown (PlotView *view, gboolean shown);
/* Shows or hides a band with the keys alone, for a view whose title band is hidden. The band exists only if there are keys. */
void plot_view_set_keys_shown (PlotView *view, gboolean shown);
/* Sets the theme. It is copied. */
void plot_view_set_theme (PlotView *view, const PlotTheme *theme);
/* Returns the theme; owned by the view. */
const PlotTheme *plot_view_theme (const PlotView *view);

/* Sets the range of the horizontal axis. Ends that are NaN follow the data. Zoom and pan change the range. */
void plot_view_set_x_range (PlotView *view, double low, double high);
/* Sets the range of the vertical axis like plot_view_set_x_range. */
void plot_view_set_y_range (PlotView *view, double low, double high);
/* Sets a horizontal range that is used as long as all data are inside. After that the range grows with the data. */
void plot_view_set_x_home (PlotView *view, double low, double high);
/* Sets a vertical range that is used as long as all data are inside, like
 * plot_view_set_x_home. */
void plot_view_set_y_home (PlotView *view, double low, double high);
/* Returns the horizontal range of the last drawing; NaN if there was none. */
void plot_view_get_x_range (const PlotView *view, double *low, double *high);
/* Returns the vertical range of the last drawing; NaN if there was none. */
void plot_view_get_y_range (const PlotView *view, double *low, double *high);
/* The range of an axis, to be passed to another view of the same data. by_hand is TRUE if it was set by zoom or pan and does not grow with
 * the data. high ≤ low: unknown. */
typedef struct { double low, high; gboolean by_hand; } PlotRange;
/* Returns the ranges of both axes. That of x is unknown if the view has a shared time axis, which stores the range
 * itself. */
void plot_view_get_shown (const PlotView *view, PlotRange *x, PlotRange *y);
/* Sets the ranges of both axes. Ranges that are unknown follow the data. */
void plot_view_set_shown (PlotView *view, const PlotRange *x, const PlotRange *y);
typedef enum { PLOT_DIRECTION_X = 1 << 0, PLOT_DIRECTION_Y = 1 << 1, PLOT_DIRECTION_BOTH = 3 } PlotDirection;
/* Zooms by a factor about the pixel (px, py); a factor below 1 shows a smaller range. If the time axis is shared, zoom, pan and fit change
 * all its views. */
void plot_view_zoom (PlotView *view, PlotDirection direction, double px, double py, double factor);
/* Shifts the ranges by dx and dy pixels. */
void plot_view_pan (PlotView *view, double dx, double dy);
/* Makes the ranges follow the data again. */
void plot_view_fit (PlotView *view, PlotDirection direction);
/* Zooms to a box whose corners are given in pixels. */
void plot_view_zoom_box (PlotView *view, double px0, double py0, double px1, double py1);

/* Draws the view. scale is the number of device pixels per pixel. Returns TRUE if a part was not drawn: draw again in the next frame. */
gboolean plot_view_draw (PlotView *view, cairo_t *cr, double width, double height, double scale);
/* Draws the whole view on a canvas; used for files. */
void plot_view_draw_canvas (PlotView *view, PlotCanvas *canvas, double width, double height);
/* Computes the position of the data area for a view of this size. Drawing does this too. */
void plot_view_layout (PlotView *view, double width, double height);
/* Updates the ranges of the axes from the data. Drawing does this too. */
void plot_view_ranges (PlotView *view);
/* Returns the position and size of the data area in the last drawing, px. */
void plot_view_get_area (const PlotView *view, double *x, double *y, double *width, double *height);
/* Returns the scales of both axes in the last drawing. */
void plot_view_get_scales (const PlotView *view, PlotScale *x, PlotScale *y);
/* Converts a pixel to data coordinates, with the scales of the last drawing. */
void plot_view_unmap (const PlotView *view, double px, double py, double *x, double *y);
/* Converts data coordinates to a pixel, with the scales of the last drawing. */
void plot_view_map (const PlotView *view, double x, double y, double *px, double *py);

G_END_DECLS
