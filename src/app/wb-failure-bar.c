#include "wb-failure-bar.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "wb-advice.h"
#include "wb-files.h"

#define MOST_STATES 512

struct _WbFailureBar
{
  GtkWidget parent_instance;
  WbSession *session;
  GtkWidget *box, *reason, *evidence, *action, *show_text, *edit, *dismiss;
  SimAdvice advice;
  char *end; /* the time that the action ends the run at; NULL: the action is the advice's */
};

G_DEFINE_FINAL_TYPE (WbFailureBar, wb_failure_bar, GTK_TYPE_WIDGET)

static void
on_action (WbFailureBar *self)
{
  if (self->end != NULL)
    wb_session_set (self->session, WB_TIME, "end", self->end, NULL);
  else
    wb_advice_apply (self->session, self->advice);
  wb_session_run (self->session);
}

/* The user's own file is edited itself, the library's as a copy. */
static void
name_edit (WbFailureBar *self, const char *path)
{
  gtk_button_set_label (GTK_BUTTON (self->edit), path != NULL && wb_files_is_own (path) ? _("Open in editor") : _("Edit a copy"));
}

static void
show (WbFailureBar *self, const char *reason, const char *evidence, const char *action, gboolean text)
{
  const char *failed = wb_session_failed_file (self->session);

  gtk_label_set_text (GTK_LABEL (self->reason), reason);
  gtk_label_set_text (GTK_LABEL (self->evidence), evidence != NULL ? evidence : "");
  gtk_widget_set_visible (self->evidence, evidence != NULL && evidence[0] != '\0');
  gtk_widget_set_visible (self->action, action != NULL);
  if (action != NULL)
    gtk_button_set_label (GTK_BUTTON (self->action), action);
  gtk_widget_set_visible (self->show_text, text);
  gtk_widget_set_visible (self->edit, text && failed != NULL);
  name_edit (self, failed);
  gtk_widget_set_visible (self->dismiss, text && wb_session_model (self->session) != NULL);
  gtk_widget_set_visible (self->box, TRUE);
}

/* As a sentence, with times as they are read: the event log has the rest of their digits. */
static char *
sentence (const char *text)
{
  g_autoptr (GRegex) digits = g_regex_new ("([0-9]\\.[0-9]{4})[0-9]{3,}(?![0-9e])", 0, 0, NULL);
  g_autoptr (GRegex) powers = g_regex_new ("([0-9]\\.[0-9]{2})[0-9]+(?=e[-+]?[0-9])", 0, 0, NULL);
  g_autofree char *plain = g_strstrip (g_strdup (text)), *shorter = g_regex_replace (powers, plain, -1, 0, "\\1", 0, NULL);
  g_autofree char *short_text = g_regex_replace (digits, shorter, -1, 0, "\\1", 0, NULL);
  g_autofree char *first = g_utf8_substring (short_text, 0, short_text[0] != '\0' ? 1 : 0), *capital = g_utf8_strup (first, -1);
  gsize length = strlen (short_text);
  gboolean ends = length == 0 || strchr (".!?", short_text[length - 1]) != NULL;

  return g_strconcat (capital, short_text + strlen (first), ends ? "" : ".", NULL);
}

/* The message without the evidence at its end, which has a line of its own. */
static char *
cause_of (const char *message, const char *evidence)
{
  const char *found = evidence != NULL ? strstr (message, evidence) : NULL;
  gsize length = found != NULL ? (gsize) (found - message) : strlen (message);

  while (found != NULL && length > 0 && strchr ("; ", message[length - 1]) != NULL)
    length--;
  return g_strndup (message, length);
}

/* A run that cannot pass a time can end before it: this much of its length short of it. */
#define END_SHORT 1e-3

static char *
end_before (WbRunItem *run, double t)
{
  double start = wb_run_item_t_start (run), end = t - END_SHORT * (t - start);
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  return t > start && isfinite (t) ? g_strdup (g_ascii_formatd (text, sizeof text, "%.4g", end)) : NULL;
}

static void
explain (WbFailureBar *self, WbRunItem *run)
{
  const SimRunPoll *poll = wb_run_item_state (run);
  ModelSystem *system = wb_run_item_system (run);
  const char *names[MOST_STATES + 1];
  int n = model_system_n_states (system);
  g_autofree char *evidence = NULL, *advice = NULL, *words = NULL, *seen = NULL, *next = NULL, *reason = NULL, *cause = NULL, *own_action = NULL;
  g_autoptr (SimConfig) config = sim_config_copy (wb_run_item_config (run));
  OdeSettings settings = { 0 };

  for (int i = 0; i < n && i < MOST_STATES; i++)
    names[i] = model_system_column (system, i)->name;
  self->advice = SIM_ADVICE_NONE;
  if (n <= MOST_STATES && sim_config_to_ode (config, names, n, wb_run_item_t_start (run), wb_run_item_t_end (run), &settings, NULL))
    self->advice = sim_explain_failure (wb_run_item_tape (run), sim_config_method (config), &settings, poll->status.ode_status, names,
                                        &evidence, &advice);
  if (advice == NULL && poll->status.advice != NULL)
    advice = g_strdup (poll->status.advice);
  if (advice != NULL)
    next = sentence (advice);
  if (evidence != NULL)
    seen = sentence (evidence);
  words = seen != NULL && next != NULL ? g_strconcat (seen, " ", next, NULL) : g_strdup (seen != NULL ? seen : next != NULL ? next : "");
  cause = cause_of (poll->status.message, evidence);
  reason = sentence (cause);
  g_free (self->end);
  self->end = self->advice == SIM_ADVICE_MARK_EVENT ? end_before (run, poll->t) : NULL;
  if (self->end != NULL)
    own_action = g_strdup_printf (_("End the run at %s"), self->end);
  show (self, reason, words, own_action != NULL ? own_action : wb_advice_label (self->session, self->advice), FALSE);
  gtk_widget_set_visible (self->edit, self->advice == SIM_ADVICE_MARK_EVENT);
  if (self->advice == SIM_ADVICE_MARK_EVENT)
    name_edit (self, model_path (wb_run_item_model (run)));
}

