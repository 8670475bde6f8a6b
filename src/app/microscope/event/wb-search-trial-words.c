/* Writes what is found or missed in a step that was made again with another size, and why. */
#include <glib/gi18n.h>
#include <math.h>

#include "plot-format.h"
#include "plot-text.h"
#include "wb-search-words.h"

/* Returns the first crossing of the picture with this fate, or NULL. */
static const LabCrossing *
first_with (const LabCrossings *all, LabCrossingFate fate)
{
  for (int i = 0; i < all->n; i++)
    if (all->crossings[i].fate == fate)
      return &all->crossings[i];
  return NULL;
}

char *
wb_search_trial_title (const WbSearchPicture *picture)
{
  const LabCrossings *all = picture->crossings;

  if (all->found >= 0)
    return g_strdup (all->n_missed > 0 ? _("Found after a missed crossing") : _("Found"));
  if (all->n_missed > 0)
    return g_strdup (_("Missed"));
  if (all->other >= 0)
    return g_strdup (_("Another event happens first"));
  if (all->n > 0)
    return g_strdup (_("No crossing that counts"));
  return g_strdup (all->undefined ? _("No value in a part of the step") : _("No crossing seen in this step"));
}

char *
wb_search_trial_badge (const WbSearchPicture *picture, Model *model)
{
  g_autofree char *h = NULL;

  if (!picture->event->is_trial)
    return NULL;
  h = plot_text_value (picture->event->h_tried, 3, model_time_unit (model));
  return g_strdup_printf (_("*h* = %s, not that of the run"), h);
}

/* Returns a value and its unit as plain text. */
static char *
plain_value (double value, int digits, const char *unit)
{
  g_autofree char *rich = plot_text_value (value, digits, unit);

  return plot_text_plain (rich);
}

/* Returns how the step got its size if that is not the tried one, or NULL. */
static char *
size_sentence (const LabEvent *event, ModelSystem *system, const char *unit)
{
  g_autofree char *tried = plain_value (event->h_tried, 3, unit), *h = plain_value (event->h, 3, unit), *end = plain_value (event->t + event->h, 6, unit);
  g_autofree char *name = NULL;
  char error[32];

  if (event->n_rejected > 0)
    switch (event->first_outcome)
      {
      case ODE_ATTEMPT_REJECTED_NEWTON: return g_strdup_printf (_("With %s Newton's method does not converge; the step is made with %s."), tried, h);
      case ODE_ATTEMPT_REJECTED_UNDEFINED: return g_strdup_printf (_("With %s the model has no value; the step is made with %s."), tried, h);
      default:
        plot_format_number (event->first_error, 2, error, sizeof error);
        return g_strdup_printf (_("With %s the error is %s × the tolerance, so that the attempt is rejected; the step is made with %s."), tried, error, h);
      }
  if (!event->is_cut)
    return NULL;
  switch (event->cut_kind)
    {
    case ODE_STOP_SWITCH: return g_strdup_printf (_("The step ends at %s, where a condition of the equations changes."), end);
    case ODE_STOP_EVENT:
      if (event->cut_event < 0)
        return g_strdup_printf (_("The step ends at %s, where the equations jump."), end);
      name = wb_search_event_name (model_system_event (system, event->cut_event)->name);
      return g_strdup_printf (_("The step ends at %s, the time of the scheduled event %s."), end, name);
    default: return g_strdup_printf (_("The step ends at %s, the end of the run."), end);
    }
}

/* Returns the name of a sample of the search. */
static char *
sample_name (const WbSearchPicture *picture, const LabSearch *search, int k)
{
  const double position = search->look_s[k] / picture->event->h * (picture->looks + 1), number = rint (position);
  g_autofree char *t = NULL;

  if (k == 0)
    return g_strdup (_("the start"));
  if (k >= search->n_looks - 1)
    return g_strdup (_("the end"));
  if (number >= 1 && fabs (position - number) < 1e-9 * position)
    return g_strdup_printf (_("point %d"), (int) number);
  t = plain_value (picture->event->t + search->look_s[k], 6, NULL);
  return g_strdup_printf (_("the point at %s"), t);
}

