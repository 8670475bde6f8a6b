/* Results of the studies linearize and discretize as text for other programs, and as a model. */
#pragma once

#include "lab-registry.h"

G_BEGIN_DECLS

/* Returns the matrices of a result as YAML. Free with g_free. */
char *lab_linear_yaml (const LabProblem *problem, const LabResult *result);
/* Returns the matrices of a result as assignments in the language of MATLAB, which Octave reads too. Free with g_free. */
char *lab_linear_matlab (const LabProblem *problem, const LabResult *result);
/* Returns a model file whose discrete states follow the difference equation of a result of discretize at each multiple of the period. Inputs
 * are parameters. Names such as x[2] become x_2. Free with g_free. Returns NULL with an error if the model cannot be instantiated. */
char *lab_linear_model (const LabProblem *problem, const LabResult *result, GError **error);

G_END_DECLS
