/* Screenshots of the window by the command line: --screenshot FILE --size WxH --view NAME --style light|dark --model NAME --at T [--scale
 * N]. */
#pragma once

#include "wb-window.h"

G_BEGIN_DECLS

typedef struct
{
  char *file, *view, *style, *model, *page, *lesson;
  int width, height, scale;
  gboolean both;      /* whether a second attempt from the same start is shown too */
  gboolean continued; /* whether an iteration of Newton's method that was given up is continued */
  int attempt, event; /* numbers of the attempt and of the located event in the Microscope, from 1; 0: none */
  double trial;       /* step size with which the attempt or the step of the event is made again; 0: none */
  int looks;          /* number of evaluations of the witness inside the step of the event; −1: as in the run */
  double at;          /* time until which the model is run; NaN: no run */
  double playhead;    /* time of the playhead; NaN: the time that the run has reached */
  double pin;         /* time of a rejected attempt whose readout is pinned; NaN: none */
  double end;         /* end time of the run; NaN: that of the model */
  gboolean running;   /* whether the picture shows a running run */
  gboolean lecture, nearby;
} WbScreenshot;

/* Adds the command-line options of screenshots. */
void wb_screenshot_add_options (GApplication *application);
/* Returns the requested screenshot. Returns NULL without an error if --screenshot is missing. Returns NULL with an error if an option is
 * wrong. */
WbScreenshot *wb_screenshot_from_options (GVariantDict *options, GError **error);
/* Frees the data of a screenshot; NULL is allowed. */
void wb_screenshot_free (WbScreenshot *shot);
/* Puts the window into the requested state and writes the file. Runs the main loop meanwhile. Returns FALSE with an
 * error. */
gboolean wb_screenshot_take (const WbScreenshot *shot, WbWindow *window, GError **error);
/* Writes a widget as a PNG file after it has been drawn. scale: device pixels per px. Returns FALSE with an error. */
gboolean wb_screenshot_save_widget (GtkWidget *widget, int scale, const char *file, GError **error);

G_END_DECLS
