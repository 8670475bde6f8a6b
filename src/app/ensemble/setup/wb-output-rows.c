/* Builds a row for each recorded number, and checks and stores its name, reducer and expression after the user has
 * stopped typing. */
#include "wb-output-rows.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "plot-text.h"
#include "wb-field.h"
#include "wb-style.h"
#include "wb-study-text.h"
#include "wb-tooltip.h"
#include "wb-widgets.h"

#define PICTURE_WIDTH 84
#define PICTURE_HEIGHT 40
/* Width of the bar if all runs have the same number, as a fraction of the picture. */
#define ONLY_BAR 0.08

/* Labels of the reducers (ways to get one number from a run, such as its maximum), in the order of LabReducer. */
static const char *const reducer_labels[LAB_N_REDUCERS] = {
  [LAB_REDUCE_FINAL] = N_("at the end"),     [LAB_REDUCE_MINIMUM] = N_("smallest"),  [LAB_REDUCE_MAXIMUM] = N_("largest"),
  [LAB_REDUCE_MEAN] = N_("mean over time"),  [LAB_REDUCE_FIRST] = N_("first time"),  [LAB_REDUCE_LAST] = N_("last time"),
  [LAB_REDUCE_EVER] = N_("ever"),            [LAB_REDUCE_COUNT] = N_("count"),       [LAB_REDUCE_LYAPUNOV] = N_("Lyapunov exponent"),
};

typedef struct
{
  WbStudy *study;      /* study that is shown; borrowed */
  GPtrArray *rows;     /* elements of type Row, which the widgets of the rows own */
  gboolean updating;
} Rows;

typedef struct
{
  Rows *all;
  WbStudy *study;      /* study of the row; this pointer is only compared */
  char *name;
  GtkWidget *entry, *text; /* the fields of the name and the expression, with references */
  GtkWidget *drop, *numbers, *picture;
  int n_bars;
  double *counts;      /* heights of the n_bars bars of the histogram */
  double median;       /* position of the median on the axis of the histogram from 0 to 1; NaN without a median */
} Row;

static void
row_free (gpointer data)
{
  Row *row = data;

  wb_field_release (wb_field_of (row->entry));
  wb_field_release (wb_field_of (row->text));
  g_object_unref (row->entry);
  g_object_unref (row->text);
  g_free (row->name);
  g_free (row->counts);
  g_free (row);
}

static void
rows_free (gpointer data)
{
  Rows *rows = data;

  g_ptr_array_unref (rows->rows);
  g_free (rows);
}

static gboolean
is_live (Row *row)
{
  return !row->all->updating && row->all->study == row->study && row->study != NULL && g_ptr_array_find (row->all->rows, row, NULL)
         && wb_study_problem (row->study) != NULL;
}

/* ---- changes ---- */

static const LabRecord *
record_of (WbStudy *study, const char *name)
{
  const WbStudyProblem *problem = wb_study_problem (study);

  for (guint k = 0; problem != NULL && problem->ensemble != NULL && k < problem->ensemble->records->len; k++)
    if (strcmp (g_array_index (problem->ensemble->records, LabRecord, k).name, name) == 0)
      return &g_array_index (problem->ensemble->records, LabRecord, k);
  return NULL;
}

/* Returns the text of the study with the reducer of the list and an expression, or NULL if the study has them already. */
static char *
changed_text (Row *row, const char *text)
{
  const LabRecord *record = record_of (row->study, row->name);
  guint reducer = gtk_drop_down_get_selected (GTK_DROP_DOWN (row->drop));
  const char *const old_path[] = { "record", row->name, record != NULL ? lab_reducer_name (record->reducer) : "", NULL };
  const char *const new_path[] = { "record", row->name, lab_reducer_name ((LabReducer) MIN (reducer, LAB_N_REDUCERS - 1)), NULL };
  g_autofree char *renamed = NULL;

  if (record == NULL || reducer >= LAB_N_REDUCERS || (record->reducer == (LabReducer) reducer && strcmp (record->text, text) == 0))
    return NULL;
  renamed = wb_study_text_rename (wb_study_text (row->study), old_path, new_path[2]);
  return renamed != NULL ? wb_study_text_set (renamed, new_path, text) : NULL;
}