static void
refresh (WbFailureBar *self)
{
  const GPtrArray *errors = wb_session_errors (self->session);
  WbRunItem *run = wb_session_current (self->session);

  for (guint i = 0; i < errors->len; i++)
    {
      const ModelDiagnostic *error = g_ptr_array_index (errors, i);
      g_autofree char *file = NULL, *reason = NULL, *more = NULL;
      guint n = model_diagnostics_n_errors (errors);

      if (error->note)
        continue;
      file = error->file != NULL ? g_path_get_basename (error->file) : g_strdup (_("model"));
      reason = g_strdup_printf (_("%s, line %d: %s"), file, error->line, error->message);
      if (n > 1)
        more = g_strdup_printf (ngettext ("%d more error.", "%d more errors.", n - 1), n - 1);
      self->advice = SIM_ADVICE_NONE;
      show (self, reason, more, NULL, TRUE);
      return;
    }
  if (run != NULL && wb_session_state (self->session) == SIM_RUN_FINISHED && wb_run_item_state (run)->status.reason == SIM_FAILED_RUN)
    explain (self, run);
  else
    gtk_widget_set_visible (self->box, FALSE);
}

static void
wb_failure_bar_dispose (GObject *object)
{
  g_clear_pointer (&WB_FAILURE_BAR (object)->box, gtk_widget_unparent);
  g_clear_pointer (&WB_FAILURE_BAR (object)->end, g_free);
  G_OBJECT_CLASS (wb_failure_bar_parent_class)->dispose (object);
}

static void
wb_failure_bar_class_init (WbFailureBarClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_failure_bar_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
wb_failure_bar_init (WbFailureBar *self)
{
  GtkWidget *text = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2), *icon = gtk_image_new_from_icon_name ("wb-error-symbolic");

  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  gtk_widget_add_css_class (self->box, "failure");
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_widget_set_visible (self->box, FALSE);
  gtk_widget_add_css_class (icon, "rejected");
  gtk_widget_set_valign (icon, GTK_ALIGN_START);
  gtk_widget_set_margin_top (icon, 3);
  self->reason = gtk_label_new (NULL);
  self->evidence = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->reason, "reason");
  for (int i = 0; i < 2; i++)
    {
      GtkWidget *label = i == 0 ? self->reason : self->evidence;

      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_label_set_wrap (GTK_LABEL (label), TRUE);
      gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
      gtk_label_set_width_chars (GTK_LABEL (label), 28); /* columns of a few letters confuse the measuring of GTK 4.8 */
      gtk_label_set_selectable (GTK_LABEL (label), TRUE);
      gtk_widget_set_focusable (label, FALSE);
      gtk_box_append (GTK_BOX (text), label);
    }
  gtk_widget_set_hexpand (text, TRUE);
  self->action = gtk_button_new_with_label ("");
  gtk_widget_set_valign (self->action, GTK_ALIGN_CENTER);
  g_signal_connect_swapped (self->action, "clicked", G_CALLBACK (on_action), self);
  self->show_text = gtk_button_new_with_label (_("Show the text"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->show_text), "win.model-text");
  gtk_widget_set_valign (self->show_text, GTK_ALIGN_CENTER);
  self->edit = gtk_button_new_with_label ("");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->edit), "win.edit");
  gtk_widget_set_valign (self->edit, GTK_ALIGN_CENTER);
  self->dismiss = gtk_button_new_from_icon_name ("window-close-symbolic");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->dismiss), "win.dismiss-errors");
  gtk_widget_set_tooltip_text (self->dismiss, _("Go on with the last good model"));
  gtk_widget_set_valign (self->dismiss, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (self->box), icon);
  gtk_box_append (GTK_BOX (self->box), text);
  gtk_box_append (GTK_BOX (self->box), self->action);
  gtk_box_append (GTK_BOX (self->box), self->show_text);
  gtk_box_append (GTK_BOX (self->box), self->edit);
  gtk_box_append (GTK_BOX (self->box), self->dismiss);
}

GtkWidget *
wb_failure_bar_new (WbSession *session)
{
  WbFailureBar *self = g_object_new (WB_TYPE_FAILURE_BAR, NULL);

  self->session = session;
  g_signal_connect_object (session, "state-changed", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "model-changed", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "runs-changed", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  refresh (self);
  return GTK_WIDGET (self);
}
