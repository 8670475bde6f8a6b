/* Checks texts of options before a study runs. Any thread. */
#pragma once

#include "lab-study-kind.h"

G_BEGIN_DECLS

/* Returns the reason why a text cannot be the value of an option: it has not the form that the option takes (LabOptionRow.argument), it names a
 * quantity that the model does not have, or it is an expression with an error. "" and NULL stand for an option that is not given. Returns NULL
 * if no reason is known; the study can still refuse the value. Free it with g_free. */
char *lab_option_why_wrong (const LabProblem *problem, const LabOptionRow *row, const char *text);
/* Returns whether an option is a quantity with a range, such as "mu=0:5:200". */
gboolean lab_option_is_range (const LabOptionRow *row);

G_END_DECLS
