/* Every dialog of the program behind one header, so that a newer toolkit changes one file. Main thread. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* path is NULL where the user cancelled, or the parent was closed: then nothing but what user holds is to be let go. */
typedef void (*WbPathFunc) (const char *path, gpointer user);
/* Replaced by tests: returns TRUE where it answered. */
typedef gboolean (*WbFileHook) (gboolean save, const char *suggested, WbPathFunc func, gpointer user);
void wb_dialogs_set_file_hook (WbFileHook hook);

/* Choosers; patterns as "*.yaml *.stepwise". Overwriting asks; a name without the suggestion's ending gets it. */
void wb_dialogs_open_file (GtkWindow *parent, const char *title, const char *filter_name, const char *patterns, WbPathFunc func,
                           gpointer user);
void wb_dialogs_save_file (GtkWindow *parent, const char *title, const char *suggested, WbPathFunc func, gpointer user);
void wb_dialogs_about (GtkWindow *parent);
void wb_dialogs_shortcuts (GtkWindow *parent);
/* func is called with the answer; without one where the parent is closed first, not at all. user is freed by destroy in any case. */
typedef void (*WbAnswerFunc) (gboolean yes, gpointer user);
void wb_dialogs_ask (GtkWindow *parent, const char *text, const char *detail, const char *yes, const char *no, WbAnswerFunc func, gpointer user,
                     GDestroyNotify destroy);
/* Opens a file in the system's editor; FALSE with an error where there is none. */
gboolean wb_dialogs_open_in_editor (GtkWindow *parent, const char *path, GError **error);

G_END_DECLS
