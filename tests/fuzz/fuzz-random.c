/* Makes a random valid model from a seed, and compares its run with a repeated run and with a run in lanes, in all bits. */
#include "fuzz.h"

#include <math.h>
#include <string.h>

#include "rel-generate.h"
#include "rel-lanes.h"
#include "rel-run.h"

static void
compare (const RelRun *a, const RelRun *b, const char *what, const char *text)
{
  if (a->error != NULL || b->error != NULL || a->out_of_steps || b->out_of_steps)
    return;
  if (a->reason != b->reason || memcmp (&a->t, &b->t, sizeof a->t) != 0)
    g_error ("%s ends otherwise: at %.17g in place of %.17g\n%s", what, b->t, a->t, text);
  for (guint k = 0; k < a->names->len && k < b->names->len; k++)
    {
      double x = a->values[k], y = b->values[k];

      if (strcmp (a->names->pdata[k], b->names->pdata[k]) == 0 && memcmp (&x, &y, sizeof x) != 0 && (x == x || y == y))
        g_error ("%s: %s is %.17g in place of %.17g\n%s", what, (char *) a->names->pdata[k], y, x, text);
    }
}

int
LLVMFuzzerInitialize (int *argc, char ***argv)
{
  return 0;
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *seed = g_compute_checksum_for_data (G_CHECKSUM_MD5, data, size), *text = NULL;
  guint32 words[4];
  GRand *random;
  RelWay way = { .end = NAN, .split = NAN };

  for (int k = 0; k < 4; k++)
    {
      char part[9] = "";

      memcpy (part, seed + 8 * k, 8);
      words[k] = (guint32) g_ascii_strtoull (part, NULL, 16);
    }
  random = g_rand_new_with_seed_array (words, G_N_ELEMENTS (words));
  text = rel_generate (random);
  g_rand_free (random);
  g_autoptr (RelRun) whole = rel_run (text, &way), again = rel_run (text, &way), lanes = rel_run_lanes (text, &way);
  compare (whole, again, "the repeated run", text);
  /* Members that fail have no values. */
  if (whole->reason != SIM_FAILED_RUN || lanes->reason != SIM_FAILED_RUN)
    compare (whole, lanes, "the run in lanes", text);
  return 0;
}
