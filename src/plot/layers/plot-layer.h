/* A layer: one set of data and the class of functions that draw it into a frame. The functions in plot-layers.h create layers. The view
 * owns its layers; they are used on the view's thread. */
#pragma once

#include "plot-frame.h"

G_BEGIN_DECLS

typedef struct PlotLayer PlotLayer;

typedef enum
{
  PLOT_PLANE_BACK,    /* below the data: shading and direction field; cached with the axes */
  PLOT_PLANE_DATA,
  PLOT_PLANE_FRONT,   /* above the data: lines, labels and events */
} PlotPlane;

/* An entry of the key of a view, or a label at the end of a curve. */
typedef struct
{
  char label[64];     /* text of the label, rich text */
  PlotColor color, text_color;
  PlotMarker marker;  /* marker of the entry; PLOT_MARKER_NONE: a line drawn with `pen` */
  PlotPen pen;
  double end_y;       /* y pixel at which the curve ends at the right margin; NaN: no label there */
  gboolean in_key;    /* TRUE: the entry is shown in the title band */
  gboolean named;     /* TRUE: the label at the curve has a name that is also in the title band */
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
  double x, y;        /* position in data units of the object that was hit, otherwise of the pointer */
  double px, py;      /* the same position in px */
  double distance;    /* distance of the object from the pointer, px */
  PlotLayer *layer;
  gsize index;        /* index of the row, attempt or event */
  int column;         /* PLOT_HIT_ROW: column of the trajectory; otherwise PLOT_COLUMN_NONE */
  int run;            /* number of the run that the layer shows; 0: there is only one run */
} PlotHit;

typedef struct
{
  double x_low, x_high, y_low, y_high;   /* ranges of the data; (+inf, −inf): empty */
  double y_positive;                     /* smallest y > 0, for logarithmic axes; +inf: none */
  double x_positive;
  gboolean y_nonpositive, x_nonpositive; /* TRUE if a value is ≤ 0 */
} PlotExtent;

/* The functions of a layer. Each may be NULL. */
typedef struct
{
  const char *name;
  /* Adds the data with x (or t) in [x_low, x_high] (±inf: all data) to the extent. */
  void (*extent) (PlotLayer *layer, double x_low, double x_high, PlotExtent *extent);
  void (*draw) (PlotLayer *layer, PlotFrame *frame);
  /* If an object is nearer to (px, py) than hit->distance, sets hit to the nearest one and returns TRUE. Otherwise returns FALSE. */
  gboolean (*hit) (PlotLayer *layer, const PlotFrame *frame, double px, double py, PlotHit *hit);
  /* Writes up to n entries of the key to keys, and returns their number. */
  int (*keys) (PlotLayer *layer, const PlotFrame *frame, PlotKey *keys, int n);
  /* Returns a number that grows with the data. It is constant for layers that do not change. */
  guint64 (*serial) (PlotLayer *layer);
  /* Appends the readout of a hit as lines of rich text. A tab in the first line ends its heading. */
  void (*readout) (PlotLayer *layer, const PlotHit *hit, const char *time_unit, GString *text);
  void (*free) (PlotLayer *layer);
  /* Draws parts that are above the playhead: current points and labels. */
  void (*draw_front) (PlotLayer *layer, PlotFrame *frame);
  /* Appends this layer's part of the view's description, such as ", 316 accepted, 65
   * rejected". */
  void (*describe) (PlotLayer *layer, GString *text);
  /* Receives the time of the playhead before each drawing of a view that has a
   * clock. */
  void (*follow) (PlotLayer *layer, PlotTimeAxis *clock);
  /* Finds the stored point nearest to time t in a plot over time, for the crosshair and the cursors. Returns FALSE if there is
   * none. */
  gboolean (*at) (PlotLayer *layer, double t, double *t_stored, double *y);
  /* Finds the smallest and largest drawn value in a plot over time, for t in [t0, t1]. Returns FALSE if nothing is drawn there. */
  gboolean (*range) (PlotLayer *layer, double t0, double t1, double *low, double *high);
  /* Finds in this layer the object of a hit on an earlier layer that had the same data, and sets x and y of the hit. Returns FALSE if the
   * object does not exist, or not yet. */
  gboolean (*find) (PlotLayer *layer, PlotHit *hit);
  /* TRUE: the values are a function of time, so that the slope between two cursors is meaningful; FALSE for values of
   * attempts. */
  gboolean slope;
  double overhang; /* how far marks at the edge may be drawn beyond the data area, px; 0: the drawing is clipped to it */
  gboolean above; /* TRUE: the layer draws above the data area, and a pointer there hits only such layers */
} PlotLayerClass;

/* First member of the struct of each layer. */
struct PlotLayer
{
  const PlotLayerClass *class;
  PlotPlane plane;
  gboolean visible;
  gboolean no_extent;  /* TRUE: the layer does not affect the range of the axes */
  gboolean aid;        /* TRUE: the layer is shown on the screen, but not in figures for print */
  char *label;         /* label as rich text; NULL: none */
  char *remark;        /* text after the label in the key, such as "position"; NULL: none */
  gboolean in_key;     /* TRUE: the label is shown in the title band */
  gboolean direct;     /* TRUE: the label is shown at the end of the curve */
  char *unit;          /* unit of the values; NULL: none */
  char *quantity;      /* name of the values in readouts, rich text; NULL: use the label */
  int rank;            /* order of the keys of a view; keys of equal rank are in the order of the layers */
  int run;             /* number of the run that the layer shows; 0: there is only one run */
  gboolean begins;     /* TRUE: in a plot over time nothing is drawn before the time `begin` */
  double begin;
};

/* Allocates a visible layer of `size` bytes. All other members are zero. */
gpointer plot_layer_alloc (gsize size, const PlotLayerClass *class, PlotPlane plane);
/* Frees a layer; NULL is allowed. */
void plot_layer_free (PlotLayer *layer);
/* Shows or hides a layer. */
void plot_layer_set_visible (PlotLayer *layer, gboolean visible);
/* Returns whether a layer is drawn with this theme: it is visible, and no aid if the theme is for print. */
gboolean plot_layer_is_shown (const PlotLayer *layer, const PlotTheme *theme);
/* Sets the label and its remark (rich text or NULL), and where they are shown: in the key, or directly at the end of the
 * curve. */
void plot_layer_set_label (PlotLayer *layer, const char *label, const char *remark, gboolean in_key, gboolean direct);
/* Sets the number of the run to which hits of this layer belong. */
void plot_layer_set_run (PlotLayer *layer, int run);
/* Sets the name of the values in readouts (rich text). It is needed if the layer's label is the name of its
 * run. */
void plot_layer_set_quantity (PlotLayer *layer, const char *quantity);
/* Returns the name of the values in readouts or, if there is none, the label; may be NULL. Owned by the
 * layer. */
const char *plot_layer_quantity (const PlotLayer *layer);
/* Sets the unit of the values in readouts, as a model writes it. */
void plot_layer_set_unit (PlotLayer *layer, const char *unit);
/* Extends the extent by a point if both coordinates are finite. */
void plot_extent_add (PlotExtent *extent, double x, double y);
/* Extends the extent by x if it is finite. */
void plot_extent_add_x (PlotExtent *extent, double x);
/* Extends the extent by y if it is finite. */
void plot_extent_add_y (PlotExtent *extent, double y);

G_END_DECLS
