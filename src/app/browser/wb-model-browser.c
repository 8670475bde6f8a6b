/* Builds the list of models from the library and the search text, opens the chosen model, and accepts dropped files. */
#include "wb-model-browser.h"

#include <glib/gi18n.h>
#include <string.h>

#include "wb-job.h"
#include "wb-model-row.h"
#include "wb-widgets.h"

/* Number of models that a category shows before the user presses "more". */
#define FIRST_MODELS 5
#define RESCAN_DELAY_MS 400

static void scan_later (WbModelBrowser *self);

/* ---- browser ---- */

struct _WbModelBrowser
{
  GtkWidget parent_instance;
  WbSession *session;
  ModelLibrary *library;
  GtkWidget *box, *search, *list, *empty, *scrolled;
  GListStore *root;
  GListStore *found;   /* the models that the search finds (WbLine) */
  GtkTreeListModel *tree;
  GtkSingleSelection *selection;
  char *query;         /* search text for which the current lines were made */
  GHashTable *open;    /* set of the names of unfolded categories */
  GHashTable *all;     /* set of the names of categories that show all their models */
  GPtrArray *monitors;
  guint rescan_source;
  WbJob *scanning; /* job that reads the folders of models, or NULL */
};

G_DEFINE_FINAL_TYPE (WbModelBrowser, wb_model_browser, GTK_TYPE_WIDGET)

enum { MODEL_ACTIVATED, SEARCH_LEFT, N_SIGNALS };
static guint signals[N_SIGNALS];

/* Returns the rank of a category in the list: first the user's own models, then the categories of the library in a fixed order, then other
 * categories by name. */
static int
category_rank (const char *name)
{
  static const char *const order[] = {
    N_("My models"), N_("Mechanics"), N_("Oscillators"), N_("Chaos"), N_("Stiff chemistry"), N_("Stiff"),
    N_("Chemistry"), N_("Hybrid & events"), N_("Hybrid"), N_("Constrained"), N_("Rotation"), N_("Rotations"),
    N_("Waves & diffusion"), N_("Control"), N_("Biology"), N_("Celestial mechanics"), N_("Test problems"), NULL
  };

  for (int i = 0; order[i] != NULL; i++)
    if (strcmp (order[i], name) == 0)
      return i;
  return G_N_ELEMENTS (order);
}

static int
compare_categories (gconstpointer a, gconstpointer b, gpointer user)
{
  const WbLine *x = a, *y = b;
  int rank = category_rank (x->name) - category_rank (y->name);

  if (x->match != y->match)
    return (int) y->match - (int) x->match;
  return rank != 0 ? rank : g_utf8_collate (x->name, y->name);
}

/* Compares two lines for sorting. Models whose name matches the search come before models in which another text
 * matches. */
static int
compare_matches (gconstpointer a, gconstpointer b)
{
  const WbLine *x = *(const WbLine *const *) a, *y = *(const WbLine *const *) b;

  return x->match != y->match ? (int) y->match - (int) x->match : g_utf8_collate (x->name, y->name);
}

/* Compares two models in the order of the gallery. */
static int
compare_found (gconstpointer a, gconstpointer b)
{
  const WbLine *x = *(const WbLine *const *) a, *y = *(const WbLine *const *) b;
  int rank = category_rank (x->category) - category_rank (y->category);

  if (x->match != y->match)
    return (int) y->match - (int) x->match;
  if (rank == 0)
    rank = strcmp (x->category, y->category);
  return rank != 0 ? rank : g_utf8_collate (x->name, y->name);
}

static const char *
category_of (const ModelEntry *entry)
{
  if (entry->user)
    return N_("My models");
  return entry->category != NULL && entry->category[0] != '\0' ? entry->category : N_("Other");
}

static void
fill_children (WbModelBrowser *self, WbLine *category, GPtrArray *models, gboolean searching)
{
  gboolean whole = searching || models->len <= FIRST_MODELS + 1 || g_hash_table_contains (self->all, category->name);
  guint shown = whole ? models->len : FIRST_MODELS;
  const char *requested = wb_session_model (self->session) != NULL ? model_path (wb_session_model (self->session)) : NULL;

  for (guint i = 0; i < models->len; i++)
    {
      WbLine *line = g_ptr_array_index (models, i);

      /* Always show the open model. */
      if (i < shown || g_strcmp0 (line->entry->path, requested) == 0)
        g_list_store_append (category->children, line);
    }
  if (g_list_model_get_n_items (G_LIST_MODEL (category->children)) < models->len)
    {
      /* Translators: a button that shows the other models of a category. */
      g_autofree char *text = g_strdup_printf (_("%d more"), (int) (models->len - g_list_model_get_n_items (G_LIST_MODEL (category->children))));
      g_autoptr (WbLine) more = wb_line_new (WB_LINE_MORE, text);

      more->category = g_strdup (category->name);
      g_list_store_append (category->children, more);
    }
}

