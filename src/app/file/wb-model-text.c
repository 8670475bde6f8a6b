#include "wb-model-text.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>

#include "model-yaml.h"
#include "wb-user-models.h"

typedef struct
{
  WbSession *session;
  GtkWindow *parent; /* outlives this window, which is transient for it; so does its session */
  GtkWidget *top, *view, *numbers, *edit;
} TextWindow;

/* Returns the text of the file with errors, as it is on disk, or that of the
 * model. */
static char *
text_to_show (WbSession *session)
{
  const char *failed = wb_session_failed_file (session);
  char *text = NULL;
  GStatBuf info;
  /* A file larger than the limit of models is not shown. */
  gboolean small = failed != NULL && g_stat (failed, &info) == 0 && info.st_size <= MODEL_YAML_MAX_BYTES;

  if (small && g_file_get_contents (failed, &text, NULL, NULL) && !g_utf8_validate (text, -1, NULL))
    {
      char *valid = g_utf8_make_valid (text, -1);

      g_free (text);
      text = valid;
    }
  if (text == NULL && wb_session_model (session) != NULL)
    text = g_strdup (model_text (wb_session_model (session)));
  return text != NULL ? text : g_strdup ("");
}

/* Notes are lines below the line that they refer to, folded to the width that
 * the window shows at first. */
#define NOTE_COLUMNS 84
#define NOTE_MARK "    ↳ "
#define NOTE_INDENT "      "

static char *
fold_note (const char *message, int *n_lines)
{
  g_auto (GStrv) words = g_strsplit (message, " ", -1);
  GString *text = g_string_new ("\n" NOTE_MARK);
  glong used = g_utf8_strlen (NOTE_MARK, -1);

  *n_lines = 1;
  for (guint i = 0; words[i] != NULL; i++)
    {
      glong length = g_utf8_strlen (words[i], -1);

      if (i > 0 && used + 1 + length > NOTE_COLUMNS)
        {
          g_string_append (text, "\n" NOTE_INDENT);
          used = g_utf8_strlen (NOTE_INDENT, -1);
          *n_lines += 1;
        }
      else if (i > 0)
        {
          g_string_append_c (text, ' ');
          used++;
        }
      g_string_append (text, words[i]);
      used += length;
    }
  return g_string_free (text, FALSE);
}

static int
compare_lines (gconstpointer a, gconstpointer b)
{
  const ModelDiagnostic *left = *(const ModelDiagnostic *const *) a, *right = *(const ModelDiagnostic *const *) b;

  return (left->line > right->line) - (left->line < right->line);
}

/* Returns whether an error is in the model's file and not in a table file
 * beside it. */
static gboolean
is_of_file (const ModelDiagnostic *error, const char *path)
{
  g_autofree char *here = path != NULL ? g_path_get_basename (path) : NULL;
  g_autofree char *there = error->file != NULL ? g_path_get_basename (error->file) : NULL;

  return here == NULL || there == NULL || strcmp (here, there) == 0;
}

/* Writes a note below each wrong line of the file; n_notes[i] becomes the
 * number of lines inserted below line i, from 0. */
static void
write_notes (GtkTextBuffer *buffer, const GPtrArray *errors, const char *path, int *n_notes)
{
  /* Sorts by line, because notes that belong to an error may refer to an
   * earlier line. The sort is stable. */
  g_autoptr (GPtrArray) sorted = g_ptr_array_new ();

  for (guint i = 0; i < errors->len; i++)
    if (((const ModelDiagnostic *) g_ptr_array_index (errors, i))->line > 0 && is_of_file (g_ptr_array_index (errors, i), path))
      g_ptr_array_add (sorted, g_ptr_array_index (errors, i));
  g_ptr_array_sort (sorted, compare_lines);
  /* From the end, so that insertions do not move the lines that follow. */
  for (guint i = sorted->len; i-- > 0;)
    {
      const ModelDiagnostic *error = g_ptr_array_index (sorted, i);
      g_autofree char *note = NULL;
      GtkTextIter end;
      int n_lines;

      if (!gtk_text_buffer_get_iter_at_line (buffer, &end, error->line - 1))
        continue;
      if (!gtk_text_iter_ends_line (&end))
        gtk_text_iter_forward_to_line_end (&end);
      note = fold_note (error->message, &n_lines);
      gtk_text_buffer_insert (buffer, &end, note, -1);
      n_notes[error->line - 1] += n_lines;
    }
}

