/* Builds the key of a basin picture: the colour, the name and the fraction of each attractor. */
#include "wb-study-key.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lab-basin.h"
#include "plot-format.h"
#include "plot-study-grid.h"
#include "plot-text.h"
#include "wb-region-key.h"
#include "wb-study-trace.h"
#include "wb-style.h"
#include "wb-sweep-plots.h"
#include "wb-tooltip.h"
#include "wb-widgets.h"

/* Width and height in px of the colour sample in a row. */
#define SWATCH_WIDTH 34
#define SWATCH_HEIGHT 18
#define SWATCH_SLICES 17

/* ---- parts ---- */

static void
draw_swatch (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user)
{
  int code = GPOINTER_TO_INT (user);
  const PlotTheme *theme = wb_style_plot_theme ();

  for (int k = 0; k < SWATCH_SLICES; k++)
    {
      double lateness = (k + 0.5) / SWATCH_SLICES;
      PlotColor color = code >= 0                   ? plot_study_basin_color (theme, code, lateness)
                        : code == LAB_BASIN_ESCAPES ? plot_color_mix (theme->background, theme->secondary, 0.2 + 0.5 * (1 - lateness))
                                                    : theme->faint;

      cairo_set_source_rgb (cr, color.r, color.g, color.b);
      cairo_rectangle (cr, (double) width * k / SWATCH_SLICES, 0, (double) width / SWATCH_SLICES + 1, height);
      cairo_fill (cr);
    }
}

static const LabTable *
table_of (const LabResult *result, const char *name)
{
  for (guint k = 0; k < result->tables->len; k++)
    if (strcmp (((const LabTable *) result->tables->pdata[k])->name, name) == 0)
      return result->tables->pdata[k];
  return NULL;
}

/* ---- basins ---- */

static char *
word_of_code (int code)
{
  switch (code)
    {
    case LAB_BASIN_ESCAPES: return g_strdup (_("escapes"));
    case LAB_BASIN_UNDECIDED: return g_strdup (_("undecided"));
    default: return g_strdup_printf ("%c", 'A' + code);
    }
}

/* Returns the place of an attractor as text, such as "x = 1, y = 0". */
static char *
place_of (const LabResult *result, int code)
{
  const LabTable *table = table_of (result, "attractors");
  GString *text = g_string_new (NULL);

  for (int r = 0; table != NULL && r < lab_table_n_rows (table); r++)
    {
      const LabCell *row = &g_array_index (table->cells, LabCell, r * table->n_columns);
      g_autofree char *value = plot_text_value (row[3].value, 3, NULL), *plain = plot_text_plain (value);

      if (row[0].text[0] == 'A' + code)
        g_string_append_printf (text, "%s%s = %s", text->len > 0 ? ", " : "", row[2].text, plain);
    }
  return g_string_free (text, FALSE);
}

static void
append_share (GtkWidget *box, const LabResult *result, int code, double share)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10), *swatch = gtk_drawing_area_new (), *name = gtk_label_new (NULL), *percent;
  g_autofree char *word = word_of_code (code), *markup = g_strdup_printf ("<b>%s</b>", word);
  /* Translators: the share of a basin of attraction. */
  g_autofree char *text = g_strdup_printf (_("%.1f %%"), 100 * share), *place = code >= 0 ? place_of (result, code) : NULL;
  g_autofree char *spoken = g_strdup_printf ("%s %s", word, text);

  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (swatch), SWATCH_WIDTH);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (swatch), SWATCH_HEIGHT);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (swatch), draw_swatch, GINT_TO_POINTER (code), NULL);
  gtk_widget_set_valign (swatch, GTK_ALIGN_CENTER);
  gtk_label_set_markup (GTK_LABEL (name), markup);
  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_widget_set_hexpand (name, TRUE);
  percent = gtk_label_new (text);
  gtk_box_append (GTK_BOX (row), swatch);
  gtk_box_append (GTK_BOX (row), name);
  gtk_box_append (GTK_BOX (row), percent);
  wb_tooltip_set (row, place);
  wb_widget_set_name (row, spoken);
  gtk_box_append (GTK_BOX (box), row);
}

