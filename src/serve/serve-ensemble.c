/* The calls ensemble, sweep and members: they run a model many times and send the values of the members. */
#include <math.h>
#include <string.h>

#include "expr-error.h"
#include "serve-private.h"

/* An ensemble that the client may name. */
typedef struct
{
  ServeSetup *setup;
  LabEnsemble *ensemble;
  LabResults *results;
} ServeEnsemble;

static void
ensemble_free (gpointer data)
{
  ServeEnsemble *kept = data;

  lab_results_free (kept->results);
  lab_ensemble_free (kept->ensemble);
  serve_setup_free (kept->setup);
  g_free (kept);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ServeEnsemble, ensemble_free)

/* Moves the first error of an expression into *error. */
static gboolean
fail (const char *key, const char *name, const GPtrArray *errors, GError **error)
{
  const ExprError *first = errors->len > 0 ? errors->pdata[0] : NULL;

  g_set_error (error, SERVE_ERROR, SERVE_ERROR_VALUE, "'%s.%s': %s", key, name, first != NULL ? first->message : "wrong");
  return FALSE;
}

/* Returns the mapping with this key, which may be missing: then *pairs is NULL. Returns FALSE with an error if it is something else. */
static gboolean
read_pairs (const ModelYaml *request, const char *key, const ModelYaml **pairs, GError **error)
{
  *pairs = serve_get (request, key);
  if (*pairs == NULL || (*pairs)->type == MODEL_YAML_MAPPING)
    return TRUE;
  g_set_error (error, SERVE_ERROR, SERVE_ERROR_VALUE, "'%s' is an object", key);
  return FALSE;
}

static gboolean
add_varied (LabEnsemble *ensemble, const ModelYaml *request, gboolean is_sweep, GError **error)
{
  const ModelYaml *pairs;

  if (!read_pairs (request, "vary", &pairs, error))
    return FALSE;
  for (int i = 0; pairs != NULL && i < pairs->n_items; i++)
    {
      g_autoptr (GPtrArray) errors = expr_errors_new ();
      const char *name = pairs->keys[i]->text, *text = pairs->items[i]->text != NULL ? pairs->items[i]->text : "";
      gboolean fine = is_sweep ? lab_ensemble_vary_axis (ensemble, name, (ExprPlace) { 1, 1 }, text, NULL, errors)
                               : lab_ensemble_vary (ensemble, name, (ExprPlace) { 1, 1 }, text, NULL, errors);

      if (!fine || errors->len > 0)
        return fail ("vary", name, errors, error);
    }
  return TRUE;
}

static gboolean
add_records (LabEnsemble *ensemble, const ModelYaml *request, GError **error)
{
  const ModelYaml *pairs;

  if (!read_pairs (request, "record", &pairs, error))
    return FALSE;
  for (int i = 0; pairs != NULL && i < pairs->n_items; i++)
    {
      g_autoptr (GPtrArray) errors = expr_errors_new ();
      const char *name = pairs->keys[i]->text, *text = pairs->items[i]->text != NULL ? pairs->items[i]->text : "";
      const char *colon = strchr (text, ':');
      g_autofree char *word = colon != NULL ? g_strstrip (g_strndup (text, (gsize) (colon - text))) : NULL;
      LabReducer reducer;

      if (word == NULL || !lab_reducer_find (word, &reducer))
        {
          g_set_error (error, SERVE_ERROR, SERVE_ERROR_VALUE,
                       "'record.%s' is REDUCER:EXPRESSION with final, minimum, maximum, mean, first, last, ever, count or lyapunov, not '%s'", name, text);
          return FALSE;
        }
      if (!lab_ensemble_record (ensemble, name, (ExprPlace) { 1, 1 }, reducer, colon + 1, NULL, errors) || errors->len > 0)
        return fail ("record", name, errors, error);
    }
  return TRUE;
}

static gboolean
add_fans (LabEnsemble *ensemble, const ModelYaml *request, GError **error)
{
  const ModelYaml *pairs;

  if (!read_pairs (request, "fan", &pairs, error))
    return FALSE;
  for (int i = 0; pairs != NULL && i < pairs->n_items; i++)
    {
      g_autoptr (GPtrArray) errors = expr_errors_new ();
      gint64 count;

      if (!model_yaml_integer (pairs->items[i], &count) || count < 2 || count > 100000)
        {
          g_set_error (error, SERVE_ERROR, SERVE_ERROR_VALUE, "'fan.%s' is a number of times from 2 to 100000", pairs->keys[i]->text);
          return FALSE;
        }
      if (!lab_ensemble_fan (ensemble, pairs->keys[i]->text, NULL, (int) count, errors) || errors->len > 0)
        return fail ("fan", pairs->keys[i]->text, errors, error);
    }
  return TRUE;
}

