/* Applies one relation to one model and compares the runs. */
#pragma once

#include "relation.h"

G_BEGIN_DECLS

/* A model with the runs that all relations need. */
typedef struct
{
  char *id;
  RelNode *model;
  char *settings;
  double accuracy; /* of all runs */
  double end;      /* end of all runs */
  RelRun *before;  /* the run */
  RelRun *finer;   /* with a tenth of the accuracy */
  RelRun *nudged;  /* with initial values that differ by REL_NUDGE */
} RelCase;

/* Relative change of the initial values from which the amplification of rounding errors is measured. It is far above rounding and far
 * below the accuracies that are used. */
#define REL_NUDGE 1e-10

/* Prepares a case. `accuracy` is the accuracy of the runs; settings are more settings. Returns NULL if the model cannot run, which sets
 * *why (free it with g_free). */
RelCase *rel_case_new (const char *id, const char *text, double accuracy, const char *settings, char **why);
/* Frees a case; NULL is allowed. */
void rel_case_free (RelCase *c);

typedef enum
{
  REL_HOLDS,
  REL_DOES_NOT_APPLY, /* the model has no use for the relation */
  REL_UNRESOLVED,     /* the solution is not known well enough at this accuracy, so that nothing can be compared */
  REL_VIOLATED,
} RelVerdict;

/* Applies a relation. `text` receives what differs, or why the relation does not apply; `changed` the changed model. Free both with g_free.
 */
RelVerdict rel_case_check (RelCase *c, const Relation *relation, guint32 seed, char **text, char **changed);

G_END_DECLS
