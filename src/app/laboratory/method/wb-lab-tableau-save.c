/* Checks the name of a new tableau and writes its file. */
#include "wb-lab-tableau-save.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>

#include "model-library.h"
#include "model-tableau.h"
#include "sim-output-file.h"
#include "wb-tooltip.h"
#include "wb-widgets.h"

struct _WbLabTableauSave
{
  GtkWidget parent_instance;
  GtkWidget *menu, *label, *entry, *about, *save;
  WbLabTableau *tableau;   /* the tableau to save; NULL if there is none */
};

G_DEFINE_FINAL_TYPE (WbLabTableauSave, wb_lab_tableau_save, GTK_TYPE_WIDGET)

static guint saved_signal;

GtkWidget *wb_lab_tableau_save_entry (WbLabTableauSave *self) { return self->entry; }
GtkWidget *wb_lab_tableau_save_button (WbLabTableauSave *self) { return self->save; }

char *
wb_lab_tableau_id (const char *name)
{
  g_autofree char *plain = g_str_to_ascii (name, "C");
  g_autoptr (GString) id = g_string_new (NULL);

  for (const char *at = plain; *at != '\0'; at++)
    if (g_ascii_isalnum (*at) || *at == '_')
      g_string_append_c (id, g_ascii_tolower (*at));
    else if (id->len > 0 && id->str[id->len - 1] != '-')
      g_string_append_c (id, '-');
  while (id->len > 0 && id->str[id->len - 1] == '-')
    g_string_truncate (id, id->len - 1);
  return g_strdup (id->str);
}

/* Returns the path of the file in the user's folder of tableaus for a method with this id. */
static char *
path_of (const char *id)
{
  g_autofree char *folder = model_library_user_folder ("tableaus"), *file = g_strconcat (id, ".yaml", NULL);

  return g_build_filename (folder, file, NULL);
}

/* Returns a message if the name cannot be used, else NULL. If two folders have a file of this name, the program reads the file in the
 * folder that is searched first. */
static char *
why_not (const char *id)
{
  g_autofree char *path = path_of (id), *folder = g_path_get_dirname (path);
  g_auto (GStrv) folders = model_library_folders ("tableaus");

  if (*id == '\0')
    return g_strdup (_("Type a name"));
  if (ode_method_find (id) != NULL)
    return g_strdup_printf (_("'%s' is a built-in method"), id);
  for (char **other = folders; *other != NULL; other++)
    {
      g_autofree char *file = g_strconcat (id, ".yaml", NULL), *there = g_build_filename (*other, file, NULL);

      if (strcmp (*other, folder) != 0 && g_file_test (there, G_FILE_TEST_EXISTS))
        return g_strdup_printf (_("'%s' is a tableau of the program"), id);
    }
  return NULL;
}

static void
on_name (WbLabTableauSave *self)
{
  g_autofree char *id = wb_lab_tableau_id (gtk_editable_get_text (GTK_EDITABLE (self->entry))), *reason = why_not (id), *path = path_of (id);
  g_autofree char *text = NULL;
  gboolean exists = reason == NULL && g_file_test (path, G_FILE_TEST_EXISTS);

  if (reason == NULL)
    text = g_strdup_printf (exists ? _("replaces '%s'") : _("as the method '%s'"), id);
  gtk_label_set_text (GTK_LABEL (self->about), reason != NULL ? reason : text);
  gtk_button_set_label (GTK_BUTTON (self->save), exists ? _("Replace") : _("Save"));
  gtk_widget_set_sensitive (self->save, reason == NULL);
}

static gboolean
write_file (const char *path, char *text, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GBytes) bytes = g_bytes_new_take (text, strlen (text));

  if (g_mkdir_with_parents (folder, 0755) != 0)
    {
      g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_FAILED, _("the folder %s cannot be made"), folder);
      return FALSE;
    }
  return sim_write_file (path, bytes, 0, error);
}

static void
on_save (WbLabTableauSave *self)
{
  const char *name = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  g_autofree char *id = wb_lab_tableau_id (name), *reason = why_not (id), *path = path_of (id);
  g_autoptr (GError) error = NULL;
  const OdeMethod *method = NULL;

  if (reason != NULL || self->tableau == NULL)
    return;
  if (write_file (path, wb_lab_tableau_yaml (self->tableau, name), &error))
    method = model_method_find (id);
  if (method == NULL)
    {
      g_autofree char *text = g_strdup_printf (_("Not saved: %s"), error != NULL ? error->message : _("the file cannot be read again"));

      gtk_label_set_text (GTK_LABEL (self->about), text);
      return;
    }
  gtk_menu_button_popdown (GTK_MENU_BUTTON (self->menu));
  g_signal_emit (self, saved_signal, 0, method);
}

