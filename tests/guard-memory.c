/* Memory functions that notice wrong accesses. A program that links this file uses them instead of those of the C
 * library.
 *
 * Each block has 16 bytes before and after it, and new memory and freed memory are filled, all with 0xFF. A double of such bytes is
 * NaN and an integer is −1, so a program that reads them computes wrong numbers. A program that writes beyond the end of a
 * block is aborted when the block is freed. With a sanitizer, or a C library other than that of GNU, the file has no functions:
 * the sanitizer makes the same checks. */
#include "guard-memory.h"

#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef GUARD_MEMORY

#define FILL 0xFF
#define EDGE 16

void *__libc_malloc (size_t size);
void *__libc_memalign (size_t alignment, size_t size);
void __libc_free (void *block);

/* A record before the bytes that guard the start of a block. */
typedef struct
{
  void *base;  /* address for __libc_free */
  size_t size; /* size of the block that the program sees */
} Head;

#define BEFORE (sizeof (Head) + EDGE)

static atomic_long n_blocks;

static _Noreturn void
fail (const char *text)
{
  ssize_t written = write (STDERR_FILENO, text, strlen (text));

  (void) written;
  abort ();
}

static Head *
head_of (void *block)
{
  return (Head *) ((char *) block - BEFORE);
}

static void
check_edge (const unsigned char *edge)
{
  for (int i = 0; i < EDGE; i++)
    if (edge[i] != FILL)
      fail ("guard-memory: the program wrote outside of a block of memory\n");
}

/* Makes a block with the alignment 16 or a larger power of two. */
static void *
make (size_t alignment, size_t size)
{
  size_t before = alignment > BEFORE ? alignment : BEFORE;
  char *base, *block;

  if (size > SIZE_MAX / 2 - before - EDGE || alignment > SIZE_MAX / 4)
    {
      errno = ENOMEM;
      return NULL;
    }
  base = alignment > 16 ? __libc_memalign (alignment, before + size + EDGE) : __libc_malloc (before + size + EDGE);
  if (base == NULL)
    return NULL;
  block = base + before;
  *head_of (block) = (Head){ base, size };
  memset (block - EDGE, FILL, EDGE + size + EDGE);
  atomic_fetch_add_explicit (&n_blocks, 1, memory_order_relaxed);
  return block;
}

void *
malloc (size_t size)
{
  return make (16, size);
}

void
free (void *block)
{
  int number = errno;
  Head *head;

  if (block == NULL)
    return;
  head = head_of (block);
  check_edge ((unsigned char *) block - EDGE);
  check_edge ((unsigned char *) block + head->size);
  memset ((char *) block - EDGE, 0, EDGE); /* a second call of free fails */
  memset (block, FILL, head->size);
  atomic_fetch_sub_explicit (&n_blocks, 1, memory_order_relaxed);
  __libc_free (head->base);
  errno = number;
}

void *
calloc (size_t n, size_t size)
{
  void *block = n > 0 && size > SIZE_MAX / n ? NULL : make (16, n * size);

  if (block != NULL)
    memset (block, 0, n * size);
  else
    errno = ENOMEM;
  return block;
}

void *
realloc (void *old, size_t size)
{
  void *block;

  if (old != NULL && size == 0)
    {
      free (old);
      return NULL;
    }
  block = make (16, size);
  if (block != NULL && old != NULL)
    {
      size_t old_size = head_of (old)->size;

      memcpy (block, old, old_size < size ? old_size : size);
      free (old);
    }
  return block;
}

void *
memalign (size_t alignment, size_t size)
{
  return make (alignment, size);
}

void *
aligned_alloc (size_t alignment, size_t size)
{
  return make (alignment, size);
}

int
posix_memalign (void **block, size_t alignment, size_t size)
{
  *block = make (alignment, size);
  return *block != NULL ? 0 : ENOMEM;
}

size_t
malloc_usable_size (void *block)
{
  return block != NULL ? head_of (block)->size : 0;
}

long
guard_memory_blocks (void)
{
  return atomic_load (&n_blocks);
}

#else

long
guard_memory_blocks (void)
{
  return -1;
}

#endif
