/* The problems of the benchmark as models, whose right-hand sides run as byte
 * code or machine code instead of C. */
#pragma once

#include <stdbool.h>

#include "bench-problems.h"
#include "ode-system.h"

/* Returns the problem with its right-hand side as byte code or machine code;
 * NULL if the problem has no model text or machine code does not run on this
 * processor. */
const OdeSystem *bench_model_system (const BenchProblem *problem, bool byte_code);
