/* Makes the cells of the table of numbers from the trajectory or the tape on request. */
#include "wb-data-table.h"

#include <glib/gi18n.h>
#include <math.h>

#include "wb-difference.h"
#include "wb-number-field.h"

struct WbDataTable
{
  int references;
  PlotRows rows;
  WbRunItem *run;
  gsize first, n;      /* index of the first attempt on the tape and number of attempts */
  GArray *columns;     /* indices of the columns (int) of a trajectory */
  GPtrArray *titles;
  int n_states;        /* number of states, for differences */
  double *t, *values;  /* n times and n × (n_states + 1) values, for differences; the last value of a row is the distance */
};

#define MOST_COLUMNS 32

static const char *const outcomes[] = { N_("accepted"), N_("rejected: error too large"), N_("rejected: Newton failed"),
                                        N_("rejected: model undefined"),
                                        N_("cut at an event"), N_("stopped") };

static void
add_column (WbDataTable *table, ModelSystem *system, int column)
{
  for (guint i = 0; i < table->columns->len; i++)
    if (g_array_index (table->columns, int, i) == column)
      return;
  if (column < 0 || table->columns->len >= MOST_COLUMNS)
    return;
  g_array_append_val (table->columns, column);
  g_ptr_array_add (table->titles, g_strdup (model_system_column (system, column)->name));
}

static void
add_columns (WbDataTable *table, const PlotSpec *spec)
{
  ModelSystem *system = wb_run_item_system (table->run);
  const char *named[] = { spec->x, spec->y };

  for (int i = 0; spec->show != NULL && spec->show[i] != NULL; i++)
    add_column (table, system, model_system_find_column (system, spec->show[i]));
  for (guint i = 0; i < G_N_ELEMENTS (named); i++)
    if (named[i] != NULL)
      add_column (table, system, model_system_find_column (system, named[i]));
  for (int i = 0; i < model_system_n_columns (system); i++)
    if ((spec->kind->needs & PLOT_NEEDS_INVARIANT) && model_system_column (system, i)->invariant)
      add_column (table, system, i);
  for (int i = 0; i < model_system_n_columns (system); i++)
    add_column (table, system, i);
}

static void
add_titles (WbDataTable *table, const char *const *titles)
{
  for (int i = 0; titles[i] != NULL; i++)
    g_ptr_array_add (table->titles, g_strdup (_(titles[i])));
}

static void
take_difference (WbDataTable *table, const PlotSpec *spec, GListModel *runs)
{
  WbRunItem *of, *to;
  const LabDifference *result = wb_plot_view_find_runs (spec, table->run, runs, &of, &to)
      ? wb_difference_result (wb_difference_of (of, to)) : NULL;

  if (result == NULL)
    return;
  table->n = result->n;
  table->n_states = MIN (result->n_states, MOST_COLUMNS);
  table->t = g_memdup2 (result->t, result->n * sizeof (double));
  table->values = g_new (double, result->n * (table->n_states + 1) + 1);
  for (gsize row = 0; row < result->n; row++)
    {
      double *values = table->values + row * (table->n_states + 1);

      for (int i = 0; i < table->n_states; i++)
        values[i] = result->values[row * result->n_states + i];
      values[table->n_states] = result->distance[row];
    }
  for (int i = 0; i < table->n_states; i++)
    g_ptr_array_add (table->titles, g_strdup_printf ("Δ%s", model_system_column (wb_run_item_system (of), i)->name));
  g_ptr_array_add (table->titles, g_strdup (_("distance")));
}

WbDataTable *
wb_data_table_new (WbRunItem *run, const PlotSpec *spec, GListModel *runs)
{
  static const char *const attempts[] = { "h", N_("error / tolerance"), N_("outcome"), NULL };
  static const char *const events[] = { N_("event"), N_("since last event"), N_("iterations"), NULL };
  WbDataTable *table = g_new0 (WbDataTable, 1);
  SimTape *tape = wb_run_item_tape (run);

  table->references = 1;
  table->run = g_object_ref (run);
  table->columns = g_array_new (FALSE, FALSE, sizeof (int));
  table->titles = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (table->titles, g_strdup ("t"));
  table->rows = spec->kind->rows;
  switch (table->rows)
    {
    case PLOT_ROWS_ATTEMPTS:
      table->first = sim_tape_first (tape);
      table->n = sim_tape_n_attempts (tape) - table->first;
      add_titles (table, attempts);
      break;
    case PLOT_ROWS_DIFFERENCE:
      take_difference (table, spec, runs);
      break;
    case PLOT_ROWS_EVENTS:
      table->n = sim_trajectory_n_events (wb_run_item_trajectory (run));
      add_titles (table, events);
      break;
    case PLOT_ROWS_TRAJECTORY:
      table->n = sim_trajectory_n_rows (wb_run_item_trajectory (run));
      add_columns (table, spec);
      break;
    }
  return table;
}