/* Colours n lines from the given one on and returns the next line. */
static int
mark_lines (GtkTextBuffer *buffer, int line, int n, const char *tag)
{
  GtkTextIter start, end;

  gtk_text_buffer_get_iter_at_line (buffer, &start, line);
  gtk_text_buffer_get_iter_at_line (buffer, &end, line + n - 1);
  if (!gtk_text_iter_ends_line (&end))
    gtk_text_iter_forward_to_line_end (&end);
  gtk_text_buffer_apply_tag_by_name (buffer, tag, &start, &end);
  return line + n;
}

/* Marks wrong lines and their notes; first becomes the start of the first one. */
static void
mark_errors (GtkTextBuffer *buffer, int n, const int *n_notes, GtkTextIter *first)
{
  int first_line = -1;

  for (int i = 0, line = 0; i < n; i++, line++)
    if (n_notes[i] > 0)
      {
        if (first_line < 0)
          first_line = line;
        line = mark_lines (buffer, line, 1, "wrong");
        line = mark_lines (buffer, line, n_notes[i], "note") - 1;
      }
  gtk_text_buffer_get_iter_at_line (buffer, first, MAX (first_line, 0));
}

/* Returns one number for each line of the file, none for the notes. */
static char *
line_numbers (int n, const int *n_notes)
{
  GString *text = g_string_new (NULL);

  for (int i = 0; i < n; i++)
    {
      g_string_append_printf (text, i > 0 ? "\n%d" : "%d", i + 1);
      for (int k = 0; k < n_notes[i]; k++)
        g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}

/* GtkTextView rounds line heights to whole pixels; the column of numbers must
 * do the same to stay aligned in long texts. */
static void
align_numbers (TextWindow *self)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (self->view, "0");
  PangoAttrList *attributes = pango_attr_list_new ();
  PangoRectangle extents;

  pango_layout_get_extents (layout, NULL, &extents);
  pango_attr_list_insert (attributes, pango_attr_line_height_new_absolute (PANGO_PIXELS (extents.height) * PANGO_SCALE));
  gtk_label_set_attributes (GTK_LABEL (self->numbers), attributes);
  pango_attr_list_unref (attributes);
}

static void
show_text (TextWindow *self)
{
  WbSession *session = self->session;
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->view));
  const char *path = wb_user_models_path (session);
  g_autofree char *text = text_to_show (session), *numbers = NULL, *title = NULL;
  g_autofree int *n_notes = NULL;
  GtkTextIter first;
  int n;

  title = path != NULL ? g_path_get_basename (path) : g_strdup (_("Model text"));
  gtk_window_set_title (GTK_WINDOW (self->top), title);
  gtk_button_set_label (GTK_BUTTON (self->edit), path != NULL && wb_user_models_is_own (path) ? _("Open in editor") : _("Edit a copy"));
  gtk_text_buffer_set_text (buffer, text, -1);
  n = gtk_text_buffer_get_line_count (buffer);
  n_notes = g_new0 (int, n);
  write_notes (buffer, wb_session_errors (session), path, n_notes);
  mark_errors (buffer, n, n_notes, &first);
  numbers = line_numbers (n, n_notes);
  gtk_label_set_text (GTK_LABEL (self->numbers), numbers);
  align_numbers (self);
  gtk_text_buffer_place_cursor (buffer, &first);
  gtk_text_view_scroll_to_mark (GTK_TEXT_VIEW (self->view), gtk_text_buffer_get_insert (buffer), 0, TRUE, 0, 0.3);
}

