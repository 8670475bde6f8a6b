/* Stores one integrator of a comparison and describes its step, invariant, time and behaviour in words. */
#include "wb-compare-entry.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "plot-format.h"
#include "plot-text.h"
#include "plot-theme.h"
#include "wb-translate.h"

struct _WbCompareEntry
{
  GObject parent_instance;
  const OdeMethod *method;
  char *name;
  int color;
  gboolean visible;
  const LabComparisonEntry *result;
};

G_DEFINE_FINAL_TYPE (WbCompareEntry, wb_compare_entry, G_TYPE_OBJECT)

static void
wb_compare_entry_finalize (GObject *object)
{
  g_free (WB_COMPARE_ENTRY (object)->name);
  G_OBJECT_CLASS (wb_compare_entry_parent_class)->finalize (object);
}

static void
wb_compare_entry_class_init (WbCompareEntryClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = wb_compare_entry_finalize;
}

static void
wb_compare_entry_init (WbCompareEntry *self)
{
  self->visible = TRUE;
  self->color = 1;
}

/* Returns the name of a method without remarks in parentheses and without the order 1: "Verlet 2 (Simbody)" becomes "Verlet 2",
 * "Semi-explicit Euler 1" becomes "Semi-explicit Euler". Higher orders stay, because they distinguish the methods of a family. */
static char *
short_name (const OdeMethod *method)
{
  const char *label = wb_translate (method->label), *comma, *remark;
  gsize length;
  g_autofree char *name = NULL;

  if (strcmp (method->id, "explicit_euler") == 0)
    return g_strdup (_("Explicit Euler"));
  if (strcmp (method->id, "runge_kutta4") == 0)
    return g_strdup (_("Runge–Kutta 4"));
  /* "Radau IIA, orders 5, 9 and 13" becomes "Radau IIA" */
  /* "Dormand–Prince 8(5,3)" stays as it is */
  comma = strstr (label, ", ");
  remark = strstr (label, " (");
  length = strlen (label);
  if (comma != NULL)
    length = MIN (length, (gsize) (comma - label));
  if (remark != NULL)
    length = MIN (length, (gsize) (remark - label));
  name = g_strndup (label, length);
  if (g_str_has_suffix (name, " 1"))
    name[strlen (name) - 2] = '\0';
  return g_steal_pointer (&name);
}

WbCompareEntry *
wb_compare_entry_new (const OdeMethod *method, int color)
{
  WbCompareEntry *self = g_object_new (WB_TYPE_COMPARE_ENTRY, NULL);

  self->method = method;
  self->name = short_name (method);
  self->color = color;
  return self;
}

const OdeMethod *wb_compare_entry_method (WbCompareEntry *self) { return self->method; }
const char *wb_compare_entry_name (WbCompareEntry *self) { return self->name; }
int wb_compare_entry_color (WbCompareEntry *self) { return self->color; }
void wb_compare_entry_set_color (WbCompareEntry *self, int color) { self->color = CLAMP (color, 1, PLOT_N_STYLES); }
gboolean wb_compare_entry_visible (WbCompareEntry *self) { return self->visible; }
void wb_compare_entry_set_visible (WbCompareEntry *self, gboolean visible) { self->visible = visible; }
const LabComparisonEntry *wb_compare_entry_result (WbCompareEntry *self) { return self->result; }
void wb_compare_entry_set_result (WbCompareEntry *self, const LabComparisonEntry *result) { self->result = result; }

/* Returns the step size or the accuracy as text: "h 0.031" or "10⁻⁵" for chips, "0.0314" or "adaptive" for the
 * table. */
char *
wb_compare_entry_step_text (WbCompareEntry *self, gboolean with_sign)
{
  const LabComparisonEntry *result = self->result;
  char number[64];

  if (result == NULL || result->refused != NULL)
    return g_strdup (result != NULL ? "—" : "");
  if (!result->fixed && !with_sign)
    return g_strdup (_("adaptive"));
  if (!result->fixed)
    {
      double exponent = log10 (result->accuracy);

      if (fabs (exponent - rint (exponent)) < 0.02)
        plot_format_power ((int) rint (exponent), number, sizeof number);
      else
        plot_format_number (result->accuracy, 2, number, sizeof number);
      return g_strdup (number);
    }
  /* A chip has space for three decimals only. */
  plot_format_number (result->h, with_sign && result->h < 0.1 ? 2 : 3, number, sizeof number);
  return with_sign ? g_strdup_printf ("*h* %s", number) : g_strdup (number);
}

