/* Checks the text after the user has stopped typing, saves it, and asks what to do if the file was changed by another
 * program. */
#include "wb-model-editor.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>

#include "model-yaml.h"
#include "sim-output-file.h"
#include "wb-dialogs.h"
#include "wb-document.h"
#include "wb-editor-errors.h"
#include "wb-lessons.h"
#include "wb-session-layout.h"
#include "wb-tooltip.h"
#include "wb-user-models.h"
#include "wb-widgets.h"
#include "wb-wrap.h"

/* Time in ms after the last key press until the text is checked. */
#define CHECK_DELAY_MS 250

struct _WbModelEditor
{
  GtkWidget parent_instance;
  WbSession *session;
  GtkWidget *box, *name, *state, *undo, *redo, *outside, *save, *text, *errors, *conflict, *conflict_text;
  const WbDocument *document;
  char *lesson;    /* path of the lesson that is edited; NULL: the model of the session is edited */
  char *path;      /* path of the text; NULL: the model has no file */
  char *loaded;    /* the text when it was last loaded or saved */
  char *other;     /* the text of the file if another program has changed it while there are unsaved changes; otherwise NULL */
  guint check_source;
  WbJob *checking; /* job of the running check, or NULL */
};

G_DEFINE_FINAL_TYPE (WbModelEditor, wb_model_editor, GTK_TYPE_WIDGET)

static GtkTextBuffer *
buffer_of (WbModelEditor *self)
{
  return gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->text));
}

/* ---- the list of errors and warnings ---- */

static void
set_state (WbModelEditor *self, const char *text, gboolean wrong)
{
  gtk_label_set_text (GTK_LABEL (self->state), text);
  gtk_widget_set_css_classes (self->state, (const char *[]) { "editor-state", wrong ? "wrong" : NULL, NULL });
}

static void
show_errors (WbModelEditor *self, const GPtrArray *errors)
{
  guint n = model_diagnostics_n_errors (errors), n_warnings = model_diagnostics_n_warnings (errors);
  g_autofree char *count = n > 0 ? g_strdup_printf (ngettext ("%u error", "%u errors", n), n)
                                 : g_strdup_printf (ngettext ("%u warning", "%u warnings", n_warnings), n_warnings);

  wb_editor_errors_show (self->errors, errors, self->path);
  set_state (self, n + n_warnings > 0 ? count : _("No errors"), n > 0);
}

/* ---- the check ---- */

static void
on_check_result (gpointer owner, gpointer result, const GError *error)
{
  WbModelEditor *self = owner;
  WbDocumentCheck *check = result;

  if (check == NULL)
    return;
  show_errors (self, check->diagnostics);
  if (check->object != NULL && check->document == self->document && self->document->checked != NULL)
    self->document->checked (self->session, g_steal_pointer (&check->object));
  wb_document_check_free (check);
}

static gboolean
check_now (gpointer user)
{
  WbModelEditor *self = user;

  self->check_source = 0;
  wb_document_check_start (&self->checking, self->document, wb_source_view_get_text (WB_SOURCE_VIEW (self->text)), self->path, self, on_check_result);
  return G_SOURCE_REMOVE;
}

static void
check_soon (WbModelEditor *self)
{
  g_clear_handle_id (&self->check_source, g_source_remove);
  g_clear_pointer (&self->checking, wb_job_cancel);
  self->check_source = g_timeout_add (CHECK_DELAY_MS, check_now, self);
}

gboolean
wb_model_editor_is_checked (WbModelEditor *self)
{
  return self->check_source == 0 && self->checking == NULL;
}

/* ---- text ---- */

/* Returns the text of a file. Returns NULL if it cannot be read or is larger than a model may be. */
static char *
read_file (const char *path)
{
  g_autofree char *text = NULL;
  GStatBuf info;

  if (path == NULL || g_stat (path, &info) != 0 || info.st_size > MODEL_YAML_MAX_BYTES || !g_file_get_contents (path, &text, NULL, NULL))
    return NULL;
  return g_utf8_make_valid (text, -1);
}

/* Returns the text to edit: that of the lesson's file, or that of the model file if it has errors, otherwise that of the open model. */
static char *
text_to_show (WbModelEditor *self)
{
  const char *failed = wb_session_failed_file (self->session);
  char *text = self->lesson != NULL ? read_file (self->lesson) : read_file (failed);

  if (text == NULL && self->lesson == NULL && failed == NULL && wb_session_model (self->session) != NULL)
    text = g_strdup (model_text (wb_session_model (self->session)));
  return text != NULL ? text : g_strdup ("");
}

