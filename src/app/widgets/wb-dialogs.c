/* Opens the dialogs of files, questions and messages, and calls a function with the answer. */
#include "wb-dialogs.h"

#include <glib/gi18n.h>
#include <string.h>

#include "plot-view.h"

static WbFileHook file_hook;

void
wb_dialogs_set_file_hook (WbFileHook hook)
{
  file_hook = hook;
}

typedef struct { GtkWindow *parent; GtkNativeDialog *dialog; WbPathFunc func; gpointer user; } Request;

static void
answer (Request *request, const char *path)
{
  g_signal_handlers_disconnect_by_data (request->parent, request);
  g_signal_handlers_disconnect_by_data (request->dialog, request);
  request->func (path, request->user);
  gtk_native_dialog_destroy (request->dialog);
  g_object_unref (request->dialog);
  g_free (request);
}

static void
on_file_response (GtkNativeDialog *dialog, int response, Request *request)
{
  g_autoptr (GFile) file = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog)) : NULL;
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;

  answer (request, path);
}

/* Closes the file chooser together with its parent. GTK would leave it open, but its answer could not be
 * used. */
static void
on_parent_gone (GtkWindow *parent, Request *request)
{
  answer (request, NULL);
}

static void
run_chooser (GtkWindow *parent, const char *title, GtkFileChooserAction action, const char *filter_name, const char *patterns,
             const char *suggested, WbPathFunc func, gpointer user)
{
  gboolean save = action == GTK_FILE_CHOOSER_ACTION_SAVE;
  GtkFileChooserNative *dialog;
  Request *request;

  if (file_hook != NULL && file_hook (save, suggested, func, user))
    return;
  dialog = gtk_file_chooser_native_new (title, parent, action, save ? _("_Save") : _("_Open"), _("_Cancel"));
  if (patterns != NULL)
    {
      GtkFileFilter *filter = gtk_file_filter_new ();
      g_auto (GStrv) list = g_strsplit (patterns, " ", -1);

      gtk_file_filter_set_name (filter, filter_name);
      for (guint i = 0; list[i] != NULL; i++)
        gtk_file_filter_add_pattern (filter, list[i]);
      gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (dialog), filter);
      g_object_unref (filter);
    }
  if (suggested != NULL)
    gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), suggested);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  request = g_new0 (Request, 1);
  *request = (Request) { parent, GTK_NATIVE_DIALOG (dialog), func, user };
  g_signal_connect (dialog, "response", G_CALLBACK (on_file_response), request);
  g_signal_connect (parent, "destroy", G_CALLBACK (on_parent_gone), request);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

void
wb_dialogs_open_file (GtkWindow *parent, const char *title, const char *filter_name, const char *patterns, WbPathFunc func, gpointer user)
{
  run_chooser (parent, title, GTK_FILE_CHOOSER_ACTION_OPEN, filter_name, patterns, NULL, func, user);
}

/* The data of a request for a file name. They exist from the opening of the chooser until func is
 * called. */
typedef struct { GtkWindow *parent; char *ending, *path; WbPathFunc func; gpointer user; } Naming;

static void
naming_free (gpointer data)
{
  Naming *naming = data;

  if (naming->func != NULL) /* if there was no answer, call func so that it frees user's data */
    naming->func (NULL, naming->user);
  g_free (naming->ending);
  g_free (naming->path);
  g_free (naming);
}

static void
on_replace (WbAnswer answer, gpointer user)
{
  Naming *naming = user;
  WbPathFunc func = g_steal_pointer (&naming->func);

  func (answer == WB_ANSWER_YES ? naming->path : NULL, naming->user);
}

static gboolean
has_ending (const char *path, const char *ending)
{
  gsize length = strlen (path), n = strlen (ending);

  return length > n && g_ascii_strcasecmp (path + length - n, ending) == 0;
}

/* Handles the chosen name. The chooser has already asked before overwriting that file. If an ending is added, the name means another file,
 * so asks again if that file exists. */
