/* The first run of a live page. The page draws it at once, and then its core computes the same run and replaces it.
 *
 * It is computed by the core of the page, as an ordinary program, from what the page will ask: the text of the model, values and settings. The page compares
 * a check sum of these with the one that is stored, so that a page whose text was changed by hand does not show the run of another text. */
#include "page-private.h"

#include <gio/gio.h>
#include <math.h>
#include <string.h>

#include "model-identity.h"
#include "page-core-private.h"

/* Points inside a step, which are halved until the rows are small enough. With fewer a curve would have corners. A page with many columns asks for one point
 * (page.js). */
#define MOST_POINTS 8
#define FEWEST_POINTS 2
#define MANY_COLUMNS 60
/* Up to this number of columns all are stored, else those that the page shows first: this number of a plot over time, or of states (page.js). */
#define FEW_COLUMNS 12
#define SHOWN_COLUMNS 6
#define SHOWN_STATES 4
/* Bytes of rows and of attempts that a page stores. A page with a longer run shows the stored picture until it has computed the run. */
#define MOST_BYTES 250000
/* Numbers in the rows of all columns while the run is computed. */
#define MOST_VALUES 4e6
/* The numbers of an attempt that are stored: t, h, error, outcome, state with the largest error. */
#define ATTEMPT_NUMBERS 5

/* The core has one state for the program. */
static GMutex core_mutex;

void
page_first_clear (PageFirst *first)
{
  g_clear_pointer (&first->model, model_unref);
  g_clear_pointer (&first->text, g_free);
  g_clear_pointer (&first->file, g_free);
  g_clear_pointer (&first->extension, g_free);
  g_clear_pointer (&first->values, g_array_unref);
  g_clear_pointer (&first->config, sim_config_free);
}

/* ---- the check sum ---- */

/* Continues a check sum (FNV-1a). */
static guint32
add_bytes (guint32 sum, const void *bytes, gsize n)
{
  for (gsize k = 0; k < n; k++)
    sum = (sum ^ ((const guint8 *)bytes)[k]) * 16777619u;
  return sum;
}

/* Continues a check sum by a text and its zero byte. */
static guint32
add_sum_of_text (guint32 sum, const char *text)
{
  return add_bytes (sum, text, strlen (text) + 1);
}

static guint32
sum_of_model (const PageFirst *first)
{
  guint32 sum = add_sum_of_text (add_sum_of_text (2166136261u, first->text), first->extension);

  for (guint k = 0; k < first->values->len; k++)
    {
      const PageStartValue *value = &g_array_index (first->values, PageStartValue, k);
      guint64 bits;

      memcpy (&bits, &value->value, sizeof bits);
      bits = GUINT64_TO_LE (bits);
      sum = add_bytes (add_sum_of_text (add_sum_of_text (sum, value->table), value->name), &bits, sizeof bits);
    }
  return sum;
}

/* ---- numbers ---- */

/* Appends numbers less their offset with the precision of a drawing: 32 bits, little-endian. */
static void
append_number (GByteArray *bytes, double value, double offset)
{
  float narrow = (float)(value - offset);
  guint32 bits;

  memcpy (&bits, &narrow, sizeof bits);
  bits = GUINT32_TO_LE (bits);
  g_byte_array_append (bytes, (const guint8 *)&bits, sizeof bits);
}

static void
add_base64 (LabJson *json, const char *key, const GByteArray *bytes)
{
  g_autofree char *text = g_base64_encode (bytes->data, bytes->len);

  lab_json_text (json, key, text);
}

/* ---- columns ---- */

/* Chooses a column, if it was not chosen before. */
static void
choose (GArray *columns, int column)
{
  for (guint k = 0; k < columns->len; k++)
    if (g_array_index (columns, int, k) == column)
      return;
  g_array_append_val (columns, column);
}

/* Chooses the columns with a name, which can be that of an array, up to a number of columns. Returns how many there are. */
static int
choose_named (GArray *columns, const char *name, int most)
{
  gsize length = name != NULL ? strlen (name) : 0;
  int n = 0;

  for (int k = 0; length > 0 && k < model_system_n_columns (page_core.system) && n < most; k++)
    {
      const char *other = model_system_column (page_core.system, k)->name;

      if (strncmp (other, name, length) != 0 || (other[length] != '\0' && other[length] != '['))
        continue;
      choose (columns, k);
      n++;
    }
  return n;
}

