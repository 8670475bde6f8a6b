/* Assembles the sidebar of the Ensemble view, and runs, cancels and replays studies. */
#include "wb-ensemble-sidebar.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lab-registry.h"
#include "plot-format.h"
#include "wb-field.h"
#include "wb-number-field.h"
#include "wb-study-list.h"
#include "wb-study-new.h"
#include "wb-study-runs.h"
#include "wb-study-setup.h"
#include "wb-widgets.h"

struct _WbEnsembleSidebar
{
  GtkWidget parent_instance;
  WbStudies *studies;
  GtkWidget *box, *none, *run_group, *boxed, *members, *seed, *threads;
  GtkWidget *buttons, *replay, *run, *progress_card, *progress, *done, *percent, *left, *rate, *failed, *note;
  guint64 member;          /* number of the run that Repeat opens */
};

G_DEFINE_FINAL_TYPE (WbEnsembleSidebar, wb_ensemble_sidebar, GTK_TYPE_WIDGET)

/* ---- numbers of the run ---- */

#define MOST_THREADS 256

/* The numbers of a study with their ranges. The number of threads is not in the text of the study. */
static const struct { const char *key, *label, *words; double least, most; } numbers[] = {
  { "members", N_("Runs"), N_("Number of runs"), 1, (double) LAB_MOST_MEMBERS },
  { "seed", N_("Seed"), N_("Seed"), 0, 9007199254740992.0 },
  { "threads", N_("Threads"), NULL, 1, MOST_THREADS },
};

static int
row_of (const char *key)
{
  int k = 0;

  while (strcmp (numbers[k].key, key) != 0)
    k++;
  return k;
}

static char *
get (gpointer self, const char *key)
{
  WbStudy *study = wb_studies_selected (WB_ENSEMBLE_SIDEBAR (self)->studies);
  const WbStudyProblem *problem = study != NULL ? wb_study_problem (study) : NULL;

  if (problem == NULL)
    return NULL;
  if (numbers[row_of (key)].words == NULL)
    return g_strdup_printf ("%d", wb_study_threads (study));
  if (!wb_study_problem_is_random (problem))
    return NULL;
  return g_strdup_printf ("%" G_GUINT64_FORMAT, row_of (key) == 0 ? problem->ensemble->n_members : problem->problem.instance.seed);
}

static char *
reason (gpointer self, const char *key, const char *text)
{
  int k = row_of (key);
  double value;

  if (wb_number_parse (text, &value) && value == floor (value) && value >= numbers[k].least && value <= numbers[k].most)
    return NULL;
  return g_strdup_printf (_("a whole number from %.0f to %.0f"), numbers[k].least, numbers[k].most);
}

static void
set (gpointer self, const char *key, const char *text)
{
  WbStudy *study = wb_studies_selected (WB_ENSEMBLE_SIDEBAR (self)->studies);
  const char *const path[] = { key, NULL };
  double value = g_ascii_strtod (text, NULL);
  g_autofree char *whole = g_strdup_printf ("%.0f", value);
  int k = row_of (key);

  if (study == NULL)
    return;
  if (numbers[k].words != NULL)
    wb_study_put (study, path, whole, _(numbers[k].words));
  else
    wb_study_set_threads (study, (int) value);
}

static const WbBinding binding = { get, set, reason };

static GtkWidget *
number_row (WbEnsembleSidebar *self, GtkWidget *boxed, const char *key)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8), *outer = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *field = wb_number_field_new ("", FALSE, 1);
  GtkWidget *title = wb_label_new (_(numbers[row_of (key)].label), "row-title");

  gtk_widget_add_css_class (outer, "row");
  gtk_widget_set_hexpand (title, TRUE);
  gtk_widget_set_vexpand (row, TRUE);
  gtk_widget_set_vexpand (outer, FALSE);
  gtk_widget_set_valign (field, GTK_ALIGN_CENTER);
  wb_number_field_set_range (WB_NUMBER_FIELD (field), numbers[row_of (key)].least, numbers[row_of (key)].most);
  wb_widget_set_name (field, _(numbers[row_of (key)].label));
  gtk_box_append (GTK_BOX (row), title);
  gtk_box_append (GTK_BOX (row), field);
  gtk_box_append (GTK_BOX (outer), row);
  gtk_box_append (GTK_BOX (outer), wb_field_why (wb_field_new (field, NULL, &binding, self, key)));
  gtk_box_append (GTK_BOX (boxed), outer);
  g_object_set_data (G_OBJECT (field), "row", outer);
  return field;
}

