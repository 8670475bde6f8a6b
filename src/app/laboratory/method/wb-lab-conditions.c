/* Builds the list of order conditions with tree, formula and residual, and refreshes the residuals when the tableau
 * changes. */
#include "wb-lab-conditions.h"

#include <glib/gi18n.h>
#include <math.h>

#include "lab-order-conditions.h"
#include "plot-format.h"
#include "plot-text.h"
#include "wb-lab-marks.h"
#include "wb-lab-tree.h"
#include "wb-rich.h"
#include "wb-tooltip.h"

#define HIGHEST_ORDER 8
/* A sentence names at most this number of violated conditions. */
#define MOST_NAMED 2
/* The text of a condition above this order may be too long for the column. */
#define LAST_SHORT_ORDER 5
/* The natural width of the column of sums, in characters. */
#define CONDITION_CHARS 7

struct _WbLabConditions
{
  GtkWidget parent_instance;
  OdeTrees *trees;
  int n;
  LabOrderConditions conditions;  /* those of the shown tableau; all members are 0 if there is none */
  GtkWidget *scrolled, *grid, **labels[2], **marks[2], *heads[2]; /* labels: residuals of violated conditions */
};

G_DEFINE_FINAL_TYPE (WbLabConditions, wb_lab_conditions, GTK_TYPE_WIDGET)

int wb_lab_conditions_count (WbLabConditions *self) { return self->n; }

int
wb_lab_conditions_order (WbLabConditions *self, gboolean embedded)
{
  return self->conditions.known[embedded ? 1 : 0] ? lab_order_conditions_verified (&self->conditions, embedded) : -1;
}

double
wb_lab_conditions_error_constant (WbLabConditions *self, const OdeTableau *tableau, int order)
{
  return order >= 0 && order < HIGHEST_ORDER ? ode_tableau_error_constant (self->trees, tableau, order) : NAN;
}

/* Returns the order condition that belongs to a tree, such as "Σ b c² = 1/3". */
static char *
condition_text (WbLabConditions *self, int tree)
{
  char text[128];
  g_autofree char *formula = NULL;
  double density = ode_trees_density (self->trees, tree);

  ode_trees_text (self->trees, tree, text, sizeof text);
  formula = wb_lab_tree_formula (text);
  return density == 1 ? g_strdup_printf ("%s = 1", formula) : g_strdup_printf ("%s = 1/%.0f", formula, density);
}

char *
wb_lab_conditions_violated (WbLabConditions *self, gboolean embedded, int order)
{
  g_autoptr (GString) text = g_string_new (NULL);
  int n = 0;

  for (int k = 0; self->conditions.known[embedded ? 1 : 0] && k < ode_trees_count (self->trees, MIN (order, HIGHEST_ORDER)); k++)
    {
      g_autofree char *condition = NULL, *size = NULL;

      if (lab_order_conditions_hold (&self->conditions, embedded, k) || ++n > MOST_NAMED)
        continue;
      condition = condition_text (self, k);
      size = plot_text_value (fabs (self->conditions.residuals[embedded ? 1 : 0][k]), 2, "");
      /* Translators: a violated condition and the size of its residual: "Σ b c² = 1/3 by 10⁻¹⁰" */
      g_string_append_printf (text, _("%s%s by %s"), text->len > 0 ? ", " : "", condition, size);
    }
  if (n == 0)
    return NULL;
  if (n > MOST_NAMED)
    g_string_append_printf (text, ngettext (", and %d more", ", and %d more", (gulong) (n - MOST_NAMED)), n - MOST_NAMED);
  return g_strdup (text->str);
}

/* ---- rows ---- */

static GtkWidget *
attach (WbLabConditions *self, const char *rich, int column, int row, const char *class)
{
  GtkWidget *label = wb_rich_label_new (rich);

  if (class != NULL)
    gtk_widget_add_css_class (label, class);
  gtk_widget_set_valign (label, GTK_ALIGN_CENTER);
  gtk_grid_attach (GTK_GRID (self->grid), label, column, row, 1, 1);
  return label;
}

/* The columns of the grid. */
enum { COLUMN_ORDER, COLUMN_TREE, COLUMN_SUM, COLUMN_VALUE, COLUMN_RESULTS, N_COLUMNS = COLUMN_RESULTS + 2 };

/* Returns the row of the grid of a tree. The first row is that of the headings, and a line separates each order from the one before. */
static int
row_of (WbLabConditions *self, int tree)
{
  return tree + ode_trees_order (self->trees, tree);
}

