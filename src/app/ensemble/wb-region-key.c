/* Writes the Lyapunov function and its level as formulas, the samples of the curves, and the verdict. */
#include "wb-region-key.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lab-result.h"
#include "plot-formula.h"
#include "wb-style.h"
#include "wb-widgets.h"

#define FORMULA_SIZE 16.0
/* A Lyapunov function with more terms is not shown as a formula. Its coefficients are in the table of the result. */
#define MOST_TERMS 6
#define SAMPLE_WIDTH 22
#define SAMPLE_HEIGHT 14

GtkWidget *
wb_region_key_append (GtkWidget *box, const char *markup, const char *css)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_markup (GTK_LABEL (label), markup);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, css);
  gtk_box_append (GTK_BOX (box), label);
  return label;
}

/* ---- formulas ---- */

static void
draw_formula (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user)
{
  double w, ascent, descent;

  plot_formula_get_size (user, &w, &ascent, &descent);
  /* Shrink a formula that is wider than the card. */
  if (w > width)
    cairo_scale (cr, width / w, width / w);
  plot_formula_draw_cairo (user, cr, 0, ascent, wb_style_plot_theme ()->text);
}

static void
append_formula (GtkWidget *box, const char *left, const char *right)
{
  GtkWidget *area = gtk_drawing_area_new ();
  PlotFormula *formula = plot_formula_new (left, right, FORMULA_SIZE);
  g_autofree char *plain = plot_formula_plain (left, right);
  double width, ascent, descent;

  plot_formula_get_size (formula, &width, &ascent, &descent);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (area), (int) ceil (ascent + descent));
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (area), draw_formula, formula, (GDestroyNotify) plot_formula_free);
  wb_widget_set_name (area, plain);
  gtk_box_append (GTK_BOX (box), area);
}

/* Returns a positive number with this number of digits, rounded down. A level must not be rounded up, because the larger level would not be
 * certified. */
static char *
rounded_down (double value, int digits)
{
  double unit = pow (10, floor (log10 (value)) - digits + 1);

  return g_strdup_printf ("%.*g", digits, floor (value / unit) * unit);
}

static void
append_function (GtkWidget *box, const LabResult *result)
{
  const LabTable *answer = lab_result_table (result, "answer"), *terms = lab_result_table (result, "V");
  double rho = lab_result_number (result, "rho");
  g_autofree char *level = rho > 0 && isfinite (rho) ? rounded_down (rho, 4) : NULL;

  if (answer != NULL && terms != NULL && lab_table_n_rows (terms) <= MOST_TERMS)
    append_formula (box, "V", lab_table_text (answer, 0, 0));
  else if (terms != NULL)
    {
      int n = lab_table_n_rows (terms);
      g_autofree char *text = g_strdup_printf (ngettext ("Lyapunov function of degree %.0f with %d term", "Lyapunov function of degree %.0f with %d terms", (gulong) n),
                                               lab_result_number (result, "degree"), n);

      wb_region_key_append (box, text, "study-key-text");
    }
  if (level != NULL)
    {
      g_autofree char *left = g_strdup_printf ("V <= %s", level);

      append_formula (box, left, NULL);
    }
}

/* ---- the key ---- */

typedef enum { SAMPLE_SET, SAMPLE_CANDIDATE, SAMPLE_SMALLER, SAMPLE_BOUNDARY, SAMPLE_REST, SAMPLE_ESCAPE } Sample;

static void
draw_sample (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user)
{
  static const double dashes[] = { 5, 3 };
  const PlotTheme *theme = wb_style_plot_theme ();
  Sample sample = (Sample) GPOINTER_TO_INT (user);
  PlotColor color = sample <= SAMPLE_SMALLER ? theme->verified : sample == SAMPLE_BOUNDARY ? theme->text
                    : sample == SAMPLE_REST ? theme->series[0] : theme->rejected;

  cairo_set_source_rgb (cr, color.r, color.g, color.b);
  if (sample == SAMPLE_CANDIDATE || sample == SAMPLE_BOUNDARY)
    cairo_set_dash (cr, dashes, 2, 0);
  cairo_set_line_width (cr, sample == SAMPLE_SMALLER ? 1.2 : 2);
  if (sample <= SAMPLE_CANDIDATE)
    {
      cairo_rectangle (cr, 1, 2, width - 2, height - 4);
      cairo_stroke_preserve (cr);
      cairo_set_source_rgba (cr, color.r, color.g, color.b, 0.18);
      cairo_fill (cr);
      return;
    }
  cairo_move_to (cr, 0, height / 2.0);
  cairo_line_to (cr, width, height / 2.0);
  cairo_stroke (cr);
}

