/* Reads distributions such as "normal(mean, deviation)". */
#include "model-distribution.h"
#include "model-read.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static const struct
{
  const char *name;
  ModelDraw draw;
  int n_arguments; /* exact number of arguments; 0: one or more */
  const char *usage;
} distributions[] = {
  { "normal", MODEL_DRAW_NORMAL, 2, N_("normal(mean, deviation)") },
  { "uniform", MODEL_DRAW_UNIFORM, 2, N_("uniform(low, high)") },
  { "lognormal", MODEL_DRAW_LOGNORMAL, 2, N_("lognormal(mu, sigma)") },
  { "exponential", MODEL_DRAW_EXPONENTIAL, 1, N_("exponential(rate)") },
  { "choice", MODEL_DRAW_CHOICE, 0, N_("choice(a, b, …)") },
};

gboolean
model_distribution_split (const char *text, char **name, GPtrArray *arguments, GArray *offsets)
{
  const char *open = strchr (text, '(');
  const char *start;
  int depth = 0;

  if (open == NULL)
    return FALSE;
  *name = g_strstrip (g_strndup (text, (gsize) (open - text)));
  start = open + 1;
  for (const char *p = start; *p != '\0'; p++)
    {
      if (*p == '(' || *p == '[')
        depth++;
      else if ((*p == ')' || *p == ']') && depth > 0)
        depth--;
      else if (*p == ')' || (*p == ',' && depth == 0))
        {
          int offset = (int) (start - text);

          g_ptr_array_add (arguments, g_strndup (start, (gsize) (p - start)));
          g_array_append_val (offsets, offset);
          start = p + 1;
          if (*p == ')')
            return p[1 + strspn (p + 1, " \t\n")] == '\0';
        }
    }
  return FALSE;
}

gboolean
model_distribution_find (const char *name, ModelDraw *draw, int *n_arguments, const char **usage)
{
  for (gsize k = 0; k < G_N_ELEMENTS (distributions); k++)
    if (strcmp (name, distributions[k].name) == 0)
      {
        *draw = distributions[k].draw;
        *n_arguments = distributions[k].n_arguments;
        *usage = distributions[k].usage;
        return TRUE;
      }
  return FALSE;
}

static int
find (ModelReader *reader, ModelYaml *node, const char *name)
{
  const char *names[G_N_ELEMENTS (distributions) + 1] = { NULL };
  const char *suggestion;

  for (gsize k = 0; k < G_N_ELEMENTS (distributions); k++)
    {
      names[k] = distributions[k].name;
      if (strcmp (name, names[k]) == 0)
        return (int) k;
    }
  suggestion = model_yaml_suggest (name, names);
  if (suggestion != NULL)
    model_read_error (reader, node, _("unknown distribution '%s'; did you mean '%s'?"), name, suggestion);
  else
    model_read_error (reader, node, _("unknown distribution '%s'; there are normal, uniform, lognormal, exponential and choice"), name);
  return -1;
}

void
model_read_distribution (ModelReader *reader, ModelYaml *node, ModelDeclaration *declaration)
{
  g_autofree char *name = NULL;
  g_autoptr (GPtrArray) arguments = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) offsets = g_array_new (FALSE, FALSE, sizeof (int));
  ModelField *field = &declaration->fields[MODEL_FIELD_ARGUMENTS];
  int row;

  if (node->broken || node->type != MODEL_YAML_SCALAR)
    return;
  if (!model_distribution_split (node->text, &name, arguments, offsets))
    {
      model_read_error (reader, node, _("'%s' is not a distribution; write one like normal(0, 1)"), node->text);
      return;
    }
  row = find (reader, node, name);
  if (row < 0)
    return;
  if (distributions[row].n_arguments > 0 && (int) arguments->len != distributions[row].n_arguments)
    {
      model_read_error (reader, node, g_dngettext (GETTEXT_PACKAGE, "%s takes %d argument, got %u: %s", "%s takes %d arguments, got %u: %s",
                                                   (gulong) distributions[row].n_arguments),
                        name, distributions[row].n_arguments, arguments->len, _(distributions[row].usage));
      return;
    }
  declaration->draw = distributions[row].draw;
  declaration->distribution = node->text;
  field->node = node;
  field->is_list = TRUE;
  field->n_items = (int) arguments->len;
  field->items = g_new0 (ModelExpression, arguments->len);
  for (guint k = 0; k < arguments->len; k++)
    {
      int characters = (int) g_utf8_strlen (node->text, g_array_index (offsets, int, k));

      field->items[k].node = node;
      field->items[k].tree = model_read_tree (reader, node, arguments->pdata[k], characters);
    }
}
