/* The loops of the byte-code machine for one point, compiled from expr-machine-scalar.inc in four versions: unfused or fused, with and
 * without calls of the C library. A loop without calls need not save registers on entry. */
#include "expr-machine-private.h"

/* The two unfused loops, in which a·b + c has two roundings. */
#define TARGET
#define FMA(a, b, c) ((a) * (b) + (c))
#define FMS(a, b, c) ((a) * (b) - (c))
#define FNMA(a, b, c) ((c) - (a) * (b))
#define FNMS(a, b, c) (-((a) * (b) + (c)))
#define LOOP run_plain
#define CALLS 0
#include "expr-machine-scalar.inc"
#undef LOOP
#undef CALLS
#define LOOP run_plain_calls
#define CALLS 1
#include "expr-machine-scalar.inc"
#undef LOOP
#undef CALLS
#undef TARGET
#undef FMA
#undef FMS
#undef FNMA
#undef FNMS

#if defined __x86_64__ || defined __FP_FAST_FMA
#define HAVE_FUSED 1
#ifdef __x86_64__
/* With this target the builtin fma is one instruction; otherwise it would be a slow
 * function call. */
#define TARGET __attribute__ ((target ("avx2,fma")))
#else
#define TARGET
#endif
#define FMA(a, b, c) __builtin_fma (a, b, c)
#define FMS(a, b, c) __builtin_fma (a, b, -(c))
#define FNMA(a, b, c) __builtin_fma (-(a), b, c)
#define FNMS(a, b, c) __builtin_fma (-(a), b, -(c))
#define LOOP run_fused
#define CALLS 0
#include "expr-machine-scalar.inc"
#undef LOOP
#undef CALLS
#define LOOP run_fused_calls
#define CALLS 1
#include "expr-machine-scalar.inc"
#endif

gboolean
expr_machine_can_fuse (void)
{
#if defined HAVE_FUSED && defined __x86_64__
  return __builtin_cpu_supports ("avx2") && __builtin_cpu_supports ("fma");
#elif defined HAVE_FUSED
  return TRUE;
#else
  return FALSE;
#endif
}

ExprScalarLoop
expr_machine_scalar_loop (gboolean fused, gboolean calls)
{
#ifdef HAVE_FUSED
  if (fused && expr_machine_can_fuse ())
    return calls ? run_fused_calls : run_fused;
#endif
  return calls ? run_plain_calls : run_plain;
}
