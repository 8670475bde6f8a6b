/* The views of a run: its numbers, tables, messages and badges. */
#include "shown-views.h"

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

static void
show (ShownCheck *check, const char *view)
{
  wb_window_show_view (check->window, view);
  wb_test_spin ();
}

/* ---- numbers below the plots ---- */

/* The sum of up to three statistics, which a number shows. */
typedef struct
{
  const char *caption, *keys[3];
  enum { COUNT, DENSE_COUNT, REJECTIONS, SIZE, EVENTS, NOT_PRINTED } type; /* DENSE_COUNT: the window counts dense output too, which it needs for its curves */
} Number;

/* The captions of the strip and of the table of all statistics. */
static const Number numbers[] = {
  { "Steps accepted", { "steps_taken" }, COUNT },
  { "Cut at an event", { "cut_by_event", "cut_by_switch" }, COUNT },
  { "Rejected", { "rejected_error", "rejected_newton", "rejected_undefined" }, REJECTIONS },
  { "RHS evaluations", { "rhs_evaluations" }, DENSE_COUNT },
  { "Jacobians", { "jacobian_evaluations" }, DENSE_COUNT },
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
  { "total", { "rhs_evaluations" }, DENSE_COUNT },
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
  { "Jacobians", { "jacobian_evaluations" }, DENSE_COUNT },
  { "factorizations", { "factorizations" }, DENSE_COUNT },
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
sum_of (const ShownCheck *check, const Number *number)
{
  double sum = 0;

  for (int k = 0; k < 3 && number->keys[k] != NULL; k++)
    sum += shown_stat (check, number->keys[k]);
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

/* Returns whether the run of the window evaluated the right-hand side for values inside steps. Some methods make shorter steps for them, which the counters of
 * Jacobians and factorizations include. */
static gboolean
has_dense_output (const ShownCheck *check)
{
  return wb_run_item_state (check->run)->statistics.ode.rhs_by_purpose[ODE_RHS_DENSE] > 0;
}

/* Returns what a number should be, or NULL if the command line does not print it. */
static char *
expected_number (const ShownCheck *check, const Number *number)
{
  char text[64], share[32];
  double value = number->type == EVENTS ? n_events (check->events) : sum_of (check, number);
  double attempts = shown_stat (check, "steps_taken") + shown_stat (check, "cut_by_event") + shown_stat (check, "cut_by_switch") + value;

  if (number->type == NOT_PRINTED || (number->type == DENSE_COUNT && has_dense_output (check)))
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
  value = shown_stat (check, number->keys[0]);
  if (isnan (value) && number->keys[1] != NULL)
    value = shown_stat (check, number->keys[1]);
  if (isnan (value))
    return g_strdup ("–");
  plot_format_number (value, 3, text, sizeof text);
  return g_strdup_printf ("%s\u2009%s", text, model_time_unit (wb_run_item_model (check->run)));
}

static ShownVerdict
compare_number (ShownCheck *check, const Number *table, guint n, const char *caption, const char *shown)
{
  for (guint k = 0; k < n; k++)
    if (strcmp (table[k].caption, caption) == 0)
      {
        g_autofree char *expected = expected_number (check, &table[k]);

        return expected != NULL ? shown_text (check, caption, shown, expected) : SHOWN_NOT_COMPARED;
      }
  return shown_text (check, "a number without a row in the table of this test", caption, "");
}

static ShownVerdict
compare_strip (ShownCheck *check)
{
  GtkWidget *strip;
  ShownVerdict verdict = SHOWN_NOT_COMPARED;

  if (!shown_has_run (check, TRUE))
    return SHOWN_NOT_COMPARED;
  if (wb_run_item_parent (check->run) > 0)
    return shown_not_compared (check, "the numbers of a branch are those since it began");
  show (check, "simulate");
  strip = wb_test_find (GTK_WIDGET (check->window), WB_TYPE_STATISTICS_STRIP, NULL);
  for (GtkWidget *cell = gtk_widget_get_first_child (gtk_widget_get_first_child (strip)); cell != NULL; cell = gtk_widget_get_next_sibling (cell))
    {
      GtkWidget *value = gtk_widget_get_first_child (cell), *caption = gtk_widget_get_last_child (cell);

      if (!gtk_widget_get_mapped (cell) || !WB_IS_FIGURE_LABEL (value))
        continue;
      verdict = MAX (verdict, compare_number (check, numbers, G_N_ELEMENTS (numbers), gtk_label_get_text (GTK_LABEL (caption)), wb_figure_label_text (WB_FIGURE_LABEL (value))));
    }
  return verdict;
}

static ShownVerdict
compare_statistics (ShownCheck *check)
{
  GtkWidget *strip, *button, *grid;
  ShownVerdict verdict = SHOWN_NOT_COMPARED;

  if (!shown_has_run (check, TRUE))
    return SHOWN_NOT_COMPARED;
  show (check, "simulate");
  strip = wb_test_find (GTK_WIDGET (check->window), WB_TYPE_STATISTICS_STRIP, NULL);
  button = wb_test_find (strip, GTK_TYPE_MENU_BUTTON, NULL);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (check->window)); /* a popover can be placed only beside a window that has been drawn */
  gtk_menu_button_popup (GTK_MENU_BUTTON (button));
  wb_test_spin ();
  grid = wb_test_find (GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button))), GTK_TYPE_GRID, NULL);
  for (int row = 0; gtk_grid_get_child_at (GTK_GRID (grid), 0, row) != NULL; row++)
    {
      GtkWidget *caption = gtk_grid_get_child_at (GTK_GRID (grid), 0, row), *value = gtk_grid_get_child_at (GTK_GRID (grid), 1, row);

      if (value == NULL || value == caption || !gtk_widget_get_visible (value))
        continue;
      verdict = MAX (verdict, compare_number (check, all_numbers, G_N_ELEMENTS (all_numbers), gtk_label_get_text (GTK_LABEL (caption)), gtk_label_get_text (GTK_LABEL (value))));
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
static ShownVerdict
compare_table (ShownCheck *check, const char *kind, const char *file, const char *const *names, const char *skipped)
{
  g_autoptr (PlotSpec) spec = plot_spec_parse (kind);
  g_autoptr (WbDataTable) table = NULL;
  g_autofree char *shown = NULL, *printed = NULL, *first = NULL;
  g_autoptr (GString) without_words = NULL;

  if (!shown_has_run (check, TRUE))
    return SHOWN_NOT_COMPARED;
  table = wb_data_table_new (check->run, spec, wb_session_runs (check->session));
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
      return shown_table (check, kind, without_words->str, '\t', first, skipped);
    }
  return shown_table (check, kind, shown, '\t', printed, skipped);
}

