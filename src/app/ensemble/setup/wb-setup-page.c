/* Assembles the page that edits a study and refreshes its rows when the set-up changes. */
#include "wb-setup-page.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lab-option-form.h"
#include "lab-registry.h"
#include "ode-methods.h"
#include "plot-text.h"
#include "wb-axis-editor.h"
#include "wb-field.h"
#include "wb-kind-row.h"
#include "wb-number-field.h"
#include "wb-output-rows.h"
#include "wb-study-text.h"
#include "wb-study-options.h"
#include "wb-ten-starts.h"
#include "wb-vary-editor.h"
#include "wb-widgets.h"

#define OUTPUTS_WIDTH 352
/* Least width of wrapped texts in characters. The scrolled window measures the height of a text for this width. */
#define REMARK_CHARS 60
/* Width of the button that draws starts, in characters. */
#define DRAW_CHARS 20
/* Up to this number of quantities that are not varied, the page lists their names. */
#define MOST_NAMED 8

typedef struct
{
  WbStudies *studies;
  GtkWidget *kinds, *cards, *left, *title, *remark, *add, *add_output, *vary, *nothing, *fixed, *draw, *options, *outputs_card, *outputs;
  GtkWidget *solver[4]; /* the method, the accuracy and the times, in the order of the table `solver`, with references */
  WbStudy *shown;      /* the shown study; this pointer is only compared */
  char *varied;        /* names of the rows of varied quantities, to detect a change */
  gboolean updating;
} Page;

static void
page_free (gpointer data)
{
  Page *page = data;

  g_signal_handlers_disconnect_by_data (page->studies, page);
  for (guint k = 0; k < G_N_ELEMENTS (page->solver); k++)
    {
      wb_field_release (wb_field_of (page->solver[k]));
      g_object_unref (page->solver[k]);
    }
  g_free (page->varied);
  g_object_unref (page->studies);
  g_free (page);
}

static WbStudy *
selected (Page *page)
{
  WbStudy *study = wb_studies_selected (page->studies);

  return study != NULL && wb_study_problem (study) != NULL ? study : NULL;
}

/* ---- what varies ---- */

/* Returns the names of the rows. The rows update their values themselves, so only a change of names makes new rows necessary. */
static char *
names_of (const WbStudyProblem *problem)
{
  const LabStudyKind *kind = problem->kind;
  GString *names = g_string_new (problem->file->study);

  for (guint k = 0; problem->ensemble != NULL && k < problem->ensemble->varied->len; k++)
    g_string_append_printf (names, ";%s", g_array_index (problem->ensemble->varied, LabVary, k).name);
  for (int k = 0; problem->ensemble == NULL && k < kind->n_options; k++)
    if (lab_option_is_range (&kind->options[k]))
      g_string_append_printf (names, ";%s%d", kind->options[k].key, model_yaml_get_text (problem->file->options, kind->options[k].key, NULL) != NULL);
  return g_string_free (names, FALSE);
}

static void
append_axes (Page *page, WbStudy *study, const WbStudyProblem *problem)
{
  const LabStudyKind *kind = problem->kind;

  for (guint k = 0; problem->ensemble != NULL && k < problem->ensemble->varied->len; k++)
    {
      GtkWidget *row = wb_axis_editor_new (study, NULL, (int) k, TRUE);

      gtk_widget_add_css_class (row, "setup-row");
      gtk_box_append (GTK_BOX (page->vary), row);
    }
  for (int k = 0; problem->ensemble == NULL && k < kind->n_options; k++)
    if (lab_option_is_range (&kind->options[k]) && model_yaml_get_text (problem->file->options, kind->options[k].key, NULL) != NULL)
      {
        GtkWidget *row = wb_axis_editor_new (study, kind->options[k].key, 0, TRUE);

        gtk_widget_add_css_class (row, "setup-row");
        gtk_box_append (GTK_BOX (page->vary), row);
      }
}

/* Shows the names and values of the quantities that the study does not vary. */
static void
show_fixed (Page *page, const WbStudyProblem *problem)
{
  GString *text = g_string_new (NULL);
  int n = 0;

  for (int k = 0; wb_study_problem_is_random (problem) && k < model_n_parameters (problem->model); k++)
    {
      const char *name = model_parameter (problem->model, k)->name;
      gboolean varied = FALSE;
      double value;

      for (guint i = 0; i < problem->ensemble->varied->len; i++)
        varied |= strcmp (g_array_index (problem->ensemble->varied, LabVary, i).name, name) == 0;
      if (varied || !model_system_get_parameter (problem->ensemble->system, name, &value) || n++ >= MOST_NAMED)
        continue;
      {
        g_autofree char *number = wb_number_text (value), *rich = plot_text_variable (name), *plain = plot_text_plain (rich);

        g_string_append_printf (text, "%s%s = %s", text->len > 0 ? ", " : "", plain, number);
      }
    }
  if (n > MOST_NAMED)
    g_string_append (text, ", …");
  if (text->len > 0)
    g_string_prepend (text, _("Not random: "));
  gtk_label_set_text (GTK_LABEL (page->fixed), text->str);
  g_string_free (text, TRUE);
}

