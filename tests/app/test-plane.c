/* Tests the phase plane of the Laboratory with real pointer and key events: names, heads, the list of objects, clicks, zoom, and sessions. */
#include "plane-fixture.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "lab-result-text.h"
#include "plot-view-hit.h"
#include "wb-input.h"
#include "wb-lab-plane-layers.h"
#include "wb-session-file.h"
#include "wb-tooltip.h"

/* Equilibria, closed orbits and nullclines have their names in the picture and in the exported figure. The insides of the two unstable cycles are
 * basins: the key and the selected cycle say so. Clicks on the buttons of the layers hide the names. */
static void
test_names (void)
{
  WbWindow *window;
  GtkWidget *chips;
  g_autofree char *svg = NULL;

  if (!wb_hands_ready ())
    return;
  window = plane_opened_fitzhugh ();
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  WAIT_FOR (plane_n_names (window, "saddle") == 1);
  g_assert_cmpint (plane_n_names (window, "focus"), ==, 2);
  g_assert_cmpint (plane_n_names (window, "unstable cycle"), ==, 2);
  g_assert_cmpint (plane_n_names (window, "stable cycle, 64.9\302\240ms"), ==, 1);
  g_assert_cmpint (plane_n_names (window, "*v* = 0"), ==, 1);
  g_assert_cmpint (plane_n_names (window, "*w* = 0"), ==, 1);
  wb_hands_picture (window, "plane-names");
  svg = plane_exported (window, "svg");
  g_assert_nonnull (strstr (svg, ">saddle<"));
  g_assert_nonnull (strstr (svg, ">unstable cycle<"));
  g_assert_nonnull (strstr (svg, ">basin<"));
  gtk_list_box_select_row (GTK_LIST_BOX (wb_test_find (GTK_WIDGET (plane_page (window)), GTK_TYPE_LIST_BOX, NULL)),
                           gtk_list_box_get_row_at_index (GTK_LIST_BOX (wb_test_find (GTK_WIDGET (plane_page (window)), GTK_TYPE_LIST_BOX, NULL)), 4));
  WAIT_FOR (wb_hands_find (GTK_WIDGET (plane_page (window)), "Neighbouring orbits leave it. Its inside is the basin of the stable focus: nothing else was found there.") != NULL);
  g_assert_nonnull (plane_words (window, "Multiplier"));
  g_assert_nonnull (plane_words (window, "13.36"));
  /* The saddle has a table of its directions. */
  PLANE_CLICK_UNTIL (window, 0.005, 0.005, wb_lab_plane_page_selected (plane_page (window)) == 1);
  WAIT_FOR (plane_words (window, "directions and rates") != NULL);
  g_assert_nonnull (plane_words (window, "Eigenvalue (1/ms)"));
  g_assert_nonnull (plane_words (window, "0.9970, 0.07683"));
  g_assert_nonnull (plane_words (window, "leaves"));
  g_assert_nonnull (plane_words (window, "arrives"));
  wb_hands_picture (window, "plane-details");
  chips = wb_lab_plane_page_chips (plane_page (window));
  CLICK_UNTIL (wb_lab_plane_layers_button (chips, PLOT_STUDY_CYCLES), plane_n_names (window, "unstable cycle") == 0);
  WAIT_FOR (plane_n_names (window, "saddle") == 1);
  CLICK_UNTIL (wb_lab_plane_layers_button (chips, PLOT_STUDY_EQUILIBRIA), plane_n_names (window, "saddle") == 0);
  wb_test_close (window);
}

/* Returns the pixels per unit of the vertical axis divided by those of the horizontal axis. */
static double
scale_ratio (WbWindow *window)
{
  double x0, y0, x1, y1;

  plane_place (window, 0, 0, &x0, &y0);
  plane_place (window, 1, 1, &x1, &y1);
  return (y0 - y1) / (x1 - x0);
}

/* A circle of a model whose phase portrait has equal scales is a circle in the plane, too, after the window has another size, after a search in another region and its
 * undo, and in a session that is opened again. */