/* Returns the columns that are stored: all, or those that the page shows first. */
static GArray *
choose_columns (void)
{
  GArray *columns = g_array_new (FALSE, FALSE, sizeof (int));
  int n = model_system_n_columns (page_core.system), n_states = 0, n_shown = 0;

  for (int k = 0; k < n; k++)
    {
      gboolean is_state = model_system_column (page_core.system, k)->type == MODEL_COLUMN_STATE;

      if (n <= FEW_COLUMNS || (is_state && n_states < SHOWN_STATES))
        choose (columns, k);
      n_states += is_state;
    }
  for (int k = 0; k < model_n_plots (page_core.model); k++)
    {
      const ModelPlot *plot = model_plot (page_core.model, k);

      for (int i = 0; plot->type == MODEL_PLOT_TIME && n_shown < SHOWN_COLUMNS && plot->show != NULL && plot->show[i] != NULL; i++)
        n_shown += choose_named (columns, plot->show[i], SHOWN_COLUMNS - n_shown);
      if (plot->type == MODEL_PLOT_TIME && n_shown > 0)
        n_shown = SHOWN_COLUMNS;
      if (plot->type == MODEL_PLOT_PHASE)
        {
          choose_named (columns, plot->x, 1);
          choose_named (columns, plot->y, 1);
        }
    }
  return columns;
}

/* Adds the rows: the time and the chosen columns, each less its first value, and then the flags, one byte each. */
static void
add_rows (LabJson *json, const GArray *columns)
{
  gsize size = (gsize)model_system_n_columns (page_core.system) + 2;
  const double *rows = page_rows ();
  g_autofree double *offsets = g_new0 (double, columns->len + 1);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  for (gsize k = 0; k < page_core.n_rows; k++)
    for (guint i = 0; i <= columns->len; i++)
      {
        double value = rows[k * size + (i == 0 ? 0 : (gsize)g_array_index (columns, int, i - 1) + 2)];

        if (k == 0 && isfinite (value))
          offsets[i] = value;
        append_number (bytes, value, offsets[i]);
      }
  for (gsize k = 0; k < page_core.n_rows; k++)
    {
      guint8 flags = (guint8)rows[k * size + 1];

      g_byte_array_append (bytes, &flags, 1);
    }
  lab_json_array (json, "columns", LAB_JSON_FLAT);
  for (guint i = 0; i < columns->len; i++)
    lab_json_count (json, NULL, g_array_index (columns, int, i));
  lab_json_end (json);
  lab_json_numbers (json, "offsets", offsets, (int)columns->len + 1);
  add_base64 (json, "rows", bytes);
}

/* Adds numbers of the attempts, with times less the start. */
static void
add_attempts (LabJson *json)
{
  const double *attempts = page_attempts ();
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  for (gsize k = 0; k < page_core.n_attempts; k++)
    for (int i = 0; i < ATTEMPT_NUMBERS; i++)
      append_number (bytes, attempts[k * PAGE_ATTEMPT_NUMBERS + (gsize)i], i == 0 ? page_core.run_start : 0);
  add_base64 (json, "attempts", bytes);
}

/* Adds the time and the number of each event. */
static void
add_events (LabJson *json)
{
  gsize n = sim_trajectory_n_events (page_core.events);
  const double *events = page_events ();
  g_autofree double *numbers = g_new (double, 2 * n + 1);

  for (gsize k = 0; k < n; k++)
    {
      numbers[2 * k] = events[4 * k];
      numbers[2 * k + 1] = events[4 * k + 1];
    }
  lab_json_numbers (json, "events", numbers, (int)(2 * n));
}

/* ---- the run ---- */

/* Computes a run of the core. Returns FALSE if it cannot begin or fill a page, or with an error if it is cancelled. */
static gboolean
compute (int points, const LabProgress *progress, GError **error)
{
  if (page_begin (points, MOST_VALUES, MOST_BYTES / (4 * ATTEMPT_NUMBERS))[0] != '\0')
    return FALSE;
  while (page_advance (10))
    if (!lab_progress_report (progress, 1, error))
      return FALSE;
  return !page_core.cut && page_core.n_rows > 0;
}

