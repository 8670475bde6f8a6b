/* Assembles the set-up in the sidebar: a row for each random quantity or each option. */
#include "wb-study-setup.h"

#include <glib/gi18n.h>
#include <string.h>

#include "wb-axis-editor.h"
#include "wb-density.h"
#include "wb-number-field.h"
#include "wb-study-options.h"
#include "wb-tooltip.h"
#include "wb-vary-editor.h"
#include "wb-widgets.h"

/* The data of the set-up. The widget owns them. */
typedef struct
{
  WbStudies *studies;
  GtkWidget *box, *vary_group, *vary_title, *add, *vary, *options_group, *options;
} WbStudySetup;

/* ---- random quantities ---- */

static GtkWidget *
axis_editor_new (WbStudySetup *self, WbStudy *study, const char *name)
{
  const GArray *varied = wb_study_problem (study)->ensemble->varied;
  GtkWidget *editor;
  int index = 0;

  for (guint k = 0; k < varied->len; k++)
    index = strcmp (g_array_index (varied, LabVary, k).name, name) == 0 ? (int) k : index;
  editor = wb_axis_editor_new (study, NULL, index, FALSE);
  gtk_widget_add_css_class (editor, "vary-editor");
  return editor;
}

static void
make_editor (GtkMenuButton *button, gpointer user)
{
  WbStudySetup *self = user;
  WbStudy *study = wb_studies_selected (self->studies);
  const char *name = g_object_get_data (G_OBJECT (button), "name");
  GtkWidget *popover;

  if (study == NULL || wb_study_problem (study) == NULL)
    return;
  popover = gtk_popover_new ();
  gtk_popover_set_child (GTK_POPOVER (popover), wb_study_problem_is_sweep (wb_study_problem (study)) ? axis_editor_new (self, study, name)
                                                                                                      : wb_vary_editor_new (study, name));
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
  gtk_popover_set_child (GTK_POPOVER (popover), wb_vary_chooser_new (study));
  gtk_menu_button_set_popover (button, popover);
}

static GtkWidget *
vary_row_new (WbStudySetup *self, const WbStudyProblem *problem, const LabVary *vary)
{
  GtkWidget *button = gtk_menu_button_new (), *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 13), *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *density = wb_density_new (39, 24), *title, *remark;
  g_autofree char *unit = NULL, *label = wb_vary_label (problem, vary->name, &unit);
  g_autofree char *from = wb_number_text (vary->from), *to = wb_number_text (vary->to);
  g_autofree char *end = unit != NULL ? g_strdup_printf ("%s %s", to, unit) : g_strdup (to);
  g_autofree char *drawn = unit != NULL ? g_strdup_printf ("%s %s", vary->text, unit) : g_strdup (vary->text);
  /* Translators: the two ends of a range, and a number of values. */
  g_autofree char *text = vary->n_values > 0 ? g_strdup_printf (_("%s to %s, %d values"), from, end, vary->n_values) : g_steal_pointer (&drawn);
  g_autofree char *spoken = g_strdup_printf ("%s, %s", label, text);

  wb_density_set_text (WB_DENSITY (density), vary->text);
  gtk_widget_set_visible (density, vary->n_values == 0);
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
  wb_tooltip_set (button, spoken);
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

/* ---- widget ---- */

static void
refresh (WbStudySetup *self)
{
  WbStudy *study = wb_studies_selected (self->studies);
  const WbStudyProblem *problem = study != NULL ? wb_study_problem (study) : NULL;
  gboolean is_sweep = problem != NULL && wb_study_problem_is_sweep (problem);

  gtk_label_set_text (GTK_LABEL (self->vary_title), is_sweep ? _("Axes") : _("Random quantities"));
  wb_widget_set_label (self->add, is_sweep ? _("Add an axis") : _("Add a random quantity"));
  gtk_widget_set_visible (self->add, !is_sweep || wb_axis_editor_can_add (study));
  /* The page that edits the study shows the same fields. */
  gtk_widget_set_visible (self->box, !wb_studies_shows_setup (self->studies));
  gtk_widget_set_visible (self->vary_group, problem != NULL && problem->ensemble != NULL);
  gtk_widget_set_visible (self->options_group, problem != NULL && problem->ensemble == NULL);
  refresh_vary (self, problem);
  wb_study_options_show (self->options, problem != NULL && problem->ensemble == NULL ? study : NULL);
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

  self->vary_title = title;
  self->add = add;
  self->vary_group = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_widget_add_css_class (self->vary_group, "sidebar-group");
  gtk_widget_set_hexpand (title, TRUE);
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (add), "wb-add-symbolic");
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (add), make_chooser, self, NULL);
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
  self->options = wb_study_options_new (TRUE);
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
