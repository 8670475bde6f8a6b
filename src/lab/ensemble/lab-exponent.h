/* Measures the Lyapunov exponents that members record. Each engine has one such object. One thread at a time may use it. */
#pragma once

#include "lab-ensemble.h"
#include "lab-lanes.h"

G_BEGIN_DECLS

typedef struct LabExponent LabExponent;

/* Makes the object for the records of an ensemble. It does nothing if no record is LAB_REDUCE_LYAPUNOV. Returns NULL with an error if the
 * model has no smooth flow. */
LabExponent *lab_exponent_new (const LabEnsemble *ensemble, GError **error);
/* Frees the object; NULL is allowed. */
void lab_exponent_free (LabExponent *exponent);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabExponent, lab_exponent_free)
/* Writes the exponents of a member whose run ended at (t, x) to the columns of the engine. They are NaN if the run ended early or the orbit
 * cannot be integrated. Returns FALSE if the source was cancelled. */
gboolean lab_exponent_fill (LabExponent *exponent, LabLanes *lanes, guint64 member, LabOutcome outcome, double t, const double *x);

G_END_DECLS
