/* The views of a run: its numbers, tables, messages and badges. */
#include "said-views.h"

#include <math.h>
#include <string.h>

#include "lab-result-text.h"
#include "plot-format.h"
#include "plot-kind.h"
#include "wb-data-table.h"
#include "wb-digits-badge.h"
#include "wb-failure-bar.h"
#include "wb-figure-label.h"
#include "wb-limits-card.h"
#include "wb-rich.h"
#include "wb-run-result.h"
#include "wb-session-file.h"
#include "wb-statistics-strip.h"
#include "wb-tooltip.h"

/* Returns whether the run of the window and that of the command line can be compared; else sets the reason. */
static gboolean
has_run (Said *said)
{
  if (said->options == NULL)
    said_nothing (said, said->why);
  return said->options != NULL;
}

static void
show (Said *said, const char *view)
{
  wb_window_show_view (said->window, view);
  wb_test_spin ();
}

/* ---- numbers below the plots ---- */

/* The sum of up to three statistics, which a number shows. */
typedef struct
{
  const char *caption, *keys[3];
  enum { COUNT, REJECTIONS, SIZE, EVENTS, NOT_PRINTED } type;
} Number;

/* The captions of the strip and of the table of all statistics. */
static const Number numbers[] = {
  { "Steps accepted", { "steps_taken" }, COUNT },
  { "Cut at an event", { "cut_by_event", "cut_by_switch" }, COUNT },
  { "Rejected", { "rejected_error", "rejected_newton", "rejected_undefined" }, REJECTIONS },
  { "RHS evaluations", { "rhs_evaluations" }, COUNT },
  { "Jacobians", { "jacobian_evaluations" }, COUNT },
  { "Smallest step", { "smallest_adapted_step", "smallest_step_taken" }, SIZE },
  { "Largest step", { "largest_step_taken" }, SIZE },
  { "Events", { NULL }, EVENTS },
  { "Solver time", { NULL }, NOT_PRINTED },
};

static const Number all_numbers[] = {
  { "in accepted steps", { "rhs_stages" }, COUNT },
  { "in rejected attempts", { "rhs_rejected" }, COUNT },
  { "for error estimates", { "rhs_error" }, COUNT },
  { "for Jacobians", { "rhs_jacobian" }, COUNT },
  { "for events", { "rhs_events" }, COUNT },
  { "for dense output", { "rhs_dense" }, NOT_PRINTED }, /* the window draws curves between the steps */
  { "at the start", { "rhs_startup" }, COUNT },
  { "total", { "rhs_evaluations" }, NOT_PRINTED },      /* with those for dense output */
  { "attempted steps", { "steps_attempted" }, COUNT },
  { "rejected by the error", { "rejected_error" }, COUNT },
  { "rejected by the nonlinear solver", { "rejected_newton" }, COUNT },
  { "rejected, model undefined", { "rejected_undefined" }, COUNT },
  { "cut at an event", { "cut_by_event" }, COUNT },
  { "cut at a switch", { "cut_by_switch" }, COUNT },
  { "ended without a result", { "attempts_stopped" }, COUNT },
  { "ending at a switch", { "switches" }, COUNT },
  { "first step", { "initial_step_taken" }, SIZE },
  { "smallest adapted step", { "smallest_adapted_step" }, SIZE },
  { "Jacobians", { "jacobian_evaluations" }, COUNT },
  { "factorizations", { "factorizations" }, COUNT },
  { "iterations that converged", { "convergent_iterations" }, COUNT },
  { "iterations that diverged", { "divergent_iterations" }, COUNT },
  { "iterations of the error estimator", { "error_newton_iterations" }, COUNT },
  { "right-hand sides of the error estimator", { "error_rhs_evaluations" }, COUNT },
  { "projections of positions", { "projections_q" }, COUNT },
  { "projections of velocities", { "projections_u" }, COUNT },
  { "failed projections", { "projection_failures_q", "projection_failures_u" }, COUNT },
  { "located crossings", { "witness_events" }, COUNT },
  { "iterations to locate them", { "witness_iterations" }, COUNT },
  { "discrete updates", { "discrete_updates" }, COUNT },
  { "jumps of continuous states", { "unrestricted_updates" }, COUNT },
  { "publish events", { "publishes" }, COUNT },
};