/* Computes the run with as many points inside the steps as a page has room for, and chooses columns. Returns NULL if it has room for too few, or with an error if
 * it is cancelled. */
static GArray *
compute_to_fit (const LabProgress *progress, GError **error)
{
  g_autoptr (ModelSystem) system = page_instance (NULL);
  int most = system != NULL && model_system_n_columns (system) > MANY_COLUMNS ? 1 : MOST_POINTS;

  for (int points = most; points >= MIN (most, FEWEST_POINTS); points /= 2)
    {
      g_autoptr (GArray) columns = NULL;

      if (!compute (points, progress, error))
        return NULL;
      columns = choose_columns ();
      if (page_core.n_rows * (4 * (gsize)columns->len + 5) <= MOST_BYTES)
        return g_steal_pointer (&columns);
    }
  return NULL;
}

/* Gives the settings to the core and adds its run. Returns FALSE if the page is to compute the run itself. */
static gboolean
add_run (LabJson *json, const PageFirst *first, const LabProgress *progress, GError **error)
{
  guint32 sum = sum_of_model (first);
  g_autofree char *digits = NULL;
  g_autoptr (GArray) columns = NULL;
  int n;
  const SimSettingRow *rows = sim_config_rows (&n);

  for (int k = 0; k < n; k++)
    {
      g_autofree char *text = page_setting_text (first->config, rows[k].key);

      if (text == NULL)
        continue;
      sum = add_sum_of_text (add_sum_of_text (sum, rows[k].key), text);
      if (page_setting (rows[k].key, text)[0] != '\0')
        return FALSE;
    }
  columns = page_has_method (sim_config_method (page_core.config)->id) ? compute_to_fit (progress, error) : NULL;
  if (columns == NULL)
    return FALSE;
  digits = g_strdup_printf ("%" G_GUINT32_FORMAT, sum);
  lab_json_object (json, "run", LAB_JSON_FLAT);
  lab_json_digits (json, "identity", digits);
  add_rows (json, columns);
  add_attempts (json);
  add_events (json);
  /* Points inside the steps can need evaluations, which the counts of a page do not have (runner.js). */
  if (sim_simulator_statistics (page_core.simulator).ode.rhs_by_purpose[ODE_RHS_DENSE] > 0 && !compute (0, progress, error))
    lab_json_text (json, "status", NULL);
  else
    page_add_status (json, "status", TRUE);
  lab_json_end (json);
  return TRUE;
}

/* Takes the model and its values to the core. Returns FALSE if the core refuses one; the page then says so. */
static gboolean
take (const PageFirst *first)
{
  g_autoptr (GHashTable) data = model_data_texts (first->model);

  if (first->extension[0] == '\0')
    page_take_model (model_ref (first->model));
  /* A text that is read anew would search its data files in the folder of this program. */
  else if (g_hash_table_size (data) > 0)
    return FALSE;
  else if (page_open (first->text, first->file, first->extension)[0] != '\0')
    return FALSE;
  for (guint k = 0; k < first->values->len; k++)
    {
      const PageStartValue *value = &g_array_index (first->values, PageStartValue, k);

      if (page_set (value->table, value->name, value->value)[0] != '\0')
        return FALSE;
    }
  return TRUE;
}

gboolean
page_add_first (LabJson *json, const PageFirst *first, const LabProgress *progress, gboolean *has_run, GError **error)
{
  g_autofree char *digits = g_strdup_printf ("%" G_GUINT32_FORMAT, sum_of_model (first));
  g_autofree char *described = NULL;
  GError *local = NULL;

  *has_run = FALSE;
  g_mutex_lock (&core_mutex);
  if (take (first))
    {
      described = g_strchomp (g_strdup (page_describe ()));
      lab_json_digits (json, "identity", digits);
      lab_json_digits (json, "model", described);
      *has_run = first->with_run && add_run (json, first, progress, &local);
    }
  page_close ();
  g_mutex_unlock (&core_mutex);
  if (local != NULL)
    g_propagate_error (error, local);
  return local == NULL;
}
