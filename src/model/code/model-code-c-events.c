/* The events of a model in C: the functions that say when they happen, and what they set. */
#include "model-code-c.h"

#include "model-code-texts.h"

/* Returns the number of each event in the program: those with crossings come first. */
static int *
number_events (const ModelCode *code)
{
  int *numbers = g_new0 (int, code->events->len + 1);
  int next = 0;

  for (int crossing = 1; crossing >= 0; crossing--)
    for (guint k = 0; k < code->events->len; k++)
      if ((model_code_event (code, k)->trigger == MODEL_TRIGGER_CROSSING) == (crossing == 1))
        numbers[k] = next++;
  return numbers;
}

/* Appends the function that computes the witnesses, and the directions of the crossings, and the order of the events. */
static gboolean
write_crossings (ModelCode *code, GString *out, const int *numbers, GError **error)
{
  g_autoptr (GArray) witnesses = model_code_witnesses (code);

  g_string_append_printf (out, "\n#define N_CROSSINGS %u\n#define N_EVENTS %u\n\n/* 1: a rising crossing, -1: a falling one, 0: both. */\nstatic const int way[] = { ",
                          witnesses->len, code->events->len);
  for (guint k = 0; k < code->events->len; k++)
    if (model_code_event (code, k)->trigger == MODEL_TRIGGER_CROSSING)
      g_string_append_printf (out, "%d, ", model_code_direction (model_code_event (code, k)));
  g_string_append (out, "0 };\n\n/* The events in the order in which they act at one time. */\nstatic const int in_order[] = { ");
  for (guint k = 0; k < code->events->len; k++)
    g_string_append_printf (out, "%d, ", numbers[k]);
  g_string_append (out, "0 };\n\n/* Computes the functions at whose zeros events happen. */\nstatic void\ncrossings (double t, const double *x, const double *p, double *g)\n{\n"
                        "  (void) t, (void) x, (void) p, (void) g;\n");
  if (!model_code_body (code, out, "  ", (const ExprValue *) (gpointer) witnesses->data, (int) witnesses->len, "g[{k}] = {value};", NULL, error))
    return FALSE;
  g_string_append (out, "}\n");
  return TRUE;
}

static void
begin_case (GString *out, const int *numbers, guint k, const ModelCodeEvent *event)
{
  g_string_append_printf (out, "  if (event == %d) /* %s */\n    {\n", numbers[k], event->name);
}

/* Appends the functions that compute the times of events. */
static gboolean
write_times (ModelCode *code, GString *out, const int *numbers, GError **error)
{
  g_string_append (out, "\n/* Returns the period of an event; 0: it has none. */\nstatic double\nperiod_of (int event, const double *p)\n{\n  (void) event, (void) p;\n");
  for (guint k = 0; k < code->events->len; k++)
    if (model_code_event (code, k)->trigger == MODEL_TRIGGER_EVERY)
      {
        begin_case (out, numbers, k, model_code_event (code, k));
        if (!model_code_body (code, out, "      ", &model_code_event (code, k)->every, 1, "return {value};", NULL, error))
          return FALSE;
        g_string_append (out, "    }\n");
      }
  g_string_append (out, "  return 0;\n}\n\n/* Returns time n = 0, 1, ... of an event; INFINITY: it has fewer times. */\nstatic double\n"
                        "time_of (int event, double n, const double *p)\n{\n  (void) event, (void) n, (void) p;\n");
  for (guint k = 0; k < code->events->len; k++)
    {
      const ModelCodeEvent *event = model_code_event (code, k);

      if (event->trigger == MODEL_TRIGGER_CROSSING)
        continue;
      begin_case (out, numbers, k, event);
      if (event->trigger == MODEL_TRIGGER_EVERY
              ? !model_code_body (code, out, "      ", &event->offset, 1, "return {value} + n * period_of (event, p);", NULL, error)
              : !model_code_body (code, out, "      ", (const ExprValue *) (gpointer) event->times->data, (int) event->times->len, "if (n == {k})\n        return {value};", NULL,
                                  error))
        return FALSE;
      g_string_append (out, "    }\n");
    }
  g_string_append (out, "  return INFINITY;\n}\n");
  return TRUE;
}

/* Appends assignments to the states of an event. Returns FALSE with an error. */
static gboolean
write_assignments (ModelCode *code, GString *out, const GArray *states, const GArray *values, GError **error)
{
  g_auto (GStrv) targets = g_new0 (char *, states->len + 1);

  for (guint i = 0; i < states->len; i++)
    targets[i] = g_strdup_printf ("%d", g_array_index (states, int, i));
  return states->len == 0
         || model_code_body (code, out, "      ", (const ExprValue *) (gconstpointer) values->data, (int) values->len, "after[{id}] = {value};", (const char *const *) targets, error);
}

/* Appends the functions that say whether events act, and that set the states. */
static gboolean
write_set (ModelCode *code, GString *out, const int *numbers, GError **error)
{
  g_string_append (out, "\n/* Returns whether an event acts. */\nstatic int\nholds (int event, double t, const double *x, const double *p)\n{\n  (void) event, (void) t, (void) x, (void) p;\n");
  for (guint k = 0; k < code->events->len; k++)
    if (model_code_event (code, k)->holds != EXPR_NO_VALUE)
      {
        begin_case (out, numbers, k, model_code_event (code, k));
        if (!model_code_body (code, out, "      ", &model_code_event (code, k)->holds, 1, "return ({value}) != 0;", NULL, error))
          return FALSE;
        g_string_append (out, "    }\n");
      }
  g_string_append (out, "  return 1;\n}\n\n/* Sets in after[N] the states that an event changes. Returns whether it ends the run. */\nstatic int\n"
                        "happen (int event, double t, const double *x, const double *p, double *after)\n{\n  (void) event, (void) t, (void) x, (void) p, (void) after;\n");
  for (guint k = 0; k < code->events->len; k++)
    {
      const ModelCodeEvent *event = model_code_event (code, k);

      begin_case (out, numbers, k, event);
      if (!write_assignments (code, out, event->targets, event->values, error))
        return FALSE;
      g_string_append_printf (out, "      return %d;\n    }\n", event->ends != EXPR_NO_VALUE);
    }
  g_string_append (out, "  return 0;\n}\n\n/* Sets in after[N] the discrete states that an event updates after all events have set states. */\nstatic void\n"
                        "update (int event, double t, const double *x, const double *p, double *after)\n{\n  (void) event, (void) t, (void) x, (void) p, (void) after;\n");
  for (guint k = 0; k < code->events->len; k++)
    if (model_code_event (code, k)->updated->len > 0)
      {
        begin_case (out, numbers, k, model_code_event (code, k));
        if (!write_assignments (code, out, model_code_event (code, k)->updated, model_code_event (code, k)->updates, error))
          return FALSE;
        g_string_append (out, "    }\n");
      }
  g_string_append (out, "}\n");
  g_string_append (out, model_code_text_events);
  return TRUE;
}

gboolean
model_code_c_events (ModelCode *code, GString *out, GError **error)
{
  g_autofree int *numbers = number_events (code);

  return write_crossings (code, out, numbers, error) && write_times (code, out, numbers, error) && write_set (code, out, numbers, error);
}
