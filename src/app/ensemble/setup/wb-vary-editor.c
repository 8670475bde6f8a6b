#include "wb-vary-editor.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "ode-format.h"
#include "plot-text.h"
#include "wb-axis-editor.h"
#include "wb-density.h"
#include "wb-number-field.h"
#include "wb-study-text.h"
#include "wb-widgets.h"

/* ---- names ---- */

char *
wb_vary_label (const WbStudyProblem *problem, const char *name, char **unit)
{
  ModelSystem *system = problem->ensemble->system;
  int parameter = model_system_find_parameter (system, name), column = model_system_find_column (system, name);
  const char *about = NULL, *text = NULL;
  g_autofree char *label = NULL;
  char *upper;

  if (parameter >= 0)
    for (int k = 0; k < model_n_parameters (problem->model); k++)
      {
        const ModelQuantity *quantity = model_parameter (problem->model, k);

        if (strcmp (quantity->name, name) == 0)
          {
            about = quantity->about;
            text = quantity->unit;
          }
      }
  else if (column >= 0)
    text = model_system_column (system, column)->unit;
  if (unit != NULL)
    {
      g_autofree char *rich = text != NULL && *text != '\0' ? plot_text_unit (text) : NULL;

      *unit = rich != NULL ? plot_text_plain (rich) : NULL;
    }
  if (parameter < 0 || about == NULL || *about == '\0')
    {
      g_autofree char *rich = plot_text_variable (name), *plain = plot_text_plain (rich);

      return parameter < 0 ? g_strdup_printf (_("%s at the start"), plain) : g_steal_pointer (&plain);
    }
  upper = g_utf8_strup (about, (gssize) (g_utf8_next_char (about) - about));
  label = g_strconcat (upper, g_utf8_next_char (about), NULL);
  g_free (upper);
  return g_steal_pointer (&label);
}

/* ---- the editor ---- */

static const struct
{
  ModelDraw draw;
  const char *id, *label, *arguments[2];
} distributions[] = {
  { MODEL_DRAW_NORMAL, "normal", N_("Normal"), { N_("mean"), N_("deviation") } },
  { MODEL_DRAW_UNIFORM, "uniform", N_("Uniform"), { N_("from"), N_("to") } },
  { MODEL_DRAW_LOGNORMAL, "lognormal", N_("Log-normal"), { N_("μ"), N_("σ") } },
  { MODEL_DRAW_EXPONENTIAL, "exponential", N_("Exponential"), { N_("rate"), NULL } },
  { MODEL_DRAW_NONE, NULL, N_("Expression"), { NULL, NULL } },
};
#define N_DISTRIBUTIONS ((int) G_N_ELEMENTS (distributions))

typedef struct
{
  WbStudies *studies;
  WbStudy *study;
  char *name;
  GtkWidget *drop, *density, *rows[2], *labels[2], *fields[2], *text, *text_row, *range;
  gboolean updating;
} Editor;

static void
editor_free (gpointer data)
{
  Editor *editor = data;

  g_object_unref (editor->study);
  g_free (editor->name);
  g_free (editor);
}

static void
set_text (Editor *editor, const char *text)
{
  const char *const path[] = { "vary", editor->name, NULL };

  wb_studies_set (editor->studies, editor->study, path, text, _("Random quantity"));
}

static char *
text_now (Editor *editor)
{
  const char *const path[] = { "vary", editor->name, NULL };
  char *text = wb_study_text_get (wb_study_text (editor->study), path);

  return text != NULL ? text : g_strdup ("");
}

static int
row_of (ModelDraw draw)
{
  for (int k = 0; k < N_DISTRIBUTIONS; k++)
    if (distributions[k].draw == draw)
      return k;
  return N_DISTRIBUTIONS - 1;
}

static void
show_range (Editor *editor, const WbDistribution *d)
{
  double low = wb_distribution_quantile (d, 0.05), high = wb_distribution_quantile (d, 0.95);
  g_autofree char *a = plot_text_value (low, 3, NULL), *b = plot_text_value (high, 3, NULL), *text = NULL;

  text = isnan (low) ? g_strdup ("") : g_strdup_printf (_("5 to 95 %%: %s to %s"), a, b);
  gtk_label_set_text (GTK_LABEL (editor->range), text);
}

