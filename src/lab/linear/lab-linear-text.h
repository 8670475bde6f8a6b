/* Converts results of the studies `linearize` and `discretize` to text for other programs, and to a model file. */
#pragma once

#include "lab-problem.h"
#include "lab-result.h"

G_BEGIN_DECLS

/* Returns the matrices of a result as YAML. Free it with g_free. */
char *lab_linear_yaml (const LabProblem *problem, const LabResult *result);
/* Returns the matrices of a result as assignments in MATLAB, which Octave reads too. Free it with g_free. */
char *lab_linear_matlab (const LabProblem *problem, const LabResult *result);
/* Returns a model file for a result of `discretize`. Its discrete states follow the difference equation at each multiple of the period, and
 * inputs are parameters. Names such as x[2] become x_2. Free it with g_free. Returns NULL with an error if the model cannot be
 * instantiated. */
char *lab_linear_model (const LabProblem *problem, const LabResult *result, GError **error);

G_END_DECLS
