/* Compares what the views show after a walk with the output of the command line for the same inputs. */
#pragma once

#include "model-yaml.h"
#include "wb-test.h"

G_BEGIN_DECLS

/* The result of one view: no value could be compared, all values agree, or a value differs. The verdict on several parts is the largest one. */
typedef enum { SHOWN_NOT_COMPARED, SHOWN_SAME, SHOWN_DIFFERENT } ShownVerdict;

typedef struct
{
  WbWindow *window;
  WbSession *session;
  GRand *dice;              /* chooses attempts, events and studies */
  char *folder;             /* temporary files */
  WbRunItem *run;           /* the current run, which has ended; NULL: none */
  char *options;            /* options of the command line for that run; NULL: it has none, and `reason` is set */
  const char *reason;
  ModelYamlDocument *stats; /* statistics of the command line for that run, or NULL */
  char *rows, *events, *tape, *errors; /* its files, and what it prints as messages */
  GString *message;         /* differences, or the reason for SHOWN_NOT_COMPARED */
  int n_values;             /* compared values */
} ShownCheck;

/* A view as a row of the table. */
typedef struct
{
  const char *name;
  ShownVerdict (*compare) (ShownCheck *check);
} ShownView;

/* Computes the current run of the window to its end, and repeats it on the command line. */
void shown_begin (ShownCheck *check, WbWindow *window, guint32 seed);
/* Frees what shown_begin has made. */
void shown_end (ShownCheck *check);

/* Runs a command ("stepwise-cli …") with further arguments. Sets *out and *errors, which may be NULL, to what it prints. Returns its exit status. */
int shown_cli (const char *command, const char *arguments, char **out, char **errors);
/* Returns the options for a run with these settings and values that ends at t_end, or NULL with a reason. Free them with g_free. */
char *shown_options (ShownCheck *check, Model *model, const SimConfig *config, const LabValues *values, double t_start, double t_end, const char **reason);
/* Parses a JSON document. Returns NULL if the text is none. */
ModelYamlDocument *shown_parse (const char *json);
/* Returns a number of the statistics of the command line, or NaN. */
double shown_stat (const ShownCheck *check, const char *key);

/* Notes the reason for which a view is not compared; NULL: none is known. */
ShownVerdict shown_not_compared (ShownCheck *check, const char *reason);
/* Returns whether the current run can be repeated on the command line; else notes the reason. branches: whether the command has the option --branch-at. */
gboolean shown_has_run (ShownCheck *check, gboolean branches);
/* Compares a text with that of the command line. */
ShownVerdict shown_text (ShownCheck *check, const char *what, const char *shown, const char *expected);
/* Returns whether two lines with commas have the same cells; numbers may differ in how they are written. */
gboolean shown_same_line (const char *a, const char *b);
/* Returns what the command line prints of a study, with its first numbers as a table as the window copies them. Free it with g_free. */
char *shown_numbers_as_table (const char *printed);
/* Compares two tables with these separators cell by cell; cells that are numbers may differ in how they are written. Headings that begin with one of
 * `skipped` (separated by |) are not compared; NULL skips none. */
ShownVerdict shown_table (ShownCheck *check, const char *what, const char *shown, char separator, const char *printed, const char *skipped);

G_END_DECLS
