/* Relations that change no equation: samples, dense output, a snapshot in the middle, another method, another accuracy. */
#include <math.h>
#include <string.h>

#include "relation.h"

static double
span (const RelUse *use)
{
  return use->before->t - use->before->t_start;
}

static gboolean
samples (RelUse *use)
{
  use->samples = span (use) / 37.3;
  use->close = REL_EQUAL_BITS;
  use->keeps_steps = TRUE;
  return span (use) > 0;
}

const Relation relation_samples = { "samples", "samples between the steps leave the steps as they are", samples };

/* The sample is at the end of the run before. Dense output has at most ten times the error of the steps. */
static gboolean
dense (RelUse *use)
{
  use->samples = span (use);
  use->late = span (use) * g_rand_double_range (use->random, 0.02, 0.3);
  use->loosening = 10;
  return span (use) > 0 && use->before->reason == SIM_REACHED_END;
}

const Relation relation_dense = { "dense", "dense output inside a step is the end of a run to its time", dense };

static gboolean
split (RelUse *use)
{
  /* The history of CVODE cannot be copied; it begins again at order 1. */
  if (use->settings != NULL && strstr (use->settings, "cvode") != NULL)
    return FALSE;
  use->split = use->before->t_start + span (use) * g_rand_double_range (use->random, 0.1, 0.9);
  use->close = REL_EQUAL_BITS;
  use->keeps_steps = TRUE;
  return span (use) > 0;
}

const Relation relation_split = { "split", "a run that continues from a snapshot has the same bits", split };

static gboolean
method (RelUse *use)
{
  static const char *const methods[] = { "dopri5",   "dop853",    "radau5",         "rodas5p", "tsitouras5",
                                         "kvaerno5", "cvode_bdf", "ndf",    "bulirsch_stoer", "auto" };

  use->more_settings = g_strdup_printf ("integrator=%s", methods[g_rand_int_range (use->random, 0, G_N_ELEMENTS (methods))]);
  use->loosening = 30; /* Constants of the error of two methods differ. */
  return span (use) > 0;
}

const Relation relation_method = { "method", "another method gives the same solution", method };

static gboolean
accuracy (RelUse *use)
{
  use->more_settings = g_strdup ("accuracy=1e-8");
  return span (use) > 0;
}

const Relation relation_accuracy = { "accuracy", "a higher accuracy gives the same solution", accuracy };
