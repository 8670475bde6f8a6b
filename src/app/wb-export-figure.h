/* What the export window exports, as data: which plots, size, type size and style; the figure and the bytes made from them. Main thread. */
#pragma once

#include "plot-export.h"
#include "wb-simulate-view.h"

G_BEGIN_DECLS

typedef struct
{
  guint64 plots;        /* bit mask of indices among the view's plots */
  double width, height; /* mm */
  double text;          /* pt */
  PlotThemeId theme;
  gboolean settings;    /* a line with the run's settings below */
  double resolution;    /* dpi of PNG */
  gboolean moving;      /* the figure is a picture of a motion: at playhead */
  double playhead;
} WbExportPage;

#define WB_POINTS_PER_MM (72.0 / 25.4)

/* The plots of view with their present time range; NULL: none of them shows anything. */
PlotFigure *wb_export_figure_new (WbSimulateView *view, WbSession *session, const WbExportPage *page);
/* The style at the page's type size. */
PlotTheme wb_export_theme (const WbExportPage *page);
/* "Van der Pol, μ = 5. Dormand–Prince 5(4), accuracy 10⁻⁵, 316 steps, 65 rejected." as rich text; free with g_free. */
char *wb_export_caption (WbRunItem *run);
/* The file; NULL with an error. */
GBytes *wb_export_bytes (WbSimulateView *view, WbSession *session, const WbExportPage *page, PlotFormat format, GError **error);

G_END_DECLS
