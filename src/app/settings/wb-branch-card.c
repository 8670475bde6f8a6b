/* Shows at which time a change would begin a branch. */
#include "wb-branch-card.h"

#include <glib/gi18n.h>
#include <math.h>

#include "plot-text.h"
#include "wb-session-branch.h"
#include "wb-widgets.h"

typedef struct
{
  WbSession *session;
  GtkWidget *card, *text, *start, *differs;
} BranchCard;

/* Returns the sentence that explains the effect of a change at the playhead. Free it with g_free. */
static char *
change_text (WbRunItem *run)
{
  const int letter = wb_run_item_letter (run);

  if (letter == 0)
    return g_strdup (_("A change while the playhead is before the end begins a branch there. This run does not change."));
  /* Translators: %c is the letter of the run. */
  return g_strdup_printf (_("A change while the playhead is before the end begins a branch there. Run %c does not change."), letter);
}

static void
set_link (GtkWidget *link, char *label)
{
  gtk_widget_set_visible (link, label != NULL);
  if (label != NULL && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (link)), label) != 0)
    gtk_button_set_label (GTK_BUTTON (link), label);
  g_free (label);
}

static void
refresh (BranchCard *self)
{
  WbRunItem *run = wb_session_current (self->session), *other = wb_session_counterpart (self->session);
  const double t = run != NULL ? wb_session_branch_time (self->session) : NAN;
  const gboolean here = !isnan (t);

  gtk_widget_set_visible (self->card, here || other != NULL);
  gtk_widget_set_visible (self->text, here);
  if (here)
    {
      g_autofree char *text = change_text (run);
      g_autofree char *time = plot_text_value (t, 4, model_time_unit (wb_run_item_model (run)));

      gtk_label_set_text (GTK_LABEL (self->text), text);
      /* Translators: %s is a time: "Start a branch at 33 s". */
      set_link (self->start, g_strdup_printf (_("Start a branch at %s"), time));
    }
  else
    set_link (self->start, NULL);
  /* Translators: %c is the letter of the other run. */
  set_link (self->differs, other != NULL ? g_strdup_printf (_("Differences from %c"), wb_run_item_letter (other)) : NULL);
}

static GtkWidget *
link_new (const char *action)
{
  GtkWidget *link = wb_styled (gtk_button_new (), "link");

  gtk_button_set_label (GTK_BUTTON (link), "");
  gtk_widget_set_halign (link, GTK_ALIGN_START);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (link), action);
  return link;
}

GtkWidget *
wb_branch_card_new (WbSession *session)
{
  static const char *const signals[] = { "model-changed", "runs-changed", "state-changed", "playhead-changed" };
  BranchCard *self = g_new0 (BranchCard, 1);

  self->session = session;
  self->card = wb_styled (gtk_box_new (GTK_ORIENTATION_VERTICAL, 2), "hint branch-card");
  g_object_set_data_full (G_OBJECT (self->card), "branch-card", self, g_free);
  self->text = wb_label_new_wrapped ("", NULL);
  gtk_box_append (GTK_BOX (self->card), self->text);
  self->start = link_new ("win.branch");
  gtk_box_append (GTK_BOX (self->card), self->start);
  self->differs = link_new ("win.what-differs");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (self->differs), "(ii)", 0, 0);
  gtk_box_append (GTK_BOX (self->card), self->differs);
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    {
      GClosure *closure = g_cclosure_new_swap (G_CALLBACK (refresh), self, NULL);

      g_object_watch_closure (G_OBJECT (self->card), closure);
      g_signal_connect_closure (session, signals[i], closure, FALSE);
    }
  refresh (self);
  return self->card;
}