/* Shows the value 1/γ of a condition as a fraction after an equals sign. */
static void
add_value (WbLabConditions *self, int tree, int row)
{
  double density = ode_trees_density (self->trees, tree);
  g_autofree char *q = g_strdup_printf ("%.0f", density);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  gtk_box_append (GTK_BOX (box), gtk_label_new (density == 1 ? "= 1" : "="));
  if (density != 1)
    gtk_box_append (GTK_BOX (box), wb_lab_fraction_new (q));
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  gtk_grid_attach (GTK_GRID (self->grid), box, COLUMN_VALUE, row, 1, 1);
}

/* Adds the places of the results of a condition: the residual and the mark, for b and b_hat. */
static void
add_results (WbLabConditions *self, int tree, int row)
{
  for (int which = 0; which < 2; which++)
    {
      GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 5);

      self->labels[which][tree] = gtk_label_new ("");
      self->marks[which][tree] = wb_lab_mark_new ();
      gtk_widget_add_css_class (self->labels[which][tree], "lab-residual");
      gtk_box_append (GTK_BOX (box), self->labels[which][tree]);
      gtk_box_append (GTK_BOX (box), self->marks[which][tree]);
      gtk_widget_set_halign (box, GTK_ALIGN_END);
      gtk_grid_attach (GTK_GRID (self->grid), box, COLUMN_RESULTS + which, row, 1, 1);
    }
}

static void
add_row (WbLabConditions *self, int tree)
{
  char text[128];
  g_autofree char *sum = NULL;
  int order = ode_trees_order (self->trees, tree), row = row_of (self, tree);
  GtkWidget *label;

  ode_trees_text (self->trees, tree, text, sizeof text);
  if (tree == 0 || ode_trees_order (self->trees, tree - 1) != order)
    {
      g_autofree char *number = g_strdup_printf ("%d", order);

      if (tree > 0)
        gtk_grid_attach (GTK_GRID (self->grid), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL), 0, row - 1, N_COLUMNS, 1);
      attach (self, number, COLUMN_ORDER, row, "lab-order");
    }
  gtk_grid_attach (GTK_GRID (self->grid), wb_lab_tree_new (text), COLUMN_TREE, row, 1, 1);
  sum = wb_lab_tree_formula (text);
  label = attach (self, sum, COLUMN_SUM, row, NULL);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (GTK_LABEL (label), CONDITION_CHARS);
  gtk_label_set_max_width_chars (GTK_LABEL (label), CONDITION_CHARS);
  gtk_widget_set_hexpand (label, TRUE);
  if (order > LAST_SHORT_ORDER)
    wb_tooltip_set_markup (label, gtk_label_get_label (GTK_LABEL (label)));
  add_value (self, tree, row);
  add_results (self, tree, row);
}

static void
build (WbLabConditions *self)
{
  attach (self, _("Order"), COLUMN_ORDER, 0, "lab-list-head");
  attach (self, _("Condition"), COLUMN_SUM, 0, "lab-list-head");
  for (int which = 0; which < 2; which++)
    {
      self->heads[which] = which == 0 ? wb_rich_label_new ("*b*") : wb_lab_hat_new ();
      gtk_widget_add_css_class (self->heads[which], "lab-list-head");
      gtk_widget_set_halign (self->heads[which], GTK_ALIGN_END);
      gtk_grid_attach (GTK_GRID (self->grid), self->heads[which], COLUMN_RESULTS + which, 0, 1, 1);
    }
  for (int k = 0; k < self->n; k++)
    add_row (self, k);
}

/* A residual of this size or more is shown with four decimals, a smaller one with one digit, so that the column stays narrow. The tooltip
 * has more digits. */
#define SMALL_RESIDUAL 1e-3

/* Writes the text of a residual, which begins with its sign, to text[size]. */
static void
write_residual (double residual, char *text, gsize size)
{
  char digits[32] = "";

  if (fabs (residual) >= SMALL_RESIDUAL)
    g_snprintf (digits, sizeof digits, "%.4f", fabs (residual));
  else
    plot_format_number (fabs (residual), 1, digits, sizeof digits);
  g_snprintf (text, size, "%s%s", residual < 0 ? "−" : "+", digits);
}

