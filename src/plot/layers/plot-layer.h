/* A layer: one set of data and the class of functions that draw it into a frame. A layer is created by a function of plot-layers.h and
 * owned by its view, on the view's thread. */
#pragma once

#include "plot-frame.h"

G_BEGIN_DECLS

typedef struct PlotLayer PlotLayer;

typedef enum
{
  PLOT_PLANE_BACK,    /* below the data: shading, direction field; cached with the axes */
  PLOT_PLANE_DATA,
  PLOT_PLANE_FRONT,   /* lines, labels and events, above the data */
} PlotPlane;

/* An entry of the key, or a direct label. */
typedef struct
{
  char label[64];     /* rich text */
  PlotColor color, text_color;
  PlotMarker marker;  /* PLOT_MARKER_NONE: a line with `pen` */
  PlotPen pen;
  double end_y;       /* height in px where the curve ends at the right margin; NaN: no direct label */
  gboolean in_key;    /* shown in the title band */
  gboolean named;     /* a direct label whose name is also in the title band */
  int rank;           /* order among the keys of the layer */
} PlotKey;

typedef enum
{
  PLOT_HIT_NOTHING, PLOT_HIT_TITLE, PLOT_HIT_PLANE, PLOT_HIT_X_AXIS, PLOT_HIT_Y_AXIS, PLOT_HIT_PLAYHEAD, PLOT_HIT_ROW,
  PLOT_HIT_ATTEMPT, PLOT_HIT_EVENT, PLOT_HIT_START, PLOT_HIT_LINE
} PlotHitKind;
typedef struct
{
  PlotHitKind kind;
  double x, y;        /* position in data units: that of the object that was hit, or else of the pointer */
  double px, py;      /* the same position in px */
  double distance;    /* distance from the pointer, px */
  PlotLayer *layer;
  gsize index;        /* row, attempt or event */
  int column;         /* PLOT_HIT_ROW: column of the trajectory; other kinds: PLOT_COLUMN_NONE */
  int run;            /* number of the run that the layer shows; 0: a single run */
} PlotHit;

typedef struct
{
  double x_low, x_high, y_low, y_high;   /* (+inf, −inf): empty */
  double y_positive;                     /* smallest y > 0, for log axes; +inf: none */
  double x_positive;
  gboolean y_nonpositive, x_nonpositive; /* some values are ≤ 0 */
} PlotExtent;

/* Functions of a layer. Any of them may be NULL. */
typedef struct
{
  const char *name;
  /* Adds the data with t (or x) in [x_low, x_high] (±inf: all) to the extent. */
  void (*extent) (PlotLayer *layer, double x_low, double x_high, PlotExtent *extent);
  void (*draw) (PlotLayer *layer, PlotFrame *frame);
  /* Sets hit to the nearest object, if one is nearer to (px, py) than hit->distance; returns whether there is one. */
  gboolean (*hit) (PlotLayer *layer, const PlotFrame *frame, double px, double py, PlotHit *hit);
  /* Writes up to n entries of the legend to keys, and returns their number. */
  int (*keys) (PlotLayer *layer, const PlotFrame *frame, PlotKey *keys, int n);
  /* Returns a number that grows with the data; constant for static layers. */
  guint64 (*serial) (PlotLayer *layer);
  /* Appends the readout of a hit as lines of rich text. A tab in the first line marks the end of its heading. */
  void (*readout) (PlotLayer *layer, const PlotHit *hit, const char *time_unit, GString *text);
  void (*free) (PlotLayer *layer);
  /* Draws over the playhead: current points, labels. */
  void (*draw_front) (PlotLayer *layer, PlotFrame *frame);
  /* Appends its part of the view's summary, such as ", 316 accepted, 65
   * rejected". */
  void (*describe) (PlotLayer *layer, GString *text);
  /* Receives the time of the playhead before each drawing of a view with a
   * clock. */
  void (*follow) (PlotLayer *layer, PlotTimeAxis *clock);
  /* Finds the stored point nearest to t in a plot over time, for the crosshair
   * and the cursors. Returns FALSE if there is none. */
  gboolean (*at) (PlotLayer *layer, double t, double *t_stored, double *y);
  /* Finds in this layer the object of a hit on an earlier layer of the same data, and sets x and y of the hit. Returns FALSE if it does not
   * exist, or not yet. */
  gboolean (*find) (PlotLayer *layer, PlotHit *hit);
  /* The values are a function of time, so that the slope between two cursors
   * means something; those of attempts are not. */
  gboolean slope;
} PlotLayerClass;

/* First member of every layer. */
struct PlotLayer
{
  const PlotLayerClass *class;
  PlotPlane plane;
  gboolean visible;
  gboolean no_extent;  /* does not change the range of the axes */
  gboolean aid;        /* shown on the screen, but not in figures for print */
  char *label;         /* rich text, or NULL */
  char *remark;        /* text after the label in the key, such as "position"; or NULL */
  gboolean in_key;     /* the label is in the title band */
  gboolean direct;     /* the label is at the end of the curve */
  char *unit;          /* unit of the values, or NULL */
  char *quantity;      /* name of the values in readouts, rich text; NULL: the label */
  int rank;            /* order of the keys; keys of equal rank are in the order of the layers */
  int run;             /* number of the run that the layer shows; 0: a single run */
  gboolean begins;     /* in a plot over time nothing is drawn before the time `begin` */
  double begin;
};

/* Allocates a visible layer of `size` bytes; the other members are zero. */
gpointer plot_layer_alloc (gsize size, const PlotLayerClass *class, PlotPlane plane);
/* Frees a layer; NULL is allowed. */
void plot_layer_free (PlotLayer *layer);
/* Shows or hides a layer. */
void plot_layer_set_visible (PlotLayer *layer, gboolean visible);
/* Returns whether a layer is drawn with this theme. */
gboolean plot_layer_is_shown (const PlotLayer *layer, const PlotTheme *theme);
/* Sets the label and its remark (rich text or NULL), and where the label is
 * shown: in the key, or directly at the end of the curve. */
void plot_layer_set_label (PlotLayer *layer, const char *label, const char *remark, gboolean in_key, gboolean direct);
/* Sets the number of the run that hits of this layer belong to. */
void plot_layer_set_run (PlotLayer *layer, int run);
/* Sets the name of the values in readouts (rich text), if the layer's label is
 * the name of its run. */
void plot_layer_set_quantity (PlotLayer *layer, const char *quantity);
/* Returns the name of the values in readouts, or else the label, or NULL. Owned
 * by the layer. */
const char *plot_layer_quantity (const PlotLayer *layer);
/* Sets the unit of the values in readouts, as a model writes it. */
void plot_layer_set_unit (PlotLayer *layer, const char *unit);
/* Extends an extent by a point, if both coordinates are finite. */
void plot_extent_add (PlotExtent *extent, double x, double y);
/* Extends an extent by an x, if it is finite. */
void plot_extent_add_x (PlotExtent *extent, double x);
/* Extends an extent by a y, if it is finite. */
void plot_extent_add_y (PlotExtent *extent, double y);

G_END_DECLS
