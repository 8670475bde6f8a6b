/* Writes the sentences about the shape of the witness and the rate of the root finder. */
#include "wb-search-words.h"

#include <glib/gi18n.h>
#include <math.h>

#include "plot-format.h"
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

/* Returns the witness, after the event, of the rising or the falling event whose `slide` names the discrete state `phase`; NaN: there is none. The
 * witness of such an event is a rate of motion towards the surface. */
static double
rate_of (const LabEvent *event, ModelSystem *system, int phase, ModelDirection direction)
{
  for (int k = 0; k < model_system_n_events (system); k++)
    {
      const ModelEvent *other = model_system_event (system, k);

      if (other->slides && other->phase == phase && other->direction == direction)
        return event->g_after[k];
    }
  return NAN;
}

char *
wb_search_phase_sentence (const WbSearchPicture *picture, ModelSystem *system)
{
  const LabEvent *event = picture->event;
  const ModelEvent *info = model_system_event (system, event->witness);
  const int at = event->n_states + info->phase;
  gboolean begins;
  char second[32], above[32], below[32];

  if (!(info->rests || info->slides) || event->g_after == NULL || picture->witness != event->witness
      || (event->before[at] == 1) == (event->after[at] == 1))
    return NULL;
  begins = event->after[at] == 1;
  if (!begins)
    return g_strdup_printf (info->rests ? _ ("The rest ends: without the contact force the second derivative of %s is zero here, and the motion leaves the "
                                             "surface.")
                                        : _ ("The sliding ends: the rate of %s on one side is zero here, and the motion leaves the surface on this side."),
                            info->crossing);
  if (info->rests)
    {
      /* The witness of a rest is the negative second derivative. */
      plot_format_number (-event->g_after[event->witness], 4, second, sizeof second);
      return g_strdup_printf (_ ("A rest begins: without the contact force the second derivative of %s would be %s, into the surface. At zero it ends."),
                              info->crossing, second);
    }
  plot_format_number (rate_of (event, system, info->phase, MODEL_DIRECTION_RISING), 4, above, sizeof above);
  plot_format_number (rate_of (event, system, info->phase, MODEL_DIRECTION_FALLING), 4, below, sizeof below);
  return g_strdup_printf (_ ("A sliding begins: the rate of %s is %s above the surface and %s below it, back to it. Where one is zero, it ends."), info->crossing,
                          above, below);
}
