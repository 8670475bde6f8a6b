/* Tests the phase plane of the Laboratory with real pointer and key events: the section with its return map, and axes and slice. */
#include "wb-hands.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "lab-result-text.h"
#include "plot-layer-names.h"
#include "plot-view-hit.h"
#include "wb-dialogs.h"
#include "wb-input.h"
#include "wb-lab-plane-figure.h"
#include "wb-lab-plane-layers.h"
#include "wb-number-field.h"
#include "wb-session-file.h"

static WbLabPlanePage *
page_of (WbWindow *window)
{
  return wb_laboratory_view_plane (wb_window_laboratory (window));
}

static WbLaboratory *
laboratory_of (WbWindow *window)
{
  return wb_laboratory_of (wb_window_session (window));
}

static WbLabPlaneSection *
section_of (WbWindow *window)
{
  return wb_lab_plane_page_section (page_of (window));
}

static gboolean
is_ready (WbWindow *window)
{
  return wb_lab_plane_page_found (page_of (window)) != NULL && !wb_lab_plane_page_is_busy (page_of (window));
}

static WbWindow *
opened (const char *model)
{
  WbWindow *window = wb_test_window (model);

  wb_laboratory_set_page (laboratory_of (window), "plane");
  g_assert_true (wb_window_show_view (window, "laboratory"));
  WAIT_FOR (is_ready (window));
  return window;
}

/* Opens the FitzHugh–Nagumo model with two stable foci, each inside an unstable cycle, and a stable cycle around them. */
static WbWindow *
opened_fitzhugh (void)
{
  WbWindow *window = wb_test_window ("fitzhugh-nagumo");

  g_assert_true (wb_session_set (wb_window_session (window), WB_PARAMETER, "a", "0", NULL));
  g_assert_true (wb_session_set (wb_window_session (window), WB_PARAMETER, "b", "1.44", NULL));
  g_assert_true (wb_session_set (wb_window_session (window), WB_PARAMETER, "Iext", "0", NULL));
  wb_laboratory_set_page (laboratory_of (window), "plane");
  g_assert_true (wb_window_show_view (window, "laboratory"));
  WAIT_FOR (is_ready (window));
  return window;
}

static const LabReturns *
returns_of (WbWindow *window)
{
  return wb_lab_plane_page_found (page_of (window))->objects.returns;
}

static const LabFixedPoint *
fixed_of (WbWindow *window, guint k)
{
  return &g_array_index (returns_of (window)->fixed, LabFixedPoint, k);
}

/* Returns the position of a point of the plane in the plot, in px. */
static void
place (WbWindow *window, double x, double y, double *px, double *py)
{
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  plot_view_map (wb_plot_area_view (wb_lab_plane_page_area (page_of (window))), x, y, px, py);
}

/* Clicks at a point of the plane until a condition holds. A thread draws the plane; a click that comes before the plane is drawn in its present
 * size misses the point. */
#define CLICK_AT_UNTIL(window, x, y, condition)                                                                            \
  G_STMT_START                                                                                                             \
  {                                                                                                                        \
    for (int try_ = 0; !(condition) && try_ < 20; try_++)                                                                  \
      {                                                                                                                    \
        double px_, py_;                                                                                                   \
                                                                                                                           \
        place (window, x, y, &px_, &py_);                                                                                  \
        wb_hands_click (GTK_WIDGET (wb_lab_plane_page_area (page_of (window))), px_, py_);                                 \
        for (gint64 end_ = g_get_monotonic_time () + 2 * G_USEC_PER_SEC; !(condition) && g_get_monotonic_time () < end_;) \
          wb_test_turn (0.01);                                                                                             \
      }                                                                                                                    \
    g_assert_true (condition);                                                                                             \
  }                                                                                                                        \
  G_STMT_END

/* Drags a part of the section (0 and 1: its ends, 2: its middle) to (x, y), and dx and dy px further. */
static void
drag (WbWindow *window, int part, double x, double y, double dx, double dy)
{
  const LabLine *line = wb_lab_plane_section_line (section_of (window));
  double weight = part == 0 ? 1 : part == 1 ? 0 : 0.5, p[4];

  place (window, weight * line->from[0] + (1 - weight) * line->to[0], weight * line->from[1] + (1 - weight) * line->to[1], &p[0], &p[1]);
  place (window, x, y, &p[2], &p[3]);
  wb_hands_drag (GTK_WIDGET (wb_lab_plane_page_area (page_of (window))), p[0], p[1], p[2] + dx, p[3] + dy);
}

/* Drags until a condition holds, for the same reason. */
#define DRAG_UNTIL(window, part, x, y, dx, dy, condition)                                                                  \
  G_STMT_START                                                                                                             \
  {                                                                                                                        \
    for (int try_ = 0; !(condition) && try_ < 20; try_++)                                                                  \
      {                                                                                                                    \
        drag (window, part, x, y, dx, dy);                                                                                 \
        for (gint64 end_ = g_get_monotonic_time () + 4 * G_USEC_PER_SEC; !(condition) && g_get_monotonic_time () < end_;) \
          wb_test_turn (0.01);                                                                                             \
      }                                                                                                                    \
    g_assert_true (condition);                                                                                             \
  }                                                                                                                        \
  G_STMT_END

static GtkWidget *
words_of (WbWindow *window, const char *text)
{
  return wb_hands_find (GTK_WIDGET (page_of (window)), text);
}

/* ---- names ---- */

/* Returns the layer with the names. */
static PlotLayer *
names_of (WbWindow *window)
{
  PlotView *view = wb_plot_area_view (wb_lab_plane_page_area (page_of (window)));

  for (int k = 0; k < plot_view_n_layers (view); k++)
    if (strcmp (plot_view_layer (view, k)->class->name, "names") == 0)
      return plot_view_layer (view, k);
  return NULL;
}

/* Returns how many of the names with this text are drawn. */
static int
n_drawn (WbWindow *window, const char *text)
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

