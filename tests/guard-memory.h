/* Replaces the memory functions of a test program by functions that notice wrong accesses. See guard-memory.c. */
#pragma once

/* Returns the number of blocks of memory that are allocated and not yet freed, in the whole program; −1 if the
 * functions are not replaced. */
long guard_memory_blocks (void);
