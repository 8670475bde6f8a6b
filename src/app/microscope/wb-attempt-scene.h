/* The content of the page of an attempt: the attempt, a second attempt from the same start if there is one, and the number of stages that
 * are drawn. If the reader tries another step size, the attempt is a trial and the second one is that of the run. A plain value that owns
 * nothing. */
#pragma once

#include "lab-trial.h"
#include "model-system.h"
#include "wb-run-item.h"

G_BEGIN_DECLS

/* The largest number of states that the user can choose, which is also the number of states on a page. */
#define WB_MOST_CHOSEN 3

typedef struct
{
  const LabAttempt *attempt;
  const LabAttempt *other;     /* another attempt from the same start, shown for comparison; NULL if there is none */
  const LabTrialCurve *curve;  /* the error over the step size; NULL if it is not known */
  WbRunItem *run;              /* the run of the attempt; if NULL, no direction field is drawn */
  ModelSystem *system;
  int limit;                   /* number of stages and iterations that are drawn in full; later ones are faint; G_MAXINT: all in full */
  int n_chosen;
  int chosen[WB_MOST_CHOSEN];  /* indices of the states to show; if n_chosen is 0, those with the largest errors are shown */
} WbAttemptScene;

/* Returns whether an event of the attempt is drawn as a point: a stage, the state after a kick or a drift, or an entry of the extrapolation
 * table. */
gboolean wb_attempt_scene_is_point (const OdeTraceEvent *event);
/* Returns whether an event of the attempt counts as one when the stages are played: a stage, kick, drift, entry of the extrapolation table,
 * or Newton iteration. */
gboolean wb_attempt_scene_is_played (const OdeTraceEvent *event);
/* Returns the name of such an event, or of a past point, in the markup of plot-text.h: *Z_i* for a stage that is solved by Newton's method, *k_i* for
 * another stage, a translated word with a number otherwise. The caller frees it. */
char *wb_attempt_scene_name (const LabAttempt *attempt, const OdeTraceEvent *event);
/* Returns the number of such events in the attempt: the number of pictures when its stages are played. */
int wb_attempt_scene_length (const LabAttempt *attempt);
/* Writes the indices of up to n states to show: those that the user chose or, without a choice, those with the largest errors, largest
 * first. Returns their number. */
int wb_attempt_scene_states (const WbAttemptScene *scene, int n, int *states);

G_END_DECLS
