/* What the tests of the window share. */
#pragma once

#include "wb-window.h"

G_BEGIN_DECLS

/* A loaded machine is slow, not wrong: so long nothing that is waited for may take. */
#define WB_TEST_PATIENCE_US (120 * G_USEC_PER_SEC)

/* Runs the main loop until the condition holds; fails when patience ends. */
#define WAIT_FOR(condition)                                                              \
  G_STMT_START                                                                           \
  {                                                                                      \
    gint64 end_ = g_get_monotonic_time () + WB_TEST_PATIENCE_US;                         \
    while (!(condition) && g_get_monotonic_time () < end_)                               \
      if (!g_main_context_iteration (NULL, FALSE))                                       \
        g_usleep (1000);                                                                 \
    g_assert_true (condition);                                                           \
  }                                                                                      \
  G_STMT_END

/* Style and locale as the program sets them; call after gtk_test_init. */
void wb_test_init (void);
/* A shown window of 1440 × 900 with a model open; model NULL: none. */
WbWindow *wb_test_window (const char *model);
/* Closes it and checks that nothing holds on to it. */
void wb_test_close (WbWindow *window);
/* The text of the message at the foot; "" where none was shown. */
const char *wb_test_toast (WbWindow *window);
/* First descendant of a type whose CSS class or tooltip holds text; NULL text: the first. */
GtkWidget *wb_test_find (GtkWidget *from, GType type, const char *text);
void wb_test_spin (void);

G_END_DECLS