/* ---- progress ---- */

/* Returns the remaining time as a text, such as "about 6 s left". */
static char *
left_text (WbStudy *study)
{
  double rate = wb_study_rate (study), n, seconds;

  if (!(rate > 0))
    return g_strdup ("");
  n = (double) wb_study_problem (study)->ensemble->n_members;
  seconds = (1 - wb_study_progress (study)) * n / rate;
  if (seconds < 1)
    return g_strdup (_("under 1 s left"));
  if (seconds < 120)
    return g_strdup_printf (_("about %.0f s left"), seconds);
  if (seconds < 7200)
    return g_strdup_printf (_("about %.0f min left"), seconds / 60);
  return g_strdup_printf (_("about %.0f h left"), seconds / 3600);
}

static void
refresh_progress (WbEnsembleSidebar *self, WbStudy *study)
{
  guint64 n = wb_study_problem (study)->ensemble != NULL ? wb_study_problem (study)->ensemble->n_members : 0;
  WbEnsemblePicture *picture = wb_study_is_stale (study) ? NULL : wb_study_picture (study);
  g_autofree char *done = NULL, *percent = NULL, *left = left_text (study), *rate = NULL, *failed = NULL;
  char a[64], b[64];

  plot_format_count ((guint64) (wb_study_progress (study) * (double) n), a, sizeof a);
  plot_format_count (n, b, sizeof b);
  done = n > 0 ? g_strdup_printf (_("%s of %s"), a, b) : g_strdup (_(wb_study_kind (study)->label));
  percent = g_strdup_printf (_("%d %%"), (int) floor (100 * wb_study_progress (study)));
  if (wb_study_rate (study) > 0)
    {
      plot_format_count ((guint64) wb_study_rate (study), a, sizeof a);
      /* Translators: the speed of a computation, in runs per second. */
      rate = g_strdup_printf (_("%s runs/s"), a);
    }
  plot_format_count (picture != NULL ? picture->counts[LAB_MEMBER_FAILED] : 0, a, sizeof a);
  failed = g_strdup_printf (_("%s failed"), a);
  gtk_label_set_text (GTK_LABEL (self->done), done);
  gtk_label_set_text (GTK_LABEL (self->percent), percent);
  gtk_label_set_text (GTK_LABEL (self->left), left);
  gtk_label_set_text (GTK_LABEL (self->rate), rate != NULL ? rate : "");
  gtk_label_set_text (GTK_LABEL (self->failed), failed);
  gtk_widget_set_css_classes (self->failed, (const char *[]) { picture != NULL && picture->counts[LAB_MEMBER_FAILED] > 0 ? "count-failed"
                                                                                                                         : "count-ended", NULL });
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress), wb_study_progress (study));
}

/* Returns whether a study can use several threads: whether it is an ensemble or has the option "jobs". */
static gboolean
uses_threads (const WbStudyProblem *problem)
{
  const LabStudyKind *kind = problem->kind;

  for (int k = 0; k < kind->n_options; k++)
    if (strcmp (kind->options[k].key, "jobs") == 0)
      return TRUE;
  return problem->ensemble != NULL;
}

/* Returns the sentence at the foot of the sidebar, which depends on the kind of the study. */
static const char *
note_of (const WbStudyProblem *problem, gboolean begun)
{
  if (problem != NULL && problem->ensemble == NULL && !uses_threads (problem))
    return "";
  if (begun)
    return _("Completed runs are kept. After Cancel or a crash, Run continues with the same numbers.");
  if (problem != NULL && !wb_study_problem_is_random (problem))
    return _("The results do not depend on the number of threads.");
  return _("Every run has its own seed and can be repeated alone. The results do not depend on the number of threads.");
}

