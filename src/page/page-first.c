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

/* Points inside a step, which are halved until the rows are small enough. With fewer a curve would have corners. */
#define MOST_POINTS 8
#define FEWEST_POINTS 2
/* Bytes of rows and of attempts that a page stores. A page with a longer run shows the stored picture until it has computed the run. */
#define MOST_BYTES 250000
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

/* Adds the rows: the time and the columns, each less its first value, and then the flags, one byte each. */
static void
add_rows (LabJson *json)
{
  int size = model_system_n_columns (page_core.system) + 2;
  const double *rows = page_rows ();
  g_autofree double *offsets = g_new0 (double, size);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  for (int i = 0; i < size; i++)
    offsets[i] = i != 1 && isfinite (rows[i]) ? rows[i] : 0;
  for (gsize k = 0; k < page_core.n_rows; k++)
    for (int i = 0; i < size; i++)
      if (i != 1)
        append_number (bytes, rows[k * (gsize)size + (gsize)i], offsets[i]);
  for (gsize k = 0; k < page_core.n_rows; k++)
    {
      guint8 flags = (guint8)rows[k * (gsize)size + 1];

      g_byte_array_append (bytes, &flags, 1);
    }
  lab_json_numbers (json, "offsets", offsets, size);
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
  if (page_begin (points, 4.0 * MOST_BYTES, MOST_BYTES / (4 * ATTEMPT_NUMBERS))[0] != '\0')
    return FALSE;
  while (page_advance (10))
    if (!lab_progress_report (progress, 1, error))
      return FALSE;
  return !page_core.cut && page_core.n_rows > 0;
}

/* Computes the run with as many points inside the steps as a page has room for. Returns FALSE if it has room for too few. */
static gboolean
compute_to_fit (const LabProgress *progress, GError **error)
{
  for (int points = MOST_POINTS; points >= FEWEST_POINTS; points /= 2)
    {
      gsize bytes;

      if (!compute (points, progress, error))
        return FALSE;
      bytes = page_core.n_rows * (4 * (gsize)model_system_n_columns (page_core.system) + 5);
      if (bytes <= MOST_BYTES)
        return TRUE;
    }
  return FALSE;
}

/* Gives the settings to the core and adds its run. Returns FALSE if the page is to compute the run itself. */
static gboolean
add_run (LabJson *json, const PageFirst *first, const LabProgress *progress, GError **error)
{
  guint32 sum = sum_of_model (first);
  g_autofree char *digits = NULL;
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
  if (!page_has_method (sim_config_method (page_core.config)->id) || !compute_to_fit (progress, error))
    return FALSE;
  digits = g_strdup_printf ("%" G_GUINT32_FORMAT, sum);
  lab_json_object (json, "run", LAB_JSON_FLAT);
  lab_json_digits (json, "identity", digits);
  add_rows (json);
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
