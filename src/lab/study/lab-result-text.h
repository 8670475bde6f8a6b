/* Converts results of studies to text. Numbers are in the C locale, with the fewest digits that read back as the same double. The functions
 * may be called from any thread. */
#pragma once

#include "lab-result.h"

G_BEGIN_DECLS

/* Returns numbers and tables as a JSON document, as lab_json_result does without grids. Free it with g_free. */
char *lab_result_json (const char *study, const char *model, const LabResult *result);
/* Returns all numbers and tables as text with this separator: first one line (name, value, unit) for each number; then, for each table, an
 * empty line, its name, its headings and its rows. Free it with g_free. */
char *lab_result_csv (const LabResult *result, char separator);
/* Returns the first table that has rows as lines of cells separated by tabs; the first line has the headings. Returns NULL if no table has
 * rows. Free it with g_free. */
char *lab_result_table_text (const LabResult *result);

G_END_DECLS
