/* Makes the picture and the text of a method's tooltip when it is shown. */
#include "wb-method-hover.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ode-stability.h"
#include "plot-format.h"
#include "plot-stability.h"
#include "plot-text.h"
#include "wb-eigenvalues.h"
#include "wb-rich.h"
#include "wb-widgets.h"

#define WIDTH 220
#define HEIGHT 165
/* Largest number of values in the tooltip. */
#define MOST_VALUES 4

typedef struct
{
  const OdeMethod *method;
  int n;
  double *z;  /* n values h·λ as pairs (re, im) */
} Picture;

static void
picture_free (gpointer data)
{
  Picture *picture = data;

  g_free (picture->z);
  g_free (picture);
}

static void
draw (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user)
{
  Picture *picture = user;

  /* Use the dark theme, because tooltips are dark in both styles. */
  plot_stability_glyph (cr, width, height, picture->method, picture->z, picture->n, plot_theme_find ("dark"));
}

/* Returns the values h·λ at the playhead as n pairs (re, im). Returns NULL with the reason as rich text if there are none. */
static double *
compute (WbSession *session, int *n, double *h, double *t, char **why_not)
{
  WbEigenvalues *eigenvalues = wb_eigenvalues_new (session);
  double *z = NULL;

  *why_not = NULL;
  *n = 0;
  *t = eigenvalues->t;
  *h = eigenvalues->why_not == NULL ? wb_eigenvalues_step (eigenvalues, session) : NAN;
  if (eigenvalues->why_not != NULL)
    {
      g_autofree char *reason = plot_text_escape (eigenvalues->why_not);

      *why_not = g_strdup_printf (_("No eigenvalues: %s"), reason);
    }
  else if (isnan (*h))
    *why_not = g_strdup (_("Start a run to see *h*·*λ* here"));
  else
    {
      *n = eigenvalues->n;
      z = g_new (double, 2 * eigenvalues->n);
      for (int k = 0; k < 2 * eigenvalues->n; k++)
        z[k] = *h * eigenvalues->values[k];
    }
  wb_eigenvalues_free (eigenvalues);
  return z;
}

static void
append_number (GString *text, double value)
{
  char number[64];

  plot_format_number (value, 3, number, sizeof number);
  g_string_append (text, number);
}

/* Appends the values to the text. Two conjugate values are written as one with ±. */
static void
append_values (GString *text, const double *z, int n)
{
  int shown = 0;

  g_string_append (text, "\n*h*·*λ* = ");
  for (int k = 0; k < n; k++)
    {
      if (z[2 * k + 1] < 0)
        continue;
      if (shown++ == MOST_VALUES)
        {
          g_string_append (text, ", …");
          return;
        }
      g_string_append (text, shown > 1 ? ", " : "");
      append_number (text, z[2 * k]);
      if (z[2 * k + 1] == 0)
        continue;
      g_string_append (text, " ± ");
      append_number (text, z[2 * k + 1]);
      g_string_append (text, " i");
    }
}

static char *
make_text (WbSession *session, const OdeMethod *method, const double *z, int n, double h, double t)
{
  const char *unit = model_time_unit (wb_session_model (session));
  g_autofree char *step = plot_text_value (h, 3, unit), *time = plot_text_value (t, 3, unit);
  g_autoptr (GString) text = g_string_new (NULL);
  OdeStability *stability = ode_stability_new (method);
  gboolean known = stability != NULL && ode_stability_basis (stability) != ODE_STABILITY_NONE;
  int outside;

  g_string_append_printf (text, _("*h* = %s at *t* = %s"), step, time);
  append_values (text, z, n);
  if (known)
    {
      g_autofree char *count = wb_eigenvalues_count_text (stability, z, n, &outside);

      g_string_append_printf (text, "\n%s", count);
    }
  ode_stability_free (stability);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

char *
wb_method_hover_text (WbSession *session, const OdeMethod *method)
{
  g_autofree char *why_not = NULL;
  int n;
  double h, t;
  g_autofree double *z = compute (session, &n, &h, &t, &why_not);

  return z != NULL ? make_text (session, method, z, n, h, t) : g_steal_pointer (&why_not);
}

static gboolean
on_query (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip, WbSession *session)
{
  Picture *picture = g_new0 (Picture, 1);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8), *area = gtk_drawing_area_new (), *label = gtk_label_new (NULL);
  g_autofree char *text = NULL, *markup = NULL;
  double h, t;

  picture->method = g_object_get_data (G_OBJECT (widget), "wb-method-hover");
  picture->z = compute (session, &picture->n, &h, &t, &text);
  if (picture->z != NULL)
    text = make_text (session, picture->method, picture->z, picture->n, h, t);
  markup = wb_rich_markup (text);
  gtk_label_set_markup (GTK_LABEL (label), markup);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (area), WIDTH);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (area), HEIGHT);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (area), draw, picture, picture_free);
  gtk_widget_add_css_class (area, "glyph");
  wb_box_add (box, area, label, NULL);
  gtk_tooltip_set_custom (tooltip, box);
  return TRUE;
}

void
wb_method_hover_attach (GtkWidget *widget, WbSession *session, const OdeMethod *method)
{
  g_object_set_data (G_OBJECT (widget), "wb-method-hover", (gpointer) method);
  gtk_widget_set_has_tooltip (widget, TRUE);
  g_signal_connect (widget, "query-tooltip", G_CALLBACK (on_query), session);
}
