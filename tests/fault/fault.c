/* A library that is preloaded into a program and makes one kind of call fail. The variable FAULT has the form KIND:N or KIND:N+: the N-th call of this
 * kind fails, or it and all later ones. Kinds: memory, read, write, thread, kill. With kill the N-th write, rename, link or fsync is not made; the
 * program is killed in its place. With FAULT_COUNT=FILE the number of calls is written to FILE when the program ends. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
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

typedef enum
{
  NONE,
  MEMORY,
  READ,
  WRITE,
  THREAD,
  KILL,
} Kind;

static Kind kind;
static long first;
static int all_later;
static atomic_long calls;

/* The program calls malloc before this constructor runs; those calls are not counted. */
__attribute__ ((constructor)) static void
read_variable (void)
{
  static const char *const names[] = { "", "memory:", "read:", "write:", "thread:", "kill:" };
  const char *value = getenv ("FAULT");
  char *end;

  unsetenv ("LD_PRELOAD"); /* child programs are not concerned */
  for (int k = MEMORY; value != NULL && k <= KILL; k++)
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

void *
malloc (size_t size)
{
  if (!fails (MEMORY))
    return __libc_malloc (size);
  errno = ENOMEM;
  return NULL;
}

void *
calloc (size_t n, size_t size)
{
  if (!fails (MEMORY))
    return __libc_calloc (n, size);
  errno = ENOMEM;
  return NULL;
}

void *
realloc (void *block, size_t size)
{
  if (!fails (MEMORY))
    return __libc_realloc (block, size);
  errno = ENOMEM;
  return NULL;
}

int
posix_memalign (void **block, size_t alignment, size_t size)
{
  *block = fails (MEMORY) ? NULL : __libc_memalign (alignment, size);
  return *block != NULL ? 0 : ENOMEM;
}

void *
aligned_alloc (size_t alignment, size_t size)
{
  if (!fails (MEMORY))
    return __libc_memalign (alignment, size);
  errno = ENOMEM;
  return NULL;
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
