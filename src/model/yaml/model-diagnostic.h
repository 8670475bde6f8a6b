/* What is wrong with a file, where, and what would be right. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  char *file;    /* as given, or NULL for text without a file */
  int line;      /* 1-based, 0: the file as a whole */
  int column;    /* 1-based, in characters */
  char *message;
  gboolean note; /* additional information to the diagnostic before it, or a hint; not an error */
} ModelDiagnostic;

/* A new array that owns its ModelDiagnostics. */
GPtrArray *model_diagnostics_new (void);
void model_diagnostics_add (GPtrArray *diagnostics, const char *file, int line, int column, const char *format, ...)
    G_GNUC_PRINTF (5, 6);
/* Appends a note that belongs to the error before it. */
void model_diagnostics_add_note (GPtrArray *diagnostics, const char *file, int line, int column, const char *format, ...)
    G_GNUC_PRINTF (5, 6);
/* Sorts by file and place, notes behind their errors, and drops what is said twice. */
void model_diagnostics_sort (GPtrArray *diagnostics);
/* "file:line:column: message" lines, each ended by a newline, errors sorted by place; free with g_free. */
char *model_diagnostics_to_string (const GPtrArray *diagnostics);
/* How many are errors, not notes. */
guint model_diagnostics_n_errors (const GPtrArray *diagnostics);

G_END_DECLS
