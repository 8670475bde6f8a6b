#include "model-tableau.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "expr.h"
#include "model-library.h"
#include "model-yaml.h"

/* A method has at most this many stages; beyond it a file is surely wrong. */
#define MAX_STAGES 64

/* The value of a constant expression, NaN after reporting an error at the node. */
static double
read_entry (ModelYaml *node, GPtrArray *diagnostics)
{
  g_autoptr (GPtrArray) errors = expr_errors_new ();
  g_autoptr (ExprTree) tree = NULL;
  g_autoptr (ExprGraph) graph = expr_graph_new ();
  ExprScope scope = { 0 };
  double value = NAN;

  if (node->type != MODEL_YAML_SCALAR)
    {
      model_yaml_error (node, diagnostics, "a coefficient is a number or a constant expression such as 1/3 or \"sqrt(6)/4\"");
      return NAN;
    }
  tree = expr_tree_parse (node->text, NULL, errors);
  if (tree != NULL)
    {
      ExprValue result = expr_graph_add_tree (graph, tree, &scope, errors);
      if (result != EXPR_NO_VALUE && (!expr_graph_is_constant (graph, result, &value) || !isfinite (value)))
        {
          model_yaml_error (node, diagnostics, "the coefficient '%s' is not a finite constant", node->text);
          return NAN;
        }
    }
  for (guint i = 0; i < errors->len; i++)
    {
      const ExprError *error = g_ptr_array_index (errors, i);
      model_yaml_error (node, diagnostics, "%s", error->message);
    }
  return errors->len > 0 ? NAN : value;
}

/* Reads a list of n entries (n 0: any number up to MAX_STAGES) under key; NULL after an error, or silently where it is absent and optional. */
static double *
read_list (ModelYaml *list, const char *what, int n, GPtrArray *diagnostics)
{
  g_autofree double *values = NULL;

  if (list->type != MODEL_YAML_LIST || list->n_items == 0)
    {
      model_yaml_error (list, diagnostics, "%s is a list of coefficients", what);
      return NULL;
    }
  if (n > 0 && list->n_items != n)
    {
      model_yaml_error (list, diagnostics, "%s has %d entries where b has %d stages", what, list->n_items, n);
      return NULL;
    }
  if (list->n_items > MAX_STAGES)
    {
      model_yaml_error (list, diagnostics, "%s has %d entries; a method has at most %d stages", what, list->n_items, MAX_STAGES);
      return NULL;
    }
  values = g_new (double, list->n_items);
  for (int i = 0; i < list->n_items; i++)
    if (isnan (values[i] = read_entry (list->items[i], diagnostics)))
      n = -1;
  return n < 0 ? NULL : g_steal_pointer (&values);
}

static double *
read_matrix (ModelYaml *matrix, int n, GPtrArray *diagnostics)
{
  g_autofree double *A = g_new0 (double, n * n);

  if (matrix->type != MODEL_YAML_LIST || matrix->n_items != n)
    {
      model_yaml_error (matrix, diagnostics, "A is a list of %d rows, one for each stage of b", n);
      return NULL;
    }
  for (int i = 0; i < n; i++)
    {
      g_autofree char *what = g_strdup_printf ("row %d of A", i + 1);
      g_autofree double *row = read_list (matrix->items[i], what, n, diagnostics);
      if (row == NULL)
        return NULL;
      memcpy (A + i * n, row, n * sizeof *A);
    }
  return g_steal_pointer (&A);
}

static ModelYaml *
require (ModelYaml *root, const char *key, GPtrArray *diagnostics)
{
  ModelYaml *node = model_yaml_get (root, key);

  if (node == NULL)
    model_yaml_error (root, diagnostics, "a tableau needs '%s'", key);
  return node;
}

