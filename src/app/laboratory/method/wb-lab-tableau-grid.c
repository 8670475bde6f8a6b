/* Builds the cells of a tableau in the usual arrangement, with c at the left and b below. */
#include "wb-lab-tableau-grid.h"

#include <float.h>
#include <glib/gi18n.h>
#include <math.h>

#include "wb-lab-cell.h"
#include "wb-lab-marks.h"
#include "wb-rich.h"
#include "wb-tooltip.h"
#include "wb-widgets.h"

struct _WbLabTableauGrid
{
  GtkWidget parent_instance;
  GtkWidget *scrolled, *grid;
  WbLabTableau *tableau; /* the shown tableau, borrowed; NULL: none */
  int row;             /* the row of A of the last change, or −1 */
  gboolean follows;    /* a change of a row of A sets c to the sum of the row */
  int kept_row;        /* row of A whose cells change since the last commit, or −1, and the text of its c before the change */
  char *kept;
};

G_DEFINE_FINAL_TYPE (WbLabTableauGrid, wb_lab_tableau_grid, GTK_TYPE_WIDGET)

enum { CHANGED, COMMITTED, N_SIGNALS };
static guint signals[N_SIGNALS];

int wb_lab_tableau_grid_row (WbLabTableauGrid *self) { return self->row; }

GtkWidget *
wb_lab_tableau_grid_cell (WbLabTableauGrid *self, int column, int row)
{
  return self->grid != NULL ? gtk_grid_get_child_at (GTK_GRID (self->grid), column, row) : NULL;
}

static gboolean
is_number (const char *text, double value)
{
  double number;

  return wb_lab_tableau_number (text, &number) && fabs (value - number) <= 4 * DBL_EPSILON * fmax (1, fabs (value));
}

/* Sets c of a row to the sum of the row. If this is its value before the change of the cell, which is typed key by key, c gets its text from then. */
static void
follow (WbLabTableauGrid *self, int row)
{
  g_autofree char *sum = wb_lab_tableau_row_sum (self->tableau, row);
  WbLabCell *cell = WB_LAB_CELL (wb_lab_tableau_grid_cell (self, 0, row));
  double value;

  if (self->kept_row != row)
    {
      g_free (self->kept);
      self->kept = g_strdup (self->tableau->c[row]);
      self->kept_row = row;
    }
  if (sum == NULL || !wb_lab_tableau_number (sum, &value) || is_number (self->tableau->c[row], value))
    return;
  g_free (self->tableau->c[row]);
  self->tableau->c[row] = g_strdup (is_number (self->kept, value) ? self->kept : value == 0 ? "" : sum);
  wb_lab_cell_set_text (cell, self->tableau->c[row]);
  wb_lab_cell_set_wrong (cell, FALSE);
}

static void
on_follows (GtkCheckButton *check, WbLabTableauGrid *self)
{
  self->follows = gtk_check_button_get_active (check);
}

static void
on_cell (WbLabCell *entry, WbLabTableauGrid *self)
{
  char **cell = g_object_get_data (G_OBJECT (entry), "cell");
  double value;

  g_free (*cell);
  *cell = g_strdup (wb_lab_cell_text (entry));
  wb_lab_cell_set_wrong (entry, !wb_lab_tableau_number (*cell, &value));
  self->row = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (entry), "row"));
  if (self->follows && self->row >= 0 && cell != &self->tableau->c[self->row])
    follow (self, self->row);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
on_committed (WbLabTableauGrid *self)
{
  self->kept_row = -1;
  g_signal_emit (self, signals[COMMITTED], 0);
}

/* Adds a cell. a_row is its row of A, or −1 for a weight. */
static void
attach_cell (WbLabTableauGrid *self, char **cell, int column, int row, int a_row, const char *name)
{
  GtkWidget *entry = wb_lab_cell_new (*cell, name);

  g_object_set_data (G_OBJECT (entry), "cell", cell);
  g_object_set_data (G_OBJECT (entry), "row", GINT_TO_POINTER (a_row));
  g_signal_connect (entry, "changed", G_CALLBACK (on_cell), self);
  g_signal_connect_object (entry, "committed", G_CALLBACK (on_committed), self, G_CONNECT_SWAPPED);
  if (column == 0)
    gtk_widget_add_css_class (wb_lab_cell_entry (WB_LAB_CELL (entry)), "node");
  gtk_grid_attach (GTK_GRID (self->grid), entry, column, row, 1, 1);
}

static void
attach_label (WbLabTableauGrid *self, GtkWidget *label, int row)
{
  gtk_widget_add_css_class (label, "lab-weights");
  gtk_widget_set_valign (label, GTK_ALIGN_CENTER);
  gtk_widget_set_halign (label, GTK_ALIGN_CENTER);
  gtk_grid_attach (GTK_GRID (self->grid), label, 0, row, 1, 1);
}

