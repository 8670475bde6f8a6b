/* The back end of machine code. */
#include "expr-native.h"

#ifdef EXPR_HAVE_NATIVE

#include "expr-region.h"

typedef struct
{
  ExprRegion *region;
  const guint8 *memory;
  gsize starts[2];
  gboolean takes_row;
  int n_cells;
  GArray *constants; /* of double: further constants in cells; NULL: none */
  int first_constant;
  gpointer machine; /* compiled code of the byte-code machine, which evaluates batches */
} Native;

static gpointer
native_compile (const ExprCode *code, ExprProgramFlags flags)
{
  g_autoptr (GByteArray) bytes = NULL;
  ExprLoops *plan;
  gsize starts[2];
  ExprRegion *region;
  guint8 *memory;
  gpointer machine;
  Native *native;

  if ((flags & EXPR_PROGRAM_BYTE_CODE) || !__builtin_cpu_supports ("avx2") || !__builtin_cpu_supports ("fma"))
    return NULL;
  if (!expr_loops_find (code, &plan))
    return NULL;
  bytes = expr_native_emit (code, plan, (flags & EXPR_PROGRAM_FUSED) != 0, starts);
  region = bytes != NULL ? expr_region_place (bytes, &memory) : NULL;
  machine = region != NULL ? expr_machine_backend.compile (code, flags) : NULL;
  if (machine == NULL)
    {
      if (region != NULL)
        expr_region_release (region);
      expr_loops_free (plan);
      return NULL;
    }
  native = g_new (Native, 1);
  *native = (Native){ region, memory, { starts[0], starts[1] }, .takes_row = expr_native_takes_row (code, plan), .n_cells = code->n_registers, .machine = machine };
  if (plan != NULL)
    {
      native->n_cells = plan->n_cells;
      native->constants = g_array_ref (plan->constants);
      native->first_constant = plan->first_constant;
    }
  expr_loops_free (plan);
  return native;
}

static void
native_free (gpointer compiled)
{
  Native *native = compiled;

  expr_machine_backend.free (native->machine);
  expr_region_release (native->region);
  if (native->constants != NULL)
    g_array_unref (native->constants);
  g_free (native);
}

static int
native_cells (gconstpointer compiled, const double **constants, int *n_constants, int *first_constant)
{
  const Native *native = compiled;

  *constants = native->constants != NULL ? (const double *) (const void *) native->constants->data : NULL;
  *n_constants = native->constants != NULL ? (int) native->constants->len : 0;
  *first_constant = native->first_constant;
  return native->n_cells;
}

static ExprRun
native_entry (gconstpointer compiled, ExprSegment segment, gconstpointer *code)
{
  const Native *native = compiled;

  *code = NULL;
  return (ExprRun) (guintptr) (native->memory + native->starts[segment]);
}

static gboolean
native_takes_row (gconstpointer compiled)
{
  const Native *native = compiled;

  return native->takes_row;
}

static gboolean
native_run_batch (gconstpointer compiled, ExprSegment segment, double *registers, int n_lanes)
{
  const Native *native = compiled;

  return expr_machine_backend.run_batch (native->machine, segment, registers, n_lanes);
}

const ExprBackend expr_native_backend = {
  .name = "machine code",
  .compile = native_compile,
  .free = native_free,
  .entry = native_entry,
  .cells = native_cells,
  .takes_row = native_takes_row,
  .run_batch = native_run_batch,
};

#endif
