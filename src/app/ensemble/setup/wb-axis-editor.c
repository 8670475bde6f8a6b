/* Checks the fields of an axis while the user types, and stores valid ones in the set-up of the study. */
#include "wb-axis-editor.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lab-option.h"
#include "lab-registry.h"
#include "ode-format.h"
#include "plot-text.h"
#include "wb-field.h"
#include "wb-number-field.h"
#include "wb-study-text.h"
#include "wb-widgets.h"

/* Number of values of a new second axis. */
#define SECOND_VALUES 41

typedef struct
{
  WbStudy *study;
  char *option;          /* key of the option that has the axis; NULL: the axis belongs to a sweep */
  int index;
  gboolean counted;
  GPtrArray *names;      /* names of the quantities in the list */
  GtkWidget *drop;
  GtkWidget *fields[3];  /* the fields of both ends and of the number of values, with references; NULL: the axis has no such field */
  gboolean updating;
} Editor;

/* The name of the quantity of an axis, and the texts of both ends of the range and of the number of values. */
typedef struct { char *name, *parts[3]; } Axis;

static void
axis_clear (Axis *axis)
{
  g_free (axis->name);
  for (int k = 0; k < 3; k++)
    g_free (axis->parts[k]);
}

static void
editor_free (gpointer data)
{
  Editor *editor = data;

  for (int k = 0; k < 3; k++)
    if (editor->fields[k] != NULL)
      {
        wb_field_release (wb_field_of (editor->fields[k]));
        g_object_unref (editor->fields[k]);
      }
  g_object_unref (editor->study);
  g_free (editor->option);
  g_ptr_array_unref (editor->names);
  g_free (editor);
}

/* ---- texts ---- */

/* Reads the axis from the set-up of the study. Returns FALSE if the set-up has no such axis. */
static gboolean
read_axis (const Editor *editor, Axis *axis)
{
  const WbStudyProblem *problem = wb_study_problem (editor->study);
  const LabStudyFile *file = problem != NULL ? problem->file : NULL;
  const char *text = NULL, *equals;
  g_auto (GStrv) parts = NULL;

  *axis = (Axis) { NULL };
  if (file == NULL)
    return FALSE;
  if (editor->option == NULL)
    {
      if (file->vary == NULL || editor->index >= file->vary->n_items)
        return FALSE;
      axis->name = g_strdup (file->vary->keys[editor->index]->text);
      text = file->vary->items[editor->index]->text;
    }
  else
    {
      text = model_yaml_get_text (file->options, editor->option, NULL);
      equals = text != NULL ? strchr (text, '=') : NULL;
      if (equals == NULL)
        return FALSE;
      axis->name = g_strstrip (g_strndup (text, (gsize) (equals - text)));
      text = equals + 1;
    }
  parts = g_strsplit (text != NULL ? text : "", ":", 3);
  for (guint k = 0; k < 3; k++)
    axis->parts[k] = g_strdup (k < g_strv_length (parts) ? g_strstrip (parts[k]) : "");
  return TRUE;
}

static char *
text_of (const Editor *editor, const Axis *axis)
{
  g_autofree char *range = editor->counted ? g_strdup_printf ("%s:%s:%s", axis->parts[0], axis->parts[1], axis->parts[2])
                                           : g_strdup_printf ("%s:%s", axis->parts[0], axis->parts[1]);

  return editor->option != NULL ? g_strdup_printf ("%s=%s", axis->name, range) : g_steal_pointer (&range);
}

/* Returns the reason why the axis is not valid, or NULL. */
static char *
why_wrong (const Editor *editor, const Axis *axis)
{
  double low, high, n;

  if (!lab_option_number (axis->parts[0], &low) || !lab_option_number (axis->parts[1], &high))
    return g_strdup (_("both ends must be numbers"));
  if (!(low < high))
    return g_strdup (_("the second end must be above the first"));
  if (editor->counted && (!lab_option_number (axis->parts[2], &n) || n != floor (n) || n < 2 || n > LAB_MOST_AXIS_VALUES))
    return g_strdup_printf (_("the number of values is a whole number from 2 to %d"), LAB_MOST_AXIS_VALUES);
  return NULL;
}

static void
set_axis (Editor *editor, const Axis *axis)
{
  g_autofree char *why = why_wrong (editor, axis), *text = text_of (editor, axis);
  const char *const option_path[] = { "options", editor->option, NULL }, *const vary_path[] = { "vary", axis->name, NULL };

  if (why == NULL)
    wb_study_put (editor->study, editor->option != NULL ? option_path : vary_path, text, _("Axis"));
}

