#include "wb-model-text.h"

#include <glib/gi18n.h>
#include <string.h>

#include "model-library.h"

static char *
text_to_show (WbSession *session)
{
  const GPtrArray *errors = wb_session_errors (session);
  char *text = NULL;

  /* A file with errors has no model: read what is on disk, as far as it is text. */
  for (guint i = 0; i < errors->len && text == NULL; i++)
    {
      const ModelDiagnostic *error = g_ptr_array_index (errors, i);

      if (error->file != NULL && g_file_get_contents (error->file, &text, NULL, NULL) && !g_utf8_validate (text, -1, NULL))
        {
          char *valid = g_utf8_make_valid (text, -1);

          g_free (text);
          text = valid;
        }
    }
  if (text == NULL && wb_session_model (session) != NULL)
    text = g_strdup (model_text (wb_session_model (session)));
  return text != NULL ? text : g_strdup ("");
}

static void
mark_errors (GtkTextBuffer *buffer, const GPtrArray *errors, GtkTextIter *first)
{
  gboolean found = FALSE;

  gtk_text_buffer_create_tag (buffer, "wrong", "paragraph-background-rgba", &(GdkRGBA) { 0.9f, 0.25f, 0.2f, 0.18f }, NULL);
  gtk_text_buffer_create_tag (buffer, "note", "foreground-rgba", &(GdkRGBA) { 0.85f, 0.25f, 0.2f, 1 }, "style", PANGO_STYLE_ITALIC, NULL);
  /* From the end, so that inserted notes do not move the lines still to be marked. */
  for (guint i = errors->len; i-- > 0;)
    {
      const ModelDiagnostic *error = g_ptr_array_index (errors, i);
      GtkTextIter start, end;
      g_autofree char *note = NULL;

      if (error->line < 1 || !gtk_text_buffer_get_iter_at_line (buffer, &start, error->line - 1))
        continue;
      end = start;
      if (!gtk_text_iter_ends_line (&end))
        gtk_text_iter_forward_to_line_end (&end);
      gtk_text_buffer_apply_tag_by_name (buffer, "wrong", &start, &end);
      note = g_strdup_printf ("    ← %s", error->message);
      gtk_text_buffer_insert_with_tags_by_name (buffer, &end, note, -1, "note", NULL);
      found = TRUE;
    }
  gtk_text_buffer_get_start_iter (buffer, first);
  if (found)
    for (guint i = 0; i < errors->len; i++)
      {
        const ModelDiagnostic *error = g_ptr_array_index (errors, i);

        if (error->line > 0 && gtk_text_buffer_get_iter_at_line (buffer, first, error->line - 1))
          break;
      }
}

static void
on_edit (WbWindow *window)
{
  gtk_widget_activate_action (GTK_WIDGET (window), "win.edit-copy", NULL);
}

void
wb_model_text_present (WbWindow *window)
{
  WbSession *session = wb_window_session (window);
  GtkWidget *top = gtk_window_new (), *scrolled = gtk_scrolled_window_new (), *view = gtk_text_view_new ();
  GtkWidget *header = gtk_header_bar_new (), *edit = gtk_button_new_with_label (_("Edit a copy"));
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (view));
  g_autofree char *text = text_to_show (session);
  GtkTextIter first;

  gtk_text_buffer_set_text (buffer, text, -1);
  mark_errors (buffer, wb_session_errors (session), &first);
  gtk_text_buffer_place_cursor (buffer, &first);
  gtk_text_view_set_editable (GTK_TEXT_VIEW (view), FALSE);
  gtk_text_view_set_left_margin (GTK_TEXT_VIEW (view), 14);
  gtk_text_view_set_top_margin (GTK_TEXT_VIEW (view), 10);
  gtk_widget_add_css_class (view, "source");
  gtk_accessible_update_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Model text"), -1);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), view);
  gtk_widget_add_css_class (edit, "text");
  g_signal_connect_object (edit, "clicked", G_CALLBACK (on_edit), window, G_CONNECT_SWAPPED);
  gtk_header_bar_pack_start (GTK_HEADER_BAR (header), edit);
  gtk_window_set_titlebar (GTK_WINDOW (top), header);
  gtk_window_set_title (GTK_WINDOW (top), wb_session_model (session) != NULL ? model_name (wb_session_model (session)) : _("Model text"));
  gtk_window_set_child (GTK_WINDOW (top), scrolled);
  gtk_window_set_transient_for (GTK_WINDOW (top), GTK_WINDOW (window));
  gtk_window_set_destroy_with_parent (GTK_WINDOW (top), TRUE);
  gtk_window_set_default_size (GTK_WINDOW (top), 760, 640);
  gtk_widget_add_css_class (top, "wb");
  gtk_window_present (GTK_WINDOW (top));
  gtk_text_view_scroll_to_mark (GTK_TEXT_VIEW (view), gtk_text_buffer_get_insert (buffer), 0, TRUE, 0, 0.3);
}
