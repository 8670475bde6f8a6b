/* Keeps the device and inode of each file that was read. */
#include "model-inputs.h"

static GMutex lock;
static GArray *inputs; /* struct stat of each file; NULL: nothing is noted */

void
model_inputs_watch (void)
{
  g_mutex_lock (&lock);
  g_clear_pointer (&inputs, g_array_unref);
  inputs = g_array_new (FALSE, FALSE, sizeof (struct stat));
  g_mutex_unlock (&lock);
}

/* The caller holds the lock. */
static gboolean
has (const struct stat *info)
{
  for (guint k = 0; inputs != NULL && k < inputs->len; k++)
    {
      const struct stat *input = &g_array_index (inputs, struct stat, k);

      if (input->st_dev == info->st_dev && input->st_ino == info->st_ino)
        return TRUE;
    }
  return FALSE;
}

void
model_inputs_note (const char *path)
{
  struct stat info;

  if (stat (path, &info) != 0 || !S_ISREG (info.st_mode))
    return;
  g_mutex_lock (&lock);
  if (inputs != NULL && !has (&info))
    g_array_append_val (inputs, info);
  g_mutex_unlock (&lock);
}

gboolean
model_inputs_has (const struct stat *info)
{
  gboolean found;

  g_mutex_lock (&lock);
  found = has (info);
  g_mutex_unlock (&lock);
  return found;
}