/* ---- fields ---- */

/* Reads the axis with another text of a part, whose number is the key. Returns FALSE if the set-up has no such axis. */
static gboolean
read_with (const Editor *editor, const char *key, const char *text, Axis *axis)
{
  char **part = &axis->parts[*key - '0'];

  if (!read_axis (editor, axis))
    return FALSE;
  g_free (*part);
  *part = g_strdup (text != NULL ? text : "");
  return TRUE;
}

static char *
get (gpointer editor, const char *key)
{
  Axis axis;
  char *text;

  if (!read_axis (editor, &axis))
    return NULL;
  text = g_steal_pointer (&axis.parts[*key - '0']);
  axis_clear (&axis);
  return text;
}

static char *
reason (gpointer editor, const char *key, const char *text)
{
  Axis axis;
  char *why;

  if (!read_with (editor, key, text, &axis))
    return NULL;
  why = why_wrong (editor, &axis);
  axis_clear (&axis);
  return why;
}

static void
set (gpointer editor, const char *key, const char *text)
{
  Axis axis;

  if (!read_with (editor, key, text, &axis))
    return;
  set_axis (editor, &axis);
  axis_clear (&axis);
}

static const WbBinding binding = { get, set, reason };

/* Sets *low and *high to the default range of a quantity: the range of the parameter in the model or, if there is none, half to one and a
 * half times its value; −1 to 1 if the value is 0. */
static void
range_of (const WbStudyProblem *problem, const char *name, double *low, double *high)
{
  g_autoptr (ModelSystem) system = lab_problem_instance (&problem->problem, NULL);
  double value = 0;

  for (int k = 0; k < model_n_parameters (problem->model); k++)
    {
      const ModelQuantity *quantity = model_parameter (problem->model, k);

      if (strcmp (quantity->name, name) == 0 && quantity->low < quantity->high)
        {
          *low = quantity->low;
          *high = quantity->high;
          return;
        }
    }
  if (system != NULL && !model_system_get_parameter (system, name, &value) && model_system_find_column (system, name) >= 0)
    {
      const ModelColumn *column = model_system_column (system, model_system_find_column (system, name));
      g_autofree double *x = g_new0 (double, model_system_n_states (system) + 1), *d = g_new0 (double, model_system_n_discrete (system) + 1);

      if (column->type == MODEL_COLUMN_STATE && model_system_initial (system, x, d, NULL))
        value = x[column->index];
    }
  *low = value != 0 ? fmin (value / 2, 1.5 * value) : -1;
  *high = value != 0 ? fmax (value / 2, 1.5 * value) : 1;
}

char *
wb_axis_editor_new_text (const WbStudyProblem *problem, const char *name)
{
  double low, high;

  range_of (problem, name, &low, &high);
  return g_strdup_printf ("%.6g:%.6g:%d", low, high, SECOND_VALUES);
}

static void
put_range (const WbStudyProblem *problem, const char *name, Axis *axis)
{
  double ends[2];

  range_of (problem, name, &ends[0], &ends[1]);
  for (int k = 0; k < 2; k++)
    {
      g_free (axis->parts[k]);
      axis->parts[k] = g_strdup_printf ("%.6g", ends[k]);
    }
}

static void
on_quantity (GtkDropDown *drop, GParamSpec *spec, Editor *editor)
{
  guint at = gtk_drop_down_get_selected (drop);
  const WbStudyProblem *problem = wb_study_problem (editor->study);
  const char *name = at < editor->names->len ? editor->names->pdata[at] : NULL;
  Axis axis;

  if (editor->updating || name == NULL || problem == NULL || !read_axis (editor, &axis))
    return;
  if (strcmp (axis.name, name) != 0)
    {
      const char *const old_path[] = { "vary", axis.name, NULL }, *const new_path[] = { "vary", name, NULL };

      put_range (problem, name, &axis);
      if (editor->option != NULL)
        {
          g_free (axis.name);
          axis.name = g_strdup (name);
          set_axis (editor, &axis);
        }
      else
        {
          g_autofree char *text = text_of (editor, &axis), *renamed = wb_study_text_rename (wb_study_text (editor->study), old_path, name);
          g_autofree char *next = renamed != NULL ? wb_study_text_set (renamed, new_path, text) : NULL;

          if (next != NULL)
            wb_study_change (editor->study, next, _("Axis"));
        }
    }
  axis_clear (&axis);
}

