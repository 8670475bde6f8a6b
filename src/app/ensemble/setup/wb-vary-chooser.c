/* The list of quantities that a study may vary. */
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "ode-format.h"
#include "plot-text.h"
#include "wb-axis-editor.h"
#include "wb-vary-editor.h"
#include "wb-widgets.h"

static void
add_quantity (GtkWidget *button, gpointer unused)
{
  WbStudy *study = g_object_get_data (G_OBJECT (button), "study");
  const char *name = g_object_get_data (G_OBJECT (button), "name");
  const char *const path[] = { "vary", name, NULL };
  ModelSystem *system = wb_study_problem (study)->ensemble->system;
  GtkWidget *popover = gtk_widget_get_ancestor (button, GTK_TYPE_POPOVER);
  g_autofree double *x = g_new0 (double, model_system_n_states (system) + 1), *d = g_new0 (double, model_system_n_discrete (system) + 1);
  char a[ODE_FORMAT_SIZE], b[ODE_FORMAT_SIZE];
  g_autofree char *text = NULL;
  double value = 0;
  int column = model_system_find_column (system, name);

  if (!model_system_get_parameter (system, name, &value) && column >= 0 && model_system_initial (system, x, d, NULL))
    {
      const ModelColumn *found = model_system_column (system, column);

      value = found->type == MODEL_COLUMN_STATE ? x[found->index] : found->type == MODEL_COLUMN_DISCRETE ? d[found->index] : 0;
    }
  ode_format_double (a, value);
  ode_format_double (b, value != 0 ? fabs (value) / 10 : 0.1);
  text = wb_study_problem_is_sweep (wb_study_problem (study)) ? wb_axis_editor_new_text (wb_study_problem (study), name)
                                                             : g_strdup_printf ("normal(%s, %s)", a, b);
  if (popover != NULL)
    gtk_popover_popdown (GTK_POPOVER (popover));
  wb_study_put (study, path, text, wb_study_problem_is_sweep (wb_study_problem (study)) ? _("Add an axis") : _("Add a random quantity"));
}

static void
append_choice (GtkWidget *list, WbStudy *study, const char *name)
{
  const WbStudyProblem *problem = wb_study_problem (study);
  g_autofree char *label = wb_vary_label (problem, name, NULL), *rich = plot_text_variable (name), *plain = plot_text_plain (rich);
  g_autofree char *text = strcmp (label, plain) == 0 ? g_strdup (plain) : g_strdup_printf ("%s  %s", plain, label);
  GtkWidget *button, *child;

  for (guint k = 0; k < problem->ensemble->varied->len; k++)
    if (strcmp (g_array_index (problem->ensemble->varied, LabVary, k).name, name) == 0)
      return;
  button = gtk_button_new ();
  child = gtk_label_new (text);
  gtk_label_set_xalign (GTK_LABEL (child), 0);
  gtk_label_set_ellipsize (GTK_LABEL (child), PANGO_ELLIPSIZE_END);
  gtk_button_set_child (GTK_BUTTON (button), child);
  gtk_widget_add_css_class (button, "flat");
  g_object_set_data_full (G_OBJECT (button), "study", g_object_ref (study), g_object_unref);
  g_object_set_data_full (G_OBJECT (button), "name", g_strdup (name), g_free);
  g_object_set_data_full (G_OBJECT (button), "text", g_utf8_casefold (text, -1), g_free);
  g_signal_connect (button, "clicked", G_CALLBACK (add_quantity), NULL);
  gtk_box_append (GTK_BOX (list), button);
}

static void
on_search (GtkSearchEntry *search, GtkWidget *list)
{
  g_autofree char *wanted = g_utf8_casefold (gtk_editable_get_text (GTK_EDITABLE (search)), -1);

  for (GtkWidget *child = gtk_widget_get_first_child (list); child != NULL; child = gtk_widget_get_next_sibling (child))
    gtk_widget_set_visible (child, strstr (g_object_get_data (G_OBJECT (child), "text"), wanted) != NULL);
}

GtkWidget *
wb_vary_chooser_new (WbStudy *study)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6), *search = gtk_search_entry_new (), *scrolled = gtk_scrolled_window_new ();
  GtkWidget *list = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  const WbStudyProblem *problem = wb_study_problem (study);
  const OdeSystem *ode = model_system_ode (problem->ensemble->system);

  for (int k = 0; k < model_n_parameters (problem->model); k++)
    if (model_system_find_parameter (problem->ensemble->system, model_parameter (problem->model, k)->name) >= 0)
      append_choice (list, study, model_parameter (problem->model, k)->name);
  for (int k = 0; k < ode->n_states; k++)
    append_choice (list, study, ode->names[k]);
  g_object_set (search, "placeholder-text", _("Parameter or start value"), NULL);
  wb_widget_set_name (search, _("Parameter or start value"));
  g_signal_connect (search, "search-changed", G_CALLBACK (on_search), list);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), 320);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), list);
  gtk_widget_set_size_request (box, 260, -1);
  gtk_box_append (GTK_BOX (box), search);
  gtk_box_append (GTK_BOX (box), scrolled);
  return box;
}
