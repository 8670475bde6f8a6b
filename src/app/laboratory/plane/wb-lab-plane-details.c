/* Builds the details of an equilibrium, a closed orbit or another selected object. */
#include "wb-lab-plane-details.h"

#include <glib/gi18n.h>
#include <math.h>

#include "plot-format.h"
#include "plot-text.h"
#include "wb-lab-plane-glyph.h"
#include "wb-lab-plane-rows.h"
#include "wb-widgets.h"

/* Columns of the table of an equilibrium. SAMPLE has the line of a manifold as it is in the plot. */
enum { VALUE, DIRECTION, SAMPLE, ORBITS };

/* Puts a label into a cell of the table. Numbers are aligned at the right. */
static void
put (GtkWidget *grid, int column, int row, const char *text, const char *class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), column == 0 ? 0 : 1);
  gtk_widget_set_hexpand (label, column > 0 && column != SAMPLE);
  if (class != NULL)
    gtk_widget_add_css_class (label, class);
  gtk_grid_attach (GTK_GRID (grid), label, column, row, 1, 1);
}

/* Makes the box of the details with its title, a remark beside it, and an empty table. */
static GtkWidget *
box_new (const char *title, const char *remark, GtkWidget **grid)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4), *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);

  gtk_box_append (GTK_BOX (head), wb_label_new (title, "lab-title"));
  if (remark != NULL)
    gtk_box_append (GTK_BOX (head), wb_label_new (remark, "dim-label"));
  *grid = gtk_grid_new ();
  gtk_grid_set_column_spacing (GTK_GRID (*grid), 16);
  gtk_grid_set_row_spacing (GTK_GRID (*grid), 3);
  wb_box_add (box, head, *grid, NULL);
  gtk_widget_add_css_class (box, "lab-foot");
  return box;
}

/* ---- equilibria ---- */

/* Appends all states of an equilibrium, of which the row of the list has only those on the axes. */
static char *
states_text (const WbLabFound *found, const LabEquilibrium *point)
{
  GString *text = g_string_new (NULL);

  for (int i = 0; i < point->n; i++)
    {
      g_autofree char *name = wb_lab_plane_state_name (found, i);

      g_string_append_printf (text, "%s%s = ", i > 0 ? ", " : "", name);
      wb_lab_plane_append_number (text, point->x[i]);
    }
  return g_string_free (text, FALSE);
}

/* Returns whether the manifolds of an equilibrium are in the plot. */
static gboolean
has_manifolds (const WbLabFound *found, const LabEquilibrium *point)
{
  return wb_lab_found_is_planar (found) && point->type == LAB_POINT_SADDLE;
}

/* Puts an eigenvalue with its direction in the plane, if it is real and has one, and where orbits along this direction lead. */
static void
put_eigenvalue (GtkWidget *grid, int row, const WbLabFound *found, const LabEquilibrium *point, int k)
{
  const double *vector = point->vectors + 2 * point->n * k, re = point->values[2 * k], im = point->values[2 * k + 1];
  g_autoptr (GString) value = g_string_new (NULL), direction = g_string_new (NULL);

  wb_lab_plane_append_number (value, re);
  if (im != 0)
    {
      g_string_append (value, " ± ");
      wb_lab_plane_append_number (value, fabs (im));
      g_string_append (value, " i");
    }
  else if (point->directions[k] == 0)
    g_string_append (direction, _("no further one"));
  else if (point->directions[k] == point->n)
    g_string_append (direction, _("every direction"));
  else
    {
      wb_lab_plane_append_number (direction, vector[2 * found->plane.across]);
      g_string_append (direction, ", ");
      wb_lab_plane_append_number (direction, vector[2 * found->plane.up]);
    }
  put (grid, VALUE, row, value->str, "lab-title");
  put (grid, DIRECTION, row, direction->str, NULL);
  /* Near 0 a sign may come from rounding. The type of the equilibrium says then that it is a centre or degenerate. */
  if (has_manifolds (found, point))
    {
      gtk_grid_attach (GTK_GRID (grid), wb_lab_plane_glyph_new_manifold (re < 0), SAMPLE, row, 1, 1);
      put (grid, ORBITS, row, re > 0 ? C_("manifold of a saddle", "leaves") : C_("manifold of a saddle", "arrives"), NULL);
    }
  else if (point->type != LAB_POINT_CENTRE && point->type != LAB_POINT_DEGENERATE)
    put (grid, ORBITS, row, re > 0 ? C_("orbits along an eigenvector", "leave") : C_("orbits along an eigenvector", "arrive"), NULL);
}

