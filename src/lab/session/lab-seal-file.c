/* Writes and reads the list `seals` of session files. */
#include "lab-seal-file.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "expr-program.h"
#include "lab-session-model.h"
#include "model-identity.h"
#include "model-yaml-writer.h"
#include "ode-format.h"

#define SHORT_LEAF 8

static const char *const ends[LAB_SEAL_N_ENDS] = { "reached", "terminated", "failed", "stopped", "paused", "running", "other_model" };

/* Returns whether the seal of a run with this end has results. */
static gboolean
has_results (LabSealEnd end)
{
  return end != LAB_SEAL_RUNNING && end != LAB_SEAL_OTHER_MODEL;
}
/* The keys of a seal that are texts, in the order of its `check`. */
static const char *const keys[] = { "run", "version", "arithmetic", "end", "model", "data", "settings", "columns", "rows", "events", "stride", "rows_hash",
                                    "events_hash", "blocks", NULL };

LabSealEnd
lab_seal_end_of (const SimRunPoll *poll)
{
  if (poll->state != SIM_RUN_FINISHED)
    return poll->state == SIM_RUN_RUNNING ? LAB_SEAL_RUNNING : LAB_SEAL_PAUSED;
  switch (poll->status.reason)
    {
    case SIM_REACHED_END: return LAB_SEAL_REACHED;
    case SIM_TERMINATED: return LAB_SEAL_TERMINATED;
    case SIM_INTERRUPTED: return LAB_SEAL_STOPPED;
    case SIM_FAILED_RUN: case SIM_READY: break;
    }
  return LAB_SEAL_FAILED;
}

const char *
lab_seal_end_name (LabSealEnd end)
{
  return ends[end];
}

/* ---- inputs ---- */

LabSealInput *
lab_seal_input_new (SimTrajectory *trajectory, LabSealEnd end, const Model *model, gboolean fast_math)
{
  LabSealInput *input = g_new0 (LabSealInput, 1);

  *input = (LabSealInput) { .end = end, .trajectory = sim_trajectory_ref (trajectory), .n_rows = sim_trajectory_n_rows (trajectory),
                            .n_events = sim_trajectory_n_events (trajectory), .data = lab_seal_data_hash (model),
                            .arithmetic = g_strdup (expr_arithmetic (fast_math ? EXPR_PROGRAM_FUSED : 0)) };
  return input;
}

void
lab_seal_input_free (LabSealInput *input)
{
  sim_trajectory_unref (input->trajectory);
  g_free (input->arithmetic);
  g_free (input->data);
  g_free (input);
}

char *
lab_seal_data_hash (const Model *model)
{
  g_autofree char *identity = model_identity (model);
  const char *data = identity + strlen (model_text (model));

  return *data != '\0' ? g_compute_checksum_for_string (G_CHECKSUM_SHA256, data, -1) : NULL;
}

/* ---- hashes of nodes ---- */

static int
compare_keys (gconstpointer a, gconstpointer b, gpointer node)
{
  ModelYaml **of = ((const ModelYaml *)node)->keys;

  return strcmp (of[*(const int *)a]->text, of[*(const int *)b]->text);
}

/* Adds a text with its length, so that two texts cannot be taken for one. */
static void
add_text (GChecksum *sum, const char *text)
{
  g_autofree char *length = g_strdup_printf ("%" G_GSIZE_FORMAT ":", strlen (text));

  g_checksum_update (sum, (const guchar *)length, -1);
  g_checksum_update (sum, (const guchar *)text, -1);
}

/* Adds a node with all that it contains, mappings in the order of their keys. The parser limits the depth. */
static void
add_node (GChecksum *sum, const ModelYaml *node)
{
  g_autofree char *head = g_strdup_printf ("%c%d ", "slm"[node->type], node->n_items);
  g_autofree int *order = g_new (int, MAX (node->n_items, 1));

  g_checksum_update (sum, (const guchar *)head, -1);
  if (node->type == MODEL_YAML_SCALAR)
    add_text (sum, node->text);
  for (int k = 0; k < node->n_items; k++)
    order[k] = k;
  if (node->type == MODEL_YAML_MAPPING)
    g_qsort_with_data (order, node->n_items, sizeof *order, compare_keys, (gpointer)node);
  for (int k = 0; k < node->n_items; k++)
    {
      if (node->type == MODEL_YAML_MAPPING)
        add_text (sum, node->keys[order[k]]->text);
      add_node (sum, node->items[order[k]]);
    }
}

static void
add_key (GChecksum *sum, const ModelYaml *mapping, const char *key)
{
  const ModelYaml *node = model_yaml_get (mapping, key);

  if (node == NULL)
    return;
  add_text (sum, key);
  add_node (sum, node);
}