static void
show_varied (Page *page, WbStudy *study, const WbStudyProblem *problem)
{
  g_autofree char *names = names_of (problem);
  gboolean random = wb_study_problem_is_random (problem);

  if (study != page->shown || g_strcmp0 (names, page->varied) != 0)
    {
      g_free (page->varied);
      page->varied = g_steal_pointer (&names);
      wb_widget_empty_box (page->vary);
      for (guint k = 0; random && k < problem->ensemble->varied->len; k++)
        gtk_box_append (GTK_BOX (page->vary), wb_vary_row_new (study, g_array_index (problem->ensemble->varied, LabVary, k).name));
      if (!random)
        append_axes (page, study, problem);
    }
  gtk_label_set_text (GTK_LABEL (page->title), random ? _("Random quantities") : gtk_widget_get_first_child (page->vary) != NULL ? _("Axes") : _("Options"));
  gtk_label_set_text (GTK_LABEL (page->remark), random ? _("parameters and start values; drag the handles") : "");
  gtk_widget_set_visible (page->add, random || wb_axis_editor_can_add (study));
  gtk_widget_set_visible (page->nothing, random && problem->ensemble->varied->len == 0);
  gtk_widget_set_visible (gtk_widget_get_parent (page->draw), random);
  gtk_widget_set_visible (page->draw, random && problem->ensemble->varied->len > 0);
  show_fixed (page, problem);
}

static void
make_chooser (GtkMenuButton *button, gpointer user)
{
  Page *page = user;
  WbStudy *study = selected (page);
  GtkWidget *popover;

  if (study == NULL)
    return;
  popover = gtk_popover_new ();
  if (wb_study_problem (study)->ensemble != NULL)
    gtk_popover_set_child (GTK_POPOVER (popover), wb_vary_chooser_new (study));
  gtk_menu_button_set_popover (button, popover);
  /* A basin always has one axis, and only one more can be added. */
  if (wb_study_problem (study)->ensemble == NULL)
    {
      gtk_menu_button_set_popover (button, NULL);
      wb_axis_editor_add (study);
    }
}

/* ---- solver ---- */

/* The values of the solver in the text of a study. */
static const struct { const char *section, *key, *label, *words; } solver[] = {
  { "solver", "integrator", NULL, N_("Integrator") },
  { "solver", "accuracy", N_("Accuracy"), N_("Accuracy") },
  { "time", "start", N_("Time from"), N_("Time") },
  { "time", "end", N_("to"), N_("Time") },
};

static int
solver_row (const char *key)
{
  int k = 0;

  while (strcmp (solver[k].key, key) != 0)
    k++;
  return k;
}

static char *
get_solver (gpointer page, const char *key)
{
  WbStudy *study = selected (page);
  const WbStudyProblem *problem = study != NULL ? wb_study_problem (study) : NULL;
  LabProblem whole;
  double value;

  if (problem == NULL)
    return NULL;
  if (solver_row (key) == 0)
    return g_strdup (sim_config_method (problem->config)->id);
  whole = problem->problem;
  lab_problem_set_times (&whole, NULL);
  value = solver_row (key) == 1 ? sim_config_get_number (problem->config, "accuracy") : solver_row (key) == 2 ? whole.t_start : whole.t_end;
  return isfinite (value) ? wb_number_text (value) : NULL;
}

static char *
why_wrong_solver (gpointer page, const char *key, const char *value)
{
  WbStudy *study = selected (page);
  const char *const path[] = { solver[solver_row (key)].section, key, NULL };
  g_autofree char *text = study != NULL && *value != '\0' ? wb_study_text_set (wb_study_text (study), path, value) : NULL;

  return text != NULL ? wb_study_why_wrong (study, text) : NULL;
}

static void
set_solver (gpointer page, const char *key, const char *value)
{
  WbStudy *study = selected (page);
  const char *const path[] = { solver[solver_row (key)].section, key, NULL };

  if (study != NULL)
    wb_study_put (study, path, value, _(solver[solver_row (key)].words));
}