WbDataTable *
wb_data_table_ref (WbDataTable *table)
{
  table->references++;
  return table;
}

void
wb_data_table_unref (WbDataTable *table)
{
  if (--table->references > 0)
    return;
  g_object_unref (table->run);
  g_array_unref (table->columns);
  g_ptr_array_unref (table->titles);
  g_free (table->t);
  g_free (table->values);
  g_free (table);
}

gsize
wb_data_table_n_rows (const WbDataTable *table)
{
  return table->n;
}

int
wb_data_table_n_columns (const WbDataTable *table)
{
  return (int) table->titles->len;
}

const char *
wb_data_table_title (const WbDataTable *table, int column)
{
  return g_ptr_array_index (table->titles, column);
}

/* ---- cells ---- */

static char *
number (double value)
{
  return isnan (value) ? g_strdup ("") : wb_number_text (value);
}

static double
row_time (const WbDataTable *table, gsize row)
{
  SimTrajectory *trajectory = wb_run_item_trajectory (table->run);
  OdeAttempt attempt;

  switch (table->rows)
    {
    case PLOT_ROWS_ATTEMPTS: return sim_tape_get (wb_run_item_tape (table->run), table->first + row, &attempt) ? attempt.t : NAN;
    case PLOT_ROWS_EVENTS: return row < sim_trajectory_n_events (trajectory) ? sim_trajectory_event (trajectory, row).t : NAN;
    case PLOT_ROWS_DIFFERENCE: return table->t[row];
    default: return row < sim_trajectory_n_rows (trajectory) ? sim_trajectory_row (trajectory, row)[0] : NAN;
    }
}

static char *
attempt_cell (const WbDataTable *table, gsize row, int column)
{
  OdeAttempt attempt;

  if (!sim_tape_get (wb_run_item_tape (table->run), table->first + row, &attempt))
    return g_strdup ("");
  switch (column)
    {
    case 1: return number (attempt.h);
    case 2: return number (attempt.error);
    default: return g_strdup (attempt.outcome < G_N_ELEMENTS (outcomes) ? _(outcomes[attempt.outcome]) : "");
    }
}

static char *
event_cell (const WbDataTable *table, gsize row, int column)
{
  SimTrajectory *trajectory = wb_run_item_trajectory (table->run);
  ModelSystem *system = wb_run_item_system (table->run);
  SimEventRecord record;

  if (row >= sim_trajectory_n_events (trajectory))
    return g_strdup ("");
  record = sim_trajectory_event (trajectory, row);
  switch (column)
    {
    case 1:
      return g_strdup (record.event >= 0 && record.event < model_system_n_events (system) ? model_system_event (system, record.event)->name
                       : record.parameter >= 0 ? _("parameter") : "");
    case 2: return number (row > 0 ? record.t - sim_trajectory_event (trajectory, row - 1).t : NAN);
    default: return g_strdup_printf ("%d", record.iterations);
    }
}

char *
wb_data_table_cell (const WbDataTable *table, gsize row, int column)
{
  SimTrajectory *trajectory = wb_run_item_trajectory (table->run);

  if (column == 0)
    return number (row_time (table, row));
  switch (table->rows)
    {
    case PLOT_ROWS_ATTEMPTS: return attempt_cell (table, row, column);
    case PLOT_ROWS_EVENTS: return event_cell (table, row, column);
    case PLOT_ROWS_DIFFERENCE: return number (table->values[row * (table->n_states + 1) + column - 1]);
    default:
      /* The row does not exist any more if the user has stepped back. */
      return row < sim_trajectory_n_rows (trajectory)
             ? number (sim_trajectory_row (trajectory, row)[1 + g_array_index (table->columns, int, column - 1)]) : g_strdup ("");
    }
}

char *
wb_data_table_text (const WbDataTable *table, double low, double high, gsize most)
{
  GString *text = g_string_new (NULL);
  int n_columns = wb_data_table_n_columns (table);
  gsize n = 0;

  for (int c = 0; c < n_columns; c++)
    g_string_append_printf (text, "%s%s", c > 0 ? "\t" : "", wb_data_table_title (table, c));
  g_string_append_c (text, '\n');
  for (gsize row = 0; row < table->n && n < most; row++)
    {
      double t = row_time (table, row);

      if (!(t >= low && t <= high))
        continue;
      for (int c = 0; c < n_columns; c++)
        {
          g_autofree char *cell = wb_data_table_cell (table, row, c);

          g_string_append_printf (text, "%s%s", c > 0 ? "\t" : "", cell);
        }
      g_string_append_c (text, '\n');
      n++;
    }
  return g_string_free (text, FALSE);
}