/* Returns whether all cells of A on and above the diagonal are empty. */
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
attach_stages (WbLabTableauGrid *self, WbLabTableau *t)
{
  gboolean explicit = is_explicit (t);

  for (int i = 0; i < t->n; i++)
    {
      g_autofree char *name = g_strdup_printf ("c %d", i + 1);

      attach_cell (self, &t->c[i], 0, i, i, name);
      for (int j = 0; j < (explicit ? i : t->n); j++)
        {
          g_autofree char *cell = g_strdup_printf ("a %d %d", i + 1, j + 1);

          attach_cell (self, &t->a[i * t->n + j], j + 2, i, i, cell);
        }
    }
}

static void
attach_weights (WbLabTableauGrid *self, WbLabTableau *t)
{
  for (int hat = 0; hat < (t->has_hat ? 2 : 1); hat++)
    {
      attach_label (self, hat ? wb_lab_hat_new () : wb_rich_label_new ("*b*"), t->n + 1 + hat);
      for (int j = 0; j < t->n; j++)
        {
          g_autofree char *name = g_strdup_printf (hat ? "b̂ %d" : "b %d", j + 1);

          attach_cell (self, hat ? &t->b_hat[j] : &t->b[j], j + 2, t->n + 1 + hat, -1, name);
        }
    }
}

/* Adds the check button that decides whether c follows A. */
static void
attach_follows (WbLabTableauGrid *self, int row)
{
  GtkWidget *check = gtk_check_button_new (), *label = wb_rich_label_new (_("*c* follows the rows of *A*"));

  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), self->follows);
  gtk_check_button_set_child (GTK_CHECK_BUTTON (check), label);
  wb_widget_set_name (check, _("c follows the rows of A"));
  wb_tooltip_set (check, _("A change in a row of A sets c of the row to the sum of the row. Otherwise c stays as it was typed, and the order conditions are computed with it."));
  gtk_widget_set_margin_top (check, 4);
  g_signal_connect_object (check, "toggled", G_CALLBACK (on_follows), self, 0);
  gtk_grid_attach (GTK_GRID (self->grid), check, 0, row, self->tableau->n + 2, 1);
}

void
wb_lab_tableau_grid_fill (WbLabTableauGrid *self, WbLabTableau *tableau)
{
  self->row = self->kept_row = -1;
  self->tableau = tableau;
  self->grid = gtk_grid_new ();
  gtk_grid_set_column_spacing (GTK_GRID (self->grid), 4);
  gtk_grid_set_row_spacing (GTK_GRID (self->grid), 4);
  gtk_widget_set_halign (self->grid, GTK_ALIGN_START);
  gtk_widget_set_valign (self->grid, GTK_ALIGN_START);
  gtk_widget_add_css_class (self->grid, "lab-tableau");
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrolled), self->grid);
  if (tableau == NULL)
    return;
  attach_stages (self, tableau);
  gtk_grid_attach (GTK_GRID (self->grid), gtk_separator_new (GTK_ORIENTATION_VERTICAL), 1, 0, 1, tableau->n);
  gtk_grid_attach (GTK_GRID (self->grid), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL), 0, tableau->n, tableau->n + 2, 1);
  attach_weights (self, tableau);
  attach_follows (self, tableau->n + 4);
}

/* ---- widget ---- */

static void
wb_lab_tableau_grid_dispose (GObject *object)
{
  WbLabTableauGrid *self = WB_LAB_TABLEAU_GRID (object);

  self->grid = NULL;
  g_clear_pointer (&self->kept, g_free);
  g_clear_pointer (&self->scrolled, gtk_widget_unparent);
  G_OBJECT_CLASS (wb_lab_tableau_grid_parent_class)->dispose (object);
}

static void
wb_lab_tableau_grid_class_init (WbLabTableauGridClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_lab_tableau_grid_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  signals[CHANGED] = g_signal_new ("changed", WB_TYPE_LAB_TABLEAU_GRID, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[COMMITTED] = g_signal_new ("committed", WB_TYPE_LAB_TABLEAU_GRID, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
wb_lab_tableau_grid_init (WbLabTableauGrid *self)
{
  self->row = self->kept_row = -1;
  self->follows = TRUE;
  self->scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_propagate_natural_width (GTK_SCROLLED_WINDOW (self->scrolled), TRUE);
  gtk_widget_set_parent (self->scrolled, GTK_WIDGET (self));
}

GtkWidget *
wb_lab_tableau_grid_new (void)
{
  return g_object_new (WB_TYPE_LAB_TABLEAU_GRID, NULL);
}
