/* Builds the row of each kind of object and writes its numbers. */
#include "wb-lab-plane-rows.h"

#include <glib/gi18n.h>
#include <math.h>

#include "lab-section.h"
#include "plot-format.h"
#include "plot-text.h"
#include "wb-lab-plane-glyph.h"
#include "wb-tooltip.h"
#include "wb-widgets.h"

void
wb_lab_plane_append_number (GString *text, double value)
{
  char number[64];

  plot_format_number (value, 4, number, sizeof number);
  g_string_append (text, number);
}

/* Appends a number without zeros at its end: "27" and not "27.00". */
static void
append_short (GString *text, double value)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (number, sizeof number, "%.6g", fabs (value));
  g_string_append_printf (text, "%s%s", value < 0 ? "−" : "", number);
}

char *
wb_lab_plane_state_name (const WbLabFound *found, int state)
{
  g_autofree char *rich = plot_text_variable (found->plane.flow->ode->names[state]);

  return plot_text_plain (rich);
}

static const LabEquilibrium *
point_at (const WbLabFound *found, int index)
{
  return found->objects.equilibria->points->pdata[index];
}

static const LabCycle *
cycle_at (const WbLabFound *found, int index)
{
  return found->objects.cycles->cycles->pdata[index];
}

/* ---- rows ---- */

static char *
eigenvalue_text (const LabEquilibrium *point)
{
  GString *text = g_string_new ("λ = ");

  for (int k = 0; k < point->n; k++)
    {
      double im = point->values[2 * k + 1];

      if (k > 0 && im < 0)
        continue; /* the conjugate of the eigenvalue before */
      if (k > 0)
        g_string_append (text, point->n == 2 || k == point->n - 1 || (im != 0 && k == point->n - 2) ? _(" and ") : ", ");
      wb_lab_plane_append_number (text, point->values[2 * k]);
      if (im != 0)
        {
          g_string_append (text, " ± ");
          wb_lab_plane_append_number (text, fabs (im));
          g_string_append (text, " i");
        }
    }
  return g_string_free (text, FALSE);
}

static GtkWidget *
row_new (GtkWidget *glyph, const char *title, const char *detail, const char *place)
{
  GtkWidget *row = wb_styled (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12), "lab-row"), *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 1);
  GtkWidget *a = wb_label_new (title, "lab-title"), *b = wb_label_new (detail, "dim-label"), *c = gtk_label_new (place);

  gtk_label_set_ellipsize (GTK_LABEL (b), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (c), 1);
  gtk_label_set_ellipsize (GTK_LABEL (c), PANGO_ELLIPSIZE_START);
  gtk_widget_set_hexpand (words, TRUE);
  wb_box_add (words, a, b, NULL);
  wb_box_add (row, glyph, words, c, NULL);
  return row;
}

GtkWidget *
wb_lab_plane_row_new_point (const WbLabFound *found, int index)
{
  const LabEquilibrium *point = point_at (found, index);
  g_autofree char *values = eigenvalue_text (point);
  g_autoptr (GString) place = g_string_new ("(");

  wb_lab_plane_append_number (place, point->x[found->plane.across]);
  g_string_append (place, ", ");
  wb_lab_plane_append_number (place, point->x[found->plane.up]);
  g_string_append_c (place, ')');
  return row_new (wb_lab_plane_glyph_new_point (point->type), _(lab_point_type_label (point->type)), values, place->str);
}

static char *
multiplier_text (double value)
{
  GString *text = g_string_new ("μ = ");

  wb_lab_plane_append_number (text, value);
  return g_string_free (text, FALSE);
}

GtkWidget *
wb_lab_plane_row_new_cycle (const WbLabFound *found, int index)
{
  const LabCycle *cycle = cycle_at (found, index);
  g_autofree char *period = plot_text_value (cycle->period, 5, model_time_unit (found->plane.flow->problem.model));
  g_autofree char *plain = plot_text_plain (period), *place = g_strdup_printf (_("period %s"), plain), *multiplier = multiplier_text (cycle->multipliers[0]);

  return row_new (wb_lab_plane_glyph_new_cycle (cycle->stable), cycle->stable ? _("Stable cycle") : _("Unstable cycle"), multiplier, place);
}

