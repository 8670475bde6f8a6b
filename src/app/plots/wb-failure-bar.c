/* Shows the reason of a failed or doubtful run, the errors in a model, and buttons that follow an advice. */
#include "wb-failure-bar.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "wb-advice.h"
#include "wb-failure-text.h"
#include "wb-number-field.h"
#include "wb-run-result.h"
#include "wb-tooltip.h"
#include "wb-user-models.h"
#include "wb-widgets.h"

/* The keys of events after which a run goes on where events accumulate, and the labels of their buttons. */
#define N_CONTACTS 2
static const char *const contact_keys[N_CONTACTS] = { "rest", "slide" };
static const char *const contact_labels[N_CONTACTS] = { N_ ("Rest there"), N_ ("Slide there") };

struct _WbFailureBar
{
  GtkWidget parent_instance;
  WbSession *session;
  GtkWidget *box, *reason, *evidence, *buttons, *actions[SIM_MOST_REMEDIES], *show_text, *edit, *inside, *dismiss;
  GtkWidget *contact[N_CONTACTS]; /* buttons that let the run rest or slide where its events accumulate */
  Model *models[N_CONTACTS];      /* for each button the changed model that it opens; NULL: the button is not shown */
  SimAdvice remedies[SIM_MOST_REMEDIES];
  char *max_step; /* text of a largest step with which a run does not pass over a change; NULL: none */
  char *end;      /* text of an end time just before the failure; NULL if the run fails at its start */
};

G_DEFINE_FINAL_TYPE (WbFailureBar, wb_failure_bar, GTK_TYPE_WIDGET)

static void
on_action (GtkButton *button, WbFailureBar *self)
{
  SimAdvice advice = SIM_ADVICE_NONE;

  for (int i = 0; i < SIM_MOST_REMEDIES; i++)
    if (self->actions[i] == GTK_WIDGET (button))
      advice = self->remedies[i];
  if (advice == SIM_ADVICE_INITIAL_VALUES)
    {
      gtk_widget_activate_action (GTK_WIDGET (self), "win.settings-page", "s", "initial");
      return;
    }
  if (advice == SIM_ADVICE_MARK_EVENT)
    wb_session_set (self->session, WB_TIME, "end", self->end, NULL);
  else if (advice == SIM_ADVICE_LOWER_MAX_STEP)
    wb_session_set (self->session, WB_SETTING, "max_step", self->max_step, NULL);
  else
    wb_advice_apply (self->session, advice);
  wb_session_run (self->session);
}

/* Opens the model in which the events that accumulated have the key `rest` or `slide`, and repeats the run. */
static void
on_contact (GtkButton *button, WbFailureBar *self)
{
  for (int i = 0; i < N_CONTACTS; i++)
    if (self->contact[i] == GTK_WIDGET (button) && self->models[i] != NULL)
      {
        g_autoptr (Model) model = g_steal_pointer (&self->models[i]);

        wb_advice_use_model (self->session, model, _ (contact_labels[i]));
        wb_session_run (self->session);
        return;
      }
}

/* Sets the label of the button that opens the text of a model in the editor. It opens the user's own file itself, but a copy of a
 * model of the library. */
static void
name_edit (WbFailureBar *self, const char *path)
{
  gtk_button_set_label (GTK_BUTTON (self->edit), path != NULL && wb_user_models_is_own (path) ? _("Edit the text") : _("Edit a copy"));
}

static void
show (WbFailureBar *self, const char *reason, const char *evidence)
{
  gtk_label_set_text (GTK_LABEL (self->reason), reason);
  gtk_label_set_text (GTK_LABEL (self->evidence), evidence != NULL ? evidence : "");
  gtk_widget_set_visible (self->evidence, evidence != NULL && evidence[0] != '\0');
  wb_tooltip_set (self->reason, NULL);
  for (int i = 0; i < SIM_MOST_REMEDIES; i++)
    gtk_widget_set_visible (self->actions[i], FALSE);
  for (int i = 0; i < N_CONTACTS; i++)
    gtk_widget_set_visible (self->contact[i], FALSE);
  gtk_widget_set_visible (self->buttons, FALSE);
  gtk_widget_set_visible (self->show_text, FALSE);
  gtk_widget_set_visible (self->edit, FALSE);
  gtk_widget_set_visible (self->inside, FALSE);
  gtk_widget_set_visible (self->dismiss, FALSE);
  gtk_widget_set_visible (self->box, TRUE);
}

