#include "wb-hands.h"

#include <math.h>

#include "wb-screenshot.h"

#define DRAG_STEPS 12
#define ROUNDS_S 0.06
#define SETTLE_S 0.04      /* longer than two frames */
#define SETTLE_MOST_S 5.0

gboolean
wb_hands_ready (void)
{
  if (wb_input_open ())
    return TRUE;
  g_test_skip ("the display has no XTEST");
  return FALSE;
}

GtkWidget *
wb_hands_find (GtkWidget *from, const char *text)
{
  if (GTK_IS_LABEL (from) && g_strcmp0 (gtk_label_get_text (GTK_LABEL (from)), text) == 0 && gtk_widget_get_mapped (from))
    return from;
  for (GtkWidget *child = gtk_widget_get_first_child (from); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = wb_hands_find (child, text);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* Waits until a widget has a size and keeps its place in the window for SETTLE_S. A click before the layout of a new page ends would
 * meet another widget. Gives up after SETTLE_MOST_S, since the widget may move all the time or be hidden on purpose. */
static void
settle (GtkWidget *widget)
{
  graphene_rect_t before = GRAPHENE_RECT_INIT_ZERO, now;

  for (gint64 end = g_get_monotonic_time () + (gint64) (SETTLE_MOST_S * G_USEC_PER_SEC); g_get_monotonic_time () < end; before = now)
    {
      GtkNative *native = gtk_widget_get_native (widget);

      if (native == NULL || !gtk_widget_compute_bounds (widget, GTK_WIDGET (native), &now))
        now = GRAPHENE_RECT_INIT_ZERO;
      if (gtk_widget_get_mapped (widget) && now.size.width > 0 && graphene_rect_equal (&now, &before))
        return;
      wb_test_turn (SETTLE_S);
    }
}

void
wb_hands_point (GtkWidget *widget, double x, double y)
{
  wb_input_move (widget, isnan (x) ? gtk_widget_get_width (widget) / 2.0 : x, isnan (y) ? gtk_widget_get_height (widget) / 2.0 : y);
  wb_test_turn (ROUNDS_S);
}

void
wb_hands_click (GtkWidget *widget, double x, double y)
{
  settle (widget);
  wb_hands_point (widget, x, y);
  wb_input_button (GDK_BUTTON_PRIMARY, TRUE);
  wb_test_turn (ROUNDS_S);
  wb_input_button (GDK_BUTTON_PRIMARY, FALSE);
  wb_test_turn (ROUNDS_S);
}

void
wb_hands_drag (GtkWidget *widget, double x0, double y0, double x1, double y1)
{
  settle (widget);
  wb_hands_point (widget, x0, y0);
  wb_input_button (GDK_BUTTON_PRIMARY, TRUE);
  wb_test_turn (ROUNDS_S);
  for (int i = 1; i <= DRAG_STEPS; i++)
    wb_hands_point (widget, x0 + (x1 - x0) * i / DRAG_STEPS, y0 + (y1 - y0) * i / DRAG_STEPS);
  wb_input_button (GDK_BUTTON_PRIMARY, FALSE);
  wb_test_turn (ROUNDS_S);
}

void
wb_hands_key (guint key, GdkModifierType held)
{
  wb_input_key (key, held);
  wb_test_turn (ROUNDS_S);
}

void
wb_hands_picture (WbWindow *window, const char *name)
{
  const char *folder = g_getenv ("WB_TEST_PICTURES");
  g_autofree char *path = folder != NULL ? g_strdup_printf ("%s/%s.png", folder, name) : NULL;
  g_autoptr (GError) error = NULL;

  if (path != NULL && !wb_screenshot_save_widget (GTK_WIDGET (window), 1, path, &error))
    g_error ("%s", error->message);
}

void
wb_hands_type (const char *text)
{
  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at))
    {
      guint key = *at == '\n' ? GDK_KEY_Return : gdk_unicode_to_keyval (g_utf8_get_char (at));
      GdkKeymapKey *keys = NULL;
      int n = 0, level = 0;

      if (gdk_display_map_keyval (gdk_display_get_default (), key, &keys, &n) && n > 0)
        level = keys[0].level;
      g_free (keys);
      wb_input_key (key, level == 1 ? GDK_SHIFT_MASK : 0);
      wb_test_turn (0.01);
    }
  wb_test_turn (ROUNDS_S);
}
