/* The loop of the door for scripts: takes requests, finds their calls, keeps the objects that the client may name, and answers. */
#include "serve.h"

#include <stdarg.h>
#include <string.h>

#include "expr-look.h"
#include "serve-private.h"
#include "serve-wire.h"

G_DEFINE_QUARK (serve-error, serve_error)

#define SERVE_CALL(name) &serve_call_##name,
static const ServeCall *const calls[] = {
#include "serve-calls.def"
};
#undef SERVE_CALL

/* ---- objects ---- */

typedef struct
{
  ServeKind kind;
  gpointer object;
  GDestroyNotify free_object;
} Object;

static void
free_object (gpointer data)
{
  Object *object = data;

  object->free_object (object->object);
  g_free (object);
}

gint64
serve_add_object (Serve *serve, ServeKind kind, gpointer object, GDestroyNotify destroy)
{
  Object *added = g_new (Object, 1);
  gint64 *number = g_new (gint64, 1);

  *added = (Object) { kind, object, destroy };
  *number = ++serve->last_object;
  g_hash_table_insert (serve->objects, number, added);
  return *number;
}

static const char *const kind_words[SERVE_N_KINDS] = { "model", "run", "result", "ensemble" };

gpointer
serve_object (Serve *serve, const ModelYaml *request, ServeKind kind, GError **error)
{
  const ModelYaml *node = serve_get (request, kind_words[kind]);
  gint64 number;
  const Object *object = NULL;

  if (node != NULL && model_yaml_integer (node, &number))
    object = g_hash_table_lookup (serve->objects, &number);
  if (object != NULL && object->kind == kind)
    return object->object;
  if (node == NULL)
    g_set_error (error, SERVE_ERROR, SERVE_ERROR_REQUEST, "the request needs the key '%s', a number of an answer", kind_words[kind]);
  else
    g_set_error (error, SERVE_ERROR, SERVE_ERROR_REQUEST, "'%s': there is none with the number '%s'", kind_words[kind], node->text != NULL ? node->text : "");
  return NULL;
}

static const char *const drop_keys[] = { "objects", NULL };

static gboolean
drop (Serve *serve, const ModelYaml *request, ServeAnswer *answer, GError **error)
{
  const ModelYaml *list = serve_get (request, "objects");
  int n = 0;

  if (list == NULL || list->type != MODEL_YAML_LIST)
    {
      g_set_error (error, SERVE_ERROR, SERVE_ERROR_REQUEST, "'objects' is a list of numbers of objects");
      return FALSE;
    }
  for (int i = 0; i < list->n_items; i++)
    {
      gint64 number;

      if (model_yaml_integer (list->items[i], &number) && g_hash_table_remove (serve->objects, &number))
        n++;
    }
  lab_json_count (serve_answer_json (answer), "dropped", n);
  return TRUE;
}

const ServeCall serve_call_drop = { "drop", drop_keys, drop };

/* ---- values of requests ---- */

ModelYaml *
serve_get (const ModelYaml *request, const char *key)
{
  ModelYaml *node = model_yaml_get (request, key);

  if (node != NULL && node->type == MODEL_YAML_SCALAR && !node->quoted && g_strcmp0 (node->text, "null") == 0)
    return NULL;
  return node;
}

gboolean
serve_number (const ModelYaml *request, const char *key, double *value, GError **error)
{
  const ModelYaml *node = serve_get (request, key);

  if (node == NULL || (!node->quoted && model_yaml_number (node, value)))
    return TRUE;
  g_set_error (error, SERVE_ERROR, SERVE_ERROR_VALUE, "'%s' is a finite number", key);
  return FALSE;
}

gboolean
serve_count (const ModelYaml *request, const char *key, gint64 low, gint64 high, gint64 *value, GError **error)
{
  const ModelYaml *node = serve_get (request, key);
  gint64 read;

  if (node == NULL)
    return TRUE;
  if (!node->quoted && model_yaml_integer (node, &read) && read >= low && read <= high)
    {
      *value = read;
      return TRUE;
    }
  g_set_error (error, SERVE_ERROR, SERVE_ERROR_VALUE, "'%s' is a whole number from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT, key, low, high);
  return FALSE;
}

gboolean
serve_flag (const ModelYaml *request, const char *key, gboolean *value, GError **error)
{
  const ModelYaml *node = serve_get (request, key);

  if (node == NULL || (!node->quoted && model_yaml_boolean (node, value)))
    return TRUE;
  g_set_error (error, SERVE_ERROR, SERVE_ERROR_VALUE, "'%s' is true or false", key);
  return FALSE;
}

GArray *
serve_numbers (const ModelYaml *request, const char *key, GError **error)
{
  const ModelYaml *list = serve_get (request, key);
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (double));

  if (list == NULL || list->type != MODEL_YAML_LIST)
    {
      g_set_error (error, SERVE_ERROR, SERVE_ERROR_VALUE, "'%s' is a list of numbers", key);
      return NULL;
    }
  for (int i = 0; i < list->n_items; i++)
    {
      double value;

      if (list->items[i]->quoted || !model_yaml_number (list->items[i], &value))
        {
          g_set_error (error, SERVE_ERROR, SERVE_ERROR_VALUE, "'%s': element %d is not a finite number", key, i);
          return NULL;
        }
      g_array_append_val (numbers, value);
    }
  return g_steal_pointer (&numbers);
}

