/* Measures how narrow the views can be in German and in lecture mode, which have the widest texts. */
#include "wb-test.h"

#include <string.h>

#include "wb-lab-studies.h"
#include "wb-laboratory-file.h"

/* The smallest width of a projector's picture that the window supports, px. */
#define WIDTH 900

/* Reports the widgets that need more than WIDTH, from a view down to the widest widgets. */
static void
report (GtkWidget *widget, int depth)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      int least;

      if (!gtk_widget_get_child_visible (child) || !gtk_widget_get_visible (child))
        continue;
      gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
      if (least > WIDTH / 6)
        {
          g_test_message ("%*s%d px: %s %s%s", 2 * depth, "", least, G_OBJECT_TYPE_NAME (child), gtk_widget_get_css_name (child),
                          GTK_IS_LABEL (child) ? gtk_label_get_text (GTK_LABEL (child)) : "");
          report (child, depth + 1);
        }
    }
}

/* Fails if the window cannot be WIDTH px wide. */
static void
check (WbWindow *window, const char *what)
{
  int least;

  gtk_window_set_default_size (GTK_WINDOW (window), WIDTH, 600);
  /* A view that becomes narrow arranges its widgets in an idle callback. */
  for (int k = 0; k < 50; k++)
    wb_test_turn (0.01);
  gtk_widget_measure (GTK_WIDGET (window), GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  g_test_message ("%s: %d px", what, least);
  if (least > WIDTH)
    {
      report (GTK_WIDGET (window), 0);
      g_test_fail ();
    }
}

static WbWindow *
opened (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");

  wb_session_set_lecture (wb_window_session (window), TRUE);
  wb_test_finish (wb_window_session (window));
  return window;
}

static void
test_views (void)
{
  static const char *const views[] = { "simulate", "microscope", "compare", "ensemble", "lessons", "text" };
  WbWindow *window = opened ();

  for (guint k = 0; k < G_N_ELEMENTS (views); k++)
    {
      wb_window_show_view (window, views[k]);
      if (strcmp (views[k], "compare") == 0)
        {
          WbComparison *comparison = wb_compare_view_comparison (wb_window_compare (window));

          wb_comparison_run (comparison);
          WAIT_FOR (!wb_comparison_is_running (comparison));
        }
      check (window, views[k]);
    }
  wb_test_close (window);
}

static void
test_laboratory (void)
{
  static const char *const pages[] = { "method", "plane", "studies" };
  WbWindow *window = opened ();
  WbLabStudies *studies = wb_lab_studies_of (wb_window_session (window));

  g_assert_true (wb_window_show_view (window, "laboratory"));
  for (guint k = 0; k < G_N_ELEMENTS (pages); k++)
    {
      wb_laboratory_set_page (wb_laboratory_of (wb_window_session (window)), pages[k]);
      check (window, pages[k]);
    }
  WAIT_FOR (!wb_lab_studies_is_busy (studies));
  check (window, "studies with results");
  for (int k = 0; k < wb_lab_studies_n (); k++)
    {
      g_autofree char *page = g_strconcat ("studies:", wb_lab_studies_kind (k)->id, NULL);

      wb_laboratory_set_page (wb_laboratory_of (wb_window_session (window)), page);
      WAIT_FOR (!wb_lab_studies_is_busy (studies));
      check (window, page);
    }
  wb_test_close (window);
}

int
main (int argc, char **argv)
{
  wb_test_init_german (&argc, &argv);
  g_test_add_func ("/app/widths/every-view-fits-into-a-small-window-in-lecture-mode", test_views);
  g_test_add_func ("/app/widths/every-page-of-the-laboratory-fits-into-a-small-window-in-lecture-mode", test_laboratory);
  return g_test_run ();
}
