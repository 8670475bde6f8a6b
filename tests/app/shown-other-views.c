/* The views of attempts, events, comparisons and studies. */
#include "shown-views.h"

#include <math.h>
#include <string.h>

#include "lab-result-text.h"
#include "plot-format.h"
#include "plot-text.h"
#include "wb-compare-cells.h"
#include "wb-lab-card.h"
#include "wb-lab-studies.h"
#include "wb-laboratory-view.h"
#include "wb-microscope.h"
#include "wb-studies.h"
#include "walk-acts.h"

/* Longest times in µs for which a study may compute, in walks that are started by hand and in those of the test suite. A user would cancel it then. */
#define LONGEST_US (15 * G_USEC_PER_SEC)
#define LONGEST_IN_SUITE_US (5 * G_USEC_PER_SEC)

static gboolean
waited (gboolean (*busy) (gpointer owner), gpointer owner)
{
  gint64 longest = g_getenv ("WALK_SEEDS") != NULL ? LONGEST_US : LONGEST_IN_SUITE_US;

  for (gint64 end = g_get_monotonic_time () + longest; busy (owner) && g_get_monotonic_time () < end;)
    if (!g_main_context_iteration (NULL, FALSE))
      g_usleep (1000);
  return !busy (owner);
}

/* ---- Microscope ---- */

static gboolean
is_opening (gpointer microscope)
{
  return !isnan (wb_microscope_progress (microscope)) || (wb_microscope_shows_event (microscope) ? wb_microscope_picture (microscope) == NULL : wb_microscope_attempt (microscope) == NULL);
}

/* Returns the document of an attempt or event of the current run; number: counted from 1. */
static ModelYamlDocument *
microscope_document (ShownCheck *check, const char *option, gsize number)
{
  g_autofree char *command = g_strdup_printf ("stepwise-cli microscope %s --%s %" G_GSIZE_FORMAT, check->options, option, number), *out = NULL;

  shown_cli (command, "--format json", &out, NULL);
  return shown_parse (out);
}

static double
number_at (const ModelYamlDocument *document, const char *key)
{
  const char *text = model_yaml_get_text (model_yaml_root (document), key, NULL);

  return text != NULL && strcmp (text, "null") != 0 ? g_ascii_strtod (text, NULL) : NAN;
}

/* Compares a text that a label of the view must contain. */
static ShownVerdict
expect_label (ShownCheck *check, const char *what, const char *expected)
{
  GtkWidget *view = GTK_WIDGET (wb_window_microscope (check->window));

  check->n_values++;
  if (wb_test_label_with (view, expected) != NULL)
    return SHOWN_SAME;
  return shown_text (check, what, "no such text", expected);
}

static char *
value_text (ShownCheck *check, double value, int digits)
{
  g_autofree char *rich = plot_text_value (value, digits, model_time_unit (wb_run_item_model (check->run)));

  return plot_text_plain (rich);
}

/* Returns the beginning of the verdict on an attempt, from what the command line prints; NULL: only its title is known. */
static char *
verdict_of (const ModelYamlDocument *document, const char **title)
{
  const char *outcome = model_yaml_get_text (model_yaml_root (document), "outcome", "");
  char error[32], ratio[32];

  plot_format_number (number_at (document, "norm"), 2, error, sizeof error);
  plot_format_number (number_at (document, "h_next") / number_at (document, "h"), 2, ratio, sizeof ratio);
  *title = strcmp (outcome, "accepted") == 0 ? "Accepted" : strcmp (outcome, "rejected_error") == 0 ? "Rejected"
           : strcmp (outcome, "cut_by_event") == 0 ? "Cut at an event" : strcmp (outcome, "cut_by_switch") == 0 ? "Cut at a switch" : NULL;
  if (*title == NULL || isnan (number_at (document, "norm")) || isnan (number_at (document, "factor")) || g_str_has_prefix (outcome, "cut"))
    return NULL;
  if (strcmp (outcome, "accepted") == 0)
    return g_strdup_printf ("The error is %s × the tolerance.", error);
  return number_at (document, "h_next") > 0 ? g_strdup_printf ("The error is %s × the tolerance. The step starts again with %s × its size.", error, ratio) : NULL;
}

