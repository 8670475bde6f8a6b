#include "wb-compare-lane.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "plot-format.h"
#include "plot-text.h"
#include "wb-words.h"

struct _WbCompareLane
{
  GObject parent_instance;
  const OdeMethod *method;
  char *name;
  int color;
  gboolean visible;
  const LabRacer *racer;
};

G_DEFINE_FINAL_TYPE (WbCompareLane, wb_compare_lane, G_TYPE_OBJECT)

static void
wb_compare_lane_finalize (GObject *object)
{
  g_free (WB_COMPARE_LANE (object)->name);
  G_OBJECT_CLASS (wb_compare_lane_parent_class)->finalize (object);
}

static void
wb_compare_lane_class_init (WbCompareLaneClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = wb_compare_lane_finalize;
}

static void
wb_compare_lane_init (WbCompareLane *self)
{
  self->visible = TRUE;
  self->color = 1;
}

/* "Verlet 2 (Simbody)" → "Verlet 2", "Semi-explicit Euler 1" → "Semi-explicit Euler".
 * Orders above 1 stay: they tell methods of a family apart. */
static char *
short_name (const OdeMethod *method)
{
  const char *label = wb_words (method->label);
  g_autofree char *name = NULL;

  if (strcmp (method->id, "explicit_euler") == 0)
    return g_strdup (_("Explicit Euler"));
  if (strcmp (method->id, "runge_kutta4") == 0)
    return g_strdup (_("Runge–Kutta 4"));
  /* "Radau IIA, orders 5, 9 and 13" → "Radau IIA" */
  name = g_strndup (label, MIN (strcspn (label, ","), (gsize) (strstr (label, " (") != NULL ? strstr (label, " (") - label : G_MAXINT)));
  if (g_str_has_suffix (name, " 1"))
    name[strlen (name) - 2] = '\0';
  return g_steal_pointer (&name);
}

WbCompareLane *
wb_compare_lane_new (const OdeMethod *method, int color)
{
  WbCompareLane *self = g_object_new (WB_TYPE_COMPARE_LANE, NULL);

  self->method = method;
  self->name = short_name (method);
  self->color = color;
  return self;
}

const OdeMethod *wb_compare_lane_method (WbCompareLane *self) { return self->method; }
const char *wb_compare_lane_name (WbCompareLane *self) { return self->name; }
int wb_compare_lane_color (WbCompareLane *self) { return self->color; }
void wb_compare_lane_set_color (WbCompareLane *self, int color) { self->color = CLAMP (color, 1, 6); }
gboolean wb_compare_lane_visible (WbCompareLane *self) { return self->visible; }
void wb_compare_lane_set_visible (WbCompareLane *self, gboolean visible) { self->visible = visible; }
const LabRacer *wb_compare_lane_racer (WbCompareLane *self) { return self->racer; }
void wb_compare_lane_set_racer (WbCompareLane *self, const LabRacer *racer) { self->racer = racer; }

/* "h 0.031" and "10⁻⁵" on chips; "0.0314" and "adaptive" in the table. */
char *
wb_compare_lane_step_text (WbCompareLane *self, gboolean with_sign)
{
  const LabRacer *racer = self->racer;
  char number[64];

  if (racer == NULL || racer->refused != NULL)
    return g_strdup (racer != NULL ? "—" : "");
  if (!racer->fixed && !with_sign)
    return g_strdup (_("adaptive"));
  if (!racer->fixed)
    {
      double exponent = log10 (racer->accuracy);

      if (fabs (exponent - rint (exponent)) < 0.02)
        plot_format_power ((int) rint (exponent), number, sizeof number);
      else
        plot_format_number (racer->accuracy, 2, number, sizeof number);
      return g_strdup (number);
    }
  /* Chips have room for three decimals. */
  plot_format_number (racer->h, with_sign && racer->h < 0.1 ? 2 : 3, number, sizeof number);
  return with_sign ? g_strdup_printf ("*h* %s", number) : g_strdup (number);
}

