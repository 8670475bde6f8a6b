/* Reads events and monitors. */
#include "model-read.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* ---- descriptions of triggers for the settings panel ---- */

static void
append_field (GString *text, const ModelYaml *node)
{
  if (node->type == MODEL_YAML_SCALAR)
    g_string_append (text, node->text);
  else
    {
      g_string_append_c (text, '[');
      for (int k = 0; k < node->n_items; k++)
        {
          if (k > 0)
            g_string_append (text, ", ");
          append_field (text, node->items[k]);
        }
      g_string_append_c (text, ']');
    }
}

static char *
field_text (const ModelField *field)
{
  GString *text = g_string_new (NULL);

  if (field->node != NULL)
    append_field (text, field->node);
  return g_string_free (text, FALSE);
}

static char *
describe_trigger (const ModelDeclaration *event)
{
  g_autofree char *value = field_text (&event->fields[MODEL_FIELD_VALUE]), *every = field_text (&event->fields[MODEL_FIELD_EVERY]);
  g_autofree char *offset = field_text (&event->fields[MODEL_FIELD_OFFSET]), *at = field_text (&event->fields[MODEL_FIELD_AT]);
  g_autofree char *condition = field_text (&event->fields[MODEL_FIELD_WHILE]), *text = NULL;

  switch (event->trigger)
    {
    case MODEL_TRIGGER_CROSSING:
      /* Translators: trigger of an event: the expression that falls through 0. */
      text = event->direction == MODEL_DIRECTION_FALLING  ? g_strdup_printf (_("%s falling"), value)
             /* Translators: trigger of an event: the expression that rises through 0. */
             : event->direction == MODEL_DIRECTION_RISING ? g_strdup_printf (_("%s rising"), value)
                                                          : g_steal_pointer (&value);
      break;
    case MODEL_TRIGGER_EVERY:
      /* Translators: trigger of an event: its period and its first time. */
      text = offset[0] != '\0' ? g_strdup_printf (_("every %s from %s"), every, offset)
                               /* Translators: trigger of an event: its period. */
                               : g_strdup_printf (_("every %s"), every);
      break;
    case MODEL_TRIGGER_AT:
      /* Translators: trigger of an event: its times. */
      text = g_strdup_printf (_("at %s"), at);
      break;
    case MODEL_TRIGGER_START:
      text = g_strdup (_("at the start"));
      break;
    case MODEL_TRIGGER_EACH_STEP:
      /* Translators: trigger of an event. */
      text = g_strdup (_("at each step"));
      break;
    }
  /* Translators: the trigger of an event and its condition. */
  return condition[0] != '\0' ? g_strdup_printf (_("%s while %s"), text, condition) : g_steal_pointer (&text);
}

static void
add_assignments (GStrvBuilder *actions, const ModelAssignments *assignments)
{
  for (int k = 0; k < assignments->n_items; k++)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      if (assignments->items[k].field.node == NULL)
        continue;
      g_string_printf (text, "%s = ", assignments->items[k].key->text);
      append_field (text, assignments->items[k].field.node);
      g_strv_builder_add (actions, text->str);
    }
}

static char **
describe_actions (const ModelDeclaration *event)
{
  g_autoptr (GStrvBuilder) actions = g_strv_builder_new ();

  add_assignments (actions, &event->set);
  add_assignments (actions, &event->update);
  if (event->rest != NULL && event->rest->type == MODEL_YAML_SCALAR)
    {
      g_autofree char *rest = g_strdup_printf ("rest: %s", event->rest->text);

      g_strv_builder_add (actions, rest);
    }
  if (event->slide != NULL && event->slide->type == MODEL_YAML_SCALAR)
    {
      g_autofree char *slide = g_strdup_printf ("slide: %s", event->slide->text);

      g_strv_builder_add (actions, slide);
    }
  if (event->publish)
    g_strv_builder_add (actions, C_("action of an event", "publish"));
  if (event->terminates || event->fails)
    g_strv_builder_add (actions, event->terminates ? C_("action of an event", "terminate") : C_("action of an event", "fail"));
  return g_strv_builder_end (actions);
}

/* ---- reading of events ---- */

static void
read_message (ModelReader *reader, ModelYaml *node, ModelDeclaration *declaration)
{
  ModelYaml *terminate = model_yaml_get (node, "terminate");
  ModelYaml *fail = model_yaml_get (node, "fail");

  declaration->terminates = terminate != NULL;
  declaration->fails = fail != NULL && terminate == NULL;
  if (terminate != NULL && fail != NULL)
    model_read_error (reader, model_yaml_get_key (node, "fail"), _("'%s' has both 'terminate' and 'fail'; keep one"), declaration->name);
  if (terminate != NULL || fail != NULL)
    model_read_message (reader, terminate != NULL ? terminate : fail, &declaration->message);
}

static const struct
{
  const char *key;
  ModelTrigger trigger;
} triggers[] = {
  { "crossing", MODEL_TRIGGER_CROSSING },
  { "every", MODEL_TRIGGER_EVERY },
  { "at", MODEL_TRIGGER_AT },
  { "each_step", MODEL_TRIGGER_EACH_STEP },
};

/* Keys that are valid only for events with a certain trigger. */
static const struct
{
  const char *key;
  ModelTrigger trigger;
  const char *owner;
} companions[] = {
  { "direction", MODEL_TRIGGER_CROSSING, "crossing" },
  { "offset", MODEL_TRIGGER_EVERY, "every" },
};