static char *exported_plane (WbWindow *window, const char *format);

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
  window = opened_fitzhugh ();
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  WAIT_FOR (n_drawn (window, "saddle") == 1);
  g_assert_cmpint (n_drawn (window, "focus"), ==, 2);
  g_assert_cmpint (n_drawn (window, "unstable cycle"), ==, 2);
  g_assert_cmpint (n_drawn (window, "stable cycle, 64.9\302\240ms"), ==, 1);
  g_assert_cmpint (n_drawn (window, "*v* = 0"), ==, 1);
  g_assert_cmpint (n_drawn (window, "*w* = 0"), ==, 1);
  wb_hands_picture (window, "plane-names");
  svg = exported_plane (window, "svg");
  g_assert_nonnull (strstr (svg, ">saddle<"));
  g_assert_nonnull (strstr (svg, ">unstable cycle<"));
  g_assert_nonnull (strstr (svg, ">basin<"));
  gtk_list_box_select_row (GTK_LIST_BOX (wb_test_find (GTK_WIDGET (page_of (window)), GTK_TYPE_LIST_BOX, NULL)),
                           gtk_list_box_get_row_at_index (GTK_LIST_BOX (wb_test_find (GTK_WIDGET (page_of (window)), GTK_TYPE_LIST_BOX, NULL)), 4));
  WAIT_FOR (wb_hands_find (GTK_WIDGET (page_of (window)), "Neighbouring orbits leave it. Its inside is the basin of the stable focus: nothing else was found there.") != NULL);
  g_assert_nonnull (words_of (window, "Multiplier"));
  g_assert_nonnull (words_of (window, "13.36"));
  /* The saddle has a table of its directions. */
  CLICK_AT_UNTIL (window, 0.005, 0.005, wb_lab_plane_page_selected (page_of (window)) == 1);
  WAIT_FOR (words_of (window, "directions and rates") != NULL);
  g_assert_nonnull (words_of (window, "Eigenvalue (1/ms)"));
  g_assert_nonnull (words_of (window, "0.9970, 0.07683"));
  g_assert_nonnull (words_of (window, "leaves"));
  g_assert_nonnull (words_of (window, "arrives"));
  wb_hands_picture (window, "plane-details");
  chips = wb_lab_plane_page_chips (page_of (window));
  CLICK_UNTIL (wb_lab_plane_layers_button (chips, PLOT_STUDY_CYCLES), n_drawn (window, "unstable cycle") == 0);
  WAIT_FOR (n_drawn (window, "saddle") == 1);
  CLICK_UNTIL (wb_lab_plane_layers_button (chips, PLOT_STUDY_EQUILIBRIA), n_drawn (window, "saddle") == 0);
  wb_test_close (window);
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
  WbWindow *window = opened_fitzhugh ();
  PlotView *view = wb_plot_area_view (wb_lab_plane_page_area (page_of (window)));
  const LabPlane *plane = &wb_lab_plane_page_found (page_of (window))->plane;
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
  WbWindow *window = opened_fitzhugh ();
  g_autofree char *svg = exported_plane (window, "svg"), *of_window = texts_of (svg), *command = wb_lab_plane_command (wb_window_session (window));
  g_autofree char *file = wb_test_place ("plane-command.svg"), *arguments = g_strdup_printf ("--plot %s", file), *other = NULL, *of_command = NULL;
  g_autofree char *region = NULL, *expected = NULL;
  const char *remark = plot_view_remark (wb_plot_area_view (wb_lab_plane_page_area (page_of (window))));

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

/* In a narrow window the objects are a strip of shapes below the plane. A click on a shape selects the object and shows its row. */
static void
test_strip (void)
{
  WbWindow *window;
  GtkWidget *page, *saddle, *chips, *chip;

  if (!wb_hands_ready ())
    return;
  window = opened_fitzhugh ();
  page = GTK_WIDGET (page_of (window));
  saddle = wb_test_find (page, GTK_TYPE_BUTTON, "Saddle");
  g_assert_nonnull (saddle);
  gtk_window_set_default_size (GTK_WINDOW (window), 900, 600);
  WAIT_FOR (gtk_widget_get_width (GTK_WIDGET (window)) <= 900 && wb_test_label_with (page, "3 equilibria, 3 closed orbits") != NULL
            && wb_test_label_with (page, "period 64.8") == NULL);
  CLICK_UNTIL (saddle, wb_lab_plane_page_selected (page_of (window)) == 1);
  WAIT_FOR (wb_test_label_with (page, "(0, 0)") != NULL && gtk_widget_has_css_class (saddle, "selected"));
  CLICK_UNTIL (wb_test_find (page, GTK_TYPE_BUTTON, "Stable cycle"), wb_lab_plane_page_selected (page_of (window)) == 3);
  WAIT_FOR (wb_test_label_with (page, "period 64.8") != NULL && !gtk_widget_has_css_class (saddle, "selected"));
  wb_hands_picture (window, "strip");
  /* In lecture mode the chips have no names, and fit into one row. The tooltips have the names. */
  chips = wb_lab_plane_page_chips (page_of (window));
  chip = wb_lab_plane_layers_button (chips, PLOT_STUDY_CYCLES);
  g_assert_nonnull (wb_test_label_with (chip, "Closed orbits"));
  wb_session_set_lecture (wb_window_session (window), TRUE);
  WAIT_FOR (gtk_widget_get_tooltip_text (chip) != NULL && wb_test_label_with (chip, "Closed orbits") == NULL
            && gtk_widget_get_height (chips) > 0 && gtk_widget_get_height (chips) < 2 * gtk_widget_get_height (chip));
  g_assert_cmpstr (gtk_widget_get_tooltip_text (chip), ==, "Closed orbits");
  wb_hands_picture (window, "lecture-chips");
  wb_session_set_lecture (wb_window_session (window), FALSE);
  WAIT_FOR (gtk_widget_get_tooltip_text (chip) == NULL && wb_test_label_with (chip, "Closed orbits") != NULL);
  gtk_window_set_default_size (GTK_WINDOW (window), 1440, 900);
  WAIT_FOR (!gtk_widget_get_mapped (saddle) && wb_test_label_with (page, "period 64.8") != NULL);
  wb_test_close (window);
}

/* ---- the section ---- */

/* The default section begins at a focus. Its map has three fixed points, which the card lists with the multipliers of the list of closed
 * orbits. The copied command prints the same numbers. */
