/* Converts a checked YAML tree to the declarations of a model. */
#include "model-read.h"
#include "model-schema.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Maps each key of a section that declares names to the field of the declaration that stores its
 * value. */
static const struct
{
  const char *key;
  ModelFieldId field;
} field_keys[] = {
  { "value", MODEL_FIELD_VALUE },
  { "derivative", MODEL_FIELD_VALUE },
  { "residual", MODEL_FIELD_VALUE },
  { "force", MODEL_FIELD_VALUE },
  { "initial", MODEL_FIELD_INITIAL },
  { "size", MODEL_FIELD_SIZE },
  { "range", MODEL_FIELD_RANGE },
  { "step", MODEL_FIELD_STEP },
  { "weight", MODEL_FIELD_WEIGHT },
  { "nominal", MODEL_FIELD_NOMINAL },
  { "index", MODEL_FIELD_INDEX },
  { "wrap", MODEL_FIELD_WRAP },
  { "mass", MODEL_FIELD_MASS },
  { "velocity_initial", MODEL_FIELD_VELOCITY_INITIAL },
  { "angular_velocity", MODEL_FIELD_ANGULAR_VELOCITY },
  { "position", MODEL_FIELD_POSITION },
  { "velocity", MODEL_FIELD_VELOCITY },
  { "alpha", MODEL_FIELD_ALPHA },
  { "beta", MODEL_FIELD_BETA },
  { "every", MODEL_FIELD_EVERY },
  { "x", MODEL_FIELD_X },
  { "y", MODEL_FIELD_Y },
};

/* The classes whose declarations consist only of fields. If the value of such a declaration is not a mapping, it is stored in the given
 * field. */
static const struct
{
  const char *key;
  ModelClass class;
  ModelFieldId short_field;
} groups[] = {
  { "constants", MODEL_CLASS_CONSTANT, MODEL_FIELD_VALUE },   { "parameters", MODEL_CLASS_PARAMETER, MODEL_FIELD_VALUE },
  { "functions", MODEL_CLASS_FUNCTION, MODEL_FIELD_VALUE },   { "tables", MODEL_CLASS_TABLE, MODEL_FIELD_VALUE },
  { "variables", MODEL_CLASS_VARIABLE, MODEL_FIELD_VALUE },   { "states", MODEL_CLASS_STATE, MODEL_FIELD_VALUE },
  { "rotations", MODEL_CLASS_ROTATION, MODEL_FIELD_VALUE },   { "algebraic", MODEL_CLASS_ALGEBRAIC, MODEL_FIELD_VALUE },
  { "discrete", MODEL_CLASS_DISCRETE, MODEL_FIELD_INITIAL },  { "constraints", MODEL_CLASS_CONSTRAINT, MODEL_FIELD_VALUE },
  { "outputs", MODEL_CLASS_OUTPUT, MODEL_FIELD_VALUE },       { "noise", MODEL_CLASS_NOISE, MODEL_FIELD_VALUE },
};

static void
read_function (ModelReader *reader, ModelYaml *node, ModelDeclaration *declaration)
{
  ModelYaml *list = model_yaml_get (node, "arguments");
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  int n = list == NULL || list->broken ? 0 : list->type == MODEL_YAML_LIST ? list->n_items : 1;

  for (int k = 0; k < n; k++)
    {
      ModelYaml *name = list->type == MODEL_YAML_LIST ? list->items[k] : list;

      if (name->type != MODEL_YAML_SCALAR)
        continue;
      if (!model_name_is_valid (name->text))
        model_read_error (reader, name, _("'%s' is not a name; a name is a letter or _, then letters, digits, _"), name->text);
      else if (expr_name_is_reserved (name->text))
        model_read_error (reader, name, _("'%s' is a word of the expression language; choose another name"), name->text);
      g_strv_builder_add (names, name->text);
      declaration->n_arguments++;
    }
  declaration->arguments = g_strv_builder_end (names);
}

static void
read_table (ModelReader *reader, ModelYaml *node, ModelDeclaration *declaration)
{
  const char *outside = model_yaml_get_text (node, "outside", "hold");
  ModelYaml *file = model_yaml_get (node, "file");
  const ModelField *x = &declaration->fields[MODEL_FIELD_X];
  const ModelField *y = &declaration->fields[MODEL_FIELD_Y];

  declaration->interpolation = strcmp (model_yaml_get_text (node, "interpolation", "linear"), "cubic") == 0 ? EXPR_TABLE_CUBIC
                                                                                                         : EXPR_TABLE_LINEAR;
  declaration->outside = strcmp (outside, "extend") == 0 ? EXPR_OUTSIDE_EXTEND
                         : strcmp (outside, "error") == 0 ? EXPR_OUTSIDE_ERROR
                                                          : EXPR_OUTSIDE_HOLD;
  if (file != NULL)
    {
      if (x->node != NULL || y->node != NULL)
        model_read_error (reader, declaration->key, _("'%s' has both a file and points; keep one"), declaration->name);
      else if (!file->broken)
        model_read_table_file (reader, file, declaration);
    }
  else if (model_yaml_get (node, "x") == NULL || model_yaml_get (node, "y") == NULL)
    model_read_error (reader, declaration->key, _("'%s' needs 'x' and 'y', or 'file'"), declaration->name);
  else if (x->node != NULL && y->node != NULL && x->n_items != y->n_items)
    model_read_error (reader, y->node, _("'y' has %d values, 'x' has %d"), y->n_items, x->n_items);
  else if (x->node != NULL && x->n_items < 2)
    model_read_error (reader, x->node, _("a table needs at least two points"));
}

