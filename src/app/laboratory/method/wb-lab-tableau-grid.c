/* Builds the cells of a tableau in the usual arrangement, with c at the left and b below. */
#include "wb-lab-tableau-grid.h"

#include "wb-lab-cell.h"
#include "wb-lab-marks.h"
#include "wb-rich.h"

struct _WbLabTableauGrid
{
  GtkWidget parent_instance;
  GtkWidget *scrolled, *grid;
  int row;             /* the row of A of the last change, or −1 */
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

static void
on_cell (WbLabCell *entry, WbLabTableauGrid *self)
{
  char **cell = g_object_get_data (G_OBJECT (entry), "cell");
  double value;

  g_free (*cell);
  *cell = g_strdup (wb_lab_cell_text (entry));
  wb_lab_cell_set_wrong (entry, !wb_lab_tableau_number (*cell, &value));
  self->row = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (entry), "row"));
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
on_committed (WbLabTableauGrid *self)
{
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

void
wb_lab_tableau_grid_fill (WbLabTableauGrid *self, WbLabTableau *tableau)
{
  self->row = -1;
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
}

/* ---- widget ---- */

static void
wb_lab_tableau_grid_dispose (GObject *object)
{
  WbLabTableauGrid *self = WB_LAB_TABLEAU_GRID (object);

  self->grid = NULL;
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
  self->row = -1;
  self->scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_propagate_natural_width (GTK_SCROLLED_WINDOW (self->scrolled), TRUE);
  gtk_widget_set_parent (self->scrolled, GTK_WIDGET (self));
}

GtkWidget *
wb_lab_tableau_grid_new (void)
{
  return g_object_new (WB_TYPE_LAB_TABLEAU_GRID, NULL);
}
