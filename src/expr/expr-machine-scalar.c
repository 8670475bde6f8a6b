#include "expr-machine-private.h"

/* Two roundings. */
#define LOOP run_plain
#define TARGET
#define FMA(a, b, c) ((a) * (b) + (c))
#define FMS(a, b, c) ((a) * (b) - (c))
#define FNMA(a, b, c) ((c) - (a) * (b))
#include "expr-machine-scalar.inc"
#undef LOOP
#undef TARGET
#undef FMA
#undef FMS
#undef FNMA

#if defined __x86_64__ || defined __FP_FAST_FMA
#define HAVE_FUSED 1
#define LOOP run_fused
#ifdef __x86_64__
/* The builtin is one instruction here; without the target it would be a slow call. */
#define TARGET __attribute__ ((target ("avx2,fma")))
#else
#define TARGET
#endif
#define FMA(a, b, c) __builtin_fma (a, b, c)
#define FMS(a, b, c) __builtin_fma (a, b, -(c))
#define FNMA(a, b, c) __builtin_fma (-(a), b, c)
#include "expr-machine-scalar.inc"
#endif

ExprScalarLoop
expr_machine_scalar_loop (gboolean fused)
{
#ifdef HAVE_FUSED
#ifdef __x86_64__
  fused = fused && __builtin_cpu_supports ("avx2") && __builtin_cpu_supports ("fma");
#endif
  if (fused)
    return run_fused;
#endif
  return run_plain;
}