/* ---- the fields ---- */

#define NAME "name"
#define EXPRESSION "expression"

static char *
get (gpointer owner, const char *key)
{
  Row *row = owner;
  const LabRecord *record = record_of (row->study, row->name);

  return g_strdup (strcmp (key, NAME) == 0 ? row->name : record != NULL ? record->text : NULL);
}

static char *
reason (gpointer owner, const char *key, const char *value)
{
  Row *row = owner;
  g_autofree char *text = NULL;

  if (!is_live (row))
    return NULL;
  if (strcmp (key, NAME) != 0)
    {
      if (*value == '\0')
        return g_strdup (_("an expression, such as x^2 + y^2"));
      text = changed_text (row, value);
      return text != NULL ? wb_study_why_wrong (row->study, text) : NULL;
    }
  if (*value == '\0')
    return g_strdup (_("a name"));
  if (strpbrk (value, ":=,'\"") != NULL)
    return g_strdup (_("a name without quotes, : = and ,"));
  return strcmp (value, row->name) != 0 && record_of (row->study, value) != NULL ? g_strdup (_("another output has this name")) : NULL;
}

static void
set (gpointer owner, const char *key, const char *value)
{
  Row *row = owner;
  const char *const path[] = { "record", row->name, NULL };
  gboolean is_name = strcmp (key, NAME) == 0;
  g_autofree char *text = NULL;

  if (!is_live (row) || (is_name && strcmp (value, row->name) == 0))
    return;
  text = is_name ? wb_study_text_rename (wb_study_text (row->study), path, value) : changed_text (row, value);
  if (text != NULL)
    wb_study_change (row->study, text, is_name ? _("Name of an output") : _("Output"));
}

static const WbBinding binding = { get, set, reason };

/* A Lyapunov exponent has a time in place of an expression, so a change to or from it also replaces the expression. */
static void
on_reducer (GtkDropDown *drop, GParamSpec *spec, Row *row)
{
  const LabRecord *record = is_live (row) ? record_of (row->study, row->name) : NULL;
  guint reducer = gtk_drop_down_get_selected (drop);
  const WbStudyProblem *problem = wb_study_problem (row->study);

  if (record == NULL)
    return;
  if ((reducer == LAB_REDUCE_LYAPUNOV) != (record->reducer == LAB_REDUCE_LYAPUNOV))
    gtk_editable_set_text (GTK_EDITABLE (row->text), reducer == LAB_REDUCE_LYAPUNOV ? "100" : model_system_column (problem->ensemble->system, 0)->name);
  else
    {
      g_autofree char *same = g_strdup (record->text), *why = reason (row, EXPRESSION, same);

      if (why == NULL)
        set (row, EXPRESSION, same);
      else
        wb_field_set_failure (wb_field_of (row->text), why);
    }
  wb_field_commit (wb_field_of (row->text));
}

static void
remove_row (GtkWidget *button, Row *row)
{
  const char *const path[] = { "record", row->name, NULL };

  if (is_live (row))
    wb_study_put (row->study, path, NULL, _("Remove an output"));
}

static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType held, Row *row)
{
  /* While the user edits a text, Delete removes a character, not the row. */
  if ((key != GDK_KEY_Delete && key != GDK_KEY_KP_Delete) || GTK_IS_TEXT (gtk_root_get_focus (gtk_widget_get_root (row->drop))))
    return FALSE;
  remove_row (NULL, row);
  return TRUE;
}

/* ---- what is known ---- */

static void
draw_picture (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user)
{
  const Row *row = user;
  const PlotTheme *theme = wb_style_plot_theme ();
  PlotColor color = theme->series[0];
  double most = 0, gap = row->n_bars > 0 ? fmin (1, 0.2 * width / row->n_bars) : 0;

  for (int k = 0; k < row->n_bars; k++)
    most = fmax (most, row->counts[k]);
  for (int k = 0; k < row->n_bars && most > 0; k++)
    {
      double bar = (height - 1) * row->counts[k] / most;

      if (row->n_bars == 1)
        cairo_rectangle (cr, width * (0.5 - ONLY_BAR / 2), height - bar, width * ONLY_BAR, bar);
      else
        cairo_rectangle (cr, (double) width * k / row->n_bars, height - bar, (double) width / row->n_bars - gap, bar);
    }
  cairo_set_source_rgb (cr, color.r, color.g, color.b);
  cairo_fill (cr);
  if (isnan (row->median))
    return;
  cairo_rectangle (cr, width * row->median - 0.75, 0, 1.5, height);
  cairo_set_source_rgb (cr, theme->text.r, theme->text.g, theme->text.b);
  cairo_fill (cr);
}

