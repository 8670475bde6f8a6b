/* Every dialog of the program behind one header, so that a newer toolkit
 * changes one file. Main thread. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* path is NULL where the user cancelled, or the parent was closed: then nothing
 * but what user holds is to be let go. */
typedef void (*WbPathFunc) (const char *path, gpointer user);
/* Replaced by tests: returns TRUE where it answered. */
typedef gboolean (*WbFileHook) (gboolean save, const char *suggested, WbPathFunc func, gpointer user);
/* Replaces the file choosers in tests; NULL restores them. */
void wb_dialogs_set_file_hook (WbFileHook hook);

/* Asks for an existing file. patterns are separated by spaces, as in "*.yaml
 * *.stepwise". */
void wb_dialogs_open_file (GtkWindow *parent, const char *title, const char *filter_name, const char *patterns, WbPathFunc func,
                           gpointer user);
/* Asks for the name of a file to write, and before overwriting one. A name
 * without the ending of `suggested` gets it. */
void wb_dialogs_save_file (GtkWindow *parent, const char *title, const char *suggested, WbPathFunc func, gpointer user);
/* Shows the program's version, licence and credits. */
void wb_dialogs_about (GtkWindow *parent);
/* Shows the list of keys. */
void wb_dialogs_shortcuts (GtkWindow *parent);
/* func is called with the answer; without one where the parent is closed first,
 * not at all. user is freed by destroy in any case. */
typedef void (*WbAnswerFunc) (gboolean yes, gpointer user);
/* Asks a question with two answers; func may be NULL. destroy frees user in
 * every case. */
void wb_dialogs_ask (GtkWindow *parent, const char *text, const char *detail, const char *yes, const char *no, WbAnswerFunc func, gpointer user,
                     GDestroyNotify destroy);
/* Opens a file in the system's editor; FALSE with an error where there is none.
 */
gboolean wb_dialogs_open_in_editor (GtkWindow *parent, const char *path, GError **error);

G_END_DECLS