static ShownVerdict
compare_attempt (ShownCheck *check)
{
  WbMicroscope *microscope = wb_microscope_of (check->session);
  SimTape *tape;
  g_autoptr (ModelYamlDocument) document = NULL;
  g_autofree char *t = NULL, *h = NULL, *place = NULL, *sentence = NULL;
  const char *title;
  gsize n, index;
  ShownVerdict verdict;

  if (!shown_has_run (check, FALSE))
    return SHOWN_NOT_COMPARED;
  tape = wb_run_item_tape (check->run);
  n = sim_tape_n_attempts (tape);
  if (n == 0 || sim_tape_first (tape) > 0)
    return shown_not_compared (check, "no attempts from the start on");
  index = (gsize) g_rand_int_range (check->dice, 0, (gint32) n);
  wb_window_show_view (check->window, "microscope");
  wb_microscope_open (microscope, index);
  wb_microscope_try (microscope, NAN);
  if (!waited (is_opening, microscope))
    return shown_not_compared (check, "the attempt takes long");
  wb_test_spin ();
  document = microscope_document (check, "attempt", index + 1);
  if (document == NULL)
    return shown_text (check, "the attempt", "an attempt", "none");
  t = value_text (check, number_at (document, "t"), 6);
  h = value_text (check, number_at (document, "h"), 4);
  place = g_strdup_printf ("from t = %s over h = %s", t, h);
  verdict = expect_label (check, "the attempt", place);
  sentence = verdict_of (document, &title);
  if (title != NULL)
    verdict = MAX (verdict, expect_label (check, "its title", title));
  if (sentence != NULL)
    verdict = MAX (verdict, expect_label (check, "its verdict", sentence));
  return verdict;
}

static ShownVerdict
compare_event (ShownCheck *check)
{
  WbMicroscope *microscope = wb_microscope_of (check->session);
  g_autoptr (ModelYamlDocument) document = NULL;
  g_autofree char *t = NULL, *iterations = NULL;
  int n;
  gsize number;

  if (!shown_has_run (check, FALSE))
    return SHOWN_NOT_COMPARED;
  n = (int) shown_stat (check, "witness_events");
  if (n == 0)
    return shown_not_compared (check, "no located event");
  number = (gsize) g_rand_int_range (check->dice, 1, n + 1);
  wb_window_show_view (check->window, "microscope");
  if (!wb_microscope_open_located (microscope, number))
    return shown_text (check, "the located events", "fewer", "more");
  wb_microscope_try (microscope, NAN);
  if (!waited (is_opening, microscope))
    return shown_not_compared (check, "the event takes long");
  wb_test_spin ();
  document = microscope_document (check, "event", number);
  if (document == NULL)
    return shown_text (check, "the event", "an event", "none");
  t = value_text (check, number_at (document, "t"), 8);
  return expect_label (check, "the time of the event", t);
}

/* ---- Compare ---- */

static gboolean is_comparing (gpointer comparison) { return wb_comparison_is_running (comparison); }

/* Repeats the run of one row, and compares the numbers of its cells. */
static ShownVerdict
compare_entry (ShownCheck *check, WbComparison *comparison, WbCompareEntry *entry)
{
  const LabComparisonEntry *result = wb_compare_entry_result (entry);
  const LabComparison *whole = wb_comparison_result (comparison);
  WbSnapshot *snapshot = wb_session_snapshot (check->session);
  LabProblem problem = wb_snapshot_problem (snapshot);
  g_autoptr (SimConfig) config = NULL;
  g_autofree char *options = NULL, *command = NULL, *out = NULL, *steps = NULL, *evaluations = NULL;
  g_autoptr (ModelYamlDocument) document = NULL;
  char text[64];
  const char *reason;
  ShownVerdict verdict;

  if (result != NULL && result->refused == NULL)
    config = lab_problem_config (&problem, result->method, result->fixed ? result->h : 0, result->accuracy);
  wb_snapshot_free (snapshot);
  if (config == NULL || result->run.reason == SIM_FAILED_RUN)
    return shown_not_compared (check, "an entry without a run; ");
  options = shown_options (check, wb_session_model (check->session), config, wb_session_values (check->session), whole->t_start, whole->t_end, &reason);
  if (options == NULL)
    return shown_not_compared (check, reason);
  command = g_strconcat ("stepwise-cli run ", options, NULL);
  shown_cli (command, "--stats json --quiet", &out, NULL);
  document = shown_parse (out);
  if (document == NULL)
    return shown_text (check, wb_compare_entry_name (entry), "a run", "none");
  plot_format_count ((guint64) number_at (document, "steps_taken"), text, sizeof text);
  steps = wb_compare_cell_text (comparison, entry, WB_CELL_STEPS);
  verdict = shown_text (check, wb_compare_entry_name (entry), steps, text);
  plot_format_count ((guint64) number_at (document, "rhs_evaluations"), text, sizeof text);
  evaluations = wb_compare_cell_text (comparison, entry, WB_CELL_EVALUATIONS);
  return MAX (verdict, shown_text (check, wb_compare_entry_name (entry), evaluations, text));
}