/* Each row of the command line, the end of a step, is a row of the window, which has rows inside the steps too. */
static ShownVerdict
compare_rows (ShownCheck *check)
{
  g_autoptr (PlotSpec) spec = plot_spec_parse ("time");
  g_autoptr (WbDataTable) table = NULL;
  g_autofree char *printed = NULL;
  g_auto (GStrv) lines = NULL;
  gsize row = 0;

  if (!shown_has_run (check, TRUE))
    return SHOWN_NOT_COMPARED;
  table = wb_data_table_new (check->run, spec, wb_session_runs (check->session));
  printed = columns_of (check->rows, table, NULL);
  lines = g_strsplit (printed, "\n", -1);
  for (guint i = 1; lines[i] != NULL && *lines[i] != '\0'; i++)
    {
      gboolean found = FALSE;

      for (; !found && row < wb_data_table_n_rows (table); row++)
        {
          g_autofree char *cells = row_of (table, row);

          found = shown_same_line (cells, lines[i]);
        }
      if (!found)
        return shown_text (check, "the rows of the time plot", "no such row", lines[i]);
      check->n_values++;
    }
  return SHOWN_SAME;
}

static ShownVerdict
compare_attempts (ShownCheck *check)
{
  static const char *const names[] = { "t", "h", "error", "" };

  if (!shown_has_run (check, TRUE))
    return SHOWN_NOT_COMPARED;
  if (sim_tape_first (wb_run_item_tape (check->run)) > 0)
    return shown_not_compared (check, "the window has forgotten the first attempts");
  return compare_table (check, "step", check->tape, names, "outcome");
}