static void
test_default (void)
{
  WbWindow *window = opened_fitzhugh ();
  const LabPlaneObjects *objects = &wb_lab_plane_page_found (page_of (window))->objects;
  GtkWidget *list = wb_lab_plane_section_list (section_of (window));
  g_autofree char *command = NULL, *out = NULL, *json = NULL;

  g_assert_nonnull (wb_hands_find (GTK_WIDGET (window), "a = 0, b = 1.44, Iext = 0")); /* the parameters that differ from those of the model */
  g_assert_cmpuint (returns_of (window)->fixed->len, ==, 3);
  g_assert_cmpfloat_with_epsilon (fixed_of (window, 1)->at, 1.18959, 1e-4);
  g_assert_false (fixed_of (window, 1)->stable);
  g_assert_true (fixed_of (window, 2)->stable);
  for (guint k = 1; k < 3; k++)
    {
      const LabCycle *cycle = objects->cycles->cycles->pdata[fixed_of (window, k)->cycle - 1];

      g_assert_cmpfloat (fixed_of (window, k)->multiplier, ==, cycle->multipliers[0]);
    }
  g_assert_nonnull (wb_hands_find (list, "0.9574"));
  for (int k = 0; k < 3; k++) /* the row of each fixed point has one line of text */
    {
      static const char *const words[3] = { "focus", "unstable", "stable" };
      static const char *const tooltips[3] = { "Stable focus, μ = 0.6852", "Unstable cycle, μ = 13.36", "Stable cycle, μ = 3.172×10⁻¹²" };
      GtkWidget *row = gtk_widget_get_first_child (list);

      for (int i = 0; i < k; i++)
        row = gtk_widget_get_next_sibling (row);
      g_assert_cmpstr (gtk_widget_get_tooltip_text (row), ==, tooltips[k]);
      g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (gtk_widget_get_last_child (row))), ==, words[k]);
      g_assert_cmpint (gtk_widget_get_height (row), <, 30);
    }
  g_assert_cmpstr (plot_view_remark (wb_plot_area_view (wb_lab_plane_section_area (section_of (window)))), ==, "*w* = 0.665, rising");
  wb_hands_picture (window, "plane-section");
  for (int k = 0; k < 2; k++) /* the fields of a column have the same width */
    WAIT_FOR (gtk_widget_get_width (wb_lab_plane_section_field (section_of (window), k)) > 0
              && gtk_widget_get_width (wb_lab_plane_section_field (section_of (window), k)) == gtk_widget_get_width (wb_lab_plane_section_field (section_of (window), k + 2)));
  command = wb_lab_plane_command (wb_window_session (window));
  json = lab_result_json ("phase-plane", "fitzhugh-nagumo", wb_lab_plane_page_found (page_of (window))->result);
  out = wb_test_run_command (command, "--format json");
  g_assert_cmpstr (out, ==, json);
  wb_test_close (window);
}

/* The pointer moves the right end, then the whole section by its middle, and the map is computed for the new section. Undo brings the sections
 * back one by one. The command has the new section and prints its numbers. */
static void
test_drag (void)
{
  WbWindow *window;
  const LabLine *line;
  g_autofree char *command = NULL, *out = NULL, *json = NULL;
  LabLine before, dragged;

  if (!wb_hands_ready ())
    return;
  window = opened_fitzhugh ();
  line = wb_lab_plane_section_line (section_of (window));
  before = *line;
  DRAG_UNTIL (window, 1, 1.9, 1, 0, 0,
              is_ready (window) && fabs (returns_of (window)->line.to[1] - 1) < 0.05 && fabs (returns_of (window)->line.to[0] - 1.9) < 0.05);
  dragged = *line;
  g_assert_cmpmem (returns_of (window)->line.from, sizeof before.from, before.from, sizeof before.from);
  g_assert_cmpint (returns_of (window)->direction, ==, 0);
  g_assert_cmpuint (returns_of (window)->fixed->len, ==, 3); /* the same focus and cycles */
  wb_hands_picture (window, "plane-dragged");
  DRAG_UNTIL (window, 2, 1.3, 0.2, 0, 0,
              is_ready (window) && fabs ((returns_of (window)->line.from[1] + returns_of (window)->line.to[1]) / 2 - 0.2) < 0.05);
  g_assert_cmpfloat_with_epsilon (line->to[0] - line->from[0], dragged.to[0] - dragged.from[0], 1e-4);
  command = wb_lab_plane_command (wb_window_session (window));
  g_assert_nonnull (strstr (command, "section="));
  json = lab_result_json ("phase-plane", "fitzhugh-nagumo", wb_lab_plane_page_found (page_of (window))->result);
  out = wb_test_run_command (command, "--format json");
  g_assert_cmpstr (out, ==, json);
  wb_test_act (window, "win.undo");
  WAIT_FOR (is_ready (window) && fabs (returns_of (window)->line.to[1] - 1) < 0.05);
  wb_test_act (window, "win.undo");
  WAIT_FOR (is_ready (window) && memcmp (&returns_of (window)->line, &before, sizeof before) == 0);
  g_assert_null (wb_laboratory_plane (laboratory_of (window), WB_LAB_OPTION_SECTION));
  wb_test_close (window);
}

/* An end that is dropped near an equilibrium snaps to it. */
static void
test_snap (void)
{
  WbWindow *window;

  if (!wb_hands_ready ())
    return;
  window = opened_fitzhugh ();
  DRAG_UNTIL (window, 1, 0, 0, 4, -3, is_ready (window) && returns_of (window)->line.to[0] == 0 && returns_of (window)->line.to[1] == 0);
  wb_test_close (window);
}

/* Keys move the section and hide it; numbers may be typed. A wrong number has its reason, and the section stays. */
static void
test_keys (void)
{
  WbWindow *window;
  LabLine before;
  GtkWidget *field;

  if (!wb_hands_ready ())
    return;
  window = opened_fitzhugh ();
  before = returns_of (window)->line;
  gtk_widget_grab_focus (GTK_WIDGET (wb_lab_plane_page_area (page_of (window))));
  wb_hands_key (GDK_KEY_Up, GDK_SHIFT_MASK);
  WAIT_FOR (is_ready (window) && returns_of (window)->line.from[1] > before.from[1]);
  g_assert_cmpfloat (returns_of (window)->line.from[0], ==, before.from[0]);
  wb_hands_key (GDK_KEY_Left, GDK_SHIFT_MASK);
  WAIT_FOR (is_ready (window) && returns_of (window)->line.from[0] < before.from[0]);
  wb_hands_key (GDK_KEY_s, 0);
  WAIT_FOR ((wb_laboratory_layers (laboratory_of (window)) & PLOT_STUDY_SECTION) == 0);
  wb_hands_key (GDK_KEY_s, 0);
  WAIT_FOR ((wb_laboratory_layers (laboratory_of (window)) & PLOT_STUDY_SECTION) != 0);
  field = wb_lab_plane_section_field (section_of (window), 3);
  gtk_widget_grab_focus (wb_test_find (field, GTK_TYPE_TEXT, NULL));
  wb_hands_key (GDK_KEY_a, GDK_CONTROL_MASK);
  wb_hands_type ("0.5\n");
  WAIT_FOR (is_ready (window) && returns_of (window)->line.to[1] == 0.5);
  wb_hands_key (GDK_KEY_a, GDK_CONTROL_MASK);
  wb_hands_type ("x\n");
  WAIT_FOR (gtk_widget_has_css_class (gtk_widget_get_first_child (field), "wrong"));
  g_assert_cmpfloat (wb_lab_plane_section_line (section_of (window))->to[1], ==, 0.5);
  wb_test_close (window);
}

