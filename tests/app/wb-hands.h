/* A simulated user with pointer and keyboard. The functions send real events through the X server and wait until GTK has processed them. */
#pragma once

#include <math.h>

#include "wb-input.h"
#include "wb-test.h"

G_BEGIN_DECLS

/* Connects to the X server. If this is impossible, skips the test and returns FALSE. */
gboolean wb_hands_ready (void);
/* Returns the visible label with this text below a widget, or NULL. A click on it presses its button. */
GtkWidget *wb_hands_find (GtkWidget *from, const char *text);
/* Moves the pointer to a position in a widget, in px. NAN means the middle. */
void wb_hands_point (GtkWidget *widget, double x, double y);
/* Clicks with the first mouse button at a position in a widget, in px. */
void wb_hands_click (GtkWidget *widget, double x, double y);
/* Clicks repeatedly until a condition holds, because the first click may come before the widget has its final position. The expression
 * `widget` is evaluated before each click; while it is NULL, nothing is clicked. */
#define CLICK_UNTIL(widget, condition)                                                                 \
  G_STMT_START                                                                                         \
  {                                                                                                    \
    for (int try_ = 0; !(condition) && try_ < 20; try_++)                                              \
      {                                                                                                \
        GtkWidget *target_ = GTK_WIDGET (widget);                                                      \
                                                                                                       \
        if (target_ != NULL)                                                                           \
          wb_hands_click (target_, NAN, NAN);                                                          \
        for (gint64 end_ = g_get_monotonic_time () + 2 * G_USEC_PER_SEC; !(condition) && g_get_monotonic_time () < end_;) \
          wb_test_turn (0.01);                                                                         \
      }                                                                                                \
    g_assert_true (condition);                                                                         \
  }                                                                                                    \
  G_STMT_END
/* Chooses an item of the menu of a button. On a slow machine the menu may close before the click, so it is opened again until a
 * condition holds. */
#define CHOOSE_UNTIL(button, item, condition)                                                                    \
  CLICK_UNTIL (wb_hands_find (button, item) != NULL ? wb_hands_find (button, item) : (button), condition)
/* Presses the first mouse button at (x0, y0), moves the pointer in steps to (x1, y1) and releases the button. */
void wb_hands_drag (GtkWidget *widget, double x0, double y0, double x1, double y1);
/* Presses and releases a key while the modifiers are held. */
void wb_hands_key (guint key, GdkModifierType held);
/* Writes a picture of a window for a person to look at, as NAME.png in the folder
 * of the environment variable WB_TEST_PICTURES. Does nothing without this
 * variable. */
void wb_hands_picture (WbWindow *window, const char *name);
/* Types text; a line break is typed as Return. */
void wb_hands_type (const char *text);

G_END_DECLS