static void
on_edit (TextWindow *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self->parent), "win.edit", NULL);
}

static void
on_destroy (GtkWidget *top, TextWindow *self)
{
  g_signal_handlers_disconnect_by_data (self->session, self);
  g_free (self);
}

static gboolean
on_close_key (GtkWidget *top, GVariant *args, gpointer user)
{
  gtk_window_close (GTK_WINDOW (top));
  return TRUE;
}

static void
add_close_keys (GtkWidget *top)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();

  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys),
                                        gtk_shortcut_new (gtk_alternative_trigger_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0),
                                                                                       gtk_keyval_trigger_new (GDK_KEY_w, GDK_CONTROL_MASK)),
                                                          gtk_callback_action_new (on_close_key, NULL, NULL)));
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (top, keys);
}

static void
build_view (TextWindow *self)
{
  GtkTextBuffer *buffer;

  self->view = gtk_text_view_new ();
  buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->view));
  gtk_text_buffer_create_tag (buffer, "wrong", "paragraph-background-rgba", &(GdkRGBA) { 0.9f, 0.25f, 0.2f, 0.18f }, NULL);
  gtk_text_buffer_create_tag (buffer, "note", "foreground-rgba", &(GdkRGBA) { 0.85f, 0.25f, 0.2f, 1 }, "style", PANGO_STYLE_ITALIC, NULL);
  gtk_text_view_set_editable (GTK_TEXT_VIEW (self->view), FALSE);
  gtk_text_view_set_left_margin (GTK_TEXT_VIEW (self->view), 10);
  gtk_text_view_set_top_margin (GTK_TEXT_VIEW (self->view), 10);
  gtk_widget_add_css_class (self->view, "source");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Model text"), -1);
  self->numbers = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->numbers, "line-numbers");
  gtk_label_set_xalign (GTK_LABEL (self->numbers), 1);
  gtk_label_set_justify (GTK_LABEL (self->numbers), GTK_JUSTIFY_RIGHT);
  gtk_widget_set_valign (self->numbers, GTK_ALIGN_START);
  gtk_text_view_set_gutter (GTK_TEXT_VIEW (self->view), GTK_TEXT_WINDOW_LEFT, self->numbers);
}

void
wb_model_text_present (GtkWindow *parent, WbSession *session)
{
  TextWindow *self = g_new0 (TextWindow, 1);
  GtkWidget *scrolled = gtk_scrolled_window_new (), *header = gtk_header_bar_new ();

  self->parent = parent;
  self->session = session;
  self->top = gtk_window_new ();
  self->edit = gtk_button_new_with_label ("");
  build_view (self);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->view);
  gtk_widget_add_css_class (self->edit, "text");
  g_signal_connect_swapped (self->edit, "clicked", G_CALLBACK (on_edit), self);
  gtk_header_bar_pack_start (GTK_HEADER_BAR (header), self->edit);
  gtk_window_set_titlebar (GTK_WINDOW (self->top), header);
  gtk_window_set_child (GTK_WINDOW (self->top), scrolled);
  gtk_window_set_transient_for (GTK_WINDOW (self->top), parent);
  gtk_window_set_destroy_with_parent (GTK_WINDOW (self->top), TRUE);
  gtk_window_set_default_size (GTK_WINDOW (self->top), 760, 640);
  gtk_widget_add_css_class (self->top, "wb");
  add_close_keys (self->top);
  /* Shows changes that another program makes to the file. */
  g_signal_connect_swapped (session, "model-changed", G_CALLBACK (show_text), self);
  g_signal_connect (self->top, "destroy", G_CALLBACK (on_destroy), self);
  gtk_window_present (GTK_WINDOW (self->top));
  show_text (self);
  gtk_widget_grab_focus (self->view);
}
