/* The register code of a program, which the evaluation over intervals translates. */
#pragma once

#include "expr-code.h"
#include "expr-program.h"

G_BEGIN_DECLS

/* Returns the register code; owned by the program. */
const ExprCode *expr_program_code (const ExprProgram *program);

G_END_DECLS