static void
test_equal_scale (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *path = g_build_filename (folder, "a.stepwise", NULL), *text = NULL;
  WbWindow *window, *other;

  if (!wb_hands_ready ())
    return;
  window = plane_opened ("harmonic-oscillator");
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  WAIT_FOR (fabs (scale_ratio (window) - 1) < 0.01);
  gtk_window_set_default_size (GTK_WINDOW (window), 900, 600);
  wb_test_turn (0.3);
  WAIT_FOR (fabs (scale_ratio (window) - 1) < 0.01);
  wb_laboratory_set_plane (plane_laboratory (window), WB_LAB_OPTION_BOX, "q=-4:4,p=-1:1");
  wb_laboratory_commit_plane (plane_laboratory (window));
  PLANE_WAIT (window, plane_is_ready (window));
  WAIT_FOR (fabs (scale_ratio (window) - 1) < 0.01);
  text = wb_session_file_text (wb_window_session (window));
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  other = wb_test_window (path);
  wb_window_show_view (other, "laboratory");
  wb_laboratory_set_page (plane_laboratory (other), "plane");
  WAIT_FOR (plane_is_ready (other));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (other));
  WAIT_FOR (fabs (scale_ratio (other) - 1) < 0.01);
  wb_test_close (other);
  wb_session_undo (wb_window_session (window));
  WAIT_FOR (plane_is_ready (window) && fabs (scale_ratio (window) - 1) < 0.01);
  wb_test_close (window);
  window = plane_opened ("van-der-pol");
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  g_assert_cmpfloat (fabs (scale_ratio (window) - 1), >, 0.05);
  wb_test_close (window);
  g_remove (path);
  g_rmdir (folder);
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* Returns the first and the last point of a layer with a line of two points in points[4], or FALSE. */
static gboolean
is_head (PlotLayer *layer, double *points)
{
  PlotExtent extent = { INFINITY, -INFINITY, INFINITY, -INFINITY };

  if (strcmp (layer->class->name, "line") != 0)
    return FALSE;
  layer->class->extent (layer, -INFINITY, INFINITY, &extent);
  for (int k = 0; k < 4; k++)
    {
      PlotHit from = { .kind = PLOT_HIT_LINE, .index = 0, .x = k % 2 == 0 ? extent.x_low : extent.x_high, .y = k < 2 ? extent.y_low : extent.y_high };
      PlotHit to = { .kind = PLOT_HIT_LINE, .index = 1, .x = k % 2 == 0 ? extent.x_high : extent.x_low, .y = k < 2 ? extent.y_high : extent.y_low };
      PlotHit none = { .kind = PLOT_HIT_LINE, .index = 2, .x = to.x, .y = to.y };

      if (!layer->class->find (layer, &from) || !layer->class->find (layer, &to) || layer->class->find (layer, &none))
        continue;
      memcpy (points, (const double[]) { from.x, from.y, to.x, to.y }, 4 * sizeof *points);
      return fabs (to.x - from.x) + fabs (to.y - from.y) > 0;
    }
  return FALSE;
}

/* The stable cycle has two heads and each half of the manifolds has one. All point in the direction of time. */
static void
test_heads (void)
{
  WbWindow *window = plane_opened_fitzhugh ();
  PlotView *view = wb_plot_area_view (wb_lab_plane_page_area (plane_page (window)));
  const LabPlane *plane = &wb_lab_plane_page_found (plane_page (window))->plane;
  int n = 0;

  for (int k = 0; k < plot_view_n_layers (view); k++)
    {
      double p[4], f[2];

      if (!is_head (plot_view_layer (view, k), p) || hypot (p[2] - p[0], p[3] - p[1]) > 0.2)
        continue;
      g_assert_true (lab_flow_rhs (plane->flow, plane->t, p, f));
      g_assert_cmpfloat (f[0] * (p[2] - p[0]) + f[1] * (p[3] - p[1]), >, 0);
      n++;
    }
  g_assert_cmpint (n, ==, 6);
  wb_test_close (window);
}

