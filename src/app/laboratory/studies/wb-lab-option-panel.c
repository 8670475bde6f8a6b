/* Builds the rows of options, checks their texts, and stores them in the study. */
#include "wb-lab-option-panel.h"

#include <glib/gi18n.h>
#include <string.h>

#include "plot-study-dynamics.h"
#include "plot-study-picture.h"
#include "plot-text.h"
#include "wb-tooltip.h"
#include "wb-widgets.h"

/* Natural and least width of an entry in characters. */
#define ENTRY_CHARS 14
#define LEAST_ENTRY_CHARS 10

typedef struct
{
  const LabOptionRow *option;
  char **words;             /* texts of the choices, "" for the default; NULL if the row has an entry */
  GtkWidget *field, *why;
} Row;

struct _WbLabOptionPanel
{
  GtkWidget parent_instance;
  WbLabStudies *studies;
  WbStudy *study;
  GtkWidget *scrolled, *grid, *axes[2];
  int n_lines;              /* number of rows of the grid */
  GPtrArray *rows;          /* elements of type Row */
  gboolean quiet;
  guint serial;             /* serial number of the result whose states the lists of axes have */
  char *names;              /* names of these states, joined */
};

G_DEFINE_FINAL_TYPE (WbLabOptionPanel, wb_lab_option_panel, GTK_TYPE_WIDGET)

static guint changed_signal;

GtkWidget *wb_lab_option_panel_axis (WbLabOptionPanel *self, int axis) { return self->axes[axis]; }

static Row *
row_of (WbLabOptionPanel *self, const char *key)
{
  for (guint k = 0; k < self->rows->len; k++)
    if (strcmp (((Row *) self->rows->pdata[k])->option->key, key) == 0)
      return self->rows->pdata[k];
  return NULL;
}

GtkWidget *
wb_lab_option_panel_field (WbLabOptionPanel *self, const char *key)
{
  Row *row = row_of (self, key);

  return row != NULL ? row->field : NULL;
}

const char *
wb_lab_option_panel_why (WbLabOptionPanel *self, const char *key)
{
  Row *row = row_of (self, key);

  return row != NULL ? gtk_label_get_text (GTK_LABEL (row->why)) : "";
}

/* ---- options ---- */

static void
store (WbLabOptionPanel *self, Row *row)
{
  g_autofree char *text = NULL;

  if (row->words != NULL)
    text = g_strdup (row->words[MIN (gtk_drop_down_get_selected (GTK_DROP_DOWN (row->field)), g_strv_length (row->words) - 1)]);
  else
    text = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (row->field))));
  if (self->quiet || g_strcmp0 (*text != '\0' ? text : row->option->standard, wb_study_option (self->study, row->option->key)) == 0)
    return;
  wb_study_set_option (self->study, row->option->key, *text != '\0' ? text : NULL);
}

static void
store_all (WbLabOptionPanel *self)
{
  for (guint k = 0; k < self->rows->len; k++)
    store (self, self->rows->pdata[k]);
}

static void
compute (WbLabOptionPanel *self)
{
  store_all (self);
  wb_lab_studies_run (self->studies, self->study);
}

/* Shows the reason below the option that the message of the failed study quotes. */
static void
show_why (WbLabOptionPanel *self, Row *row)
{
  const char *message = wb_study_error (self->study);
  g_autofree char *quoted = g_strdup_printf ("'%s'", row->option->key);
  gboolean wrong = message != NULL && strstr (message, quoted) != NULL;

  gtk_label_set_text (GTK_LABEL (row->why), wrong ? message : "");
  gtk_widget_set_visible (row->why, wrong);
  if (wrong)
    gtk_widget_add_css_class (row->field, "error");
  else
    gtk_widget_remove_css_class (row->field, "error");
  gtk_accessible_update_state (GTK_ACCESSIBLE (row->field), GTK_ACCESSIBLE_STATE_INVALID,
                               wrong ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
}

static void
show_option (WbLabOptionPanel *self, Row *row)
{
  const char *text = wb_study_option (self->study, row->option->key);

  self->quiet = TRUE;
  for (guint k = 0; row->words != NULL && row->words[k] != NULL; k++)
    if (strcmp (row->words[k], text != NULL ? text : "") == 0)
      gtk_drop_down_set_selected (GTK_DROP_DOWN (row->field), k);
  if (row->words == NULL && strcmp (gtk_editable_get_text (GTK_EDITABLE (row->field)), text != NULL ? text : "") != 0)
    gtk_editable_set_text (GTK_EDITABLE (row->field), text != NULL ? text : "");
  self->quiet = FALSE;
}

/* ---- axes ---- */

void
wb_lab_option_panel_axes (WbLabOptionPanel *self, int *across, int *up)
{
  guint chosen[2] = { 0, 0 };

  for (int k = 0; k < 2 && self->axes[k] != NULL; k++)
    chosen[k] = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->axes[k]));
  for (int k = 0; k < 2; k++)
    chosen[k] = chosen[k] == GTK_INVALID_LIST_POSITION ? 0 : chosen[k];
  *across = (int) chosen[0] - 1; /* the first entry is the automatic choice, PLOT_SECTION_AUTOMATIC */
  *up = chosen[1] == 0 ? PLOT_SECTION_AUTOMATIC : chosen[1] == 1 ? PLOT_SECTION_RETURN : (int) chosen[1] - 2;
}