/* Shows a mark for a condition, and its residual with its sign if it is violated. */
static void
show_result (WbLabConditions *self, int which, int tree)
{
  GtkWidget *label = self->labels[which][tree], *mark = self->marks[which][tree];
  gboolean known = self->conditions.known[which], good = known && lab_order_conditions_hold (&self->conditions, which == 1, tree);
  char number[64] = "", exact[64] = "";

  if (known && !good)
    {
      write_residual (self->conditions.residuals[which][tree], number, sizeof number);
      plot_format_number (self->conditions.residuals[which][tree], 6, exact, sizeof exact);
    }
  gtk_label_set_text (GTK_LABEL (label), number);
  wb_tooltip_set (label, *exact != '\0' ? exact : NULL);
  wb_lab_mark_set (mark, !known ? WB_LAB_MARK_NONE : good ? WB_LAB_MARK_HOLDS : WB_LAB_MARK_FAILS);
  gtk_widget_set_visible (gtk_widget_get_parent (label), known);
  gtk_accessible_update_property (GTK_ACCESSIBLE (mark), GTK_ACCESSIBLE_PROPERTY_LABEL, good ? _("holds") : _("violated"), -1);
}

/* Raises the bounds to the residuals of the source, for the conditions that the source claims to satisfy. */
static void
allow_source (WbLabConditions *self, int which, const OdeMethod *source)
{
  const double *weights = which == 0 ? source->tableau->b : source->tableau->b_hat;
  int order = MIN (which == 0 ? source->order : source->embedded_order, HIGHEST_ORDER);
  g_autofree double *own = g_new0 (double, self->n);

  if (weights == NULL || !ode_tableau_residuals (self->trees, source->tableau, weights, own))
    return;
  for (int k = 0; k < ode_trees_count (self->trees, order); k++)
    self->conditions.bounds[which][k] = fmax (self->conditions.bounds[which][k], fabs (own[k]));
}

void
wb_lab_conditions_set (WbLabConditions *self, const OdeTableau *tableau, const OdeMethod *source)
{
  lab_order_conditions_clear (&self->conditions);
  if (tableau != NULL)
    lab_order_conditions_init (&self->conditions, tableau, HIGHEST_ORDER);
  for (int which = 0; which < 2; which++)
    {
      if (self->conditions.known[which] && source != NULL && source->tableau != NULL)
        allow_source (self, which, source);
      gtk_widget_set_visible (self->heads[which], self->conditions.known[which]);
      for (int k = 0; k < self->n; k++)
        show_result (self, which, k);
    }
  gtk_widget_set_visible (self->grid, self->conditions.known[0]);
}

/* ---- widget ---- */

static void
wb_lab_conditions_dispose (GObject *object)
{
  g_clear_pointer (&WB_LAB_CONDITIONS (object)->scrolled, gtk_widget_unparent);
  G_OBJECT_CLASS (wb_lab_conditions_parent_class)->dispose (object);
}

static void
wb_lab_conditions_finalize (GObject *object)
{
  WbLabConditions *self = WB_LAB_CONDITIONS (object);

  for (int which = 0; which < 2; which++)
    {
      g_free (self->labels[which]);
      g_free (self->marks[which]);
    }
  lab_order_conditions_clear (&self->conditions);
  ode_trees_free (self->trees);
  G_OBJECT_CLASS (wb_lab_conditions_parent_class)->finalize (object);
}

static void
wb_lab_conditions_class_init (WbLabConditionsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_lab_conditions_dispose;
  G_OBJECT_CLASS (klass)->finalize = wb_lab_conditions_finalize;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
wb_lab_conditions_init (WbLabConditions *self)
{
  self->trees = ode_trees_new (HIGHEST_ORDER);
  self->n = ode_trees_count (self->trees, HIGHEST_ORDER);
  for (int which = 0; which < 2; which++)
    {
      self->labels[which] = g_new0 (GtkWidget *, self->n);
      self->marks[which] = g_new0 (GtkWidget *, self->n);
    }
  self->scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  self->grid = gtk_grid_new ();
  gtk_grid_set_column_spacing (GTK_GRID (self->grid), 6);
  gtk_grid_set_row_spacing (GTK_GRID (self->grid), 2);
  gtk_widget_set_margin_end (self->grid, 12);
  gtk_widget_add_css_class (self->grid, "lab-conditions");
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrolled), self->grid);
  gtk_widget_set_parent (self->scrolled, GTK_WIDGET (self));
  build (self);
}

GtkWidget *
wb_lab_conditions_new (void)
{
  return g_object_new (WB_TYPE_LAB_CONDITIONS, NULL);
}