/* Returns the sorted texts of a figure (SVG) that have letters, such as names of objects, the key and the title, as one text. Free it with g_free. */
static char *
texts_of (const char *svg)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  const char *at = svg;

  while ((at = strstr (at, "<text")) != NULL)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      gboolean letters = FALSE, inside = FALSE;

      for (; !g_str_has_prefix (at, "</text>"); at++)
        {
          if (!inside && *at != '<')
            {
              g_string_append_c (text, *at);
              letters |= g_ascii_isalpha (*at);
            }
          inside = *at == '<' || (inside && *at != '>');
        }
      if (letters)
        g_ptr_array_add (texts, g_strdup (text->str));
    }
  g_ptr_array_sort (texts, compare_texts);
  g_ptr_array_add (texts, NULL);
  return g_strjoinv ("\n", (char **) texts->pdata);
}

/* The figure of the window and that of the copied command have the same names and the same key. The figure of the window is for paper and
 * has no title. The title of the other one names the model and the region that the title in the window names. */
static void
test_two_figures (void)
{
  WbWindow *window = plane_opened_fitzhugh ();
  g_autofree char *svg = plane_exported (window, "svg"), *of_window = texts_of (svg), *command = wb_lab_plane_command (wb_window_session (window), FALSE);
  g_autofree char *file = wb_test_place ("plane-command.svg"), *arguments = g_strdup_printf ("--plot %s", file), *other = NULL, *of_command = NULL;
  g_autofree char *region = NULL, *expected = NULL;
  const char *remark = plot_view_remark (wb_plot_area_view (wb_lab_plane_page_area (plane_page (window))));

  g_free (wb_test_run_command (command, arguments));
  g_assert_true (g_file_get_contents (file, &other, NULL, NULL));
  of_command = texts_of (other);
  g_assert_nonnull (strstr (of_window, "basin"));
  g_assert_nonnull (strstr (of_window, "unstable cycle"));
  g_assert_nonnull (strstr (remark, ", click for a trajectory"));
  region = g_strndup (remark, (gsize) (strstr (remark, ", click") - remark));
  expected = g_strdup_printf ("FitzHugh–Nagumo, %s\nPhase plane\n%s", region, of_window);
  g_assert_cmpstr (of_command, ==, expected);
  g_remove (file);
  wb_test_close (window);
}

/* Returns the height of the data area of the plane, px. */
static double
plot_height (WbWindow *window)
{
  PlotView *view = wb_plot_area_view (wb_lab_plane_page_area (plane_page (window)));
  double x, y, width, height = 0;

  if (view != NULL)
    plot_view_get_area (view, &x, &y, &width, &height);
  return height;
}

/* In a narrow window the objects are a strip of shapes below the plane. A click on a shape selects the object and shows its row. */
static void
test_strip (void)
{
  WbWindow *window;
  GtkWidget *page, *saddle, *chips, *chip;

  if (!wb_hands_ready ())
    return;
  window = plane_opened_fitzhugh ();
  page = GTK_WIDGET (plane_page (window));
  saddle = wb_test_find (page, GTK_TYPE_BUTTON, "Saddle");
  g_assert_nonnull (saddle);
  gtk_window_set_default_size (GTK_WINDOW (window), 900, 600);
  WAIT_FOR (gtk_widget_get_width (GTK_WIDGET (window)) <= 900 && wb_test_label_with (page, "3 equilibria, 3 closed orbits") != NULL
            && wb_test_label_with (page, "period 64.8") == NULL);
  CLICK_UNTIL (saddle, wb_lab_plane_page_selected (plane_page (window)) == 1);
  WAIT_FOR (wb_test_label_with (page, "(0, 0)") != NULL && gtk_widget_has_css_class (saddle, "selected"));
  CLICK_UNTIL (wb_test_find (page, GTK_TYPE_BUTTON, "Stable cycle"), wb_lab_plane_page_selected (plane_page (window)) == 3);
  WAIT_FOR (wb_test_label_with (page, "period 64.8") != NULL && !gtk_widget_has_css_class (saddle, "selected"));
  wb_hands_picture (window, "strip");
  /* The chips have no names here. They are in the title, or in one row of their own in lecture mode. The tooltips have the names. */
  chips = wb_lab_plane_page_chips (plane_page (window));
  chip = wb_lab_plane_layers_button (chips, PLOT_STUDY_CYCLES);
  g_assert_cmpstr (wb_tooltip_get (chip), ==, "Closed orbits");
  g_assert_null (wb_test_label_with (chip, "Closed orbits"));
  WAIT_FOR (!gtk_widget_is_ancestor (chips, page) && plot_height (window) > 230);
  for (int lecture = 0; lecture < 2; lecture++)
    {
      wb_session_set_lecture (wb_window_session (window), lecture);
      WAIT_FOR (gtk_widget_has_css_class (GTK_WIDGET (window), "lecture") == lecture && gtk_widget_get_height (chips) > 0
                && gtk_widget_get_height (chips) < 2 * gtk_widget_get_height (chip) && gtk_widget_is_ancestor (chips, page) == lecture);
    }
  wb_hands_picture (window, "lecture-chips");
  wb_session_set_lecture (wb_window_session (window), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (window), 1440, 900);
  WAIT_FOR (!gtk_widget_get_mapped (saddle) && wb_test_label_with (page, "period 64.8") != NULL);
  WAIT_FOR (wb_tooltip_get (chip) == NULL && wb_test_label_with (chip, "Closed orbits") != NULL);
  wb_test_close (window);
}

