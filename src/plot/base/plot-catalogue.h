/* A catalogue of translations: a file NAME.mo as msgfmt makes it. The C library reads such files too, but has one language for all threads of a
 * program, and none where the locale is C. A catalogue does not change; any thread may use it. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct PlotCatalogue PlotCatalogue;

/* Opens a file. Returns NULL if it does not exist or is no catalogue in UTF-8. */
PlotCatalogue *plot_catalogue_open (const char *path);
/* Frees a catalogue and its texts; NULL is allowed. */
void plot_catalogue_free (PlotCatalogue *catalogue);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PlotCatalogue, plot_catalogue_free)
/* Returns the translation of a text with a context, which may be NULL. The result is borrowed; NULL if there is none. */
const char *plot_catalogue_find (const PlotCatalogue *catalogue, const char *context, const char *text);
/* Returns the translation of a text with several forms for n things, borrowed, or NULL. `one` is its English form for one thing. */
const char *plot_catalogue_find_count (const PlotCatalogue *catalogue, const char *one, gulong n);

G_END_DECLS
