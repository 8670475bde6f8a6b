/* Keeps the folder and the name of each output. */
#include "sim-output-names.h"

#include <string.h>
#include <sys/stat.h>

typedef struct
{
  dev_t device;   /* of the folder */
  ino_t inode;
  char *name;
  gboolean again;
} Name;

static GMutex lock;
static GArray *names; /* NULL: nothing is noted */

static void
name_clear (gpointer name)
{
  g_free (((Name *) name)->name);
}

void
sim_output_names_watch (void)
{
  g_mutex_lock (&lock);
  g_clear_pointer (&names, g_array_unref);
  names = g_array_new (FALSE, FALSE, sizeof (Name));
  g_array_set_clear_func (names, name_clear);
  g_mutex_unlock (&lock);
}

gboolean
sim_output_names_note (int folder, const char *name, gboolean again)
{
  struct stat info;
  gboolean fine = TRUE;

  if (fstat (folder, &info) != 0)
    return TRUE;
  g_mutex_lock (&lock);
  for (guint k = 0; names != NULL && k < names->len; k++)
    {
      const Name *other = &g_array_index (names, Name, k);

      if (other->device == info.st_dev && other->inode == info.st_ino && strcmp (other->name, name) == 0)
        fine = fine && again && other->again;
    }
  if (names != NULL && fine)
    {
      Name added = { info.st_dev, info.st_ino, g_strdup (name), again };

      g_array_append_val (names, added);
    }
  g_mutex_unlock (&lock);
  return fine;
}
