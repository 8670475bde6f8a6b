/* A model while it is imported: its declarations as texts, and the writer of the model file. */
#include "model-import-draft.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "expr-tree.h"
#include "model-diagnostic.h"
#include "model-yaml-writer.h"

/* More columns than these are not shown in the first plot. */
#define MOST_SHOWN 8

typedef struct
{
  char *inside; /* the mapping of the item that has the key; NULL: the item itself */
  char *key, *value;
  char **list;
} Pair;

struct ModelDraftItem
{
  char *name;
  GPtrArray *pairs; /* of Pair */
};

typedef struct
{
  char **columns, *x, *y;
} Plot;

struct ModelDraft
{
  char *source, *title;
  GString *description;
  GPtrArray *diagnostics;
  double start, end;
  GHashTable *names; /* set of names in use */
  GPtrArray *sections[MODEL_DRAFT_N_SECTIONS];
  ModelDraftItem *solver;
  GPtrArray *plots;
};

static const char *const section_keys[MODEL_DRAFT_N_SECTIONS] = {
  "constants", "parameters", "functions", "tables", "variables", "states", "algebraic", "discrete", "outputs", "events", "noise",
};

static void
pair_free (Pair *pair)
{
  g_free (pair->inside);
  g_free (pair->key);
  g_free (pair->value);
  g_strfreev (pair->list);
  g_free (pair);
}

static void
item_free (ModelDraftItem *item)
{
  g_free (item->name);
  g_ptr_array_unref (item->pairs);
  g_free (item);
}

static ModelDraftItem *
item_new (const char *name)
{
  ModelDraftItem *item = g_new0 (ModelDraftItem, 1);

  item->name = g_strdup (name);
  item->pairs = g_ptr_array_new_with_free_func ((GDestroyNotify) pair_free);
  return item;
}

static void
plot_free (Plot *plot)
{
  g_strfreev (plot->columns);
  g_free (plot->x);
  g_free (plot->y);
  g_free (plot);
}

ModelDraft *
model_draft_new (const char *source, GPtrArray *diagnostics)
{
  ModelDraft *draft = g_new0 (ModelDraft, 1);

  draft->source = g_strdup (source);
  draft->diagnostics = diagnostics;
  draft->description = g_string_new (NULL);
  draft->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (int k = 0; k < MODEL_DRAFT_N_SECTIONS; k++)
    draft->sections[k] = g_ptr_array_new_with_free_func ((GDestroyNotify) item_free);
  draft->solver = item_new ("solver");
  draft->plots = g_ptr_array_new_with_free_func ((GDestroyNotify) plot_free);
  return draft;
}

void
model_draft_free (ModelDraft *draft)
{
  if (draft == NULL)
    return;
  g_free (draft->source);
  g_free (draft->title);
  g_string_free (draft->description, TRUE);
  g_hash_table_unref (draft->names);
  for (int k = 0; k < MODEL_DRAFT_N_SECTIONS; k++)
    g_ptr_array_unref (draft->sections[k]);
  item_free (draft->solver);
  g_ptr_array_unref (draft->plots);
  g_free (draft);
}

void
model_draft_set_title (ModelDraft *draft, const char *name)
{
  g_free (draft->title);
  draft->title = g_strdup (name);
}

void
model_draft_append_description (ModelDraft *draft, const char *line)
{
  g_string_append_printf (draft->description, "%s\n", line);
}

void
model_draft_set_time (ModelDraft *draft, double start, double end)
{
  draft->start = start;
  draft->end = end;
}

const char *
model_draft_source (const ModelDraft *draft)
{
  return draft->source;
}

void
model_draft_error (ModelDraft *draft, int line, const char *format, ...)
{
  va_list list;
  g_autofree char *message = NULL;

  va_start (list, format);
  message = g_strdup_vprintf (format, list);
  va_end (list);
  model_diagnostics_add (draft->diagnostics, draft->source, line, line > 0, "%s", message);
}