static void
rebuild (WbModelBrowser *self)
{
  const char *query = gtk_editable_get_text (GTK_EDITABLE (self->search));
  gboolean searching = query[0] != '\0';
  g_autoptr (GHashTable) by_name = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) g_ptr_array_unref);
  g_autoptr (GPtrArray) categories = g_ptr_array_new_with_free_func (g_object_unref), found = g_ptr_array_new ();
  int n = self->library != NULL ? model_library_n_entries (self->library) : 0;

  g_free (self->query);
  self->query = g_strdup (query);
  for (int i = 0; i < n; i++)
    {
      const ModelEntry *entry = model_library_entry (self->library, i);
      const char *name = category_of (entry);
      GPtrArray *models = g_hash_table_lookup (by_name, name);
      ModelMatch match = searching ? model_entry_match (entry, query) : MODEL_MATCH_NAME;
      WbLine *line;

      if (match == MODEL_MATCH_NONE)
        continue;
      if (models == NULL)
        {
          WbLine *category = wb_line_new (WB_LINE_CATEGORY, name);

          category->children = g_list_store_new (WB_TYPE_LINE);
          g_ptr_array_add (categories, category);
          models = g_ptr_array_new_with_free_func (g_object_unref);
          g_hash_table_insert (by_name, category->name, models);
        }
      line = wb_line_new (WB_LINE_MODEL, entry->name);
      line->entry = entry;
      line->match = match;
      line->category = g_strdup (name);
      g_ptr_array_add (models, line);
      g_ptr_array_add (found, line);
    }
  g_ptr_array_sort (found, compare_found);
  g_list_store_splice (self->found, 0, g_list_model_get_n_items (G_LIST_MODEL (self->found)), found->pdata, found->len);
  g_list_store_remove_all (self->root);
  for (guint i = 0; i < categories->len; i++)
    {
      WbLine *category = g_ptr_array_index (categories, i);
      GPtrArray *models = g_hash_table_lookup (by_name, category->name);

      g_ptr_array_sort (models, compare_matches);
      category->count = (int) models->len;
      category->match = ((WbLine *) g_ptr_array_index (models, 0))->match;
      fill_children (self, category, models, searching);
      g_list_store_insert_sorted (self->root, category, compare_categories, NULL);
    }
  gtk_widget_set_visible (self->empty, categories->len == 0 && self->library != NULL);
  gtk_widget_set_visible (self->scrolled, categories->len > 0);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->tree)); i++)
    {
      g_autoptr (GtkTreeListRow) row = gtk_tree_list_model_get_row (self->tree, i);
      g_autoptr (WbLine) line = gtk_tree_list_row_get_item (row);

      if (line->kind == WB_LINE_CATEGORY && (searching || g_hash_table_contains (self->open, line->name)))
        gtk_tree_list_row_set_expanded (row, TRUE);
    }
}

static GListModel *
children_of (gpointer item, gpointer user)
{
  WbLine *line = item;

  return line->children != NULL ? G_LIST_MODEL (g_object_ref (line->children)) : NULL;
}

/* ---- lines ---- */

static void
remember_open (WbModelBrowser *self, const char *name, gboolean open)
{
  if (open)
    g_hash_table_add (self->open, g_strdup (name));
  else
    g_hash_table_remove (self->open, name);
}

static void reveal (WbModelBrowser *self);

static void
activate_line (WbModelBrowser *self, GtkTreeListRow *row)
{
  g_autoptr (WbLine) line = gtk_tree_list_row_get_item (row);

  switch (line->kind)
    {
    case WB_LINE_CATEGORY:
      gtk_tree_list_row_set_expanded (row, !gtk_tree_list_row_get_expanded (row));
      remember_open (self, line->name, gtk_tree_list_row_get_expanded (row));
      break;
    case WB_LINE_MORE:
      g_hash_table_add (self->all, g_strdup (line->category));
      rebuild (self);
      reveal (self);
      break;
    case WB_LINE_MODEL:
      g_signal_emit (self, signals[MODEL_ACTIVATED], 0, line->entry->path);
      break;
    }
}