static gboolean
read_trigger (ModelReader *reader, ModelYaml *node, ModelDeclaration *event)
{
  const char *first = NULL;
  ModelYaml *at = model_yaml_get (node, "at");
  ModelYaml *each_step = model_yaml_get (node, "each_step");
  gboolean flag = TRUE;

  for (gsize k = 0; k < G_N_ELEMENTS (triggers); k++)
    {
      ModelYaml *key = model_yaml_get_key (node, triggers[k].key);

      if (key == NULL)
        continue;
      if (first != NULL)
        model_read_error (reader, key, _("'%s' has two triggers, '%s' and '%s'; keep one"), event->name, first, key->text);
      else
        event->trigger = triggers[k].trigger;
      first = key->text;
    }
  if (first == NULL)
    {
      for (int k = 0; k < node->n_items; k++)
        if (node->keys[k]->broken || node->items[k]->broken)
          return FALSE;
      model_read_error (reader, event->key, _("'%s' needs a trigger: 'crossing', 'every', 'at' or 'each_step'"), event->name);
      return FALSE;
    }
  if (model_yaml_boolean (each_step, &flag) && !flag)
    model_read_error (reader, each_step, _("'each_step' can only be true; leave it out otherwise"));
  for (gsize k = 0; k < G_N_ELEMENTS (companions); k++)
    if (model_yaml_get (node, companions[k].key) != NULL && event->trigger != companions[k].trigger)
      model_read_error (reader, model_yaml_get_key (node, companions[k].key), _("'%s' is valid only with '%s', which '%s' does not have"),
                        companions[k].key, companions[k].owner, event->name);
  if (model_yaml_get (node, "while") != NULL && event->trigger == MODEL_TRIGGER_EACH_STEP)
    model_read_error (reader, model_yaml_get_key (node, "while"), _("'while' is not valid with 'each_step', which '%s' has"), event->name);
  if (event->trigger == MODEL_TRIGGER_AT && at->type == MODEL_YAML_SCALAR && strcmp (at->text, "start") == 0)
    event->trigger = MODEL_TRIGGER_START;
  return TRUE;
}

static void
read_event (ModelReader *reader, ModelYaml *key, ModelYaml *node)
{
  ModelDeclaration *event = model_read_declare (reader, MODEL_CLASS_EVENT, key);
  const char *direction = model_yaml_get_text (node, "direction", "both");

  event->about = model_yaml_get_text (node, "about", "");
  event->has_direction = model_yaml_get (node, "direction") != NULL;
  event->direction = strcmp (direction, "falling") == 0  ? MODEL_DIRECTION_FALLING
                     : strcmp (direction, "rising") == 0 ? MODEL_DIRECTION_RISING
                                                         : MODEL_DIRECTION_BOTH;
  if (node->broken || node->type != MODEL_YAML_MAPPING)
    return;
  read_trigger (reader, node, event);
  model_read_field (reader, model_yaml_get (node, "crossing"), &event->fields[MODEL_FIELD_VALUE]);
  model_read_field (reader, model_yaml_get (node, "every"), &event->fields[MODEL_FIELD_EVERY]);
  model_read_field (reader, model_yaml_get (node, "offset"), &event->fields[MODEL_FIELD_OFFSET]);
  model_read_field (reader, model_yaml_get (node, "while"), &event->fields[MODEL_FIELD_WHILE]);
  if (event->trigger != MODEL_TRIGGER_START)
    model_read_field (reader, model_yaml_get (node, "at"), &event->fields[MODEL_FIELD_AT]);
  model_read_assignments (reader, model_yaml_get (node, "set"), &event->set);
  model_read_assignments (reader, model_yaml_get (node, "update"), &event->update);
  event->rest = model_yaml_get (node, "rest");
  event->slide = model_yaml_get (node, "slide");
  model_yaml_boolean (model_yaml_get (node, "publish"), &event->publish);
  read_message (reader, node, event);
  if (event->trigger == MODEL_TRIGGER_EVERY && event->fields[MODEL_FIELD_EVERY].node == NULL)
    /* the event has an error and never runs; this trigger gives it a description without a period */
    event->trigger = MODEL_TRIGGER_EACH_STEP;
  if (event->trigger == MODEL_TRIGGER_AT && event->fields[MODEL_FIELD_AT].node == NULL)
    event->trigger = MODEL_TRIGGER_START;
  event->trigger_text = describe_trigger (event);
  event->actions = describe_actions (event);
}

static void
read_monitor (ModelReader *reader, ModelYaml *key, ModelYaml *node)
{
  ModelDeclaration *monitor = model_read_declare (reader, MODEL_CLASS_MONITOR, key);

  if (node->broken || node->type != MODEL_YAML_MAPPING)
    return;
  model_read_field (reader, model_yaml_get (node, "when"), &monitor->fields[MODEL_FIELD_VALUE]);
  read_message (reader, node, monitor);
  for (int k = 0; k < node->n_items; k++)
    if (node->keys[k]->broken)
      return;
  if (!monitor->terminates && !monitor->fails)
    model_read_error (reader, key, _("'%s' needs 'terminate' or 'fail'"), monitor->name);
}

void
model_read_events (ModelReader *reader, ModelYaml *root)
{
  ModelYaml *events = model_yaml_get (root, "events");
  ModelYaml *monitors = model_yaml_get (root, "monitors");

  for (int k = 0; events != NULL && events->type == MODEL_YAML_MAPPING && k < events->n_items; k++)
    read_event (reader, events->keys[k], events->items[k]);
  for (int k = 0; monitors != NULL && monitors->type == MODEL_YAML_MAPPING && k < monitors->n_items; k++)
    read_monitor (reader, monitors->keys[k], monitors->items[k]);
}
