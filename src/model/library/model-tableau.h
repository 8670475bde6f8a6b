/* Runge–Kutta tableaus from YAML files.
 *
 *     format: 1
 *     name: Ralston's third-order method
 *     source: "Ralston, Math. Comp. 16 (1962) 431-437"
 *     A: [[], [1/2], [0, 3/4]]
 *     b: [2/9, 1/3, 4/9]
 *     b_hat: [0, 1, 0]        # optional: an embedded method
 *     c: [0, 1/2, 3/4]        # optional; default: the row sums of A
 *     dense: [[0, 1, …], …]   # optional: b_i(θ) as coefficients of 1, θ, θ² …, one row per stage
 *
 * Entries are numbers or constant expressions such as sqrt(6)/4. Trailing zeros of the rows of A may be omitted. If dense output uses
 * additional stages, A_extra (full rows) and c_extra (optional) define them. */
#pragma once

#include "model-diagnostic.h"
#include "ode-methods.h"

G_BEGIN_DECLS

/* Reads a tableau from a file. The method's id is the file name without its ending, and its label is the tableau's
 * `name`. Appends errors to diagnostics and returns NULL if there are any. Free the method with
 * ode_method_free_custom. */
OdeMethod *model_tableau_load (const char *path, GPtrArray *diagnostics);
/* Reads a tableau from a text. id is the id of the method and also the file name in
 * messages. */
OdeMethod *model_tableau_load_text (const char *text, const char *id, GPtrArray *diagnostics);
/* Returns the method of a tableau. name is a path if it contains '/' or ends in ".yaml"; otherwise it is the
 * name, without ending, of a file in the tableau folders. The method is loaded once and never freed. If the
 * file changes, the method is loaded again, and methods returned earlier stay valid. Returns NULL with
 * diagnostics after an error, and NULL without diagnostics if no such tableau exists. May be called from any
 * thread. */
const OdeMethod *model_tableau_method (const char *name, GPtrArray *diagnostics);
/* Returns the built-in method with an id or alias, else the method of a tableau as by model_tableau_method; NULL if there is none or its file has
 * errors. Any thread. */
const OdeMethod *model_method_find (const char *name);
/* Returns the methods (const OdeMethod *) of all tableau files without errors, in the order of the folders and then of their names. A file
 * with the name of a built-in method, or of a file in an earlier folder, cannot be selected by its name and is left out. Any thread. */
GPtrArray *model_tableau_methods (void);

G_END_DECLS