/* Appends the start and the end of the run that the user clicked in the picture of the basin. */
static void
append_trace (GtkWidget *box, WbStudy *study)
{
  const LabPath *path = wb_study_traced (study);
  int code = wb_study_traced_code (study);
  g_autofree char *x = NULL, *y = NULL, *start = NULL, *end = NULL, *text = NULL;

  if (path == NULL)
    {
      wb_region_key_append (box, _("Click a point to draw its run."), "row-remark");
      return;
    }
  x = plot_text_value (path->x_start, 3, NULL);
  y = path->y_name != NULL ? plot_text_value (path->y_start, 3, NULL) : NULL;
  start = y != NULL ? g_strdup_printf ("<i>%s</i> = %s, <i>%s</i> = %s", path->x_name, x, path->y_name, y)
                    : g_strdup_printf ("<i>%s</i> = %s", path->x_name, x);
  switch (code)
    {
    case LAB_BASIN_ESCAPES: end = g_strdup (_("escapes")); break;
    case LAB_BASIN_UNDECIDED: end = g_strdup (_("reaches no attractor by the end")); break;
    case LAB_BASIN_UNKNOWN: end = g_strdup (_("not computed yet")); break;
    /* Translators: %c is the letter of an attractor. */
    default: end = g_strdup_printf (_("ends at <b>%c</b>"), 'A' + code);
    }
  text = g_strdup_printf ("%s\n%s\n%s", _("One run from"), start, end);
  wb_region_key_append (box, text, "study-key-text");
}

static GtkWidget *
basin_key_new (WbStudy *study, const LabResult *result, const LabGrid *grid)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 9), *scale = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), *slow;
  int n = plot_study_n_attractors (result), n_cells = grid->nx * grid->ny, known = 0;
  g_autofree int *counts = g_new0 (int, n + 2);
  g_autofree char *size = NULL;

  for (int k = 0; k < n_cells; k++)
    if (grid->codes[k] >= LAB_BASIN_UNDECIDED && grid->codes[k] < n)
      {
        counts[grid->codes[k] + 2]++;
        known++;
      }
  wb_region_key_append (box, n > 0 ? _("Ends at") : _("No attractor is known yet."), "row-remark");
  for (int code = 0; code < n; code++)
    append_share (box, result, code, known > 0 ? (double) counts[code + 2] / known : 0);
  for (int code = LAB_BASIN_UNDECIDED; code < 0; code++)
    if (counts[code + 2] > 0)
      append_share (box, result, code, (double) counts[code + 2] / known);
  wb_region_key_append (scale, _("early"), "row-remark");
  /* Translators: the shade of a run that is captured late by an attractor. */
  slow = wb_region_key_append (scale, _("late capture"), "row-remark");
  gtk_widget_set_hexpand (slow, TRUE);
  gtk_label_set_xalign (GTK_LABEL (slow), 1);
  gtk_box_append (GTK_BOX (box), scale);
  gtk_box_append (GTK_BOX (box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  append_trace (box, study);
  size = grid->ny > 1 ? g_strdup_printf (_("%d × %d starts"), grid->nx, grid->ny) : g_strdup_printf (_("%d starts"), grid->nx);
  wb_region_key_append (box, size, "row-remark");
  return box;
}

GtkWidget *
wb_study_key_new (WbStudy *study)
{
  const LabResult *result = wb_study_result (study);
  const LabGrid *grid = result != NULL && result->grids->len > 0 ? result->grids->pdata[0] : NULL;
  GtkWidget *box = NULL;

  if (grid != NULL && grid->codes != NULL)
    box = basin_key_new (study, result, grid);
  else if ((box = wb_sweep_key_new (study)) != NULL)
    ;
  else if (result != NULL && wb_study_problem (study) != NULL && wb_study_problem (study)->kind->has_curves)
    box = wb_region_key_new (result);
  if (box != NULL)
    gtk_widget_add_css_class (box, "study-key");
  return box;
}
