/* A run that the client may name: its setup, simulator, rows, events and attempts, as they were when it ended. */
#pragma once

#include "serve-private.h"

G_BEGIN_DECLS

typedef struct
{
  ServeSetup *setup;
  SimSimulator *simulator;
  ModelSystem *system;       /* the instance of the simulator, which owns it */
  SimTrajectory *trajectory;
  SimTape *tape;
  double t_start, t_end;     /* the start, and the time that the run has reached */
} ServeRun;

/* Frees a run. */
void serve_run_free (ServeRun *run);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ServeRun, serve_run_free)

G_END_DECLS