static void
refresh_title (WbModelEditor *self)
{
  gboolean changed = wb_model_editor_is_modified (self), own = self->path != NULL && wb_user_models_is_own (self->path);
  g_autofree char *file = wb_model_editor_file_name (self), *title = changed ? g_strdup_printf (_("%s, not saved"), file) : g_strdup (file);

  gtk_label_set_text (GTK_LABEL (self->name), title);
  wb_tooltip_set (self->name, title); /* in narrow windows the label is shortened */
  gtk_button_set_label (GTK_BUTTON (self->save), own ? _("Save") : gettext (self->document->save_copy));
  gtk_widget_set_sensitive (self->save, changed || !own);
  gtk_widget_set_visible (self->outside, own);
  gtk_widget_set_sensitive (self->undo, gtk_text_buffer_get_can_undo (buffer_of (self)));
  gtk_widget_set_sensitive (self->redo, gtk_text_buffer_get_can_redo (buffer_of (self)));
}

/* Shows the buttons that choose between both versions of the text, after another program has changed the file while there are unsaved
 * changes. Takes ownership of the other text. NULL hides the buttons. */
static void
set_other (WbModelEditor *self, char *other)
{
  g_autofree char *file = wb_model_editor_file_name (self);
  g_autofree char *text = g_strdup_printf (_("Another program changed %s. The text below has changes that are not saved."), file);

  g_free (self->other);
  self->other = other;
  gtk_label_set_text (GTK_LABEL (self->conflict_text), text);
  gtk_widget_set_visible (self->conflict, other != NULL);
}

/* Replaces the text by the version of the other program. The user can undo this. */
static void
take_other (WbModelEditor *self)
{
  GtkTextBuffer *buffer = buffer_of (self);
  GtkTextIter start, end;

  if (self->other == NULL)
    return;
  gtk_text_buffer_get_bounds (buffer, &start, &end);
  gtk_text_buffer_begin_user_action (buffer);
  gtk_text_buffer_delete (buffer, &start, &end);
  gtk_text_buffer_insert (buffer, &start, self->other, -1);
  gtk_text_buffer_end_user_action (buffer);
  g_free (self->loaded);
  self->loaded = g_steal_pointer (&self->other);
  gtk_text_buffer_set_modified (buffer, FALSE);
  set_other (self, NULL);
  wb_session_message (self->session, _("Undo brings your version back"));
  gtk_widget_grab_focus (self->text);
}

/* Keeps the text in the editor. The next save overwrites the version of the other program. */
static void
keep_mine (WbModelEditor *self)
{
  if (self->other == NULL)
    return;
  g_free (self->loaded);
  self->loaded = g_steal_pointer (&self->other);
  set_other (self, NULL);
  gtk_widget_grab_focus (self->text);
}

/* Compares the file with the text that was read from it. If another program has changed the file, shows the buttons that choose between
 * both versions. Returns whether the file is unchanged. */
static gboolean
file_is_unchanged (WbModelEditor *self)
{
  g_autofree char *read = NULL, *text = NULL, *shown = wb_source_view_get_text (WB_SOURCE_VIEW (self->text));

  if (g_file_get_contents (self->path, &read, NULL, NULL))
    text = g_utf8_make_valid (read, -1);
  if (self->other == NULL && (text == NULL || g_strcmp0 (text, self->loaded) == 0 || strcmp (text, shown) == 0))
    return TRUE;
  if (self->other == NULL)
    set_other (self, g_steal_pointer (&text));
  wb_session_message (self->session, _("Not saved: another program changed the file. Choose a version first."));
  return FALSE;
}

/* Checks the text without a change, which finds the warnings of a model. A hidden editor waits until it is shown. */
static void
check_unless_hidden (WbModelEditor *self)
{
  if (self->lesson != NULL || (gtk_widget_get_mapped (GTK_WIDGET (self)) && model_diagnostics_n_errors (wb_session_errors (self->session)) == 0))
    check_now (self);
}

