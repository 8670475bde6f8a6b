/* The provenance (origin) of a figure that is stored in its file: as metadata in PDF and SVG, text chunks in PNG, a comment in GIF, XMP in
 * WebP. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The texts that describe the origin of a figure. Any member may be NULL. The texts are
 * borrowed. */
typedef struct
{
  const char *title, *author;
  const char *model;       /* name and file of the model: "Van der Pol (van-der-pol.yaml)" */
  const char *integrator;  /* method and accuracy: "Dormand–Prince 5(4), accuracy 10⁻⁵" */
  const char *settings;    /* settings of the run as YAML text of several lines */
  const char *version;     /* version of the program: "Stepwise 1.0.0" */
  const char *date;        /* date in ISO 8601; NULL: none is stored, so that equal figures give equal files */
} PlotProvenance;

/* All functions accept NULL as provenance. They return NULL if nothing is known. */

/* Returns the title or, if there is none, the model. Owned by the provenance. */
const char *plot_provenance_title (const PlotProvenance *provenance);
/* Returns model, integrator and version on one line. Free it with g_free. */
char *plot_provenance_line (const PlotProvenance *provenance);
/* Returns model, integrator and version on one line, and the settings below it.
 * Free it with g_free. */
char *plot_provenance_text (const PlotProvenance *provenance);
/* Returns an XMP packet with the provenance. Free it with g_free. */
char *plot_provenance_xmp (const PlotProvenance *provenance);
/* Inserts the provenance as text chunks after the header of a PNG file. */
void plot_provenance_add_to_png (const PlotProvenance *provenance, GByteArray *png);

G_END_DECLS
