/* Declarations that the files lab-tableau-code*.c share; no other file includes this header. */
#pragma once

#include "lab-tableau-code.h"

G_BEGIN_DECLS

/* Writes one row of coefficients, from `open` to `close` with commas between them; skips trailing zeros if `short_rows` is set. */
void lab_tableau_append_row (GString *text, const double *row, int n, const char *open, const char *close, gboolean is_c, gboolean short_rows);
/* Returns whether all coefficients on and above the diagonal are 0. */
gboolean lab_tableau_is_explicit (const OdeTableau *tableau);
/* Returns the id as an identifier of C, Julia and Python. Free it with g_free. */
char *lab_tableau_identifier (const OdeMethod *method);
/* Appends the method in C. */
void lab_tableau_append_c (GString *text, const OdeMethod *method);
/* Appends the method in Julia. */
void lab_tableau_append_julia (GString *text, const OdeMethod *method);
/* Appends the method in Python. */
void lab_tableau_append_python (GString *text, const OdeMethod *method);

G_END_DECLS