static ShownVerdict
compare_events (ShownCheck *check)
{
  static const char *const names[] = { "t", "event", "", "iterations" };

  return compare_table (check, "events", check->events, names, "since");
}

/* ---- messages and badges ---- */

static ShownVerdict
compare_failure (ShownCheck *check)
{
  GtkWidget *bar = wb_test_find (GTK_WIDGET (check->window), WB_TYPE_FAILURE_BAR, NULL), *reason;
  const char *status, *message;
  gboolean failed, shown;

  if (!shown_has_run (check, TRUE))
    return SHOWN_NOT_COMPARED;
  show (check, "simulate");
  status = model_yaml_get_text (model_yaml_root (check->stats), "status", "");
  message = model_yaml_get_text (model_yaml_root (check->stats), "message", "");
  failed = strcmp (status, "failed") == 0;
  reason = wb_test_find (bar, GTK_TYPE_LABEL, NULL);
  shown = gtk_widget_get_mapped (reason);
  if (failed != shown && (failed || strlen (check->errors) == 0))
    return shown_text (check, "the bar of a failed run", shown ? gtk_label_get_text (GTK_LABEL (reason)) : "(hidden)", failed ? message : "(hidden)");
  check->n_values++; /* whether the bar is shown */
  return failed ? shown_text (check, "the message", wb_tooltip_get (reason), message) : SHOWN_SAME;
}

/* Returns the first cell of a column of a table of a study, or NULL. */
static const char *
cell_of (const ModelYamlDocument *document, const char *table, guint row, const char *column)
{
  const ModelYaml *rows = model_yaml_get (model_yaml_get (model_yaml_root (document), "tables"), table);

  return rows != NULL && (int) row < rows->n_items ? model_yaml_get_text (rows->items[row], column, NULL) : NULL;
}

/* Returns a sentence with the names of the states as labels show them: Greek letters, and indices without their marks. Free it with g_free. */
static char *
with_shown_names (ShownCheck *check, const char *sentence)
{
  ModelSystem *system = wb_run_item_system (check->run);
  g_auto (GStrv) parts = g_strsplit (sentence, " ", -1);

  for (char **part = parts; *part != NULL; part++)
    for (int k = 0; k < model_system_n_columns (system); k++)
      if (strcmp (*part, model_system_column (system, k)->name) == 0)
        {
          g_autofree char *rich = g_strdup_printf ("*%s*", *part), *markup = wb_rich_markup (rich);

          g_clear_pointer (part, g_free);
          g_assert_true (pango_parse_markup (markup, -1, 0, NULL, part, NULL, NULL));
          break;
        }
  return g_strjoinv (" ", parts);
}

