/* Mapped memory, which a page does not have: each mapping fails, so that a full memory limit is an error and not a temporary file. */
#pragma once

#include <stddef.h>
#include <sys/types.h>

#define PROT_READ 1
#define PROT_WRITE 2
#define PROT_EXEC 4
#define MAP_SHARED 1
#define MAP_PRIVATE 2
#define MAP_ANONYMOUS 32
#define MAP_FAILED ((void *)-1)
#define MADV_DONTNEED 4
/* A flag of open, which fails for every folder. */
#define O_TMPFILE 0

/* Returns MAP_FAILED in every case. */
static inline void *
mmap (void *address, size_t length, int protection, int flags, int file, off_t offset)
{
  return MAP_FAILED;
}

/* Returns an error in every case. */
static inline int
munmap (void *address, size_t length)
{
  return -1;
}

/* Fails in every case. */
static inline int
madvise (void *address, size_t length, int advice)
{
  return -1;
}

/* Refuses every change of a protection. */
static inline int
mprotect (void *address, size_t length, int protection)
{
  return -1;
}
