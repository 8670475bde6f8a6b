/* A view: one plot with title band, axes and layers of data. Main thread; one owner.
 *
 * The window gives each view a widget, calls plot_view_draw in its draw function and forwards pointer and keys to
 * plot_view_hit, _zoom, _pan, _fit and the setters. Pixels are the widget's own (before the device scale). */
#pragma once

#include <cairo.h>

#include "plot-layer.h"

G_BEGIN_DECLS

typedef struct PlotView PlotView;

PlotView *plot_view_new (void);
void plot_view_free (PlotView *view);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PlotView, plot_view_free)

/* Holds what the layers borrow until the view is freed, after them: object is taken over, release called on the thread that frees the
 * view. */
void plot_view_keep (PlotView *view, gpointer object, GDestroyNotify release);
/* Takes layer over; layers are drawn in this order within their plane. */
void plot_view_add (PlotView *view, PlotLayer *layer);
void plot_view_remove (PlotView *view, PlotLayer *layer);
int plot_view_n_layers (const PlotView *view);
PlotLayer *plot_view_layer (const PlotView *view, int index);

/* Keeps the layers that the view's maker looks up later. maker: an address of the maker's own; parts: its struct, freed with g_free. */
void plot_view_set_parts (PlotView *view, gconstpointer maker, gpointer parts);
/* Returns what this maker keeps in the view; NULL where another made the view. */
gpointer plot_view_parts (const PlotView *view, gconstpointer maker);

/* Rich text; remark may be NULL. */
void plot_view_set_title (PlotView *view, const char *title, const char *remark);
const char *plot_view_title (const PlotView *view);
const char *plot_view_remark (const PlotView *view);
/* Letter at the upper left ("a") on paper; NULL: none. */
void plot_view_set_letter (PlotView *view, const char *letter);
void plot_view_set_x_label (PlotView *view, const char *rich);
void plot_view_set_y_label (PlotView *view, const char *rich);
/* Shares a time axis across; makes the column margins 50 and 44. */
void plot_view_set_time_axis (PlotView *view, PlotTimeAxis *axis);
PlotTimeAxis *plot_view_time_axis (const PlotView *view);
/* For views whose axis across is not time: the axis whose playhead their current point, faded history and scene follow. */
void plot_view_set_clock (PlotView *view, PlotTimeAxis *clock);
/* Tick labels below the plot: in the lowest view of a column only. */
void plot_view_set_x_labels_shown (PlotView *view, gboolean shown);
/* First of a column: carries the playhead's handle, and the distance of the cursors. */
void plot_view_set_playhead_handle (PlotView *view, gboolean shown);
void plot_view_set_log (PlotView *view, gboolean log_x, gboolean log_y);
void plot_view_get_log (const PlotView *view, gboolean *log_x, gboolean *log_y);
void plot_view_set_equal (PlotView *view, gboolean equal);
/* No axes, ticks or grid (motion). */
void plot_view_set_axes_shown (PlotView *view, gboolean x, gboolean y);
/* Margins left and right of the data, px before lecture scaling; NaN: the theme's. All views of a column need the same. */
void plot_view_set_margins (PlotView *view, double left, double right);
/* The view below takes over the axis across of the one above, pixel for pixel: both in widgets of one width, `above` drawn first.
 * Not for logarithmic axes and time. Either view may be freed first. */
void plot_view_share_x (PlotView *above, PlotView *below);
/* Room right of the title kept free for a menu button, px. */
void plot_view_set_band_reserve (PlotView *view, double width);
void plot_view_set_title_shown (PlotView *view, gboolean shown);

void plot_view_set_theme (PlotView *view, const PlotTheme *theme);
const PlotTheme *plot_view_theme (const PlotView *view);