OdeMethod *
model_tableau_load (const char *path, GPtrArray *diagnostics)
{
  static const char *const keys[] = { "format", "name", "source", "A", "b", "b_hat", "c", NULL };
  g_autoptr (ModelYamlDocument) document = model_yaml_load (path, diagnostics);
  guint errors_before = model_diagnostics_n_errors (diagnostics);
  g_autofree double *A = NULL, *b = NULL, *b_hat = NULL, *c = NULL;
  g_autofree char *base = NULL;
  char reason[256];
  OdeTableau tableau = { 0 };
  OdeMethod *method;
  ModelYaml *root, *format, *A_node, *b_node, *node;

  if (document == NULL || errors_before > 0)
    return NULL;
  root = model_yaml_root (document);
  if (root->type != MODEL_YAML_MAPPING)
    {
      model_yaml_error (root, diagnostics, "a tableau file is a mapping with the keys format, name, A, b");
      return NULL;
    }
  model_yaml_check_keys (root, keys, "a tableau", diagnostics);
  format = require (root, "format", diagnostics);
  if (format != NULL && g_strcmp0 (format->text, "1") != 0)
    model_yaml_error (format, diagnostics, "this program reads format 1");
  node = require (root, "name", diagnostics);
  A_node = require (root, "A", diagnostics);
  b_node = require (root, "b", diagnostics);
  if (A_node == NULL || b_node == NULL || (b = read_list (b_node, "b", 0, diagnostics)) == NULL)
    return NULL;
  tableau.n_stages = b_node->n_items;
  A = read_matrix (A_node, tableau.n_stages, diagnostics);
  if (A == NULL)
    return NULL;
  c = g_new0 (double, tableau.n_stages);
  for (int i = 0; i < tableau.n_stages; i++)
    for (int j = 0; j < tableau.n_stages; j++)
      c[i] += A[i * tableau.n_stages + j];
  if (model_yaml_get (root, "b_hat") != NULL)
    b_hat = read_list (model_yaml_get (root, "b_hat"), "b_hat", tableau.n_stages, diagnostics);
  if (model_yaml_get (root, "c") != NULL)
    {
      g_autofree double *given = read_list (model_yaml_get (root, "c"), "c", tableau.n_stages, diagnostics);
      /* 1e-12: coefficients are often printed to 13 digits or more. */
      for (int i = 0; given != NULL && i < tableau.n_stages; i++)
        if (fabs (given[i] - c[i]) > 1e-12 * fmax (1, fabs (c[i])))
          model_yaml_error (model_yaml_get (root, "c")->items[i], diagnostics, "c%d = %.15g is not the sum of row %d of A, %.15g", i + 1, given[i],
                            i + 1, c[i]);
    }
  if (model_diagnostics_n_errors (diagnostics) > errors_before)
    return NULL;

  tableau.A = A;
  tableau.b = b;
  tableau.b_hat = b_hat;
  tableau.c = c;
  base = g_path_get_basename (path);
  if (g_str_has_suffix (base, ".yaml"))
    base[strlen (base) - strlen (".yaml")] = '\0';
  method = ode_method_new_custom (base, node->text, &tableau, reason, sizeof reason);
  if (method == NULL)
    model_yaml_error (A_node, diagnostics, "%s", reason);
  return method;
}

char *
model_tableau_find (const char *name)
{
  g_auto (GStrv) folders = NULL;
  g_autofree char *file = NULL;

  if (strchr (name, '/') != NULL || g_str_has_suffix (name, ".yaml"))
    return g_strdup (name);
  folders = model_library_folders ("tableaus");
  file = g_strconcat (name, ".yaml", NULL);
  for (char **folder = folders; *folder != NULL; folder++)
    {
      g_autofree char *path = g_build_filename (*folder, file, NULL);
      if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
        return g_steal_pointer (&path);
    }
  return NULL;
}

const OdeMethod *
model_tableau_method (const char *name, GPtrArray *diagnostics)
{
  static GMutex mutex;
  static GHashTable *methods; /* "path:mtime" → OdeMethod, kept */
  g_autofree char *path = model_tableau_find (name), *key = NULL;
  OdeMethod *method;
  GStatBuf info;

  if (path == NULL || g_stat (path, &info) != 0)
    return NULL;
  key = g_strdup_printf ("%s:%" G_GINT64_FORMAT ".%09ld", path, (gint64) info.st_mtim.tv_sec, info.st_mtim.tv_nsec);
  g_mutex_lock (&mutex);
  if (methods == NULL)
    methods = g_hash_table_new (g_str_hash, g_str_equal);
  method = g_hash_table_lookup (methods, key);
  if (method == NULL && (method = model_tableau_load (path, diagnostics)) != NULL)
    g_hash_table_insert (methods, g_steal_pointer (&key), method);
  g_mutex_unlock (&mutex);
  return method;
}
