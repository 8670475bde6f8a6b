/* The lines of the model browser and the rows that show them. A line is a category, a model, or "more", which unfolds the rest of a
 * category. */
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
  ModelMatch match;        /* how well the line matches the search; for a category, the best match of its models */
  const ModelEntry *entry; /* entry of the library; borrowed, it outlives the line */
  GListStore *children;    /* lines below a category (WbLine) */
  char *category;          /* name of the category of a model, or of the one that a line "more" unfolds */
};

/* Makes a line of this kind. Copies the name. */
WbLine *wb_line_new (WbLineKind kind, const char *name);

/* Makes a factory for the rows of a tree list of WbLine. A row shows its thumbnail as soon as that is
 * computed. */
GtkListItemFactory *wb_model_row_factory_new (void);

/* Replaces the children of a GtkBox by badges for the traits of a model. */
void wb_model_badges_fill (GtkWidget *box, unsigned traits);

G_END_DECLS
