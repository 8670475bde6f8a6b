/* Harnesses that give any bytes to one reader of the program. Each source fuzz-NAME.c defines LLVMFuzzerTestOneInput and is linked either with libFuzzer
 * of clang (meson option `fuzz`), or with fuzz-replay.c, which replays the files of the corpus and makes random changes of them. A harness fails by an
 * assertion, a signal or a sanitizer. */
#pragma once

#include <glib.h>

/* Reads one input. Returns 0. */
int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);
/* Is called once before the first input. Returns 0. */
int LLVMFuzzerInitialize (int *argc, char ***argv);

/* Returns the input as a text that ends at its first zero byte. Free it with g_free. */
static inline char *
fuzz_text (const guint8 *data, gsize size)
{
  return size > 0 ? g_strndup ((const char *) data, size) : g_strdup ("");
}
