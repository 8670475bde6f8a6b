/* Results of studies as text. Numbers have the fewest digits that read back to the same double, in the C locale. Any thread. */
#pragma once

#include "lab-registry.h"

G_BEGIN_DECLS

/* Returns numbers and tables as JSON, without the last brace: {"study": ID, "model": ID, "numbers": {…}, "tables": {…}. NaN and infinities
 * are null. Free the string with g_string_free. */
GString *lab_result_json_begin (const char *study, const char *model, const LabResult *result);
/* Returns the same as a complete JSON document. Free it with g_free. */
char *lab_result_json (const char *study, const char *model, const LabResult *result);
/* Returns all numbers and tables as text with this separator: the numbers as name, value, unit, then each table after an empty line and its
 * name, with headings. Free it with g_free. */
char *lab_result_csv (const LabResult *result, char separator);
/* Returns the first table that has rows as lines of cells with tabs between them, the headings first; NULL without rows. Free it with
 * g_free. */
char *lab_result_table_text (const LabResult *result);

G_END_DECLS
