/* The state of a live page, which page-core.c, page-core-run.c and page-core-describe.c share. */
#pragma once

#include "lab-json.h"
#include "page-core.h"
#include "sim-simulator.h"

G_BEGIN_DECLS

/* A value that the page gives. */
typedef struct
{
  char *table, *name;
  double value;
} PageValue;

typedef struct
{
  Model *model;
  GArray *values; /* PageValue */
  SimConfig *config;
  double t_start, t_end; /* times that the page gives; NaN: those of the model */

  SimSimulator *simulator; /* of the present run, or NULL */
  ModelSystem *system;     /* owned by the simulator */
  SimTape *tape;
  SimTrajectory *events; /* has the events only */
  SimStatus status;
  double run_start, run_end;
  gboolean done, cut; /* the run has ended; it has ended because the memory for rows or attempts is full */
  gsize max_values, max_attempts, n_rows, n_attempts;
  GArray *rows, *attempts; /* double */
  GArray *out;             /* double: result of the last function that returns an array of its own */
  char *text;              /* text that was returned last */
} PageCore;

/* The state of the page. */
extern PageCore page_core;

/* Keeps a text that a function returns, and takes it. */
const char *page_keep (char *text);
/* Makes a model that has been checked the model of the page, like page_open, and takes it. */
void page_take_model (Model *model);
/* Ends the run, if there is one, and frees what it has stored. */
void page_end_run (void);
/* Appends the state of the run to a document, like page_status. as_stored: without sentences, which are in one language, and without times on the clock. */
void page_add_status (LabJson *json, const char *key, gboolean as_stored);
/* Frees the model, the values and the run of the page. */
void page_close (void);
/* Returns whether a page has a method: CVODE is not in the module. */
gboolean page_has_method (const char *id);
/* Makes an instance of the model with the values of the page. Returns NULL with an error. */
ModelSystem *page_instance (GError **error);

G_END_DECLS