static ShownVerdict
compare_comparison (ShownCheck *check)
{
  WbComparison *comparison = wb_comparison_of (check->session);
  GListModel *entries = wb_comparison_entries (comparison);
  ShownVerdict verdict = SHOWN_NOT_COMPARED;

  wb_window_show_view (check->window, "compare");
  if (wb_comparison_result (comparison) == NULL || wb_comparison_is_stale (comparison))
    wb_comparison_run (comparison);
  if (!waited (is_comparing, comparison))
    {
      wb_comparison_cancel (comparison);
      WAIT_FOR (!wb_comparison_is_running (comparison));
      return shown_not_compared (check, "the comparison takes long");
    }
  if (wb_comparison_result (comparison) == NULL || wb_comparison_is_stale (comparison))
    return shown_not_compared (check, "no comparison");
  for (guint i = 0; i < g_list_model_get_n_items (entries); i++)
    {
      g_autoptr (WbCompareEntry) entry = g_list_model_get_item (entries, i);
      verdict = MAX (verdict, compare_entry (check, comparison, entry));
    }
  return verdict;
}

/* ---- Laboratory ---- */

/* Columns and numbers of measured times. */
#define TIMES "wall_seconds|seconds|time_ratio"

/* Compares the numbers that a card copies with those of the command that it copies. */
static ShownVerdict
compare_card (ShownCheck *check, GtkWidget *card, const char *what)
{
  g_autofree char *shown = NULL, *command = NULL, *out = NULL, *errors = NULL, *printed = NULL;

  wb_test_clear_clipboard (card);
  g_signal_emit_by_name (card, "copy-table");
  shown = wb_test_clipboard (card);
  wb_test_clear_clipboard (card);
  g_signal_emit_by_name (card, "copy-command");
  command = wb_test_clipboard (card);
  if (*shown == '\0' || *command == '\0')
    return shown_not_compared (check, "a card has no numbers or no command; ");
  if (strstr (command, " # not in this command") != NULL)
    return shown_not_compared (check, "the command has a comment on a missing input");
  shown_cli (command, "--format csv --quiet", &out, &errors);
  if (*out == '\0')
    return shown_text (check, command, "numbers", errors);
  printed = shown_numbers_as_table (out);
  if (shown_table (check, what, shown, '\t', printed, TIMES) == SHOWN_SAME)
    return SHOWN_SAME;
  g_string_append_printf (check->message, "\n      %s", command);
  return SHOWN_DIFFERENT;
}

static void
add_cards (GtkWidget *from, GPtrArray *cards)
{
  if (gtk_widget_get_mapped (from) && WB_IS_LAB_CARD (from))
    g_ptr_array_add (cards, from);
  else if (gtk_widget_get_mapped (from))
    for (GtkWidget *child = gtk_widget_get_first_child (from); child != NULL; child = gtk_widget_get_next_sibling (child))
      add_cards (child, cards);
}

/* The number of cards of a page that a walk of the test suite compares. Some commands take as long as all other views. */
#define N_CARDS_IN_SUITE 2

/* Compares the cards of a page in random order. */
static ShownVerdict
compare_cards (ShownCheck *check, GtkWidget *view)
{
  g_autoptr (GPtrArray) cards = g_ptr_array_new ();
  ShownVerdict verdict = SHOWN_NOT_COMPARED;
  int n = 0;

  add_cards (view, cards);
  while (cards->len > 0 && (n < N_CARDS_IN_SUITE || g_getenv ("WALK_SEEDS") != NULL))
    {
      GtkWidget *card = g_ptr_array_steal_index_fast (cards, (guint) g_rand_int_range (check->dice, 0, (gint32) cards->len));
      ShownVerdict of_card = compare_card (check, card, wb_laboratory_page (wb_laboratory_of (check->session)));

      n += of_card != SHOWN_NOT_COMPARED;
      verdict = MAX (verdict, of_card);
    }
  return verdict;
}

