/* Builds the cards of the gallery, and requests the pictures of those that are visible. */
#include "wb-model-gallery.h"

#include <glib/gi18n.h>

#include "wb-model-row.h"
#include "wb-style.h"
#include "wb-thumbnails.h"
#include "wb-tooltip.h"
#include "wb-widgets.h"

/* Size of a picture, px. */
#define PICTURE_WIDTH 204
#define PICTURE_HEIGHT 118
#define MOST_COLUMNS 8

struct _WbModelGallery
{
  GtkWidget parent_instance;
  WbModelBrowser *browser; /* borrowed */
  GtkWidget *box, *search, *grid, *scrolled, *empty, *count;
  GHashTable *cards;       /* the cards that show a model (GtkListItem, borrowed) */
};

G_DEFINE_FINAL_TYPE (WbModelGallery, wb_model_gallery, GTK_TYPE_WIDGET)

/* ---- cards ---- */

typedef struct { GtkWidget *picture, *name, *category, *badges, *summary; } Parts;

static void
setup_card (GtkSignalListItemFactory *factory, GtkListItem *item, WbModelGallery *self)
{
  GtkWidget *card = wb_styled (gtk_box_new (GTK_ORIENTATION_VERTICAL, 3), "card gallery-card"), *row = wb_styled (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), "gallery-facts");
  Parts *parts = g_new (Parts, 1);

  parts->picture = gtk_picture_new ();
  gtk_picture_set_can_shrink (GTK_PICTURE (parts->picture), TRUE);
  gtk_widget_set_size_request (parts->picture, PICTURE_WIDTH, PICTURE_HEIGHT);
  gtk_picture_set_content_fit (GTK_PICTURE (parts->picture), GTK_CONTENT_FIT_SCALE_DOWN);
  gtk_widget_set_halign (parts->picture, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (parts->picture, GTK_ALIGN_START);
  parts->name = wb_label_new (NULL, "course-heading");
  gtk_label_set_ellipsize (GTK_LABEL (parts->name), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (parts->name), 20);
  parts->category = wb_label_new (NULL, "dim-value");
  gtk_label_set_ellipsize (GTK_LABEL (parts->category), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (parts->category, TRUE);
  parts->badges = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  gtk_widget_set_valign (parts->badges, GTK_ALIGN_CENTER);
  parts->summary = wb_label_new (NULL, "gallery-summary");
  gtk_label_set_wrap (GTK_LABEL (parts->summary), TRUE);
  gtk_label_set_lines (GTK_LABEL (parts->summary), 2);
  gtk_label_set_ellipsize (GTK_LABEL (parts->summary), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (parts->summary), 24);
  gtk_label_set_yalign (GTK_LABEL (parts->summary), 0);
  gtk_widget_set_vexpand (parts->summary, TRUE);
  wb_box_add (row, parts->category, parts->badges, NULL);
  wb_box_add (card, parts->picture, parts->name, row, parts->summary, NULL);
  g_object_set_data_full (G_OBJECT (item), "parts", parts, g_free);
  gtk_list_item_set_child (item, card);
}

static void
take_picture (GdkPaintable *paintable, gpointer picture)
{
  gtk_picture_set_paintable (picture, paintable);
}

/* Requests the picture of a card if the gallery is visible. */
static void
request_picture (WbModelGallery *self, GtkListItem *item)
{
  const Parts *parts = g_object_get_data (G_OBJECT (item), "parts");
  WbLine *line = gtk_list_item_get_item (item);

  if (gtk_widget_get_mapped (GTK_WIDGET (self)) && gtk_picture_get_paintable (GTK_PICTURE (parts->picture)) == NULL)
    wb_thumbnails_request (line->entry, PICTURE_WIDTH, PICTURE_HEIGHT, take_picture, G_OBJECT (parts->picture));
}

static void
bind_card (GtkSignalListItemFactory *factory, GtkListItem *item, WbModelGallery *self)
{
  const Parts *parts = g_object_get_data (G_OBJECT (item), "parts");
  WbLine *line = gtk_list_item_get_item (item);
  GtkWidget *card = gtk_list_item_get_child (item);
  const ModelEntry *entry = line->entry;
  g_autofree char *problem = entry->errors != NULL ? model_diagnostics_to_string (entry->errors) : NULL;
  const char *about = problem != NULL ? g_strstrip (problem) : entry->summary;

  gtk_label_set_text (GTK_LABEL (parts->name), entry->name);
  gtk_label_set_text (GTK_LABEL (parts->category), _(line->category));
  gtk_label_set_text (GTK_LABEL (parts->summary), about);
  wb_model_badges_fill (parts->badges, entry->traits);
  wb_tooltip_set (card, about);
  if (problem != NULL)
    gtk_widget_add_css_class (card, "broken");
  else
    gtk_widget_remove_css_class (card, "broken");
  /* The keyboard focus is on the widget that the grid makes around the card. */
  if (gtk_widget_get_parent (card) != NULL)
    wb_widget_set_name (gtk_widget_get_parent (card), entry->name);
  gtk_picture_set_paintable (GTK_PICTURE (parts->picture), NULL);
  g_hash_table_add (self->cards, item);
  request_picture (self, item);
}

static void
unbind_card (GtkSignalListItemFactory *factory, GtkListItem *item, WbModelGallery *self)
{
  const Parts *parts = g_object_get_data (G_OBJECT (item), "parts");

  g_hash_table_remove (self->cards, item);
  wb_thumbnails_forget (G_OBJECT (parts->picture));
}

/* Requests the pictures that are missing, or cancels those that are not complete when the gallery is left. */
static void
for_each_card (WbModelGallery *self, gboolean again)
{
  GHashTableIter iter;
  gpointer item;

  g_hash_table_iter_init (&iter, self->cards);
  while (g_hash_table_iter_next (&iter, &item, NULL))
    {
      const Parts *parts = g_object_get_data (item, "parts");

      wb_thumbnails_forget (G_OBJECT (parts->picture));
      if (again)
        request_picture (self, item);
    }
}

/* Draws all pictures again in the present style. */
static void
on_style (gpointer user)
{
  WbModelGallery *self = user;
  GHashTableIter iter;
  gpointer item;

  g_hash_table_iter_init (&iter, self->cards);
  while (g_hash_table_iter_next (&iter, &item, NULL))
    gtk_picture_set_paintable (GTK_PICTURE (((Parts *) g_object_get_data (item, "parts"))->picture), NULL);
  for_each_card (self, TRUE);
}

/* ---- the page ---- */

static void
on_activate (GtkGridView *grid, guint position, WbModelGallery *self)
{
  g_autoptr (WbLine) line = g_list_model_get_item (wb_model_browser_found (self->browser), position);

  if (line != NULL)
    g_signal_emit_by_name (self->browser, "model-activated", line->entry->path);
}

/* Opens the first model that was found. */
static void
on_search_activate (WbModelGallery *self)
{
  wb_model_browser_set_query (self->browser, gtk_editable_get_text (GTK_EDITABLE (self->search)));
  on_activate (GTK_GRID_VIEW (self->grid), 0, self);
}

static void
on_search_stopped (WbModelGallery *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  gtk_widget_child_focus (self->scrolled, GTK_DIR_TAB_FORWARD);
}

static void
on_search_changed (WbModelGallery *self)
{
  wb_model_browser_set_query (self->browser, gtk_editable_get_text (GTK_EDITABLE (self->search)));
}

/* Moves the focus from the search field to the first card. */
static gboolean
on_search_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, WbModelGallery *self)
{
  if (key != GDK_KEY_Down && key != GDK_KEY_KP_Down)
    return FALSE;
  on_search_changed (self);
  return gtk_widget_child_focus (self->scrolled, GTK_DIR_TAB_FORWARD);
}