/* ---- summaries ---- */

static gboolean
append_summary (ServeEnsemble *kept, ServeAnswer *answer, GError **error)
{
  const LabResultsHeader *header = lab_results_header (kept->results);
  LabJson *json = serve_answer_json (answer);
  g_autofree LabSummary *summaries = g_new0 (LabSummary, header->n_columns + 1);
  static const char *const names[] = { "n", "mean", "sd", "min", "max", "q05", "q25", "q50", "q75", "q95" };
  guint64 counts[3];
  double *table;

  if (!lab_results_count (kept->results, counts, error) || !lab_results_summarize (kept->results, 0, header->n_columns, summaries, error))
    return FALSE;
  lab_json_count (json, "members", (gint64) header->n_members);
  lab_json_count (json, "ended", (gint64) counts[LAB_MEMBER_ENDED]);
  lab_json_count (json, "terminated", (gint64) counts[LAB_MEMBER_TERMINATED]);
  lab_json_count (json, "failed", (gint64) counts[LAB_MEMBER_FAILED]);
  lab_json_count (json, "n_varied", header->n_varied);
  lab_json_count (json, "n_records", header->n_records);
  lab_json_array (json, "columns", LAB_JSON_FLAT);
  for (int k = 0; k < header->n_columns; k++)
    lab_json_text (json, NULL, header->columns[k]);
  lab_json_end (json);
  lab_json_array (json, "summary", LAB_JSON_FLAT);
  for (guint k = 0; k < G_N_ELEMENTS (names); k++)
    lab_json_text (json, NULL, names[k]);
  lab_json_end (json);
  table = g_new (double, (gsize) header->n_columns * G_N_ELEMENTS (names) + 1);
  for (int k = 0; k < header->n_columns; k++)
    {
      const LabSummary *s = &summaries[k];
      const double row[] = { (double) s->n, s->mean, s->sd, s->minimum, s->maximum, s->q05, s->q25, s->q50, s->q75, s->q95 };

      memcpy (table + (gsize) k * G_N_ELEMENTS (row), row, sizeof row);
    }
  serve_answer_take (answer, "summaries", SERVE_F64, table, (gsize) header->n_columns * G_N_ELEMENTS (names));
  return TRUE;
}

/* Computes all members. Returns FALSE with an error. */
static gboolean
compute (Serve *serve, ServeEnsemble *kept, gint64 jobs, GError **error)
{
  const LabProgress progress = { .func = serve_progress, .user = serve };
  g_autofree char *settings = lab_ensemble_settings (kept->ensemble, NULL, NULL, NULL, 0, NULL, 0);
  LabResultsHeader header;

  lab_ensemble_header (kept->ensemble, settings, 0, 0, &header);
  kept->results = lab_results_append_to (NULL, &header, error);
  g_strfreev (header.columns);
  return kept->results != NULL && lab_ensemble_run (kept->ensemble, kept->results, (int) jobs, &progress, error);
}

static gboolean
run_many (Serve *serve, const ModelYaml *request, ServeAnswer *answer, gboolean is_sweep, GError **error)
{
  g_autoptr (ServeEnsemble) kept = g_new0 (ServeEnsemble, 1);
  g_autoptr (GPtrArray) errors = expr_errors_new ();
  gint64 members = 100, jobs = 0;
  g_autofree char *passed_over = NULL;
  const LabProgress progress = { .func = serve_progress, .user = serve };

  kept->setup = serve_setup_of (serve, request, error);
  if (kept->setup == NULL || !serve_count (request, "members", 1, (gint64) LAB_MOST_MEMBERS, &members, error)
      || !serve_count (request, "jobs", 1, 4096, &jobs, error))
    return FALSE;
  /* The times of the members are those of the model with their parameters, unless the request sets them. */
  kept->setup->problem.t_start = kept->setup->t_start;
  kept->setup->problem.t_end = kept->setup->t_end;
  kept->ensemble = lab_ensemble_new (&kept->setup->problem, (guint64) members, error);
  if (kept->ensemble == NULL || !add_varied (kept->ensemble, request, is_sweep, error) || !add_records (kept->ensemble, request, error)
      || !add_fans (kept->ensemble, request, error))
    return FALSE;
  if (is_sweep && !kept->ensemble->is_sweep)
    {
      g_set_error (error, SERVE_ERROR, SERVE_ERROR_VALUE, "a sweep needs 'vary' with one or two axes, such as {\"a\": \"0:1:11\"}");
      return FALSE;
    }
  if (!lab_ensemble_finish (kept->ensemble, errors))
    {
      const ExprError *first = errors->len > 0 ? errors->pdata[0] : NULL;

      g_set_error (error, SERVE_ERROR, SERVE_ERROR_VALUE, "%s", first != NULL ? first->message : "the ensemble is wrong");
      return FALSE;
    }
  if (!compute (serve, kept, jobs, error) || !append_summary (kept, answer, error))
    return FALSE;
  passed_over = lab_ensemble_passed_over (kept->ensemble, 0, &progress);
  lab_json_text (serve_answer_json (answer), "passed_over", passed_over);
  lab_json_count (serve_answer_json (answer), "ensemble", serve_add_object (serve, SERVE_ENSEMBLE, g_steal_pointer (&kept), ensemble_free));
  return TRUE;
}

