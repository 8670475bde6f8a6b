/* A layer: a class of functions that draw one set of data into a frame. Layers are owned by their view. */
#pragma once

#include "plot-frame.h"

G_BEGIN_DECLS

typedef struct PlotLayer PlotLayer;

typedef enum
{
  PLOT_PLANE_BACK,    /* under the data: shading, direction field; cached with the axes */
  PLOT_PLANE_DATA,
  PLOT_PLANE_FRONT,   /* rules, labels, events */
} PlotPlane;

/* One line of the key or one direct label. */
typedef struct
{
  char label[64];     /* rich */
  PlotColor color, text_color;
  PlotMarker marker;  /* PLOT_MARKER_NONE: a line of `pen` */
  PlotPen pen;
  double end_y;       /* pixel at which the curve ends at the right margin; NaN: no direct label */
  gboolean in_key;    /* asks for a place in the title band */
  gboolean named;     /* a direct label whose name stands in the title band as well */
  int rank;           /* within the layer's own */
} PlotKey;

typedef enum
{
  PLOT_HIT_NOTHING, PLOT_HIT_TITLE, PLOT_HIT_PLANE, PLOT_HIT_X_AXIS, PLOT_HIT_Y_AXIS, PLOT_HIT_PLAYHEAD, PLOT_HIT_ROW,
  PLOT_HIT_ATTEMPT, PLOT_HIT_EVENT, PLOT_HIT_START, PLOT_HIT_LINE
} PlotHitKind;
typedef struct
{
  PlotHitKind kind;
  double x, y;        /* data: of the pointer, or of what was hit */
  double px, py;      /* its pixel */
  double distance;    /* px from the pointer */
  PlotLayer *layer;
  gsize index;        /* row, attempt or event */
  int column;         /* PLOT_HIT_ROW: trajectory column, else −1 */
  int run;            /* number of the run that the layer shows, 0: not told apart */
} PlotHit;

typedef struct
{
  double x_low, x_high, y_low, y_high;   /* +inf, −inf where empty */
  double y_positive;                     /* smallest y > 0, for log axes; +inf where none */
  double x_positive;
  gboolean y_nonpositive, x_nonpositive; /* values ≤ 0 exist */
} PlotExtent;

typedef struct
{
  const char *name;
  /* Extends by the data with t (or x) in [x_low, x_high] (±inf: all). */
  void (*extent) (PlotLayer *layer, double x_low, double x_high, PlotExtent *extent);
  void (*draw) (PlotLayer *layer, PlotFrame *frame);
  /* Fills hit where something is nearer than hit->distance; TRUE then. */
  gboolean (*hit) (PlotLayer *layer, const PlotFrame *frame, double px, double py, PlotHit *hit);
  /* Appends up to n keys; returns how many. */
  int (*keys) (PlotLayer *layer, const PlotFrame *frame, PlotKey *keys, int n);
  /* Grows with the data; static layers return a constant. */
  guint64 (*serial) (PlotLayer *layer);
  /* Readout of a hit, rich text lines appended to text. A tab in the first ends what is its heading. */
  void (*readout) (PlotLayer *layer, const PlotHit *hit, const char *time_unit, GString *text);
  void (*free) (PlotLayer *layer);
  /* Drawn over the playhead (current points). Optional. */
  void (*draw_front) (PlotLayer *layer, PlotFrame *frame);
  /* Appends ", 316 accepted, 65 rejected" to a summary. Optional. */
  void (*describe) (PlotLayer *layer, GString *text);
  /* Before each drawing of a view with a clock: brings the layer to its playhead. Optional. */
  void (*follow) (PlotLayer *layer, PlotTimeAxis *clock);
  /* For layers over time: the stored point nearest to t, for the crosshair and the cursors. FALSE: none. Optional. */
  gboolean (*at) (PlotLayer *layer, double t, double *t_stored, double *y);
  /* A hit that was kept while its layer was made anew: fills in x and y. FALSE: this layer has no such point (yet). Optional. */
  gboolean (*find) (PlotLayer *layer, PlotHit *hit);
} PlotLayerClass;

/* First member of every layer. */
struct PlotLayer
{
  const PlotLayerClass *class;
  PlotPlane plane;
  gboolean visible;
  gboolean no_extent;  /* does not shape the axes */
  gboolean aid;        /* helps to explore: not in figures for print */
  char *label;         /* rich, or NULL */
  char *remark;        /* "position", behind the label in the key */
  gboolean in_key;     /* in the title band */
  gboolean direct;     /* label at its end on the right margin */
  char *unit;          /* of its values, or NULL */
  char *quantity;      /* what readouts call its values where that is not the label, rich, or NULL */
  int rank;            /* keys stand in this order, between equals in that of the layers */
  int run;             /* number of the run that it shows, 0: not told apart from others */
};

gpointer plot_layer_alloc (gsize size, const PlotLayerClass *class, PlotPlane plane);
void plot_layer_free (PlotLayer *layer);
void plot_layer_set_visible (PlotLayer *layer, gboolean visible);
/* Visible, and not an aid in a figure for print. */
gboolean plot_layer_is_shown (const PlotLayer *layer, const PlotTheme *theme);
/* Rich text; where the label stands: key in the title band, direct at the curve's end. */
void plot_layer_set_label (PlotLayer *layer, const char *label, const char *remark, gboolean in_key, gboolean direct);
/* Whose points its hits are, among several runs in one view. */
void plot_layer_set_run (PlotLayer *layer, int run);
/* What readouts call the values, as rich text: a layer that is labelled with its run alone does not say which column it shows. */
void plot_layer_set_quantity (PlotLayer *layer, const char *quantity);
/* That, else the label; NULL: neither. Belongs to the layer. */
const char *plot_layer_quantity (const PlotLayer *layer);
/* Unit behind values in readouts. */
void plot_layer_set_unit (PlotLayer *layer, const char *unit);
void plot_extent_add (PlotExtent *extent, double x, double y);
void plot_extent_add_x (PlotExtent *extent, double x);
void plot_extent_add_y (PlotExtent *extent, double y);

G_END_DECLS
