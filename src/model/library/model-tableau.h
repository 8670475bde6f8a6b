/* Runge–Kutta tableaus from YAML files.
 *
 *     format: 1
 *     name: Ralston's third-order method
 *     source: "Ralston, Math. Comp. 16 (1962) 431-437"
 *     A: [[], [1/2], [0, 3/4]]
 *     b: [2/9, 1/3, 4/9]
 *     b_hat: [0, 1, 0]        # optional: an embedded method
 *     c: [0, 1/2, 3/4]        # optional: else the row sums of A
 *     dense: [[0, 1, …], …]   # optional: b_i(θ) as coefficients of 1, θ, θ² …, one row per stage
 *
 * Entries are numbers or constant expressions such as sqrt(6)/4. Rows of A may
 * end before their zeros. With dense output over more stages, A_extra (full
 * rows) and c_extra (optional) give the stages that follow the ordinary ones. */
#pragma once

#include "model-diagnostic.h"
#include "ode-methods.h"

G_BEGIN_DECLS

/* Reads a tableau from a file; the method's id is the file's stem, its label
 * the tableau's name. Appends problems to diagnostics and returns NULL where
 * there are any; free with ode_method_free_custom. */
OdeMethod *model_tableau_load (const char *path, GPtrArray *diagnostics);
/* Reads a tableau from text; id names the method, and the file in messages. */
OdeMethod *model_tableau_load_text (const char *text, const char *id, GPtrArray *diagnostics);
/* Returns the method of a tableau by name: a path where it contains '/' or ends
 * in ".yaml", else the stem of a file in the folders for tableaus. It is loaded
 * once and kept for the program's life; a changed file is loaded again, and
 * methods returned earlier stay valid. Returns NULL, without diagnostics where
 * no such tableau exists. Any thread. */
const OdeMethod *model_tableau_method (const char *name, GPtrArray *diagnostics);

G_END_DECLS