static const char *const ensemble_keys[] = { "model", "members", "vary", "record", "fan", "jobs", SERVE_SETUP_KEYS, NULL };
static const char *const sweep_keys[] = { "model", "vary", "record", "fan", "jobs", SERVE_SETUP_KEYS, NULL };

static gboolean
ensemble (Serve *serve, const ModelYaml *request, ServeAnswer *answer, GError **error)
{
  return run_many (serve, request, answer, FALSE, error);
}

static gboolean
sweep (Serve *serve, const ModelYaml *request, ServeAnswer *answer, GError **error)
{
  return run_many (serve, request, answer, TRUE, error);
}

const ServeCall serve_call_ensemble = { "ensemble", ensemble_keys, ensemble };
const ServeCall serve_call_sweep = { "sweep", sweep_keys, sweep };

/* ---- members ---- */

static const char *const members_keys[] = { "ensemble", "first", "count", NULL };

/* Sends the columns of members, their outcomes, and the reasons of those that ended early. */
static gboolean
members (Serve *serve, const ModelYaml *request, ServeAnswer *answer, GError **error)
{
  const ServeEnsemble *kept = serve_object (serve, request, SERVE_ENSEMBLE, error);
  LabJson *json = serve_answer_json (answer);
  gint64 first = 0, count = G_MAXINT64;
  const LabResultsHeader *header;
  g_autofree double *values = NULL;
  g_autofree guint8 *outcomes = NULL;
  gsize width;

  if (kept == NULL || !serve_count (request, "first", 0, (gint64) LAB_MOST_MEMBERS, &first, error)
      || !serve_count (request, "count", 0, (gint64) LAB_MOST_MEMBERS, &count, error))
    return FALSE;
  header = lab_results_header (kept->results);
  width = (gsize) header->n_columns;
  first = MIN (first, (gint64) header->n_members);
  count = MIN (count, (gint64) header->n_members - first);
  values = g_try_new (double, (gsize) count * width + 1);
  outcomes = g_try_new (guint8, (gsize) count + 1);
  if (values == NULL || outcomes == NULL)
    {
      g_set_error (error, SIM_ERROR, SIM_ERROR_MEMORY, "memory ran out for %" G_GINT64_FORMAT " members; ask for fewer with 'first' and 'count'", count);
      return FALSE;
    }
  lab_json_count (json, "first", first);
  lab_json_count (json, "count", count);
  lab_json_array (json, "reasons", LAB_JSON_FLAT);
  for (guint64 k = (guint64) first / (guint64) lab_results_block_members (kept->results); k < lab_results_n_blocks (kept->results); k++)
    {
      g_autoptr (LabBlock) block = NULL;

      if ((gint64) (k * (guint64) lab_results_block_members (kept->results)) >= first + count)
        break;
      block = lab_results_read (kept->results, k, error);
      if (block == NULL)
        return FALSE;
      for (int i = 0; i < block->n; i++)
        {
          gint64 place = (gint64) block->member[i] - first;

          if (place < 0 || place >= count)
            continue;
          memcpy (values + (gsize) place * width, block->values + (gsize) i * width, width * sizeof (double));
          outcomes[place] = (guint8) block->outcome[i];
          if (*block->reason[i] == '\0')
            continue;
          lab_json_array (json, NULL, LAB_JSON_FLAT);
          lab_json_count (json, NULL, (gint64) block->member[i]);
          lab_json_text (json, NULL, block->reason[i]);
          lab_json_end (json);
        }
    }
  lab_json_end (json);
  serve_answer_take (answer, "values", SERVE_F64, g_steal_pointer (&values), (gsize) count * width);
  serve_answer_take (answer, "outcomes", SERVE_U8, g_steal_pointer (&outcomes), (gsize) count);
  return TRUE;
}

const ServeCall serve_call_members = { "members", members_keys, members };