static char *chosen; /* path of the exported file */

static gboolean
choose_file (gboolean save, const char *suggested, WbPathFunc func, gpointer user)
{
  g_free (chosen);
  chosen = wb_test_place (suggested);
  g_remove (chosen); /* another test may have left it */
  func (chosen, user);
  return TRUE;
}

/* Returns the file that the first card inside a widget exports in a format. Free it with g_free. */
static char *
exported_from (GtkWidget *widget, const char *format)
{
  GtkWidget *card = wb_test_find (widget, WB_TYPE_LAB_CARD, NULL);
  char *text = NULL;
  gsize length = 0;

  g_clear_pointer (&chosen, g_free);
  g_assert_true (gtk_widget_activate_action (card, "card.export", "s", format));
  g_assert_nonnull (chosen);
  WAIT_FOR ((g_free (text), text = NULL, g_file_get_contents (chosen, &text, &length, NULL)) && length > 20);
  g_remove (chosen);
  return text;
}

static char *
exported (WbWindow *window, const char *format)
{
  return exported_from (GTK_WIDGET (section_of (window)), format);
}

static char *
exported_plane (WbWindow *window, const char *format)
{
  char *text;

  wb_dialogs_set_file_hook (choose_file);
  text = exported_from (GTK_WIDGET (page_of (window)), format);
  wb_dialogs_set_file_hook (NULL);
  g_clear_pointer (&chosen, g_free);
  return text;
}

/* The card exports the map alone: its figure, and its numbers with the digits of the command. */
static void
test_export (void)
{
  WbWindow *window = opened_fitzhugh ();
  g_autofree char *svg = NULL, *csv = NULL, *json = NULL, *command = wb_lab_plane_command (wb_window_session (window)), *out = NULL, *rows = NULL;
  const char *at, *end;

  wb_dialogs_set_file_hook (choose_file);
  svg = exported (window, "svg");
  csv = exported (window, "csv");
  json = exported (window, "json");
  wb_dialogs_set_file_hook (NULL);
  g_assert_nonnull (strstr (svg, "<svg"));
  g_assert_nonnull (strstr (csv, "v,next_v,time"));
  g_assert_null (strstr (csv, "nullcline"));
  at = strstr (json, "\"fixed_points\": [{");
  g_assert_nonnull (at);
  end = strchr (at, ']');
  g_assert_nonnull (end);
  rows = g_strndup (at, (gsize) (end - at));
  out = wb_test_run_command (command, "--format json");
  g_assert_nonnull (strstr (out, rows));
  g_clear_pointer (&chosen, g_free);
  wb_test_close (window);
}

/* A session keeps axes, slice and section. */
static void
test_session (void)
{
  WbWindow *window = opened_fitzhugh ();
  g_autofree char *text = NULL;

  wb_laboratory_set_plane (laboratory_of (window), WB_LAB_OPTION_SECTION, "v=1:2,w=0.7");
  wb_laboratory_set_plane (laboratory_of (window), WB_LAB_OPTION_AXES, "w,v");
  wb_laboratory_commit_plane (laboratory_of (window));
  text = wb_session_file_text (wb_window_session (window));
  wb_test_act (window, "win.undo");
  g_assert_null (wb_laboratory_plane (laboratory_of (window), WB_LAB_OPTION_SECTION));
  g_assert_true (wb_session_file_load_text (text, "saved", wb_window_session (window), NULL));
  g_assert_cmpstr (wb_laboratory_plane (laboratory_of (window), WB_LAB_OPTION_SECTION), ==, "v=1:2,w=0.7");
  g_assert_cmpstr (wb_laboratory_plane (laboratory_of (window), WB_LAB_OPTION_AXES), ==, "w,v");
  WAIT_FOR (is_ready (window) && returns_of (window) != NULL && returns_of (window)->line.to[0] == 2);
  g_assert_cmpstr (wb_lab_plane_page_found (page_of (window))->names[0], ==, "w");
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
  window = opened_fitzhugh ();
  CLICK_AT_UNTIL (window, 0.005, 0.005, wb_lab_plane_page_selected (page_of (window)) == 1); /* the saddle */
  /* The section begins at this focus. */
  CLICK_AT_UNTIL (window, 0.9574271, 0.6648799, wb_lab_plane_page_selected (page_of (window)) == 2);
  CLICK_AT_UNTIL (window, 0.3, 1, wb_lab_plane_page_n_trajectories (page_of (window)) >= 2);
  wb_test_close (window);
}

/* ---- zoom ---- */

static const LabPlane *
plane_of (WbWindow *window)
{
  return &wb_lab_plane_page_found (page_of (window))->plane;
}

