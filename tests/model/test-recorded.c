/* Recorded numbers of every shipped model, and recorded messages about damaged texts. The numbers must agree with those in recorded.txt in all
 * digits that do not depend on rounding errors; messages, names and counts must be equal.
 *
 * The file does not show that the program is right, only that it computes and says what it did. CONTRIBUTING.md says when recorded.txt
 * may be made anew, with --record FILE. */
#include "recorded.h"

#include <math.h>
#include <string.h>

#include "model-library.h"
#include "model-load.h"
#include "model-system-events.h"
#include "model-system.h"
#include "model-tableau.h"

static RecordedTable *table;

/* Larger models take too long. */
#define MOST_STATES 60
#define N_DAMAGES 5
#define N_TABLEAU_DAMAGES 25

/* ---- numbers of models ---- */

static double
weighted (const double *values, gsize n)
{
  double sum = 0;

  for (gsize i = 0; i < n; i++)
    sum += isfinite (values[i]) ? (double) (1 + i % 5) * values[i] / (1 + fabs (values[i])) : 2;
  return sum;
}

static void
write_columns (RecordedRow *row, ModelSystem *system, double t, const double *x, const double *d, gboolean names)
{
  int n = model_system_n_columns (system);
  g_autofree double *values = g_new0 (double, (gsize) n + 1);
  g_autoptr (GString) text = g_string_new (NULL);

  for (int k = 0; names && k < n; k++)
    {
      const ModelColumn *column = model_system_column (system, k);
      g_string_append_printf (text, "%s|%s|%s|%d|%d|%d|%d|%g;", column->name, column->base, column->unit != NULL ? column->unit : "", column->type, column->index,
                              column->kind, column->invariant, column->wrap);
    }
  if (names)
    {
      g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_MD5, text->str, -1);
      recorded_row_text (row, "columns", sum);
    }
  model_system_columns (system, t, x, d, values);
  recorded_row_number (row, "values", weighted (values, (gsize) n));
}

static void
write_events (RecordedRow *row, ModelSystem *system, double t, double *x, double *d)
{
  int n_states = model_system_n_states (system), n_discrete = model_system_n_discrete (system), n = model_system_n_events (system);
  g_autofree double *x_plus = g_new (double, (gsize) n_states + 1), *d_plus = g_new (double, (gsize) n_discrete + 1);
  gint64 counts[4] = { n, 0, 0, model_system_n_monitors (system) };
  double sum = 0;

  for (int k = 0; k < n; k++)
    {
      g_autofree gboolean *changed = g_new0 (gboolean, (gsize) (n_states + n_discrete) + 1);
      const char *which = NULL;
      g_autofree char *message = NULL;
      const ModelEvent *event = model_system_event (system, k);

      memcpy (x_plus, x, sizeof (double) * (gsize) n_states);
      memcpy (d_plus, d, sizeof (double) * (gsize) n_discrete);
      if (event->trigger == MODEL_TRIGGER_CROSSING)
        {
          double g = model_system_event_witness (system, k, t, x);
          sum += isfinite (g) ? g / (1 + fabs (g)) : 3;
        }
      counts[1] += (k + 1) * model_system_event_armed (system, k, t, x) + 100 * model_system_event_is_case (system, k);
      counts[2] += (k + 1) * model_system_event_set (system, k, t, x, x_plus, d_plus, changed, &which);
      counts[2] += 100 * (k + 1) * model_system_event_update (system, k, t, x, d_plus, changed, &which);
      for (int i = 0; i < n_states + n_discrete; i++)
        counts[2] += 1000 * (i + 1) * changed[i];
      sum += (1 + k) * (weighted (x_plus, (gsize) n_states) + weighted (d_plus, (gsize) n_discrete));
      message = model_system_event_message (system, k, t, x);
      counts[2] += message != NULL ? (gint64) strlen (message) > 0 : 0;
    }
  for (int k = 0; k < model_system_n_monitors (system); k++)
    counts[1] += 1000 * (k + 1) * model_system_monitor_holds (system, k, t, x);
  recorded_row_counts (row, "events", G_N_ELEMENTS (counts), counts);
  recorded_row_number (row, "updates", sum);
}