static void
on_activate (GtkListView *list, guint position, WbModelBrowser *self)
{
  g_autoptr (GtkTreeListRow) row = g_list_model_get_item (G_LIST_MODEL (self->selection), position);

  if (row != NULL)
    activate_line (self, row);
}

/* Searches at once. GtkSearchEntry reports a change only after a delay, and a key may be pressed before that. Scrolls the list to its
 * top. */
static void
on_search_changed (WbModelBrowser *self)
{
  if (g_strcmp0 (gtk_editable_get_text (GTK_EDITABLE (self->search)), self->query) == 0)
    return;
  rebuild (self);
  if (g_list_model_get_n_items (G_LIST_MODEL (self->selection)) > 0)
    gtk_widget_activate_action (self->list, "list.scroll-to-item", "u", 0);
}

/* Handles Escape: clears the search and moves the focus back to the plots, so that keys control the
 * run. */
static void
on_search_stopped (WbModelBrowser *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  rebuild (self);
  reveal (self);
  g_signal_emit (self, signals[SEARCH_LEFT], 0);
}

/* Handles Down in the search field: moves the focus to the first match. */
static gboolean
on_search_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, WbModelBrowser *self)
{
  if (key != GDK_KEY_Down || (state & (GDK_CONTROL_MASK | GDK_SHIFT_MASK | GDK_ALT_MASK)))
    return FALSE;
  on_search_changed (self);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->selection)); i++)
    {
      g_autoptr (GtkTreeListRow) row = g_list_model_get_item (G_LIST_MODEL (self->selection), i);
      g_autoptr (WbLine) line = gtk_tree_list_row_get_item (row);

      if (line->kind != WB_LINE_MODEL)
        continue;
      gtk_selection_model_select_item (GTK_SELECTION_MODEL (self->selection), i, TRUE);
      gtk_widget_activate_action (self->list, "list.scroll-to-item", "u", i);
      gtk_widget_grab_focus (self->list); /* focus the selected line */
      return TRUE;
    }
  return FALSE;
}

/* Handles Return: opens the selected line, whichever widget of its row has the focus. */
static gboolean
on_list_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, WbModelBrowser *self)
{
  guint position = gtk_single_selection_get_selected (GTK_SINGLE_SELECTION (self->selection));

  if ((key != GDK_KEY_Return && key != GDK_KEY_KP_Enter && key != GDK_KEY_ISO_Enter) || position == GTK_INVALID_LIST_POSITION)
    return FALSE;
  on_activate (GTK_LIST_VIEW (self->list), position, self);
  return TRUE;
}

static void
on_search_activate (WbModelBrowser *self)
{
  on_search_changed (self);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->selection)); i++)
    {
      g_autoptr (GtkTreeListRow) row = g_list_model_get_item (G_LIST_MODEL (self->selection), i);
      g_autoptr (WbLine) line = gtk_tree_list_row_get_item (row);

      if (line->kind == WB_LINE_MODEL)
        {
          g_signal_emit (self, signals[MODEL_ACTIVATED], 0, line->entry->path);
          return;
        }
    }
}

/* ---- dropped files and watched folders ---- */

static gboolean
rescan_now (gpointer user)
{
  WbModelBrowser *self = user;

  self->rescan_source = 0;
  scan_later (self);
  return G_SOURCE_REMOVE;
}

static void
on_folder_changed (GFileMonitor *monitor, GFile *file, GFile *other, GFileMonitorEvent event, WbModelBrowser *self)
{
  if (self->rescan_source == 0)
    self->rescan_source = g_timeout_add (RESCAN_DELAY_MS, rescan_now, self);
}

static void
watch_folder (WbModelBrowser *self, const char *path)
{
  g_autoptr (GFile) folder = g_file_new_for_path (path);
  GFileMonitor *monitor = g_file_monitor_directory (folder, G_FILE_MONITOR_NONE, NULL, NULL);

  if (monitor == NULL)
    return;
  g_signal_connect (monitor, "changed", G_CALLBACK (on_folder_changed), self);
  g_ptr_array_add (self->monitors, monitor);
}

/* Watches the folders of models. Also watches the user's folder before it exists, because it is created together with the first own
 * model. */
static void
watch_folders (WbModelBrowser *self)
{
  g_auto (GStrv) folders = model_library_folders ("models");
  g_autofree char *own = model_library_user_folder ("models");

  g_ptr_array_set_size (self->monitors, 0);
  if (!g_strv_contains ((const char *const *) folders, own))
    watch_folder (self, own);
  for (guint i = 0; folders[i] != NULL; i++)
    {
      g_autoptr (GDir) dir = g_dir_open (folders[i], 0, NULL);
      const char *name;

      watch_folder (self, folders[i]);
      while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
        {
          g_autofree char *inner = g_build_filename (folders[i], name, NULL);

          if (g_file_test (inner, G_FILE_TEST_IS_DIR))
            watch_folder (self, inner);
        }
    }
}