/* Drags a box in the plane with Shift until a condition holds. */
#define ZOOM_UNTIL(window, x0, y0, x1, y1, condition)                                                                      \
  G_STMT_START                                                                                                             \
  {                                                                                                                        \
    for (int try_ = 0; !(condition) && try_ < 20; try_++)                                                                  \
      {                                                                                                                    \
        double from_[2], to_[2];                                                                                           \
                                                                                                                           \
        place (window, x0, y0, &from_[0], &from_[1]);                                                                      \
        place (window, x1, y1, &to_[0], &to_[1]);                                                                          \
        wb_input_hold (GDK_KEY_Shift_L, TRUE);                                                                             \
        wb_test_turn (0.06);                                                                                               \
        wb_hands_drag (GTK_WIDGET (wb_lab_plane_page_area (page_of (window))), from_[0], from_[1], to_[0], to_[1]);        \
        wb_input_hold (GDK_KEY_Shift_L, FALSE);                                                                            \
        for (gint64 end_ = g_get_monotonic_time () + 4 * G_USEC_PER_SEC; !(condition) && g_get_monotonic_time () < end_;)  \
          wb_test_turn (0.01);                                                                                             \
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
  window = opened_fitzhugh ();
  high = plane_of (window)->high[0];
  g_assert_cmpint (wb_lab_plane_page_n_found (page_of (window)), ==, 6);
  ZOOM_UNTIL (window, 0.4, 1, 1.8, 0.2, is_ready (window) && plane_of (window)->high[0] < 1.9);
  g_assert_cmpfloat_with_epsilon (plane_of (window)->low[0], 0.4, 0.05);
  g_assert_cmpfloat_with_epsilon (plane_of (window)->low[1], 0.2, 0.05);
  g_assert_cmpuint (wb_lab_plane_page_found (page_of (window))->objects.equilibria->points->len, ==, 1);
  g_assert_cmpuint (wb_lab_plane_page_found (page_of (window))->objects.cycles->cycles->len, ==, 2);
  g_assert_true (g_str_has_prefix (plot_view_remark (wb_plot_area_view (wb_lab_plane_page_area (page_of (window)))), "all found in 0."));
  wb_hands_picture (window, "plane-zoomed");
  command = wb_lab_plane_command (wb_window_session (window));
  g_assert_nonnull (strstr (command, "box="));
  json = lab_result_json ("phase-plane", "fitzhugh-nagumo", wb_lab_plane_page_found (page_of (window))->result);
  out = wb_test_run_command (command, "--format json");
  g_assert_cmpstr (out, ==, json);
  session = wb_session_file_text (wb_window_session (window));
  g_assert_nonnull (strstr (session, "plane_box: "));
  gtk_widget_activate_action (wb_test_find (GTK_WIDGET (page_of (window)), WB_TYPE_LAB_CARD, NULL), "card.fit", NULL);
  WAIT_FOR (is_ready (window) && plane_of (window)->high[0] == high);
  WAIT_FOR (wb_lab_plane_page_n_found (page_of (window)) == 6);
  g_assert_null (wb_laboratory_plane (laboratory_of (window), WB_LAB_OPTION_BOX));
  /* A zoom made no undo step. */
  wb_test_act (window, "win.undo");
  WAIT_FOR (is_ready (window));
  g_assert_true (wb_session_file_load_text (session, "saved", wb_window_session (window), NULL));
  WAIT_FOR (is_ready (window) && plane_of (window)->high[0] < 1.9);
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
  return plot_view_remark (wb_plot_area_view (wb_lab_plane_page_area (page_of (window))));
}

static GtkWidget *
list_of (WbWindow *window)
{
  return wb_test_find (GTK_WIDGET (page_of (window)), GTK_TYPE_LIST_BOX, NULL);
}

static void
note_shown (WbLaboratory *laboratory, Shown *shown)
{
  if (!g_str_has_prefix (remark_of (shown->window), "searching "))
    return;
  shown->n_searching++;
  shown->n_found = wb_lab_plane_page_n_found (page_of (shown->window));
  shown->opacity = gtk_widget_get_opacity (list_of (shown->window));
}

/* Returns whether no object is faint: the title has the region, and the list is opaque. */
static gboolean
is_present (WbWindow *window)
{
  return is_ready (window) && g_str_has_prefix (remark_of (window), "all found in ") && gtk_widget_get_opacity (list_of (window)) == 1;
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
  shown.window = window = opened_fitzhugh ();
  g_assert_true (is_present (window));
  handler = g_signal_connect_after (laboratory_of (window), "changed", G_CALLBACK (note_shown), &shown);
  ZOOM_UNTIL (window, 0.4, 1, 1.8, 0.2, is_ready (window) && plane_of (window)->high[0] < 1.9);
  g_assert_cmpint (shown.n_searching, >=, 1);
  g_assert_cmpint (shown.n_found, ==, 6);
  g_assert_cmpfloat (shown.opacity, <, 0.6);
  WAIT_FOR (is_present (window) && wb_lab_plane_page_n_found (page_of (window)) == 3);
  g_signal_handler_disconnect (laboratory_of (window), handler);
  g_assert_true (wb_session_set (wb_window_session (window), WB_PARAMETER, "b", "1.45", NULL));
  g_assert_true (g_str_has_prefix (remark_of (window), "searching 0"));
  g_assert_cmpint (wb_lab_plane_page_n_found (page_of (window)), ==, 3);
  wb_hands_picture (window, "plane-earlier");
  WAIT_FOR (is_present (window));
  /* A region without objects. */
  wb_laboratory_set_plane (laboratory_of (window), WB_LAB_OPTION_BOX, "v=2.5:2.6,w=1:1.1");
  WAIT_FOR (is_present (window) && words_of (window, "none in view") != NULL);
  g_assert_cmpint (wb_lab_plane_page_n_found (page_of (window)), ==, 0);
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
  window = opened_fitzhugh ();
  view = GTK_WIDGET (wb_window_laboratory (window));
  list = list_of (window);
  g_assert_null (words_of (window, "directions and rates"));
  WAIT_FOR (gtk_widget_get_height (list) > 0 && gtk_widget_get_height (list) <= gtk_widget_get_height (gtk_widget_get_parent (list)));
  gtk_widget_grab_focus (GTK_WIDGET (gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), 0)));
  wb_hands_key (GDK_KEY_Down, 0);
  WAIT_FOR (wb_lab_plane_page_selected (page_of (window)) == 1 && words_of (window, "directions and rates") != NULL);
  details = words_of (window, "Manifold");
  g_assert_nonnull (details);
  WAIT_FOR (gtk_widget_get_height (details) > 0);
  {
    graphene_point_t of_details, of_list, of_section;

    g_assert_true (gtk_widget_compute_point (details, GTK_WIDGET (window), &GRAPHENE_POINT_INIT (0, 0), &of_details));
    g_assert_true (gtk_widget_compute_point (gtk_widget_get_ancestor (list, GTK_TYPE_SCROLLED_WINDOW), GTK_WIDGET (window), &GRAPHENE_POINT_INIT (0, 0), &of_list));
    g_assert_true (gtk_widget_compute_point (GTK_WIDGET (section_of (window)), GTK_WIDGET (window), &GRAPHENE_POINT_INIT (0, 0), &of_section));
    g_assert_cmpfloat (of_details.y, >, of_list.y + gtk_widget_get_height (gtk_widget_get_ancestor (list, GTK_TYPE_SCROLLED_WINDOW)) - 1);
    g_assert_cmpfloat (of_details.y, <, of_section.y);
  }
  wb_hands_picture (window, "plane-cards");
  wb_hands_key (GDK_KEY_Tab, 0);
  WAIT_FOR (gtk_window_get_focus (GTK_WINDOW (window)) == GTK_WIDGET (gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), 2)));
  wb_hands_key (GDK_KEY_Return, 0);
  WAIT_FOR (wb_lab_plane_page_selected (page_of (window)) == 2 && words_of (window, "Manifold") == NULL);
  g_assert_null (wb_hands_find (view, "Studies"));
  wb_test_act (window, "win.sidebar");
  WAIT_FOR (wb_hands_find (view, "Studies") != NULL);
  wb_test_act (window, "win.sidebar");
  WAIT_FOR (wb_hands_find (view, "Studies") == NULL);
  found = wb_lab_plane_page_found (page_of (window));
  /* A click during the search starts it again. */
  CLICK_UNTIL (wb_hands_find (view, "Find again"), wb_lab_plane_page_is_busy (page_of (window)) || wb_lab_plane_page_found (page_of (window)) != found);
  WAIT_FOR (is_present (window) && wb_lab_plane_page_found (page_of (window)) != found);
  g_assert_cmpint (wb_lab_plane_page_selected (page_of (window)), ==, -1);
  WAIT_FOR (words_of (window, "directions and rates") == NULL);
  wb_test_close (window);
}