static gboolean is_page_busy (gpointer view) { return wb_laboratory_view_is_busy (view); }

static ShownVerdict
compare_page (ShownCheck *check, const char *page)
{
  WbLaboratoryView *view = wb_window_laboratory (check->window);
  ShownVerdict verdict;

  wb_window_show_view (check->window, "laboratory");
  wb_laboratory_set_page (wb_laboratory_of (check->session), page);
  wb_test_turn (0.5); /* the page begins to compute a moment later */
  if (!waited (is_page_busy, view))
    {
      wb_laboratory_view_cancel (view);
      WAIT_FOR (!wb_laboratory_view_is_busy (view));
      return shown_not_compared (check, "the page takes long");
    }
  verdict = compare_cards (check, GTK_WIDGET (view));
  if (verdict != SHOWN_DIFFERENT)
    wb_laboratory_view_cancel (view);
  return verdict;
}

static ShownVerdict compare_method_page (ShownCheck *check) { return compare_page (check, "method"); }
static ShownVerdict compare_plane (ShownCheck *check) { return compare_page (check, "plane"); }

static gboolean
is_computing (gpointer study)
{
  return wb_study_state (study) == WB_STUDY_RUNNING || wb_study_state (study) == WB_STUDY_WAITING;
}

/* Computes a random study of the Laboratory, whose card is then compared. */
static ShownVerdict
compare_a_study (ShownCheck *check)
{
  WbLabStudies *studies = wb_lab_studies_of (check->session);
  int index = g_rand_int_range (check->dice, 0, wb_lab_studies_n ());
  WbStudy *study = wb_lab_studies_study (studies, index);
  g_autofree char *page = g_strdup_printf ("studies:%s", wb_lab_studies_kind (index)->id);
  GtkWidget *card;

  g_string_append_printf (check->message, "%s: ", wb_lab_studies_kind (index)->id);
  wb_window_show_view (check->window, "laboratory");
  wb_laboratory_set_page (wb_laboratory_of (check->session), page);
  wb_test_spin ();
  wb_lab_studies_run (studies, study);
  if (!waited (is_computing, study))
    {
      wb_lab_studies_cancel (studies);
      WAIT_FOR (!is_computing (study));
      return shown_not_compared (check, "takes long");
    }
  if (!wb_study_is_current (study) || wb_study_result (study) == NULL)
    return shown_not_compared (check, wb_study_error (study));
  card = wb_test_find (GTK_WIDGET (wb_lab_studies_page_card (wb_laboratory_view_studies (wb_window_laboratory (check->window)), index)), WB_TYPE_LAB_CARD, NULL);
  return compare_card (check, card, wb_lab_studies_kind (index)->id);
}

/* Compares two studies. Many studies do not apply to a model, so that up to six are tried. */
static ShownVerdict
compare_studies (ShownCheck *check)
{
  ShownVerdict verdict = SHOWN_NOT_COMPARED;
  int n = 0;

  for (int i = 0; i < 6 && n < 2; i++)
    {
      ShownVerdict of_study = compare_a_study (check);

      n += of_study != SHOWN_NOT_COMPARED;
      verdict = MAX (verdict, of_study);
      g_string_append (check->message, "; ");
    }
  return verdict;
}

/* ---- Ensemble ---- */

/* Compares the statistics of the records of an ensemble, and the numbers of its members. */
static ShownVerdict
compare_picture (ShownCheck *check, WbEnsemblePicture *picture, const ModelYaml *printed)
{
  static const char *const keys[] = { "mean", "sd", "q05", "q25", "q50", "q75", "q95", "min", "max" };
  char text[64];
  ShownVerdict verdict;

  g_snprintf (text, sizeof text, "%" G_GUINT64_FORMAT, picture->counts[LAB_MEMBER_FAILED]);
  verdict = shown_text (check, "failed members", text, model_yaml_get_text (printed, "failed", ""));
  for (int k = 0; k < picture->n_records && picture->exact; k++)
    {
      const LabSummary *s = &picture->records[k].summary;
      const double values[] = { s->mean, s->sd, s->q05, s->q25, s->q50, s->q75, s->q95, s->minimum, s->maximum };
      const ModelYaml *record = model_yaml_get (model_yaml_get (printed, "results"), picture->records[k].name);

      for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
        {
          g_autofree char *shown = isfinite (values[i]) ? lab_values_number_text (values[i]) : g_strdup ("null");
          const char *expected = model_yaml_get_text (record, keys[i], "none");

          check->n_values++;
          if (strcmp (shown, expected) != 0 && g_ascii_strtod (shown, NULL) != g_ascii_strtod (expected, NULL))
            verdict = MAX (verdict, shown_text (check, keys[i], shown, expected));
        }
    }
  return verdict;
}

