/* Shows that the thread sanitizer reports a race, and that it sees the synchronisation by GLib's locks and
 * tasks. Usage: tsan-proof lock|task|race. With lock and task the exit status must be 0, with race it must
 * not. */
#include <gio/gio.h>

static GMutex mutex;
static GCond changed;
static int counter;
static gboolean use_lock, done;

static gpointer
count (gpointer data)
{
  for (int i = 0; i < 1000; i++)
    {
      if (use_lock)
        g_mutex_lock (&mutex);
      counter++;
      if (use_lock)
        g_mutex_unlock (&mutex);
    }
  return NULL;
}

static gpointer
announce (gpointer data)
{
  g_mutex_lock (&mutex);
  done = TRUE;
  g_cond_broadcast (&changed);
  g_mutex_unlock (&mutex);
  return NULL;
}

static void
add (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  int *number = data;
  *number += 1;
  g_task_return_pointer (task, number, NULL);
}

static void
on_added (GObject *source, GAsyncResult *result, gpointer loop)
{
  int *number = g_task_propagate_pointer (G_TASK (result), NULL);
  g_assert_cmpint (*number, ==, 2);
  *number = 0;
  g_main_loop_quit (loop);
}

static void
run_task (void)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autofree int *number = g_new (int, 1);
  GTask *task = g_task_new (NULL, NULL, on_added, loop);
  *number = 1;
  g_task_set_task_data (task, number, NULL);
  g_task_run_in_thread (task, add);
  g_object_unref (task);
  g_main_loop_run (loop);
}

static void
run_threads (void)
{
  GThread *threads[] = { g_thread_new ("count", count, NULL), g_thread_new ("count", count, NULL) };
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
  if (!use_lock)
    return;
  GThread *thread = g_thread_new ("announce", announce, NULL);
  g_mutex_lock (&mutex);
  while (!done)
    g_cond_wait (&changed, &mutex);
  g_mutex_unlock (&mutex);
  g_thread_join (thread);
}

int
main (int argc, char **argv)
{
  const char *mode = argc > 1 ? argv[1] : "";
  use_lock = g_str_equal (mode, "lock");
  if (g_str_equal (mode, "task"))
    run_task ();
  else
    run_threads ();
  return 0;
}
