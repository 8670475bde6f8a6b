/* The pages of help: one for each view, setting, family of methods, study and term. Their texts come from the tables that the man pages read, and
 * from the tables in wb-help-texts.c. Main thread. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The groups of pages, in the order of the list. */
typedef enum { WB_HELP_VIEWS, WB_HELP_SETTINGS, WB_HELP_METHODS, WB_HELP_STUDIES, WB_HELP_TERMS, WB_N_HELP_GROUPS } WbHelpGroup;

/* A page. The texts are translated and owned by the library of pages. */
typedef struct
{
  WbHelpGroup group;
  char *id;            /* "view:microscope", "setting:accuracy", "family:rosenbrock", "study:lyapunov" or "term:order" */
  const char *key;     /* the part of the id after ':' */
  char *title;
  char *text;          /* paragraphs, separated by empty lines, as rich text of plot-text.h; the first one is the sentence at the top */
  const char *see;     /* ids of related pages, separated by spaces; NULL: none */
  char *words;         /* title and texts in lower case, for the search */
} WbHelpEntry;

/* A static text of a page. `text` and `title` are marked for translation. */
typedef struct
{
  const char *key, *title, *text, *see;
  int family;          /* for a family of methods, the OdeFamily */
} WbHelpText;

/* The texts of views, families of methods and terms. The last element of each table has the key NULL. */
extern const WbHelpText wb_help_views[], wb_help_families[], wb_help_terms[];
/* The related pages of settings and studies: elements with a key, such as "setting:accuracy", and `see`. The last element has the key NULL. */
extern const WbHelpText wb_help_related[];

/* Returns all pages (WbHelpEntry) in the order of the list; borrowed. The first call makes them. */
const GPtrArray *wb_help_entries (void);
/* Returns the page with this id, borrowed, or NULL. */
const WbHelpEntry *wb_help_find (const char *id);
/* Returns whether a page has all words of a search text; an empty text matches every page. */
gboolean wb_help_matches (const WbHelpEntry *entry, const char *text);
/* Returns the title of a group in the language of the user. */
const char *wb_help_group_title (WbHelpGroup group);

G_END_DECLS