/* ---- the loop ---- */

/* Returns the call that a request names and checks the keys. Returns NULL with an error. */
static const ServeCall *
find_call (const ModelYaml *request, GError **error)
{
  const char *name = model_yaml_get_text (request, "call", NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  const char *near;

  for (guint k = 0; name != NULL && k < G_N_ELEMENTS (calls); k++)
    {
      g_ptr_array_add (names, (gpointer) calls[k]->name);
      if (strcmp (calls[k]->name, name) != 0)
        continue;
      for (int i = 0; i < request->n_items; i++)
        {
          const char *key = request->keys[i]->text;

          if (strcmp (key, "id") != 0 && strcmp (key, "call") != 0 && !g_strv_contains (calls[k]->keys, key))
            {
              near = model_yaml_suggest (key, calls[k]->keys);
              g_set_error (error, SERVE_ERROR, SERVE_ERROR_REQUEST, near != NULL ? "the call '%s' has no key '%s'; did you mean '%s'?" : "the call '%s' has no key '%s'",
                           name, key, near);
              return NULL;
            }
        }
      return calls[k];
    }
  g_ptr_array_add (names, NULL);
  near = name != NULL ? model_yaml_suggest (name, (const char *const *) names->pdata) : NULL;
  if (name == NULL)
    g_set_error (error, SERVE_ERROR, SERVE_ERROR_REQUEST, "the request needs 'call', the name of a call");
  else
    g_set_error (error, SERVE_ERROR, SERVE_ERROR_REQUEST, near != NULL ? "there is no call '%s'; did you mean '%s'?" : "there is no call '%s'", name, near);
  return NULL;
}

static gboolean
look (gpointer user)
{
  Serve *serve = user;

  serve->is_cut = serve->is_cut || serve_wire_is_cancelled (serve);
  return !serve->is_cut;
}

/* Runs a call. A cancelled request ends inside large evaluations and compilations (expr-look.h); what was made of their results is then dropped. */
static gboolean
run_call (Serve *serve, const ServeCall *call, const ModelYaml *request, ServeAnswer *answer, GError **error)
{
  ExprLook previous = expr_look_set ((ExprLook) { look, serve });
  gint64 last = serve->last_object;
  g_autoptr (GError) failure = NULL;
  gboolean fine;

  serve->is_cut = FALSE;
  fine = call->run (serve, request, answer, &failure);
  expr_look_set (previous);
  if (serve->is_cut)
    for (; serve->last_object > last; serve->last_object--)
      g_hash_table_remove (serve->objects, &serve->last_object);
  else if (failure != NULL)
    g_propagate_error (error, g_steal_pointer (&failure));
  return fine && !serve->is_cut;
}

static void
answer_request (Serve *serve, const ModelYaml *request)
{
  g_autoptr (ServeAnswer) answer = serve_answer_new (serve, "result");
  g_autoptr (GError) error = NULL;
  const ServeCall *call = find_call (request, &error);

  if (call != NULL && !serve_wire_is_cancelled (serve) && run_call (serve, call, request, answer, &error))
    serve_answer_send (serve, g_steal_pointer (&answer));
  else
    {
      if (error == NULL)
        g_set_error (&error, SERVE_ERROR, SERVE_ERROR_CANCELLED, "cancelled");
      serve_send_error (serve, serve->id, error);
    }
}

gboolean
serve_loop (int in, int out)
{
  Serve *serve = g_new0 (Serve, 1);
  ModelYamlDocument *line;

  serve->in = in;
  serve->out = out;
  serve->objects = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, free_object);
  serve_wire_start (serve);
  while ((line = serve_wire_next (serve)) != NULL)
    {
      answer_request (serve, model_yaml_root (line));
      serve_wire_end_request (serve);
      model_yaml_document_free (line);
    }
  g_hash_table_unref (serve->objects);
  if (serve->broken)
    return FALSE; /* the thread that reads may wait for ever, so its data must stay */
  serve_wire_stop (serve);
  g_free (serve);
  return TRUE;
}
