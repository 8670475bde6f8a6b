/* The options of the studies: how they change, are undone, and are stored in session files. */
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "wb-lab-studies-private.h"

/* All changes of one study within this time in µs are one undo step, because they come from one gesture, such as dragging a slider. */
#define ONE_GESTURE_US (700 * 1000)

const char *
wb_lab_studies_option (WbLabStudies *self, int index, const char *key)
{
  const LabStudyKind *kind = wb_lab_studies_kind (index);
  const char *text = g_hash_table_lookup (self->items[index].options, key);

  for (int k = 0; k < kind->n_options && text == NULL; k++)
    if (g_strcmp0 (kind->options[k].key, key) == 0)
      text = kind->options[k].standard;
  return text;
}

void
wb_lab_studies_set_first_options (WbLabStudies *self)
{
  int controller = wb_lab_studies_find ("controller");

  for (int k = 0; k < WB_LAB_N_STUDIES; k++)
    g_hash_table_remove_all (self->items[k].options);
  /* The card shows a prediction at once; only the button Measure repeats the run. */
  g_hash_table_insert (self->items[controller].options, g_strdup ("measure"), g_strdup ("false"));
}

/* ---- undo ---- */

/* An undo step: the options of a study before or after a change. */
typedef struct
{
  int index;
  GHashTable *options;
} Options;

static void
copy_into (GHashTable *to, GHashTable *from)
{
  GHashTableIter iter;
  gpointer key, text;

  g_hash_table_remove_all (to);
  g_hash_table_iter_init (&iter, from);
  while (g_hash_table_iter_next (&iter, &key, &text))
    g_hash_table_insert (to, g_strdup (key), g_strdup (text));
}

static GHashTable *
copy_options (GHashTable *options)
{
  GHashTable *copy = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  copy_into (copy, options);
  return copy;
}

static Options *
options_of (WbLabStudies *self, int index)
{
  Options *state = g_new (Options, 1);

  *state = (Options) { index, copy_options (self->items[index].options) };
  return state;
}

static void
options_free (gpointer data)
{
  Options *state = data;

  g_hash_table_unref (state->options);
  g_free (state);
}

/* Returns whether two sets of options are equal except for the value of the knob. */
static gboolean
same_but_knob (GHashTable *a, GHashTable *b, const char *knob)
{
  GHashTableIter iter;
  gpointer key, text;

  g_hash_table_iter_init (&iter, a);
  while (g_hash_table_iter_next (&iter, &key, &text))
    if (g_strcmp0 (key, knob) != 0 && g_strcmp0 (text, g_hash_table_lookup (b, key)) != 0)
      return FALSE;
  g_hash_table_iter_init (&iter, b);
  while (g_hash_table_iter_next (&iter, &key, &text))
    if (g_strcmp0 (key, knob) != 0 && !g_hash_table_contains (a, key))
      return FALSE;
  return TRUE;
}

static void
restore (gpointer owner, gpointer data)
{
  WbLabStudies *self = owner;
  const Options *state = data;
  WbLabItem *item = &self->items[state->index];
  const LabStudyKind *kind = wb_lab_studies_kind (state->index);
  gboolean only_knob = same_but_knob (item->options, state->options, kind->knob);
  const char *at = kind->knob != NULL ? g_hash_table_lookup (state->options, kind->knob) : NULL;

  wb_lab_studies_end_gesture (self);
  g_hash_table_unref (item->options);
  item->options = copy_options (state->options);
  if (only_knob && item->result != NULL && at != NULL && kind->turn != NULL)
    {
      kind->turn (item->result, g_ascii_strtod (at, NULL));
      item->serial++;
    }
  else
    item->older = TRUE;
  wb_lab_studies_emit (self, state->index);
  /* Undo before the first move of the knob has no value of the knob to restore, so the study runs again. */
  if (item->result != NULL && !(only_knob && at != NULL))
    wb_lab_studies_run (self, state->index);
}

void
wb_lab_studies_end_gesture (WbLabStudies *self)
{
  if (!self->remembering)
    g_clear_pointer (&self->gesture, g_hash_table_unref);
}

/* Adds an undo step that leads from the options `before` to the present ones, or extends the last undo step. Takes ownership of
 * `before`. */
static void
remember (WbLabStudies *self, Options *before)
{
  gint64 now = g_get_monotonic_time ();
  int index = before->index;

  if (self->gesture != NULL && self->gesture_index == index && now - self->gesture_time < ONE_GESTURE_US)
    {
      copy_into (self->gesture, self->items[index].options);
      options_free (before);
    }
  else
    {
      Options *after = options_of (self, index);

      self->remembering = TRUE;
      wb_session_add_change (self->session, self, restore, before, after, options_free);
      wb_session_name_change (self->session, _(wb_lab_studies_kind (index)->label));
      self->remembering = FALSE;
      wb_lab_studies_end_gesture (self);
      self->gesture = g_hash_table_ref (after->options);
      self->gesture_index = index;
    }
  self->gesture_time = now;
}

