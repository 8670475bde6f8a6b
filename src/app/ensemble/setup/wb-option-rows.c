/* Builds a row for each option of a study, checks its text, and stores it in the set-up. */
#include "wb-option-rows.h"

#include <glib/gi18n.h>
#include <string.h>

#include "lab-option.h"
#include "wb-axis-editor.h"
#include "wb-tooltip.h"
#include "wb-widgets.h"

#define ENTRY_CHARS 13
#define MOST_COUNT 1000000000
#define MOST_CELLS 20000

/* ---- checks ---- */

static gboolean
is_whole (const char *text, double least, double most)
{
  double value;

  return lab_option_number (text, &value) && value >= least && value <= most && value == (double) (gint64) value;
}

/* Returns whether a text has the form "NX,NY" or "NX". */
static gboolean
is_grid (const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);
  guint n = g_strv_length (parts);

  return (n == 1 || n == 2) && is_whole (parts[0], 1, MOST_CELLS) && (n == 1 || is_whole (parts[1], 1, MOST_CELLS));
}

/* Returns the reason why a text "NAME=A:B…" is not valid, or NULL. */
static char *
why_wrong_range (const WbStudyProblem *problem, const char *text, gboolean counted, gboolean is_state)
{
  g_autoptr (ModelSystem) system = lab_problem_instance (&problem->problem, NULL);
  LabRange range;
  char *why = NULL;

  if (!lab_option_range ("", text, counted, &range, NULL))
    return g_strdup (counted ? _("a name, two ends and a number of values, such as a=0:1:200") : _("a name and two ends, the smaller one first, such as x=-2:2"));
  if (system != NULL && is_state && model_system_find_initial (system, range.name) < 0)
    why = g_strdup_printf (_("the model has no state '%s'"), range.name);
  else if (system != NULL && !is_state && model_system_find_parameter (system, range.name) < 0)
    why = g_strdup_printf (_("the model has no parameter '%s'"), range.name);
  g_free (range.name);
  return why;
}

char *
wb_option_why_wrong (const WbStudyProblem *problem, const LabOptionRow *option, const char *text)
{
  const char *form = option->argument;
  double value;

  if (text == NULL || *text == '\0')
    return option->required ? g_strdup (_("a value is required")) : NULL;
  if (strcmp (form, "N") == 0)
    return is_whole (text, 0, MOST_COUNT) ? NULL : g_strdup (_("a whole number"));
  if (strcmp (form, "NX,NY") == 0)
    return is_grid (text) ? NULL : g_strdup_printf (_("two whole numbers from 1 to %d, such as 400,400"), MOST_CELLS);
  if (strcmp (form, "NAME=LOW:HIGH") == 0)
    return why_wrong_range (problem, text, FALSE, TRUE);
  if (strcmp (form, "p=A:B") == 0 || strcmp (form, "p=A:B:N") == 0)
    return why_wrong_range (problem, text, strcmp (form, "p=A:B:N") == 0, FALSE);
  /* Options with a time are not checked, because a time may be an expression of parameters. */
  if (form[1] == '\0' && strchr ("AFHKR", form[0]) != NULL)
    return lab_option_number (text, &value) ? NULL : g_strdup (_("a number"));
  return NULL;
}

/* ---- rows ---- */

typedef struct
{
  WbStudy *study;            /* study that is shown; borrowed */
  const LabStudyKind *kind;  /* kind of the study, or NULL */
  GPtrArray *rows;           /* elements of type Row, which the widgets of the rows own */
  gboolean has_axes, updating;
} Rows;

typedef struct
{
  Rows *all;
  WbStudy *study;            /* study of the row; used only for comparison */
  const LabOptionRow *option;
  char **words;              /* texts of the choices, "" for the default; NULL if the row has an entry instead */
  GtkWidget *field, *why;
} Row;

static void
row_free (gpointer data)
{
  Row *row = data;

  g_strfreev (row->words);
  g_free (row);
}

static void
rows_free (gpointer data)
{
  Rows *rows = data;

  g_ptr_array_unref (rows->rows);
  g_free (rows);
}

/* Returns whether a row may change the study. A row of an earlier study may not; it is removed later. */
static gboolean
is_live (Row *row)
{
  return !row->all->updating && row->all->study != NULL && row->all->study == row->study && wb_study_problem (row->study) != NULL
         && g_ptr_array_find (row->all->rows, row, NULL);
}

