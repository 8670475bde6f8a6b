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
/* Returns the method of a tableau. name is a path if it contains '/' or ends in ".yaml". If it begins with '{', it is
 * the text of a tableau as a YAML mapping in braces, and the method has the id "edited-" with the first digits of a
 * checksum of the text. Otherwise it is the name, without ending, of a file in the tableau folders, or the id of a method
 * that this function or model_tableau_keep made from a text. The method is loaded once and never freed, and stays usable
 * if its file is deleted. If the file
 * changes, the method is loaded again, and methods returned earlier stay valid. Returns NULL with diagnostics after an
 * error, and NULL without diagnostics if no such tableau exists. May be called from any thread. */
const OdeMethod *model_tableau_method (const char *name, GPtrArray *diagnostics);
/* Makes a method from the text of a tableau file. model_tableau_method then finds it by this name if no such file exists. Returns
 * NULL with diagnostics after an error. Any thread. */
const OdeMethod *model_tableau_keep (const char *name, const char *text, GPtrArray *diagnostics);
/* Returns the text from which a method returned by this file was read, or NULL for other methods. The text is never
 * freed. Any thread. */
const char *model_tableau_text (const OdeMethod *method);
/* Returns the built-in method with an id or alias, else the method of a tableau as by model_tableau_method; NULL if there is none or its file has
 * errors. Any thread. */
const OdeMethod *model_method_find (const char *name);
/* Returns the name by which model_method_find finds a method also in another process: the text of a tableau in braces, else the
 * id. Borrowed from the method. Any thread. */
const char *model_method_name (const OdeMethod *method);
/* Splits names of methods at the commas outside of braces. Spaces around a name are removed. Free the array with g_strfreev. */
char **model_method_names (const char *text);
/* Returns the methods (const OdeMethod *) of all tableau files without errors, in the order of the folders and then of their names. A file
 * with the name of a built-in method, or of a file in an earlier folder, cannot be selected by its name and is left out. Any thread. */
GPtrArray *model_tableau_methods (void);

G_END_DECLS