/* Shows how many models were found, and the text of a search that was typed into the list of models. */
static void
on_found (WbModelGallery *self)
{
  guint n = g_list_model_get_n_items (wb_model_browser_found (self->browser));
  g_autofree char *text = g_strdup_printf (ngettext ("%u model", "%u models", n), n);
  const char *query = wb_model_browser_query (self->browser);

  gtk_label_set_text (GTK_LABEL (self->count), text);
  gtk_widget_set_visible (self->empty, n == 0 && !wb_model_browser_is_scanning (self->browser));
  gtk_widget_set_visible (self->scrolled, n > 0);
  g_signal_handlers_block_by_func (self->search, on_search_changed, self);
  if (g_strcmp0 (gtk_editable_get_text (GTK_EDITABLE (self->search)), query) != 0)
    gtk_editable_set_text (GTK_EDITABLE (self->search), query);
  g_signal_handlers_unblock_by_func (self->search, on_search_changed, self);
}

void
wb_model_gallery_focus_search (WbModelGallery *self)
{
  gtk_widget_grab_focus (self->search);
  gtk_editable_select_region (GTK_EDITABLE (self->search), 0, -1);
}

/* ---- widget ---- */

static void
wb_model_gallery_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (wb_model_gallery_parent_class)->map (widget);
  for_each_card (WB_MODEL_GALLERY (widget), TRUE);
}