static void
show_known (Row *row, WbStudy *study)
{
  const WbEnsemblePicture *picture = wb_study_is_stale (study) ? NULL : wb_study_picture (study);
  g_autofree char *numbers = NULL;

  row->n_bars = 0;
  row->median = NAN;
  for (int k = 0; picture != NULL && k < picture->n_records; k++)
    {
      const WbRecordPicture *record = &picture->records[k];
      g_autofree char *a = NULL, *b = NULL, *c = NULL;

      if (strcmp (record->name, row->name) != 0 || record->summary.n == 0)
        continue;
      row->n_bars = record->n_bars;
      g_free (row->counts);
      row->counts = g_memdup2 (record->counts, (gsize) record->n_bars * sizeof *record->counts);
      if (record->n_bars > 0)
        row->median = (record->summary.q50 - record->edges[0]) / (record->edges[record->n_bars] - record->edges[0]);
      a = plot_text_value (record->summary.q50, 3, NULL);
      b = plot_text_value (record->summary.q05, 3, NULL);
      c = plot_text_value (record->summary.q95, 3, NULL);
      numbers = g_strdup_printf (_("<b>%s</b>  %s to %s"), a, b, c);
    }
  gtk_label_set_markup (GTK_LABEL (row->numbers), numbers != NULL ? numbers : "");
  gtk_widget_set_visible (row->picture, row->n_bars > 0);
  gtk_widget_queue_draw (row->picture);
}

/* ---- rows ---- */

static void
append_fields (Row *row, GtkWidget *line)
{
  const char *labels[LAB_N_REDUCERS + 1] = { NULL };

  for (int k = 0; k < LAB_N_REDUCERS; k++)
    labels[k] = _(reducer_labels[k]);
  row->drop = gtk_drop_down_new_from_strings (labels);
  wb_widget_set_name (row->drop, _("Reducer"));
  gtk_widget_set_valign (row->drop, GTK_ALIGN_CENTER);
  g_signal_connect (row->drop, "notify::selected", G_CALLBACK (on_reducer), row);
  row->text = gtk_entry_new ();
  gtk_editable_set_width_chars (GTK_EDITABLE (row->text), 7);
  gtk_widget_set_hexpand (row->text, TRUE);
  gtk_widget_set_valign (row->text, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (row->text, "expression");
  wb_widget_set_name (row->text, _("Expression"));
  wb_field_new (g_object_ref_sink (row->text), NULL, &binding, row, EXPRESSION);
  gtk_box_append (GTK_BOX (line), row->drop);
  gtk_box_append (GTK_BOX (line), row->text);
}

static void
append_row (GtkWidget *box, Rows *rows, WbStudy *study, const LabRecord *record)
{
  GtkWidget *outer = gtk_box_new (GTK_ORIENTATION_VERTICAL, 5), *first = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *second = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8), *remove = gtk_button_new_from_icon_name ("wb-close-symbolic");
  GtkEventController *keys = gtk_event_controller_key_new ();
  Row *row = g_new0 (Row, 1);

  row->all = rows;
  row->study = study;
  row->name = g_strdup (record->name);
  row->median = NAN;
  g_ptr_array_add (rows->rows, row);
  g_object_set_data_full (G_OBJECT (outer), "row", row, row_free);
  row->entry = gtk_entry_new ();
  gtk_editable_set_width_chars (GTK_EDITABLE (row->entry), 10);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (row->entry), 14);
  gtk_widget_set_valign (row->entry, GTK_ALIGN_CENTER);
  wb_widget_set_name (row->entry, _("Name"));
  wb_field_new (g_object_ref_sink (row->entry), NULL, &binding, row, NAME);
  gtk_box_append (GTK_BOX (first), row->entry);
  row->numbers = wb_label_new ("", "row-remark");
  gtk_widget_set_hexpand (row->numbers, TRUE);
  gtk_label_set_xalign (GTK_LABEL (row->numbers), 1);
  gtk_label_set_ellipsize (GTK_LABEL (row->numbers), PANGO_ELLIPSIZE_END);
  wb_tooltip_set (row->numbers, _("median, and the range without the lowest and the highest 5 %"));
  gtk_box_append (GTK_BOX (first), row->numbers);
  wb_widget_set_label (remove, _("Remove the output"));
  gtk_widget_add_css_class (remove, "flat");
  gtk_widget_set_valign (remove, GTK_ALIGN_CENTER);
  gtk_widget_set_halign (remove, GTK_ALIGN_END);
  g_signal_connect (remove, "clicked", G_CALLBACK (remove_row), row);
  gtk_box_append (GTK_BOX (first), remove);
  append_fields (row, second);
  row->picture = gtk_drawing_area_new ();
  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (row->picture), PICTURE_WIDTH);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (row->picture), PICTURE_HEIGHT);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (row->picture), draw_picture, row, NULL);
  gtk_box_append (GTK_BOX (second), row->picture);
  gtk_box_append (GTK_BOX (outer), first);
  gtk_box_append (GTK_BOX (outer), second);
  gtk_box_append (GTK_BOX (outer), wb_field_why (wb_field_of (row->entry)));
  gtk_box_append (GTK_BOX (outer), wb_field_why (wb_field_of (row->text)));
  gtk_widget_add_css_class (outer, "setup-row");
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), row);
  gtk_widget_add_controller (outer, keys);
  gtk_box_append (GTK_BOX (box), outer);
}