char *
lab_seal_model_hash (const ModelYaml *root, const ModelYaml *run)
{
  const ModelYaml *model = lab_session_model_node (root, run);
  const ModelYaml *lesson = model_yaml_get (run, "earlier_model") == NULL ? model_yaml_get (root, "lesson") : NULL;
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);

  g_checksum_update (sum, (const guchar *)model_yaml_get_text (model, "text", ""), -1);
  add_key (sum, lesson, "id");
  add_key (sum, lesson, "page");
  return g_strdup (g_checksum_get_string (sum));
}

static void
collect_methods (GHashTable *names, const ModelYaml *node)
{
  static const char *const of[] = { "integrator", "method.tableau" };
  const ModelYaml *settings = model_yaml_get (node, "settings");

  for (guint k = 0; k < G_N_ELEMENTS (of); k++)
    if (model_yaml_get_text (settings, of[k], NULL) != NULL)
      g_hash_table_add (names, (gpointer)model_yaml_get_text (settings, of[k], NULL));
}

char *
lab_seal_settings_hash (const ModelYaml *root, const ModelYaml *run)
{
  static const char *const inputs[] = { "settings", "parameters", "initial", "constants", "events_off", "start", "end", "member", "steps", "finished",
                                        "changes" };
  const ModelYaml *changes = model_yaml_get (run, "changes"), *tableaus = model_yaml_get (root, "tableaus");
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);

  for (guint k = 0; k < G_N_ELEMENTS (inputs); k++)
    add_key (sum, run, inputs[k]);
  collect_methods (names, run);
  for (int k = 0; k < lab_session_n_items (changes); k++)
    collect_methods (names, changes->items[k]);
  for (int k = 0; k < lab_session_n_items (tableaus); k++)
    if (g_hash_table_contains (names, model_yaml_get_text (tableaus->items[k], "name", "")))
      add_node (sum, tableaus->items[k]);
  return g_strdup (g_checksum_get_string (sum));
}

/* ---- writing ---- */

/* A seal that is being written, with the hash of its values. */
typedef struct
{
  ModelYamlWriter *out;
  GChecksum *sum;
} Writing;

static void
put_text (Writing *self, const char *key, const char *text)
{
  add_text (self->sum, key);
  add_text (self->sum, text);
  model_yaml_writer_text (self->out, key, text);
}

static void
put_count (Writing *self, const char *key, guint64 value)
{
  g_autofree char *text = g_strdup_printf ("%" G_GUINT64_FORMAT, value);

  put_text (self, key, text);
}

static char *
number_text (double value)
{
  char text[ODE_FORMAT_SIZE];

  if (!isfinite (value))
    return g_strdup (isnan (value) ? "nan" : value > 0 ? "inf" : "-inf");
  text[ode_format_double (text, value)] = '\0';
  return g_strdup (text);
}

/* Writes the kept rows, each as a list of its index, t and its values. */
static void
put_kept (Writing *self, const LabSealResults *results)
{
  gsize width = 1 + (gsize)results->kept_columns;

  if (results->n_kept == 0)
    return;
  model_yaml_writer_begin_list (self->out, "kept");
  for (gsize k = 0; k < results->n_kept; k++)
    {
      g_auto (GStrv) texts = g_new0 (char *, width + 2);

      texts[0] = g_strdup_printf ("%" G_GSIZE_FORMAT, results->kept_rows[k]);
      for (gsize c = 0; c < width; c++)
        texts[1 + c] = number_text (results->kept[k * width + c]);
      for (gsize c = 0; c <= width; c++)
        add_text (self->sum, texts[c]);
      model_yaml_writer_texts (self->out, NULL, (const char *const *)texts);
    }
  model_yaml_writer_end_list (self->out);
}

static void
put_results (Writing *self, const LabSealResults *results)
{
  g_autofree char *blocks = g_base64_encode (results->blocks, SHORT_LEAF * results->n_blocks);

  put_count (self, "columns", (guint64)results->n_columns);
  put_count (self, "rows", results->n_rows);
  put_count (self, "events", results->n_events);
  put_count (self, "stride", results->stride);
  put_text (self, "rows_hash", results->rows_hash);
  put_text (self, "events_hash", results->events_hash);
  if (results->n_blocks > 0)
    put_text (self, "blocks", blocks);
  put_kept (self, results);
}

