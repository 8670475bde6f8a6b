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

/* Appends the function that computes the witnesses, and the directions of the crossings. */
static gboolean
write_crossings (ModelCode *code, GString *out, GError **error)
{
  g_autoptr (GArray) witnesses = model_code_witnesses (code);

  g_string_append_printf (out, "\n#define N_CROSSINGS %u\n#define N_EVENTS %u\n\n/* 1: a rising crossing, -1: a falling one, 0: both. */\nstatic const int way[] = { ",
                          witnesses->len, code->events->len);
  for (guint k = 0; k < code->events->len; k++)
    if (model_code_event (code, k)->trigger == MODEL_TRIGGER_CROSSING)
      g_string_append_printf (out, "%d, ", model_code_direction (model_code_event (code, k)));
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

/* Appends the function that sets the states. */
static gboolean
write_set (ModelCode *code, GString *out, const int *numbers, GError **error)
{
  g_string_append (out, "\n/* Sets in after[N] the states that an event changes. Returns whether it ends the run. */\nstatic int\n"
                        "happen (int event, double t, const double *x, const double *p, double *after)\n{\n  (void) t, (void) x, (void) p, (void) after;\n");
  for (guint k = 0; k < code->events->len; k++)
    {
      const ModelCodeEvent *event = model_code_event (code, k);
      const int n = (int) event->targets->len;
      g_auto (GStrv) targets = g_new0 (char *, n + 1);

      begin_case (out, numbers, k, event);
      for (int i = 0; i < n; i++)
        targets[i] = g_strdup_printf ("%d", g_array_index (event->targets, int, i));
      if (n > 0
          && !model_code_body (code, out, "      ", (const ExprValue *) (gpointer) event->values->data, n, "after[{id}] = {value};", (const char *const *) targets, error))
        return FALSE;
      /* In a block of its own, since the variables of the values have the same names. */
      if (event->ends != EXPR_NO_VALUE)
        {
          g_string_append (out, "      {\n");
          if (!model_code_body (code, out, "        ", &event->ends, 1, "return {value} != 0;", NULL, error))
            return FALSE;
          g_string_append (out, "      }\n");
        }
      else
        g_string_append (out, "      return 0;\n");
      g_string_append (out, "    }\n");
    }
  g_string_append (out, "  return 0;\n}\n");
  g_string_append (out, model_code_text_events);
  return TRUE;
}

gboolean
model_code_c_events (ModelCode *code, GString *out, GError **error)
{
  g_autofree int *numbers = number_events (code);

  return write_crossings (code, out, error) && write_times (code, out, numbers, error) && write_set (code, out, numbers, error);
}