static void
write_functions (RecordedRow *row, const OdeSystem *ode, double t, const double *x)
{
  gsize n = (gsize) ode->n_states, n_jacobian = ode->jacobian_pattern != NULL ? (gsize) ode->jacobian_pattern->start[n] : n * n;
  g_autofree double *values = g_new0 (double, n_jacobian + (n + 6) * (gsize) (ode->n_constraints + 6 * ode->n_rotations + 1));
  gint64 counts[4] = { 0 };

  counts[0] = ode->rhs (ode->self, t, x, values);
  recorded_row_number (row, "f", weighted (values, n));
  if (ode->prepare_jacobian != NULL)
    ode->prepare_jacobian (ode->self);
  if (ode->jacobian != NULL)
    {
      counts[1] = ode->jacobian (ode->self, t, x, values);
      recorded_row_number (row, "J", weighted (values, n_jacobian));
    }
  if (ode->time_derivative != NULL)
    {
      counts[2] = ode->time_derivative (ode->self, t, x, values);
      recorded_row_number (row, "ft", weighted (values, n));
    }
  if (ode->n_constraints > 0)
    {
      counts[3] = ode->constraints (ode->self, t, x, values);
      recorded_row_number (row, "c", weighted (values, (gsize) ode->n_constraints));
      ode->constraint_jacobian (ode->self, t, x, values);
      recorded_row_number (row, "G", weighted (values, (gsize) ode->n_constraints * n));
    }
  if (ode->n_rotations > 0)
    {
      ode->rotation_rates (ode->self, t, x, values);
      recorded_row_number (row, "rates", weighted (values, 6 * (gsize) ode->n_rotations));
    }
  recorded_row_counts (row, "statuses", 4, counts);
}

static gint64
sum_of (const int *values, int n)
{
  gint64 sum = 0;

  for (int i = 0; values != NULL && i < n; i++)
    sum += (1 + i % 11) * values[i];
  return sum;
}

static void
write_layout (RecordedRow *row, const OdeSystem *ode, ModelSystem *system)
{
  const OdePattern *J = ode->jacobian_pattern, *M = ode->mass_pattern;
  const gint64 counts[] = {
    ode->n_states, ode->time_dependent, ode->n_pairs, ode->separable, ode->n_constraints, ode->n_position_constraints, ode->n_rotations,
    J != NULL ? sum_of (J->start, J->n_columns + 1) + sum_of (J->row, J->start[J->n_columns]) : -1,
    M != NULL ? sum_of (M->start, M->n_columns + 1) + sum_of (M->row, M->start[M->n_columns]) : -1, sum_of (ode->index, ode->n_states),
    sum_of ((const int *) ode->kinds, ode->n_states), sum_of ((const int *) ode->pairs, 2 * ode->n_pairs), model_system_n_discrete (system),
    model_system_n_parameter_values (system), model_system_has_exact (system)
  };

  recorded_row_counts (row, "layout", G_N_ELEMENTS (counts), counts);
  recorded_row_number (row, "mass", M != NULL ? weighted (ode->mass, (gsize) M->start[M->n_columns]) : 0);
  if (ode->not_separable != NULL)
    recorded_row_text (row, "not-separable", ode->not_separable);
}

typedef struct
{
  const char *name, *text, *path;
  Model *model;
  gboolean byte_code, random;
} Case;