GtkWidget *
wb_lab_plane_row_new_strobe (const WbLabFound *found)
{
  const LabStrobe *strobe = found->objects.strobe;
  const char *unit = model_time_unit (found->plane.flow->problem.model);
  g_autofree char *drive = plot_text_value (strobe->drive, 4, unit), *plain = plot_text_plain (drive);
  /* Translators: the time between two stroboscopic points, as in "every 5.236 s". */
  g_autofree char *place = g_strdup_printf (_("every %s"), plain), *skipped = plot_text_value (strobe->skipped * strobe->drive, 4, unit);
  g_autofree char *transient = plot_text_plain (skipped), *detail = NULL, *tooltip = NULL;
  GtkWidget *row;

  if (strobe->period > 0)
    detail = g_strdup_printf (ngettext ("repeat after %d period of the drive", "repeat after %d periods of the drive", (gulong) strobe->period), strobe->period);
  else
    detail = g_strdup_printf (_("%u points do not repeat"), strobe->points->t->len);
  tooltip = g_strdup_printf (_("States once per period of the drive, counted from the start, after a transient of %s"), transient);
  row = row_new (wb_lab_plane_glyph_new_strobe (), _("Stroboscopic points"), detail, place);
  wb_tooltip_set (row, tooltip);
  return row;
}

/* Returns one word for the type of an equilibrium. */
static const char *
short_type (LabPointType type)
{
  switch (type)
    {
    case LAB_POINT_STABLE_NODE:
    case LAB_POINT_UNSTABLE_NODE: return _("node");
    case LAB_POINT_STABLE_FOCUS:
    case LAB_POINT_UNSTABLE_FOCUS: return _("focus");
    case LAB_POINT_SADDLE: return _("saddle");
    case LAB_POINT_SADDLE_FOCUS: return _("saddle-focus");
    case LAB_POINT_CENTRE: return _("centre");
    default: return _("degenerate");
    }
}

GtkWidget *
wb_lab_plane_row_new_fixed (const WbLabFound *found, int index)
{
  const LabFixedPoint *fixed = &g_array_index (found->objects.returns->fixed, LabFixedPoint, index);
  const LabEquilibrium *point = fixed->point > 0 ? point_at (found, fixed->point - 1) : NULL;
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), *number, *about;
  g_autoptr (GString) at = g_string_new (NULL), tooltip = g_string_new (NULL);

  wb_lab_plane_append_number (at, fixed->at);
  g_string_append (tooltip, point != NULL ? _(lab_point_type_label (point->type)) : fixed->stable ? _("Stable cycle") : _("Unstable cycle"));
  if (!isnan (fixed->multiplier))
    {
      g_autofree char *multiplier = multiplier_text (fixed->multiplier);

      g_string_append_printf (tooltip, ", %s", multiplier);
    }
  number = wb_label_new (at->str, "lab-title");
  about = wb_label_new (point != NULL ? short_type (point->type) : fixed->stable ? _("stable") : _("unstable"), "dim-label");
  gtk_label_set_ellipsize (GTK_LABEL (about), PANGO_ELLIPSIZE_END); /* the card is narrow in a narrow window */
  wb_tooltip_set (row, tooltip->str);
  wb_box_add (row, point != NULL ? wb_lab_plane_glyph_new_point (point->type) : wb_lab_plane_glyph_new_fixed (fixed->stable), number, about, NULL);
  return row;
}

/* ---- texts ---- */

