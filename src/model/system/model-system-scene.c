/* Evaluates the scene of an instance. */
#include "model-scene.h"
#include "model-system-private.h"

#include <math.h>
#include <string.h>

int
model_system_n_scene_items (const ModelSystem *system)
{
  return (int) system->plan->scene->len;
}

static void
copy_pair (double pair[2], const double *values, int first)
{
  pair[0] = first >= 0 ? values[first] : 0;
  pair[1] = first >= 0 ? values[first + 1] : 0;
}

static void
fill_item (ModelSystem *system, guint k, const double *values)
{
  const ModelPlanScene *plan = &g_array_index (system->plan->scene, ModelPlanScene, k);
  ModelSceneItem *item = &system->scene[k];

  item->type = plan->declaration->scene_type;
  item->color = plan->declaration->color;
  item->fill = plan->declaration->fill;
  item->event = plan->event;
  item->visible = plan->visible < 0 || (values[plan->visible] != 0 && !isnan (values[plan->visible]));
  copy_pair (item->at, values, plan->at);
  copy_pair (item->from, values, plan->from);
  copy_pair (item->to, values, plan->to);
  item->radius = plan->radius >= 0 ? values[plan->radius] : 0;
  item->angle = plan->angle >= 0 ? values[plan->angle] : 0;
  item->span = plan->span >= 0 ? values[plan->span] : 0;
  item->length = plan->length >= 0 ? values[plan->length] : 0;
  item->size[0] = plan->size >= 0 ? values[plan->size] : 0;
  item->size[1] = plan->size >= 0 ? values[plan->size + (plan->n_size > 1)] : 0;
  item->n_points = plan->points >= 0 ? plan->n_points : 0;
  item->points = plan->points >= 0 ? values + plan->points : NULL;
  g_clear_pointer (&system->scene_texts[k], g_free);
  if (plan->declaration->message.n_parts > 0)
    system->scene_texts[k] = model_message_format (&plan->declaration->message, values + plan->message);
  item->text = system->scene_texts[k];
}

const ModelSceneItem *
model_system_scene (ModelSystem *system, double t, const double *x, const double *d)
{
  const ModelPlan *plan = system->plan;
  guint n_values = plan->scene_values->len;
  const double *values = NULL;

  if (plan->scene->len == 0)
    return NULL;
  if (system->scene == NULL)
    {
      system->scene = g_new0 (ModelSceneItem, plan->scene->len);
      system->scene_texts = g_new0 (char *, plan->scene->len);
      system->scene_numbers = g_new0 (double, n_values + 1);
    }
  model_system_set_discrete (system, d);
  if (n_values > 0)
    values = model_system_evaluate (system, MODEL_FUNCTION_SCENE, t, x);
  for (guint k = 0; k < n_values; k++)
    system->scene_numbers[k] = values != NULL ? values[k] : NAN;
  for (guint k = 0; k < plan->scene->len; k++)
    fill_item (system, k, system->scene_numbers);
  return system->scene;
}

const ModelSceneItem *
model_system_scene_last (const ModelSystem *system)
{
  return system->scene;
}

int
model_system_scene_share (const ModelSystem *system)
{
  const ModelYaml *share = system->plan->model->view_share;

  return share != NULL ? model_system_find_column (system, share->text) : -1;
}

gboolean
model_system_scene_stretch (const ModelSystem *system)
{
  return system->plan->model->view_stretch;
}

gboolean
model_system_scene_view (const ModelSystem *system, double view[4])
{
  if (system->plan->slow_view < 0)
    return FALSE;
  memcpy (view, model_system_slow_values ((ModelSystem *) system) + system->plan->slow_view, 4 * sizeof *view);
  return TRUE;
}
