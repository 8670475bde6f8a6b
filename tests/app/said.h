/* Compares what the views show after a walk with the output of the command line for the same inputs. */
#pragma once

#include "model-yaml.h"
#include "wb-test.h"

G_BEGIN_DECLS

/* The result of one view: it agrees, it differs, or it shows nothing that the command line prints for the same inputs. */
typedef enum { SAID_SAME, SAID_OTHER, SAID_NOTHING } SaidVerdict;

typedef struct
{
  WbWindow *window;
  WbSession *session;
  GRand *dice;              /* chooses attempts, events and studies */
  char *folder;             /* temporary files */
  WbRunItem *run;           /* the current run, which has ended; NULL: none */
  char *options;            /* options of the command line for that run; NULL: it has none, and `why` is the reason */
  const char *why;
  ModelYamlDocument *stats; /* statistics of the command line for that run, or NULL */
  char *rows, *events, *tape, *errors; /* its files, and what it prints as messages */
  GString *words;           /* differences, or the reason for SAID_NOTHING */
} Said;

/* A view as a row of the table. */
typedef struct
{
  const char *name;
  SaidVerdict (*compare) (Said *said);
} SaidView;

/* Computes the current run of the window to its end, and repeats it on the command line. */
void said_begin (Said *said, WbWindow *window, guint32 seed);
/* Frees what said_begin has made. */
void said_end (Said *said);

/* Runs a command ("stepwise-cli …") with further arguments. Sets *out and *errors, which may be NULL, to what it prints. Returns its exit status. */
int said_cli (const char *command, const char *arguments, char **out, char **errors);
/* Returns the options for a run with these settings and values that ends at t_end, or NULL with a reason. Free them with g_free. */
char *said_options (Said *said, Model *model, const SimConfig *config, const LabValues *values, double t_start, double t_end, const char **why);
/* Parses a JSON document. Returns NULL if the text is none. */
ModelYamlDocument *said_parse (const char *json);
/* Returns a number of the statistics of the command line, or NaN. */
double said_stat (const Said *said, const char *key);

/* Says why a view is not compared. */
SaidVerdict said_nothing (Said *said, const char *why);
/* Compares a text with that of the command line. */
SaidVerdict said_text (Said *said, const char *what, const char *shown, const char *expected);
/* Returns whether two lines with commas have the same cells; numbers may differ in how they are written. */
gboolean said_same_line (const char *a, const char *b);
/* Returns what the command line prints of a study, with its first numbers as a table as the window copies them. Free it with g_free. */
char *said_numbers_as_table (const char *printed);
/* Compares two tables with these separators cell by cell; cells that are numbers may differ in how they are written. Headings that begin with one of
 * `skipped` (separated by |) are not compared; NULL skips none. */
SaidVerdict said_table (Said *said, const char *what, const char *shown, char separator, const char *printed, const char *skipped);

G_END_DECLS
