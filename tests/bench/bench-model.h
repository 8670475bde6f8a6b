/* The benchmark problems as models. Their right-hand sides are byte code or machine code instead of
 * C. */
#pragma once

#include <stdbool.h>

#include "bench-problems.h"
#include "ode-system.h"

/* Returns a problem whose right-hand side is byte code or machine code. Returns NULL
 * if the problem has no model text, or if machine code is not supported on this
 * processor. */
const OdeSystem *bench_model_system (const BenchProblem *problem, bool byte_code);
