/* Functions that the tests of the window share. */
#pragma once

#include "wb-field.h"
#include "wb-session-layout.h"
#include "wb-window.h"

G_BEGIN_DECLS

/* Longest time in s to wait for a condition. It is long, because a loaded computer is slow. With a sanitizer the program itself is slow
 * too. */
#if defined __SANITIZE_THREAD__ || defined __SANITIZE_ADDRESS__
#define WB_TEST_PATIENCE_US (600 * G_USEC_PER_SEC)
#else
#define WB_TEST_PATIENCE_US (120 * G_USEC_PER_SEC)
#endif

/* Runs the main loop until the condition is true. Fails if this takes too
 * long. */
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

/* Sets the style and the locale as the program does. Makes warnings fatal, except those of wb_test_is_excused. Call this once, after
 * gtk_test_init. */
void wb_test_init (void);
/* Initializes GTK and the tests with the locale of the environment, which must be German, and with the messages of the build folder. */
void wb_test_init_german (int *argc, char ***argv);
/* Returns whether a log message comes from a harmless defect of GTK 4.8: a text view
 * moves its scroll bar while it is being drawn, and GTK draws the parts of the bar, which are of
 * the type GtkGizmo, in the next frame. The same message about another widget is a fault. */
gboolean wb_test_is_excused (const GLogField *fields, gsize n);
/* Returns a visible window of 1440 × 900 px with this model. model NULL: no model is
 * open. */
WbWindow *wb_test_window (const char *model);
/* Returns the window of wb_test_window after its run has reached time t and is
 * drawn. */
WbWindow *wb_test_window_at (const char *model, double t);
/* Closes the window and checks that it is finalized. */
void wb_test_close (WbWindow *window);
/* Activates an action without a parameter by its full name, such as "win.undo". The action must
 * exist. */
void wb_test_act (WbWindow *window, const char *action);
/* Runs to the end and waits until the run has finished. */
void wb_test_finish (WbSession *session);
void wb_test_assert_value (WbSession *session, WbKind kind, const char *key, const char *expected);
/* Returns the index of the first plot of a kind in the Simulate view. Fails if there is
 * none. */
int wb_test_plot (WbWindow *window, const PlotKind *kind);
/* Returns the message at the bottom of the window, or "" if there is
 * none. */
const char *wb_test_toast (WbWindow *window);
/* Returns the first descendant of a type whose CSS class or tooltip contains text, or NULL. text NULL: returns the first one of the
 * type. */
GtkWidget *wb_test_find (GtkWidget *from, GType type, const char *text);
/* Returns the first visible label below `from` that contains a text, or NULL. */
GtkWidget *wb_test_label_with (GtkWidget *from, const char *text);
/* Returns the field with this key below a widget, or NULL. */
WbField *wb_test_field (GtkWidget *from, const char *key);
/* Types a text into the control of a field in place of its text. */
void wb_test_type (WbField *field, const char *text);
/* Returns the first event controller of a type of a widget, borrowed, or
 * NULL. */
GtkEventController *wb_test_controller (GtkWidget *widget, GType type);
/* Sends a key to the event controllers of a widget. Returns TRUE if one of them has handled
 * it. */
gboolean wb_test_press (GtkWidget *widget, guint key, GdkModifierType state);
/* Runs a copied command ("stepwise-cli …") with further arguments. The program is that of the environment
 * variable STEPWISE_CLI. If the command fails, the test fails. Returns its standard output. Free it with
 * g_free. */
char *wb_test_run_command (const char *command, const char *arguments);
/* Returns the text of the clipboard. Free it with g_free. */
char *wb_test_clipboard (GtkWidget *widget);
/* Empties the clipboard. */
void wb_test_clear_clipboard (GtkWidget *widget);
/* wb_test_place returns the path of a file in the temporary folder; free it with g_free.
 * wb_test_n_files returns the number of files in a folder, or 0 if the folder does not
 * exist. */
char *wb_test_place (const char *name);
int wb_test_n_files (const char *folder);
/* A handler for signals with a text argument, such as "saved". It counts its
 * calls. */
void wb_test_count (gpointer object, const char *text, int *count);
/* Writes a file into a folder and returns the path of the file. Free it with g_free. */
char *wb_test_write (const char *folder, const char *name, const char *text);
/* Returns the visible window that was opened last, except not_this; borrowed. Returns NULL if there is
 * none. */
GtkWindow *wb_test_newest_window (GtkWindow *not_this);
/* These functions run the main loop a few times or for some time, so that other things can happen. Do not use them to wait for a
 * condition. */
void wb_test_spin (void);
void wb_test_turn (double seconds);

G_END_DECLS