static void
refresh (WbEnsembleSidebar *self)
{
  WbStudy *study = wb_studies_selected (self->studies);
  const WbStudyProblem *problem = study != NULL ? wb_study_problem (study) : NULL;
  gboolean is_random = problem != NULL && wb_study_problem_is_random (problem);
  WbStudyState state = study != NULL ? wb_study_state (study) : WB_STUDY_NEW;
  gboolean running = problem != NULL && state == WB_STUDY_RUNNING;

  gtk_widget_set_visible (self->none, g_list_model_get_n_items (wb_studies_list (self->studies)) == 0);
  gtk_widget_set_visible (self->run_group, problem != NULL);
  gtk_widget_set_visible (g_object_get_data (G_OBJECT (self->members), "row"), is_random);
  gtk_widget_set_visible (g_object_get_data (G_OBJECT (self->seed), "row"), is_random);
  gtk_widget_set_visible (g_object_get_data (G_OBJECT (self->threads), "row"), problem != NULL && uses_threads (problem));
  gtk_widget_set_visible (self->boxed, problem != NULL && uses_threads (problem));
  gtk_widget_set_visible (self->buttons, study != NULL && !running);
  gtk_widget_set_sensitive (self->run, problem != NULL && state != WB_STUDY_DONE);
  gtk_widget_set_visible (self->replay, problem != NULL && problem->ensemble != NULL);
  gtk_widget_set_visible (self->failed, is_random);
  gtk_widget_set_visible (self->progress_card, running);
  gtk_label_set_text (GTK_LABEL (self->note), note_of (problem, running || state == WB_STUDY_STOPPED));
  gtk_widget_set_visible (self->note, *gtk_label_get_text (GTK_LABEL (self->note)) != '\0');
  if (running)
    refresh_progress (self, study);
  if (problem == NULL)
    return;
  wb_field_show (wb_field_of (self->members));
  wb_field_show (wb_field_of (self->seed));
  wb_field_show (wb_field_of (self->threads));
}

static void
on_study (WbStudies *studies, WbStudy *study, WbEnsembleSidebar *self)
{
  if (study == wb_studies_selected (studies))
    refresh (self);
}

/* ---- buttons ---- */

static char *
get_member (gpointer self, const char *key)
{
  return g_strdup_printf ("%" G_GUINT64_FORMAT, WB_ENSEMBLE_SIDEBAR (self)->member);
}

static char *
member_reason (gpointer self, const char *key, const char *text)
{
  WbStudy *study = wb_studies_selected (WB_ENSEMBLE_SIDEBAR (self)->studies);
  const WbStudyProblem *problem = study != NULL ? wb_study_problem (study) : NULL;
  double most = problem != NULL && problem->ensemble != NULL ? (double) problem->ensemble->n_members - 1 : 0, value;

  if (wb_number_parse (text, &value) && value == floor (value) && value >= 0 && value <= most)
    return NULL;
  return g_strdup_printf (_("a whole number from %.0f to %.0f"), 0.0, most);
}

static void
set_member (gpointer self, const char *key, const char *text)
{
  double value = 0;

  if (text != NULL)
    wb_number_parse (text, &value);
  WB_ENSEMBLE_SIDEBAR (self)->member = (guint64) value;
}

static const WbBinding member_binding = { get_member, set_member, member_reason };

static void
replay_entered (GtkEntry *entry, WbEnsembleSidebar *self)
{
  WbStudy *study = wb_studies_selected (self->studies);

  if (!wb_field_commit (wb_field_of (GTK_WIDGET (entry))) || study == NULL)
    return;
  gtk_popover_popdown (GTK_POPOVER (gtk_widget_get_ancestor (GTK_WIDGET (entry), GTK_TYPE_POPOVER)));
  wb_studies_open_member (self->studies, study, self->member);
}

static void
replay_clicked (GtkButton *button, GtkEntry *entry)
{
  g_signal_emit_by_name (entry, "activate");
}

