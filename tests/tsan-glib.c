/* Makes GLib's synchronisation visible to the thread sanitizer.
 *
 * Debian's GLib is not built with the sanitizer, and its locks use futexes
 * directly. The sanitizer then sees neither the locks nor the order that they
 * impose, and it reports a race at every access that a GMutex protects. This
 * library defines the functions that programs call to synchronise, reports each
 * operation to the sanitizer and calls GLib's own function. It is linked in
 * front of GLib when Meson is configured with -Db_sanitize=thread, and in no
 * other build.
 *
 * GLib calls these functions internally without this library (it is linked with
 * -Bsymbolic-functions). tests/tsan.supp therefore ignores accesses from inside
 * GLib; accesses from code of the project stay checked. */
#include <dlfcn.h>
#include <gio/gio.h>
#include <sanitizer/tsan_interface.h>

void __tsan_acquire (void *address);
void __tsan_release (void *address);

/* Declares `real` as a pointer to GLib's own function of this name. */
#define REAL(name)                                                                                                               \
  static typeof (name) *real_##name;                                                                                             \
  typeof (name) *real = __atomic_load_n (&real_##name, __ATOMIC_RELAXED);                                                        \
  if (real == NULL)                                                                                                              \
    {                                                                                                                            \
      real = (typeof (name) *) dlsym (RTLD_NEXT, #name);                                                                         \
      __atomic_store_n (&real_##name, real, __ATOMIC_RELAXED);                                                                   \
    }

/* ---- locks ---- */

#define LOCK(name, Type)                                                                                                         \
  void name (Type *lock)                                                                                                         \
  {                                                                                                                              \
    REAL (name)                                                                                                                  \
    __tsan_mutex_pre_lock (lock, 0);                                                                                             \
    real (lock);                                                                                                                 \
    __tsan_mutex_post_lock (lock, 0, 0);                                                                                         \
  }
#define UNLOCK(name, Type)                                                                                                       \
  void name (Type *lock)                                                                                                         \
  {                                                                                                                              \
    REAL (name)                                                                                                                  \
    __tsan_mutex_pre_unlock (lock, 0);                                                                                           \
    real (lock);                                                                                                                 \
    __tsan_mutex_post_unlock (lock, 0);                                                                                          \
  }
#define CLEAR(name, Type)                                                                                                        \
  void name (Type *lock)                                                                                                         \
  {                                                                                                                              \
    REAL (name)                                                                                                                  \
    __tsan_mutex_destroy (lock, 0);                                                                                              \
    real (lock);                                                                                                                 \
  }

LOCK (g_mutex_lock, GMutex)
UNLOCK (g_mutex_unlock, GMutex)
CLEAR (g_mutex_clear, GMutex)

gboolean
g_mutex_trylock (GMutex *mutex)
{
  REAL (g_mutex_trylock)
  __tsan_mutex_pre_lock (mutex, __tsan_mutex_try_lock);
  gboolean locked = real (mutex);
  __tsan_mutex_post_lock (mutex, locked ? __tsan_mutex_try_lock : __tsan_mutex_try_lock | __tsan_mutex_try_lock_failed, 0);
  return locked;
}

void
g_cond_wait (GCond *cond, GMutex *mutex)
{
  REAL (g_cond_wait)
  __tsan_mutex_pre_unlock (mutex, 0);
  __tsan_mutex_post_unlock (mutex, 0);
  real (cond, mutex);
  __tsan_mutex_pre_lock (mutex, 0);
  __tsan_mutex_post_lock (mutex, 0, 0);
}

gboolean
g_cond_wait_until (GCond *cond, GMutex *mutex, gint64 end_time)
{
  REAL (g_cond_wait_until)
  __tsan_mutex_pre_unlock (mutex, 0);
  __tsan_mutex_post_unlock (mutex, 0);
  gboolean signalled = real (cond, mutex, end_time);
  __tsan_mutex_pre_lock (mutex, 0);
  __tsan_mutex_post_lock (mutex, 0, 0);
  return signalled;
}

/* ---- initialisation on first use ---- */

gboolean (g_once_init_enter) (volatile void *location)
{
  static gboolean (*real) (volatile void *);
  if (real == NULL)
    real = (gboolean (*) (volatile void *)) dlsym (RTLD_NEXT, "g_once_init_enter");
  gboolean first = real (location);
  if (!first)
    __tsan_acquire ((void *) location);
  return first;
}

void (g_once_init_leave) (volatile void *location, gsize result)
{
  static void (*real) (volatile void *, gsize);
  if (real == NULL)
    real = (void (*) (volatile void *, gsize)) dlsym (RTLD_NEXT, "g_once_init_leave");
  __tsan_release ((void *) location);
  real (location, result);
}

/* ---- reference counts: what an owner does happens before the last owner frees the object ---- */

gboolean (g_atomic_ref_count_dec) (gatomicrefcount *count)
{
  static gboolean (*real) (gatomicrefcount *);
  if (real == NULL)
    real = (gboolean (*) (gatomicrefcount *)) dlsym (RTLD_NEXT, "g_atomic_ref_count_dec");
  __tsan_release (count);
  gboolean last = real (count);
  if (last)
    __tsan_acquire (count);
  return last;
}

#define UNREF(name, Type)                                                                                                        \
  void name (Type *object)                                                                                                       \
  {                                                                                                                              \
    REAL (name)                                                                                                                  \
    /* At this place it is unknown whether this is the last reference. */                                                                  \
    __tsan_acquire (object);                                                                                                     \
    __tsan_release (object);                                                                                                     \
    real (object);                                                                                                               \
  }

UNREF (g_object_unref, void)
UNREF (g_bytes_unref, GBytes)
UNREF (g_array_unref, GArray)
UNREF (g_ptr_array_unref, GPtrArray)
UNREF (g_hash_table_unref, GHashTable)

/* ---- tasks: what the starter has done happens before the thread, and what the thread does before the callback ---- */

typedef struct
{
  GTaskThreadFunc func;
} ThreadFunc;

static GQuark thread_func_quark;

static void
run_task (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  __tsan_acquire (task);
  GTaskThreadFunc func = ((ThreadFunc *) g_object_get_qdata (G_OBJECT (task), thread_func_quark))->func;
  func (task, source, data, cancellable);
}

void
g_task_run_in_thread (GTask *task, GTaskThreadFunc func)
{
  REAL (g_task_run_in_thread)
  ThreadFunc *closure = g_new (ThreadFunc, 1);
  if (thread_func_quark == 0)
    thread_func_quark = g_quark_from_static_string ("tsan-thread-func");
  closure->func = func;
  g_object_set_qdata_full (G_OBJECT (task), thread_func_quark, closure, g_free);
  __tsan_release (task);
  real (task, run_task);
}

void
g_task_return_pointer (GTask *task, gpointer result, GDestroyNotify free_result)
{
  REAL (g_task_return_pointer)
  __tsan_release (task);
  real (task, result, free_result);
}

void
g_task_return_boolean (GTask *task, gboolean result)
{
  REAL (g_task_return_boolean)
  __tsan_release (task);
  real (task, result);
}

void
g_task_return_error (GTask *task, GError *error)
{
  REAL (g_task_return_error)
  __tsan_release (task);
  real (task, error);
}

gpointer
g_task_get_task_data (GTask *task)
{
  REAL (g_task_get_task_data)
  __tsan_acquire (task);
  return real (task);
}

gpointer
g_task_propagate_pointer (GTask *task, GError **error)
{
  REAL (g_task_propagate_pointer)
  __tsan_acquire (task);
  return real (task, error);
}

gboolean
g_task_propagate_boolean (GTask *task, GError **error)
{
  REAL (g_task_propagate_boolean)
  __tsan_acquire (task);
  return real (task, error);
}