/* A session keeps axes, slice and section. */
static void
test_session (void)
{
  WbWindow *window = plane_opened_fitzhugh ();
  g_autofree char *text = NULL;

  wb_laboratory_set_plane (plane_laboratory (window), WB_LAB_OPTION_SECTION, "v=1:2,w=0.7");
  wb_laboratory_set_plane (plane_laboratory (window), WB_LAB_OPTION_AXES, "w,v");
  wb_laboratory_commit_plane (plane_laboratory (window));
  text = wb_session_file_text (wb_window_session (window));
  wb_test_act (window, "win.undo");
  g_assert_null (wb_laboratory_plane (plane_laboratory (window), WB_LAB_OPTION_SECTION));
  g_assert_true (wb_session_file_load_text (text, "saved", wb_window_session (window), NULL));
  g_assert_cmpstr (wb_laboratory_plane (plane_laboratory (window), WB_LAB_OPTION_SECTION), ==, "v=1:2,w=0.7");
  g_assert_cmpstr (wb_laboratory_plane (plane_laboratory (window), WB_LAB_OPTION_AXES), ==, "w,v");
  WAIT_FOR (plane_is_ready (window) && plane_returns (window) != NULL && plane_returns (window)->line.to[0] == 2);
  g_assert_cmpstr (wb_lab_plane_page_found (plane_page (window))->names[0], ==, "w");
  wb_test_close (window);
}

/* ---- clicks ---- */

/* A click on a marker selects its row, a click elsewhere starts a trajectory. */
static void
test_click (void)
{
  WbWindow *window;

  if (!wb_hands_ready ())
    return;
  window = plane_opened_fitzhugh ();
  PLANE_CLICK_UNTIL (window, 0.005, 0.005, wb_lab_plane_page_selected (plane_page (window)) == 1); /* the saddle */
  /* The section begins at this focus. */
  PLANE_CLICK_UNTIL (window, 0.9574271, 0.6648799, wb_lab_plane_page_selected (plane_page (window)) == 2);
  PLANE_CLICK_UNTIL (window, 0.3, 1, wb_lab_plane_page_n_trajectories (plane_page (window)) >= 2);
  wb_test_close (window);
}

/* ---- zoom ---- */

static const LabPlane *
plane_of (WbWindow *window)
{
  return &wb_lab_plane_page_found (plane_page (window))->plane;
}