/* Fills the lists of axes with the states of the result, unless they have these states already. */
static void
fill_axes (WbLabOptionPanel *self)
{
  const LabResult *result = wb_study_result (self->study);
  g_autoptr (GString) names = g_string_new (NULL);

  if (self->axes[0] == NULL || (self->names != NULL && self->serial == wb_study_serial (self->study)))
    return;
  self->serial = wb_study_serial (self->study);
  for (int k = 0; result != NULL && k < plot_study_section_n_states (result); k++)
    g_string_append_printf (names, "%s;", plot_study_section_state (result, k));
  if (g_strcmp0 (names->str, self->names) == 0)
    return;
  g_free (self->names);
  self->names = g_strdup (names->str);
  self->quiet = TRUE;
  for (int axis = 0; axis < 2; axis++)
    {
      g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);

      gtk_string_list_append (list, _("automatic"));
      if (axis == 1)
        gtk_string_list_append (list, _("next point (return map)"));
      for (int k = 0; result != NULL && k < plot_study_section_n_states (result); k++)
        {
          g_autofree char *rich = plot_text_variable (plot_study_section_state (result, k)), *plain = plot_text_plain (rich);

          gtk_string_list_append (list, plain);
        }
      gtk_drop_down_set_model (GTK_DROP_DOWN (self->axes[axis]), G_LIST_MODEL (list));
      gtk_widget_set_sensitive (self->axes[axis], result != NULL);
    }
  self->quiet = FALSE;
}

static void
on_axis (WbLabOptionPanel *self)
{
  if (!self->quiet)
    g_signal_emit (self, changed_signal, 0);
}

static void
on_study (WbLabOptionPanel *self)
{
  for (guint k = 0; k < self->rows->len; k++)
    {
      show_option (self, self->rows->pdata[k]);
      show_why (self, self->rows->pdata[k]);
    }
  fill_axes (self);
}

/* ---- widget ---- */

static void
row_free (gpointer data)
{
  Row *row = data;

  g_strfreev (row->words);
  g_free (row);
}

static void
wb_lab_option_panel_dispose (GObject *object)
{
  WbLabOptionPanel *self = WB_LAB_OPTION_PANEL (object);

  self->quiet = TRUE; /* an entry that loses the focus now must not change the study */
  g_clear_pointer (&self->scrolled, gtk_widget_unparent);
  G_OBJECT_CLASS (wb_lab_option_panel_parent_class)->dispose (object);
}

static void
wb_lab_option_panel_finalize (GObject *object)
{
  g_ptr_array_unref (WB_LAB_OPTION_PANEL (object)->rows);
  g_free (WB_LAB_OPTION_PANEL (object)->names);
  G_OBJECT_CLASS (wb_lab_option_panel_parent_class)->finalize (object);
}

