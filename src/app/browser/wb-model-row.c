/* The data of a line of the model browser, and the factory that shows lines in recycled rows. */
#include "wb-model-row.h"

#include <glib/gi18n.h>

#include "wb-row-box.h"
#include "wb-thumbnails.h"
#include "wb-tooltip.h"
#include "wb-widgets.h"

/* ---- the type WbLine ---- */

G_DEFINE_FINAL_TYPE (WbLine, wb_line, G_TYPE_OBJECT)

static void
wb_line_finalize (GObject *object)
{
  WbLine *self = WB_LINE (object);

  g_free (self->name);
  g_clear_object (&self->children);
  g_clear_pointer (&self->category, g_free);
  G_OBJECT_CLASS (wb_line_parent_class)->finalize (object);
}
static void wb_line_class_init (WbLineClass *klass) { G_OBJECT_CLASS (klass)->finalize = wb_line_finalize; }
static void wb_line_init (WbLine *self) {}

WbLine *
wb_line_new (WbLineKind kind, const char *name)
{
  WbLine *line = g_object_new (WB_TYPE_LINE, NULL);

  line->kind = kind;
  line->name = g_strdup (name);
  return line;
}

/* Writes the texts and CSS classes of the badges for some traits, the most informative ones first. Returns the number of
 * badges. */
static int
badges_of (unsigned traits, const char *texts[4], const char *classes[4])
{
  const struct { unsigned trait; const char *text, *css; } rows[] = {
    { MODEL_IS_STIFF, _("stiff"), "stiff" },
    { MODEL_IS_DAE, _("DAE"), "dae" },
    { MODEL_HAS_EVENTS, _("events"), "events" },
    { MODEL_IS_HAMILTONIAN, _("Hamiltonian"), "hamiltonian" },
  };
  int n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (traits & rows[i].trait)
      {
        texts[n] = rows[i].text;
        classes[n] = rows[i].css;
        n++;
      }
  return n;
}

void
wb_model_badges_fill (GtkWidget *box, unsigned traits)
{
  const char *texts[4], *classes[4];
  int n = badges_of (traits, texts, classes);

  wb_widget_empty_box (box);
  for (int i = 0; i < n; i++)
    {
      GtkWidget *badge = wb_styled (gtk_label_new (texts[i]), "badge large");

      gtk_widget_add_css_class (badge, classes[i]);
      gtk_box_append (GTK_BOX (box), badge);
    }
}

/* ---- rows ---- */

static void
setup_row (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *row = wb_row_box_new (9), *picture = gtk_picture_new (), *arrow = gtk_image_new ();
  GtkWidget *name = wb_label_new (NULL, "name"), *badge = wb_styled (gtk_label_new (NULL), "badge"), *count = gtk_label_new (NULL);

  gtk_widget_set_size_request (picture, WB_THUMBNAIL_WIDTH, WB_THUMBNAIL_HEIGHT);
  gtk_picture_set_can_shrink (GTK_PICTURE (picture), TRUE);
  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (count, "count");
  wb_row_box_append (WB_ROW_BOX (row), arrow);
  wb_row_box_append (WB_ROW_BOX (row), picture);
  wb_row_box_append (WB_ROW_BOX (row), name);
  wb_row_box_append (WB_ROW_BOX (row), badge);
  wb_row_box_append (WB_ROW_BOX (row), count);
  wb_row_box_set_parts (WB_ROW_BOX (row), name, badge);
  wb_row_box_open_by_click (row, item);
  gtk_list_item_set_child (item, row);
}

typedef struct { GtkWidget *arrow, *picture, *name, *badge, *count; } RowParts;

static RowParts
parts_of (GtkWidget *row)
{
  RowParts parts;

  parts.arrow = gtk_widget_get_first_child (row);
  parts.picture = gtk_widget_get_next_sibling (parts.arrow);
  parts.name = gtk_widget_get_next_sibling (parts.picture);
  parts.badge = gtk_widget_get_next_sibling (parts.name);
  parts.count = gtk_widget_get_next_sibling (parts.badge);
  return parts;
}

static void
take_thumbnail (GdkPaintable *picture, gpointer user)
{
  gtk_picture_set_paintable (GTK_PICTURE (user), picture);
}