/* Drags a box in the plane with Shift until a condition holds. */
#define ZOOM_UNTIL(window, x0, y0, x1, y1, condition)                                                                      \
  G_STMT_START                                                                                                             \
  {                                                                                                                        \
    for (int try_ = 0; !(condition) && try_ < 20; try_++)                                                                  \
      {                                                                                                                    \
        double from_[2], to_[2];                                                                                           \
                                                                                                                           \
        plane_place (window, x0, y0, &from_[0], &from_[1]);                                                                      \
        plane_place (window, x1, y1, &to_[0], &to_[1]);                                                                          \
        wb_input_hold (GDK_KEY_Shift_L, TRUE);                                                                             \
        wb_test_turn (0.06);                                                                                               \
        wb_hands_drag (GTK_WIDGET (wb_lab_plane_page_area (plane_page (window))), from_[0], from_[1], to_[0], to_[1]);        \
        wb_input_hold (GDK_KEY_Shift_L, FALSE);                                                                            \
        PLANE_WAIT (window, condition);                                                                                    \
      }                                                                                                                    \
    g_assert_true (condition);                                                                                             \
  }                                                                                                                        \
  G_STMT_END

/* The user zooms to the right saddle-free part. The search runs there: the equilibria outside are not listed, the stable cycle that crosses the
 * region still is, and the title says which region was searched. The command prints the same numbers. The session keeps the region. A fit
 * searches the default region again. */
static void
test_zoom (void)
{
  WbWindow *window;
  g_autofree char *command = NULL, *out = NULL, *json = NULL, *session = NULL;
  double high;

  if (!wb_hands_ready ())
    return;
  window = plane_opened_fitzhugh ();
  high = plane_of (window)->high[0];
  g_assert_cmpint (wb_lab_plane_page_n_found (plane_page (window)), ==, 6);
  ZOOM_UNTIL (window, 0.4, 1, 1.8, 0.2, plane_is_ready (window) && plane_of (window)->high[0] < 1.9);
  g_assert_cmpfloat_with_epsilon (plane_of (window)->low[0], 0.4, 0.05);
  g_assert_cmpfloat_with_epsilon (plane_of (window)->low[1], 0.2, 0.05);
  g_assert_cmpuint (wb_lab_plane_page_found (plane_page (window))->objects.equilibria->points->len, ==, 1);
  g_assert_cmpuint (wb_lab_plane_page_found (plane_page (window))->objects.cycles->cycles->len, ==, 2);
  g_assert_true (g_str_has_prefix (plot_view_remark (wb_plot_area_view (wb_lab_plane_page_area (plane_page (window)))), "all found in 0."));
  wb_hands_picture (window, "plane-zoomed");
  command = wb_lab_plane_command (wb_window_session (window), FALSE);
  g_assert_nonnull (strstr (command, "box="));
  json = lab_result_json ("phase-plane", "fitzhugh-nagumo", wb_lab_plane_page_found (plane_page (window))->result);
  out = wb_test_run_command (command, "--format json");
  g_assert_cmpstr (out, ==, json);
  session = wb_session_file_text (wb_window_session (window));
  g_assert_nonnull (strstr (session, "plane_box: "));
  gtk_widget_activate_action (wb_test_find (GTK_WIDGET (plane_page (window)), WB_TYPE_LAB_CARD, NULL), "card.fit", NULL);
  WAIT_FOR (plane_is_ready (window) && plane_of (window)->high[0] == high);
  WAIT_FOR (wb_lab_plane_page_n_found (plane_page (window)) == 6);
  g_assert_null (wb_laboratory_plane (plane_laboratory (window), WB_LAB_OPTION_BOX));
  /* A zoom made no undo step. */
  wb_test_act (window, "win.undo");
  WAIT_FOR (plane_is_ready (window));
  g_assert_true (wb_session_file_load_text (session, "saved", wb_window_session (window), NULL));
  WAIT_FOR (plane_is_ready (window) && plane_of (window)->high[0] < 1.9);
  wb_test_close (window);
}

/* What the page shows each time the Laboratory changes, before the main loop goes on. */
typedef struct
{
  WbWindow *window;
  int n_searching, n_found;
  double opacity;
} Shown;

static const char *
remark_of (WbWindow *window)
{
  return plot_view_remark (wb_plot_area_view (wb_lab_plane_page_area (plane_page (window))));
}

