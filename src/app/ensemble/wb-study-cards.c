/* Builds the cards for new studies and those for study files, each with the reason if the model does not support it. */
#include "wb-study-cards.h"

#include <glib/gi18n.h>
#include <string.h>

#include "lab-registry.h"
#include "plot-format.h"
#include "wb-kind-pictures.h"
#include "wb-study-library.h"
#include "wb-study-new.h"
#include "wb-widgets.h"

/* ---- cards ---- */

static GtkWidget *
text_new (const char *text, const char *css)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 40);
  gtk_widget_add_css_class (label, css);
  return label;
}

static GtkWidget *
kind_card_new (const LabStudyKind *kind, GtkWidget **cost, GtkWidget **button)
{
  GtkWidget *card = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6), *frame = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *picture = wb_kind_picture_new (kind, 300, 150), *last = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  g_autofree char *spoken = g_strdup_printf ("%s: %s", _(kind->label), _("Set up"));

  *button = gtk_button_new_with_label (_("Set up"));
  gtk_widget_add_css_class (frame, "study-picture");
  gtk_widget_set_overflow (frame, GTK_OVERFLOW_HIDDEN);
  gtk_box_append (GTK_BOX (frame), picture);
  gtk_box_append (GTK_BOX (card), frame);
  gtk_box_append (GTK_BOX (card), text_new (_(kind->label), "study-kind"));
  if (kind->question != NULL)
    gtk_box_append (GTK_BOX (card), text_new (_(kind->question), "row-title"));
  gtk_box_append (GTK_BOX (card), text_new (_(kind->advice), "row-remark"));
  *cost = text_new (kind->cost != NULL ? _(kind->cost) : "", "row-remark");
  gtk_widget_set_hexpand (*cost, TRUE);
  gtk_box_append (GTK_BOX (last), *cost);
  gtk_widget_add_css_class (*button, "raised");
  gtk_widget_set_valign (*button, GTK_ALIGN_CENTER);
  wb_widget_set_name (*button, spoken);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (*button), "s", kind->id);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (*button), "win.study-new-kind");
  gtk_box_append (GTK_BOX (last), *button);
  gtk_widget_set_valign (last, GTK_ALIGN_END);
  gtk_widget_set_vexpand (last, TRUE);
  gtk_box_append (GTK_BOX (card), last);
  gtk_widget_add_css_class (card, "card");
  gtk_widget_add_css_class (card, "study-card");
  return card;
}

/* ---- why a kind is not possible ---- */

/* Data of the check whether a model can have a kind of study, with the widgets that show the answer. Owned by the label `cost`. */
typedef struct
{
  const LabStudyKind *kind;
  WbSession *session;  /* session of the window; borrowed */
  GtkWidget *cost, *button;
  WbJob *job;
  Model *model;        /* the model that was checked last; used only for comparison */
} Check;

static void
show_reason (Check *check, const char *reason)
{
  gboolean possible = *reason == '\0';

  gtk_label_set_text (GTK_LABEL (check->cost), !possible ? reason : check->kind->cost != NULL ? _(check->kind->cost) : "");
  gtk_widget_set_css_classes (check->cost, (const char *[]) { possible ? "row-remark" : "study-refusal", NULL });
  gtk_widget_set_visible (check->button, possible);
}

static void
on_checked (gpointer owner, gpointer result, const GError *error)
{
  Check *check = g_object_get_data (owner, "check");

  if (result != NULL)
    show_reason (check, result);
  g_free (result);
}

/* Starts the check of the session's model, if the page is visible and the model was not checked yet. */
static void
check_model (GtkWidget *cost)
{
  Check *check = g_object_get_data (G_OBJECT (cost), "check");
  Model *model = wb_session_model (check->session);

  if (model == NULL || model == check->model || !gtk_widget_get_mapped (cost))
    return;
  check->model = model;
  show_reason (check, "");
  wb_study_new_check (&check->job, cost, check->session, check->kind, on_checked);
}

static GtkWidget *
checked_card_new (WbSession *session, const LabStudyKind *kind)
{
  Check *check = g_new0 (Check, 1);
  GtkWidget *card = kind_card_new (kind, &check->cost, &check->button);

  check->kind = kind;
  check->session = session;
  g_object_set_data_full (G_OBJECT (check->cost), "check", check, g_free);
  g_signal_connect (check->cost, "map", G_CALLBACK (check_model), NULL);
  g_signal_connect_object (session, "model-changed", G_CALLBACK (check_model), check->cost, G_CONNECT_SWAPPED);
  return card;
}

static void
open_entry (GtkWidget *button, WbStudies *studies)
{
  g_autoptr (GError) error = NULL;

  if (!wb_studies_open (studies, g_object_get_data (G_OBJECT (button), "path"), &error))
    wb_session_message (wb_studies_session (studies), error->message);
}

