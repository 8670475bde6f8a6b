/* Bands around a run that show how much all parameters together change it, to first order. One thread at a time may use an object. */
#pragma once

#include "lab-run-record.h"

G_BEGIN_DECLS

/* The relative change of each parameter for which a band is computed, as in the column effect_of_1_percent of the study. */
#define LAB_SENSITIVITY_CHANGE 0.01

typedef struct
{
  gsize n; /* number of times */
  int n_states;
  double *t;          /* n times, ascending; the time of a jump occurs twice */
  double *low, *high; /* edges of the bands, n_states × n, row-major */
  char **largest;     /* for each state the name of the parameter with the largest effect at any time; "" if no parameter has an effect */
  char *refused;      /* the parameters that are not in the band, with the reasons; NULL: none */
} LabSensitivityBand;

/* Computes for each state x_i of a run the band x_i ± Σ_p |∂x_i/∂p|·|0.01 p| over all scalar parameters p whose derivatives exist. To first
 * order it contains the states of all runs in which these parameters differ by at most 1 %. Returns NULL with an error if the parameters or
 * states of the run were changed while it ran, if the model has no symbolic derivatives or is too large, if no derivative exists, or if the
 * computation is cancelled. */
LabSensitivityBand *lab_sensitivity_band_new (const LabRunRecord *run, const LabProgress *progress, GError **error);
/* Frees a band; NULL is allowed. */
void lab_sensitivity_band_free (LabSensitivityBand *band);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabSensitivityBand, lab_sensitivity_band_free)

G_END_DECLS