static double
sum_of (const Said *said, const Number *number)
{
  double sum = 0;

  for (int k = 0; k < 3 && number->keys[k] != NULL; k++)
    sum += said_stat (said, number->keys[k]);
  return sum;
}

/* Returns the number of events of a file. A row without a name is a change of a parameter. */
static int
n_events (const char *table)
{
  g_auto (GStrv) lines = g_strsplit (table, "\n", -1);
  int n = 0;

  for (guint i = 1; lines[0] != NULL && lines[i] != NULL; i++)
    n += strchr (lines[i], ',') != NULL && strchr (lines[i], ',')[1] != ',';
  return n;
}

/* Returns what a number should be, or NULL if the command line does not print it. */
static char *
expected_number (const Said *said, const Number *number)
{
  char text[64], share[32];
  double value = number->type == EVENTS ? n_events (said->events) : sum_of (said, number);
  double attempts = said_stat (said, "steps_taken") + said_stat (said, "cut_by_event") + said_stat (said, "cut_by_switch") + value;

  if (number->type == NOT_PRINTED)
    return NULL;
  if (number->type != SIZE)
    plot_format_count ((guint64) value, text, sizeof text);
  if (number->type == REJECTIONS && value > 0)
    {
      plot_format_number (100 * value / attempts, 2, share, sizeof share);
      return g_strdup_printf ("%s %s\u2009%%", text, share);
    }
  if (number->type != SIZE)
    return g_strdup (text);
  value = said_stat (said, number->keys[0]);
  if (isnan (value) && number->keys[1] != NULL)
    value = said_stat (said, number->keys[1]);
  if (isnan (value))
    return g_strdup ("–");
  plot_format_number (value, 3, text, sizeof text);
  return g_strdup_printf ("%s\u2009%s", text, model_time_unit (wb_run_item_model (said->run)));
}

static SaidVerdict
compare_number (Said *said, const Number *table, guint n, const char *caption, const char *shown)
{
  for (guint k = 0; k < n; k++)
    if (strcmp (table[k].caption, caption) == 0)
      {
        g_autofree char *expected = expected_number (said, &table[k]);

        return expected != NULL ? said_text (said, caption, shown, expected) : SAID_SAME;
      }
  return said_text (said, "a number without a row in the table of this test", caption, "");
}

static SaidVerdict
compare_strip (Said *said)
{
  GtkWidget *strip;
  SaidVerdict verdict = SAID_SAME;

  if (!has_run (said))
    return SAID_NOTHING;
  if (wb_run_item_parent (said->run) > 0)
    return said_nothing (said, "the numbers of a branch are those since it began");
  show (said, "simulate");
  strip = wb_test_find (GTK_WIDGET (said->window), WB_TYPE_STATISTICS_STRIP, NULL);
  for (GtkWidget *cell = gtk_widget_get_first_child (gtk_widget_get_first_child (strip)); cell != NULL; cell = gtk_widget_get_next_sibling (cell))
    {
      GtkWidget *value = gtk_widget_get_first_child (cell), *caption = gtk_widget_get_last_child (cell);

      if (!gtk_widget_get_mapped (cell) || !WB_IS_FIGURE_LABEL (value))
        continue;
      if (compare_number (said, numbers, G_N_ELEMENTS (numbers), gtk_label_get_text (GTK_LABEL (caption)), wb_figure_label_text (WB_FIGURE_LABEL (value))) == SAID_OTHER)
        verdict = SAID_OTHER;
    }
  return verdict;
}

