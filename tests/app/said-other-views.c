/* The views of attempts, events, comparisons and studies. */
#include "said-views.h"

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

/* Longest time in µs for which a study may compute. A user would cancel it then. */
#define LONGEST_US (15 * G_USEC_PER_SEC)

static gboolean
waited (gboolean (*busy) (gpointer owner), gpointer owner)
{
  for (gint64 end = g_get_monotonic_time () + LONGEST_US; busy (owner) && g_get_monotonic_time () < end;)
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
microscope_document (Said *said, const char *option, gsize number)
{
  g_autofree char *command = g_strdup_printf ("stepwise-cli microscope %s --%s %" G_GSIZE_FORMAT, said->options, option, number), *out = NULL;

  said_cli (command, "--format json", &out, NULL);
  return said_parse (out);
}

static double
number_at (const ModelYamlDocument *document, const char *key)
{
  const char *text = model_yaml_get_text (model_yaml_root (document), key, NULL);

  return text != NULL && strcmp (text, "null") != 0 ? g_ascii_strtod (text, NULL) : NAN;
}

/* Compares a text that a label of the view must contain. */
static SaidVerdict
expect_label (Said *said, const char *what, const char *expected)
{
  GtkWidget *view = GTK_WIDGET (wb_window_microscope (said->window));

  if (wb_test_label_with (view, expected) != NULL)
    return SAID_SAME;
  return said_text (said, what, "no such text", expected);
}

static char *
value_text (Said *said, double value, int digits)
{
  g_autofree char *rich = plot_text_value (value, digits, model_time_unit (wb_run_item_model (said->run)));

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

static SaidVerdict
compare_attempt (Said *said)
{
  WbMicroscope *microscope = wb_microscope_of (said->session);
  SimTape *tape;
  g_autoptr (ModelYamlDocument) document = NULL;
  g_autofree char *t = NULL, *h = NULL, *place = NULL, *sentence = NULL;
  const char *title;
  gsize n, index;
  SaidVerdict verdict;

  if (said->options == NULL)
    return said_nothing (said, said->why);
  if (strstr (said->options, "--branch-at") != NULL)
    return said_nothing (said, "the command has no branches");
  tape = wb_run_item_tape (said->run);
  n = sim_tape_n_attempts (tape);
  if (n == 0 || sim_tape_first (tape) > 0)
    return said_nothing (said, "no attempts from the start on");
  index = (gsize) g_rand_int_range (said->dice, 0, (gint32) n);
  wb_window_show_view (said->window, "microscope");
  wb_microscope_open (microscope, index);
  wb_microscope_try (microscope, NAN);
  if (!waited (is_opening, microscope))
    return said_nothing (said, "the attempt takes long");
  wb_test_spin ();
  document = microscope_document (said, "attempt", index + 1);
  if (document == NULL)
    return said_text (said, "the attempt", "an attempt", "none");
  t = value_text (said, number_at (document, "t"), 6);
  h = value_text (said, number_at (document, "h"), 4);
  place = g_strdup_printf ("from t = %s over h = %s", t, h);
  verdict = expect_label (said, "the attempt", place);
  sentence = verdict_of (document, &title);
  if (title != NULL)
    verdict = MAX (verdict, expect_label (said, "its title", title));
  if (sentence != NULL)
    verdict = MAX (verdict, expect_label (said, "its verdict", sentence));
  return verdict;
}

static SaidVerdict
compare_event (Said *said)
{
  WbMicroscope *microscope = wb_microscope_of (said->session);
  g_autoptr (ModelYamlDocument) document = NULL;
  g_autofree char *t = NULL, *iterations = NULL;
  int n;
  gsize number;

  if (said->options == NULL)
    return said_nothing (said, said->why);
  if (strstr (said->options, "--branch-at") != NULL)
    return said_nothing (said, "the command has no branches");
  n = (int) said_stat (said, "witness_events");
  if (n == 0)
    return said_nothing (said, "no located event");
  number = (gsize) g_rand_int_range (said->dice, 1, n + 1);
  wb_window_show_view (said->window, "microscope");
  if (!wb_microscope_open_located (microscope, number))
    return said_text (said, "the located events", "fewer", "more");
  wb_microscope_try (microscope, NAN);
  if (!waited (is_opening, microscope))
    return said_nothing (said, "the event takes long");
  wb_test_spin ();
  document = microscope_document (said, "event", number);
  if (document == NULL)
    return said_text (said, "the event", "an event", "none");
  t = value_text (said, number_at (document, "t"), 8);
  return expect_label (said, "the time of the event", t);
}

/* ---- Compare ---- */

static gboolean is_comparing (gpointer comparison) { return wb_comparison_is_running (comparison); }

/* Repeats the run of one row, and compares the numbers of its cells. */
static SaidVerdict
compare_entry (Said *said, WbComparison *comparison, WbCompareEntry *entry)
{
  const LabComparisonEntry *result = wb_compare_entry_result (entry);
  const LabComparison *whole = wb_comparison_result (comparison);
  WbSnapshot *snapshot = wb_session_snapshot (said->session);
  LabProblem problem = wb_snapshot_problem (snapshot);
  g_autoptr (SimConfig) config = NULL;
  g_autofree char *options = NULL, *command = NULL, *out = NULL, *steps = NULL, *evaluations = NULL;
  g_autoptr (ModelYamlDocument) document = NULL;
  char text[64];
  const char *why;
  SaidVerdict verdict;

  if (result != NULL && result->refused == NULL)
    config = lab_problem_config (&problem, result->method, result->fixed ? result->h : 0, result->accuracy);
  wb_snapshot_free (snapshot);
  if (config == NULL || result->run.reason == SIM_FAILED_RUN)
    return SAID_SAME;
  options = said_options (said, wb_session_model (said->session), config, wb_session_values (said->session), whole->t_start, whole->t_end, &why);
  if (options == NULL)
    return said_nothing (said, why);
  command = g_strconcat ("stepwise-cli run ", options, NULL);
  said_cli (command, "--stats json --quiet", &out, NULL);
  document = said_parse (out);
  if (document == NULL)
    return said_text (said, wb_compare_entry_name (entry), "a run", "none");
  plot_format_count ((guint64) number_at (document, "steps_taken"), text, sizeof text);
  steps = wb_compare_cell_text (comparison, entry, WB_CELL_STEPS);
  verdict = said_text (said, wb_compare_entry_name (entry), steps, text);
  plot_format_count ((guint64) number_at (document, "rhs_evaluations"), text, sizeof text);
  evaluations = wb_compare_cell_text (comparison, entry, WB_CELL_EVALUATIONS);
  return MAX (verdict, said_text (said, wb_compare_entry_name (entry), evaluations, text));
}

static SaidVerdict
compare_comparison (Said *said)
{
  WbComparison *comparison = wb_comparison_of (said->session);
  GListModel *entries = wb_comparison_entries (comparison);
  SaidVerdict verdict = SAID_SAME;

  wb_window_show_view (said->window, "compare");
  if (wb_comparison_result (comparison) == NULL || wb_comparison_is_stale (comparison))
    wb_comparison_run (comparison);
  if (!waited (is_comparing, comparison))
    {
      wb_comparison_cancel (comparison);
      WAIT_FOR (!wb_comparison_is_running (comparison));
      return said_nothing (said, "the comparison takes long");
    }
  if (wb_comparison_result (comparison) == NULL || wb_comparison_is_stale (comparison))
    return said_nothing (said, "no comparison");
  for (guint i = 0; i < g_list_model_get_n_items (entries); i++)
    {
      g_autoptr (WbCompareEntry) entry = g_list_model_get_item (entries, i);
      SaidVerdict of_entry = compare_entry (said, comparison, entry);

      if (of_entry == SAID_NOTHING)
        return SAID_NOTHING;
      verdict = MAX (verdict, of_entry);
    }
  return verdict;
}

/* ---- Laboratory ---- */

/* Columns and numbers of measured times. */
#define TIMES "wall_seconds|seconds|time_ratio"

/* Compares the numbers that a card copies with those of the command that it copies. */
static SaidVerdict
compare_card (Said *said, GtkWidget *card, const char *what)
{
  g_autofree char *shown = NULL, *command = NULL, *out = NULL, *errors = NULL, *printed = NULL;

  wb_test_clear_clipboard (card);
  g_signal_emit_by_name (card, "copy-table");
  shown = wb_test_clipboard (card);
  wb_test_clear_clipboard (card);
  g_signal_emit_by_name (card, "copy-command");
  command = wb_test_clipboard (card);
  if (*shown == '\0' || *command == '\0')
    return said_nothing (said, "the card has no numbers or no command");
  if (strstr (command, " # not in this command") != NULL)
    return said_nothing (said, "the command says that it lacks an input");
  said_cli (command, "--format csv --quiet", &out, &errors);
  if (*out == '\0')
    return said_text (said, command, "numbers", errors);
  printed = said_numbers_as_table (out);
  if (said_table (said, what, shown, '\t', printed, TIMES) == SAID_SAME)
    return SAID_SAME;
  g_string_append_printf (said->words, "\n      %s", command);
  return SAID_OTHER;
}

static SaidVerdict
compare_cards (Said *said, GtkWidget *from)
{
  SaidVerdict verdict = SAID_NOTHING;

  if (!gtk_widget_get_mapped (from))
    return verdict;
  if (WB_IS_LAB_CARD (from))
    {
      verdict = compare_card (said, from, wb_laboratory_page (wb_laboratory_of (said->session)));
      return verdict;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (from); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      SaidVerdict of_child = compare_cards (said, child);

      verdict = of_child == SAID_NOTHING ? verdict : verdict == SAID_NOTHING ? of_child : MAX (verdict, of_child);
    }
  return verdict;
}

static gboolean is_page_busy (gpointer view) { return wb_laboratory_view_is_busy (view); }

static SaidVerdict
compare_page (Said *said, const char *page)
{
  WbLaboratoryView *view = wb_window_laboratory (said->window);
  SaidVerdict verdict;

  wb_window_show_view (said->window, "laboratory");
  wb_laboratory_set_page (wb_laboratory_of (said->session), page);
  wb_test_turn (0.5); /* the page begins to compute a moment later */
  if (!waited (is_page_busy, view))
    {
      wb_laboratory_view_cancel (view);
      WAIT_FOR (!wb_laboratory_view_is_busy (view));
      return said_nothing (said, "the page takes long");
    }
  verdict = compare_cards (said, GTK_WIDGET (view));
  if (verdict != SAID_OTHER)
    wb_laboratory_view_cancel (view);
  return verdict;
}

static SaidVerdict compare_method_page (Said *said) { return compare_page (said, "method"); }
static SaidVerdict compare_plane (Said *said) { return compare_page (said, "plane"); }

static gboolean
is_computing (gpointer study)
{
  return wb_study_state (study) == WB_STUDY_RUNNING || wb_study_state (study) == WB_STUDY_WAITING;
}

/* Computes a random study of the Laboratory, whose card is then compared. */
static SaidVerdict
compare_study (Said *said)
{
  WbLabStudies *studies = wb_lab_studies_of (said->session);
  int index = g_rand_int_range (said->dice, 0, wb_lab_studies_n ());
  WbStudy *study = wb_lab_studies_study (studies, index);
  g_autofree char *page = g_strdup_printf ("studies:%s", wb_lab_studies_kind (index)->id);
  GtkWidget *card;

  g_string_append_printf (said->words, "%s: ", wb_lab_studies_kind (index)->id);
  wb_window_show_view (said->window, "laboratory");
  wb_laboratory_set_page (wb_laboratory_of (said->session), page);
  wb_test_spin ();
  wb_lab_studies_run (studies, study);
  if (!waited (is_computing, study))
    {
      wb_lab_studies_cancel (studies);
      WAIT_FOR (!is_computing (study));
      return said_nothing (said, "takes long");
    }
  if (!wb_study_is_current (study) || wb_study_result (study) == NULL)
    return said_nothing (said, wb_study_error (study));
  card = wb_test_find (GTK_WIDGET (wb_lab_studies_page_card (wb_laboratory_view_studies (wb_window_laboratory (said->window)), index)), WB_TYPE_LAB_CARD, NULL);
  return compare_card (said, card, wb_lab_studies_kind (index)->id);
}

/* ---- Ensemble ---- */

/* Compares the statistics of the records of an ensemble, and the numbers of its members. */
static SaidVerdict
compare_picture (Said *said, WbEnsemblePicture *picture, const ModelYaml *printed)
{
  static const char *const keys[] = { "mean", "sd", "q05", "q25", "q50", "q75", "q95", "min", "max" };
  char text[64];
  SaidVerdict verdict;

  g_snprintf (text, sizeof text, "%" G_GUINT64_FORMAT, picture->counts[LAB_MEMBER_FAILED]);
  verdict = said_text (said, "failed members", text, model_yaml_get_text (printed, "failed", ""));
  for (int k = 0; k < picture->n_records && picture->exact; k++)
    {
      const LabSummary *s = &picture->records[k].summary;
      const double values[] = { s->mean, s->sd, s->q05, s->q25, s->q50, s->q75, s->q95, s->minimum, s->maximum };
      const ModelYaml *record = model_yaml_get (model_yaml_get (printed, "results"), picture->records[k].name);

      for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
        {
          g_autofree char *shown = isfinite (values[i]) ? lab_values_number_text (values[i]) : g_strdup ("null");
          const char *expected = model_yaml_get_text (record, keys[i], "none");

          if (strcmp (shown, expected) != 0 && g_ascii_strtod (shown, NULL) != g_ascii_strtod (expected, NULL))
            verdict = MAX (verdict, said_text (said, keys[i], shown, expected));
        }
    }
  return verdict;
}

/* Compares the points of a sweep with those of the command line, which prints more columns. The first three columns are compared. */
static SaidVerdict
compare_sweep (Said *said, const LabResult *result, const char *command)
{
  g_autofree char *shown = result != NULL ? lab_result_table_text (result) : NULL, *out = NULL, *errors = NULL;
  g_auto (GStrv) a = NULL, b = NULL;

  if (shown == NULL)
    return said_nothing (said, "no points");
  said_cli (command, "--format csv --quiet", &out, &errors);
  a = g_strsplit (g_strdelimit (shown, "\t", ','), "\n", -1);
  b = g_strsplit (out, "\n", -1);
  if (g_strv_length (a) != g_strv_length (b))
    return said_text (said, command, shown, *out != '\0' ? out : errors);
  for (guint i = 0; a[i] != NULL; i++)
    {
      g_auto (GStrv) here = g_strsplit (a[i], ",", 4), there = g_strsplit (b[i], ",", 4);

      for (guint k = 0; k < 3 && here[k] != NULL && there[k] != NULL; k++)
        if (!said_same_line (here[k], there[k]))
          return said_text (said, command, a[i], b[i]);
    }
  return SAID_SAME;
}

static SaidVerdict
compare_ensemble (Said *said)
{
  WbStudies *studies = wb_studies_of (said->session);
  WbStudy *study = wb_studies_selected (studies);
  const char *const members[] = { "members", NULL };
  g_autofree char *command = NULL, *out = NULL, *errors = NULL;
  g_autoptr (ModelYamlDocument) document = NULL;

  wb_window_show_view (said->window, "ensemble");
  if (study == NULL)
    study = wb_studies_add_new (studies, "ensemble");
  if (study == NULL || wb_study_kind (study) == NULL)
    return said_nothing (said, "no study");
  g_string_append_printf (said->words, "%s: ", wb_study_kind (study)->id);
  if (strcmp (wb_study_kind (study)->id, "ensemble") == 0)
    wb_study_put (study, members, "12", "members");
  wb_study_run (study);
  if (!waited (is_computing, study))
    {
      wb_study_cancel (study);
      WAIT_FOR (!is_computing (study));
      return said_nothing (said, "takes long");
    }
  if (wb_study_state (study) != WB_STUDY_DONE || wb_study_is_stale (study))
    return said_nothing (said, wb_study_error (study));
  command = wb_study_command (study);
  if (strstr (command, " # not in this command") != NULL)
    return said_nothing (said, "the command says that it lacks an input");
  if (strcmp (wb_study_kind (study)->id, "sweep") == 0)
    return compare_sweep (said, wb_study_result (study), command);
  if (wb_study_picture (study) == NULL && wb_study_result (study) != NULL)
    {
      g_autofree char *shown = lab_result_csv (wb_study_result (study), '\t'), *printed = NULL;

      said_cli (command, "--format csv --quiet", &out, &errors);
      printed = said_numbers_as_table (out);
      return said_table (said, command, shown, '\t', printed, TIMES);
    }
  if (wb_study_picture (study) == NULL || strcmp (wb_study_kind (study)->id, "ensemble") != 0)
    return said_nothing (said, "no statistics");
  said_cli (command, "--format json --quiet", &out, &errors);
  document = said_parse (out);
  if (document == NULL)
    return said_text (said, command, "statistics", errors);
  return compare_picture (said, wb_study_picture (study), model_yaml_root (document));
}

const SaidView said_other_views[] = {
  { "attempt", compare_attempt },
  { "event", compare_event },
  { "comparison", compare_comparison },
  { "page of the method", compare_method_page },
  { "phase plane", compare_plane },
  { "study", compare_study },
  { "another study", compare_study },
  { "ensemble", compare_ensemble },
  { NULL, NULL },
};
