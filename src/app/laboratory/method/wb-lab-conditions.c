#include "wb-lab-conditions.h"

#include <glib/gi18n.h>
#include <math.h>

#include "lab-order-conditions.h"
#include "plot-format.h"
#include "plot-text.h"
#include "wb-lab-tree.h"
#include "wb-rich.h"

#define HIGHEST_ORDER 8
/* A sentence names at most this number of violated conditions. */
#define MOST_NAMED 2
/* The text of a condition above this order may be too long for the column. */
#define LAST_SHORT_ORDER 5
/* The natural width of the column of conditions, in characters. */
#define CONDITION_CHARS 14

struct _WbLabConditions
{
  GtkWidget parent_instance;
  OdeTrees *trees;
  int n;
  LabOrderConditions conditions;  /* those of the shown tableau; all members are 0 if there is none */
  GtkWidget *scrolled, *grid, **labels[2], *heads[2];
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

static void
add_row (WbLabConditions *self, int tree)
{
  char text[128];
  g_autofree char *condition = condition_text (self, tree);
  int order = ode_trees_order (self->trees, tree);
  GtkWidget *label;

  ode_trees_text (self->trees, tree, text, sizeof text);
  if (tree == 0 || ode_trees_order (self->trees, tree - 1) != order)
    {
      g_autofree char *number = g_strdup_printf ("%d", order);

      attach (self, number, 0, tree + 1, "lab-order");
    }
  gtk_grid_attach (GTK_GRID (self->grid), wb_lab_tree_new (text), 1, tree + 1, 1, 1);
  label = attach (self, condition, 2, tree + 1, NULL);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (GTK_LABEL (label), CONDITION_CHARS);
  gtk_label_set_max_width_chars (GTK_LABEL (label), CONDITION_CHARS);
  gtk_widget_set_hexpand (label, TRUE);
  if (order > LAST_SHORT_ORDER)
    gtk_widget_set_tooltip_markup (label, gtk_label_get_label (GTK_LABEL (label)));
  for (int which = 0; which < 2; which++)
    {
      self->labels[which][tree] = attach (self, "", 3 + which, tree + 1, NULL);
      gtk_widget_set_halign (self->labels[which][tree], GTK_ALIGN_END);
    }
}

static void
build (WbLabConditions *self)
{
  attach (self, _("Order"), 0, 0, "dim-label");
  attach (self, _("Condition"), 2, 0, "dim-label");
  for (int which = 0; which < 2; which++)
    {
      self->heads[which] = attach (self, which == 0 ? "*b*" : "*b̂*", 3 + which, 0, "dim-label");
      gtk_widget_set_halign (self->heads[which], GTK_ALIGN_END);
    }
  for (int k = 0; k < self->n; k++)
    add_row (self, k);
}

static void
show_residual (WbLabConditions *self, int which, int tree)
{
  GtkWidget *label = self->labels[which][tree];
  gboolean good = lab_order_conditions_hold (&self->conditions, which == 1, tree);
  char number[64] = "";

  if (self->conditions.known[which] && !good)
    plot_format_number (self->conditions.residuals[which][tree], 3, number, sizeof number);
  gtk_label_set_text (GTK_LABEL (label), good ? "✓" : number);
  gtk_accessible_update_property (GTK_ACCESSIBLE (label), GTK_ACCESSIBLE_PROPERTY_LABEL, good ? _("holds") : number, -1);
  if (good)
    {
      gtk_widget_add_css_class (label, "lab-holds");
      gtk_widget_remove_css_class (label, "lab-fails");
    }
  else
    {
      gtk_widget_add_css_class (label, "lab-fails");
      gtk_widget_remove_css_class (label, "lab-holds");
    }
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
        show_residual (self, which, k);
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
    g_free (self->labels[which]);
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
    self->labels[which] = g_new0 (GtkWidget *, self->n);
  self->scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  self->grid = gtk_grid_new ();
  gtk_grid_set_column_spacing (GTK_GRID (self->grid), 8);
  gtk_grid_set_row_spacing (GTK_GRID (self->grid), 4);
  gtk_widget_set_margin_end (self->grid, 12);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrolled), self->grid);
  gtk_widget_set_parent (self->scrolled, GTK_WIDGET (self));
  build (self);
}

GtkWidget *
wb_lab_conditions_new (void)
{
  return g_object_new (WB_TYPE_LAB_CONDITIONS, NULL);
}
