/* Loads libraries at the first call of one of their functions. */
#include "lazy-library.h"

#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>

void *
lazy_library_find (const LazyLibrary *library, size_t k)
{
  for (const char *const *file = library->files; *file != NULL; file++)
    {
      /* The loader counts calls for one library, and loads it once. It is never closed. */
      void *handle = dlopen (*file, RTLD_LAZY | RTLD_LOCAL);
      void *address = handle != NULL ? dlsym (handle, library->names[k]) : NULL;

      if (address != NULL)
        {
          /* Several threads may come here for one function. They all write the same address. */
          __atomic_store_n (&library->addresses[k], address, __ATOMIC_RELEASE);
          return address;
        }
    }
  fprintf (stderr, "stepwise: the function %s could not be loaded: %s\n", library->names[k], dlerror ());
  fflush (stderr);
  _exit (6);
}