static void
remove_axis (GtkButton *button, Editor *editor)
{
  const char *const option_path[] = { "options", editor->option, NULL };
  Axis axis;

  if (!read_axis (editor, &axis))
    return;
  {
    const char *const vary_path[] = { "vary", axis.name, NULL };

    wb_study_put (editor->study, editor->option != NULL ? option_path : vary_path, NULL, _("Remove an axis"));
  }
  axis_clear (&axis);
}

/* Returns whether the study has a second axis, so that one can be removed. */
static gboolean
is_removable (const Editor *editor)
{
  const WbStudyProblem *problem = wb_study_problem (editor->study);

  if (editor->option != NULL)
    return strcmp (editor->option, "y") == 0;
  return problem != NULL && problem->ensemble != NULL && problem->ensemble->varied->len > 1;
}

/* Lists the quantities that an axis may have, except those of the other axes. */
static void
list_names (Editor *editor, const WbStudyProblem *problem, GPtrArray *shown)
{
  g_autoptr (ModelSystem) system = lab_problem_instance (&problem->problem, NULL);
  gboolean parameters = editor->option == NULL || editor->counted || strcmp (editor->option, "vary") == 0;
  gboolean states = editor->option == NULL || !parameters;
  const OdeSystem *ode = system != NULL ? model_system_ode (system) : NULL;

  for (int k = 0; parameters && system != NULL && k < model_n_parameters (problem->model); k++)
    if (model_parameter (problem->model, k)->size == 0 && model_system_find_parameter (system, model_parameter (problem->model, k)->name) >= 0)
      g_ptr_array_add (editor->names, g_strdup (model_parameter (problem->model, k)->name));
  for (int k = 0; states && ode != NULL && k < ode->n_states; k++)
    g_ptr_array_add (editor->names, g_strdup (ode->names[k]));
  for (guint k = 0; k < editor->names->len; k++)
    {
      g_autofree char *rich = plot_text_variable (editor->names->pdata[k]);

      g_ptr_array_add (shown, plot_text_plain (rich));
    }
  g_ptr_array_add (shown, NULL);
}

static void
show (Editor *editor)
{
  Axis axis;

  if (!read_axis (editor, &axis))
    return;
  editor->updating = TRUE;
  for (guint k = 0; k < editor->names->len; k++)
    if (strcmp (editor->names->pdata[k], axis.name) == 0)
      gtk_drop_down_set_selected (GTK_DROP_DOWN (editor->drop), k);
  for (int k = 0; k < 3; k++)
    if (editor->fields[k] != NULL)
      wb_field_show (wb_field_of (editor->fields[k]));
  editor->updating = FALSE;
  axis_clear (&axis);
}

static void
on_setup (WbStudy *study, GtkWidget *widget)
{
  show (g_object_get_data (G_OBJECT (widget), "editor"));
}

static GtkWidget *
field_new (Editor *editor, GtkWidget *box, int k, const char *label)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8), *title = wb_label_new (label, "row-remark");

  editor->fields[k] = g_object_ref_sink (wb_number_field_new ("", FALSE, k == 2 ? 1 : 0));
  wb_widget_set_name (editor->fields[k], label);
  gtk_widget_set_valign (editor->fields[k], GTK_ALIGN_CENTER);
  if (gtk_orientable_get_orientation (GTK_ORIENTABLE (box)) == GTK_ORIENTATION_HORIZONTAL)
    wb_number_field_set_compact (WB_NUMBER_FIELD (editor->fields[k]));
  wb_field_new (editor->fields[k], NULL, &binding, editor, (const char *const[]) { "0", "1", "2" }[k]);
  gtk_widget_set_hexpand (title, gtk_orientable_get_orientation (GTK_ORIENTABLE (box)) == GTK_ORIENTATION_VERTICAL);
  gtk_box_append (GTK_BOX (line), title);
  gtk_box_append (GTK_BOX (line), editor->fields[k]);
  gtk_box_append (GTK_BOX (box), line);
  return line;
}

