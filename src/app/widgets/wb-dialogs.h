/* All dialogs of the program. Only the file behind this header uses the dialogs
 * of GTK, so that a newer GTK changes one file. Main thread. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Receives the chosen path. path is NULL if the user cancelled or the parent
 * was closed; the function then only frees data of user. */
typedef void (*WbPathFunc) (const char *path, gpointer user);
/* Function of tests that replaces a file chooser. Returns TRUE if it gave an
 * answer. */
typedef gboolean (*WbFileHook) (gboolean save, const char *suggested, WbPathFunc func, gpointer user);
/* Replaces the file choosers in tests; NULL restores them. */
void wb_dialogs_set_file_hook (WbFileHook hook);

/* Asks for an existing file. patterns are separated by spaces, as in "*.yaml
 * *.stepwise". */
void wb_dialogs_open_file (GtkWindow *parent, const char *title, const char *filter_name, const char *patterns, WbPathFunc func,
                           gpointer user);
/* Asks for the name of a file to write, and for confirmation before overwriting
 * one. Adds the ending of `suggested` to a name without it. */
void wb_dialogs_save_file (GtkWindow *parent, const char *title, const char *suggested, WbPathFunc func, gpointer user);
/* Shows the program's version, licence and credits. */
void wb_dialogs_about (GtkWindow *parent);
/* Shows the list of keys. */
void wb_dialogs_shortcuts (GtkWindow *parent);
/* WB_ANSWER_NONE: the dialog was closed without an answer, for example by Escape. */
typedef enum { WB_ANSWER_NONE, WB_ANSWER_NO, WB_ANSWER_YES } WbAnswer;
/* Receives the answer. It is not called if the parent is closed first. destroy
 * frees user in both cases. */
typedef void (*WbAnswerFunc) (WbAnswer answer, gpointer user);
/* Asks a question with two answers; func may be NULL. destroy frees user in
 * every case. */
void wb_dialogs_ask (GtkWindow *parent, const char *text, const char *detail, const char *yes, const char *no, WbAnswerFunc func, gpointer user,
                     GDestroyNotify destroy);
/* The action for changes that are not saved. */
typedef enum { WB_CHANGES_KEEP, WB_CHANGES_SAVE, WB_CHANGES_DISCARD } WbChanges;
/* Receives the answer; WB_CHANGES_KEEP if the user cancelled. */
typedef void (*WbChangesFunc) (WbChanges answer, gpointer user);
/* Asks whether to save the changes of a file. destroy frees user in every case.
 */
void wb_dialogs_ask_changes (GtkWindow *parent, const char *file, WbChangesFunc func, gpointer user, GDestroyNotify destroy);
/* Opens a file in the system's editor. Returns FALSE with an error if there is
 * no editor. */
gboolean wb_dialogs_open_in_editor (GtkWindow *parent, const char *path, GError **error);

G_END_DECLS
