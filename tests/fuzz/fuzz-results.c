/* Reads a file of results with all its blocks. */
#include "fuzz.h"

#include <sys/mman.h>
#include <unistd.h>

#include "lab-results.h"

int
LLVMFuzzerInitialize (int *argc, char ***argv)
{
  return 0;
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  int fd = memfd_create ("results", MFD_CLOEXEC);
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", fd), *missing = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (LabResults) results = NULL;

  g_assert_cmpint (write (fd, data, size), ==, (gssize) size);
  results = lab_results_open (path, &error);
  g_assert_true ((results == NULL) == (error != NULL));
  if (results != NULL)
    {
      for (guint64 k = 0; k < lab_results_n_stored (results); k++)
        {
          g_autoptr (LabBlock) block = lab_results_read (results, k, NULL);

          g_assert_true (block != NULL || k >= lab_results_n_blocks (results));
        }
      missing = lab_results_missing (results);
    }
  close (fd);
  return 0;
}
