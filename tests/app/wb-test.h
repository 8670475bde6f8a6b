/* Functions that the tests of the window share. */
#pragma once

#include "wb-session-layout.h"
#include "wb-window.h"

G_BEGIN_DECLS

/* The longest time to wait for a condition. It is long, because a loaded
 * machine is slow. */
#ifdef __SANITIZE_THREAD__
#define WB_TEST_PATIENCE_US (600 * G_USEC_PER_SEC)
#else
#define WB_TEST_PATIENCE_US (120 * G_USEC_PER_SEC)
#endif

/* Runs the main loop until the condition is true. Fails after the longest time
 * to wait. */
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

/* Sets style and locale as the program does, and keeps warnings fatal except
 * those of wb_test_is_excused. Call it once, after gtk_test_init. */
void wb_test_init (void);
/* Returns whether a log message comes from a defect of GTK 4.8 that does no
 * harm: a text view moves its scroll bar while it is drawn, and GTK draws the
 * bar in the next frame. */
gboolean wb_test_is_excused (const GLogField *fields, gsize n);
/* Returns a shown window of 1440 × 900 px with this model open; model NULL:
 * none. */
WbWindow *wb_test_window (const char *model);
/* Returns the window of wb_test_window after its run has reached time t and is
 * drawn. */
WbWindow *wb_test_window_at (const char *model, double t);
/* Closes the window and checks that it is finalized. */
void wb_test_close (WbWindow *window);
/* Activates an action without parameter by its full name ("win.undo"). The
 * action must exist. */
void wb_test_act (WbWindow *window, const char *action);
/* Runs to the end and waits until the end is reached. */
void wb_test_finish (WbSession *session);
void wb_test_assert_value (WbSession *session, WbKind kind, const char *key, const char *expected);
/* Returns the index of the first plot of a kind in the Simulate view. There
 * must be one. */
int wb_test_plot (WbWindow *window, const PlotKind *kind);
/* Returns the text of the message at the bottom of the window, or "" if none
 * was shown. */
const char *wb_test_toast (WbWindow *window);
/* Returns the first descendant of a type whose CSS class or tooltip contains
 * text; text NULL: the first of the type. */
GtkWidget *wb_test_find (GtkWidget *from, GType type, const char *text);
/* Returns the first mapped label below `from` that contains a text, or NULL. */
GtkWidget *wb_test_label_with (GtkWidget *from, const char *text);
/* Returns the widget's first controller of a type, or NULL. The widget owns
 * it. */
GtkEventController *wb_test_controller (GtkWidget *widget, GType type);
/* Sends a key to the controllers of a widget. Returns TRUE if one of them
 * handled it. */
gboolean wb_test_press (GtkWidget *widget, guint key, GdkModifierType state);
/* Runs a copied command ("stepwise-cli …") with more arguments, by the program
 * in the variable STEPWISE_CLI. A failure fails the test. Returns its standard
 * output; free it with g_free. */
char *wb_test_run_command (const char *command, const char *arguments);
/* wb_test_place returns the path of a file in the temporary folder; free it
 * with g_free. wb_test_n_files returns the number of files in a folder; 0 if it
 * does not exist. */
char *wb_test_place (const char *name);
int wb_test_n_files (const char *folder);
/* A handler for signals with a text argument, such as "saved". It counts the
 * calls. */
void wb_test_count (gpointer object, const char *text, int *count);
/* Writes a file into a folder and returns its path. Free it with g_free. */
char *wb_test_write (const char *folder, const char *name, const char *text);
/* Returns the visible window that was opened last, except not_this; NULL: there
 * is none. Borrowed. */
GtkWindow *wb_test_newest_window (GtkWindow *not_this);
/* Run the main loop a few times, or for some time, to let other things happen.
 * Do not use them to wait for a condition. */
void wb_test_spin (void);
void wb_test_turn (double seconds);

G_END_DECLS
