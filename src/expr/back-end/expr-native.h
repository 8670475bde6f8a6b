/* The back end that generates machine code for single points, for x86-64 with
 * the System V calling convention. */
#pragma once

#include "expr-backend.h"

#if defined __x86_64__ && defined __unix__
#define EXPR_HAVE_NATIVE 1
#endif

G_BEGIN_DECLS

/* Emits both segments as functions of type ExprRun and writes their offsets to
 * starts[2]; free with g_byte_array_unref. The code runs at any multiple of 16
 * on a processor with AVX2 and FMA. */
GByteArray *expr_native_emit (const ExprCode *code, gboolean fused, gsize starts[2]);

/* The back end. Many points are evaluated by the byte-code machine, which
 * processes at least four at a time. */
extern const ExprBackend expr_native_backend;

G_END_DECLS
