/* Lists the models of the library with check boxes, after a scan on a thread. */
#include "wb-lab-models.h"

#include <glib/gi18n.h>
#include <string.h>

#include "model-library.h"
#include "sim-config.h"
#include "wb-job.h"
#include "wb-lab-figures.h"
#include "wb-laboratory.h"
#include "wb-tooltip.h"
#include "wb-widgets.h"

/* Width and height of the list in px. */
#define LIST_WIDTH 300
#define LIST_HEIGHT 320

struct _WbLabModels
{
  GtkPopover parent_instance;
  WbSession *session;
  WbLaboratory *laboratory;
  ModelLibrary *library;   /* NULL before it was read */
  GtkWidget *search, *list, *about;
  WbJob *job;
  gboolean quiet;
};

G_DEFINE_FINAL_TYPE (WbLabModels, wb_lab_models, GTK_TYPE_POPOVER)

static const char *
id_of (GtkWidget *check)
{
  return g_object_get_data (G_OBJECT (check), "id");
}

static GtkWidget *
check_of (GtkListBoxRow *row)
{
  return gtk_list_box_row_get_child (row);
}

GtkWidget *
wb_lab_models_row (WbLabModels *self, const char *id)
{
  GtkListBoxRow *row;

  for (int k = 0; (row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), k)) != NULL; k++)
    if (strcmp (id_of (check_of (row)), id) == 0)
      return check_of (row);
  return NULL;
}

/* ---- the choice ---- */

static gboolean
is_chosen (WbLabModels *self, const char *id)
{
  g_auto (GStrv) ids = g_strsplit (wb_laboratory_models (self->laboratory), ",", -1);

  return g_strv_contains ((const char *const *) ids, id);
}

static int
count_chosen (WbLabModels *self)
{
  g_auto (GStrv) ids = g_strsplit (wb_laboratory_models (self->laboratory), ",", -1);

  return (int) g_strv_length (ids); /* an empty text has no words */
}

/* Shows which models are chosen. When the plot has no marker for a further one, the others become insensitive. */
static void
refresh (WbLabModels *self)
{
  Model *model = wb_session_model (self->session);
  gboolean full = count_chosen (self) + 1 >= WB_LAB_MOST_MODELS;
  GtkListBoxRow *row;

  self->quiet = TRUE;
  for (int k = 0; (row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), k)) != NULL; k++)
    {
      GtkWidget *check = check_of (row);
      gboolean own = model != NULL && strcmp (model_id (model), id_of (check)) == 0, chosen = is_chosen (self, id_of (check));

      gtk_check_button_set_active (GTK_CHECK_BUTTON (check), own || chosen);
      gtk_widget_set_sensitive (check, !own && (chosen || !full));
    }
  self->quiet = FALSE;
}

static void
on_check (GtkCheckButton *check, WbLabModels *self)
{
  const char *id = id_of (GTK_WIDGET (check));
  g_auto (GStrv) ids = g_strsplit (wb_laboratory_models (self->laboratory), ",", -1);
  g_autoptr (GString) text = g_string_new (NULL);

  if (self->quiet)
    return;
  for (int k = 0; ids[k] != NULL; k++)
    if (*ids[k] != '\0' && strcmp (ids[k], id) != 0)
      g_string_append_printf (text, "%s%s", text->len > 0 ? "," : "", ids[k]);
  if (gtk_check_button_get_active (check))
    g_string_append_printf (text, "%s%s", text->len > 0 ? "," : "", id);
  wb_laboratory_set_models (self->laboratory, text->str);
}

/* ---- the list ---- */

static gboolean
matches (GtkListBoxRow *row, gpointer user)
{
  WbLabModels *self = user;
  const ModelEntry *entry = model_library_find (self->library, id_of (check_of (row)));

  return entry != NULL && model_entry_match (entry, gtk_editable_get_text (GTK_EDITABLE (self->search))) != MODEL_MATCH_NONE;
}

static void
fill (WbLabModels *self)
{
  for (int k = 0; k < model_library_n_entries (self->library); k++)
    {
      const ModelEntry *entry = model_library_entry (self->library, k);
      GtkWidget *check = gtk_check_button_new_with_label (entry->name);

      if (entry->errors != NULL)
        {
          g_object_ref_sink (check);
          g_object_unref (check);
          continue;
        }
      g_object_set_data_full (G_OBJECT (check), "id", g_strdup (entry->id), g_free);
      wb_tooltip_set (check, entry->summary);
      g_signal_connect (check, "toggled", G_CALLBACK (on_check), self);
      gtk_list_box_append (GTK_LIST_BOX (self->list), check);
    }
  gtk_list_box_set_filter_func (GTK_LIST_BOX (self->list), matches, self, NULL);
  gtk_widget_set_visible (self->about, FALSE);
  refresh (self);
}

static gpointer
scan (WbJob *job, gpointer data, GError **error)
{
  return model_library_scan (NULL, sim_config_check_solver);
}

static void
on_scanned (gpointer owner, gpointer library, const GError *error)
{
  WbLabModels *self = owner;

  self->library = library;
  fill (self);
}

void
wb_lab_models_open (WbLabModels *self)
{
  if (self->library == NULL && self->job == NULL)
    wb_job_replace (&self->job, self, scan, NULL, NULL, on_scanned, (GDestroyNotify) model_library_free);
  refresh (self);
  gtk_popover_popup (GTK_POPOVER (self));
  gtk_widget_grab_focus (self->search);
}

static void
on_search (WbLabModels *self)
{
  gtk_list_box_invalidate_filter (GTK_LIST_BOX (self->list));
}

/* ---- widget ---- */

static void
wb_lab_models_dispose (GObject *object)
{
  WbLabModels *self = WB_LAB_MODELS (object);

  g_clear_pointer (&self->job, wb_job_cancel);
  if (self->list != NULL)
    gtk_list_box_set_filter_func (GTK_LIST_BOX (self->list), NULL, NULL, NULL);
  self->list = NULL;
  g_clear_pointer (&self->library, model_library_free);
  G_OBJECT_CLASS (wb_lab_models_parent_class)->dispose (object);
}

static void
wb_lab_models_class_init (WbLabModelsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_lab_models_dispose;
}

static void
wb_lab_models_init (WbLabModels *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8), *scroll = gtk_scrolled_window_new ();

  self->search = gtk_search_entry_new ();
  wb_widget_set_name (self->search, _("Search models"));
  self->list = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->list), GTK_SELECTION_NONE);
  wb_widget_set_name (self->list, _("Further models"));
  self->about = gtk_label_new (_("Reading the models …"));
  gtk_widget_add_css_class (self->about, "dim-label");
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroll), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroll), self->list);
  gtk_widget_set_size_request (scroll, LIST_WIDTH, LIST_HEIGHT);
  gtk_box_append (GTK_BOX (box), self->search);
  gtk_box_append (GTK_BOX (box), self->about);
  gtk_box_append (GTK_BOX (box), scroll);
  gtk_popover_set_child (GTK_POPOVER (self), box);
  g_signal_connect_swapped (self->search, "search-changed", G_CALLBACK (on_search), self);
}

GtkWidget *
wb_lab_models_new (WbSession *session)
{
  WbLabModels *self = g_object_new (WB_TYPE_LAB_MODELS, NULL);

  self->session = session;
  self->laboratory = wb_laboratory_of (session);
  g_signal_connect_object (self->laboratory, "changed", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
