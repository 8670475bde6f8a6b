/* A Runge–Kutta method as source text: a tableau file, LaTeX, or a function in C, Julia or Python that takes one step. Any thread. */
#pragma once

#include <glib.h>

#include "ode-method.h"

G_BEGIN_DECLS

typedef enum { LAB_TABLEAU_YAML, LAB_TABLEAU_LATEX, LAB_TABLEAU_C, LAB_TABLEAU_JULIA, LAB_TABLEAU_PYTHON, LAB_N_TABLEAU_FORMATS } LabTableauFormat;

/* Finds a format by its name: "yaml", "latex", "c", "julia" or "python". */
gboolean lab_tableau_format_find (const char *name, LabTableauFormat *format);
/* Returns the ending of files of a format, without the dot: "yaml", "tex", "c", "jl" or "py". */
const char *lab_tableau_format_ending (LabTableauFormat format);

/* Returns a coefficient as a fraction with a denominator of up to a million that is equal to it in double precision, or with 17 digits; "0" for
 * 0. Free it with g_free. */
char *lab_tableau_number (double value);
/* Returns the source text of a method that has a tableau. Stages of implicit methods are solved by Newton's method. Free it with g_free. */
char *lab_tableau_code (const OdeMethod *method, LabTableauFormat format);

G_END_DECLS