static RecordedRow *
run_model (gconstpointer data, double noise, guint32 seed)
{
  const Case *of = data;
  RecordedRow *row = recorded_row_new (of->name);
  g_autoptr (GError) error = NULL;
  g_autoptr (GRand) random = g_rand_new_with_seed (7), noises = g_rand_new_with_seed (seed + 1);
  const ModelInstance instance = { .seed = 11, .member = 3, .byte_code = of->byte_code, .random = of->random, .fast_math = !of->byte_code };
  ModelSystem *system = model_system_new (of->model, &instance, &error);
  const OdeSystem *ode = model_system_ode (system);
  gsize n = (gsize) ode->n_states, n_discrete = (gsize) model_system_n_discrete (system), n_values = (gsize) model_system_n_parameter_values (system);
  g_autofree double *x = g_new0 (double, n + 1), *d = g_new0 (double, n_discrete + 1), *values = g_new0 (double, MAX (n, n_values) + 1);
  g_autofree double *start = NULL;
  double t = model_system_t_start (system);

  g_assert_no_error (error);
  write_layout (row, ode, system);
  if (!model_system_initial (system, x, d, &error))
    recorded_row_text (row, "initial", error->message);
  g_clear_error (&error);
  start = g_memdup2 (x, sizeof *x * (n + 1));
  recorded_row_number (row, "x0", weighted (x, n) + weighted (d, n_discrete));
  if (model_system_weights (system, values))
    recorded_row_number (row, "weights", weighted (values, n));
  model_system_get_parameters (system, values);
  recorded_row_number (row, "parameters", weighted (values, n_values));
  for (int point = 0; point < 2; point++)
    {
      for (gsize i = 0; i < n; i++)
        x[i] += 0.1 * g_rand_double_range (random, -1, 1) * (0.1 + fabs (x[i])) + noise * g_rand_double_range (noises, -1, 1) * fabs (x[i]);
      t += 0.37;
      model_system_set_noise_time (system, t);
      model_system_set_discrete (system, d);
      write_functions (row, ode, t, x);
      write_columns (row, system, t, x, d, point == 0);
      write_events (row, system, t, x, d);
      recorded_row_number (row, "break", model_system_next_break (system, t));
    }
  if (model_system_has_exact (system))
    {
      model_system_exact (system, t, model_system_t_start (system), start, values);
      recorded_row_number (row, "exact", weighted (values, n));
    }
  for (int k = 0; k < model_n_parameters (of->model) && k < 4; k++)
    {
      const char *name = model_parameter (of->model, k)->name;
      double value = 0;

      if (model_system_get_parameter (system, name, &value) && !model_system_set_parameter (system, name, 1.1 * value + 0.01, &error))
        recorded_row_text (row, "parameter", error->message);
      g_clear_error (&error);
      ode->rhs (ode->self, t, x, values);
      recorded_row_number (row, name, weighted (values, n));
    }
  if (!model_system_set_parameter (system, "no such name", 1, &error))
    recorded_row_text (row, "unknown", error->message);
  g_clear_error (&error);
  if (n > 0 && !model_system_set_initial (system, ode->names[0], 0.5, &error))
    recorded_row_text (row, "set-initial", error->message);
  g_clear_error (&error);
  model_system_begin_member (system, 9);
  if (model_system_initial (system, x, d, NULL))
    recorded_row_number (row, "member", weighted (x, n));
  model_system_free (system);
  return row;
}

static void
test_models (void)
{
  g_autoptr (ModelLibrary) library = model_library_scan (NULL, NULL);

  for (int k = 0; k < model_library_n_entries (library); k++)
    {
      const ModelEntry *entry = model_library_entry (library, k);
      g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
      g_autoptr (Model) model = model_library_open (entry->id, NULL, diagnostics);
      ModelSystem *system = model_system_new (model, NULL, NULL);
      gboolean is_small = model_system_ode (system)->n_states <= MOST_STATES;

      model_system_free (system);
      for (int form = 0; form < 2 && is_small; form++)
        {
          g_autofree char *name = g_strdup_printf ("models/%s/%s", entry->id, form == 0 ? "file" : "drawn");
          const Case of = { name, NULL, NULL, model, form == 1, form == 1 };
          recorded_table_row (table, name, run_model, &of);
        }
    }
  recorded_table_check (table, "models/");
}

/* ---- messages about damaged texts ---- */

/* Returns the offset of a random line, and sets *length to its length with the line end. */
static gsize
random_line (GRand *random, const GString *text, gsize *length)
{
  gsize at = (gsize) g_rand_int_range (random, 0, (gint32) text->len), start = at, end = at;

  while (start > 0 && text->str[start - 1] != '\n')
    start--;
  while (end < text->len && text->str[end] != '\n')
    end++;
  *length = MIN (end + 1, text->len) - start;
  return start;
}