static SaidVerdict
compare_statistics (Said *said)
{
  GtkWidget *strip, *button, *grid;
  SaidVerdict verdict = SAID_SAME;

  if (!has_run (said))
    return SAID_NOTHING;
  show (said, "simulate");
  strip = wb_test_find (GTK_WIDGET (said->window), WB_TYPE_STATISTICS_STRIP, NULL);
  button = wb_test_find (strip, GTK_TYPE_MENU_BUTTON, NULL);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (said->window)); /* a popover can be placed only beside a window that has been drawn */
  gtk_menu_button_popup (GTK_MENU_BUTTON (button));
  wb_test_spin ();
  grid = wb_test_find (GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button))), GTK_TYPE_GRID, NULL);
  for (int row = 0; gtk_grid_get_child_at (GTK_GRID (grid), 0, row) != NULL; row++)
    {
      GtkWidget *caption = gtk_grid_get_child_at (GTK_GRID (grid), 0, row), *value = gtk_grid_get_child_at (GTK_GRID (grid), 1, row);

      if (value == NULL || value == caption || !gtk_widget_get_visible (value))
        continue;
      if (compare_number (said, all_numbers, G_N_ELEMENTS (all_numbers), gtk_label_get_text (GTK_LABEL (caption)), gtk_label_get_text (GTK_LABEL (value))) == SAID_OTHER)
        verdict = SAID_OTHER;
    }
  gtk_menu_button_popdown (GTK_MENU_BUTTON (button));
  wb_test_spin ();
  return verdict;
}

/* ---- tables ---- */

/* Returns the columns of a file with these headings as lines with tabs between cells. Free it with g_free. */
static char *
columns_of (const char *file, WbDataTable *table, const char *const *names)
{
  g_auto (GStrv) lines = g_strsplit (file, "\n", -1), titles = g_strsplit (lines[0], ",", -1);
  GString *out = g_string_new (NULL);

  for (char **line = lines; *line != NULL && **line != '\0'; line++)
    {
      g_auto (GStrv) cells = g_strsplit (*line, ",", -1);

      for (int c = 0; c < wb_data_table_n_columns (table); c++)
        {
          const char *name = names != NULL ? names[c] : wb_data_table_title (table, c), *cell = "(none)";

          for (int k = 0; titles[k] != NULL && cells[k] != NULL; k++)
            if (strcmp (titles[k], name) == 0)
              cell = cells[k];
          g_string_append_printf (out, "%s%s", c > 0 ? "," : "", *name != '\0' ? cell : "");
        }
      g_string_append_c (out, '\n');
    }
  return g_string_free (out, FALSE);
}

/* Returns the cells of a row with commas between them. Free it with g_free. */
static char *
row_of (const WbDataTable *table, gsize row)
{
  GString *out = g_string_new (NULL);

  for (int c = 0; c < wb_data_table_n_columns (table); c++)
    {
      g_autofree char *cell = wb_data_table_cell (table, row, c);

      g_string_append_printf (out, "%s%s", c > 0 ? "," : "", cell);
    }
  return g_string_free (out, FALSE);
}

/* Compares the numbers of a plot with a file. names: the columns of the file for those of the table, "" for a column that the file does not have; NULL: they have the
 * same names. */
static SaidVerdict
compare_table (Said *said, const char *kind, const char *file, const char *const *names, const char *skipped)
{
  g_autoptr (PlotSpec) spec = plot_spec_parse (kind);
  g_autoptr (WbDataTable) table = NULL;
  g_autofree char *shown = NULL, *printed = NULL, *first = NULL;
  g_autoptr (GString) without_words = NULL;

  if (!has_run (said))
    return SAID_NOTHING;
  table = wb_data_table_new (said->run, spec, wb_session_runs (said->session));
  shown = wb_data_table_text (table, -INFINITY, INFINITY, G_MAXSIZE);
  printed = columns_of (file, table, names);
  if (names != NULL) /* the headings differ */
    {
      char *rest = strchr (printed, '\n');

      first = g_strndup (shown, strcspn (shown, "\n"));
      g_strdelimit (first, "\t", ',');
      first = g_strconcat (first, rest, NULL);
      without_words = g_string_new (shown);
      g_string_replace (without_words, "\tparameter\t", "\t\t", 0); /* the command line has no name for a change of a parameter */
      return said_table (said, kind, without_words->str, '\t', first, skipped);
    }
  return said_table (said, kind, shown, '\t', printed, skipped);
}

