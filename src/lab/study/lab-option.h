/* The texts of a study's options. Errors are LAB_STUDY_ERROR_OPTION and name the
 * option. Any thread. */
#pragma once

#include "lab-problem.h"

G_BEGIN_DECLS

/* Parses a whole text as a finite number, or as a constant expression such as
 * 470/19. Returns FALSE for any other text. */
gboolean lab_option_number (const char *text, double *value);
/* Reads the number of an option that must be greater than `above`. Returns FALSE
 * with an error. */
gboolean lab_option_above (const char *key, const char *text, double above, double *value, GError **error);
/* Reads the whole number of an option, from minimum to maximum. Returns FALSE
 * with an error. */
gboolean lab_option_count (const char *key, const char *text, int minimum, int maximum, int *value, GError **error);
/* Reads the option "true" or "false". Returns FALSE with an error. */
gboolean lab_option_boolean (const char *key, const char *text, gboolean *value, GError **error);
/* Reads an option that may be an expression in the model's parameters, such as 2*pi/omega. It is evaluated at the start of the problem.
 * Returns FALSE with an error if the value is not positive and finite. */
gboolean lab_option_quantity (const LabProblem *problem, const char *key, const char *text, double *value, GError **error);

/* Adds the methods (const OdeMethod *) that the text "a,b" of the option `integrators` names to an array; NULL adds the method of the
 * settings. Returns FALSE with an error. */
gboolean lab_option_methods (const LabProblem *problem, const char *text, GPtrArray *methods, GError **error);
/* Reads positive numbers "a,b" into a new array of doubles, or NULL if the text is NULL. Returns FALSE with an error. */
gboolean lab_option_numbers (const char *key, const char *text, GArray **numbers, GError **error);

/* A quantity with a range: "rho=0:30", or "rho=0:30:200" with a number of
 * values. */
typedef struct
{
  char *name;
  double from, to;
  int n;             /* number of values; 0: the option is not given */
} LabRange;
/* Reads a range with from < to. If counted is set, a number of values from 2 to 100 000 must follow. Returns FALSE with an error. The
 * caller owns the name. */
gboolean lab_option_range (const char *key, const char *text, gboolean counted, LabRange *range, GError **error);

G_END_DECLS
