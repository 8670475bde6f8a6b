/* Writes the intervals and angles of stability regions as a sentence or as a table. */
#include "wb-lab-region-facts.h"

#include <glib/gi18n.h>
#include <math.h>

#include "plot-text.h"
#include "wb-rich.h"
#include "wb-tooltip.h"

/* ---- a sentence ---- */

/* Returns a number, or NULL if it is not known. Free it with g_free. */
static char *
fact_text (double value, int digits)
{
  return isnan (value) ? NULL : isinf (value) ? g_strdup ("∞") : plot_text_value (value, digits, NULL);
}

/* Appends a fact after a separator. `value`, which is freed, may be NULL; the fact is then not known. No line breaks inside the fact. */
static void
add_fact (GString *text, const char *format, char *value)
{
  g_autoptr (GString) fact = g_string_new (format);

  if (value != NULL)
    {
      g_string_replace (fact, "%s", value, 1);
      g_string_replace (fact, " ", "\302\240", 0);
      g_string_append_printf (text, "%s%s", text->len > 0 ? " · " : "", fact->str);
    }
  g_free (value);
}

char *
wb_lab_region_facts_sentence (const OdeStabilityFacts *facts)
{
  GString *text = g_string_new (NULL);

  if (facts == NULL)
    return g_string_free (text, FALSE);
  if (facts->a_stable || facts->l_stable)
    g_string_append (text, facts->l_stable ? _("L-stable") : _("A-stable"));
  else if (facts->alpha > 0)
    /* Translators: %s is the angle α in degrees of A(α)-stability. */
    add_fact (text, _("A(%s°)-stable"), plot_text_value (facts->alpha, 4, NULL));
  add_fact (text, _("real interval %s"), fact_text (facts->real_interval, 4));
  add_fact (text, _("imaginary interval %s"), fact_text (facts->imaginary_interval, 4));
  add_fact (text, _("|*R*(∞)| = %s"), fact_text (facts->r_at_infinity, 4));
  return g_string_free (text, FALSE);
}

/* ---- a table ---- */

enum { COLUMN_NAME, COLUMN_STEP, COLUMN_REAL, COLUMN_IMAGINARY, COLUMN_ANGLE, COLUMN_DAMPING, N_COLUMNS };

static void
attach (GtkWidget *table, int column, int row, const char *rich, const char *css_class)
{
  GtkWidget *label = wb_rich_label_new (rich);

  gtk_label_set_xalign (GTK_LABEL (label), column == COLUMN_NAME ? 0 : 1);
  gtk_widget_set_hexpand (label, column == COLUMN_NAME);
  if (column == COLUMN_NAME)
    gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  gtk_grid_attach (GTK_GRID (table), label, column, row, 1, 1);
}

GtkWidget *
wb_lab_region_facts_new (void)
{
  GtkWidget *table = gtk_grid_new ();

  gtk_grid_set_column_spacing (GTK_GRID (table), 10);
  gtk_grid_set_row_spacing (GTK_GRID (table), 5);
  gtk_widget_add_css_class (table, "lab-facts");
  return table;
}

void
wb_lab_region_facts_clear (GtkWidget *table)
{
  const char *const titles[N_COLUMNS] = { "", _("*h* ≤"), _("real"), _("imaginary"), "*α*", "|*R*(∞)|" };

  for (GtkWidget *child; (child = gtk_widget_get_first_child (table)) != NULL;)
    gtk_grid_remove (GTK_GRID (table), child);
  for (int column = 0; column < N_COLUMNS; column++)
    attach (table, column, 0, titles[column], "dim-label");
}

void
wb_lab_region_facts_add (GtkWidget *table, const char *name, const WbLabRegion *region, double h)
{
  const OdeStabilityFacts *facts = &region->facts;
  double angle = facts->a_stable || facts->l_stable ? 90 : facts->alpha > 0 ? facts->alpha : NAN;
  const double values[] = { h, facts->real_interval, facts->imaginary_interval, angle, facts->r_at_infinity };
  g_autofree char *title = plot_text_escape (name);
  int row = 1;

  while (gtk_grid_get_child_at (GTK_GRID (table), COLUMN_NAME, row) != NULL)
    row++;
  attach (table, COLUMN_NAME, row, title, NULL);
  for (int k = 0; k < (int) G_N_ELEMENTS (values); k++)
    {
      int column = COLUMN_STEP + k;
      g_autofree char *text = fact_text (values[k], column == COLUMN_STEP ? 3 : column == COLUMN_ANGLE && angle == 90 ? 2 : 4);
      g_autofree char *degrees = text != NULL && column == COLUMN_ANGLE ? g_strconcat (text, "°", NULL) : NULL;

      /* A method without an angle is not A(α)-stable, and without a model there is no step. Other numbers without a text are unknown. */
      gboolean unknown = text == NULL && column != COLUMN_ANGLE && column != COLUMN_STEP;

      attach (table, column, row, degrees != NULL ? degrees : text != NULL ? text : unknown ? "?" : "–", NULL);
      if (unknown)
        wb_tooltip_set (gtk_grid_get_child_at (GTK_GRID (table), column, row), _("unknown"));
    }
}