/* Returns why the crossings beside the first missed one are not found. */
static char *
missed_sentence (const WbSearchPicture *picture, const char *unit)
{
  const LabCrossings *all = picture->crossings;
  const LabSearch *search = wb_search_picture_used (picture);
  const LabCrossing *first = first_with (all, LAB_CROSSING_HIDDEN);
  const double t = picture->event->t;
  g_autofree char *from = NULL, *to = NULL, *at = NULL, *second = NULL;
  char low[32], high[32];
  int n = 0, other = -1, next;

  if (first == NULL)
    first = first_with (all, LAB_CROSSING_BESIDE);
  if (first == NULL)
    return NULL;
  for (next = first->sample + 1; next < search->n_looks - 1 && isnan (search->look_g[next]);)
    next++;
  for (int i = 0; i < all->n; i++)
    if (all->crossings[i].sample == first->sample)
      {
        n++;
        if (&all->crossings[i] != first && other < 0)
          other = i;
      }
  from = sample_name (picture, search, first->sample);
  to = sample_name (picture, search, next);
  at = plain_value (t + first->s, 5, unit);
  if (first->fate == LAB_CROSSING_BESIDE || (search->look_g[first->sample] > 0) != (search->look_g[next] > 0))
    return g_strdup_printf (_("Between %s and %s the witness function crosses zero at least %d times; the search locates one of these crossings, and not that at %s."),
                            from, to, n, at);
  plot_format_number (search->look_g[first->sample], 3, low, sizeof low);
  plot_format_number (search->look_g[next], 3, high, sizeof high);
  if (n != 2 || other < 0)
    return g_strdup_printf (_("Between %s and %s the witness function crosses zero, at first at %s, and has the same sign at both: %s and %s."), from, to, at,
                            low, high);
  second = plain_value (t + all->crossings[other].s, 5, unit);
  return g_strdup_printf (_("The crossings at %s and %s lie between %s and %s, where the witness function has the same sign: %s and %s."), at, second, from,
                          to, low, high);
}

/* Returns why there is no crossing that the search could find. */
static char *
absent_sentence (const WbSearchPicture *picture, const char *unit)
{
  const LabCrossings *all = picture->crossings;
  const LabEvent *event = picture->event;
  const LabCrossing *crossing;
  g_autofree char *t = NULL, *end = plain_value (event->t + event->h, 6, unit);

  if (all->n == 0 && event->index != G_MAXSIZE && picture->witness == event->witness && event->record.t > event->t + event->h)
    {
      t = plain_value (event->record.t, 6, unit);
      return g_strdup_printf (_("The step ends at %s; the event of the run, at %s, lies after it."), end, t);
    }
  if (all->n == 0)
    return g_strdup_printf (_("The witness function keeps its sign at %d times between the ends of the step."), LAB_CROSSING_TIMES - 2);
  if ((crossing = first_with (all, LAB_CROSSING_CONDITION)) != NULL)
    {
      t = plain_value (event->t + crossing->s, 5, unit);
      return g_strdup_printf (_("The crossing at %s is located, and the condition of the event is false there."), t);
    }
  if ((crossing = first_with (all, LAB_CROSSING_START)) != NULL)
    {
      t = plain_value (event->t + crossing->s, 5, unit);
      return g_strdup_printf (_("The crossing at %s lies before the first point at which the search knows the sign of the witness function."), t);
    }
  if ((crossing = first_with (all, LAB_CROSSING_DIRECTION)) != NULL)
    {
      t = plain_value (event->t + crossing->s, 5, unit);
      return g_strdup_printf (_("At %s the witness function crosses zero in the direction that is no event."), t);
    }
  return g_strdup (_("The search locates no crossing."));
}

static char *
crossing_sentence (const WbSearchPicture *picture, ModelSystem *system, const char *unit)
{
  const LabCrossings *all = picture->crossings;
  const double t = picture->event->t;
  g_autofree char *missed = all->n_missed > 0 ? missed_sentence (picture, unit) : NULL, *at = NULL, *name = NULL;

  if (all->found >= 0)
    {
      at = plain_value (t + all->crossings[all->found].s, 6, unit);
      return missed != NULL ? g_strdup_printf (_("%s The search then finds that at %s."), missed, at) : g_strdup_printf (_("The search finds the crossing at %s."), at);
    }
  if (missed != NULL)
    return g_steal_pointer (&missed);
  if (all->other < 0)
    return absent_sentence (picture, unit);
  at = plain_value (t + all->other_s, 6, unit);
  name = wb_search_event_name (model_system_event (system, all->other)->name);
  return g_strdup_printf (_("%s happens at %s and ends the step there."), name, at);
}

char *
wb_search_trial_sentence (const WbSearchPicture *picture, ModelSystem *system)
{
  const char *unit = model_time_unit (model_system_model (system));
  g_autofree char *size = size_sentence (picture->event, system, unit), *crossing = crossing_sentence (picture, system, unit);

  return size != NULL ? g_strdup_printf ("%s %s", size, crossing) : g_steal_pointer (&crossing);
}