/* Shows the file of the lesson or of the session's model. If the same file is read again, keeps changes that are not saved. */
static void
load (WbModelEditor *self)
{
  const char *path = self->lesson != NULL ? self->lesson : wb_user_models_path (self->session);
  gboolean same = g_strcmp0 (path, self->path) == 0 && self->loaded != NULL;
  g_autofree char *text = text_to_show (self), *shown = wb_source_view_get_text (WB_SOURCE_VIEW (self->text));

  if (!same || (!wb_model_editor_is_modified (self) && strcmp (text, shown) != 0))
    {
      g_free (self->path);
      self->path = g_strdup (path);
      wb_source_view_set_text (WB_SOURCE_VIEW (self->text), text);
    }
  if (same && wb_model_editor_is_modified (self))
    {
      /* The file may have the text in the editor, the text that was loaded, or another one. */
      if (strcmp (text, shown) == 0)
        gtk_text_buffer_set_modified (buffer_of (self), FALSE);
      else if (strcmp (text, self->loaded) != 0)
        set_other (self, g_steal_pointer (&text));
    }
  else
    set_other (self, NULL);
  if (!wb_model_editor_is_modified (self))
    {
      set_other (self, NULL);
      g_free (self->loaded);
      self->loaded = g_steal_pointer (&text);
    }
  if (!wb_model_editor_is_modified (self))
    {
      g_clear_handle_id (&self->check_source, g_source_remove);
      g_clear_pointer (&self->checking, wb_job_cancel);
      if (self->lesson == NULL)
        show_errors (self, wb_session_errors (self->session));
      check_unless_hidden (self);
    }
  refresh_title (self);
}

static void
on_map (WbModelEditor *self)
{
  if (!wb_model_editor_is_modified (self))
    check_unless_hidden (self);
}

/* Shows another lesson, or the model if path is NULL. Does nothing if there are unsaved changes. */
static void
set_lesson (WbModelEditor *self, const char *path)
{
  if (g_strcmp0 (path, self->lesson) == 0 || wb_model_editor_is_modified (self))
    return;
  g_free (self->lesson);
  self->lesson = g_strdup (path);
  self->document = path != NULL ? &wb_document_lesson : &wb_document_model;
  load (self);
}

void
wb_model_editor_edit_lesson (WbModelEditor *self, const char *path)
{
  set_lesson (self, path);
}

/* Updates the text after another model was opened or the file was read again. */
static void
on_model_changed (WbModelEditor *self)
{
  if (self->lesson == NULL)
    load (self);
}

/* Updates the text after a lesson was opened or closed. */
static void
on_lesson_changed (WbModelEditor *self)
{
  const LabLesson *open = wb_lessons_lesson (wb_lessons_of (self->session));

  if (self->lesson != NULL && (open == NULL || strcmp (open->path, self->lesson) != 0))
    set_lesson (self, NULL);
}

static void
on_changed (WbModelEditor *self)
{
  check_soon (self);
  refresh_title (self);
}

WbSourceView *
wb_model_editor_source (WbModelEditor *self)
{
  return WB_SOURCE_VIEW (self->text);
}

void
wb_model_editor_enter (WbModelEditor *self)
{
  gtk_widget_grab_focus (self->text);
  if (!wb_model_editor_is_modified (self))
    wb_editor_errors_go_first (self->errors);
}

gboolean
wb_model_editor_is_modified (WbModelEditor *self)
{
  return gtk_text_buffer_get_modified (buffer_of (self));
}

const char *
wb_model_editor_path (WbModelEditor *self)
{
  return self->path;
}

char *
wb_model_editor_file_name (WbModelEditor *self)
{
  return self->path != NULL ? g_path_get_basename (self->path) : g_strdup (gettext (self->document->name));
}

/* ---- saving ---- */

static gboolean
write_text (WbModelEditor *self, const char *path)
{
  g_autofree char *text = wb_source_view_get_text (WB_SOURCE_VIEW (self->text));
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (GError) error = NULL;

  if (sim_write_file (path, bytes, 0, &error))
    return TRUE;
  wb_session_message (self->session, error->message);
  return FALSE;
}

gboolean
wb_model_editor_save (WbModelEditor *self, char **copy)
{
  *copy = NULL;
  if (self->path == NULL || !wb_user_models_is_own (self->path))
    {
      g_autofree char *stem = wb_model_editor_file_name (self), *text = wb_source_view_get_text (WB_SOURCE_VIEW (self->text));
      g_autoptr (GError) error = NULL;

      *copy = self->document->copy (self->path != NULL ? stem : "model", text, &error);
      if (*copy == NULL)
        wb_session_message (self->session, error->message);
      else
        gtk_text_buffer_set_modified (buffer_of (self), FALSE);
      return *copy != NULL;
    }
  if (!file_is_unchanged (self) || !write_text (self, self->path))
    return FALSE;
  gtk_text_buffer_set_modified (buffer_of (self), FALSE);
  g_free (self->loaded);
  self->loaded = wb_source_view_get_text (WB_SOURCE_VIEW (self->text));
  self->document->saved (self->session, self->path);
  return TRUE;
}