static gboolean
select_path (WbModelBrowser *self, const char *path)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->tree));

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GtkTreeListRow) row = gtk_tree_list_model_get_row (self->tree, i);
      g_autoptr (WbLine) line = gtk_tree_list_row_get_item (row);

      if (line->kind == WB_LINE_MODEL && g_strcmp0 (line->entry->path, path) == 0)
        {
          gtk_single_selection_set_selected (self->selection, i);
          return TRUE;
        }
    }
  return FALSE;
}

/* Unfolds the category of the session's model and selects the model. */
static void
reveal (WbModelBrowser *self)
{
  Model *model = wb_session_model (self->session);
  const char *path = model != NULL ? model_path (model) : NULL;
  int n = self->library != NULL ? model_library_n_entries (self->library) : 0;

  gtk_single_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
  if (path == NULL || select_path (self, path))
    return;
  for (int i = 0; i < n; i++)
    {
      const ModelEntry *entry = model_library_entry (self->library, i);

      if (g_strcmp0 (entry->path, path) == 0)
        {
          remember_open (self, category_of (entry), TRUE);
          rebuild (self);
          select_path (self, path);
          return;
        }
    }
}

/* Returns the path of the selected model, or NULL. */
static char *
selected_path (WbModelBrowser *self)
{
  g_autoptr (GtkTreeListRow) row = gtk_tree_list_model_get_row (self->tree, gtk_single_selection_get_selected (self->selection));
  g_autoptr (WbLine) line = row != NULL ? gtk_tree_list_row_get_item (row) : NULL;

  return line != NULL && line->kind == WB_LINE_MODEL ? g_strdup (line->entry->path) : NULL;
}

static void
take_library (WbModelBrowser *self, ModelLibrary *library)
{
  ModelLibrary *before = self->library;
  g_autofree char *hint = NULL, *selected = selected_path (self);
  int n;

  self->library = library;
  rebuild (self);
  g_clear_pointer (&before, model_library_free);
  watch_folders (self); /* folders may have been created since the last scan */
  n = wb_model_browser_n_models (self);
  hint = g_strdup_printf (ngettext ("Search %d model", "Search %d models", n), n);
  g_object_set (self->search, "placeholder-text", hint, NULL);
  reveal (self);
  /* Select the model that was selected before. */
  if (selected != NULL)
    select_path (self, selected);
}

static gpointer
scan (WbJob *job, gpointer data, GError **error)
{
  g_autofree char *index = g_build_filename (g_get_user_cache_dir (), "stepwise", "models.index", NULL);

  return model_library_scan_indexed (NULL, index, WB_VERSION, sim_config_check_solver);
}

static void
on_scanned (gpointer owner, gpointer library, const GError *error)
{
  WbModelBrowser *self = owner;

  take_library (self, library);
}

/* Reads the folders in the background, because reading all models takes longer than drawing the
 * window. */
static void
scan_later (WbModelBrowser *self)
{
  g_clear_pointer (&self->scanning, wb_job_cancel);
  wb_job_replace (&self->scanning, self, scan, NULL, NULL, on_scanned, (GDestroyNotify) model_library_free);
}

void
wb_model_browser_rescan (WbModelBrowser *self)
{
  g_clear_pointer (&self->scanning, wb_job_cancel); /* the running job may have read a folder before it changed */
  take_library (self, model_library_scan (NULL, sim_config_check_solver));
}

gboolean
wb_model_browser_is_scanning (WbModelBrowser *self)
{
  return self->scanning != NULL;
}

/* ---- widget ---- */

static void
wb_model_browser_dispose (GObject *object)
{
  WbModelBrowser *self = WB_MODEL_BROWSER (object);

  g_clear_pointer (&self->scanning, wb_job_cancel);
  g_clear_pointer (&self->monitors, g_ptr_array_unref);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->selection);
  g_clear_object (&self->root);
  g_clear_object (&self->found);
  g_clear_pointer (&self->open, g_hash_table_unref);
  g_clear_pointer (&self->all, g_hash_table_unref);
  g_clear_pointer (&self->library, model_library_free);
  g_clear_handle_id (&self->rescan_source, g_source_remove);
  G_OBJECT_CLASS (wb_model_browser_parent_class)->dispose (object);
}

