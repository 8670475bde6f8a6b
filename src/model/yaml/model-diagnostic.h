/* Errors and notes about a file, each with its position in the file. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  char *file;    /* file name as passed by the caller; NULL: the text is not from a file */
  int line;      /* line, counted from 1; 0: the diagnostic concerns the file as a whole */
  int column;    /* counted from 1, in characters */
  char *message;
  gboolean no_memory; /* memory ran out; the file itself may have no errors */
  gboolean warning; /* TRUE: a warning about a file without errors */
  gboolean note; /* TRUE: a note, which explains the error before it or gives advice */
} ModelDiagnostic;

/* Returns an empty array of ModelDiagnostic. The array owns its elements. */
GPtrArray *model_diagnostics_new (void);
/* Appends an error. If line is 0, the error concerns the file as a whole. */
void model_diagnostics_add (GPtrArray *diagnostics, const char *file, int line, int column, const char *format, ...)
    G_GNUC_PRINTF (5, 6);
/* Appends a warning, which is not counted as an error. */
void model_diagnostics_add_warning (GPtrArray *diagnostics, const char *file, int line, int column, const char *format, ...)
    G_GNUC_PRINTF (5, 6);
/* Appends an error that says that memory ran out while the file was read. */
void model_diagnostics_add_no_memory (GPtrArray *diagnostics, const char *file);
/* Appends a note that belongs to the last error. */
void model_diagnostics_add_note (GPtrArray *diagnostics, const char *file, int line, int column, const char *format, ...)
    G_GNUC_PRINTF (5, 6);
/* Sorts errors by file and position, keeps each note after its error, and removes
 * duplicates. */
void model_diagnostics_sort (GPtrArray *diagnostics);
/* Returns one line "file:line:column: message" for each diagnostic, with errors sorted by position. Free it with
 * g_free. */
char *model_diagnostics_to_string (const GPtrArray *diagnostics);
/* Returns whether one of the errors says that memory ran out. */
gboolean model_diagnostics_has_no_memory (const GPtrArray *diagnostics);
/* Returns the number of errors, without warnings and notes. */
guint model_diagnostics_n_errors (const GPtrArray *diagnostics);
/* Returns the number of warnings. */
guint model_diagnostics_n_warnings (const GPtrArray *diagnostics);

G_END_DECLS
