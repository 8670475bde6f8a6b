/* The benchmark problems as models. Their right-hand sides are machine code instead of C, or byte code where machine code is not
 * supported. */
#pragma once

#include "bench-problems.h"
#include "model-system.h"

/* Returns a new instance of a problem's model, with fast_math. Free it with model_system_free. */
ModelSystem *bench_model_system (const BenchProblem *problem);