/* Saves the text. A model of the library is saved as a copy, which is then opened. */
static gboolean
save_and_open (WbModelEditor *self)
{
  g_autofree char *copy = NULL;

  if (!wb_model_editor_save (self, &copy))
    return FALSE;
  if (copy != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.open-own", "s", copy);
  return TRUE;
}

static void
on_save (WbModelEditor *self)
{
  save_and_open (self);
  gtk_widget_grab_focus (self->text);
}

static void
on_copy_named (const char *path, gpointer user)
{
  g_autoptr (WbModelEditor) self = user;

  if (path == NULL || !write_text (self, path))
    return;
  gtk_text_buffer_set_modified (buffer_of (self), FALSE);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.open-own", "s", path);
}

static void
on_save_copy (WbModelEditor *self)
{
  g_autofree char *file = wb_model_editor_file_name (self), *name = self->path != NULL ? g_strdup (file) : g_strconcat ("model", self->document->ending, NULL);

  wb_dialogs_save_file (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), _("Save a copy"), name, on_copy_named, g_object_ref (self));
}

void
wb_model_editor_discard (WbModelEditor *self)
{
  g_autofree char *text = g_strdup (self->other != NULL ? self->other : self->loaded != NULL ? self->loaded : "");

  wb_source_view_set_text (WB_SOURCE_VIEW (self->text), text);
  load (self);
}

static void
on_undo (WbModelEditor *self)
{
  gtk_text_buffer_undo (buffer_of (self));
}

static void
on_redo (WbModelEditor *self)
{
  gtk_text_buffer_redo (buffer_of (self));
}

static void
leave (WbModelEditor *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.view", "s", WB_VIEW_ID_SIMULATE);
}

/* Saves the text and shows the plots. Runs a model that has no errors; a lesson starts the runs of its pages itself. */
static void
run_text (WbModelEditor *self)
{
  if (wb_model_editor_is_modified (self) && !save_and_open (self))
    return;
  if (self->lesson == NULL && wb_session_failed_file (self->session) != NULL)
    return;
  leave (self);
  if (self->lesson != NULL)
    return;
  wb_session_reset (self->session);
  wb_session_run (self->session);
}

gboolean
wb_model_editor_key (WbModelEditor *self, guint key, GdkModifierType held)
{
  static const struct { guint key; GdkModifierType held; void (*func) (WbModelEditor *self); } keys[] = {
    { GDK_KEY_z, GDK_CONTROL_MASK, on_undo },
    { GDK_KEY_z, GDK_CONTROL_MASK | GDK_SHIFT_MASK, on_redo },
    { GDK_KEY_y, GDK_CONTROL_MASK, on_redo },
    { GDK_KEY_s, GDK_CONTROL_MASK, on_save },
    { GDK_KEY_s, GDK_CONTROL_MASK | GDK_SHIFT_MASK, on_save_copy },
    { GDK_KEY_Return, GDK_CONTROL_MASK, run_text },
    { GDK_KEY_Escape, 0, leave },
  };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (keys[i].key == gdk_keyval_to_lower (key) && keys[i].held == held)
      {
        keys[i].func (self);
        return TRUE;
      }
  return FALSE;
}

/* ---- widget ---- */

static void
wb_model_editor_dispose (GObject *object)
{
  WbModelEditor *self = WB_MODEL_EDITOR (object);

  g_clear_pointer (&self->checking, wb_job_cancel);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_handle_id (&self->check_source, g_source_remove);
  G_OBJECT_CLASS (wb_model_editor_parent_class)->dispose (object);
}

static void
wb_model_editor_finalize (GObject *object)
{
  WbModelEditor *self = WB_MODEL_EDITOR (object);

  g_free (self->lesson);
  g_free (self->path);
  g_free (self->loaded);
  g_free (self->other);
  G_OBJECT_CLASS (wb_model_editor_parent_class)->finalize (object);
}