const char *
wb_compare_invariant_name (const LabComparison *comparison)
{
  return g_strcmp0 (comparison->invariant_name, "energy") == 0 ? _("energy") : comparison->invariant_name;
}

char *
wb_compare_time_text (const LabComparison *comparison, double t)
{
  return plot_text_value (t, 3, comparison->time_unit);
}

/* Returns a phrase that describes the behaviour of the run, or "" if the behaviour is not
 * known. */
static char *
behaviour_words (const LabComparisonEntry *result, const LabComparison *comparison)
{
  const char *phrase = lab_behaviour_phrase (result->behaviour), *percent;
  g_autofree char *before = NULL, *subject = NULL;

  if (phrase[0] == '\0')
    return g_strdup ("");
  phrase = _(phrase);
  percent = strstr (phrase, "%s");
  if (percent == NULL)
    return g_strdup (phrase);
  before = g_strndup (phrase, percent - phrase);
  if (result->behaviour == LAB_BEHAVIOUR_LEAVES)
    subject = wb_compare_time_text (comparison, result->t_left);
  else if (result->behaviour == LAB_BEHAVIOUR_FOLLOWS_TO)
    subject = wb_compare_time_text (comparison, comparison->reference_end);
  else
    subject = g_strdup (wb_compare_invariant_name (comparison));
  return g_strconcat (before, subject, percent + 2, NULL);
}

char *
wb_compare_entry_behaviour_text (WbCompareEntry *self, const LabComparison *comparison)
{
  const LabComparisonEntry *result = self->result;
  const char *instead;
  g_autofree char *words = NULL;

  if (result == NULL || comparison == NULL)
    return g_strdup ("");
  if (result->refused != NULL)
    return g_strdup (result->refused);
  words = behaviour_words (result, comparison);
  instead = lab_comparison_outcome_phrase (result->outcome);
  if (instead[0] == '\0')
    return words[0] != '\0' ? g_steal_pointer (&words) : g_strdup ("—");
  return words[0] != '\0' ? g_strdup_printf ("%s · %s", words, _(instead)) : g_strdup (_(instead));
}

char *
wb_compare_entry_why (WbCompareEntry *self, const LabComparison *comparison)
{
  const LabComparisonEntry *result = self->result;
  gboolean by_error;
  char number[64];

  if (result == NULL || comparison == NULL || result->refused != NULL)
    return NULL;
  by_error = comparison->reference_known && !(comparison->reference_end < comparison->t_end);
  if (result->outcome == LAB_COMPARISON_OWN_STEPS)
    return g_strdup (_("This method chooses its steps itself."));
  if (comparison->rule == LAB_COMPARISON_COST)
    plot_format_count ((guint64) comparison->value, number, sizeof number);
  else
    plot_format_number (comparison->value, 2, number, sizeof number);
  switch (result->outcome)
    {
    case LAB_COMPARISON_LOOSEST:
      return comparison->rule == LAB_COMPARISON_COST
                 ? g_strdup_printf (_("At the loosest accuracy of this method, it still needs more than %s evaluations."), number)
             : by_error ? g_strdup_printf (_("At the loosest accuracy of this method, its error stays below %s."), number)
                        : g_strdup_printf (_("This method does not support an accuracy as loose as %s."), number);
    case LAB_COMPARISON_TIGHTEST:
      return comparison->rule == LAB_COMPARISON_COST
                 ? g_strdup_printf (_("At the tightest accuracy of this method, it needs fewer than %s evaluations."), number)
             : by_error ? g_strdup_printf (_("At the tightest accuracy of this method, its error stays above %s."), number)
                        : g_strdup_printf (_("This method does not support an accuracy as tight as %s."), number);
    case LAB_COMPARISON_NEAREST:
      return comparison->rule == LAB_COMPARISON_COST
                 ? g_strdup_printf (_("No tested setting needs %s evaluations: the number changes in jumps."), number)
                 : g_strdup_printf (_("No tested setting gives an error of %s at the end."), number);
    default:
      return NULL;
    }
}
