/* Shifts states by a constant: y = x + c. All thresholds, floors and reset values move with them. */
#include "relation.h"

static gboolean
change (RelUse *use)
{
  static const double shifts[] = { 0.1, 1, 1000, -37 };
  g_autofree const char **names = rel_use_names (use, "states");
  double shift = shifts[g_rand_int_range (use->random, 0, G_N_ELEMENTS (shifts))], small = 1e30;
  gboolean any = FALSE;

  /* The tolerance of a state is relative to the larger of 1 and its size, so that it grows with the shift. */
  for (int k = 0; names[k] != NULL; k++)
    {
      g_autofree char *new_name = g_strconcat (names[k], "_shifted", NULL);
      int column = rel_run_column (use->before, names[k]);

      if (column >= 0 && rel_use_replace_state (use, names[k], new_name, 1, shift))
        {
          small = MIN (small, MAX (use->before->sizes[column], 1e-3));
          any = TRUE;
        }
    }
  use->loosening = 1 + ABS (shift) / small;
  return any;
}

const Relation relation_shift_state = { "shift-state", "y = x + c", change };
