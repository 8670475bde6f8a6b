/* Reads the model, the settings and the values of a session file for a live page. */
#include "page-session.h"

#include <math.h>
#include <string.h>

#include "expr-constant.h"
#include "model-load.h"
#include "page-files.h"

struct PageSession
{
  Model *model;
  SimConfig *config;
  GHashTable *constants;
  GArray *values; /* PageStartValue */
  double t_start, t_end;
  const char *note;
};

static gboolean
prepare (ModelSystem *system, gpointer user, GError **error)
{
  const PageSession *session = user;

  for (guint k = 0; k < session->values->len; k++)
    {
      const PageStartValue *value = &g_array_index (session->values, PageStartValue, k);

      if (strcmp (value->table, "parameter") == 0 && !model_system_set_parameter (system, value->name, value->value, error))
        return FALSE;
      if (strcmp (value->table, "initial") == 0 && !model_system_set_initial (system, value->name, value->value, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_number (const ModelYaml *node, double *value)
{
  return node != NULL && node->type == MODEL_YAML_SCALAR && expr_constant_parse (node->text, value) && isfinite (*value);
}

/* Reads a mapping of names to numbers. */
static gboolean
read_values (PageSession *session, const ModelYaml *root, const char *key, const char *table, GError **error)
{
  const ModelYaml *map = model_yaml_get (root, key);

  for (int k = 0; map != NULL && map->type == MODEL_YAML_MAPPING && k < map->n_items; k++)
    {
      double value;

      if (!read_number (map->items[k], &value))
        {
          g_set_error (error, PAGE_ERROR, PAGE_ERROR_UNSUPPORTED, "%s: the value of '%s' is not a number", key, map->keys[k]->text);
          return FALSE;
        }
      page_values_add (session->values, table, map->keys[k]->text, value);
      if (strcmp (table, "constant") == 0)
        g_hash_table_insert (session->constants, g_strdup (map->keys[k]->text), g_memdup2 (&value, sizeof value));
    }
  return TRUE;
}

static gboolean
read_settings (PageSession *session, const ModelYaml *root, GPtrArray *diagnostics, GError **error)
{
  const ModelYaml *map = model_yaml_get (root, "settings");

  session->config = sim_config_new ();
  sim_config_apply_model (session->config, session->model, diagnostics);
  for (int k = 0; map != NULL && map->type == MODEL_YAML_MAPPING && k < map->n_items; k++)
    if (!sim_config_set (session->config, map->keys[k]->text, map->items[k]->type == MODEL_YAML_SCALAR ? map->items[k]->text : "",
                         SIM_ORIGIN_LIVE, error))
      return FALSE;
  return TRUE;
}

/* Finds what a page does not have: runs with changes, and events that are switched off. */
static gboolean
check_rest (PageSession *session, const ModelYaml *root, GError **error)
{
  const ModelYaml *off = model_yaml_get (root, "events_off"), *runs = model_yaml_get (root, "runs");

  if (off != NULL && off->n_items > 0)
    {
      g_set_error_literal (error, PAGE_ERROR, PAGE_ERROR_UNSUPPORTED,
                           "events of the session are switched off, which a live page cannot do");
      return FALSE;
    }
  for (int k = 0; runs != NULL && runs->type == MODEL_YAML_LIST && k < runs->n_items; k++)
    {
      const ModelYaml *changes = model_yaml_get (runs->items[k], "changes");

      if (changes != NULL && changes->n_items > 0)
        session->note = "a run of the session was changed while it was running; the page begins with the settings of the session and one "
                        "run without changes";
      else if (session->note == NULL && runs->n_items > 1)
        session->note = "the page shows one run with the settings of the session, not its earlier runs";
    }
  return TRUE;
}

/* Returns the points of files of data that the session has for its model, by the names of the files. */
static GHashTable *
read_data (const ModelYaml *model)
{
  const ModelYaml *list = model_yaml_get (model, "data");
  GHashTable *data = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  for (int k = 0; list != NULL && list->type == MODEL_YAML_LIST && k < list->n_items; k++)
    g_hash_table_insert (data, g_strdup (model_yaml_get_text (list->items[k], "name", "")),
                         g_strdup (model_yaml_get_text (list->items[k], "text", "")));
  return data;
}

static PageSession *
load (ModelYamlDocument *document, GPtrArray *diagnostics, GError **error)
{
  g_autoptr (PageSession) session = g_new0 (PageSession, 1);
  g_autoptr (GHashTable) data = NULL;
  const ModelYaml *root = model_yaml_root (document), *model = model_yaml_get (root, "model");
  const char *text = model_yaml_get_text (model, "text", NULL), *file = model_yaml_get_text (model, "file", "model.yaml");
  g_autofree char *base = g_path_get_basename (file), *name = NULL;

  session->values = page_values_new ();
  session->constants = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  session->t_start = session->t_end = NAN;
  if (model_yaml_get (root, "stepwise_session") == NULL || text == NULL)
    {
      g_set_error_literal (error, PAGE_ERROR, PAGE_ERROR_UNSUPPORTED, "this is not a session file of Stepwise");
      return NULL;
    }
  name = g_str_has_suffix (base, ".yaml") ? g_steal_pointer (&base) : g_strconcat (base, ".yaml", NULL);
  data = read_data (model);
  session->model = model_load_text_with_data (text, -1, name, data, sim_config_check_solver, diagnostics);
  if (session->model == NULL || !read_settings (session, root, diagnostics, error)
      || !read_values (session, root, "parameters", "parameter", error) || !read_values (session, root, "initial", "initial", error)
      || !read_values (session, root, "constants", "constant", error) || !check_rest (session, root, error))
    return NULL;
  if (read_number (model_yaml_get (root, "start"), &session->t_start))
    page_values_add (session->values, "time", "start", session->t_start);
  if (read_number (model_yaml_get (root, "end"), &session->t_end))
    page_values_add (session->values, "time", "end", session->t_end);
  return g_steal_pointer (&session);
}

PageSession *
page_session_load (const char *path, GPtrArray *diagnostics, GError **error)
{
  ModelYamlDocument *document = model_yaml_load (path, diagnostics);
  g_autoptr (PageSession) session = document != NULL ? load (document, diagnostics, error) : NULL;
  PageInput input = { 0 };
  g_autoptr (ModelSystem) system = NULL;

  model_yaml_document_free (document);
  if (session == NULL)
    return NULL;
  page_session_apply (session, &input);
  system = lab_problem_instance (&input.problem, error);
  if (system == NULL)
    return NULL;
  if (isnan (session->t_start))
    session->t_start = model_system_t_start (system);
  if (isnan (session->t_end))
    session->t_end = model_system_t_end (system);
  return g_steal_pointer (&session);
}

void
page_session_free (PageSession *session)
{
  if (session == NULL)
    return;
  g_clear_pointer (&session->model, model_unref);
  g_clear_pointer (&session->config, sim_config_free);
  g_clear_pointer (&session->constants, g_hash_table_unref);
  g_clear_pointer (&session->values, g_array_unref);
  g_free (session);
}

void
page_session_apply (PageSession *session, PageInput *input)
{
  input->problem = (LabProblem){ .model = session->model,
                                 .config = session->config,
                                 .prepare = prepare,
                                 .user = session,
                                 .t_start = session->t_start,
                                 .t_end = session->t_end };
  input->problem.instance = (ModelInstance){ .fast_math = sim_config_get_boolean (session->config, "fast_math"),
                                             .seed = (guint64)sim_config_get_number (session->config, "seed"),
                                             .constants = session->constants };
  input->values = session->values;
}

const char *
page_session_note (const PageSession *session)
{
  return session->note;
}
