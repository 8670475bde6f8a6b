#include "wb-search-words.h"

#include <glib/gi18n.h>

#include "plot-text.h"

char *
wb_search_event_title (ModelSystem *system, int event, gsize located)
{
  g_autofree char *name = wb_search_event_name (model_system_event (system, event)->name);

  return located > 0 ? g_strdup_printf ("%s %lu", name, (gulong) located) : g_strdup (name);
}

char *
wb_search_about (const LabEvent *event, Model *model)
{
  const char *unit = model_time_unit (model);
  g_autofree char *name = plot_text_escape (model_name (model)), *at = NULL;
  g_autofree char *t = plot_text_value (event->t, 6, unit), *h = plot_text_value (event->h, 4, unit);

  if (event->index == G_MAXSIZE)
    return g_strdup_printf (_("%s, step from *t* = %s over *h* = %s"), name, t, h);
  at = plot_text_value (event->record.t, 8, unit);
  return g_strdup_printf (_("%s, step from *t* = %s over *h* = %s, event at %s"), name, t, h, at);
}

char *
wb_search_shape_title (const WbSearchPicture *picture)
{
  switch (picture->shape)
    {
    case LAB_EVENT_ONE_CROSSING: return g_strdup (_("One crossing"));
    case LAB_EVENT_TWO_CROSSINGS: return g_strdup (_("Two crossings between the ends"));
    case LAB_EVENT_TOUCHES: return g_strdup (_("Touches without crossing"));
    case LAB_EVENT_STARTS_AT_ZERO: return g_strdup (_("Starts at zero"));
    default: return g_strdup (_("No event in this step"));
    }
}

/* Returns the number of the first look at which the witness has another sign than at the start, or −1 if there is none. */
static int
deciding_look (const WbSearchPicture *picture)
{
  const LabSearch *used = wb_search_picture_used (picture);

  for (int k = 1; k + 1 < used->n_looks; k++)
    if ((used->look_g[k] > 0) != (used->look_g[0] > 0))
      return k;
  return -1;
}

char *
wb_search_shape_sentence (const WbSearchPicture *picture)
{
  const int look = deciding_look (picture);

  switch (picture->shape)
    {
    case LAB_EVENT_ONE_CROSSING:
      return g_strdup (picture->g[0] > 0 ? _("The witness function is positive at the start of the step and not at the end.")
                                         : _("The witness function is negative at the start of the step and not at the end."));
    case LAB_EVENT_TWO_CROSSINGS:
      return look > 0 ? g_strdup_printf (_("The witness function has the same sign at both ends of the step and the opposite sign at point %d."), look)
                      : g_strdup (_("The witness function has the same sign at both ends of the step, and no guard point lies between the crossings."));
    case LAB_EVENT_TOUCHES: return g_strdup (_("The witness function becomes zero and keeps its sign."));
    case LAB_EVENT_STARTS_AT_ZERO: return g_strdup (_("The sign shortly after the start of the step is used."));
    default: return g_strdup (_("The witness function keeps its sign."));
    }
}
