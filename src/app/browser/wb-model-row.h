/* The lines of the model browser (categories, models, and "more", which shows
 * the rest of a category) and the rows that show them. */
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
  ModelMatch match;        /* quality of the match with the search; for a category, that of its best model */
  const ModelEntry *entry; /* entry of the library, which outlives the lines */
  GListStore *children;    /* lines below a category */
  char *category;          /* name of the category that a line "more" expands */
};

/* Makes a line. */
WbLine *wb_line_new (WbLineKind kind, const char *name);

/* Returns a factory that makes rows for a tree list of WbLine. Thumbnails
 * appear when they are computed. */
GtkListItemFactory *wb_model_row_factory_new (void);

/* Replaces the children of a GtkBox by badges for a model's traits. */
void wb_model_badges_fill (GtkWidget *box, unsigned traits);

G_END_DECLS
