/* A method is one constant with all its properties; the settings panel, the command line,
 * the manual and the generic tests read this constant. ode-methods.h lists methods and finds
 * them by name. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "ode-system.h"
#include "ode-tableau.h"
#include "ode-message.h"

typedef enum
{
  ODE_FAMILY_EXPLICIT_RK,
  ODE_FAMILY_IMPLICIT_RK,
  ODE_FAMILY_DIRK,
  ODE_FAMILY_ROSENBROCK,
  ODE_FAMILY_SPLITTING,    /* symplectic compositions */
  ODE_FAMILY_MULTISTEP,
  ODE_FAMILY_EXTRAPOLATION,
  ODE_FAMILY_STABILIZED,   /* Runge–Kutta–Chebyshev */
  ODE_FAMILY_LIE_GROUP,
  ODE_FAMILY_SWITCHING,
} OdeFamily;

typedef enum
{
  ODE_TRAIT_ADAPTIVE = 1 << 0,    /* has an error estimate that can control the step size */
  ODE_TRAIT_IMPLICIT = 1 << 1,
  ODE_TRAIT_STIFF = 1 << 2,
  ODE_TRAIT_SYMPLECTIC = 1 << 3,
  ODE_TRAIT_MANIFOLD = 1 << 4,
  ODE_TRAIT_MULTISTEP = 1 << 5,
  ODE_TRAIT_FSAL = 1 << 6,
  ODE_TRAIT_NEEDS_PAIRS = 1 << 7, /* requires position–velocity pairs with q' = v, and forces that do not depend on velocities */
  ODE_TRAIT_DAE = 1 << 8,         /* solves index-1 DAEs and singular mass matrices directly */
  ODE_TRAIT_HIGH_INDEX = 1 << 17, /* also solves DAEs of index 2 and 3 if the system gives the index of each unknown */
  ODE_TRAIT_OWN_CONTROL = 1 << 9, /* chooses step size and order without the integrator's controller (CVODE) */
  ODE_TRAIT_ESTIMATE_ON_REQUEST = 1 << 10, /* has an error estimate that is used only if the user sets error control explicitly
                                            * (explicit_euler) */
  ODE_TRAIT_A_STABLE = 1 << 11,
  ODE_TRAIT_L_STABLE = 1 << 12,
  ODE_TRAIT_VARIABLE_ORDER = 1 << 13,
  ODE_TRAIT_TIME_REVERSIBLE = 1 << 14,
  ODE_TRAIT_DIVERGENT = 1 << 15,   /* violates the root condition, so smaller steps give larger errors; exists for teaching */
  ODE_TRAIT_ESTIMATE_SHOWN = 1 << 16, /* has an error estimate that is recorded but cannot control the step size */
} OdeTrait;

/* One option of a method. The settings panel, the command line and the check of YAML files read
 * it. */
typedef enum { ODE_OPTION_NUMBER, ODE_OPTION_INTEGER, ODE_OPTION_BOOLEAN, ODE_OPTION_CHOICE } OdeOptionType;
typedef struct
{
  const char *key;
  const char *label;
  const char *about;
  OdeOptionType type;
  double minimum, maximum, standard;
  const char *choices; /* the choices, as "a|b|c"; the first one is the default */
} OdeOptionRow;

typedef struct OdeStepperClass OdeStepperClass;

typedef struct
{
  const char *id;
  const char *label;    /* name for users, such as "Dormand–Prince 5(4)" */
  const char *aliases;  /* other names that are accepted as the id, such as "dopri5 dp5", or "" */
  const char *known_as; /* names of the same method in other programs, for the search: "MATLAB ode45, SciPy RK45"; NULL: none */
  const char *similar_to; /* names of methods in other programs that serve the same purpose but compute other numbers; NULL: none */
  const char *advice;   /* one sentence that says when to use the method */
  const char *source;   /* book or paper with page and DOI */
  OdeFamily family;
  unsigned traits;      /* a set of OdeTrait bits */
  int order;            /* order of the solution with which the integration continues */
  int embedded_order;   /* order of the solution that is used for the error estimate; 0: none */
  int error_order;      /* p in the step-size rule h (tol/err)^(1/p) */
  int first_error_order; /* the p of the step-size rule in the first step after a start, for a method that starts at a lower order; 0: p is error_order */
  int dense_order;
  int n_stages;         /* nominal number of right-hand sides per step */
  double accuracy_default, accuracy_loosest, accuracy_tightest;
  const OdeOptionRow *options;
  int n_options;
  const OdeStepperClass *stepper;
  const OdeTableau *tableau; /* NULL if the method is not a Runge–Kutta method */
  const void *data;          /* further constants that the stepper reads; may be NULL */
} OdeMethod;

/* Returns the English label of a family, marked for translation. */
const char *ode_family_label (OdeFamily family);
/* Writes the names of a set of OdeTrait bits to text[size], separated by spaces. */
void ode_traits_text (unsigned traits, char *text, size_t size);
