/* Reads the texts of a study's options. Errors have the code LAB_STUDY_ERROR_OPTION and name the option. The functions may be called from
 * any thread. */
#pragma once

#include "lab-problem.h"

G_BEGIN_DECLS

/* Sets an error of an option: its key and a message, with the code LAB_STUDY_ERROR_OPTION. key NULL: the error is about the times of the runs. */
void lab_option_set_error (GError **error, const char *key, const char *format, ...) G_GNUC_PRINTF (3, 4);
/* Returns the key of the option that an error of a study is about, borrowed from the error, or NULL. */
const char *lab_option_error_key (const GError *error);

/* Reads a text that is a finite number, or a constant expression such as 470/19. Returns FALSE for other
 * texts. */
gboolean lab_option_number (const char *text, double *value);
/* Reads the number of an option, which must be greater than `above`. Returns FALSE with an error
 * otherwise. */
gboolean lab_option_above (const char *key, const char *text, double above, double *value, GError **error);
/* Reads the time of an option, which must be at least 0. Returns FALSE with an error otherwise. */
gboolean lab_option_time (const char *key, const char *text, double *value, GError **error);
/* Reads the whole number of an option, which must be from minimum to maximum. Returns FALSE with an error
 * otherwise. */
gboolean lab_option_count (const char *key, const char *text, int minimum, int maximum, int *value, GError **error);
/* Reads the value "true" or "false" of an option. Returns FALSE with an error for other texts. */
gboolean lab_option_boolean (const char *key, const char *text, gboolean *value, GError **error);
/* Reads an option that may be an expression in the model's parameters, such as 2*pi/omega. The expression is evaluated at the start of the
 * problem. Returns FALSE with an error if the value is not positive and finite. */
gboolean lab_option_quantity (const LabProblem *problem, const char *key, const char *text, double *value, GError **error);

/* Appends the methods (const OdeMethod *) that the text "a,b" of the option `integrators` names. If the text is NULL, appends the method of
 * the settings. Returns FALSE with an error if a name is unknown. */
gboolean lab_option_methods (const LabProblem *problem, const char *text, GPtrArray *methods, GError **error);
/* Reads positive numbers "a,b" into a new array of doubles, which is NULL if the text is NULL. Returns FALSE with an error if a number is
 * invalid. */
gboolean lab_option_numbers (const char *key, const char *text, GArray **numbers, GError **error);

/* Splits "a,b" into a NULL-terminated list of names without spaces around them. Returns NULL for NULL. Free it with g_strfreev. */
char **lab_option_names (const char *text);

/* A quantity with a range: "rho=0:30", or "rho=0:30:200" with the number of
 * values. */
typedef struct
{
  char *name;
  double from, to;
  int n;             /* number of values; 0: not given */
} LabRange;
/* Reads a range with from < to. If counted is TRUE, a number of values from 2 to 100 000 must follow. The caller owns range->name. Returns
 * FALSE with an error if the text is invalid. */
gboolean lab_option_range (const char *key, const char *text, gboolean counted, LabRange *range, GError **error);

G_END_DECLS