static gboolean
write_seal (ModelYamlWriter *out, const ModelYaml *root, const ModelYaml *run, const LabSealInput *input, const LabProgress *progress, GError **error)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree char *model = lab_seal_model_hash (root, run), *settings = lab_seal_settings_hash (root, run);
  g_autoptr (LabSealResults) results = NULL;
  Writing self = { out, sum };

  if (has_results (input->end))
    {
      results = lab_seal_results_new (input->trajectory, input->n_rows, input->n_events, progress, error);
      if (results == NULL)
        return FALSE;
    }
  model_yaml_writer_begin_mapping (out, NULL);
  put_text (&self, "run", model_yaml_get_text (run, "number", "0"));
  put_text (&self, "version", STEPWISE_VERSION);
  put_text (&self, "arithmetic", input->arithmetic);
  put_text (&self, "end", ends[input->end]);
  put_text (&self, "model", model);
  if (input->data != NULL)
    put_text (&self, "data", input->data);
  put_text (&self, "settings", settings);
  if (results != NULL)
    put_results (&self, results);
  model_yaml_writer_text (out, "check", g_checksum_get_string (sum));
  model_yaml_writer_end_mapping (out);
  return TRUE;
}

char *
lab_seal_text (const char *text, const GPtrArray *inputs, const LabProgress *progress, GError **error)
{
  g_autoptr (ModelYamlDocument) document = lab_session_parse (text, "session", error);
  const ModelYaml *root = document != NULL ? model_yaml_root (document) : NULL, *runs = model_yaml_get (root, "runs");
  g_autoptr (ModelYamlWriter) out = NULL;
  g_autofree char *seals = NULL;

  if (document == NULL)
    return NULL;
  if (inputs->len == 0 || lab_session_n_items (runs) != (int)inputs->len)
    return g_strdup (text);
  out = model_yaml_writer_new ();
  model_yaml_writer_begin_list (out, "seals");
  for (guint k = 0; k < inputs->len; k++)
    {
      LabPart part = { progress, (int)k, (int)inputs->len };
      LabProgress inner = lab_part_progress (&part);

      if (!write_seal (out, root, runs->items[k], g_ptr_array_index (inputs, k), &inner, error))
        return NULL;
    }
  model_yaml_writer_end_list (out);
  seals = model_yaml_writer_finish (g_steal_pointer (&out));
  return g_strconcat (text, seals, NULL);
}

/* ---- reading ---- */

void
lab_seal_free (LabSeal *seal)
{
  if (seal == NULL)
    return;
  g_free (seal->version);
  g_free (seal->arithmetic);
  lab_seal_results_free (seal->results);
  g_free (seal);
}

/* Returns whether the seal has the hash of its values. */
static gboolean
check (const ModelYaml *node)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  const ModelYaml *kept = model_yaml_get (node, "kept");

  for (int k = 0; keys[k] != NULL; k++)
    if (model_yaml_get (node, keys[k]) != NULL)
      {
        add_text (sum, keys[k]);
        add_text (sum, model_yaml_get_text (node, keys[k], ""));
      }
  for (int k = 0; k < lab_session_n_items (kept); k++)
    for (int c = 0; c < kept->items[k]->n_items; c++)
      add_text (sum, lab_session_text_of (kept->items[k]->items[c], ""));
  return strcmp (g_checksum_get_string (sum), model_yaml_get_text (node, "check", "")) == 0;
}

/* Reads a whole number from 0 to most. */
static gboolean
read_count (const ModelYaml *node, const char *key, gint64 most, gint64 *value, GError **error)
{
  const ModelYaml *item = model_yaml_get (node, key);

  if (item == NULL)
    return lab_session_wrong (error, node, _("The seal has no '%s'."), key);
  if (!model_yaml_integer (item, value) || *value < 0 || *value > most)
    return lab_session_wrong (error, item, _("'%s' of a seal must be a whole number from 0 to %lld."), key, (long long)most);
  return TRUE;
}

static gboolean
read_hash (const ModelYaml *node, const char *key, char *hash, GError **error)
{
  const ModelYaml *item = model_yaml_get (node, key);
  const char *text = lab_session_text_of (item, "");

  if (strlen (text) != LAB_SEAL_HASH_SIZE - 1)
    return lab_session_wrong (error, item != NULL ? item : node, _("'%s' of a seal must be a SHA-256 hash of %d digits."), key, LAB_SEAL_HASH_SIZE - 1);
  strcpy (hash, text);
  return TRUE;
}

static gboolean
read_blocks (const ModelYaml *node, LabSealResults *results, GError **error)
{
  const ModelYaml *item = model_yaml_get (node, "blocks");
  gsize length = 0;

  results->n_blocks = (results->n_rows + results->stride - 1) / results->stride;
  if (results->n_blocks > LAB_SEAL_MOST_BLOCKS)
    return lab_session_wrong (error, node, _("A seal has at most %d blocks of rows."), LAB_SEAL_MOST_BLOCKS);
  results->blocks = g_base64_decode (lab_session_text_of (item, ""), &length);
  if (length != SHORT_LEAF * results->n_blocks)
    return lab_session_wrong (error, item != NULL ? item : node, _("'blocks' of a seal has %d bytes instead of %d."), (int)length,
                              (int)(SHORT_LEAF * results->n_blocks));
  return TRUE;
}