char *
wb_lab_plane_count_text (const WbLabFound *found)
{
  int n_points = (int) found->objects.equilibria->points->len, n_cycles = (int) found->objects.cycles->cycles->len;
  g_autofree char *points = g_strdup_printf (ngettext ("%d equilibrium", "%d equilibria", (gulong) n_points), n_points), *cycles = NULL;

  if (wb_lab_found_is_driven (found)) /* without stroboscopic points the list is hidden */
    return g_strdup (wb_lab_found_has_strobe (found) ? _("once per period of the drive") : "");
  if (!found->objects.searched)
    return g_strdup_printf (_("Equilibria are not searched in models with %d states."), wb_lab_found_n_states (found));
  if (found->objects.equilibria->continuum)
    return g_strdup (_("The equilibria form a curve; some of its points are listed."));
  if (n_points == 0 && n_cycles == 0)
    return g_strdup (_("none in view"));
  if (wb_lab_found_n_states (found) > 2)
    /* Translators: "3 equilibria, projected onto the plane". */
    return g_strdup_printf (_("%s, projected onto the plane"), points);
  if (found->objects.cycles->families->len > 0)
    return g_strdup_printf (_("%s, and a family of closed orbits around a centre"), points);
  cycles = g_strdup_printf (ngettext ("%d closed orbit", "%d closed orbits", (gulong) n_cycles), n_cycles);
  return g_strdup_printf ("%s, %s", points, cycles);
}

/* Returns why nullclines or the field are empty, or "". Free it with g_free. */
static char *
still_text (const WbLabFound *found)
{
  g_autofree char *x = wb_lab_plane_state_name (found, found->plane.across), *y = wb_lab_plane_state_name (found, found->plane.up);
  const gboolean *still = found->objects.still;

  if (still[0] && still[1])
    return g_strdup_printf (_("Here %s′ and %s′ are 0 at all tested points, so there are no nullclines and no arrows."), x, y);
  if (still[0] || still[1])
    return g_strdup_printf (_("Here %s′ is 0 at all tested points, so it has no nullcline."), still[0] ? x : y);
  return g_strdup ("");
}

/* Returns why nothing was sought in a model that depends on t, or "". Free it with g_free. */
static char *
driven_text (const WbLabFound *found)
{
  g_autofree char *time = NULL, *plain = NULL;

  if (!wb_lab_found_is_driven (found))
    return g_strdup ("");
  if (found->mode && found->plane.flow->autonomous)
    return g_strdup (_("Nullclines and field of the present mode; trajectories follow it without its events. No equilibria are sought: events act on the run."));
  time = plot_text_value (found->plane.t, 4, model_time_unit (found->plane.flow->problem.model));
  plain = plot_text_plain (time);
  if (found->mode)
    return g_strdup_printf (_("Nullclines and field of the mode at t = %s; trajectories follow this mode without its events. No equilibria are sought: events act on the run."),
                            plain);
  return g_strdup_printf (_("Nullclines and field at t = %s. No equilibria are sought: the model depends on t."), plain);
}

/* Returns what is drawn of a model with more than two states, or "". Free it with g_free. */
static char *
slice_words (const WbLabFound *found, gboolean own_slice)
{
  int others = wb_lab_found_n_states (found) - 2;
  g_autoptr (GString) slice = g_string_new (NULL);

  if (others <= 0)
    return g_strdup ("");
  for (int i = 0; i < others + 2 && others <= WB_LAB_PLANE_MOST_LISTED - 2; i++)
    if (i != found->plane.across && i != found->plane.up)
      {
        g_autofree char *name = wb_lab_plane_state_name (found, i);

        g_string_append_printf (slice, "%s%s = ", slice->len > 0 ? ", " : "", name);
        append_short (slice, found->x[i]);
      }
  if (slice->len > 0)
    return g_strdup_printf (_("Nullclines and field are those of the slice %s. Equilibria and trajectories are projected onto the plane."), slice->str);
  return g_strdup_printf (own_slice ? _("Nullclines and field are those of the slice in which the other %d states have the values in the menu “Axes”. "
                                        "Equilibria and trajectories are projected onto the plane.")
                                    : _("Nullclines and field are those of the slice in which the other %d states have their start values. "
                                        "Equilibria and trajectories are projected onto the plane."), others);
}

char *
wb_lab_plane_words (const WbLabFound *found, gboolean own_slice)
{
  char *parts[] = { driven_text (found), slice_words (found, own_slice), still_text (found), NULL };
  GString *text = g_string_new (NULL);

  for (char **part = parts; *part != NULL; part++)
    {
      if (**part != '\0')
        g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", *part);
      g_free (*part);
    }
  return g_string_free (text, FALSE);
}