static void
on_named (const char *path, gpointer user)
{
  Naming *naming = user;
  g_autofree char *name = NULL, *text = NULL;

  if (path == NULL)
    {
      naming_free (naming);
      return;
    }
  naming->path = has_ending (path, naming->ending) ? g_strdup (path) : g_strconcat (path, naming->ending, NULL);
  if (g_str_equal (naming->path, path) || !g_file_test (naming->path, G_FILE_TEST_EXISTS))
    {
      on_replace (WB_ANSWER_YES, naming);
      naming_free (naming);
      return;
    }
  name = g_path_get_basename (naming->path);
  text = g_strdup_printf (_("Replace “%s”"), name);
  wb_dialogs_ask (naming->parent, text, _("A file with this name already exists. Its content will be lost."), _("Replace"), _("Cancel"),
                  on_replace, naming, naming_free);
}

void
wb_dialogs_save_file (GtkWindow *parent, const char *title, const char *suggested, WbPathFunc func, gpointer user)
{
  const char *dot = strrchr (suggested, '.');
  Naming *naming = g_new0 (Naming, 1);

  *naming = (Naming) { .parent = parent, .ending = g_strdup (dot != NULL ? dot : ""), .func = func, .user = user };
  run_chooser (parent, title, GTK_FILE_CHOOSER_ACTION_SAVE, NULL, NULL, suggested, on_named, naming);
}

void
wb_dialogs_about (GtkWindow *parent)
{
  GtkWindow *about = g_object_new (GTK_TYPE_ABOUT_DIALOG, "transient-for", parent, "modal", TRUE, "destroy-with-parent", TRUE,
                                   "program-name", "Stepwise", "version", WB_VERSION, "logo-icon-name", "org.stepwise.Stepwise", "comments",
                                   _("See each step of a numerical integrator"), "license-type", GTK_LICENSE_MIT_X11, "translator-credits",
                                   _("translator-credits"), NULL);

  gtk_widget_add_css_class (GTK_WIDGET (about), "wb");
  gtk_window_present (about);
  /* GTK focuses the label of the name and selects its text; remove the selection. */
  if (GTK_IS_LABEL (gtk_window_get_focus (about)))
    gtk_label_select_region (GTK_LABEL (gtk_window_get_focus (about)), 0, 0);
}

void
wb_dialogs_shortcuts (GtkWindow *parent)
{
  g_autoptr (GtkBuilder) builder = gtk_builder_new_from_resource ("/org/stepwise/Stepwise/gtk/help-overlay.ui");
  GtkWindow *window = GTK_WINDOW (gtk_builder_get_object (builder, "help_overlay"));

  gtk_window_set_transient_for (window, parent);
  gtk_window_set_destroy_with_parent (window, TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (window), "wb");
  gtk_window_present (window);
}

typedef struct { WbAnswerFunc func; gpointer user; GDestroyNotify destroy; } Question;

static void
question_free (gpointer data, GClosure *closure)
{
  Question *question = data;

  question->destroy (question->user);
  g_free (question);
}

static void
on_answer (GtkDialog *dialog, int response, Question *question)
{
  WbAnswer answer = response == GTK_RESPONSE_YES ? WB_ANSWER_YES : response == GTK_RESPONSE_NO ? WB_ANSWER_NO : WB_ANSWER_NONE;

  question->func (answer, question->user);
  gtk_window_destroy (GTK_WINDOW (dialog));
}