const char *
wb_compare_invariant_name (const LabRace *race)
{
  return g_strcmp0 (race->invariant_name, "energy") == 0 ? _("energy") : race->invariant_name;
}

char *
wb_compare_time_text (const LabRace *race, double t)
{
  return plot_text_value (t, 3, race->time_unit);
}

/* The words for what became of the run; "": there are none. */
static char *
behaviour_words (const LabRacer *racer, const LabRace *race)
{
  const char *phrase = lab_behaviour_phrase (racer->behaviour), *percent;
  g_autofree char *before = NULL, *subject = NULL;

  if (phrase[0] == '\0')
    return g_strdup ("");
  phrase = _(phrase);
  percent = strstr (phrase, "%s");
  if (percent == NULL)
    return g_strdup (phrase);
  before = g_strndup (phrase, percent - phrase);
  if (racer->behaviour == LAB_BEHAVIOUR_LEAVES)
    subject = wb_compare_time_text (race, racer->t_left);
  else if (racer->behaviour == LAB_BEHAVIOUR_FOLLOWS_TO)
    subject = wb_compare_time_text (race, race->truth_end);
  else
    subject = g_strdup (wb_compare_invariant_name (race));
  return g_strconcat (before, subject, percent + 2, NULL);
}

char *
wb_compare_lane_behaviour_text (WbCompareLane *self, const LabRace *race)
{
  const LabRacer *racer = self->racer;
  const char *instead;
  g_autofree char *words = NULL;

  if (racer == NULL || race == NULL)
    return g_strdup ("");
  if (racer->refused != NULL)
    return g_strdup (racer->refused);
  words = behaviour_words (racer, race);
  instead = lab_race_outcome_phrase (racer->outcome);
  if (instead[0] == '\0')
    return words[0] != '\0' ? g_steal_pointer (&words) : g_strdup ("—");
  return words[0] != '\0' ? g_strdup_printf ("%s · %s", words, _(instead)) : g_strdup (_(instead));
}

char *
wb_compare_lane_why (WbCompareLane *self, const LabRace *race)
{
  const LabRacer *racer = self->racer;
  gboolean by_error;
  char number[64];

  if (racer == NULL || race == NULL || racer->refused != NULL)
    return NULL;
  by_error = race->truth_known && !(race->truth_end < race->t_end);
  if (racer->outcome == LAB_RACE_OWN_STEPS)
    return g_strdup (_("This method chooses its steps itself."));
  if (race->rule == LAB_RACE_COST)
    plot_format_count ((guint64) race->value, number, sizeof number);
  else
    plot_format_number (race->value, 2, number, sizeof number);
  switch (racer->outcome)
    {
    case LAB_RACE_LOOSEST:
      return race->rule == LAB_RACE_COST
                 ? g_strdup_printf (_("At the loosest accuracy that this method takes, it still needs more than %s evaluations."), number)
             : by_error ? g_strdup_printf (_("At the loosest accuracy that this method takes, its error stays below %s."), number)
                        : g_strdup_printf (_("This method does not take an accuracy as loose as %s."), number);
    case LAB_RACE_TIGHTEST:
      return race->rule == LAB_RACE_COST
                 ? g_strdup_printf (_("At the tightest accuracy that this method takes, it needs fewer than %s evaluations."), number)
             : by_error ? g_strdup_printf (_("At the tightest accuracy that this method takes, its error stays above %s."), number)
                        : g_strdup_printf (_("This method does not take an accuracy as tight as %s."), number);
    case LAB_RACE_NEAREST:
      return race->rule == LAB_RACE_COST
                 ? g_strdup_printf (_("No setting that was tried needs %s evaluations: their number jumps."), number)
                 : g_strdup_printf (_("No setting that was tried ends with an error of %s."), number);
    default:
      return NULL;
    }
}