static void
on_shown (WbLabTableauSave *self)
{
  g_autofree char *name = self->tableau != NULL ? g_strdup_printf (_("%s, my version"), self->tableau->label) : g_strdup ("");

  gtk_editable_set_text (GTK_EDITABLE (self->entry), name);
  on_name (self);
  gtk_widget_grab_focus (self->entry);
}

void
wb_lab_tableau_save_set (WbLabTableauSave *self, const WbLabTableau *tableau)
{
  WbLabTableau *copy = tableau != NULL ? wb_lab_tableau_copy (tableau) : NULL;

  wb_lab_tableau_free (self->tableau);
  self->tableau = copy;
  gtk_widget_set_sensitive (self->menu, copy != NULL);
}

const char *
wb_lab_tableau_save_title (gboolean raised)
{
  return raised ? _("Save as new method") : _("Save…");
}

void
wb_lab_tableau_save_set_raised (WbLabTableauSave *self, gboolean raised)
{
  GtkWidget *button = gtk_widget_get_first_child (self->menu);

  gtk_label_set_text (GTK_LABEL (self->label), wb_lab_tableau_save_title (raised));
  wb_tooltip_set (self->menu, raised ? NULL : wb_lab_tableau_save_title (TRUE));
  wb_widget_set_name (button, wb_lab_tableau_save_title (TRUE));
  if (raised)
    gtk_widget_add_css_class (button, "suggested");
  else
    gtk_widget_remove_css_class (button, "suggested");
}

/* ---- widget ---- */

static void
wb_lab_tableau_save_dispose (GObject *object)
{
  WbLabTableauSave *self = WB_LAB_TABLEAU_SAVE (object);

  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_pointer (&self->tableau, wb_lab_tableau_free);
  G_OBJECT_CLASS (wb_lab_tableau_save_parent_class)->dispose (object);
}

static void
wb_lab_tableau_save_class_init (WbLabTableauSaveClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_lab_tableau_save_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  saved_signal = g_signal_new ("saved", WB_TYPE_LAB_TABLEAU_SAVE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
}

static void
wb_lab_tableau_save_init (WbLabTableauSave *self)
{
  GtkWidget *popover = gtk_popover_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);

  self->menu = gtk_menu_button_new ();
  self->label = gtk_label_new (NULL);
  gtk_label_set_ellipsize (GTK_LABEL (self->label), PANGO_ELLIPSIZE_END);
  gtk_menu_button_set_child (GTK_MENU_BUTTON (self->menu), self->label);
  gtk_widget_add_css_class (self->menu, "raised-menu");
  self->entry = gtk_entry_new ();
  gtk_editable_set_width_chars (GTK_EDITABLE (self->entry), 30);
  wb_widget_set_name (self->entry, _("Name of the method"));
  self->about = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->about), 0);
  gtk_label_set_wrap (GTK_LABEL (self->about), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (self->about), 36);
  gtk_widget_add_css_class (self->about, "dim-label");
  self->save = gtk_button_new_with_label (_("Save"));
  gtk_widget_add_css_class (self->save, "suggested-action");
  gtk_widget_set_halign (self->save, GTK_ALIGN_END);
  gtk_box_append (GTK_BOX (box), self->entry);
  gtk_box_append (GTK_BOX (box), self->about);
  gtk_box_append (GTK_BOX (box), self->save);
  gtk_popover_set_child (GTK_POPOVER (popover), box);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (self->menu), popover);
  gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
  g_signal_connect_swapped (popover, "show", G_CALLBACK (on_shown), self);
  g_signal_connect_swapped (self->entry, "changed", G_CALLBACK (on_name), self);
  g_signal_connect_swapped (self->entry, "activate", G_CALLBACK (on_save), self);
  g_signal_connect_swapped (self->save, "clicked", G_CALLBACK (on_save), self);
  wb_lab_tableau_save_set (self, NULL);
  wb_lab_tableau_save_set_raised (self, FALSE);
}

GtkWidget *
wb_lab_tableau_save_new (void)
{
  return g_object_new (WB_TYPE_LAB_TABLEAU_SAVE, NULL);
}
