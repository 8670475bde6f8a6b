/* Tells which events of an attempt are points and which are shown one after another, names them, and chooses the
 * states on the axes. */
#include "wb-attempt-scene.h"

#include <glib/gi18n.h>

/* ---- playing the stages ---- */

gboolean
wb_attempt_scene_is_point (const OdeTraceEvent *event)
{
  return (event->kind == ODE_TRACE_STAGE || event->kind == ODE_TRACE_KICK || event->kind == ODE_TRACE_DRIFT || event->kind == ODE_TRACE_ENTRY)
         && event->x != NULL;
}

gboolean
wb_attempt_scene_is_played (const OdeTraceEvent *event)
{
  return wb_attempt_scene_is_point (event) || (event->kind == ODE_TRACE_ITERATE && event->index > 0);
}

char *
wb_attempt_scene_name (const LabAttempt *attempt, const OdeTraceEvent *event)
{
  switch (event->kind)
    {
    case ODE_TRACE_KICK: return g_strdup_printf (_("kick %d"), event->index);
    case ODE_TRACE_DRIFT: return g_strdup_printf (_("drift %d"), event->index);
    case ODE_TRACE_ENTRY: return g_strdup_printf ("*T*₍%d,%d₎", event->index, event->column);
    case ODE_TRACE_PAST: return event->index == 0 ? g_strdup (_("start")) : g_strdup_printf (_("point −%d"), event->index);
    default: return g_strdup_printf (lab_attempt_count (attempt, ODE_TRACE_ITERATE) > 0 ? "*Z_%d*" : "*k_%d*", event->index);
    }
}

int
wb_attempt_scene_length (const LabAttempt *attempt)
{
  int n = 0;

  for (int i = 0; i < attempt->n_events; i++)
    n += wb_attempt_scene_is_played (&attempt->events[i]);
  return n;
}

/* ---- choice of states ---- */

/* Finds a position and its velocity for a splitting method: a state whose slope in the first kick equals another state. */
static gboolean
find_pair (const LabAttempt *attempt, int *states)
{
  for (int i = 0; i < attempt->n_events; i++)
    {
      const OdeTraceEvent *event = &attempt->events[i];

      if (event->kind != ODE_TRACE_KICK || event->k == NULL)
        continue;
      for (int x = 0; x < attempt->n_states; x++)
        for (int v = 0; v < attempt->n_states; v++)
          if (v != x && event->k[x] == attempt->x0[v] && event->k[x] != 0)
            {
              states[0] = x;
              states[1] = v;
              return TRUE;
            }
      break;
    }
  return FALSE;
}

int
wb_attempt_scene_states (const WbAttemptScene *scene, int n, int *states)
{
  const LabAttempt *attempt = scene->attempt;
  int count = 0;

  if (attempt->n_states <= n && scene->n_chosen == 0)
    {
      for (; count < attempt->n_states; count++)
        states[count] = count;
      return count;
    }
  for (int k = 0; k < scene->n_chosen && count < n; k++)
    if (scene->chosen[k] < attempt->n_states)
      states[count++] = scene->chosen[k];
  if (count > 0)
    return count;
  if (n == 2 && find_pair (attempt, states))
    return 2;
  for (int k = 0; k < ODE_ATTEMPT_WORST && count < n; k++)
    if (attempt->record.worst[k] >= 0)
      states[count++] = attempt->record.worst[k];
  for (int i = 0; count < MIN (n, attempt->n_states); i++)
    {
      gboolean taken = FALSE;

      for (int k = 0; k < count; k++)
        taken = taken || states[k] == i;
      if (!taken)
        states[count++] = i;
    }
  return count;
}
