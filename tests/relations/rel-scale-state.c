/* Measures states in other units: y = 2^k x, an exact operation. With fixed steps the bits are equal. */
#include "relation.h"

#include <math.h>

static gboolean
change (RelUse *use)
{
  g_autofree const char **names = rel_use_names (use, "states");
  double scale = ldexp (1, g_rand_boolean (use->random) ? 20 : -20);
  gboolean any = FALSE;

  for (int k = 0; names[k] != NULL; k++)
    {
      g_autofree char *new_name = g_strconcat (names[k], "_scaled", NULL);

      any = rel_use_replace_state (use, names[k], new_name, scale, 0) || any;
    }
  /* Fused operations may be others in the changed expressions. */
  use->same_settings = g_strdup ("fast_math=false");
  return any;
}

const Relation relation_scale_state = { "scale-state", "y = 2^k x", change };
