/* Reads the parts of a model that do not affect its equations: plots, reference
 * points and the view of the scene. */
#include "expr-graph.h"
#include "model-read.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

static const char *
own (ModelReader *reader, char *text)
{
  g_ptr_array_add (reader->model->owned, text);
  return text;
}

/* Reads a number, or an expression that contains only numbers. */
static gboolean
read_number (ModelReader *reader, ModelYaml *node, double *value)
{
  g_autoptr (GPtrArray) errors = expr_errors_new ();
  g_autoptr (ExprGraph) graph = NULL;
  g_autoptr (ExprTree) tree = NULL;
  ExprScope scope = { 0 };
  ExprValue number;

  *value = NAN;
  if (node == NULL || node->broken || node->type != MODEL_YAML_SCALAR)
    return FALSE;
  tree = model_read_tree (reader, node, node->text, 0);
  if (tree == NULL)
    return FALSE;
  graph = expr_graph_new ();
  number = expr_graph_add_tree (graph, tree, &scope, errors);
  if (number != EXPR_NO_VALUE && expr_graph_is_constant (graph, number, value) && isfinite (*value))
    return TRUE;
  model_read_error (reader, node, _("'%s' is not a number"), node->text);
  return FALSE;
}

/* ---- plots ---- */

/* Plot kinds, indexed by ModelPlotType, with the keys that a plot of this kind must have. keys is NULL for kinds that a model's file cannot
 * contain. */
static const struct { const char *id, *keys; } plot_kinds[] = {
#define MODEL_PLOT_KIND(NAME, name, keys) { #name, keys },
#define MODEL_PLOT_KIND_OF_RUNS(NAME, name) { #name, NULL },
#include "model-plot-kinds.def"
};

static gboolean
contains (const ModelYaml *node, const char *word)
{
  if (node == NULL)
    return FALSE;
  if (node->type == MODEL_YAML_SCALAR)
    return strcmp (node->text, word) == 0;
  for (int k = 0; k < node->n_items; k++)
    if (contains (node->items[k], word))
      return TRUE;
  return FALSE;
}

static void
read_pair (ModelReader *reader, ModelYaml *node, double *pair)
{
  if (node == NULL || node->broken || node->n_items != 2)
    return;
  read_number (reader, node->items[0], &pair[0]);
  read_number (reader, node->items[1], &pair[1]);
  if (pair[0] >= pair[1])
    model_read_error (reader, node, _("the first number of a range must be less than the second"));
}

static void
read_show (ModelReader *reader, ModelYaml *node, ModelPlot *plot)
{
  int n = node == NULL || node->broken ? 0 : node->type == MODEL_YAML_LIST ? node->n_items : 1;
  const char **show = g_new0 (const char *, n + 1);
  int n_shown = 0;

  for (int k = 0; k < n; k++)
    {
      const ModelYaml *item = node->type == MODEL_YAML_LIST ? node->items[k] : node;

      if (item->type == MODEL_YAML_SCALAR)
        show[n_shown++] = item->text;
    }
  plot->show = (const char *const *) own (reader, (gpointer) show);
}

/* Reports the first required key of the plot's kind that is missing in the
 * file. */
static void
check_keys (ModelReader *reader, ModelYaml *place, const ModelPlot *plot)
{
  const struct { const char *key; gboolean given; } given[] = {
    { "show", plot->show[0] != NULL }, { "x", plot->x != NULL }, { "y", plot->y != NULL }, { "at", plot->at != NULL },
  };
  g_auto (GStrv) keys = g_strsplit (plot_kinds[plot->type].keys, " ", -1);

  for (guint k = 0; keys[k] != NULL; k++)
    for (guint i = 0; i < G_N_ELEMENTS (given); i++)
      if (strcmp (given[i].key, keys[k]) == 0 && !given[i].given)
        {
          model_read_error (reader, place, _("a plot of type '%s' needs '%s'"), plot_kinds[plot->type].id, keys[k]);
          return;
        }
}

