/* The benchmark's problems as models: the right-hand side by byte code instead of C. */
#pragma once

#include "bench-problems.h"
#include "ode-system.h"

/* NULL where the problem has no text. */
const OdeSystem *bench_model_system (const BenchProblem *problem);
