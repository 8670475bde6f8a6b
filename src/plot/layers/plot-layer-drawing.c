/* A layer whose contents the caller draws: a picture without axes that fills the data area of its view, such as a diagram of a search. */
#include "plot-layers.h"

typedef struct
{
  PlotLayer layer;
  PlotDrawing drawing;
} Drawing;

static void
drawing_draw (PlotLayer *layer, PlotFrame *frame)
{
  Drawing *self = (Drawing *) layer;

  self->drawing.draw (self->drawing.user, frame->canvas, frame->theme, frame->left, frame->top, frame->width, frame->height);
}

static void
drawing_describe (PlotLayer *layer, GString *text)
{
  Drawing *self = (Drawing *) layer;

  if (self->drawing.describe != NULL)
    self->drawing.describe (self->drawing.user, text);
}

static void
drawing_free (PlotLayer *layer)
{
  Drawing *self = (Drawing *) layer;

  if (self->drawing.destroy != NULL)
    self->drawing.destroy (self->drawing.user);
}

static const PlotLayerClass drawing_class = { .name = "drawing", .draw = drawing_draw, .describe = drawing_describe, .free = drawing_free };

PlotLayer *
plot_layer_drawing_new (const PlotDrawing *drawing)
{
  Drawing *self = plot_layer_alloc (sizeof *self, &drawing_class, PLOT_PLANE_DATA);

  self->drawing = *drawing;
  return &self->layer;
}
