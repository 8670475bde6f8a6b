/* Recognizes warnings of GTK 4.8 that are no faults of the program. Random actions cause them. */
#include "random-log.h"

#include <string.h>

/* GTK 4.8 warns without a fault of the program if a widget is
 * removed while a pointer button is held on it, if a menu opens on a window that extends beyond
 * all monitors (possible without a window manager), and if a tooltip is due for a closed
 * window. */
gboolean
random_log_is_excused (const GLogField *fields, gsize n)
{
  static const char *const excused[] = { "Broken accounting of active state", "GDK_IS_MONITOR", "GDK_IS_SURFACE (surface)" };

  for (gsize i = 0; i < n; i++)
    for (guint k = 0; strcmp (fields[i].key, "MESSAGE") == 0 && k < G_N_ELEMENTS (excused); k++)
      if (strstr (fields[i].value, excused[k]) != NULL)
        return TRUE;
  return FALSE;
}
