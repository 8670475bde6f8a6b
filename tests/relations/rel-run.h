/* One run of a model text, with everything that a relation compares. */
#pragma once

#include "sim-simulator.h"

G_BEGIN_DECLS

/* Attempted steps after which a run ends. The time that a relation takes is bounded by counts, not by a clock. */
#define REL_MOST_STEPS 4000

typedef struct
{
  const char *settings; /* "key=value key=value …", which override those of the model; NULL: none */
  double end;           /* end time; NaN: that of the model */
  double split;         /* time at which a snapshot is saved and restored in a second simulator; NaN: no split */
  double samples;       /* distance of samples that are asked for; 0: none */
  double late;          /* if > 0, the run goes on for this time after its end, and the values at the end are those of dense output, but the
                         * events those of the whole run */
} RelWay;

typedef struct
{
  char *name;
  double t;
} RelEvent;

typedef struct
{
  char *error; /* why there is no run, or NULL; the members below are then unset */
  SimReason reason;
  OdeStatus ode_status;
  char *ended_by; /* name of the event that ended the run, or "" */
  char *message;
  gboolean out_of_steps; /* the run ended at REL_MOST_STEPS */
  double t, t_start;
  GPtrArray *names; /* of the columns: states, discrete states, multipliers, outputs */
  double *values;   /* of the columns at t */
  double *start;    /* of the columns at t_start, before any step */
  double *sizes;    /* largest magnitude of each column during the run */
  GArray *events;   /* RelEvent: events in the order of their records, without those that follow each other too closely */
  gboolean at_edge; /* the distance of two events is so near to the limit below which they are left out that errors decide on it */
  gint64 n_steps;
  gint64 n_passed; /* steps that passed over a change of the right-hand side, of which the run warns */
  int n_slides; /* motions along a surface on which a condition changes */
  ModelColumnType *types;
} RelRun;

/* Runs a model. Free the result with rel_run_free. */
RelRun *rel_run (const char *text, const RelWay *way);
/* Frees a run; NULL is allowed. */
void rel_run_free (RelRun *run);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RelRun, rel_run_free)
/* Returns the index of a column, or −1. */
int rel_run_column (const RelRun *run, const char *name);
/* Sets the settings "key=value …". Returns FALSE with an error for the first one that is not valid. */
gboolean rel_settings (SimConfig *config, const char *settings, GError **error);

G_END_DECLS
