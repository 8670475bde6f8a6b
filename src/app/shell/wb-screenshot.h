/* Pictures of the window: --screenshot FILE --size WxH --view NAME --style
 * light|dark --model NAME --at T [--scale N]. */
#pragma once

#include "wb-window.h"

G_BEGIN_DECLS

typedef struct
{
  char *file, *view, *style, *model, *page, *select;
  int width, height, scale;
  double at;          /* NaN: not run */
  double playhead;    /* NaN: at the front */
  double pin;         /* time of a rejected step whose readout is pinned; NaN: none */
  double end;         /* of the simulated time; NaN: the model's */
  gboolean running;   /* show as if the run went on */
  gboolean lecture, nearby;
} WbScreenshot;

/* Adds the command-line options of screenshots. */
void wb_screenshot_add_options (GApplication *application);
/* Returns the requested screenshot; NULL without --screenshot, NULL with an
 * error for wrong values. */
WbScreenshot *wb_screenshot_from_options (GVariantDict *options, GError **error);
/* Frees the options. */
void wb_screenshot_free (WbScreenshot *shot);
/* Brings the window into the requested state and writes the file; runs the main
 * loop meanwhile. */
gboolean wb_screenshot_take (const WbScreenshot *shot, WbWindow *window, GError **error);
/* Writes a widget as PNG once it has been drawn. */
gboolean wb_screenshot_save_widget (GtkWidget *widget, int scale, const char *file, GError **error);

G_END_DECLS
