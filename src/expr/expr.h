/* The expression language: text → syntax tree → one SSA graph → programs.
 *
 * Lifetimes: trees and graphs are owned by whoever makes them; a program copies what it needs and outlives
 * its graph. Nothing here is shared between threads except immutable programs and tables; each thread evaluates
 * with a workspace of its own.
 *
 * Meaning of the values where it is not plain: comparisons give 1 or 0, with a NaN 0 (`!=`: 1); truth is ≠ 0, so
 * a NaN condition is true; min and max are NaN where either side is; step, sign, floor and their like hand a NaN on;
 * the branch of an `if` that is not taken leaves no trace. */
#pragma once

#include "expr-error.h"
#include "expr-graph.h"
#include "expr-jacobian.h"
#include "expr-polynomial.h"
#include "expr-program.h"
#include "expr-table.h"
#include "expr-tree.h"
