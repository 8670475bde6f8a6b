/* The functions of LabTrial that its two files share. */
#pragma once

#include "lab-attempt-inside.h"
#include "lab-trial.h"

G_BEGIN_DECLS

struct LabTrial
{
  SimSimulator *simulator;
  GBytes *start;
  LabAttempt *of;          /* copy of the members of the run's attempt that do not depend on h */
  double max_step;         /* largest step of the settings of the run; 0: none */
  LabInside inside;
  gboolean done;           /* the first attempt of the step is complete */
};

/* Number of sizes of a curve, so that neighbours differ by about 4 %. */
#define LAB_TRIAL_SIZES 81
/* The limits of curves are found with this relative error. */
#define LAB_TRIAL_LIMIT_ERROR 1e-6

/* Returns LAB_TRIAL_SIZES sizes with constant ratio, from a fifth to four times a size h, both rounded to 1, 2 or 5 times a power of ten. Free them
 * with g_free. */
double *lab_trial_sizes (double h);
/* Makes an attempt of size h, whose intermediate results are then in trial->inside. Returns FALSE with an error if no attempt could be made. */
gboolean lab_trial_make (LabTrial *trial, double h, GError **error);

G_END_DECLS