/* Returns the offset of a random word of letters or of digits, and sets *length to its length; the length is 0 if there is none. */
static gsize
random_word (GRand *random, const GString *text, gboolean digits, gsize *length)
{
  for (int attempt = 0; attempt < 200; attempt++)
    {
      gsize at = (gsize) g_rand_int_range (random, 0, (gint32) text->len), end = at;

      while (end < text->len && (digits ? g_ascii_isdigit (text->str[end]) || text->str[end] == '.' : g_ascii_isalpha (text->str[end])))
        end++;
      while (at > 0 && end > at && (g_ascii_isalnum (text->str[at - 1]) || text->str[at - 1] == '_'))
        at--;
      *length = end - at;
      if (end > at)
        return at;
    }
  *length = 0;
  return 0;
}

static void
replace (GString *text, gsize at, gsize length, const char *by)
{
  g_string_erase (text, (gssize) at, (gssize) length);
  g_string_insert (text, (gssize) at, by);
}

/* Makes one change that a person could make by mistake. */
static void
damage (GRand *random, GString *text)
{
  static const char *const signs[] = { ":", ",", "[", "]", "{", "}", "(", ")", "+", "-", "*", "^", "'", "\"", "#", "&", "|", " ", "x0", "\t", "é", "- " };
  static const char *const numbers[] = { "-1", "0", "1e400", "abc", "[1, 2]", "{a: 1}", "''", "0.5.5", "true", "1e-3", "2*q", "nan", "~" };
  gsize length = 0, at, other_length = 0, other;

  switch (g_rand_int_range (random, 0, 10))
    {
    case 0:
      at = random_line (random, text, &length);
      g_string_erase (text, (gssize) at, (gssize) length);
      break;
    case 1:
      {
        at = random_line (random, text, &length);
        g_autofree char *line = g_strndup (text->str + at, length);
        g_string_insert (text, (gssize) at, line);
        break;
      }
    case 2:
      at = (gsize) g_rand_int_range (random, 0, (gint32) text->len);
      g_string_insert (text, (gssize) at, signs[g_rand_int_range (random, 0, G_N_ELEMENTS (signs))]);
      break;
    case 3:
      at = random_word (random, text, FALSE, &length);
      other = random_word (random, text, FALSE, &other_length);
      {
        g_autofree char *word = g_strndup (text->str + other, other_length);
        replace (text, at, length, word);
        break;
      }
    case 4:
    case 5:
      at = random_word (random, text, TRUE, &length);
      replace (text, at, length, numbers[g_rand_int_range (random, 0, G_N_ELEMENTS (numbers))]);
      break;
    case 6:
      at = random_line (random, text, &length);
      g_string_insert (text, (gssize) at, " ");
      break;
    case 7:
      at = random_line (random, text, &length);
      if (text->str[at] == ' ')
        g_string_erase (text, (gssize) at, 1);
      break;
    case 8:
      at = random_word (random, text, FALSE, &length);
      g_string_erase (text, (gssize) (at + length / 2), 1);
      break;
    default:
      at = random_word (random, text, FALSE, &length);
      if (length > 1)
        {
          char c = text->str[at];
          text->str[at] = text->str[at + 1];
          text->str[at + 1] = c;
        }
      break;
    }
}

/* Appends a text in which the bytes that are not UTF-8 are replaced. */
static void
write_text (RecordedRow *row, const char *key, const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  recorded_row_text (row, key, valid);
}

static RecordedRow *
run_damaged (gconstpointer data, double noise, guint32 seed)
{
  const Case *of = data;
  RecordedRow *row = recorded_row_new (of->name);
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (Model) model = model_load_text (of->text, -1, "damaged.yaml", NULL, diagnostics);
  g_autofree char *said = model_diagnostics_to_string (diagnostics);

  write_text (row, "says", said);
  if (model != NULL)
    {
      const gint64 counts[] = { model_n_parameters (model), model_n_constants (model), model_n_equations (model), model_n_plots (model), model_traits (model) };
      recorded_row_counts (row, "model", G_N_ELEMENTS (counts), counts);
    }
  return row;
}