static const char *
text_of (Row *row)
{
  if (row->words == NULL)
    return gtk_editable_get_text (GTK_EDITABLE (row->field));
  return row->words[MIN (gtk_drop_down_get_selected (GTK_DROP_DOWN (row->field)), g_strv_length (row->words) - 1)];
}

static void
show_why (Row *row, const char *why)
{
  gtk_label_set_text (GTK_LABEL (row->why), why != NULL ? why : "");
  gtk_widget_set_visible (row->why, why != NULL);
  if (why != NULL)
    gtk_widget_add_css_class (row->field, "error");
  else
    gtk_widget_remove_css_class (row->field, "error");
  gtk_accessible_update_state (GTK_ACCESSIBLE (row->field), GTK_ACCESSIBLE_STATE_INVALID,
                               why != NULL ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
}

static void
commit (Row *row)
{
  Rows *rows = row->all;
  const char *const path[] = { "options", row->option->key, NULL };
  g_autofree char *text = g_strstrip (g_strdup (text_of (row)));
  g_autofree char *why = NULL;

  if (!is_live (row))
    return;
  why = wb_option_why_wrong (wb_study_problem (rows->study), row->option, text);
  show_why (row, why);
  if (why == NULL)
    wb_study_put (rows->study, path, *text != '\0' ? text : NULL, _(row->option->label));
}

static void on_activate (GtkEntry *entry, Row *row) { commit (row); }

static void on_selected (GtkDropDown *drop, GParamSpec *spec, Row *row) { commit (row); }

static void on_leave (GtkEventControllerFocus *focus, Row *row) { commit (row); }

/* Shows during typing whether the text is valid. A text that is still incomplete is not marked as wrong. */
static void
on_typed (GtkEditable *editable, Row *row)
{
  g_autofree char *why = NULL;

  if (!is_live (row) || !gtk_widget_get_visible (row->why))
    return;
  why = wb_option_why_wrong (wb_study_problem (row->study), row->option, gtk_editable_get_text (editable));
  show_why (row, why);
}

static GtkWidget *
entry_new (Row *row)
{
  GtkWidget *entry = gtk_entry_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  gtk_editable_set_width_chars (GTK_EDITABLE (entry), ENTRY_CHARS);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (entry), ENTRY_CHARS);
  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), row->option->standard != NULL ? row->option->standard : _("default"));
  g_signal_connect (entry, "activate", G_CALLBACK (on_activate), row);
  g_signal_connect (entry, "changed", G_CALLBACK (on_typed), row);
  g_signal_connect (focus, "leave", G_CALLBACK (on_leave), row);
  gtk_widget_add_controller (entry, focus);
  return entry;
}

/* Makes a drop-down list of the words of an option "a|b", with their labels. */
static GtkWidget *
choice_new (Row *row)
{
  const LabOptionRow *option = row->option;
  g_auto (GStrv) words = g_strsplit (option->argument, "|", -1);
  g_auto (GStrv) labels = g_strsplit (option->choices != NULL ? _(option->choices) : "", "|", -1);
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free), shown = g_ptr_array_new_with_free_func (g_free);
  GtkWidget *drop;

  if (option->standard == NULL)
    {
      g_ptr_array_add (texts, g_strdup (""));
      g_ptr_array_add (shown, g_strdup (_("default")));
    }
  for (guint k = 0; words[k] != NULL; k++)
    {
      const char *label = k < g_strv_length (labels) ? labels[k] : strcmp (words[k], "true") == 0 ? _("yes") : strcmp (words[k], "false") == 0 ? _("no") : words[k];

      g_ptr_array_add (texts, g_strdup (words[k]));
      g_ptr_array_add (shown, g_strdup (label));
    }
  g_ptr_array_add (texts, NULL);
  g_ptr_array_add (shown, NULL);
  drop = gtk_drop_down_new_from_strings ((const char *const *) shown->pdata);
  row->words = g_strdupv ((char **) texts->pdata);
  g_signal_connect (drop, "notify::selected", G_CALLBACK (on_selected), row);
  return drop;
}

