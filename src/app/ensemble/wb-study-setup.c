#include "wb-study-setup.h"

#include <glib/gi18n.h>
#include <string.h>

#include "lab-registry.h"
#include "wb-density.h"
#include "wb-vary-editor.h"
#include "wb-widgets.h"

/* The data of the set-up. The widget owns them. */
typedef struct
{
  WbStudies *studies;
  GtkWidget *box, *vary_group, *vary, *options_group, *options;
  gboolean updating;
} WbStudySetup;

/* ---- random quantities ---- */

static void
make_editor (GtkMenuButton *button, gpointer user)
{
  WbStudySetup *self = user;
  WbStudy *study = wb_studies_selected (self->studies);
  GtkWidget *popover;

  if (study == NULL || wb_study_problem (study) == NULL)
    return;
  popover = gtk_popover_new ();
  gtk_popover_set_child (GTK_POPOVER (popover), wb_vary_editor_new (self->studies, study, g_object_get_data (G_OBJECT (button), "name")));
  gtk_menu_button_set_popover (button, popover);
}

static void
make_chooser (GtkMenuButton *button, gpointer user)
{
  WbStudySetup *self = user;
  WbStudy *study = wb_studies_selected (self->studies);
  GtkWidget *popover;

  if (study == NULL || wb_study_problem (study) == NULL)
    return;
  popover = gtk_popover_new ();
  gtk_popover_set_child (GTK_POPOVER (popover), wb_vary_chooser_new (self->studies, study));
  gtk_menu_button_set_popover (button, popover);
}

static GtkWidget *
vary_row_new (WbStudySetup *self, const WbStudyProblem *problem, const LabVary *vary)
{
  GtkWidget *button = gtk_menu_button_new (), *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 13), *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *density = wb_density_new (39, 24), *title, *remark;
  g_autofree char *unit = NULL, *label = wb_vary_label (problem, vary->name, &unit);
  g_autofree char *text = unit != NULL ? g_strdup_printf ("%s %s", vary->text, unit) : g_strdup (vary->text);
  g_autofree char *spoken = g_strdup_printf ("%s, %s", label, text);

  wb_density_set_text (WB_DENSITY (density), vary->text);
  gtk_widget_set_valign (density, GTK_ALIGN_CENTER);
  title = gtk_label_new (label);
  remark = gtk_label_new (text);
  gtk_widget_add_css_class (title, "row-title");
  gtk_widget_add_css_class (remark, "row-remark");
  for (int k = 0; k < 2; k++)
    {
      gtk_label_set_xalign (GTK_LABEL (k == 0 ? title : remark), 0);
      gtk_label_set_ellipsize (GTK_LABEL (k == 0 ? title : remark), PANGO_ELLIPSIZE_END);
      gtk_box_append (GTK_BOX (texts), k == 0 ? title : remark);
    }
  gtk_widget_set_valign (texts, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (row), density);
  gtk_box_append (GTK_BOX (row), texts);
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_widget_set_halign (row, GTK_ALIGN_FILL);
  gtk_widget_set_hexpand (row, TRUE);
  gtk_menu_button_set_child (GTK_MENU_BUTTON (button), row);
  gtk_widget_set_halign (gtk_widget_get_parent (row), GTK_ALIGN_FILL); /* the menu button would centre its content */
  gtk_menu_button_set_direction (GTK_MENU_BUTTON (button), GTK_ARROW_RIGHT);
  gtk_widget_add_css_class (button, "row");
  gtk_widget_add_css_class (button, "vary-row");
  gtk_widget_set_tooltip_text (button, spoken);
  wb_widget_set_name (button, spoken);
  g_object_set_data_full (G_OBJECT (button), "name", g_strdup (vary->name), g_free);
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (button), make_editor, self, NULL);
  return button;
}

/* If the set of random quantities has not changed, update the rows in place, so that an open editor stays open. */
static void
refresh_vary (WbStudySetup *self, const WbStudyProblem *problem)
{
  GString *key = g_string_new (NULL);
  g_autofree char *names = NULL;

  for (guint k = 0; problem != NULL && problem->ensemble != NULL && k < problem->ensemble->varied->len; k++)
    g_string_append_printf (key, "%s=%s;", g_array_index (problem->ensemble->varied, LabVary, k).name,
                            g_array_index (problem->ensemble->varied, LabVary, k).text);
  names = g_string_free (key, FALSE);
  if (g_strcmp0 (g_object_get_data (G_OBJECT (self->vary), "names"), names) == 0)
    return;
  g_object_set_data_full (G_OBJECT (self->vary), "names", g_steal_pointer (&names), g_free);
  wb_widget_empty_box (self->vary);
  for (guint k = 0; problem != NULL && problem->ensemble != NULL && k < problem->ensemble->varied->len; k++)
    gtk_box_append (GTK_BOX (self->vary), vary_row_new (self, problem, &g_array_index (problem->ensemble->varied, LabVary, k)));
}

/* ---- options of studies that are not ensembles ---- */

static void
on_option (GtkWidget *entry, WbStudySetup *self)
{
  WbStudy *study = wb_studies_selected (self->studies);
  const char *const path[] = { "options", g_object_get_data (G_OBJECT (entry), "key"), NULL };
  const char *text = gtk_editable_get_text (GTK_EDITABLE (entry));

  if (study != NULL && !self->updating)
    wb_studies_set (self->studies, study, path, *text != '\0' ? text : NULL, _("Option"));
}