static void
append_sample (GtkWidget *box, Sample sample, const char *text)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9), *area = gtk_drawing_area_new (), *label;

  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (area), SAMPLE_WIDTH);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (area), SAMPLE_HEIGHT);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (area), draw_sample, GINT_TO_POINTER (sample), NULL);
  gtk_widget_set_valign (area, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (row), area);
  label = wb_region_key_append (row, text, "study-key-text");
  gtk_label_set_selectable (GTK_LABEL (label), FALSE);
  gtk_box_append (GTK_BOX (box), row);
}

static gboolean
has_curve (const LabResult *result, const char *name)
{
  for (guint k = 0; k < result->curves->len; k++)
    if (strcmp (((const LabPolyline *) result->curves->pdata[k])->name, name) == 0)
      return TRUE;
  return FALSE;
}

static void
append_samples (GtkWidget *box, const LabResult *result)
{
  const struct { const char *name; Sample sample; const char *text; } rows[] = {
    { "certified", SAMPLE_SET, _("certified set") }, { "candidate", SAMPLE_CANDIDATE, _("candidate, not certified") },
    { "smaller", SAMPLE_SMALLER, _("set of degree 2") }, { "boundary", SAMPLE_BOUNDARY, _("true boundary") },
    { "rest", SAMPLE_REST, _("comes to rest") }, { "escape", SAMPLE_ESCAPE, _("escapes") },
  };

  for (guint k = 0; k < G_N_ELEMENTS (rows); k++)
    if (has_curve (result, rows[k].name))
      append_sample (box, rows[k].sample, rows[k].text);
}

static void
append_verdict (GtkWidget *box, const LabResult *result)
{
  gboolean certified = lab_result_number (result, "certified") != 0;
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8), *icon, *label;

  icon = gtk_image_new_from_icon_name (certified ? "wb-check-symbolic" : "wb-error-symbolic");
  gtk_widget_add_css_class (icon, certified ? "done-mark" : "failed-mark");
  gtk_box_append (GTK_BOX (row), icon);
  label = wb_region_key_append (row, certified ? _("<b>Certified</b>") : _("<b>Not certified</b>"), "study-key-text");
  gtk_label_set_selectable (GTK_LABEL (label), FALSE);
  gtk_box_append (GTK_BOX (box), row);
}

static char *
level_text (const LabResult *result)
{
  double proven = lab_result_number (result, "rho_proven");
  g_autofree char *level = proven > 0 && isfinite (proven) ? rounded_down (proven, 6) : NULL;

  if (isinf (lab_result_number (result, "rho")))
    return g_strdup (_("All runs come to rest here."));
  if (level != NULL && lab_result_number (result, "scan_agrees") != 0)
    return g_strdup_printf (_("Exact arithmetic proves the level %s; the scan agrees."), level);
  if (level != NULL)
    return g_strdup_printf (_("Exact arithmetic proves the level %s; the scan finds %.6g."), level, lab_result_number (result, "rho_scan"));
  if (lab_result_number (result, "certified") != 0)
    return g_strdup (_("The solver's level agrees with the scan."));
  return NULL;
}

GtkWidget *
wb_region_key_new (const LabResult *result)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 9);
  double share = lab_result_number (result, "share");
  g_autofree char *level = level_text (result);

  append_verdict (box, result);
  append_function (box, result);
  if (level != NULL)
    wb_region_key_append (box, level, "row-remark");
  gtk_box_append (GTK_BOX (box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  append_samples (box, result);
  if (share > 0)
    {
      g_autofree char *text = g_strdup_printf (_("The set covers %.1f %% of the true region."), 100 * share);

      wb_region_key_append (box, text, "row-remark");
    }
  if (result->remark != NULL)
    {
      g_autofree char *text = g_markup_escape_text (result->remark, -1);

      wb_region_key_append (box, text, "row-remark");
    }
  return box;
}