static const WbBinding solver_binding = { get_solver, set_solver, why_wrong_solver };

static GtkWidget *
method_new (char ***words)
{
  GtkStringList *labels = gtk_string_list_new (NULL);
  int n;
  const OdeMethod *const *methods = ode_methods (&n);
  GtkExpression *expression = gtk_property_expression_new (GTK_TYPE_STRING_OBJECT, NULL, "string");
  GtkWidget *drop;

  *words = g_new0 (char *, n + 1);
  for (int k = 0; k < n; k++)
    {
      (*words)[k] = g_strdup (methods[k]->id);
      gtk_string_list_append (labels, _(methods[k]->label));
    }
  drop = gtk_drop_down_new (G_LIST_MODEL (labels), expression);
  gtk_drop_down_set_enable_search (GTK_DROP_DOWN (drop), TRUE);
  return drop;
}

static GtkWidget *
solver_new (Page *page)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4), *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);

  gtk_box_append (GTK_BOX (line), wb_label_new (_("Solver"), "group-title"));
  gtk_box_append (GTK_BOX (box), line);
  for (guint k = 0; k < G_N_ELEMENTS (solver); k++)
    {
      g_auto (GStrv) words = NULL;
      GtkWidget *control = k == 0 ? method_new (&words) : wb_number_field_new ("", k == 1, 0);

      if (k > 0)
        {
          gtk_box_append (GTK_BOX (line), wb_label_new (_(solver[k].label), "row-remark"));
          wb_number_field_set_compact (WB_NUMBER_FIELD (control));
        }
      page->solver[k] = g_object_ref_sink (control);
      wb_widget_set_name (control, _(k > 0 ? solver[k].label : solver[k].words));
      gtk_widget_set_valign (control, GTK_ALIGN_CENTER);
      gtk_box_append (GTK_BOX (line), control);
      gtk_box_append (GTK_BOX (box), wb_field_why (wb_field_new (control, (const char *const *) words, &solver_binding, page, solver[k].key)));
    }
  gtk_widget_add_css_class (box, "setup-solver");
  return box;
}

/* ---- page ---- */

static void
refresh (Page *page)
{
  WbStudy *study = selected (page);
  const WbStudyProblem *problem = study != NULL ? wb_study_problem (study) : NULL;
  gboolean has_outputs = problem != NULL && problem->ensemble != NULL;

  page->updating = TRUE;
  wb_kind_row_show (page->kinds, study);
  wb_study_options_show (page->options, problem != NULL && problem->ensemble == NULL ? study : NULL);
  wb_output_rows_show (page->outputs, study);
  gtk_widget_set_visible (page->options, problem != NULL && problem->ensemble == NULL);
  gtk_widget_set_visible (page->outputs_card, has_outputs);
  if (problem != NULL)
    {
      show_varied (page, study, problem);
      for (guint k = 0; k < G_N_ELEMENTS (page->solver); k++)
        wb_field_show (wb_field_of (page->solver[k]));
    }
  page->shown = study;
  page->updating = FALSE;
}

static void
on_study (WbStudies *studies, WbStudy *study, Page *page)
{
  if (study == wb_studies_selected (studies))
    refresh (page);
}

static void
add_output (GtkButton *button, Page *page)
{
  if (selected (page) != NULL)
    wb_output_rows_add (selected (page));
}

static GtkWidget *
head_new (GtkWidget **title, GtkWidget **remark, GtkWidget *add)
{
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);

  *title = wb_label_new ("", "card-title");
  *remark = wb_label_new ("", "card-remark");
  gtk_label_set_ellipsize (GTK_LABEL (*remark), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (*remark, TRUE);
  gtk_box_append (GTK_BOX (head), *title);
  gtk_box_append (GTK_BOX (head), *remark);
  gtk_box_append (GTK_BOX (head), add);
  gtk_widget_add_css_class (head, "card-head");
  return head;
}

static GtkWidget *
add_label_new (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  gtk_box_append (GTK_BOX (box), gtk_image_new_from_icon_name ("wb-add-symbolic"));
  gtk_box_append (GTK_BOX (box), gtk_label_new (_("Add")));
  return box;
}

/* Marks the values of the first members on the densities. values has a row for each member. */
static void
on_starts (gpointer user, const double *values, int n_varied)
{
  Page *page = user;
  GtkWidget *row = gtk_widget_get_first_child (page->vary);

  for (int c = 0; c < n_varied && row != NULL; c++, row = gtk_widget_get_next_sibling (row))
    {
      double marks[WB_N_STARTS];

      for (int k = 0; k < WB_N_STARTS; k++)
        marks[k] = values[k * n_varied + c];
      wb_vary_row_set_starts (row, marks, WB_N_STARTS);
    }
}

