#include "wb-lab-tableau-card.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "ode-trees.h"
#include "plot-format.h"
#include "wb-lab-tree.h"
#include "wb-rich.h"

/* Largest order of the conditions in the list. The list ends with the first order that has a violated condition. */
#define SHOWN_ORDER 5
#define CHECKED_ORDER 8
/* A residual below this bound is due to the rounding of the coefficients. */
#define TOLERANCE 1e-13

struct _WbLabTableauCard
{
  GtkWidget parent_instance;
  WbSession *session;
  const OdeMethod *source;     /* method of the program whose tableau is shown */
  WbLabTableau *tableau;       /* its cells, possibly edited; NULL if there is no tableau */
  WbLabTableau *committed;     /* the cells at the last undo step */
  gboolean edited;
  OdeMethod *method;           /* the method that the cells define, or NULL if they are not valid */
  OdeTrees *trees;
  GtkWidget *box, *subtitle, *badges, *grid_scroll, *conditions, *status, *reset;
  gboolean building;
};

G_DEFINE_FINAL_TYPE (WbLabTableauCard, wb_lab_tableau_card, GTK_TYPE_WIDGET)

static guint edited_signal;

const OdeMethod *
wb_lab_tableau_card_edited (WbLabTableauCard *self)
{
  return self->edited ? self->method : NULL;
}

/* ---- order conditions ---- */

static GtkWidget *
residual_new (double residual)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 5), *label;
  gboolean holds = fabs (residual) < TOLERANCE;
  char number[64];

  gtk_widget_set_halign (box, GTK_ALIGN_END);
  plot_format_number (residual, 3, number, sizeof number);
  label = gtk_label_new (holds ? "✓" : number);
  gtk_widget_add_css_class (label, holds ? "lab-holds" : "lab-fails");
  gtk_box_append (GTK_BOX (box), label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (label), GTK_ACCESSIBLE_PROPERTY_LABEL, holds ? _("holds") : number, -1);
  return box;
}

static void
attach_label (GtkGrid *grid, const char *rich, int column, int row, const char *class)
{
  GtkWidget *label = wb_rich_label_new (rich);

  if (class != NULL)
    gtk_widget_add_css_class (label, class);
  gtk_widget_set_valign (label, GTK_ALIGN_CENTER);
  gtk_grid_attach (grid, label, column, row, 1, 1);
}

static void
add_condition (WbLabTableauCard *self, GtkGrid *grid, int tree, int row, const double *b, const double *b_hat)
{
  char text[128];
  g_autofree char *formula = NULL, *density = NULL, *order = NULL;
  int nodes = ode_trees_order (self->trees, tree);
  GtkWidget *picture;

  ode_trees_text (self->trees, tree, text, sizeof text);
  formula = wb_lab_tree_formula (text);
  density = g_strdup_printf ("= 1/%.0f", ode_trees_density (self->trees, tree));
  order = g_strdup_printf ("%d", nodes);
  if (tree == 0 || ode_trees_order (self->trees, tree - 1) != nodes)
    attach_label (grid, order, 0, row, "lab-order");
  picture = wb_lab_tree_new (text);
  gtk_grid_attach (grid, picture, 1, row, 1, 1);
  attach_label (grid, formula, 2, row, NULL);
  attach_label (grid, nodes == 1 ? "= 1" : density, 3, row, NULL);
  gtk_grid_attach (grid, residual_new (b[tree]), 4, row, 1, 1);
  if (b_hat != NULL)
    gtk_grid_attach (grid, residual_new (b_hat[tree]), 5, row, 1, 1);
}

static void
fill_conditions (WbLabTableauCard *self)
{
  GtkWidget *grid = gtk_grid_new ();
  const OdeTableau *tableau = self->method != NULL ? self->method->tableau : NULL;
  int n = ode_trees_count (self->trees, CHECKED_ORDER), order, last; /* number of trees up to CHECKED_ORDER */
  g_autofree double *b = g_new0 (double, n), *b_hat = g_new0 (double, n);

  gtk_grid_set_column_spacing (GTK_GRID (grid), 10);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 4);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->conditions), grid);
  if (tableau == NULL || !ode_tableau_residuals (self->trees, tableau, tableau->b, b)
      || (tableau->b_hat != NULL && !ode_tableau_residuals (self->trees, tableau, tableau->b_hat, b_hat)))
    return;
  order = ode_tableau_order (self->trees, tableau, tableau->b, TOLERANCE);
  last = ode_trees_count (self->trees, MIN (order + 1, SHOWN_ORDER));
  attach_label (GTK_GRID (grid), _("Order"), 0, 0, "dim-label");
  attach_label (GTK_GRID (grid), _("Condition"), 2, 0, "dim-label");
  attach_label (GTK_GRID (grid), "*b*", 4, 0, "dim-label");
  if (tableau->b_hat != NULL)
    attach_label (GTK_GRID (grid), "*b̂*", 5, 0, "dim-label");
  for (int column = 4; column < 6; column++)
    {
      GtkWidget *head = gtk_grid_get_child_at (GTK_GRID (grid), column, 0);

      if (head != NULL)
        gtk_widget_set_halign (head, GTK_ALIGN_END);
    }
  for (int k = 0; k < last; k++)
    add_condition (self, GTK_GRID (grid), k, k + 1, b, tableau->b_hat != NULL ? b_hat : NULL);
}

