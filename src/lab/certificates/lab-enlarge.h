/* Lyapunov functions of higher degree for a larger certified region. */
#pragma once

#include "lab-level.h"

G_BEGIN_DECLS

/* Finds a Lyapunov function of an even degree above 2 from sampled runs, and its level. V and level are those of a smaller degree, whose
 * certified set tells which runs come to rest; they are replaced only if the new set is larger and certified. If not, *why_not gets the
 * reason as part of a sentence, which the caller frees. The certificate has the explicit form,
 * whose sets are those of the implicit form with smaller programs. keep as in lab_level_compute. Returns FALSE with an error if the program
 * has no CLP, the model is no system x' = f(x), or the study is cancelled. */
gboolean lab_enlarge (const LabProblem *problem, const LabField *field, int degree, const char *keep, const LabProgress *progress,
                      LabPolynomial **V, LabLevel *level, char **why_not, GError **error);

G_END_DECLS