static GtkWidget *
point_details (const WbLabFound *found, const LabEquilibrium *point)
{
  GtkWidget *grid, *box = box_new (_(lab_point_type_label (point->type)), _("directions and rates"), &grid);
  g_autofree char *x = wb_lab_plane_state_name (found, found->plane.across), *y = wb_lab_plane_state_name (found, found->plane.up);
  const char *unit = model_time_unit (found->plane.flow->problem.model);
  g_autofree char *direction = g_strdup_printf (_("Direction %s, %s"), x, y);
  /* Translators: head of a column with its unit. */
  g_autofree char *eigenvalue = unit != NULL && *unit != '\0' ? g_strdup_printf (_("Eigenvalue (1/%s)"), unit) : g_strdup (_("Eigenvalue"));
  int row = 1;

  put (grid, VALUE, 0, eigenvalue, "dim-label");
  put (grid, DIRECTION, 0, direction, "dim-label");
  put (grid, ORBITS, 0, has_manifolds (found, point) ? _("Manifold") : _("Orbits"), "dim-label");
  for (int k = 0; k < MIN (point->n, WB_LAB_PLANE_MOST_LISTED); k++)
    if (k == 0 || point->values[2 * k + 1] >= 0) /* one of a pair */
      put_eigenvalue (grid, row++, found, point, k);
  if (point->n > 2 && point->n <= WB_LAB_PLANE_MOST_LISTED)
    {
      g_autofree char *states = states_text (found, point);

      gtk_box_append (GTK_BOX (box), wb_label_new_wrapped (states, NULL));
    }
  return box;
}

/* ---- closed orbits ---- */

static const LabEquilibrium *
point_at (const WbLabFound *found, int index)
{
  return found->objects.equilibria->points->pdata[index];
}

/* Returns what neighbouring orbits do and what the inside of the orbit is, as far as it is known. Free it with g_free. */
static char *
neighbours_text (const WbLabFound *found, int index)
{
  const LabCycle *cycle = found->objects.cycles->cycles->pdata[index];
  const char *inside;
  int point, inner;

  if (cycle->stable)
    return g_strdup (_("Neighbouring orbits approach it."));
  if (!lab_plane_attractor (&found->plane, &found->objects, index, &point, &inner))
    return g_strdup (_("Neighbouring orbits leave it."));
  if (inner >= 0)
    inside = _("Its inside is the basin of the stable cycle, without the equilibrium: nothing else was found there.");
  else if (point_at (found, point)->type == LAB_POINT_STABLE_FOCUS)
    inside = _("Its inside is the basin of the stable focus: nothing else was found there.");
  else
    inside = _("Its inside is the basin of the stable node: nothing else was found there.");
  return g_strdup_printf ("%s %s", _("Neighbouring orbits leave it."), inside);
}

static GtkWidget *
cycle_details (const WbLabFound *found, int index)
{
  const LabCycle *cycle = found->objects.cycles->cycles->pdata[index];
  GtkWidget *grid, *box = box_new (cycle->stable ? _("Stable cycle") : _("Unstable cycle"), _("period, multiplier and amplitude"), &grid);
  g_autofree char *period = plot_text_value (cycle->period, 5, model_time_unit (found->plane.flow->problem.model)), *plain = plot_text_plain (period);
  g_autofree char *neighbours = neighbours_text (found, index);
  g_autoptr (GString) text = g_string_new (NULL);

  put (grid, 0, 0, _("Period"), "dim-label");
  put (grid, 1, 0, plain, NULL);
  wb_lab_plane_append_number (text, cycle->multipliers[0]);
  put (grid, 0, 1, _("Multiplier"), "dim-label");
  put (grid, 1, 1, text->str, NULL);
  for (int k = 0; k < 2; k++)
    {
      g_autofree char *name = wb_lab_plane_state_name (found, k == 0 ? found->plane.across : found->plane.up);
      double low = INFINITY, high = -INFINITY;
      char numbers[2][64];
      g_autofree char *range = NULL;

      for (int i = 0; i < cycle->curve->n; i++)
        {
          low = fmin (low, cycle->curve->points[2 * i + k]);
          high = fmax (high, cycle->curve->points[2 * i + k]);
        }
      plot_format_number (low, 4, numbers[0], sizeof numbers[0]);
      plot_format_number (high, 4, numbers[1], sizeof numbers[1]);
      /* Translators: the range of a state. */
      range = g_strdup_printf (_("%s to %s"), numbers[0], numbers[1]);
      put (grid, 0, 2 + k, name, "dim-label");
      put (grid, 1, 2 + k, range, NULL);
    }
  gtk_box_append (GTK_BOX (box), wb_label_new_wrapped (neighbours, NULL));
  return box;
}

GtkWidget *
wb_lab_plane_details_new (const WbLabFound *found, int selected)
{
  int n = (int) found->objects.equilibria->points->len;

  if (selected >= 0 && selected < n)
    return point_details (found, point_at (found, selected));
  return selected >= n && selected - n < (int) found->objects.cycles->cycles->len ? cycle_details (found, selected - n) : NULL;
}