static void
show (Editor *editor)
{
  g_autofree char *text = text_now (editor);
  WbDistribution d = wb_distribution_parse (text);
  int row = row_of (d.draw);

  editor->updating = TRUE;
  gtk_drop_down_set_selected (GTK_DROP_DOWN (editor->drop), (guint) row);
  wb_density_set_text (WB_DENSITY (editor->density), text);
  for (int k = 0; k < 2; k++)
    {
      const char *label = distributions[row].arguments[k];

      gtk_widget_set_visible (editor->rows[k], label != NULL);
      if (label != NULL)
        {
          g_autofree char *number = wb_number_text (d.a[k]);

          gtk_label_set_text (GTK_LABEL (editor->labels[k]), _(label));
          wb_widget_set_name (editor->fields[k], _(label));
          wb_number_field_set_text (WB_NUMBER_FIELD (editor->fields[k]), number);
        }
    }
  gtk_widget_set_visible (editor->text_row, distributions[row].id == NULL);
  if (distributions[row].id == NULL)
    gtk_editable_set_text (GTK_EDITABLE (editor->text), text);
  show_range (editor, &d);
  editor->updating = FALSE;
}

/* Changes the distribution and chooses arguments that keep about the same location and width. */
static void
change_distribution (GtkDropDown *drop, GParamSpec *spec, Editor *editor)
{
  guint row = gtk_drop_down_get_selected (drop);
  g_autofree char *now = NULL, *text = NULL;
  WbDistribution d;
  double middle, width;
  char a[ODE_FORMAT_SIZE], b[ODE_FORMAT_SIZE];

  if (editor->updating || row >= (guint) N_DISTRIBUTIONS)
    return;
  now = text_now (editor);
  d = wb_distribution_parse (now);
  if (d.draw == distributions[row].draw)
    return;
  middle = wb_distribution_quantile (&d, 0.5);
  width = (wb_distribution_quantile (&d, 0.84) - wb_distribution_quantile (&d, 0.16)) / 2;
  if (!isfinite (middle))
    middle = 1;
  if (!(width > 0) || !isfinite (width))
    width = 0.1 * fmax (fabs (middle), 0.1);
  switch (distributions[row].draw)
    {
    case MODEL_DRAW_UNIFORM: ode_format_double (a, middle - width * sqrt (3)); ode_format_double (b, middle + width * sqrt (3)); break;
    case MODEL_DRAW_LOGNORMAL:
      ode_format_double (a, middle > 0 ? log (middle) : 0);
      ode_format_double (b, middle > 0 ? width / middle : 0.2);
      break;
    case MODEL_DRAW_EXPONENTIAL: ode_format_double (a, middle > 0 ? M_LN2 / middle : 1); break;
    default: ode_format_double (a, middle); ode_format_double (b, width); break;
    }
  if (distributions[row].id == NULL)
    text = g_strdup (a);
  else if (distributions[row].arguments[1] != NULL)
    text = g_strdup_printf ("%s(%s, %s)", distributions[row].id, a, b);
  else
    text = g_strdup_printf ("%s(%s)", distributions[row].id, a);
  set_text (editor, text);
}

static void
change_argument (WbNumberField *field, const char *typed, Editor *editor)
{
  guint row = gtk_drop_down_get_selected (GTK_DROP_DOWN (editor->drop));
  g_autofree char *now = text_now (editor), *text = NULL;
  WbDistribution d = wb_distribution_parse (now);
  char a[ODE_FORMAT_SIZE], b[ODE_FORMAT_SIZE];
  double value;

  if (editor->updating || row >= (guint) N_DISTRIBUTIONS || distributions[row].id == NULL || !wb_number_parse (typed, &value))
    return;
  d.a[GTK_WIDGET (field) == editor->fields[1] ? 1 : 0] = value;
  ode_format_double (a, d.a[0]);
  ode_format_double (b, d.a[1]);
  text = distributions[row].arguments[1] != NULL ? g_strdup_printf ("%s(%s, %s)", distributions[row].id, a, b)
                                                 : g_strdup_printf ("%s(%s)", distributions[row].id, a);
  set_text (editor, text);
}

static void
change_text (GtkWidget *entry, Editor *editor)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (entry));

  if (!editor->updating && *text != '\0')
    set_text (editor, text);
}

static void
remove_quantity (GtkWidget *button, Editor *editor)
{
  GtkWidget *popover = gtk_widget_get_ancestor (button, GTK_TYPE_POPOVER);

  if (popover != NULL)
    gtk_popover_popdown (GTK_POPOVER (popover));
  set_text (editor, NULL);
}

static void
on_setup (WbStudy *study, GtkWidget *box)
{
  show (g_object_get_data (G_OBJECT (box), "editor"));
}

