/* Memory for machine code. A page is first writable and then executable, but never both. The code of small programs is in regions, which programs fill one after
 * another: to return memory to the system takes longer than to compile a small program, and is done once for a region. */
#include "expr-region.h"

#include "expr-native.h"

#ifdef EXPR_HAVE_NATIVE

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "expr-look.h"

/* Size of a region, and of the largest code that shares one. */
#define REGION_BYTES ((gsize) 256 << 10)
#define MOST_SHARED (REGION_BYTES / 8)
/* Number of bytes that are copied between two looks for a request to end. */
#define COPY_BYTES ((gsize) 1 << 20)

struct ExprRegion
{
  guint8 *memory;
  gsize size, used;
  int n_programs; /* programs with code in the region, plus 1 while it is filled */
};

static GMutex lock;
static ExprRegion *filled; /* the region that is being filled; NULL: none */

static ExprRegion *
region_new (gsize size)
{
  guint8 *memory = mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ExprRegion *region;

  if (memory == MAP_FAILED)
    return NULL;
  region = g_new (ExprRegion, 1);
  *region = (ExprRegion){ memory, size, 0, 1 };
  return region;
}

/* Is called with the lock. */
static void
drop (ExprRegion *region)
{
  if (--region->n_programs > 0)
    return;
  munmap (region->memory, region->size);
  g_free (region);
}

/* Takes `size` bytes, a multiple of the size of a page, of the shared region or of a new one. Returns the region and sets *memory; NULL: there is no memory. */
static ExprRegion *
take (gsize size, guint8 **memory)
{
  ExprRegion *region;

  g_mutex_lock (&lock);
  if (size > MOST_SHARED)
    region = region_new (size);
  else
    {
      if (filled != NULL && filled->used + size > filled->size)
        {
          drop (filled);
          filled = NULL;
        }
      if (filled == NULL)
        filled = region_new (REGION_BYTES);
      region = filled;
      if (region != NULL)
        region->n_programs++;
    }
  if (region != NULL)
    {
      *memory = region->memory + region->used;
      region->used += size;
    }
  g_mutex_unlock (&lock);
  return region;
}

ExprRegion *
expr_region_place (const GByteArray *bytes, guint8 **memory)
{
  const gsize page = (gsize) sysconf (_SC_PAGESIZE), size = ((gsize) bytes->len + page - 1) / page * page;
  ExprRegion *region = take (size, memory);
  gboolean continues = TRUE;

  if (region == NULL)
    return NULL;
  for (gsize at = 0; at < bytes->len && continues; at += COPY_BYTES)
    {
      memcpy (*memory + at, bytes->data + at, MIN (COPY_BYTES, bytes->len - at));
      continues = at + COPY_BYTES >= bytes->len || expr_look_continues ();
    }
  if (continues && mprotect (*memory, size, PROT_READ | PROT_EXEC) == 0)
    return region;
  expr_region_release (region);
  return NULL;
}

void
expr_region_release (ExprRegion *region)
{
  g_mutex_lock (&lock);
  drop (region);
  g_mutex_unlock (&lock);
}

#endif