/* ---- more than two states ---- */

/* The user puts x and z of the Lorenz model on the axes and types a value of y. The page says which slice is drawn and what is projected, and the
 * command prints the same numbers. */
static void
test_lorenz (void)
{
  WbWindow *window;
  WbLabPlaneAxes *axes;
  g_autofree char *command = NULL, *out = NULL, *json = NULL;
  const LabPlane *plane;
  GtkWidget *field;

  if (!wb_hands_ready ())
    return;
  window = opened ("lorenz");
  axes = wb_lab_plane_page_axes (page_of (window));
  g_assert_cmpint (wb_lab_plane_page_n_found (page_of (window)), ==, 3);
  g_assert_false (gtk_widget_get_visible (wb_lab_plane_layers_button (wb_lab_plane_page_chips (page_of (window)), PLOT_STUDY_SECTION)));
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (section_of (window))));
  CLICK_UNTIL (wb_lab_plane_axes_button (axes), gtk_widget_get_mapped (wb_lab_plane_axes_list (axes, 1)));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (wb_lab_plane_axes_list (axes, 1)), 2);
  WAIT_FOR (is_ready (window) && strcmp (wb_lab_plane_page_found (page_of (window))->names[1], "z") == 0);
  field = wb_lab_plane_axes_field (axes, "y");
  g_assert_nonnull (field);
  g_assert_null (wb_lab_plane_axes_field (axes, "z"));
  gtk_widget_grab_focus (wb_test_find (field, GTK_TYPE_TEXT, NULL));
  wb_hands_key (GDK_KEY_a, GDK_CONTROL_MASK);
  wb_hands_type ("3\n");
  WAIT_FOR (is_ready (window) && wb_lab_plane_page_found (page_of (window))->x[1] == 3);
  wb_hands_picture (window, "plane-lorenz-menu");
  gtk_menu_button_popdown (GTK_MENU_BUTTON (wb_lab_plane_axes_button (axes)));
  wb_hands_picture (window, "plane-lorenz");
  plane = &wb_lab_plane_page_found (page_of (window))->plane;
  g_assert_cmpint (plane->across, ==, 0);
  g_assert_cmpint (plane->up, ==, 2);
  g_assert_nonnull (words_of (window, "Nullclines and field are those of the slice y = 3. Equilibria and trajectories are projected onto the plane."));
  g_assert_nonnull (words_of (window, "3 equilibria, projected onto the plane"));
  g_assert_nonnull (words_of (window, "Saddle-focus"));
  WAIT_FOR (n_drawn (window, "saddle-focus") == 2 && n_drawn (window, "saddle") == 1);
  command = wb_lab_plane_command (wb_window_session (window));
  json = lab_result_json ("phase-plane", "lorenz", wb_lab_plane_page_found (page_of (window))->result);
  out = wb_test_run_command (command, "--format json");
  g_assert_cmpstr (out, ==, json);
  /* The state that comes onto an axis leaves the slice. */
  gtk_drop_down_set_selected (GTK_DROP_DOWN (wb_lab_plane_axes_list (axes, 0)), 1);
  WAIT_FOR (is_ready (window) && strcmp (wb_lab_plane_page_found (page_of (window))->names[0], "y") == 0);
  g_assert_null (wb_laboratory_plane (laboratory_of (window), WB_LAB_OPTION_SLICE));
  wb_test_act (window, "win.undo");
  WAIT_FOR (is_ready (window) && wb_lab_plane_page_found (page_of (window))->x[1] == 3);
  wb_test_close (window);
}

/* A trajectory of the Lorenz model starts in the slice and is projected. */
static void
test_projected_trajectory (void)
{
  WbWindow *window;

  if (!wb_hands_ready ())
    return;
  window = opened ("lorenz");
  CLICK_AT_UNTIL (window, 20, -20, wb_lab_plane_page_n_trajectories (page_of (window)) >= 2);
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
  window = opened ("van-der-pol");
  gtk_window_set_default_size (GTK_WINDOW (window), 900, 600);
  view = wb_window_laboratory (window);
  WAIT_FOR (gtk_widget_get_width (GTK_WIDGET (window)) <= 900 && wb_laboratory_view_focused (view) == 0);
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (wb_lab_plane_page_area (page_of (window)))));
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (section_of (window))));
  for (int k = 0; k < 2; k++)
    {
      gtk_window_set_focus (GTK_WINDOW (window), NULL);
      wb_hands_key (GDK_KEY_Page_Down, 0);
      WAIT_FOR (wb_laboratory_view_focused (view) == k + 1);
    }
  WAIT_FOR (gtk_widget_get_mapped (GTK_WIDGET (section_of (window))));
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (wb_lab_plane_page_area (page_of (window)))));
  WAIT_FOR (gtk_widget_get_width (GTK_WIDGET (section_of (window))) > 700);
  wb_hands_picture (window, "plane-small");
  gtk_window_set_focus (GTK_WINDOW (window), NULL);
  wb_hands_key (GDK_KEY_Page_Down, 0);
  WAIT_FOR (wb_laboratory_view_focused (view) == 0);
  wb_test_close (window);
}