static gboolean
read_kept_row (const ModelYaml *item, LabSealResults *results, gsize k, GError **error)
{
  gsize width = 1 + (gsize)results->kept_columns;
  gint64 row;

  if (item->type != MODEL_YAML_LIST || item->n_items != (int)width + 1)
    return lab_session_wrong (error, item, _("A kept row of this seal must be a list of %d numbers."), (int)width + 1);
  if (!model_yaml_integer (item->items[0], &row) || row < 0 || row >= (gint64)results->n_rows
      || (k > 0 && row <= (gint64)results->kept_rows[k - 1]))
    return lab_session_wrong (error, item->items[0], _("The kept rows of a seal must be in order and below the number of its rows."));
  results->kept_rows[k] = (gsize)row;
  for (gsize c = 0; c < width; c++)
    {
      const char *text = lab_session_text_of (item->items[1 + c], "");
      char *end;

      results->kept[k * width + c] = g_ascii_strtod (text, &end);
      if (*text == '\0' || *end != '\0')
        return lab_session_wrong (error, item->items[1 + c], _("'%s' is not a number."), text);
    }
  return TRUE;
}

static gboolean
read_kept (const ModelYaml *node, LabSealResults *results, GError **error)
{
  const ModelYaml *list = model_yaml_get (node, "kept");
  int n = lab_session_n_items (list);
  gsize width;

  results->kept_columns = MIN (results->n_columns, LAB_SEAL_MOST_NUMBERS - 1);
  width = 1 + (gsize)results->kept_columns;
  if (n > LAB_SEAL_MOST_KEPT || (list != NULL && list->type != MODEL_YAML_LIST))
    return lab_session_wrong (error, list, _("'kept' of a seal must be a list of at most %d rows."), LAB_SEAL_MOST_KEPT);
  results->kept_rows = g_new0 (gsize, n + 1);
  results->kept = g_new0 (double, (gsize)n * width + 1);
  for (int k = 0; k < n; k++)
    {
      if (!read_kept_row (list->items[k], results, (gsize)k, error))
        return FALSE;
      results->n_kept++;
    }
  return TRUE;
}

static LabSealResults *
read_results (const ModelYaml *node, GError **error)
{
  g_autoptr (LabSealResults) results = g_new0 (LabSealResults, 1);
  gint64 columns, rows, events, stride;

  if (!read_count (node, "columns", G_MAXINT - 1, &columns, error) || !read_count (node, "rows", G_GINT64_CONSTANT (1) << 50, &rows, error)
      || !read_count (node, "events", G_GINT64_CONSTANT (1) << 50, &events, error)
      || !read_count (node, "stride", G_GINT64_CONSTANT (1) << 50, &stride, error)
      || !read_hash (node, "rows_hash", results->rows_hash, error) || !read_hash (node, "events_hash", results->events_hash, error))
    return NULL;
  results->n_columns = (int)columns;
  results->n_rows = (gsize)rows;
  results->n_events = (gsize)events;
  results->stride = MAX (1, (gsize)stride);
  return read_blocks (node, results, error) && read_kept (node, results, error) ? g_steal_pointer (&results) : NULL;
}

LabSeal *
lab_seal_read (const ModelYaml *node, GError **error)
{
  g_autoptr (LabSeal) seal = g_new0 (LabSeal, 1);
  const char *end = model_yaml_get_text (node, "end", "");
  int k = 0;

  if (node->type != MODEL_YAML_MAPPING)
    {
      lab_session_wrong (error, node, _("'%s' must be a mapping."), "seals");
      return NULL;
    }
  seal->number = (int)CLAMP (lab_session_number (node, "run", 0), 0, 1e6);
  seal->version = g_strdup (model_yaml_get_text (node, "version", ""));
  seal->arithmetic = g_strdup (model_yaml_get_text (node, "arithmetic", ""));
  seal->model = model_yaml_get_text (node, "model", "");
  seal->data = model_yaml_get_text (node, "data", NULL);
  seal->settings = model_yaml_get_text (node, "settings", "");
  seal->checks = check (node);
  if (!seal->checks)
    return g_steal_pointer (&seal);
  while (k < LAB_SEAL_N_ENDS && strcmp (ends[k], end) != 0)
    k++;
  if (k == LAB_SEAL_N_ENDS)
    {
      lab_session_wrong (error, node, _("'%s' is not an end of a run."), end);
      return NULL;
    }
  seal->end = (LabSealEnd)k;
  if (has_results (seal->end) && (seal->results = read_results (node, error)) == NULL)
    return NULL;
  return g_steal_pointer (&seal);
}