/* ---- changes ---- */

/* Sets an option. Returns FALSE if the option already has this text. */
static gboolean
set_text (WbLabItem *item, const char *key, const char *text)
{
  if (g_strcmp0 (g_hash_table_lookup (item->options, key), text) == 0)
    return FALSE;
  if (text != NULL)
    g_hash_table_replace (item->options, g_strdup (key), g_strdup (text));
  else
    g_hash_table_remove (item->options, key);
  return TRUE;
}

void
wb_lab_studies_adapt_option (WbLabStudies *self, int index, const char *key, const char *text)
{
  if (!set_text (&self->items[index], key, text))
    return;
  self->items[index].older = TRUE;
  wb_lab_studies_emit (self, index);
}

void
wb_lab_studies_set_option (WbLabStudies *self, int index, const char *key, const char *text)
{
  Options *before = options_of (self, index);

  if (!set_text (&self->items[index], key, text))
    {
      options_free (before);
      return;
    }
  remember (self, before);
  self->items[index].older = TRUE;
  wb_lab_studies_emit (self, index);
}

void
wb_lab_studies_turn (WbLabStudies *self, int index, double value)
{
  const LabStudyKind *kind = wb_lab_studies_kind (index);
  WbLabItem *item = &self->items[index];
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  Options *before;

  if (kind->turn == NULL || item->result == NULL || !isfinite (value))
    return;
  before = options_of (self, index);
  kind->turn (item->result, value);
  item->serial++;
  if (set_text (item, kind->knob, g_ascii_dtostr (text, sizeof text, value)))
    remember (self, before);
  else
    options_free (before);
  wb_lab_studies_emit (self, index);
}

/* ---- session files ---- */

/* Returns whether the study has a result for the present model and settings of the session. */
static gboolean
has_ran (const WbLabItem *item)
{
  return item->wanted || (item->result != NULL && item->state == WB_LAB_DONE && !item->older);
}

void
wb_lab_studies_write (WbLabStudies *self, ModelYamlWriter *out)
{
  model_yaml_writer_begin_list (out, "studies");
  for (int k = 0; k < WB_LAB_N_STUDIES; k++)
    {
      const WbLabItem *item = &self->items[k];
      g_autoptr (GList) keys = g_list_sort (g_hash_table_get_keys (item->options), (GCompareFunc) strcmp);

      if (keys == NULL && !has_ran (item))
        continue;
      model_yaml_writer_begin_mapping (out, NULL);
      model_yaml_writer_text (out, "study", wb_lab_studies_kind (k)->id);
      model_yaml_writer_boolean (out, "ran", has_ran (item));
      model_yaml_writer_begin_mapping (out, "options");
      for (GList *key = keys; key != NULL; key = key->next)
        model_yaml_writer_text (out, key->data, g_hash_table_lookup (item->options, key->data));
      model_yaml_writer_end_mapping (out);
      model_yaml_writer_end_mapping (out);
    }
  model_yaml_writer_end_list (out);
}

static gboolean
has_option (const LabStudyKind *kind, const char *key)
{
  for (int k = 0; k < kind->n_options; k++)
    if (strcmp (kind->options[k].key, key) == 0)
      return TRUE;
  return FALSE;
}

static void
resume_study (WbLabStudies *self, const ModelYaml *node)
{
  int index = wb_lab_studies_find (model_yaml_get_text (node, "study", ""));
  const ModelYaml *options = model_yaml_get (node, "options");

  if (index < 0)
    return;
  if (options != NULL) /* an option that the file lacks had no value */
    g_hash_table_remove_all (self->items[index].options);
  for (int i = 0; options != NULL && options->keys != NULL && i < options->n_items; i++)
    if (has_option (wb_lab_studies_kind (index), options->keys[i]->text) && options->items[i]->type == MODEL_YAML_SCALAR)
      g_hash_table_replace (self->items[index].options, g_strdup (options->keys[i]->text), g_strdup (options->items[i]->text));
  self->items[index].wanted = strcmp (model_yaml_get_text (node, "ran", "false"), "true") == 0;
}

void
wb_lab_studies_resume (WbLabStudies *self, const ModelYaml *list)
{
  wb_lab_studies_cancel (self);
  wb_lab_studies_end_gesture (self);
  wb_lab_studies_set_first_options (self);
  wb_lab_studies_propose (self);
  for (int k = 0; k < WB_LAB_N_STUDIES; k++)
    {
      self->items[k].wanted = FALSE;
      self->items[k].older = TRUE;
    }
  for (int i = 0; list != NULL && i < list->n_items; i++)
    resume_study (self, list->items[i]);
  wb_lab_studies_emit (self, -1);
}
