/* Tests the phase plane of the Laboratory with real pointer and key events: the section and its return map. */
#include "plane-fixture.h"

#include <math.h>
#include <string.h>

#include "lab-result-text.h"
#include "wb-number-field.h"
#include "wb-tooltip.h"

static const LabFixedPoint *
fixed_of (WbWindow *window, guint k)
{
  return &g_array_index (plane_returns (window)->fixed, LabFixedPoint, k);
}

/* Drags a part of the section (0 and 1: its ends, 2: its middle) to (x, y), and dx and dy px further. */
static void
drag (WbWindow *window, int part, double x, double y, double dx, double dy)
{
  const LabLine *line = wb_lab_plane_section_line (plane_section (window));
  double weight = part == 0 ? 1 : part == 1 ? 0 : 0.5, p[4];

  plane_place (window, weight * line->from[0] + (1 - weight) * line->to[0], weight * line->from[1] + (1 - weight) * line->to[1], &p[0], &p[1]);
  plane_place (window, x, y, &p[2], &p[3]);
  wb_hands_drag (GTK_WIDGET (wb_lab_plane_page_area (plane_page (window))), p[0], p[1], p[2] + dx, p[3] + dy);
}

/* Drags until a condition holds, for the same reason. */
#define DRAG_UNTIL(window, part, x, y, dx, dy, condition)                                                                  \
  G_STMT_START                                                                                                             \
  {                                                                                                                        \
    for (int try_ = 0; !(condition) && try_ < 20; try_++)                                                                  \
      {                                                                                                                    \
        drag (window, part, x, y, dx, dy);                                                                                 \
        PLANE_WAIT (window, condition);                                                                                    \
      }                                                                                                                    \
    g_assert_true (condition);                                                                                             \
  }                                                                                                                        \
  G_STMT_END

/* The default section begins at a focus. Its map has three fixed points, which the card lists with the multipliers of the list of closed
 * orbits. The copied command prints the same numbers. */
static void
test_default (void)
{
  WbWindow *window = plane_opened_fitzhugh ();
  const LabPlaneObjects *objects = &wb_lab_plane_page_found (plane_page (window))->objects;
  GtkWidget *list = wb_lab_plane_section_list (plane_section (window));
  g_autofree char *command = NULL, *out = NULL, *json = NULL;

  g_assert_nonnull (wb_hands_find (GTK_WIDGET (window), "a = 0, b = 1.44, Iext = 0")); /* the parameters that differ from those of the model */
  g_assert_cmpuint (plane_returns (window)->fixed->len, ==, 3);
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
      g_assert_cmpstr (wb_tooltip_get (row), ==, tooltips[k]);
      g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (gtk_widget_get_last_child (row))), ==, words[k]);
      g_assert_cmpint (gtk_widget_get_height (row), <, 30);
    }
  g_assert_cmpstr (plot_view_remark (wb_plot_area_view (wb_lab_plane_section_area (plane_section (window)))), ==, "*w* = 0.665, rising");
  wb_hands_picture (window, "plane-section");
  for (int k = 0; k < 2; k++) /* the fields of a column have the same width */
    WAIT_FOR (gtk_widget_get_width (wb_lab_plane_section_field (plane_section (window), k)) > 0
              && gtk_widget_get_width (wb_lab_plane_section_field (plane_section (window), k)) == gtk_widget_get_width (wb_lab_plane_section_field (plane_section (window), k + 2)));
  command = wb_lab_plane_command (wb_window_session (window), FALSE);
  json = lab_result_json ("phase-plane", "fitzhugh-nagumo", wb_lab_plane_page_found (plane_page (window))->result);
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
  window = plane_opened_fitzhugh ();
  line = wb_lab_plane_section_line (plane_section (window));
  before = *line;
  DRAG_UNTIL (window, 1, 1.9, 1, 0, 0,
              plane_is_ready (window) && fabs (plane_returns (window)->line.to[1] - 1) < 0.05 && fabs (plane_returns (window)->line.to[0] - 1.9) < 0.05);
  dragged = *line;
  g_assert_cmpmem (plane_returns (window)->line.from, sizeof before.from, before.from, sizeof before.from);
  g_assert_cmpint (plane_returns (window)->direction, ==, 0);
  g_assert_cmpuint (plane_returns (window)->fixed->len, ==, 3); /* the same focus and cycles */
  wb_hands_picture (window, "plane-dragged");
  DRAG_UNTIL (window, 2, 1.3, 0.2, 0, 0,
              plane_is_ready (window) && fabs ((plane_returns (window)->line.from[1] + plane_returns (window)->line.to[1]) / 2 - 0.2) < 0.05);
  g_assert_cmpfloat_with_epsilon (line->to[0] - line->from[0], dragged.to[0] - dragged.from[0], 1e-4);
  command = wb_lab_plane_command (wb_window_session (window), FALSE);
  g_assert_nonnull (strstr (command, "section="));
  json = lab_result_json ("phase-plane", "fitzhugh-nagumo", wb_lab_plane_page_found (plane_page (window))->result);
  out = wb_test_run_command (command, "--format json");
  g_assert_cmpstr (out, ==, json);
  wb_test_act (window, "win.undo");
  WAIT_FOR (plane_is_ready (window) && fabs (plane_returns (window)->line.to[1] - 1) < 0.05);
  wb_test_act (window, "win.undo");
  WAIT_FOR (plane_is_ready (window) && memcmp (&plane_returns (window)->line, &before, sizeof before) == 0);
  g_assert_null (wb_laboratory_plane (plane_laboratory (window), WB_LAB_OPTION_SECTION));
  wb_test_close (window);
}

