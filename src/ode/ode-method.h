/* A method is one constant with all that the program knows of it; panel,
 * command line, manual and generic tests read it from there. ode-methods.h
 * lists methods and finds them by name. */
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
  ODE_TRAIT_ADAPTIVE = 1 << 0,    /* has an error estimate */
  ODE_TRAIT_IMPLICIT = 1 << 1,
  ODE_TRAIT_STIFF = 1 << 2,
  ODE_TRAIT_SYMPLECTIC = 1 << 3,
  ODE_TRAIT_MANIFOLD = 1 << 4,
  ODE_TRAIT_MULTISTEP = 1 << 5,
  ODE_TRAIT_FSAL = 1 << 6,
  ODE_TRAIT_NEEDS_PAIRS = 1 << 7, /* needs positions with q' = v and separable forces */
  ODE_TRAIT_DAE = 1 << 8,         /* solves index-1 DAEs and singular mass matrices directly */
  ODE_TRAIT_HIGH_INDEX = 1 << 17, /* also DAEs of index 2 and 3 whose unknowns' indices are given */
  ODE_TRAIT_OWN_CONTROL = 1 << 9, /* chooses its own step and order (CVODE) */
  ODE_TRAIT_ESTIMATE_ON_REQUEST = 1 << 10, /* has an estimate, used only where error control is set explicitly (explicit_euler) */
  ODE_TRAIT_A_STABLE = 1 << 11,
  ODE_TRAIT_L_STABLE = 1 << 12,
  ODE_TRAIT_VARIABLE_ORDER = 1 << 13,
  ODE_TRAIT_TIME_REVERSIBLE = 1 << 14,
  ODE_TRAIT_DIVERGENT = 1 << 15,   /* violates the root condition: smaller steps make larger errors; for lessons */
  ODE_TRAIT_ESTIMATE_SHOWN = 1 << 16, /* has an estimate for the tape that cannot control the step */
} OdeTrait;

/* The row of an option of a method, for the panel, the command line and the
 * check of YAML files. */
typedef enum { ODE_OPTION_NUMBER, ODE_OPTION_INTEGER, ODE_OPTION_BOOLEAN, ODE_OPTION_CHOICE } OdeOptionType;
typedef struct
{
  const char *key;
  const char *label;
  const char *about;
  OdeOptionType type;
  double minimum, maximum, standard;
  const char *choices; /* "a|b|c"; the first is the standard one */
} OdeOptionRow;

typedef struct OdeStepperClass OdeStepperClass;

typedef struct
{
  const char *id;
  const char *label;    /* "Dormand–Prince 5(4)" */
  const char *aliases;  /* "dopri5 dp5", or "" */
  const char *advice;   /* one sentence: when to use it and when not */
  const char *source;   /* book or paper, page, DOI */
  OdeFamily family;
  unsigned traits;      /* OdeTrait */
  int order;            /* of the propagated solution */
  int embedded_order;   /* of the solution that the estimate compares with; 0: none */
  int error_order;      /* p in the step-size rule h (tol/err)^(1/p) */
  int dense_order;
  int n_stages;         /* right-hand sides per step, nominally */
  double accuracy_default, accuracy_loosest, accuracy_tightest;
  const OdeOptionRow *options;
  int n_options;
  const OdeStepperClass *stepper;
  const OdeTableau *tableau; /* NULL where the method is not a Runge–Kutta scheme */
  const void *data;          /* further constants of the stepper */
} OdeMethod;

/* Returns the English label of a family, marked for translation. */
const char *ode_family_label (OdeFamily family);
/* Writes the names of the traits to text[size], separated by spaces. */
void ode_traits_text (unsigned traits, char *text, size_t size);