/* Shows the buttons that fit a failure. `text`: the errors have positions in the text of the model, so that the editor can show them. */
static void
show_errors (WbFailureBar *self, gboolean text)
{
  const char *failed = wb_session_failed_file (self->session);

  gtk_widget_set_visible (self->buttons, text || failed != NULL);
  gtk_widget_set_visible (self->show_text, text);
  gtk_widget_set_visible (self->edit, failed != NULL && !(text && wb_user_models_is_own (failed)));
  gtk_button_set_label (GTK_BUTTON (self->show_text), failed != NULL && wb_user_models_is_own (failed) ? _("Edit the text") : _("Show the text"));
  name_edit (self, failed);
  gtk_widget_set_visible (self->dismiss, wb_session_model (self->session) != NULL);
}

/* The button that ends a run before its failure at time t sets the end time earlier than t by this fraction of the length of the run. */
#define END_SHORT 1e-3

static char *
end_before (WbRunItem *run, double t)
{
  double start = wb_run_item_t_start (run), end = t - END_SHORT * (t - start);

  if (!(t > start) || !isfinite (t))
    return NULL;
  /* Find the fewest digits that give a number between both times. If the times are far from 0, several digits are needed. */
  for (int digits = 4;; digits++)
    {
      char text[G_ASCII_DTOSTR_BUF_SIZE], format[8];
      double rounded;

      g_snprintf (format, sizeof format, "%%.%dg", digits);
      rounded = g_ascii_strtod (g_ascii_formatd (text, sizeof text, format, end), NULL);
      if (rounded > start && rounded < t)
        return g_strdup (text);
      if (digits == 17)
        return NULL;
    }
}

/* Returns the label of the button for an advice. Returns NULL if the advice does not help this run or the settings already agree with it.
 * Free it with g_free. */
static char *
label_of (WbFailureBar *self, WbRunItem *run, SimAdvice advice)
{
  if (advice == SIM_ADVICE_MARK_EVENT)
    return self->end != NULL ? g_strdup_printf (_("End the run at %s"), self->end) : NULL;
  /* Do not advise an explicit method for algebraic equations, which it cannot solve, or for a stiff model, for which it is
   * slow. */
  if (advice == SIM_ADVICE_EXPLICIT_METHOD && (model_traits (wb_run_item_model (run)) & (MODEL_IS_DAE | MODEL_IS_STIFF)) != 0)
    return NULL;
  return g_strdup (wb_advice_label (self->session, advice));
}

static void refresh (WbFailureBar *self);

/* Shows the buttons for a rest and a sliding if the model of the session permits them at the events that ended the run. Returns whether there is
 * one. */
static gboolean
offer_contact (WbFailureBar *self, WbRunItem *run)
{
  Model *model = wb_session_model (self->session);
  gboolean any = FALSE;

  for (int i = 0; i < N_CONTACTS; i++)
    {
      g_clear_pointer (&self->models[i], model_unref);
      if (model != NULL && strcmp (model_text (model), model_text (wb_run_item_model (run))) == 0)
        self->models[i] = wb_advice_contact_model (run, contact_keys[i]);
      gtk_widget_set_visible (self->contact[i], self->models[i] != NULL);
      any = any || self->models[i] != NULL;
    }
  return any;
}