static void
wb_lab_option_panel_class_init (WbLabOptionPanelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_lab_option_panel_dispose;
  G_OBJECT_CLASS (klass)->finalize = wb_lab_option_panel_finalize;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  changed_signal = g_signal_new ("view-changed", WB_TYPE_LAB_OPTION_PANEL, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
wb_lab_option_panel_init (WbLabOptionPanel *self)
{
  self->rows = g_ptr_array_new_with_free_func (row_free);
}

/* Makes the list of the words of an option "a|b". An option without a standard value begins with the default. */
static GtkWidget *
choice_new (Row *row)
{
  const LabOptionRow *option = row->option;
  g_auto (GStrv) words = g_strsplit (option->argument, "|", -1), labels = g_strsplit (option->choices != NULL ? _(option->choices) : "", "|", -1);
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GtkStringList) shown = gtk_string_list_new (NULL);

  if (option->standard == NULL)
    {
      g_ptr_array_add (texts, g_strdup (""));
      gtk_string_list_append (shown, _("default"));
    }
  for (guint k = 0; words[k] != NULL; k++)
    {
      g_ptr_array_add (texts, g_strdup (words[k]));
      gtk_string_list_append (shown, k < g_strv_length (labels) ? labels[k]
                                     : strcmp (words[k], "true") == 0 ? _("yes") : strcmp (words[k], "false") == 0 ? _("no") : words[k]);
    }
  g_ptr_array_add (texts, NULL);
  row->words = g_strdupv ((char **) texts->pdata);
  return gtk_drop_down_new (G_LIST_MODEL (g_steal_pointer (&shown)), NULL);
}

static void
on_selected (GtkDropDown *drop, GParamSpec *spec, WbLabOptionPanel *self)
{
  for (guint k = 0; k < self->rows->len && !self->quiet; k++)
    if (((Row *) self->rows->pdata[k])->field == GTK_WIDGET (drop))
      store (self, self->rows->pdata[k]);
}

/* Adds a widget that takes both columns. */
static void
add_wide (WbLabOptionPanel *self, GtkWidget *widget)
{
  gtk_grid_attach (GTK_GRID (self->grid), widget, 0, self->n_lines++, 2, 1);
}

static void
add_field (WbLabOptionPanel *self, const char *text, GtkWidget *field, const char *about)
{
  GtkWidget *label = wb_label_new (text, "dim-label");

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_set_valign (field, GTK_ALIGN_CENTER);
  if (!GTK_IS_ENTRY (field))
    gtk_widget_set_halign (field, GTK_ALIGN_END);
  wb_tooltip_set (label, about);
  wb_tooltip_set (field, about);
  wb_widget_set_name (field, text);
  gtk_grid_attach (GTK_GRID (self->grid), label, 0, self->n_lines, 1, 1);
  gtk_grid_attach (GTK_GRID (self->grid), field, 1, self->n_lines++, 1, 1);
}

static void
add_row (WbLabOptionPanel *self, const LabOptionRow *option)
{
  Row *row = g_new0 (Row, 1);

  row->option = option;
  g_ptr_array_add (self->rows, row);
  if (strchr (option->argument, '|') != NULL)
    {
      row->field = choice_new (row);
      g_signal_connect (row->field, "notify::selected", G_CALLBACK (on_selected), self);
    }
  else
    {
      GtkEventController *focus = gtk_event_controller_focus_new ();

      row->field = gtk_entry_new ();
      gtk_editable_set_width_chars (GTK_EDITABLE (row->field), LEAST_ENTRY_CHARS);
      gtk_editable_set_max_width_chars (GTK_EDITABLE (row->field), ENTRY_CHARS);
      gtk_entry_set_placeholder_text (GTK_ENTRY (row->field), _("default"));
      g_signal_connect_swapped (row->field, "activate", G_CALLBACK (compute), self);
      g_signal_connect_swapped (focus, "leave", G_CALLBACK (store_all), self);
      gtk_widget_add_controller (row->field, focus);
    }
  add_field (self, _(option->label), row->field, _(option->about));
  row->why = wb_label_new_wrapped ("", "study-refusal");
  gtk_widget_set_visible (row->why, FALSE);
  add_wide (self, row->why);
}

GtkWidget *
wb_lab_option_panel_new (WbSession *session, int index)
{
  WbLabOptionPanel *self = g_object_new (WB_TYPE_LAB_OPTION_PANEL, NULL);
  const LabStudyKind *kind = wb_lab_studies_kind (index);
  GtkWidget *button = gtk_button_new_with_label (_("Compute"));

  self->studies = wb_lab_studies_of (session);
  self->study = wb_lab_studies_study (self->studies, index);
  self->grid = gtk_grid_new ();
  gtk_grid_set_row_spacing (GTK_GRID (self->grid), 6);
  gtk_grid_set_column_spacing (GTK_GRID (self->grid), 10);
  gtk_widget_add_css_class (self->grid, "study-side");
  self->scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrolled), self->grid);
  gtk_widget_set_size_request (self->scrolled, 290, -1);
  gtk_widget_set_parent (self->scrolled, GTK_WIDGET (self));
  for (int k = 0; k < kind->n_options; k++)
    if (g_strcmp0 (kind->options[k].key, kind->knob) != 0)
      add_row (self, &kind->options[k]);
  gtk_widget_add_css_class (button, "raised");
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (compute), self);
  add_wide (self, button);
  if (plot_study_picture_find (kind) != NULL && plot_study_picture_find (kind)->side == PLOT_SIDE_AXES)
    {
      add_wide (self, gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
      for (int axis = 0; axis < 2; axis++)
        {
          self->axes[axis] = gtk_drop_down_new (NULL, NULL);
          g_signal_connect_swapped (self->axes[axis], "notify::selected", G_CALLBACK (on_axis), self);
          add_field (self, axis == 0 ? _("Horizontal axis") : _("Vertical axis"), self->axes[axis], NULL);
        }
    }
  g_signal_connect_object (self->study, "changed", G_CALLBACK (on_study), self, G_CONNECT_SWAPPED);
  on_study (self);
  return GTK_WIDGET (self);
}