static void
append_row (GtkWidget *box, Rows *rows, WbStudy *study, const LabOptionRow *option)
{
  GtkWidget *outer = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8), *title;
  Row *row = g_new0 (Row, 1);

  row->all = rows;
  row->study = study;
  row->option = option;
  g_ptr_array_add (rows->rows, row);
  g_object_set_data_full (G_OBJECT (outer), "row", row, row_free);
  row->field = strchr (option->argument, '|') != NULL ? choice_new (row) : entry_new (row);
  gtk_widget_set_valign (row->field, GTK_ALIGN_CENTER);
  wb_widget_set_name (row->field, _(option->label));
  title = wb_label_new (_(option->label), "row-title");
  gtk_label_set_ellipsize (GTK_LABEL (title), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (title, TRUE);
  gtk_box_append (GTK_BOX (line), title);
  gtk_box_append (GTK_BOX (line), row->field);
  wb_tooltip_set (line, _(option->about));
  gtk_widget_set_vexpand (line, TRUE); /* centres the line vertically in the row */
  gtk_widget_set_vexpand (outer, FALSE);
  row->why = wb_label_new_wrapped ("", "study-refusal");
  gtk_widget_set_visible (row->why, FALSE);
  gtk_widget_set_margin_bottom (row->why, 6);
  gtk_widget_add_css_class (outer, "row");
  gtk_box_append (GTK_BOX (outer), line);
  gtk_box_append (GTK_BOX (outer), row->why);
  gtk_box_append (GTK_BOX (box), outer);
}

/* Returns whether the window itself sets an option: the number of threads, or the file for partial results. */
static gboolean
is_own (const LabOptionRow *option)
{
  return strcmp (option->key, "jobs") == 0 || (strcmp (option->key, "keep") == 0 && strcmp (option->argument, "FILE") == 0);
}

/* ---- the list ---- */

static void
show_value (Row *row, const WbStudyProblem *problem)
{
  const char *given = model_yaml_get_text (problem->file->options, row->option->key, NULL);

  if (row->words == NULL)
    {
      if (strcmp (gtk_editable_get_text (GTK_EDITABLE (row->field)), given != NULL ? given : "") != 0)
        gtk_editable_set_text (GTK_EDITABLE (row->field), given != NULL ? given : "");
      return;
    }
  if (given == NULL)
    given = row->option->standard != NULL ? row->option->standard : "";
  for (guint k = 0; row->words[k] != NULL; k++)
    if (strcmp (row->words[k], given) == 0)
      gtk_drop_down_set_selected (GTK_DROP_DOWN (row->field), k);
}

/* Shows an error message of the computation at the option that the message quotes. */
static void
show_error (Row *row, WbStudy *study)
{
  const char *error = wb_study_error (study);
  g_autofree char *quoted = g_strdup_printf ("'%s'", row->option->key);
  const char *place = error != NULL ? strstr (error, quoted) : NULL;

  show_why (row, place != NULL ? error : NULL);
}

void
wb_option_rows_show (GtkWidget *box, WbStudy *study)
{
  Rows *rows = g_object_get_data (G_OBJECT (box), "rows");
  const WbStudyProblem *problem = study != NULL ? wb_study_problem (study) : NULL;
  const LabStudyKind *kind = problem != NULL && problem->ensemble == NULL ? problem->kind : NULL;

  rows->updating = TRUE;
  if (kind != rows->kind || (kind != NULL && study != rows->study))
    {
      g_ptr_array_set_size (rows->rows, 0);
      wb_widget_empty_box (box);
      for (int k = 0; kind != NULL && k < kind->n_options; k++)
        if (!is_own (&kind->options[k]) && (rows->has_axes || !wb_axis_editor_is_axis (&kind->options[k])))
          append_row (box, rows, study, &kind->options[k]);
    }
  rows->kind = kind;
  rows->study = study;
  for (guint k = 0; kind != NULL && k < rows->rows->len; k++)
    {
      show_value (rows->rows->pdata[k], problem);
      show_error (rows->rows->pdata[k], study);
    }
  rows->updating = FALSE;
}

GtkWidget *
wb_option_rows_new (gboolean has_axes)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  Rows *rows = g_new0 (Rows, 1);

  rows->has_axes = has_axes;
  rows->rows = g_ptr_array_new ();
  g_object_set_data_full (G_OBJECT (box), "rows", rows, rows_free);
  return box;
}
