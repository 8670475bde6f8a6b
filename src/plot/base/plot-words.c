/* Translates the words in figures, in the language of the program or of the thread. */
#include "plot-words.h"

#include <libintl.h>

#include "plot-catalogue.h"

#undef ngettext
#undef g_dgettext
#undef g_dngettext
#undef g_dpgettext2

/* The language of this thread: NULL: that of the program. */
static _Thread_local const char *language;
static _Thread_local const PlotCatalogue *catalogue; /* NULL: English */

/* Returns the catalogue of a language, or NULL. Catalogues are read once and stay in memory, since threads keep their texts. */
static const PlotCatalogue *
catalogue_of (const char *code)
{
  static GMutex lock;
  static GHashTable *catalogues;
  const PlotCatalogue *found;

  g_mutex_lock (&lock);
  if (catalogues == NULL)
    catalogues = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) plot_catalogue_free);
  found = g_hash_table_lookup (catalogues, code);
  if (found == NULL)
    {
      const char *folder = bindtextdomain (GETTEXT_PACKAGE, NULL);
      g_autofree char *path = g_build_filename (folder != NULL ? folder : "", code, "LC_MESSAGES", GETTEXT_PACKAGE ".mo", NULL);
      PlotCatalogue *opened = plot_catalogue_open (path);

      if (opened != NULL)
        g_hash_table_insert (catalogues, g_strdup (code), opened);
      found = opened;
    }
  g_mutex_unlock (&lock);
  return found;
}

void
plot_words_begin (const char *code)
{
  language = code;
  catalogue = g_strcmp0 (code, "en") != 0 ? catalogue_of (code) : NULL;
}

void
plot_words_end (void)
{
  language = NULL;
  catalogue = NULL;
}

const char *
plot_words_translate (const char *context, const char *text)
{
  const char *found;

  if (language == NULL)
    return context != NULL ? g_dpgettext2 (GETTEXT_PACKAGE, context, text) : g_dgettext (GETTEXT_PACKAGE, text);
  found = catalogue != NULL ? plot_catalogue_find (catalogue, context, text) : NULL;
  return found != NULL ? found : text;
}

const char *
plot_words_count (const char *one, const char *many, gulong n)
{
  const char *found;

  if (language == NULL)
    return g_dngettext (GETTEXT_PACKAGE, one, many, n);
  found = catalogue != NULL ? plot_catalogue_find_count (catalogue, one, n) : NULL;
  return found != NULL ? found : n == 1 ? one : many;
}
