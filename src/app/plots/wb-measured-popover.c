/* Lists the columns of the measured data with the quantities that they measure, and says what the plots cannot show. */
#include "wb-measured-popover.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "wb-widgets.h"

/* The first choices of each row; the columns of the model follow. */
enum { NOTHING, TIMES, N_FIRST };

typedef struct
{
  WbSession *session;
  WbPlotSet *plots;
  GPtrArray *tables;    /* LabData: tables whose columns the rows show, only compared */
  GPtrArray *rows;      /* Row */
  GtkWidget *popover, *notes;
  gboolean setting;     /* the program sets the lists, so a change of a list is not a choice of the user */
} List;

typedef struct
{
  List *list;
  int table, column; /* indices of the table, and of the column in it */
  GtkWidget *drop;
} Row;

static void
list_free (gpointer data)
{
  List *list = data;

  g_ptr_array_unref (list->rows);
  g_ptr_array_unref (list->tables);
  g_free (list);
}

/* ---- what is measured ---- */

/* Counts the rows of a column that have a time and a value, and those of them that are outside the time span of the session. */
static int
count_points (const LabMeasured *measured, WbSession *session, int column, int *n_outside)
{
  const LabData *data = lab_measured_data (measured);
  const double *t = data->columns[lab_measured_time (measured)].values, *values = data->columns[column].values;
  int n = 0;

  for (int row = 0; row < data->n_rows; row++)
    if (!isnan (t[row]) && !isnan (values[row]))
      {
        n++;
        if (n_outside != NULL)
          *n_outside += t[row] < wb_session_t_start (session) || t[row] > wb_session_t_end (session);
      }
  return n;
}

char *
wb_measured_summary (WbPlotSet *plots)
{
  const LabMeasured *tables = wb_plot_set_measured (plots);
  const int n_tables = lab_measured_n_tables (tables);
  g_autofree char *name = g_path_get_basename (lab_measured_data (tables)->path), *shown = g_filename_display_name (name), *points = NULL, *files = NULL;
  int n = 0;

  for (const LabMeasured *table = tables; table != NULL; table = lab_measured_rest (table))
    for (int k = 0; k < lab_measured_data (table)->n_columns; k++)
      if (wb_plot_set_is_measured (plots, table, k))
        n += count_points (table, NULL, k, NULL);
  points = n > 0 ? g_strdup_printf (ngettext ("%d point", "%d points", (gulong) n), n) : g_strdup (_("no points"));
  files = n_tables > 1 ? g_strdup_printf (ngettext ("%d table", "%d tables", (gulong) n_tables), n_tables) : g_strdup (shown);
  return g_strdup_printf ("%s, %s", files, points);
}

gboolean
wb_measured_is_open (WbPlotSet *plots)
{
  for (const LabMeasured *table = wb_plot_set_measured (plots); table != NULL; table = lab_measured_rest (table))
    for (int k = 0; k < lab_measured_data (table)->n_columns; k++)
      if (lab_measured_is_quantity (table, k) && lab_measured_choice (table, k) == NULL && !wb_plot_set_is_measured (plots, table, k))
        return TRUE;
  return FALSE;
}

/* ---- notes ---- */

static void
add_unit_note (GString *notes, const char *name, const char *in_file, const char *in_model)
{
  if (in_file != NULL && in_model != NULL && *in_file != '\0' && *in_model != '\0' && strcmp (in_file, in_model) != 0)
    /* Translators: name of a column, its unit in the file, and the unit of the model. */
    g_string_append_printf (notes, _("%s: the file says %s, the model %s; the numbers are shown as they are.\n"), name, in_file, in_model);
}

/* Returns the sentences below the rows. Free it with g_free. */
static char *
notes_text (List *list)
{
  ModelSystem *system = wb_session_system (list->session);
  GString *notes = g_string_new (NULL);
  int n = 0, n_outside = 0;

  for (const LabMeasured *measured = wb_plot_set_measured (list->plots); measured != NULL; measured = lab_measured_rest (measured))
    {
      const LabData *data = lab_measured_data (measured);
      const LabDataColumn *time = &data->columns[lab_measured_time (measured)];

      add_unit_note (notes, time->name, time->unit, model_time_unit (wb_session_model (list->session)));
      for (int c = 0; c < model_system_n_columns (system); c++)
        for (int k = lab_measured_next (measured, model_system_column (system, c)->name, -1); k >= 0;
             k = lab_measured_next (measured, model_system_column (system, c)->name, k))
          {
            n += count_points (measured, list->session, k, &n_outside);
            add_unit_note (notes, data->columns[k].name, data->columns[k].unit, model_system_column (system, c)->unit);
          }
    }
  if (n_outside > 0)
    g_string_append_printf (notes, ngettext ("%d of %d points is outside the time span of the run.\n", "%d of %d points are outside the time span of the run.\n",
                                             (gulong) n_outside), n_outside, n);
  if (n == 0)
    g_string_append (notes, _("No column measures a quantity of the model yet.\n"));
  return g_strchomp (g_string_free (notes, FALSE));
}