static void
wb_model_browser_finalize (GObject *object)
{
  g_free (WB_MODEL_BROWSER (object)->query);
  g_clear_object (&WB_MODEL_BROWSER (object)->session);
  G_OBJECT_CLASS (wb_model_browser_parent_class)->finalize (object);
}

static void
wb_model_browser_class_init (WbModelBrowserClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_model_browser_dispose;
  G_OBJECT_CLASS (klass)->finalize = wb_model_browser_finalize;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  signals[MODEL_ACTIVATED] = g_signal_new ("model-activated", WB_TYPE_MODEL_BROWSER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                           1, G_TYPE_STRING);
  signals[SEARCH_LEFT] = g_signal_new ("search-left", WB_TYPE_MODEL_BROWSER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
build_list (WbModelBrowser *self)
{
  self->root = g_list_store_new (WB_TYPE_LINE);
  self->found = g_list_store_new (WB_TYPE_LINE);
  self->tree = gtk_tree_list_model_new (G_LIST_MODEL (g_object_ref (self->root)), FALSE, FALSE, children_of, NULL, NULL);
  self->selection = gtk_single_selection_new (G_LIST_MODEL (self->tree));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  self->list = gtk_list_view_new (GTK_SELECTION_MODEL (g_object_ref (self->selection)), wb_model_row_factory_new ());
  g_signal_connect (self->list, "activate", G_CALLBACK (on_activate), self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Models"), -1);
}

static void
wb_model_browser_init (WbModelBrowser *self)
{
  GtkEventController *keys = gtk_event_controller_key_new (), *list_keys = gtk_event_controller_key_new ();

  self->open = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->all = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->monitors = g_ptr_array_new_with_free_func (g_object_unref);
  self->box = wb_styled (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), "wb-sidebar");
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  self->search = wb_styled (gtk_search_entry_new (), "search");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->search), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Search models"), -1);
  g_signal_connect_swapped (self->search, "search-changed", G_CALLBACK (on_search_changed), self);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_search_key), self);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (self->search, keys);
  g_signal_connect_swapped (self->search, "stop-search", G_CALLBACK (on_search_stopped), self);
  g_signal_connect_swapped (self->search, "activate", G_CALLBACK (on_search_activate), self);
  gtk_box_append (GTK_BOX (self->box), self->search);
  build_list (self);
  g_signal_connect (list_keys, "key-pressed", G_CALLBACK (on_list_key), self);
  gtk_event_controller_set_propagation_phase (list_keys, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (self->list, list_keys);
  self->scrolled = wb_scrolled_new (self->list);
  gtk_widget_set_vexpand (self->scrolled, TRUE);
  gtk_box_append (GTK_BOX (self->box), self->scrolled);
  self->empty = wb_styled (gtk_label_new (_("No model matches.")), "wb-browser-empty");
  gtk_widget_set_visible (self->empty, FALSE);
  gtk_box_append (GTK_BOX (self->box), self->empty);
}

GtkWidget *
wb_model_browser_new (WbSession *session)
{
  WbModelBrowser *self = g_object_new (WB_TYPE_MODEL_BROWSER, NULL);

  self->session = g_object_ref (session);
  scan_later (self);
  g_signal_connect_object (session, "model-changed", G_CALLBACK (reveal), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}

void
wb_model_browser_focus_search (WbModelBrowser *self)
{
  gtk_widget_grab_focus (self->search);
  gtk_editable_select_region (GTK_EDITABLE (self->search), 0, -1);
}

void
wb_model_browser_set_query (WbModelBrowser *self, const char *query)
{
  g_autofree char *text = g_strdup (query);

  /* GTK replaces a text by deleting the old one and then inserting the new one. The empty text between them must start no search. */
  g_signal_handlers_block_by_func (self->search, on_search_changed, self);
  if (strcmp (gtk_editable_get_text (GTK_EDITABLE (self->search)), text) != 0)
    gtk_editable_set_text (GTK_EDITABLE (self->search), text);
  g_signal_handlers_unblock_by_func (self->search, on_search_changed, self);
  on_search_changed (self);
}

GListModel *
wb_model_browser_found (WbModelBrowser *self)
{
  return G_LIST_MODEL (self->found);
}

const char *
wb_model_browser_query (WbModelBrowser *self)
{
  return gtk_editable_get_text (GTK_EDITABLE (self->search));
}

int
wb_model_browser_n_models (WbModelBrowser *self)
{
  return self->library != NULL ? model_library_n_entries (self->library) : 0;
}
