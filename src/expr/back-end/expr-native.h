/* The back end that generates machine code for single points, for x86-64 with
 * the System V calling convention. */
#pragma once

#include "expr-backend.h"
#include "expr-loops.h"

#if defined __x86_64__ && defined __unix__
#define EXPR_HAVE_NATIVE 1
#endif

G_BEGIN_DECLS

/* Emits both segments as functions of type ExprRun and writes the offsets of the functions to
 * starts[2]. plan has the loops of the fast segment, or is NULL. Free the code with g_byte_array_unref. The code can be placed at any multiple of 16 bytes;
 * it needs a processor with AVX2 and FMA. Returns NULL if the thread asks to end (expr-look.h). */
GByteArray *expr_native_emit (const ExprCode *code, const ExprLoops *plan, gboolean fused, gsize starts[2]);

/* Returns whether the first argument of the fast function is the address of the inputs from code->first_row on. */
gboolean expr_native_takes_row (const ExprCode *code, const ExprLoops *plan);

/* The back end that generates machine code. Batches are evaluated by the byte-code machine, which
 * processes at least four points at a time. */
extern const ExprBackend expr_native_backend;

G_END_DECLS
