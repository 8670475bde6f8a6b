/* The register code of a program, which the evaluation over intervals translates and which steps contain. */
#pragma once

#include "expr-code.h"
#include "expr-program.h"

G_BEGIN_DECLS

/* Returns the register code; owned by the program. */
const ExprCode *expr_program_code (const ExprProgram *program);
/* Returns the program of a workspace; owned by the workspace. */
const ExprProgram *expr_workspace_program (const ExprWorkspace *workspace);
/* Compiles register code and takes its ownership. Returns NULL if the thread asks to end (expr-look.h). */
ExprProgram *expr_program_new_from_code (ExprCode *code, ExprProgramFlags flags);

G_END_DECLS
