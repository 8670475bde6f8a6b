/* The loops of the byte-code machine over lanes, compiled for several kinds of processors
 * from expr-machine-batch.inc: portable, AVX2, AVX-512, and fused (with FMA, and with
 * the elementary functions of libmvec if it is available). */
#include "expr-machine-private.h"

/* Version for all processors. a·b + c has two roundings. */
#define LOOP run_plain
#define TARGET
#define VECTOR_FUNCTIONS 0
#define FMA(a, b, c) ((a) * (b) + (c))
#define FMS(a, b, c) ((a) * (b) - (c))
#define FNMA(a, b, c) ((c) - (a) * (b))
#define FNMS(a, b, c) (-((a) * (b) + (c)))
#include "expr-machine-batch.inc"
#undef LOOP
#undef TARGET

#ifdef __x86_64__
/* Version with four lanes per vector register. a·b + c has two roundings,
 * so the results are the same. */
#define LOOP run_plain_avx2
#define TARGET __attribute__ ((target ("avx2")))
#include "expr-machine-batch.inc"
#undef LOOP
#undef TARGET

/* Version with eight lanes per vector register and the same results. */
#ifdef __clang__ /* clang does not accept the preferred vector width as a part of the target */
#define AVX512 "avx512f,avx512dq,avx512vl,avx512bw"
#else
#define AVX512 "avx512f,avx512dq,avx512vl,avx512bw,prefer-vector-width=512"
#endif
#define LOOP run_plain_avx512
#define TARGET __attribute__ ((target (AVX512)))
#include "expr-machine-batch.inc"
#undef LOOP
#undef TARGET
#endif

#undef VECTOR_FUNCTIONS
#undef FMA
#undef FMS
#undef FNMA
#undef FNMS

#if defined __x86_64__ || defined __FP_FAST_FMA
#define HAVE_FUSED 1
#define LOOP run_fused
#define FMA(a, b, c) __builtin_fma (a, b, c)
#define FMS(a, b, c) __builtin_fma (a, b, -(c))
#define FNMA(a, b, c) __builtin_fma (-(a), b, c)
#define FNMS(a, b, c) __builtin_fma (-(a), b, -(c))
#ifdef __x86_64__
#define TARGET __attribute__ ((target ("avx2,fma")))
#else
#define TARGET
#endif
#if defined __x86_64__ && defined EXPR_HAVE_LIBMVEC
#define VECTOR_FUNCTIONS 1
typedef double Vector4 __attribute__ ((vector_size (32), aligned (8), may_alias));
typedef double Vector8 __attribute__ ((vector_size (64), aligned (8), may_alias));
#define VECTOR_1(code, name) Vector4 _ZGVdN4v_##name (Vector4);
#define VECTOR_2(code, name) Vector4 _ZGVdN4vv_##name (Vector4, Vector4);
#define WIDE_1(code, name) \
  VECTOR_1 (code, name) __attribute__ ((target ("avx512f"))) Vector8 _ZGVeN8v_##name (Vector8);
#define WIDE_2(code, name) \
  VECTOR_2 (code, name) __attribute__ ((target ("avx512f"))) Vector8 _ZGVeN8vv_##name (Vector8, Vector8);
#include "expr-vector.def"
#undef VECTOR_1
#undef VECTOR_2
#undef WIDE_1
#undef WIDE_2
#define WIDE Vector4
#define WIDE_LANES 4
#define WIDE_FUNCTION(name) _ZGVdN4##name
#else
#define VECTOR_FUNCTIONS 0
#endif
#include "expr-machine-batch.inc"
#undef LOOP
#undef TARGET
#ifdef __x86_64__
/* The loop for AVX-512 calls elementary functions with the same bits as those of run_fused. */
#undef WIDE
#undef WIDE_LANES
#undef WIDE_FUNCTION
#define WIDE Vector8
#define WIDE_LANES 8
#define WIDE_FUNCTION(name) _ZGVeN8##name
#define LOOP run_fused_avx512
#define TARGET __attribute__ ((target ("avx2,fma," AVX512)))
#include "expr-machine-batch.inc"
#endif
#endif

#ifdef __x86_64__
static gboolean
have_avx512 (void)
{
  return __builtin_cpu_supports ("avx512f") && __builtin_cpu_supports ("avx512dq") && __builtin_cpu_supports ("avx512vl")
         && __builtin_cpu_supports ("avx512bw");
}
#endif

ExprBatchLoop
expr_machine_batch_loop (gboolean fused)
{
#ifdef __x86_64__
  gboolean has_avx2 = __builtin_cpu_supports ("avx2");
  if (fused && has_avx2 && __builtin_cpu_supports ("fma"))
    return have_avx512 () ? run_fused_avx512 : run_fused;
  if (have_avx512 ())
    return run_plain_avx512;
  return has_avx2 ? run_plain_avx2 : run_plain;
#elif defined HAVE_FUSED
  return fused ? run_fused : run_plain;
#else
  return run_plain;
#endif
}