static void
on_option_left (GtkEventControllerFocus *focus, WbStudySetup *self)
{
  on_option (gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (focus)), self);
}

static GtkWidget *
option_row_new (WbStudySetup *self, const WbStudyProblem *problem, const LabOptionRow *option)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8), *title = gtk_label_new (option->key), *entry = gtk_entry_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  gtk_widget_add_css_class (row, "row");
  gtk_widget_add_css_class (title, "row-title");
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_widget_set_hexpand (title, TRUE);
  gtk_editable_set_text (GTK_EDITABLE (entry), model_yaml_get_text (problem->file->options, option->key, ""));
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), 13);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (entry), 13);
  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), option->standard != NULL ? option->standard : option->argument);
  gtk_widget_set_valign (entry, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (row, _(option->about));
  wb_widget_set_name (entry, option->key);
  g_object_set_data (G_OBJECT (entry), "key", (gpointer) option->key);
  g_signal_connect (entry, "activate", G_CALLBACK (on_option), self);
  g_signal_connect (focus, "leave", G_CALLBACK (on_option_left), self);
  gtk_widget_add_controller (entry, focus);
  gtk_box_append (GTK_BOX (row), title);
  gtk_box_append (GTK_BOX (row), entry);
  return row;
}

/* Shows a row for each option of a study that is not an ensemble. The registry of studies defines the
 * options. */
static void
refresh_options (WbStudySetup *self, WbStudy *study, const WbStudyProblem *problem)
{
  const LabStudyKind *kind = problem != NULL && problem->ensemble == NULL ? lab_registry_find (problem->file->study) : NULL;
  const char *text = kind != NULL ? wb_study_text (study) : "";

  if (g_strcmp0 (g_object_get_data (G_OBJECT (self->options), "text"), text) == 0)
    return;
  g_object_set_data_full (G_OBJECT (self->options), "text", g_strdup (text), g_free);
  self->updating = TRUE;
  wb_widget_empty_box (self->options);
  for (int k = 0; kind != NULL && k < kind->n_options; k++)
    if (strcmp (kind->options[k].key, "jobs") != 0 && strcmp (kind->options[k].key, "keep") != 0)
      gtk_box_append (GTK_BOX (self->options), option_row_new (self, problem, &kind->options[k]));
  self->updating = FALSE;
}

/* ---- widget ---- */

static void
refresh (WbStudySetup *self)
{
  WbStudy *study = wb_studies_selected (self->studies);
  const WbStudyProblem *problem = study != NULL ? wb_study_problem (study) : NULL;

  gtk_widget_set_visible (self->vary_group, problem != NULL && problem->ensemble != NULL);
  gtk_widget_set_visible (self->options_group, problem != NULL && problem->ensemble == NULL);
  refresh_vary (self, problem);
  refresh_options (self, study, problem);
}

static void
on_study (WbStudies *studies, WbStudy *study, WbStudySetup *self)
{
  if (study == wb_studies_selected (studies))
    refresh (self);
}

static void
setup_free (gpointer data)
{
  WbStudySetup *self = data;

  g_signal_handlers_disconnect_by_data (self->studies, self);
  g_object_unref (self->studies);
  g_free (self);
}

static void
add_vary (WbStudySetup *self)
{
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0), *title = wb_study_setup_heading (_("Random quantities"));
  GtkWidget *add = gtk_menu_button_new ();

  self->vary_group = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_widget_add_css_class (self->vary_group, "sidebar-group");
  gtk_widget_set_hexpand (title, TRUE);
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (add), "wb-add-symbolic");
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (add), make_chooser, self, NULL);
  wb_widget_set_label (add, _("Add a random quantity"));
  gtk_widget_add_css_class (add, "plot-menu");
  gtk_box_append (GTK_BOX (head), title);
  gtk_box_append (GTK_BOX (head), add);
  self->vary = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_add_css_class (self->vary, "boxed");
  gtk_box_append (GTK_BOX (self->vary_group), head);
  gtk_box_append (GTK_BOX (self->vary_group), self->vary);
  gtk_box_append (GTK_BOX (self->box), self->vary_group);
}

GtkWidget *
wb_study_setup_heading (const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "group-title");
  return label;
}

GtkWidget *
wb_study_setup_new (WbStudies *studies)
{
  WbStudySetup *self = g_new0 (WbStudySetup, 1);

  self->studies = g_object_ref (studies);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  g_object_set_data_full (G_OBJECT (self->box), "setup", self, setup_free);
  add_vary (self);
  self->options_group = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  gtk_widget_add_css_class (self->options_group, "sidebar-group");
  self->options = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_add_css_class (self->options, "boxed");
  gtk_box_append (GTK_BOX (self->options_group), wb_study_setup_heading (_("Options")));
  gtk_box_append (GTK_BOX (self->options_group), self->options);
  gtk_box_append (GTK_BOX (self->box), self->options_group);
  g_signal_connect_swapped (studies, "studies-changed", G_CALLBACK (refresh), self);
  g_signal_connect_swapped (studies, "selection-changed", G_CALLBACK (refresh), self);
  g_signal_connect (studies, "study-changed", G_CALLBACK (on_study), self);
  refresh (self);
  return self->box;
}
