/* What the tests of the window share. */
#pragma once

#include "wb-session-layout.h"
#include "wb-window.h"

G_BEGIN_DECLS

/* A loaded machine is slow, not wrong: so long nothing that is waited for may take. */
#ifdef __SANITIZE_THREAD__
#define WB_TEST_PATIENCE_US (600 * G_USEC_PER_SEC)
#else
#define WB_TEST_PATIENCE_US (120 * G_USEC_PER_SEC)
#endif

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
/* The same with a run that has gone to time t and is drawn. */
WbWindow *wb_test_window_at (const char *model, double t);
/* Closes it and checks that nothing holds on to it. */
void wb_test_close (WbWindow *window);
/* An action without a parameter, which there must be, by its full name ("win.undo"). */
void wb_test_act (WbWindow *window, const char *action);
/* Runs to the end and waits until it is there. */
void wb_test_finish (WbSession *session);
void wb_test_assert_value (WbSession *session, WbKind kind, const char *key, const char *expected);
/* The first plot of a kind in the simulate view, which there must be. */
int wb_test_plot (WbWindow *window, const PlotKind *kind);
/* The text of the message at the foot; "" where none was shown. */
const char *wb_test_toast (WbWindow *window);
/* First descendant of a type whose CSS class or tooltip holds text; NULL text: the first. */
GtkWidget *wb_test_find (GtkWidget *from, GType type, const char *text);
/* The widget's first controller of a type; NULL: none. The widget holds it. */
GtkEventController *wb_test_controller (GtkWidget *widget, GType type);
/* What a key does to a widget, by its own controllers: TRUE where one of them took it. */
gboolean wb_test_press (GtkWidget *widget, guint key, GdkModifierType state);
/* A file's path in the folder of what is temporary; free with g_free. And how many files a folder holds; 0: there is none. */
char *wb_test_place (const char *name);
int wb_test_n_files (const char *folder);
/* A handler of signals that tell a text, such as where a file was saved: counts them. */
void wb_test_count (gpointer object, const char *text, int *count);
/* Writes a file into a folder and returns its path; free with g_free. */
char *wb_test_write (const char *folder, const char *name, const char *text);
/* The window that was opened last and is on the screen, but not this one; NULL: none. Borrowed. */
GtkWindow *wb_test_newest_window (GtkWindow *not_this);
/* Some rounds of the main loop, and the loop for a time: for what happens meanwhile, never for what must have happened then. */
void wb_test_spin (void);
void wb_test_turn (double seconds);

G_END_DECLS