static void
wb_model_editor_class_init (WbModelEditorClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_model_editor_dispose;
  G_OBJECT_CLASS (klass)->finalize = wb_model_editor_finalize;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static GtkWidget *
add_button (WbModelEditor *self, GtkWidget *bar, const char *label, const char *tooltip, GCallback func)
{
  GtkWidget *button = gtk_button_new_with_label (label);

  wb_tooltip_set (button, tooltip);
  gtk_widget_set_focus_on_click (button, FALSE);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  if (func != NULL)
    g_signal_connect_swapped (button, "clicked", func, self);
  if (WB_IS_WRAP (bar))
    wb_wrap_append (WB_WRAP (bar), button);
  else
    gtk_box_append (GTK_BOX (bar), button);
  return button;
}

/* Shows an icon instead of the label of a button, so that the buttons need fewer rows. */
static void
show_icon (GtkWidget *button, const char *icon, const char *name)
{
  gtk_button_set_icon_name (GTK_BUTTON (button), icon);
  wb_widget_set_name (button, name);
}

static GtkWidget *
build_bar (WbModelEditor *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8), *tools = wb_wrap_new (8), *run; /* in narrow windows the buttons need two rows */

  gtk_widget_add_css_class (bar, "editor-bar");
  self->name = wb_label_new (NULL, "model-name");
  gtk_label_set_ellipsize (GTK_LABEL (self->name), PANGO_ELLIPSIZE_MIDDLE);
  self->state = wb_label_new (NULL, NULL);
  gtk_widget_set_hexpand (self->state, TRUE);
  wb_box_add (bar, self->name, self->state, NULL);
  gtk_widget_set_valign (tools, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (bar), tools);
  self->undo = add_button (self, tools, _("Undo"), _("Undo (Ctrl+Z)"), G_CALLBACK (on_undo));
  self->redo = add_button (self, tools, _("Redo"), _("Redo (Shift+Ctrl+Z)"), G_CALLBACK (on_redo));
  show_icon (self->undo, "wb-undo-symbolic", _("Undo"));
  show_icon (self->redo, "wb-redo-symbolic", _("Redo"));
  self->outside = add_button (self, tools, _("Other editor"), _("Open the file in the system's text editor"), NULL);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->outside), "win.edit-outside");
  add_button (self, tools, _("Save a copy…"), _("Save the text under another name (Shift+Ctrl+S)"), G_CALLBACK (on_save_copy));
  self->save = add_button (self, tools, _("Save"), _("Save the text and read the model again (Ctrl+S)"), G_CALLBACK (on_save));
  run = add_button (self, tools, _("Run"), _("Save, show the plots and run (Ctrl+Enter)"), G_CALLBACK (run_text));
  gtk_widget_add_css_class (run, "suggested-action");
  return bar;
}

static GtkWidget *
build_conflict (WbModelEditor *self)
{
  self->conflict = wb_styled (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8), "editor-conflict");
  self->conflict_text = wb_label_new (NULL, NULL);
  gtk_label_set_wrap (GTK_LABEL (self->conflict_text), TRUE);
  gtk_widget_set_hexpand (self->conflict_text, TRUE);
  gtk_box_append (GTK_BOX (self->conflict), self->conflict_text);
  add_button (self, self->conflict, _("Load that version"), _("Replace the text by the file; Undo brings it back"), G_CALLBACK (take_other));
  add_button (self, self->conflict, _("Keep mine"), _("Keep the text; Save then overwrites the file"), G_CALLBACK (keep_mine));
  gtk_widget_set_visible (self->conflict, FALSE);
  return self->conflict;
}

static void
wb_model_editor_init (WbModelEditor *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new (), *card = wb_styled (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), "card");

  self->document = &wb_document_model;
  g_signal_connect (self, "map", G_CALLBACK (on_map), NULL);
  self->box = wb_styled (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), "editor");
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_box_append (GTK_BOX (self->box), build_bar (self));
  gtk_box_append (GTK_BOX (self->box), build_conflict (self));
  self->text = wb_source_view_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->text);
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_widget_set_overflow (card, GTK_OVERFLOW_HIDDEN);
  self->errors = wb_editor_errors_new (WB_SOURCE_VIEW (self->text));
  wb_box_add (card, scrolled, self->errors, NULL);
  gtk_box_append (GTK_BOX (self->box), card);
  g_signal_connect_swapped (buffer_of (self), "changed", G_CALLBACK (on_changed), self);
  g_signal_connect_swapped (buffer_of (self), "modified-changed", G_CALLBACK (refresh_title), self);
}

GtkWidget *
wb_model_editor_new (WbSession *session)
{
  WbModelEditor *self = g_object_new (WB_TYPE_MODEL_EDITOR, NULL);

  self->session = session;
  g_signal_connect_object (session, "model-changed", G_CALLBACK (on_model_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (wb_lessons_of (session), "lesson-changed", G_CALLBACK (on_lesson_changed), self, G_CONNECT_SWAPPED);
  load (self);
  return GTK_WIDGET (self);
}