/* Each row of the command line, the end of a step, is a row of the window, which has rows inside the steps too. */
static SaidVerdict
compare_rows (Said *said)
{
  g_autoptr (PlotSpec) spec = plot_spec_parse ("time");
  g_autoptr (WbDataTable) table = NULL;
  g_autofree char *printed = NULL;
  g_auto (GStrv) lines = NULL;
  gsize row = 0;

  if (!has_run (said))
    return SAID_NOTHING;
  table = wb_data_table_new (said->run, spec, wb_session_runs (said->session));
  printed = columns_of (said->rows, table, NULL);
  lines = g_strsplit (printed, "\n", -1);
  for (guint i = 1; lines[i] != NULL && *lines[i] != '\0'; i++)
    {
      gboolean found = FALSE;

      for (; !found && row < wb_data_table_n_rows (table); row++)
        {
          g_autofree char *cells = row_of (table, row);

          found = said_same_line (cells, lines[i]);
        }
      if (!found)
        return said_text (said, "the rows of the time plot", "no such row", lines[i]);
    }
  return SAID_SAME;
}

static SaidVerdict
compare_attempts (Said *said)
{
  static const char *const names[] = { "t", "h", "error", "" };

  if (has_run (said) && sim_tape_first (wb_run_item_tape (said->run)) > 0)
    return said_nothing (said, "the window has forgotten the first attempts");
  return compare_table (said, "step", said->tape, names, "outcome");
}

static SaidVerdict
compare_events (Said *said)
{
  static const char *const names[] = { "t", "event", "", "iterations" };

  return compare_table (said, "events", said->events, names, "since");
}

/* ---- messages and badges ---- */

static SaidVerdict
compare_failure (Said *said)
{
  GtkWidget *bar = wb_test_find (GTK_WIDGET (said->window), WB_TYPE_FAILURE_BAR, NULL), *reason;
  const char *status, *message;
  gboolean failed, shown;

  if (!has_run (said))
    return SAID_NOTHING;
  show (said, "simulate");
  status = model_yaml_get_text (model_yaml_root (said->stats), "status", "");
  message = model_yaml_get_text (model_yaml_root (said->stats), "message", "");
  failed = strcmp (status, "failed") == 0;
  reason = wb_test_find (bar, GTK_TYPE_LABEL, NULL);
  shown = gtk_widget_get_mapped (reason);
  if (failed != shown && (failed || strlen (said->errors) == 0))
    return said_text (said, "the bar of a failed run", shown ? gtk_label_get_text (GTK_LABEL (reason)) : "(hidden)", failed ? message : "(hidden)");
  return failed ? said_text (said, "the message", wb_tooltip_get (reason), message) : SAID_SAME;
}

/* Returns the first cell of a column of a table of a study, or NULL. */
static const char *
cell_of (const ModelYamlDocument *document, const char *table, guint row, const char *column)
{
  const ModelYaml *rows = model_yaml_get (model_yaml_get (model_yaml_root (document), "tables"), table);

  return rows != NULL && (int) row < rows->n_items ? model_yaml_get_text (rows->items[row], column, NULL) : NULL;
}

static SaidVerdict
compare_limits (Said *said)
{
  WbRunResult *probe;
  GtkWidget *card, *hint;
  g_autofree char *command = NULL, *out = NULL, *expected = NULL;
  g_autoptr (ModelYamlDocument) document = NULL;
  const char *sentence, *shown;

  if (!has_run (said))
    return SAID_NOTHING;
  if (strstr (said->options, "--branch-at") != NULL)
    return said_nothing (said, "the study has no branches");
  show (said, "simulate");
  probe = wb_run_result_of (said->run, &wb_run_result_probe);
  WAIT_FOR (!wb_run_result_is_busy (probe));
  if (wb_run_result_get (probe) == NULL)
    return said_nothing (said, "the steps do not follow from an error estimate");
  WAIT_FOR (!wb_simulate_view_is_behind (wb_window_simulate (said->window)));
  wb_session_set_settings_page (said->session, "solver");
  wb_test_spin ();
  card = wb_test_find (GTK_WIDGET (said->window), WB_TYPE_LIMITS_CARD, NULL);
  if (card == NULL || !gtk_widget_get_mapped (card))
    return said_nothing (said, "the card is not shown");
  command = g_strconcat ("stepwise-cli study step-limits ", said->options, NULL);
  said_cli (command, "--format json --quiet", &out, NULL);
  document = said_parse (out);
  sentence = document != NULL ? cell_of (document, "verdict", 0, "sentence") : NULL;
  if (sentence == NULL)
    return said_text (said, "what limits the step", "a verdict", out);
  expected = g_strjoin (" ", sentence, cell_of (document, "verdict", 0, "next"), NULL);
  hint = wb_test_find (wb_test_find (card, GTK_TYPE_BOX, "hint"), GTK_TYPE_LABEL, NULL);
  shown = gtk_label_get_text (GTK_LABEL (hint));
  return said_text (said, "what limits the step", shown, g_strstrip (expected));
}

