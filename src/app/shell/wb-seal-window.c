/* Follows the job that seals a saved session. */
#include "wb-seal-window.h"

#include <glib/gi18n.h>

#include "wb-job.h"
#include "wb-session-file.h"
#include "wb-widgets.h"

/* Time in ms between two updates of the progress bar. */
#define TICK 100

#define KEY "wb-sealing"

/* What follows the sealing. The parent owns it. */
typedef struct
{
  GtkWindow *parent;
  WbSession *session; /* the parent is a window of this session */
  GtkWidget *window, *bar; /* NULL: the window is not shown */
  guint timer;
} Sealing;

static void
sealing_free (gpointer data)
{
  Sealing *sealing = data;

  g_clear_handle_id (&sealing->timer, g_source_remove);
  if (sealing->window != NULL)
    {
      g_object_remove_weak_pointer (G_OBJECT (sealing->window), (gpointer *) &sealing->window);
      gtk_window_destroy (GTK_WINDOW (sealing->window));
    }
  g_free (sealing);
}

static void
on_cancel (Sealing *sealing)
{
  wb_session_file_cancel_sealing (sealing->session);
  g_object_set_data (G_OBJECT (sealing->parent), KEY, NULL);
}

static void
show (Sealing *sealing)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12), *cancel = gtk_button_new_with_label (_("Cancel"));

  sealing->window = gtk_window_new ();
  g_object_add_weak_pointer (G_OBJECT (sealing->window), (gpointer *) &sealing->window);
  sealing->bar = gtk_progress_bar_new ();
  wb_widget_set_name (sealing->bar, _("Progress of the sealing"));
  gtk_widget_set_halign (cancel, GTK_ALIGN_END);
  g_signal_connect_swapped (cancel, "clicked", G_CALLBACK (on_cancel), sealing);
  wb_box_add (box, wb_label_new_wrapped (_("The session is saved. Hashes of its results are added to the file; without them it cannot be verified."), NULL),
              sealing->bar, cancel, NULL);
  gtk_widget_set_margin_start (box, 16);
  gtk_widget_set_margin_end (box, 16);
  gtk_widget_set_margin_top (box, 16);
  gtk_widget_set_margin_bottom (box, 16);
  gtk_window_set_child (GTK_WINDOW (sealing->window), box);
  gtk_window_set_title (GTK_WINDOW (sealing->window), _("Seal session"));
  gtk_window_set_transient_for (GTK_WINDOW (sealing->window), sealing->parent);
  gtk_window_set_destroy_with_parent (GTK_WINDOW (sealing->window), TRUE);
  gtk_window_set_default_size (GTK_WINDOW (sealing->window), 420, -1);
  gtk_widget_add_css_class (sealing->window, "wb");
  wb_widget_close_on_escape (sealing->window);
  gtk_window_present (GTK_WINDOW (sealing->window));
}

static gboolean
on_tick (gpointer data)
{
  Sealing *sealing = data;
  const double progress = wb_session_file_sealing (sealing->session);

  /* The file is sealed, or the user has closed the window; then the job goes on without it. */
  if (progress < 0 || sealing->window == NULL)
    {
      sealing->timer = 0;
      g_object_set_data (G_OBJECT (sealing->parent), KEY, NULL);
      return G_SOURCE_REMOVE;
    }
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (sealing->bar), progress);
  return G_SOURCE_CONTINUE;
}

static gboolean
on_moment (gpointer data)
{
  Sealing *sealing = data;

  sealing->timer = 0;
  if (wb_session_file_sealing (sealing->session) < 0)
    {
      g_object_set_data (G_OBJECT (sealing->parent), KEY, NULL);
      return G_SOURCE_REMOVE;
    }
  show (sealing);
  sealing->timer = g_timeout_add (TICK, on_tick, sealing);
  return G_SOURCE_REMOVE;
}

void
wb_seal_window_follow (GtkWindow *parent, WbSession *session, guint moment)
{
  Sealing *sealing;

  g_object_set_data (G_OBJECT (parent), KEY, NULL);
  if (wb_session_file_sealing (session) < 0)
    return;
  sealing = g_new0 (Sealing, 1);
  *sealing = (Sealing) { .parent = parent, .session = session };
  g_object_set_data_full (G_OBJECT (parent), KEY, sealing, sealing_free);
  sealing->timer = g_timeout_add (moment, on_moment, sealing);
}