static GtkWidget *
example_new (WbStudies *studies, const WbStudyEntry *entry)
{
  GtkWidget *button = gtk_button_new (), *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12), *title = gtk_label_new (entry->title), *kind;
  const LabStudyKind *found = lab_registry_find (entry->study);
  g_autofree char *text = NULL;
  char count[64];

  plot_format_count (entry->members, count, sizeof count);
  text = entry->members > 0 ? g_strdup_printf (ngettext ("%s, %s run", "%s, %s runs", (gulong) entry->members), _(found->label), count)
                            : g_strdup (_(found->label));
  kind = gtk_label_new (text);
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_label_set_ellipsize (GTK_LABEL (title), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (title, TRUE);
  gtk_widget_add_css_class (title, "row-title");
  gtk_widget_add_css_class (kind, "row-remark");
  gtk_box_append (GTK_BOX (row), title);
  gtk_box_append (GTK_BOX (row), kind);
  gtk_button_set_child (GTK_BUTTON (button), row);
  gtk_widget_add_css_class (button, "row");
  gtk_widget_add_css_class (button, "flat-row");
  g_object_set_data_full (G_OBJECT (button), "path", g_strdup (entry->path), g_free);
  g_signal_connect_object (button, "clicked", G_CALLBACK (open_entry), studies, 0);
  return button;
}

/* Height in px of the list of examples. */
#define EXAMPLES_HEIGHT 138

static GtkWidget *
open_card_new (WbStudies *studies)
{
  GtkWidget *card = gtk_box_new (GTK_ORIENTATION_VERTICAL, 9), *boxed = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *last = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8), *note, *button = gtk_button_new_with_label (_("Open…"));
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  g_autoptr (GPtrArray) entries = wb_study_library_scan ();

  gtk_box_append (GTK_BOX (card), text_new (_("Or open a study"), "study-kind"));
  gtk_box_append (GTK_BOX (card), text_new (_("A study file has the model, the settings, the seed and the values to record for each run. An interrupted study continues where it stopped."), "row-remark"));
  gtk_widget_add_css_class (boxed, "boxed");
  for (guint k = 0; k < entries->len; k++)
    gtk_box_append (GTK_BOX (boxed), example_new (studies, g_ptr_array_index (entries, k)));
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), EXAMPLES_HEIGHT);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), boxed);
  gtk_widget_set_visible (scrolled, entries->len > 0);
  gtk_box_append (GTK_BOX (card), scrolled);
  note = text_new (entries->len > 0 ? _("examples that come with Stepwise") : "", "row-remark");
  gtk_widget_set_hexpand (note, TRUE);
  gtk_box_append (GTK_BOX (last), note);
  gtk_widget_add_css_class (button, "raised");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.study-open");
  gtk_box_append (GTK_BOX (last), button);
  gtk_widget_set_valign (last, GTK_ALIGN_END);
  gtk_widget_set_vexpand (last, TRUE);
  gtk_box_append (GTK_BOX (card), last);
  gtk_widget_add_css_class (card, "card");
  gtk_widget_add_css_class (card, "study-card");
  return card;
}

static void
name_model (WbSession *session, GtkWidget *title)
{
  Model *model = wb_session_model (session);

  gtk_label_set_text (GTK_LABEL (title), model != NULL ? model_name (model) : "");
}

GtkWidget *
wb_study_cards_new (WbStudies *studies)
{
  WbSession *session = wb_studies_session (studies);
  GtkWidget *scrolled = gtk_scrolled_window_new (), *page = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12), *flow = gtk_flow_box_new ();
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12), *title = gtk_label_new (NULL), *question;

  gtk_widget_add_css_class (title, "model-name");
  gtk_widget_add_css_class (head, "title-strip");
  gtk_box_append (GTK_BOX (head), title);
  question = text_new (_("what do you want to know?"), "row-remark");
  gtk_label_set_wrap (GTK_LABEL (question), FALSE);
  gtk_box_append (GTK_BOX (head), question);
  gtk_box_append (GTK_BOX (page), head);
  gtk_flow_box_set_selection_mode (GTK_FLOW_BOX (flow), GTK_SELECTION_NONE);
  gtk_flow_box_set_max_children_per_line (GTK_FLOW_BOX (flow), 3);
  gtk_flow_box_set_homogeneous (GTK_FLOW_BOX (flow), TRUE);
  gtk_flow_box_set_column_spacing (GTK_FLOW_BOX (flow), 16);
  gtk_flow_box_set_row_spacing (GTK_FLOW_BOX (flow), 12);
  gtk_widget_set_valign (flow, GTK_ALIGN_START);
  gtk_widget_set_vexpand (flow, FALSE);
  gtk_widget_add_css_class (flow, "study-cards");
  for (const LabStudyKind *const *kind = wb_study_new_kinds (); *kind != NULL; kind++)
    gtk_flow_box_append (GTK_FLOW_BOX (flow), checked_card_new (session, *kind));
  gtk_flow_box_append (GTK_FLOW_BOX (flow), open_card_new (studies));
  for (GtkWidget *child = gtk_widget_get_first_child (flow); child != NULL; child = gtk_widget_get_next_sibling (child))
    gtk_widget_set_focusable (child, FALSE);
  gtk_box_append (GTK_BOX (page), flow);
  gtk_box_append (GTK_BOX (page), text_new (_("The model and its integrator are those of the Simulate view. A study keeps its own copy."), "study-remark"));
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), page);
  g_signal_connect_object (session, "model-changed", G_CALLBACK (name_model), title, 0);
  name_model (session, title);
  return scrolled;
}
