/* The origin of a figure as its file records it: metadata of PDF and SVG, text chunks of PNG, a comment in GIF, XMP in WebP. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The texts that describe the origin of a figure. Any member may be NULL; the
 * strings are borrowed. */
typedef struct
{
  const char *title, *author;
  const char *model;       /* "Van der Pol (van-der-pol.yaml)" */
  const char *integrator;  /* "Dormand–Prince 5(4), accuracy 10⁻⁵" */
  const char *settings;    /* YAML of the settings, many lines */
  const char *version;     /* "Stepwise 0.1.0" */
  const char *date;        /* ISO 8601; NULL: none, so that equal figures give equal bytes */
} PlotProvenance;

/* In all functions provenance may be NULL; they return NULL if nothing is known. */

/* Returns the title, or else the model. Owned by the provenance. */
const char *plot_provenance_title (const PlotProvenance *provenance);
/* Returns model, integrator and version on one line. Free it with g_free. */
char *plot_provenance_line (const PlotProvenance *provenance);
/* Returns model, integrator and version on one line, and the settings below it.
 * Free it with g_free. */
char *plot_provenance_text (const PlotProvenance *provenance);
/* Returns an XMP packet. Free it with g_free. */
char *plot_provenance_xmp (const PlotProvenance *provenance);
/* Inserts text chunks after the header of a PNG file. */
void plot_provenance_add_to_png (const PlotProvenance *provenance, GByteArray *png);

G_END_DECLS
