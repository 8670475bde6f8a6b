/* The struct of a view, and the functions that plot-view*.c share. */
#pragma once

#include "plot-ticks.h"
#include "plot-view-hit.h"

G_BEGIN_DECLS

typedef struct
{
  double low, high;      /* current range; NaN before the first drawing */
  double fixed_low, fixed_high; /* range that the caller has set; NaN: the range follows the data */
  gboolean log;
  gboolean manual;       /* TRUE: the range was set by zoom or pan, and does not grow with the data */
  double home_low, home_high; /* range that is used as long as all data are inside; both 0: none */
  gboolean empty;        /* TRUE: there are no data yet; the range of the first data replaces this range */
  gboolean underflow;    /* TRUE: the scale is logarithmic, and some values are ≤ 0 */
} PlotAxisState;

/* Place of an axis label. AT_TICKS: at the right end of the row of tick labels, or above their column; BESIDE: outside the data area at the
 * end of the axis; ROW: in a separate row. */
typedef enum { PLOT_LABEL_NONE, PLOT_LABEL_ROW, PLOT_LABEL_AT_TICKS, PLOT_LABEL_BESIDE } PlotLabelPlace;

/* A horizontal axis that one view determines and the views below it share, pixel for pixel. */
typedef struct
{
  gint ref_count;
  double left, width, low, high;  /* the axis in the last drawing of the view that determines it; width 0: not drawn yet */
} PlotSharedX;

/* An object that the layers of a view borrow and the view releases. */
typedef struct
{
  gpointer object;
  GDestroyNotify release;
} PlotKept;

struct PlotView
{
  PlotTheme theme;
  GPtrArray *layers;
  GSList *kept;  /* PlotKept: objects that the layers borrow */
  gconstpointer maker;
  gpointer parts;        /* struct of the function that made the view (plot_view_set_parts) */
  PlotTimeAxis *time_axis, *clock;
  char *title, *remark, *letter, *x_label, *y_label;
  gboolean title_shown, keys_shown, x_labels_shown, handle_shown, equal, x_reversed, x_shown, y_shown;
  double band_reserve;
  double knob_radius;    /* radius of a knob on the horizontal axis, px before lecture scaling; 0: there is none */
  int slice;             /* processor time that the next drawing may use, µs */
  double strip;          /* number of lanes at the bottom of the data area (plot_view_set_strip) */
  int n_lanes;           /* number of rows above the data area (plot_view_set_lanes) */
  double lanes_height;   /* height of these rows in the last layout, px; 0: the view was not high enough to show them */
  PlotLabelPlace x_label_place, y_label_place; /* places of the axis labels in the last layout */
  double margins[2];
  PlotSharedX *shared_x;
  gboolean leads_x;
  PlotAxisState x, y;
  guint serial;

  /* Size of the view in the last drawing. */
  double width, height;
  double keys_bottom; /* lower edge of the lines of the key below the title band in the last drawing, px; 0: there are none */
  double left, top, area_width, area_height;
  PlotScale x_scale, y_scale;
  cairo_surface_t *cache;
  char *cache_key;

  double hover_x, hover_y;
  double box[4];
  double cards[4][4];    /* rectangles of the cards drawn in this frame: left, top, width, height */
  int n_cards;
  gboolean has_pin, has_selected;
  PlotHit pin, selected;
};

#define PLOT_MAX_KEYS 24
/* Writes the entries of a layer in the key, at most n, and returns their number. Labels that are too long are cut between whole characters
 * and end with "…". */
int plot_view_keys (PlotLayer *layer, const PlotFrame *frame, PlotKey *keys, int n);

/* The first function returns whether the title is shown, the second whether the title band has any content. */
gboolean plot_view_has_title (const PlotView *view);
/* Returns the label of the vertical axis, or NULL; free it with g_free. In a view for print or
 * without a title band, the title and remark become the label if there is no other: "Step size h
 * (s)". */
char *plot_view_shown_y_label (const PlotView *view);
gboolean plot_view_has_band (const PlotView *view);
/* Returns the height of the title band, px. */
double plot_view_band (const PlotView *view);
/* The first function returns the width of an axis label, the second that of a tick label, px. */
double plot_view_label_width (const PlotView *view, const char *label);
/* Returns the space between the ticks of the horizontal axis and their labels that a knob needs, px. */
double plot_view_knob_room (const PlotView *view);
double plot_view_tick_width (const PlotTheme *theme, const char *label);
void plot_view_frame (PlotView *view, PlotCanvas *canvas, PlotFrame *frame);
void plot_view_draw_plane (PlotView *view, PlotFrame *frame, PlotPlane plane);
/* Shades the part of the time axis that the run has not reached yet. */
void plot_view_draw_unreached (PlotView *view, PlotFrame *frame);
/* Finds the lower edge of the lines of the key, without drawing them, for a page. */
void plot_view_measure_keys (PlotView *view, const PlotFrame *frame);
/* Draws background, title band, layers below the data, grid and axes. */
void plot_view_draw_static (PlotView *view, PlotCanvas *canvas, PlotFrame *frame);
/* Draws the names of curves: at their ends, or with values beside the playhead. */
void plot_view_draw_labels (PlotView *view, PlotFrame *frame);
/* Returns the readout of a hit, or NULL. If only a part of the first line is the heading, a tab ends the heading. Free it with
 * g_free. */
char *plot_view_card (PlotView *view, const PlotHit *hit);
/* Finds the stored point of a layer nearest to time t in a view over time. Returns FALSE if none is within `reach`
 * px. */
gboolean plot_view_point_at (const PlotView *view, PlotLayer *layer, double t, double reach, double *t_stored, double *y);

G_END_DECLS