/* Compares the points of a sweep with those of the command line, which prints more columns. The first three columns are compared. */
static ShownVerdict
compare_sweep (ShownCheck *check, const LabResult *result, const char *command)
{
  g_autofree char *shown = result != NULL ? lab_result_table_text (result) : NULL, *out = NULL, *errors = NULL;
  g_auto (GStrv) a = NULL, b = NULL;

  if (shown == NULL)
    return shown_not_compared (check, "no points");
  shown_cli (command, "--format csv --quiet", &out, &errors);
  a = g_strsplit (g_strdelimit (shown, "\t", ','), "\n", -1);
  b = g_strsplit (out, "\n", -1);
  if (g_strv_length (a) != g_strv_length (b))
    return shown_text (check, command, shown, *out != '\0' ? out : errors);
  for (guint i = 0; a[i] != NULL; i++)
    {
      g_auto (GStrv) here = g_strsplit (a[i], ",", 4), there = g_strsplit (b[i], ",", 4);

      for (guint k = 0; k < 3 && here[k] != NULL && there[k] != NULL; k++, check->n_values += i > 0)
        if (!shown_same_line (here[k], there[k]))
          return shown_text (check, command, a[i], b[i]);
    }
  return SHOWN_SAME;
}

static ShownVerdict
compare_ensemble (ShownCheck *check)
{
  WbStudies *studies = wb_studies_of (check->session);
  WbStudy *study = wb_studies_selected (studies);
  const char *const members[] = { "members", NULL };
  g_autofree char *command = NULL, *out = NULL, *errors = NULL;
  g_autoptr (ModelYamlDocument) document = NULL;

  wb_window_show_view (check->window, "ensemble");
  if (study == NULL)
    study = wb_studies_add_new (studies, "ensemble");
  if (study == NULL || wb_study_kind (study) == NULL)
    return shown_not_compared (check, "no study");
  g_string_append_printf (check->message, "%s: ", wb_study_kind (study)->id);
  if (strcmp (wb_study_kind (study)->id, "ensemble") == 0)
    wb_study_put (study, members, "12", "members");
  wb_study_run (study);
  if (!waited (is_computing, study))
    {
      wb_study_cancel (study);
      WAIT_FOR (!is_computing (study));
      return shown_not_compared (check, "takes long");
    }
  if (wb_study_state (study) != WB_STUDY_DONE || wb_study_is_stale (study))
    return shown_not_compared (check, wb_study_error (study));
  command = wb_study_command (study);
  if (strstr (command, " # not in this command") != NULL)
    return shown_not_compared (check, "the command has a comment on a missing input");
  if (strcmp (wb_study_kind (study)->id, "sweep") == 0)
    return compare_sweep (check, wb_study_result (study), command);
  if (wb_study_picture (study) == NULL && wb_study_result (study) != NULL)
    {
      g_autofree char *shown = lab_result_csv (wb_study_result (study), '\t'), *printed = NULL;

      shown_cli (command, "--format csv --quiet", &out, &errors);
      printed = shown_numbers_as_table (out);
      return shown_table (check, command, shown, '\t', printed, TIMES);
    }
  if (wb_study_picture (study) == NULL || strcmp (wb_study_kind (study)->id, "ensemble") != 0)
    return shown_not_compared (check, "no statistics");
  shown_cli (command, "--format json --quiet", &out, &errors);
  document = shown_parse (out);
  if (document == NULL)
    return shown_text (check, command, "statistics", errors);
  return compare_picture (check, wb_study_picture (study), model_yaml_root (document));
}

const ShownView shown_other_views[] = {
  { "attempt", compare_attempt },
  { "event", compare_event },
  { "comparison", compare_comparison },
  { "page of the method", compare_method_page },
  { "phase plane", compare_plane },
  { "studies", compare_studies },
  { "ensemble", compare_ensemble },
  { NULL, NULL },
};