void
model_draft_note (ModelDraft *draft, int line, const char *format, ...)
{
  va_list list;
  g_autofree char *message = NULL;

  va_start (list, format);
  message = g_strdup_vprintf (format, list);
  va_end (list);
  model_diagnostics_add_note (draft->diagnostics, draft->source, line, line > 0, "%s", message);
}

void
model_draft_take_error (ModelDraft *draft, int line, GError *error)
{
  model_draft_error (draft, line, "%s", error->message);
  g_error_free (error);
}

guint
model_draft_n_errors (const ModelDraft *draft)
{
  return model_diagnostics_n_errors (draft->diagnostics);
}

const char *
model_draft_name (ModelDraft *draft, const char *wanted)
{
  g_autoptr (GString) name = g_string_new (NULL);
  char *own;

  for (const char *c = wanted; *c != '\0'; c++)
    g_string_append_c (name, g_ascii_isalnum (*c) ? *c : '_');
  if (name->len == 0 || !(g_ascii_isalpha (name->str[0]) || name->str[0] == '_'))
    g_string_prepend_c (name, '_');
  for (int k = 1; expr_name_is_reserved (name->str) || g_hash_table_contains (draft->names, name->str); k++)
    {
      if (k > 1)
        g_string_truncate (name, (gsize) (strrchr (name->str, '_') - name->str));
      if (k == 1)
        g_string_append_c (name, '_');
      else
        g_string_append_printf (name, "_%d", k);
    }
  own = g_strdup (name->str);
  g_hash_table_add (draft->names, own);
  return own;
}

ModelDraftItem *
model_draft_add (ModelDraft *draft, ModelDraftSection section, const char *name)
{
  ModelDraftItem *item = item_new (name);

  g_ptr_array_add (draft->sections[section], item);
  return item;
}

static Pair *
find_pair (const ModelDraftItem *item, const char *inside, const char *key)
{
  for (guint k = 0; k < item->pairs->len; k++)
    {
      Pair *pair = item->pairs->pdata[k];

      if (g_strcmp0 (pair->inside, inside) == 0 && strcmp (pair->key, key) == 0)
        return pair;
    }
  return NULL;
}

static Pair *
add_pair (ModelDraftItem *item, const char *inside, const char *key)
{
  Pair *pair = find_pair (item, inside, key);

  if (pair == NULL)
    {
      pair = g_new0 (Pair, 1);
      pair->inside = g_strdup (inside);
      pair->key = g_strdup (key);
      g_ptr_array_add (item->pairs, pair);
    }
  g_clear_pointer (&pair->value, g_free);
  g_clear_pointer (&pair->list, g_strfreev);
  return pair;
}

void
model_draft_set (ModelDraftItem *item, const char *inside, const char *key, const char *value)
{
  char *copy = g_strdup (value);

  add_pair (item, inside, key)->value = copy;
}

void
model_draft_set_number (ModelDraftItem *item, const char *key, double value)
{
  g_autoptr (ModelImportTree) tree = model_import_tree_number (value);

  model_draft_set_tree (item, NULL, key, tree);
}

void
model_draft_set_tree (ModelDraftItem *item, const char *inside, const char *key, const ModelImportTree *tree)
{
  char *text = model_import_tree_print (tree);

  add_pair (item, inside, key)->value = text;
}

void
model_draft_set_list (ModelDraftItem *item, const char *key, const char *const *values)
{
  add_pair (item, NULL, key)->list = g_strdupv ((char **) values);
}

void
model_draft_set_solver (ModelDraft *draft, const char *key, const char *value)
{
  model_draft_set (draft->solver, NULL, key, value);
}

void
model_draft_add_plot (ModelDraft *draft, const char *const *columns, const char *x, const char *y)
{
  Plot *plot = g_new0 (Plot, 1);

  plot->columns = g_strdupv ((char **) columns);
  plot->x = g_strdup (x);
  plot->y = g_strdup (y);
  g_ptr_array_add (draft->plots, plot);
}

const GPtrArray *
model_draft_items (const ModelDraft *draft, ModelDraftSection section)
{
  return draft->sections[section];
}

/* ---- the file ---- */

