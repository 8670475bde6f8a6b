#include "plane-fixture.h"

#include <glib/gstdio.h>
#include <string.h>

#include "plot-layer-names.h"
#include "plot-view-hit.h"
#include "wb-test-files.h"

WbLabPlanePage *
plane_page (WbWindow *window)
{
  return wb_laboratory_view_plane (wb_window_laboratory (window));
}

WbLaboratory *
plane_laboratory (WbWindow *window)
{
  return wb_laboratory_of (wb_window_session (window));
}

WbLabPlaneSection *
plane_section (WbWindow *window)
{
  return wb_lab_plane_page_section (plane_page (window));
}

gboolean
plane_is_ready (WbWindow *window)
{
  return wb_lab_plane_page_found (plane_page (window)) != NULL && !wb_lab_plane_page_is_busy (plane_page (window));
}

WbWindow *
plane_opened (const char *model)
{
  WbWindow *window = wb_test_window (model);

  wb_laboratory_set_page (plane_laboratory (window), "plane");
  g_assert_true (wb_window_show_view (window, "laboratory"));
  WAIT_FOR (plane_is_ready (window));
  return window;
}

WbWindow *
plane_opened_fitzhugh (void)
{
  WbWindow *window = wb_test_window ("fitzhugh-nagumo");

  g_assert_true (wb_session_set (wb_window_session (window), WB_PARAMETER, "a", "0", NULL));
  g_assert_true (wb_session_set (wb_window_session (window), WB_PARAMETER, "b", "1.44", NULL));
  g_assert_true (wb_session_set (wb_window_session (window), WB_PARAMETER, "Iext", "0", NULL));
  wb_laboratory_set_page (plane_laboratory (window), "plane");
  g_assert_true (wb_window_show_view (window, "laboratory"));
  WAIT_FOR (plane_is_ready (window));
  return window;
}

const LabReturns *
plane_returns (WbWindow *window)
{
  return wb_lab_plane_page_found (plane_page (window))->objects.returns;
}

void
plane_place (WbWindow *window, double x, double y, double *px, double *py)
{
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  plot_view_map (wb_plot_area_view (wb_lab_plane_page_area (plane_page (window))), x, y, px, py);
}

GtkWidget *
plane_words (WbWindow *window, const char *text)
{
  return wb_hands_find (GTK_WIDGET (plane_page (window)), text);
}

/* Returns the layer with the names. */
static PlotLayer *
names_of (WbWindow *window)
{
  PlotView *view = wb_plot_area_view (wb_lab_plane_page_area (plane_page (window)));

  for (int k = 0; k < plot_view_n_layers (view); k++)
    if (strcmp (plot_view_layer (view, k)->class->name, "names") == 0)
      return plot_view_layer (view, k);
  return NULL;
}

int
plane_n_names (WbWindow *window, const char *text)
{
  PlotLayer *names = names_of (window);
  int n = 0;

  for (int k = 0; names != NULL && k < plot_layer_names_count (names); k++)
    {
      PlotRectangle box;
      gboolean drawn;

      if (strcmp (plot_layer_names_get (names, k, &box, &drawn), text) == 0)
        n += drawn;
    }
  return n;
}

char *
plane_exported_from (GtkWidget *widget, const char *format)
{
  GtkWidget *card = wb_test_find (widget, WB_TYPE_LAB_CARD, NULL);
  char *text = NULL;
  gsize length = 0;

  wb_test_files_begin ();
  g_assert_true (gtk_widget_activate_action (card, "card.export", "s", format));
  g_assert_nonnull (wb_test_files_chosen ());
  WAIT_FOR ((g_free (text), text = NULL, g_file_get_contents (wb_test_files_chosen (), &text, &length, NULL)) && length > 20);
  g_remove (wb_test_files_chosen ());
  wb_test_files_end ();
  return text;
}

char *
plane_exported (WbWindow *window, const char *format)
{
  return plane_exported_from (GTK_WIDGET (plane_page (window)), format);
}