static GtkWidget *
replay_popover_new (WbEnsembleSidebar *self)
{
  GtkWidget *popover = gtk_popover_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8), *entry = gtk_entry_new ();
  GtkWidget *label = gtk_label_new (_("Number of the run, from 0")), *button = gtk_button_new_with_label (_("Open in Simulate"));

  wb_widget_set_name (entry, _("Number of the run, from 0"));
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (button, "suggested");
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), entry);
  gtk_box_append (GTK_BOX (box), wb_field_why (wb_field_new (entry, NULL, &member_binding, self, "member")));
  gtk_box_append (GTK_BOX (box), button);
  gtk_widget_add_css_class (box, "vary-editor");
  g_signal_connect (entry, "activate", G_CALLBACK (replay_entered), self);
  g_signal_connect (button, "clicked", G_CALLBACK (replay_clicked), entry);
  gtk_popover_set_child (GTK_POPOVER (popover), box);
  return popover;
}

static GtkWidget *
buttons_new (WbEnsembleSidebar *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8), *content = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);

  self->replay = gtk_menu_button_new ();
  gtk_menu_button_set_label (GTK_MENU_BUTTON (self->replay), _("Repeat a run"));
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (self->replay), replay_popover_new (self));
  gtk_widget_add_css_class (self->replay, "raised-menu");
  self->run = gtk_button_new ();
  gtk_box_append (GTK_BOX (content), gtk_image_new_from_icon_name ("wb-play-symbolic"));
  gtk_box_append (GTK_BOX (content), gtk_label_new (_("Run")));
  gtk_widget_set_halign (content, GTK_ALIGN_CENTER);
  gtk_button_set_child (GTK_BUTTON (self->run), content);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->run), "win.ensemble-run");
  gtk_widget_set_hexpand (self->run, TRUE); /* equal widths would make the sidebar too wide in languages with long words */
  gtk_widget_add_css_class (self->run, "suggested");
  wb_widget_set_name (self->run, _("Run"));
  gtk_box_append (GTK_BOX (row), self->replay);
  gtk_box_append (GTK_BOX (row), self->run);
  return row;
}

static GtkWidget *
line_new (GtkWidget **left, GtkWidget **right)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  *left = gtk_label_new (NULL);
  *right = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (*left), 0);
  gtk_widget_set_hexpand (*left, TRUE);
  gtk_box_append (GTK_BOX (line), *left);
  gtk_box_append (GTK_BOX (line), *right);
  return line;
}

static GtkWidget *
progress_new (WbEnsembleSidebar *self)
{
  GtkWidget *card = gtk_box_new (GTK_ORIENTATION_VERTICAL, 9), *last = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *cancel = gtk_button_new_with_label (_("Cancel"));

  gtk_widget_add_css_class (card, "card");
  gtk_widget_add_css_class (card, "progress-card");
  gtk_box_append (GTK_BOX (card), line_new (&self->done, &self->percent));
  gtk_widget_add_css_class (self->done, "row-value");
  gtk_widget_add_css_class (self->percent, "row-remark");
  self->progress = gtk_progress_bar_new ();
  wb_widget_set_name (self->progress, _("Progress"));
  gtk_box_append (GTK_BOX (card), self->progress);
  gtk_box_append (GTK_BOX (card), line_new (&self->left, &self->rate));
  gtk_widget_add_css_class (self->left, "row-remark");
  gtk_widget_add_css_class (self->rate, "row-remark");
  self->failed = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->failed), 0);
  gtk_widget_set_hexpand (self->failed, TRUE);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (cancel), "win.ensemble-cancel");
  gtk_widget_add_css_class (cancel, "raised");
  gtk_box_append (GTK_BOX (last), self->failed);
  gtk_box_append (GTK_BOX (last), cancel);
  gtk_box_append (GTK_BOX (card), last);
  return card;
}

/* ---- widget ---- */

