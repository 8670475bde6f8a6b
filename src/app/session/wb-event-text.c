/* Writes the trigger and the actions of an event as rich text. */
#include "wb-event-text.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "plot-format.h"
#include "sim-accumulation.h"

/* The comparison operators of model files, and the signs with which they are shown. */
static const struct { const char *written, *printed; } signs[]
  = { { "==", " = " }, { "!=", " ≠ " }, { "<=", " ≤ " }, { ">=", " ≥ " }, { "<", " < " }, { ">", " > " } };

/* Appends an expression as rich text: names in italics, products without a star, and true minus
 * signs. */
static void
append_expression (GString *out, const char *text, gssize length)
{
  const char *end = length < 0 ? text + strlen (text) : text + length;

  for (const char *p = text; p < end;)
    {
      gsize sign = 0;

      if (g_ascii_isalpha (*p) || *p == '_')
        {
          const char *stop = p;
          g_autofree char *name = NULL;

          while (stop < end && (g_ascii_isalnum (*stop) || *stop == '_'))
            stop++;
          name = g_strndup (p, stop - p);
          g_string_append_printf (out, stop < end && *stop == '(' ? "%s" : "*%s*", name);
          p = stop;
          continue;
        }
      while (sign < G_N_ELEMENTS (signs) && !g_str_has_prefix (p, signs[sign].written))
        sign++;
      if (sign < G_N_ELEMENTS (signs))
        {
          g_string_append (out, signs[sign].printed);
          p += strlen (signs[sign].written);
          while (p < end && *p == ' ')
            p++;
          continue;
        }
      /* A comparison operator is printed with spaces around it. */
      if (*p == ' ' && p + 1 < end && strchr ("=!<>", p[1]) != NULL)
        ;
      else if (*p == '*')
        g_string_append (out, "\u2009");
      else if (*p == '-')
        g_string_append (out, "−");
      else
        g_string_append_c (out, *p);
      p++;
    }
}

/* Returns the description of an event from the model file, with the names of states in italics. The word "a" is not taken as the name of a
 * state. */
static char *
own_words (ModelSystem *system, const char *about)
{
  GString *out = g_string_new (NULL);

  for (const char *p = about; *p != '\0';)
    {
      const char *stop = p;
      g_autofree char *word = NULL;
      int column;

      while (g_ascii_isalnum (*stop) || *stop == '_')
        stop++;
      if (stop == p)
        {
          if (*p == '*' || *p == '\\')
            g_string_append_c (out, '\\');
          g_string_append_c (out, *p++);
          continue;
        }
      word = g_strndup (p, stop - p);
      column = strcmp (word, "a") != 0 ? model_system_find_column (system, word) : -1;
      g_string_append_printf (out, column >= 0 && model_system_column (system, column)->type == MODEL_COLUMN_STATE ? "*%s*" : "%s", word);
      p = stop;
    }
  return g_string_free (out, FALSE);
}

/* Appends the actions of an event ("set v to −e v, set n to n + 1"). Omits an action that sets the crossing quantity to 0, because this
 * value follows from the trigger. */
static void
append_actions (GString *out, const ModelEvent *event)
{
  const char *const *actions = event->actions;
  int n = 0;

  for (guint i = 0; actions[i] != NULL && n < 3; i++)
    {
      const char *equals = strstr (actions[i], " = ");

      if (equals == NULL)
        {
          if (actions[i][0] != '\0')
            g_string_append_printf (out, "\n%s", actions[i]);
          continue;
        }
      if (strcmp (equals + 3, "0") == 0 && strlen (event->crossing) == (gsize) (equals - actions[i])
          && g_str_has_prefix (actions[i], event->crossing))
        continue;
      /* Translators: "set v to -0.8 v, set n to n + 1"; an assignment that an event makes. */
      g_string_append (out, n++ == 0 ? _("\nset ") : _(", set "));
      append_expression (out, actions[i], equals - actions[i]);
      /* Translators: joins "set v" and "-0.8 v". */
      g_string_append (out, _(" to "));
      append_expression (out, equals + 3, -1);
    }
}

char *
wb_event_text (ModelSystem *system, int index)
{
  /* Translators: these follow an expression: "when h falls through 0". */
  static const char *const ways[] = { N_(" crosses 0"), N_(" falls through 0"), N_(" rises through 0") };
  const ModelEvent *event = model_system_event (system, index);
  GString *out;

  if (event->about[0] != '\0')
    return own_words (system, event->about);
  /* Translators: the text of an event is made of these parts: "when h falls through 0 while v < 0", then "set v to -0.8 v, set n to n + 1". */
  out = g_string_new (_("when "));
  if (event->trigger == MODEL_TRIGGER_CROSSING)
    {
      append_expression (out, event->crossing, -1);
      g_string_append (out, _(ways[event->direction]));
      if (event->condition[0] != '\0')
        {
          /* Translators: joins the parts of "when h falls through 0 while v < 0". */
          g_string_append (out, _(" while "));
          append_expression (out, event->condition, -1);
        }
    }
  else
    {
      /* Escape the expressions in this text, whose stars are not markup. */
      g_autofree char *words = own_words (system, event->trigger_text);

      g_string_assign (out, words);
    }
  append_actions (out, event);
  return g_string_free (out, FALSE);
}

/* Finds an event of another kind that ended a series of events: the first event
 * after the series, if it had not occurred before. Returns FALSE if there is
 * none. */
static gboolean
find_end (SimTrajectory *trajectory, const SimAccumulation *row, SimEventRecord *end)
{
  gsize n = sim_trajectory_n_events (trajectory);

  for (gsize i = n; i-- > 0;)
    {
      SimEventRecord record = sim_trajectory_event (trajectory, i);

      if (record.t < row->t_last)
        {
          if (end->event >= 0 && record.event == end->event)
            return FALSE;
          continue;
        }
      if (record.event >= 0 && record.event != row->event && !record.pending)
        *end = record;
    }
  return end->event >= 0;
}

char *
wb_event_accumulation_text (WbRunItem *run)
{
  SimTrajectory *trajectory = wb_run_item_trajectory (run);
  ModelSystem *system = wb_run_item_system (run);
  const char *unit = model_time_unit (wb_run_item_model (run)), *space = unit[0] != '\0' ? "\u00a0" : "";
  SimEventRecord end = { .event = -1 };
  SimAccumulation row;
  char limit[32], count[32], t[32];
  g_autofree char *first = NULL, *second = NULL;

  if (!sim_accumulation_find (trajectory, -1, &row) || row.event >= model_system_n_events (system))
    return NULL;
  plot_format_number (row.t_limit, 4, limit, sizeof limit);
  first = g_strdup_printf (_("Events “%s” accumulate at *t_∞*\u00a0=\u00a0%s%s%s."),
                           model_system_event (system, row.event)->name, limit, space, unit);
  if (!find_end (trajectory, &row, &end) || end.event >= model_system_n_events (system))
    return g_steal_pointer (&first);
  plot_format_count (row.n_seen, count, sizeof count);
  plot_format_number (end.t, 4, t, sizeof t);
  second = g_strdup_printf (_("After %s of these events, “%s” occurred at %s%s%s."), count, model_system_event (system, end.event)->name,
                            t, space, unit);
  return g_strdup_printf ("%s %s", first, second);
}