/* ---- badges and status ---- */

static void
add_badge (WbLabTableauCard *self, const char *text, const char *class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_widget_add_css_class (label, "lab-badge");
  if (class != NULL)
    gtk_widget_add_css_class (label, class);
  gtk_box_append (GTK_BOX (self->badges), label);
}

static void
fill_badges (WbLabTableauCard *self)
{
  const OdeTableau *tableau = self->method != NULL ? self->method->tableau : NULL;
  g_autofree char *order = NULL, *estimate = NULL;
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (self->badges)) != NULL)
    gtk_box_remove (GTK_BOX (self->badges), child);
  if (tableau == NULL)
    return;
  order = g_strdup_printf (_("order %d verified"), ode_tableau_order (self->trees, tableau, tableau->b, TOLERANCE));
  add_badge (self, order, "verified");
  if (tableau->b_hat != NULL)
    {
      estimate = g_strdup_printf (_("estimate order %d"), ode_tableau_order (self->trees, tableau, tableau->b_hat, TOLERANCE));
      add_badge (self, estimate, NULL);
    }
  if (tableau->fsal)
    add_badge (self, _("FSAL"), NULL);
  if (ode_tableau_is_stiffly_accurate (tableau) && !tableau->fsal)
    add_badge (self, _("stiffly accurate"), NULL);
  if (ode_tableau_is_symplectic (tableau, 1e-12))
    add_badge (self, _("symplectic"), NULL);
}

/* Shows the first row of the tableau whose sum is not c, or the error message about the cells. */
static void
say_status (WbLabTableauCard *self, const char *message)
{
  const OdeTableau *tableau = self->method != NULL ? self->method->tableau : NULL;
  g_autofree char *text = g_strdup (message);
  gboolean wrong = message != NULL;

  for (int i = 0; tableau != NULL && i < tableau->n_stages && text == NULL; i++)
    {
      double sum = 0;

      for (int j = 0; j < tableau->n_stages; j++)
        sum += tableau->A[i * tableau->n_stages + j];
      if (fabs (sum - tableau->c[i]) > TOLERANCE)
        {
          text = g_strdup_printf (_("Row %d adds up to %.6g, not to c = %.6g"), i + 1, sum, tableau->c[i]);
          wrong = TRUE;
        }
    }
  if (text == NULL)
    text = g_strdup (tableau != NULL ? _("All rows add up to c") : "");
  gtk_label_set_text (GTK_LABEL (self->status), text);
  if (wrong)
    gtk_widget_add_css_class (self->status, "lab-fails");
  else
    gtk_widget_remove_css_class (self->status, "lab-fails");
}

static void
check (WbLabTableauCard *self)
{
  OdeMethod *before = self->method;
  g_autofree char *message = NULL;

  self->method = self->tableau != NULL ? wb_lab_tableau_method (self->tableau, &message) : NULL;
  fill_badges (self);
  fill_conditions (self);
  if (self->tableau == NULL)
    message = g_strdup (self->source == NULL ? _("No method is selected.") : self->source->tableau == NULL ? _("This method has no Butcher tableau.")
                        : _("This tableau has too many stages to be shown as a grid."));
  say_status (self, message);
  gtk_widget_set_sensitive (self->reset, self->edited);
  g_signal_emit (self, edited_signal, 0);
  ode_method_free_custom (before);
}

/* ---- the grid ---- */

static void fill_grid (WbLabTableauCard *self);

static void
restore (gpointer owner, gpointer state)
{
  WbLabTableauCard *self = owner;

  wb_lab_tableau_free (self->tableau);
  wb_lab_tableau_free (self->committed);
  self->tableau = wb_lab_tableau_copy (state);
  self->committed = wb_lab_tableau_copy (state);
  self->edited = TRUE;
  fill_grid (self);
  check (self);
}