static GtkWidget *
list_of (WbWindow *window)
{
  return wb_test_find (GTK_WIDGET (plane_page (window)), GTK_TYPE_LIST_BOX, NULL);
}

static void
note_shown (WbLaboratory *laboratory, Shown *shown)
{
  if (!g_str_has_prefix (remark_of (shown->window), "searching "))
    return;
  shown->n_searching++;
  shown->n_found = wb_lab_plane_page_n_found (plane_page (shown->window));
  shown->opacity = gtk_widget_get_opacity (list_of (shown->window));
}

/* Returns whether no object is faint: the title has the region, and the list is opaque. */
static gboolean
is_present (WbWindow *window)
{
  return plane_is_ready (window) && g_str_has_prefix (remark_of (window), "all found in ") && gtk_widget_get_opacity (list_of (window)) == 1;
}

/* After a zoom and after a change of a parameter the objects stay, faint, until the search is complete. The title says that it searches. Escape ends
 * the search; the objects then stay faint, and the title says so. */
static void
test_earlier (void)
{
  WbWindow *window;
  Shown shown = { 0 };
  gulong handler;

  if (!wb_hands_ready ())
    return;
  shown.window = window = plane_opened_fitzhugh ();
  g_assert_true (is_present (window));
  handler = g_signal_connect_after (plane_laboratory (window), "changed", G_CALLBACK (note_shown), &shown);
  ZOOM_UNTIL (window, 0.4, 1, 1.8, 0.2, plane_is_ready (window) && plane_of (window)->high[0] < 1.9);
  g_assert_cmpint (shown.n_searching, >=, 1);
  g_assert_cmpint (shown.n_found, ==, 6);
  g_assert_cmpfloat (shown.opacity, <, 0.6);
  WAIT_FOR (is_present (window) && wb_lab_plane_page_n_found (plane_page (window)) == 3);
  g_signal_handler_disconnect (plane_laboratory (window), handler);
  g_assert_true (wb_session_set (wb_window_session (window), WB_PARAMETER, "b", "1.45", NULL));
  g_assert_true (g_str_has_prefix (remark_of (window), "searching 0"));
  g_assert_cmpint (wb_lab_plane_page_n_found (plane_page (window)), ==, 3);
  wb_hands_picture (window, "plane-earlier");
  WAIT_FOR (is_present (window));
  /* A region without objects. */
  wb_laboratory_set_plane (plane_laboratory (window), WB_LAB_OPTION_BOX, "v=2.5:2.6,w=1:1.1");
  WAIT_FOR (is_present (window) && plane_words (window, "none in view") != NULL);
  g_assert_cmpint (wb_lab_plane_page_n_found (plane_page (window)), ==, 0);
  g_assert_true (wb_session_set (wb_window_session (window), WB_PARAMETER, "b", "1.46", NULL));
  wb_laboratory_view_cancel (wb_window_laboratory (window));
  g_assert_cmpstr (remark_of (window), ==, "search cancelled");
  g_assert_cmpfloat (gtk_widget_get_opacity (list_of (window)), <, 0.6);
  wb_test_close (window);
}

/* ---- cards and title ---- */

/* The details of the selected object are in a card between the list and the section; the page has no such card if nothing is selected. A click on "Find
 * again" searches again. The switch of the pages is shown only while the sidebar, which has the same pages, is hidden. Tab goes
 * through the objects, and Return selects one. */
