/* The entry points of the WebAssembly module, and what the page provides to it. */
#include <glib.h>

/* Receives a message before the program ends; the page shows it. */
__attribute__ ((import_module ("page"), import_name ("fail"))) void page_host_fail (const char *file, int line, const char *message);

void
page_fail (const char *file, int line, const char *message)
{
  page_host_fail (file, line, message);
  __builtin_trap ();
}