/* ---- rows ---- */

/* Returns the position of the choice of a column in its list. */
static guint
position_of (List *list, int table, int column)
{
  const LabMeasured *measured = lab_measured_table (wb_plot_set_measured (list->plots), table);
  ModelSystem *system = wb_session_system (list->session);

  if (column == lab_measured_time (measured))
    return TIMES;
  for (int c = 0; c < model_system_n_columns (system); c++)
    for (int k = lab_measured_next (measured, model_system_column (system, c)->name, -1); k >= 0;
         k = lab_measured_next (measured, model_system_column (system, c)->name, k))
      if (k == column)
        return (guint) c + N_FIRST;
  return NOTHING;
}

/* Returns whether the plots show the tables of the list. */
static gboolean
is_current (List *list)
{
  const LabMeasured *tables = wb_plot_set_measured (list->plots);

  if (tables == NULL || lab_measured_n_tables (tables) != (int) list->tables->len)
    return FALSE;
  for (guint k = 0; k < list->tables->len; k++)
    if (lab_measured_data (lab_measured_table (tables, (int) k)) != list->tables->pdata[k])
      return FALSE;
  return TRUE;
}

/* Shows the present choices and notes. Closes the popover if it shows other tables. */
static void
refresh (List *list)
{
  g_autofree char *notes = NULL;

  if (!is_current (list))
    {
      gtk_popover_popdown (GTK_POPOVER (list->popover));
      return;
    }
  list->setting = TRUE;
  for (guint i = 0; i < list->rows->len; i++)
    {
      Row *row = g_ptr_array_index (list->rows, i);

      gtk_drop_down_set_selected (GTK_DROP_DOWN (row->drop), position_of (list, row->table, row->column));
    }
  list->setting = FALSE;
  notes = notes_text (list);
  gtk_label_set_text (GTK_LABEL (list->notes), notes);
  gtk_widget_set_visible (list->notes, *notes != '\0');
}

static void
on_selected (GtkDropDown *drop, GParamSpec *property, Row *row)
{
  List *list = row->list;
  guint selected = gtk_drop_down_get_selected (drop);
  ModelSystem *system = wb_session_system (list->session);
  const LabMeasured *measured;
  g_autoptr (LabMeasured) changed = NULL, tables = NULL;
  const char *name;

  /* The popover may still be visible for a moment after another table, or none, is shown. */
  if (list->setting || selected == GTK_INVALID_LIST_POSITION || !is_current (list) || selected == position_of (list, row->table, row->column)
      || (int) selected >= model_system_n_columns (system) + N_FIRST)
    return;
  name = selected == NOTHING ? "" : selected == TIMES ? "t" : model_system_column (system, (int) selected - N_FIRST)->name;
  measured = lab_measured_table (wb_plot_set_measured (list->plots), row->table);
  changed = lab_measured_choose (measured, lab_measured_data (measured)->columns[row->column].name, name, NULL);
  if (changed == NULL)
    return;
  tables = lab_measured_replace (wb_plot_set_measured (list->plots), row->table, changed);
  wb_plot_set_set_measured (list->plots, tables);
}

static GtkWidget *
row_new (List *list, int table, int column, GtkStringList *choices)
{
  const LabData *data = list->tables->pdata[table];
  const LabDataColumn *info = &data->columns[column];
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12), *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *label;
  g_autofree char *heading = *info->unit != '\0' ? g_strdup_printf ("%s (%s)", info->name, info->unit) : g_strdup (info->name), *name = NULL;
  Row *row = g_new0 (Row, 1);

  label = wb_label_new (heading, NULL);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 28);
  gtk_box_append (GTK_BOX (texts), label);
  if (info->errors >= 0)
    {
      /* Translators: the column of a file that has the errors of another column. */
      g_autofree char *errors = g_strdup_printf (_("error bars from %s"), data->columns[info->errors].name);

      gtk_box_append (GTK_BOX (texts), wb_label_new (errors, "dim-label"));
    }
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_widget_set_valign (texts, GTK_ALIGN_CENTER);
  *row = (Row) { list, table, column, gtk_drop_down_new (G_LIST_MODEL (g_object_ref (choices)), gtk_property_expression_new (GTK_TYPE_STRING_OBJECT, NULL, "string")) };
  gtk_drop_down_set_enable_search (GTK_DROP_DOWN (row->drop), g_list_model_get_n_items (G_LIST_MODEL (choices)) > 12);
  gtk_widget_set_valign (row->drop, GTK_ALIGN_CENTER);
  /* Translators: accessible name of a list; %s is a column of a file. */
  name = g_strdup_printf (_("%s measures"), info->name);
  wb_widget_set_name (row->drop, name);
  wb_box_add (box, texts, row->drop, NULL);
  g_ptr_array_add (list->rows, row);
  return box;
}

