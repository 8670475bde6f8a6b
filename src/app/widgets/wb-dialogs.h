/* All dialogs of the program. Only wb-dialogs.c uses the dialogs of GTK, so that a newer version of GTK requires a change in one file. Main
 * thread. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A function that receives the chosen path. If the user has cancelled or the parent was closed, path is NULL, and the function only frees
 * the data of user. */
typedef void (*WbPathFunc) (const char *path, gpointer user);
/* A function of tests that replaces the file chooser. It returns TRUE if it has given an
 * answer. */
typedef gboolean (*WbFileHook) (gboolean save, const char *suggested, WbPathFunc func, gpointer user);
/* Replaces the file chooser by a function, for tests. hook NULL restores the chooser. */
void wb_dialogs_set_file_hook (WbFileHook hook);

/* Asks for an existing file. patterns: file name patterns separated by spaces, such as "*.yaml
 * *.stepwise". */
void wb_dialogs_open_file (GtkWindow *parent, const char *title, const char *filter_name, const char *patterns, WbPathFunc func,
                           gpointer user);
/* Asks for the name of a file to write. If the name has no ending, adds the ending of `suggested`. Asks for confirmation before overwriting
 * a file. */
void wb_dialogs_save_file (GtkWindow *parent, const char *title, const char *suggested, WbPathFunc func, gpointer user);
/* Shows a dialog with the version, licence and credits of the program. */
void wb_dialogs_about (GtkWindow *parent);
/* Shows a window with the list of keys. */
void wb_dialogs_shortcuts (GtkWindow *parent);
/* The answers to a question. WB_ANSWER_NONE: the dialog was closed without an answer, for example by Escape. */
typedef enum { WB_ANSWER_NONE, WB_ANSWER_NO, WB_ANSWER_YES } WbAnswer;
/* A function that receives the answer. It is not called if the parent is closed before. destroy frees user in both
 * cases. */
typedef void (*WbAnswerFunc) (WbAnswer answer, gpointer user);
/* Asks a question with two answers, whose labels are yes and no. func may be NULL. destroy frees user in every
 * case. */
void wb_dialogs_ask (GtkWindow *parent, const char *text, const char *detail, const char *yes, const char *no, WbAnswerFunc func, gpointer user,
                     GDestroyNotify destroy);
/* The answers to the question what to do with changes that are not saved. WB_CHANGES_KEEP: the user has cancelled. */
typedef enum { WB_CHANGES_KEEP, WB_CHANGES_SAVE, WB_CHANGES_DISCARD } WbChanges;
/* A function that receives the answer; WB_CHANGES_KEEP if the user has cancelled. */
typedef void (*WbChangesFunc) (WbChanges answer, gpointer user);
/* Asks whether to save the changes of a file. destroy frees user in every case.
 */
void wb_dialogs_ask_changes (GtkWindow *parent, const char *file, WbChangesFunc func, gpointer user, GDestroyNotify destroy);
/* Opens a file in the text editor of the system. Returns FALSE with an error if there is no
 * editor. */
gboolean wb_dialogs_open_in_editor (GtkWindow *parent, const char *path, GError **error);

G_END_DECLS