/* An end that is dropped near an equilibrium snaps to it. */
static void
test_snap (void)
{
  WbWindow *window;

  if (!wb_hands_ready ())
    return;
  window = plane_opened_fitzhugh ();
  DRAG_UNTIL (window, 1, 0, 0, 4, -3, plane_is_ready (window) && plane_returns (window)->line.to[0] == 0 && plane_returns (window)->line.to[1] == 0);
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
  window = plane_opened_fitzhugh ();
  before = plane_returns (window)->line;
  gtk_widget_grab_focus (GTK_WIDGET (wb_lab_plane_page_area (plane_page (window))));
  wb_hands_key (GDK_KEY_Up, GDK_SHIFT_MASK);
  WAIT_FOR (plane_is_ready (window) && plane_returns (window)->line.from[1] > before.from[1]);
  g_assert_cmpfloat (plane_returns (window)->line.from[0], ==, before.from[0]);
  wb_hands_key (GDK_KEY_Left, GDK_SHIFT_MASK);
  WAIT_FOR (plane_is_ready (window) && plane_returns (window)->line.from[0] < before.from[0]);
  wb_hands_key (GDK_KEY_s, 0);
  WAIT_FOR ((wb_laboratory_layers (plane_laboratory (window)) & PLOT_STUDY_SECTION) == 0);
  wb_hands_key (GDK_KEY_s, 0);
  WAIT_FOR ((wb_laboratory_layers (plane_laboratory (window)) & PLOT_STUDY_SECTION) != 0);
  field = wb_lab_plane_section_field (plane_section (window), 3);
  gtk_widget_grab_focus (wb_test_find (field, GTK_TYPE_TEXT, NULL));
  wb_hands_key (GDK_KEY_a, GDK_CONTROL_MASK);
  wb_hands_type ("0.5\n");
  WAIT_FOR (plane_is_ready (window) && plane_returns (window)->line.to[1] == 0.5);
  wb_hands_key (GDK_KEY_a, GDK_CONTROL_MASK);
  wb_hands_type ("x\n");
  WAIT_FOR (gtk_widget_has_css_class (gtk_widget_get_first_child (field), "wrong"));
  g_assert_cmpfloat (wb_lab_plane_section_line (plane_section (window))->to[1], ==, 0.5);
  wb_test_close (window);
}

static char *
exported_section (WbWindow *window, const char *format)
{
  return plane_exported_from (GTK_WIDGET (plane_section (window)), format);
}

/* The card exports the map alone: its figure, and its numbers with the digits of the command. */
static void
test_export (void)
{
  WbWindow *window = plane_opened_fitzhugh ();
  g_autofree char *svg = NULL, *csv = NULL, *json = NULL, *command = wb_lab_plane_command (wb_window_session (window), FALSE), *out = NULL, *rows = NULL;
  const char *at, *end;

  svg = exported_section (window, "svg");
  csv = exported_section (window, "csv");
  json = exported_section (window, "json");
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
  wb_test_close (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/app/plane/the-section-has-its-return-map-and-the-command-the-same-numbers", test_default);
  g_test_add_func ("/app/plane/the-pointer-moves-the-section-and-undo-restores-it", test_drag);
  g_test_add_func ("/app/plane/an-end-of-the-section-snaps-to-an-equilibrium", test_snap);
  g_test_add_func ("/app/plane/keys-move-the-section", test_keys);
  g_test_add_func ("/app/plane/the-card-of-the-section-exports-figure-and-numbers", test_export);
  return g_test_run ();
}