static GtkWidget *
field_row (Editor *editor, int k)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);

  editor->labels[k] = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (editor->labels[k]), 0);
  gtk_widget_set_hexpand (editor->labels[k], TRUE);
  editor->fields[k] = wb_number_field_new ("", FALSE, 0);
  g_signal_connect (editor->fields[k], "committed", G_CALLBACK (change_argument), editor);
  gtk_widget_add_css_class (row, "row");
  gtk_box_append (GTK_BOX (row), editor->labels[k]);
  gtk_box_append (GTK_BOX (row), editor->fields[k]);
  editor->rows[k] = row;
  return row;
}

GtkWidget *
wb_vary_editor_new (WbStudies *studies, WbStudy *study, const char *name)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8), *boxed = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *title, *remove = gtk_button_new_with_label (_("Not random"));
  const char *names[N_DISTRIBUTIONS + 1];
  g_autofree char *label = wb_vary_label (wb_study_problem (study), name, NULL);
  Editor *editor = g_new0 (Editor, 1);

  editor->studies = studies;
  editor->study = g_object_ref (study);
  editor->name = g_strdup (name);
  g_object_set_data_full (G_OBJECT (box), "editor", editor, editor_free);
  for (int k = 0; k < N_DISTRIBUTIONS; k++)
    names[k] = _(distributions[k].label);
  names[N_DISTRIBUTIONS] = NULL;
  gtk_widget_add_css_class (box, "vary-editor");
  title = gtk_label_new (label);
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_widget_add_css_class (title, "group-title");
  gtk_box_append (GTK_BOX (box), title);
  editor->density = wb_density_new (240, 64);
  gtk_box_append (GTK_BOX (box), editor->density);
  editor->range = gtk_label_new (NULL);
  gtk_widget_add_css_class (editor->range, "row-remark");
  gtk_box_append (GTK_BOX (box), editor->range);
  editor->drop = gtk_drop_down_new_from_strings (names);
  wb_widget_set_name (editor->drop, _("Distribution"));
  g_signal_connect (editor->drop, "notify::selected", G_CALLBACK (change_distribution), editor);
  gtk_box_append (GTK_BOX (box), editor->drop);
  gtk_widget_add_css_class (boxed, "boxed");
  for (int k = 0; k < 2; k++)
    gtk_box_append (GTK_BOX (boxed), field_row (editor, k));
  editor->text_row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_add_css_class (editor->text_row, "row");
  editor->text = gtk_entry_new ();
  gtk_widget_set_hexpand (editor->text, TRUE);
  gtk_widget_set_valign (editor->text, GTK_ALIGN_CENTER);
  wb_widget_set_name (editor->text, _("Expression"));
  g_signal_connect (editor->text, "activate", G_CALLBACK (change_text), editor);
  gtk_box_append (GTK_BOX (editor->text_row), editor->text);
  gtk_box_append (GTK_BOX (boxed), editor->text_row);
  gtk_box_append (GTK_BOX (box), boxed);
  gtk_widget_add_css_class (remove, "raised");
  g_signal_connect (remove, "clicked", G_CALLBACK (remove_quantity), editor);
  gtk_box_append (GTK_BOX (box), remove);
  g_signal_connect_object (study, "setup-changed", G_CALLBACK (on_setup), box, 0);
  show (editor);
  return box;
}

/* ---- the chooser ---- */

static void
add_quantity (GtkWidget *button, gpointer unused)
{
  WbStudies *studies = g_object_get_data (G_OBJECT (button), "studies");
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
  wb_studies_set (studies, study, path, text, wb_study_problem_is_sweep (wb_study_problem (study)) ? _("Add an axis") : _("Add a random quantity"));
}

static void
append_choice (GtkWidget *list, WbStudies *studies, WbStudy *study, const char *name)
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
  g_object_set_data (G_OBJECT (button), "studies", studies);
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
wb_vary_chooser_new (WbStudies *studies, WbStudy *study)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6), *search = gtk_search_entry_new (), *scrolled = gtk_scrolled_window_new ();
  GtkWidget *list = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  const WbStudyProblem *problem = wb_study_problem (study);
  const OdeSystem *ode = model_system_ode (problem->ensemble->system);

  for (int k = 0; k < model_n_parameters (problem->model); k++)
    if (model_system_find_parameter (problem->ensemble->system, model_parameter (problem->model, k)->name) >= 0)
      append_choice (list, studies, study, model_parameter (problem->model, k)->name);
  for (int k = 0; k < ode->n_states; k++)
    append_choice (list, studies, study, ode->names[k]);
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
