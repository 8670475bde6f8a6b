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

/* The real part of a complex eigenvalue counts as zero below this fraction of the eigenvalue, and so does its imaginary part. Rounding
 * errors split a double eigenvalue by the root of their size. */
#define NO_PART 1e-7

/* Returns 0 if the sign of the real part of an eigenvalue is not certain, otherwise −1 or 1. */
static int
side_of (const double *value, double error)
{
  double size = hypot (value[0], value[1]);

  if (fabs (value[0]) <= error || (fabs (value[1]) > NO_PART * size && fabs (value[0]) <= NO_PART * size))
    return 0;
  return value[0] < 0 ? -1 : 1;
}

static gboolean
is_complex (const double *value)
{
  return fabs (value[1]) > NO_PART * hypot (value[0], value[1]);
}

/* Returns whether a saddle is a saddle-focus: its leading eigenvalues, those nearest to the imaginary axis, are complex among the stable or among
 * the unstable ones (Shilnikov, Shilnikov, Turaev and Chua, Methods of Qualitative Theory in Nonlinear Dynamics, part I, World Scientific 1998,
 * section 2.7). With three eigenvalues this holds if one is real and the others are complex. */
static gboolean
has_leading_pair (int n, const double *eigenvalues, const double *errors)
{
  double nearest[2] = { INFINITY, INFINITY };
  gboolean complex[2] = { FALSE, FALSE };

  for (int k = 0; k < n; k++)
    {
      const double *value = eigenvalues + 2 * k;
      int side = value[0] > 0;

      if (side_of (value, errors[k]) == 0 || fabs (value[0]) >= nearest[side])
        continue;
      nearest[side] = fabs (value[0]);
      complex[side] = is_complex (value);
    }
  return complex[0] || complex[1];
}

LabPointType
lab_point_type_of (int n, const double *eigenvalues, const double *errors)
{
  int negative = 0, positive = 0, imaginary = 0;
  gboolean complex = FALSE;

  for (int k = 0; k < n; k++)
    {
      const double *value = eigenvalues + 2 * k;
      int side = side_of (value, errors[k]);

      complex |= is_complex (value);
      negative += side < 0;
      positive += side > 0;
      imaginary += side == 0 && is_complex (value) && fabs (value[1]) > errors[k];
    }
  if (negative > 0 && positive > 0)
    return has_leading_pair (n, eigenvalues, errors) ? LAB_POINT_SADDLE_FOCUS : LAB_POINT_SADDLE;
  if (imaginary == n)
    return LAB_POINT_CENTRE;
  if (negative + positive < n)
    return LAB_POINT_DEGENERATE;
  if (complex)
    return negative > 0 ? LAB_POINT_STABLE_FOCUS : LAB_POINT_UNSTABLE_FOCUS;
  return negative > 0 ? LAB_POINT_STABLE_NODE : LAB_POINT_UNSTABLE_NODE;
}
