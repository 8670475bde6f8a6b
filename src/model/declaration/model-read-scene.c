/* Reads the section `scene`. */
#include "model-read.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static const struct
{
  const char *key;
  ModelSceneType type;
  const char *required[3]; /* keys that an item of this type must have; unused places are NULL */
} shapes[] = {
  { "line", MODEL_SCENE_LINE, { "from", "to" } },   { "polyline", MODEL_SCENE_POLYLINE, { "points" } },
  { "disc", MODEL_SCENE_DISC, { "at", "radius" } }, { "box", MODEL_SCENE_BOX, { "at", "size" } },
  { "spring", MODEL_SCENE_SPRING, { "from", "to" } }, { "arrow", MODEL_SCENE_ARROW, { "from", "to" } },
  { "text", MODEL_SCENE_TEXT, { "at", "text" } },   { "trace", MODEL_SCENE_TRACE, { "at" } },
  { "ground", MODEL_SCENE_GROUND, { NULL } },       { "region", MODEL_SCENE_REGION, { "from", "to" } },
  { "history", MODEL_SCENE_HISTORY, { "at", "span", "length" } },
  { "level", MODEL_SCENE_LEVEL, { "at" } },         { "marks", MODEL_SCENE_MARKS, { "at", "event" } },
  { "flash", MODEL_SCENE_FLASH, { "at", "radius", "event" } },
};

static const struct
{
  const char *key;
  ModelFieldId field;
} field_keys[] = {
  { "at", MODEL_FIELD_AT },         { "from", MODEL_FIELD_FROM },     { "to", MODEL_FIELD_TO },     { "points", MODEL_FIELD_POINTS },
  { "count", MODEL_FIELD_COUNT },   { "radius", MODEL_FIELD_RADIUS }, { "size", MODEL_FIELD_SIZE }, { "angle", MODEL_FIELD_ANGLE },
  { "while", MODEL_FIELD_WHILE },   { "span", MODEL_FIELD_SPAN },     { "length", MODEL_FIELD_LENGTH },
};

static void
read_color (ModelReader *reader, ModelYaml *node, ModelDeclaration *item)
{
  gint64 color;

  if (node == NULL || node->broken)
    return;
  if (!model_yaml_integer (node, &color) || color < 1 || color > 6)
    model_read_error (reader, node, _("'color' must be a number from 1 to 6"));
  else
    item->color = (int) color;
}

static void
read_points (ModelReader *reader, ModelYaml *node, ModelDeclaration *item)
{
  const ModelField *points = &item->fields[MODEL_FIELD_POINTS];

  if (points->node == NULL)
    return;
  if (item->fields[MODEL_FIELD_COUNT].node == NULL && points->n_columns == 0)
    model_read_error (reader, points->node,
                      _("'points' must be a list of points [x, y], or one point [x, y] that depends on i, with a 'count'"));
  else if (item->fields[MODEL_FIELD_COUNT].node != NULL && points->n_columns != 0)
    model_read_error (reader, points->node, _("with a 'count', 'points' must be one point [x, y] that depends on i"));
}

static void
read_item (ModelReader *reader, ModelYaml *key, ModelYaml *node)
{
  ModelDeclaration *item;

  for (gsize k = 0; k < G_N_ELEMENTS (shapes); k++)
    {
      if (strcmp (shapes[k].key, key->text) != 0)
        continue;
      item = model_read_declare (reader, MODEL_CLASS_SCENE, key);
      item->scene_type = shapes[k].type;
      for (gsize m = 0; m < G_N_ELEMENTS (field_keys); m++)
        model_read_field (reader, model_yaml_get (node, field_keys[m].key), &item->fields[field_keys[m].field]);
      for (gsize m = 0; m < G_N_ELEMENTS (shapes[k].required); m++)
        if (shapes[k].required[m] != NULL && model_yaml_get (node, shapes[k].required[m]) == NULL)
          model_read_error (reader, key, _("a %s needs '%s'"), key->text, shapes[k].required[m]);
      read_color (reader, model_yaml_get (node, "color"), item);
      model_yaml_boolean (model_yaml_get (node, "fill"), &item->fill);
      item->event = model_yaml_get (node, "event");
      if (item->event != NULL && shapes[k].type != MODEL_SCENE_MARKS && shapes[k].type != MODEL_SCENE_FLASH)
        model_read_error (reader, model_yaml_get_key (node, "event"), _("'event' belongs to 'marks' and 'flash', not to a %s"), key->text);
      if (model_yaml_get (node, "text") != NULL)
        model_read_message (reader, model_yaml_get (node, "text"), &item->message);
      read_points (reader, node, item);
    }
}

void
model_read_scene (ModelReader *reader, ModelYaml *root)
{
  ModelYaml *scene = model_yaml_get (root, "scene");
  Model *model = reader->model;

  for (int k = 0; scene != NULL && scene->type == MODEL_YAML_LIST && k < scene->n_items; k++)
    {
      ModelYaml *item = scene->items[k];
      ModelYaml *body = item->type == MODEL_YAML_MAPPING && item->n_items == 1 ? item->items[0] : NULL;

      if (body == NULL || item->broken || body->broken || body->type != MODEL_YAML_MAPPING)
        continue;
      if (strcmp (item->keys[0]->text, "view") == 0)
        {
          if (model->has_view)
            model_read_error (reader, item->keys[0], _("the scene has two views; keep one"));
          else
            {
              model_read_field (reader, model_yaml_get (body, "x"), &model->view_x);
              model_read_field (reader, model_yaml_get (body, "y"), &model->view_y);
              model->view_share = model_yaml_get (body, "share");
              model_yaml_boolean (model_yaml_get (body, "stretch"), &model->view_stretch);
              model->has_view = TRUE;
            }
        }
      else
        read_item (reader, item->keys[0], body);
    }
}
