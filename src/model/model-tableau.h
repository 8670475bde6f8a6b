/* Runge–Kutta tableaus from YAML files, made into methods like the built-in ones.
 *
 *   format: 1
 *   name: Ralston 3
 *   source: "Ralston, Math. Comp. 16 (1962) 431-437"
 *   A: [[0, 0, 0], [1/2, 0, 0], [0, 3/4, 0]]
 *   b: [2/9, 1/3, 4/9]
 *   b_hat: [...]          an embedded formula, optional
 *   c: [...]              optional: the row sums of A
 *
 * Entries are numbers or constant expressions ("sqrt(6)/4"). */
#pragma once

#include "model-diagnostic.h"
#include "ode-method.h"

G_BEGIN_DECLS

/* Reads a file; its stem is the method's id. NULL with errors in diagnostics. Free with ode_method_free_custom. */
OdeMethod *model_tableau_load (const char *path, GPtrArray *diagnostics);
/* The path of a tableau: name itself where it holds '/' or ends in ".yaml", else NAME.yaml in the tableau folders of the library.
 * NULL where there is none; free with g_free. */
char *model_tableau_find (const char *name);
/* The method of a tableau by name or path, loaded once and kept for the program's life (a file that changed is loaded anew; methods
 * handed out stay valid). NULL where there is no such tableau (no diagnostics) or it is wrong (with diagnostics). Any thread. */
const OdeMethod *model_tableau_method (const char *name, GPtrArray *diagnostics);

G_END_DECLS
