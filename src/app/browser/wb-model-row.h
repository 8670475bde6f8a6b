/* The lines of the model browser: categories, models, and one that shows the
 * rest of a category; and the rows that show them. */
#pragma once

#include <gtk/gtk.h>

#include "model-library.h"

G_BEGIN_DECLS

typedef enum { WB_LINE_CATEGORY, WB_LINE_MODEL, WB_LINE_MORE } WbLineKind;

#define WB_TYPE_LINE (wb_line_get_type ())
G_DECLARE_FINAL_TYPE (WbLine, wb_line, WB, LINE, GObject)
struct _WbLine
{
  GObject parent_instance;
  WbLineKind kind;
  char *name;
  int count;
  ModelMatch match;        /* of a model to what is searched, of a category its best one's */
  const ModelEntry *entry; /* of the library, which outlives the lines */
  GListStore *children;    /* categories */
  char *category;          /* whose other models "more" reveals */
};

/* Makes a line. */
WbLine *wb_line_new (WbLineKind kind, const char *name);

/* Returns a factory for rows of a tree list of WbLine; thumbnails appear when
 * they are ready. */
GtkListItemFactory *wb_model_row_factory_new (void);

/* Replaces the children of a GtkBox by badges for a model's traits. */
void wb_model_badges_fill (GtkWidget *box, unsigned traits);

G_END_DECLS
