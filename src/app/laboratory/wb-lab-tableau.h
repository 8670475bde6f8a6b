/* An editable Butcher tableau: the texts of its cells, and the method that they
 * make. Main thread. */
#pragma once

#include <glib.h>

#include "ode-methods.h"

G_BEGIN_DECLS

/* More stages are not shown as a grid. */
#define WB_LAB_MOST_STAGES 9

typedef struct
{
  int n;                   /* stages */
  gboolean has_hat;
  char *label;
  char **c, **a, **b, **b_hat; /* n, n², n, n texts of fractions or numbers; "" is 0 */
} WbLabTableau;

/* Returns the tableau of a method with at most WB_LAB_MOST_STAGES stages, or
 * NULL. */
WbLabTableau *wb_lab_tableau_of (const OdeMethod *method);
/* Returns a copy. */
WbLabTableau *wb_lab_tableau_copy (const WbLabTableau *tableau);
/* Frees a tableau; NULL is allowed. */
void wb_lab_tableau_free (WbLabTableau *tableau);

/* Reads a cell: a fraction or expression of constants; "" is 0. FALSE for any
 * other text. */
gboolean wb_lab_tableau_number (const char *text, double *value);
/* Makes the method of the cells; free it with ode_method_free_custom. Returns
 * NULL with a message, free with g_free, where a cell is no number or the tableau
 * is not usable. */
OdeMethod *wb_lab_tableau_method (const WbLabTableau *tableau, char **message);
/* Returns the tableau as the text of a YAML file; free with g_free. */
char *wb_lab_tableau_yaml (const WbLabTableau *tableau);

G_END_DECLS