static void
read_rotation (ModelReader *reader, ModelYaml *node, ModelDeclaration *declaration)
{
  ModelYaml *initial = model_yaml_get (node, "initial");

  if (initial != NULL && initial->type == MODEL_YAML_MAPPING)
    {
      model_read_field (reader, model_yaml_get (initial, "axis"), &declaration->fields[MODEL_FIELD_AXIS]);
      model_read_field (reader, model_yaml_get (initial, "angle"), &declaration->fields[MODEL_FIELD_ANGLE]);
    }
  declaration->world_frame = strcmp (model_yaml_get_text (node, "frame", "body"), "world") == 0;
  if ((model_yaml_get (node, "position") == NULL) != (model_yaml_get (node, "velocity") == NULL))
    model_read_error (reader, declaration->key, _("'%s' needs both 'position' and 'velocity', or neither"), declaration->name);
}

static void
read_attributes (ModelReader *reader, ModelYaml *node, ModelDeclaration *declaration)
{
  const char *kind = model_yaml_get_text (node, "kind", "other");

  declaration->unit = model_yaml_get_text (node, "unit", "");
  declaration->has_unit = model_yaml_get (node, "unit") != NULL;
  declaration->about = model_yaml_get_text (node, "about", "");
  declaration->kind = strcmp (kind, "position") == 0 ? ODE_POSITION : strcmp (kind, "velocity") == 0 ? ODE_VELOCITY : ODE_OTHER;
  declaration->log_scale = strcmp (model_yaml_get_text (node, "scale", ""), "log") == 0;
  model_yaml_boolean (model_yaml_get (node, "invariant"), &declaration->invariant);
  if (model_yaml_get (node, "distribution") != NULL)
    model_read_distribution (reader, model_yaml_get (node, "distribution"), declaration);
}

static void
read_declaration (ModelReader *reader, ModelClass class, ModelFieldId short_field, ModelYaml *key, ModelYaml *node)
{
  ModelDeclaration *declaration = model_read_declare (reader, class, key);

  if (node->broken)
    return;
  if (node->type != MODEL_YAML_MAPPING)
    {
      model_read_field (reader, node, &declaration->fields[short_field]);
      return;
    }
  for (gsize k = 0; k < G_N_ELEMENTS (field_keys); k++)
    if (model_yaml_get (node, field_keys[k].key) != NULL)
      model_read_field (reader, model_yaml_get (node, field_keys[k].key), &declaration->fields[field_keys[k].field]);
  read_attributes (reader, node, declaration);
  if (class == MODEL_CLASS_CONSTRAINT)
    for (int k = 0; k < node->n_items; k++)
      if (strcmp (node->keys[k]->text, "alpha") == 0 || strcmp (node->keys[k]->text, "beta") == 0)
        model_read_error (reader, node->keys[k],
                          _("'%s' is a gain of Baumgarte stabilization, which only constraints of 'mechanics' use; this constraint is "
                            "enforced by projection"),
                          node->keys[k]->text);
  if (class == MODEL_CLASS_FUNCTION)
    read_function (reader, node, declaration);
  else if (class == MODEL_CLASS_TABLE)
    read_table (reader, node, declaration);
  else if (class == MODEL_CLASS_ROTATION)
    read_rotation (reader, node, declaration);
}

static void
read_group (ModelReader *reader, ModelYaml *mapping, ModelClass class, ModelFieldId short_field)
{
  if (mapping == NULL || mapping->broken || mapping->type != MODEL_YAML_MAPPING)
    return;
  for (int k = 0; k < mapping->n_items; k++)
    read_declaration (reader, class, short_field, mapping->keys[k], mapping->items[k]);
}

