/* Verifies a session file in a job, shows its progress with a button that cancels it, and then a sentence about the session and one about each run. */
#include "wb-verify-window.h"

#include <glib/gi18n.h>

#include "lab-verify.h"
#include "wb-job.h"
#include "wb-widgets.h"

/* Time in ms between two updates of the progress bar. */
#define TICK 100

/* The parts of the window, which owns this structure. */
typedef struct
{
  GtkWidget *window, *box, *bar, *button;
  WbJob *job;
  guint timer;
} Parts;

static void
parts_free (gpointer data)
{
  Parts *parts = data;

  g_clear_handle_id (&parts->timer, g_source_remove);
  g_free (parts);
}

static Parts *
parts_of (gpointer window)
{
  return g_object_get_data (G_OBJECT (window), "verify");
}

/* ---- the job ---- */

static gpointer
verify (WbJob *job, gpointer data, GError **error)
{
  g_autofree char *name = g_path_get_basename (data), *text = lab_session_read_text (data, error);
  LabProgress progress = { wb_job_go_on, job };

  return text != NULL ? lab_verify (text, name, &progress, error) : NULL;
}

static void
verification_free (gpointer found)
{
  lab_verification_free (found);
}

static void
add_run (GtkWidget *box, const LabVerifiedRun *run)
{
  g_autofree char *text = lab_verified_run_text (run);
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);

  wb_box_add (row, wb_label_new_wrapped (run->name, "heading"), wb_label_new_wrapped (text, NULL), NULL);
  gtk_box_append (GTK_BOX (box), row);
}

/* Puts the result, or the reason why there is none, in the place of the progress bar. */
static void
show (Parts *parts, const LabVerification *found, const char *reason)
{
  g_autofree char *text = found != NULL ? lab_verification_text (found) : g_strdup (reason);

  gtk_widget_set_visible (parts->bar, FALSE);
  gtk_button_set_label (GTK_BUTTON (parts->button), _("Close"));
  gtk_box_append (GTK_BOX (parts->box), wb_label_new_wrapped (text, "title-4"));
  for (guint k = 0; found != NULL && k < found->runs->len; k++)
    add_run (parts->box, g_ptr_array_index (found->runs, k));
}

static void
on_verified (gpointer window, gpointer result, const GError *error)
{
  Parts *parts = parts_of (window);

  g_clear_handle_id (&parts->timer, g_source_remove);
  show (parts, result, error != NULL ? error->message : "");
  lab_verification_free (result);
}

static gboolean
on_tick (gpointer data)
{
  Parts *parts = data;

  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (parts->bar), wb_job_progress (parts->job));
  return G_SOURCE_CONTINUE;
}

static void
on_button (GtkButton *button, gpointer data)
{
  Parts *parts = data;

  if (parts->job == NULL)
    {
      gtk_window_destroy (GTK_WINDOW (parts->window));
      return;
    }
  g_clear_pointer (&parts->job, wb_job_cancel);
  g_clear_handle_id (&parts->timer, g_source_remove);
  show (parts, NULL, _("Cancelled: the session was not verified."));
}

/* ---- the window ---- */

void
wb_verify_window_present (GtkWindow *parent, const char *path)
{
  GtkWidget *window = gtk_window_new (), *all = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12), *scrolled;
  g_autofree char *name = g_path_get_basename (path), *head = NULL;
  Parts *parts = g_new0 (Parts, 1);

  head = g_strdup_printf (_("The runs of %s, as the file was saved, are computed again and compared with their seals."), name);
  *parts = (Parts) { .window = window, .box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12), .bar = gtk_progress_bar_new (),
                     .button = gtk_button_new_with_label (_("Cancel")) };
  g_object_set_data_full (G_OBJECT (window), "verify", parts, parts_free);
  gtk_progress_bar_set_show_text (GTK_PROGRESS_BAR (parts->bar), FALSE);
  wb_widget_set_name (parts->bar, _("Progress of the verification"));
  wb_box_add (parts->box, wb_label_new_wrapped (head, "dim-label"), parts->bar, NULL);
  scrolled = wb_scrolled_new (parts->box);
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_widget_set_halign (parts->button, GTK_ALIGN_END);
  g_signal_connect (parts->button, "clicked", G_CALLBACK (on_button), parts);
  wb_box_add (all, scrolled, parts->button, NULL);
  gtk_widget_set_margin_start (all, 16);
  gtk_widget_set_margin_end (all, 16);
  gtk_widget_set_margin_top (all, 16);
  gtk_widget_set_margin_bottom (all, 16);
  gtk_window_set_child (GTK_WINDOW (window), all);
  gtk_window_set_title (GTK_WINDOW (window), _("Verify session"));
  gtk_window_set_transient_for (GTK_WINDOW (window), parent);
  gtk_window_set_destroy_with_parent (GTK_WINDOW (window), TRUE);
  gtk_window_set_default_size (GTK_WINDOW (window), 560, 420);
  gtk_widget_add_css_class (window, "wb");
  wb_widget_close_on_escape (window);
  gtk_window_present (GTK_WINDOW (window));
  wb_job_replace (&parts->job, window, verify, g_strdup (path), g_free, on_verified, verification_free);
  parts->timer = g_timeout_add (TICK, on_tick, parts);
}