/* Ranges; NaN ends follow the data. Setting one ends automatic growth. */
void plot_view_set_x_range (PlotView *view, double low, double high);
void plot_view_set_y_range (PlotView *view, double low, double high);
/* The range to show for as long as all data lie inside; then the axis grows as others do. */
void plot_view_set_x_home (PlotView *view, double low, double high);
void plot_view_set_y_home (PlotView *view, double low, double high);
void plot_view_get_x_range (const PlotView *view, double *low, double *high);
void plot_view_get_y_range (const PlotView *view, double *low, double *high);
/* What an axis shows, to be shown again by another view of the same: chosen by zoom or pan it stays, else it grows with the data from
 * there. high ≤ low: not known, follows the data. Across, time has an axis of its own. */
typedef struct { double low, high; gboolean by_hand; } PlotRange;
void plot_view_get_shown (const PlotView *view, PlotRange *x, PlotRange *y);
void plot_view_set_shown (PlotView *view, const PlotRange *x, const PlotRange *y);
typedef enum { PLOT_DIRECTION_X = 1 << 0, PLOT_DIRECTION_Y = 1 << 1, PLOT_DIRECTION_BOTH = 3 } PlotDirection;
/* About pixel (px, py) by factor (< 1 in); by pixels; to the data. A shared time axis moves with it. */
void plot_view_zoom (PlotView *view, PlotDirection direction, double px, double py, double factor);
void plot_view_pan (PlotView *view, double dx, double dy);
void plot_view_fit (PlotView *view, PlotDirection direction);
void plot_view_zoom_box (PlotView *view, double px0, double py0, double px1, double py1);

/* Draws all; scale: device pixels per pixel. TRUE: more remains to be drawn, call again next frame. */
gboolean plot_view_draw (PlotView *view, cairo_t *cr, double width, double height, double scale);
/* All of it for a page. */
void plot_view_draw_canvas (PlotView *view, PlotCanvas *canvas, double width, double height);
/* Places the data area in a view of this size, and brings the ranges of the axes up to date; drawing does both itself. */
void plot_view_layout (PlotView *view, double width, double height);
void plot_view_ranges (PlotView *view);
/* Area of the data of the last drawing. */
void plot_view_get_area (const PlotView *view, double *x, double *y, double *width, double *height);
/* The scales of the last drawing; pixel to data and back by them. */
void plot_view_get_scales (const PlotView *view, PlotScale *x, PlotScale *y);
void plot_view_unmap (const PlotView *view, double px, double py, double *x, double *y);
void plot_view_map (const PlotView *view, double x, double y, double *px, double *py);

/* What is under pixel (px, py) within `reach` px (8 for the pointer, 6 for snapping). */
PlotHitKind plot_view_hit (PlotView *view, double px, double py, double reach, PlotHit *hit);
/* For views over time: of the points that the crosshair shows at px, stored no more than `reach` px away across, the one nearest to py.
 * FALSE: none. */
gboolean plot_view_hit_step (PlotView *view, double px, double py, double reach, PlotHit *hit);

/* Overlay; drawn over the cached rest. */
void plot_view_set_hover (PlotView *view, double px, double py); /* NaN: none */
/* Drawn on pages too. NULL: none. A hit of a point whose layer is NULL was kept from a view made before: it stands from when a layer of
 * its run has that point. */
void plot_view_set_pin (PlotView *view, const PlotHit *hit);
/* The pinned hit, or NULL; its layer is NULL where it does not stand yet. Belongs to the view. */
const PlotHit *plot_view_pin (const PlotView *view);
void plot_view_set_selected (PlotView *view, const PlotHit *hit);/* ringed; NULL: none */
void plot_view_set_box (PlotView *view, double px0, double py0, double px1, double py1); /* NaN: none */

/* One sentence for readers of the screen; free with g_free. */
char *plot_view_summary (PlotView *view);
/* The readout at a hit as lines of rich text; free with g_free. NULL: nothing to say. */
char *plot_view_readout (PlotView *view, const PlotHit *hit);
/* For views over time: what the layers hold at the stored points nearest to t, no more than `reach` px away (∞: any), a line of rich
 * text each; with other finite, the differences from there. Free with g_free. NULL: nothing. */
char *plot_view_readout_at (PlotView *view, double t, double other, double reach);

G_END_DECLS
