/* Computes orbit diagrams. For each of the equally spaced values p_k = from + k (to − from)/(n − 1), k = 0 … n − 1,
 * of a parameter, one run begins at the initial values of the problem, and the values of a quantity at the points of
 * a section after the transient are kept. Every run begins at the same state, not at the end of the run before, so
 * that the points for one value do not depend on the range or on the number of values. A diagram therefore shows one
 * of several attractors, and no hysteresis. */
#include "lab-orbit.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-option.h"
#include "lab-problem.h"

static void
point_clear (gpointer item)
{
  g_free (((LabOrbitPoint *) item)->values);
  g_free (((LabOrbitPoint *) item)->message);
}

void
lab_orbit_free (LabOrbit *orbit)
{
  if (orbit == NULL)
    return;
  g_array_unref (orbit->points);
  g_free (orbit);
}

/* A problem in which one more parameter is set. */
typedef struct
{
  const LabProblem *base;
  const char *name;
  double value;
} Varied;

/* Prepares an instance as the problem does, and then sets the varied parameter, which therefore replaces a value that
 * the problem gives. */
static gboolean
prepare_varied (ModelSystem *system, gpointer user, GError **error)
{
  const Varied *varied = user;

  return (varied->base->prepare == NULL || varied->base->prepare (system, varied->base->user, error))
         && model_system_set_parameter (system, varied->name, varied->value, error);
}

typedef struct
{
  const LabProgress *outer;
  int done, total;
} Part;

static gboolean
report_part (gpointer user, double fraction)
{
  const Part *part = user;

  return lab_progress_report (part->outer, (part->done + fraction) / part->total, NULL);
}

LabOrbit *
lab_orbit (const LabProblem *problem, const LabRange *range, const char *quantity, const LabSection *section, double transient, int keep,
           const LabProgress *progress, LabOrbitFunc each, gpointer user, GError **error)
{
  g_autoptr (LabOrbit) orbit = g_new0 (LabOrbit, 1);
  Varied varied = { problem, range->name, 0 };
  LabProblem one = *problem;
  Part part = { progress, 0, range->n };
  LabProgress inner = { report_part, &part };

  orbit->points = g_array_new (FALSE, TRUE, sizeof (LabOrbitPoint));
  g_array_set_clear_func (orbit->points, point_clear);
  one.prepare = prepare_varied;
  one.user = &varied;
  for (int k = 0; k < range->n; k++, part.done++)
    {
      LabOrbitPoint point = { .p = k == range->n - 1 ? range->to : range->from + (range->to - range->from) * k / (range->n - 1) };
      g_autoptr (LabPoints) points = NULL;

      varied.value = point.p;
      points = lab_section_run (&one, NULL, section, &quantity, 1, transient, keep, NULL, NULL, &inner, error);
      if (points == NULL)
        return NULL;
      point.n_values = (int) points->values->len;
      point.values = g_memdup2 (points->values->data, sizeof (double) * points->values->len);
      point.message = g_strdup (points->message);
      g_array_append_val (orbit->points, point);
      if (each != NULL)
        each (user, &point);
    }
  return g_steal_pointer (&orbit);
}

gboolean
lab_section_read (LabSection *section, const LabProblem *problem, const char *expression, const char *direction, const char *strobe,
                  const char *quantity, GError **error)
{
  *section = (LabSection) { .kind = LAB_SECTION_CROSSING, .expression = expression };
  if (strcmp (direction, "rising") != 0 && strcmp (direction, "falling") != 0)
    {
      lab_option_set_error (error, "direction", _("'direction' must be rising or falling, not '%s'"), direction);
      return FALSE;
    }
  section->falling = strcmp (direction, "falling") == 0;
  if (expression != NULL && strobe != NULL)
    {
      lab_option_set_error (error, "section", _("give one of 'section' and 'strobe', not both"));
      return FALSE;
    }
  if (strobe != NULL)
    {
      section->kind = LAB_SECTION_STROBE;
      return lab_option_quantity (problem, "strobe", strobe, &section->period, error);
    }
  if (expression == NULL && quantity == NULL)
    {
      lab_option_set_error (error, "section", _("give a 'section', such as x - 1, or a 'strobe' period"));
      return FALSE;
    }
  if (expression == NULL)
    *section = (LabSection) { .kind = LAB_SECTION_MAXIMA, .expression = quantity };
  return TRUE;
}
