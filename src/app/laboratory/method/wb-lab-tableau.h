/* An editable Butcher tableau: the texts of its cells, and the method that the cells define. Main
 * thread. */
#pragma once

#include <glib.h>

#include "ode-methods.h"

G_BEGIN_DECLS

/* A tableau with more stages is not shown as a grid. */
#define WB_LAB_MOST_STAGES 20

typedef struct
{
  int n;                   /* number of stages */
  gboolean has_hat;
  char *label;
  const OdeMethod *source; /* the method from which the cells were taken */
  char **c, **a, **b, **b_hat; /* texts of the coefficients (n, n², n and n texts): fractions, numbers or expressions; an empty text is 0 */
} WbLabTableau;

/* Returns the tableau of a method. If the method was read from a tableau file or text, the cells have the texts of the file. Returns NULL
 * if the method has no tableau or more than WB_LAB_MOST_STAGES stages. Free it with wb_lab_tableau_free. */
WbLabTableau *wb_lab_tableau_of (const OdeMethod *method);
/* Returns a copy of a tableau. Free it with wb_lab_tableau_free. */
WbLabTableau *wb_lab_tableau_copy (const WbLabTableau *tableau);
/* Returns whether two tableaus have the same source and cells. */
gboolean wb_lab_tableau_equal (const WbLabTableau *a, const WbLabTableau *b);
/* Returns whether cells differ from those of the method from which they were taken. */
gboolean wb_lab_tableau_is_edited (const WbLabTableau *tableau);
/* Returns the name of the method of the cells for people: that of the source, with the word "edited" if cells differ. Free it with g_free. */
char *wb_lab_tableau_title (const WbLabTableau *tableau);
/* Frees a tableau; NULL is allowed. */
void wb_lab_tableau_free (WbLabTableau *tableau);

/* Reads the text of a cell: a number, a fraction or an expression of constants; "" is 0. Returns FALSE for any other
 * text. */
gboolean wb_lab_tableau_number (const char *text, double *value);
/* Returns the sum of row `row` of A, from 0, as the text of a cell: a fraction if all cells of the row are integers or fractions, else a decimal
 * number. Returns NULL if a cell is not a number. Free it with g_free. */
char *wb_lab_tableau_row_sum (const WbLabTableau *tableau, int row);
/* Returns the numbers of the cells without looking whether they define a method, or NULL if a cell is not a number. Free it with g_free: the
 * arrays are in the same block. */
OdeTableau *wb_lab_tableau_coefficients (const WbLabTableau *tableau);
/* Returns the first row, from 0, whose sum is not c, up to rounding, and its sum; −1: there is none. */
int wb_lab_tableau_wrong_row (const OdeTableau *tableau, double *sum);
/* Makes the method that the cells define. Free it with ode_method_free_custom. If a cell is not a
 * number or the tableau is not valid, returns NULL and sets *message to a sentence, which the caller frees
 * with g_free. */
OdeMethod *wb_lab_tableau_method (const WbLabTableau *tableau, char **message);
/* Returns the text of a tableau file with this name. The coefficients are written as the cells contain them. Free it with g_free. */
char *wb_lab_tableau_yaml (const WbLabTableau *tableau, const char *name);
/* Returns a name by which model_method_find finds the method of the cells: the name of the source if the cells are unchanged, else the
 * whole tableau as a text in braces. Free it with g_free. */
char *wb_lab_tableau_name (const WbLabTableau *tableau);

G_END_DECLS
