/* Makes the rows of the options of a study from the table of its kind. */
#include "wb-study-options.h"

#include <glib/gi18n.h>
#include <string.h>

#include "lab-option-form.h"
#include "wb-dialogs.h"
#include "wb-tooltip.h"
#include "wb-widgets.h"

#define ENTRY_CHARS 13
#define LEAST_ENTRY_CHARS 10

typedef struct
{
  WbStudy *study;            /* study that is shown, or NULL */
  const LabStudyKind *kind;  /* kind of the study, or NULL */
  GPtrArray *fields;         /* WbField */
  GPtrArray *controls;       /* their controls, with references, so that no field outlives the rows */
  gboolean has_axes;
} Rows;

static void
clear (Rows *rows)
{
  for (guint k = 0; k < rows->fields->len; k++)
    wb_field_release (rows->fields->pdata[k]);
  g_ptr_array_set_size (rows->fields, 0);
  g_ptr_array_set_size (rows->controls, 0);
}

static void
rows_free (gpointer data)
{
  Rows *rows = data;

  clear (rows);
  g_ptr_array_unref (rows->fields);
  g_ptr_array_unref (rows->controls);
  g_clear_object (&rows->study);
  g_free (rows);
}

/* ---- the binding ---- */

static const LabOptionRow *
row_of (WbStudy *study, const char *key)
{
  const LabStudyKind *kind = wb_study_kind (study);

  for (int k = 0; kind != NULL && k < kind->n_options; k++)
    if (strcmp (kind->options[k].key, key) == 0)
      return &kind->options[k];
  return NULL;
}

static gboolean
is_choice (const LabOptionRow *option)
{
  return strchr (option->argument, '|') != NULL;
}

/* A list shows the value in use; an entry shows only a text that was given, and the standard value as its placeholder. */
static char *
get (gpointer study, const char *key)
{
  const LabOptionRow *option = row_of (study, key);
  const char *text = option == NULL ? NULL : is_choice (option) || wb_study_has_option (study, key) ? wb_study_option (study, key) : NULL;

  return g_strdup (text);
}

static void
set (gpointer study, const char *key, const char *text)
{
  wb_study_set_option (study, key, text);
}

static char *
reason (gpointer study, const char *key, const char *text)
{
  return wb_study_why_wrong_option (study, row_of (study, key), text);
}

static const WbBinding binding = { get, set, reason };

/* ---- rows ---- */

static GtkWidget *
entry_new (const LabOptionRow *option)
{
  GtkWidget *entry = gtk_entry_new ();

  gtk_editable_set_width_chars (GTK_EDITABLE (entry), LEAST_ENTRY_CHARS);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (entry), ENTRY_CHARS);
  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), option->standard != NULL ? option->standard : _("default"));
  return entry;
}

/* Makes a drop-down list of the words of an option "a|b", with their labels. Sets *words to the words; "" stands for the default. Free them
 * with g_strfreev. */
static GtkWidget *
choice_new (const LabOptionRow *option, char ***words)
{
  g_autofree char *all = g_strconcat (option->standard == NULL ? "|" : "", option->argument, NULL);
  g_auto (GStrv) labels = g_strsplit (option->choices != NULL ? _(option->choices) : "", "|", -1);
  g_autoptr (GtkStringList) shown = gtk_string_list_new (NULL);
  guint first = option->standard == NULL ? 1 : 0;

  *words = g_strsplit (all, "|", -1);
  for (guint k = 0; (*words)[k] != NULL; k++)
    {
      const char *word = (*words)[k];

      gtk_string_list_append (shown, k < first ? _("default") : k - first < g_strv_length (labels) ? labels[k - first]
                                     : strcmp (word, "true") == 0 ? _("yes") : strcmp (word, "false") == 0 ? _("no") : word);
    }
  return gtk_drop_down_new (G_LIST_MODEL (g_steal_pointer (&shown)), NULL);
}

/* ---- files of data ---- */

/* The field of a row whose button asks for a file. The reference keeps its entry. */
typedef struct
{
  GtkWidget *box, *entry;
  char *key;
} Asked;

static void
on_data (const char *path, gpointer user)
{
  Asked *asked = user;
  WbField *field = wb_study_options_field (asked->box, asked->key);

  if (path != NULL && field != NULL && wb_field_control (field) == asked->entry)
    {
      gtk_editable_set_text (GTK_EDITABLE (asked->entry), path);
      wb_field_commit (field);
    }
  g_object_unref (asked->box);
  g_object_unref (asked->entry);
  g_free (asked->key);
  g_free (asked);
}

static void
ask_data (GtkWidget *entry)
{
  GtkWidget *box = g_object_get_data (G_OBJECT (entry), "options");
  Asked *asked = g_new0 (Asked, 1);

  asked->box = g_object_ref (box);
  asked->entry = g_object_ref (entry);
  asked->key = g_strdup (g_object_get_data (G_OBJECT (entry), "key"));
  wb_dialogs_open_file (GTK_WINDOW (gtk_widget_get_root (entry)), _("Data"), _("Tables"), "*.csv *.tsv *.txt *.dat", on_data, asked);
}

