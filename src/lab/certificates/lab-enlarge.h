/* Finds Lyapunov functions of higher degree, which certify a larger region of attraction. */
#pragma once

#include "lab-level.h"

G_BEGIN_DECLS

/* Finds a Lyapunov function of an even degree above 2 from sampled runs, and its certified level. On entry, *V and *level are a function of
 * smaller degree and its level, whose certified set decides which runs converge. They are replaced only if the new set is certified and
 * larger. Otherwise *why_not is set to the reason as part of a sentence; free it with g_free. The certificate uses the explicit form x' =
 * f(x), whose semidefinite programs are smaller. keep is used as in lab_level_compute. Returns FALSE with an error if the program is built
 * without CLP, the model is not a system x' = f(x), or the study is cancelled. */
gboolean lab_enlarge (const LabProblem *problem, const LabField *field, int degree, const char *keep, const LabProgress *progress,
                      LabPolynomial **V, LabLevel *level, char **why_not, GError **error);

G_END_DECLS