static void
read_mechanics (ModelReader *reader, ModelYaml *node)
{
  ModelYaml *coordinates = model_yaml_get (node, "coordinates");
  ModelYaml *matrix = model_yaml_get (node, "mass_matrix");

  if (node == NULL || node->broken || node->type != MODEL_YAML_MAPPING)
    return;
  reader->model->has_mechanics = TRUE;
  read_group (reader, coordinates, MODEL_CLASS_COORDINATE, MODEL_FIELD_VALUE);
  read_group (reader, model_yaml_get (node, "constraints"), MODEL_CLASS_MULTIPLIER, MODEL_FIELD_VALUE);
  model_read_field (reader, matrix, &reader->model->mechanics_mass);
  for (int k = 0; coordinates != NULL && coordinates->type == MODEL_YAML_MAPPING && k < coordinates->n_items; k++)
    {
      ModelYaml *mass = model_yaml_get (coordinates->items[k], "mass");

      if (matrix == NULL && mass == NULL && coordinates->items[k]->type == MODEL_YAML_MAPPING && !coordinates->items[k]->broken)
        model_read_error (reader, coordinates->keys[k], _("'%s' needs a 'mass', unless 'mechanics' has a 'mass_matrix'"),
                          coordinates->keys[k]->text);
      else if (matrix != NULL && mass != NULL)
        model_read_error (reader, mass, _("the model has both 'mass' and 'mass_matrix'; keep one"));
    }
}

/* Records that the model has arrays or matrices: the names i, or i and j, are then reserved for indices of elements. */
static void
find_arrays (ModelReader *reader)
{
  Model *model = reader->model;

  for (guint k = 0; k < model->declarations->len; k++)
    {
      const ModelDeclaration *declaration = MODEL_DECLARATION (model, k);
      const ModelField *size = &declaration->fields[MODEL_FIELD_SIZE];

      if (declaration->class == MODEL_CLASS_SCENE || size->node == NULL)
        continue;
      model->has_arrays = TRUE;
      model->has_matrices |= size->n_items > 1;
    }
}

static void
refuse_index_names (ModelReader *reader)
{
  const ModelDeclaration *i = g_hash_table_lookup (reader->model->names, "i");
  const ModelDeclaration *j = g_hash_table_lookup (reader->model->names, "j");

  if (i != NULL && reader->model->has_arrays)
    model_read_error (reader, i->key, _("'i' is the index of an array's element in a model with 'size'; choose another name"));
  if (j != NULL && reader->model->has_matrices)
    model_read_error (reader, j->key, _("'j' is the second index of an array's element in a model with 'size'; choose another name"));
}

static void
read_texts (ModelReader *reader, ModelYaml *root)
{
  ModelYaml *format = model_yaml_get (root, "format");
  ModelYaml *name = model_yaml_get (root, "name");
  ModelYaml *tags = model_yaml_get (root, "tags");
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  if (format != NULL && !format->broken && strcmp (model_yaml_get_text (root, "format", ""), "1") != 0)
    model_read_error (reader, format, _("unknown format '%s'; this program reads format 1"), format->text);
  if (name != NULL && !name->broken && name->text[strspn (name->text, " \t\n")] == '\0')
    model_read_error (reader, name, _("'name' has no value"));
  if (tags != NULL && !tags->broken)
    for (int k = 0; k < (tags->type == MODEL_YAML_LIST ? tags->n_items : 1); k++)
      {
        const ModelYaml *tag = tags->type == MODEL_YAML_LIST ? tags->items[k] : tags;

        if (tag->type == MODEL_YAML_SCALAR)
          g_strv_builder_add (builder, tag->text);
      }
  g_strfreev (reader->model->tags);
  reader->model->tags = g_strv_builder_end (builder);
}

void
model_read (ModelReader *reader, ModelYaml *root)
{
  Model *model = reader->model;
  ModelYaml *time = model_yaml_get (root, "time");
  ModelYaml *mass = model_yaml_get (root, "mass_matrix");

  read_texts (reader, root);
  model_read_field (reader, model_yaml_get (time, "start"), &model->start);
  model_read_field (reader, model_yaml_get (time, "end"), &model->end);
  for (gsize k = 0; k < G_N_ELEMENTS (groups); k++)
    {
      /* The order of these groups determines the order of columns: states, mechanics, rotations and so on. */
      if (groups[k].class == MODEL_CLASS_ROTATION)
        read_mechanics (reader, model_yaml_get (root, "mechanics"));
      read_group (reader, model_yaml_get (root, groups[k].key), groups[k].class, groups[k].short_field);
    }
  if (mass != NULL && !mass->broken)
    {
      model->mass_rows = model_yaml_get (mass, "rows");
      model_read_field (reader, model_yaml_get (mass, "values"), &model->mass_values);
    }
  model_read_assignments (reader, model_yaml_get (root, "exact"), &model->exact);
  model_read_events (reader, root);
  model_read_scene (reader, root);
  model_read_views (reader, root);
  find_arrays (reader);
  refuse_index_names (reader);
}