static gboolean
is_data (const LabOptionRow *option)
{
  return strcmp (option->argument, "DATA") == 0;
}

/* Adds the button that asks for a file to the entry of its path. */
static void
add_data_button (GtkWidget *box, GtkWidget *entry, const LabOptionRow *option)
{
  g_object_set_data (G_OBJECT (entry), "options", box);
  g_object_set_data_full (G_OBJECT (entry), "key", g_strdup (option->key), g_free);
  gtk_entry_set_icon_from_icon_name (GTK_ENTRY (entry), GTK_ENTRY_ICON_SECONDARY, "document-open-symbolic");
  gtk_entry_set_icon_tooltip_text (GTK_ENTRY (entry), GTK_ENTRY_ICON_SECONDARY, _("Choose a file"));
  g_signal_connect (entry, "icon-press", G_CALLBACK (ask_data), NULL);
}

static void
append_row (GtkWidget *box, Rows *rows, const LabOptionRow *option)
{
  GtkWidget *outer = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *title = wb_label_new_wrapped (_(option->label), "row-title"), *control;
  g_auto (GStrv) words = NULL;
  WbField *field;

  control = is_choice (option) ? choice_new (option, &words) : entry_new (option);
  if (is_data (option))
    add_data_button (box, control, option);
  field = wb_field_new (control, (const char *const *) words, &binding, rows->study, option->key);
  g_ptr_array_add (rows->fields, field);
  g_ptr_array_add (rows->controls, g_object_ref_sink (control));
  gtk_widget_set_valign (control, GTK_ALIGN_CENTER);
  wb_widget_set_name (control, _(option->label));
  gtk_widget_set_hexpand (title, TRUE);
  gtk_box_append (GTK_BOX (line), title);
  gtk_box_append (GTK_BOX (line), control);
  wb_tooltip_set (line, _(option->about));
  gtk_widget_set_vexpand (line, TRUE); /* centres the line vertically in the row */
  gtk_widget_set_vexpand (outer, FALSE);
  gtk_widget_set_margin_bottom (wb_field_why (field), 6);
  gtk_widget_add_css_class (outer, "row");
  gtk_box_append (GTK_BOX (outer), line);
  gtk_box_append (GTK_BOX (outer), wb_field_why (field));
  gtk_box_append (GTK_BOX (box), outer);
}

/* Returns whether an option has a row. The window itself sets the number of threads and the file for partial results. */
static gboolean
has_row (const Rows *rows, const LabOptionRow *option)
{
  return g_strcmp0 (option->key, rows->kind->knob) != 0 && strcmp (option->argument, "J") != 0 && strcmp (option->argument, "FILE") != 0
         && (rows->has_axes || !lab_option_is_range (option));
}

/* Shows the new values, and the error of the computation at the option that it is about. */
static void
refresh (Rows *rows)
{
  const char *wrong = wb_study_wrong_option (rows->study);

  for (guint k = 0; k < rows->fields->len; k++)
    {
      WbField *field = rows->fields->pdata[k];

      wb_field_show (field);
      wb_field_set_failure (field, g_strcmp0 (wrong, wb_field_key (field)) == 0 ? wb_study_error (rows->study) : NULL);
    }
}

void
wb_study_options_show (GtkWidget *box, WbStudy *study)
{
  Rows *rows = g_object_get_data (G_OBJECT (box), "rows");
  const LabStudyKind *kind = study != NULL ? wb_study_kind (study) : NULL;

  if (kind != rows->kind || study != rows->study)
    {
      clear (rows);
      wb_widget_empty_box (box);
      g_set_object (&rows->study, study);
      rows->kind = kind;
      for (int k = 0; kind != NULL && k < kind->n_options; k++)
        if (has_row (rows, &kind->options[k]))
          append_row (box, rows, &kind->options[k]);
    }
  if (kind != NULL)
    refresh (rows);
}

WbField *
wb_study_options_field (GtkWidget *box, const char *key)
{
  const Rows *rows = g_object_get_data (G_OBJECT (box), "rows");

  for (guint k = 0; k < rows->fields->len; k++)
    if (strcmp (wb_field_key (rows->fields->pdata[k]), key) == 0)
      return rows->fields->pdata[k];
  return NULL;
}

gboolean
wb_study_options_commit (GtkWidget *box)
{
  Rows *rows = g_object_get_data (G_OBJECT (box), "rows");
  gboolean right = TRUE;

  for (guint k = 0; k < rows->fields->len; k++)
    right &= wb_field_commit (rows->fields->pdata[k]);
  return right;
}

GtkWidget *
wb_study_options_new (gboolean has_axes)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  Rows *rows = g_new0 (Rows, 1);

  rows->has_axes = has_axes;
  rows->fields = g_ptr_array_new ();
  rows->controls = g_ptr_array_new_with_free_func (g_object_unref);
  g_object_set_data_full (G_OBJECT (box), "rows", rows, rows_free);
  return box;
}
