/* Measures how narrow the views can be in German and in lecture mode, which have the widest texts. */
#include "wb-test.h"

#include <string.h>

#include "wb-lab-studies.h"
#include "wb-laboratory-file.h"
#include "wb-lesson-strip.h"

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

/* Fails if the buttons of the editor need more than two rows. */
static void
check_editor (WbWindow *window)
{
  GtkWidget *bar = wb_test_find (GTK_WIDGET (window), GTK_TYPE_BOX, "editor-bar");
  GtkWidget *button = wb_test_find (bar, GTK_TYPE_BUTTON, "suggested-action");

  WAIT_FOR (gtk_widget_get_width (GTK_WIDGET (window)) <= WIDTH && gtk_widget_get_height (button) > 10);
  g_assert_cmpint (gtk_widget_get_height (bar), <, 3 * gtk_widget_get_height (button));
}

/* Fails if the data area of the stability regions is less than 200 px high. */
static void
check_regions (WbWindow *window)
{
  WbLabMethodPage *page = wb_laboratory_view_method (wb_window_laboratory (window));
  GtkWidget *card = wb_test_find (GTK_WIDGET (wb_lab_method_page_regions (page)), WB_TYPE_LAB_CARD, NULL);
  WbPlotArea *area = wb_lab_card_area (WB_LAB_CARD (card));
  double x, y, width, height;

  WAIT_FOR (gtk_widget_get_width (GTK_WIDGET (window)) <= WIDTH && wb_laboratory_view_focused (wb_window_laboratory (window)) == 0);
  WAIT_FOR (wb_plot_area_view (area) != NULL
            && (plot_view_get_area (wb_plot_area_view (area), &x, &y, &width, &height), height >= 200 && width >= 200));
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
      if (strcmp (views[k], "text") == 0)
        check_editor (window);
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
      if (strcmp (pages[k], "method") == 0)
        check_regions (window);
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

/* The strip of a lesson fits, with each kind of question, and takes at most 96 px. */
static void
test_lessons (void)
{
  static const struct { const char *id; int page; } pages[] = {
    { "too-long-a-step", 1 }, { "boldness-of-a-step", 1 }, { "euler-spirals-out", 1 }, { "euler-spirals-out", 2 }, { "wrong-for-which-equation", 2 },
    { "knocks-at-a-wall", 1 }, { "thousand-clocks", 0 },
  };
  WbWindow *window = opened ();

  for (guint k = 0; k < G_N_ELEMENTS (pages); k++)
    {
      GtkWidget *strip;
      graphene_rect_t bounds;

      g_assert_true (wb_window_open_lesson (window, pages[k].id, pages[k].page));
      check (window, pages[k].id);
      strip = wb_test_find (GTK_WIDGET (window), WB_TYPE_LESSON_STRIP, NULL);
      g_assert_true (gtk_widget_get_mapped (strip) && gtk_widget_compute_bounds (strip, GTK_WIDGET (window), &bounds));
      g_assert_cmpfloat (bounds.size.height, <=, 96);
    }
  wb_test_close (window);
}

int
main (int argc, char **argv)
{
  wb_test_init_german (&argc, &argv);
  g_test_add_func ("/app/widths/every-view-fits-into-a-small-window-in-lecture-mode", test_views);
  g_test_add_func ("/app/widths/every-page-of-the-laboratory-fits-into-a-small-window-in-lecture-mode", test_laboratory);
  g_test_add_func ("/app/widths/the-strip-of-a-lesson-fits-into-a-small-window-in-lecture-mode", test_lessons);
  return g_test_run ();
}