static void
explain (WbFailureBar *self, WbRunItem *run)
{
  WbRunResult *probe = wb_run_result_of (run, &wb_run_result_probe);
  const SimRunPoll *poll = wb_run_item_state (run);
  WbFailureText words;
  int n = 0;

  /* The measurement of what limited the steps can tell the cause. */
  g_signal_handlers_disconnect_by_func (probe, refresh, self);
  g_signal_connect_object (probe, "changed", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  wb_failure_text_init (&words, run);
  show (self, words.cause, words.words);
  /* The tooltip has the message with unrounded numbers. */
  wb_tooltip_set (self->reason, poll->status.message);
  g_free (self->end);
  self->end = end_before (run, poll->t);
  for (int i = 0; words.remedies[i] != SIM_ADVICE_NONE; i++)
    {
      g_autofree char *label = label_of (self, run, words.remedies[i]);

      if (words.remedies[i] == SIM_ADVICE_MARK_EVENT)
        {
          gtk_widget_set_visible (self->edit, TRUE);
          name_edit (self, model_path (wb_run_item_model (run)));
        }
      if (label == NULL)
        continue;
      gtk_button_set_label (GTK_BUTTON (self->actions[n]), label);
      gtk_widget_set_visible (self->actions[n], TRUE);
      self->remedies[n++] = words.remedies[i];
    }
  gtk_widget_set_visible (self->inside, sim_tape_n_attempts (wb_run_item_tape (run)) > 0);
  gtk_widget_set_visible (self->buttons, offer_contact (self, run) || n > 0 || gtk_widget_get_visible (self->edit) || gtk_widget_get_visible (self->inside));
  wb_failure_text_clear (&words);
}

/* Returns whether a run has reached its end with a result that may not be a
 * solution. */
static gboolean
is_doubtful (const SimStatus *status)
{
  return status->reason == SIM_REACHED_END && strcmp (status->cause, status->message) != 0;
}

static void
explain_doubt (WbFailureBar *self, const SimStatus *status)
{
  g_autofree char *sentence = wb_failure_sentence (status->message);

  show (self, sentence,
        *status->advice != '\0'
            ? status->advice
            : _("If this result is not what the model describes, a smaller step, a higher accuracy or another method may help."));
}

/* Shows a button that applies an advice. */
static void
show_action (WbFailureBar *self, int at, SimAdvice advice, const char *label)
{
  self->remedies[at] = advice;
  gtk_button_set_label (GTK_BUTTON (self->actions[at]), label);
  gtk_widget_set_visible (self->actions[at], TRUE);
  gtk_widget_set_visible (self->buttons, TRUE);
}

/* Shows what steps of a completed run passed over, with buttons for the settings with which they do not. */
static void
explain_passed (WbFailureBar *self, WbRunItem *run, const SimPassed *passed)
{
  ModelSystem *system = wb_run_item_system (run);
  const char *const *names = model_system_ode (system)->names;
  g_autofree char *sentence = sim_passed_sentence (passed, names), *cure = NULL, *label = NULL;
  const char *switches = passed->has_switches ? wb_advice_label (self->session, SIM_ADVICE_END_AT_SWITCHES) : NULL;
  double max_step = sim_config_get_number (wb_session_config (self->session), "max_step");
  g_autofree char *reason = g_strconcat (sentence, ".", NULL);
  int n = 0;

  g_free (self->max_step);
  self->max_step = wb_number_text (passed->max_step);
  cure = g_strdup_printf (_("Of steps that are at most %s long, at least two end there."), self->max_step);
  show (self, reason, cure);
  if (switches != NULL)
    show_action (self, n++, SIM_ADVICE_END_AT_SWITCHES, switches);
  if (max_step > 0 && max_step <= passed->max_step)
    return;
  label = g_strdup_printf (_("Use steps of at most %s"), self->max_step);
  show_action (self, n, SIM_ADVICE_LOWER_MAX_STEP, label);
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
      /* Translators: stands for the name of a file, as in "model, line 12". */
      file = error->file != NULL ? g_path_get_basename (error->file) : g_strdup (_("model"));
      reason = error->line > 0       ? g_strdup_printf (_("%s, line %d: %s"), file, error->line, error->message)
               : error->file != NULL ? g_strdup_printf ("%s: %s", file, error->message)
                                     : wb_failure_sentence (error->message);
      if (n > 1)
        more = g_strdup_printf (ngettext ("%d more error.", "%d more errors.", n - 1), n - 1);
      show (self, reason, more);
      show_errors (self, error->line > 0);
      return;
    }
  if (run != NULL && wb_session_state (self->session) == SIM_RUN_FINISHED && wb_run_item_state (run)->status.reason == SIM_FAILED_RUN
      && !wb_run_item_failure_expected (run))
    explain (self, run);
  else if (run != NULL && wb_session_state (self->session) == SIM_RUN_FINISHED && wb_run_item_state (run)->status.reason != SIM_FAILED_RUN
           && wb_run_item_state (run)->statistics.passed.n_steps > 0)
    explain_passed (self, run, &wb_run_item_state (run)->statistics.passed);
  else if (run != NULL && wb_session_state (self->session) == SIM_RUN_FINISHED && is_doubtful (&wb_run_item_state (run)->status))
    explain_doubt (self, &wb_run_item_state (run)->status);
  else
    gtk_widget_set_visible (self->box, FALSE);
}