static GtkWidget *
left_new (Page *page)
{
  GtkWidget *card = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *foot = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);

  page->add = gtk_menu_button_new ();
  gtk_menu_button_set_child (GTK_MENU_BUTTON (page->add), add_label_new ());
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (page->add), make_chooser, page, NULL);
  gtk_widget_add_css_class (page->add, "raised-menu");
  wb_widget_set_label (page->add, _("Add a quantity"));
  gtk_box_append (GTK_BOX (card), head_new (&page->title, &page->remark, page->add));
  page->vary = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (card), page->vary);
  page->nothing = wb_label_new_wrapped (_("Nothing is random yet. Add a parameter or a start value."), "setup-remark");
  gtk_label_set_width_chars (GTK_LABEL (page->nothing), REMARK_CHARS);
  gtk_box_append (GTK_BOX (card), page->nothing);
  page->options = wb_study_options_new (FALSE);
  gtk_widget_add_css_class (page->options, "setup-options");
  gtk_box_append (GTK_BOX (card), page->options);
  page->fixed = wb_label_new_wrapped ("", "setup-remark");
  gtk_label_set_width_chars (GTK_LABEL (page->fixed), REMARK_CHARS - DRAW_CHARS);
  gtk_widget_set_hexpand (page->fixed, TRUE);
  gtk_box_append (GTK_BOX (foot), page->fixed);
  page->draw = wb_ten_starts_new (page->studies, on_starts, page);
  gtk_box_append (GTK_BOX (foot), page->draw);
  gtk_widget_add_css_class (foot, "setup-foot");
  gtk_box_append (GTK_BOX (card), foot);
  gtk_box_append (GTK_BOX (card), solver_new (page));
  gtk_widget_add_css_class (card, "card");
  gtk_widget_set_hexpand (card, TRUE);
  return card;
}

static GtkWidget *
outputs_new (Page *page)
{
  GtkWidget *card = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *title, *remark;

  page->add_output = gtk_button_new ();
  gtk_button_set_child (GTK_BUTTON (page->add_output), add_label_new ());
  gtk_widget_add_css_class (page->add_output, "raised");
  wb_widget_set_label (page->add_output, _("Add an output"));
  g_signal_connect (page->add_output, "clicked", G_CALLBACK (add_output), page);
  gtk_box_append (GTK_BOX (card), head_new (&title, &remark, page->add_output));
  gtk_label_set_text (GTK_LABEL (title), C_("recorded numbers", "Outputs"));
  gtk_label_set_text (GTK_LABEL (remark), _("of each run"));
  page->outputs = wb_output_rows_new ();
  gtk_box_append (GTK_BOX (card), page->outputs);
  gtk_widget_add_css_class (card, "card");
  gtk_widget_set_size_request (card, OUTPUTS_WIDTH, -1);
  page->outputs_card = card;
  return card;
}

void
wb_setup_page_set_narrow (GtkWidget *widget, gboolean narrow)
{
  Page *page = g_object_get_data (G_OBJECT (widget), "page");

  wb_kind_row_set_narrow (page->kinds, narrow);
  gtk_orientable_set_orientation (GTK_ORIENTABLE (page->cards), narrow ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL);
}

GtkWidget *
wb_setup_page_new (WbStudies *studies)
{
  GtkWidget *scrolled = gtk_scrolled_window_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 11);
  Page *page = g_new0 (Page, 1);

  page->studies = g_object_ref (studies);
  g_object_set_data_full (G_OBJECT (scrolled), "page", page, page_free);
  page->kinds = wb_kind_row_new (studies);
  gtk_box_append (GTK_BOX (box), page->kinds);
  page->cards = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 11);
  page->left = left_new (page);
  gtk_box_append (GTK_BOX (page->cards), page->left);
  gtk_box_append (GTK_BOX (page->cards), outputs_new (page));
  gtk_box_append (GTK_BOX (box), page->cards);
  gtk_widget_add_css_class (box, "setup-page");
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_AUTOMATIC, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), box);
  g_signal_connect_swapped (studies, "studies-changed", G_CALLBACK (refresh), page);
  g_signal_connect_swapped (studies, "selection-changed", G_CALLBACK (refresh), page);
  g_signal_connect (studies, "study-changed", G_CALLBACK (on_study), page);
  refresh (page);
  return scrolled;
}