/* ---- a model that depends on t ---- */

/* Returns the slope of the Duffing model at (x, 0), which is the force at the time of the plane. */
static double
force_at (WbWindow *window, double x)
{
  const LabPlane *plane = &wb_lab_plane_page_found (page_of (window))->plane;
  double f[2];

  g_assert_true (lab_flow_rhs (plane->flow, plane->t, (const double[]) { x, 0 }, f));
  return f[1];
}

/* Returns the number of drawn layers with stroboscopic points. */
static int
n_strobe (WbWindow *window)
{
  PlotView *view = wb_plot_area_view (wb_lab_plane_page_area (page_of (window)));
  int n = 0;

  for (int k = 0; k < plot_view_n_layers (view); k++)
    n += g_strcmp0 (plot_view_layer (view, k)->label, "once per period of the drive") == 0;
  return n;
}

/* Size of the picture of the field in px. */
#define FIELD_WIDTH 700
#define FIELD_HEIGHT 600
/* Distance of arrows, and distance of the centre of the head from that of its arrow, px. */
#define ARROW_DISTANCE 17
#define ARROW_HEAD 3.2

/* Draws the direction field of the result alone. */
static cairo_surface_t *
field_picture (WbWindow *window, PlotView **view)
{
  const PlotStudyPlane choices = { .layers = PLOT_STUDY_FIELD, .selected = -1 };
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, FIELD_WIDTH, FIELD_HEIGHT);
  cairo_t *cr = cairo_create (surface);

  *view = wb_lab_found_view (wb_lab_plane_page_found (page_of (window)), &choices, NULL);
  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_paint (cr);
  plot_view_draw (*view, cr, FIELD_WIDTH, FIELD_HEIGHT, 1);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

/* Returns the darkness of the 5 × 5 pixels around a point. */
static int
ink_at (cairo_surface_t *surface, double x, double y)
{
  const unsigned char *data = cairo_image_surface_get_data (surface);
  int stride = cairo_image_surface_get_stride (surface), ink = 0;

  for (int row = (int) y - 2; row <= (int) y + 2; row++)
    for (int column = (int) x - 2; column <= (int) x + 2; column++)
      ink += 255 - data[row * stride + 4 * column + 1];
  return ink;
}

/* Returns the fraction of arrows in a picture of the field that have their head in the direction of f (t, x). */
static double
heads_along (WbWindow *window, cairo_surface_t *surface, const PlotView *view, double t)
{
  const LabPlane *plane = &wb_lab_plane_page_found (page_of (window))->plane;
  double low[2], high[2], from[2], to[2];
  int n[2], agree = 0;

  plot_view_get_x_range (view, &low[0], &high[0]);
  plot_view_get_y_range (view, &low[1], &high[1]);
  plot_view_map (view, low[0], high[1], &from[0], &from[1]); /* the upper left corner */
  plot_view_map (view, high[0], low[1], &to[0], &to[1]);
  for (int k = 0; k < 2; k++)
    n[k] = (int) ((to[k] - from[k]) / ARROW_DISTANCE);
  g_assert_cmpint (n[0] * n[1], >, 300);
  for (int k = 0; k < n[0] * n[1]; k++)
    {
      double x = (k % n[0] + 0.5) / n[0], y = (k / n[0] + 0.5) / n[1], f[2], u[2], size;
      const double px = from[0] + x * (to[0] - from[0]), py = from[1] + y * (to[1] - from[1]);
      const double at[2] = { low[0] + x * (high[0] - low[0]), high[1] - y * (high[1] - low[1]) };

      g_assert_true (lab_flow_rhs (plane->flow, t, at, f));
      u[0] = f[0] * (to[0] - from[0]) / (high[0] - low[0]);
      u[1] = -f[1] * (to[1] - from[1]) / (high[1] - low[1]);
      size = hypot (u[0], u[1]) / ARROW_HEAD;
      agree += ink_at (surface, px + u[0] / size, py + u[1] / size) > ink_at (surface, px - u[0] / size, py - u[1] / size);
    }
  return (double) agree / (n[0] * n[1]);
}

/* The picture of the field of a driven model is another one at another time, and its arrows have the direction of f at that time. */
static void
test_driven_field (void)
{
  const double times[2] = { 0, 2.5 }; /* the force of the drive is 0.5 and −0.49 */
  cairo_surface_t *pictures[2];
  PlotView *views[2];
  WbWindow *window = opened ("duffing");

  wb_test_act (window, "win.run");
  WAIT_FOR (wb_session_state (wb_window_session (window)) == SIM_RUN_FINISHED);
  for (int k = 0; k < 2; k++)
    {
      wb_session_set_playhead (wb_window_session (window), times[k]);
      WAIT_FOR (is_ready (window) && wb_lab_plane_page_found (page_of (window))->plane.t == times[k]);
      pictures[k] = field_picture (window, &views[k]);
      g_assert_cmpfloat (heads_along (window, pictures[k], views[k], times[k]), >, 0.97);
      g_assert_cmpfloat (heads_along (window, pictures[k], views[k], times[1 - k]), <, 0.9);
    }
  g_assert_cmpint (memcmp (cairo_image_surface_get_data (pictures[0]), cairo_image_surface_get_data (pictures[1]),
                           (gsize) cairo_image_surface_get_stride (pictures[0]) * FIELD_HEIGHT), !=, 0);
  for (int k = 0; k < 2; k++)
    {
      cairo_surface_destroy (pictures[k]);
      plot_view_free (views[k]);
    }
  wb_test_close (window);
}

/* The plane of a driven model is that at the playhead. It says that no equilibria are sought. The copied command has the time and prints the same
 * numbers. A click starts a trajectory. */
