/* A view: one plot with title band, axes and layers of data. One thread (the main thread in the window); one owner.
 *
 * The window draws a view in the draw function of a widget, and forwards pointer and keys to plot_view_hit, _zoom, _pan, _fit and the
 * setters. Pixels are those of the widget (before the device scale). */
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

/* Keeps an object that the layers borrow: release is called with it when the view is freed, after the layers. */
void plot_view_keep (PlotView *view, gpointer object, GDestroyNotify release);
/* Takes ownership of a layer. Layers are drawn in this order within their plane. */
void plot_view_add (PlotView *view, PlotLayer *layer);
/* Removes and frees a layer. */
void plot_view_remove (PlotView *view, PlotLayer *layer);
/* Returns the number of layers. */
int plot_view_n_layers (const PlotView *view);
/* Returns a layer. */
PlotLayer *plot_view_layer (const PlotView *view, int index);

/* Stores pointers to layers for the function that made the view, which needs
 * them later. maker: an address that identifies it; parts: its struct, freed
 * with g_free. */
void plot_view_set_parts (PlotView *view, gconstpointer maker, gpointer parts);
/* Returns the struct stored by this maker, or NULL if another one made the
 * view. */
gpointer plot_view_parts (const PlotView *view, gconstpointer maker);

/* Sets title and remark, rich text; both may be NULL. */
void plot_view_set_title (PlotView *view, const char *title, const char *remark);
/* Returns the title, or NULL. */
const char *plot_view_title (const PlotView *view);
/* Returns the remark, or NULL. */
const char *plot_view_remark (const PlotView *view);
/* Sets the letter of a panel ("a") on paper; NULL: none. */
void plot_view_set_letter (PlotView *view, const char *letter);
/* Sets the label of the horizontal axis, rich text; NULL: none. */
void plot_view_set_x_label (PlotView *view, const char *rich);
/* Sets the label of the vertical axis, rich text; NULL: none. */
void plot_view_set_y_label (PlotView *view, const char *rich);
/* Makes a shared time axis the horizontal axis; takes a reference. */
void plot_view_set_time_axis (PlotView *view, PlotTimeAxis *axis);
/* Returns the shared time axis, or NULL. */
PlotTimeAxis *plot_view_time_axis (const PlotView *view);
/* Sets the axis whose playhead the layers follow, for a view whose horizontal axis is not time; takes a reference. */
void plot_view_set_clock (PlotView *view, PlotTimeAxis *clock);
/* Shows tick labels below the plot: in a column only in the lowest view. */
void plot_view_set_x_labels_shown (PlotView *view, gboolean shown);
/* Shows the handle of the playhead, and the distance of the cursors: in a column only in the first view. */
void plot_view_set_playhead_handle (PlotView *view, gboolean shown);
/* Makes axes logarithmic or linear. */
void plot_view_set_log (PlotView *view, gboolean log_x, gboolean log_y);
/* Returns which axes are logarithmic. */
void plot_view_get_log (const PlotView *view, gboolean *log_x, gboolean *log_y);
/* Gives both axes the same unit. */
void plot_view_set_equal (PlotView *view, gboolean equal);
/* Shows or hides axes with their ticks and grid. */
void plot_view_set_axes_shown (PlotView *view, gboolean x, gboolean y);
/* Sets the margins left and right of the data area, px before lecture scaling; NaN: the theme's. Views of a column need equal ones. */
void plot_view_set_margins (PlotView *view, double left, double right);
/* Makes `below` use the horizontal axis of `above`, pixel for pixel: both in widgets of equal width, `above` drawn first. Not for
 * logarithmic axes and time. Either view may be freed first. */
void plot_view_share_x (PlotView *above, PlotView *below);
/* Keeps the right `width` px of the title band free for a menu button. */
void plot_view_set_band_reserve (PlotView *view, double width);
/* Reserves lanes of a strip at the bottom of the data area, above the time axis;
 * the vertical axis ends above them. 0: none. */
void plot_view_set_strip (PlotView *view, int lanes);
/* Shows or hides the title band. */
void plot_view_set_title_shown (PlotView *view, gboolean shown);
/* Sets the theme, which is copied. */
void plot_view_set_theme (PlotView *view, const PlotTheme *theme);
/* Returns the theme. */
const PlotTheme *plot_view_theme (const PlotView *view);

/* Sets the range of the horizontal axis; NaN ends follow the data. Zoom and pan change it. */
void plot_view_set_x_range (PlotView *view, double low, double high);
/* Sets the range of the vertical axis like plot_view_set_x_range. */
void plot_view_set_y_range (PlotView *view, double low, double high);
/* Sets the horizontal range that is used while all data are inside it; then the range grows with the data. */
void plot_view_set_x_home (PlotView *view, double low, double high);
/* Sets the vertical range that is used while all data are inside it, like
 * plot_view_set_x_home. */
void plot_view_set_y_home (PlotView *view, double low, double high);
/* Returns the horizontal range of the last drawing; NaN before it. */
void plot_view_get_x_range (const PlotView *view, double *low, double *high);
/* Returns the vertical range of the last drawing; NaN before it. */
void plot_view_get_y_range (const PlotView *view, double *low, double *high);
/* The range of an axis, as passed to another view of the same data. by_hand:
 * set by zoom or pan, so it does not grow with the data; high ≤ low: unknown. */
typedef struct { double low, high; gboolean by_hand; } PlotRange;
/* Returns the ranges of both axes; x is unknown if the view has a shared time
 * axis, which stores its own range. */
void plot_view_get_shown (const PlotView *view, PlotRange *x, PlotRange *y);
/* Sets the ranges of both axes; unknown ranges follow the data. */
void plot_view_set_shown (PlotView *view, const PlotRange *x, const PlotRange *y);
typedef enum { PLOT_DIRECTION_X = 1 << 0, PLOT_DIRECTION_Y = 1 << 1, PLOT_DIRECTION_BOTH = 3 } PlotDirection;
/* Zooms by factor (< 1: in) about pixel (px, py). Zooming a shared time axis
 * changes all its views, also in the functions below. */
void plot_view_zoom (PlotView *view, PlotDirection direction, double px, double py, double factor);
/* Moves the ranges by pixels. */
void plot_view_pan (PlotView *view, double dx, double dy);
/* Makes the ranges follow the data again. */
void plot_view_fit (PlotView *view, PlotDirection direction);
/* Zooms to a box in pixels. */
void plot_view_zoom_box (PlotView *view, double px0, double py0, double px1, double py1);

/* Draws the view; scale: device pixels per pixel. Returns TRUE if a part remains: draw again in the next frame. */
gboolean plot_view_draw (PlotView *view, cairo_t *cr, double width, double height, double scale);
/* Draws the whole view on a canvas, for files. */
void plot_view_draw_canvas (PlotView *view, PlotCanvas *canvas, double width, double height);
/* Places the data area in a view of this size. Drawing does this. */
void plot_view_layout (PlotView *view, double width, double height);
/* Updates the ranges of the axes to the data. Drawing does this. */
void plot_view_ranges (PlotView *view);
/* Returns the data area of the last drawing. */
void plot_view_get_area (const PlotView *view, double *x, double *y, double *width, double *height);
/* Returns the scales of the last drawing. */
void plot_view_get_scales (const PlotView *view, PlotScale *x, PlotScale *y);
/* Converts a pixel to data with the scales of the last drawing. */
void plot_view_unmap (const PlotView *view, double px, double py, double *x, double *y);
/* Converts data to a pixel with the scales of the last drawing. */
void plot_view_map (const PlotView *view, double x, double y, double *px, double *py);

G_END_DECLS