static void
write_item (ModelYamlWriter *writer, const ModelDraftItem *item)
{
  const char *inside = NULL;
  const Pair *only = item->pairs->len == 1 ? item->pairs->pdata[0] : NULL;

  if (only != NULL && only->inside == NULL && only->value != NULL && strcmp (only->key, "value") == 0)
    {
      model_yaml_writer_text (writer, item->name, only->value);
      return;
    }
  model_yaml_writer_begin_mapping (writer, item->name);
  for (guint k = 0; k < item->pairs->len; k++)
    {
      const Pair *pair = item->pairs->pdata[k];

      if (g_strcmp0 (pair->inside, inside) != 0)
        {
          if (inside != NULL)
            model_yaml_writer_end_mapping (writer);
          if (pair->inside != NULL)
            model_yaml_writer_begin_mapping (writer, pair->inside);
          inside = pair->inside;
        }
      if (pair->list != NULL)
        model_yaml_writer_texts (writer, pair->key, (const char *const *) pair->list);
      else
        model_yaml_writer_text (writer, pair->key, pair->value);
    }
  if (inside != NULL)
    model_yaml_writer_end_mapping (writer);
  model_yaml_writer_end_mapping (writer);
}

/* Writes a plot of the first states over time, if the file names no plot. */
static void
write_plots (ModelYamlWriter *writer, const ModelDraft *draft)
{
  const GPtrArray *states = draft->sections[draft->sections[MODEL_DRAFT_STATES]->len > 0 ? MODEL_DRAFT_STATES : MODEL_DRAFT_DISCRETE];
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  if (draft->plots->len == 0 && states->len == 0)
    return;
  model_yaml_writer_begin_list (writer, "plots");
  for (guint k = 0; k < draft->plots->len; k++)
    {
      const Plot *plot = draft->plots->pdata[k];

      model_yaml_writer_begin_mapping (writer, NULL);
      model_yaml_writer_text (writer, "type", plot->y != NULL ? "phase" : "time");
      if (plot->y == NULL)
        model_yaml_writer_texts (writer, "show", (const char *const *) plot->columns);
      else
        {
          model_yaml_writer_text (writer, "x", plot->x);
          model_yaml_writer_text (writer, "y", plot->y);
        }
      model_yaml_writer_end_mapping (writer);
    }
  if (draft->plots->len == 0)
    {
      for (guint k = 0; k < states->len && k < MOST_SHOWN; k++)
        g_ptr_array_add (names, ((ModelDraftItem *) states->pdata[k])->name);
      g_ptr_array_add (names, NULL);
      model_yaml_writer_begin_mapping (writer, NULL);
      model_yaml_writer_text (writer, "type", "time");
      model_yaml_writer_texts (writer, "show", (const char *const *) names->pdata);
      model_yaml_writer_end_mapping (writer);
    }
  model_yaml_writer_end_list (writer);
}

char *
model_draft_write (const ModelDraft *draft)
{
  g_autoptr (ModelYamlWriter) writer = model_yaml_writer_new ();

  model_yaml_writer_integer (writer, "format", 1);
  model_yaml_writer_text (writer, "name", draft->title != NULL && *draft->title != '\0' ? draft->title : "Imported model");
  if (draft->description->len > 0)
    model_yaml_writer_block (writer, "description", draft->description->str);
  model_yaml_writer_begin_mapping (writer, "time");
  if (draft->start != 0)
    model_yaml_writer_number (writer, "start", draft->start);
  model_yaml_writer_number (writer, "end", draft->end);
  model_yaml_writer_end_mapping (writer);
  for (int k = 0; k < MODEL_DRAFT_N_SECTIONS; k++)
    if (draft->sections[k]->len > 0)
      {
        model_yaml_writer_begin_mapping (writer, section_keys[k]);
        for (guint i = 0; i < draft->sections[k]->len; i++)
          write_item (writer, draft->sections[k]->pdata[i]);
        model_yaml_writer_end_mapping (writer);
      }
  if (draft->solver->pairs->len > 0)
    write_item (writer, draft->solver);
  write_plots (writer, draft);
  return model_yaml_writer_finish (g_steal_pointer (&writer));
}