static void
read_plot (ModelReader *reader, ModelYaml *node)
{
  ModelPlot plot = { .range = { NAN, NAN, NAN, NAN } };
  const char *type = model_yaml_get_text (node, "type", "");
  ModelYaml *range = model_yaml_get (node, "range");
  ModelYaml *place = model_yaml_get_key (node, "type");
  gboolean known = FALSE, equal_scale = FALSE;

  for (guint k = 0; k < G_N_ELEMENTS (plot_kinds); k++)
    if (plot_kinds[k].keys != NULL && strcmp (type, plot_kinds[k].id) == 0)
      {
        plot.type = (ModelPlotType) k;
        known = TRUE;
      }
  plot.title = model_yaml_get_text (node, "title", NULL);
  plot.x = model_yaml_get_text (node, "x", NULL);
  plot.y = model_yaml_get_text (node, "y", NULL);
  plot.at = model_yaml_get_text (node, "at", NULL);
  plot.log_x = contains (model_yaml_get (node, "log"), "x");
  plot.log_y = contains (model_yaml_get (node, "log"), "y");
  read_show (reader, model_yaml_get (node, "show"), &plot);
  if (range != NULL && range->type == MODEL_YAML_MAPPING)
    {
      read_pair (reader, model_yaml_get (range, "x"), &plot.range[0]);
      read_pair (reader, model_yaml_get (range, "y"), &plot.range[2]);
    }
  else
    read_pair (reader, range, &plot.range[2]);
  /* The schema check reports an unknown type. The required keys of such a plot are not known. */
  if (place != NULL && known)
    check_keys (reader, place, &plot);
  model_yaml_boolean (model_yaml_get (node, "equal_scale"), &equal_scale);
  if (equal_scale && known && plot.type != MODEL_PLOT_PHASE)
    model_read_error (reader, model_yaml_get_key (node, "equal_scale"), _("'equal_scale' is a key of plots of type 'phase'"));
  else if (equal_scale && (plot.log_x || plot.log_y))
    model_read_error (reader, model_yaml_get_key (node, "equal_scale"), _("'equal_scale' needs linear axes; remove 'log'"));
  g_array_append_val (reader->model->plots, plot);
}

/* ---- reference points ---- */

static void
read_reference_point (ModelReader *reader, ModelYaml *node)
{
  ModelReferencePoint point = { NAN, 0, NULL, NULL };
  ModelYaml *values = model_yaml_get (node, "values");
  const char **names;
  double *numbers;

  if (!read_number (reader, model_yaml_get (node, "t"), &point.t) || values == NULL || values->type != MODEL_YAML_MAPPING)
    return;
  names = g_new0 (const char *, values->n_items + 1);
  numbers = g_new0 (double, values->n_items + 1);
  point.names = (const char *const *) own (reader, (gpointer) names);
  point.values = (const double *) own (reader, (gpointer) numbers);
  for (int k = 0; k < values->n_items; k++)
    if (read_number (reader, values->items[k], &numbers[point.n_values]))
      names[point.n_values++] = values->keys[k]->text;
  g_array_append_val (reader->model->reference, point);
}

void
model_read_views (ModelReader *reader, ModelYaml *root)
{
  ModelYaml *plots = model_yaml_get (root, "plots");
  ModelYaml *reference = model_yaml_get (root, "reference");
  ModelYaml *points = model_yaml_get (reference, "points");

  for (int k = 0; plots != NULL && plots->type == MODEL_YAML_LIST && k < plots->n_items; k++)
    if (!plots->items[k]->broken && plots->items[k]->type == MODEL_YAML_MAPPING)
      read_plot (reader, plots->items[k]);
  if (reference != NULL && !reference->broken)
    reader->model->reference_source = model_yaml_get_text (reference, "source", "");
  for (int k = 0; points != NULL && points->type == MODEL_YAML_LIST && k < points->n_items; k++)
    if (!points->items[k]->broken && points->items[k]->type == MODEL_YAML_MAPPING)
      read_reference_point (reader, points->items[k]);
}
