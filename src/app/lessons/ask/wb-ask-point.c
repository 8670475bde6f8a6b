/* A question whose answer is a point that the reader places in a plot of two columns or in the phase plane. */
#include <glib/gi18n.h>
#include <math.h>

#include "plot-format.h"
#include "wb-ask-rows.h"
#include "wb-ask.h"
#include "wb-widgets.h"

#define BRIEF_CHARS 18 /* width of the point in the strip, in characters */

/* Returns "x = 1, y = 2" with the names of the columns. */
static char *
point_text (WbLessons *lessons, double x, double y)
{
  const LabLessonPage *page = wb_lessons_page (lessons);
  char first[64], second[64];

  plot_format_number (x, 3, first, sizeof first);
  plot_format_number (y, 3, second, sizeof second);
  return g_strdup_printf ("%s = %s, %s = %s", page->point[0].column, first, page->point[1].column, second);
}

/* Shows the placed point, or what the reader should do. */
static void
show_point (GtkLabel *label)
{
  WbLessons *lessons = g_object_get_data (G_OBJECT (label), "lessons");
  double x = NAN, y = NAN;
  g_autofree char *text = NULL;

  if (wb_lessons_lesson (lessons) == NULL)
    return;
  wb_lessons_point (lessons, &x, &y);
  text = isnan (x) ? g_strdup (_("Click in the plot to place the point.")) : point_text (lessons, x, y);
  gtk_label_set_text (label, text);
}

static GtkWidget *
control_new (WbLessons *lessons)
{
  GtkWidget *label = wb_label_new_wrapped (NULL, "guess-value");

  g_object_set_data (G_OBJECT (label), "lessons", lessons);
  g_signal_connect_object (lessons, "guess-changed", G_CALLBACK (show_point), label, G_CONNECT_SWAPPED);
  show_point (GTK_LABEL (label));
  return label;
}

/* Makes the control in the strip, which has at most two lines. */
static GtkWidget *
brief_new (WbLessons *lessons)
{
  GtkWidget *label = control_new (lessons);

  gtk_label_set_width_chars (GTK_LABEL (label), BRIEF_CHARS);
  gtk_label_set_lines (GTK_LABEL (label), 2);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  return label;
}

static void
add_rows (WbLessons *lessons, GtkWidget *box)
{
  double x, y, right_x, right_y;
  gboolean known = wb_lessons_right_point (lessons, &right_x, &right_y);
  g_autofree char *guessed = NULL, *right = known ? point_text (lessons, right_x, right_y) : g_strdup ("…");

  wb_lessons_point (lessons, &x, &y);
  guessed = isnan (x) ? g_strdup ("–") : point_text (lessons, x, y);
  wb_ask_add_row (box, _("Your point"), guessed, "guess-value", isnan (x) ? _("no guess") : "", NULL);
  wb_ask_add_row (box, _("Measured"), right, "measured-value", "", known && !isnan (x) ? wb_ask_mark_new (wb_lessons_is_right (lessons)) : NULL);
  wb_ask_add_failed_checks (lessons, box);
}

static char *
sentence (WbLessons *lessons)
{
  double x, y;
  g_autofree char *text = wb_lessons_right_point (lessons, &x, &y) ? point_text (lessons, x, y) : NULL;

  if (text == NULL)
    return NULL;
  if (!wb_lessons_has_guess (lessons))
    return g_strdup_printf (_("The point: %s"), text);
  return g_strdup_printf (wb_lessons_is_right (lessons) ? _("Right, the point: %s") : _("Not there; the point: %s"), text);
}

const WbAskKind wb_ask_point = { .control_new = control_new, .brief_new = brief_new, .add_rows = add_rows, .sentence = sentence };
