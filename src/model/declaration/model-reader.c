/* Functions that read expressions, fields and declarations from YAML nodes. */
#include "model-reader.h"

#include <glib/gi18n-lib.h>
#include <string.h>

void
model_read_error (ModelReader *reader, ModelYaml *node, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  model_diagnostics_add (reader->diagnostics, model_yaml_file (node->document), node->line, node->column, "%s", message);
}

/* ---- expressions ---- */

typedef struct
{
  ModelYaml *node;
  int offset;
} Origin;

static ExprPlace
place_of (gpointer user, int character_offset)
{
  const Origin *origin = user;
  ExprPlace place;

  model_yaml_place (origin->node, origin->offset + character_offset, &place.line, &place.column);
  return place;
}

ExprTree *
model_read_tree (ModelReader *reader, ModelYaml *node, const char *text, int offset)
{
  g_autoptr (GPtrArray) errors = expr_errors_new ();
  Origin from = { node, offset };
  ExprOrigin origin = { place_of, &from };
  ExprTree *tree = expr_tree_parse (text, &origin, errors);

  for (guint k = 0; k < errors->len; k++)
    {
      const ExprError *error = errors->pdata[k];

      model_diagnostics_add (reader->diagnostics, model_yaml_file (node->document), error->place.line, error->place.column, "%s", error->message);
    }
  return tree;
}

static void
add_items (ModelReader *reader, ModelYaml *node, GArray *items)
{
  if (node->type == MODEL_YAML_LIST)
    {
      for (int k = 0; k < node->n_items; k++)
        add_items (reader, node->items[k], items);
    }
  else
    {
      ModelExpression expression = { NULL, node };

      if (!node->broken && node->type == MODEL_YAML_SCALAR)
        expression.tree = model_read_tree (reader, node, node->text, 0);
      g_array_append_val (items, expression);
    }
}

/* Returns the number of columns of a list of lists. Reports an error if the rows have different
 * lengths. */
static int
count_columns (ModelReader *reader, ModelYaml *node)
{
  const ModelYaml *first = NULL;
  gboolean nested;
  int n_columns;

  for (int k = 0; k < node->n_items && first == NULL; k++)
    first = node->items[k]->broken ? NULL : node->items[k];
  nested = first != NULL && first->type == MODEL_YAML_LIST;
  n_columns = nested ? first->n_items : 0;
  for (int k = 0; k < node->n_items; k++)
    {
      ModelYaml *item = node->items[k];

      if (item->broken)
        {
          node->broken |= nested; /* the number of values is not known, so the shape is not checked */
          continue;
        }
      if (nested != (item->type == MODEL_YAML_LIST))
        model_yaml_error (node, reader->diagnostics, _("the list mixes single values and lists"));
      else if (nested && item->n_items != n_columns)
        {
          model_yaml_error (item, reader->diagnostics, g_dngettext (GETTEXT_PACKAGE, "this row has %d value, the first has %d",
                                                                    "this row has %d values, the first has %d", (gulong) item->n_items),
                            item->n_items, n_columns);
          node->broken = TRUE;
          return 0;
        }
    }
  return n_columns;
}

void
model_read_field (ModelReader *reader, ModelYaml *node, ModelField *field)
{
  GArray *items;

  /* Two keys fill the same field only if one of them is misplaced. The file is refused in that case; keep the later
   * value. */
  model_field_clear (field);
  memset (field, 0, sizeof *field);
  if (node == NULL || node->broken || node->type == MODEL_YAML_MAPPING)
    return;
  field->is_list = node->type == MODEL_YAML_LIST;
  if (field->is_list)
    field->n_columns = count_columns (reader, node);
  if (node->broken)
    return;
  items = g_array_new (FALSE, FALSE, sizeof (ModelExpression));
  add_items (reader, node, items);
  field->node = node;
  field->n_items = (int) items->len;
  field->items = (ModelExpression *) (gpointer) g_array_free (items, FALSE);
}

void
model_read_assignments (ModelReader *reader, ModelYaml *mapping, ModelAssignments *assignments)
{
  if (mapping == NULL || mapping->broken || mapping->type != MODEL_YAML_MAPPING)
    return;
  assignments->items = g_new0 (ModelAssignment, mapping->n_items + 1);
  for (int k = 0; k < mapping->n_items; k++)
    {
      ModelAssignment *assignment = &assignments->items[assignments->n_items++];

      assignment->key = mapping->keys[k];
      assignment->target = model_read_tree (reader, mapping->keys[k], mapping->keys[k]->text, 0);
      model_read_field (reader, mapping->items[k], &assignment->field);
    }
}

/* ---- declarations ---- */

/* Returns whether a name of this class may equal another name. Constraints, events and monitors may, because expressions do not use their
 * names. */
static gboolean
is_in_scope (ModelClass class)
{
  return class != MODEL_CLASS_CONSTRAINT && class != MODEL_CLASS_EVENT && class != MODEL_CLASS_MONITOR
         && class != MODEL_CLASS_SCENE;
}

static void
check_name (ModelReader *reader, ModelDeclaration *declaration)
{
  ModelYaml *key = declaration->key;
  const ModelDeclaration *first = g_hash_table_lookup (reader->model->names, declaration->name);

  if (strcmp (declaration->name, "t") == 0)
    model_read_error (reader, key, _("'t' is the time; choose another name"));
  else if (expr_name_is_reserved (declaration->name))
    model_read_error (reader, key, _("'%s' is a word of the expression language; choose another name"), declaration->name);
  else if (first != NULL)
    model_read_error (reader, key, _("the name '%s' is already in use: it is %s, line %d"), declaration->name,
                      _(model_class_label (first->class)), first->key->line);
  else
    g_hash_table_insert (reader->model->names, (gpointer) declaration->name, declaration);
}

ModelDeclaration *
model_read_declare (ModelReader *reader, ModelClass class, ModelYaml *key)
{
  ModelDeclaration *declaration = g_new0 (ModelDeclaration, 1);

  declaration->class = class;
  declaration->key = key;
  declaration->name = key->text;
  declaration->unit = declaration->about = "";
  g_ptr_array_add (reader->model->declarations, declaration);
  if (is_in_scope (class) && !key->broken)
    check_name (reader, declaration);
  return declaration;
}
