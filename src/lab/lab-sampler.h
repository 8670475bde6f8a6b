/* A run at any times, through its method's own dense output: made again, bit for bit, and asked as it goes. Any one thread. */
#pragma once

#include "lab-difference.h"

G_BEGIN_DECLS

typedef struct LabSampler LabSampler;

/* The record is borrowed until the sampler is freed. NULL with an error. */
LabSampler *lab_sampler_new (const LabRunRecord *run, GError **error);
void lab_sampler_free (LabSampler *sampler);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabSampler, lab_sampler_free)

int lab_sampler_n_columns (const LabSampler *sampler);
/* Steps that it has taken so far: where the record has a tape, far fewer than lie before the last time asked. */
long lab_sampler_n_steps (const LabSampler *sampler);
/* All columns of the model at t, which must not be before that of the last call: values[n_columns]. Where an update happens at t, after it;
 * at the end of the run, before. FALSE with an error where the run cannot be made again. */
gboolean lab_sampler_columns (LabSampler *sampler, double t, double *values, GError **error);

G_END_DECLS