static gboolean
has_names (const Rows *rows, const GArray *records)
{
  if (rows->rows->len != (records != NULL ? records->len : 0))
    return FALSE;
  for (guint k = 0; k < rows->rows->len; k++)
    if (strcmp (((Row *) rows->rows->pdata[k])->name, g_array_index (records, LabRecord, k).name) != 0)
      return FALSE;
  return TRUE;
}

static void
show_row (Row *row, WbStudy *study)
{
  const LabRecord *record = record_of (study, row->name);

  if (record == NULL)
    return;
  wb_field_show (wb_field_of (row->entry));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (row->drop), record->reducer);
  wb_field_show (wb_field_of (row->text));
  show_known (row, study);
}

void
wb_output_rows_show (GtkWidget *box, WbStudy *study)
{
  Rows *rows = g_object_get_data (G_OBJECT (box), "rows");
  const WbStudyProblem *problem = study != NULL ? wb_study_problem (study) : NULL;
  /* Without the key `record`, the study records the final values of all states. These outputs cannot be edited. */
  const GArray *records = problem != NULL && problem->ensemble != NULL && problem->file->record != NULL ? problem->ensemble->records : NULL;

  rows->updating = TRUE;
  if (study != rows->study || !has_names (rows, records))
    {
      g_ptr_array_set_size (rows->rows, 0);
      wb_widget_empty_box (box);
      for (guint k = 0; records != NULL && k < records->len; k++)
        append_row (box, rows, study, &g_array_index (records, LabRecord, k));
    }
  rows->study = study;
  for (guint k = 0; k < rows->rows->len; k++)
    show_row (rows->rows->pdata[k], study);
  rows->updating = FALSE;
}

void
wb_output_rows_add (WbStudy *study)
{
  const WbStudyProblem *problem = wb_study_problem (study);
  g_autofree char *name = g_strdup ("output");

  if (problem == NULL || problem->ensemble == NULL || model_system_n_states (problem->ensemble->system) == 0)
    return;
  for (int k = 2; record_of (study, name) != NULL; k++)
    {
      g_free (name);
      name = g_strdup_printf ("output%d", k);
    }
  {
    const char *path[] = { "record", name, "final", NULL };

    wb_study_put (study, path, model_system_column (problem->ensemble->system, 0)->name, _("Add an output"));
  }
}

GtkWidget *
wb_output_rows_new (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  Rows *rows = g_new0 (Rows, 1);

  rows->rows = g_ptr_array_new ();
  g_object_set_data_full (G_OBJECT (box), "rows", rows, rows_free);
  return box;
}
