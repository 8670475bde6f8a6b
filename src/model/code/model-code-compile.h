/* Compiles a program in C as a shared library with the C compiler of the machine. */
#pragma once

#include "model-code.h"

G_BEGIN_DECLS

/* The name of a machine's folder in FMI 3 and FMI 2; NULL: it has none. */
#if defined __linux__ && defined __x86_64__
#define MODEL_CODE_PLATFORM3 "x86_64-linux"
#define MODEL_CODE_PLATFORM2 "linux64"
#elif defined __linux__ && defined __aarch64__
#define MODEL_CODE_PLATFORM3 "aarch64-linux"
#define MODEL_CODE_PLATFORM2 NULL
#else
#define MODEL_CODE_PLATFORM3 NULL
#define MODEL_CODE_PLATFORM2 NULL
#endif

/* Returns the shared library. Returns NULL with the reason in *why (free it with g_free) if there is no compiler or if it fails, or with an error if go_on returns FALSE,
 * which is called every few milliseconds; it may be NULL. */
GBytes *model_code_compile (const char *source, ModelCodeGoOn go_on, gpointer user, char **why, GError **error);

G_END_DECLS
