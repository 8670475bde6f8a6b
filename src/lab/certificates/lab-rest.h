/* The point of rest whose region of attraction is certified. One thread at a time may use a flow. */
#pragma once

#include "lab-flow.h"

G_BEGIN_DECLS

/* Finds an equilibrium of an autonomous flow and writes it to x[n]. If start[n] is given, Newton's method starts there; if it is NULL, the equilibrium is the
 * stable one that is nearest to the end of the run, or, if none was found, the one that Newton's method finds from the initial state. Coordinates
 * are rounded to the shortest decimal number within their errors. Returns FALSE with an error if no equilibrium is found or the study is cancelled. */
gboolean lab_rest_find (LabFlow *flow, const double *start, double *x, const LabProgress *progress, GError **error);

G_END_DECLS
