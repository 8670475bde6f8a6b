#include "wb-test.h"

#include <locale.h>
#include <string.h>

#include "wb-style.h"

void
wb_test_init (void)
{
  setlocale (LC_NUMERIC, "C");
  wb_style_init ();
}

void
wb_test_spin (void)
{
  for (int i = 0; i < 80; i++)
    g_main_context_iteration (NULL, FALSE);
}

WbWindow *
wb_test_window (const char *model)
{
  WbWindow *window = wb_window_new (NULL);

  wb_session_set_rate (wb_window_session (window), 0);
  gtk_window_present (GTK_WINDOW (window));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  if (model != NULL)
    g_assert_true (wb_window_open_path (window, model));
  wb_test_spin ();
  return window;
}

void
wb_test_close (WbWindow *window)
{
  gpointer left = window;

  g_object_add_weak_pointer (G_OBJECT (window), &left);
  gtk_window_close (GTK_WINDOW (window));
  WAIT_FOR (left == NULL);
}

GtkWidget *
wb_test_find (GtkWidget *from, GType type, const char *text)
{
  if (g_type_is_a (G_OBJECT_TYPE (from), type)
      && (text == NULL || gtk_widget_has_css_class (from, text) || g_strcmp0 (gtk_widget_get_tooltip_text (from), text) == 0))
    return from;
  for (GtkWidget *child = gtk_widget_get_first_child (from); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = wb_test_find (child, type, text);

      if (found != NULL)
        return found;
    }
  return NULL;
}

const char *
wb_test_toast (WbWindow *window)
{
  GtkWidget *toast = wb_test_find (GTK_WIDGET (window), GTK_TYPE_BOX, "toast");
  GtkWidget *label = toast != NULL ? wb_test_find (toast, GTK_TYPE_LABEL, NULL) : NULL;

  return label != NULL ? gtk_label_get_text (GTK_LABEL (label)) : "";
}