static void
test_driven (void)
{
  WbWindow *window;
  g_autofree char *command = NULL, *out = NULL, *json = NULL, *svg = NULL, *csv = NULL;

  if (!wb_hands_ready ())
    return;
  window = opened ("duffing");
  g_assert_cmpfloat_with_epsilon (force_at (window, 0), 0.5, 1e-12);
  g_assert_nonnull (words_of (window, "Nullclines and field at t = 0\302\240s. No equilibria are sought: the model depends on t."));
  /* The list has one row for the stroboscopic points. For gamma = 0.5 the points do not repeat. */
  g_assert_cmpint (wb_lab_plane_page_n_cards (page_of (window)), ==, 2);
  g_assert_nonnull (words_of (window, "100 points do not repeat"));
  g_assert_nonnull (words_of (window, "every 5.236\302\240s"));
  g_assert_cmpint (n_strobe (window), ==, 1);
  g_assert_true (gtk_widget_get_visible (wb_lab_plane_layers_button (wb_lab_plane_page_chips (page_of (window)), PLOT_STUDY_SECTION)));
  CLICK_UNTIL (wb_lab_plane_layers_button (wb_lab_plane_page_chips (page_of (window)), PLOT_STUDY_SECTION), n_strobe (window) == 0);
  gtk_widget_grab_focus (GTK_WIDGET (wb_lab_plane_page_area (page_of (window))));
  wb_hands_key (GDK_KEY_s, 0);
  WAIT_FOR (n_strobe (window) == 1);
  g_assert_false (gtk_widget_get_visible (wb_lab_plane_layers_button (wb_lab_plane_page_chips (page_of (window)), PLOT_STUDY_EQUILIBRIA)));
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (section_of (window))));
  wb_test_act (window, "win.run");
  WAIT_FOR (wb_session_state (wb_window_session (window)) == SIM_RUN_FINISHED);
  wb_session_set_playhead (wb_window_session (window), 2.5);
  WAIT_FOR (is_ready (window) && wb_lab_plane_page_found (page_of (window))->plane.t == 2.5);
  g_assert_cmpfloat_with_epsilon (force_at (window, 0), 0.5 * cos (3), 1e-12);
  g_assert_true (g_str_has_prefix (plot_view_remark (wb_plot_area_view (wb_lab_plane_page_area (page_of (window)))), "at *t* = 2.5"));
  wb_hands_picture (window, "plane-driven");
  svg = exported_plane (window, "svg");
  g_assert_nonnull (strstr (svg, "once per period of the drive"));
  csv = exported_plane (window, "csv");
  g_assert_nonnull (strstr (csv, "strobe"));
  command = wb_lab_plane_command (wb_window_session (window));
  g_assert_nonnull (strstr (command, "time=2.5"));
  json = lab_result_json ("phase-plane", "duffing", wb_lab_plane_page_found (page_of (window))->result);
  out = wb_test_run_command (command, "--format json");
  g_assert_cmpstr (out, ==, json);
  CLICK_AT_UNTIL (window, 0.3, 0.3, wb_lab_plane_page_n_trajectories (page_of (window)) >= 1);
  g_assert_true (wb_session_set (wb_window_session (window), WB_PARAMETER, "gamma", "0.28", NULL));
  WAIT_FOR (words_of (window, "repeat after 2 periods of the drive") != NULL);
  wb_test_close (window);
}

/* A model whose events act on the run has no phase plane. The page shows the reason alone, without the empty cards of the list and the section. With
 * another model they are back. */
static void
test_refused (void)
{
  WbWindow *window = wb_test_window ("lotka-volterra-harvest");

  wb_laboratory_set_page (laboratory_of (window), "plane");
  g_assert_true (wb_window_show_view (window, "laboratory"));
  WAIT_FOR (!wb_lab_plane_page_is_busy (page_of (window)) && wb_hands_find (GTK_WIDGET (page_of (window)), "Found") == NULL);
  g_assert_null (wb_lab_plane_page_found (page_of (window)));
  g_assert_cmpint (wb_lab_plane_page_n_cards (page_of (window)), ==, 1);
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (section_of (window))));
  g_assert_true (wb_session_open_model (wb_window_session (window), "van-der-pol"));
  WAIT_FOR (is_ready (window) && wb_hands_find (GTK_WIDGET (page_of (window)), "Found") != NULL);
  WAIT_FOR (gtk_widget_get_mapped (GTK_WIDGET (section_of (window))));
  wb_test_close (window);
}

/* The plane of a model with 28 states. */
static void
test_many_states (void)
{
  WbWindow *window = opened ("pleiades");

  g_assert_nonnull (words_of (window, "Nullclines and field are those of the slice in which the other 26 states have their start values. "
                                      "Equilibria and trajectories are projected onto the plane. "
                                      "Here x1′ and x2′ are 0 at all tested points, so there are no nullclines and no arrows."));
  g_assert_cmpint (wb_lab_found_n_states (wb_lab_plane_page_found (page_of (window))), ==, 28);
  wb_hands_picture (window, "plane-pleiades");
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
  g_test_add_func ("/app/plane/the-section-has-its-return-map-and-the-command-the-same-numbers", test_default);
  g_test_add_func ("/app/plane/the-pointer-moves-the-section-and-undo-restores-it", test_drag);
  g_test_add_func ("/app/plane/an-end-of-the-section-snaps-to-an-equilibrium", test_snap);
  g_test_add_func ("/app/plane/keys-move-the-section", test_keys);
  g_test_add_func ("/app/plane/the-card-of-the-section-exports-figure-and-numbers", test_export);
  g_test_add_func ("/app/plane/a-session-keeps-axes-and-section", test_session);
  g_test_add_func ("/app/plane/a-click-selects-an-object-or-starts-a-trajectory", test_click);
  g_test_add_func ("/app/plane/a-zoom-searches-the-visible-region", test_zoom);
  g_test_add_func ("/app/plane/objects-of-an-earlier-search-are-faint-until-replaced", test_earlier);
  g_test_add_func ("/app/plane/the-details-have-a-card-and-the-title-has-find-again", test_cards);
  g_test_add_func ("/app/plane/lorenz-has-axes-and-a-slice", test_lorenz);
  g_test_add_func ("/app/plane/a-trajectory-starts-in-the-slice", test_projected_trajectory);
  g_test_add_func ("/app/plane/a-driven-model-has-the-plane-at-the-playhead", test_driven);
  g_test_add_func ("/app/plane/the-field-of-a-driven-model-is-drawn-at-the-playhead", test_driven_field);
  g_test_add_func ("/app/plane/a-refused-model-shows-the-reason-alone", test_refused);
  g_test_add_func ("/app/plane/a-narrow-window-shows-each-card", test_small);
  g_test_add_func ("/app/plane/a-narrow-window-shows-the-objects-as-a-strip-of-shapes", test_strip);
  g_test_add_func ("/app/plane/a-plane-of-28-states-says-what-is-drawn", test_many_states);
  return g_test_run ();
}
