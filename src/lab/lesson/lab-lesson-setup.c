/* Makes the problems of runs and pages of a lesson. */
#include "lab-lesson-branch.h"
#include "lab-lesson-private.h"

#include <math.h>
#include <string.h>

static gboolean
set_values (ModelSystem *system, const ModelYaml *mapping, gboolean (*set) (ModelSystem *, const char *, double, GError **), GError **error)
{
  for (int k = 0; mapping != NULL && k < mapping->n_items; k++)
    {
      double value = NAN;

      if (!lab_lesson_number (mapping->items[k], &value) || !set (system, mapping->keys[k]->text, value, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
prepare (ModelSystem *system, gpointer user, GError **error)
{
  const LabLessonSetup *setup = user;

  return set_values (system, model_yaml_get (setup->node, "set"), model_system_set_parameter, error)
         && set_values (system, model_yaml_get (setup->node, "initial"), model_system_set_initial, error);
}

static void
read_constants (LabLessonSetup *setup)
{
  const ModelYaml *mapping = model_yaml_get (setup->node, "constant");

  setup->constants = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  for (int k = 0; mapping != NULL && k < mapping->n_items; k++)
    {
      double value;

      if (lab_lesson_number (mapping->items[k], &value))
        g_hash_table_insert (setup->constants, g_strdup (mapping->keys[k]->text), g_memdup2 (&value, sizeof value));
    }
}

void
lab_lesson_apply_settings (SimConfig *config, const ModelYaml *node, const char *const *others, GPtrArray *diagnostics)
{
  ModelYaml mapping;
  g_autofree ModelYaml **keys = NULL, **items = NULL;
  double step;

  if (node == NULL)
    return;
  mapping = *node;
  keys = g_new (ModelYaml *, node->n_items + 1);
  items = g_new (ModelYaml *, node->n_items + 1);
  mapping.keys = keys;
  mapping.items = items;
  mapping.n_items = 0;
  for (int k = 0; k < node->n_items; k++)
    if (!g_strv_contains (lab_lesson_run_keys, node->keys[k]->text) && (others == NULL || !g_strv_contains (others, node->keys[k]->text)))
      {
        keys[mapping.n_items] = node->keys[k];
        items[mapping.n_items++] = node->items[k];
      }
  if (mapping.n_items > 0)
    sim_config_apply_mapping (config, &mapping, SIM_ORIGIN_LIVE, diagnostics);
  if (lab_lesson_number (model_yaml_get (node, "fixed_step"), &step))
    {
      sim_config_set (config, "error_control", "false", SIM_ORIGIN_LIVE, NULL);
      sim_config_set_number (config, "max_step", step, SIM_ORIGIN_LIVE, NULL);
    }
}

void
lab_lesson_report (const ModelYaml *node, GPtrArray *diagnostics, const GError *error)
{
  model_diagnostics_add (diagnostics, model_yaml_file (node->document), node->line, node->column, "%s", error->message);
}

gboolean
lab_lesson_setup_init_node (LabLessonSetup *setup, const LabLesson *lesson, const LabLessonRun *run, int page, const ModelYaml *node,
      const char *const *others, GPtrArray *diagnostics)
{
  g_autoptr (ModelSystem) system = NULL;
  g_autoptr (GError) error = NULL;
  guint before = model_diagnostics_n_errors (diagnostics);
  const char *key;

  *setup = (LabLessonSetup) { .node = node };
  setup->model = lab_lesson_model (lesson, run, page, diagnostics);
  if (setup->model == NULL)
    return FALSE;
  setup->config = sim_config_new ();
  sim_config_apply_model (setup->config, setup->model, diagnostics);
  lab_lesson_apply_settings (setup->config, node, others, diagnostics);
  read_constants (setup);
  if (model_diagnostics_n_errors (diagnostics) > before)
    return FALSE;
  setup->problem = (LabProblem) { .model = setup->model, .config = setup->config, .prepare = prepare, .user = setup };
  setup->problem.instance = (ModelInstance) { .fast_math = sim_config_get_boolean (setup->config, "fast_math"),
                                              .seed = (guint64) sim_config_get_number (setup->config, "seed"),
                                              .constants = setup->constants };
  if (!sim_config_check_method (setup->config, &key, &error) || (system = lab_problem_instance (&setup->problem, &error)) == NULL)
    {
      lab_lesson_report (node != NULL ? node : model_yaml_root (lesson->document), diagnostics, error);
      return FALSE;
    }
  setup->problem.t_start = model_system_t_start (system);
  setup->problem.t_end = model_system_t_end (system);
  lab_lesson_number (model_yaml_get (node, "start"), &setup->problem.t_start);
  lab_lesson_number (model_yaml_get (node, "end"), &setup->problem.t_end);
  setup->first_end = setup->problem.t_end;
  return TRUE;
}

/* Adds the settings and the end of the branches between the first run of a chain and its last one. */
static gboolean
add_branches (LabLessonSetup *setup, const LabLesson *lesson, const LabLessonRun *run, GPtrArray *diagnostics)
{
  g_autoptr (GPtrArray) chain = lab_lesson_chain (lesson, run);

  for (guint k = 1; k < chain->len; k++)
    {
      if (setup->last == NULL)
        setup->last = sim_config_copy (setup->config);
      if (!lab_lesson_branch_settings (chain->pdata[k], setup->last, diagnostics))
        return FALSE;
      setup->problem.t_end = lab_lesson_branch_end (chain->pdata[k], setup->problem.t_end);
    }
  return TRUE;
}

gboolean
lab_lesson_setup_init (LabLessonSetup *setup, const LabLesson *lesson, const LabLessonRun *run, int page, GPtrArray *diagnostics)
{
  const LabLessonRun *root = lab_lesson_root (lesson, run);

  return lab_lesson_setup_init_node (setup, lesson, run, page, root != NULL ? root->node : NULL, NULL, diagnostics)
         && add_branches (setup, lesson, run, diagnostics);
}

gboolean
lab_lesson_setup_init_page (LabLessonSetup *setup, const LabLesson *lesson, int page, GPtrArray *diagnostics)
{
  static const char *const values[] = { "start", "end", "set", "initial", "constant", NULL };
  const LabLessonRun *run = lab_lesson_run_until (lesson, page), *next = NULL;
  guint before = model_diagnostics_n_errors (diagnostics);

  for (int k = page + 1; run == NULL && next == NULL && k < (int) lesson->pages->len; k++)
    next = lab_lesson_page_run (lesson, k);
  next = lab_lesson_root (lesson, next);
  run = lab_lesson_root (lesson, run);
  if (next != NULL && strcmp (next->model, lesson->model) == 0)
    {
      /* Use only the values of a later run: its settings could reveal the answer to a later
       * question. */
      ModelYaml mapping = *next->node;
      g_autofree ModelYaml **keys = g_new (ModelYaml *, mapping.n_items + 1), **items = g_new (ModelYaml *, mapping.n_items + 1);
      gboolean fine;

      mapping.keys = keys;
      mapping.items = items;
      mapping.n_items = 0;
      for (int k = 0; k < next->node->n_items; k++)
        if (g_strv_contains (values, next->node->keys[k]->text))
          {
            keys[mapping.n_items] = next->node->keys[k];
            items[mapping.n_items++] = next->node->items[k];
          }
      fine = lab_lesson_setup_init_node (setup, lesson, NULL, page, &mapping, NULL, diagnostics);
      setup->node = next->node; /* next->node has the same values and remains valid, unlike `mapping` */
      if (!fine)
        return FALSE;
    }
  else if (!lab_lesson_setup_init_node (setup, lesson, run, page, run != NULL ? run->node : NULL, NULL, diagnostics))
    return FALSE;
  /* If the page shows its own run, the settings of pages are not applied. */
  for (int k = 0; lab_lesson_page_run (lesson, page) == NULL && k <= page; k++)
    lab_lesson_apply_settings (setup->config, g_array_index (lesson->pages, LabLessonPage, k).settings, NULL, diagnostics);
  return model_diagnostics_n_errors (diagnostics) == before;
}

void
lab_lesson_setup_values (const LabLessonSetup *setup, LabLessonValueFunc func, gpointer user)
{
  static const char *const tables[] = { "set", "initial", "constant" };

  for (guint k = 0; k < G_N_ELEMENTS (tables); k++)
    {
      const ModelYaml *mapping = model_yaml_get (setup->node, tables[k]);
      double value;

      for (int i = 0; mapping != NULL && i < mapping->n_items; i++)
        if (lab_lesson_number (mapping->items[i], &value))
          func (tables[k], mapping->keys[i]->text, value, user);
    }
}

void
lab_lesson_setup_clear (LabLessonSetup *setup)
{
  g_clear_pointer (&setup->model, model_unref);
  g_clear_pointer (&setup->config, sim_config_free);
  g_clear_pointer (&setup->last, sim_config_free);
  g_clear_pointer (&setup->constants, g_hash_table_unref);
}
