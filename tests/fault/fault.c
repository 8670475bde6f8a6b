/* A library that is preloaded into a program and makes one kind of call fail. The variable FAULT has the form KIND:N or KIND:N+: the N-th call of this
 * kind fails, or it and all later ones. Kinds: memory, read, write, thread, kill. With kill the N-th write, rename, link or fsync is not made; the
 * program is killed in its place. With FAULT_COUNT=FILE the number of calls is written to FILE when the program ends. With the kind limit every allocation
 * fails that would make the heap larger than N KiB (0: none), and FILE gets the largest size of the heap in KiB. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

extern void *__libc_malloc (size_t size);
extern void *__libc_calloc (size_t n, size_t size);
extern void *__libc_realloc (void *block, size_t size);
extern void *__libc_memalign (size_t alignment, size_t size);
extern void __libc_free (void *block);

typedef enum
{
  NONE,
  MEMORY,
  READ,
  WRITE,
  THREAD,
  KILL,
  LIMIT,
} Kind;

static Kind kind;
static long first;
static int all_later;
static atomic_long calls;
static atomic_long live, most; /* bytes of the heap that are in use, and the largest number of them; counted with the kind limit only */

/* The program calls malloc before this constructor runs; those calls are not counted. */
__attribute__ ((constructor)) static void
read_variable (void)
{
  static const char *const names[] = { "", "memory:", "read:", "write:", "thread:", "kill:", "limit:" };
  const char *value = getenv ("FAULT");
  char *end;

  unsetenv ("LD_PRELOAD"); /* child programs are not concerned */
  for (int k = MEMORY; value != NULL && k <= LIMIT; k++)
    if (strncmp (value, names[k], strlen (names[k])) == 0)
      {
        first = strtol (value + strlen (names[k]), &end, 10);
        all_later = *end == '+';
        kind = (Kind) k;
      }
}

__attribute__ ((destructor)) static void
write_count (void)
{
  const char *path = getenv ("FAULT_COUNT");
  char text[32];
  int fd = path != NULL ? open (path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600) : -1;

  if (kind == LIMIT)
    calls = most / 1024;
  kind = NONE;
  if (fd < 0)
    return;
  snprintf (text, sizeof text, "%ld\n", (long) calls);
  syscall (SYS_write, fd, text, strlen (text));
  close (fd);
}

/* Counts a call and returns whether it fails. */
static int
fails (Kind of)
{
  long number;

  if (kind != of)
    return 0;
  number = atomic_fetch_add (&calls, 1) + 1;
  if (of == KILL && number == first)
    raise (SIGKILL);
  return of != KILL && first > 0 && (number == first || (all_later && number > first));
}

static void *
next (const char *name)
{
  return dlsym (RTLD_NEXT, name);
}

/* ---- memory ---- */

/* Returns whether an allocation fails that adds so many bytes to the heap. */
static int
refused (size_t size)
{
  return fails (MEMORY) || (kind == LIMIT && first > 0 && live + (long) size > first * 1024);
}

/* Adds a new block to the heap. Returns it; sets errno if it is NULL. */
static void *
count (void *block)
{
  long now;

  if (block == NULL)
    errno = ENOMEM;
  else if (kind == LIMIT)
    {
      now = atomic_fetch_add (&live, (long) malloc_usable_size (block)) + (long) malloc_usable_size (block);
      for (long before = most; now > before && !atomic_compare_exchange_weak (&most, &before, now);)
        ;
    }
  return block;
}

void *
malloc (size_t size)
{
  return count (refused (size) ? NULL : __libc_malloc (size));
}

void *
calloc (size_t n, size_t size)
{
  return count (refused (n * size) ? NULL : __libc_calloc (n, size));
}

void *
realloc (void *block, size_t size)
{
  size_t before = block != NULL && kind == LIMIT ? malloc_usable_size (block) : 0;
  void *larger;

  if (refused (size > before ? size - before : 0))
    return count (NULL);
  larger = __libc_realloc (block, size);
  if (larger != NULL || size == 0)
    atomic_fetch_sub (&live, (long) before);
  return size == 0 ? larger : count (larger);
}

void
free (void *block)
{
  if (block != NULL && kind == LIMIT)
    atomic_fetch_sub (&live, (long) malloc_usable_size (block));
  __libc_free (block);
}

int
posix_memalign (void **block, size_t alignment, size_t size)
{
  *block = count (refused (size) ? NULL : __libc_memalign (alignment, size));
  return *block != NULL ? 0 : ENOMEM;
}

void *
aligned_alloc (size_t alignment, size_t size)
{
  return count (refused (size) ? NULL : __libc_memalign (alignment, size));
}

/* ---- files ---- */

ssize_t
read (int fd, void *buffer, size_t size)
{
  if (!fails (READ))
    return syscall (SYS_read, fd, buffer, size);
  errno = EIO;
  return -1;
}

ssize_t
write (int fd, const void *buffer, size_t size)
{
  fails (KILL);
  if (fd <= 2 || !fails (WRITE))
    return syscall (SYS_write, fd, buffer, size);
  errno = ENOSPC;
  return -1;
}

int
fsync (int fd)
{
  fails (KILL);
  if (!fails (WRITE))
    return (int) syscall (SYS_fsync, fd);
  errno = EIO;
  return -1;
}

int
renameat (int from_folder, const char *from, int to_folder, const char *to)
{
  fails (KILL);
  if (!fails (WRITE))
    return (int) syscall (SYS_renameat, from_folder, from, to_folder, to);
  errno = EIO;
  return -1;
}

int
renameat2 (int from_folder, const char *from, int to_folder, const char *to, unsigned int flags)
{
  fails (KILL);
  if (!fails (WRITE))
    return (int) syscall (SYS_renameat2, from_folder, from, to_folder, to, flags);
  errno = EIO;
  return -1;
}

int
linkat (int from_folder, const char *from, int to_folder, const char *to, int flags)
{
  fails (KILL);
  if (!fails (WRITE))
    return (int) syscall (SYS_linkat, from_folder, from, to_folder, to, flags);
  errno = EIO;
  return -1;
}

/* ---- threads ---- */

int
pthread_create (pthread_t *thread, const pthread_attr_t *attributes, void *(*start) (void *), void *user)
{
  int (*create) (pthread_t *, const pthread_attr_t *, void *(*) (void *), void *) = next ("pthread_create");

  return fails (THREAD) ? EAGAIN : create (thread, attributes, start, user);
}