/* Two errors with this difference of their digits are shown as different ones. */
#define DIGIT 0.11

static SaidVerdict
compare_digits (Said *said)
{
  WbDigitsBadge *badge;
  g_autofree char *command = NULL, *out = NULL, *shown = NULL;
  g_autoptr (ModelYamlDocument) document = NULL;
  const char *error;
  double here, there;

  if (!has_run (said))
    return SAID_NOTHING;
  if (strstr (said->options, "--branch-at") != NULL)
    return said_nothing (said, "the comparison has no branches");
  show (said, "simulate");
  badge = WB_DIGITS_BADGE (wb_test_find (GTK_WIDGET (said->window), WB_TYPE_DIGITS_BADGE, NULL));
  wb_digits_badge_check (badge);
  WAIT_FOR (!wb_digits_badge_is_busy (badge));
  here = wb_digits_badge_obtained (badge);
  if (isnan (here))
    return said_nothing (said, "no reference is known");
  command = g_strconcat ("stepwise-cli compare ", said->options, NULL);
  said_cli (command, "--format json --quiet", &out, NULL);
  document = said_parse (out);
  error = document != NULL && model_yaml_root (document)->n_items > 0 ? model_yaml_get_text (model_yaml_root (document)->items[0], "error", NULL) : NULL;
  there = error != NULL ? g_ascii_strtod (error, NULL) : NAN;
  if (fabs (log10 (here) - log10 (there)) <= DIGIT || (here == 0 && there == 0))
    return SAID_SAME;
  shown = g_strdup_printf ("%g", here);
  return said_text (said, "the error at the end", shown, error != NULL ? error : out);
}

/* ---- all runs ---- */

/* Exit status of a verification that finds no difference but cannot verify every run. */
#define NOT_VERIFIED 7

/* The seals of the session are those of the runs of the command line, also of runs that were changed while they ran. */
static SaidVerdict
compare_seals (Said *said)
{
  g_autofree char *path = g_build_filename (said->folder, "walk.stepwise", NULL), *command = NULL, *out = NULL, *errors = NULL, *both = NULL;
  g_autoptr (GError) error = NULL;
  int status;

  g_assert_true (wb_session_file_save (path, said->session, &error));
  g_assert_no_error (error);
  WAIT_FOR (wb_session_file_sealing (said->session) < 0); /* long runs are sealed in the background */
  command = g_strdup_printf ("stepwise-cli verify '%s'", path);
  status = said_cli (command, "--quiet", &out, &errors);
  both = g_strconcat (out, errors, NULL);
  if (status == 0)
    return SAID_SAME;
  /* A run that is not complete or was not sealed is not verified; it has no difference either. */
  return status == NOT_VERIFIED ? said_nothing (said, both) : said_text (said, "the saved session", "sealed runs", both);
}

const SaidView said_run_views[] = {
  { "numbers below the plots", compare_strip },
  { "all statistics", compare_statistics },
  { "numbers of the time plot", compare_rows },
  { "numbers of the step sizes", compare_attempts },
  { "numbers of the events", compare_events },
  { "bar of a failed run", compare_failure },
  { "what limits the step", compare_limits },
  { "correct digits", compare_digits },
  { "seals of the session", compare_seals },
  { NULL, NULL },
};