static gboolean
same_cells (char **a, char **b, int n)
{
  for (int k = 0; k < n; k++)
    if (strcmp (a[k], b[k]) != 0)
      return FALSE;
  return TRUE;
}

/* Makes all changes since the last call one undo step. */
static void
commit (WbLabTableauCard *self)
{
  const WbLabTableau *a = self->tableau, *b = self->committed;

  if (a == NULL || b == NULL
      || (same_cells (a->a, b->a, a->n * a->n) && same_cells (a->b, b->b, a->n) && same_cells (a->c, b->c, a->n) && same_cells (a->b_hat, b->b_hat, a->n)))
    return;
  wb_session_add_change (self->session, self, restore, self->committed, wb_lab_tableau_copy (self->tableau), (GDestroyNotify) wb_lab_tableau_free);
  wb_session_name_change (self->session, _("tableau"));
  self->committed = wb_lab_tableau_copy (self->tableau);
}

static void
on_cell (GtkEditable *entry, WbLabTableauCard *self)
{
  char **cell = g_object_get_data (G_OBJECT (entry), "cell");
  double value;

  if (self->building)
    return;
  g_free (*cell);
  *cell = g_strdup (gtk_editable_get_text (entry));
  if (wb_lab_tableau_number (*cell, &value))
    gtk_widget_remove_css_class (GTK_WIDGET (entry), "error");
  else
    gtk_widget_add_css_class (GTK_WIDGET (entry), "error");
  self->edited = TRUE;
  check (self);
}

static void
attach_cell (WbLabTableauCard *self, GtkGrid *grid, char **cell, int column, int row, const char *name)
{
  GtkWidget *entry = gtk_entry_new ();

  gtk_editable_set_text (GTK_EDITABLE (entry), *cell);
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), CLAMP ((int) strlen (*cell), 4, 9));
  gtk_editable_set_max_width_chars (GTK_EDITABLE (entry), 9);
  gtk_entry_set_alignment (GTK_ENTRY (entry), 0.5);
  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), "0");
  gtk_widget_add_css_class (entry, "lab-cell");
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_object_set_data (G_OBJECT (entry), "cell", cell);
  g_signal_connect (entry, "changed", G_CALLBACK (on_cell), self);
  g_signal_connect_swapped (entry, "activate", G_CALLBACK (commit), self);
  gtk_grid_attach (grid, entry, column, row, 1, 1);
}

/* Returns whether all cells on and above the diagonal are empty. */
static gboolean
is_explicit (const WbLabTableau *t)
{
  for (int i = 0; i < t->n; i++)
    for (int j = i; j < t->n; j++)
      if (*t->a[i * t->n + j] != '\0')
        return FALSE;
  return TRUE;
}

static void
fill_grid (WbLabTableauCard *self)
{
  WbLabTableau *t = self->tableau;
  GtkWidget *grid = gtk_grid_new ();
  gboolean explicit = t != NULL && is_explicit (t);

  self->building = TRUE;
  gtk_grid_set_column_spacing (GTK_GRID (grid), 4);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 4);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->grid_scroll), grid);
  for (int i = 0; t != NULL && i < t->n; i++)
    {
      g_autofree char *name = g_strdup_printf ("c %d", i + 1);

      attach_cell (self, GTK_GRID (grid), &t->c[i], 0, i, name);
      for (int j = 0; j < (explicit ? i : t->n); j++)
        {
          g_autofree char *cell = g_strdup_printf ("a %d %d", i + 1, j + 1);

          attach_cell (self, GTK_GRID (grid), &t->a[i * t->n + j], j + 2, i, cell);
        }
    }
  if (t != NULL)
    {
      GtkWidget *line = gtk_separator_new (GTK_ORIENTATION_HORIZONTAL), *upright = gtk_separator_new (GTK_ORIENTATION_VERTICAL);

      gtk_grid_attach (GTK_GRID (grid), upright, 1, 0, 1, t->n);
      gtk_grid_attach (GTK_GRID (grid), line, 0, t->n, t->n + 2, 1);
      for (int hat = 0; hat < (t->has_hat ? 2 : 1); hat++)
        {
          attach_label (GTK_GRID (grid), hat ? "*b̂*" : "*b*", 0, t->n + 1 + hat, "lab-weights");
          for (int j = 0; j < t->n; j++)
            {
              g_autofree char *name = g_strdup_printf (hat ? "b̂ %d" : "b %d", j + 1);

              attach_cell (self, GTK_GRID (grid), hat ? &t->b_hat[j] : &t->b[j], j + 2, t->n + 1 + hat, name);
            }
        }
    }
  self->building = FALSE;
}