GtkWidget *
wb_axis_editor_new (WbStudy *study, const char *option, int index, gboolean row)
{
  GtkWidget *outer = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4), *box = gtk_box_new (row ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL, row ? 18 : 8);
  g_autoptr (GPtrArray) shown = g_ptr_array_new_with_free_func (g_free);
  const WbStudyProblem *problem = wb_study_problem (study);
  const LabStudyKind *kind = problem != NULL ? problem->kind : NULL;
  Editor *editor = g_new0 (Editor, 1);

  editor->study = g_object_ref (study);
  editor->option = g_strdup (option);
  editor->index = index;
  editor->counted = option == NULL;
  editor->names = g_ptr_array_new_with_free_func (g_free);
  for (int k = 0; option != NULL && kind != NULL && k < kind->n_options; k++)
    if (strcmp (kind->options[k].key, option) == 0)
      editor->counted = g_str_has_suffix (kind->options[k].argument, ":N");
  g_object_set_data_full (G_OBJECT (outer), "editor", editor, editor_free);
  if (problem != NULL)
    list_names (editor, problem, shown);
  else
    g_ptr_array_add (shown, NULL);
  editor->drop = gtk_drop_down_new_from_strings ((const char *const *) shown->pdata);
  wb_widget_set_name (editor->drop, _("Quantity"));
  gtk_widget_set_valign (editor->drop, GTK_ALIGN_CENTER);
  g_signal_connect (editor->drop, "notify::selected", G_CALLBACK (on_quantity), editor);
  gtk_box_append (GTK_BOX (box), editor->drop);
  field_new (editor, box, 0, _("from"));
  field_new (editor, box, 1, _("to"));
  if (editor->counted)
    field_new (editor, box, 2, _("values"));
  if (is_removable (editor))
    {
      GtkWidget *remove = gtk_button_new_from_icon_name ("wb-close-symbolic");

      wb_widget_set_label (remove, _("Remove the axis"));
      gtk_widget_add_css_class (remove, "flat");
      gtk_widget_set_valign (remove, GTK_ALIGN_CENTER);
      gtk_widget_set_halign (remove, GTK_ALIGN_END);
      gtk_widget_set_hexpand (remove, row);
      g_signal_connect (remove, "clicked", G_CALLBACK (remove_axis), editor);
      gtk_box_append (GTK_BOX (box), remove);
    }
  gtk_box_append (GTK_BOX (outer), box);
  for (int k = 0; k < 3; k++)
    if (editor->fields[k] != NULL)
      gtk_box_append (GTK_BOX (outer), wb_field_why (wb_field_of (editor->fields[k])));
  g_signal_connect_object (study, "setup-changed", G_CALLBACK (on_setup), outer, 0);
  show (editor);
  return outer;
}

/* ---- a second axis ---- */

gboolean
wb_axis_editor_can_add (WbStudy *study)
{
  const WbStudyProblem *problem = wb_study_problem (study);
  const OdeSystem *ode;
  g_autoptr (ModelSystem) system = NULL;

  if (problem == NULL)
    return FALSE;
  if (wb_study_problem_is_sweep (problem))
    return problem->ensemble->varied->len < LAB_MOST_AXES;
  if (!lab_study_kind_lists (problem->kind->axes, "y") || model_yaml_get_text (problem->file->options, "y", NULL) != NULL)
    return FALSE;
  system = lab_problem_instance (&problem->problem, NULL);
  ode = system != NULL ? model_system_ode (system) : NULL;
  return ode != NULL && ode->n_states > 1;
}

gboolean
wb_axis_editor_add (WbStudy *study)
{
  const WbStudyProblem *problem = wb_study_problem (study);
  Editor editor = { .study = study, .counted = TRUE };
  g_autoptr (GPtrArray) shown = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *option = NULL, *text = NULL;
  const char *name = NULL;
  Axis first = { NULL };

  if (!wb_axis_editor_can_add (study))
    return FALSE;
  if (!wb_study_problem_is_sweep (problem))
    {
      editor.option = option = g_strdup ("x");
      editor.counted = FALSE;
    }
  editor.names = g_ptr_array_new_with_free_func (g_free);
  list_names (&editor, problem, shown);
  if (read_axis (&editor, &first))
    for (guint k = editor.names->len; k-- > 0;)
      if (strcmp (editor.names->pdata[k], first.name) != 0)
        name = editor.names->pdata[k];
  if (name != NULL)
    {
      const char *const vary_path[] = { "vary", name, NULL }, *const y_path[] = { "options", "y", NULL };
      double low, high;

      range_of (problem, name, &low, &high);
      text = option != NULL ? g_strdup_printf ("%s=%.6g:%.6g", name, low, high) : wb_axis_editor_new_text (problem, name);
      wb_study_put (study, option != NULL ? y_path : vary_path, text, _("Add an axis"));
    }
  axis_clear (&first);
  g_ptr_array_unref (editor.names);
  return name != NULL;
}