void
wb_dialogs_ask (GtkWindow *parent, const char *text, const char *detail, const char *yes, const char *no, WbAnswerFunc func, gpointer user,
                GDestroyNotify destroy)
{
  GtkWidget *dialog = gtk_message_dialog_new (parent, GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT, GTK_MESSAGE_QUESTION, GTK_BUTTONS_NONE,
                                              "%s", text);
  Question *question = g_new0 (Question, 1);

  gtk_message_dialog_format_secondary_text (GTK_MESSAGE_DIALOG (dialog), "%s", detail);
  gtk_dialog_add_button (GTK_DIALOG (dialog), no, GTK_RESPONSE_NO);
  gtk_dialog_add_button (GTK_DIALOG (dialog), yes, GTK_RESPONSE_YES);
  gtk_dialog_set_default_response (GTK_DIALOG (dialog), GTK_RESPONSE_YES);
  gtk_widget_add_css_class (dialog, "wb");
  *question = (Question) { func, user, destroy };
  g_signal_connect_data (dialog, "response", G_CALLBACK (on_answer), question, question_free, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

typedef struct { GtkWindow *parent; WbChangesFunc func; gpointer user; GDestroyNotify destroy; WbChanges answer; } ChangesQuestion;

static void
changes_question_free (gpointer data)
{
  ChangesQuestion *question = data;

  question->destroy (question->user);
  g_object_unref (question->parent);
  g_free (question);
}

static gboolean
report_changes_answer (gpointer data)
{
  ChangesQuestion *question = data;

  question->func (question->answer, question->user);
  return G_SOURCE_REMOVE;
}

/* Report the answer after the click on the dialog has been handled. func may close the parent and with it the dialog. */
static void
on_changes_answer (GtkDialog *dialog, int response, ChangesQuestion *question)
{
  question->answer = response == GTK_RESPONSE_YES ? WB_CHANGES_SAVE : response == GTK_RESPONSE_NO ? WB_CHANGES_DISCARD : WB_CHANGES_KEEP;
  g_object_ref (question->parent);
  g_idle_add_full (G_PRIORITY_DEFAULT, report_changes_answer, question, changes_question_free);
  gtk_window_destroy (GTK_WINDOW (dialog));
}

void
wb_dialogs_ask_changes (GtkWindow *parent, const char *file, WbChangesFunc func, gpointer user, GDestroyNotify destroy)
{
  GtkWidget *dialog = gtk_message_dialog_new (parent, GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT, GTK_MESSAGE_QUESTION, GTK_BUTTONS_NONE,
                                              _("Save the changes of “%s”?"), file);
  ChangesQuestion *question = g_new0 (ChangesQuestion, 1);

  gtk_message_dialog_format_secondary_text (GTK_MESSAGE_DIALOG (dialog), "%s", _("Changes that are not saved will be lost."));
  gtk_dialog_add_button (GTK_DIALOG (dialog), _("Cancel"), GTK_RESPONSE_CANCEL);
  gtk_dialog_add_button (GTK_DIALOG (dialog), _("Discard"), GTK_RESPONSE_NO);
  gtk_dialog_add_button (GTK_DIALOG (dialog), _("Save"), GTK_RESPONSE_YES);
  gtk_dialog_set_default_response (GTK_DIALOG (dialog), GTK_RESPONSE_YES);
  gtk_widget_add_css_class (dialog, "wb");
  *question = (ChangesQuestion) { parent, func, user, destroy, WB_CHANGES_KEEP };
  g_signal_connect (dialog, "response", G_CALLBACK (on_changes_answer), question);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* Returns a text editor of the system, or NULL if there is none. This program is not returned, although it opens models
 * too. */
static GAppInfo *
find_editor (const char *path)
{
  g_autofree char *type = g_content_type_guess (path, NULL, 0, NULL);
  const char *types[] = { type, "text/plain" };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      GAppInfo *first = g_app_info_get_default_for_type (types[i], FALSE);
      GList *others = first != NULL ? g_app_info_get_all_for_type (types[i]) : NULL;
      GAppInfo *found = NULL;

      others = first != NULL ? g_list_prepend (others, first) : NULL;
      for (GList *link = others; found == NULL && link != NULL; link = link->next)
        if (g_strcmp0 (g_app_info_get_id (link->data), "org.stepwise.Stepwise.desktop") != 0)
          found = g_object_ref (link->data);
      g_list_free_full (others, g_object_unref);
      if (found != NULL)
        return found;
    }
  return NULL;
}

gboolean
wb_dialogs_open_in_editor (GtkWindow *parent, const char *path, GError **error)
{
  g_autoptr (GAppInfo) editor = find_editor (path);
  g_autoptr (GdkAppLaunchContext) context = gdk_display_get_app_launch_context (gtk_widget_get_display (GTK_WIDGET (parent)));
  g_autoptr (GFile) file = g_file_new_for_path (path);
  GList files = { .data = file };

  if (editor == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _("No text editor is installed. The file is %s"), path);
      return FALSE;
    }
  return g_app_info_launch (editor, &files, G_APP_LAUNCH_CONTEXT (context), error);
}