/* ---- the popover ---- */

/* Returns a button that activates an action of the window. table: its parameter; −1: it has none. */
static GtkWidget *
button_new (List *list, const char *label, const char *action, int table)
{
  GtkWidget *button = gtk_button_new_with_label (label);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  if (table >= 0)
    gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "i", table);
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (gtk_popover_popdown), list->popover);
  return button;
}

/* Adds the rows of a table, and if there are others its name and its buttons. */
static void
add_table (List *list, GtkWidget *rows, int table, GtkStringList *choices)
{
  const LabData *data = list->tables->pdata[table];

  if (list->tables->len > 1)
    {
      GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8), *label;
      GtkWidget *fit = button_new (list, _("Fit parameters…"), "win.measured-fit-table", table), *remove = button_new (list, _("Remove"), "win.measured-remove-table", table);
      g_autofree char *name = g_path_get_basename (data->path), *shown = g_filename_display_name (name), *fit_name = NULL, *remove_name = NULL;

      label = wb_label_new (shown, "heading");
      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
      gtk_label_set_max_width_chars (GTK_LABEL (label), 28);
      gtk_widget_set_hexpand (label, TRUE);
      /* Translators: accessible names of buttons; %s is a file. */
      fit_name = g_strdup_printf (_("Fit parameters to %s"), shown);
      remove_name = g_strdup_printf (_("Remove %s"), shown);
      wb_widget_set_name (fit, fit_name);
      wb_widget_set_name (remove, remove_name);
      wb_box_add (box, label, fit, remove, NULL);
      gtk_box_append (GTK_BOX (rows), box);
    }
  for (int k = 0; k < data->n_columns; k++)
    if (data->columns[k].text == NULL && data->columns[k].of < 0)
      gtk_box_append (GTK_BOX (rows), row_new (list, table, k, choices));
}

/* Largest height of the rows in px; more rows are scrolled. */
#define ROWS_HEIGHT 260

GtkWidget *
wb_measured_popover_new (WbSession *session)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 10), *rows = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6), *scrolled = wb_scrolled_new (rows);
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  g_autoptr (GtkStringList) choices = gtk_string_list_new (NULL);
  ModelSystem *system = wb_session_system (session);
  List *list = g_new0 (List, 1);

  *list = (List) { .session = session, .plots = wb_plot_set_of (session), .rows = g_ptr_array_new_with_free_func (g_free), .tables = g_ptr_array_new (), .popover = gtk_popover_new () };
  for (const LabMeasured *table = wb_plot_set_measured (list->plots); table != NULL; table = lab_measured_rest (table))
    g_ptr_array_add (list->tables, (gpointer) lab_measured_data (table));
  /* Translators: choices of what a column of a file measures. */
  gtk_string_list_append (choices, _("nothing"));
  gtk_string_list_append (choices, _("time"));
  for (int c = 0; system != NULL && c < model_system_n_columns (system); c++)
    gtk_string_list_append (choices, model_system_column (system, c)->name);
  for (guint k = 0; k < list->tables->len; k++)
    add_table (list, rows, (int) k, choices);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_propagate_natural_width (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), ROWS_HEIGHT);
  list->notes = wb_label_new_wrapped (NULL, "dim-label");
  gtk_label_set_max_width_chars (GTK_LABEL (list->notes), 44);
  if (list->tables->len == 1)
    gtk_box_append (GTK_BOX (buttons), button_new (list, _("Fit parameters…"), "win.measured-fit", -1));
  wb_box_add (buttons, button_new (list, _("Add file…"), "win.measured-open", -1),
              button_new (list, list->tables->len == 1 ? _("Remove") : _("Remove all"), "win.measured-remove", -1), NULL);
  wb_box_add (box, wb_label_new (_("What the columns measure"), "heading"), scrolled, list->notes, buttons, NULL);
  gtk_popover_set_child (GTK_POPOVER (list->popover), box);
  g_object_set_data_full (G_OBJECT (list->popover), "measured", list, list_free);
  refresh (list);
  for (guint i = 0; i < list->rows->len; i++)
    {
      Row *row = g_ptr_array_index (list->rows, i);

      g_signal_connect (row->drop, "notify::selected", G_CALLBACK (on_selected), row);
    }
  {
    GClosure *closure = g_cclosure_new_swap (G_CALLBACK (refresh), list, NULL);

    g_object_watch_closure (G_OBJECT (list->popover), closure);
    g_signal_connect_closure (list->plots, "measured-changed", closure, FALSE);
  }
  /* The lists have the columns of the model from before. */
  g_signal_connect_object (session, "model-changed", G_CALLBACK (gtk_popover_popdown), list->popover, G_CONNECT_SWAPPED);
  return list->popover;
}