static void
show_arrow (GtkTreeListRow *row, GParamSpec *spec, GtkWidget *arrow)
{
  gboolean open = gtk_tree_list_row_get_expanded (row);

  gtk_image_set_from_icon_name (GTK_IMAGE (arrow), open ? "wb-down-symbolic" : "wb-right-symbolic");
  gtk_accessible_update_state (GTK_ACCESSIBLE (arrow), GTK_ACCESSIBLE_STATE_EXPANDED, open, -1);
}

static void
show_badge (GtkWidget *badge, const ModelEntry *entry)
{
  static const char *const all[] = { "stiff", "dae", "events", "hamiltonian", "broken", NULL };
  const char *texts[4], *classes[4];
  int n = badges_of (entry->traits, texts, classes);
  gboolean broken = entry->errors != NULL;

  for (int i = 0; all[i] != NULL; i++)
    gtk_widget_remove_css_class (badge, all[i]);
  gtk_widget_set_visible (badge, broken || n > 0);
  if (broken)
    {
      gtk_label_set_text (GTK_LABEL (badge), _("errors"));
      gtk_widget_add_css_class (badge, "broken");
    }
  else if (n > 0)
    {
      gtk_label_set_text (GTK_LABEL (badge), texts[0]);
      gtk_widget_add_css_class (badge, classes[0]);
    }
}

static void
bind_row (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkTreeListRow *tree_row = gtk_list_item_get_item (item);
  g_autoptr (WbLine) line = gtk_tree_list_row_get_item (tree_row);
  GtkWidget *row = gtk_list_item_get_child (item);
  RowParts parts = parts_of (row);
  gboolean is_model = line->kind == WB_LINE_MODEL, is_category = line->kind == WB_LINE_CATEGORY;

  gtk_widget_set_css_classes (row, (const char *[]) { is_category ? "category" : is_model ? "model" : "more-models", NULL });
  gtk_widget_set_visible (parts.arrow, is_category);
  gtk_widget_set_visible (parts.picture, is_model);
  gtk_widget_set_visible (parts.count, is_category);
  gtk_widget_set_visible (parts.badge, FALSE);
  gtk_label_set_text (GTK_LABEL (parts.name), is_category ? _(line->name) : line->name);
  /* The keyboard focus is on the widget that the list makes around the row. */
  if (gtk_widget_get_parent (row) != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_parent (row)), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                    is_category ? _(line->name) : line->name, -1);
  gtk_list_item_set_selectable (item, is_model);
  if (is_category)
    {
      char count[16];

      g_snprintf (count, sizeof count, "%d", line->count);
      gtk_label_set_text (GTK_LABEL (parts.count), count);
      show_arrow (tree_row, NULL, parts.arrow);
      g_signal_connect_object (tree_row, "notify::expanded", G_CALLBACK (show_arrow), parts.arrow, 0);
    }
  if (is_model)
    {
      show_badge (parts.badge, line->entry);
      if (line->entry->errors != NULL)
        gtk_widget_add_css_class (row, "broken");
      gtk_picture_set_paintable (GTK_PICTURE (parts.picture), NULL);
      wb_thumbnails_request (line->entry, WB_THUMBNAIL_WIDTH, WB_THUMBNAIL_HEIGHT, take_thumbnail, G_OBJECT (parts.picture));
      if (line->entry->errors != NULL)
        {
          g_autofree char *text = model_diagnostics_to_string (line->entry->errors);

          wb_tooltip_set (row, g_strstrip (text));
        }
      else
        {
          /* The tooltip has the full name, because the row may shorten it. */
          g_autofree char *text = g_strconcat (line->entry->name, line->entry->summary[0] != '\0' ? "\n" : "", line->entry->summary, NULL);

          wb_tooltip_set (row, text);
        }
    }
  else
    wb_tooltip_set (row, NULL);
}

static void
unbind_row (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  RowParts parts = parts_of (gtk_list_item_get_child (item));

  g_signal_handlers_disconnect_by_func (gtk_list_item_get_item (item), show_arrow, parts.arrow);
}

GtkListItemFactory *
wb_model_row_factory_new (void)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (setup_row), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_row), NULL);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_row), NULL);
  return factory;
}