static void
test_cards (void)
{
  WbWindow *window;
  GtkWidget *view, *list, *details;
  const WbLabFound *found;

  if (!wb_hands_ready ())
    return;
  window = plane_opened_fitzhugh ();
  view = GTK_WIDGET (wb_window_laboratory (window));
  list = list_of (window);
  g_assert_null (plane_words (window, "directions and rates"));
  WAIT_FOR (gtk_widget_get_height (list) > 0 && gtk_widget_get_height (list) <= gtk_widget_get_height (gtk_widget_get_parent (list)));
  gtk_widget_grab_focus (GTK_WIDGET (gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), 0)));
  wb_hands_key (GDK_KEY_Down, 0);
  WAIT_FOR (wb_lab_plane_page_selected (plane_page (window)) == 1 && plane_words (window, "directions and rates") != NULL);
  details = plane_words (window, "Manifold");
  g_assert_nonnull (details);
  WAIT_FOR (gtk_widget_get_height (details) > 0);
  {
    graphene_point_t of_details, of_list, of_section;

    g_assert_true (gtk_widget_compute_point (details, GTK_WIDGET (window), &GRAPHENE_POINT_INIT (0, 0), &of_details));
    g_assert_true (gtk_widget_compute_point (gtk_widget_get_ancestor (list, GTK_TYPE_SCROLLED_WINDOW), GTK_WIDGET (window), &GRAPHENE_POINT_INIT (0, 0), &of_list));
    g_assert_true (gtk_widget_compute_point (GTK_WIDGET (plane_section (window)), GTK_WIDGET (window), &GRAPHENE_POINT_INIT (0, 0), &of_section));
    g_assert_cmpfloat (of_details.y, >, of_list.y + gtk_widget_get_height (gtk_widget_get_ancestor (list, GTK_TYPE_SCROLLED_WINDOW)) - 1);
    g_assert_cmpfloat (of_details.y, <, of_section.y);
  }
  wb_hands_picture (window, "plane-cards");
  wb_hands_key (GDK_KEY_Tab, 0);
  WAIT_FOR (gtk_window_get_focus (GTK_WINDOW (window)) == GTK_WIDGET (gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), 2)));
  wb_hands_key (GDK_KEY_Return, 0);
  WAIT_FOR (wb_lab_plane_page_selected (plane_page (window)) == 2 && plane_words (window, "Manifold") == NULL);
  g_assert_null (wb_hands_find (view, "Studies"));
  wb_test_act (window, "win.sidebar");
  WAIT_FOR (wb_hands_find (view, "Studies") != NULL);
  wb_test_act (window, "win.sidebar");
  WAIT_FOR (wb_hands_find (view, "Studies") == NULL);
  found = wb_lab_plane_page_found (plane_page (window));
  /* A click during the search starts it again. */
  CLICK_UNTIL (wb_hands_find (view, "Find again"), wb_lab_plane_page_is_busy (plane_page (window)) || wb_lab_plane_page_found (plane_page (window)) != found);
  WAIT_FOR (is_present (window) && wb_lab_plane_page_found (plane_page (window)) != found);
  g_assert_cmpint (wb_lab_plane_page_selected (plane_page (window)), ==, -1);
  WAIT_FOR (plane_words (window, "directions and rates") == NULL);
  wb_test_close (window);
}

/* While the same plane is searched again, its objects are faint, as in every search. A change that is taken back at once needs no search: the objects are
 * current again. */
static void
test_again (void)
{
  WbWindow *window = plane_opened_fitzhugh ();
  WbSession *session = wb_window_session (window);
  GtkWidget *view = GTK_WIDGET (wb_window_laboratory (window)), *strip = wb_test_find (view, GTK_TYPE_WIDGET, "lab-strip");
  const WbLabFound *found;

  WAIT_FOR (is_present (window));
  g_assert_cmpfloat (gtk_widget_get_opacity (strip), ==, 1);
  g_signal_emit_by_name (wb_test_find (view, GTK_TYPE_BUTTON, "lab-again"), "clicked");
  g_assert_cmpfloat (gtk_widget_get_opacity (strip), <, 1);
  WAIT_FOR (is_present (window));
  g_assert_cmpfloat (gtk_widget_get_opacity (strip), ==, 1);
  found = wb_lab_plane_page_found (plane_page (window));
  g_assert_true (wb_session_set (session, WB_PARAMETER, model_parameter (wb_session_model (session), 0)->name, "0.7", NULL));
  g_assert_cmpfloat (gtk_widget_get_opacity (strip), <, 1);
  wb_session_undo (session);
  g_assert_cmpfloat (gtk_widget_get_opacity (strip), ==, 1);
  g_assert_false (wb_lab_plane_page_is_busy (plane_page (window)));
  g_assert_true (wb_lab_plane_page_found (plane_page (window)) == found);
  wb_test_close (window);
}