static ShownVerdict
compare_limits (ShownCheck *check)
{
  WbRunResult *probe;
  GtkWidget *card, *hint;
  g_autofree char *command = NULL, *out = NULL, *expected = NULL, *names = NULL;
  g_autoptr (ModelYamlDocument) document = NULL;
  const char *sentence, *shown;

  if (!shown_has_run (check, FALSE))
    return SHOWN_NOT_COMPARED;
  show (check, "simulate");
  probe = wb_run_result_of (check->run, &wb_run_result_probe);
  WAIT_FOR (!wb_run_result_is_busy (probe));
  if (wb_run_result_get (probe) == NULL)
    return shown_not_compared (check, "the steps do not follow from an error estimate");
  WAIT_FOR (!wb_simulate_view_is_behind (wb_window_simulate (check->window)));
  wb_session_set_settings_page (check->session, "solver");
  wb_test_spin ();
  card = wb_test_find (GTK_WIDGET (check->window), WB_TYPE_LIMITS_CARD, NULL);
  if (card == NULL || !gtk_widget_get_mapped (card))
    return shown_not_compared (check, "the card is not shown");
  command = g_strconcat ("stepwise-cli study step-limits ", check->options, NULL);
  shown_cli (command, "--format json --quiet", &out, NULL);
  document = shown_parse (out);
  sentence = document != NULL ? cell_of (document, "verdict", 0, "sentence") : NULL;
  if (sentence == NULL)
    return shown_text (check, "what limits the step", "a verdict", out);
  expected = g_strjoin (" ", sentence, cell_of (document, "verdict", 0, "next"), NULL);
  names = with_shown_names (check, g_strstrip (expected));
  hint = wb_test_find (wb_test_find (card, GTK_TYPE_BOX, "hint"), GTK_TYPE_LABEL, NULL);
  shown = gtk_label_get_text (GTK_LABEL (hint));
  return shown_text (check, "what limits the step", shown, names);
}

/* Two errors with this difference of their digits are shown as different ones. */
#define DIGIT 0.11

static ShownVerdict
compare_digits (ShownCheck *check)
{
  WbDigitsBadge *badge;
  g_autofree char *command = NULL, *out = NULL, *shown = NULL;
  g_autoptr (ModelYamlDocument) document = NULL;
  const char *error;
  double here, there;

  if (!shown_has_run (check, FALSE))
    return SHOWN_NOT_COMPARED;
  show (check, "simulate");
  badge = WB_DIGITS_BADGE (wb_test_find (GTK_WIDGET (check->window), WB_TYPE_DIGITS_BADGE, NULL));
  wb_digits_badge_check (badge);
  WAIT_FOR (!wb_digits_badge_is_busy (badge));
  here = wb_digits_badge_obtained (badge);
  if (isnan (here))
    return shown_not_compared (check, "no reference is known");
  command = g_strconcat ("stepwise-cli compare ", check->options, NULL);
  shown_cli (command, "--format json --quiet", &out, NULL);
  document = shown_parse (out);
  error = document != NULL && model_yaml_root (document)->n_items > 0 ? model_yaml_get_text (model_yaml_root (document)->items[0], "error", NULL) : NULL;
  there = error != NULL ? g_ascii_strtod (error, NULL) : NAN;
  check->n_values++;
  if (fabs (log10 (here) - log10 (there)) <= DIGIT || (here == 0 && there == 0))
    return SHOWN_SAME;
  shown = g_strdup_printf ("%g", here);
  return shown_text (check, "the error at the end", shown, error != NULL ? error : out);
}

/* ---- all runs ---- */

/* Exit status of a verification that finds no difference but cannot verify every run. */
#define NOT_VERIFIED 7

/* The seals of the session are those of the runs of the command line, also of runs that were changed while they ran. */
static ShownVerdict
compare_seals (ShownCheck *check)
{
  g_autofree char *path = g_build_filename (check->folder, "walk.stepwise", NULL), *command = NULL, *out = NULL, *errors = NULL, *both = NULL;
  g_autoptr (GError) error = NULL;
  int status;

  g_assert_true (wb_session_file_save (path, check->session, &error));
  g_assert_no_error (error);
  WAIT_FOR (wb_session_file_sealing (check->session) < 0); /* long runs are sealed in the background */
  command = g_strdup_printf ("stepwise-cli verify '%s'", path);
  status = shown_cli (command, "--quiet", &out, &errors);
  both = g_strconcat (out, errors, NULL);
  check->n_values++;
  if (status == 0)
    return SHOWN_SAME;
  /* A run that is not complete or was not sealed is not verified; it has no difference either. */
  return status == NOT_VERIFIED ? shown_not_compared (check, both) : shown_text (check, "the saved session", "sealed runs", both);
}

const ShownView shown_run_views[] = {
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
