/* Computes the columns of a completed run at arbitrary ascending times from the dense output of its method. The run is repeated bit for bit
 * while it is sampled. One thread at a time may use a sampler. */
#pragma once

#include "lab-run-record.h"

G_BEGIN_DECLS

typedef struct LabSampler LabSampler;

/* Returns a sampler at the start of a run. The record must outlive the sampler. Returns NULL with an error on
 * failure. */
LabSampler *lab_sampler_new (const LabRunRecord *run, GError **error);
/* Frees a sampler; NULL is allowed. */
void lab_sampler_free (LabSampler *sampler);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabSampler, lab_sampler_free)

/* Returns the number of steps taken so far. If the tape of a long run provides snapshots, it is much smaller than the number of steps of
 * the run. */
gint64 lab_sampler_n_steps (const LabSampler *sampler);
/* Computes all columns of the model at t into values[n_columns]. t must not be less than in the previous call. If an event or a jump of an
 * input happens at exactly t, the values are those before it, as in the rows of a run and at its end. Returns FALSE with an error if the
 * run cannot be repeated. */
gboolean lab_sampler_columns (LabSampler *sampler, double t, double *values, GError **error);

G_END_DECLS