static GtkWidget *
head_new (WbEnsembleSidebar *self)
{
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0), *title = wb_study_setup_heading (_("Studies")), *add = gtk_menu_button_new ();
  g_autoptr (GMenu) menu = g_menu_new ();

  gtk_widget_set_hexpand (title, TRUE);
  for (const LabStudyKind *const *kind = wb_study_new_kinds (); *kind != NULL; kind++)
    {
      /* Translators: %s is a kind of study, such as "Ensemble". */
      g_autofree char *label = g_strdup_printf (_("New: %s"), _((*kind)->label));
      g_autofree char *action = g_strdup_printf ("win.study-new-kind::%s", (*kind)->id);

      g_menu_append (menu, label, action);
    }
  g_menu_append (menu, _("Open a study…"), "win.study-open");
  g_menu_append (menu, _("Save the study…"), "win.study-save");
  g_menu_append (menu, _("Remove the study"), "win.study-remove");
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (add), "wb-add-symbolic");
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (add), G_MENU_MODEL (menu));
  wb_widget_set_label (add, _("Add a study"));
  gtk_widget_add_css_class (add, "plot-menu");
  gtk_widget_add_css_class (head, "studies-head");
  gtk_box_append (GTK_BOX (head), title);
  gtk_box_append (GTK_BOX (head), add);
  return head;
}

static void
add_list (WbEnsembleSidebar *self, GtkWidget *content)
{
  gtk_box_append (GTK_BOX (content), wb_study_list_new (self->studies));
  self->none = gtk_label_new (_("No studies yet. A study runs one model many times."));
  gtk_label_set_wrap (GTK_LABEL (self->none), TRUE);
  gtk_label_set_xalign (GTK_LABEL (self->none), 0);
  gtk_widget_add_css_class (self->none, "studies-none");
  gtk_box_append (GTK_BOX (content), self->none);
}

static void
add_run (WbEnsembleSidebar *self, GtkWidget *content)
{
  GtkWidget *boxed = self->boxed = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->run_group = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  gtk_widget_add_css_class (self->run_group, "sidebar-group");
  gtk_widget_add_css_class (boxed, "boxed");
  gtk_box_append (GTK_BOX (self->run_group), wb_study_setup_heading (_("Run")));
  self->members = number_row (self, boxed, "members");
  self->seed = number_row (self, boxed, "seed");
  self->threads = number_row (self, boxed, "threads");
  gtk_box_append (GTK_BOX (self->run_group), boxed);
  self->buttons = buttons_new (self);
  gtk_widget_set_margin_top (self->buttons, 4);
  self->progress_card = progress_new (self);
  gtk_widget_set_margin_top (self->progress_card, 4);
  gtk_box_append (GTK_BOX (self->run_group), self->buttons);
  gtk_box_append (GTK_BOX (self->run_group), self->progress_card);
  gtk_box_append (GTK_BOX (content), self->run_group);
}

static void
wb_ensemble_sidebar_dispose (GObject *object)
{
  WbEnsembleSidebar *self = WB_ENSEMBLE_SIDEBAR (object);

  if (self->studies != NULL)
    g_signal_handlers_disconnect_by_data (self->studies, self);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->studies);
  G_OBJECT_CLASS (wb_ensemble_sidebar_parent_class)->dispose (object);
}

static void
wb_ensemble_sidebar_class_init (WbEnsembleSidebarClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_ensemble_sidebar_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
wb_ensemble_sidebar_init (WbEnsembleSidebar *self)
{
}

GtkWidget *
wb_ensemble_sidebar_new (WbStudies *studies)
{
  WbEnsembleSidebar *self = g_object_new (WB_TYPE_ENSEMBLE_SIDEBAR, NULL);
  GtkWidget *scrolled = gtk_scrolled_window_new (), *content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->studies = g_object_ref (studies);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_add_css_class (self->box, "wb-sidebar");
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_box_append (GTK_BOX (self->box), head_new (self));
  add_list (self, content);
  gtk_box_append (GTK_BOX (content), wb_study_setup_new (studies));
  add_run (self, content);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), content);
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_box_append (GTK_BOX (self->box), scrolled);
  self->note = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->note), TRUE);
  gtk_label_set_xalign (GTK_LABEL (self->note), 0);
  gtk_widget_add_css_class (self->note, "sidebar-note");
  gtk_box_append (GTK_BOX (self->box), self->note);
  g_signal_connect_swapped (studies, "studies-changed", G_CALLBACK (refresh), self);
  g_signal_connect_swapped (studies, "selection-changed", G_CALLBACK (refresh), self);
  g_signal_connect (studies, "study-changed", G_CALLBACK (on_study), self);
  refresh (self);
  return GTK_WIDGET (self);
}