static void
test_damaged (void)
{
  g_autoptr (ModelLibrary) library = model_library_scan (NULL, NULL);

  for (int k = 0; k < model_library_n_entries (library); k++)
    {
      const ModelEntry *entry = model_library_entry (library, k);
      g_autofree char *text = NULL;
      g_autoptr (GRand) random = g_rand_new_with_seed (2026 + g_str_hash (entry->id)); /* a new model changes no rows of others */

      g_assert_true (g_file_get_contents (entry->path, &text, NULL, NULL));
      for (int number = 0; number < N_DAMAGES && strlen (text) < 12000; number++)
        {
          g_autoptr (GString) damaged = g_string_new (text);
          g_autofree char *name = g_strdup_printf ("damaged/%s/%d", entry->id, number);

          damage (random, damaged);
          if (number % 3 == 2)
            damage (random, damaged);
          const Case of = { name, damaged->str };
          recorded_table_row (table, name, run_damaged, &of);
        }
    }
  recorded_table_check (table, "damaged/");
}

/* ---- tableau files ---- */

static RecordedRow *
run_tableau (gconstpointer data, double noise, guint32 seed)
{
  const Case *of = data;
  RecordedRow *row = recorded_row_new (of->name);
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  OdeMethod *method = model_tableau_load_text (of->text, of->path, diagnostics);
  g_autofree char *said = model_diagnostics_to_string (diagnostics);

  write_text (row, "says", said);
  if (method != NULL)
    {
      const OdeTableau *t = method->tableau;
      const gint64 counts[] = { method->order, method->embedded_order, method->error_order, method->dense_order, method->n_stages, method->traits, method->family };

      recorded_row_counts (row, "method", G_N_ELEMENTS (counts), counts);
      recorded_row_number (row, "A", weighted (t->A, (gsize) (t->n_stages * t->n_stages)));
      recorded_row_number (row, "b", weighted (t->b, (gsize) t->n_stages) + 2 * weighted (t->c, (gsize) t->n_stages));
      recorded_row_text (row, "label", method->label);
      ode_method_free_custom (method);
    }
  return row;
}

static void
test_tableaus (void)
{
  g_autofree char *folder = g_build_filename (g_getenv ("STEPWISE_DATA_DIR"), "data", "tableaus", NULL);
  g_autoptr (GRand) random = g_rand_new_with_seed (1957);
  static const char *const names[] = { "ralston3", "heun-euler", "crouzeix", "hammer-hollingsworth", "gill4", "ssprk43", "butcher6" };

  for (guint k = 0; k < G_N_ELEMENTS (names); k++)
    {
      g_autofree char *file = g_strconcat (names[k], ".yaml", NULL), *path = g_build_filename (folder, file, NULL), *text = NULL;

      g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
      for (int number = 0; number < N_TABLEAU_DAMAGES; number++)
        {
          g_autoptr (GString) damaged = g_string_new (text);
          g_autofree char *name = g_strdup_printf ("tableaus/%s/%d", names[k], number);

          if (number > 0)
            damage (random, damaged);
          const Case of = { name, damaged->str, names[k] };
          recorded_table_row (table, name, run_tableau, &of);
        }
    }
  recorded_table_check (table, "tableaus/");
}

int
main (int argc, char **argv)
{
  int status;

  table = recorded_table_open (&argc, &argv, "model", "recorded.txt");
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/recorded/models/functions-of-models-have-the-recorded-values", test_models);
  g_test_add_func ("/model/recorded/damaged/damaged-models-have-the-recorded-messages", test_damaged);
  g_test_add_func ("/model/recorded/tableaus/damaged-tableaus-have-the-recorded-messages", test_tableaus);
  status = g_test_run ();
  recorded_table_close (table);
  return status;
}