static void
wb_model_gallery_unmap (GtkWidget *widget)
{
  for_each_card (WB_MODEL_GALLERY (widget), FALSE);
  GTK_WIDGET_CLASS (wb_model_gallery_parent_class)->unmap (widget);
}

static void
wb_model_gallery_dispose (GObject *object)
{
  g_clear_pointer (&WB_MODEL_GALLERY (object)->box, gtk_widget_unparent);
  G_OBJECT_CLASS (wb_model_gallery_parent_class)->dispose (object);
}

static void
wb_model_gallery_finalize (GObject *object)
{
  g_hash_table_unref (WB_MODEL_GALLERY (object)->cards);
  G_OBJECT_CLASS (wb_model_gallery_parent_class)->finalize (object);
}

static void
wb_model_gallery_class_init (WbModelGalleryClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_model_gallery_dispose;
  G_OBJECT_CLASS (klass)->finalize = wb_model_gallery_finalize;
  GTK_WIDGET_CLASS (klass)->map = wb_model_gallery_map;
  GTK_WIDGET_CLASS (klass)->unmap = wb_model_gallery_unmap;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "gallery");
}

static GtkWidget *
strip_new (WbModelGallery *self)
{
  GtkWidget *strip = wb_styled (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 16), "lessons-strip");
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->count = wb_label_new (NULL, "dim-value");
  gtk_widget_set_hexpand (self->count, TRUE);
  gtk_label_set_ellipsize (GTK_LABEL (self->count), PANGO_ELLIPSIZE_END);
  self->search = wb_styled (gtk_search_entry_new (), "search gallery-search");
  gtk_widget_set_valign (self->search, GTK_ALIGN_CENTER);
  wb_widget_set_name (self->search, _("Search models"));
  /* At once, not after the delay of "search-changed": the folders of models may be read in between. */
  g_signal_connect_swapped (self->search, "changed", G_CALLBACK (on_search_changed), self);
  g_signal_connect_swapped (self->search, "activate", G_CALLBACK (on_search_activate), self);
  g_signal_connect_swapped (self->search, "stop-search", G_CALLBACK (on_search_stopped), self);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_search_key), self);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (self->search, keys);
  wb_box_add (strip, wb_label_new (_("Models"), "lessons-title"), self->count, self->search, NULL);
  return strip;
}

static void
wb_model_gallery_init (WbModelGallery *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  self->cards = g_hash_table_new (NULL, NULL);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  g_signal_connect (factory, "setup", G_CALLBACK (setup_card), self);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_card), self);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_card), self);
  self->grid = wb_styled (gtk_grid_view_new (NULL, factory), "gallery-grid");
  gtk_grid_view_set_min_columns (GTK_GRID_VIEW (self->grid), 1);
  gtk_grid_view_set_max_columns (GTK_GRID_VIEW (self->grid), MOST_COLUMNS);
  wb_widget_set_name (self->grid, _("Models"));
  g_signal_connect (self->grid, "activate", G_CALLBACK (on_activate), self);
  self->scrolled = wb_scrolled_new (self->grid);
  gtk_widget_set_vexpand (self->scrolled, TRUE);
  self->empty = wb_styled (gtk_label_new (_("No model matches.")), "lesson-nothing");
  gtk_widget_set_visible (self->empty, FALSE);
  wb_box_add (self->box, strip_new (self), self->scrolled, self->empty, NULL);
}

GtkWidget *
wb_model_gallery_new (WbModelBrowser *browser)
{
  WbModelGallery *self = g_object_new (WB_TYPE_MODEL_GALLERY, NULL);
  GListModel *found = wb_model_browser_found (browser);
  GtkSingleSelection *selection;

  self->browser = browser;
  selection = gtk_single_selection_new (g_object_ref (found));
  gtk_single_selection_set_autoselect (selection, FALSE);
  gtk_single_selection_set_can_unselect (selection, TRUE);
  gtk_grid_view_set_model (GTK_GRID_VIEW (self->grid), GTK_SELECTION_MODEL (selection));
  g_object_unref (selection);
  gtk_grid_view_set_single_click_activate (GTK_GRID_VIEW (self->grid), TRUE);
  g_signal_connect_object (found, "items-changed", G_CALLBACK (on_found), self, G_CONNECT_SWAPPED);
  wb_style_watch (on_style, G_OBJECT (self));
  on_found (self);
  return GTK_WIDGET (self);
}
