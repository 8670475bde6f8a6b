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

/* Makes an attempt of size h, whose intermediate results are then in trial->inside. Returns FALSE with an error if no attempt could be made. */
gboolean lab_trial_make (LabTrial *trial, double h, GError **error);

G_END_DECLS
