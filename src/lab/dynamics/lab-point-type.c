/* Types of equilibria, determined by their eigenvalues. */
#include "lab-equilibria.h"

#include <glib/gi18n-lib.h>
#include <math.h>

static const struct { const char *id, *label; } types[] = {
  [LAB_POINT_STABLE_NODE] = { "stable_node", N_("Stable node") },
  [LAB_POINT_UNSTABLE_NODE] = { "unstable_node", N_("Unstable node") },
  [LAB_POINT_STABLE_FOCUS] = { "stable_focus", N_("Stable focus") },
  [LAB_POINT_UNSTABLE_FOCUS] = { "unstable_focus", N_("Unstable focus") },
  [LAB_POINT_SADDLE] = { "saddle", N_("Saddle") },
  [LAB_POINT_SADDLE_FOCUS] = { "saddle_focus", N_("Saddle-focus") },
  [LAB_POINT_CENTRE] = { "centre", N_("Centre") },
  [LAB_POINT_DEGENERATE] = { "degenerate", N_("Degenerate") },
};

gboolean
lab_point_type_turns (LabPointType type)
{
  return type == LAB_POINT_STABLE_FOCUS || type == LAB_POINT_UNSTABLE_FOCUS || type == LAB_POINT_CENTRE;
}

const char *
lab_point_type_id (LabPointType type)
{
  return types[type].id;
}

const char *
lab_point_type_label (LabPointType type)
{
  return types[type].label;
}

/* A real part below this fraction of the largest eigenvalue counts as zero. The Jacobian and the equilibrium have rounding errors of about
 * this size. */
#define NO_REAL_PART 1e-7

/* Returns whether a saddle is a saddle-focus: its leading eigenvalues, those nearest to the imaginary axis, are complex among the stable or among
 * the unstable ones (Shilnikov, Shilnikov, Turaev and Chua, Methods of Qualitative Theory in Nonlinear Dynamics, part I, World Scientific 1998,
 * section 2.7). With three eigenvalues this holds if one is real and the others are complex. */
static gboolean
has_leading_pair (int n, const double *eigenvalues, double largest)
{
  double nearest[2] = { INFINITY, INFINITY };
  gboolean complex[2] = { FALSE, FALSE };

  for (int k = 0; k < n; k++)
    {
      double re = eigenvalues[2 * k], im = eigenvalues[2 * k + 1];
      int side = re > 0;

      if (fabs (re) <= NO_REAL_PART * largest || fabs (re) >= nearest[side])
        continue;
      nearest[side] = fabs (re);
      complex[side] = fabs (im) > NO_REAL_PART * largest;
    }
  return complex[0] || complex[1];
}

LabPointType
lab_point_type_of (int n, const double *eigenvalues)
{
  double largest = 0;
  int negative = 0, positive = 0, imaginary = 0;
  gboolean complex = FALSE;

  for (int k = 0; k < n; k++)
    largest = fmax (largest, hypot (eigenvalues[2 * k], eigenvalues[2 * k + 1]));
  for (int k = 0; k < n; k++)
    {
      double re = eigenvalues[2 * k], im = eigenvalues[2 * k + 1];

      complex |= fabs (im) > NO_REAL_PART * largest;
      negative += re < -NO_REAL_PART * largest;
      positive += re > NO_REAL_PART * largest;
      imaginary += fabs (re) <= NO_REAL_PART * largest && fabs (im) > NO_REAL_PART * largest;
    }
  if (negative > 0 && positive > 0)
    return has_leading_pair (n, eigenvalues, largest) ? LAB_POINT_SADDLE_FOCUS : LAB_POINT_SADDLE;
  if (imaginary == n)
    return LAB_POINT_CENTRE;
  if (negative + positive < n)
    return LAB_POINT_DEGENERATE;
  if (complex)
    return negative > 0 ? LAB_POINT_STABLE_FOCUS : LAB_POINT_UNSTABLE_FOCUS;
  return negative > 0 ? LAB_POINT_STABLE_NODE : LAB_POINT_UNSTABLE_NODE;
}