/* Opens the last attempt of the failed run in the Microscope. */
static void
look_inside (WbFailureBar *self)
{
  WbRunItem *run = wb_session_current (self->session);
  const gsize n = run != NULL ? sim_tape_n_attempts (wb_run_item_tape (run)) : 0;

  if (n > 0)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.microscope", "t", (guint64) (n - 1));
}

static void
wb_failure_bar_dispose (GObject *object)
{
  g_clear_pointer (&WB_FAILURE_BAR (object)->box, gtk_widget_unparent);
  g_clear_pointer (&WB_FAILURE_BAR (object)->end, g_free);
  g_clear_pointer (&WB_FAILURE_BAR (object)->max_step, g_free);
  for (int i = 0; i < N_CONTACTS; i++)
    g_clear_pointer (&WB_FAILURE_BAR (object)->models[i], model_unref);
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
  GtkWidget *text = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2), *icon = wb_styled (gtk_image_new_from_icon_name ("wb-error-symbolic"), "rejected");

  self->box = wb_styled (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10), "failure");
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_widget_set_visible (self->box, FALSE);
  gtk_widget_set_valign (icon, GTK_ALIGN_START);
  gtk_widget_set_margin_top (icon, 3);
  self->reason = wb_styled (gtk_label_new (NULL), "reason");
  self->evidence = gtk_label_new (NULL);
  for (int i = 0; i < 2; i++)
    {
      GtkWidget *label = i == 0 ? self->reason : self->evidence;

      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_label_set_wrap (GTK_LABEL (label), TRUE);
      gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
      gtk_label_set_width_chars (GTK_LABEL (label), 28); /* wrap only labels wider than this: GTK 4.8 measures narrower ones wrongly */
      gtk_label_set_selectable (GTK_LABEL (label), TRUE);
      gtk_widget_set_focusable (label, FALSE);
      gtk_box_append (GTK_BOX (text), label);
    }
  gtk_widget_set_hexpand (text, TRUE);
  self->buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  gtk_widget_set_margin_top (self->buttons, 6);
  for (int i = 0; i < N_CONTACTS; i++)
    {
      self->contact[i] = gtk_button_new_with_label (_ (contact_labels[i]));
      wb_tooltip_set (self->contact[i], i == 0 ? _ ("Add ‘rest’ to the event, so that the state rests on the surface from here on until forces lift it off")
                                               : _ ("Add ‘slide’ to the events, so that the state slides on the surface from here on until one side wins"));
      g_signal_connect (self->contact[i], "clicked", G_CALLBACK (on_contact), self);
      gtk_box_append (GTK_BOX (self->buttons), self->contact[i]);
    }
  for (int i = 0; i < SIM_MOST_REMEDIES; i++)
    {
      self->actions[i] = gtk_button_new_with_label ("");
      g_signal_connect (self->actions[i], "clicked", G_CALLBACK (on_action), self);
      gtk_box_append (GTK_BOX (self->buttons), self->actions[i]);
    }
  self->show_text = gtk_button_new_with_label (_("Show the text"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->show_text), "win.model-text");
  self->edit = gtk_button_new_with_label ("");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->edit), "win.edit");
  wb_box_add (self->buttons, self->show_text, self->edit, NULL);
  self->inside = gtk_button_new_with_label (_("Look inside"));
  wb_tooltip_set (self->inside, _("Show the last attempt in the Microscope"));
  g_signal_connect_swapped (self->inside, "clicked", G_CALLBACK (look_inside), self);
  gtk_box_append (GTK_BOX (self->buttons), self->inside);
  gtk_box_append (GTK_BOX (text), self->buttons);
  self->dismiss = gtk_button_new_from_icon_name ("window-close-symbolic");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->dismiss), "win.dismiss-errors");
  wb_tooltip_set (self->dismiss, _("Continue with the last valid model"));
  gtk_widget_set_valign (self->dismiss, GTK_ALIGN_START);
  wb_box_add (self->box, icon, text, self->dismiss, NULL);
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
