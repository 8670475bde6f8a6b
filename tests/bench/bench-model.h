/* The benchmark's problems as models: the right-hand side by byte code or machine code of our own instead of C. */
#pragma once

#include <stdbool.h>

#include "bench-problems.h"
#include "ode-system.h"

/* By byte code, or by machine code. NULL where the problem has no text, or machine code does not run here. */
const OdeSystem *bench_model_system (const BenchProblem *problem, bool byte_code);