/* In a window of 1040 px the cards beside the plane need more than their share of the width. They get it from the plane. */
static void
test_width (void)
{
  WbWindow *window = plane_opened_fitzhugh ();
  graphene_rect_t section, area;

  gtk_window_set_default_size (GTK_WINDOW (window), 1040, 640);
  WAIT_FOR (gtk_widget_get_width (GTK_WIDGET (window)) <= 1040 && gtk_widget_get_mapped (GTK_WIDGET (plane_section (window))));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  g_assert_true (gtk_widget_compute_bounds (GTK_WIDGET (plane_section (window)), GTK_WIDGET (window), &section));
  g_assert_true (gtk_widget_compute_bounds (GTK_WIDGET (wb_lab_plane_page_area (plane_page (window))), GTK_WIDGET (window), &area));
  g_assert_cmpfloat (section.origin.x + section.size.width, <=, gtk_widget_get_width (GTK_WIDGET (window)));
  g_assert_cmpfloat (area.origin.x + area.size.width, <, section.origin.x);
  wb_test_close (window);
}

/* A narrow window shows the plane, the list and the section one at a time. */
static void
test_small (void)
{
  WbWindow *window;
  WbLaboratoryView *view;

  if (!wb_hands_ready ())
    return;
  window = plane_opened ("van-der-pol");
  gtk_window_set_default_size (GTK_WINDOW (window), 900, 600);
  view = wb_window_laboratory (window);
  WAIT_FOR (gtk_widget_get_width (GTK_WIDGET (window)) <= 900 && wb_laboratory_view_focused (view) == 0);
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (wb_lab_plane_page_area (plane_page (window)))));
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (plane_section (window))));
  for (int k = 0; k < 2; k++)
    {
      gtk_window_set_focus (GTK_WINDOW (window), NULL);
      wb_hands_key (GDK_KEY_Page_Down, 0);
      WAIT_FOR (wb_laboratory_view_focused (view) == k + 1);
    }
  WAIT_FOR (gtk_widget_get_mapped (GTK_WIDGET (plane_section (window))));
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (wb_lab_plane_page_area (plane_page (window)))));
  WAIT_FOR (gtk_widget_get_width (GTK_WIDGET (plane_section (window))) > 700);
  wb_hands_picture (window, "plane-small");
  gtk_window_set_focus (GTK_WINDOW (window), NULL);
  wb_hands_key (GDK_KEY_Page_Down, 0);
  WAIT_FOR (wb_laboratory_view_focused (view) == 0);
  wb_test_close (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/app/plane/objects-have-names-in-the-picture-and-in-figures", test_names);
  g_test_add_func ("/app/plane/heads-on-orbits-point-in-the-direction-of-time", test_heads);
  g_test_add_func ("/app/plane/the-figures-of-window-and-command-line-have-the-same-texts", test_two_figures);
  g_test_add_func ("/app/plane/a-session-keeps-axes-and-section", test_session);
  g_test_add_func ("/app/plane/a-click-selects-an-object-or-starts-a-trajectory", test_click);
  g_test_add_func ("/app/plane/a-zoom-searches-the-visible-region", test_zoom);
  g_test_add_func ("/app/plane/objects-of-an-earlier-search-are-faint-until-replaced", test_earlier);
  g_test_add_func ("/app/plane/the-details-have-a-card-and-the-title-has-find-again", test_cards);
  g_test_add_func ("/app/plane/the-cards-fit-into-a-window-of-1040-px", test_width);
  g_test_add_func ("/app/plane/a-narrow-window-shows-each-card", test_small);
  g_test_add_func ("/app/plane/objects-are-faint-only-while-they-are-not-of-the-present-values", test_again);
  g_test_add_func ("/app/plane/a-narrow-window-shows-the-objects-as-a-strip-of-shapes", test_strip);
  g_test_add_func ("/plane/a-plane-has-equal-scales-where-the-model-says-so", test_equal_scale);
  return g_test_run ();
}
