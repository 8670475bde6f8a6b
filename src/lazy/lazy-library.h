#pragma once

/* Libraries that are loaded when one of their functions is called for the first time. A program that draws nothing then starts without cairo
 * and Pango, and one that proves nothing without GMP. make-stubs.py writes for each library a source file with a LazyLibrary and a
 * short piece of code for each function, the stub, which has the name of the function. A program links the stubs in place of the library. */

#include <stddef.h>

typedef struct
{
  const char *const *files; /* names of the shared libraries, such as "libcairo.so.2", in the order in which they are searched; ends with NULL */
  const char *const *names; /* names of the functions */
  void **addresses;         /* of each function: address of its code, at first that of code that calls lazy_library_find */
} LazyLibrary;

/* Loads the library of function k, enters the address of the function in library->addresses, and returns it. Ends the program with a message
 * if the library or the function is missing, since the caller could do nothing. Any thread may call it. */
void *lazy_library_find (const LazyLibrary *library, size_t k);
