/* The run of a member is the transient, and the exponent is measured from its end. The flow has a separate model instance, which is set to
 * the values of one member after another. */
#include "lab-exponent.h"

#include <math.h>

#include "lab-lanes-private.h"
#include "lab-lyapunov.h"

struct LabExponent
{
  LabFlow *flow; /* flow for the integration; NULL: no record needs it */
};

static gboolean
is_wanted (const LabEnsemble *ensemble)
{
  for (guint k = 0; k < ensemble->records->len; k++)
    if (g_array_index (ensemble->records, LabRecord, k).reducer == LAB_REDUCE_LYAPUNOV)
      return TRUE;
  return FALSE;
}

LabExponent *
lab_exponent_new (const LabEnsemble *ensemble, GError **error)
{
  g_autoptr (LabExponent) exponent = g_new0 (LabExponent, 1);

  if (!is_wanted (ensemble))
    return g_steal_pointer (&exponent);
  exponent->flow = lab_flow_new (&ensemble->problem, error);
  if (exponent->flow == NULL || !lab_flow_require_smooth (exponent->flow, error))
    return NULL;
  return g_steal_pointer (&exponent);
}

void
lab_exponent_free (LabExponent *exponent)
{
  if (exponent == NULL)
    return;
  lab_flow_free (exponent->flow);
  g_free (exponent);
}

static gboolean
go_on (gpointer user, double fraction)
{
  const LabSource *source = user;

  return !source->cancelled (source->user);
}

gboolean
lab_exponent_fill (LabExponent *exponent, LabLanes *lanes, guint64 member, LabOutcome outcome, double t, const double *x)
{
  const LabEnsemble *ensemble = lanes->ensemble;
  int first = lab_ensemble_first_record (ensemble);
  LabProgress progress = { go_on, (gpointer) lanes->source };

  if (exponent->flow == NULL || outcome != LAB_MEMBER_ENDED || !lab_lanes_set_member (lanes, exponent->flow->system, member, NULL))
    return TRUE;
  for (guint k = 0; k < ensemble->records->len; k++)
    {
      const LabRecord *record = &g_array_index (ensemble->records, LabRecord, k);

      if (record->reducer == LAB_REDUCE_LYAPUNOV
          && !lab_lyapunov_largest (exponent->flow, t, x, record->time, &progress, &lanes->columns[first + (int) k]))
        return FALSE;
    }
  return TRUE;
}
