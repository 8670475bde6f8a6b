#include "ode-multistep.h"

#define HNW "Hairer, Nørsett and Wanner, Solving Ordinary Differential Equations I, 2nd ed. 1993, "
#define HNW_DOI ", doi:10.1007/978-3-540-78862-1"
#define IMPLICIT_TRAITS (ODE_TRAIT_MULTISTEP | ODE_TRAIT_IMPLICIT)
#define BDF_TRAITS (IMPLICIT_TRAITS | ODE_TRAIT_STIFF | ODE_TRAIT_DAE)

#define MULTISTEP(name, label_, aliases_, advice_, source_, traits_, kind_, k, p)  \
  static const OdeMultistepData name##_data = { kind_, k };                       \
  const OdeMethod ode_method_##name = {                                            \
    .id = #name,                                                                   \
    .label = label_,                                                               \
    .aliases = aliases_,                                                           \
    .advice = advice_,                                                             \
    .source = source_,                                                             \
    .family = ODE_FAMILY_MULTISTEP,                                                \
    .traits = (traits_) | ODE_TRAIT_ESTIMATE_SHOWN,                                \
    .order = p,                                                                    \
    .embedded_order = (p) + 1, /* of the formula that the estimate compares with */  \
    .error_order = p + 1,                                                          \
    .dense_order = 3,                                                              \
    .n_stages = 1,                                                                 \
    .accuracy_default = 1e-4,                                                      \
    .accuracy_loosest = 1e-1,                                                      \
    .accuracy_tightest = 1e-10,                                                    \
    .stepper = &ode_multistep_class,                                               \
    .data = &name##_data,                                                          \
  };

#define BASHFORTH(k, label, alias, advice) \
  MULTISTEP (adams_bashforth##k, label, alias, advice, HNW "III.1, p. 357" HNW_DOI, ODE_TRAIT_MULTISTEP, \
             ODE_MULTISTEP_ADAMS_BASHFORTH, k, k)

BASHFORTH (1, ODE_N_ ("Adams–Bashforth of order 1"), "ab1",
           ODE_N_ ("Explicit Euler under its multistep name, the first of the family."))
BASHFORTH (2, ODE_N_ ("Adams–Bashforth of order 2"), "ab2",
           ODE_N_ ("One evaluation a step at order 2; fixed steps, smooth and mildly damped problems."))
BASHFORTH (3, ODE_N_ ("Adams–Bashforth of order 3"), "ab3",
           ODE_N_ ("Stable on a piece of the imaginary axis: the classical choice for waves at fixed steps."))
BASHFORTH (4, ODE_N_ ("Adams–Bashforth of order 4"), "ab4",
           ODE_N_ ("One evaluation a step at order 4, paid for with a small stability region."))
BASHFORTH (5, ODE_N_ ("Adams–Bashforth of order 5"), "ab5",
           ODE_N_ ("One evaluation a step at order 5; the stability region is smaller still."))

#define MOULTON(k, p, label, alias, advice) \
  MULTISTEP (adams_moulton##k, label, alias, advice, HNW "III.1, p. 359" HNW_DOI, IMPLICIT_TRAITS, \
             ODE_MULTISTEP_ADAMS_MOULTON, k, p)

MOULTON (1, 2, ODE_N_ ("Adams–Moulton with 1 step"), "am1", ODE_N_ ("The trapezoidal rule under its multistep name."))
MOULTON (2, 3, ODE_N_ ("Adams–Moulton with 2 steps"), "am2",
         ODE_N_ ("Order 3 from two steps with small error constants; not for stiff problems."))
MOULTON (3, 4, ODE_N_ ("Adams–Moulton with 3 steps"), "am3",
         ODE_N_ ("Order 4 from three steps with small error constants; not for stiff problems."))
MOULTON (4, 5, ODE_N_ ("Adams–Moulton with 4 steps"), "am4",
         ODE_N_ ("Order 5 from four steps with small error constants; not for stiff problems."))

#define BDF(k, label, alias, traits, advice) \
  MULTISTEP (bdf##k, label, alias, advice, HNW "III.1, p. 364" HNW_DOI "; Hairer and Wanner II, 1996, V.2", \
             BDF_TRAITS | (traits), ODE_MULTISTEP_BDF, k, k)

BDF (1, ODE_N_ ("BDF of order 1"), "", ODE_TRAIT_A_STABLE | ODE_TRAIT_L_STABLE,
     ODE_N_ ("Implicit Euler under its multistep name."))
BDF (2, ODE_N_ ("BDF of order 2"), "", ODE_TRAIT_A_STABLE | ODE_TRAIT_L_STABLE,
     ODE_N_ ("The last A-stable one of its family; a sturdy choice for stiff problems at fixed steps."))
BDF (3, ODE_N_ ("BDF of order 3"), "", 0,
     ODE_N_ ("Stable within 86° of the negative axis; stiff problems without oscillation."))
BDF (4, ODE_N_ ("BDF of order 4"), "", 0,
     ODE_N_ ("Stable within 73° of the negative axis; stiff problems without oscillation."))
BDF (5, ODE_N_ ("BDF of order 5"), "", 0,
     ODE_N_ ("Stable within 52° of the negative axis; for eigenvalues near the real axis."))
BDF (6, ODE_N_ ("BDF of order 6"), "", 0,
     ODE_N_ ("Stable within 18° of the negative axis only: the last of the family, and barely."))

MULTISTEP (leapfrog, ODE_N_ ("Leapfrog (explicit midpoint, two steps)"), "two_step_midpoint",
           ODE_N_ ("Conserves on the imaginary axis and is weakly unstable off it: a lesson, not a tool."),
           HNW "III.9, p. 433" HNW_DOI, ODE_TRAIT_MULTISTEP, ODE_MULTISTEP_LEAPFROG, 2, 2)
MULTISTEP (unstable_two_step, ODE_N_ ("The explicit two-step method of order 3"), "dahlquist_unstable",
           ODE_N_ ("Consistent of order 3 and useless: a root of −5 makes smaller steps worse. A lesson on the root "
                   "condition."),
           HNW "III.3, p. 379" HNW_DOI, ODE_TRAIT_MULTISTEP | ODE_TRAIT_DIVERGENT, ODE_MULTISTEP_HERMITE, 2, 3)
