/* Errors and notes about a file, each with its position. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  char *file;    /* as passed by the caller; NULL: text without a file */
  int line;      /* counted from 1; 0: the file as a whole */
  int column;    /* counted from 1, in characters */
  char *message;
  gboolean no_memory; /* memory ran out, so the file may be free of errors */
  gboolean note; /* adds information to the error before it, or gives advice; a note is not an error */
} ModelDiagnostic;

/* Returns an empty array that owns its elements, ModelDiagnostic. */
GPtrArray *model_diagnostics_new (void);
/* Appends an error. line 0 means the file as a whole. */
void model_diagnostics_add (GPtrArray *diagnostics, const char *file, int line, int column, const char *format, ...)
    G_GNUC_PRINTF (5, 6);
/* Appends the error that memory ran out while a file was read. */
void model_diagnostics_add_no_memory (GPtrArray *diagnostics, const char *file);
/* Appends a note to the last error. */
void model_diagnostics_add_note (GPtrArray *diagnostics, const char *file, int line, int column, const char *format, ...)
    G_GNUC_PRINTF (5, 6);
/* Sorts errors by file and place, keeps each note after its error, and removes
 * duplicates. */
void model_diagnostics_sort (GPtrArray *diagnostics);
/* Returns lines "file:line:column: message", each ended by a newline, errors
 * sorted by place; free with g_free. */
char *model_diagnostics_to_string (const GPtrArray *diagnostics);
/* Returns whether one of the errors is a lack of memory. */
gboolean model_diagnostics_has_no_memory (const GPtrArray *diagnostics);
/* Counts the errors; notes do not count. */
guint model_diagnostics_n_errors (const GPtrArray *diagnostics);

G_END_DECLS
