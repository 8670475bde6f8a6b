/* The content of the page of an attempt: the attempt, perhaps a second one of the same start, and how much of it has been played. Plain values. */
#pragma once

#include "lab-attempt.h"
#include "model-system.h"
#include "wb-run-item.h"

G_BEGIN_DECLS

/* The most states that can be chosen, and the number of states that a page shows. */
#define WB_MOST_CHOSEN 3

typedef struct
{
  const LabAttempt *attempt;
  const LabAttempt *other;     /* another attempt with the same start, shown for comparison; NULL: none */
  WbRunItem *run;              /* run of the attempt; NULL: no direction field is drawn */
  ModelSystem *system;
  int limit;                   /* number of stages and iterations that are played already; the others are faint. G_MAXINT: all */
  int n_chosen;
  int chosen[WB_MOST_CHOSEN];  /* states to show; n_chosen 0: those with the largest errors */
} WbAttemptScene;

/* Returns whether an event of the attempt is played: a stage, kick, drift, entry of the extrapolation table, or an iteration. */
gboolean wb_attempt_scene_is_played (const OdeTraceEvent *event);
/* Returns the number of events that are played. */
int wb_attempt_scene_length (const LabAttempt *attempt);
/* Writes the indices of up to n states to show: the chosen ones, or those with the largest error first. Returns their number. */
int wb_attempt_scene_states (const WbAttemptScene *scene, int n, int *states);

G_END_DECLS
