/* Executable memory of machine code. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct ExprRegion ExprRegion;

/* Copies code to executable memory and sets *memory to its address, a multiple of the size of a page. Any thread may call the function. Returns NULL if
 * the operating system does not allow this, or if the thread asks to end (expr-look.h). Release the memory with expr_region_release. */
ExprRegion *expr_region_place (const GByteArray *bytes, guint8 **memory);
/* Gives up the memory of one code. No thread may be in the code. Any thread may call the function. */
void expr_region_release (ExprRegion *region);

G_END_DECLS
