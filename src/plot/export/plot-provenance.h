/* What made a figure, as its file carries it: in the metadata of PDF and SVG, text chunks of PNG, a comment of GIF, XMP of WebP. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* All may be NULL. Plain data, borrowed. */
typedef struct
{
  const char *title, *author;
  const char *model;       /* "Van der Pol (van-der-pol.yaml)" */
  const char *integrator;  /* "Dormand–Prince 5(4), accuracy 10⁻⁵" */
  const char *settings;    /* YAML of the settings, many lines */
  const char *version;     /* "Stepwise 0.1.0" */
  const char *date;        /* ISO 8601; NULL: none is written, and the same figure gives the same bytes */
} PlotProvenance;

/* In all that follow provenance may be NULL, and so is what is returned where nothing is known. */
/* The title, or else the model. Borrowed. */
const char *plot_provenance_title (const PlotProvenance *provenance);
/* Model, integrator and version in one line; free with g_free. */
char *plot_provenance_line (const PlotProvenance *provenance);
/* That line and the settings below it; free with g_free. */
char *plot_provenance_text (const PlotProvenance *provenance);
/* An XMP packet; free with g_free. */
char *plot_provenance_xmp (const PlotProvenance *provenance);
/* Text chunks after the header of a PNG. */
void plot_provenance_add_to_png (const PlotProvenance *provenance, GByteArray *png);

G_END_DECLS