static void
load (WbLabTableauCard *self)
{
  wb_lab_tableau_free (self->tableau);
  wb_lab_tableau_free (self->committed);
  self->tableau = wb_lab_tableau_of (self->source);
  self->committed = self->tableau != NULL ? wb_lab_tableau_copy (self->tableau) : NULL;
  self->edited = FALSE;
  gtk_label_set_text (GTK_LABEL (self->subtitle), self->source != NULL ? self->source->label : "");
  fill_grid (self);
  check (self);
}

void
wb_lab_tableau_card_set_method (WbLabTableauCard *self, const OdeMethod *method)
{
  if (method == self->source)
    return;
  self->source = method;
  load (self);
}

/* ---- widget ---- */

static void
on_copy (WbLabTableauCard *self)
{
  g_autofree char *text = self->tableau != NULL ? wb_lab_tableau_yaml (self->tableau) : NULL;

  if (text == NULL)
    return;
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  wb_session_message (self->session, _("The tableau is on the clipboard as YAML"));
}

static GtkWidget *
scroll_new (void)
{
  GtkWidget *scroll = gtk_scrolled_window_new ();

  gtk_widget_set_hexpand (scroll, TRUE);
  gtk_widget_set_vexpand (scroll, TRUE);
  gtk_widget_set_margin_start (scroll, 14);
  gtk_widget_set_margin_end (scroll, 8);
  return scroll;
}

static GtkWidget *
head_new (WbLabTableauCard *self)
{
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10), *title = gtk_label_new (_("Butcher tableau"));

  self->subtitle = gtk_label_new (NULL);
  self->badges = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_widget_add_css_class (title, "lab-title");
  gtk_widget_add_css_class (self->subtitle, "dim-label");
  gtk_label_set_ellipsize (GTK_LABEL (self->subtitle), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (self->subtitle, TRUE);
  gtk_label_set_xalign (GTK_LABEL (self->subtitle), 0);
  gtk_box_append (GTK_BOX (head), title);
  gtk_box_append (GTK_BOX (head), self->subtitle);
  gtk_box_append (GTK_BOX (head), self->badges);
  gtk_widget_add_css_class (head, "lab-head");
  return head;
}

static GtkWidget *
foot_new (WbLabTableauCard *self)
{
  GtkWidget *foot = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8), *copy = gtk_button_new_with_label (_("Copy YAML"));

  self->status = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->status), 0);
  gtk_label_set_ellipsize (GTK_LABEL (self->status), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (self->status, TRUE);
  self->reset = gtk_button_new_with_label (_("Reset"));
  gtk_box_append (GTK_BOX (foot), self->status);
  gtk_box_append (GTK_BOX (foot), copy);
  gtk_box_append (GTK_BOX (foot), self->reset);
  gtk_widget_add_css_class (foot, "lab-foot");
  g_signal_connect_swapped (copy, "clicked", G_CALLBACK (on_copy), self);
  g_signal_connect_swapped (self->reset, "clicked", G_CALLBACK (load), self);
  return foot;
}

static void
wb_lab_tableau_card_dispose (GObject *object)
{
  WbLabTableauCard *self = WB_LAB_TABLEAU_CARD (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->tableau, wb_lab_tableau_free);
  g_clear_pointer (&self->committed, wb_lab_tableau_free);
  g_clear_pointer (&self->method, ode_method_free_custom);
  g_clear_pointer (&self->trees, ode_trees_free);
  G_OBJECT_CLASS (wb_lab_tableau_card_parent_class)->dispose (object);
}

static void
wb_lab_tableau_card_class_init (WbLabTableauCardClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_lab_tableau_card_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  edited_signal = g_signal_new ("edited", WB_TYPE_LAB_TABLEAU_CARD, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
wb_lab_tableau_card_init (WbLabTableauCard *self)
{
  GtkWidget *parts = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  self->trees = ode_trees_new (CHECKED_ORDER);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->grid_scroll = scroll_new ();
  self->conditions = scroll_new ();
  gtk_box_append (GTK_BOX (parts), self->grid_scroll);
  gtk_box_append (GTK_BOX (parts), self->conditions);
  gtk_box_append (GTK_BOX (self->box), head_new (self));
  gtk_box_append (GTK_BOX (self->box), parts);
  gtk_box_append (GTK_BOX (self->box), foot_new (self));
  gtk_widget_add_css_class (self->box, "card");
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

GtkWidget *
wb_lab_tableau_card_new (WbSession *session)
{
  WbLabTableauCard *self = g_object_new (WB_TYPE_LAB_TABLEAU_CARD, NULL);

  self->session = session;
  return GTK_WIDGET (self);
}
